//! Codes that let somebody in: invitations, join codes, the setup link, resets, recovery.

use std::collections::HashSet;

use chrono::NaiveDateTime;
use diesel::prelude::*;

pub use crate::auth::CodeKind;
use crate::auth::secret::Code;
use crate::db::{Db, Tx, schema::invitations};
use crate::error::Error;
use crate::id::PersonId;

/// A stored code: everything but the code itself.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = invitations)]
pub struct StoredCode {
    pub id: i64,
    pub kind: CodeKind,
    pub person_id: Option<PersonId>,
    pub uses_left: i64,
    pub created_by: Option<PersonId>,
    pub created_at: NaiveDateTime,
    pub expires_at: NaiveDateTime,
    /// Whether the password that is chosen with it comes without the authenticator, which is lost.
    pub lifts_authenticator: bool,
}

/// What a new code is to be.
#[derive(Clone, Copy, Debug)]
pub struct NewCode {
    pub kind: CodeKind,
    /// Whose password or authenticator it stands in for, or who is invited.
    pub person: Option<PersonId>,
    pub uses: i64,
    pub by: Option<PersonId>,
    pub expires_at: NaiveDateTime,
}

/// Stores a new code's hash; returns its number.
pub fn add_code(tx: &mut Tx, code: &Code, new: NewCode) -> Result<i64, Error> {
    Ok(diesel::insert_into(invitations::table)
        .values((
            invitations::hash.eq(Code::hash(code.as_str())),
            invitations::kind.eq(new.kind),
            invitations::person_id.eq(new.person),
            invitations::uses_left.eq(new.uses),
            invitations::created_by.eq(new.by),
            invitations::created_at.eq(tx.now),
            invitations::expires_at.eq(new.expires_at),
        ))
        .returning(invitations::id)
        .get_result(tx.db)?)
}

/// A code that lets a person choose a new password.
pub fn add_reset(tx: &mut Tx, code: &Code, new: NewCode, lifts_authenticator: bool) -> Result<(), Error> {
    let id = add_code(tx, code, new)?;
    let lifts = invitations::lifts_authenticator.eq(lifts_authenticator);
    diesel::update(invitations::table.find(id)).set(lifts).execute(tx.db)?;
    Ok(())
}

/// The code that somebody typed, if it still lets anybody in.
pub fn code(db: &mut Db, typed: &str, now: NaiveDateTime) -> Result<Option<StoredCode>, Error> {
    Ok(invitations::table
        .filter(invitations::hash.eq(Code::hash(typed)))
        .filter(invitations::uses_left.gt(0).and(invitations::expires_at.gt(now)))
        .select(StoredCode::as_select())
        .first(db)
        .optional()?)
}

/// The new password that was asked for somebody and not chosen yet.
pub fn open_reset(db: &mut Db, person: PersonId, now: NaiveDateTime) -> Result<Option<StoredCode>, Error> {
    Ok(invitations::table
        .filter(invitations::person_id.eq(person))
        .filter(invitations::kind.eq(CodeKind::PasswordReset))
        .filter(invitations::uses_left.gt(0).and(invitations::expires_at.gt(now)))
        .select(StoredCode::as_select())
        .first(db)
        .optional()?)
}

/// The last code of a kind that still lets somebody in.
pub fn open_code(db: &mut Db, kind: CodeKind, now: NaiveDateTime) -> Result<Option<StoredCode>, Error> {
    Ok(invitations::table
        .filter(invitations::kind.eq(kind))
        .filter(invitations::uses_left.gt(0).and(invitations::expires_at.gt(now)))
        .order(invitations::id.desc())
        .select(StoredCode::as_select())
        .first(db)
        .optional()?)
}

/// Uses a code once.
pub fn use_code(tx: &mut Tx, id: i64) -> Result<(), Error> {
    diesel::update(invitations::table.find(id))
        .set(invitations::uses_left.eq(invitations::uses_left - 1))
        .execute(tx.db)?;
    Ok(())
}

/// Ends the codes of one kind: all of them, or one person's.
pub fn end_codes(tx: &mut Tx, kind: CodeKind, person: Option<PersonId>) -> Result<(), Error> {
    let mut codes = diesel::update(invitations::table).set(invitations::uses_left.eq(0)).into_boxed();
    codes = codes.filter(invitations::kind.eq(kind));
    if let Some(person) = person {
        codes = codes.filter(invitations::person_id.eq(person));
    }
    codes.execute(tx.db)?;
    Ok(())
}

/// Ends one code by which people sign up; whether there was one.
pub fn withdraw_code(tx: &mut Tx, id: i64) -> Result<bool, Error> {
    let open = invitations::table
        .find(id)
        .filter(invitations::kind.eq_any([CodeKind::Invitation, CodeKind::JoinCode]))
        .filter(invitations::uses_left.gt(0).and(invitations::expires_at.gt(tx.now)));
    Ok(diesel::update(open).set(invitations::uses_left.eq(0)).execute(tx.db)? == 1)
}

/// Whom an invitation is for that can still be used.
pub fn invited(db: &mut Db, now: NaiveDateTime) -> Result<HashSet<PersonId>, Error> {
    let open = invitations::table
        .filter(invitations::kind.eq(CodeKind::Invitation))
        .filter(invitations::uses_left.gt(0).and(invitations::expires_at.gt(now)));
    let people: Vec<Option<PersonId>> = open.select(invitations::person_id).load(db)?;
    Ok(people.into_iter().flatten().collect())
}

/// The codes by which people may sign up now, newest first.
pub fn open_codes(db: &mut Db, now: NaiveDateTime, before: Option<i64>, limit: i64) -> Result<Vec<StoredCode>, Error> {
    let mut codes = invitations::table
        .filter(invitations::kind.eq_any([CodeKind::Invitation, CodeKind::JoinCode]))
        .filter(invitations::uses_left.gt(0).and(invitations::expires_at.gt(now)))
        .into_boxed();
    if let Some(before) = before {
        codes = codes.filter(invitations::id.lt(before));
    }
    Ok(codes.order(invitations::id.desc()).limit(limit).select(StoredCode::as_select()).load(db)?)
}

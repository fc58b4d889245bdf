//! Accounts: one a person.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;

use super::{CodeKind, end_calendar, end_codes};
use crate::auth::rules::Owner;
use crate::clock::later;
use crate::db::{
    Db, Tx,
    schema::{accounts, people},
};
use crate::error::Error;
use crate::id::PersonId;

/// An account with what signing in needs to know.
#[derive(Clone, Debug, Queryable)]
pub struct Account {
    pub person: PersonId,
    pub handle: String,
    pub name: String,
    pub email: Option<String>,
    pub password_hash: String,
    pub generation: i64,
    pub totp_secret: Option<Vec<u8>>,
    /// When the authenticator was proven; before that its secret demands nothing.
    pub totp_confirmed_at: Option<NaiveDateTime>,
    pub totp_last_step: i64,
    pub must_change_password: bool,
    /// Since when powers rest: after a reset, until it is sure who chose the new password.
    pub powers_rest_since: Option<NaiveDateTime>,
    /// Who had the code made by which it was chosen.
    pub powers_rested_by: Option<PersonId>,
}

impl Account {
    /// What others know about its owner.
    pub fn owner(&self) -> Owner<'_> {
        Owner { handle: &self.handle, name: &self.name, email: self.email.as_deref() }
    }

    /// The secret that signing in needs a code of.
    pub fn second_factor(&self) -> Option<&[u8]> {
        self.totp_confirmed_at.and(self.totp_secret.as_deref())
    }
}

macro_rules! accounts {
    () => {
        accounts::table.inner_join(people::table.on(people::id.eq(accounts::person_id))).select((
            accounts::person_id,
            people::handle,
            people::name,
            accounts::email,
            accounts::password_hash,
            accounts::generation,
            accounts::totp_secret,
            accounts::totp_confirmed_at,
            accounts::totp_last_step,
            accounts::must_change_password,
            accounts::powers_rest_since,
            accounts::powers_rested_by,
        ))
    };
}

/// A person's account.
pub fn account(db: &mut Db, person: PersonId) -> Result<Option<Account>, Error> {
    Ok(accounts!().filter(accounts::person_id.eq(person)).first(db).optional()?)
}

/// The account that signs in with a handle or an e-mail address, in lower case.
pub fn account_of(db: &mut Db, login: &str) -> Result<Option<Account>, Error> {
    let by_email = login.contains('@');
    Ok(if by_email {
        accounts!().filter(accounts::email.eq(login)).first(db).optional()?
    } else {
        accounts!().filter(people::handle.eq(login)).first(db).optional()?
    })
}

/// How long somebody is told what they sign in with.
const NEW: TimeDelta = TimeDelta::days(1);

/// What somebody signs in with whose account was opened lately, and who may not know it yet.
pub fn new_handle(db: &mut Db, person: PersonId, now: NaiveDateTime) -> Result<Option<String>, Error> {
    let new = accounts::table.filter(accounts::person_id.eq(person).and(accounts::created_at.gt(later(now, -NEW))));
    Ok(new
        .inner_join(people::table.on(people::id.eq(accounts::person_id)))
        .select(people::handle)
        .first(db)
        .optional()?)
}

/// Whether the club knows a person of this number.
pub fn person_exists(db: &mut Db, person: PersonId) -> Result<bool, Error> {
    Ok(people::table.find(person).select(people::id).first::<i64>(db).optional()?.is_some())
}

/// Whether somebody goes by this handle.
pub fn handle_is_taken(db: &mut Db, handle: &str) -> Result<bool, Error> {
    Ok(people::table.filter(people::handle.eq(handle)).select(people::id).first::<i64>(db).optional()?.is_some())
}

/// Those among some people who have an account.
pub fn with_accounts(db: &mut Db, people: &[PersonId]) -> Result<Vec<PersonId>, Error> {
    let people: Vec<i64> = people.iter().map(|person| person.0).collect();
    Ok(accounts::table.filter(accounts::person_id.eq_any(people)).select(accounts::person_id).load(db)?)
}

/// Whether an account has this e-mail address.
pub fn email_is_taken(db: &mut Db, email: &str) -> Result<bool, Error> {
    let query = accounts::table.filter(accounts::email.eq(email)).select(accounts::person_id);
    Ok(query.first::<i64>(db).optional()?.is_some())
}

/// Opens a person's account.
pub fn open_account(tx: &mut Tx, person: PersonId, email: Option<&str>, password_hash: &str) -> Result<(), Error> {
    diesel::insert_into(accounts::table)
        .values((
            accounts::person_id.eq(person),
            accounts::email.eq(email),
            accounts::password_hash.eq(password_hash),
            accounts::created_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Puts a new password in the place of the old one; a sign-in that waits for its second step begins again.
pub fn set_password(tx: &mut Tx, person: PersonId, password_hash: &str) -> Result<(), Error> {
    end_codes(tx, CodeKind::Halfway, Some(person))?;
    diesel::update(accounts::table.find(person))
        .set((accounts::password_hash.eq(password_hash), accounts::must_change_password.eq(false)))
        .execute(tx.db)?;
    Ok(())
}

/// Changes or removes the account's e-mail address.
pub fn set_email(tx: &mut Tx, person: PersonId, email: Option<&str>) -> Result<(), Error> {
    diesel::update(accounts::table.find(person)).set(accounts::email.eq(email)).execute(tx.db)?;
    Ok(())
}

/// The tag of the language that somebody reads in.
pub fn language(db: &mut Db, person: PersonId) -> Result<Option<String>, Error> {
    Ok(accounts::table.find(person).select(accounts::language).first(db).optional()?)
}

/// Keeps the tag of the language that somebody reads in.
pub fn set_language(tx: &mut Tx, person: PersonId, tag: &str) -> Result<(), Error> {
    diesel::update(accounts::table.find(person)).set(accounts::language.eq(tag)).execute(tx.db)?;
    Ok(())
}

/// From now on the password must be changed before it lets anybody in.
pub fn demand_new_password(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    diesel::update(accounts::table.find(person)).set(accounts::must_change_password.eq(true)).execute(tx.db)?;
    Ok(())
}

/// Lets a person's powers rest from now on.
pub fn rest_powers(tx: &mut Tx, person: PersonId, by: Option<PersonId>) -> Result<(), Error> {
    diesel::update(accounts::table.find(person))
        .set((accounts::powers_rest_since.eq(tx.now), accounts::powers_rested_by.eq(by)))
        .execute(tx.db)?;
    Ok(())
}

/// Gives a person their powers back.
pub fn wake_powers(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    diesel::update(accounts::table.find(person))
        .set((accounts::powers_rest_since.eq(None::<NaiveDateTime>), accounts::powers_rested_by.eq(None::<PersonId>)))
        .execute(tx.db)?;
    Ok(())
}

/// Ends every sign-in of a person at once, and the address of their calendar, for which nobody signs in.
pub fn raise_generation(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    end_calendar(tx, person)?;
    diesel::update(accounts::table.find(person))
        .set(accounts::generation.eq(accounts::generation + 1))
        .execute(tx.db)?;
    Ok(())
}

/// Keeps an authenticator's secret; it demands nothing until it is confirmed.
pub fn set_totp(tx: &mut Tx, person: PersonId, secret: Option<&[u8]>) -> Result<(), Error> {
    diesel::update(accounts::table.find(person))
        .set((
            accounts::totp_secret.eq(secret),
            accounts::totp_confirmed_at.eq(None::<NaiveDateTime>),
            accounts::totp_last_step.eq(0),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// The authenticator was proven: signing in needs it from now on.
pub fn confirm_totp(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    diesel::update(accounts::table.find(person)).set(accounts::totp_confirmed_at.eq(tx.now)).execute(tx.db)?;
    Ok(())
}

/// Remembers the step of a code that was used, so that it is not used again.
pub fn use_totp_step(tx: &mut Tx, person: PersonId, step: i64) -> Result<(), Error> {
    diesel::update(accounts::table.find(person)).set(accounts::totp_last_step.eq(step)).execute(tx.db)?;
    Ok(())
}

//! Sign-ins: one for each browser or program, until it is ended or expires unused.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::dsl::exists;
use diesel::prelude::*;

use crate::auth::secret::{self, Refresh};
use crate::auth::tokens::{Claimed, LONGEST, REFRESH};
use crate::auth::{Actor, Role, SignIn};
use crate::clock::later;
use crate::db::{
    CHANGES, Db, RESTORED, Tx, Version,
    schema::{accounts, memberships, people, roles, sign_ins, signing_keys, versions},
};
use crate::error::Error;
use crate::id::PersonId;
use crate::notify::push::devices;

/// How long an ended sign-in still makes its device known.
const KNOWN: TimeDelta = TimeDelta::days(90);

/// What decides about a token: the key it must be signed with, and its owner.
#[derive(Clone)]
pub struct Known {
    pub key: Vec<u8>,
    pub actor: Actor,
    pub sign_in: SignIn,
    /// What the database was at when it was asked.
    pub version: Version,
}

/// Whom a token would stand for, in one query; `None` if its sign-in was ended, the account has
/// moved on, or its key is retired.
pub fn known(db: &mut Db, claimed: Claimed, now: NaiveDateTime) -> Result<Option<Known>, Error> {
    type Row = (PersonId, String, bool, bool, bool, Vec<u8>, Vec<u8>, Option<Role>, Option<i64>, Option<i64>);
    let version = |name| versions::table.filter(versions::name.eq(name)).select(versions::value).single_value();
    let has_joined = exists(memberships::table.filter(memberships::person_id.eq(sign_ins::person_id)));
    let mut rows: Vec<Row> = sign_ins::table
        .inner_join(
            accounts::table
                .on(accounts::person_id.eq(sign_ins::person_id).and(accounts::generation.eq(sign_ins::generation))),
        )
        .inner_join(people::table.on(people::id.eq(sign_ins::person_id)))
        .inner_join(
            signing_keys::table.on(signing_keys::id
                .eq(claimed.key)
                .and(signing_keys::retired_at.is_null().or(signing_keys::retired_at.assume_not_null().gt(now)))),
        )
        .left_join(
            roles::table.on(roles::person_id
                .eq(sign_ins::person_id)
                .and(roles::taken_at.is_null())
                .and(roles::ends_at.is_null().or(roles::ends_at.assume_not_null().gt(now)))),
        )
        .filter(sign_ins::id.eq(claimed.sign_in).and(sign_ins::ended_at.is_null()))
        .select((
            sign_ins::person_id,
            people::name,
            accounts::totp_confirmed_at.is_not_null(),
            has_joined,
            accounts::powers_rest_since.is_not_null(),
            sign_ins::family,
            signing_keys::secret,
            roles::role.nullable(),
            version(CHANGES),
            version(RESTORED),
        ))
        .load(db)?;
    let held = rows.iter().filter_map(|row| row.7).collect();
    let Some((person, name, second_factor, has_joined, powers_rest, family, key, _, changes, restored)) = rows.pop()
    else {
        return Ok(None);
    };
    let sign_in = SignIn { id: claimed.sign_in, csrf: csrf(&family) };
    let actor = Actor::new(person, name, held, second_factor, has_joined, powers_rest);
    let version = Version { changes: changes.unwrap_or(0), restored: restored.unwrap_or(0) };
    Ok(Some(Known { key, actor, sign_in, version }))
}

/// The secret that a browser's own pages send along; strangers' pages cannot know it.
fn csrf(family: &[u8]) -> String {
    secret::encode(&secret::hash(&[b"csrf", family].concat()))
}

/// A sign-in that begins.
#[derive(Clone, Debug)]
pub struct NewSignIn<'a> {
    pub person: PersonId,
    pub generation: i64,
    /// Hash of the device's secret.
    pub device: &'a [u8],
    pub address: &'a str,
}

/// Begins a sign-in; returns its number. Those of the same person that are long past are forgotten.
pub fn start_sign_in(tx: &mut Tx, new: &NewSignIn, refresh: &Refresh) -> Result<i64, Error> {
    let past = sign_ins::table.filter(sign_ins::person_id.eq(new.person).and(sign_ins::expires_at.lt(tx.now - KNOWN)));
    diesel::delete(past).execute(tx.db)?;
    let id = diesel::insert_into(sign_ins::table)
        .values((
            sign_ins::person_id.eq(new.person),
            sign_ins::generation.eq(new.generation),
            sign_ins::family.eq(secret::hash(&refresh.family)),
            sign_ins::refresh.eq(secret::hash(&refresh.secret)),
            sign_ins::refreshed_at.eq(tx.now),
            sign_ins::device.eq(new.device),
            sign_ins::address.eq(new.address),
            sign_ins::started_at.eq(tx.now),
            sign_ins::expires_at.eq(later(tx.now, REFRESH)),
        ))
        .returning(sign_ins::id)
        .get_result(tx.db)?;
    devices::go_on(tx, new.person, new.device, id)?;
    Ok(id)
}

/// The sign-in that a refresh token belongs to.
#[derive(Clone, Debug, Queryable)]
pub struct Family {
    pub id: i64,
    pub person: PersonId,
    /// Whether the account has not moved on since.
    current: bool,
    pub refresh: Vec<u8>,
    pub previous: Option<Vec<u8>>,
    pub refreshed_at: NaiveDateTime,
    started_at: NaiveDateTime,
    expires_at: NaiveDateTime,
    ended_at: Option<NaiveDateTime>,
}

impl Family {
    /// Whether its refresh token still renews anything.
    pub fn holds(&self, now: NaiveDateTime) -> bool {
        let ends_at = self.expires_at.min(later(self.started_at, LONGEST));
        self.ended_at.is_none() && self.current && now < ends_at
    }
}

pub fn family(db: &mut Db, token: &Refresh) -> Result<Option<Family>, Error> {
    Ok(sign_ins::table
        .inner_join(accounts::table.on(accounts::person_id.eq(sign_ins::person_id)))
        .filter(sign_ins::family.eq(secret::hash(&token.family)))
        .select((
            sign_ins::id,
            sign_ins::person_id,
            sign_ins::generation.eq(accounts::generation),
            sign_ins::refresh,
            sign_ins::previous,
            sign_ins::refreshed_at,
            sign_ins::started_at,
            sign_ins::expires_at,
            sign_ins::ended_at,
        ))
        .first(db)
        .optional()?)
}

/// Rotates a family's refresh token.
pub fn turn(tx: &mut Tx, family: &Family, last: &Refresh, next: &Refresh) -> Result<(), Error> {
    let expires_at = later(tx.now, REFRESH).min(later(family.started_at, LONGEST));
    diesel::update(sign_ins::table.find(family.id))
        .set((
            sign_ins::refresh.eq(secret::hash(&next.secret)),
            sign_ins::previous.eq(secret::hash(&last.secret)),
            sign_ins::refreshed_at.eq(tx.now),
            sign_ins::expires_at.eq(expires_at),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Ends one sign-in.
pub fn end_sign_in(tx: &mut Tx, sign_in: i64) -> Result<(), Error> {
    diesel::update(sign_ins::table.find(sign_in).filter(sign_ins::ended_at.is_null()))
        .set(sign_ins::ended_at.eq(tx.now))
        .execute(tx.db)?;
    Ok(())
}

/// A sign-in that holds.
#[derive(Clone, Debug, Queryable)]
pub struct OpenSignIn {
    pub id: i64,
    pub started_at: NaiveDateTime,
    pub refreshed_at: NaiveDateTime,
    pub address: String,
}

/// A person's sign-ins that are valid at an instant, the latest first; at most a hundred.
pub fn open_sign_ins(db: &mut Db, person: PersonId, now: NaiveDateTime) -> Result<Vec<OpenSignIn>, Error> {
    let current = accounts::person_id.eq(sign_ins::person_id).and(accounts::generation.eq(sign_ins::generation));
    Ok(sign_ins::table
        .inner_join(accounts::table.on(current))
        .filter(sign_ins::person_id.eq(person))
        .filter(sign_ins::ended_at.is_null().and(sign_ins::expires_at.gt(now)))
        .order(sign_ins::id.desc())
        .limit(100)
        .select((sign_ins::id, sign_ins::started_at, sign_ins::refreshed_at, sign_ins::address))
        .load(db)?)
}

/// Ends all of a person's sign-ins but one.
pub fn end_other_sign_ins(tx: &mut Tx, person: PersonId, but: i64) -> Result<(), Error> {
    let others = sign_ins::table
        .filter(sign_ins::person_id.eq(person).and(sign_ins::id.ne(but)))
        .filter(sign_ins::ended_at.is_null());
    diesel::update(others).set(sign_ins::ended_at.eq(tx.now)).execute(tx.db)?;
    Ok(())
}

/// Whether the person signed in before with the device that has this secret.
pub fn knows_device(db: &mut Db, person: PersonId, device: &[u8]) -> Result<bool, Error> {
    let query =
        sign_ins::table.filter(sign_ins::person_id.eq(person).and(sign_ins::device.eq(device))).select(sign_ins::id);
    Ok(query.first::<i64>(db).optional()?.is_some())
}

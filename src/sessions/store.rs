//! Sessions and the register in the database.

mod calendar;

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;

pub use calendar::{begin_calendar, calendar_lacks, ensure_calendar};

use super::{Session, Stay, StayId, rules};
use crate::db::{
    Db,
    schema::{attendance, sessions},
};
use crate::error::{Error, Refusal};
use crate::id::{PersonId, SessionId};
use crate::rulebook;

/// A session; nothing where the id is unknown.
pub fn session(db: &mut Db, id: SessionId) -> Result<Option<Session>, Error> {
    Ok(sessions::table.find(id).first(db).optional()?)
}

/// A session that must exist; refused as not found otherwise.
pub fn known(db: &mut Db, id: SessionId) -> Result<Session, Error> {
    session(db, id)?.ok_or_else(|| Refusal::not_found("session").into())
}

/// The session that an instant lies in, its last second included (T1); a cancelled one is none.
/// A writer calls [`ensure_calendar`] first.
pub fn session_at(db: &mut Db, at: NaiveDateTime) -> Result<Option<Session>, Error> {
    Ok(sessions::table
        .filter(sessions::cancelled_at.is_null())
        .filter(sessions::starts_at.le(at))
        .filter(sessions::ends_at.gt(at - TimeDelta::seconds(1)))
        .order(sessions::starts_at.desc())
        .first(db)
        .optional()?)
}

/// The first session held that starts after an instant.
pub fn next_held_after(db: &mut Db, at: NaiveDateTime) -> Result<Option<Session>, Error> {
    Ok(sessions::table
        .filter(sessions::cancelled_at.is_null())
        .filter(sessions::starts_at.gt(at))
        .order(sessions::starts_at)
        .first(db)
        .optional()?)
}

/// The register of a session, without what was struck, in order of arrival.
pub fn stays(db: &mut Db, session: SessionId) -> Result<Vec<Stay>, Error> {
    let rows: Vec<(StayId, PersonId, NaiveDateTime, Option<NaiveDateTime>)> = attendance::table
        .filter(attendance::session_id.eq(session))
        .filter(attendance::struck_at.is_null())
        .order((attendance::arrived_at, attendance::id))
        .select((attendance::id, attendance::person_id, attendance::arrived_at, attendance::left_at))
        .load(db)?;
    Ok(rows.into_iter().map(|(id, person, arrived_at, left_at)| Stay { id, person, arrived_at, left_at }).collect())
}

/// Who was on the register at an instant of the session, each once.
pub fn present_at(db: &mut Db, session: &Session, at: NaiveDateTime) -> Result<Vec<PersonId>, Error> {
    let stays = stays(db, session.id)?;
    let mut here: Vec<PersonId> =
        stays.iter().filter(|stay| rules::is_here(session, stay, at)).map(|stay| stay.person).collect();
    here.sort_unstable();
    here.dedup();
    Ok(here)
}

/// Whether a person was present in the session (Act 0.9), as the register stands at `now`.
pub fn was_present(db: &mut Db, session: &Session, person: PersonId, now: NaiveDateTime) -> Result<bool, Error> {
    let house = rulebook::in_force(db, session.starts_at)?;
    let stays = stays(db, session.id)?;
    Ok(stays.iter().any(|stay| stay.person == person && rules::is_presence(session, stay, &house, now)))
}

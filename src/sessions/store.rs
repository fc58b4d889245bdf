//! Sessions and the register in the database.

mod calendar;
mod ending;
pub mod pairs;
pub mod register;
mod weeks;

use std::collections::HashMap;

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rookery_messages::Message;

pub use calendar::{House, begin_calendar, calendar_lacks, change, ensure_calendar, house_at};
pub use ending::{ended, may_go_on};
pub use weeks::{Weeks, WeeksOf, weeks};

use super::{Session, Stay, StayId, rules};
use crate::auth::{Roles, Viewpoint};
use crate::db::{
    Db, Kept, Tx,
    schema::{attendance, games, invitations, sessions},
};
use crate::error::Error;
use crate::id::{GameId, PersonId, SessionId};
use crate::rulebook;

/// A session; `None` if the id is unknown.
pub fn session(db: &mut Db, id: SessionId) -> Result<Option<Session>, Error> {
    Ok(sessions::table.find(id).first(db).optional()?)
}

/// A session that must exist; refused as not found otherwise.
pub fn known(db: &mut Db, id: SessionId) -> Result<Session, Error> {
    session(db, id)?.ok_or_else(|| crate::not_found!("session").into())
}

/// The session that an instant lies in, its last second included (T1); a cancelled one is none.
/// A writer calls [`ensure_calendar`] first.
pub fn session_at(db: &mut Db, at: NaiveDateTime) -> Result<Option<Session>, Error> {
    Ok(sessions_at(at).order(sessions::starts_at.desc()).first(db).optional()?)
}

/// The sessions that an instant lies in: the last to start is meant.
#[diesel::dsl::auto_type(no_type_alias)]
pub fn sessions_at(at: NaiveDateTime) -> _ {
    let just_before: NaiveDateTime = at - TimeDelta::seconds(1);
    sessions::table
        .filter(sessions::cancelled_at.is_null())
        .filter(sessions::starts_at.le(at))
        .filter(sessions::ends_at.gt(just_before))
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

/// Whether anybody came at the usual hours, or a game was played then: the club meets at them. A session that was added says
/// nothing of other days.
fn has_met(db: &mut Db) -> Result<bool, Error> {
    let came = attendance::table
        .inner_join(sessions::table.on(attendance::session_id.eq(sessions::id)))
        .filter(sessions::extra.eq(false))
        .select(attendance::id)
        .first::<i64>(db)
        .optional()?;
    let played = games::table
        .inner_join(sessions::table.on(games::session_id.eq(sessions::id.nullable())))
        .filter(sessions::extra.eq(false))
        .select(games::id)
        .first::<i64>(db)
        .optional()?;
    Ok(came.is_some() || played.is_some())
}

/// Whether somebody set when the club meets. Before it said so, or met, the usual hours are only those that the program
/// comes with.
pub fn is_set(db: &mut Db) -> Result<bool, Error> {
    Ok(rulebook::newest(db)? > 0 || has_met(db)?)
}

/// The next session that somebody set. While the club has neither said when it meets nor met, only added sessions count.
pub fn next_set_after(db: &mut Db, at: NaiveDateTime) -> Result<Option<Session>, Error> {
    if is_set(db)? {
        return next_held_after(db, at);
    }
    Ok(sessions::table
        .filter(sessions::cancelled_at.is_null())
        .filter(sessions::starts_at.gt(at))
        .filter(sessions::extra.eq(true))
        .order(sessions::starts_at)
        .first(db)
        .optional()?)
}

/// Those that somebody set, or that are on now, as a reader may know them.
pub fn told_as_set(
    db: &mut Db,
    reader: Viewpoint,
    [from, to]: [NaiveDateTime; 2],
    now: NaiveDateTime,
) -> Result<Vec<Session>, Error> {
    let mut sessions = told(db, reader, from, to)?;
    if !is_set(db)? {
        sessions.retain(|session| session.extra || session.contains(now));
    }
    Ok(sessions)
}

/// The session whose register can be taken at an instant: the one that is on, or that begins soon.
pub fn on_register(db: &mut Db, at: NaiveDateTime) -> Result<Option<SessionId>, Error> {
    let session = match session_at(db, at)? {
        Some(on) => Some(on),
        None => next_held_after(db, at)?.filter(|next| rules::is_on_register(next, at)),
    };
    Ok(session.map(|session| session.id))
}

/// The session that closed last of those held.
pub fn last_closed(db: &mut Db, now: NaiveDateTime) -> Result<Option<Session>, Error> {
    Ok(sessions::table
        .filter(sessions::cancelled_at.is_null())
        .filter(sessions::ends_at.lt(now))
        .order(sessions::starts_at.desc())
        .first(db)
        .optional()?)
}

/// The session whose missing results are asked for: the one that closed last, until the next one begins.
pub fn just_over(db: &mut Db, now: NaiveDateTime) -> Result<Option<Session>, Error> {
    if session_at(db, now)?.is_some() { Ok(None) } else { last_closed(db, now) }
}

/// Sessions that are settled, of those that ended at an instant or later.
#[diesel::dsl::auto_type(no_type_alias)]
pub fn settled_since(at: NaiveDateTime) -> _ {
    sessions::table.filter(sessions::settled_at.is_not_null()).filter(sessions::ends_at.ge(at))
}

pub fn is_settled_since(db: &mut Db, at: NaiveDateTime) -> Result<bool, Error> {
    Ok(diesel::select(diesel::dsl::exists(settled_since(at))).get_result(db)?)
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

/// Refuses the kiosk while no session is on.
pub fn desk_open(tx: &mut Tx, roles: Roles) -> Result<(), Error> {
    let now = tx.now;
    ensure_calendar(tx, now)?;
    let under_way = session_at(tx.db, now)?;
    Ok(rules::desk_open(roles, under_way.as_ref())?)
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

/// Who of these people has no stay on the register of the session that an instant lies in.
pub fn absent(db: &mut Db, at: NaiveDateTime, people: &[PersonId]) -> Result<Vec<PersonId>, Error> {
    let Some(session) = session_at(db, at)? else { return Ok(Vec::new()) };
    let came: Vec<PersonId> = stays(db, session.id)?.into_iter().map(|stay| stay.person).collect();
    Ok(people.iter().copied().filter(|person| !came.contains(person)).collect())
}

/// Whether a person was present in the session (Act 0.9), as the register stands at `now`.
pub fn was_present(db: &mut Db, session: &Session, person: PersonId, now: NaiveDateTime) -> Result<bool, Error> {
    let house = rulebook::in_force(db, session.starts_at)?;
    let stays = stays(db, session.id)?;
    Ok(stays.iter().any(|stay| stay.person == person && rules::is_presence(session, stay, &house, now)))
}

/// When the last session began that did so before an instant.
pub fn last_before(db: &mut Db, instant: NaiveDateTime) -> Result<Option<NaiveDateTime>, Error> {
    let last = sessions::table.filter(sessions::starts_at.lt(instant));
    Ok(last.select(diesel::dsl::max(sessions::starts_at)).first(db)?)
}

/// The sessions that start within `from..to`, in order.
pub fn between(db: &mut Db, from: NaiveDateTime, to: NaiveDateTime) -> Result<Vec<Session>, Error> {
    Ok(sessions::table
        .filter(sessions::starts_at.ge(from).and(sessions::starts_at.lt(to)))
        .order(sessions::starts_at)
        .load(db)?)
}

/// The same as a reader may know them: why one was cancelled is for the club, since it may name people.
pub fn told(db: &mut Db, reader: Viewpoint, from: NaiveDateTime, to: NaiveDateTime) -> Result<Vec<Session>, Error> {
    let mut sessions = between(db, from, to)?;
    if !reader.reads_the_club() {
        sessions.iter_mut().for_each(|session| session.cancel_reason = None);
    }
    Ok(sessions)
}

/// The sessions in which games were played; those online were played in none.
pub fn of_games(db: &mut Db, ids: &[GameId]) -> Result<HashMap<GameId, SessionId>, Error> {
    let rows: Vec<(GameId, Option<SessionId>)> = games::table
        .filter(games::id.eq_any(ids.iter().map(|id| id.0).collect::<Vec<_>>()))
        .select((games::id, games::session_id))
        .load(db)?;
    Ok(rows.into_iter().filter_map(|(game, session)| Some((game, session?))).collect())
}

/// A session that is not cancelled and runs at some instant of these.
pub fn overlapping(db: &mut Db, from: NaiveDateTime, to: NaiveDateTime) -> Result<Option<Session>, Error> {
    Ok(sessions::table
        .filter(sessions::cancelled_at.is_null())
        .filter(sessions::starts_at.le(to).and(sessions::ends_at.ge(from)))
        .first(db)
        .optional()?)
}

/// Another session that runs at some instant of these, or began with them.
pub fn another(
    db: &mut Db,
    session: SessionId,
    from: NaiveDateTime,
    to: NaiveDateTime,
) -> Result<Option<Session>, Error> {
    let runs = sessions::starts_at.le(to).and(sessions::ends_at.ge(from)).and(sessions::cancelled_at.is_null());
    Ok(sessions::table
        .filter(sessions::id.ne(session))
        .filter(runs.or(sessions::starts_at.eq(from)))
        .first(db)
        .optional()?)
}

/// Codes that live until the end of a session live until its new one.
pub fn move_codes(tx: &mut Tx, ended: NaiveDateTime, ends: NaiveDateTime) -> Result<(), Error> {
    diesel::update(invitations::table.filter(invitations::expires_at.eq(ended)))
        .set(invitations::expires_at.eq(ends))
        .execute(tx.db)?;
    Ok(())
}

/// Adds a session: an extra one, or one of a season that was played before the club was here.
pub fn add(
    tx: &mut Tx,
    starts_at: NaiveDateTime,
    ends_at: NaiveDateTime,
    room: &str,
    extra: bool,
) -> Result<SessionId, Error> {
    Ok(diesel::insert_into(sessions::table)
        .values((
            sessions::starts_at.eq(starts_at),
            sessions::ends_at.eq(ends_at),
            sessions::room.eq(room),
            sessions::extra.eq(extra),
        ))
        .returning(sessions::id)
        .get_result::<i64>(tx.db)
        .map(SessionId)?)
}

/// Cancels a session, or with no reason holds it after all.
pub fn set_cancelled(tx: &mut Tx, id: SessionId, cancelled: Option<(PersonId, &Message)>) -> Result<(), Error> {
    let at = cancelled.map(|_| tx.now);
    diesel::update(sessions::table.find(id))
        .set((
            sessions::cancelled_at.eq(at),
            sessions::cancelled_by.eq(cancelled.map(|(by, _)| by)),
            sessions::cancel_reason.eq(cancelled.map(|(_, reason)| Kept::of(reason.clone()))),
        ))
        .execute(tx.db)?;
    Ok(())
}

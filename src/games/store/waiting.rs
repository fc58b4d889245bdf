//! Games that wait for what their session brings, in the database.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;

use super::Row;
use crate::audit::Word;
use crate::db::{
    Db,
    schema::{acts, games},
};
use crate::error::Error;
use crate::games::State;
use crate::id::{PersonId, SessionId};
use crate::sessions::Session;
use crate::sessions::rules::hours::GOES_ON_WITHIN;

/// Games of a session that wait for this person to join, in the order they were played.
pub fn for_membership(db: &mut Db, session: SessionId, person: PersonId) -> Result<Vec<Row>, Error> {
    Ok(games::table
        .filter(games::session_id.eq(session))
        .filter(games::state.eq(State::AwaitingMembership))
        .filter(games::white_id.eq(person).or(games::black_id.eq(person)))
        .order((games::played_at, games::id))
        .load(db)?)
}

/// Games whose moderator or justice has not been there for long enough.
pub fn for_presence(db: &mut Db) -> Result<Vec<Row>, Error> {
    let waiting = games::table.filter(games::state.eq(State::AwaitingPresence));
    Ok(waiting.order((games::played_at, games::id)).load(db)?)
}

/// Games that wait for what a session brings.
pub fn of_session(db: &mut Db, session: SessionId) -> Result<Vec<Row>, Error> {
    Ok(games::table
        .filter(games::session_id.eq(session))
        .filter(games::state.eq_any([State::AwaitingMembership, State::AwaitingPresence]))
        .order(games::id)
        .load(db)?)
}

/// How many of these games lapsed.
pub fn lapsed_among(db: &mut Db, games: &[Row]) -> Result<usize, Error> {
    let ids: Vec<_> = games.iter().map(|row| row.id).collect();
    let lapsed = games::table.filter(games::id.eq_any(ids).and(games::state.eq(State::Lapsed)));
    let lapsed: i64 = lapsed.count().get_result(db)?;
    Ok(usize::try_from(lapsed).unwrap_or_default())
}

/// Of sessions that have closed, those that somebody ended just now and may yet go on with: nothing follows from their end.
pub fn may_go_on(db: &mut Db, closed: &[Session], now: NaiveDateTime) -> Result<Vec<SessionId>, Error> {
    let since = now - GOES_ON_WITHIN;
    let subject = |session: &Session| format!("session:{}", session.id);
    let lately = closed.iter().filter(|session| session.closes_at() >= since - TimeDelta::seconds(1));
    let lately: Vec<(SessionId, String)> = lately.map(|session| (session.id, subject(session))).collect();
    if lately.is_empty() {
        return Ok(Vec::new());
    }
    let ended: Vec<String> = acts::table
        .filter(acts::subject.eq_any(lately.iter().map(|(_, subject)| subject.as_str())))
        .filter(acts::act.eq(Word::SessionEnded).and(acts::at.ge(since)))
        .select(acts::subject)
        .load(db)?;
    Ok(lately.into_iter().filter(|(_, subject)| ended.contains(subject)).map(|(id, _)| id).collect())
}

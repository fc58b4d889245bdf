//! Games that wait for what their session brings, in the database.

use diesel::prelude::*;

use super::Row;
use crate::db::{Db, schema::games};
use crate::error::Error;
use crate::games::State;
use crate::id::{PersonId, SessionId};

/// Games of this person that wait for a moderator's approval, in the order they were played.
pub fn for_approval(db: &mut Db, person: PersonId) -> Result<Vec<Row>, Error> {
    Ok(games::table
        .filter(games::state.eq(State::AwaitingApproval))
        .filter(games::white_id.eq(person).or(games::black_id.eq(person)))
        .order((games::played_at, games::id))
        .load(db)?)
}

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

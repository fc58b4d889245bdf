//! Games that wait for what their session brings: a guest's joining (Act 0.12), or that a moderator or justice has
//! been in the room for long enough (Acts 0.6, 0.9; T43). They go on when that happens, and lapse when the session
//! closes before it does.

use diesel::prelude::*;
use serde_json::json;

use super::{Row, confirmations, facts, note_change, rate};
use crate::db::{Database, Db, Tx, schema::games};
use crate::error::Error;
use crate::games::rules::{self, Given, Oversight, Session, Stands};
use crate::games::{Authority, State};
use crate::id::{PersonId, SessionId};
use crate::notify;
use crate::rulebook;
use crate::sessions;

/// Lets the games of the session under way go on that waited for this person to join, in the order they were played;
/// one whose other player is a guest too waits on. Call it after the joining's own rating event.
pub fn rate_waiting(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    let Some(session) = sessions::store::session_at(tx.db, tx.now)? else { return Ok(()) };
    let waiting: Vec<Row> = games::table
        .filter(games::session_id.eq(session.id))
        .filter(games::state.eq(State::AwaitingMembership))
        .filter(games::white_id.eq(person).or(games::black_id.eq(person)))
        .order((games::played_at, games::id))
        .load(tx.db)?;
    waiting.iter().try_for_each(|row| go_on(tx, row).map(drop))
}

/// Lets games go on whose moderator or justice has been there for long enough; gives how many.
pub fn run(db: &Database) -> Result<usize, Error> {
    if db.read_now(waiting_for_presence)?.is_empty() {
        return Ok(0);
    }
    db.write_now(|tx| {
        let mut went_on = 0;
        for row in waiting_for_presence(tx.db)? {
            went_on += usize::from(go_on(tx, &row)?);
        }
        Ok(went_on)
    })
}

fn waiting_for_presence(db: &mut Db) -> Result<Vec<Row>, Error> {
    let waiting = games::table.filter(games::state.eq(State::AwaitingPresence));
    Ok(waiting.order((games::played_at, games::id)).load(db)?)
}

/// Ends the waiting of a session that has closed: its games go on or lapse; gives how many lapsed. Those never counted
/// as played, so no deduction follows from them.
pub fn lapse_waiting(tx: &mut Tx, session: SessionId) -> Result<usize, Error> {
    let waiting: Vec<Row> = games::table
        .filter(games::session_id.eq(session))
        .filter(games::state.eq_any([State::AwaitingMembership, State::AwaitingPresence]))
        .order(games::id)
        .load(tx.db)?;
    for row in &waiting {
        go_on(tx, row)?;
    }
    let lapsed: Vec<_> = waiting.iter().map(|row| row.id).collect();
    let lapsed: i64 =
        games::table.filter(games::id.eq_any(lapsed).and(games::state.eq(State::Lapsed))).count().get_result(tx.db)?;
    Ok(usize::try_from(lapsed).unwrap_or_default())
}

/// Moves a game on whose guest or moderator has come; false where it waits on.
fn go_on(tx: &mut Tx, row: &Row) -> Result<bool, Error> {
    let (act, why) = match row.state {
        State::AwaitingMembership => ("game.guest_joined", "The guest joined within the session."),
        _ => ("game.validated", "A moderator or justice was present."),
    };
    moves_on(tx, row, &Authority::SERVICE, act, why)
}

/// Moves a game on to where it stands now, which `act` did and `why`; false where it waits on.
pub(super) fn moves_on(tx: &mut Tx, row: &Row, by: &Authority, act: &str, why: &str) -> Result<bool, Error> {
    let Some(Stands { state, reason, acts }) = onward(tx, row)? else { return Ok(false) };
    diesel::update(games::table.find(row.id))
        .set((
            games::state.eq(state),
            games::state_reason.eq(&reason),
            games::state_acts.eq(serde_json::to_string(&acts)?),
            games::version.eq(games::version + 1),
        ))
        .execute(tx.db)?;
    if state == State::Rated {
        let place = facts::place(tx.db, row)?;
        rate(tx, row.id, row.white, row.black, row.result, row.online, place)?;
    }
    let (act, why) = match &reason {
        Some(reason) if state == State::Lapsed => ("game.lapsed", reason.as_str()),
        _ => (act, why),
    };
    note_change(tx, row, act, by, why)?;
    tell(tx, row, state, act, why)?;
    Ok(true)
}

/// Notifies the players of their game's new state, and moderators of a game that they have to approve.
fn tell(tx: &mut Tx, row: &Row, state: State, act: &str, why: &str) -> Result<(), Error> {
    if state == State::AwaitingApproval {
        notify::enqueue(tx, "game.awaiting_approval", None, &json!({ "game": row.id, "reason": why }))?;
    }
    for player in [row.white, row.black] {
        notify::enqueue(tx, act, Some(player), &json!({ "game": row.id, "reason": why }))?;
    }
    Ok(())
}

/// Tells the players of a game just entered that it waits for somebody to have been there long enough.
pub(super) fn tell_of_waiting(tx: &mut Tx, row: &Row) -> Result<(), Error> {
    for player in [row.white, row.black] {
        let told = json!({ "game": row.id, "reason": row.state_reason });
        notify::enqueue(tx, "game.awaiting_presence", Some(player), &told)?;
    }
    Ok(())
}

/// Where a game stands that waited, by the rule that said so at first; nothing where it waits on.
pub(super) fn onward(tx: &mut Tx, row: &Row) -> Result<Option<Stands>, Error> {
    let (at, now) = (row.played_at, tx.now);
    let house = rulebook::in_force(tx.db, at)?;
    let session = match row.session {
        Some(session) => sessions::store::session(tx.db, session)?,
        None => None,
    };
    let oversight = match &session {
        Some(session) => facts::oversight(tx.db, session, at, &house, now)?,
        None => Oversight::Present,
    };
    let times = session.as_ref().map(Session::from);
    let white = facts::player(tx, "white", row.white, at, times.as_ref())?;
    let black = facts::player(tx, "black", row.black, at, times.as_ref())?;
    let given = Given { approval: row.rematch_of.is_some(), confirmation: confirmations::is_given(tx.db, row.id)? };
    let stands = rules::stands([&white, &black], oversight, given, &house);
    let is_over = session.is_none_or(|session| session.closes_at() <= now);
    Ok(match stands.state {
        state if state.goes_on_by_itself() && is_over => Some(rules::lapsed(state, &house)),
        state if state == row.state => None,
        _ => Some(stands),
    })
}

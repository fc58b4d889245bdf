//! Games that wait for a guest to join: they are rated when that happens, and lapse when the session
//! closes before it does (Act 0.12).

use diesel::prelude::*;
use serde_json::json;

use super::afterwards::set_state;
use super::{Row, Ruling, facts, note_change, rate};
use crate::conduct;
use crate::db::{Tx, schema::games};
use crate::error::{Act, Error};
use crate::games::rules::Standing;
use crate::games::{Authority, State};
use crate::id::{PersonId, SessionId};
use crate::notify;
use crate::sessions;

/// Rates the games of the session under way that waited for this person to join, in the order they
/// were played. One whose other player is a guest too waits on; a monitored player's goes to the
/// moderators next. Call it after the joining's own rating event.
pub fn rate_waiting(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    let Some(session) = sessions::store::session_at(tx.db, tx.now)? else { return Ok(()) };
    let waiting: Vec<Row> = games::table
        .filter(games::session_id.eq(session.id))
        .filter(games::state.eq(State::AwaitingMembership))
        .filter(games::white_id.eq(person).or(games::black_id.eq(person)))
        .order((games::played_at, games::id))
        .load(tx.db)?;
    for row in waiting {
        let Some(Onward { state, reason, acts }) = onward(tx, &row)? else { continue };
        diesel::update(games::table.find(row.id))
            .set((
                games::state.eq(state),
                games::state_reason.eq(&reason),
                games::state_acts.eq(acts),
                games::version.eq(games::version + 1),
            ))
            .execute(tx.db)?;
        if state == State::Rated {
            let place = facts::place(tx.db, &row)?;
            rate(tx, row.id, row.white, row.black, row.result, row.online, place)?;
        } else {
            notify::enqueue(tx, "game.awaiting_approval", None, &json!({ "game": row.id, "reason": reason }))?;
        }
        note_change(tx, &row, "game.guest_joined", &Authority::SERVICE, "The guest joined within the session.")?;
    }
    Ok(())
}

/// Lapses the games of a session that has closed whose guests did not join within it; gives how many.
/// They never counted as played, so no deduction follows from it.
pub fn lapse_waiting(tx: &mut Tx, session: SessionId) -> Result<usize, Error> {
    let waiting: Vec<Row> = games::table
        .filter(games::session_id.eq(session).and(games::state.eq(State::AwaitingMembership)))
        .order(games::id)
        .load(tx.db)?;
    let ruling = Ruling { reason: "Nobody joined within the session.".to_owned(), act: Act::new("0.12") };
    for row in &waiting {
        set_state(tx, row.id, State::Lapsed, &Authority::SERVICE, Some(&ruling))?;
        note_change(tx, row, "game.lapsed", &Authority::SERVICE, &ruling.reason)?;
    }
    Ok(waiting.len())
}

/// Where a game goes that waited for a guest.
pub(super) struct Onward {
    pub state: State,
    pub reason: Option<String>,
    pub acts: String,
}

/// A game whose players have all joined is rated, or a monitored player's waits for approval; with a
/// guest in it, it waits on (nothing) until the session is over.
pub(super) fn onward(tx: &mut Tx, row: &Row) -> Result<Option<Onward>, Error> {
    let session = match row.session {
        Some(session) => sessions::store::session(tx.db, session)?,
        None => None,
    };
    let closes_at = session.map(|session| session.closes_at());
    let mut guests = false;
    let mut monitored = false;
    for player in [row.white, row.black] {
        guests |= facts::standing(tx.db, player, row.played_at, closes_at)? == Standing::Guest;
        monitored |= conduct::store::monitored_at(tx.db, player, tx.now)?.is_some();
    }
    let is_over = closes_at.is_none_or(|closes_at| closes_at <= tx.now);
    let (state, reason, acts) = match (guests, monitored) {
        (true, _) if is_over => (State::Lapsed, Some("Nobody joined within the session."), r#"["0.12"]"#),
        (true, _) => return Ok(None),
        (false, true) => {
            let reason = "A player is monitored: a moderator has to approve it.";
            (State::AwaitingApproval, Some(reason), r#"["II.10.4"]"#)
        }
        (false, false) => (State::Rated, None, "[]"),
    };
    Ok(Some(Onward { state, reason: reason.map(str::to_owned), acts: acts.to_owned() }))
}

//! Games that wait for what their session brings: a guest's joining (Act 0.12), or that a moderator or justice has
//! been in the room for long enough (Acts 0.6, 0.9; T43). They continue when that happens, and lapse if the
//! session closes first.

use rookery_messages::{Message, say};
use serde_json::json;

use super::State;
use super::actions::{between, changed};
use super::rules::{self, AlreadyGiven, Oversight, Session, Stands};
use super::store::facts::{self, Players};
use super::store::{self, Row, confirmations, waiting};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::db::{Cited, Database, Kept, Tx};
use crate::error::Error;
use crate::id::{PersonId, SessionId};
use crate::notify::Topic;
use crate::{rulebook, sessions};

/// Lets the games of the session under way go on that waited for this person to join, in the order they were played;
/// one whose other player is a guest too waits on. Call it after the joining's own rating event.
pub fn rate_waiting(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    let Some(session) = sessions::store::session_at(tx.db, tx.now)? else { return Ok(()) };
    let waiting = waiting::for_membership(tx.db, session.id, person)?;
    waiting.iter().try_for_each(|row| go_on(tx, row).map(drop))
}

/// Continues games whose moderator or justice has been present for long enough; returns how many.
pub fn run(db: &Database) -> Result<usize, Error> {
    if db.read_now(waiting::for_presence)?.is_empty() {
        return Ok(0);
    }
    db.write_now(|tx| {
        let mut went_on = 0;
        for row in waiting::for_presence(tx.db)? {
            went_on += usize::from(go_on(tx, &row)?);
        }
        Ok(went_on)
    })
}

/// Ends the waiting of a session that has closed: its games go on or lapse; returns how many lapsed. Those never counted
/// as played, so no deduction follows from them.
pub fn lapse_waiting(tx: &mut Tx, session: SessionId) -> Result<usize, Error> {
    let waiting = waiting::of_session(tx.db, session)?;
    for row in &waiting {
        go_on(tx, row)?;
    }
    waiting::lapsed_among(tx.db, &waiting)
}

/// Moves a game on whose guest or moderator has come; false where it waits on.
fn go_on(tx: &mut Tx, row: &Row) -> Result<bool, Error> {
    let rests_on = if row.state == State::AwaitingMembership { "0.12" } else { "0.9" };
    perform(tx, &By::service(rests_on), &GoOn(row))
}

struct GoOn<'a>(&'a Row);

impl Action for GoOn<'_> {
    type Done = bool;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<bool>, Error> {
        let (word, why) = match self.0.state {
            State::AwaitingMembership => (Word::GameGuestJoined, say!("The guest joined within the session.")),
            _ => (Word::GameValidated, say!("A moderator or justice was present.")),
        };
        let moved_on = moves_on(tx, self.0, by, word, &why)?;
        Ok(moved_on.map_or(Deed::of_its_parts(false), |record| record.done(true)))
    }
}

/// Moves a game on to where it stands now, which `word` did and `why`: its players are told, and moderators of a game
/// that they have to approve. `None` if it still waits.
pub(super) fn moves_on(tx: &mut Tx, row: &Row, by: &By, word: Word, why: &Message) -> Result<Option<Record>, Error> {
    let Some(Stands { state, reason, acts }) = onward(tx, row)? else { return Ok(None) };
    let after = Row { state, state_reason: reason.map(Kept::of), state_acts: Cited::of(acts), ..row.clone() };
    store::put(tx, &after)?;
    if state.counts() {
        store::rate_now(tx, row)?;
    }
    let (word, why) = match &after.state_reason {
        Some(reason) if state == State::Lapsed => (Word::GameLapsed, &**reason),
        _ => (word, why),
    };
    let told = json!({ "game": row.id, "reason": why, "played": between(row.players()) });
    let mut record = changed(tx, row, word, by, why)?;
    if state == State::AwaitingApproval {
        record = record.tell_of(Topic::GameAwaitingApproval, None, told.clone());
    }
    Ok(Some(row.players().into_iter().fold(record, |record, player| record.tell_what(Some(player), told.clone()))))
}

/// The state that a waiting game goes on to, by the same rule that made it wait; `None` if it still waits.
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
    let Players { white, black, .. } = facts::players(tx, row.players(), at, times.as_ref(), None)?;
    let given =
        AlreadyGiven { approval: row.rematch_of.is_some(), confirmation: confirmations::is_given(tx.db, row.id)? };
    let stands = rules::stands([&white, &black], oversight, given, &house);
    let is_over = match &session {
        Some(session) if session.closes_at() <= now => {
            sessions::store::may_go_on(tx.db, std::slice::from_ref(session), now)?.is_empty()
        }
        Some(_) => false,
        None => true,
    };
    Ok(match stands.state {
        state if state.goes_on_by_itself() && is_over => Some(rules::lapsed(state, &house)),
        state if state == row.state => None,
        _ => Some(stands),
    })
}

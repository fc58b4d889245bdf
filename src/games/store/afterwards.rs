//! Approval, correction, voiding and restoring, in the database.

use diesel::prelude::*;
use rookery_messages::say;
use serde_json::json;

use super::objections;
use super::waiting::onward;
use super::{Moved, Row, acts_of, confirmations, facts, held, moving, note_change, rate, recount, rematches, row};
use crate::conduct::declarations::{self, Exercise, NewDeclaration};
use crate::db::{
    Db, Tx,
    schema::{game_changes, games},
};
use crate::error::{Act, Error, Refusal};
use crate::games::record::{Record, Stated};
use crate::games::{Authority, Ending, State, rules};
use crate::id::GameId;
use crate::notify;
use crate::ratings::Outcome;
use crate::ratings::store::{Cause, correct_game, void_game};
use crate::rulebook;

/// Why something is done to a game, and by which Act.
#[derive(Clone, Debug)]
pub struct Ruling {
    pub reason: String,
    pub act: Act,
}

impl Ruling {
    /// As somebody with a power gives it: a reason to be published, and an Act in force (Act III.2.4).
    pub fn read(tx: &mut Tx, reason: &str, act: &str) -> Result<Ruling, Error> {
        let reason = rules::afterwards::reason(reason, "III.2.4");
        let act = match rulebook::cited(tx.db, tx.now, "act", act, "III.2.4") {
            Ok(act) => Ok(act),
            Err(Error::Refused(refusal)) => Err(*refusal),
            Err(other) => return Err(other),
        };
        Refusal::together([act.as_ref().err(), reason.as_ref().err()].into_iter().flatten().cloned().collect())?;
        Ok(Ruling { reason: reason?, act: act? })
    }

    pub(super) fn cause(&self, what: &str, id: GameId) -> Cause {
        Cause { text: format!("Game {id} {what}: {}", self.reason), acts: vec![self.act.clone()], correction: true }
    }
}

/// Puts a game into a state. Where decisions hold it void, that is what it will come back to, and false is given.
pub(super) fn set_state(
    tx: &mut Tx,
    id: GameId,
    state: State,
    by: &Authority,
    ruling: Option<&Ruling>,
) -> Result<bool, Error> {
    let reason = ruling.map(|ruling| ruling.reason.as_str());
    let acts: Vec<&Act> = ruling.iter().map(|ruling| &ruling.act).collect();
    let acts = serde_json::to_string(&acts)?;
    if held::change_beneath(tx, id, state, reason, &acts)? {
        return Ok(false);
    }
    diesel::update(games::table.find(id))
        .set((
            games::state.eq(state),
            games::state_reason.eq(reason),
            games::state_acts.eq(acts),
            games::decided_by.eq(by.person),
            games::decided_at.eq(tx.now),
            games::version.eq(games::version + 1),
        ))
        .execute(tx.db)?;
    objections::follow(tx, id, state)?;
    Ok(true)
}

/// Approves a monitored player's game: it is rated where it was played (Act II.10.4, T13).
pub fn approve(tx: &mut Tx, id: GameId, by: &Authority, reason: &str) -> Result<(), Error> {
    let before = row(tx.db, id)?;
    rules::afterwards::approval(&before.game(), by)?;
    set_state(tx, id, State::Rated, by, None)?;
    let place = facts::place(tx.db, &before)?;
    rate(tx, id, before.white, before.black, before.result, before.online, place)?;
    let ruling = Ruling { reason: reason.to_owned(), act: Act::new("II.10.4") };
    declare(tx, by, Exercise::Approval, &ruling, id, "counts")?;
    note_change(tx, &before, "game.approved", by, reason)
}

/// Refuses approval: the game ends unrated.
pub fn refuse(tx: &mut Tx, id: GameId, by: &Authority, reason: &str) -> Result<(), Error> {
    let before = row(tx.db, id)?;
    rules::afterwards::approval(&before.game(), by)?;
    let ruling = Ruling { reason: reason.to_owned(), act: Act::new("II.10.4") };
    set_state(tx, id, State::Refused, by, Some(&ruling))?;
    rematches::follow(tx, &before, State::Refused, by, &ruling.cause("refused", id))?;
    let moved = moving(tx, &before, |tx| {
        recount(tx, before.white, before.black, before.played_at, &format!("Game {id} was refused"))
    })?;
    tell_players(tx, &before, "game.refused", &ruling, moved)?;
    declare(tx, by, Exercise::RefusedApproval, &ruling, id, "does not count")?;
    note_change(tx, &before, "game.refused", by, reason)
}

/// What a game's result should have been.
#[derive(Clone, Debug)]
pub struct Correction {
    pub result: Option<Outcome>,
    pub ending: Ending,
    /// What was captured, where that was miscounted at the bell.
    pub captures: Option<Stated>,
}

/// Corrects a result (T24); what is known of the moves has to agree with it.
pub fn correct(tx: &mut Tx, id: GameId, by: &Authority, correction: &Correction, reason: &str) -> Result<(), Error> {
    let before = row(tx.db, id)?;
    let &Correction { result, ending, captures } = correction;
    rules::afterwards::correction(&before.game(), by, ending)?;
    held::must_be_free(tx.db, id)?;
    let captures = captures.or(if ending == Ending::Bell { stated(&before)? } else { None });
    let record = Record::read(before.moves.as_deref(), before.final_position.as_deref(), captures);
    let house = rulebook::in_force(tx.db, before.played_at)?;
    let settled = record?.settle(ending, result, &house).map_err(rules::refused)?;
    let decision = settled.decision.as_ref().map(serde_json::to_string).transpose()?;
    // T48: one that changes nothing is no correction.
    if (settled.result, ending, &decision) == (before.result, before.ending, &before.captures) {
        return Err(Refusal::field("result", say!("The game has this result and this ending already."))
            .act("II.4")
            .into());
    }
    diesel::update(games::table.find(id))
        .set((
            games::result.eq(settled.result),
            games::ending.eq(ending),
            games::captures.eq(decision),
            games::version.eq(games::version + 1),
        ))
        .execute(tx.db)?;
    let ruling = Ruling { reason: reason.to_owned(), act: Act::new("II.4") };
    let mut moved = Moved::default();
    if before.state == State::Rated && before.result != settled.result {
        let cause = ruling.cause("corrected", id);
        moved = moving(tx, &before, |tx| correct_game(tx, id, settled.result, &cause))?;
    }
    tell_players(tx, &before, "game.corrected", &ruling, moved)?;
    declare(tx, by, Exercise::Correction, &ruling, id, &format!("ended with the result: {}", settled.result))?;
    note_change(tx, &before, "game.corrected", by, reason)?;
    confirmations::decided(tx, id)
}

/// The captures that the bell's decision was made from, where they were stated.
fn stated(row: &Row) -> Result<Option<Stated>, Error> {
    let Some(decision) = &row.captures else { return Ok(None) };
    let decision: serde_json::Value = serde_json::from_str(decision)?;
    if decision["source"] != "stated_captures" {
        return Ok(None);
    }
    let captures = |side: &str| serde_json::from_value(decision[side]["captures"].clone());
    Ok(Some(Stated { white: captures("white")?, black: captures("black")? }))
}

/// Undoes a game as though it never happened: for the Chief Justice, independent moderators, and
/// the capabilities that act on a decision or judgment (with [`Authority::SERVICE`]).
pub fn void(tx: &mut Tx, id: GameId, by: &Authority, ruling: &Ruling) -> Result<(), Error> {
    let before = row(tx.db, id)?;
    rules::afterwards::void(&before.game(), &ruling.act, by)?;
    let moved = undo(tx, &before, by, ruling, "voided")?;
    tell_players(tx, &before, "game.voided", ruling, moved)?;
    declare(tx, by, Exercise::Voiding, ruling, id, "is void")?;
    note_change(tx, &before, "game.voided", by, &ruling.reason)
}

/// Makes a game void, as though it never happened; `what` the ledger calls that.
pub(super) fn undo(tx: &mut Tx, game: &Row, by: &Authority, ruling: &Ruling, what: &str) -> Result<Moved, Error> {
    let (id, cause) = (game.id, ruling.cause(what, game.id));
    set_state(tx, id, State::Void, by, Some(ruling))?;
    let moved = moving(tx, game, |tx| {
        void_game(tx, id, &cause)?;
        recount(tx, game.white, game.black, game.played_at, &format!("Game {id} was {what}"))
    })?;
    rematches::follow(tx, game, State::Void, by, &cause)?;
    Ok(moved)
}

/// Brings a void game back to where it stood.
pub fn restore(tx: &mut Tx, id: GameId, by: &Authority, ruling: &Ruling) -> Result<(), Error> {
    let before = row(tx.db, id)?;
    rules::afterwards::restore(&before.game(), &acts_of(&before.state_acts)?, by)?;
    held::must_be_free(tx.db, id)?;
    let state = stood(tx.db, id)?;
    let state = if state.goes_on_by_itself() {
        onward(tx, &Row { state, ..before.clone() })?.map_or(state, |onward| onward.state)
    } else {
        state
    };
    let cause = ruling.cause("restored", id);
    if !rematches::follow(tx, &before, state, by, &cause)? {
        let detail =
            say!("It was a rematch, and the game that it was played for is void or was settled otherwise since.");
        return Err(Refusal::conflict(say!("No game to replace"), detail).act("I.6").into());
    }
    set_state(tx, id, state, by, None)?;
    let moved = moving(tx, &before, |tx| {
        if state == State::Rated {
            held::count_again(tx, &before, &cause)?;
        }
        recount(tx, before.white, before.black, before.played_at, &format!("Game {id} was restored"))
    })?;
    tell_players(tx, &before, "game.restored", ruling, moved)?;
    // A person's reason stands in the restoration's own declaration.
    let undone_by = if by.person.is_some() { format!("Restoration of game {id}") } else { ruling.reason.clone() };
    declarations::store::set_undone(tx, &declared(Exercise::Voiding, id), Some(&undone_by))?;
    declare(tx, by, Exercise::Restoration, ruling, id, &format!("is {state} again"))?;
    note_change(tx, &before, "game.restored", by, &ruling.reason)
}

/// How a game stood before it was made void the last time.
pub(super) fn stood(db: &mut Db, id: GameId) -> Result<State, Error> {
    let told: Option<String> = game_changes::table
        .filter(game_changes::game_id.eq(id))
        .filter(game_changes::act.eq_any(["game.voided", "game.taken_back"]))
        .order(game_changes::id.desc())
        .select(game_changes::before)
        .first(db)
        .optional()?;
    let told: Option<serde_json::Value> = told.map(|text| serde_json::from_str(&text)).transpose()?;
    Ok(told.and_then(|told| serde_json::from_value(told["state"].clone()).ok()).unwrap_or(State::Rated))
}

/// What the declarations call something done to a game.
pub fn declared(exercise: Exercise, id: GameId) -> String {
    format!("game:{id}:{exercise}")
}

/// Declares what somebody with a power did to a game (Act III.2.4); what the service does follows
/// from a decision or judgment, which has a declaration of its own.
pub(super) fn declare(
    tx: &mut Tx,
    by: &Authority,
    exercise: Exercise,
    ruling: &Ruling,
    id: GameId,
    effect: &str,
) -> Result<(), Error> {
    if by.person.is_none() {
        return Ok(());
    }
    let declaration = NewDeclaration {
        exercise,
        by: by.person,
        person: None,
        act: ruling.act.clone(),
        reason: ruling.reason.clone(),
        effect: format!("Game {id} {effect}."),
        subject: declared(exercise, id),
    };
    declarations::store::publish(tx, &declaration)?;
    Ok(())
}

/// Tells both players what was done to their game and by whom, and each what it did to their own score.
pub(super) fn tell_players(tx: &mut Tx, game: &Row, topic: &str, ruling: &Ruling, moved: Moved) -> Result<(), Error> {
    let now = row(tx.db, game.id)?;
    // Who made it stand otherwise has declared it (T28); nobody where the service carried something out.
    let by = now.decided_by.filter(|_| now.state != game.state);
    let told = json!({ "game": game.id, "online": game.online, "reason": ruling.reason, "acts": [ruling.act] });
    for (player, moved) in [game.white, game.black].into_iter().zip(moved) {
        let mut told = told.clone();
        told["points_moved"] = moved.into();
        if let Some(by) = by {
            told["by"] = by.0.into();
        }
        notify::enqueue(tx, topic, Some(player), &told)?;
    }
    Ok(())
}

/// The game of an objection, lost by forfeit by the one who did not play its rematch (Act I.6).
pub(super) fn forfeit(tx: &mut Tx, id: GameId, by: &Authority, result: Outcome, reason: &str) -> Result<(), Error> {
    let before = row(tx.db, id)?;
    diesel::update(games::table.find(id))
        .set((games::result.eq(result), games::ending.eq(Ending::Forfeit), games::version.eq(games::version + 1)))
        .execute(tx.db)?;
    let ruling = Ruling { reason: reason.to_owned(), act: Act::new("I.6") };
    let mut moved = Moved::default();
    if before.result != result {
        let cause = ruling.cause("forfeited", id);
        moved = moving(tx, &before, |tx| correct_game(tx, id, result, &cause))?;
    }
    tell_players(tx, &before, "game.forfeited", &ruling, moved)?;
    note_change(tx, &before, "game.forfeited", by, reason)
}

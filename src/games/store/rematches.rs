//! A game and its rematch (Act I.6): only one of them counts. The rematch takes the game's place; void or not
//! approved it gives the place back, and standing again it takes it again.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::afterwards::{Ruling, set_state, tell_players};
use super::held::count_again;
use super::{Row, moving, note_change, row};
use crate::db::{Tx, schema::objections};
use crate::error::{Act, Error};
use crate::games::rules::afterwards::ObjectionState;
use crate::games::{Authority, State};
use crate::id::{GameId, PersonId};
use crate::ratings::store::{Cause, void_game};

/// Makes the game that a rematch was played for follow the rematch into another state. Gives false where the
/// rematch cannot stand again, for the objection to the game is no longer open.
pub(super) fn follow(tx: &mut Tx, rematch: &Row, state: State, by: &Authority, cause: &Cause) -> Result<bool, Error> {
    let Some(game) = rematch.rematch_of else { return Ok(true) };
    match (rematch.state.stands(), state.stands()) {
        (true, false) => {
            give_back(tx, game, rematch.id, by, cause)?;
            Ok(true)
        }
        (false, true) => take_again(tx, game, rematch, by),
        _ => Ok(true),
    }
}

fn give_back(tx: &mut Tx, game: GameId, rematch: GameId, by: &Authority, cause: &Cause) -> Result<(), Error> {
    let played = objections::table.filter(objections::rematch_id.eq(rematch));
    diesel::update(played)
        .set((
            objections::state.eq(ObjectionState::Open),
            objections::closed_at.eq(None::<NaiveDateTime>),
            objections::overseer_id.eq(None::<PersonId>),
            objections::rematch_id.eq(None::<GameId>),
        ))
        .execute(tx.db)?;
    let before = row(tx.db, game)?;
    if !set_state(tx, game, State::Rated, by, None)? {
        return Ok(());
    }
    let moved = moving(tx, &before, |tx| count_again(tx, &before, cause))?;
    let reason = format!("Game {rematch}, the rematch, does not stand.");
    let ruling = Ruling { reason, act: Act::new("I.6") };
    tell_players(tx, &before, "game.restored", &ruling, moved)?;
    note_change(tx, &before, "game.restored", by, &ruling.reason)
}

fn take_again(tx: &mut Tx, game: GameId, rematch: &Row, by: &Authority) -> Result<bool, Error> {
    // It has lapsed where a decision holds the game meanwhile.
    let unsettled = [ObjectionState::Open, ObjectionState::Lapsed];
    let taken = diesel::update(objections::table)
        .filter(objections::game_id.eq(game).and(objections::state.eq_any(unsettled)))
        .set((
            objections::state.eq(ObjectionState::Played),
            objections::closed_at.eq(tx.now),
            objections::overseer_id.eq(rematch.overseer),
            objections::rematch_id.eq(rematch.id),
        ))
        .execute(tx.db)?;
    if taken > 0 {
        replace(tx, game, by, rematch.id)?;
    }
    Ok(taken > 0)
}

/// Puts a rematch into its game's place.
pub(super) fn replace(tx: &mut Tx, game: GameId, by: &Authority, rematch: GameId) -> Result<(), Error> {
    let before = row(tx.db, game)?;
    let ruling = Ruling { reason: format!("Game {rematch}, the rematch, stands in its place."), act: Act::new("I.6") };
    if !set_state(tx, game, State::Replaced, by, Some(&ruling))? {
        return Ok(());
    }
    void_game(tx, game, &ruling.cause("replaced", game))?;
    note_change(tx, &before, "game.replaced", by, &ruling.reason)
}

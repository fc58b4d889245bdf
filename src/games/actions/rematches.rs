//! A game and its rematch (Act I.6): only one of them counts. The rematch replaces the game. If the rematch
//! becomes void or is not approved, the game counts again; if the rematch is restored, it replaces the game
//! again.

use rookery_messages::say;

use super::scores::{Doing, moving};
use super::telling::{changed, changed_and_told};
use crate::action::{Action, By, Deed, perform};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::Error;
use crate::games::State;
use crate::games::rules::afterwards::Ruling;
use crate::games::store::{self, Row, objections};
use crate::id::GameId;
use crate::ratings::store::{Cause, void_game};

/// Updates the game of a rematch when the rematch changes its state. Gives false where the rematch cannot
/// stand again, for the objection to the game is no longer open.
pub(super) fn follow(tx: &mut Tx, rematch: &Row, state: State, by: &By, cause: &Cause) -> Result<bool, Error> {
    let Some(game) = rematch.rematch_of else { return Ok(true) };
    match (rematch.state.stands(), state.stands()) {
        (true, false) => {
            perform(tx, by, &StandAgain { game, rematch: rematch.id, cause })?;
            Ok(true)
        }
        (false, true) => {
            let takes = objections::take_again(tx, game, rematch)?;
            if takes {
                perform(tx, by, &Replace { game, rematch: rematch.id })?;
            }
            Ok(takes)
        }
        _ => Ok(true),
    }
}

/// The game counts again whose rematch does not stand.
struct StandAgain<'a> {
    game: GameId,
    rematch: GameId,
    cause: &'a Cause,
}

impl Action for StandAgain<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &StandAgain { game, rematch, cause } = self;
        objections::open_again(tx, rematch)?;
        let before = store::row(tx.db, game)?;
        if !store::set_state(tx, game, State::Rated, by.person(), None)? {
            return Ok(Deed::of_its_parts(()));
        }
        let moved = moving(tx, &before, |tx| store::count_again(tx, &before, cause))?;
        let ruling = Ruling::new(say!("Game {game}, the rematch, does not stand.", game = rematch.0), "I.6");
        Ok(changed_and_told(tx, &before, Word::GameRestored, by, &ruling, moved)?.done(()))
    }
}

/// Puts a rematch into its game's place.
pub(super) struct Replace {
    pub game: GameId,
    pub rematch: GameId,
}

impl Action for Replace {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &Replace { game, rematch } = self;
        let before = store::row(tx.db, game)?;
        let ruling = Ruling::new(say!("Game {game}, the rematch, stands in its place.", game = rematch.0), "I.6");
        if !store::set_state(tx, game, State::Replaced, by.person(), Some(&ruling))? {
            return Ok(Deed::of_its_parts(()));
        }
        void_game(tx, game, &Doing::Replaced.cause(&ruling, game))?;
        Ok(changed(tx, &before, Word::GameReplaced, by, &ruling.reason)?.done(()))
    }
}

//! Actions: the effects on a game of decisions in force (Acts I.2.1, II.5), and of a judgment about such a game.

use rookery_messages::say;
use serde_json::json;

use super::rematches;
use super::scores::{deduct_again, moving};
use super::telling::{between, changed};
use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::db::{Cited, Kept, Tx};
use crate::error::{Act, Error};
use crate::games::rules::Stands;
use crate::games::rules::afterwards::Ruling;
use crate::games::rules::played;
use crate::games::store::held_games::{self, Before, Holding};
use crate::games::store::{self, Row, objections};
use crate::games::waiting::onward;
use crate::games::{Ending, State};
use crate::id::GameId;
use crate::notify::Topic;
use crate::ratings::Outcome;
use crate::ratings::store::{Cause, correct_game, void_game};

/// Makes a game what the standing decisions make of it, and what it was before where they no longer do.
pub struct Hold<'a> {
    pub game: GameId,
    pub holding: Holding,
    pub cause: &'a Cause,
}

impl Action for Hold<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &Hold { game: id, holding, cause } = self;
        let found = store::row(tx.db, id)?;
        let known = held_games::before(tx.db, id)?;
        let (mut game, mut kept) = (found.clone(), known.clone());
        hold_result(&mut game, &mut kept, holding.forfeit);
        hold_state(tx, &mut game, &mut kept, holding.void, cause)?;
        // A game that was void already is held all the same.
        if kept != known {
            held_games::keep(tx, id, &kept)?;
        }
        if !rematches::follow(tx, &found, game.state, by, cause)? {
            game.state = State::Void;
            let reason = say!("It was a rematch, and the game that it was played for was settled otherwise since.");
            game.state_reason = Some(Kept::of(reason));
            game.state_acts = Cited::of(vec![Act::new("I.6")]);
        }
        let was = |row: &Row| (row.state, row.state_acts.clone(), row.result, row.ending);
        if was(&game) == was(&found) {
            return Ok(Deed::of_its_parts(()));
        }
        store::put(tx, &game)?;
        let moved = moving(tx, &found, |tx| {
            reckon(tx, &found, &game, cause)?;
            deduct_again(tx, &found, &cause.text)
        })?;
        let counts = if kept == Before::default() { game.state } else { State::Void };
        objections::follow(tx, id, counts)?;
        let told = json!({
            "game": id, "state": game.state, "result": game.result, "reason": cause.text,
            "played": between(game.players()),
        });
        let tell = |record: Record, (player, moved): (_, Option<i64>)| {
            let mut told = told.clone();
            told["points_moved"] = moved.into();
            record.tell_of(Topic::GameDecided, Some(player), told)
        };
        let record = changed(tx, &found, Word::GameDecided, by, &cause.text)?;
        Ok(found.players().into_iter().zip(moved).fold(record, tell).done(()))
    }
}

fn hold_result(game: &mut Row, kept: &mut Before, forfeit: Option<Outcome>) {
    if let Some(result) = forfeit {
        kept.result.get_or_insert(game.result);
        kept.ending.get_or_insert(game.ending);
        (game.result, game.ending) = (result, Ending::Forfeit);
    } else if let (Some(result), Some(ending)) = (kept.result.take(), kept.ending.take()) {
        (game.result, game.ending) = (result, ending);
    }
}

fn hold_state(tx: &mut Tx, game: &mut Row, kept: &mut Before, void: bool, cause: &Cause) -> Result<(), Error> {
    match (void, kept.state) {
        (true, None) => {
            kept.state = Some(game.state);
            kept.state_reason = game.state_reason.take();
            kept.state_acts = Some(std::mem::take(&mut game.state_acts));
            game.state = State::Void;
            game.state_reason = Some(Kept::of(cause.text.clone()));
            game.state_acts = Cited::of(vec![played::FRAUD]);
        }
        (false, Some(state)) => {
            game.state = state;
            game.state_reason = kept.state_reason.take().filter(|_| !state.counts());
            game.state_acts = kept.state_acts.take().unwrap_or_default();
            kept.state = None;
            if state.goes_on_by_itself()
                && let Some(Stands { state, reason, acts }) = onward(tx, game)?
            {
                (game.state, game.state_reason, game.state_acts) = (state, reason.map(Kept::of), Cited::of(acts));
            }
        }
        _ => {}
    }
    Ok(())
}

/// Makes the ratings follow from what changed about a game.
pub(super) fn reckon(tx: &mut Tx, before: &Row, after: &Row, cause: &Cause) -> Result<(), Error> {
    let (counted, counts) = (before.state.counts(), after.state.counts());
    if counted && !counts {
        void_game(tx, before.id, cause)?;
    }
    if before.result != after.result {
        correct_game(tx, before.id, after.result, cause)?;
    }
    if counts && !counted {
        store::count_again(tx, after, cause)?;
    }
    Ok(())
}

/// The Court makes a game void, or brings it back, that decisions hold void all the same (Acts I.9.7, I.9.10).
pub struct JudgeBeneath<'a> {
    pub game: GameId,
    pub void: bool,
    pub ruling: &'a Ruling,
}

impl Action for JudgeBeneath<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &JudgeBeneath { game: id, void, ruling } = self;
        let game = store::row(tx.db, id)?;
        let (state, acts) =
            if void { (State::Void, vec![ruling.act.clone()]) } else { (store::stood(tx.db, id)?, Vec::new()) };
        held_games::change_beneath(tx, id, state, Some(Kept::of(ruling.reason.clone())), Cited::of(acts))?;
        Ok(changed(tx, &game, Word::GameDecided, by, &ruling.reason)?.done(()))
    }
}

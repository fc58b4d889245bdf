//! Actions: undoing a decision about a game, by the person who made it a moment ago.

use rookery_messages::say;

use super::held_games::reckon;
use super::scores::{Doing, deduct_again, moving};
use super::telling::{changed, changed_and_told, declared};
use super::voiding::make_void;
use crate::action::{Action, By, Deed, perform};
use crate::audit::Word;
use crate::conduct::declarations::{self, Exercise};
use crate::db::{Cited, Kept, Tx};
use crate::error::Error;
use crate::games::rules::Stands;
use crate::games::rules::afterwards::{Ruling, undoing};
use crate::games::rules::history::Stood;
use crate::games::store::{self, Row, confirmations, objections, timed};
use crate::games::waiting::onward;
use crate::id::GameId;
use crate::ratings::store::Cause;

/// Undoes an approval, its refusal, a correction, the settlement of a dispute or of an objection within a minute: the game is
/// as it was before, and so are its players' scores.
pub struct Undo(pub GameId);

impl Action for Undo {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let id = self.0;
        let found = store::row(tx.db, id)?;
        let last = store::last_decision(tx.db, &found)?;
        undoing(&found.game(), last.map(|last| (last.by, last.at)), by, tx.now)?;
        let Some(last) = last else { return Err(Error::internal("nothing was decided about the game")) };
        let ruling = Ruling::new(say!("It was decided by mistake."), "III.2.2");
        objections::unsettle(tx, id, last.at)?;
        if let Some(rematch) = last.rematch {
            perform(tx, by, &TakeRematch { rematch, ruling: &ruling })?;
        }
        // As it is now: a rematch that is taken back has given the game its place again.
        let found = store::row(tx.db, id)?;
        confirmations::reopen(tx, id, last.at)?;
        let game = before(tx, &found, last.before)?;
        store::put(tx, &game)?;
        if game.state != found.state || last.rematch.is_some() {
            store::set_decider(tx, id, None)?;
            objections::follow(tx, id, game.state)?;
        }
        let why = say!("A decision about game {game} was taken back", game = id.0);
        let cause = Cause { text: why.clone(), acts: vec!["III.2.2".into()], correction: true };
        let moved = moving(tx, &found, |tx| {
            reckon(tx, &found, &game, &cause)?;
            deduct_again(tx, &found, &why)
        })?;
        let exercises =
            [Exercise::Approval, Exercise::RefusedApproval, Exercise::Correction, Exercise::Voiding, Exercise::Rematch];
        let subjects = exercises.map(|exercise| declared(exercise, id));
        declarations::store::set_undone_of(tx, &subjects, last.at, &why)?;
        Ok(changed_and_told(tx, &found, Word::GameDecisionUndone, by, &ruling, moved)?.done(()))
    }
}

/// Takes away the rematch that was entered with a decision: the game that it was played for takes its place again, and the
/// objection is open.
struct TakeRematch<'a> {
    rematch: GameId,
    ruling: &'a Ruling,
}

impl Action for TakeRematch<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &TakeRematch { rematch, ruling } = self;
        let found = store::row(tx.db, rematch)?;
        make_void(tx, &found, by, ruling, Doing::TakenBack)?;
        timed::reopen(tx, rematch)?;
        Ok(changed(tx, &found, Word::GameTakenBack, by, &ruling.reason)?.done(()))
    }
}

/// The game as it stood, with why it waits where it does.
fn before(tx: &mut Tx, found: &Row, stood: Stood) -> Result<Row, Error> {
    let mut game = Row { result: stood.result, ending: stood.ending, state: stood.state, ..found.clone() };
    if game.state == found.state {
        return Ok(game);
    }
    (game.state_reason, game.state_acts) = (None, Cited::default());
    // The rule that first made it wait says for what.
    if !game.state.counts()
        && let Some(Stands { state, reason, acts }) = onward(tx, &Row { state: found.state, ..game.clone() })?
        && state == game.state
    {
        (game.state_reason, game.state_acts) = (reason.map(Kept::of), Cited::of(acts));
    }
    Ok(game)
}

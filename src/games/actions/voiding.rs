//! Actions: making a game void, and restoring it.

use rookery_messages::{Value, say};
use serde::Deserialize;

use super::rematches;
use super::scores::{Doing, Moved, deduct_again, moving};
use super::telling::{changed_and_told, declare, declared};
use crate::action::{Action, By, Deed};
use crate::audit::Word;
use crate::conduct::declarations::{self, Exercise};
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::games::State;
use crate::games::rules::afterwards::{self as rules, Ruling};
use crate::games::store::{self, Row, held_games};
use crate::games::waiting::onward;
use crate::id::GameId;
use crate::ratings::store::void_game;
use crate::rulebook;

/// Why a game is voided or restored, and by which Act.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RulingRequest {
    pub reason: String,
    /// `II.5`, `0.11`, `I.9.10`, …
    pub act: String,
}

impl RulingRequest {
    /// As somebody with a power gives it: a reason to be published, and an Act in force (Act III.2.4).
    fn read(&self, tx: &mut Tx) -> Result<Ruling, Error> {
        let reason = rules::given(&self.reason);
        let act = match rulebook::cited(tx.db, tx.now, "act", &self.act, "III.2.4") {
            Ok(act) => Ok(act),
            Err(Error::Refused(refusal)) => Err(*refusal),
            Err(other) => return Err(other),
        };
        Refusal::together([act.as_ref().err(), reason.as_ref().err()].into_iter().flatten().cloned().collect())?;
        Ok(Ruling { reason: reason?, act: act? })
    }
}

/// Voids a game, as somebody with the power asks: it is undone as though it never happened.
pub struct Void(pub GameId, pub RulingRequest);

impl Action for Void {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let ruling = self.1.read(tx)?;
        VoidBy(self.0, &ruling).carry_out(tx, by)
    }
}

/// [`Void`], by a ruling that stands already: the Court's, the games room's, or that of a dispute.
pub struct VoidBy<'a>(pub GameId, pub &'a Ruling);

impl Action for VoidBy<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &VoidBy(id, ruling) = self;
        let game = store::row(tx.db, id)?;
        rules::void(&game.game(), &ruling.act, by)?;
        let moved = make_void(tx, &game, by, ruling, Doing::Voided)?;
        declare(tx, by, Exercise::Voiding, ruling, &game, say!("Game {game} is void.", game = id.0))?;
        Ok(changed_and_told(tx, &game, Word::GameVoided, by, ruling, moved)?.done(()))
    }
}

/// Makes a game void, as though it never happened; where it is a rematch, the game that it was played for counts again.
/// Returns what it did to the players' scores.
pub(super) fn make_void(tx: &mut Tx, game: &Row, by: &By, ruling: &Ruling, what: Doing) -> Result<Moved, Error> {
    let (id, cause) = (game.id, what.cause(ruling, game.id));
    let recounted = match what {
        Doing::TakenBack => say!("Game {game} was taken back", game = id.0),
        _ => say!("Game {game} was voided", game = id.0),
    };
    store::set_state(tx, id, State::Void, by.person(), Some(ruling))?;
    let moved = moving(tx, game, |tx| {
        void_game(tx, id, &cause)?;
        deduct_again(tx, game, &recounted)
    })?;
    rematches::follow(tx, game, State::Void, by, &cause)?;
    Ok(moved)
}

/// Restores a void game to its earlier state, as somebody with the power asks.
pub struct Restore(pub GameId, pub RulingRequest);

impl Action for Restore {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let ruling = self.1.read(tx)?;
        RestoreBy(self.0, &ruling).carry_out(tx, by)
    }
}

/// [`Restore`], by a ruling that stands already.
pub struct RestoreBy<'a>(pub GameId, pub &'a Ruling);

impl Action for RestoreBy<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &RestoreBy(id, ruling) = self;
        let game = store::row(tx.db, id)?;
        rules::restore(&game.game(), &game.state_acts, by)?;
        rules::free(held_games::is_held(tx.db, id)?)?;
        let state = store::stood(tx.db, id)?;
        let state = if state.goes_on_by_itself() {
            onward(tx, &Row { state, ..game.clone() })?.map_or(state, |onward| onward.state)
        } else {
            state
        };
        let cause = Doing::Restored.cause(ruling, id);
        rules::has_its_place(rematches::follow(tx, &game, state, by, &cause)?)?;
        store::set_state(tx, id, state, by.person(), None)?;
        let moved = moving(tx, &game, |tx| {
            if state.counts() {
                store::count_again(tx, &game, &cause)?;
            }
            deduct_again(tx, &game, &say!("Game {game} was restored", game = id.0))
        })?;
        // A person's reason is in the declaration of the restoration.
        let undone_by = by.person().map_or(ruling.reason.clone(), |_| say!("Restoration of game {game}", game = id.0));
        declarations::store::set_undone(tx, &declared(Exercise::Voiding, id), Some(&undone_by))?;
        let effect = say!("Game {game} is {state} again.", game = id.0, state = Value::word("state", state));
        declare(tx, by, Exercise::Restoration, ruling, &game, effect)?;
        Ok(changed_and_told(tx, &game, Word::GameRestored, by, ruling, moved)?.done(()))
    }
}

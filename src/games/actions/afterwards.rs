//! Actions: approving and correcting a game.

use rookery_messages::{Message, Value, say};
use serde::Deserialize;

use super::scores::{Doing, Moved, deduct_again, moving};
use super::telling::{changed, changed_and_told, declare};
use super::{Decided, rematches};
use crate::action::{Action, By, Deed, perform};
use crate::audit::Word;
use crate::conduct::declarations::Exercise;
use crate::db::Tx;
use crate::error::Error;
use crate::games::record::{Record, Stated};
use crate::games::rules::{self, afterwards::Ruling};
use crate::games::store::{self, held_games};
use crate::games::{Ending, State};
use crate::id::GameId;
use crate::ratings::Outcome;
use crate::ratings::store::correct_game;
use crate::rulebook;

crate::words!(
    /// A moderator's answer to a monitored player's game.
    Verdict {
        Approve = "approve",
        Refuse = "refuse",
    }
);

/// A moderator's answer, and why.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ApprovalRequest)]
pub struct Approval {
    pub verdict: Verdict,
    /// Needed if it is refused; left out or empty if it is approved, as nothing stood against it.
    #[serde(default)]
    pub reason: String,
}

/// Approves a monitored player's game: it is rated where it was played (Act II.10.4, T13). Or refuses to: the game ends
/// unrated.
pub struct Approve(pub GameId, pub Approval);

impl Action for Approve {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let Approve(id, Approval { verdict, reason }) = self;
        let is_plain = *verdict == Verdict::Approve && reason.trim().is_empty();
        let reason = if is_plain { say!("Nothing stood against it.") } else { rules::afterwards::given(reason)? };
        let (id, ruling) = (*id, Ruling::new(reason, "II.10.4"));
        let game = store::row(tx.db, id)?;
        rules::afterwards::approval(&game.game(), by)?;
        if *verdict == Verdict::Approve {
            store::set_state(tx, id, State::Rated, by.person(), None)?;
            store::rate_now(tx, &game)?;
            declare(tx, by, Exercise::Approval, &ruling, &game, say!("Game {game} counts.", game = id.0))?;
            return Ok(changed(tx, &game, Word::GameApproved, by, &ruling.reason)?.done(()));
        }
        store::set_state(tx, id, State::Refused, by.person(), Some(&ruling))?;
        rematches::follow(tx, &game, State::Refused, by, &Doing::Refused.cause(&ruling, id))?;
        let why = say!("Game {game} was refused", game = id.0);
        let moved = moving(tx, &game, |tx| deduct_again(tx, &game, &why))?;
        declare(tx, by, Exercise::RefusedApproval, &ruling, &game, say!("Game {game} does not count.", game = id.0))?;
        Ok(changed_and_told(tx, &game, Word::GameRefused, by, &ruling, moved)?.done(()))
    }
}

/// What the game's result should have been, and why (T24).
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CorrectionRequest)]
pub struct Correction {
    /// May be left out where the captures decide it.
    pub result: Option<Outcome>,
    pub ending: Ending,
    /// Where they were miscounted at the bell.
    pub captures: Option<Stated>,
    pub reason: String,
}

/// Corrects a result (T24); it must agree with the moves, as far as they are known.
pub struct Correct(pub GameId, pub Correction);

impl Action for Correct {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &Correct(id, Correction { result, ending, captures, ref reason }) = self;
        let ruling = Ruling::new(rules::afterwards::given(reason)?, "II.4");
        CorrectBy(id, Ended { result, ending, captures }, &ruling).carry_out(tx, by)
    }
}

/// Lets a game count that waited for approval by reason of a monitor alone which the Court undid as never reasonable
/// (Act II.10.6): nobody had to approve it. The judgment, by its citation, is what is declared.
pub struct NeverMonitored<'a>(pub GameId, pub &'a Message);

impl Action for NeverMonitored<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &NeverMonitored(id, citation) = self;
        let game = store::row(tx.db, id)?;
        store::set_state(tx, id, State::Rated, None, None)?;
        store::rate_now(tx, &game)?;
        Ok(changed(tx, &game, Word::GameApproved, by, citation)?.done(()))
    }
}

/// How a game really ended.
#[derive(Clone, Copy)]
pub struct Ended {
    pub result: Option<Outcome>,
    pub ending: Ending,
    pub captures: Option<Stated>,
}

/// [`Correct`], by a ruling that stands already: what both players say, or that of a dispute.
pub struct CorrectBy<'a>(pub GameId, pub Ended, pub &'a Ruling);

impl Action for CorrectBy<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &CorrectBy(id, Ended { result, ending, captures }, ruling) = self;
        let game = store::row(tx.db, id)?;
        rules::afterwards::correction(&game.game(), by, ending)?;
        rules::afterwards::free(held_games::is_held(tx.db, id)?)?;
        let captures = captures.or(if ending == Ending::Bell { game.stated_captures()? } else { None });
        let record = Record::read(game.moves.as_deref(), game.final_position.as_deref(), captures);
        let house = rulebook::in_force(tx.db, game.played_at)?;
        let settled = record?.settle(ending, result, &house).map_err(rules::refused)?;
        let decision = settled.decision.as_ref().map(serde_json::to_string).transpose()?;
        let changes = (settled.result, ending, &decision) != (game.result, game.ending, &game.captures);
        rules::afterwards::corrects(changes)?;
        store::set_result(tx, id, settled.result, ending, Some(decision))?;
        let mut moved = Moved::default();
        if game.state.counts() && game.result != settled.result {
            let cause = Doing::Corrected.cause(ruling, id);
            moved = moving(tx, &game, |tx| correct_game(tx, id, settled.result, &cause))?;
        }
        let outcome = Value::word("outcome", settled.result);
        let effect = say!("Game {game} ended with the result: {outcome}.", game = id.0, outcome);
        declare(tx, by, Exercise::Correction, ruling, &game, effect)?;
        changed_and_told(tx, &game, Word::GameCorrected, by, ruling, moved)?.logged(tx, by)?;
        perform(tx, &By::service("II.4"), &Decided(id))?;
        Ok(Deed::of_its_parts(()))
    }
}

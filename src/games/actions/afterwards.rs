//! Actions: approving, correcting, voiding and restoring a game.

use rookery_messages::{Message, Value, say};
use serde::Deserialize;

use super::{Decided, Doing, changed, changed_and_told, declare, declared, rematches};
use crate::action::{Action, By, Deed, perform};
use crate::audit::Word;
use crate::conduct::declarations::{self, Exercise};
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::games::record::{Record, Stated};
use crate::games::rules::{self, afterwards::Ruling};
use crate::games::store::{self, Moved, Row, held};
use crate::games::waiting::onward;
use crate::games::{Ending, State};
use crate::id::GameId;
use crate::ratings::Outcome;
use crate::ratings::store::{correct_game, void_game};
use crate::rulebook;

/// A reason that somebody with a power gives, to be published (Act III.2.4).
fn given(reason: &str) -> Result<Message, Refusal> {
    rules::afterwards::reason(reason, "III.2.4").map(Message::verbatim)
}

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
    /// Needed where it is refused; left out or empty where it is approved, nothing stood against it.
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
        let reason = if is_plain { say!("Nothing stood against it.") } else { given(reason)? };
        let (id, ruling) = (*id, Ruling::new(reason, "II.10.4"));
        let game = store::row(tx.db, id)?;
        rules::afterwards::approval(&game.game(), by)?;
        if *verdict == Verdict::Approve {
            store::set_state(tx, id, State::Rated, by.person(), None)?;
            store::rate_now(tx, &game)?;
            declare(tx, by, Exercise::Approval, &ruling, id, say!("Game {game} counts.", game = id.0))?;
            return Ok(changed(tx, &game, Word::GameApproved, by, &ruling.reason)?.done(()));
        }
        store::set_state(tx, id, State::Refused, by.person(), Some(&ruling))?;
        rematches::follow(tx, &game, State::Refused, by, &Doing::Refused.cause(&ruling, id))?;
        let why = say!("Game {game} was refused", game = id.0);
        let moved = store::moving(tx, &game, |tx| store::recount(tx, &game, &why))?;
        declare(tx, by, Exercise::RefusedApproval, &ruling, id, say!("Game {game} does not count.", game = id.0))?;
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
        let ruling = Ruling::new(given(reason)?, "II.4");
        CorrectBy(id, Ended { result, ending, captures }, &ruling).carry_out(tx, by)
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
        rules::afterwards::free(id, held::is_held(tx.db, id)?)?;
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
            moved = store::moving(tx, &game, |tx| correct_game(tx, id, settled.result, &cause))?;
        }
        let outcome = Value::word("outcome", settled.result);
        let effect = say!("Game {game} ended with the result: {outcome}.", game = id.0, outcome);
        declare(tx, by, Exercise::Correction, ruling, id, effect)?;
        changed_and_told(tx, &game, Word::GameCorrected, by, ruling, moved)?.logged(tx, by)?;
        perform(tx, &By::service("II.4"), &Decided(id))?;
        Ok(Deed::of_its_parts(()))
    }
}

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
        let reason = given(&self.reason);
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
        rules::afterwards::void(&game.game(), &ruling.act, by)?;
        let moved = undo(tx, &game, by, ruling, Doing::Voided)?;
        declare(tx, by, Exercise::Voiding, ruling, id, say!("Game {game} is void.", game = id.0))?;
        Ok(changed_and_told(tx, &game, Word::GameVoided, by, ruling, moved)?.done(()))
    }
}

/// Makes a game void, as though it never happened.
pub(super) fn undo(tx: &mut Tx, game: &Row, by: &By, ruling: &Ruling, what: Doing) -> Result<Moved, Error> {
    let (id, cause) = (game.id, what.cause(ruling, game.id));
    let recounted = match what {
        Doing::TakenBack => say!("Game {game} was taken back", game = id.0),
        _ => say!("Game {game} was voided", game = id.0),
    };
    store::set_state(tx, id, State::Void, by.person(), Some(ruling))?;
    let moved = store::moving(tx, game, |tx| {
        void_game(tx, id, &cause)?;
        store::recount(tx, game, &recounted)
    })?;
    rematches::follow(tx, game, State::Void, by, &cause)?;
    Ok(moved)
}

/// Brings a void game back to where it stood, as somebody with the power asks.
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
        rules::afterwards::restore(&game.game(), &game.acts()?, by)?;
        rules::afterwards::free(id, held::is_held(tx.db, id)?)?;
        let state = store::stood(tx.db, id)?;
        let state = if state.goes_on_by_itself() {
            onward(tx, &Row { state, ..game.clone() })?.map_or(state, |onward| onward.state)
        } else {
            state
        };
        let cause = Doing::Restored.cause(ruling, id);
        rules::afterwards::has_its_place(rematches::follow(tx, &game, state, by, &cause)?)?;
        store::set_state(tx, id, state, by.person(), None)?;
        let moved = store::moving(tx, &game, |tx| {
            if state.counts() {
                store::count_again(tx, &game, &cause)?;
            }
            store::recount(tx, &game, &say!("Game {game} was restored", game = id.0))
        })?;
        // A person's reason stands in the restoration's own declaration.
        let undone_by = by.person().map_or(ruling.reason.clone(), |_| say!("Restoration of game {game}", game = id.0));
        declarations::store::set_undone(tx, &declared(Exercise::Voiding, id), Some(&undone_by))?;
        let effect = say!("Game {game} is {state} again.", game = id.0, state = Value::word("state", state));
        declare(tx, by, Exercise::Restoration, ruling, id, effect)?;
        Ok(changed_and_told(tx, &game, Word::GameRestored, by, ruling, moved)?.done(()))
    }
}

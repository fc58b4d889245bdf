//! The effects of decisions: points, games, bans. Each function brings the data into the state that
//! the decisions in force require, whatever it was before, so that undoing and restoring a decision
//! are the same step.

use chrono::{DateTime, NaiveDateTime, Utc};
use serde_json::json;

use super::super::store;
use super::super::{BanTerm, Decision, DecisionId, Imposed, SanctionKind, State, Step};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::conduct::rules::NewBan;
use crate::conduct::{self, BanId};
use crate::db::Tx;
use crate::error::Error;
use crate::games::actions::Hold;
use crate::id::GameId;
use crate::ratings::store::{Cause, NewEvent, post, set_void};
use crate::rulebook;
use crate::sessions::calendar::last_instant;

/// Brings everything in line with the state of a decision; `cause` says why a sanction of some kind
/// moves scores.
pub(super) fn settle(tx: &mut Tx, id: DecisionId, cause: &dyn Fn(SanctionKind) -> Cause) -> Result<(), Error> {
    let decision = store::decision(tx.db, id)?;
    let in_force = decision.state == State::Standing;
    let forfeited = decision.sanctions.iter().filter_map(|sanction| sanction.game);
    let voided = decision.offence.games.iter().copied();
    let mut games: Vec<GameId> = forfeited.chain(voided).collect();
    games.sort_unstable();
    games.dedup();
    for game in games {
        let holding = store::holding(tx.db, game)?;
        let (kind, act) =
            if holding.void { (SanctionKind::Fraud, "II.5") } else { (SanctionKind::Forfeiture, "I.2.1") };
        // What was posted for the game is corrected, also where the decision itself is new.
        let cause = Cause { correction: true, ..cause(kind) };
        perform(tx, &By::service(act), &Hold { game, holding, cause: &cause })?;
    }
    for sanction in &decision.sanctions {
        settle_points(tx, &decision, sanction, in_force, &cause(sanction.kind))?;
    }
    settle_ban(tx, &decision, &cause(SanctionKind::Ban))
}

/// The event by which a sanction moves the score: posted at the decision (T13), void while the
/// decision does not stand.
fn settle_points(
    tx: &mut Tx,
    decision: &Decision,
    sanction: &Imposed,
    in_force: bool,
    cause: &Cause,
) -> Result<(), Error> {
    if let Some(event) = store::posted(tx.db, sanction.id)? {
        return set_void(tx, event, !in_force, cause);
    }
    let person = decision.offence.accused;
    let event = match (sanction.kind, sanction.points, sanction.step) {
        (SanctionKind::Deduction, Some(points), _) => NewEvent::Adjustment { person, delta: -points },
        (SanctionKind::Fraud, _, Some(Step::Halve)) => NewEvent::Halving { person },
        (SanctionKind::Fraud, _, Some(Step::Reset)) => NewEvent::Reset { person },
        _ => return Ok(()),
    };
    if in_force {
        let event = post(tx, decision.decided_at, event, cause)?.id;
        store::set_posted(tx, sanction.id, event)?;
    }
    Ok(())
}

/// The ban that a decision comes with: running while the decision stands, unless the Court lifted it.
/// A restored ban is a new row, so that history is not rewritten.
fn settle_ban(tx: &mut Tx, decision: &Decision, cause: &Cause) -> Result<(), Error> {
    let now = tx.now;
    let Some(sanction) = decision.sanctions.iter().find(|sanction| sanction.bans) else { return Ok(()) };
    let over = sanction.ban_ends_at.is_some_and(|ends| ends < now);
    let wanted = decision.state == State::Standing && !sanction.ban_lifted && !over;
    let change = match store::running_ban(tx.db, decision.id, now)? {
        Some(ban) if !wanted => BanChange::Lift(ban.id, cause),
        Some(ban) if ban.ends_at != sanction.ban_ends_at => BanChange::Move(ban.id, sanction.ban_ends_at),
        None if wanted => BanChange::Place(decision, sanction.ban_ends_at),
        _ => return Ok(()),
    };
    perform(tx, &By::service(SanctionKind::Ban.act()), &change)
}

/// Brings the ban of a decision into its state.
enum BanChange<'a> {
    Place(&'a Decision, Option<NaiveDateTime>),
    Move(BanId, Option<NaiveDateTime>),
    Lift(BanId, &'a Cause),
}

impl Action for BanChange<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let (word, ban) = match *self {
            BanChange::Place(decision, ends_at) => {
                let reason = decision.reasons.clone();
                let new = NewBan { staff: false, reason, ends_at, decision: Some(decision.id) };
                (Word::BanPlaced, conduct::store::add_ban(tx, decision.offence.accused, decision.decider, &new)?)
            }
            BanChange::Move(ban, ends_at) => (Word::BanChanged, conduct::store::set_ban_end(tx, ban, ends_at)?),
            BanChange::Lift(ban, why) => (Word::BanLifted, conduct::store::lift_ban(tx, ban, &why.text)?),
        };
        Ok(Record::of(word, format!("ban:{}", ban.id), json!(ban)).done(()))
    }
}

/// Sets how long the ban of a decision runs; returns the decision, and until when it is now.
pub(super) fn set_ban_term(
    tx: &mut Tx,
    ban: BanId,
    term: BanTerm,
    cause: &Cause,
) -> Result<(Decision, Option<DateTime<Utc>>), Error> {
    let (decision, sanction) = store::banning(tx.db, ban)?;
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    let (ends_at, lifted) = match term {
        // The verdict's rules saw to the day; one that is over by now brings back what was there.
        BanTerm::Through { day } => (Some(last_instant(day, zone)), false),
        BanTerm::ForEver => (None, false),
        BanTerm::Lifted => (sanction.ban_ends_at, true),
    };
    store::set_ban(tx, sanction.id, ends_at, lifted)?;
    let until = ends_at.filter(|_| !lifted).map(|at| at.and_utc());
    let decision = store::decision(tx.db, decision.id)?;
    settle_ban(tx, &decision, cause)?;
    Ok((decision, until))
}

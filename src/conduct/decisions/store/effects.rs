//! The effects of decisions: points, games, bans. Each function brings the data into the state that
//! the decisions in force require, whatever it was before, so that undoing and restoring a decision
//! are the same step.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use serde_json::json;

use super::super::{BanTerm, Decision, DecisionId, Imposed, SanctionId, SanctionKind, State, Step, rules};
use super::{facts, views};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::conduct::rules::NewBan;
use crate::conduct::{self, Ban, BanId};
use crate::db::{
    Tx,
    schema::{bans, decisions, offence_games, sanctions},
};
use crate::error::Error;
use crate::games::actions::Hold;
use crate::games::store::held_games::Holding;
use crate::games::store::row as game_row;
use crate::id::{EventId, GameId, PersonId};
use crate::ratings::Outcome;
use crate::ratings::store::{Cause, NewEvent, post, set_void};
use crate::rulebook;
use crate::sessions::calendar::{last_instant, local_date};

/// Brings everything in line with the state of a decision; `cause` says why a sanction of some kind
/// moves scores.
pub(super) fn settle(tx: &mut Tx, id: DecisionId, cause: &dyn Fn(SanctionKind) -> Cause) -> Result<(), Error> {
    let decision = views::decision(tx.db, id)?;
    let in_force = decision.state == State::Standing;
    let forfeited = decision.sanctions.iter().filter_map(|sanction| sanction.game);
    let voided = decision.offence.games.iter().copied();
    let mut games: Vec<GameId> = forfeited.chain(voided).collect();
    games.sort_unstable();
    games.dedup();
    for game in games {
        let holding = holding(tx, game)?;
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

/// What the standing decisions make of a game: void where any of them found fraud in it, forfeit as
/// the newest of them has it.
fn holding(tx: &mut Tx, game: GameId) -> Result<Holding, Error> {
    let frauds: Option<DecisionId> = sanctions::table
        .inner_join(decisions::table.on(decisions::id.eq(sanctions::decision_id)))
        .inner_join(offence_games::table.on(offence_games::offence_id.eq(decisions::offence_id)))
        .filter(offence_games::game_id.eq(game))
        .filter(decisions::state.eq(State::Standing).and(sanctions::kind.eq(SanctionKind::Fraud)))
        .select(decisions::id)
        .first(tx.db)
        .optional()?;
    let forfeit: Option<DecisionId> = sanctions::table
        .inner_join(decisions::table.on(decisions::id.eq(sanctions::decision_id)))
        .filter(sanctions::game_id.eq(game).and(sanctions::kind.eq(SanctionKind::Forfeiture)))
        .filter(decisions::state.eq(State::Standing))
        .order(decisions::id.desc())
        .select(decisions::id)
        .first(tx.db)
        .optional()?;
    let forfeit = match forfeit {
        Some(decision) => {
            let loser = views::decision(tx.db, decision)?.offence.accused;
            let white = game_row(tx.db, game)?.white;
            Some(if white == loser { Outcome::Black } else { Outcome::White })
        }
        None => None,
    };
    Ok(Holding { void: frauds.is_some(), forfeit })
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
    let posted: Option<EventId> = sanctions::table.find(sanction.id).select(sanctions::event_id).first(tx.db)?;
    if let Some(event) = posted {
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
        diesel::update(sanctions::table.find(sanction.id)).set(sanctions::event_id.eq(event)).execute(tx.db)?;
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
    let running: Option<Ban> = conduct::store::bans_at(now)
        .filter(bans::decision_id.eq(decision.id))
        .order(bans::id.desc())
        .first(tx.db)
        .optional()?;
    let change = match running {
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

/// How long a decision's ban runs; refused for a ban by staff.
pub fn ban_term(tx: &mut Tx, ban: BanId) -> Result<BanTerm, Error> {
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    let (_, sanction) = banning(tx, ban)?;
    Ok(match sanction.ban_ends_at {
        _ if sanction.ban_lifted => BanTerm::Lifted,
        Some(ends) => BanTerm::Through { day: local_date(ends.and_utc(), zone) },
        None => BanTerm::ForEver,
    })
}

/// The decision and the sanction that a ban comes from.
fn banning(tx: &mut Tx, ban: BanId) -> Result<(Decision, Imposed), Error> {
    let id = rules::of_a_decision(facts::decision_of_ban(tx.db, ban)?)?;
    let decision = views::decision(tx.db, id)?;
    let sanction = decision.sanctions.iter().find(|sanction| sanction.bans).cloned();
    let sanction = sanction.ok_or_else(|| Error::Internal(format!("ban {ban} is no sanction of decision {id}")))?;
    Ok((decision, sanction))
}

/// Sets how long the ban of a decision runs; returns the decision, and until when it is now.
pub fn set_ban_term(
    tx: &mut Tx,
    ban: BanId,
    term: BanTerm,
    cause: &Cause,
) -> Result<(Decision, Option<DateTime<Utc>>), Error> {
    let (decision, sanction) = banning(tx, ban)?;
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    let (ends_at, lifted): (Option<NaiveDateTime>, bool) = match term {
        // The verdict's rules saw to the day; one that is over by now brings back what was there.
        BanTerm::Through { day } => (Some(last_instant(day, zone)), false),
        BanTerm::ForEver => (None, false),
        BanTerm::Lifted => (sanction.ban_ends_at, true),
    };
    diesel::update(sanctions::table.find(sanction.id))
        .set((sanctions::ban_ends_at.eq(ends_at), sanctions::ban_lifted.eq(lifted)))
        .execute(tx.db)?;
    let until = ends_at.filter(|_| !lifted).map(|at| at.and_utc());
    let decision = views::decision(tx.db, decision.id)?;
    settle_ban(tx, &decision, cause)?;
    Ok((decision, until))
}

/// Writes down that a time penalty was served, and in which game.
pub fn serve(tx: &mut Tx, id: SanctionId, by: PersonId, game: Option<GameId>) -> Result<(), Error> {
    diesel::update(sanctions::table.find(id))
        .set((sanctions::served_at.eq(tx.now), sanctions::served_by.eq(by), sanctions::served_game_id.eq(game)))
        .execute(tx.db)?;
    Ok(())
}

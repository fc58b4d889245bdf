//! Decisions in the database, and their sanctions.

mod facts;
mod sanctions;
mod views;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::{Message, say};

pub use facts::{Concerned, Undeclared, concerned, facts, known_offences, standing_frauds, standing_on, undeclared};
pub use sanctions::{ban_term, banning, holding, posted, running_ban, serve, set_ban, set_posted};
pub use views::{Filter, OwedPenalty, decision, decisions, offence, owed_penalties, sanction, seen, standing_against};

use super::actions::{NewDecision, RecordOffence};
use super::rules::Resolved;
use super::{DecisionId, OffenceId, State};
use crate::conduct::declarations::{self, Exercise, NewDeclaration, case_of};
use crate::db::{
    Db, Kept, Tx,
    schema::{decisions, offence_games, offences, sanctions as rows},
};
use crate::error::{Act, Error};
use crate::id::PersonId;
use crate::rulebook;

pub fn add_offence(tx: &mut Tx, by: Option<PersonId>, new: &RecordOffence) -> Result<OffenceId, Error> {
    let id: OffenceId = diesel::insert_into(offences::table)
        .values((
            offences::accused_id.eq(new.accused),
            offences::act.eq(new.act.0.as_ref()),
            offences::what.eq(&new.what),
            offences::happened_at.eq(new.happened_at),
            offences::recorded_by.eq(by),
            offences::recorded_at.eq(tx.now),
        ))
        .returning(offences::id)
        .get_result(tx.db)?;
    for game in &new.games {
        diesel::insert_into(offence_games::table)
            .values((offence_games::offence_id.eq(id), offence_games::game_id.eq(game)))
            .execute(tx.db)?;
    }
    Ok(id)
}

/// Writes a decision down with its sanctions. The Court's cites its case and is public at once.
pub fn add_decision(
    tx: &mut Tx,
    by: Option<PersonId>,
    (new, resolved): (&NewDecision, &[Resolved]),
    due_at: Option<NaiveDateTime>,
    citation: Option<&Message>,
) -> Result<DecisionId, Error> {
    let now = tx.now;
    let id: DecisionId = diesel::insert_into(decisions::table)
        .values((
            decisions::offence_id.eq(new.offence),
            decisions::decided_by.eq(by),
            decisions::court_case.eq(citation.cloned().map(Kept::of)),
            decisions::reasons.eq(new.reasons.trim()),
            decisions::finding.eq(new.finding.as_ref().map(|finding| finding.mind)),
            decisions::finding_why.eq(new.finding.as_ref().map(|finding| finding.why.trim())),
            decisions::decided_at.eq(now),
            decisions::due_at.eq(due_at),
            decisions::declared_at.eq(by.is_none().then_some(now)),
            decisions::state.eq(State::Standing),
            decisions::state_at.eq(now),
            decisions::state_cause.eq(Kept::of(citation.cloned().unwrap_or_else(|| say!("Decided")))),
        ))
        .returning(decisions::id)
        .get_result(tx.db)?;
    for sanction in resolved {
        diesel::insert_into(rows::table)
            .values((
                rows::decision_id.eq(id),
                rows::kind.eq(sanction.kind),
                rows::points.eq(sanction.points),
                rows::minutes.eq(sanction.minutes),
                rows::game_id.eq(sanction.game),
                rows::step.eq(sanction.step),
                rows::proposed_step.eq(sanction.proposed_step),
                rows::departure.eq(&sanction.departure),
                rows::bans.eq(sanction.ban.is_some()),
                rows::ban_ends_at.eq(sanction.ban.flatten()),
            ))
            .execute(tx.db)?;
    }
    Ok(id)
}

/// What a decision does to the accused, in a sentence.
pub fn effect(tx: &mut Tx, id: DecisionId) -> Result<Message, Error> {
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    Ok(views::effect(&decision(tx.db, id)?, zone))
}

/// What the act log and the declarations call a decision.
pub fn subject(id: DecisionId) -> String {
    format!("decision:{id}")
}

/// Decisions on an offence that the Court sent back.
pub fn remanded(db: &mut Db, offence: OffenceId) -> Result<Vec<DecisionId>, Error> {
    Ok(decisions::table
        .filter(decisions::offence_id.eq(offence).and(decisions::state.eq(State::Suspended)))
        .select(decisions::id)
        .load(db)?)
}

pub fn set_replaces(tx: &mut Tx, id: DecisionId, replaced: Option<DecisionId>) -> Result<(), Error> {
    diesel::update(decisions::table.find(id)).set(decisions::replaces_id.eq(replaced)).execute(tx.db)?;
    Ok(())
}

/// Writes down which state a decision is in, and why.
pub fn set_state(tx: &mut Tx, id: DecisionId, to: State, cause: &Message) -> Result<(), Error> {
    diesel::update(decisions::table.find(id))
        .set((
            decisions::state.eq(to),
            decisions::state_at.eq(tx.now),
            decisions::state_cause.eq(Kept::of(cause.clone())),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Gives a decision another day by which it is to be declared; its moderator is reminded of that one, too.
pub fn set_declaration_due(tx: &mut Tx, id: DecisionId, due_at: NaiveDateTime) -> Result<(), Error> {
    diesel::update(decisions::table.find(id))
        .set((decisions::due_at.eq(Some(due_at)), decisions::reminders.eq(0_i64)))
        .execute(tx.db)?;
    Ok(())
}

pub fn set_declared(tx: &mut Tx, id: DecisionId) -> Result<(), Error> {
    diesel::update(decisions::table.find(id)).set(decisions::declared_at.eq(tx.now)).execute(tx.db)?;
    Ok(())
}

/// Declares a decision as it stands.
pub fn publish(tx: &mut Tx, id: DecisionId, exercise: Exercise) -> Result<(), Error> {
    let found = decision(tx.db, id)?;
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    let new = NewDeclaration {
        exercise,
        by: found.decider,
        person: Some(found.offence.accused),
        act: Act(found.offence.act.clone().into()),
        reason: Message::verbatim(&found.reasons),
        effect: views::effect(&found, zone),
        subject: subject(id),
    };
    let case = found.court_case.as_ref().and_then(|citation| case_of(citation));
    declarations::store::publish_in(tx, &new, case)?;
    if found.state != State::Standing {
        declarations::store::set_undone(tx, &subject(id), Some(&found.state_cause))?;
    }
    Ok(())
}

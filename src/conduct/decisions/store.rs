//! Decisions in the database: making them, and the one way to undo them and bring them back.

mod effects;
mod facts;
mod views;

use diesel::prelude::*;
use rookery_messages::{Value, say};
use serde_json::json;

pub use effects::{ban_term, serve, set_ban_end};
pub use facts::{Concerned, Undeclared, concerned, known_offences, standing_frauds, undeclared};
pub use views::{Filter, OwedPenalty, decision, decisions, offence, owed_penalties, sanction, seen, standing_against};

use super::rules::{self, Decider};
use super::{Decision, DecisionId, Finding, OffenceId, Sanction, State};
use crate::audit::{self, Entry};
use crate::auth::Roles;
use crate::conduct::declarations::{self, Exercise, NewDeclaration};
use crate::db::{
    Tx,
    schema::{decisions, offence_games, offences, sanctions},
};
use crate::error::{Act, Error, Refusal};
use crate::id::{GameId, PersonId};
use crate::notify;
use crate::ratings::store::Cause;
use crate::rulebook;
use crate::sessions::calendar::deadline;

/// An offence to be put on record.
#[derive(Clone, Debug)]
pub struct NewOffence {
    pub accused: PersonId,
    pub act: Act,
    pub what: String,
    pub happened_at: chrono::NaiveDateTime,
    pub games: Vec<GameId>,
}

/// Puts an offence on record; what is decided about it is another step.
pub fn record_offence(tx: &mut Tx, by: Option<PersonId>, new: &NewOffence) -> Result<OffenceId, Error> {
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
    let body = json!({
        "accused": new.accused, "act": new.act, "what": new.what, "happened_at": new.happened_at, "games": new.games,
    });
    audit::record(tx, Entry { actor: by, act: "offence.recorded", subject: format!("offence:{id}"), body })?;
    Ok(id)
}

/// A decision to be made.
#[derive(Clone, Debug)]
pub struct NewDecision {
    pub offence: OffenceId,
    /// 16 to 2000 characters, with a ban 500 at most (Act II.9.1).
    pub reasons: String,
    pub finding: Option<Finding>,
    pub sanctions: Vec<Sanction>,
}

/// A moderator's decision; in force at once (T27), void if it is not declared in time (Act III.2.4).
/// It takes the place of one that was remanded, which is its own decider's to make again (Act III.3.8).
pub fn by_moderator(tx: &mut Tx, person: PersonId, roles: Roles, new: &NewDecision) -> Result<DecisionId, Error> {
    let decider = Decider::Moderator { person, roles };
    let id = make(tx, decider, new, None)?;
    let remanded: Vec<DecisionId> = decisions::table
        .filter(decisions::offence_id.eq(new.offence).and(decisions::state.eq(State::Suspended)))
        .select(decisions::id)
        .load(tx.db)?;
    for old in remanded {
        let cause = Cause::correction(format!("Decision {id}, made anew"), "III.3.8");
        change_state(tx, old, State::Replaced, &cause)?;
        diesel::update(decisions::table.find(id)).set(decisions::replaces_id.eq(old)).execute(tx.db)?;
    }
    Ok(id)
}

/// The Court's own decision in a case, in place of another (which must stand no longer) or of none.
/// It needs no declaration (T29) and is public at once.
pub fn by_court(
    tx: &mut Tx,
    new: &NewDecision,
    replaces: Option<DecisionId>,
    citation: &str,
) -> Result<DecisionId, Error> {
    let id = make(tx, Decider::Court, new, Some(citation))?;
    diesel::update(decisions::table.find(id)).set(decisions::replaces_id.eq(replaces)).execute(tx.db)?;
    publish(tx, id, Exercise::Judgment)?;
    Ok(id)
}

fn make(tx: &mut Tx, decider: Decider, new: &NewDecision, citation: Option<&str>) -> Result<DecisionId, Error> {
    let now = tx.now;
    let (offence, facts) = facts::facts(tx, new)?;
    let reasons = new.reasons.trim();
    let resolved = rules::decide(decider, &facts, reasons, new.finding.as_ref(), &new.sanctions, now)?;
    let person = match decider {
        Decider::Moderator { person, .. } => Some(person),
        Decider::Court => None,
    };
    let due_at = person.map(|_| deadline(now.and_utc(), facts.declaration_days, facts.zone).naive_utc());
    let id: DecisionId = diesel::insert_into(decisions::table)
        .values((
            decisions::offence_id.eq(new.offence),
            decisions::decider_id.eq(person),
            decisions::court_case.eq(citation),
            decisions::reasons.eq(reasons),
            decisions::finding.eq(new.finding.as_ref().map(|finding| finding.mind)),
            decisions::finding_why.eq(new.finding.as_ref().map(|finding| finding.why.trim())),
            decisions::decided_at.eq(now),
            decisions::due_at.eq(due_at),
            decisions::declared_at.eq(person.is_none().then_some(now)),
            decisions::state.eq(State::Standing),
            decisions::state_at.eq(now),
            decisions::state_cause.eq(citation.unwrap_or("Decided")),
        ))
        .returning(decisions::id)
        .get_result(tx.db)?;
    for sanction in &resolved {
        diesel::insert_into(sanctions::table)
            .values((
                sanctions::decision_id.eq(id),
                sanctions::kind.eq(sanction.kind),
                sanctions::points.eq(sanction.points),
                sanctions::minutes.eq(sanction.minutes),
                sanctions::game_id.eq(sanction.game),
                sanctions::step.eq(sanction.step),
                sanctions::proposed_step.eq(sanction.proposed_step),
                sanctions::departure.eq(&sanction.departure),
                sanctions::bans.eq(sanction.ban.is_some()),
                sanctions::ban_ends_at.eq(sanction.ban.flatten()),
            ))
            .execute(tx.db)?;
    }
    let text = citation.map_or_else(|| format!("Decision {id}"), str::to_owned);
    // Each sanction moves the ledger by its own Act.
    effects::settle(tx, id, &|kind| Cause::new(text.clone(), kind.act()))?;
    let told = json!({
        "decision": id, "offence": new.offence, "what": offence.what, "act": offence.act, "reasons": reasons,
        "finding": new.finding, "sanctions": new.sanctions, "declaration_due_at": due_at, "case": citation,
    });
    notify::enqueue(tx, "decision.made", Some(offence.accused), &told)?;
    audit::record(tx, Entry { actor: person, act: "decision.made", subject: subject(id), body: told })?;
    Ok(id)
}

/// What the act log and the declarations call a decision.
pub fn subject(id: DecisionId) -> String {
    format!("decision:{id}")
}

/// The one way to undo a decision and to bring it back: all of its effects are in force exactly if
/// its state is `standing`. Points, games, bans and time penalties follow in this transaction; the
/// ledger, the declaration and the accused are told the cause.
pub fn change_state(tx: &mut Tx, id: DecisionId, to: State, cause: &Cause) -> Result<(), Error> {
    let before = decision(tx.db, id)?;
    if before.state == to {
        return Ok(());
    }
    rules::may_become(before.state, to)?;
    if to == State::Standing {
        nothing_else_stands(tx, &before)?;
    }
    diesel::update(decisions::table.find(id))
        .set((decisions::state.eq(to), decisions::state_at.eq(tx.now), decisions::state_cause.eq(&cause.text)))
        .execute(tx.db)?;
    effects::settle(tx, id, &|_| Cause { correction: true, ..cause.clone() })?;
    let undone_by = (to != State::Standing).then_some(cause.text.as_str());
    declarations::store::set_undone(tx, &subject(id), undone_by)?;
    let told = json!({ "decision": id, "before": before.state, "after": to, "cause": cause.text, "acts": cause.acts });
    notify::enqueue(tx, "decision.changed", Some(before.offence.accused), &told)?;
    if let Some(decider) = before.decider {
        notify::enqueue(tx, "decision.changed", Some(decider), &told)?;
    }
    audit::record(tx, Entry { actor: None, act: "decision.changed", subject: subject(id), body: told })
}

/// At most one decision stands on an offence (Act III.2.2).
fn nothing_else_stands(tx: &mut Tx, decision: &Decision) -> Result<(), Error> {
    match facts::standing_on(tx.db, decision.offence.id)? {
        Some(other) => {
            let detail = say!(
                "Decision {decision} stands on this offence; it must go before another comes back.",
                decision = Value::text(other),
            );
            Err(Refusal::conflict(say!("Decided already"), detail).act("III.2.2").with("decision", other).into())
        }
        None => Ok(()),
    }
}

/// The decider declares a decision: it is public from now on (Act III.2.4, T28).
pub fn declare(tx: &mut Tx, id: DecisionId, by: PersonId) -> Result<(), Error> {
    let found = decision(tx.db, id)?;
    rules::declare(by, found.decider, found.state, found.declared_at, found.declaration_due_at, tx.now)?;
    diesel::update(decisions::table.find(id)).set(decisions::declared_at.eq(tx.now)).execute(tx.db)?;
    publish(tx, id, Exercise::Decision)?;
    audit::record(tx, Entry { actor: Some(by), act: "decision.declared", subject: subject(id), body: json!({}) })
}

fn publish(tx: &mut Tx, id: DecisionId, exercise: Exercise) -> Result<(), Error> {
    let found = decision(tx.db, id)?;
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    let new = NewDeclaration {
        exercise,
        by: found.decider,
        person: Some(found.offence.accused),
        act: Act(found.offence.act.clone().into()),
        reason: found.reasons.clone(),
        effect: views::effect(&found, zone),
        subject: subject(id),
    };
    declarations::store::publish(tx, &new)?;
    if found.state != State::Standing {
        declarations::store::set_undone(tx, &subject(id), Some(&found.state_cause))?;
    }
    Ok(())
}

//! Reading decisions: one, a list, those against a person, time penalties owed. A list costs the
//! same number of queries however long it is.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use chrono_tz::Tz;
use diesel::prelude::*;
use rookery_messages::{Join, Message, say};
use serde::Serialize;

use super::super::{
    Decision, DecisionId, Finding, Imposed, Mind, Offence, OffenceId, SanctionId, SanctionKind, State, Step,
};
use crate::auth::Roles;
use crate::conduct::store::owed;
use crate::db::{
    Db, Kept,
    schema::{decisions, ledger, offence_games, offences, people, sanctions},
};
use crate::error::Error;
use crate::http::instant;
use crate::id::{GameId, PersonId};
use crate::members;
use crate::sessions::calendar::local_date;

#[derive(Queryable)]
struct DecisionRow {
    id: DecisionId,
    offence: OffenceId,
    decider: Option<PersonId>,
    court_case: Option<Kept>,
    reasons: String,
    finding: Option<Mind>,
    finding_why: Option<String>,
    decided_at: NaiveDateTime,
    due_at: Option<NaiveDateTime>,
    declared_at: Option<NaiveDateTime>,
    _reminders: i64,
    state: State,
    state_at: NaiveDateTime,
    state_cause: Kept,
    replaces: Option<DecisionId>,
}

type OffenceRow = (OffenceId, PersonId, String, String, NaiveDateTime, Option<PersonId>, NaiveDateTime);

#[derive(Queryable)]
struct SanctionRow {
    id: SanctionId,
    decision: DecisionId,
    kind: SanctionKind,
    points: Option<i64>,
    minutes: Option<i64>,
    game: Option<GameId>,
    step: Option<Step>,
    proposed_step: Option<Step>,
    departure: Option<String>,
    event: Option<i64>,
    bans: bool,
    ban_ends_at: Option<NaiveDateTime>,
    ban_lifted: bool,
    served_at: Option<NaiveDateTime>,
    _served_by: Option<PersonId>,
    _served_game: Option<GameId>,
}

impl From<SanctionRow> for Imposed {
    fn from(row: SanctionRow) -> Imposed {
        Imposed {
            id: row.id,
            kind: row.kind,
            points: row.points,
            minutes: row.minutes,
            game: row.game,
            step: row.step,
            proposed_step: row.proposed_step,
            departure: row.departure,
            bans: row.bans,
            ban_ends_at: row.ban_ends_at,
            ban_lifted: row.ban_lifted,
            served_at: row.served_at,
            taken: None,
        }
    }
}

/// The offences with these ids.
fn offences_of(db: &mut Db, ids: &[OffenceId]) -> Result<HashMap<OffenceId, Offence>, Error> {
    let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
    let rows: Vec<OffenceRow> = offences::table.filter(offences::id.eq_any(&ids)).load(db)?;
    let games: Vec<(OffenceId, GameId)> = offence_games::table
        .filter(offence_games::offence_id.eq_any(&ids))
        .order(offence_games::id)
        .select((offence_games::offence_id, offence_games::game_id))
        .load(db)?;
    let offence = |(id, accused, act, what, happened_at, recorded_by, _): OffenceRow| {
        let games = games.iter().filter(|(offence, _)| *offence == id).map(|(_, game)| *game).collect();
        (id, Offence { id, accused, act, what, happened_at, recorded_by, games })
    };
    Ok(rows.into_iter().map(offence).collect())
}

/// An offence, if there is such a one.
pub fn offence(db: &mut Db, id: OffenceId) -> Result<Option<Offence>, Error> {
    Ok(offences_of(db, &[id])?.remove(&id))
}

/// By event and person, the points that it took and the score that it left.
type Taken = HashMap<(i64, PersonId), (i64, i64)>;

/// What events of the log took from people when they were last posted.
fn taken(db: &mut Db, events: Vec<i64>) -> Result<Taken, Error> {
    if events.is_empty() {
        return Ok(HashMap::new());
    }
    let posted: Vec<(i64, PersonId, i64, i64)> = ledger::table
        .filter(ledger::event_id.eq_any(events).and(ledger::delta.le(0_i64)))
        .order(ledger::id)
        .select((ledger::event_id, ledger::person_id, ledger::delta, ledger::balance))
        .load(db)?;
    Ok(posted.into_iter().map(|(event, person, delta, balance)| ((event, person), (-delta, balance))).collect())
}

/// Puts offences and sanctions to decisions.
fn whole(db: &mut Db, rows: Vec<DecisionRow>) -> Result<Vec<Decision>, Error> {
    let offences = offences_of(db, &rows.iter().map(|row| row.offence).collect::<Vec<_>>())?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id.0).collect();
    let imposed: Vec<SanctionRow> =
        sanctions::table.filter(sanctions::decision_id.eq_any(ids)).order(sanctions::id).load(db)?;
    let taken = taken(db, imposed.iter().filter_map(|row| row.event).collect())?;
    let accused = |row: &DecisionRow| Some((row.id, offences.get(&row.offence)?.accused));
    let accused: HashMap<DecisionId, PersonId> = rows.iter().filter_map(accused).collect();
    let mut by_decision: HashMap<DecisionId, Vec<Imposed>> = HashMap::new();
    for row in imposed {
        let decision = row.decision;
        let of = row.event.zip(accused.get(&decision).copied());
        let taken = of.and_then(|of| taken.get(&of).copied());
        by_decision.entry(decision).or_default().push(Imposed { taken, ..Imposed::from(row) });
    }
    let decision = |row: DecisionRow| {
        let offence = offences.get(&row.offence).cloned();
        Ok(Decision {
            id: row.id,
            offence: offence.ok_or_else(|| Error::Internal(format!("decision {} has no offence", row.id)))?,
            decider: row.decider,
            court_case: row.court_case,
            reasons: row.reasons,
            finding: row.finding.map(|mind| Finding { mind, why: row.finding_why.unwrap_or_default() }),
            decided_at: row.decided_at,
            declaration_due_at: row.due_at,
            declared_at: row.declared_at,
            state: row.state,
            state_at: row.state_at,
            state_cause: row.state_cause,
            replaces: row.replaces,
            sanctions: by_decision.remove(&row.id).unwrap_or_default(),
        })
    };
    rows.into_iter().map(decision).collect()
}

/// A decision that must exist.
pub fn decision(db: &mut Db, id: DecisionId) -> Result<Decision, Error> {
    let rows: Vec<DecisionRow> = decisions::table.find(id).load(db)?;
    whole(db, rows)?.pop().ok_or_else(|| crate::not_found!("decision").into())
}

/// A decision that somebody may see: about or by themself, or for those who moderate, or declared where decisions are
/// read with names. What they may not see is as though it were not there.
pub fn seen(
    db: &mut Db,
    reader: PersonId,
    roles: Roles,
    id: DecisionId,
    now: NaiveDateTime,
) -> Result<Decision, Error> {
    let decision = decision(db, id)?;
    let concerned = [Some(decision.offence.accused), decision.decider].contains(&Some(reader));
    let is_public = decision.is_public() && !members::store::reads_initials(db, roles, now)?;
    if is_public || concerned || roles.may_moderate() {
        return Ok(decision);
    }
    Err(crate::not_found!("decision").into())
}

/// Which decisions are asked for.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub accused: Option<PersonId>,
    pub decider: Option<PersonId>,
    pub state: Option<State>,
    pub offence: Option<OffenceId>,
    /// Only what this person may see who does not moderate: what is public, and what concerns them.
    pub shown_to: Option<PersonId>,
    /// And of that only what concerns them.
    pub concerned_only: bool,
}

/// Decisions, newest first, from before a cursor on.
pub fn decisions(db: &mut Db, filter: &Filter, before: Option<i64>, limit: i64) -> Result<Vec<Decision>, Error> {
    let mut query = decisions::table.order(decisions::id.desc()).limit(limit).into_boxed();
    if let Some(accused) = filter.accused {
        let against = offences::table.filter(offences::accused_id.eq(accused)).select(offences::id);
        query = query.filter(decisions::offence_id.eq_any(against));
    }
    if let Some(decider) = filter.decider {
        query = query.filter(decisions::decided_by.eq(decider));
    }
    if let Some(state) = filter.state {
        query = query.filter(decisions::state.eq(state));
    }
    if let Some(offence) = filter.offence {
        query = query.filter(decisions::offence_id.eq(offence));
    }
    if let Some(person) = filter.shown_to {
        let own = offences::table.filter(offences::accused_id.eq(person)).select(offences::id);
        let concerned = decisions::offence_id.eq_any(own).or(decisions::decided_by.eq(person).assume_not_null());
        query = match filter.concerned_only {
            true => query.filter(concerned),
            false => query.filter(concerned.or(decisions::declared_at.is_not_null())),
        };
    }
    if let Some(before) = before {
        query = query.filter(decisions::id.lt(before));
    }
    let rows = query.load(db)?;
    whole(db, rows)
}

/// The decisions that stand against a person, newest first.
pub fn standing_against(db: &mut Db, person: PersonId) -> Result<Vec<Decision>, Error> {
    let filter = Filter { accused: Some(person), state: Some(State::Standing), ..Filter::default() };
    decisions(db, &filter, None, i64::MAX)
}

/// A time penalty that waits for a coming game.
#[derive(Clone, Debug, PartialEq, Serialize, Queryable, utoipa::ToSchema)]
pub struct OwedPenalty {
    pub id: SanctionId,
    pub decision: DecisionId,
    pub person: PersonId,
    pub name: String,
    pub minutes: Option<i64>,
    #[serde(serialize_with = "instant::utc")]
    pub decided_at: NaiveDateTime,
}

/// The time penalties in force that were not served: of some people, or of everybody.
pub fn owed_penalties(db: &mut Db, people: Option<&[PersonId]>) -> Result<Vec<OwedPenalty>, Error> {
    let mut query = owed()
        .inner_join(people::table.on(people::id.eq(offences::accused_id)))
        .order(sanctions::id)
        .select((sanctions::id, decisions::id, people::id, people::name, sanctions::minutes, decisions::decided_at))
        .into_boxed();
    if let Some(people) = people {
        query = query.filter(offences::accused_id.eq_any(people.iter().map(|person| person.0).collect::<Vec<_>>()));
    }
    Ok(query.load(db)?)
}

/// A sanction that must exist, and the decision it belongs to.
pub fn sanction(db: &mut Db, id: SanctionId) -> Result<(Decision, Imposed), Error> {
    let of: Option<DecisionId> = sanctions::table.find(id).select(sanctions::decision_id).first(db).optional()?;
    let decision = decision(db, of.ok_or_else(|| crate::not_found!("sanction"))?)?;
    let imposed = decision.sanctions.iter().find(|sanction| sanction.id == id).cloned();
    Ok((decision, imposed.ok_or_else(|| crate::not_found!("sanction"))?))
}

/// What a decision does, in a sentence.
pub(super) fn effect(decision: &Decision, zone: Tz) -> Message {
    let ban = |sanction: &Imposed| match sanction.ban_ends_at {
        Some(ends) => say!("banned through {day}", day = local_date(ends.and_utc(), zone)),
        None => say!("banned for ever"),
    };
    let deduction = |sanction: &Imposed| {
        let points = sanction.points.unwrap_or(0);
        match sanction.cut_short() {
            Some((taken, floor)) => {
                say!(
                    "{points} points taken ({taken} could be taken: nobody can have fewer than {floor})",
                    points,
                    taken,
                    floor
                )
            }
            None => say!("{points} points taken", points),
        }
    };
    let told = |sanction: &Imposed| match sanction.kind {
        SanctionKind::Deduction => deduction(sanction),
        SanctionKind::TimePenalty => {
            say!("{minutes} minutes less in a coming game", minutes = sanction.minutes.unwrap_or(0))
        }
        SanctionKind::Forfeiture => say!("game {game} forfeit", game = sanction.game.map_or(0, |game| game.0)),
        SanctionKind::Ban => ban(sanction),
        SanctionKind::Fraud => match sanction.step {
            Some(Step::Halve) => say!("fraudulent games reversed, points halved"),
            Some(Step::Reset) => say!("fraudulent games reversed, points reset"),
            Some(Step::FourWeekBan | Step::PermanentBan) => {
                say!("fraudulent games reversed, {ban}", ban = ban(sanction))
            }
            Some(Step::Reverse) | None => say!("fraudulent games reversed"),
        },
    };
    Message::joined(Join::Semicolons, decision.sanctions.iter().map(told))
}

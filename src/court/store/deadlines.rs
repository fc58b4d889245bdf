//! What is due in the Court's cases: answers, opinions, remanded decisions.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::Serialize;

use super::super::rules;
use super::super::{Awaited, Stage, Subject};
use super::{Case, Judgment, open_states};
use crate::auth::Role;
use crate::conduct::decisions;
use crate::db::{
    Db,
    schema::{cases, decisions as decided, judgments, roles},
};
use crate::error::Error;
use crate::http::instant;
use crate::id::PersonId;

/// Something that is due in a case.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Due {
    /// The last instant that is in time (T2).
    #[serde(serialize_with = "instant::utc")]
    pub due_at: NaiveDateTime,
    pub kind: Awaited,
    /// `case:2026-C-014`.
    pub subject: String,
    #[serde(skip)]
    pub(super) case: String,
    /// From whom; from any of them, where there are several.
    pub persons: Vec<PersonId>,
    pub act: &'static str,
    /// What happens automatically when it passes.
    pub then: &'static str,
    pub overdue: bool,
}

/// Everything that is due in any case, in four queries at most.
pub fn deadlines(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Due>, Error> {
    let mut due = answers(db, now)?;
    due.extend(opinions(db, now)?);
    due.extend(remands(db, now)?);
    Ok(due)
}

/// What is due in cases, by their numbers; each the soonest first.
pub(super) fn by_case(db: &mut Db, now: NaiveDateTime) -> Result<HashMap<String, Vec<Due>>, Error> {
    let mut due = deadlines(db, now)?;
    due.sort_by_key(|due| due.due_at);
    let mut cases: HashMap<String, Vec<Due>> = HashMap::new();
    for due in due {
        cases.entry(due.case.clone()).or_default().push(due);
    }
    Ok(cases)
}

fn due(case: &Case, kind: Awaited, act: &'static str, due_at: NaiveDateTime, now: NaiveDateTime) -> Due {
    let then = match kind {
        Awaited::Remand => "The decision lapses.",
        Awaited::Opinion => "Nothing by itself: it is shown as overdue.",
        _ => "Nothing by itself: the Court goes on without it.",
    };
    let (subject, case) = (case.log_subject(), case.number.clone());
    Due { due_at, kind, subject, case, persons: Vec::new(), act, then, overdue: due_at < now }
}

/// After leave was granted, from the moderator who decided (Acts II.10.5, III.2.4.3).
fn answers(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Due>, Error> {
    let awaited: Vec<Case> = cases::table
        .filter(cases::answer_due_at.is_not_null().and(cases::answered_at.is_null()))
        .filter(cases::state.eq_any(open_states()))
        .order(cases::id)
        .load(db)?;
    let answer = |case: &Case| {
        let act = if case.subject == Subject::Monitor { "II.10.5" } else { "III.2.4.3" };
        let persons = case.decider.into_iter().collect();
        Some(Due { persons, ..due(case, Awaited::Answer, act, case.answer_due_at?, now) })
    };
    Ok(awaited.iter().filter_map(answer).collect())
}

/// From the named author, or from any of the majority (Act III.3.10), as long as they are justices.
fn opinions(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Due>, Error> {
    let awaited: Vec<(Case, Judgment)> = judgments::table
        .inner_join(cases::table.on(cases::id.eq(judgments::case_id)))
        .filter(judgments::opinion_due_at.is_not_null().and(judgments::published_at.is_null()))
        .filter(cases::state.eq_any(rules::JUDGED.iter().copied()))
        .order(judgments::id)
        .select((cases::all_columns, judgments::all_columns))
        .load(db)?;
    // A panel's opinion is owed no more once the whole Court has judged otherwise than by a tie.
    let last: BTreeMap<_, _> = awaited.into_iter().map(|(case, judgment)| (case.id, (case, judgment))).collect();
    if last.is_empty() {
        return Ok(Vec::new());
    }
    let justices = holders(db, &[Role::Justice, Role::ChiefJustice])?;
    let opinion = |(case, judgment): (Case, Judgment)| {
        let persons = match judgment.author.filter(|author| justices.contains(author)) {
            Some(author) => vec![author],
            None => judgment.majority()?.into_iter().filter(|justice| justices.contains(justice)).collect(),
        };
        let due_at = judgment.opinion_due_at.unwrap_or(judgment.decided_at);
        Ok(Due { persons, ..due(&case, Awaited::Opinion, "III.3.10", due_at, now) })
    };
    last.into_values().map(opinion).collect()
}

/// From the moderator whose decision was sent back (Act III.3.8), or any other once that one is in office no more.
fn remands(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Due>, Error> {
    let remanded = remanded(db)?;
    if remanded.is_empty() {
        return Ok(Vec::new());
    }
    // Everybody with a moderator's powers (Act III.3.4).
    let moderators = holders(db, &[Role::Moderator, Role::Justice, Role::ChiefJustice])?;
    let remand = |(case, judgment): (Case, Judgment)| {
        let persons = match case.decider.filter(|decider| moderators.contains(decider)) {
            Some(decider) => vec![decider],
            None => moderators.iter().copied().filter(|one| Some(*one) != case.concerns).collect(),
        };
        Some(Due { persons, ..due(&case, Awaited::Remand, "III.3.8", judgment.remand_due_at?, now) })
    };
    Ok(remanded.into_iter().filter_map(remand).collect())
}

/// Everybody who holds one of these roles.
fn holders(db: &mut Db, wanted: &[Role]) -> Result<BTreeSet<PersonId>, Error> {
    let held = roles::table.filter(roles::taken_at.is_null().and(roles::role.eq_any(wanted)));
    Ok(held.select(roles::person_id).load(db)?.into_iter().collect())
}

/// Remanded decisions that nobody made again in time (Act III.3.8).
pub fn overdue_remands(db: &mut Db, now: NaiveDateTime) -> Result<Vec<(Case, Judgment)>, Error> {
    let mut waiting = remanded(db)?;
    waiting.retain(|(_, judgment)| judgment.remand_due_at.is_some_and(|due| due < now));
    Ok(waiting)
}

/// Cases whose last judgment remanded a decision that nobody has made again yet.
fn remanded(db: &mut Db) -> Result<Vec<(Case, Judgment)>, Error> {
    let mut found: Vec<(Case, Judgment)> = judgments::table
        .inner_join(cases::table.on(cases::id.eq(judgments::case_id)))
        .inner_join(decided::table.on(decided::id.nullable().eq(cases::decision_id)))
        .filter(judgments::remand_due_at.is_not_null())
        .filter(decided::state.eq(decisions::State::Suspended))
        .order(judgments::id)
        .select((cases::all_columns, judgments::all_columns))
        .load(db)?;
    // En banc remanded again: then the panel's day counts no more.
    let en_banc: Vec<_> = found.iter().filter(|(_, one)| one.stage == Stage::EnBanc).map(|(case, _)| case.id).collect();
    found.retain(|(case, judgment)| judgment.stage == Stage::EnBanc || !en_banc.contains(&case.id));
    Ok(found)
}

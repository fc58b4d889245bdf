//! Reading cases: a list, and one case with everything about it. One case costs the same number of
//! queries whatever its docket holds.

mod cover;
mod docket;
mod judgments;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::Serialize;

use cover::StandIns;
pub use docket::FilingView;
pub use judgments::{JudgmentView, OpinionView};

use super::super::rules::bench::Conflict;
use super::super::rules::{self, Part, Step};
use super::super::{Ground, Stage, State, Subject};
use super::deadlines::by_case;
use super::{Case, Due, facts, open_states};
use crate::action::Somebody;
use crate::auth::Roles;
use crate::conduct::decisions::{self, Decision};
use crate::db::{
    Db,
    schema::{cases, leave_votes, seats},
};
use crate::error::Error;
use crate::http::instant;
use crate::id::PersonId;
use crate::members::{self, rules::Sought};
use crate::rulebook::{self, Interpretation};

/// One case with everything that the caller may see of it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CaseView {
    #[serde(flatten)]
    pub listed: Listed,
    /// Why the petitioner thinks it wrong.
    pub grounds: String,
    pub ground: Option<Ground>,
    /// The decision that it is about, for who may read it.
    pub decision: Option<Decision>,
    /// No further appeal about the ban is heard until then.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub barred_until: Option<NaiveDateTime>,
    pub leave: Vec<LeaveView>,
    /// Justices who cannot sit on a panel for it, and why.
    pub conflicts: Vec<ConflictView>,
    /// Both benches, the presiding justice of each first.
    pub bench: Vec<SeatView>,
    pub docket: Vec<FilingView>,
    /// Before the verdict, and only for the bench: drafts, and who has voted.
    pub deliberation: Option<judgments::Deliberation>,
    /// The panel's judgment, then the whole Court's.
    pub judgments: Vec<JudgmentView>,
    pub interpretations: Vec<Interpretation>,
    /// What is due, from whom, by when.
    pub deadlines: Vec<Due>,
    /// Every Act that judgments and refusals of the case rest on.
    pub acts: Vec<String>,
    /// The parts that the caller plays.
    pub parts: Vec<Part>,
    /// What the caller can do now.
    pub steps: Vec<Step>,
    /// Names of all people whose ids stand in the answer, by id.
    #[schema(value_type = BTreeMap<String, String>)]
    pub people: BTreeMap<i64, String>,
    /// The reader reads it without names and times of day.
    #[serde(skip)]
    pub is_covered: bool,
    /// The letters that others read for people's names, where this reader has the names; else empty.
    #[serde(skip)]
    pub letters: BTreeMap<PersonId, String>,
    /// Who acts in the case in an office, and is named to all.
    #[serde(skip)]
    pub officers: BTreeSet<PersonId>,
}

/// A case as it stands in a list.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ListedCase)]
pub struct Listed {
    #[serde(skip)]
    pub id: i64,
    /// `2026-C-014`.
    pub number: String,
    pub title: String,
    pub subject: Subject,
    pub subject_id: Option<i64>,
    pub state: State,
    #[serde(serialize_with = "instant::utc")]
    pub state_at: NaiveDateTime,
    #[serde(serialize_with = "instant::utc")]
    pub filed_at: NaiveDateTime,
    /// Below 0, and a letter for a name, where the reader reads of cases without names.
    pub petitioner: PersonId,
    pub petitioner_name: String,
    /// Whom it concerns and who decided it, where that is somebody.
    pub concerns: Option<PersonId>,
    pub decider: Option<PersonId>,
    /// The next thing that is due.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub due_at: Option<NaiveDateTime>,
}

#[derive(Debug, Serialize, Queryable, utoipa::ToSchema)]
pub struct LeaveView {
    pub justice: PersonId,
    pub granted: bool,
    pub reason: String,
    #[serde(serialize_with = "instant::utc")]
    pub said_at: NaiveDateTime,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ConflictView {
    pub justice: PersonId,
    pub conflicts: Vec<Conflict>,
    /// `decided the matter, played in the game`.
    pub why: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SeatView {
    pub justice: PersonId,
    pub stage: Stage,
    /// Conflicts that were ignored for want of free justices (Act III.3.5.1).
    pub waived: Vec<Conflict>,
}

/// Everything about a case that the caller may see.
pub fn one(db: &mut Db, number: &str, actor: Option<&Somebody>, now: NaiveDateTime) -> Result<CaseView, Error> {
    let facts = facts(db, number)?;
    let who = facts.caller(actor)?;
    let case = &facts.case;
    let concerned = facts.concern(actor, &who);
    let decision = case.decision.map(|id| decisions::store::decision(db, id)).transpose()?;
    // What its moderator has not declared yet is for those concerned (T28).
    let decision = decision.filter(|decision| concerned || decision.is_public());
    let leave: Vec<LeaveView> = leave_votes::table
        .filter(leave_votes::case_id.eq(case.id))
        .order(leave_votes::id)
        .select((leave_votes::said_by, leave_votes::granted, leave_votes::reason, leave_votes::said_at))
        .load(db)?;
    let conflicted = |justice: &PersonId| {
        let conflicts = facts.conflicts(*justice);
        let why = rules::bench::explain(&conflicts).to_string();
        (!conflicts.is_empty()).then_some(ConflictView { justice: *justice, conflicts, why })
    };
    let conflicts: Vec<ConflictView> = facts.justices.iter().filter_map(conflicted).collect();
    let bench = facts
        .seats
        .iter()
        .map(|seat| {
            let waived = serde_json::from_str(&seat.waived)?;
            Ok(SeatView { justice: seat.justice, stage: seat.stage, waived })
        })
        .collect::<Result<Vec<_>, Error>>()?;
    let docket = docket::docket(db, case.id, &who)?;
    let deliberation = judgments::deliberation(db, &facts, &who)?;
    let judgments = judgments::judgments(db, &facts, &who)?;
    let mut interpretations = rulebook::interpretations(db)?;
    interpretations.retain(|interpretation| interpretation.case.as_ref() == Some(&case.number));
    let deadlines = by_case(db, now)?.remove(&case.number).unwrap_or_default();
    let mut officers: BTreeSet<PersonId> = facts.justices.iter().copied().chain(case.decider).collect();
    officers.extend(leave.iter().map(|vote| vote.justice).chain(bench.iter().map(|seat| seat.justice)));
    officers.extend(judgments.iter().flat_map(JudgmentView::people));
    officers.extend(decision.iter().filter_map(|decision| decision.decider));
    let mut people = officers.clone();
    people.extend([case.petitioner].into_iter().chain(case.concerns));
    people.extend(docket.iter().flat_map(FilingView::people));
    people.extend(decision.iter().map(|decision| decision.offence.accused));
    let covered = !concerned && members::store::reads_initials(db, roles(actor), now)?;
    // An office is no cover for who petitions, or whom it is about.
    officers.retain(|officer| *officer != case.petitioner && Some(*officer) != case.concerns);
    let letters = if concerned && rulebook::in_force(db, now)?.public_initials {
        let parties = [case.petitioner].into_iter().chain(case.concerns);
        let named = parties.chain(docket.iter().flat_map(FilingView::publicly_named));
        cover::letters(officers.clone(), named.chain(decision.iter().map(|decision| decision.offence.accused)))
    } else {
        BTreeMap::new()
    };
    let names = names(db, people)?;
    // Nobody says twice whether a case is to be heard.
    let has_said = leave.iter().any(|vote| vote.justice == who.person);
    let is_said = |step: Step| has_said && matches!(step, Step::GrantLeave | Step::RefuseLeave);
    let may = |step: &Step| !is_said(*step) && rules::may(&facts.standing(), *step, &who).is_ok();
    let steps = Step::ALL.iter().copied().filter(may).collect();
    let mut acts: BTreeSet<String> = deadlines.iter().map(|due| due.act.to_owned()).collect();
    acts.extend(judgments.iter().flat_map(JudgmentView::acts));
    acts.extend(decision.iter().map(|decision| decision.offence.act.clone()));
    let mut view = CaseView {
        listed: listed(case, names.get(&case.petitioner), &deadlines),
        grounds: case.grounds.clone(),
        ground: case.ground,
        decision,
        barred_until: case.barred_until,
        leave,
        conflicts,
        bench,
        docket,
        deliberation,
        judgments,
        interpretations,
        deadlines,
        acts: acts.into_iter().collect(),
        parts: who.parts.iter().copied().collect(),
        steps,
        people: names.into_iter().map(|(person, name)| (person.0, name)).collect(),
        is_covered: false,
        letters,
        officers,
    };
    if covered {
        view.cover(StandIns::but_for(view.officers.clone()));
    }
    Ok(view)
}

/// People's names.
pub fn names(db: &mut Db, people: impl IntoIterator<Item = PersonId>) -> Result<HashMap<PersonId, String>, Error> {
    members::store::names(db, &people.into_iter().collect::<Vec<_>>())
}

/// With which powers somebody reads.
fn roles(reader: Option<&Somebody>) -> Roles {
    reader.map_or_else(Roles::default, |reader| reader.roles)
}

/// A case in a list, with what is due in it, the soonest first.
fn listed(case: &Case, petitioner: Option<&String>, due: &[Due]) -> Listed {
    Listed {
        id: case.id.0,
        number: case.number.clone(),
        title: case.title.clone(),
        subject: case.subject,
        subject_id: case.subject_id,
        state: case.state,
        state_at: case.state_at,
        filed_at: case.filed_at,
        petitioner: case.petitioner,
        petitioner_name: petitioner.cloned().unwrap_or_default(),
        concerns: case.concerns,
        decider: case.decider,
        due_at: due.first().map(|due| due.due_at),
    }
}

/// Which cases are asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    pub state: Option<State>,
    /// Only those that are open (T12), or only those that are not.
    pub open: Option<bool>,
    /// Who petitioned, is concerned, decided or sits.
    pub person: Option<PersonId>,
    /// Only those in which something is due by this instant.
    pub due_by: Option<NaiveDateTime>,
}

/// Cases, newest first, from before a cursor on.
pub fn list(
    db: &mut Db,
    filter: &Filter,
    reader: Option<&Somebody>,
    before: Option<i64>,
    limit: i64,
    now: NaiveDateTime,
) -> Result<Vec<Listed>, Error> {
    let covered = members::store::reads_initials(db, roles(reader), now)?;
    let is_reader = |person: PersonId| reader.is_some_and(|reader| reader.person == person);
    let others = filter.person.is_some_and(|person| !is_reader(person));
    members::rules::look_for(covered, Sought { others, times: filter.due_by.is_some_and(is_a_time) })?;
    let mut query = cases::table.order(cases::id.desc()).limit(limit).into_boxed();
    if let Some(state) = filter.state {
        query = query.filter(cases::state.eq(state));
    }
    query = match filter.open {
        Some(true) => query.filter(cases::state.eq_any(open_states())),
        Some(false) => query.filter(cases::state.ne_all(open_states())),
        None => query,
    };
    if let Some(person) = filter.person {
        let sits = seats::table.filter(seats::justice_id.eq(person)).select(seats::case_id);
        let party = cases::filed_by.eq(person).or(cases::id.eq_any(sits));
        query =
            query.filter(party.or(cases::concerned_id.eq(person)).or(cases::decided_by.eq(person)).assume_not_null());
    }
    let due = by_case(db, now)?;
    if let Some(by) = filter.due_by {
        let by_then = due.iter().filter(|(_, due)| due.first().is_some_and(|soonest| soonest.due_at <= by));
        let numbers: Vec<String> = by_then.map(|(number, _)| number.clone()).collect();
        query = query.filter(cases::number.eq_any(numbers));
    }
    if let Some(before) = before {
        query = query.filter(cases::id.lt(before));
    }
    let rows: Vec<Case> = query.load(db)?;
    let names = names(db, rows.iter().map(|case| case.petitioner))?;
    let due_in = |case: &Case| due.get(&case.number).map_or(&[][..], Vec::as_slice);
    let listed = |case: &Case| {
        let mut listed = listed(case, names.get(&case.petitioner), due_in(case));
        let concerned = [Some(case.petitioner), case.concerns, case.decider].into_iter().flatten().any(is_reader);
        if covered && !concerned {
            listed.cover(&mut StandIns::default());
        }
        listed
    };
    Ok(rows.iter().map(listed).collect())
}

/// Whether an instant says more than that something is due at all.
fn is_a_time(at: NaiveDateTime) -> bool {
    at != NaiveDateTime::MAX
}

//! The steps that the Court's cases need from a justice.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::super::rules::next_step::{Progress, next_step};
use super::super::rules::{Participant, Step};
use super::super::{Awaited, State};
use super::deadlines::by_case;
use super::{Facts, docket, facts};
use crate::action::Somebody;
use crate::db::{
    Db,
    schema::{cases, drafts, leave_votes, votes},
};
use crate::error::Error;
use crate::id::PersonId;

/// The most cases that are looked through, the oldest first.
const MOST: i64 = 100;

/// A step that a case waits for.
#[derive(Clone, Debug)]
pub struct NextStep {
    pub number: String,
    pub title: String,
    pub step: Step,
    /// Since when the case stands where it does.
    pub since: NaiveDateTime,
    /// What is due next in the case, from anybody: the step is best taken before.
    pub due_at: Option<NaiveDateTime>,
    /// Until when the other side can answer: a vote is best cast after that.
    pub answer_by: Option<NaiveDateTime>,
}

/// What a justice has to do in all cases, the longest waiting first; of anybody else the deadlines tell.
pub fn in_all_cases(db: &mut Db, by: Somebody, now: NaiveDateTime) -> Result<Vec<NextStep>, Error> {
    if !by.roles.justice && !by.roles.chief_justice {
        return Ok(Vec::new());
    }
    let waiting = [
        State::Filed,
        State::Granted,
        State::Empanelled,
        State::Hearing,
        State::Decided,
        State::EnBancRequested,
        State::EnBancHearing,
        State::EnBancDecided,
    ];
    let open = cases::table.filter(cases::state.eq_any(waiting)).order((cases::state_at, cases::id)).limit(MOST);
    let numbers: Vec<String> = open.select(cases::number).load(db)?;
    let mut found = Vec::new();
    for number in numbers {
        let facts = facts(db, &number)?;
        if let Some(step) = in_case(db, &facts, by, now)? {
            let case = facts.case;
            found.push(NextStep {
                number,
                title: case.title,
                step,
                since: case.state_at,
                due_at: None,
                answer_by: None,
            });
        }
    }
    if found.is_empty() {
        return Ok(found);
    }
    let due = by_case(db, now)?;
    for one in &mut found {
        let in_time = || due.get(&one.number).into_iter().flatten().filter(|due| !due.overdue);
        one.due_at = in_time().next().map(|due| due.due_at);
        one.answer_by = in_time().find(|due| due.kind == Awaited::Answer).map(|due| due.due_at);
    }
    Ok(found)
}

/// What one case asks of somebody.
pub fn in_case(db: &mut Db, facts: &Facts, by: Somebody, now: NaiveDateTime) -> Result<Option<Step>, Error> {
    let who = facts.who(by.person, by.roles)?;
    Ok(next_step(&facts.standing(), &who, &progress(db, facts, &who, now)?))
}

fn progress(db: &mut Db, facts: &Facts, who: &Participant, now: NaiveDateTime) -> Result<Progress, Error> {
    let (case, stage, person) = (&facts.case, facts.case.stage(), who.person);
    let leave = leave_votes::table.filter(leave_votes::case_id.eq(case.id).and(leave_votes::said_by.eq(person)));
    let said: i64 = leave.count().get_result(db)?;
    let before_the_bench = drafts::table.filter(drafts::case_id.eq(case.id).and(drafts::stage.eq(stage)));
    let drafts: i64 = before_the_bench.count().get_result(db)?;
    let cast: Vec<PersonId> = votes::table
        .filter(votes::case_id.eq(case.id).and(votes::stage.eq(stage)).and(votes::round.eq(case.round)))
        .select(votes::voted_by)
        .load(db)?;
    let bench = facts.bench();
    Ok(Progress {
        said_leave: said > 0,
        unruled: docket::waits_for_the_word_of(db, case.id, who)?,
        awaits_answer: case.answered_at.is_none() && case.answer_due_at.is_some_and(|due| due >= now),
        drafts: usize::try_from(drafts).unwrap_or(0),
        voted: cast.contains(&person),
        all_voted: !bench.is_empty() && bench.iter().all(|justice| cast.contains(justice)),
        author_named: facts.named_author().is_some(),
        chief_names: facts.names_author()?.is_some(),
    })
}

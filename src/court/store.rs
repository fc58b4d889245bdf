//! Cases in the database: the facts of one, who has which part in it, and changing its state.

pub(super) mod bench;
mod days;
mod deadlines;
pub(super) mod docket;
pub mod drafts;
mod moot;
pub mod next_step;
pub(super) mod opinions;
pub(super) mod petitions;
mod vacancies;
pub(super) mod verdict;
mod views;

use std::collections::BTreeSet;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::{Message, say};

pub use days::taken;
pub use deadlines::{Due, deadlines, overdue_remands};
pub use docket::{Exhibit, exhibit};
pub use moot::moot;
pub use opinions::{Published, published};
pub use petitions::{
    Appealable, appealable, may_petition, open_case_about, open_case_of, open_cases_about_monitors,
    parties_to_open_cases,
};
pub use vacancies::{empty_seats, untold};
pub use verdict::terms_set;
pub use views::{CaseView, FilingView, Filter, JudgmentView, Listed, OpinionView, SeatView, list, names, one};

use super::rules::bench::{Candidate, Conflict, Seat, Ties};
use super::rules::{self, CaseStatus, Course, Part, Participant, Step, votes::Count};
use super::{CaseId, Ground, JudgmentId, Stage, State, Subject};
use crate::action::Somebody;
use crate::auth::{Role, Roles};
use crate::conduct::decisions::{self as decided, BanTerm, DecisionId};
use crate::db::{
    Db, Tx,
    schema::{case_players, cases, decisions, filings, judgments, roles, seats, votes},
};
use crate::error::Error;
use crate::id::PersonId;

/// A row of `cases`.
#[derive(Clone, Debug, Queryable)]
pub struct Case {
    pub id: CaseId,
    pub number: String,
    pub subject: Subject,
    pub subject_id: Option<i64>,
    pub ground: Option<Ground>,
    pub petitioner: PersonId,
    pub concerns: Option<PersonId>,
    pub decider: Option<PersonId>,
    pub title: String,
    pub grounds: String,
    pub filed_at: NaiveDateTime,
    pub state: State,
    pub state_at: NaiveDateTime,
    pub round: i64,
    pub answer_due_at: Option<NaiveDateTime>,
    pub answered_at: Option<NaiveDateTime>,
    pub en_banc_declined_at: Option<NaiveDateTime>,
    pub decision: Option<DecisionId>,
    pub ban: Option<crate::conduct::BanId>,
    /// The ban's term as first decided, as JSON.
    pub ban_term: Option<String>,
    pub barred_until: Option<NaiveDateTime>,
}

impl Case {
    /// Who judges at this point.
    pub fn stage(&self) -> Stage {
        let en_banc = matches!(self.state, State::EnBancHearing | State::EnBancDecided);
        if en_banc || self.subject.goes_to_the_whole_court() { Stage::EnBanc } else { Stage::Panel }
    }

    /// The ban's original term.
    pub fn ban_term(&self) -> Result<Option<BanTerm>, Error> {
        Ok(self.ban_term.as_deref().map(serde_json::from_str).transpose()?)
    }

    /// What the act log calls it.
    pub fn log_subject(&self) -> String {
        format!("case:{}", self.number)
    }

    /// What the ledger calls it.
    pub fn citation(&self) -> Message {
        say!("Case {case}", case = &self.number)
    }
}

/// A row of `judgments`.
#[derive(Clone, Debug, Queryable)]
pub struct Judgment {
    pub id: JudgmentId,
    pub case: CaseId,
    pub stage: Stage,
    pub round: i64,
    pub decided_at: NaiveDateTime,
    pub disposition: Option<String>,
    pub majority: String,
    pub opinion_due_at: Option<NaiveDateTime>,
    pub author: Option<PersonId>,
    pub published_at: Option<NaiveDateTime>,
    pub remand_due_at: Option<NaiveDateTime>,
}

impl Judgment {
    pub fn majority(&self) -> Result<Vec<PersonId>, Error> {
        Ok(serde_json::from_str(&self.majority)?)
    }
}

/// A seat of either bench, as it is kept.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = seats)]
pub struct SeatRow {
    pub stage: Stage,
    #[diesel(column_name = justice_id)]
    pub justice: PersonId,
    pub waived: String,
}

/// All that bears on who may do what in a case.
#[derive(Clone, Debug)]
pub struct Facts {
    pub case: Case,
    pub ties: Ties,
    pub seats: Vec<SeatRow>,
    /// Everybody who is a justice now, the Chief Justice among them.
    pub justices: Vec<PersonId>,
    pub chief_justice: Option<PersonId>,
    /// Both judgments, the panel's first.
    pub judgments: Vec<Judgment>,
    /// The decision that it is about is void, not having been declared (Act III.2.4.2).
    pub is_moot: bool,
    /// Somebody has voted on its panel, in whichever round.
    pub panel_has_voted: bool,
}

impl Facts {
    pub fn conflicts(&self, person: PersonId) -> Vec<Conflict> {
        self.ties.conflicts(person)
    }

    /// Who sits now and still is a justice: the Chief Justice first, then as they were picked.
    pub fn bench(&self) -> Vec<PersonId> {
        let stage = self.case.stage();
        let seated = self.seats.iter().filter(|seat| seat.stage == stage).map(|seat| seat.justice);
        let mut bench: Vec<PersonId> = seated.filter(|justice| self.justices.contains(justice)).collect();
        bench.sort_by_key(|justice| Some(*justice) != self.chief_justice);
        bench
    }

    /// The size a majority is counted from (T35): the panel's seats; en banc all who are justices still.
    pub fn size(&self) -> usize {
        match self.case.stage() {
            Stage::Panel => self.panel().len(),
            Stage::EnBanc => self.bench().len(),
        }
    }

    /// The panel's seats, be who has one a justice still or not.
    pub fn panel(&self) -> Vec<Seat> {
        let seats = self.seats.iter().filter(|seat| seat.stage == Stage::Panel);
        let read = |seat: &SeatRow| Seat {
            person: seat.justice,
            waived: serde_json::from_str(&seat.waived).unwrap_or_default(),
        };
        seats.map(read).collect()
    }

    /// The justices who can be picked for the panel.
    pub fn candidates(&self) -> Vec<Candidate> {
        let candidate = |person: &PersonId| Candidate {
            person: *person,
            chief_justice: self.chief_justice == Some(*person),
            conflicts: self.conflicts(*person),
        };
        self.justices.iter().map(candidate).collect()
    }

    /// The last time that a bench came to an end, if only to a tie.
    pub fn last_judgment(&self) -> Option<&Judgment> {
        self.judgments.last()
    }

    /// The judgment in force, which opinions are about: the last that decided something. Where the
    /// whole Court was divided, that is the panel's (T33).
    pub fn judgment_in_force(&self) -> Option<&Judgment> {
        self.judgments.iter().rfind(|judgment| judgment.disposition.is_some())
    }

    /// Whether the judgment in force waits for its opinion (Act III.3.10).
    pub fn opinion_is_owed(&self) -> bool {
        self.judgment_in_force().is_some_and(|judgment| judgment.published_at.is_none())
    }

    /// How many let the case in of those who have said something: only justices still in office and without a conflict count.
    pub fn granting(&self, said: &[(PersonId, bool)]) -> usize {
        let counts = |person: &PersonId| self.justices.contains(person) && self.conflicts(*person).is_empty();
        said.iter().filter(|(person, granted)| *granted && counts(person)).count()
    }

    /// The author of the opinion that is owed, where one was named who is a justice still.
    pub fn named_author(&self) -> Option<PersonId> {
        self.judgment_in_force()?.author.filter(|author| self.justices.contains(author))
    }

    /// The Chief Justice, where it is theirs to name who writes the opinion that is owed: they were of the majority, and
    /// nobody is named (Act III.3.10).
    pub fn names_author(&self) -> Result<Option<PersonId>, Error> {
        let is_open = matches!(self.case.state, State::Decided | State::EnBancDecided);
        let owed =
            self.judgment_in_force().filter(|_| is_open && self.opinion_is_owed() && self.named_author().is_none());
        let majority = owed.map(Judgment::majority).transpose()?.unwrap_or_default();
        Ok(self.chief_justice.filter(|chief| majority.contains(chief)))
    }

    /// The case as it stands.
    pub fn standing(&self) -> CaseStatus {
        let panel = self.panel();
        CaseStatus {
            state: self.case.state,
            is_judged: self.last_judgment().is_some(),
            en_banc_declined: self.case.en_banc_declined_at.is_some(),
            is_moot: self.is_moot,
            opinion_is_owed: self.opinion_is_owed(),
            panel_has_voted: self.panel_has_voted,
            seat_is_empty: rules::bench::staying(&panel, &self.candidates()).len() < panel.len(),
        }
    }

    /// Whether somebody stands on the other side: decided it, or is a party to it and did not petition (T38).
    fn answers(&self, person: PersonId) -> bool {
        let is_party = self.ties.parties.contains(&person) && self.case.petitioner != person;
        is_party || self.case.decider == Some(person)
    }

    /// The parts that somebody with these roles plays in the case.
    pub fn who(&self, person: PersonId, roles: Roles) -> Result<Participant, Error> {
        let conflicts = self.conflicts(person);
        let justice = roles.justice || roles.chief_justice;
        let bench = self.bench();
        let (mut sat, mut majority) = (false, false);
        if let Some(judgment) = self.judgment_in_force() {
            sat = justice && self.seats.iter().any(|seat| seat.stage == judgment.stage && seat.justice == person);
            majority = sat && judgment.majority()?.contains(&person);
        }
        let parts = [
            (self.case.petitioner == person, Part::Petitioner),
            (self.answers(person), Part::Respondent),
            (self.ties.witnesses.contains(&person), Part::Witness),
            (justice && conflicts.is_empty(), Part::Justice),
            (justice && bench.contains(&person), Part::Sitting),
            (justice && bench.first() == Some(&person), Part::Presiding),
            (sat, Part::Sat),
            (majority, Part::Majority),
            (roles.chief_justice, Part::ChiefJustice),
        ];
        let parts: BTreeSet<Part> = parts.into_iter().filter(|(plays, _)| *plays).map(|(_, part)| part).collect();
        Ok(Participant { person, parts, conflicts })
    }

    /// Whether a reader has a part in the matter or the case, or moderates: reads it with names and times.
    pub fn concern(&self, reader: Option<&Somebody>, who: &Participant) -> bool {
        let Some(reader) = reader else { return false };
        let Ties { parties, players, witnesses, .. } = &self.ties;
        let is_tied = [parties, players, witnesses].into_iter().any(|people| people.contains(&reader.person));
        is_tied || !who.parts.is_empty() || reader.roles.may_moderate()
    }

    /// The same for a caller who may not have signed in.
    pub fn caller(&self, actor: Option<&Somebody>) -> Result<Participant, Error> {
        match actor {
            Some(actor) => self.who(actor.person, actor.roles),
            None => Ok(Participant { person: PersonId(0), parts: BTreeSet::new(), conflicts: Vec::new() }),
        }
    }

    /// The facts that move the case on, before votes are counted or leave is given.
    pub fn course(&self) -> Course {
        Course {
            subject: self.case.subject,
            leave_is_enough: true,
            count: Count::Again,
            opinion_is_owed: self.opinion_is_owed(),
        }
    }
}

/// A case by its number.
pub fn case(db: &mut Db, number: &str) -> Result<Case, Error> {
    let found: Option<Case> = cases::table.filter(cases::number.eq(number)).first(db).optional()?;
    found.ok_or_else(|| crate::not_found!("case").into())
}

/// What bears on a case, in a constant number of queries.
pub fn facts(db: &mut Db, number: &str) -> Result<Facts, Error> {
    let case = case(db, number)?;
    let witnesses: Vec<Option<PersonId>> = filings::table
        .filter(filings::case_id.eq(case.id).and(filings::witness_id.is_not_null()).and(filings::granted.eq(true)))
        .select(filings::witness_id)
        .load(db)?;
    let players = case_players::table.filter(case_players::case_id.eq(case.id)).select(case_players::person_id);
    let mut parties = vec![case.petitioner];
    parties.extend(case.concerns);
    let players: Vec<PersonId> = players.load(db)?;
    if case.subject.makes_parties_of_players() {
        parties.extend(&players);
    }
    let ties = Ties { parties, decider: case.decider, players, witnesses: witnesses.into_iter().flatten().collect() };
    let seats = seats::table
        .filter(seats::case_id.eq(case.id))
        .order((seats::stage.desc(), seats::place))
        .select(SeatRow::as_select())
        .load(db)?;
    let held: Vec<(PersonId, Role)> = roles::table
        .filter(roles::taken_at.is_null().and(roles::role.eq_any([Role::Justice, Role::ChiefJustice])))
        .order(roles::person_id)
        .select((roles::person_id, roles::role))
        .load(db)?;
    let mut justices: Vec<PersonId> = held.iter().map(|(person, _)| *person).collect();
    justices.dedup();
    let chief_justice = held.iter().find(|(_, role)| *role == Role::ChiefJustice).map(|(person, _)| *person);
    let judgments = judgments::table.filter(judgments::case_id.eq(case.id)).order(judgments::id).load(db)?;
    let void: i64 = decisions::table
        .filter(decisions::id.nullable().eq(case.decision).and(decisions::state.eq(decided::State::Void)))
        .count()
        .get_result(db)?;
    let voted: i64 =
        votes::table.filter(votes::case_id.eq(case.id).and(votes::stage.eq(Stage::Panel))).count().get_result(db)?;
    let (is_moot, panel_has_voted) = (void > 0, voted > 0);
    Ok(Facts { case, ties, seats, justices, chief_justice, judgments, is_moot, panel_has_voted })
}

/// Opens a case for a step: its facts and the actor's parts, where the actor may take it now.
pub fn enter(tx: &mut Tx, number: &str, actor: Somebody, step: Step) -> Result<(Facts, Participant), Error> {
    let facts = facts(tx.db, number)?;
    let who = facts.who(actor.person, actor.roles)?;
    rules::may(&facts.standing(), step, &who)?;
    Ok((facts, who))
}

/// Moves a case to where a step leads; returns that state.
pub fn advance(tx: &mut Tx, case: &Case, step: Step, course: &Course) -> Result<State, Error> {
    let next = rules::after(case.state, step, course);
    if next != case.state {
        set_state(tx, case, next)?;
    }
    Ok(next)
}

pub fn set_state(tx: &mut Tx, case: &Case, state: State) -> Result<(), Error> {
    diesel::update(cases::table.find(case.id))
        .set((cases::state.eq(state), cases::state_at.eq(tx.now)))
        .execute(tx.db)?;
    Ok(())
}

/// Until when no further appeal about the ban is heard (Act II.9.5).
pub fn set_barred(tx: &mut Tx, case: &Case, until: Option<NaiveDateTime>) -> Result<(), Error> {
    diesel::update(cases::table.find(case.id)).set(cases::barred_until.eq(until)).execute(tx.db)?;
    Ok(())
}

/// The states of open cases (T12).
fn open_states() -> Vec<State> {
    State::ALL.iter().copied().filter(|state| state.is_open()).collect()
}

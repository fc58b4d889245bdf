//! How far a case is: five steps on one line, and every day that it has.
//!
//! A step that is past has the day on which it was done. The step that the case is at has its deadline, or else since when the
//! case waits there; later steps have no day by the Terms.

use chrono::NaiveDateTime;

use super::CasePage;
use crate::audit::Word;
use crate::court::rules::Step;
use crate::court::store::{self, Case, CaseView, Facts, FilingView};
use crate::court::{Awaited, FilingKind, State};
use crate::db::Db;
use crate::error::Error;
use crate::id::PersonId;

/// A day, by what happens on it.
#[derive(Clone, Copy)]
pub(super) enum Day {
    /// It was done then.
    On(NaiveDateTime),
    /// It is due by then.
    By(NaiveDateTime),
    /// It is waited for since then.
    Since(NaiveDateTime),
}

impl Day {
    fn at(self) -> NaiveDateTime {
        let (Day::On(at) | Day::By(at) | Day::Since(at)) = self;
        at
    }
}

pub(super) struct Course {
    /// The place of the step that the case is at; those before it are past.
    pub(super) here: usize,
    pub(super) steps: [(&'static str, Option<Day>); 5],
    /// Every day of the case, in order.
    pub(super) days: Vec<(&'static str, Day)>,
    /// Who said nothing in their time while the case is open, and when that was over.
    pub(super) silent: Option<(PersonId, NaiveDateTime)>,
    /// Whether the hearing waits for the other side's answer.
    pub(super) awaits_answer: bool,
    /// When the votes were last counted, where no draft had a majority and the bench votes again.
    pub(super) no_majority: Option<NaiveDateTime>,
    /// What opening the hearing begins.
    pub(super) hearing_hint: &'static str,
}

/// Whether both sides have spoken. Who filed the petition has, by it.
enum Sides {
    /// When the other side first spoke, where the reader sees that filing.
    Heard(Option<NaiveDateTime>),
    /// The other side said nothing, and its time is over.
    Silent(NaiveDateTime),
    /// The other side can still speak: until then, where it has a deadline.
    Open(Option<NaiveDateTime>),
}

/// The steps of the act log that the list of days has. Drafts and votes are the bench's own.
const LOGGED: &[(Word, &str)] = &[
    (Word::CaseGranted, "case-day-granted"),
    (Word::CaseRefused, "case-day-refused"),
    (Word::CaseEmpanelled, "case-day-empanelled"),
    (Word::CaseHearingOpened, "case-day-hearing"),
    (Word::CaseNoMajority, "case-day-no-majority"),
    (Word::CaseDecided, "case-day-decided"),
    (Word::CaseOpinionPublished, "case-day-opinion"),
    (Word::CaseEnBancRequested, "case-day-en-banc-requested"),
    (Word::CaseEnBancAccepted, "case-day-en-banc-accepted"),
    (Word::CaseEnBancDeclined, "case-day-en-banc-declined"),
    (Word::CaseWithdrawn, "case-day-withdrawn"),
    (Word::CaseMoot, "case-day-moot"),
];

impl Course {
    pub(super) fn of(db: &mut Db, view: &CaseView, facts: &Facts, now: NaiveDateTime) -> Result<Course, Error> {
        let case = &facts.case;
        let words: Vec<Word> = LOGGED.iter().map(|(word, _)| *word).collect();
        let taken = store::taken(db, case, &words)?;
        let last = |word: Word| taken.iter().rfind(|(one, _)| *one == word).map(|(_, at)| *at);
        let (granted, sides) = (last(Word::CaseGranted), sides(view, facts, now));
        let here = here(view, facts, granted.is_some(), &sides);
        let votes = matches!(case.state, State::Hearing | State::EnBancHearing);
        let no_majority = last(Word::CaseNoMajority).filter(|at| votes && Some(*at) > last(Word::CaseDecided));
        let hearing_hint = match &sides {
            Sides::Heard(_) if case.decider.is_some() => "step-hearing-hint-answered",
            Sides::Silent(_) => "step-hearing-hint-unanswered",
            _ => "step-hearing-hint",
        };
        let is_hearing = here == 2 && votes;
        Ok(Course {
            here,
            steps: [
                ("course-asked", Some(Day::On(case.filed_at))),
                let_in(case, granted),
                heard(view, facts, here, &sides),
                ("course-vote", voted(facts, here, &sides)),
                ("course-decided", judged(facts).filter(|_| here > 3)),
            ],
            days: days(view, facts, &taken, &sides),
            silent: match sides {
                Sides::Silent(at) if case.state.is_open() => case.decider.map(|decider| (decider, at)),
                _ => None,
            },
            awaits_answer: is_hearing && matches!(sides, Sides::Open(Some(_))),
            no_majority,
            hearing_hint,
        })
    }
}

/// How far the case is, in words.
impl CasePage {
    /// A day as the steps of a case have it.
    pub(super) fn on(&self, day: &Day) -> String {
        let short = |at: &NaiveDateTime| self.frame.short(*at, &self.dates.zone);
        match day {
            Day::On(at) => short(at),
            Day::By(at) => self.frame.t("course-by").with("day", short(at)).to_string(),
            Day::Since(at) => self.frame.t("case-since").with("day", short(at)).to_string(),
        }
    }

    /// What the case waits for, told to all who are asked for nothing.
    pub(super) fn waits_for(&self) -> Option<&'static str> {
        use State::*;
        match self.view.listed.state {
            Filed => Some("case-waits-leave"),
            Granted => Some("case-waits-panel"),
            Empanelled | Hearing if !self.left.is_empty() => Some("case-waits-seat"),
            Empanelled => Some("case-waits-hearing"),
            Hearing | EnBancHearing if self.course.awaits_answer => Some("case-waits-answer"),
            Hearing | EnBancHearing => Some("case-waits-votes"),
            Decided | EnBancDecided if self.waits_for_author => Some("case-waits-author"),
            Decided | EnBancDecided => Some("case-waits-opinion"),
            EnBancRequested => Some("case-waits-whole-court"),
            Refused | Withdrawn | Moot | Published | Final => None,
        }
    }

    /// How many justices have let the case in, while more are needed; and whether the reader has.
    pub(super) fn told_of_leave(&self) -> Option<String> {
        let (given, needed) = self.let_in;
        if given == 0 || !matches!(self.view.listed.state, State::Filed | State::Refused) {
            return None;
        }
        let told = self.frame.t("case-let-in-by").with("given", given).with("needed", needed).to_string();
        let is_own = self.view.leave.iter().any(|vote| vote.granted && Some(vote.justice) == self.reader);
        Some(if is_own { format!("{} {told}", self.frame.t("case-let-in-own")) } else { told })
    }

    /// What is said beside the reason for letting a case in: only a refusal needs one.
    pub(super) fn leave_hint(&self) -> &'static str {
        if self.may(Step::RefuseLeave) { "step-leave-reason" } else { "step-leave-reason-free" }
    }
}

/// Others who are parties to a case that nobody decided.
fn others(facts: &Facts) -> Vec<PersonId> {
    facts.ties.parties.iter().copied().filter(|party| *party != facts.case.petitioner).collect()
}

/// What the reader may know of it: of a filing that is withheld, not even the day.
fn sides(view: &CaseView, facts: &Facts, now: NaiveDateTime) -> Sides {
    let case = &facts.case;
    let mut seen = view.docket.iter().filter_map(|filing| match filing {
        FilingView::Seen(seen) => Some(seen),
        FilingView::Withheld(_) => None,
    });
    if case.decider.is_some() {
        // Time to answer no longer runs once there is a judgment, or the case has ended without one.
        let judged = facts.judgments.first().map(|judgment| judgment.decided_at);
        let ended = Some(case.state_at).filter(|_| !case.state.is_open());
        let until = judged.or(ended).unwrap_or(now);
        return match (case.answered_at, case.answer_due_at) {
            (Some(_), _) => {
                let answer = seen.find(|filing| filing.kind == FilingKind::Answer && filing.author == case.decider);
                Sides::Heard(answer.map(|filing| filing.filed_at))
            }
            (None, Some(due)) if due < until => Sides::Silent(due),
            (None, due) => Sides::Open(due),
        };
    }
    // Nobody owes an answer. Where there is no other side, as to a question, the Court hears all who speak.
    let others = others(facts);
    let is_theirs = |by: Option<PersonId>| others.is_empty() || by.is_some_and(|by| others.contains(&by));
    let word = seen.find(|filing| filing.kind != FilingKind::Notice && is_theirs(filing.author));
    word.map_or(Sides::Open(None), |filing| Sides::Heard(Some(filing.filed_at)))
}

/// Whether the reader can tell that the other side said nothing: what is withheld, or without names, may be its word.
fn knows_silence(view: &CaseView, facts: &Facts) -> bool {
    let sees_all = || view.docket.iter().all(|filing| matches!(filing, FilingView::Seen(_)));
    facts.case.decider.is_some() || (!others(facts).is_empty() && !view.is_covered && sees_all())
}

fn here(view: &CaseView, facts: &Facts, is_granted: bool, sides: &Sides) -> usize {
    // Who has no deadline is waited for until the bench has a draft.
    let has_drafts = view.deliberation.as_ref().is_some_and(|deliberation| !deliberation.drafts.is_empty());
    let hears = match sides {
        Sides::Heard(_) | Sides::Silent(_) => false,
        Sides::Open(due) => due.is_some() || !has_drafts,
    };
    match facts.case.state {
        State::Filed | State::Refused => 1,
        State::Withdrawn | State::Moot if !is_granted => 1,
        State::Withdrawn | State::Moot | State::Granted | State::Empanelled => 2,
        State::Hearing if hears => 2,
        // What goes to the whole Court at once is heard there for the first time.
        State::EnBancHearing if hears && facts.last_judgment().is_none() => 2,
        State::Hearing | State::EnBancRequested | State::EnBancHearing => 3,
        State::Decided | State::EnBancDecided => 4,
        // With its opinion published the last step is done, too.
        State::Published | State::Final => 5,
    }
}

/// The end of a case without a judgment, by its text.
fn ended(case: &Case) -> Option<&'static str> {
    match case.state {
        State::Refused => Some("course-refused"),
        State::Withdrawn => Some("course-withdrawn"),
        State::Moot => Some("course-moot"),
        _ => None,
    }
}

fn let_in(case: &Case, granted: Option<NaiveDateTime>) -> (&'static str, Option<Day>) {
    match (granted, ended(case)) {
        (Some(at), _) => ("course-let-in", Some(Day::On(at))),
        (None, Some(text)) => (text, Some(Day::On(case.state_at))),
        (None, None) => ("course-letting-in", Some(Day::Since(case.state_at))),
    }
}

fn heard(view: &CaseView, facts: &Facts, here: usize, sides: &Sides) -> (&'static str, Option<Day>) {
    let case = &facts.case;
    match (here, sides) {
        (..=1, _) => ("course-sides", None),
        (2, sides) => match (ended(case), sides) {
            (Some(text), _) => (text, Some(Day::On(case.state_at))),
            (None, Sides::Open(Some(due))) => ("course-sides", Some(Day::By(*due))),
            (None, _) => ("course-sides", Some(Day::Since(case.state_at))),
        },
        (_, Sides::Heard(at)) => ("course-sides", at.map(Day::On)),
        (_, Sides::Silent(at)) => ("course-one-side", Some(Day::On(*at))),
        (_, Sides::Open(_)) => (if knows_silence(view, facts) { "course-one-side" } else { "course-sides" }, None),
    }
}

fn judged(facts: &Facts) -> Option<Day> {
    facts.judgment_in_force().map(|judgment| Day::On(judgment.decided_at))
}

fn voted(facts: &Facts, here: usize, sides: &Sides) -> Option<Day> {
    let case = &facts.case;
    match (here, sides) {
        (4.., _) => judged(facts),
        // The votes wait for the end of the hearing, too.
        (3, Sides::Heard(Some(at)) | Sides::Silent(at)) => Some(Day::Since(case.state_at.max(*at))),
        (3, Sides::Heard(None) | Sides::Open(_)) => Some(Day::Since(case.state_at)),
        _ => None,
    }
}

fn days(view: &CaseView, facts: &Facts, taken: &[(Word, NaiveDateTime)], sides: &Sides) -> Vec<(&'static str, Day)> {
    let case = &facts.case;
    let text = |word: Word| LOGGED.iter().find(|(one, _)| *one == word).map(|(_, text)| *text);
    let logged = taken.iter().filter_map(|(word, at)| Some((text(*word)?, Day::On(*at))));
    let mut days: Vec<(&'static str, Day)> = vec![("case-day-filed", Day::On(case.filed_at))];
    days.extend(logged);
    days.extend(match sides {
        Sides::Heard(Some(at)) if case.decider.is_some() => Some(("case-day-answer", Day::On(*at))),
        Sides::Silent(at) => Some(("case-day-silent", Day::On(*at))),
        Sides::Open(Some(due)) if case.state.is_open() && facts.judgments.is_empty() => {
            Some(("case-day-answer", Day::By(*due)))
        }
        _ => None,
    });
    let drafts = view.deliberation.iter().flat_map(|deliberation| &deliberation.drafts);
    days.extend(drafts.map(|draft| draft.drafted_at).min().map(|at| ("case-day-draft", Day::On(at))));
    let is_due = |kind: Awaited| view.deadlines.iter().any(|due| due.kind == kind);
    if let Some(judgment) = facts.judgment_in_force() {
        let opinion = judgment.opinion_due_at.filter(|_| is_due(Awaited::Opinion));
        days.extend(opinion.map(|due| ("case-day-opinion", Day::By(due))));
        let remand = judgment.remand_due_at.filter(|_| is_due(Awaited::Remand));
        days.extend(remand.map(|due| ("case-day-remand", Day::By(due))));
    }
    days.sort_by_key(|(_, day)| day.at());
    days
}

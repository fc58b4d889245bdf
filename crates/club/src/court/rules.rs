//! The Court's state machine: who may take which step in a case when, and where it leads.
//!
//! [`STEPS`] is the one table, and `BARS` lists which steps the history of a case rules out; the
//! files beside this one have what else each step needs.

pub mod bench;
pub mod docket;
pub mod next_step;
pub mod opinion;
pub mod petition;
pub mod verdict;
pub mod votes;
mod words;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::{State, Subject};
use crate::error::Refusal;
use crate::id::PersonId;
use State::*;
use rookery_messages::{Join, Message, Value, say};

crate::words!(
    /// The part that somebody plays in a case.
    #[expect(missing_docs, reason = "the others are what their words say")]
    Part {
        Petitioner = "petitioner",
        /// Who decided what is petitioned against, and any other party, such as the opponent in the game.
        Respondent = "respondent",
        /// Appointed by the Court.
        Witness = "witness",
        /// A justice, the Chief Justice too, without a conflict in the case.
        Justice = "independent justice",
        /// A justice on the bench that hears the case now.
        Sitting = "sitting justice",
        Presiding = "presiding justice",
        /// A justice who took part in the last judgment.
        Sat = "justice who took part in the judgment",
        /// One of those whose votes made the last judgment.
        Majority = "justice of the majority",
        ChiefJustice = "Chief Justice",
    }
);

crate::words!(
    /// Something that is done in a case.
    #[expect(missing_docs, reason = "each is what its words say")]
    Step as CaseStep {
        GrantLeave = "granting leave",
        RefuseLeave = "refusing leave",
        Empanel = "picking the panel",
        OpenHearing = "opening the hearing",
        Brief = "filing a brief",
        Answer = "filing the answer",
        Exhibit = "filing an exhibit",
        Motion = "making a motion",
        Appoint = "appointing a witness",
        Testify = "giving testimony",
        Order = "making an order",
        Rule = "ruling",
        Notice = "giving notice",
        Draft = "drafting a judgment",
        WithdrawDraft = "withdrawing a draft",
        Vote = "voting",
        Count = "counting the votes",
        NameAuthor = "naming the opinion's author",
        Publish = "publishing the opinion",
        WriteSeparately = "writing separately",
        Join = "joining an opinion",
        RequestEnBanc = "asking for a hearing en banc",
        AcceptEnBanc = "accepting to hear the case en banc",
        DeclineEnBanc = "declining to hear the case en banc",
        Withdraw = "withdrawing the petition",
    }
);

/// While the docket is open.
const OPEN: &[State] = &[Filed, Granted, Empanelled, Hearing, EnBancRequested, EnBancHearing];
const HEARD: &[State] = &[Hearing, EnBancHearing];
const BEFORE_THE_VERDICT: &[State] = &[Empanelled, Hearing, EnBancHearing];
/// While an opinion may be owed; asking for the whole Court stops no days (Act III.3.10).
pub const JUDGED: &[State] = &[Decided, EnBancRequested, EnBancHearing, EnBancDecided];
const AFTERWARDS: &[State] = &[Decided, Published, EnBancDecided, Final];

/// Who may take a step, while the case is where, by which Act.
pub const STEPS: &[(Step, Part, &[State], &str)] = &[
    (Step::GrantLeave, Part::ChiefJustice, &[Filed], "III.3.6"),
    (Step::GrantLeave, Part::Justice, &[Filed, Refused], "III.3.6"),
    (Step::RefuseLeave, Part::ChiefJustice, &[Filed], "III.3.6"),
    (Step::Empanel, Part::ChiefJustice, &[Granted, Empanelled, Hearing], "III.3.7"),
    (Step::OpenHearing, Part::Presiding, &[Empanelled], "III.3.3"),
    (Step::Brief, Part::Petitioner, OPEN, "III.3"),
    (Step::Brief, Part::Respondent, OPEN, "III.3"),
    (Step::Answer, Part::Respondent, OPEN, "III.2.4.3"),
    (Step::Exhibit, Part::Petitioner, OPEN, "III.3"),
    (Step::Exhibit, Part::Respondent, OPEN, "III.3"),
    (Step::Exhibit, Part::Witness, HEARD, "III.3"),
    (Step::Exhibit, Part::Sitting, BEFORE_THE_VERDICT, "III.3"),
    (Step::Motion, Part::Petitioner, OPEN, "III.3"),
    (Step::Motion, Part::Respondent, OPEN, "III.3"),
    (Step::Appoint, Part::Sitting, HEARD, "III.3"),
    (Step::Testify, Part::Witness, HEARD, "III.3"),
    (Step::Order, Part::Sitting, BEFORE_THE_VERDICT, "III.3"),
    (Step::Rule, Part::Sitting, BEFORE_THE_VERDICT, "III.3.3"),
    (Step::Notice, Part::Sitting, BEFORE_THE_VERDICT, "III.3"),
    (Step::Notice, Part::ChiefJustice, State::ALL, "III.4"),
    (Step::Draft, Part::Sitting, HEARD, "III.3.8"),
    (Step::WithdrawDraft, Part::Sitting, HEARD, "III.3.8"),
    (Step::Vote, Part::Sitting, HEARD, "III.3.3"),
    (Step::Count, Part::Presiding, HEARD, "III.3.3"),
    (Step::NameAuthor, Part::ChiefJustice, &[Decided, EnBancDecided], "III.3.10"),
    (Step::Publish, Part::Majority, JUDGED, "III.3.10"),
    (Step::WriteSeparately, Part::Sat, AFTERWARDS, "III.3.10"),
    (Step::Join, Part::Sat, AFTERWARDS, "III.3.10"),
    (Step::RequestEnBanc, Part::Petitioner, &[Decided, Published], "III.3.9"),
    (Step::RequestEnBanc, Part::Respondent, &[Decided, Published], "III.3.9"),
    (Step::AcceptEnBanc, Part::ChiefJustice, &[EnBancRequested], "III.3.9.1"),
    (Step::DeclineEnBanc, Part::ChiefJustice, &[EnBancRequested], "III.3.9.1"),
    (Step::Withdraw, Part::Petitioner, &[Filed, Refused, Granted, Empanelled, Hearing, EnBancHearing], "III.3"),
];

/// Somebody before the Court.
#[derive(Clone, Debug)]
pub struct Participant {
    /// Who it is.
    pub person: PersonId,
    /// All that they are in this case: a petitioner may be its Chief Justice, too.
    pub parts: BTreeSet<Part>,
    /// Why a justice cannot sit on a panel for the case (Act III.3.5).
    pub conflicts: Vec<bench::Conflict>,
}

impl Participant {
    /// Whether they have this part in the case, among others.
    pub fn is(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }
}

/// A case, as far as that decides who may do what in it.
#[derive(Clone, Copy, Debug)]
pub struct CaseStatus {
    /// How far the case has come.
    pub state: State,
    /// A bench has judged.
    pub is_judged: bool,
    /// The Chief Justice declined that the whole Court hear it.
    pub en_banc_declined: bool,
    /// Its matter has become void automatically (Act III.2.4.2).
    pub is_moot: bool,
    /// The judgment in force waits for its opinion (Act III.3.10).
    pub opinion_is_owed: bool,
    /// Somebody has voted on the panel, also if that was before a seat of it was filled again.
    pub panel_has_voted: bool,
    /// A justice of the panel has left office, or has a conflict that was not waived.
    pub seat_is_empty: bool,
}

/// Why a step cannot be taken any more.
struct Bar {
    step: Step,
    holds: fn(&CaseStatus) -> bool,
    /// The title and what is said at length.
    told: fn() -> (Message, Message),
    act: &'static str,
}

/// What the past of a case bars, no matter who asks.
const BARS: &[Bar] = &[
    Bar {
        step: Step::Empanel,
        holds: |case| case.panel_has_voted && !case.seat_is_empty,
        told: || {
            let detail = say!(
                "The panel has begun to vote, so it stays. It changes only if one of them leaves office or comes into a conflict."
            );
            (say!("Voted already"), detail)
        },
        act: "III.3.7",
    },
    Bar {
        step: Step::Withdraw,
        holds: |case| case.is_judged,
        told: || {
            let detail = say!("The panel has judged already: what it decided cannot be taken back by withdrawing.");
            (say!("Judged already"), detail)
        },
        act: "III.3.9",
    },
    Bar {
        step: Step::Publish,
        holds: |case| !case.opinion_is_owed,
        told: || {
            let detail = say!("The Court has told its reasons for this judgment. Write your own opinion.");
            (say!("Published already"), detail)
        },
        act: "III.3.10",
    },
    Bar {
        step: Step::RequestEnBanc,
        holds: |case| case.en_banc_declined,
        told: || {
            let detail = say!("The Chief Justice declined to have this case heard en banc.");
            (say!("Declined already"), detail)
        },
        act: "III.3.9.1",
    },
    Bar {
        step: Step::RequestEnBanc,
        holds: |case| case.is_moot,
        told: || {
            let detail = say!(
                "The decision is void, not having been declared in time: there is nothing left for the whole Court to undo."
            );
            (say!("Nothing to decide"), detail)
        },
        act: "III.2.4.2",
    },
];

/// Whether somebody may take a step in a case as it stands.
pub fn may(case: &CaseStatus, step: Step, who: &Participant) -> Result<(), Refusal> {
    let state = case.state;
    let rows = || STEPS.iter().filter(|(of, ..)| *of == step);
    let mine: Vec<_> = rows().filter(|(_, part, ..)| who.is(*part)).collect();
    let act = rows().next().map_or("III.3", |(.., act)| act);
    if mine.is_empty() {
        let parts = Value::list(Join::Commas, rows().map(|(_, part, ..)| part.said()));
        let mut refusal = Refusal::forbidden(say!("In a case {step} is for: {parts}.", step = step.said(), parts), act);
        if !who.conflicts.is_empty() && rows().any(|(_, part, ..)| *part == Part::Justice) {
            refusal.detail = refusal
                .detail
                .then(say!("You have a conflict in it: {conflicts}.", conflicts = bench::explain(&who.conflicts)));
            refusal = refusal.act("III.3.5");
        }
        return Err(refusal);
    }
    if mine.iter().any(|(_, _, states, _)| states.contains(&state)) {
        return match BARS.iter().find(|bar| bar.step == step && (bar.holds)(case)) {
            Some(bar) => {
                let (title, detail) = (bar.told)();
                Err(Refusal::conflict(title, detail).act(bar.act))
            }
            None => Ok(()),
        };
    }
    let right: BTreeSet<State> = mine.iter().flat_map(|(_, _, states, _)| states.iter().copied()).collect();
    let detail = say!(
        "The case is {state}; {step} is for one that is {states}.",
        state = state.said(),
        step = step.said(),
        states = Value::list(Join::Or, right.into_iter().map(State::said))
    );
    // After the whole Court nothing more is asked.
    let is_final = step == Step::RequestEnBanc && matches!(state, EnBancDecided | Final);
    let act = if is_final { "III.3.9.2" } else { act };
    Err(Refusal::conflict(say!("Not as the case stands"), detail).act(act).with("state", state))
}

/// What decides where a step leads, besides the step itself.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// What the case is about.
    pub subject: Subject,
    /// The Chief Justice grants leave alone; justices when there are enough (Act III.3.6).
    pub leave_is_enough: bool,
    /// What the votes came to.
    pub count: votes::Count,
    /// The last judgment that decided something waits for its opinion (Act III.3.10).
    pub opinion_is_owed: bool,
}

/// The state that a case is in after a step.
pub fn after(state: State, step: Step, course: &Course) -> State {
    use votes::Count;
    match step {
        Step::GrantLeave if !course.leave_is_enough => state,
        Step::GrantLeave if course.subject.goes_to_the_whole_court() => EnBancHearing,
        Step::GrantLeave => Granted,
        Step::RefuseLeave => Refused,
        Step::Empanel if state == Granted => Empanelled,
        Step::OpenHearing => Hearing,
        Step::Count => match (course.count, state) {
            (Count::Again, _) => state,
            (Count::Judgment(_), EnBancHearing) => EnBancDecided,
            // What was judged below, or done at first, stays: an opinion on it may be owed still, and
            // nothing is left to be asked.
            (Count::Tie, EnBancHearing) if course.opinion_is_owed => EnBancDecided,
            (Count::Tie, EnBancHearing) => Final,
            (Count::Judgment(_), _) => Decided,
            (Count::Tie, _) => state,
        },
        Step::Publish if state == EnBancDecided => Final,
        Step::Publish if state == Decided => Published,
        Step::RequestEnBanc => EnBancRequested,
        Step::AcceptEnBanc => EnBancHearing,
        Step::DeclineEnBanc if course.opinion_is_owed => Decided,
        Step::DeclineEnBanc => Published,
        Step::Withdraw => Withdrawn,
        _ => state,
    }
}

/// The end of a case whose matter has become void automatically (Act III.2.4.2): a judgment that there
/// is stays, and its opinion is owed still. `None` if the case is over, or waits for its opinion
/// alone.
pub fn when_moot(state: State, opinion_is_owed: bool) -> Option<State> {
    match state {
        Filed | Refused | Granted | Empanelled | Hearing => Some(Moot),
        EnBancRequested | EnBancHearing if opinion_is_owed => Some(Decided),
        EnBancRequested | EnBancHearing => Some(Published),
        Withdrawn | Moot | Decided | Published | EnBancDecided | Final => None,
    }
}

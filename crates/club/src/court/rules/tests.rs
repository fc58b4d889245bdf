//! The state machine, exhausted: every state × step × part against a table written by hand from the
//! Acts, and every edge between states.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::error::Kind;
use votes::Count;

/// An outcome with nothing added.
pub(super) fn plain(outcome: verdict::Outcome) -> verdict::Disposition {
    verdict::Disposition {
        outcome,
        replacement: None,
        conditions: None,
        due: None,
        until: None,
        barred_until: None,
        interpretations: Vec::new(),
    }
}

type Allowed = (State, &'static [(Part, &'static [Step])]);

/// For each state, who may do what in it. Whatever is not here is refused.
const ALLOWED: &[Allowed] = &[
    (
        Filed,
        &[
            (Part::ChiefJustice, &[Step::GrantLeave, Step::RefuseLeave, Step::Notice]),
            (Part::Justice, &[Step::GrantLeave]),
            (Part::Petitioner, &[Step::Brief, Step::Exhibit, Step::Motion, Step::Withdraw]),
            (Part::Respondent, &[Step::Brief, Step::Answer, Step::Exhibit, Step::Motion]),
        ],
    ),
    (
        Refused,
        &[
            (Part::ChiefJustice, &[Step::Notice]),
            (Part::Justice, &[Step::GrantLeave]),
            (Part::Petitioner, &[Step::Withdraw]),
        ],
    ),
    (Withdrawn, &[(Part::ChiefJustice, &[Step::Notice])]),
    (Moot, &[(Part::ChiefJustice, &[Step::Notice])]),
    (
        Granted,
        &[
            (Part::ChiefJustice, &[Step::Empanel, Step::Notice]),
            (Part::Petitioner, &[Step::Brief, Step::Exhibit, Step::Motion, Step::Withdraw]),
            (Part::Respondent, &[Step::Brief, Step::Answer, Step::Exhibit, Step::Motion]),
        ],
    ),
    (
        Empanelled,
        &[
            (Part::ChiefJustice, &[Step::Empanel, Step::Notice]),
            (Part::Presiding, &[Step::OpenHearing]),
            (Part::Sitting, &[Step::Exhibit, Step::Order, Step::Rule, Step::Notice]),
            (Part::Petitioner, &[Step::Brief, Step::Exhibit, Step::Motion, Step::Withdraw]),
            (Part::Respondent, &[Step::Brief, Step::Answer, Step::Exhibit, Step::Motion]),
        ],
    ),
    (
        Hearing,
        &[
            (Part::ChiefJustice, &[Step::Empanel, Step::Notice]),
            (Part::Presiding, &[Step::Count]),
            (
                Part::Sitting,
                &[
                    Step::Exhibit,
                    Step::Order,
                    Step::Rule,
                    Step::Notice,
                    Step::Appoint,
                    Step::Draft,
                    Step::WithdrawDraft,
                    Step::Vote,
                ],
            ),
            (Part::Witness, &[Step::Exhibit, Step::Testify]),
            (Part::Petitioner, &[Step::Brief, Step::Exhibit, Step::Motion, Step::Withdraw]),
            (Part::Respondent, &[Step::Brief, Step::Answer, Step::Exhibit, Step::Motion]),
        ],
    ),
    (
        Decided,
        &[
            (Part::ChiefJustice, &[Step::NameAuthor, Step::Notice]),
            (Part::Majority, &[Step::Publish]),
            (Part::Sat, &[Step::WriteSeparately, Step::Join]),
            (Part::Petitioner, &[Step::RequestEnBanc]),
            (Part::Respondent, &[Step::RequestEnBanc]),
        ],
    ),
    (
        Published,
        &[
            (Part::ChiefJustice, &[Step::Notice]),
            (Part::Sat, &[Step::WriteSeparately, Step::Join]),
            (Part::Petitioner, &[Step::RequestEnBanc]),
            (Part::Respondent, &[Step::RequestEnBanc]),
        ],
    ),
    (
        EnBancRequested,
        &[
            (Part::ChiefJustice, &[Step::AcceptEnBanc, Step::DeclineEnBanc, Step::Notice]),
            (Part::Majority, &[Step::Publish]),
            (Part::Petitioner, &[Step::Brief, Step::Exhibit, Step::Motion]),
            (Part::Respondent, &[Step::Brief, Step::Answer, Step::Exhibit, Step::Motion]),
        ],
    ),
    (
        EnBancHearing,
        &[
            (Part::ChiefJustice, &[Step::Notice]),
            (Part::Majority, &[Step::Publish]),
            (Part::Presiding, &[Step::Count]),
            (
                Part::Sitting,
                &[
                    Step::Exhibit,
                    Step::Order,
                    Step::Rule,
                    Step::Notice,
                    Step::Appoint,
                    Step::Draft,
                    Step::WithdrawDraft,
                    Step::Vote,
                ],
            ),
            (Part::Witness, &[Step::Exhibit, Step::Testify]),
            (Part::Petitioner, &[Step::Brief, Step::Exhibit, Step::Motion, Step::Withdraw]),
            (Part::Respondent, &[Step::Brief, Step::Answer, Step::Exhibit, Step::Motion]),
        ],
    ),
    (
        EnBancDecided,
        &[
            (Part::ChiefJustice, &[Step::NameAuthor, Step::Notice]),
            (Part::Majority, &[Step::Publish]),
            (Part::Sat, &[Step::WriteSeparately, Step::Join]),
        ],
    ),
    (Final, &[(Part::ChiefJustice, &[Step::Notice]), (Part::Sat, &[Step::WriteSeparately, Step::Join])]),
];

fn allowed() -> BTreeSet<(State, Part, Step)> {
    let of_part = |state, part, steps: &'static [Step]| steps.iter().map(move |step| (state, part, *step));
    ALLOWED
        .iter()
        .flat_map(|(state, parts)| parts.iter().flat_map(move |(part, steps)| of_part(*state, *part, steps)))
        .collect()
}

/// A case in a state, with nothing in its past that bars a step.
pub(super) fn fresh(state: State) -> CaseStatus {
    CaseStatus {
        state,
        is_judged: false,
        en_banc_declined: false,
        is_moot: false,
        opinion_is_owed: true,
        panel_has_voted: false,
        seat_is_empty: false,
    }
}

pub(super) fn who(parts: &[Part]) -> Participant {
    Participant { person: PersonId(1), parts: parts.iter().copied().collect(), conflicts: Vec::new() }
}

#[test]
fn every_state_step_and_part() {
    let allowed = allowed();
    let mut tried = 0;
    for &state in State::ALL {
        for &step in Step::ALL {
            let outsider = may(&fresh(state), step, &who(&[])).unwrap_err();
            assert_eq!(outsider.kind, Kind::Forbidden, "{state}: {step} by somebody with no part");
            for &one in Part::ALL {
                // Two parts at once give what either gives: a decider who presides elsewhere, a Chief Justice who sits.
                for &other in Part::ALL {
                    tried += 1;
                    let expected = allowed.contains(&(state, one, step)) || allowed.contains(&(state, other, step));
                    match may(&fresh(state), step, &who(&[one, other])) {
                        Ok(()) => assert!(expected, "{state}: {step} by {one} and {other} should be refused"),
                        Err(refusal) => {
                            assert!(!expected, "{state}: {step} by {one} and {other} should be heard: {refusal}");
                            assert!(!refusal.acts.is_empty(), "{state}: {step} is refused without an Act");
                            let ever = State::ALL
                                .iter()
                                .any(|s| allowed.contains(&(*s, one, step)) || allowed.contains(&(*s, other, step)));
                            let kind = if ever { Kind::Conflict } else { Kind::Forbidden };
                            assert_eq!(refusal.kind, kind, "{state}: {step} by {one} and {other}");
                        }
                    }
                }
            }
        }
    }
    assert_eq!(tried, State::ALL.len() * Step::ALL.len() * Part::ALL.len() * Part::ALL.len());
}

/// What the past of a case takes away: these four steps where they are allowed, and nothing else.
#[test]
fn what_the_past_bars() {
    for (state, part, step) in allowed() {
        for past in 0..64 {
            let [is_judged, en_banc_declined, is_moot, opinion_is_owed, panel_has_voted, seat_is_empty] =
                [1, 2, 4, 8, 16, 32].map(|bit| past & bit != 0);
            let case = CaseStatus {
                state,
                is_judged,
                en_banc_declined,
                is_moot,
                opinion_is_owed,
                panel_has_voted,
                seat_is_empty,
            };
            let barred = match step {
                Step::Empanel => (panel_has_voted && !seat_is_empty).then_some("III.3.7"),
                Step::Withdraw => is_judged.then_some("III.3.9"),
                Step::Publish => (!opinion_is_owed).then_some("III.3.10"),
                Step::RequestEnBanc if en_banc_declined => Some("III.3.9.1"),
                Step::RequestEnBanc => is_moot.then_some("III.2.4.2"),
                _ => None,
            };
            let refusal = may(&case, step, &who(&[part])).err();
            assert_eq!(
                refusal.as_ref().map(|refusal| refusal.kind),
                barred.map(|_| Kind::Conflict),
                "{case:?}: {step}"
            );
            let acts: Vec<String> = refusal.iter().flat_map(|one| one.acts.iter().map(ToString::to_string)).collect();
            assert_eq!(acts, Vec::from_iter(barred), "{case:?}: {step}");
        }
    }
}

#[test]
fn a_conflicted_justice_is_told_why() {
    let decider = Participant { conflicts: vec![bench::Conflict::Decider], ..who(&[Part::Respondent]) };
    let refusal = may(&fresh(Filed), Step::GrantLeave, &decider).unwrap_err();
    assert_eq!(refusal.acts, ["III.3.6".into(), "III.3.5".into()]);
    assert!(refusal.detail.to_string().contains("decided the matter"), "{refusal}");
    let of = |step, who: &Participant| may(&fresh(Filed), step, who).unwrap_err().acts;
    assert_eq!(of(Step::GrantLeave, &who(&[Part::Respondent])), ["III.3.6".into()], "no conflict is no reason");
    assert_eq!(of(Step::OpenHearing, &decider), ["III.3.3".into()], "nor is one where no free justice may either");
}

/// Act III.3.9.2: after the whole Court nothing more is asked of it, and other steps keep their own Acts.
#[test]
fn after_the_whole_court_it_is_not_asked_again() {
    let petitioner = who(&[Part::Petitioner]);
    for (state, step, act) in [
        (EnBancDecided, Step::RequestEnBanc, "III.3.9.2"),
        (Final, Step::RequestEnBanc, "III.3.9.2"),
        (Filed, Step::RequestEnBanc, "III.3.9"),
        (Final, Step::Brief, "III.3"),
    ] {
        assert_eq!(may(&fresh(state), step, &petitioner).unwrap_err().acts, [act.into()], "{state}: {step}");
    }
}

/// Every edge that leads to another state, by the step that takes it.
const EDGES: &[(State, Step, State)] = &[
    (Filed, Step::GrantLeave, Granted),
    (Filed, Step::GrantLeave, EnBancHearing),
    (Filed, Step::RefuseLeave, Refused),
    (Filed, Step::Withdraw, Withdrawn),
    (Refused, Step::GrantLeave, Granted),
    (Refused, Step::GrantLeave, EnBancHearing),
    (Refused, Step::Withdraw, Withdrawn),
    (Granted, Step::Empanel, Empanelled),
    (Granted, Step::Withdraw, Withdrawn),
    (Empanelled, Step::OpenHearing, Hearing),
    (Empanelled, Step::Withdraw, Withdrawn),
    (Hearing, Step::Count, Decided),
    (Hearing, Step::Withdraw, Withdrawn),
    (Decided, Step::Publish, Published),
    (Decided, Step::RequestEnBanc, EnBancRequested),
    (Published, Step::RequestEnBanc, EnBancRequested),
    (EnBancRequested, Step::AcceptEnBanc, EnBancHearing),
    (EnBancRequested, Step::DeclineEnBanc, Decided),
    (EnBancRequested, Step::DeclineEnBanc, Published),
    (EnBancHearing, Step::Count, EnBancDecided),
    (EnBancHearing, Step::Count, Final),
    (EnBancHearing, Step::Withdraw, Withdrawn),
    (EnBancDecided, Step::Publish, Final),
];

#[test]
fn every_edge() {
    let mut found: BTreeMap<(State, Step), BTreeSet<State>> = BTreeMap::new();
    for (state, _, step) in allowed() {
        for &subject in Subject::ALL {
            for count in [Count::Judgment(0), Count::Tie, Count::Again] {
                for (leave_is_enough, opinion_is_owed) in [(false, false), (false, true), (true, false), (true, true)] {
                    let course = Course { subject, leave_is_enough, count, opinion_is_owed };
                    let next = after(state, step, &course);
                    if next != state {
                        found.entry((state, step)).or_default().insert(next);
                    }
                }
            }
        }
    }
    let found: BTreeSet<_> =
        found.into_iter().flat_map(|((from, step), to)| to.into_iter().map(move |to| (from, step, to))).collect();
    assert_eq!(found, EDGES.iter().copied().collect());
}

/// What else than the step decides where it leads.
#[test]
fn leave_and_owed_opinions_decide_where_a_step_leads() {
    let course = Course { subject: Subject::Game, leave_is_enough: true, count: Count::Tie, opinion_is_owed: true };
    let not_enough = Course { leave_is_enough: false, ..course };
    let written = Course { opinion_is_owed: false, ..course };
    for (state, step, course, next) in [
        (Filed, Step::GrantLeave, course, Granted),
        (Filed, Step::GrantLeave, not_enough, Filed),
        (EnBancHearing, Step::Count, course, EnBancDecided),
        (EnBancHearing, Step::Count, written, Final),
        (EnBancRequested, Step::DeclineEnBanc, course, Decided),
        (EnBancRequested, Step::DeclineEnBanc, written, Published),
    ] {
        assert_eq!(after(state, step, &course), next, "{state}: {step} {course:?}");
    }
    let both = Subject::ALL.iter().filter(|subject| subject.makes_parties_of_players());
    assert!(both.eq(&[Subject::Game]), "both players are parties where it is about their game");
}

/// T12: open from filing to refusal or verdict, and again while en banc.
#[test]
fn open_cases() {
    let open: Vec<State> = State::ALL.iter().copied().filter(|state| state.is_open()).collect();
    assert_eq!(open, [Filed, Granted, Empanelled, Hearing, EnBancRequested, EnBancHearing]);
}

/// T28: a case is over with the decision that it is about; a judgment and the opinion owed on it stay.
#[test]
fn moot_cases() {
    for &state in State::ALL {
        let [written, owed] = [false, true].map(|opinion_is_owed| when_moot(state, opinion_is_owed));
        let expected = match state {
            EnBancRequested | EnBancHearing => (Some(Published), Some(Decided)),
            _ if state.is_open() || state == Refused => (Some(Moot), Some(Moot)),
            _ => (None, None),
        };
        assert_eq!((written, owed), expected, "{state}");
    }
}

#[test]
fn steps_and_parts_are_said_by_their_words() {
    for step in Step::ALL {
        assert_eq!(step.said().to_string(), step.as_str());
    }
    for part in Part::ALL {
        assert_eq!(part.said().to_string(), part.as_str());
    }
    let refusal = may(&fresh(Granted), Step::OpenHearing, &who(&[Part::Presiding])).unwrap_err();
    let said = "The case is granted; opening the hearing is for one that is empanelled.";
    assert_eq!(refusal.detail.to_string(), said);
}

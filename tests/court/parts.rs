//! Who may take which step in a case when: every kind of actor, by role and by relation to the case, in
//! every state, against a table written by hand.

use std::collections::BTreeSet;

use rookery::auth::{Role, Roles};
use rookery::court::rules::bench::Ties;
use rookery::court::rules::{Part, STEPS, Step, may};
use rookery::court::store::{Case, Facts, Judgment, SeatRow};
use rookery::court::{CaseId, JudgmentId, Stage, State, Subject};
use rookery::id::PersonId;

use crate::harness::friday_noon;

/// Who is looked at; the others of the case are 1 (Chief Justice), 2 to 5 (justices), 6 and 7 (parties).
const WHO: PersonId = PersonId(9);

/// What ties somebody to a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Nothing,
    Petitioned,
    Decided,
    /// The matter concerns them, and another petitioned.
    Concerned,
    PlayedInTheGame,
    Witness,
    Sits,
    /// First on the bench.
    SitsFirst,
    /// Sits for want of others, though they decided the matter (Act III.3.5.1).
    SitsByWaiver,
    /// Sat, and was not of the majority.
    Dissented,
    OfTheMajority,
}

use Relation::*;

const RELATIONS: [Relation; 11] = [
    Nothing,
    Petitioned,
    Decided,
    Concerned,
    PlayedInTheGame,
    Witness,
    Sits,
    SitsFirst,
    SitsByWaiver,
    Dissented,
    OfTheMajority,
];

/// The parts that the Acts give by relation: to anybody who holds no office, and besides to a justice. A Chief
/// Justice has a justice's, presides wherever they sit, and is the Chief Justice.
fn parts(relation: Relation, role: Option<Role>) -> BTreeSet<Part> {
    let (anybodys, justices): (&[Part], &[Part]) = match relation {
        Nothing => (&[], &[Part::Justice]),
        Petitioned => (&[Part::Petitioner], &[]),
        Decided | Concerned => (&[Part::Respondent], &[]),
        PlayedInTheGame => (&[], &[]),
        Witness => (&[Part::Witness], &[]),
        Sits => (&[], &[Part::Justice, Part::Sitting]),
        SitsFirst => (&[], &[Part::Justice, Part::Sitting, Part::Presiding]),
        SitsByWaiver => (&[Part::Respondent], &[Part::Sitting]),
        Dissented => (&[], &[Part::Justice, Part::Sitting, Part::Sat]),
        OfTheMajority => (&[], &[Part::Justice, Part::Sitting, Part::Sat, Part::Majority]),
    };
    let mut parts: BTreeSet<Part> = anybodys.iter().copied().collect();
    if matches!(role, Some(Role::Justice | Role::ChiefJustice)) {
        parts.extend(justices);
    }
    if role == Some(Role::ChiefJustice) {
        parts.insert(Part::ChiefJustice);
        if justices.contains(&Part::Sitting) {
            parts.insert(Part::Presiding);
        }
    }
    parts
}

/// A case in a state, in which [`WHO`] has a relation and a role.
fn facts(state: State, relation: Relation, role: Option<Role>) -> Facts {
    let is_chief = role == Some(Role::ChiefJustice);
    let is_justice = is_chief || role == Some(Role::Justice);
    let chief = if is_chief { WHO } else { PersonId(1) };
    let decider = if matches!(relation, Decided | SitsByWaiver) { WHO } else { PersonId(7) };
    let petitioner = if relation == Petitioned { WHO } else { PersonId(6) };
    let concerns = if relation == Concerned { WHO } else { petitioner };
    let case = Case {
        id: CaseId(1),
        number: "2026-C-001".into(),
        subject: Subject::Decision,
        subject_id: Some(1),
        ground: None,
        petitioner,
        concerns: Some(concerns),
        decider: Some(decider),
        title: String::new(),
        grounds: String::new(),
        filed_at: friday_noon(),
        state,
        state_at: friday_noon(),
        round: 1,
        answer_due_at: None,
        answered_at: None,
        en_banc_declined_at: None,
        decision: None,
        ban: None,
        ban_term: None,
        barred_until: None,
    };
    let bench = match relation {
        SitsFirst => [WHO, PersonId(2), PersonId(3)],
        Sits | SitsByWaiver | Dissented | OfTheMajority => [PersonId(2), WHO, PersonId(3)],
        _ => [PersonId(2), PersonId(3), PersonId(4)],
    };
    let seat = |stage, justice| SeatRow { stage, justice, waived: "[]".into() };
    let seats = [Stage::Panel, Stage::EnBanc];
    let mut ties = Ties { parties: vec![petitioner, concerns], decider: Some(decider), ..Ties::default() };
    match relation {
        PlayedInTheGame => ties.players.push(WHO),
        Witness => ties.witnesses.push(WHO),
        _ => {}
    }
    let majority = match relation {
        OfTheMajority => Some("[9,2]"),
        Dissented => Some("[2,3]"),
        _ => None,
    };
    let judgment = |majority: &str| Judgment {
        id: JudgmentId(1),
        case: CaseId(1),
        stage: Stage::Panel,
        round: 1,
        decided_at: friday_noon(),
        disposition: Some("{}".into()),
        majority: majority.into(),
        opinion_due_at: None,
        author: None,
        published_at: None,
        remand_due_at: None,
    };
    let mut justices: Vec<PersonId> = (2..=5).map(PersonId).chain([chief]).collect();
    justices.extend((is_justice && !is_chief).then_some(WHO));
    Facts {
        case,
        ties,
        seats: seats.into_iter().flat_map(|stage| bench.map(|justice| seat(stage, justice))).collect(),
        justices,
        chief_justice: Some(chief),
        judgments: majority.map(judgment).into_iter().collect(),
        is_moot: false,
        panel_has_voted: false,
    }
}

#[test]
fn every_state_step_role_and_relation() {
    let roles = [None, Some(Role::Moderator), Some(Role::Justice), Some(Role::ChiefJustice)];
    for (relation, role) in RELATIONS.into_iter().flat_map(|relation| roles.map(|role| (relation, role))) {
        let expected = parts(relation, role);
        for &state in State::ALL {
            let facts = facts(state, relation, role);
            let who = facts.who(WHO, role.into_iter().collect::<Roles>()).unwrap();
            assert_eq!(who.parts, expected, "{relation:?} as {role:?} in a case that is {state}");
            for &step in Step::ALL {
                let mut rows = STEPS.iter().filter(|(of, ..)| *of == step);
                let allowed = rows.any(|(_, part, states, _)| expected.contains(part) && states.contains(&state));
                let judged = !facts.judgments.is_empty() && step == Step::Withdraw;
                let heard = may(&facts.standing(), step, &who).is_ok();
                assert_eq!(heard, allowed && !judged, "{relation:?} as {role:?}: {step} in a case that is {state}");
            }
        }
    }
}

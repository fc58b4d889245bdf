//! The Court of a season's club: cases from the petition to a judgment, by the same store functions
//! that the service calls.

use chrono::TimeDelta;
use rookery::auth::{Role, Roles};
use rookery::conduct::decisions::store::{self as decisions, Filter};
use rookery::conduct::decisions::{DecisionId, Sanction, State};
use rookery::court::rules::verdict::{Disposition, Outcome, Replacement};
use rookery::court::store::{self, By, Petition};
use rookery::court::{State as CaseState, Subject};
use rookery::db::Tx;
use rookery::error::Error;
use rookery::id::PersonId;
use rookery::members;

use super::Verdict;
use crate::harness::put_in_office;

const WHY: &str = "It did not happen as it was told";

/// The Chief Justice and three justices; none of them plays or decides.
#[derive(Clone, Copy)]
pub struct Bench {
    chief: By,
    panel: [By; 3],
}

impl Bench {
    pub fn appointed(tx: &mut Tx) -> Result<Bench, Error> {
        let mut appoint = |name: &str, role: Role| {
            let (person, _) = members::store::add_guest(tx, name)?;
            put_in_office(tx, person, role)?;
            Ok::<By, Error>(By { person, roles: [role].into_iter().collect::<Roles>() })
        };
        let chief = appoint("Chief", Role::ChiefJustice)?;
        let panel = [appoint("One", Role::Justice)?, appoint("Two", Role::Justice)?, appoint("Three", Role::Justice)?];
        Ok(Bench { chief, panel })
    }

    /// Brings a petition against a decision to its hearing; gives the case's number.
    pub fn hear(&self, tx: &mut Tx, accused: PersonId, decision: DecisionId) -> Result<String, Error> {
        let petitioner = By { person: accused, roles: Roles::default() };
        let petition = Petition {
            subject: Subject::Decision,
            subject_id: Some(decision.0),
            ground: None,
            title: "A wrong done".into(),
            grounds: WHY.into(),
        };
        let number = store::petition(tx, &petitioner, &petition)?;
        store::leave(tx, &number, &self.chief, true, "")?;
        store::empanel(tx, &number, &self.chief, &self.panel.map(|justice| justice.person))?;
        store::open_hearing(tx, &number, &self.panel[0])?;
        Ok(number)
    }

    /// The panel agrees; gives the Court's own decision, where it made one.
    pub fn judge(&self, tx: &mut Tx, number: &str, verdict: Verdict) -> Result<Option<DecisionId>, Error> {
        agree(tx, number, verdict, &self.panel)
    }

    /// The accused asks for the whole Court, which agrees too.
    pub fn judge_en_banc(&self, tx: &mut Tx, number: &str, verdict: Verdict) -> Result<Option<DecisionId>, Error> {
        let case = store::case(tx.db, number)?;
        let petitioner = By { person: case.petitioner, roles: Roles::default() };
        store::ask_en_banc(tx, number, &petitioner, WHY)?;
        store::decide_en_banc(tx, number, &self.chief, true, "")?;
        let [one, two, three] = self.panel;
        agree(tx, number, verdict, &[self.chief, one, two, three])
    }
}

fn agree(tx: &mut Tx, number: &str, verdict: Verdict, bench: &[By]) -> Result<Option<DecisionId>, Error> {
    let draft = store::draft(tx, number, &bench[0], &disposition(tx, verdict))?;
    for justice in bench {
        store::vote(tx, number, justice, draft)?;
    }
    let state = store::count(tx, number, &bench[0])?.state;
    assert!(matches!(state, CaseState::Decided | CaseState::EnBancDecided), "{number} is {state}");
    if !matches!(verdict, Verdict::Replace { .. }) {
        return Ok(None);
    }
    let decision = store::case(tx.db, number)?.decision.expect("a decision under appeal");
    let offence = decisions::decision(tx.db, decision)?.offence.id;
    let filter = Filter { offence: Some(offence), state: Some(State::Standing), ..Filter::default() };
    let own = decisions::decisions(tx.db, &filter, None, 2)?;
    assert_eq!(own.len(), 1, "{own:?}");
    Ok(Some(own[0].id))
}

fn disposition(tx: &Tx, verdict: Verdict) -> Disposition {
    let plain = |outcome| Disposition {
        outcome,
        replacement: None,
        conditions: None,
        due: None,
        until: None,
        barred_until: None,
        interpretations: Vec::new(),
    };
    match verdict {
        Verdict::Uphold => plain(Outcome::Uphold),
        Verdict::Overturn => plain(Outcome::Overturn),
        Verdict::Lift => plain(Outcome::Lift),
        Verdict::Replace { points } => {
            Disposition { replacement: Some(replacement(points)), ..plain(Outcome::Overturn) }
        }
        Verdict::Remand { days } => Disposition {
            conditions: Some("Hear the two who sat beside them.".into()),
            due: Some(tx.now.date() + TimeDelta::days(days)),
            ..plain(Outcome::Remand)
        },
    }
}

fn replacement(points: i64) -> Replacement {
    Replacement {
        reasons: "Heard anew, and this is fitting".into(),
        finding: None,
        sanctions: vec![Sanction::Deduction { points }],
    }
}

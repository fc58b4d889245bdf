//! The Court of a season's club: cases from the petition to a judgment, by the actions that the service performs.

use chrono::TimeDelta;
use rookery::action::{By, Somebody, perform};
use rookery::auth::{Role, Roles};
use rookery::conduct::decisions::store::{self as decisions, Filter};
use rookery::conduct::decisions::{DecisionId, Sanction, State};
use rookery::court::actions::{
    AskEnBanc, CastVote, Count, DecideEnBanc, Draft, Empanel, OpenHearing, Panel, Petition, Reason, SayOnLeave, Vote,
    Word,
};
use rookery::court::rules::verdict::{Disposition, Outcome, Replacement};
use rookery::court::{State as CaseState, Subject, store};
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
    chief: Somebody,
    panel: [Somebody; 3],
}

impl Bench {
    pub fn appointed(tx: &mut Tx) -> Result<Bench, Error> {
        let mut appoint = |name: &str, role: Role| {
            let (person, _) = members::store::add_guest(tx, name)?;
            put_in_office(tx, person, role)?;
            Ok::<Somebody, Error>(Somebody { person, roles: [role].into_iter().collect::<Roles>() })
        };
        let chief = appoint("Chief", Role::ChiefJustice)?;
        let panel = [appoint("One", Role::Justice)?, appoint("Two", Role::Justice)?, appoint("Three", Role::Justice)?];
        Ok(Bench { chief, panel })
    }

    /// The Chief Justice.
    pub fn chief(&self) -> Somebody {
        self.chief
    }

    /// Brings a petition against a decision to its hearing; gives the case's number.
    pub fn hear(&self, tx: &mut Tx, accused: PersonId, decision: DecisionId) -> Result<String, Error> {
        let petitioner = Somebody { person: accused, roles: Roles::default() };
        let petition = Petition {
            subject: Subject::Decision,
            subject_id: Some(decision.0),
            ground: None,
            title: "A wrong done".into(),
            grounds: WHY.into(),
        };
        let number = perform(tx, &petitioner.into(), &petition)?.number;
        let (chief, case) = (By::from(self.chief), || number.clone());
        perform(tx, &chief, &SayOnLeave(case(), granted()))?;
        let justices = self.panel.map(|justice| justice.person).to_vec();
        perform(tx, &chief, &Empanel(case(), Panel { justices }))?;
        perform(tx, &self.panel[0].into(), &OpenHearing(case()))?;
        Ok(number)
    }

    /// The panel agrees; gives the Court's own decision, where it made one.
    pub fn judge(&self, tx: &mut Tx, number: &str, verdict: Verdict) -> Result<Option<DecisionId>, Error> {
        agree(tx, number, verdict, &self.panel)
    }

    /// The accused asks for the whole Court, which agrees too.
    pub fn judge_en_banc(&self, tx: &mut Tx, number: &str, verdict: Verdict) -> Result<Option<DecisionId>, Error> {
        let case = store::case(tx.db, number)?;
        let petitioner = Somebody { person: case.petitioner, roles: Roles::default() };
        perform(tx, &petitioner.into(), &AskEnBanc(number.to_owned(), Reason { reason: WHY.into() }))?;
        perform(tx, &self.chief.into(), &DecideEnBanc(number.to_owned(), granted()))?;
        let [one, two, three] = self.panel;
        agree(tx, number, verdict, &[self.chief, one, two, three])
    }
}

fn granted() -> Word {
    Word { granted: true, reason: String::new() }
}

fn agree(tx: &mut Tx, number: &str, verdict: Verdict, bench: &[Somebody]) -> Result<Option<DecisionId>, Error> {
    let (presiding, disposition) = (By::from(bench[0]), disposition(tx, verdict));
    let draft = perform(tx, &presiding, &Draft(number.to_owned(), disposition))?;
    for justice in bench {
        perform(tx, &(*justice).into(), &CastVote(number.to_owned(), Vote { draft }))?;
    }
    let state = perform(tx, &presiding, &Count(number.to_owned()))?.state;
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

//! Steps of cases without an actor: by time alone, or as a consequence of another step.

use rookery_messages::say;
use serde_json::{Value, json};

use super::super::rules;
use super::super::store::{self, Case, Facts, Judgment, docket};
use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::conduct::decisions::actions::change_state;
use crate::conduct::decisions::{DecisionId, State};
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;
use crate::ratings::store::Cause;

/// A remanded decision that nobody made again in time lapses (Act III.3.8).
pub struct LapseRemand(pub Case, pub Judgment);

impl Action for LapseRemand {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let LapseRemand(case, judgment) = self;
        let Some(id) = case.decision else { return Ok(Deed::of_its_parts(())) };
        let cause = Cause::correction(say!("Case {case}: not made anew in time", case = &case.number), "III.3.8");
        change_state(tx, id, State::Overturned, &cause)?;
        let text = say!("Decision {decision} was not made anew in time and has lapsed.", decision = id.0);
        docket::notice(tx, case, None, say!("The decision that was sent back has lapsed"), text)?;
        let body = json!({ "decision": id, "judgment": judgment.id });
        Ok(Record::of(Word::CaseRemandLapsed, case.log_subject(), body).done(()))
    }
}

/// A case ends whose decision was not declared in time (Act III.2.4.2, T28).
pub struct EndMoot(pub String, pub DecisionId);

impl Action for EndMoot {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let EndMoot(number, decision) = self;
        let facts = store::facts(tx.db, number)?;
        let Some(next) = rules::when_moot(facts.case.state, facts.course().opinion_is_owed) else {
            return Ok(Deed::of_its_parts(()));
        };
        store::set_state(tx, &facts.case, next)?;
        let reason = say!(
            "Decision {decision} was not declared in time and is void (Act {act}): nothing is left for the Court to decide.",
            decision = decision.0,
            act = "III.2.4.2"
        );
        docket::notice(tx, &facts.case, None, say!("The case is moot"), reason.clone())?;
        let body = json!({ "reason": reason, "acts": ["III.2.4.2"] });
        Ok(facts.proclaimed(tx, by, Word::CaseMoot, body)?.done(()))
    }
}

/// What is logged of an empty seat, and told the Chief Justice.
pub const SEAT_EMPTY: Word = Word::CaseSeatEmpty;

/// Whose seat it is that is empty.
pub fn seat_empty(justice: PersonId) -> Value {
    json!({ "justice": justice, "acts": ["III.3.7"] })
}

/// Tells the Chief Justice that a panel needs another justice, in the place of this one (Act III.3.7).
pub struct TellOfEmptySeat(pub Facts, pub PersonId);

impl Action for TellOfEmptySeat {
    type Done = ();

    fn carry_out(&self, _: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let TellOfEmptySeat(Facts { case, chief_justice, .. }, justice) = self;
        let record = self.0.logged(SEAT_EMPTY, seat_empty(*justice));
        let told = json!({ "case": case.number, "title": case.title, "person": justice });
        // Without a Chief Justice nobody is notified.
        let record = if chief_justice.is_some() { record.tell_what(*chief_justice, told) } else { record };
        Ok(record.done(()))
    }
}

//! Petitions (Act III.3).

use rookery_messages::{Message, say};
use serde::Deserialize;
use serde_json::json;

use super::super::rules::petition::{self as rules, Petitioner};
use super::super::store::drafts::{self, DraftId};
use super::super::store::{self, docket, petitions};
use super::super::{Ground, State, Subject};
use super::Numbered;
use crate::action::{Action, By, Deed, perform};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::members;
use crate::rulebook;

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewPetition)]
pub struct Petition {
    pub subject: Subject,
    /// The id of what the petition is against: of the decision, ban, monitor, rating event, act of the
    /// Chief Justice, membership or online game; left out for a question.
    pub subject_id: Option<i64>,
    /// Needed against a monitor, and only there.
    pub ground: Option<Ground>,
    /// 3 to 200 characters.
    pub title: String,
    /// What the Court is to do, and why: 16 to 20,000 characters.
    pub grounds: String,
}

impl Action for Petition {
    type Done = Numbered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Numbered>, Error> {
        let (me, now) = (by.somebody()?, tx.now);
        let Petition { subject, subject_id, ground, title, grounds } = self;
        let (subject, subject_id, ground) = (*subject, *subject_id, *ground);
        Refusal::together(rules::faults(subject, subject_id, ground, title.trim(), grounds.trim()))?;
        let found = petitions::found(tx.db, now, me, subject, subject_id).map_err(|error| error.at("subject_id"))?;
        let is_member = members::store::membership_at(tx.db, me.person, now)?.is_some();
        let petitioner = Petitioner { person: me.person, is_member };
        let past = petitions::past(tx.db, subject, subject_id, ground, &found)?;
        let house = rulebook::in_force(tx.db, now)?;
        rules::file(petitioner, &found.matter, ground, &past, house.time_zone, now)?;
        rules::within_measure(&petitions::earlier(tx, me.person)?, &house, now)?;
        let number = petitions::add(tx, me.person, self, &found)?;
        let facts = store::facts(tx.db, &number)?;
        docket::notice(tx, &facts.case, by.person(), say!("The petition is filed"), Message::verbatim(grounds.trim()))?;
        let body = json!({ "subject": subject, "subject_id": subject_id, "ground": ground });
        Ok(facts.proclaimed(tx, by, Word::CaseFiled, body)?.done(facts.stands(State::Filed)))
    }
}

/// Files a petition, and throws away the draft that it was written in.
pub struct PetitionOfDraft(pub Petition, pub Option<DraftId>);

impl Action for PetitionOfDraft {
    type Done = Numbered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Numbered>, Error> {
        let filed = perform(tx, by, &self.0)?;
        if let Some(draft) = self.1 {
            drafts::discard(tx, by.somebody()?.person, draft)?;
        }
        Ok(Deed::of_its_parts(filed))
    }
}

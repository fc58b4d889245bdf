//! Carrying out: removals from the leaderboard.

use rookery_messages::say;
use serde::Deserialize;
use serde_json::json;

use super::{Membership, MembershipId, removal, rules, store};
use crate::action::{Action, By, Deed, Record};
use crate::conduct::declarations::{self, Exercise, NewDeclaration};
use crate::court;
use crate::db::Tx;
use crate::error::{Act, Error, Refusal};
use crate::id::PersonId;
use crate::rulebook;

// Of a member who has lapsed (Act II.7) or asked for it (Act II.8).
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Removal)]
pub struct Remove {
    #[schema(value_type = i64)]
    pub person: PersonId,
    /// `II.7`: the member has lapsed. `II.8`: the member asked for it.
    pub act: String,
}

impl Action for Remove {
    /// The membership that is over.
    type Done = Option<Membership>;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Option<Membership>>, Error> {
        let (person, now) = (self.person, tx.now);
        store::known(tx.db, person)?;
        rules::must_be_member(&standing(tx, person)?)?;
        let (act, reason) = match self.act.as_str() {
            "II.7" => ("II.7", removal::why_lapsed(tx.db, person, now)?),
            "II.8" => ("II.8", on_request(tx, person)?),
            other => {
                let detail = say!("\"{act}\" gives no removal: use II.7 (lapsed) or II.8 (on request).", act = other);
                return Err(Refusal::field("act", detail).act("II.7").act("II.8").into());
            }
        };
        store::remove(tx, person, by.person(), act, &reason)?;
        let membership = store::memberships(tx.db, person)?.pop();
        let body = json!({ "acts": [act], "reason": reason });
        let declaration = NewDeclaration {
            exercise: Exercise::Removal,
            by: by.person(),
            person: Some(person),
            act: Act::new(act),
            reason,
            effect: "Taken from the leaderboard.".to_owned(),
            subject: store::declared(membership.as_ref().map_or(MembershipId(0), |membership| membership.id)),
        };
        declarations::store::publish(tx, &declaration)?;
        Ok(Record::of("member.removed", format!("person:{person}"), body).done(membership))
    }
}

fn standing(tx: &mut Tx, person: PersonId) -> Result<rules::Standing, Error> {
    let open_case = court::store::open_case_of(tx.db, person)?;
    let now = tx.now;
    store::standing(tx.db, person, open_case, now)
}

/// Why a member is removed on request, if that may be granted (Act II.8.1).
fn on_request(tx: &mut Tx, person: PersonId) -> Result<String, Error> {
    if store::open_request(tx.db, person)?.is_none() {
        let detail = say!("This member has not asked to be removed.");
        return Err(Refusal::invalid(say!("No request"), detail).act("II.8").into());
    }
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    rules::leave(&standing(tx, person)?, zone)?;
    Ok("at the member's request".to_owned())
}

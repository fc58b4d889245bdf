//! A lapsed member's removal undone by the Court, and brought about again (Act II.7).

use diesel::prelude::*;
use rookery_messages::say;
use serde_json::json;

use crate::audit::{self, Entry};
use crate::conduct::declarations;
use crate::db::{
    Tx,
    schema::{memberships, rating_events},
};
use crate::error::{Error, Refusal};
use crate::id::{EventId, PersonId};
use crate::members::{Membership, MembershipId};
use crate::ratings::EventKind;
use crate::ratings::store::{Cause, set_void};

/// Lets a membership go on as though its removal had never happened, or removes the member again
/// from now on, where the Court had undone it. The removal's declaration says so.
pub fn undo_removal(
    tx: &mut Tx,
    id: MembershipId,
    undo: bool,
    by: Option<PersonId>,
    cause: &Cause,
) -> Result<(), Error> {
    let membership: Membership = memberships::table.find(id).first(tx.db)?;
    if undo != membership.removed_at.is_some() {
        return Ok(());
    }
    let (act, undone_by) = match undo {
        true => ("member.removal_undone", Some(cause.text.as_str())),
        false => ("member.removed", None),
    };
    match undo {
        true => undone(tx, &membership, cause)?,
        false => super::remove(tx, membership.person, by, "II.7", &cause.text)?,
    }
    declarations::store::set_undone(tx, &declared(id), undone_by)?;
    let subject = format!("person:{}", membership.person);
    audit::record(tx, Entry { actor: None, act, subject, body: json!({ "acts": cause.acts, "reason": cause.text }) })
}

/// What the declarations call the removal of a membership.
pub fn declared(id: MembershipId) -> String {
    format!("membership:{id}")
}

fn undone(tx: &mut Tx, membership: &Membership, cause: &Cause) -> Result<(), Error> {
    let (person, id) = (membership.person, membership.id);
    let later = memberships::table.filter(memberships::person_id.eq(person).and(memberships::id.gt(id)));
    if later.count().get_result::<i64>(tx.db)? > 0 {
        let detail = say!("This member has rejoined since; there is nothing left to undo.");
        return Err(Refusal::conflict(say!("Rejoined"), detail).act("II.7").into());
    }
    let event: EventId = rating_events::table
        .filter(rating_events::first_id.eq(person).and(rating_events::kind.eq(EventKind::Removal)))
        .order(rating_events::id.desc())
        .select(rating_events::id)
        .first(tx.db)?;
    set_void(tx, event, true, cause)?;
    diesel::update(memberships::table.find(id))
        .set((
            memberships::removed_at.eq(None::<chrono::NaiveDateTime>),
            memberships::removed_by.eq(None::<PersonId>),
            memberships::removal_reason.eq(None::<String>),
            memberships::removal_act.eq(None::<String>),
        ))
        .execute(tx.db)?;
    Ok(())
}

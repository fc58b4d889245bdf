//! Undoing a removal in the record.

use diesel::prelude::*;

use crate::db::{
    Db, Kept, Tx,
    schema::{memberships, rating_events},
};
use crate::error::Error;
use crate::id::{EventId, PersonId};
use crate::members::{Membership, MembershipId};
use crate::ratings::EventKind;
use crate::ratings::store::{Cause, set_void};

pub fn membership(db: &mut Db, id: MembershipId) -> Result<Membership, Error> {
    Ok(memberships::table.find(id).first(db)?)
}

/// Whether somebody has joined again after a membership.
pub fn has_rejoined(db: &mut Db, membership: &Membership) -> Result<bool, Error> {
    let (person, id) = (membership.person, membership.id);
    let later = memberships::table.filter(memberships::person_id.eq(person).and(memberships::id.gt(id)));
    Ok(later.count().get_result::<i64>(db)? > 0)
}

/// What the declarations call the removal of a membership.
pub fn declared(id: MembershipId) -> String {
    format!("membership:{id}")
}

/// Continues a membership as though its removal had never happened.
pub fn undo_removal(tx: &mut Tx, membership: &Membership, cause: &Cause) -> Result<(), Error> {
    let removals = rating_events::first_id.eq(membership.person).and(rating_events::kind.eq(EventKind::Removal));
    let event: EventId =
        rating_events::table.filter(removals).order(rating_events::id.desc()).select(rating_events::id).first(tx.db)?;
    set_void(tx, event, true, cause)?;
    diesel::update(memberships::table.find(membership.id))
        .set((
            memberships::removed_at.eq(None::<chrono::NaiveDateTime>),
            memberships::removed_by.eq(None::<PersonId>),
            memberships::removal_reason.eq(None::<Kept>),
            memberships::removal_act.eq(None::<String>),
        ))
        .execute(tx.db)?;
    Ok(())
}

//! The Court undoes a lapsed member's removal, or restores it (Act II.7).

use serde_json::json;

use super::{MembershipId, rules, store};
use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::conduct::declarations;
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;
use crate::ratings::store::Cause;

/// Lets a membership go on as though its removal had never happened, or removes the member again
/// from now on, where the Court had undone it. The removal's declaration says so.
pub struct SetRemovalUndone<'a> {
    pub membership: MembershipId,
    pub undone: bool,
    /// Who removed them at first.
    pub remover: Option<PersonId>,
    pub cause: &'a Cause,
}

impl Action for SetRemovalUndone<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let SetRemovalUndone { membership: id, undone, remover, cause } = *self;
        let membership = store::membership(tx.db, id)?;
        if undone != membership.removed_at.is_some() {
            return Ok(Deed::of_its_parts(()));
        }
        let (word, undone_by) = match undone {
            true => (Word::MemberRemovalUndone, Some(&cause.text)),
            false => (Word::MemberRemoved, None),
        };
        if undone {
            rules::may_undo_removal(store::has_rejoined(tx.db, &membership)?)?;
            store::undo_removal(tx, &membership, cause)?;
        } else {
            store::remove(tx, membership.person, remover, "II.7", &cause.text)?;
        }
        declarations::store::set_undone(tx, &store::declared(id), undone_by)?;
        let body = json!({ "acts": cause.acts, "reason": cause.text });
        Ok(Record::of(word, membership.person.subject(), body).done(()))
    }
}

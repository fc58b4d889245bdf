//! Actions with power over the host, each with its line in the security log.

use crate::action::{Action, By, Deed, perform};
use crate::auth::security_log::{self, Happened, SecurityEvent};
use crate::db::Tx;
use crate::error::Error;

/// An action of a capability that knows no accounts, as the security log has it.
pub struct Noted<A> {
    pub action: A,
    pub event: SecurityEvent,
    /// What it was done to.
    pub detail: String,
}

impl<A: Action> Action for Noted<A> {
    type Done = A::Done;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<A::Done>, Error> {
        let done = perform(tx, by, &self.action)?;
        let happened = Happened { by: by.person(), detail: &self.detail, ..Happened::of(self.event) };
        security_log::note(tx, happened)?;
        Ok(Deed::of_its_parts(done))
    }
}

//! Actions: making and withdrawing the secret address of somebody's calendar.

use super::account;
use crate::action::{Action, By, Deed};
use crate::auth::secret;
use crate::auth::security_log::{self, Happened, SecurityEvent};
use crate::auth::store;
use crate::db::Tx;
use crate::error::Error;

/// Makes the address at which calendar apps read the caller's calendar; it replaces an earlier one.
pub struct MakeCalendarAddress;

impl Action for MakeCalendarAddress {
    /// The secret in it, which is kept nowhere.
    type Done = String;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<String>, Error> {
        let person = account(tx, by.somebody()?.person)?.person;
        let secret = secret::encode(&secret::random::<32>());
        store::set_calendar(tx, person, &secret::hash(secret.as_bytes()))?;
        security_log::note(tx, Happened::to(person, SecurityEvent::CalendarAddressMade))?;
        Ok(Deed::kept_elsewhere(secret))
    }
}

/// Withdraws it: anyone with the address reads nothing more.
pub struct WithdrawCalendarAddress;

impl Action for WithdrawCalendarAddress {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let person = by.somebody()?.person;
        if !store::end_calendar(tx, person)? {
            return Err(crate::not_found!("calendar address").into());
        }
        security_log::note(tx, Happened::to(person, SecurityEvent::CalendarAddressWithdrawn))?;
        Ok(Deed::kept_elsewhere(()))
    }
}

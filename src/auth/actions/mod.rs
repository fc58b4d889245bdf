//! Actions on accounts, on offices, and on the codes that let people in.
//!
//! Each action also writes to the security log, which administrators read and which is separate from the act log:
//! see [`super::security_log`].

mod accounts;
mod calendars;
mod claims;
mod codes;
mod keys;
mod noted;
mod resets;
mod roles;
mod second_factor;

pub use accounts::*;
pub use calendars::*;
pub use claims::*;
pub use codes::*;
pub use keys::RotateKeys;
pub use noted::Noted;
pub use resets::*;
pub use roles::*;
pub use second_factor::*;

use super::store::{self, Account};
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;

/// The account of somebody who must have one.
fn account(tx: &mut Tx, person: PersonId) -> Result<Account, Error> {
    store::account(tx.db, person)?.ok_or_else(|| crate::not_found!("account").into())
}

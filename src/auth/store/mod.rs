//! Accounts, roles, sign-ins, codes and keys in the database.

mod accounts;
mod calendars;
mod claims;
mod codes;
mod failures;
mod keys;
mod roles;
mod sign_ins;

pub use accounts::*;
pub use calendars::*;
pub use claims::*;
pub use codes::*;
pub use failures::*;
pub use keys::*;
pub use roles::*;
pub use sign_ins::*;

//! The rulebook: the Terms and the house rules, and what a new version of them may be.

pub mod diff;
mod house;
pub mod rules;
pub mod terms;

pub use house::{Confirmation, HouseRules};
pub use rules::Draft;
pub use terms::{Rulebook, Terms, is_shipped, is_within};

//! The rulebook: the Terms and the house rules in force at any instant. All of the club reads it.

pub mod actions;
mod along;
mod announcing;
pub mod api;
pub mod diff;
mod house;
mod interpretations;
mod now;
pub mod pages;
mod proposals;
mod rules;
mod store;
mod terms;

pub use along::{Along, Heading};
pub use announcing::{follow, governed, open_to_nomic};
pub use house::{Confirmation, HouseRules};
pub use interpretations::{
    Interpretation, InterpretationId, add_interpretation, interpretations, interpretations_for,
    withdraw_interpretations,
};
pub use now::Now;
pub use proposals::{RequestState, SuggestionState, add_request, add_suggestion};
pub use rules::Draft;
pub use store::{
    Holder, Version, cited, holders, in_force, newest, number_at, publish, read_stored, stored_at, version, version_at,
    versions, visitors,
};
pub use terms::{ActToChoose, Rulebook, Terms, is_shipped, is_within};

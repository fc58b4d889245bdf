//! The rulebook: the Terms and the house rules in force at any instant. All of the club reads it.

pub mod actions;
mod along;
mod announcing;
pub mod api;
mod interpretations;
mod now;
pub mod pages;
mod proposals;
mod store;
mod worded;

pub use along::{Along, Heading};
pub use announcing::{follow, governed, open_to_nomic};
pub use interpretations::{
    Interpretation, InterpretationId, add_interpretation, interpretations, interpretations_for,
    withdraw_interpretations,
};
pub use now::Now;
pub use proposals::{RequestState, SuggestionState, add_request, add_suggestion};
pub use rookery_club::rulebook::*;
pub use store::{
    Holder, Version, cited, holders, in_force, newest, number_at, publish, read_stored, stored_at, version, version_at,
    versions, visitors,
};
pub use worded::{ActToChoose, acts_to_change, acts_to_choose, in_words, text_of};

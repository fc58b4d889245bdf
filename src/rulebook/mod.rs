//! The rulebook: the Terms and the house rules in force at any instant. All of the club reads it.

pub mod api;
mod house;
mod store;

pub use house::HouseRules;
pub use store::{Version, in_force, newest, publish, versions};

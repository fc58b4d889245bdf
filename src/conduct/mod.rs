//! Conduct: what moderators, staff and the Chief Justice may do to keep the games fair, and how it is
//! declared and undone.

pub mod actions;
pub mod api;
pub mod chief_acts;
pub mod decisions;
pub mod declarations;
pub mod pages;
pub mod reports;
pub mod secrecy;
pub mod store;

pub use rookery_club::conduct::*;

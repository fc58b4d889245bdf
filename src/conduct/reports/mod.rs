//! Reports of offences by members: the queue from which moderators decide.

pub mod actions;
pub mod api;
pub mod pages;
pub mod store;

pub use rookery_club::conduct::reports::*;

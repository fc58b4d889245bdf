//! Games: registering them, and everything that can happen to one afterwards.
//!
//! Performing a [`NewGame`] is the only way to enter one: the desk, tournaments and the games room all use it.

pub mod actions;
pub mod api;
pub mod closing;
pub mod diagram;
pub mod openings;
pub mod pages;
pub mod store;
pub mod waiting;

pub use rookery_club::games::*;
pub use waiting::rate_waiting;

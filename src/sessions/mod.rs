//! Sessions: the calendar, the register and the pairings.

pub mod actions;
pub mod api;
pub mod crosstable;
pub mod deductions;
pub mod feed;
pub mod pages;
pub mod rounds;
pub mod store;

pub use rookery_club::sessions::*;

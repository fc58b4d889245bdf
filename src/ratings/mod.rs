//! Ratings: the log of events in the database and the leaderboard computed from it. `crates/ratings` computes
//! what events do to scores.

pub mod api;
pub mod board;
pub mod bulk;
pub mod history;
mod log;
pub mod pages;
pub mod store;
pub mod trend;
pub mod tried;
pub mod verify;

pub use rookery_club::ratings::*;

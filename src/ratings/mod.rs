//! Ratings: one log of events, one fold, and the leaderboard that comes of it.

pub mod board;

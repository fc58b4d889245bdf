//! Members: who is on the leaderboard, and the facts about them.

pub mod store;

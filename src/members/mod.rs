//! Members: who is on the leaderboard, and the facts about them.

pub mod actions;
pub mod api;
pub mod erasure;
pub mod lists;
pub mod outside_ratings;
pub mod pages;
pub mod removal;
pub mod store;
pub mod undone;

pub use rookery_club::members::*;

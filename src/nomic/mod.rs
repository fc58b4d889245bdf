//! Nomic: the game of changing the rules, played over rules in natural language (docs/nomic.md).

pub mod actions;
pub mod api;
pub mod archive;
pub mod cli;
pub mod deadlines;
mod effects;
pub mod explaining;
pub mod history;
mod log;
pub mod news;
pub mod pages;
pub mod parameters;
pub mod store;
pub mod table;

//! Nomic: the game of changing the rules, played over rules in natural language (docs/nomic.md).

pub mod api;
pub mod cli;
pub mod deadlines;
pub mod documents;
pub mod engine;
pub mod entries;
pub mod explain;
pub mod history;
pub mod news;
pub mod pages;
pub mod python_json;
pub mod record;
pub mod store;
pub mod table;
pub mod verify;

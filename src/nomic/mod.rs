//! Nomic: the game of changing the rules, played over rules in natural language (docs/nomic.md).

pub mod cli;
pub mod documents;
pub mod engine;
pub mod entries;
pub mod explain;
pub mod python_json;
pub mod record;
pub mod verify;

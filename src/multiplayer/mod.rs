//! Chess for two, three or four players at one board: the engine, its stateless analysis and its command line.

pub mod analysis;
pub mod api;
pub mod cli;
pub mod engine;

//! Party Chess (rules 1230.1–1230.21): its engine, its command line and its stateless analysis.

pub mod analysis;
pub mod api;
pub mod cli;
pub mod engine;

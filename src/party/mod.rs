//! Party Chess (rules 1230.1–1230.21): its engine, its command line, its stateless analysis, and its table
//! in the games room.

pub mod api;
pub mod cli;
pub mod pages;
pub mod rules;
pub mod table;

//! Party Chess (rules 1230.1–1230.21): the engine (`rookery_party_chess`) on the command line and over HTTP, and its
//! table in the games room.

pub mod actions;
pub mod api;
pub mod cli;
pub mod pages;
pub mod rules;
pub mod table;

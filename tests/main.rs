//! The service through its public face: one binary, each test on a fresh database, on both backends.

#[macro_use]
mod harness;
mod conduct;
mod members;
mod operations;
mod ratings;
mod rulebook;
mod service;
mod sessions;
mod tidy;

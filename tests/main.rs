//! The service through its public face: one binary, each test on a fresh database, on both backends.

#[macro_use]
#[expect(dead_code, reason = "the harness offers more than the first tests ask of it")]
mod harness;
mod ratings;
mod service;
mod tidy;

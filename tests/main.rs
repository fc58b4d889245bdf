//! The service through its public face: one binary, each test on a fresh database, on both backends.

#[macro_use]
#[expect(dead_code, reason = "the benchmarks use the harness too")]
mod harness;
mod accounts;
mod audit;
mod browser;
mod checks;
mod chess;
mod conduct;
mod court;
mod decisions;
mod delivery;
mod durability;
mod elections;
mod exchange;
mod exports;
mod games;
mod members;
mod multiplayer;
mod nomic;
mod operations;
mod pages;
mod pages_desk;
mod pages_done;
mod pages_own;
mod pages_people;
mod pages_sessions;
mod pages_start;
mod party;
mod powers;
mod privacy;
mod ratings;
mod records;
mod rounds;
mod rulebook;
mod seasons;
mod service;
mod sessions;
mod tables;
mod tampering;
mod tidy;
mod timekeeping;
mod upgrade;

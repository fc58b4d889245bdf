//! Elections of moderators by score voting (Act III.2.5), where the house rules turn them on.
//!
//! The Chief Justice calls an election; members nominate; nominees accept; members give every candidate
//! a score from 0 to 5, and may do so again until voting closes; the service counts, publishes every
//! total, gives the elected their role for a term, and takes it when the term ends.
//!
//! # How secret a ballot is
//!
//! A ballot is a row of scores under a tag: an HMAC of the voter under the election's own random key. There
//! is no person in it, no time and no order, nobody's scores are ever answered, logged, put in the
//! outbox or kept for an `Idempotency-Key`, and the act log says only that a ballot was cast.
//!
//! - *Anybody who reads the API* learns the totals after the count and, for themself alone, whether they
//!   have voted.
//! - *Anybody who can read the database while voting is open* could work out every voter's tag, since the key
//!   must be there for a ballot to be replaced by its voter. The count destroys the key and gives the
//!   ballots new random tags, so after it the live tables tie nobody to a ballot.
//! - *A backup made during the voting* has the key of that day, and a database's files may hold
//!   old pages for a while. Somebody who runs the host, and means to, can find out; keep such backups as you
//!   would keep ballot papers, or make none while voting is open.

pub mod actions;
pub mod api;
pub mod jobs;
pub mod pages;
pub mod store;

pub use rookery_club::elections::*;

//! The Court of Appeals (Act III.3): petitions, leave, panels, the docket, votes and judgments that
//! carry themselves out.
//!
//! A case goes through [`State`]s by steps; `rules.rs` has the one table of who may take which step
//! when. What the Court decides takes effect in the transaction that counts its votes
//! (`actions/effects.rs`), and en banc judges the original matter again, so that any judgment can be undone.

pub mod actions;
pub mod api;
pub mod exhibits;
pub mod jobs;
pub mod pages;
pub mod store;

pub use rookery_club::court::*;

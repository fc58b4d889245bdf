//! Decisions: a moderator's answer to an offence, with one or more sanctions (Acts I.2.1, II.5, II.9,
//! III.2). Sanctions work from the moment they are decided and are in force exactly while their
//! decision stands: [`actions::ChangeState`] is the one way to undo them and to bring them back.

pub mod actions;
pub mod api;
pub mod pages;
pub mod store;
pub mod veil;

pub use rookery_club::conduct::decisions::*;

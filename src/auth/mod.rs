//! Accounts and powers: who somebody is, and what they may do now.

pub mod access;
mod actor;
pub mod gate;
pub mod store;
pub mod tokens;

pub use access::{Power, Route};
pub use actor::{Actor, Role, Roles};

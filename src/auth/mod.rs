//! Accounts and powers: who somebody is, and what they may do now.
//!
//! A person signs in with handle and password (and a code, with an authenticator) and is given a
//! short-lived access token and a refresh token that rotates with every use. The access token only
//! names a sign-in and a key: at every request one query asks the database whether both are still
//! valid and which roles the person has, so that revoking takes effect at once.
//!
//! Roles are given and taken by `rules`; the log of roles keeps who did it and why. A second factor
//! is advised to everybody with powers; where the operator requires it, powers rest until it is set
//! up. The kiosk's powers end with the session.

pub mod access;
mod accounts;
pub mod actions;
mod actor;
pub mod api;
mod browser;
pub mod gate;
mod hashing;
pub mod housekeeping;
pub mod keys;
pub mod limiter;
pub mod pages;
mod pass;
pub mod password;
mod proof;
pub mod refused;
mod resets;
mod second_factor;
pub mod secret;
pub mod security_log;
pub mod setup;
mod sign_in;
pub mod store;
pub mod throttle;
pub mod tokens;
pub mod totp;
mod tries;
mod viewpoint;

pub use access::{Power, Relation, Route};
pub use accounts::open_with_password;
pub use actor::{Actor, SignIn};
pub use browser::client_address;
pub use pass::Pass;
pub use resets::by_operator as reset_by_operator;
pub use rookery_club::auth::*;
pub use secret::Refresh;
pub use viewpoint::Viewpoint;

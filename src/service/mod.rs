//! The service over HTTP: the route table, its documentation, the server, and pages that draw on several
//! capabilities.

mod administration;
mod ahead;
pub mod answer_cache;
mod clock;
mod desk;
mod headers;
mod health;
mod help;
mod metrics;
mod offline;
pub mod openapi;
mod packing;
pub mod powers;
mod privacy;
mod refusals;
mod requests;
pub mod server;
mod slow;
mod start;
mod today;
mod waits;

//! The service over HTTP: the route table, its documentation, and what is not any capability's own.

mod administration;
pub mod assets;
pub mod catalogue;
pub mod chart;
mod clock;
pub mod dates;
mod desk;
pub mod form;
mod headers;
mod health;
pub mod language;
pub mod layout;
pub mod markdown;
mod metrics;
pub mod openapi;
mod packing;
pub mod places;
pub mod powers;
pub mod qr;
mod records;
pub mod server;
mod start;
pub mod typed;

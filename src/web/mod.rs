//! The service over HTTP: the route table, its documentation, and what is not any capability's own.

mod health;
pub mod openapi;
pub mod server;

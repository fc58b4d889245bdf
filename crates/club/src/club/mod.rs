//! The club itself: what it may be called, and its colour.

pub mod rules;

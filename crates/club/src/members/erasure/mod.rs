//! Erasing a person who asks for it.

pub mod rules;

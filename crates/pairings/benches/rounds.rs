//! Measures pairings.
fn main() {}

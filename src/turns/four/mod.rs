//! Four in a row: two drop discs, and the first with four in a line has won. A game of turns.

pub mod pages;
pub mod rules;

//! Four in a row: two drop discs, and whoever has four in a line first has won. A game of turns.

pub mod pages;
pub mod rules;

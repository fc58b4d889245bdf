//! The games-room rating of games of more than two: by Weng and Lin's method, apart from the club's score.

pub mod api;
pub mod pages;
pub mod rules;
pub mod store;

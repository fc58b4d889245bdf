//! Chess for two, three or four players at one board: the engine (`rookery_boards`) on the command line and over HTTP;
//! the game at a table, its ratings, and its part of the pages.

pub mod api;
pub mod cli;
pub mod drawing;
pub mod pages;
pub mod ratings;
pub mod table;

#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

mod acceleration;
mod check;
mod dutch;
mod error;
mod matching;
mod round;
mod tournament;
pub mod trf;
mod weight;

pub use acceleration::Acceleration;
pub use check::{Difference, check};
pub use dutch::Dutch;
pub use error::Error;
pub use round::{Bracket, ColourRule, Criterion, Format, Pair, Part, Round, Why};
pub use tournament::{Bye, Colour, Entry, Number, Player, Points, Score, Scoring, Tournament};

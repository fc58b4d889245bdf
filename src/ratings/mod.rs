//! Ratings: one log of events, one fold, and the leaderboard that comes of it.

pub mod api;
pub mod board;
pub mod bulk;
pub mod deductions;
pub mod fold;
pub mod history;
mod log;
pub mod pages;
pub mod refold;
mod short_names;
pub mod standings;
pub mod store;
pub mod trend;
pub mod tried;
pub mod verify;

crate::words!(
    /// How a game ended, by colours.
    Outcome {
        White = "white",
        Draw = "draw",
        Black = "black",
    }
);

impl From<Outcome> for fold::Outcome {
    fn from(outcome: Outcome) -> fold::Outcome {
        match outcome {
            Outcome::White => fold::Outcome::White,
            Outcome::Draw => fold::Outcome::Draw,
            Outcome::Black => fold::Outcome::Black,
        }
    }
}

crate::words!(
    /// What kind of event moved a score.
    EventKind {
        Join = "join",
        Game = "game",
        Absence = "absence",
        Idleness = "idleness",
        Adjustment = "adjustment",
        Halving = "halving",
        Reset = "reset",
        Removal = "removal",
        Rejoin = "rejoin",
    }
);

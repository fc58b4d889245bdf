//! Ratings: the log of events in the database and the leaderboard computed from it. `crates/ratings` computes
//! what events do to scores.

pub mod api;
pub mod board;
pub mod bulk;
pub mod history;
mod log;
pub mod pages;
pub mod store;
pub mod trend;
pub mod tried;
pub mod verify;

use rookery_ratings::elo;

crate::words!(
    /// How a game ended, by colours.
    Outcome {
        White = "white",
        Draw = "draw",
        Black = "black",
    }
);

impl Outcome {
    /// The same with the colours changed.
    pub fn mirrored(self) -> Outcome {
        match self {
            Outcome::White => Outcome::Black,
            Outcome::Draw => Outcome::Draw,
            Outcome::Black => Outcome::White,
        }
    }
}

impl From<Outcome> for elo::Outcome {
    fn from(outcome: Outcome) -> elo::Outcome {
        match outcome {
            Outcome::White => elo::Outcome::White,
            Outcome::Draw => elo::Outcome::Draw,
            Outcome::Black => elo::Outcome::Black,
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

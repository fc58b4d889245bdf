//! Why a round cannot be paired.

use crate::tournament::Number;

/// Why there is no pairing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No pairing exists in which nobody meets twice, no absolute colour is broken and the bye goes to somebody who may have it.
    #[error(
        "no pairing is possible: whatever is tried, somebody meets twice, breaks an absolute colour or cannot have the bye"
    )]
    Impossible,
    /// All rounds are played.
    #[error("all {0} rounds are paired")]
    Over(usize),
    /// Two players have one number.
    #[error("two players have number {0}")]
    Twice(Number),
    /// An opponent who is not in the tournament.
    #[error("player {player} meets {opponent} in round {round}, who is not in the tournament")]
    Stranger {
        /// Whose record it is.
        player: Number,
        /// The number that nobody has.
        opponent: Number,
        /// The round, from 1.
        round: usize,
    },
    /// The records of the two players of a game disagree.
    #[error("players {player} and {opponent} disagree about round {round}")]
    Disagree {
        /// One of them.
        player: Number,
        /// The other.
        opponent: Number,
        /// The round, from 1.
        round: usize,
    },
    /// Too many players or scores.
    #[error("the tournament is too large")]
    TooLarge,
    /// A format was asked for what its settings do not allow.
    #[error("{0}")]
    Setting(&'static str),
}

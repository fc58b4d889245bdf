//! Why a round cannot be paired.

use crate::tournament::Number;

/// Why there is no pairing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No pairing exists that breaks none of the format's absolute rules.
    #[error("no pairing of all who are there breaks none of the absolute rules")]
    Impossible,
    /// All rounds are played.
    #[error("all {0} rounds are paired")]
    Over(usize),
    /// A player has number 0, which stands for nobody.
    #[error("a player has number 0: numbers begin with 1")]
    Zero,
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
    /// A record goes on after the last round in which anybody was paired. Byes to come stand in `Tournament::asked`.
    #[error("player {player} has a record of round {round}, which is not paired: a bye to come is one asked for")]
    Unpaired {
        /// Whose record it is.
        player: Number,
        /// The round, from 1.
        round: usize,
    },
    /// Somebody asks for the bye that only the pairing gives.
    #[error("player {player} cannot ask for the allocated bye of round {round}")]
    Asked {
        /// Who asks.
        player: Number,
        /// The round, from 1.
        round: usize,
    },
    /// A game of a knock-out that the bracket does not have.
    #[error("{player} and {opponent} do not meet in round {round} of the bracket")]
    OffBracket {
        /// One of the two.
        player: Number,
        /// The other.
        opponent: Number,
        /// The round, from 1.
        round: usize,
    },
    /// A round is of somebody who is not in the tournament.
    #[error("number {0} is not in the tournament")]
    Unknown(Number),
    /// A round is entered without the result of a pair.
    #[error("the result of {white} against {black} is missing")]
    NoResult {
        /// Who had White.
        white: Number,
        /// Who had Black.
        black: Number,
    },
    /// A team of the round is not among those who play.
    #[error("team {0} has no line-up")]
    NoLineUp(Number),
    /// A team is listed twice.
    #[error("team {0} has two line-ups")]
    TwoLineUps(Number),
    /// Somebody sits at two boards.
    #[error("player {0} is seated twice")]
    SeatedTwice(Number),
    /// Too many players, scores or boards.
    #[error("the tournament is too large")]
    TooLarge,
    /// The teams of a Scheveningen match are empty, unequal, or not of different players of the tournament.
    #[error("both teams of a Scheveningen match have as many players of the tournament, at least one, nobody twice")]
    Teams,
    /// What was given as a part of a whole is none.
    #[error("{part}/{whole} is no part of a whole: at most the whole, which is from 1 to 100")]
    Fraction {
        /// The part.
        part: u32,
        /// The whole.
        whole: u32,
    },
}

//! What the rules decide, for the store to write.

use chrono::{DateTime, NaiveDateTime, Utc};

use super::Board;
use crate::id::{GameId, PersonId};
use crate::ratings::Outcome;
use crate::tournaments::Score;

/// How somebody takes part who enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entering {
    /// Of who comes when numbers are given already: the next one.
    pub number: Option<i64>,
    /// The first round that they are paired in.
    pub first_round: i64,
}

/// What becomes of somebody who withdraws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// Nothing was paired yet: they were never in it.
    Gone,
    /// They are not paired from this round on.
    From(i64),
}

/// The round that comes next.
#[derive(Clone, Debug, PartialEq)]
pub struct NextRound {
    pub round: i64,
    /// In order, with the byes of the pairing behind.
    pub boards: Vec<Board>,
    /// Before the first round: who gets which number, and by which rating.
    pub seeded: Vec<(PersonId, i64, Option<i64>)>,
}

/// A game of the club that is said to have been played on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClubGame {
    pub id: GameId,
    pub white: PersonId,
    pub black: PersonId,
    pub result: Outcome,
    pub played_at: NaiveDateTime,
    /// Whether it counts, or may yet.
    pub stands: bool,
    /// Whether it is another board's already.
    pub taken: bool,
}

/// How a result is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entered {
    /// By itself: a forfeit, or any result of an unrated tournament; nothing clears it.
    OnTheBoard(Option<Score>),
    /// As a game of the club that is to be entered: White and Black.
    Played(PersonId, PersonId),
    /// As a game of the club that is there.
    Linked(GameId),
}

/// What an answer to a challenge comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    pub challenger: PersonId,
    /// Who has White; nothing where it was declined.
    pub white: Option<PersonId>,
    /// The last instant to play in time, where it was accepted.
    pub play_by: Option<DateTime<Utc>>,
}

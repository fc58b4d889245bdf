#![doc = include_str!("../README.md")]

mod acceleration;
mod casual;
mod check;
mod dutch;
pub mod engine;
mod error;
mod fairness;
mod keizer;
mod knockout;
mod ladder;
mod matching;
mod records;
mod round;
mod round_robin;
mod standing;
mod team_swiss;
mod teams;
mod tie_breaks;
mod tournament;
pub mod trf;
mod weekly;
mod weight;

pub use acceleration::Acceleration;
pub use casual::Casual;
pub use check::{Difference, check};
pub use dutch::{Dutch, Passed, Refusal, Strength};
pub use error::Error;
pub use keizer::{Fraction, Keizer, Standing};
pub use knockout::{Decider, Knockout, Match};
pub use ladder::{Challenge, Climb, Day, Deadlines, Ladder, Lapse, Outcome, Refused};
pub use round::{Bracket, ColourRule, Criterion, Format, Pair, Part, Round, Turn, Why};
pub use round_robin::{RoundRobin, Scheveningen};
pub use team_swiss::{Preferences, TeamSwiss};
pub use teams::{Board, Team, TeamMatch, TeamResult, Teams};
pub use tie_breaks::{
    Boards, Counted, Cut, Games, Ranked, Share, Source, TeamScore, TeamStanding, TeamTieBreak, TeamTieBreaks,
    TeamTournament, TieBreak, TieBreaks, UnknownTieBreak, Value, Way,
};
pub use tournament::{Bye, Colour, Entry, Forbidden, Number, Player, Points, Score, Scoring, Tournament};
pub use weekly::{Evening, Weekly};

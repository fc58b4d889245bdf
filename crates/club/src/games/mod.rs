//! Games: what is known of one, how it is read from moves, positions and captures, and the rules for it.

pub mod adjudication;
pub mod agreement;
pub mod archive;
pub mod moves;
pub mod pgn;
pub mod position;
pub mod record;
pub mod rules;

use chrono::NaiveDateTime;

use crate::id::{GameId, PersonId};
use crate::ratings::Outcome;
use agreement::GameResult;
use record::Record;

pub use crate::ratings::GameState as State;

crate::id!(
    /// A player's objection to how a game ended (Act I.6).
    ObjectionId
);
crate::id!(
    /// A game under way with a time limit but no clock (Act I.8).
    TimedGameId
);

crate::words!(
    /// How a game ended.
    Ending {
        /// The king in check had no way out.
        Checkmate = "checkmate",
        /// The loser gave up.
        Resignation = "resignation",
        /// The side to move had no legal move and was not in check.
        Stalemate = "stalemate",
        /// The players agreed on a draw.
        DrawAgreed = "draw_agreed",
        /// A draw was claimed: the same position for the third time (FIDE 9.2).
        Repetition = "repetition",
        /// A draw was claimed: fifty moves without a capture or a pawn move (FIDE 9.3).
        FiftyMoves = "fifty_moves",
        /// Neither side could mate any more (FIDE 5.2.2).
        DeadPosition = "dead_position",
        /// Time ended it: the bell, or a time limit without a clock (Acts I.5, I.8.2).
        Bell = "bell",
        /// A flag fell (Act I.7.5).
        Flag = "flag",
        /// By decision, or because a rematch was not played (Acts I.2.1, I.6).
        Forfeit = "forfeit",
        /// Nobody said how: the result was tapped, or told without it.
        Unstated = "unstated",
    }
);

impl Ending {
    /// Whether somebody said how.
    pub fn is_said(self) -> bool {
        self != Ending::Unstated
    }

    /// The ending as the board can tell of it; `None` for a forfeit.
    pub fn on_the_board(self) -> Option<agreement::Ending> {
        Some(match self {
            Ending::Checkmate => agreement::Ending::Checkmate,
            Ending::Resignation => agreement::Ending::Resignation,
            Ending::Stalemate => agreement::Ending::Stalemate,
            Ending::DrawAgreed => agreement::Ending::Agreement,
            Ending::Repetition => agreement::Ending::Repetition,
            Ending::FiftyMoves => agreement::Ending::FiftyMoves,
            Ending::DeadPosition => agreement::Ending::DeadPosition,
            Ending::Bell => agreement::Ending::TimeEnded,
            Ending::Flag => agreement::Ending::Flag,
            Ending::Unstated => agreement::Ending::Unstated,
            Ending::Forfeit => return None,
        })
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::White => GameResult::White,
            Outcome::Draw => GameResult::Draw,
            Outcome::Black => GameResult::Black,
        }
    }
}

impl From<GameResult> for Outcome {
    fn from(result: GameResult) -> Outcome {
        match result {
            GameResult::White => Outcome::White,
            GameResult::Draw => Outcome::Draw,
            GameResult::Black => Outcome::Black,
        }
    }
}

/// A game that somebody wants registered.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Who had White.
    pub white: PersonId,
    /// Who had Black.
    pub black: PersonId,
    /// May be left open where the record decides it: at the bell, or from moves that tell it.
    pub result: Option<Outcome>,
    /// How it ended; it has to agree with result and record.
    pub ending: Ending,
    /// UTC; when it ended.
    pub played_at: NaiveDateTime,
    /// The room in which it was played, if somebody says so (Act 0.5).
    pub room: Option<String>,
    /// UTC; when it began, if somebody says so (Acts 0.5, I.7.1).
    pub began_at: Option<NaiveDateTime>,
    /// Played in the games room (Act 0.10); nobody can claim that from outside.
    pub online: bool,
    /// Played with a clock, and who assented to it; `None` without a clock.
    pub clock: Option<Assent>,
    /// Moves, last position and captures, as far as they were sent.
    pub record: Record,
    /// The time limit without a clock under which it was played (Act I.8).
    pub timed_game: Option<TimedGameId>,
    /// The game that this one replaces (Act I.6).
    pub rematch_of: Option<GameId>,
    /// Where an imported game came from: nothing is imported twice.
    pub import_key: Option<String>,
    /// The caller knows of the game like it that is there, and says that this is another one.
    pub insist: bool,
}

/// Who agreed to a clock (Act I.7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Assent {
    /// Whether White said yes.
    pub white: bool,
    /// Whether Black said yes.
    pub black: bool,
}

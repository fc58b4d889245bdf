//! Games: registering them, and everything that can happen to one afterwards.

pub mod adjudication;
pub mod agreement;
pub mod archive;
pub mod moves;
pub mod pgn;
pub mod position;

use crate::ratings::Outcome;
use agreement::GameResult;

crate::words!(
    /// Where a game stands.
    State {
        /// A guest plays in it: it is rated when the guest joins within the session (Act 0.12).
        AwaitingMembership = "awaiting_membership",
        /// A monitored player plays in it: a moderator has to approve it (Act II.10.4).
        AwaitingApproval = "awaiting_approval",
        Rated = "rated",
        /// Approval was refused.
        Refused = "refused",
        /// No guest joined before the session closed.
        Lapsed = "lapsed",
        /// Undone as though it never happened.
        Void = "void",
        /// A rematch stands in its place (Act I.6).
        Replaced = "replaced",
    }
);

crate::words!(
    /// How a game ended.
    Ending {
        Checkmate = "checkmate",
        Resignation = "resignation",
        Stalemate = "stalemate",
        DrawAgreed = "draw_agreed",
        Repetition = "repetition",
        FiftyMoves = "fifty_moves",
        DeadPosition = "dead_position",
        /// Time ended it: the bell, or a time limit without a clock (Acts I.5, I.8.2).
        Bell = "bell",
        /// A flag fell (Act I.7.5).
        Flag = "flag",
        /// By decision, or because a rematch was not played (Acts I.2.1, I.6).
        Forfeit = "forfeit",
    }
);

impl Ending {
    /// The ending as the board can tell of it; nothing of a forfeit.
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

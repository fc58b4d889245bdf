//! Whether a game's result and its ending agree with the board.

use std::collections::HashMap;
use std::fmt;

use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, Move, Outcome, Position};

use super::moves::{BoardEnd, Moves};

/// The result of a game, by colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// White won.
    White,
    /// Black won.
    Black,
    /// Nobody won.
    Draw,
}

impl GameResult {
    /// `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
            Self::Draw => None,
        }
    }

    /// A draw where nobody won.
    pub fn won_by(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::White,
            Some(Color::Black) => Self::Black,
            None => Self::Draw,
        }
    }

    /// What it is called within a sentence.
    pub fn message(self) -> Message {
        match self {
            Self::White => say!("a win for White"),
            Self::Black => say!("a win for Black"),
            Self::Draw => say!("a draw"),
        }
    }
}

/// How a game ended, as the board can tell of it: any way but a forfeit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The king in check has no way out (FIDE 5.1.1).
    Checkmate,
    /// The loser gave up (FIDE 5.1.2).
    Resignation,
    /// A flag fell (Act I.7.5).
    Flag,
    /// The bell, or the end of an agreed time (Acts I.5, I.8.2).
    TimeEnded,
    /// The players agreed on a draw (FIDE 5.2.3).
    Agreement,
    /// The side to move has no legal move and is not in check (FIDE 5.2.1).
    Stalemate,
    /// Neither side can mate (FIDE 5.2.2).
    DeadPosition,
    /// The same position for the third time (FIDE 9.2).
    Repetition,
    /// Fifty moves without a capture or a pawn move (FIDE 9.3).
    FiftyMoves,
    /// Nobody said how.
    Unstated,
}

impl Ending {
    /// What it is called within a sentence.
    fn message(self) -> Message {
        match self {
            Self::Checkmate => say!("checkmate"),
            Self::Resignation => say!("resignation"),
            Self::Flag => say!("a fallen flag"),
            Self::TimeEnded => say!("the end of the time"),
            Self::Agreement => say!("agreement"),
            Self::Stalemate => say!("stalemate"),
            Self::DeadPosition => say!("a dead position"),
            Self::Repetition => say!("repetition"),
            Self::FiftyMoves => say!("the fifty-move rule"),
            Self::Unstated => say!("an ending that nobody told"),
        }
    }

    /// That it cannot give a result.
    fn cannot_give(self, result: GameResult) -> Message {
        let result = result.message();
        match self {
            Self::Checkmate => say!("Checkmate cannot give {result}.", result),
            Self::Resignation => say!("Resignation cannot give {result}.", result),
            Self::Flag => say!("A fallen flag cannot give {result}.", result),
            Self::Agreement => say!("Agreement cannot give {result}.", result),
            Self::Stalemate => say!("Stalemate cannot give {result}.", result),
            Self::DeadPosition => say!("A dead position cannot give {result}.", result),
            Self::Repetition => say!("Repetition cannot give {result}.", result),
            Self::FiftyMoves => say!("The fifty-move rule cannot give {result}.", result),
            // Any result goes with these.
            Self::TimeEnded | Self::Unstated => say!("This ending cannot give {result}.", result),
        }
    }

    /// Whether a game that ended like this can have that result, whatever is on the board.
    pub(super) fn allows(self, result: GameResult) -> bool {
        match self {
            // A flag that falls loses at once, whatever is left to mate with: Act I.7.5 goes before
            // FIDE 6.9 by the exceptions of Act I.1.
            Self::Checkmate | Self::Resignation | Self::Flag => result != GameResult::Draw,
            Self::TimeEnded | Self::Unstated => true,
            Self::Agreement | Self::Stalemate | Self::DeadPosition | Self::Repetition | Self::FiftyMoves => {
                result == GameResult::Draw
            }
        }
    }
}

/// Why result, ending and moves cannot all be true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Disagreement {
    /// No game that ends so has this result.
    ResultOfEnding {
        /// The ending that is claimed.
        ending: Ending,
        /// The result that is claimed.
        result: GameResult,
    },
    /// The text of the moves says another result.
    ResultOfMoves {
        /// As PGN writes it: `1-0`.
        told: String,
        /// The result that is claimed.
        result: GameResult,
    },
    /// The last position ends the game in another way.
    AlreadyEnded {
        /// How the board ends it.
        end: BoardEnd,
        /// The result by that end.
        result: GameResult,
        /// The ending that is claimed.
        ending: Ending,
    },
    /// The last position is checkmate by the side that is said to have lost.
    WrongWinner {
        /// The result by the board.
        mated: GameResult,
    },
    /// The king is not in check, or has a way out.
    NotCheckmate {
        /// Whether the side to move is in check.
        check: bool,
    },
    /// The side to move has a legal move, and may be in check.
    NotStalemate {
        /// Whether the side to move is in check.
        check: bool,
    },
    /// A mate is still possible.
    NotDead,
    /// No third time, and no move that makes it so.
    NotRepeated {
        /// How often the last position was on the board.
        times: usize,
    },
    /// Too few moves, also with one that is announced.
    NotFiftyMoves {
        /// Full moves since the last capture or pawn move.
        moves: u32,
    },
}

impl Disagreement {
    /// The disagreement, in a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::ResultOfEnding { ending, result } => ending.cannot_give(*result),
            Self::ResultOfMoves { told, result } => say!(
                "The moves themselves say {told}, and the result is given as {result}.",
                told,
                result = result.message()
            ),
            Self::AlreadyEnded { end, result, ending } => say!(
                "The last position is {end}: the game is over, {result}, so the ending is not {ending}.",
                end = end.message(),
                result = result.message(),
                ending = ending.message()
            ),
            Self::WrongWinner { mated } => say!(
                "The last position is checkmate by the other side: the result is {result}.",
                result = mated.message()
            ),
            Self::NotCheckmate { check: true } => {
                say!("The last position is not checkmate: the king in check has a way out.")
            }
            Self::NotCheckmate { check: false } => {
                say!("The last position is not checkmate: the king is not in check.")
            }
            Self::NotStalemate { check: true } => {
                say!("The last position is not stalemate: the side to move is in check and has a legal move.")
            }
            Self::NotStalemate { check: false } => {
                say!("The last position is not stalemate: the side to move has a legal move.")
            }
            Self::NotDead => {
                say!("The last position is not dead: mate can still come about by some series of legal moves.")
            }
            Self::NotRepeated { times } => say!(
                "The last position was on the board this often: {times}. No move makes it three, and you need three.",
                times = *times
            ),
            Self::NotFiftyMoves { moves } => {
                say!("Full moves since the last capture or pawn move: {moves}. The rule needs fifty.", moves = *moves)
            }
        }
    }

    /// The Acts that the disagreement rests on: the laws of chess, and what the Terms say of clocks.
    pub fn acts(&self) -> &'static [&'static str] {
        match self {
            Self::ResultOfEnding { ending: Ending::Flag, .. } => &["I.7.5"],
            _ => &["I.1"],
        }
    }

    /// What of a game has to be put right: as a rule, how it ended.
    pub fn field(&self) -> &'static str {
        match self {
            Self::ResultOfMoves { .. } | Self::WrongWinner { .. } => "result",
            _ => "ending",
        }
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(formatter)
    }
}

/// Checks the result and the ending against the moves. The decision of a game that time ended is
/// not checked here: see `adjudication`.
pub fn agrees(moves: &Moves, result: GameResult, ending: Ending) -> Result<(), Disagreement> {
    if let Outcome::Known(told) = moves.result
        && GameResult::won_by(told.winner()) != result
    {
        return Err(Disagreement::ResultOfMoves { told: told.to_string(), result });
    }
    position_agrees(moves.last(), result, ending)?;
    match ending {
        Ending::Repetition => repeated(moves),
        Ending::FiftyMoves => fifty_moves(moves.last()),
        _ => Ok(()),
    }
}

/// Checks the result and the ending against the last position alone. Repetition and the
/// fifty-move rule cannot be seen there and are believed.
pub fn position_agrees(last: &Chess, result: GameResult, ending: Ending) -> Result<(), Disagreement> {
    if !ending.allows(result) {
        return Err(Disagreement::ResultOfEnding { ending, result });
    }
    match (BoardEnd::of(last), ending) {
        (Some(BoardEnd::Checkmate), Ending::Checkmate | Ending::Unstated) => {
            let mated = GameResult::won_by(Some(last.turn().other()));
            if mated == result { Ok(()) } else { Err(Disagreement::WrongWinner { mated }) }
        }
        (Some(BoardEnd::Stalemate), Ending::Stalemate)
        | (Some(BoardEnd::InsufficientMaterial), Ending::DeadPosition) => Ok(()),
        // What nobody said, the board says, as long as the result is its own.
        (Some(_), Ending::Unstated) if result == GameResult::Draw => Ok(()),
        (Some(_), _) => still_on(last, ending),
        (None, Ending::Checkmate) => Err(Disagreement::NotCheckmate { check: last.is_check() }),
        (None, Ending::Stalemate) => Err(Disagreement::NotStalemate { check: last.is_check() }),
        (None, Ending::DeadPosition) if !may_be_dead(last) => Err(Disagreement::NotDead),
        (None, _) => Ok(()),
    }
}

/// Whether the game was going on in the last position, so that something off the board can have ended it.
pub(super) fn still_on(last: &Chess, ending: Ending) -> Result<(), Disagreement> {
    let Some(end) = BoardEnd::of(last) else { return Ok(()) };
    let winner = (end == BoardEnd::Checkmate).then(|| last.turn().other());
    Err(Disagreement::AlreadyEnded { end, result: GameResult::won_by(winner), ending })
}

/// A claim that cannot be decided from the pieces is believed: pawns can be locked for good with
/// only kings and bishops behind them, and forced captures can leave too little to mate with.
fn may_be_dead(last: &Chess) -> bool {
    let board = last.board();
    let may_be_locked = board.pawns().any() && (board.knights() | board.rooks() | board.queens()).is_empty();
    let leaves_too_little = |&legal: &Move| {
        let mut next = last.clone();
        next.play_unchecked(legal);
        next.is_insufficient_material()
    };
    may_be_locked || last.legal_moves().iter().all(leaves_too_little)
}

/// The last position stands for the third time, or a move that the claimant announced makes it so.
fn repeated(moves: &Moves) -> Result<(), Disagreement> {
    let mut seen: HashMap<Chess, usize> = HashMap::new();
    for position in moves.positions() {
        *seen.entry(position).or_default() += 1;
    }
    let times = |position: &Chess| seen.get(position).copied().unwrap_or(0);
    let announced = |&legal: &Move| {
        let mut next = moves.last().clone();
        next.play_unchecked(legal);
        times(&next) >= 2
    };
    match times(moves.last()) {
        3.. => Ok(()),
        _ if moves.last().legal_moves().iter().any(announced) => Ok(()),
        times => Err(Disagreement::NotRepeated { times }),
    }
}

/// Fifty moves by each side are made, or the announced one completes them.
fn fifty_moves(last: &Chess) -> Result<(), Disagreement> {
    let quiet = |legal: &Move| !legal.is_zeroing();
    match last.halfmoves() {
        100.. => Ok(()),
        99 if last.legal_moves().iter().any(quiet) => Ok(()),
        halfmoves => Err(Disagreement::NotFiftyMoves { moves: halfmoves / 2 }),
    }
}

#[cfg(test)]
mod tests;

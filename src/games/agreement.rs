//! Whether a game's result and the way it is said to have ended agree with what is on the board.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, Move, Outcome, Position};
use thiserror::Error;

use super::moves::{BoardEnd, Moves};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    White,
    Black,
    Draw,
}

impl GameResult {
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
            Self::Draw => None,
        }
    }

    pub fn won_by(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::White,
            Some(Color::Black) => Self::Black,
            None => Self::Draw,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "a win for White",
            Self::Black => "a win for Black",
            Self::Draw => "a draw",
        })
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    Checkmate,
    Resignation,
    /// A flag fell (Act I.7.5).
    Flag,
    /// The bell, or the end of an agreed time (Acts I.5, I.8.2).
    TimeEnded,
    Agreement,
    Stalemate,
    /// Neither side can mate (FIDE 5.2.2).
    DeadPosition,
    /// The same position for the third time (FIDE 9.2).
    Repetition,
    /// Fifty moves without a capture or a pawn move (FIDE 9.3).
    FiftyMoves,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Resignation => "resignation",
            Self::Flag => "a fallen flag",
            Self::TimeEnded => "the end of the time",
            Self::Agreement => "agreement",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "a dead position",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "the fifty-move rule",
        })
    }
}

impl Ending {
    /// Whether a game that ended like this can have that result, whatever is on the board.
    pub(super) fn allows(self, result: GameResult) -> bool {
        match self {
            // A flag that falls loses at once, whatever is left to mate with: Act I.7.5 goes before
            // FIDE 6.9 by the exceptions of Act I.1.
            Self::Checkmate | Self::Resignation | Self::Flag => result != GameResult::Draw,
            Self::TimeEnded => true,
            Self::Agreement | Self::Stalemate | Self::DeadPosition | Self::Repetition | Self::FiftyMoves => {
                result == GameResult::Draw
            }
        }
    }
}

/// Why result, ending and moves cannot all be true; each reads as a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[serde(tag = "disagreement", rename_all = "snake_case")]
pub enum Disagreement {
    #[error("{ending} cannot give {result}")]
    ResultOfEnding { ending: Ending, result: GameResult },
    #[error("the moves themselves say {told}, and the result is given as {result}")]
    ResultOfMoves { told: String, result: GameResult },
    #[error("the last position is {end}: the game is over, {result}, so the ending is not {ending}")]
    AlreadyEnded { end: BoardEnd, result: GameResult, ending: Ending },
    #[error("the last position is checkmate by the other side: the result is {mated}")]
    WrongWinner { mated: GameResult },
    #[error("the last position is not checkmate: {why}")]
    NotCheckmate { why: &'static str },
    #[error("the last position is not stalemate: {why}")]
    NotStalemate { why: &'static str },
    #[error("the last position is not dead: mate can still come about by some series of legal moves")]
    NotDead,
    #[error(
        "the last position stood {times} time(s) on the board, and no move brings about a third time; repetition needs three"
    )]
    NotRepeated { times: usize },
    #[error("only {moves} full move(s) were made since the last capture or pawn move; the rule needs fifty")]
    NotFiftyMoves { moves: u32 },
}

impl Disagreement {
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
        (Some(BoardEnd::Checkmate), Ending::Checkmate) => {
            let mated = GameResult::won_by(Some(last.turn().other()));
            if mated == result { Ok(()) } else { Err(Disagreement::WrongWinner { mated }) }
        }
        (Some(BoardEnd::Stalemate), Ending::Stalemate)
        | (Some(BoardEnd::InsufficientMaterial), Ending::DeadPosition) => Ok(()),
        (Some(_), _) => still_on(last, ending),
        (None, Ending::Checkmate) => Err(Disagreement::NotCheckmate { why: why_not(last, false) }),
        (None, Ending::Stalemate) => Err(Disagreement::NotStalemate { why: why_not(last, true) }),
        (None, Ending::DeadPosition) if !may_be_dead(last) => Err(Disagreement::NotDead),
        (None, _) => Ok(()),
    }
}

/// Whether the game was going on in the last position, so that something off the board can have ended it.
pub fn still_on(last: &Chess, ending: Ending) -> Result<(), Disagreement> {
    let Some(end) = BoardEnd::of(last) else { return Ok(()) };
    let winner = (end == BoardEnd::Checkmate).then(|| last.turn().other());
    Err(Disagreement::AlreadyEnded { end, result: GameResult::won_by(winner), ending })
}

fn why_not(last: &Chess, stalemate: bool) -> &'static str {
    match (last.is_check(), stalemate) {
        (true, true) => "the side to move is in check and has a legal move",
        (true, false) => "the king in check has a way out",
        (false, true) => "the side to move has a legal move",
        (false, false) => "the king is not in check",
    }
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

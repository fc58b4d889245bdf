//! Reading and writing single positions (FEN), such as a game's last; an impossible position is refused with the
//! reason.

use std::fmt;

use rookery_messages::{Message, say};
use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{CastlingMode, Chess, EnPassantMode, PositionError, PositionErrorKinds};

use super::pgn;

/// Reads a position. The board alone is enough (White then has the move); castling rights and an
/// en passant square that cannot be are dropped, as they do not change what stands on the board.
pub fn read_position(fen: &str) -> Result<Chess, FenError> {
    let refuse = |fault| FenError { fen: pgn::excerpt(fen.as_bytes()), fault };
    if fen.len() > 200 {
        return Err(refuse(FenFault::TooLong));
    }
    let parsed = Fen::from_ascii(fen.trim().as_bytes()).map_err(|error| refuse(error.into()))?;
    parsed
        .into_position::<Chess>(CastlingMode::Standard)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .map_err(|error| refuse(error.kinds().into()))
}

/// Writes a position as FEN; the en passant square is given only where a capture is possible.
pub fn write_position(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// Why a FEN is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FenError {
    /// How it begins.
    fen: String,
    fault: FenFault,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FenFault {
    TooLong,
    Board,
    Turn,
    Castling,
    EnPassant,
    Counter,
    Form,
    Kings,
    PawnOnLastRank,
    TooMuchMaterial,
    OtherSideInCheck,
    ImpossibleCheck,
    Impossible,
}

impl FenError {
    /// The fault, in a sentence.
    pub fn message(&self) -> Message {
        let fen = &self.fen;
        match self.fault {
            FenFault::TooLong => say!("`{fen}` is too long for a FEN.", fen),
            FenFault::Board => say!(
                "`{fen}` has no valid board; expected eight ranks of eight squares with `/` between them, from the 8th down.",
                fen
            ),
            FenFault::Turn => {
                say!("`{fen}` does not say whose turn it is; expected `w` or `b` after the board.", fen)
            }
            FenFault::Castling => {
                say!("`{fen}` has wrong castling rights; expected letters of `KQkq`, or `-`.", fen)
            }
            FenFault::EnPassant => {
                say!("`{fen}` has a wrong en passant square; expected one like `e3`, or `-`.", fen)
            }
            FenFault::Counter => say!("`{fen}` has a wrong move counter; expected two numbers at the end.", fen),
            FenFault::Form if fen.is_empty() => {
                say!("`` is not a FEN; expected board, turn, castling rights, en passant square and two counters.")
            }
            FenFault::Form => say!(
                "`{fen}` is not a FEN; expected board, turn, castling rights, en passant square and two counters.",
                fen
            ),
            FenFault::Kings => say!("`{fen}` does not have one king of each colour.", fen),
            FenFault::PawnOnLastRank => say!("`{fen}` has a pawn on the first or the eighth rank.", fen),
            FenFault::TooMuchMaterial => say!(
                "`{fen}` has more pieces than a game can have: at most eight pawns a side, and a pawn fewer for every piece beyond the first array.",
                fen
            ),
            FenFault::OtherSideInCheck => {
                say!("`{fen}` has the side that is not to move in check; is it the other side's turn?", fen)
            }
            FenFault::ImpossibleCheck => say!("`{fen}` shows a check that no move can have given.", fen),
            FenFault::Impossible => say!("`{fen}` cannot come about in a game.", fen),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(formatter)
    }
}

impl From<ParseFenError> for FenFault {
    fn from(error: ParseFenError) -> Self {
        match error {
            ParseFenError::InvalidBoard => Self::Board,
            ParseFenError::InvalidTurn => Self::Turn,
            ParseFenError::InvalidCastling => Self::Castling,
            ParseFenError::InvalidEpSquare => Self::EnPassant,
            ParseFenError::InvalidHalfmoveClock | ParseFenError::InvalidFullmoves => Self::Counter,
            ParseFenError::InvalidFen | ParseFenError::InvalidPocket | ParseFenError::InvalidRemainingChecks => {
                Self::Form
            }
        }
    }
}

impl From<PositionErrorKinds> for FenFault {
    /// The plainest of the faults, where there are several.
    fn from(kinds: PositionErrorKinds) -> Self {
        let kings =
            PositionErrorKinds::EMPTY_BOARD | PositionErrorKinds::MISSING_KING | PositionErrorKinds::TOO_MANY_KINGS;
        let faults = [
            (kings, Self::Kings),
            (PositionErrorKinds::PAWNS_ON_BACKRANK, Self::PawnOnLastRank),
            (PositionErrorKinds::TOO_MUCH_MATERIAL, Self::TooMuchMaterial),
            (PositionErrorKinds::OPPOSITE_CHECK, Self::OtherSideInCheck),
            (PositionErrorKinds::IMPOSSIBLE_CHECK, Self::ImpossibleCheck),
        ];
        let found = faults.into_iter().find(|(kind, _)| kinds.intersects(*kind));
        found.map_or(Self::Impossible, |(_, fault)| fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for fen in
            [start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w KQ e3 0 1"]
        {
            read_position(fen).unwrap_or_else(|error| panic!("{error}"));
        }
        for (fen, fault) in [
            ("", FenFault::Form),
            ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR", FenFault::Board),
            ("4k3/8/8/8/8/8/8/4K3 x", FenFault::Turn),
            ("4k3/8/8/8/8/8/8/4K3 w Z", FenFault::Castling),
            ("4k3/8/8/8/8/8/8/4K3 w - e9", FenFault::EnPassant),
            ("4k3/8/8/8/8/8/8/4K3 w - - x", FenFault::Counter),
            ("8/8/8/8/8/8/8/4K3", FenFault::Kings),
            ("4k2P/8/8/8/8/8/8/4K3", FenFault::PawnOnLastRank),
            ("4k3/8/8/8/8/P7/PPPPPPPP/4K3", FenFault::TooMuchMaterial),
            ("4k3/8/8/8/8/8/4R3/4K3 w", FenFault::OtherSideInCheck),
        ] {
            assert_eq!(read_position(fen).expect_err(fen).fault, fault, "{fen}");
        }
        assert_eq!(read_position(&"8/".repeat(100)).map_err(|error| error.fault), Err(FenFault::Form));
        assert_eq!(read_position(&"8/".repeat(101)).map_err(|error| error.fault), Err(FenFault::TooLong));
    }
}

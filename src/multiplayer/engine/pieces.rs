//! Kinds of pieces, pieces with their owner, and moves.

use super::players::Seat;
use super::squares::Square;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    /// What a pawn may become; it must become one of them (2.2).
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    pub fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self as usize]
    }

    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// A piece and the seat whose army it belongs to, whatever has become of the player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    pub seat: Seat,
    pub kind: Kind,
}

/// A move of the player whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub kind: Kind,
    pub from: Square,
    pub to: Square,
    pub promotion: Option<Kind>,
    pub special: Special,
}

/// What a move does beside carrying a piece from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    None,
    /// A pawn's double step over `skipped`.
    DoubleStep {
        skipped: Square,
    },
    /// The capture of the `pawn` that has just stepped over the target.
    EnPassant {
        pawn: Square,
    },
    /// The rook's part of castling.
    Castling {
        rook_from: Square,
        rook_to: Square,
    },
}

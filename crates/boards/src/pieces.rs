//! Kinds of pieces, pieces with their owner, and moves.

use rookery_messages::{Message, say};

use super::players::Seat;
use super::squares::Square;

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// The pawn.
    Pawn,
    /// The knight.
    Knight,
    /// The bishop.
    Bishop,
    /// The rook.
    Rook,
    /// The queen.
    Queen,
    /// The king.
    King,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    /// What a pawn may become; it must become one of them (2.2).
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// The letter in notations, as `N` for the knight.
    pub fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self as usize]
    }

    /// As it stands within sentences.
    pub(super) fn said(self) -> Message {
        match self {
            Kind::Pawn => say!("pawn"),
            Kind::Knight => say!("knight"),
            Kind::Bishop => say!("bishop"),
            Kind::Rook => say!("rook"),
            Kind::Queen => say!("queen"),
            Kind::King => say!("king"),
        }
    }

    /// The kind of that letter.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// A piece and the seat whose army it belongs to, whatever has become of the player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The seat.
    pub seat: Seat,
    /// What it is.
    pub kind: Kind,
}

/// A move of the player whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// What moves.
    pub kind: Kind,
    /// From where.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Kind>,
    /// What else the move does.
    pub special: Special,
}

/// What a move does beside carrying a piece from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// Nothing else.
    None,
    /// A pawn's double step over `skipped`.
    DoubleStep {
        /// The square that was stepped over.
        skipped: Square,
    },
    /// The capture of the `pawn` that has just stepped over the target.
    EnPassant {
        /// Where that pawn stands.
        pawn: Square,
    },
    /// The rook's part of castling.
    Castling {
        /// Where the rook stands before.
        rook_from: Square,
        /// Where the rook stands after.
        rook_to: Square,
    },
}

//! The board and the pieces on it and off it.

use super::definitions::Kind;
use super::square::{Square, SquareSet};

/// The number that names a piece for the whole game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceId(pub u32);

/// An Office of Swinger, by its place in [`super::position::Position::names`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Swinger(pub(super) u8);

impl Swinger {
    /// The place of the Swinger in tables by Swinger.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// A piece, on-board or off-board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its number.
    pub id: PieceId,
    /// Whose it is.
    pub owner: Swinger,
    /// What it is.
    pub kind: Kind,
    /// None when off-board.
    pub square: Option<Square>,
    /// Reach of a HarfyBlob (1230.14), 1 for all others.
    pub hn: u8,
}

/// All pieces of the game, and who stands where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// In ascending order of their ids.
    pieces: Vec<Piece>,
    /// One more than the index of the piece on each square, 0 when empty.
    at: [u16; Square::COUNT],
    occupied: SquareSet,
    auras: SquareSet,
}

impl Board {
    /// A board without pieces.
    pub fn new() -> Board {
        Board { pieces: Vec::new(), at: [0; Square::COUNT], occupied: SquareSet::EMPTY, auras: SquareSet::EMPTY }
    }

    /// All pieces, in ascending order of their ids.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The piece at an index of [`Board::pieces`].
    pub fn piece(&self, index: usize) -> &Piece {
        &self.pieces[index]
    }

    /// The index of a piece.
    pub fn find(&self, id: PieceId) -> Option<usize> {
        self.pieces.binary_search_by_key(&id, |piece| piece.id).ok()
    }

    /// The index of the piece on a square.
    pub fn index_at(&self, square: Square) -> Option<usize> {
        usize::from(self.at[square.index()]).checked_sub(1)
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<&Piece> {
        self.index_at(square).map(|index| &self.pieces[index])
    }

    /// Whether no piece is on the square.
    pub fn is_free(&self, square: Square) -> bool {
        self.at[square.index()] == 0
    }

    /// Squares with a piece.
    pub fn occupied(&self) -> SquareSet {
        self.occupied
    }

    /// Squares whose piece lends an aura (1230.20).
    pub fn auras(&self) -> SquareSet {
        self.auras
    }

    /// Squares with a piece of the Swinger.
    pub fn held_by(&self, owner: Swinger) -> SquareSet {
        self.pieces.iter().filter(|piece| piece.owner == owner).filter_map(|piece| piece.square).collect()
    }

    /// Adds an off-board piece; its id must be new.
    pub(super) fn add(&mut self, piece: Piece) {
        let place = self.pieces.partition_point(|other| other.id < piece.id);
        self.pieces.insert(place, Piece { square: None, ..piece });
        self.renumber(place);
    }

    /// Takes a piece out of the game.
    pub(super) fn destroy(&mut self, index: usize) {
        self.lift(index);
        self.pieces.remove(index);
        self.renumber(index);
    }

    /// Writes the indices of the pieces from a place on again.
    fn renumber(&mut self, place: usize) {
        for (index, piece) in self.pieces.iter().enumerate().skip(place) {
            if let Some(square) = piece.square {
                self.at[square.index()] = index as u16 + 1;
            }
        }
    }

    /// Takes a piece off the board, if it is on it.
    pub(super) fn lift(&mut self, index: usize) {
        if let Some(square) = self.pieces[index].square.take() {
            self.at[square.index()] = 0;
            self.occupied.remove(square);
            self.auras.remove(square);
        }
    }

    /// Puts an off-board piece on a free square.
    pub(super) fn put(&mut self, index: usize, square: Square, aura: bool) {
        debug_assert!(self.is_free(square) && self.pieces[index].square.is_none());
        self.pieces[index].square = Some(square);
        self.at[square.index()] = index as u16 + 1;
        self.occupied.insert(square);
        if aura {
            self.auras.insert(square);
        }
    }

    /// Gives a piece another owner.
    pub(super) fn give(&mut self, index: usize, owner: Swinger) {
        self.pieces[index].owner = owner;
    }

    /// Makes an off-board piece one of another kind, with another Hn.
    pub(super) fn change(&mut self, index: usize, kind: Kind, hn: u8) {
        debug_assert!(self.pieces[index].square.is_none());
        self.pieces[index].kind = kind;
        self.pieces[index].hn = hn;
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::new()
    }
}

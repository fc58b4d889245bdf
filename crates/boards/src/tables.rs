//! A board's geometry as bitboards, built once for each board.

use std::sync::LazyLock;

use super::geometry::{Board, Castling, Promotion};
use super::grid::{self, DIRECTIONS};
use super::players::{PerSeat, Seat};
use super::squares::{BySquare, Square, Squares};

/// The directions from 0 to 3 go to higher square numbers, those from 4 to 7 to lower ones.
pub(super) const RISING: usize = 4;

/// Stands for "no square".
pub(super) const NONE: u8 = u8::MAX;

/// What the position asks of its board. `W` words hold its squares.
pub(super) struct Tables<const W: usize> {
    pub board: Board,
    pub knight: BySquare<Squares<W>>,
    pub king: BySquare<Squares<W>>,
    /// For each direction, the squares from the next one to the edge: for boards whose square numbers rise or fall along
    /// every line.
    pub rays: Option<Box<[BySquare<Squares<W>>; 8]>>,
    /// All lines of a rook and of a bishop.
    pub straight: BySquare<Squares<W>>,
    pub diagonal: BySquare<Squares<W>>,
    /// `between[from][to]`: the squares strictly between two squares of one line.
    between: Vec<BySquare<Squares<W>>>,
    /// A pawn's next square, and the one after if it may step two; or `NONE`.
    pub pawn_step: PerSeat<BySquare<u8>>,
    pub pawn_leap: PerSeat<BySquare<u8>>,
    /// What a pawn attacks, and from where a pawn attacks.
    pub pawn_captures: PerSeat<BySquare<Squares<W>>>,
    pub pawn_sources: PerSeat<BySquare<Squares<W>>>,
    pub promotion: PerSeat<Squares<W>>,
    pub castlings: PerSeat<Vec<Castling>>,
    pub light: Squares<W>,
}

static STD8: LazyLock<Box<Tables<1>>> = LazyLock::new(|| Tables::build(Board::Std8));
static HEX96: LazyLock<Box<Tables<2>>> = LazyLock::new(|| Tables::build(Board::Hex96));
static CROSS14: [LazyLock<Box<Tables<3>>>; 3] = [
    LazyLock::new(|| Tables::build(Board::Cross14(Promotion::Rank8))),
    LazyLock::new(|| Tables::build(Board::Cross14(Promotion::Rank11))),
    LazyLock::new(|| Tables::build(Board::Cross14(Promotion::Far))),
];

pub(super) fn std8() -> &'static Tables<1> {
    &STD8
}

pub(super) fn hex96() -> &'static Tables<2> {
    &HEX96
}

pub(super) fn cross14(promotion: Promotion) -> &'static Tables<3> {
    &CROSS14[promotion as usize]
}

impl<const W: usize> Tables<W> {
    fn build(board: Board) -> Box<Self> {
        let pawns = |of: &dyn Fn(Seat, Square) -> Option<Square>| {
            Seat::ALL.map(|seat| {
                let mut table = [NONE; 256];
                board.squares().for_each(|from| table[from.0 as usize] = of(seat, from).map_or(NONE, |to| to.0));
                table
            })
        };
        let lines = |straight: bool| {
            by_square(board, |from| {
                let lines = board.lines(from).into_iter().filter(|line| line.straight == straight);
                lines.flat_map(|line| line.squares).collect()
            })
        };
        let rays = || Box::new(DIRECTIONS.map(|way| by_square(board, |from| grid::ray(board, from, way))));
        let pawn_captures = Seat::ALL.map(|seat| by_square(board, |from| board.pawn_captures(seat, from)));
        let sources = |seat: Seat, to| {
            board.squares().filter(|&from| pawn_captures[seat as usize][from.0 as usize].contains(to)).collect()
        };
        Box::new(Tables {
            board,
            knight: by_square(board, |from| board.knight(from)),
            king: by_square(board, |from| {
                board.lines(from).into_iter().filter_map(|line| line.squares.first().copied()).collect()
            }),
            rays: (board != Board::Hex96).then(rays),
            straight: lines(true),
            diagonal: lines(false),
            between: board.squares().map(|from| squares_between(board, from)).collect(),
            pawn_step: pawns(&|seat, from| board.ahead(seat, from)),
            pawn_leap: pawns(&|seat, from| {
                let home = board.relative_rank(seat, from) == 2;
                board.ahead(seat, from).filter(|_| home).and_then(|skipped| board.ahead(seat, skipped))
            }),
            pawn_captures,
            pawn_sources: Seat::ALL.map(|seat| by_square(board, |to| sources(seat, to))),
            promotion: Seat::ALL.map(|seat| board.squares().filter(|&at| board.promotes(seat, at)).collect()),
            castlings: Seat::ALL.map(|seat| board.castlings(seat)),
            light: board.squares().filter(|&at| board.is_light(at)).collect(),
        })
    }

    /// The squares strictly between two squares of one line; nothing if they share none.
    #[inline(always)]
    pub fn between(&self, from: Square, to: Square) -> Squares<W> {
        self.between[from.0 as usize][to.0 as usize]
    }
}

fn by_square<const W: usize>(board: Board, of: impl Fn(Square) -> Vec<Square>) -> BySquare<Squares<W>> {
    let mut table = [Squares::EMPTY; 256];
    board.squares().for_each(|square| table[square.0 as usize] = of(square).into_iter().collect());
    table
}

fn squares_between<const W: usize>(board: Board, from: Square) -> BySquare<Squares<W>> {
    let mut table = [Squares::EMPTY; 256];
    for line in board.lines(from) {
        let mut passed = Squares::EMPTY;
        for to in line.squares {
            table[to.0 as usize] = passed;
            passed.insert(to);
        }
    }
    table
}

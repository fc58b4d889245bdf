//! The hexagonal board for three: half boards of eight columns and four rows, one before each player (2.3).
//!
//! A cell is seen from the player whose half it is on: columns from his left to his right, rows from his edge to the
//! middle. The left part of a half meets the right part of the half clockwise from it, column 0 meeting column 7. In the
//! very middle six cells meet, and a diagonal that comes there goes on in the two cells of its colour.

use super::geometry::{Board, Line};
use super::players::Seat;
use super::squares::Square;

const SEATS: [Seat; 3] = [Seat::Red, Seat::Blue, Seat::Yellow];

/// The files of each half's columns, from its player's left to his right.
const FILES: [&[u8; 8]; 3] = [b"abcdefgh", b"lkjidcba", b"hgfeijkl"];

#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell {
    half: usize,
    column: i8,
    row: i8,
}

/// A way to go on: columns to the right, rows towards the middle, as seen from the half one is on.
type Way = (i8, i8);

impl Cell {
    fn of(board: Board, square: Square) -> Cell {
        let (file, rank) = board.file_and_rank(square);
        let half = rank as usize / 4;
        let letter = b'a' + file as u8;
        let column = FILES[half].iter().take_while(|&&file| file != letter).count() as i8;
        let row = [rank, 7 - rank, 11 - rank][half];
        Cell { half, column, row }
    }

    fn square(self, board: Board) -> Option<Square> {
        let file = FILES[self.half].get(usize::try_from(self.column).ok()?)? - b'a';
        let rank = [self.row, 7 - self.row, 11 - self.row][self.half];
        board.square_at(file as i8, rank).filter(|_| (0..4).contains(&self.row))
    }

    fn is_left(self) -> bool {
        self.column < 4
    }

    /// The cell beyond the middle of a cell on row 3.
    fn across(self) -> Cell {
        let half = (self.half + if self.is_left() { 1 } else { 2 }) % 3;
        Cell { half, column: 7 - self.column, row: 3 }
    }

    fn beside(self, columns: i8) -> Option<Cell> {
        let column = self.column + columns;
        (0..8).contains(&column).then_some(Cell { column, ..self })
    }

    /// The next cells of a line, each with the way it goes on from there: two where a diagonal splits.
    fn next(self, (right, up): Way) -> Vec<(Cell, Way)> {
        let row = self.row + up;
        if row < 4 {
            let beside = self.beside(right).filter(|_| row >= 0);
            return beside.map(|cell| (Cell { row, ..cell }, (right, up))).into_iter().collect();
        }
        let mut next = Vec::new();
        if let Some(beside) = self.beside(right) {
            next.push((beside.across(), (-right, -1)));
            if beside.is_left() != self.is_left() {
                let split = self.across().beside(-right).map(|cell| (cell, (-right, -1)));
                next.extend(split);
            }
        }
        next
    }

    /// All lines that begin with this way.
    fn lines(self, way: Way) -> Vec<Vec<Cell>> {
        let next = self.next(way);
        if next.is_empty() {
            return vec![Vec::new()];
        }
        let goes_on =
            |(cell, way): (Cell, Way)| cell.lines(way).into_iter().map(move |rest| [vec![cell], rest].concat());
        next.into_iter().flat_map(goes_on).collect()
    }
}

const STRAIGHT: [Way; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Way; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

pub(super) fn lines(board: Board, from: Square) -> Vec<Line> {
    let cell = Cell::of(board, from);
    let of = |way: Way| {
        let line = move |cells: Vec<Cell>| Line {
            straight: way.0 == 0 || way.1 == 0,
            squares: cells.into_iter().filter_map(|cell| cell.square(board)).collect(),
        };
        cell.lines(way).into_iter().map(line)
    };
    STRAIGHT.into_iter().chain(DIAGONAL).flat_map(of).collect()
}

/// Two squares along a file or rank and one to its side, or one and then two.
pub(super) fn knight(board: Board, from: Square) -> Vec<Square> {
    let start = Cell::of(board, from);
    let mut targets = Vec::new();
    for way in STRAIGHT {
        for (first, on) in start.next(way) {
            for side in sides(on) {
                targets.extend(first.next(side).into_iter().flat_map(|(cell, way)| cell.next(way)));
            }
            for (second, on) in first.next(on) {
                targets.extend(sides(on).into_iter().flat_map(|side| second.next(side)));
            }
        }
    }
    targets.into_iter().filter_map(|(cell, _)| cell.square(board)).collect()
}

/// The two ways at right angles to a straight one.
fn sides((right, up): Way) -> [Way; 2] {
    [(up, right), (-up, -right)]
}

/// The way of a player's pawn: towards the middle at home, from the middle elsewhere.
fn forward(cell: Cell, seat: Seat) -> Way {
    (0, if SEATS[cell.half] == seat { 1 } else { -1 })
}

pub(super) fn ahead(board: Board, seat: Seat, from: Square) -> Option<Square> {
    let cell = Cell::of(board, from);
    let (next, _) = *cell.next(forward(cell, seat)).first().filter(|_| board.has_seat(seat))?;
    next.square(board)
}

/// The next squares of the diagonals ahead: three for a pawn before the very middle, where one of them splits.
pub(super) fn pawn_captures(board: Board, seat: Seat, from: Square) -> Vec<Square> {
    if !board.has_seat(seat) {
        return Vec::new();
    }
    let cell = Cell::of(board, from);
    let (_, up) = forward(cell, seat);
    let next = [(-1, up), (1, up)].into_iter().flat_map(|way| cell.next(way));
    next.filter_map(|(cell, _)| cell.square(board)).collect()
}

pub(super) fn relative_rank(board: Board, seat: Seat, square: Square) -> i8 {
    let Cell { half, row, .. } = Cell::of(board, square);
    if SEATS[half] == seat { row + 1 } else { 8 - row }
}

pub(super) fn is_light(board: Board, square: Square) -> bool {
    let Cell { column, row, .. } = Cell::of(board, square);
    (column + row) % 2 != 0
}

pub(super) fn home_row(board: Board, seat: Seat) -> Vec<Square> {
    let half = SEATS.into_iter().position(|other| other == seat);
    let cells = half.into_iter().flat_map(|half| (0..8).map(move |column| Cell { half, column, row: 0 }));
    cells.filter_map(|cell| cell.square(board)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const BOARD: Board = Board::Hex96;

    fn square(name: &str) -> Square {
        BOARD.square_named(name).expect("a square of the board")
    }

    fn names(squares: impl IntoIterator<Item = Square>) -> String {
        let names: BTreeSet<String> = squares.into_iter().map(|square| BOARD.square_name(square)).collect();
        names.into_iter().collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn lines_meet_in_the_middle() {
        let line = |from: &str, straight: bool| {
            names(
                lines(BOARD, square(from))
                    .into_iter()
                    .filter(|line| line.straight == straight)
                    .flat_map(|line| line.squares),
            )
        };
        assert_eq!(line("d4", true), "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4");
        assert_eq!(line("e1", true), "a1 b1 c1 d1 e10 e11 e12 e2 e3 e4 e9 f1 g1 h1");
        assert_eq!(line("i8", true), "a8 b8 c8 d8 i10 i11 i12 i5 i6 i7 i9 j8 k8 l8");
        assert_eq!(line("a1", false), "b2 c3 d4 e9 f10 g11 h12 i5 j6 k7 l8");
        assert_eq!(
            line("c4", false),
            "a2 b3 b5 d3 d5 e2 f1 a6 i6 j7 k8"
                .split(' ')
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect::<Vec<_>>()
                .join(" ")
        );
    }

    #[test]
    fn steps_in_the_middle() {
        assert_eq!(names(knight(BOARD, square("d4"))), "b3 b5 c2 c6 e10 e2 f3 f9 i6 j5");
        assert_eq!(names(pawn_captures(BOARD, Seat::Red, square("d4"))), "c5 e9 i5");
        assert_eq!(names(pawn_captures(BOARD, Seat::Blue, square("d4"))), "c3 e3");
        assert_eq!(names(ahead(BOARD, Seat::Red, square("d4"))), "d5");
        assert_eq!(names(ahead(BOARD, Seat::Yellow, square("i9"))), "i5");
        assert_eq!(names(ahead(BOARD, Seat::Blue, square("i5"))), "i9");
    }

    /// So that the squares between two of one line are well defined.
    #[test]
    fn two_squares_share_one_way_at_most() {
        for from in BOARD.squares() {
            let mut ways = std::collections::BTreeMap::new();
            for line in lines(BOARD, from) {
                for (index, &to) in line.squares.iter().enumerate() {
                    let before = line.squares[..index].to_vec();
                    assert_eq!(*ways.entry(to).or_insert(before.clone()), before);
                    assert!(line.straight || is_light(BOARD, from) == is_light(BOARD, to));
                }
            }
        }
    }

    #[test]
    fn steps_can_be_taken_back() {
        for from in BOARD.squares() {
            assert!(knight(BOARD, from).into_iter().all(|to| knight(BOARD, to).contains(&from)));
            assert!(
                lines(BOARD, from)
                    .iter()
                    .flat_map(|line| &line.squares)
                    .all(|&to| { lines(BOARD, to).iter().any(|line| line.squares.contains(&from)) })
            );
        }
    }
}

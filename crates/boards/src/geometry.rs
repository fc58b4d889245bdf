//! The boards (section 2): which squares exist, their names, which way each player's men go, how kings castle.
//!
//! What is particular to square boards is in `grid.rs`, to the hexagonal one in `hexagon.rs`; `tables.rs` turns it all into
//! bitboards, and nothing else asks for a shape.

use super::players::Seat;
use super::squares::Square;
use super::{grid, hexagon};

/// A board with its promotion rule, as named in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Board {
    /// The ordinary 8x8 board.
    Std8,
    /// 14x14 squares without the four 3x3 corners.
    Cross14(Promotion),
    /// Three half boards of 8x4 squares that meet in the middle, for three players.
    Hex96,
}

/// Where pawns promote on the cross board (2.2, reading 1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Promotion {
    /// On the eighth rank, counted from the player.
    Rank8,
    /// On the eleventh rank, counted from the player.
    Rank11,
    /// On the last existing square before the pawn.
    Far,
}

/// The squares a sliding piece passes one after the other, to the edge.
pub(super) struct Line {
    /// A rook's line; otherwise a bishop's.
    pub straight: bool,
    pub squares: Vec<Square>,
}

/// One way of castling: squares by number, the king's way first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Castling {
    pub side: Side,
    pub king: Square,
    pub king_to: Square,
    pub rook: Square,
    /// The square the king crosses, where the rook lands.
    pub rook_to: Square,
}

/// The side of castling: the rook three squares from the king, or four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Side {
    King,
    Queen,
}

impl Side {
    pub const ALL: [Side; 2] = [Side::King, Side::Queen];

    pub fn letter(self) -> char {
        ['k', 'q'][self as usize]
    }
}

/// Squares and their names: every board has files and ranks, and some places where no square is.
impl Board {
    /// Every board, the cross with each of its promotion rules.
    pub const ALL: [Board; 5] = [
        Board::Std8,
        Board::Cross14(Promotion::Rank8),
        Board::Cross14(Promotion::Rank11),
        Board::Cross14(Promotion::Far),
        Board::Hex96,
    ];

    /// The name at the beginning of an MPN.
    pub fn name(self) -> &'static str {
        match self {
            Board::Std8 => "std8",
            Board::Cross14(Promotion::Rank8) => "cross14",
            Board::Cross14(Promotion::Rank11) => "cross14:11",
            Board::Cross14(Promotion::Far) => "cross14:far",
            Board::Hex96 => "hex96",
        }
    }

    /// The board of that name.
    pub fn from_name(name: &str) -> Option<Board> {
        Board::ALL.into_iter().find(|board| board.name() == name)
    }

    /// Files, and as many ranks.
    pub fn side(self) -> i8 {
        match self {
            Board::Std8 => 8,
            Board::Cross14(_) => 14,
            Board::Hex96 => 12,
        }
    }

    /// The number of squares that exist.
    pub fn size(self) -> usize {
        match self {
            Board::Std8 => 64,
            Board::Cross14(_) => 160,
            Board::Hex96 => 96,
        }
    }

    /// Can anyone play from this seat?
    pub fn has_seat(self, seat: Seat) -> bool {
        self != Board::Hex96 || seat != Seat::Green
    }

    /// The files, counted from 0, that have a square on this rank: two runs, the second empty but on `hex96`.
    fn files(self, rank: i8) -> [std::ops::Range<i8>; 2] {
        match (self, rank) {
            (Board::Std8, 0..8) | (Board::Hex96, 0..4) => [0..8, 0..0],
            (Board::Cross14(_), 3..11) => [0..14, 0..0],
            (Board::Cross14(_), 0..14) => [3..11, 0..0],
            (Board::Hex96, 4..8) => [0..4, 8..12],
            (Board::Hex96, 8..12) => [4..12, 0..0],
            _ => [0..0, 0..0],
        }
    }

    /// The number of squares on the ranks below.
    fn squares_below(self, rank: i8) -> i16 {
        let rank = i16::from(rank);
        match self {
            Board::Std8 | Board::Hex96 => 8 * rank,
            Board::Cross14(_) => 8 * rank + 6 * (rank - 3).clamp(0, 8),
        }
    }

    /// All squares, in the order of their numbers.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.size() as u8).map(Square)
    }

    /// The square at a file and rank counted from 0.
    pub fn square_at(self, file: i8, rank: i8) -> Option<Square> {
        let [first, second] = self.files(rank);
        let index = if first.contains(&file) {
            file - first.start
        } else if second.contains(&file) {
            first.end - first.start + file - second.start
        } else {
            return None;
        };
        Some(Square((self.squares_below(rank) + i16::from(index)) as u8))
    }

    /// File and rank of a square, counted from 0.
    pub fn file_and_rank(self, square: Square) -> (i8, i8) {
        let number = i16::from(square.0);
        let rank = (1..self.side()).take_while(|&rank| self.squares_below(rank) <= number).count() as i8;
        let index = (number - self.squares_below(rank)) as i8;
        let [first, second] = self.files(rank);
        let run = first.end - first.start;
        (if index < run { first.start + index } else { second.start + index - run }, rank)
    }

    /// `d4`, `k11`.
    pub fn square_name(self, square: Square) -> String {
        let (file, rank) = self.file_and_rank(square);
        format!("{}{}", (b'a' + file as u8) as char, rank + 1)
    }

    /// The square of that name, if this board has it. Ranks are written without leading zeros.
    pub fn square_named(self, name: &str) -> Option<Square> {
        let (file, rank) = name.split_at_checked(1)?;
        let file = file.bytes().next()?.checked_sub(b'a')?;
        if !rank.bytes().all(|digit| digit.is_ascii_digit()) || rank.starts_with('0') {
            return None;
        }
        self.square_at(i8::try_from(file).ok()?, rank.parse::<i8>().ok()?.checked_sub(1)?)
    }
}

/// How men go.
impl Board {
    /// All lines of a queen.
    pub(super) fn lines(self, from: Square) -> Vec<Line> {
        match self {
            Board::Hex96 => hexagon::lines(self, from),
            _ => grid::lines(self, from),
        }
    }

    pub(super) fn knight(self, from: Square) -> Vec<Square> {
        match self {
            Board::Hex96 => hexagon::knight(self, from),
            _ => grid::knight(self, from),
        }
    }

    /// The next square before a player's pawn.
    pub(super) fn ahead(self, seat: Seat, from: Square) -> Option<Square> {
        match self {
            Board::Hex96 => hexagon::ahead(self, seat, from),
            _ => grid::step(self, from, grid::forward(seat)),
        }
    }

    /// What a player's pawn attacks.
    pub(super) fn pawn_captures(self, seat: Seat, from: Square) -> Vec<Square> {
        match self {
            Board::Hex96 => hexagon::pawn_captures(self, seat, from),
            _ => grid::pawn_captures(self, seat, from),
        }
    }

    /// Distance from the player's own edge, which is 1.
    pub(super) fn relative_rank(self, seat: Seat, square: Square) -> i8 {
        match self {
            Board::Hex96 => hexagon::relative_rank(self, seat, square),
            _ => grid::relative_rank(self, seat, square),
        }
    }

    /// Must a pawn that arrives on this square promote?
    pub(super) fn promotes(self, seat: Seat, square: Square) -> bool {
        let rank = self.relative_rank(seat, square);
        match self {
            Board::Std8 | Board::Cross14(Promotion::Rank8) | Board::Hex96 => rank >= 8,
            Board::Cross14(Promotion::Rank11) => rank >= 11,
            Board::Cross14(Promotion::Far) => self.ahead(seat, square).is_none(),
        }
    }

    /// The colour of a square, which no bishop leaves.
    pub fn is_light(self, square: Square) -> bool {
        match self {
            Board::Hex96 => hexagon::is_light(self, square),
            _ => {
                let (file, rank) = self.file_and_rank(square);
                (file + rank) % 2 != 0
            }
        }
    }

    /// The eight squares of a player's back rank, from his left to his right; none for a seat the board has not.
    pub(super) fn home_row(self, seat: Seat) -> Vec<Square> {
        match self {
            Board::Hex96 => hexagon::home_row(self, seat),
            _ => grid::home_row(self, seat),
        }
    }

    /// Where in the home row a king may castle from: the places of the known arrangements (2.1, 2.2).
    fn king_homes(self, seat: Seat) -> &'static [usize] {
        match (self, seat) {
            (Board::Std8, Seat::Red) | (Board::Hex96, _) => &[4],
            (Board::Std8, Seat::Yellow) => &[3],
            (Board::Std8, _) => &[],
            (Board::Cross14(_), _) => &[3, 4],
        }
    }

    /// Every way a player may castle on this board.
    pub(super) fn castlings(self, seat: Seat) -> Vec<Castling> {
        let row = self.home_row(seat);
        let mut castlings = Vec::new();
        for &home in self.king_homes(seat).iter().filter(|_| row.len() == 8) {
            for (corner, crossed, target) in [(0, home - 1, home - 2), (7, home + 1, home + 2)] {
                let side = if home.abs_diff(corner) == 3 { Side::King } else { Side::Queen };
                castlings.push(Castling {
                    side,
                    king: row[home],
                    king_to: row[target],
                    rook: row[corner],
                    rook_to: row[crossed],
                });
            }
        }
        castlings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_names_agree() {
        for board in Board::ALL {
            for square in board.squares() {
                let (file, rank) = board.file_and_rank(square);
                assert_eq!(board.square_at(file, rank), Some(square));
                assert_eq!(board.square_named(&board.square_name(square)), Some(square));
            }
            let cells = (-1..=board.side()).flat_map(|f| (-1..=board.side()).map(move |r| (f, r)));
            assert_eq!(cells.filter(|&(file, rank)| board.square_at(file, rank).is_some()).count(), board.size());
        }
        for name in ["", "d", "4", "c3", "l12", "o5", "d15", "d01", "d0", "d+1", "é4", "d128", "a12"] {
            assert_eq!(Board::Cross14(Promotion::Rank8).square_named(name), None, "{name}");
        }
    }

    #[test]
    fn castling_follows_the_contract() {
        let board = Board::Cross14(Promotion::Rank8);
        let written = |seat, home: &str| {
            let mut all: Vec<String> = board
                .castlings(seat)
                .into_iter()
                .filter(|castling| board.square_name(castling.king) == home)
                .map(|c| {
                    let [king_to, rook, rook_to] =
                        [c.king_to, c.rook, c.rook_to].map(|square| board.square_name(square));
                    format!("{}: {home}-{king_to}, {rook}-{rook_to}", c.side.letter())
                })
                .collect();
            all.sort();
            all
        };
        assert_eq!(written(Seat::Red, "h1"), ["k: h1-j1, k1-i1", "q: h1-f1, d1-g1"]);
        assert_eq!(written(Seat::Blue, "a7"), ["k: a7-a5, a4-a6", "q: a7-a9, a11-a8"]);
        assert_eq!(written(Seat::Blue, "a8"), ["k: a8-a10, a11-a9", "q: a8-a6, a4-a7"]);
        assert_eq!(written(Seat::Yellow, "g14"), ["k: g14-e14, d14-f14", "q: g14-i14, k14-h14"]);
        assert_eq!(written(Seat::Green, "n8"), ["k: n8-n10, n11-n9", "q: n8-n6, n4-n7"]);
    }
}

//! Squares, the eight directions and sets of squares of the 20×20 Party Board (1230.1 §1, §5).

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};
use std::sync::LazyLock;

/// Squares on a side of the board.
pub const SIDE: u16 = 20;

/// A square, numbered row by row from `a1` (0) to `t20` (399).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u16);

impl Square {
    /// Squares of the board.
    pub const COUNT: usize = 400;

    /// The square in a column and a row, both counted from 0.
    pub fn new(column: u16, row: u16) -> Option<Square> {
        (column < SIDE && row < SIDE).then(|| Square(row * SIDE + column))
    }

    /// Reads `a1` … `t20`: a lower-case letter, then the row without leading zeros.
    pub fn parse(text: &str) -> Option<Square> {
        let (letter, row) = text.split_at_checked(1)?;
        let column = letter.bytes().next()?.checked_sub(b'a')?;
        let plain = !row.starts_with('0') && row.bytes().all(|byte| byte.is_ascii_digit());
        let row: u16 = plain.then(|| row.parse().ok())??;
        Square::new(column.into(), row.checked_sub(1)?)
    }

    /// Every square, `a1` first, `t20` last.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..Square::COUNT as u16).map(Square)
    }

    /// The column, 0 for `a`.
    pub fn column(self) -> u16 {
        self.0 % SIDE
    }

    /// The row, 0 for row 1.
    pub fn row(self) -> u16 {
        self.0 / SIDE
    }

    /// The place of the square in an array of 400.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The greater of column difference and row difference (1230.1 §6.F).
    pub fn distance(self, other: Square) -> u8 {
        let columns = self.column().abs_diff(other.column());
        let rows = self.row().abs_diff(other.row());
        columns.max(rows) as u8
    }

    /// The square `steps` away. The caller has made sure that it is on the board ([`Square::room`]).
    pub(super) fn ahead(self, direction: Direction, steps: u8) -> Square {
        Square((self.0 as i16 + direction.stride() * i16::from(steps)) as u16)
    }

    /// How many squares lie ahead before the edge of the board.
    pub fn room(self, direction: Direction) -> u8 {
        ROOM[self.index()][direction.index()]
    }

    /// The direction and distance of another square on a common line.
    pub fn line_to(self, other: Square) -> Option<(Direction, u8)> {
        let columns = other.column() as i16 - self.column() as i16;
        let rows = other.row() as i16 - self.row() as i16;
        let aligned = columns == 0 || rows == 0 || columns.abs() == rows.abs();
        if !aligned || self == other {
            return None;
        }
        let direction = BY_STEP[(rows.signum() + 1) as usize][(columns.signum() + 1) as usize];
        Some((Direction(direction), columns.abs().max(rows.abs()) as u8))
    }

    /// The square at a column and row offset, if it is on the board.
    pub fn offset(self, columns: i16, rows: i16) -> Option<Square> {
        let column = u16::try_from(self.column() as i16 + columns).ok()?;
        let row = u16::try_from(self.row() as i16 + rows).ok()?;
        Square::new(column, row)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.column() as u8);
        write!(out, "{letter}{}", self.row() + 1)
    }
}

/// One of the eight directions, clockwise from up; even ones are orthogonal, odd ones diagonal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Direction(u8);

/// Column and row step of each direction.
const STEPS: [(i16, i16); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Direction by the signs (row, column) of a step; the middle entry is never asked for.
const BY_STEP: [[u8; 3]; 3] = [[5, 4, 3], [6, 0, 2], [7, 0, 1]];

const ROOM: [[u8; 8]; Square::COUNT] = {
    let mut room = [[0; 8]; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut direction = 0;
        while direction < 8 {
            let (columns, rows) = STEPS[direction];
            let (column, row) = (square as i16 % SIDE as i16, square as i16 / SIDE as i16);
            let sideways = match columns {
                0 => SIDE as i16,
                1 => SIDE as i16 - 1 - column,
                _ => column,
            };
            let along = match rows {
                0 => SIDE as i16,
                1 => SIDE as i16 - 1 - row,
                _ => row,
            };
            room[square][direction] = if sideways < along { sideways as u8 } else { along as u8 };
            direction += 1;
        }
        square += 1;
    }
    room
};

impl Direction {
    /// All eight.
    pub fn all() -> impl Iterator<Item = Direction> {
        (0..8).map(Direction)
    }

    /// The four orthogonal ones.
    pub fn orthogonal() -> impl Iterator<Item = Direction> {
        [0, 2, 4, 6].into_iter().map(Direction)
    }

    /// The four diagonal ones.
    pub fn diagonal() -> impl Iterator<Item = Direction> {
        [1, 3, 5, 7].into_iter().map(Direction)
    }

    /// The two directions at a right angle to this one.
    pub fn sides(self) -> [Direction; 2] {
        [Direction((self.0 + 2) % 8), Direction((self.0 + 6) % 8)]
    }

    /// Whether it is one of the four diagonals.
    pub fn is_diagonal(self) -> bool {
        self.0 % 2 == 1
    }

    fn index(self) -> usize {
        self.0.into()
    }

    /// Column and row step.
    pub fn step(self) -> (i16, i16) {
        STEPS[self.index()]
    }

    fn stride(self) -> i16 {
        const STRIDES: [i16; 8] = [20, 21, 1, -19, -20, -21, -1, 19];
        STRIDES[self.index()]
    }
}

/// Squares that lie somehow around a square.
#[derive(Clone, Copy)]
pub(super) enum Zone {
    Everywhere,
    /// On a common line.
    Lines,
    /// At most 6 away: neither a leap nor two legs lead further.
    Near,
    /// As a Bishop sees it.
    SameColour,
}

impl Zone {
    /// The squares of the zone.
    pub fn around(self, middle: Square) -> &'static SquareSet {
        static ZONES: LazyLock<Vec<[SquareSet; 4]>> = LazyLock::new(|| {
            let colour = |square: Square| (square.column() + square.row()) % 2;
            let zones = |middle: Square| {
                let lines = SquareSet::of(|square| middle.line_to(square).is_some());
                let near = SquareSet::of(|square| middle.distance(square) <= 6);
                let same_colour = SquareSet::of(|square| colour(middle) == colour(square));
                [!SquareSet::EMPTY, lines, near, same_colour]
            };
            Square::all().map(zones).collect()
        });
        &ZONES[middle.index()][self as usize]
    }
}

const WORDS: usize = 7;

/// The bits of the last word that stand for squares.
const LAST_WORD: u64 = (1 << (Square::COUNT % 64)) - 1;

/// All squares but column t.
const LEFT_OF_EDGE: SquareSet = all_but_column(SIDE as usize - 1);

/// All squares but column a.
const RIGHT_OF_EDGE: SquareSet = all_but_column(0);

const fn all_but_column(column: usize) -> SquareSet {
    let mut words = [0; WORDS];
    let mut square = 0;
    while square < Square::COUNT {
        if square % SIDE as usize != column {
            words[square / 64] |= 1 << (square % 64);
        }
        square += 1;
    }
    SquareSet(words)
}

/// A set of squares: 400 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet([u64; WORDS]);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet([0; WORDS]);

    /// The set of one square.
    pub fn only(square: Square) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        set.insert(square);
        set
    }

    /// The squares that fulfil a condition.
    pub fn of(condition: impl Fn(Square) -> bool) -> SquareSet {
        Square::all().filter(|&square| condition(square)).collect()
    }

    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes a square out.
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Whether the square is in the set.
    pub fn contains(&self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 == 1
    }

    /// Whether no square is in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many squares are in it.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Every square of the set moved one step; those that would leave the board are dropped.
    pub fn shifted(self, direction: Direction) -> SquareSet {
        let inside = match direction.step().0 {
            0 => self,
            1 => self & LEFT_OF_EDGE,
            _ => self & RIGHT_OF_EDGE,
        };
        let stride = direction.stride();
        let bits = u32::from(stride.unsigned_abs());
        let mut words = [0; WORDS];
        for (place, word) in words.iter_mut().enumerate() {
            let (near, far) = if stride > 0 {
                (inside.0[place] << bits, place.checked_sub(1).map_or(0, |lower| inside.0[lower] >> (64 - bits)))
            } else {
                (inside.0[place] >> bits, inside.0.get(place + 1).map_or(0, |upper| upper << (64 - bits)))
            };
            *word = near | far;
        }
        words[WORDS - 1] &= LAST_WORD;
        SquareSet(words)
    }

    /// Whether the two share a square.
    pub fn meets(&self, other: &SquareSet) -> bool {
        !(*self & *other).is_empty()
    }
}

impl Iterator for SquareSet {
    type Item = Square;

    /// Takes out the lowest square.
    fn next(&mut self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word].trailing_zeros();
        self.0[word] &= self.0[word] - 1;
        Some(Square((word * 64) as u16 + bit as u16))
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries((*self).map(|square| square.to_string())).finish()
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    fn bitand(mut self, other: SquareSet) -> SquareSet {
        self &= other;
        self
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    fn bitor(mut self, other: SquareSet) -> SquareSet {
        self |= other;
        self
    }
}

impl BitAndAssign for SquareSet {
    fn bitand_assign(&mut self, other: SquareSet) {
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine &= theirs);
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: SquareSet) {
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }
}

impl Not for SquareSet {
    type Output = SquareSet;

    /// The squares of the board that are not in the set.
    fn not(self) -> SquareSet {
        let mut words = self.0.map(|word| !word);
        words[WORDS - 1] &= LAST_WORD;
        SquareSet(words)
    }
}

//! Where a movement leads: every square a piece could move to were that square empty (1230.4–1230.21, readings G4, G6, G7).

use super::board::Board;
use super::definitions::{Directions, HN, Line, Moves, Path, is_inner};
use super::square::{Direction, Square, SquareSet};

/// Is told of every square whose occupant the outcome depends on.
pub(super) trait Witness {
    fn saw(&mut self, square: Square);
}

/// Nobody asks.
impl Witness for () {
    fn saw(&mut self, _: Square) {}
}

impl Witness for SquareSet {
    fn saw(&mut self, square: Square) {
        self.insert(square);
    }
}

impl<W: Witness> Witness for &mut W {
    fn saw(&mut self, square: Square) {
        (**self).saw(square);
    }
}

/// Furthest leap that an aura lends (1230.20).
pub(super) const AURA_REACH: u8 = 4;

/// The directions that a line takes.
fn ways(directions: Directions) -> impl Iterator<Item = Direction> {
    Direction::all().filter(move |direction| match directions {
        Directions::Orthogonal => !direction.is_diagonal(),
        Directions::Diagonal => direction.is_diagonal(),
        Directions::All => true,
    })
}

/// Where lines lead from many squares at once. `None` if a line hops: that depends on each start.
pub(super) fn lines_from_all(lines: &[Line], hn: u8, starts: SquareSet, free: SquareSet) -> Option<SquareSet> {
    let mut reach = SquareSet::EMPTY;
    for line in lines {
        let max = if line.max == HN { hn } else { line.max };
        let passable = match line.path {
            Path::Clear => free,
            Path::Leap => !SquareSet::EMPTY,
            Path::Hop => return None,
        };
        for direction in ways(line.directions) {
            let mut front = starts;
            for steps in 1..=max {
                front = front.shifted(direction);
                if steps >= line.min {
                    reach |= front;
                }
                front &= passable;
            }
        }
    }
    Some(reach)
}

/// A walk over the board that collects the squares reached. With an `aim` only the ways that bear on it are walked.
pub(super) struct Walk<'a, W> {
    pub board: &'a Board,
    pub aim: Option<Square>,
    pub reach: SquareSet,
    pub witness: W,
}

impl<'a, W: Witness> Walk<'a, W> {
    pub fn new(board: &'a Board, aim: Option<Square>, witness: W) -> Walk<'a, W> {
        Walk { board, aim, reach: SquareSet::EMPTY, witness }
    }

    /// Whether the aim was reached.
    pub fn hits(&self) -> bool {
        self.aim.is_some_and(|aim| self.reach.contains(aim))
    }

    /// Walks a movement. `double` allows a Pawn its two squares. The Echo has none of its own.
    pub fn moves(&mut self, moves: &Moves, from: Square, hn: u8, double: bool) {
        match moves {
            Moves::Undefined | Moves::Echo => {}
            Moves::Lines(lines) => self.lines(lines, from, hn),
            Moves::Leap(short, long) => self.leap(i16::from(*short), i16::from(*long), from),
            Moves::Pawn => {
                let furthest = if double { 2 } else { 1 };
                self.every(Directions::Orthogonal, from, 1, furthest, Path::Clear);
            }
            Moves::Qball => self.qball(from),
            Moves::Archer => self.archer(from),
            Moves::Kamikaze => self.kamikaze(from),
            Moves::BouncyBall => self.bouncy_ball(from),
            Moves::Demon => {
                let steps = if is_inner(from) { 1 } else { 2 };
                self.every(Directions::All, from, steps, steps, Path::Clear);
            }
        }
    }

    pub fn lines(&mut self, lines: &[Line], from: Square, hn: u8) {
        for line in lines {
            let max = if line.max == HN { hn } else { line.max };
            self.every(line.directions, from, line.min, max, line.path);
        }
    }

    /// The leap that an aura lends.
    pub fn aura(&mut self, from: Square) {
        self.every(Directions::Diagonal, from, 1, AURA_REACH, Path::Leap);
    }

    fn every(&mut self, directions: Directions, from: Square, min: u8, max: u8, path: Path) {
        let towards = self.aim.map(|aim| from.line_to(aim).map(|(way, _)| way));
        for direction in ways(directions).filter(|&direction| towards.is_none_or(|way| way == Some(direction))) {
            self.line(from, direction, min, max, path);
        }
    }

    fn line(&mut self, from: Square, direction: Direction, min: u8, max: u8, path: Path) {
        let mut end = max.min(from.room(direction));
        if let Some(aim) = self.aim {
            match from.line_to(aim) {
                Some((way, distance)) if way == direction && min <= distance && distance <= end => end = distance,
                _ => return,
            }
        }
        if path == Path::Leap {
            (min..=end).for_each(|steps| self.reach.insert(from.ahead(direction, steps)));
            return;
        }
        let needed = u8::from(path == Path::Hop);
        let mut passed = 0;
        for steps in 1..=end {
            let square = from.ahead(direction, steps);
            if steps >= min && passed == needed {
                self.reach.insert(square);
            }
            if !self.free(square) {
                passed += 1;
                if passed > needed {
                    return;
                }
            }
        }
    }

    /// Whether a square on the way is empty.
    fn free(&mut self, square: Square) -> bool {
        self.witness.saw(square);
        self.board.is_free(square)
    }

    fn leap(&mut self, short: i16, long: i16, from: Square) {
        for (columns, rows) in [(short, long), (long, short)] {
            for (right, up) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                if let Some(square) = from.offset(columns * right, rows * up) {
                    self.reach.insert(square);
                }
            }
        }
    }

    /// Whether a leg in this direction can serve to reach the aim.
    fn serves(&self, from: Square, direction: Direction) -> bool {
        let Some(aim) = self.aim else { return true };
        let (columns, rows) = direction.step();
        let column_gap = (aim.column() as i16 - from.column() as i16).signum();
        let row_gap = (aim.row() as i16 - from.row() as i16).signum();
        (columns == 0 || columns == column_gap) && (rows == 0 || rows == row_gap)
    }

    /// The edge square at which part (a) ends: (G15) at least one square away, the way and itself empty.
    pub fn qball_edge(&mut self, from: Square, direction: Direction) -> Option<Square> {
        let room = from.room(direction);
        let clear = room > 0 && (1..=room).all(|steps| self.free(from.ahead(direction, steps)));
        clear.then(|| from.ahead(direction, room))
    }

    fn qball(&mut self, from: Square) {
        for direction in Direction::diagonal() {
            let room = from.room(direction);
            let edge = from.ahead(direction, room);
            if self.aim.is_some_and(|aim| edge.line_to(aim).is_none_or(|(way, _)| !direction.sides().contains(&way))) {
                continue;
            }
            // A corner has no room at a right angle, so a scratch ends here by itself.
            if self.qball_edge(from, direction).is_some() {
                direction.sides().into_iter().for_each(|side| self.line(edge, side, 1, 10, Path::Clear));
            }
        }
    }

    /// Every square from which a Qball could capture on the target: the way back, over each edge square.
    pub fn qball_origins(&mut self, target: Square) {
        for direction in Direction::diagonal() {
            let room = target.room(direction);
            let edge = target.ahead(direction, room);
            let clear = (1..=10).contains(&room) && (1..=room).all(|steps| self.free(target.ahead(direction, steps)));
            if clear {
                direction.sides().into_iter().for_each(|side| self.line(edge, side, 1, edge.room(side), Path::Clear));
            }
        }
    }

    /// Every square from which a Demon could move to the target: its range is that of the square it leaves.
    pub fn demon_origins(&mut self, target: Square) {
        for (steps, inner) in [(1, true), (2, false)] {
            for direction in Direction::all().filter(|&direction| target.room(direction) >= steps) {
                let from = target.ahead(direction, steps);
                if is_inner(from) == inner && (steps == 1 || self.free(target.ahead(direction, 1))) {
                    self.reach.insert(from);
                }
            }
        }
    }

    fn archer(&mut self, from: Square) {
        for direction in Direction::orthogonal() {
            if !self.serves(from, direction) {
                continue;
            }
            for steps in 1..=from.room(direction).min(4) {
                let square = from.ahead(direction, steps);
                if steps == 4 {
                    self.reach.insert(square);
                } else if self.free(square) {
                    let rest = 4 - steps;
                    direction.sides().into_iter().for_each(|side| self.line(square, side, rest, rest, Path::Clear));
                } else {
                    break;
                }
            }
        }
    }

    fn kamikaze(&mut self, from: Square) {
        if self
            .aim
            .is_some_and(|aim| from.distance(aim) > 6 || from.column() == aim.column() || from.row() == aim.row())
        {
            return;
        }
        for direction in Direction::orthogonal() {
            if !self.serves(from, direction) {
                continue;
            }
            for steps in 1..=from.room(direction).min(6) {
                let turn = from.ahead(direction, steps);
                if !self.free(turn) {
                    break;
                }
                direction.sides().into_iter().for_each(|side| self.line(turn, side, 1, 6, Path::Clear));
            }
        }
    }

    fn bouncy_ball(&mut self, from: Square) {
        match self.aim {
            Some(aim) => {
                if let Some((direction, _)) = from.line_to(aim) {
                    self.bounce(from, direction);
                }
            }
            None => Direction::all().for_each(|direction| self.bounce(from, direction)),
        }
    }

    fn bounce(&mut self, from: Square, direction: Direction) {
        let room = from.room(direction);
        let Some(hurdle) = (1..=room / 2).find(|&steps| !self.free(from.ahead(direction, steps))) else {
            return;
        };
        if (hurdle + 1..2 * hurdle).all(|steps| self.free(from.ahead(direction, steps))) {
            self.reach.insert(from.ahead(direction, 2 * hurdle));
        }
    }
}

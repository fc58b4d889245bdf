//! Weights and Mobility (1230.3, readings G27–G30).

use super::attacks::{Stance, View};
use super::board::{Piece, PieceId, Swinger};
use super::definitions::{HN, Line, Moves, Path, is_inner};
use super::position::{Position, TooManyChains};
use super::square::{Square, SquareSet};
use super::walk::Walk;

/// A Swinger's Weight and what it is made of, for one whose King is on-board. Ids in ascending order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Weight {
    /// Total value of the on-board pieces.
    pub material: u32,
    /// Twice the Mobility of every on-board piece, so that halves are kept.
    pub doubled_mobility: Vec<(PieceId, u32)>,
    /// Pieces that attack at least one opposing piece: +5 each.
    pub attacking: Vec<PieceId>,
    /// Pieces that defend at least one friendly piece: +4 each.
    pub defending: Vec<PieceId>,
}

impl Weight {
    /// Twice the Weight.
    pub fn doubled(&self) -> u32 {
        let mobility: u32 = self.doubled_mobility.iter().map(|(_, doubled)| doubled).sum();
        2 * (self.material + 5 * self.attacking.len() as u32 + 4 * self.defending.len() as u32) + mobility
    }
}

impl Position {
    /// The Weight of a Swinger; None, for 0, when no King is on-board.
    pub fn weight(&self, owner: Swinger) -> Result<Option<Weight>, TooManyChains> {
        if self.kings(owner).next().is_none() {
            return Ok(None);
        }
        let opposing = self.opposing(owner);
        let friendly = self.board.held_by(owner);
        let mut weight = Weight::default();
        for piece in self.board.pieces().iter().filter(|piece| piece.owner == owner) {
            let Some(stance) = self.view().stance(piece) else {
                continue;
            };
            weight.material += u32::from(self.suite.rule(piece.kind).value);
            weight.doubled_mobility.push((piece.id, self.view().doubled_mobility(piece, &stance)));
            if self.view().takes_any(&stance, &opposing)? {
                weight.attacking.push(piece.id);
            }
            let mut others = friendly;
            others.remove(stance.square);
            if self.view().takes_any(&stance, &others)? {
                weight.defending.push(piece.id);
            }
        }
        Ok(Some(weight))
    }
}

impl View<'_> {
    /// Twice the Mobility: the number of squares a short-stepping piece can move to, twice the greatest distance for all others.
    fn doubled_mobility(&self, piece: &Piece, stance: &Stance) -> u32 {
        let squares = self.move_squares(stance);
        let (least, most) = self.distances(piece, stance);
        if least > 1 && most - least <= 2 {
            return squares.len();
        }
        2 * squares.map(|square| u32::from(stance.square.distance(square))).max().unwrap_or(0)
    }

    /// The empty squares the piece can move to now; a scratch ends off-board and is none (G29).
    fn move_squares(&self, stance: &Stance) -> SquareSet {
        let mut walk = Walk::new(self.board, None, ());
        self.walk_moves(&mut walk, stance);
        if self.under_aura(stance.square) {
            walk.aura(stance.square);
        }
        walk.reach & !self.board.occupied()
    }

    /// Least and greatest distance that the rules in force allow the piece (G28); (0, 0) for none.
    fn distances(&self, piece: &Piece, stance: &Stance) -> (u8, u8) {
        if self.under_aura(stance.square) {
            return (1, u8::MAX);
        }
        match (&self.suite.rule(piece.kind).moves, stance.echo) {
            (Moves::Echo, None) => (0, 0),
            (Moves::Echo, Some((kind, hn))) => movement_distances(&self.suite.rule(kind).moves, hn, stance.square),
            (moves, _) => movement_distances(moves, piece.hn, stance.square),
        }
    }
}

fn movement_distances(moves: &Moves, hn: u8, square: Square) -> (u8, u8) {
    match moves {
        Moves::Undefined | Moves::Echo => (0, 0),
        Moves::Lines(lines) => {
            let least = |line: &Line| {
                if line.path == Path::Hop { line.min.max(2) } else { line.min }
            };
            let most = |line: &Line| if line.max == HN { hn } else { line.max };
            (lines.iter().map(least).min().unwrap_or(0), lines.iter().map(most).max().unwrap_or(0))
        }
        Moves::Leap(short, long) => (*short.max(long), *short.max(long)),
        Moves::Pawn => (1, 2),
        Moves::Qball => (2, 19),
        Moves::Archer => (2, 4),
        Moves::Kamikaze => (1, 6),
        Moves::BouncyBall => (2, 18),
        Moves::Demon => {
            let steps = if is_inner(square) { 1 } else { 2 };
            (steps, steps)
        }
    }
}

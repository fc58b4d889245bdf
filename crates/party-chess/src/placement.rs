//! Where an off-board piece may be placed (1230.2 §6.C, 1230.8 §5, G13).

use super::attacks::{Stance, View};
use super::board::Piece;
use super::definitions::{Captures, Kind, Moves, is_border};
use super::position::{Position, TooManyChains};
use super::square::{Direction, Square, SquareSet};
use super::walk::{Walk, lines_from_all};

impl Position {
    /// The empty squares that the rule of a kind leaves open, attacks left aside.
    pub(super) fn placement_zone(&self, kind: Kind) -> SquareSet {
        let free = !self.board().occupied();
        if self.suite().rule(kind).border_placement { free & border() } else { free }
    }

    /// The squares on which an off-board piece may be placed, the self-check ban left aside.
    pub(super) fn placements(&self, piece: &Piece, opposing: &SquareSet) -> SquareSet {
        self.placement_zone(piece.kind) & !self.view().attack_origins(piece, opposing)
    }

    /// Whether a piece just placed on the square would attack an opposing one. The most recent play is then a Placement, so an Echo has no move.
    pub(super) fn attacks_when_placed(
        &self,
        piece: &Piece,
        square: Square,
        opposing: &SquareSet,
    ) -> Result<bool, TooManyChains> {
        self.view().takes_any(&placed(piece, square), opposing)
    }
}

/// A piece as it stands right after its placement.
fn placed(piece: &Piece, square: Square) -> Stance {
    let Piece { kind, hn, owner, .. } = *piece;
    Stance { square, kind, hn, owner, echo: None, borrowed: false }
}

impl View<'_> {
    /// The squares from which a piece placed there would attack, found from its victims' side.
    fn attack_origins(&self, piece: &Piece, opposing: &SquareSet) -> SquareSet {
        let rule = self.suite.rule(piece.kind);
        let borrows = rule.captures == Captures::Borrowed;
        let lines = match (&rule.captures, &rule.moves) {
            (Captures::Lines(lines) | Captures::Shots(lines), _) => Some(lines),
            (Captures::AsMoves | Captures::Chain, Moves::Lines(lines)) => Some(lines),
            _ => None,
        };
        let free = !self.board.occupied();
        let at_once = lines.and_then(|lines| lines_from_all(lines, piece.hn, *opposing, free));
        let mut walk = Walk::new(self.board, None, ());
        let mut origins = at_once.unwrap_or_else(|| {
            for target in *opposing {
                let stance = placed(piece, target);
                let victim = self.board.at(target).filter(|_| borrows);
                let lent = victim.map_or(stance, |victim| self.lent_by(&stance, victim));
                self.walk_origins(&mut walk, &lent);
            }
            walk.reach
        });
        let near = self.near_auras();
        if !near.is_empty() {
            walk.reach = SquareSet::EMPTY;
            opposing.for_each(|target| walk.aura(target));
            origins |= walk.reach & near;
        }
        origins
    }

    /// Walks the squares from which the piece could capture where it stands. Most captures lead back the way they came.
    fn walk_origins(&self, walk: &mut Walk<'_, ()>, stance: &Stance) {
        let rule = self.suite.rule(stance.kind);
        let moves = match (&rule.moves, stance.echo) {
            (Moves::Echo, Some((kind, _))) => &self.suite.rule(kind).moves,
            (moves, _) => moves,
        };
        match moves {
            Moves::Qball if rule.captures == Captures::AsMoves => walk.qball_origins(stance.square),
            Moves::Demon if rule.captures == Captures::AsMoves => walk.demon_origins(stance.square),
            _ => self.walk_captures(walk, stance),
        }
    }

    /// Squares next to an aura.
    fn near_auras(&self) -> SquareSet {
        let around = |square: Square| {
            Direction::all()
                .filter(move |&direction| square.room(direction) > 0)
                .map(move |direction| square.ahead(direction, 1))
        };
        self.board.auras().flat_map(around).collect()
    }
}

/// Squares on which Pawns may be placed.
fn border() -> SquareSet {
    static BORDER: std::sync::LazyLock<SquareSet> = std::sync::LazyLock::new(|| SquareSet::of(is_border));
    *BORDER
}

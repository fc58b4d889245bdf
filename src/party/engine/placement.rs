//! Where an off-board piece may be placed (1230.2 §6.C, 1230.8 §5, G13).

use super::attacks::{Stance, View};
use super::board::Piece;
use super::definitions::{Captures, Kind, Moves, is_border};
use super::position::{Position, TooManyChains};
use super::square::{Direction, Square, SquareSet};
use super::walk::Walk;

impl Position {
    /// The empty squares that the rule of a kind leaves open, attacks left aside.
    pub(super) fn placement_zone(&self, kind: Kind) -> SquareSet {
        let free = !self.board().occupied();
        if self.suite().rule(kind).border_placement { free & border() } else { free }
    }

    /// The squares on which an off-board piece may be placed, the self-check ban left aside.
    pub(super) fn placements(&self, piece: &Piece, opposing: &SquareSet) -> Result<SquareSet, TooManyChains> {
        let zone = self.placement_zone(piece.kind);
        let view = self.view();
        if !view.is_symmetric(piece.kind) {
            let mut squares = SquareSet::EMPTY;
            for square in zone {
                if !self.attacks_when_placed(piece, square, opposing)? {
                    squares.insert(square);
                }
            }
            return Ok(squares);
        }
        Ok(zone & !view.attack_origins(piece, opposing, &zone)?)
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
    /// Whether the kind captures from one square to another whenever it would the other way round.
    fn is_symmetric(&self, kind: Kind) -> bool {
        let rule = self.suite.rule(kind);
        !(rule.captures == Captures::AsMoves && matches!(rule.moves, Moves::Qball | Moves::Demon))
    }

    /// The squares from which a piece with a symmetric capture, placed there, would attack: found from its victims' side.
    fn attack_origins(
        &self,
        piece: &Piece,
        opposing: &SquareSet,
        zone: &SquareSet,
    ) -> Result<SquareSet, TooManyChains> {
        let borrows = self.suite.rule(piece.kind).captures == Captures::Borrowed;
        let mut walk = Walk::new(self.board, None, ());
        let mut origins = SquareSet::EMPTY;
        for target in *opposing {
            let stance = placed(piece, target);
            let Some(victim) = self.board.at(target).filter(|_| borrows) else {
                self.walk_captures(&mut walk, &stance);
                continue;
            };
            let lent = self.lent_by(&stance, victim);
            let kind = lent
                .echo
                .filter(|_| self.suite.rule(victim.kind).moves == Moves::Echo)
                .map_or(victim.kind, |(kind, _)| kind);
            if self.is_symmetric(kind) {
                self.walk_captures(&mut walk, &lent);
                continue;
            }
            for square in *zone {
                if self.takes_by_rule(&placed(piece, square), target, &mut ())? {
                    origins.insert(square);
                }
            }
        }
        origins |= walk.reach;
        let near = self.near_auras();
        if !near.is_empty() {
            walk.reach = SquareSet::EMPTY;
            opposing.for_each(|target| walk.aura(target));
            origins |= walk.reach & near;
        }
        Ok(origins)
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

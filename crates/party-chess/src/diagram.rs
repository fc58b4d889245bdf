//! What a piece of a kind can do from a square, for pictures of the rules.

use std::sync::Arc;

use super::board::{Piece, PieceId, Swinger};
use super::definitions::{Kind, Moves, Suite};
use super::position::{BadPosition, Position};
use super::square::{Direction, Square, SquareSet};
use super::walk::Walk;

/// What a piece can do by its rule, also while another King is in Check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The empty squares that it can move to.
    pub moves: SquareSet,
    /// Where it could capture, stood an opposing piece there: of a Tornado the first segment, of a CopyCat as against another.
    pub captures: SquareSet,
    /// Squares that it only rolls over: a Qball's ways to the edge.
    pub passes: SquareSet,
}

impl Diagram {
    /// Of a piece `from` which it goes, with pieces of its own Swinger on the squares `others`; `hn` is the reach of a HarfyBlob.
    pub fn of(suite: &Arc<Suite>, kind: Kind, from: Square, hn: u8, others: &[Square]) -> Result<Diagram, BadPosition> {
        let mut position = Position::new(suite.clone(), vec!["A".to_owned()])?;
        let owner = Swinger(0);
        let piece = Piece { id: PieceId(1), owner, kind, square: Some(from), hn };
        position.add_piece(piece)?;
        for (id, &square) in (2..).zip(others) {
            position.add_piece(Piece { id: PieceId(id), owner, kind: Kind::ROOK, square: Some(square), hn: 1 })?;
        }
        let (view, occupied) = (position.view(), position.board.occupied());
        let mut diagram = Diagram { moves: SquareSet::EMPTY, captures: SquareSet::EMPTY, passes: SquareSet::EMPTY };
        if let Some(stance) = view.stance(&piece) {
            let mut walk = Walk::new(&position.board, None, ());
            view.walk_moves(&mut walk, &stance);
            diagram.moves = walk.reach & !occupied;
            walk.reach = SquareSet::EMPTY;
            view.walk_captures(&mut walk, &stance);
            diagram.captures = walk.reach & !occupied;
            if suite.rule(kind).moves == Moves::Qball {
                for direction in Direction::diagonal().filter(|&way| walk.qball_edge(from, way).is_some()) {
                    let way = (1..=from.room(direction)).map(|steps| from.ahead(direction, steps));
                    diagram.passes |= way.collect::<SquareSet>() & !diagram.moves;
                }
            }
        }
        Ok(diagram)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Diagram;
    use crate::{Kind, Ruleset, Source, Square, Suite};

    fn of(kind: Kind, others: &[&str]) -> Diagram {
        let suite = Arc::new(Suite::new(Source::plain(Ruleset::Amended)).unwrap());
        let others: Vec<Square> = others.iter().map(|square| Square::parse(square).unwrap()).collect();
        Diagram::of(&suite, kind, Square::parse("k10").unwrap(), 1, &others).unwrap()
    }

    #[test]
    fn a_diagram_shows_where_a_piece_goes_and_where_it_captures() {
        assert_eq!(of(Kind::KING, &[]).moves.len(), 8);
        assert_eq!(of(Kind::CAMEL, &[]).moves.len(), 8);
        let pawn = of(Kind::PAWN, &[]);
        let square = |text| Square::parse(text).unwrap();
        assert!(pawn.moves.contains(square("k11")) && !pawn.moves.contains(square("k12")));
        assert!(pawn.captures.contains(square("l11")) && !pawn.captures.contains(square("k11")));
        let archer = of(Kind::ARCHER, &[]);
        assert!(archer.moves.contains(square("m12")) && archer.captures.contains(square("k14")));
        assert_eq!(of(Kind::BOUNCYBALL, &[]).moves.len(), 0);
        assert!(of(Kind::BOUNCYBALL, &["k12"]).moves.contains(square("k14")));
        let qball = of(Kind::QBALL, &["m12"]);
        assert!(qball.passes.contains(square("j9")) && qball.passes.contains(square("b1")), "to the edge");
        assert!(
            !qball.passes.contains(square("l11")) && qball.moves.contains(square("a2")),
            "not where another stands"
        );
        assert!(of(Kind::ROOK, &[]).passes.is_empty());
    }
}

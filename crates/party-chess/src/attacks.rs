//! What attacks and defends what (1230.2 §5), and the Cantor's aura (1230.20).

use super::board::{Board, Piece, PieceId, Swinger};
use super::definitions::{Captures, Kind, Moves, Promotion, Suite};
use super::position::{PlayType, Record, TooManyChains};
use super::square::{Direction, Square, SquareSet, Zone};
use super::walk::{AURA_REACH, Walk, Witness};

/// All that attacks depend on.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub suite: &'a Suite,
    pub board: &'a Board,
    pub records: &'a [Option<Record>],
}

/// A piece as it would act from a square.
#[derive(Clone, Copy)]
pub(super) struct Stance {
    pub square: Square,
    pub kind: Kind,
    pub hn: u8,
    pub owner: Swinger,
    /// What an Echo repeats.
    pub echo: Option<(Kind, u8)>,
    /// A CopyCat borrows the capture: an Echo's Pawn step stays single (G20).
    pub borrowed: bool,
}

impl View<'_> {
    /// The on-board piece as it stands; None when off-board.
    pub fn stance(&self, piece: &Piece) -> Option<Stance> {
        let Piece { kind, hn, owner, .. } = *piece;
        Some(Stance { square: piece.square?, kind, hn, owner, echo: self.echo_of(kind, owner), borrowed: false })
    }

    /// What a piece of the kind repeats, if it is an Echo.
    fn echo_of(&self, kind: Kind, owner: Swinger) -> Option<(Kind, u8)> {
        if self.suite.rule(kind).moves == Moves::Echo { self.echo(owner) } else { None }
    }

    /// What an Echo of the Swinger repeats (G18, G19).
    pub fn echo(&self, owner: Swinger) -> Option<(Kind, u8)> {
        let record = self.records[owner.index()]?;
        let moved = matches!(record.play, PlayType::Move | PlayType::Capture);
        let sounds = |&(kind, _): &(Kind, u8)| self.suite.defines(kind) && self.suite.rule(kind).moves != Moves::Echo;
        record.mover.filter(|_| moved).filter(sounds)
    }

    /// Whether a piece on the square is next to an aura; its own does not count (G22).
    pub fn under_aura(&self, square: Square) -> bool {
        let auras = self.board.auras();
        !auras.is_empty()
            && Direction::all()
                .any(|direction| square.room(direction) > 0 && auras.contains(square.ahead(direction, 1)))
    }

    /// Walks the squares the piece may move to by its rule, were they empty.
    pub fn walk_moves<W: Witness>(&self, walk: &mut Walk<'_, W>, stance: &Stance) {
        let rule = self.suite.rule(stance.kind);
        match (&rule.moves, stance.echo) {
            (Moves::Echo, None) => {}
            (Moves::Echo, Some((kind, hn))) => {
                let moves = &self.suite.rule(kind).moves;
                let double = *moves == Moves::Pawn
                    && !stance.borrowed
                    && self.guards(stance, Direction::orthogonal(), &mut walk.witness);
                walk.moves(moves, stance.square, hn, double);
            }
            (Moves::Pawn, _) => {
                let double = self.guards(stance, Direction::diagonal(), &mut walk.witness);
                walk.moves(&rule.moves, stance.square, stance.hn, double);
            }
            (moves, _) => walk.moves(moves, stance.square, stance.hn, false),
        }
    }

    /// Whether a Pawn, or an Echo of one, defends a friendly piece one square away or by an aura (1230.8 §2, G20).
    fn guards(
        &self,
        stance: &Stance,
        mut directions: impl Iterator<Item = Direction>,
        witness: &mut impl Witness,
    ) -> bool {
        let mut friend = |direction, steps| {
            let on_board = stance.square.room(direction) >= steps;
            on_board && {
                let square = stance.square.ahead(direction, steps);
                witness.saw(square);
                self.board.at(square).is_some_and(|piece| piece.owner == stance.owner)
            }
        };
        directions.any(|direction| friend(direction, 1))
            || (self.under_aura(stance.square)
                && Direction::diagonal().any(|direction| (1..=AURA_REACH).any(|steps| friend(direction, steps))))
    }

    /// Walks the squares on which the piece could capture by its rule. A CopyCat is walked as against a CopyCat, a Tornado for
    /// its first segment: [`View::takes`] knows better.
    pub fn walk_captures<W: Witness>(&self, walk: &mut Walk<'_, W>, stance: &Stance) {
        match &self.suite.rule(stance.kind).captures {
            Captures::AsMoves | Captures::Borrowed | Captures::Chain => self.walk_moves(walk, stance),
            Captures::Lines(lines) | Captures::Shots(lines) => walk.lines(lines, stance.square, stance.hn),
        }
    }

    /// Whether the piece could capture what stands on `target` by its own rule, were it an opposing piece.
    pub fn takes_by_rule(
        &self,
        stance: &Stance,
        target: Square,
        witness: &mut impl Witness,
    ) -> Result<bool, TooManyChains> {
        let rule = self.suite.rule(stance.kind);
        let lent = match (&rule.captures, self.board.at(target)) {
            (Captures::Chain, _) => {
                return self.chain_reaches(stance, &SquareSet::only(target), witness);
            }
            (Captures::Borrowed, Some(victim)) => self.lent_by(stance, victim),
            _ => *stance,
        };
        if !self.bearing(&lent).contains(target) {
            return Ok(false);
        }
        let mut walk = Walk::new(self.board, Some(target), witness);
        self.walk_captures(&mut walk, &lent);
        Ok(walk.hits())
    }

    /// The squares on which the piece could ever capture, whatever stands where: cheap, and never too few.
    pub fn bearing(&self, stance: &Stance) -> &'static SquareSet {
        let rule = self.suite.rule(stance.kind);
        let moves = match (&rule.captures, &rule.moves, stance.echo) {
            (Captures::Borrowed | Captures::Chain, ..) => return Zone::Everywhere.around(stance.square),
            (Captures::Lines(_) | Captures::Shots(_), ..) => return Zone::Lines.around(stance.square),
            (_, Moves::Echo, Some((kind, _))) => &self.suite.rule(kind).moves,
            (_, moves, _) => moves,
        };
        let zone = match moves {
            Moves::Leap(..) | Moves::Archer | Moves::Kamikaze => Zone::Near,
            Moves::Qball => Zone::SameColour,
            // An aura leaps along lines too.
            _ => Zone::Lines,
        };
        zone.around(stance.square)
    }

    /// The CopyCat as it captures this victim (G21).
    pub fn lent_by(&self, copycat: &Stance, victim: &Piece) -> Stance {
        Stance {
            kind: victim.kind,
            hn: victim.hn,
            owner: victim.owner,
            echo: self.echo_of(victim.kind, victim.owner),
            borrowed: true,
            ..*copycat
        }
    }

    /// Whether the piece could leap onto the square by an aura.
    pub fn takes_by_aura(&self, stance: &Stance, target: Square) -> bool {
        let near = |(direction, distance): (Direction, u8)| direction.is_diagonal() && distance <= AURA_REACH;
        stance.square.line_to(target).is_some_and(near) && self.under_aura(stance.square)
    }

    /// Whether the piece could capture what stands on `target`, were it an opposing piece (1230.2 §5, G12, G27).
    pub fn takes(&self, stance: &Stance, target: Square, witness: &mut impl Witness) -> Result<bool, TooManyChains> {
        Ok(self.takes_by_aura(stance, target) || self.takes_by_rule(stance, target, witness)?)
    }

    /// Whether the piece could capture something on one of the squares, were it opposing. Pieces there are all of other Swingers, or
    /// all friendly.
    pub fn takes_any(&self, stance: &Stance, targets: &SquareSet) -> Result<bool, TooManyChains> {
        if self.under_aura(stance.square) {
            let mut walk = Walk::new(self.board, None, ());
            walk.aura(stance.square);
            if walk.reach.meets(targets) {
                return Ok(true);
            }
        }
        match self.suite.rule(stance.kind).captures {
            Captures::Chain => self.chain_reaches(stance, targets, &mut ()),
            Captures::Borrowed => {
                for target in *targets {
                    if self.takes_by_rule(stance, target, &mut ())? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => {
                let mut walk = Walk::new(self.board, None, ());
                self.walk_captures(&mut walk, stance);
                Ok(walk.reach.meets(targets))
            }
        }
    }

    /// The pieces that attack a piece of `owner` on the square.
    pub fn attackers(&self, owner: Swinger, square: Square) -> Result<Vec<PieceId>, TooManyChains> {
        let mut attackers = Vec::new();
        for piece in self.board.pieces().iter().filter(|piece| piece.owner != owner) {
            if let Some(stance) = self.stance(piece)
                && self.takes(&stance, square, &mut ())?
            {
                attackers.push(piece.id);
            }
        }
        Ok(attackers)
    }

    /// The targets whose pieces are attacked.
    pub fn attacked(&self, targets: SquareSet) -> Result<SquareSet, TooManyChains> {
        let mut attacked = SquareSet::EMPTY;
        for piece in self.board.pieces() {
            let Some(stance) = self.stance(piece) else {
                continue;
            };
            for target in *self.bearing(&stance) & targets & !attacked {
                let opposing = self.board.at(target).is_some_and(|victim| victim.owner != piece.owner);
                if opposing && self.takes(&stance, target, &mut ())? {
                    attacked.insert(target);
                }
            }
        }
        Ok(attacked)
    }

    /// The Demons that stand strictly inside the rectangle of two other own pieces of one kind at most 10 apart (1230.18 §3, G25).
    pub fn promotable_demons(&self, owner: Swinger) -> Vec<PieceId> {
        let own: Vec<(&Piece, Square)> = self
            .board
            .pieces()
            .iter()
            .filter(|piece| piece.owner == owner)
            .filter_map(|piece| Some((piece, piece.square?)))
            .collect();
        let between = |middle: u16, one: u16, other: u16| one.min(other) < middle && middle < one.max(other);
        let encloses = |first: Square, second: Square, square: Square| {
            between(square.row(), first.row(), second.row())
                && between(square.column(), first.column(), second.column())
        };
        let twins: Vec<(Square, Square)> = own
            .iter()
            .enumerate()
            .flat_map(|(place, one)| own[..place].iter().map(move |other| (one, other)))
            .filter(|((one, first), (other, second))| one.kind == other.kind && first.distance(*second) <= 10)
            .map(|((_, first), (_, second))| (*first, *second))
            .collect();
        // A Demon is never strictly between itself and another.
        let enclosed =
            |&&(_, square): &&(&Piece, Square)| twins.iter().any(|&(first, second)| encloses(first, second, square));
        let is_demon =
            |&&(piece, _): &&(&Piece, Square)| self.suite.rule(piece.kind).promotion == Promotion::BetweenTwins;
        own.iter().filter(is_demon).filter(enclosed).map(|(demon, _)| demon.id).collect()
    }
}

//! Chains of the Tornado (1230.19, readings G17, G36).

use std::collections::HashSet;

use super::attacks::{Stance, View};
use super::board::{Piece, PieceId};
use super::definitions::{AfterCapture, Captures};
use super::effort::spend;
use super::position::{Position, TooManyChains};
use super::square::{Direction, Square, SquareSet};
use super::walk::Witness;

/// Most segments that a search looks at before it gives up (G36).
pub const MOST_NODES: usize = 400_000;

/// Reach of the first segment.
const FIRST_REACH: u8 = 2;

/// A Tornado in the midst of its play.
#[derive(Clone)]
pub(super) struct Chain {
    pub start: Square,
    /// Squares stopped at.
    pub path: Vec<Square>,
    pub captured: SquareSet,
    pub last: Option<Direction>,
    /// Reach of the next segment.
    pub reach: u8,
}

/// How a segment ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    Empty,
    Piece,
}

impl Chain {
    pub fn new(start: Square) -> Chain {
        Chain { start, path: Vec::new(), captured: SquareSet::EMPTY, last: None, reach: FIRST_REACH }
    }

    /// Where the Tornado is.
    pub fn square(&self) -> Square {
        self.path.last().copied().unwrap_or(self.start)
    }

    /// What stands on a square by now: victims have vanished and the start is free (G17).
    pub fn at<'a>(&self, view: &View<'a>, square: Square) -> Option<&'a Piece> {
        view.board.at(square).filter(|_| square != self.start && !self.captured.contains(square))
    }
}

impl Position {
    /// Where a Tornado's chain may go on to after the squares of `path`: captures and, after the first, an empty end. Squares only: the
    /// self-check ban is judged when the chain is announced.
    pub fn chain_steps(&self, id: PieceId, path: &[Square]) -> Vec<Square> {
        let Some(piece) = self.board.find(id).map(|index| self.board.piece(index)) else {
            return Vec::new();
        };
        let Some(stance) =
            self.view().stance(piece).filter(|_| self.suite.rule(piece.kind).captures == Captures::Chain)
        else {
            return Vec::new();
        };
        let view = self.view();
        let opposing = |square: Square| self.board.at(square).filter(|victim| victim.owner != piece.owner);
        let mut chain = Chain::new(stance.square);
        for &to in path {
            let segments = view.segments(&chain, &mut ());
            let segment = segments.into_iter().find(|&(_, square, stop)| square == to && stop == Stop::Piece);
            let Some((direction, victim)) = segment.and_then(|(direction, ..)| Some((direction, opposing(to)?))) else {
                return Vec::new();
            };
            chain = view.after_capture(&chain, direction, to, victim);
        }
        let goes = |&(_, square, stop): &(Direction, Square, Stop)| match stop {
            Stop::Empty => !path.is_empty(),
            Stop::Piece => opposing(square).is_some(),
        };
        let mut steps: Vec<Square> = view
            .segments(&chain, &mut ())
            .iter()
            .filter(|segment| goes(segment))
            .map(|&(_, square, _)| square)
            .collect();
        if path.is_empty() {
            let leaps = |&square: &Square| opposing(square).is_some() && view.takes_by_aura(&stance, square);
            steps.extend(Square::all().filter(leaps));
        }
        steps.sort();
        steps.dedup();
        steps
    }
}

impl View<'_> {
    /// Reach of the segment after the capture of a piece: its value, a HarfyBlob's Hn.
    pub fn segment_after(&self, victim: &Piece) -> u8 {
        let rule = self.suite.rule(victim.kind);
        if rule.after_capture == AfterCapture::Grows { victim.hn } else { rule.value }
    }

    /// The segments a Tornado may make next: direction, end, and whether a piece stands there.
    pub fn segments(&self, chain: &Chain, witness: &mut impl Witness) -> Vec<(Direction, Square, Stop)> {
        let mut segments = Vec::new();
        let from = chain.square();
        for direction in Direction::all().filter(|&direction| Some(direction) != chain.last) {
            for steps in 1..=chain.reach.min(from.room(direction)) {
                let square = from.ahead(direction, steps);
                witness.saw(square);
                if chain.at(self, square).is_some() {
                    segments.push((direction, square, Stop::Piece));
                    break;
                }
                segments.push((direction, square, Stop::Empty));
            }
        }
        segments
    }

    /// The chain after the capture of the piece on a square.
    pub fn after_capture(&self, chain: &Chain, direction: Direction, square: Square, victim: &Piece) -> Chain {
        let mut next = chain.clone();
        next.path.push(square);
        next.captured.insert(square);
        next.last = Some(direction);
        next.reach = self.segment_after(victim);
        next
    }

    /// Whether a chain of captures can end on one of the squares. Its pieces may be friendly: each is then taken as the only opposing one.
    pub fn chain_reaches(
        &self,
        stance: &Stance,
        targets: &SquareSet,
        witness: &mut impl Witness,
    ) -> Result<bool, TooManyChains> {
        if !self.chain_might_reach(stance, targets, witness) {
            return Ok(false);
        }
        let mut known = HashSet::new();
        let mut open = vec![Chain::new(stance.square)];
        while let Some(chain) = open.pop() {
            for (direction, square, stop) in self.segments(&chain, &mut ()) {
                spend()?;
                let Some(victim) = self.board.at(square).filter(|_| stop == Stop::Piece) else {
                    continue;
                };
                if targets.contains(square) {
                    return Ok(true);
                }
                if victim.owner != stance.owner {
                    let next = self.after_capture(&chain, direction, square, victim);
                    if next.reach > 0 && known.insert((square, direction, next.captured)) {
                        open.push(next);
                    }
                }
            }
            if known.len() > MOST_NODES {
                return Err(TooManyChains);
            }
        }
        Ok(false)
    }

    /// Whether a chain could reach one of the squares if opposing pieces never stood in the way: cheap, and never wrongly no.
    fn chain_might_reach(&self, stance: &Stance, targets: &SquareSet, witness: &mut impl Witness) -> bool {
        let mut known = SquareSet::only(stance.square);
        let mut open = vec![(stance.square, FIRST_REACH)];
        let mut found = false;
        while let Some((from, reach)) = open.pop() {
            for direction in Direction::all() {
                for steps in 1..=reach.min(from.room(direction)) {
                    let square = from.ahead(direction, steps);
                    witness.saw(square);
                    let Some(piece) = self.board.at(square).filter(|_| square != stance.square) else {
                        continue;
                    };
                    found |= targets.contains(square);
                    if piece.owner == stance.owner {
                        break;
                    }
                    if !known.contains(square) {
                        known.insert(square);
                        open.push((square, self.segment_after(piece)));
                    }
                }
            }
        }
        found
    }

    /// Calls `each` with the path and the victims' squares of every chain that captures.
    pub fn each_chain<E: From<TooManyChains>>(
        &self,
        stance: &Stance,
        each: &mut impl FnMut(&[Square], &SquareSet) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut open = vec![Chain::new(stance.square)];
        let mut nodes = 0;
        while let Some(chain) = open.pop() {
            for (direction, square, stop) in self.segments(&chain, &mut ()) {
                let victim = match stop {
                    Stop::Empty if chain.path.is_empty() => continue,
                    Stop::Empty => None,
                    Stop::Piece => match self.board.at(square) {
                        Some(victim) if victim.owner != stance.owner => Some(victim),
                        _ => continue,
                    },
                };
                nodes += 1;
                spend()?;
                if nodes > MOST_NODES {
                    return Err(TooManyChains.into());
                }
                match victim {
                    Some(victim) => {
                        let next = self.after_capture(&chain, direction, square, victim);
                        each(&next.path, &next.captured)?;
                        open.push(next);
                    }
                    None => {
                        let mut path = chain.path.clone();
                        path.push(square);
                        each(&path, &chain.captured)?;
                    }
                }
            }
        }
        Ok(())
    }
}

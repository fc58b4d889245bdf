//! The self-check ban (1230.2 §7) decided for many plays at once.
//!
//! Whether the player's own King is attacked depends only on the squares that the search looked at. A play that touches none of
//! them does not change the answer; only the others are tried on a copy of the board.

use super::attacks::{Stance, View};
use super::board::{Board, Piece, Swinger};
use super::definitions::{AfterCapture, Captures, Kind, Moves};
use super::position::{Position, TooManyChains};
use super::square::{Direction, Square, SquareSet};
use super::walk::{AURA_REACH, Walk};

/// How a piece gets to its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    Move,
    Scratch,
    Capture,
    Shot,
    Placement,
}

/// What the attack of one foe on one King depends on.
struct Watch {
    foe: usize,
    king: Square,
    /// Auras left aside.
    depends: SquareSet,
    attacks: bool,
}

/// Decides the self-check ban for the plays of one Swinger in one position.
pub(super) struct Guard<'a> {
    position: &'a Position,
    /// A board on which plays are tried and taken back.
    trial: Board,
    /// Own Kings, on-board and off-board.
    kings: Vec<usize>,
    /// Opposing on-board pieces.
    foes: Vec<usize>,
    pub in_check: bool,
    /// The foes whose attack on a King depends on the board.
    watches: Vec<Watch>,
    /// Squares on which `in_check` depends, auras left aside.
    seen: SquareSet,
    /// Squares from which an aura would matter to `in_check`.
    lent_from: SquareSet,
}

impl<'a> Guard<'a> {
    pub fn new(position: &'a Position, owner: Swinger) -> Result<Guard<'a>, TooManyChains> {
        let board = &position.board;
        let indices = |wanted: &dyn Fn(&Piece) -> bool| {
            (0..board.pieces().len()).filter(|&index| wanted(board.piece(index))).collect()
        };
        let mut guard = Guard {
            position,

            trial: board.clone(),
            kings: indices(&|piece| piece.owner == owner && piece.kind == Kind::KING),
            foes: indices(&|piece| piece.owner != owner && piece.square.is_some()),
            in_check: false,
            watches: Vec::new(),
            seen: SquareSet::EMPTY,
            lent_from: SquareSet::EMPTY,
        };
        let view = position.view();
        let kings: SquareSet = position.kings(owner).collect();
        for &foe in &guard.foes {
            let Some(stance) = view.stance(board.piece(foe)) else {
                continue;
            };
            for king in *view.bearing(&stance) & kings {
                let mut depends = SquareSet::EMPTY;
                let attacks = view.takes(&stance, king, &mut depends)?;
                if attacks {
                    guard.in_check = true;
                    depends.insert(stance.square);
                }
                if !depends.is_empty() {
                    guard.seen |= depends;
                    guard.watches.push(Watch { foe, king, depends, attacks });
                }
                let leaps = stance.square.distance(king) <= AURA_REACH
                    && stance.square.line_to(king).is_some_and(|(way, _)| way.is_diagonal());
                if leaps || position.suite.rule(stance.kind).moves == Moves::Echo {
                    guard.lent_from |= neighbours(stance.square);
                }
            }
        }
        Ok(guard)
    }

    /// The targets that leave the own King unattacked.
    pub fn allowed(
        &mut self,
        index: usize,
        how: How,
        promotion: Option<Kind>,
        targets: SquareSet,
    ) -> Result<SquareSet, TooManyChains> {
        let promoted_king = promotion == Some(Kind::KING);
        if targets.is_empty() || (self.kings.is_empty() && !promoted_king) {
            return Ok(targets);
        }
        if self.kings == [index] && matches!(how, How::Move | How::Placement) && promotion.is_none() {
            return self.allowed_for_king(index, targets);
        }
        let doubtful = targets & self.doubtful(index, how, promotion);
        let settled = if self.in_check { SquareSet::EMPTY } else { targets & !doubtful };
        let mut allowed = settled;
        for target in doubtful {
            if self.try_out(index, how, promotion, target)? {
                allowed.insert(target);
            }
        }
        Ok(allowed)
    }

    /// Targets for which the play could change whether the King is attacked.
    fn doubtful(&self, index: usize, how: How, promotion: Option<Kind>) -> SquareSet {
        let suite = self.position.suite();
        let kind = self.trial.piece(index).kind;
        let lends = |kind: Kind| suite.rule(kind).aura;
        let leaves = !matches!(how, How::Shot | How::Placement);
        let left = self.trial.piece(index).square.filter(|_| leaves);
        let leaves_seen =
            left.is_some_and(|square| self.seen.contains(square) || (lends(kind) && self.lent_from.contains(square)));
        if kind == Kind::KING || promotion == Some(Kind::KING) || leaves_seen {
            return !SquareSet::EMPTY;
        }
        let mut doubtful = if how == How::Scratch { SquareSet::EMPTY } else { self.seen };
        if lends(kind) || promotion.is_some_and(lends) {
            doubtful |= self.lent_from;
        }
        if matches!(how, How::Capture | How::Shot) {
            doubtful |= self.trial.auras() & self.lent_from;
        }
        doubtful
    }

    /// The empty squares on which an only King is not attacked: found from the attackers' side, but for chains.
    fn allowed_for_king(&mut self, index: usize, targets: SquareSet) -> Result<SquareSet, TooManyChains> {
        let back = self.trial.piece(index).square;
        self.trial.lift(index);
        let view = View { suite: &self.position.suite, board: &self.trial, records: &self.position.records };
        let mut attacked = Walk::new(&self.trial, None, ());
        let mut chains = false;
        let foes = self.foes.iter().filter_map(|&foe| view.stance(self.trial.piece(foe)));
        for stance in foes.filter(|stance| view.bearing(stance).meets(&targets)) {
            match view.suite.rule(stance.kind).captures {
                Captures::Chain => chains = true,
                Captures::Borrowed => view.walk_captures(&mut attacked, &Stance { kind: Kind::KING, ..stance }),
                _ => view.walk_captures(&mut attacked, &stance),
            }
            if view.under_aura(stance.square) {
                attacked.aura(stance.square);
            }
        }
        let mut allowed = targets & !attacked.reach;
        if let Some(square) = back {
            self.put(index, square);
        }
        if chains {
            for target in allowed {
                if !self.try_out(index, How::Move, None, target)? {
                    allowed.remove(target);
                }
            }
        }
        Ok(allowed)
    }

    /// Whether a chain that captures leaves the own King unattacked.
    pub fn allows_chain(&mut self, index: usize, path: &[Square], captured: &SquareSet) -> Result<bool, TooManyChains> {
        let Some(&end) = path.last() else {
            return Ok(false);
        };
        if self.kings.is_empty() {
            return Ok(true);
        }
        let mut touched = *captured | SquareSet::only(end);
        touched =
            self.trial.piece(index).square.into_iter().fold(touched, |touched, from| touched | SquareSet::only(from));
        if !touched.meets(&(self.seen | self.trial.auras())) {
            return Ok(!self.in_check);
        }
        let lifted: Vec<usize> = captured.filter_map(|square| self.trial.index_at(square)).chain([index]).collect();
        self.attempt(&lifted, Some((index, end)), None)
    }

    fn try_out(
        &mut self,
        index: usize,
        how: How,
        promotion: Option<Kind>,
        target: Square,
    ) -> Result<bool, TooManyChains> {
        let victim = self.trial.index_at(target).filter(|_| matches!(how, How::Capture | How::Shot));
        let dies = self.position.suite().rule(self.trial.piece(index).kind).after_capture == AfterCapture::Dies;
        let lifted: Vec<usize> = victim.into_iter().chain((how != How::Shot).then_some(index)).collect();
        let lands = match how {
            How::Move | How::Placement => true,
            How::Capture => !dies,
            How::Scratch | How::Shot => false,
        };
        self.attempt(&lifted, lands.then_some((index, target)), promotion)
    }

    /// Lifts pieces, puts one down, looks whether a King is attacked, and takes it all back.
    fn attempt(
        &mut self,
        lifted: &[usize],
        landing: Option<(usize, Square)>,
        promotion: Option<Kind>,
    ) -> Result<bool, TooManyChains> {
        let before: Vec<Piece> = lifted.iter().map(|&index| *self.trial.piece(index)).collect();
        let suite = self.position.suite();
        let lends = |kind: Kind| suite.rule(kind).aura;
        let broad = promotion.is_some_and(|kind| kind == Kind::KING || lends(kind))
            || before.iter().any(|piece| piece.kind == Kind::KING || lends(piece.kind));
        let touched: SquareSet =
            before.iter().filter_map(|piece| piece.square).chain(landing.map(|(_, square)| square)).collect();
        lifted.iter().for_each(|&index| self.trial.lift(index));
        if let Some((index, square)) = landing {
            let kind = promotion.unwrap_or(self.trial.piece(index).kind);
            self.trial.change(index, kind, self.trial.piece(index).hn);
            self.put(index, square);
        }
        let promoted = landing.filter(|_| promotion == Some(Kind::KING)).map(|(index, _)| index);
        let attacked = if broad { self.is_attacked(promoted) } else { self.still_attacked(&touched) };
        lifted.iter().for_each(|&index| self.trial.lift(index));
        for (&index, piece) in lifted.iter().zip(&before) {
            self.trial.change(index, piece.kind, piece.hn);
            if let Some(square) = piece.square {
                self.put(index, square);
            }
        }
        attacked.map(|attacked| !attacked)
    }

    fn put(&mut self, index: usize, square: Square) {
        let aura = self.position.suite().rule(self.trial.piece(index).kind).aura;
        self.trial.put(index, square, aura);
    }

    /// Whether a King that stayed where it was is attacked on the trial board, on which these squares have changed, but no aura.
    fn still_attacked(&self, touched: &SquareSet) -> Result<bool, TooManyChains> {
        let view = View { suite: &self.position.suite, board: &self.trial, records: &self.position.records };
        for watch in &self.watches {
            let attacks = match view.stance(self.trial.piece(watch.foe)) {
                Some(stance) if watch.depends.meets(touched) => view.takes(&stance, watch.king, &mut ())?,
                Some(_) => watch.attacks,
                None => false,
            };
            if attacks {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a King of the Swinger is attacked on the trial board.
    fn is_attacked(&self, promoted: Option<usize>) -> Result<bool, TooManyChains> {
        let view = View { suite: &self.position.suite, board: &self.trial, records: &self.position.records };
        let kings = self.kings.iter().copied().chain(promoted).filter_map(|index| self.trial.piece(index).square);
        Ok(!view.attacked(kings.collect())?.is_empty())
    }
}

/// Squares at distance 1.
fn neighbours(square: Square) -> SquareSet {
    Direction::all()
        .filter(|&direction| square.room(direction) > 0)
        .map(|direction| square.ahead(direction, 1))
        .collect()
}

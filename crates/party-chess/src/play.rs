//! A play as a value, and what it does to the board (1230.2 §6).

use super::board::{PieceId, Swinger};
use super::definitions::{AfterCapture, Kind, Moves, Promotion};
use super::position::{PlayType, Position, Record};
use super::square::Square;

/// What a Swinger does in a turn. Where a piece comes from, the position tells.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Play {
    /// A move to an empty square.
    Move {
        /// Which piece.
        piece: PieceId,
        /// Where it goes.
        to: Square,
        /// What it becomes there.
        promotion: Option<Kind>,
    },
    /// A Qball that ends on a corner and leaves the board (1230.13 §3.c).
    Scratch {
        /// Which piece.
        piece: PieceId,
        /// The corner.
        to: Square,
    },
    /// A capture by moving onto the victim's square.
    Capture {
        /// Which piece.
        piece: PieceId,
        /// Where the victim stands.
        to: Square,
        /// What the piece becomes there.
        promotion: Option<Kind>,
    },
    /// A capture from afar; the piece stays (1230.15 §3).
    Shot {
        /// Which piece.
        piece: PieceId,
        /// Where the victim stands.
        at: Square,
    },
    /// Every capture by a Tornado: the squares at which it stops.
    Chain {
        /// Which piece.
        piece: PieceId,
        /// The squares, in order.
        path: Vec<Square>,
    },
    /// An off-board piece is placed.
    Placement {
        /// Which piece.
        piece: PieceId,
        /// Where.
        to: Square,
    },
    /// Nothing is played.
    Pass,
    /// All pieces of the Swinger go off-board.
    Surrender,
}

/// A play as it is announced, with the Demons to be promoted after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Announcement {
    /// The play.
    pub play: Play,
    /// Which Demons become what.
    pub demon_promotions: Vec<(PieceId, Kind)>,
}

impl From<Play> for Announcement {
    fn from(play: Play) -> Announcement {
        Announcement { play, demon_promotions: Vec::new() }
    }
}

impl Play {
    /// Which of the five plays it is.
    pub fn play_type(&self) -> PlayType {
        match self {
            Play::Move { .. } | Play::Scratch { .. } => PlayType::Move,
            Play::Capture { .. } | Play::Shot { .. } | Play::Chain { .. } => PlayType::Capture,
            Play::Placement { .. } => PlayType::Placement,
            Play::Pass => PlayType::Pass,
            Play::Surrender => PlayType::Surrender,
        }
    }

    /// The piece that acts.
    pub fn piece(&self) -> Option<PieceId> {
        match *self {
            Play::Move { piece, .. } | Play::Scratch { piece, .. } | Play::Capture { piece, .. } => Some(piece),
            Play::Shot { piece, .. } | Play::Chain { piece, .. } | Play::Placement { piece, .. } => Some(piece),
            Play::Pass | Play::Surrender => None,
        }
    }

    /// Squares on which something may be captured, in order.
    pub fn capture_squares(&self) -> &[Square] {
        match self {
            Play::Capture { to, .. } => std::slice::from_ref(to),
            Play::Shot { at, .. } => std::slice::from_ref(at),
            Play::Chain { path, .. } => path,
            _ => &[],
        }
    }
}

/// Hn after growth: above 20 it becomes 19 (1230.14, G26).
fn grown(hn: u8, growth: u8) -> u8 {
    match hn.saturating_add(growth) {
        21.. => 19,
        sum => sum,
    }
}

impl Position {
    /// The pieces that a play captures, in order.
    pub fn victims(&self, play: &Play) -> Vec<PieceId> {
        let mut victims = Vec::new();
        let start = play.piece();
        for &square in play.capture_squares() {
            if let Some(piece) = self.board.at(square)
                && Some(piece.id) != start
                && !victims.contains(&piece.id)
            {
                victims.push(piece.id);
            }
        }
        victims
    }

    /// Carries out a legal play, without Demon promotions and without ending the turn.
    pub(super) fn carry_out(&mut self, mover: Swinger, play: &Play) {
        let victims = self.victims(play);
        let used = play.piece().and_then(|id| self.board.find(id)).map(|index| {
            let piece = self.board.piece(index);
            let echoes = self.suite.rule(piece.kind).moves == Moves::Echo;
            let echoed = if echoes { self.view().echo(mover) } else { None };
            echoed.unwrap_or((piece.kind, piece.hn))
        });
        let play_type = play.play_type();
        let moved = matches!(play_type, PlayType::Move | PlayType::Capture);
        let growth = victims.iter().filter_map(|&id| self.board.find(id)).map(|index| {
            let victim = self.board.piece(index);
            if self.suite.rule(victim.kind).after_capture == AfterCapture::Grows { victim.hn } else { 1 }
        });
        // A chain can take more than 255 together.
        let growth = growth.fold(0, u8::saturating_add);
        victims.iter().for_each(|&id| self.take(mover, id));
        match play {
            Play::Move { piece, to, promotion } => self.shift(*piece, *to, *promotion, growth),
            Play::Capture { piece, to, promotion } => self.shift(*piece, *to, *promotion, growth),
            Play::Chain { piece, path } => {
                if let Some(&to) = path.last() {
                    self.shift(*piece, to, None, growth);
                }
            }
            Play::Placement { piece, to } => self.shift(*piece, *to, None, 0),
            Play::Scratch { piece, .. } => self.lift(*piece),
            Play::Shot { piece, .. } => self.bear_capture(*piece, growth),
            Play::Pass => {}
            Play::Surrender => self.lift_all(mover),
        }
        self.records[mover.index()] = Some(Record { play: play_type, mover: used.filter(|_| moved) });
    }

    /// Moves a captured piece to the captor's off-board pieces; in excess of a limit it is destroyed (G8, G9).
    fn take(&mut self, captor: Swinger, victim: PieceId) {
        let Some(index) = self.board.find(victim) else {
            return;
        };
        self.board.lift(index);
        self.board.give(index, captor);
        let kind = self.board.piece(index).kind;
        if self.limit(kind).is_some_and(|limit| self.count(captor, kind) > limit) {
            self.destroy(victim);
        }
    }

    /// Puts a piece on a square, as what it has become.
    fn shift(&mut self, id: PieceId, to: Square, promotion: Option<Kind>, growth: u8) {
        let Some(index) = self.board.find(id) else {
            return;
        };
        self.board.lift(index);
        let piece = *self.board.piece(index);
        let after = self.suite.rule(piece.kind).after_capture;
        if growth > 0 && after == AfterCapture::Dies {
            return self.destroy(id);
        }
        if growth > 0 && after == AfterCapture::Grows {
            self.board.change(index, piece.kind, grown(piece.hn, growth));
        }
        if let Some(kind) = promotion {
            self.board.change(index, kind, 1);
        }
        let aura = self.suite.rule(self.board.piece(index).kind).aura;
        self.board.put(index, to, aura);
    }

    /// What a capture from afar does to the piece that stays.
    fn bear_capture(&mut self, id: PieceId, growth: u8) {
        if let Some(square) = self.board.find(id).and_then(|index| self.board.piece(index).square) {
            self.shift(id, square, None, growth);
        }
    }

    /// Promotes a piece where it stands.
    pub(super) fn promote(&mut self, id: PieceId, kind: Kind) {
        if let Some(square) = self.board.find(id).and_then(|index| self.board.piece(index).square) {
            self.shift(id, square, Some(kind), 0);
        }
    }

    fn lift(&mut self, id: PieceId) {
        if let Some(index) = self.board.find(id) {
            self.board.lift(index);
        }
    }

    pub(super) fn lift_all(&mut self, owner: Swinger) {
        for index in 0..self.board.pieces().len() {
            if self.board.piece(index).owner == owner {
                self.board.lift(index);
            }
        }
    }

    /// Whether one more piece of a kind would be within the Swinger's limit, `more` of them being on the way (G24).
    pub(super) fn has_room_for(&self, owner: Swinger, kind: Kind, more: usize) -> bool {
        self.limit(kind).is_none_or(|limit| self.count(owner, kind) + more < limit)
    }

    /// The kinds that a piece of one kind may be promoted to, `victim` being captured on the way (G23, G25).
    pub fn promotion_choices(&self, owner: Swinger, from: Kind, victim: Option<Kind>) -> Vec<Kind> {
        let fits = |&kind: &Kind| {
            let more = usize::from(victim == Some(kind));
            kind != from && self.suite.defines(kind) && self.has_room_for(owner, kind, more)
        };
        self.suite.kinds().filter(fits).collect()
    }

    /// Whether a piece of the kind must be promoted when it reaches the square.
    pub(super) fn must_promote(&self, kind: Kind, square: Square) -> bool {
        self.suite.rule(kind).promotion == Promotion::OnCentre && super::definitions::is_centre(square)
    }
}

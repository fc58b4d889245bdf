//! A simple player to practise against: it takes what it can get, keeps what it has, and brings its pieces on.

use super::attacks::View;
use super::board::{Piece, PieceId, Swinger};
use super::definitions::{AfterCapture, Kind};
use super::offices::ARMY_SIZE;
use super::play::Play;
use super::position::{Position, TooManyChains};
use super::square::{Square, SquareSet};

/// A first army that spends all there is.
pub const FIRST_ARMY: [Kind; ARMY_SIZE] = [Kind::ROOK, Kind::ARCHER, Kind::BISHOP, Kind::CAMEL, Kind::JESTER];

/// Of how many plays it looks what could be taken afterwards: the most promising ones.
const LOOKED_AT: usize = 40;

/// What matters, in hundredths of a point of value.
const GAINED: i64 = 100;
const RISKED: i64 = 70;
const THREATENED: i64 = 8;
const RESCUED: i64 = 35;
const PLACED: i64 = 60;
const KING_PLACED: i64 = 300;

/// What a King counts as: without it no Weight counts.
const KING: i64 = 15;

impl Position {
    /// A legal play of the Swinger whose turn it is, the same for the same position. Where nothing else is legal it Surrenders.
    pub fn practice_play(&self) -> Result<Play, TooManyChains> {
        let Some(mover) = self.to_play() else { return Ok(Play::Pass) };
        let mut plays = self.legal_plays()?;
        plays.retain(|play| !matches!(play, Play::Surrender | Play::Pass));
        let endangered = self.view().attacked(self.board.held_by(mover))?;
        let promise = |play: &Play| self.gain(play) * GAINED + self.development(mover, play, &endangered);
        let mut plays: Vec<(i64, Play)> = plays.into_iter().map(|play| (promise(&play), play)).collect();
        plays.sort_by_cached_key(|(promise, play)| (-promise, self.write_play(play)));
        let mut best: Option<(i64, Play)> = None;
        for (promise, play) in plays.into_iter().take(LOOKED_AT) {
            let worth = promise + self.outlook(mover, &play)?;
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, play));
            }
        }
        match best {
            Some((_, play)) => Ok(play),
            None => self.default_play(),
        }
    }

    fn worth(&self, kind: Kind) -> i64 {
        if kind == Kind::KING { KING } else { self.suite.rule(kind).value.into() }
    }

    fn piece(&self, id: PieceId) -> Option<&Piece> {
        self.board.find(id).map(|index| self.board.piece(index))
    }

    /// What a play wins at once, in points of value.
    fn gain(&self, play: &Play) -> i64 {
        let victims = self.victims(play);
        let won: i64 = victims.iter().filter_map(|id| self.piece(*id)).map(|piece| self.worth(piece.kind)).sum();
        let own = play.piece().and_then(|id| self.piece(id)).map(|piece| piece.kind);
        let dies = own.filter(|kind| !victims.is_empty() && self.suite.rule(*kind).after_capture == AfterCapture::Dies);
        let leaves = own.filter(|_| matches!(play, Play::Scratch { .. })).or(dies);
        let becomes = match play {
            Play::Move { promotion, .. } | Play::Capture { promotion, .. } => promotion.zip(own),
            _ => None,
        };
        let promoted = becomes.map_or(0, |(to, from)| self.worth(to) - self.worth(from));
        won + promoted - leaves.map_or(0, |kind| self.worth(kind))
    }

    /// Pieces come on, the King first and far from the others; they come nearer to what there is to take, and leave where
    /// they are attacked.
    fn development(&self, mover: Swinger, play: &Play, endangered: &SquareSet) -> i64 {
        let Some(piece) = play.piece().and_then(|id| self.piece(id)) else { return 0 };
        let goal = match play {
            Play::Move { to, .. } | Play::Capture { to, .. } | Play::Placement { to, .. } => Some(*to),
            _ => None,
        };
        let near = goal.map_or(0, |goal| i64::from(self.distance(mover, goal)));
        let rescued = piece.square.is_some_and(|square| endangered.contains(square));
        match (play, piece.kind) {
            (Play::Placement { .. }, Kind::KING) => KING_PLACED + near,
            (Play::Placement { .. }, kind) => PLACED + self.worth(kind) - near,
            (_, Kind::KING) => near.min(6),
            (_, kind) if rescued => RESCUED * self.worth(kind) - near,
            _ => -near,
        }
    }

    /// How far the nearest piece is that could be taken; the middle of the board where there is none.
    fn distance(&self, mover: Swinger, from: Square) -> u8 {
        let others = self.board.pieces().iter().filter(|piece| piece.owner != mover).filter_map(|piece| piece.square);
        let nearest = others.map(|square| from.distance(square)).min();
        nearest.or_else(|| Square::new(10, 10).map(|middle| from.distance(middle))).unwrap_or(0)
    }

    /// What the others could take after a play, which counts against it, and what it threatens.
    fn outlook(&self, mover: Swinger, play: &Play) -> Result<i64, TooManyChains> {
        let mut next = self.clone();
        next.carry_out(mover, play);
        let view = next.view();
        let dearest = |squares: SquareSet| -> i64 {
            let worth = |square| view.board.at(square).map_or(0, |piece| next.worth(piece.kind));
            squares.map(worth).max().unwrap_or(0)
        };
        let at_risk = dearest(view.attacked(next.board.held_by(mover))?);
        let threatened = dearest(next.threatened_by(&view, mover)?);
        Ok(threatened * THREATENED - at_risk * RISKED)
    }

    /// The squares of others' pieces that a Swinger attacks.
    fn threatened_by(&self, view: &View<'_>, mover: Swinger) -> Result<SquareSet, TooManyChains> {
        let mut threatened = SquareSet::EMPTY;
        for square in self.opposing(mover) {
            let Some(victim) = self.board.at(square) else { continue };
            let attackers = view.attackers(victim.owner, square)?;
            if attackers.iter().filter_map(|id| self.piece(*id)).any(|piece| piece.owner == mover) {
                threatened.insert(square);
            }
        }
        Ok(threatened)
    }
}

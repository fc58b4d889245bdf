//! Taking a move back: by agreement, in a game that is not rated.

use chrono::NaiveDateTime;
use rookery_messages::say;
use shakmaty::{Chess, Color, Move, Position};

use super::{Board, Effect, Moved, Side, side};
use crate::error::{Error, Refusal};
use crate::tables::Entry;

/// Requests to take a move back, and the answers.
#[derive(Clone, Default)]
pub(super) struct TakeBack {
    /// The moves that stand, in order; nothing in a rated game, where none is taken back.
    moves: Option<Vec<Move>>,
    /// Who asks, and has no answer yet.
    asks: Option<Color>,
    /// Who has asked since their last move.
    has_asked: [bool; 2],
    /// Who has declined, until the player who asked moves.
    declined: Option<Color>,
}

impl TakeBack {
    pub fn of(rated: bool) -> TakeBack {
        TakeBack { moves: (!rated).then(Vec::new), ..TakeBack::default() }
    }

    /// A move was made: a player who moves asks no longer, or declines.
    pub fn moved(&mut self, color: Color, legal: Move) {
        self.moves.iter_mut().for_each(|moves| moves.push(legal));
        self.asks = None;
        self.has_asked[side(color)] = false;
        self.declined = self.declined.filter(|declined| *declined == color);
    }

    /// The game was adjourned: no request is open any more, and each player may ask again.
    pub fn adjourned(&mut self) {
        *self = TakeBack { moves: self.moves.take(), ..TakeBack::default() };
    }

    pub fn asked_by(&self) -> Option<Side> {
        self.asks.map(Side::from)
    }

    pub fn declined_by(&self) -> Option<Side> {
        self.declined.map(Side::from)
    }
}

impl Board {
    /// How many half-moves go back when a side takes its last move back; `None` if it has made none.
    fn half_moves_back(&self, color: Color) -> Option<usize> {
        let back = if self.position.turn() == color { 2 } else { 1 };
        self.back.moves.as_ref().filter(|moves| moves.len() >= back).map(|_| back)
    }

    /// Whether it makes sense to ask now.
    pub(super) fn may_ask_back(&self, color: Color) -> bool {
        let free = self.ended.is_none() && self.back.asks.is_none() && !self.back.has_asked[side(color)];
        free && self.half_moves_back(color).is_some()
    }

    pub(super) fn ask_back(&mut self, color: Color) -> Result<Effect, Refusal> {
        let refused = |title, detail| Err(Refusal::conflict(title, detail).act("I.1"));
        if self.back.moves.is_none() {
            return refused(say!("It counts"), say!("This game counts for points: no move is taken back."));
        }
        if self.half_moves_back(color).is_none() {
            return refused(say!("Nothing to take back"), say!("You have made no move that could be taken back."));
        }
        if self.back.asks == Some(color.other()) {
            let detail = say!("The other side asks to take a move back: answer that first.");
            return refused(say!("Asked already"), detail);
        }
        if self.back.has_asked[side(color)] {
            let detail = say!("You have asked since your last move; make another move before you ask again.");
            return refused(say!("Asked already"), detail);
        }
        self.back.asks = Some(color);
        self.back.declined = None;
        self.back.has_asked[side(color)] = true;
        Ok(Effect::AsksBack { asks_back: color.into() })
    }

    fn asked_of(&self, color: Color) -> Result<(), Refusal> {
        if self.back.asks == Some(color.other()) {
            return Ok(());
        }
        let detail = say!("The other side does not ask to take a move back, or no longer.");
        Err(Refusal::conflict(say!("Nothing asked"), detail).act("I.1"))
    }

    pub(super) fn decline_back(&mut self, color: Color) -> Result<Effect, Refusal> {
        self.asked_of(color)?;
        self.back.asks = None;
        self.back.declined = Some(color);
        Ok(Effect::DeclinedBack { declined_back: color.into() })
    }

    /// The position goes back to before the last move of the player who asked. The clocks keep their times: used time
    /// is not given back, and increments are kept. From now on the clock of the player to move runs.
    pub(super) fn take_back(&mut self, color: Color, at: NaiveDateTime) -> Result<Effect, Refusal> {
        self.asked_of(color)?;
        let asker = color.other();
        let back = self.half_moves_back(asker).unwrap_or_default();
        let left = self.clocks.left(self.mover(), at);
        let mut moves = self.back.moves.take().unwrap_or_default();
        moves.truncate(moves.len().saturating_sub(back));
        self.position = Chess::default();
        self.seen.clear();
        *self.seen.entry(self.position.clone()).or_default() += 1;
        self.last = None;
        for legal in &moves {
            self.put(*legal);
        }
        self.clocks.set(left, at);
        (self.offer, self.has_offered, self.declined) = (None, [false; 2], None);
        self.back = TakeBack { moves: Some(moves), ..TakeBack::default() };
        let (fen, left_ms) = (self.fen(), self.left_ms(at));
        Ok(Effect::TakenBack { taken_back: asker.into(), half_moves: back, fen, left_ms })
    }
}

/// The moves of a log that stand: without those that were taken back.
pub fn standing<'a>(log: impl IntoIterator<Item = &'a Entry>) -> Result<Vec<Moved>, Error> {
    let mut moves: Vec<Moved> = Vec::new();
    for entry in log {
        match entry.effect_of::<crate::chess::Chess>()? {
            Effect::Moved(moved) => moves.push(moved),
            Effect::TakenBack { half_moves, .. } => moves.truncate(moves.len().saturating_sub(half_moves)),
            _ => {}
        }
    }
    Ok(moves)
}

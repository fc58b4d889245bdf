//! Whose turn it is: Play List, skipping, Rounds, Warmth and plays that nobody announces (1230.2 §3–4).

use super::board::Swinger;
use super::play::Play;
use super::position::{Position, TooManyChains};

/// With so many Swingers on the board, those without are skipped (1230.2 §4.B.iii).
const SKIPPING_FROM: usize = 7;

/// Whole Rounds of Warmth that amount to a Surrender (1230.2 §4.B.i).
const WARM_ROUNDS: u32 = 2;

impl Position {
    /// Ends the turn of a Swinger: name to the bottom, the checked to the top, then skipping (G10, G11, G34).
    pub(super) fn end_turn(&mut self, mover: Swinger) -> Result<(), TooManyChains> {
        self.put_at_bottom(mover);
        self.count_as_played(mover);
        self.settle_list()
    }

    /// Puts the checked above all others, in unchanged order, then skips.
    pub(super) fn settle_list(&mut self) -> Result<(), TooManyChains> {
        let checked = self.checked()?;
        self.list.sort_by_key(|swinger| !checked.contains(swinger));
        let mut active = 0_u64;
        self.board
            .pieces()
            .iter()
            .filter(|piece| piece.square.is_some())
            .for_each(|piece| active |= 1 << piece.owner.index());
        while active.count_ones() as usize >= SKIPPING_FROM
            && let Some(top) =
                self.to_play().filter(|top| active >> top.index() & 1 == 0 && !self.waits_for_first(*top))
        {
            self.put_at_bottom(top);
            self.count_as_played(top);
        }
        Ok(())
    }

    /// Whether somebody has had no turn yet, where nobody is skipped before the first.
    fn waits_for_first(&self, swinger: Swinger) -> bool {
        self.suite.source().first_turns && self.record(swinger).is_none()
    }

    fn put_at_bottom(&mut self, swinger: Swinger) {
        self.list.retain(|&other| other != swinger);
        self.list.push(swinger);
    }

    pub(super) fn count_as_played(&mut self, swinger: Swinger) {
        self.played |= 1 << swinger.index();
        self.close_round();
    }

    /// A Round ends the moment every Swinger has played in it (1230.2 §4.C, G11).
    pub(super) fn close_round(&mut self) {
        if !self.list.is_empty() && self.list.iter().all(|&swinger| self.has_played(swinger)) {
            self.round_count = self.round_count.saturating_add(1);
            self.played = 0;
        }
    }

    /// Notes that an Office has become Warm or is so no longer. The first Round begun Warm is the next one, unless nobody has
    /// played in the present one (G33).
    pub(super) fn set_warm(&mut self, swinger: Swinger, warm: bool) {
        let first = self.round_count.saturating_add((self.played != 0).into());
        let since = self.warm[swinger.index()].unwrap_or(first);
        self.warm[swinger.index()] = warm.then_some(since);
    }

    /// The play that happens by itself when the turn begins: a Warm Swinger who is not in Check Passes (1230.2 §4.B.i–ii).
    pub fn automatic_play(&self) -> Result<Option<Play>, TooManyChains> {
        let Some(top) = self.to_play().filter(|&top| self.warm_since(top).is_some()) else {
            return Ok(None);
        };
        Ok((!self.in_check(top)?).then_some(Play::Pass))
    }

    /// The play made when the time limit expires: Pass where legal, otherwise Surrender (1230.2 §4).
    pub fn default_play(&self) -> Result<Play, TooManyChains> {
        let checked = match self.to_play() {
            Some(top) => self.in_check(top)?,
            None => false,
        };
        Ok(if checked { Play::Surrender } else { Play::Pass })
    }

    /// The Warm Swingers with pieces on-board whose two whole Rounds are over: they are considered to have Surrendered (G33).
    pub fn surrendered_by_warmth(&self) -> Vec<Swinger> {
        let is_over = |since: u32| self.round_count.saturating_sub(since) >= WARM_ROUNDS;
        let over = |swinger: &Swinger| self.warm_since(*swinger).is_some_and(is_over);
        let on_board = |swinger: &Swinger| !self.board.held_by(*swinger).is_empty();
        self.list.iter().copied().filter(over).filter(on_board).collect()
    }

    /// Carries out a Surrender at any time. In the Swinger's own turn it is the play of that turn, otherwise nobody's turn ends (1230.2 §4.B.iv).
    pub(super) fn surrender_at_once(&mut self, swinger: Swinger) -> Result<(), TooManyChains> {
        let own_turn = self.to_play() == Some(swinger);
        self.carry_out(swinger, &Play::Surrender);
        if own_turn {
            return self.end_turn(swinger);
        }
        self.count_as_played(swinger);
        self.settle_list()
    }
}

//! Clocks of a game at a table. The time left is computed from instants in the log; no timer runs. Pure.

use chrono::{NaiveDateTime, TimeDelta};

/// The time left to each player; the clock of the player whose turn it is runs.
#[derive(Clone, Debug)]
pub struct Clocks<const PLAYERS: usize> {
    /// What they had left at `since`.
    left: [TimeDelta; PLAYERS],
    since: NaiveDateTime,
    runs: bool,
}

impl<const PLAYERS: usize> Clocks<PLAYERS> {
    /// Clocks that run from an instant on, the same on each.
    pub fn new(each: TimeDelta, at: NaiveDateTime) -> Self {
        Clocks { left: [each; PLAYERS], since: at, runs: true }
    }

    pub fn run(&self) -> bool {
        self.runs
    }

    /// What everybody has left at an instant, the turn being this player's.
    pub fn left(&self, turn: usize, now: NaiveDateTime) -> [TimeDelta; PLAYERS] {
        let mut left = self.left;
        if self.runs {
            left[turn] = (left[turn] - (now - self.since).max(TimeDelta::zero())).max(TimeDelta::zero());
        }
        left
    }

    /// When the time of the player whose turn it is runs out.
    pub fn due(&self, turn: usize) -> Option<NaiveDateTime> {
        self.runs.then(|| self.since + self.left[turn])
    }

    /// Sets everybody's time at an instant, and runs the clock of the player whose turn it is.
    pub fn set(&mut self, left: [TimeDelta; PLAYERS], at: NaiveDateTime) {
        (self.left, self.since) = (left, self.since.max(at));
    }

    /// They stand still: the game is adjourned, or over.
    pub fn stop(&mut self, turn: usize, at: NaiveDateTime) {
        self.set(self.left(turn, at), at);
        self.runs = false;
    }

    /// They run again.
    pub fn go_on(&mut self, at: NaiveDateTime) {
        self.set(self.left, at);
        self.runs = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_clock_runs_at_a_time_and_none_while_they_stand_still() {
        let start: NaiveDateTime = "2026-11-06T16:00:00".parse().unwrap();
        let at = |seconds| start + TimeDelta::seconds(seconds);
        let seconds = |left: [TimeDelta; 2]| left.map(|left| left.num_seconds());
        let mut clocks = Clocks::<2>::new(TimeDelta::seconds(60), start);
        assert_eq!((seconds(clocks.left(0, at(10))), clocks.due(0)), ([50, 60], Some(at(60))));
        clocks.set(clocks.left(0, at(10)), at(10));
        assert_eq!((seconds(clocks.left(1, at(15))), clocks.due(1)), ([50, 55], Some(at(70))));
        clocks.stop(1, at(20));
        assert_eq!((seconds(clocks.left(1, at(500))), clocks.due(1)), ([50, 50], None));
        clocks.go_on(at(1_000));
        assert_eq!((seconds(clocks.left(1, at(1_010))), clocks.due(1)), ([50, 40], Some(at(1_050))));
        assert_eq!(seconds(clocks.left(1, at(2_000))), [50, 0], "no less than nothing");
        assert_eq!(seconds(clocks.left(1, at(0))), [50, 50], "a clock that goes back takes nothing");
    }
}

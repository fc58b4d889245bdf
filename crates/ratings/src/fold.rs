//! One log, one fold: the score of every member is the fold of the ordered log of events (Act II.3).
//!
//! An event moves nobody but the persons it names, and what it does depends only on their scores
//! just before it. So an event's [`Effect`] (who had what before and after) can be stored beside it,
//! and a correction far back need only redo what it touches: see [`crate::refold`].
//!
//! Scores are whole points, rounded game by game, which is why the effect of a voided game dies out.

use std::collections::HashMap;

use chrono::NaiveDateTime;

use crate::elo::{Factor, KNOWN, Outcome, Score, elo_change};

/// Where an event stands in the log: by time (UTC), then by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// UTC.
    pub at: NaiveDateTime,
    /// Of events at the same time, the lower id comes first.
    pub id: i64,
}

/// One entry of the log. A void event stays in the log and moves nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its own number in the log.
    pub id: i64,
    /// UTC. A game stands where it was played, a sanction at its decision (T13).
    pub at: NaiveDateTime,
    /// Whether it moves nobody.
    pub void: bool,
    /// What it is, and whom it concerns.
    pub kind: Kind,
}

/// What moves a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A person joins (Act II.1).
    Join {
        /// Who.
        person: i64,
        /// The score to begin with.
        initial: Score,
    },
    /// A rated game (Act II.3).
    Game {
        /// Who had the white pieces.
        white: i64,
        /// Who had the black pieces.
        black: i64,
        /// How it ended.
        outcome: Outcome,
        /// K in force when it was played (T14).
        k: u16,
        /// The factor in force when it was played (T14).
        factor: Factor,
        /// The least score allowed at the time (Act II.2).
        floor: Score,
    },
    /// Points taken: an absence, idleness (Act II.6) or a penalty (Act I.2.1).
    Deduction {
        /// From whom.
        person: i64,
        /// How many.
        points: Score,
        /// The least score allowed at the time (Act II.2).
        floor: Score,
    },
    /// Points given or taken by decision or judgment (Act II.3, T30).
    Adjustment {
        /// Whose score.
        person: i64,
        /// How many are given; below zero, taken.
        delta: Score,
        /// The least score allowed at the time (Act II.2).
        floor: Score,
    },
    /// The second step of the fraud ladder (Act II.5); half points go up (T25).
    Halving {
        /// Whose score.
        person: i64,
        /// The least score allowed at the time (Act II.2).
        floor: Score,
    },
    /// The third step of the fraud ladder: back to the floor (Act II.5).
    Reset {
        /// Whose score.
        person: i64,
        /// The score afterwards.
        floor: Score,
    },
    /// A member leaves the leaderboard and has no score from here on (Acts II.7, II.8).
    Removal {
        /// Who.
        person: i64,
    },
    /// A removed person starts again (Act II.7).
    Rejoin {
        /// Who.
        person: i64,
        /// The score to begin with.
        initial: Score,
    },
}

impl Event {
    /// Where it stands in the log.
    pub fn place(&self) -> Place {
        Place { at: self.at, id: self.id }
    }

    /// The one or two persons whom the event concerns, void or not.
    pub fn persons(&self) -> impl Iterator<Item = i64> + use<> {
        let (first, second) = match self.kind {
            Kind::Game { white, black, .. } => (white, Some(black)),
            Kind::Join { person, .. }
            | Kind::Deduction { person, .. }
            | Kind::Adjustment { person, .. }
            | Kind::Halving { person, .. }
            | Kind::Reset { person, .. }
            | Kind::Removal { person }
            | Kind::Rejoin { person, .. } => (person, None),
        };
        std::iter::once(first).chain(second)
    }

    /// What the event does, given the scores just before it; `None` is a person off the board.
    ///
    /// Joining moves only those off the board, everything else only those on it; a game needs two
    /// different persons, both on it. So when an old removal falls, the rejoining after it says nothing.
    pub fn effect(&self, before: impl Fn(i64) -> Option<Score>) -> Effect {
        self.effect_with(before, elo_change)
    }

    #[inline(always)]
    fn effect_with(
        &self,
        before: impl Fn(i64) -> Option<Score>,
        elo_change: impl Fn(Score, Score, Outcome, u16, Factor) -> Score,
    ) -> Effect {
        if self.void {
            return Effect::NONE;
        }
        match self.kind {
            Kind::Game { white, black, outcome, k, factor, floor } => {
                let scores = (before(white), before(black));
                let after = match scores {
                    (Some(w), Some(b)) if white != black => {
                        let gain = elo_change(w, b, outcome, k, factor);
                        (Some(w.saturating_add(gain).max(floor)), Some(b.saturating_sub(gain).max(floor)))
                    }
                    unmoved => unmoved,
                };
                Effect {
                    first: Some(Change::new(white, scores.0, after.0)),
                    second: Some(Change::new(black, scores.1, after.1)),
                }
            }
            Kind::Join { person, .. }
            | Kind::Deduction { person, .. }
            | Kind::Adjustment { person, .. }
            | Kind::Halving { person, .. }
            | Kind::Reset { person, .. }
            | Kind::Removal { person }
            | Kind::Rejoin { person, .. } => {
                let before = before(person);
                Effect { first: Some(Change::new(person, before, self.kind.alone(before))), second: None }
            }
        }
    }
}

impl Kind {
    /// The score after an event that concerns one person.
    #[inline(never)]
    fn alone(self, before: Option<Score>) -> Option<Score> {
        match self {
            Self::Join { initial, .. } | Self::Rejoin { initial, .. } => before.or(Some(initial)),
            Self::Removal { .. } => None,
            Self::Deduction { points, floor, .. } => Some(before?.saturating_sub(points).max(floor)),
            Self::Adjustment { delta, floor, .. } => Some(before?.saturating_add(delta).max(floor)),
            Self::Halving { floor, .. } => Some(half_up(before?).max(floor)),
            Self::Reset { floor, .. } => before.and(Some(floor)),
            Self::Game { .. } => before,
        }
    }
}

/// 205 → 103 (T25).
fn half_up(score: Score) -> Score {
    score.div_euclid(2) + score.rem_euclid(2)
}

/// What happened to one person's score; `None` is off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Whose score.
    pub person: i64,
    /// The score just before the event.
    pub before: Option<Score>,
    /// The score just after it.
    pub after: Option<Score>,
}

impl Change {
    /// A person's score before and after.
    pub fn new(person: i64, before: Option<Score>, after: Option<Score>) -> Self {
        Self { person, before, after }
    }

    /// The ledger's entry: points gained or lost, counting no score as nothing, so that a member's
    /// entries always add up to the score.
    pub fn delta(&self) -> Score {
        self.after.unwrap_or(0).saturating_sub(self.before.unwrap_or(0))
    }
}

/// What one event did: a change for each person it concerns, none if it is void.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    first: Option<Change>,
    second: Option<Change>,
}

impl Effect {
    /// That of a void event.
    pub const NONE: Self = Self { first: None, second: None };

    /// The effect as stored: a change for each person of the event, none if it was void.
    pub fn on_record(first: Option<Change>, second: Option<Change>) -> Self {
        Self { first, second }
    }

    /// The effect on record of an event that has not counted so far (a new one, or one no longer
    /// void): its persons kept the scores they had.
    pub fn unmoved(event: &Event, mut score: impl FnMut(i64) -> Option<Score>) -> Self {
        let mut still = event.persons().map(|person| {
            let score = score(person);
            Change { person, before: score, after: score }
        });
        Self { first: still.next(), second: still.next() }
    }

    /// The change of each person concerned, in the order of [`Event::persons`].
    #[inline]
    pub fn changes(&self) -> impl Iterator<Item = Change> + use<> {
        self.first.into_iter().chain(self.second)
    }

    /// The change of one person.
    #[inline]
    pub fn of(&self, person: i64) -> Option<Change> {
        self.changes().find(|change| change.person == person)
    }
}

/// The state of a fold: who is on the board, with what score.
#[derive(Clone, Debug, Default)]
pub struct Fold {
    /// By id; [`OFF_BOARD`] for those who have no score. Half the size of `Option<Score>`.
    near: Vec<Score>,
    far: HashMap<i64, Score>,
    /// The stake of the last game.
    stake: Stake,
    /// The others met so far.
    stakes: Vec<Stake>,
}

/// What games with one K and factor change, reckoned once there are many of them.
#[derive(Clone, Debug, Default)]
struct Stake {
    k: u16,
    factor: Option<Factor>,
    games: u64,
    /// By white's lead from −[`KNOWN`] on, and outcome; empty at first.
    changes: Box<[[Score; 3]]>,
}

/// So many games with one stake make it worth a table.
const MANY_GAMES: u64 = 10_000;

impl Stake {
    fn is(&self, k: u16, factor: Factor) -> bool {
        self.factor == Some(factor) && self.k == k
    }

    /// One game more; of many, the table is made.
    #[inline(never)]
    fn count(&mut self) {
        self.games += 1;
        let Some(factor) = self.factor.filter(|_| self.games == MANY_GAMES) else { return };
        let outcomes = [Outcome::White, Outcome::Draw, Outcome::Black];
        let changes = |lead| outcomes.map(|outcome| elo_change(lead, 0, outcome, self.k, factor));
        self.changes = (-KNOWN..=KNOWN).map(changes).collect();
    }
}

const OFF_BOARD: Score = Score::MIN;

/// Persons below this id are kept in an array: databases count from 1.
const NEAR: i64 = 1 << 22;

impl Fold {
    /// Nobody is on the board.
    pub fn new() -> Self {
        Self::default()
    }

    /// Applies the next event of the log and says what it did.
    #[inline(always)]
    pub fn apply(&mut self, event: &Event) -> Effect {
        match self.usual_game(event) {
            Some(effect) => effect,
            None => self.apply_any(event),
        }
    }

    /// The event that nearly all are, made quick: a game of two members for the stake of the game before it.
    #[inline(always)]
    fn usual_game(&mut self, event: &Event) -> Option<Effect> {
        let Kind::Game { white, black, outcome, k, factor, floor } = event.kind else { return None };
        if event.void || !self.stake.is(k, factor) || white == black {
            return None;
        }
        let (&before, &other) = (self.near.get(white as usize)?, self.near.get(black as usize)?);
        if before == OFF_BOARD || other == OFF_BOARD {
            return None;
        }
        let lead = i64::from(before) - i64::from(other) + i64::from(KNOWN);
        let gain = self.stake.changes.get(lead as usize)?[outcome as usize];
        let (after, after_other) = (before.saturating_add(gain).max(floor), other.saturating_sub(gain).max(floor));
        self.near[white as usize] = after;
        self.near[black as usize] = after_other;
        Some(Effect {
            first: Some(Change::new(white, Some(before), Some(after))),
            second: Some(Change::new(black, Some(other), Some(after_other))),
        })
    }

    #[inline(never)]
    fn apply_any(&mut self, event: &Event) -> Effect {
        if let Kind::Game { k, factor, .. } = event.kind {
            if !self.stake.is(k, factor) {
                self.find_stake(k, factor);
            }
            if self.stake.changes.is_empty() {
                self.stake.count();
            }
        }
        let effect = event.effect_with(
            |person| self.score(person),
            |white, black, outcome, k, factor| {
                let index = (i64::from(white) - i64::from(black) + i64::from(KNOWN)) as usize;
                match self.stake.changes.get(index) {
                    Some(changes) => changes[outcome as usize],
                    None => elo_change(white, black, outcome, k, factor),
                }
            },
        );
        if let Some(change) = effect.first {
            self.set(change.person, change.after);
        }
        if let Some(change) = effect.second {
            self.set(change.person, change.after);
        }
        effect
    }

    /// Takes the stake up, making it if it is new.
    #[cold]
    #[inline(never)]
    fn find_stake(&mut self, k: u16, factor: Factor) {
        let stake = match self.stakes.iter().position(|stake| stake.is(k, factor)) {
            Some(index) => self.stakes.swap_remove(index),
            None => Stake { k, factor: Some(factor), ..Stake::default() },
        };
        self.stakes.push(std::mem::replace(&mut self.stake, stake));
    }

    /// A person's score; `None` is off the board.
    #[inline]
    pub fn score(&self, person: i64) -> Option<Score> {
        match self.near.get(person as usize) {
            Some(&score) => (score != OFF_BOARD).then_some(score),
            None => self.far_score(person),
        }
    }

    #[cold]
    #[inline(never)]
    fn far_score(&self, person: i64) -> Option<Score> {
        self.far.get(&person).copied()
    }

    /// Everyone on the board, in no particular order.
    pub fn scores(&self) -> impl Iterator<Item = (i64, Score)> + '_ {
        let near = (0..).zip(self.near.iter().copied());
        let near = near.filter(|&(_, score)| score != OFF_BOARD);
        near.chain(self.far.iter().map(|(&id, &score)| (id, score)))
    }

    #[inline]
    fn set(&mut self, person: i64, score: Option<Score>) {
        match self.near.get_mut(person as usize) {
            Some(place) => *place = score.unwrap_or(OFF_BOARD),
            None => self.set_new(person, score),
        }
    }

    #[cold]
    #[inline(never)]
    fn set_new(&mut self, person: i64, score: Option<Score>) {
        if (0..NEAR).contains(&person) {
            let index = person as usize;
            self.near.resize(index + 1, OFF_BOARD);
            self.near[index] = score.unwrap_or(OFF_BOARD);
        } else if let Some(score) = score {
            self.far.insert(person, score);
        } else {
            self.far.remove(&person);
        }
    }
}

/// Scores known at some place in the log, to go on from there.
impl FromIterator<(i64, Score)> for Fold {
    fn from_iter<I: IntoIterator<Item = (i64, Score)>>(scores: I) -> Self {
        let mut fold = Self::new();
        for (person, score) in scores {
            fold.set(person, Some(score));
        }
        fold
    }
}

/// Folds a whole log, given in order.
pub fn replay<'a>(log: impl IntoIterator<Item = &'a Event>) -> Fold {
    let mut fold = Fold::new();
    for event in log {
        fold.apply(event);
    }
    fold
}

#[cfg(test)]
#[path = "fold_tests.rs"]
mod tests;

//! One log, one fold: the score of every member is the fold of the ordered log of events (Act II.3).
//!
//! An event moves nobody but the persons it names, and what it does depends only on their scores
//! just before it. So an event's [`Effect`] (who had what before and after) can be stored beside it,
//! and a correction far back need only redo what it touches: see [`super::refold`].
//!
//! Scores are whole points, rounded game by game, which is why the effect of a voided game dies out.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::LazyLock;

use chrono::NaiveDateTime;
use skillratings::elo::{EloRating, expected_score};

/// A member's score in whole points.
pub type Score = i32;

/// Where an event stands in the log: by time (UTC), then by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub at: NaiveDateTime,
    pub id: i64,
}

/// One entry of the log. A void event stays in the log and moves nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub id: i64,
    /// UTC. A game stands where it was played, a sanction at its decision (T13).
    pub at: NaiveDateTime,
    pub void: bool,
    pub kind: Kind,
}

/// What moves a score. `floor` is the least score allowed at the time of the event (Act II.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A person joins at the initial score (Act II.1).
    Join { person: i64, initial: Score },
    /// A rated game (Act II.3); `k` and `factor` are those in force when it was played (T14).
    Game { white: i64, black: i64, outcome: Outcome, k: u16, factor: Factor, floor: Score },
    /// Points taken: an absence, idleness (Act II.6) or a penalty (Act I.2.1).
    Deduction { person: i64, points: Score, floor: Score },
    /// Points given or taken by decision or judgment (Act II.3, T30).
    Adjustment { person: i64, delta: Score, floor: Score },
    /// The second step of the fraud ladder (Act II.5); half points go up (T25).
    Halving { person: i64, floor: Score },
    /// The third step of the fraud ladder: back to the floor (Act II.5).
    Reset { person: i64, floor: Score },
    /// A member leaves the leaderboard and has no score from here on (Acts II.7, II.8).
    Removal { person: i64 },
    /// A removed person starts anew at the initial score (Act II.7).
    Rejoin { person: i64, initial: Score },
}

/// How a game ended, by colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    White,
    Draw,
    Black,
}

impl Outcome {
    /// White's chess points: 1, 1/2 or 0.
    fn points(self) -> f64 {
        [1.0, 0.5, 0.0][self as usize]
    }
}

/// An exact fraction that multiplies a score change: one half for online games (Act I.9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Factor {
    numerator: u16,
    denominator: u16,
}

impl Factor {
    pub const WHOLE: Self = Self { numerator: 1, denominator: 1 };
    pub const HALF: Self = Self { numerator: 1, denominator: 2 };

    /// `None` when the denominator is zero.
    pub fn new(numerator: u16, denominator: u16) -> Option<Self> {
        (denominator > 0).then_some(Self { numerator, denominator })
    }

    pub fn numerator(self) -> u16 {
        self.numerator
    }

    pub fn denominator(self) -> u16 {
        self.denominator
    }
}

impl Event {
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

impl Ord for Event {
    /// By place in the log, which is unique.
    fn cmp(&self, other: &Self) -> Ordering {
        self.place().cmp(&other.place())
    }
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// 205 → 103 (T25).
fn half_up(score: Score) -> Score {
    score.div_euclid(2) + score.rem_euclid(2)
}

/// What happened to one person's score; `None` is off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub person: i64,
    pub before: Option<Score>,
    pub after: Option<Score>,
}

impl Change {
    pub fn new(person: i64, before: Option<Score>, after: Option<Score>) -> Self {
        Self { person, before, after }
    }

    /// The ledger's entry: points gained or lost, counting no score as nothing, so that a member's
    /// entries always add up to the score.
    pub fn delta(&self) -> Score {
        self.after.unwrap_or(0).saturating_sub(self.before.unwrap_or(0))
    }

    pub fn moved(&self) -> bool {
        self.before != self.after
    }
}

/// What one event did: a change for each person it concerns, none if it is void.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    first: Option<Change>,
    second: Option<Change>,
}

impl Effect {
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

    #[inline]
    pub fn changes(&self) -> impl Iterator<Item = Change> + use<> {
        self.first.into_iter().chain(self.second)
    }

    #[inline]
    pub fn of(&self, person: i64) -> Option<Change> {
        self.changes().find(|change| change.person == person)
    }
}

/// Up to this difference of scores the expectation is kept at hand.
const KNOWN: Score = 3000;

/// White's expectation by white's lead, from −[`KNOWN`] to [`KNOWN`].
static EXPECTED: LazyLock<Box<[f64]>> = LazyLock::new(|| (-KNOWN..=KNOWN).map(|lead| elo_expected(lead, 0)).collect());

fn elo_expected(white: Score, black: Score) -> f64 {
    let rating = |score| EloRating { rating: f64::from(score) };
    expected_score(&rating(white), &rating(black)).0
}

/// A change this near to half a point is half a point.
///
/// K × factor × (S − E) can be exactly half only where the difference of scores is a multiple of 400
/// (elsewhere E is irrational), and no other comes nearer than this for usual K (a test looks). So
/// rounding is exact, and the same on every machine, whatever the last bits of `powf` there.
const ABOUT_HALF: f64 = 1e-9;

/// White's change before the floor: K × factor × (S − E), rounded half away from zero (Act II.3).
/// Black's is the same with the other sign, as S and E of the two add up to one.
#[inline]
pub fn elo_change(white: Score, black: Score, outcome: Outcome, k: u16, factor: Factor) -> Score {
    let index = i64::from(white) - i64::from(black) + i64::from(KNOWN);
    let expected = match EXPECTED.get(index as usize) {
        Some(&expected) => expected,
        None => elo_expected(white, black),
    };
    let stake = f64::from(u32::from(k) * u32::from(factor.numerator));
    round_half_away(stake * (outcome.points() - expected) / f64::from(factor.denominator))
}

#[inline]
fn round_half_away(change: f64) -> Score {
    (change + (0.5 + ABOUT_HALF).copysign(change)) as Score
}

/// What a coming game would change for both players, after the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preview {
    /// If the first player wins: the change of the first, of the second.
    pub win: (Score, Score),
    pub draw: (Score, Score),
    pub loss: (Score, Score),
}

/// What a win, a draw or a loss of the first player would change.
pub fn preview(first: Score, second: Score, k: u16, factor: Factor, floor: Score) -> Preview {
    let changes = |outcome| {
        let change = elo_change(first, second, outcome, k, factor);
        (first.saturating_add(change).max(floor) - first, second.saturating_sub(change).max(floor) - second)
    };
    Preview { win: changes(Outcome::White), draw: changes(Outcome::Draw), loss: changes(Outcome::Black) }
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

//! The Elo change of a game (Act II.3) in whole points, and its preview for a coming game.

use std::sync::LazyLock;

use skillratings::elo::{EloRating, expected_score};

/// A member's score in whole points.
pub type Score = i32;

/// How a game ended, by colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// White won.
    White,
    /// Nobody did.
    Draw,
    /// Black won.
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
    /// One: the change as it is.
    pub const WHOLE: Self = Self { numerator: 1, denominator: 1 };
    /// One half.
    pub const HALF: Self = Self { numerator: 1, denominator: 2 };

    /// A fraction; `None` when the denominator is zero.
    pub fn new(numerator: u16, denominator: u16) -> Option<Self> {
        (denominator > 0).then_some(Self { numerator, denominator })
    }
}

/// Up to this difference of scores the expectation is kept at hand.
pub(crate) const KNOWN: Score = 3000;

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
    /// If they draw.
    pub draw: (Score, Score),
    /// If the first player loses.
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

#[cfg(test)]
#[path = "elo_tests.rs"]
mod tests;

//! The exact value of a tie-break, and its parts.

use std::cmp::Ordering;
use std::fmt;

use crate::tournament::{Number, Points};

/// An exact number: points, products of points, averages.
///
/// ```
/// use rookery_pairings::{Points, Value};
/// assert_eq!(Value::from(Points(35)).to_string(), "3½");
/// assert_eq!(Value::ratio(53, 4).to_string(), "13¼");
/// assert_eq!(Value::ratio(79, 6).to_string(), "13.17");
/// assert!(Value::ratio(1, 3) < Value::ratio(2, 5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    part: i128,
    whole: i128,
}

impl Value {
    /// So many parts of a whole of so many; a whole of nothing counts as one.
    pub fn ratio(part: i64, whole: u32) -> Self {
        Self::reduced(i128::from(part), i128::from(whole.max(1)))
    }

    pub(super) const ZERO: Self = Self { part: 0, whole: 1 };

    pub(super) fn whole(number: impl Into<i64>) -> Self {
        Self { part: i128::from(number.into()), whole: 1 }
    }

    pub(super) fn product(one: Points, other: Points) -> Self {
        Self::reduced(i128::from(one.0) * i128::from(other.0), 100)
    }

    pub(super) fn plus(self, other: Self) -> Self {
        let common = divisor(self.whole, other.whole);
        let (own, others) = (other.whole / common, self.whole / common);
        Self::reduced(self.part * own + other.part * others, self.whole * own)
    }

    pub(super) fn times(self, count: i64) -> Self {
        Self::reduced(self.part * i128::from(count), self.whole)
    }

    pub(super) fn over(self, count: usize) -> Self {
        Self::reduced(self.part, self.whole * count.max(1) as i128)
    }

    /// The nearest whole number; of two as near, the upper one, as the regulations round.
    pub(super) fn rounded(self) -> i64 {
        let nearest = (2 * self.part + self.whole).div_euclid(2 * self.whole);
        i64::try_from(nearest).unwrap_or(i64::MAX)
    }

    fn reduced(part: i128, whole: i128) -> Self {
        let common = divisor(whole, part.abs());
        Self { part: part / common, whole: whole / common }
    }
}

/// The greatest number that divides both.
fn divisor(one: i128, other: i128) -> i128 {
    let (mut divisor, mut rest) = (one, other);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    divisor
}

impl From<Points> for Value {
    fn from(points: Points) -> Self {
        Self::ratio(i64::from(points.0), 10)
    }
}

impl std::iter::Sum for Value {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Self::plus)
    }
}

impl Ord for Value {
    /// By the whole numbers in the two; where these are the same, what is left is turned over and compared the other way
    /// round. Products of the parts could be too large.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut one, mut other) = ((self.part, self.whole), (other.part, other.whole));
        loop {
            let whole = one.0.div_euclid(one.1).cmp(&other.0.div_euclid(other.1));
            let rests = (one.0.rem_euclid(one.1), other.0.rem_euclid(other.1));
            match (whole, rests) {
                (Ordering::Equal, (1.., 1..)) => (one, other) = ((other.1, rests.1), (one.1, rests.0)),
                (Ordering::Equal, _) => return rests.0.cmp(&rests.1),
                (different, _) => return different,
            }
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    /// Quarters as fractions, all else to two places.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.part < 0 { "-" } else { "" };
        let (whole, rest) = (self.part.abs() / self.whole, self.part.abs() % self.whole);
        let fraction = match (rest, self.whole) {
            (0, _) => return write!(f, "{sign}{whole}"),
            (1, 4) => '¼',
            (1, 2) => '½',
            (3, 4) => '¾',
            _ => {
                let hundredths = (200 * self.part.abs() + self.whole) / (2 * self.whole);
                return write!(f, "{sign}{}.{:02}", hundredths / 100, hundredths % 100);
            }
        };
        if whole == 0 { write!(f, "{sign}{fraction}") } else { write!(f, "{sign}{whole}{fraction}") }
    }
}

/// Where a part of a tie-break comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The player's own record.
    Own,
    /// An opponent.
    Opponent(Number),
    /// A board of a team, from 1; of those that are left out from the last one on, the last that is left.
    Board(usize),
    /// The dummy opponent of a round that was not played (article 16.4).
    Dummy,
}

/// A part of a tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The round it belongs to, from 1.
    pub round: usize,
    /// Where it comes from.
    pub source: Source,
    /// What it counts.
    pub value: Value,
    /// Whether a cut left it out.
    pub cut: bool,
}

/// How the parts make the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Their sum.
    Sum,
    /// Their average, as it is.
    Average,
    /// Their average, rounded.
    RoundedAverage,
    /// Their average, rounded, and what the table gives for the percentage that was scored.
    Performance {
        /// Of the points that could be scored against them.
        percentage: u32,
        /// The rating difference of that percentage.
        difference: i32,
    },
    /// The lowest rating with which as much is expected against them.
    Perfect,
    /// How many of those who were level before it are ranked below, by the games among them.
    Encounters {
        /// How many were level, the player among them.
        level: usize,
        /// Of teams, what was made against the others in the score that is looked at second.
        second: Option<Value>,
    },
    /// How many of those who were level before it are ranked below, by the first part that differs.
    InTurn {
        /// How many were level, the team among them.
        level: usize,
    },
    /// Of teams: the second score, and the sum of the parts over a factor.
    Strength {
        /// The second score.
        score: Points,
        /// What the sum is divided by.
        factor: u32,
    },
    /// The tie-break cannot be counted: it needs ratings, and somebody has none.
    Unrated,
    /// The tie-break cannot be counted: it is for teams with equal points of boards.
    Unequal,
}

/// A tie-break of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// What is compared, more being better; `None` if it cannot be counted.
    pub value: Option<Value>,
    /// What it is made of, round by round.
    pub shares: Vec<Share>,
    /// How.
    pub way: Way,
}

impl Counted {
    pub(super) fn sum(shares: Vec<Share>) -> Self {
        let value = kept(&shares).sum();
        Self { value: Some(value), shares, way: Way::Sum }
    }

    /// A score, and the sum of the parts over a factor.
    pub(super) fn strength(score: Points, shares: Vec<Share>, factor: u32) -> Self {
        let value = Value::from(score).plus(kept(&shares).sum::<Value>().over(factor as usize));
        Self { value: Some(value), shares, way: Way::Strength { score, factor } }
    }

    /// An average; that of nothing is 0.
    pub(super) fn average(shares: Vec<Share>, way: Way) -> Self {
        let count = kept(&shares).count();
        let exact = kept(&shares).sum::<Value>().over(count);
        let value = if way == Way::Average { exact } else { Value::whole(exact.rounded()) };
        Self { value: Some(value), shares, way }
    }

    pub(super) fn unrated() -> Self {
        Self { value: None, shares: Vec::new(), way: Way::Unrated }
    }

    /// The value in words: what was added, and what was left out.
    ///
    /// ```
    /// # use rookery_pairings::{Score, TieBreaks, Tournament, Dutch, Format};
    /// let mut tournament = Tournament::of(4, 2);
    /// for results in [[(1, Score::Win), (4, Score::Loss)], [(2, Score::Draw), (3, Score::Draw)]] {
    ///     let round = Dutch.pair(&tournament)?;
    ///     tournament.enter(&round, &results.into())?;
    /// }
    /// let rules = TieBreaks { order: vec!["BH/C1".parse()?, "SB".parse()?], ..TieBreaks::default() };
    /// let first = &rules.standings(&tournament, 2)?[0];
    /// let words: Vec<String> = first.counted.iter().map(|counted| counted.explained()).collect();
    /// assert_eq!(words, ["1½ without ½ = 1½", "½ + ¾ = 1¼"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explained(&self) -> String {
        let list = |cut: bool, between: &str| {
            let values = self.shares.iter().filter(|share| share.cut == cut).map(|share| share.value.to_string());
            Some(values.collect::<Vec<String>>().join(between)).filter(|list| !list.is_empty())
        };
        let Some(value) = self.value else {
            let unequal = self.way == Way::Unequal;
            let why =
                if unequal { "those who are level have different points of boards" } else { "somebody has no rating" };
            return format!("not counted: {why}");
        };
        let left = |between: &str| list(false, between).unwrap_or_else(|| "nothing".to_owned());
        let mut words = match self.way {
            Way::Sum | Way::Unrated | Way::Unequal => left(" + "),
            Way::Average | Way::RoundedAverage => format!("the average of {}", left(", ")),
            Way::Performance { percentage, difference } => {
                format!("the average of {}, and {difference:+} for {percentage} %", left(", "))
            }
            Way::Perfect => format!("the lowest rating with which the score is expected against {}", left(", ")),
            Way::Encounters { level: 1, .. } | Way::InTurn { level: 1 } => return "nobody else is level".to_owned(),
            Way::Encounters { level, second } => {
                let second = second.map(|second| format!(", and {second} in the second score,")).unwrap_or_default();
                return format!("{}{second} against those who are level, {value} of {} below", left(" + "), level - 1);
            }
            Way::InTurn { level } => return format!("{} in turn, {value} of {} below", left(", "), level - 1),
            Way::Strength { score, factor } => {
                format!("{} and a part in {factor} of {}", Value::from(score), left(" + "))
            }
        };
        if let Some(cut) = list(true, " and ") {
            words += &format!(" without {cut}");
        }
        format!("{words} = {value}")
    }
}

/// What is left after cuts.
fn kept(shares: &[Share]) -> impl Iterator<Item = Value> {
    shares.iter().filter(|share| !share.cut).map(|share| share.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_order() {
        for (one, other) in (-9..9).flat_map(|one| (-9..9).map(move |other| (one, other))) {
            for (of_one, of_other) in (1..9).flat_map(|of_one| (1..9).map(move |of_other| (of_one, of_other))) {
                let order = (one * i64::from(of_other)).cmp(&(other * i64::from(of_one)));
                assert_eq!(Value::ratio(one, of_one).cmp(&Value::ratio(other, of_other)), order);
            }
        }
    }

    #[test]
    fn the_largest_values_are_compared_and_added() {
        let (large, larger) = (Value::reduced(i128::MAX - 1, i128::MAX), Value::reduced(i128::MAX, i128::MAX - 1));
        assert!(large < larger && Value::reduced(-i128::MAX, 2) < large && large.cmp(&large).is_eq());
        let least = Value::reduced(1, i128::MAX);
        assert_eq!(least.plus(least), Value::reduced(2, i128::MAX));
    }
}

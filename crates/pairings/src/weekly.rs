//! Club evenings of a season: all who are present play, against somebody near in score, and somebody new
//! if possible.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::error::Error;
use crate::matching::Matcher;
use crate::round::{Format, Pair, Round, Turn, Why};
use crate::tournament::{Colour, Number, Tournament};
use crate::weight::Weight;

/// What the club knows of those who come, from games of the whole season and not of a tournament: the tournament says who is
/// there, and who is kept apart.
///
/// Of all rounds it takes one with the most boards; then one in which those are left over who were least often, and of them the
/// lowest placed; then one with the fewest recent meetings; then one in which the distances in score add up to the least; then one with the fairest
/// colours; then neighbours. Pairs that are forbidden may leave over more than one.
///
/// ```
/// use rookery_pairings::{Evening, Format, Tournament, Weekly};
///
/// let mut weekly = Weekly::default();
/// for (number, score) in [(1, 400), (2, 300), (3, 200), (4, 100)] {
///     weekly.evenings.insert(number, Evening { score, ..Evening::default() });
/// }
/// assert_eq!(weekly.pair(&Tournament::of(4, 1))?.listed(), "2\n2 1\n4 3\n");
/// weekly.meetings.insert((1, 2), 1);
/// assert_eq!(weekly.pair(&Tournament::of(4, 1))?.listed(), "2\n3 1\n4 2\n");
/// # Ok::<(), rookery_pairings::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weekly {
    /// How each player stands; who is not in it has done nothing yet.
    pub evenings: BTreeMap<Number, Evening>,
    /// How often two met recently, the lower number first.
    pub meetings: BTreeMap<(Number, Number), u32>,
}

/// How somebody stands in the season.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evening {
    /// The club's own score.
    pub score: i32,
    /// Games with White less games with Black.
    pub balance: i32,
    /// The colour of the last game.
    pub last: Option<Colour>,
    /// How often they were left over.
    pub byes: u32,
}

impl Weekly {
    fn evening(&self, number: Number) -> Evening {
        self.evenings.get(&number).copied().unwrap_or_default()
    }

    fn met(&self, one: Number, other: Number) -> u32 {
        self.meetings.get(&(one.min(other), one.max(other))).copied().unwrap_or(0)
    }

    /// Two who play, the higher placed first.
    fn board(&self, higher: Number, lower: Number) -> Pair {
        let (one, other) = (self.evening(higher), self.evening(lower));
        let (as_higher, as_lower) = (unfairness(&one, &other), unfairness(&other, &one));
        let turn = match as_higher.cmp(&as_lower) {
            _ if as_higher.min(as_lower) == 0 && as_higher != as_lower => Turn::Both,
            std::cmp::Ordering::Equal => Turn::Lower,
            _ => Turn::Fairer,
        };
        let (white, black) = if as_higher < as_lower { (higher, lower) } else { (lower, higher) };
        let (meetings, distance) = (self.met(higher, lower), one.score.abs_diff(other.score));
        Pair { white, black, why: Why::Weekly { meetings, distance, turn } }
    }
}

/// How far colours take two from balance, from 0 (both get what they had less often) to 8: a balance outweighs a repeated colour.
fn unfairness(white: &Evening, black: &Evening) -> u32 {
    let away = u32::from(white.balance >= 0) + u32::from(black.balance <= 0);
    let repeated = u32::from(white.last == Some(Colour::White)) + u32::from(black.last == Some(Colour::Black));
    3 * away + repeated
}

impl Format for Weekly {
    fn pair(&self, tournament: &Tournament) -> Result<Round, Error> {
        tournament.check()?;
        let coming = tournament.played() + 1;
        let numbers = tournament.players.iter().map(|player| player.number);
        let mut present: Vec<Number> =
            numbers.filter(|number| !tournament.asked.contains_key(&(coming, *number))).collect();
        present.sort_by_key(|number| (Reverse(self.evening(*number).score), *number));
        let count = present.len();
        let size = count.next_multiple_of(2);
        let play = |one: usize, other: usize| !tournament.forbids(present[one], present[other], coming);
        // Of an odd number one is matched with nobody, who stands behind all. Two who must not meet are both left over where
        // they are matched: in a round with the most boards no others are, or they could play.
        let alone = |one: usize| i64::from(self.evening(present[one]).byes);
        let below = |one: usize| (count - 1 - one) as i64;
        let mut matcher = Matcher::<7>::new(size, &[0, size], |one, other| {
            Some(Weight(if other == count {
                [-1, -alone(one), -below(one), 0, 0, 0, 0]
            } else if !play(one, other) {
                [-2, -alone(one) - alone(other), -below(one) - below(other), 0, 0, 0, 0]
            } else {
                let (higher, lower) = (self.evening(present[one]), self.evening(present[other]));
                let unfair = unfairness(&higher, &lower).min(unfairness(&lower, &higher));
                let (met, apart) = (self.met(present[one], present[other]), (other - one) as i64);
                let distance = i64::from(higher.score.abs_diff(lower.score));
                [0, 0, 0, -i64::from(met), -distance, -i64::from(unfair), -apart * apart]
            }))
        })?;
        if !matcher.solve() {
            return Err(Error::Impossible);
        }
        let mut round = Round::default();
        for (one, number) in present.iter().enumerate() {
            let other = matcher.mate(one);
            if other == count || !play(one, other) {
                round.left_over.push(*number);
            } else if one < other {
                round.pairs.push(self.board(*number, present[other]));
            }
        }
        Ok(round)
    }
}

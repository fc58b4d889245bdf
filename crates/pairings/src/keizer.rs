//! The Keizer system: all who are present play, and a win is worth the opponent's value.

use crate::error::Error;
use crate::fairness::{bye, takes_white};
use crate::matching::Matcher;
use crate::round::{Format, Pair, Round, Why};
use crate::tournament::{Bye, Entry, Number, Player, Score, Tournament};
use crate::weight::Weight;

/// A part of a whole.
///
/// ```
/// use rookery_pairings::{Error, Fraction};
/// assert!(Fraction::new(2, 3).is_ok());
/// assert_eq!(Fraction::new(1, 0), Err(Error::Fraction { part: 1, whole: 0 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    part: u32,
    whole: u32,
}

impl Fraction {
    /// Nothing.
    pub const NONE: Self = Self { part: 0, whole: 1 };
    const WHOLE: Self = Self { part: 1, whole: 1 };
    const HALF: Self = Self { part: 1, whole: 2 };

    /// So many parts of a whole of so many, which are at most 100.
    ///
    /// # Errors
    /// Where the whole is nothing or too large, or less than the part.
    pub fn new(part: u32, whole: u32) -> Result<Self, Error> {
        if (1..=100).contains(&whole) && part <= whole {
            Ok(Self { part, whole })
        } else {
            Err(Error::Fraction { part, whole })
        }
    }
}

/// A Keizer tournament, by its settings.
///
/// ```
/// use rookery_pairings::{Format, Keizer, Tournament};
///
/// let keizer = Keizer::default();
/// let round = keizer.pair(&Tournament::of(5, 40)).unwrap();
/// let pairs: Vec<(u32, u32)> = round.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
/// assert_eq!((pairs, round.bye), (vec![(1, 2), (3, 4)], Some(5)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keizer {
    /// The value of the first; three times that of the last, if nothing is set.
    pub top: Option<u32>,
    /// What a bye is worth of one's own value.
    pub bye: Fraction,
    /// What an excused absence is worth of one's own value: one that is recorded as [`Bye::Half`].
    pub absence: Fraction,
    /// What an absence without a word is worth of one's own value: [`Bye::Zero`].
    pub unexcused: Fraction,
    /// What a round on duty for the club is worth of one's own value: [`Bye::Full`].
    pub duty: Fraction,
    /// How many excused absences count.
    pub absences: usize,
    /// After how many rounds two may meet again.
    pub again_after: usize,
}

impl Default for Keizer {
    fn default() -> Self {
        Self {
            top: None,
            bye: Fraction { part: 2, whole: 3 },
            absence: Fraction { part: 1, whole: 3 },
            unexcused: Fraction::NONE,
            duty: Fraction { part: 2, whole: 3 },
            absences: 5,
            again_after: 6,
        }
    }
}

/// A player's place, and where the score comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who it is.
    pub number: Number,
    /// What a win over the player is worth.
    pub value: u32,
    /// The own value and what the rounds were worth, times [`Keizer::scale`].
    pub score: u64,
    /// What each round was worth, times [`Keizer::scale`].
    pub worth: Vec<u64>,
}

/// So often values are counted before an order that does not settle is taken as it is.
const COUNTS: usize = 100;

impl Keizer {
    /// What scores are multiplied by, so that they are whole numbers.
    pub fn scale(&self) -> u64 {
        [self.bye, self.absence, self.unexcused, self.duty]
            .iter()
            .fold(2, |scale, share| lcm(scale, u64::from(share.whole)))
    }

    /// The standings after so many rounds, the first first: all rounds counted again with present values until the
    /// order stands still. An order that comes back again and again is left at its first appearance.
    ///
    /// ```
    /// use rookery_pairings::{Colour, Entry, Keizer, Score, Tournament};
    ///
    /// let mut tournament = Tournament::of(3, 10);
    /// tournament.players[2].rounds.push(Entry::game(1, Colour::White, Score::Win));
    /// tournament.players[0].rounds.push(Entry::game(3, Colour::Black, Score::Loss));
    /// let standings = Keizer { top: Some(30), ..Keizer::default() }.standings(&tournament, 1);
    /// assert_eq!(standings[0].number, 3);
    /// // The win was worth 29: number 1 is second now.
    /// assert_eq!(standings[0].worth, [29 * 6]);
    /// ```
    pub fn standings(&self, tournament: &Tournament, rounds: usize) -> Vec<Standing> {
        let rounds = rounds.min(tournament.played());
        let players = &tournament.players;
        let mut order: Vec<usize> = (0..players.len()).collect();
        order.sort_by_key(|index| players[*index].number);
        let shares = self.shares(tournament, rounds);
        let mut seen = vec![order.clone()];
        loop {
            let standings = self.count(players, &shares, &order);
            let mut next = order.clone();
            next.sort_by_key(|index| std::cmp::Reverse(standings[*index].score));
            if seen.contains(&next) || seen.len() == COUNTS {
                let standings = if next == order { standings } else { self.count(players, &shares, &next) };
                return next.iter().map(|index| standings[*index].clone()).collect();
            }
            seen.push(next.clone());
            order = next;
        }
    }

    /// The scores with the values that an order gives, by the players' places in the tournament.
    fn count(&self, players: &[Player], shares: &[Vec<Share>], order: &[usize]) -> Vec<Standing> {
        let count = order.len() as u32;
        let top = self.top.unwrap_or_else(|| count.saturating_sub(1) + count.saturating_sub(1).div_ceil(2).max(1));
        let mut values = vec![0; players.len()];
        for (place, index) in (0..).zip(order) {
            values[*index] = top.saturating_sub(place);
        }
        let of_player = |(player, (shares, own)): (&Player, (&Vec<Share>, &u32))| {
            let worth: Vec<u64> = shares.iter().map(|share| share.times * u64::from(values[share.of])).collect();
            let score = worth.iter().fold(u64::from(*own) * self.scale(), |sum, worth| sum.saturating_add(*worth));
            Standing { number: player.number, value: *own, score, worth }
        };
        players.iter().zip(shares.iter().zip(&values)).map(of_player).collect()
    }

    /// What each round of each player counts.
    fn shares(&self, tournament: &Tournament, rounds: usize) -> Vec<Vec<Share>> {
        let players = &tournament.players;
        let places: std::collections::HashMap<Number, usize> =
            players.iter().enumerate().map(|(place, player)| (player.number, place)).collect();
        // The scale is a multiple of all wholes.
        let times = |fraction: Fraction| self.scale() / u64::from(fraction.whole) * u64::from(fraction.part);
        let of_player = |(own, player): (usize, &Player)| {
            let mut absences = 0;
            let share = |round: usize| {
                let entry = tournament.entry(player, round);
                absences += usize::from(entry == Entry::Bye(Bye::Half));
                let opponent = entry.opponent().and_then(|number| places.get(&number)).copied();
                let (fraction, of) = match entry {
                    Entry::Game { score: Score::Win, .. } | Entry::Forfeit { won: true, .. } => {
                        (Fraction::WHOLE, opponent)
                    }
                    Entry::Game { score: Score::Draw, .. } => (Fraction::HALF, opponent),
                    Entry::Bye(Bye::Allocated) => (self.bye, Some(own)),
                    Entry::Bye(Bye::Full) => (self.duty, Some(own)),
                    Entry::Bye(Bye::Zero) => (self.unexcused, Some(own)),
                    Entry::Bye(Bye::Half) if absences <= self.absences => (self.absence, Some(own)),
                    _ => (Fraction::WHOLE, None),
                };
                of.map_or(Share { times: 0, of: own }, |of| Share { times: times(fraction), of })
            };
            (1..=rounds).map(share).collect()
        };
        players.iter().enumerate().map(of_player).collect()
    }
}

/// The least number that both divide.
fn lcm(one: u64, other: u64) -> u64 {
    let (mut divisor, mut rest) = (one, other);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    one / divisor * other
}

/// What a round counts: so many times the value of somebody, by the place in the tournament.
struct Share {
    times: u64,
    of: usize,
}

impl Format for Keizer {
    fn pair(&self, tournament: &Tournament) -> Result<Round, Error> {
        tournament.check()?;
        let done = tournament.played();
        let here = |player: &&Player| !tournament.asked.contains_key(&(done + 1, player.number));
        let standings = self.standings(tournament, done);
        let mut present: Vec<&Player> =
            standings.iter().filter_map(|standing| tournament.player(standing.number)).filter(here).collect();
        let mut round = Round::default();
        if present.len() % 2 == 1 {
            let alone = bye(tournament, &present, done + 1)?;
            round.bye = Some(present.remove(alone).number);
        }
        // Where nobody is left who may be met, two meet again sooner: as much sooner as it takes.
        let mut after = self.again_after.min(done);
        let pairs = loop {
            match neighbours(tournament, &present, done, after) {
                Err(Error::Impossible) if after > 0 => after -= 1,
                paired => break paired?,
            }
        };
        for (higher, lower) in pairs {
            let (white, black) = if takes_white(higher, lower) { (higher, lower) } else { (lower, higher) };
            round.pairs.push(Pair { white: white.number, black: black.number, why: Why::Neighbours });
        }
        Ok(round)
    }
}

/// From the top down, everybody with the nearest in the standings that leaves the others a pairing in which nobody
/// meets again within so many rounds.
fn neighbours<'a>(
    tournament: &Tournament,
    present: &[&'a Player],
    done: usize,
    after: usize,
) -> Result<Vec<(&'a Player, &'a Player)>, Error> {
    let may_meet = |one: &Player, other: &Player| {
        let mut recent = done.saturating_sub(after) + 1..=done;
        !tournament.forbids(one.number, other.number, done + 1)
            && recent.all(|round| tournament.entry(one, round).opponent() != Some(other.number))
    };
    let mut matcher = Matcher::<1>::new(present.len(), &[0, present.len()], |one, other| {
        may_meet(present[one], present[other]).then_some(Weight::ZERO)
    })?;
    if !matcher.solve() {
        return Err(Error::Impossible);
    }
    let mut pairs = Vec::new();
    let mut paired = vec![false; present.len()];
    for vertex in 0..present.len() {
        if !paired[vertex] {
            matcher.reweigh(vertex, 0, |other| -(other as i64));
            if !matcher.solve() {
                return Err(Error::Impossible);
            }
            let mate = matcher.mate(vertex);
            paired[mate] = true;
            pairs.push((present[vertex], present[mate]));
            matcher.fix(vertex);
        }
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Colour;

    #[test]
    fn a_setting_beyond_all_rounds_ends() {
        let keizer = Keizer { again_after: usize::MAX, ..Keizer::default() };
        let mut tournament = Tournament::of(2, 9);
        tournament.players[0].rounds.push(Entry::game(2, Colour::White, Score::Win));
        tournament.players[1].rounds.push(Entry::game(1, Colour::Black, Score::Loss));
        assert_eq!(keizer.pair(&tournament).unwrap().listed(), "1\n2 1\n");
        assert_eq!(keizer.standings(&tournament, usize::MAX).len(), 2);
    }

    #[test]
    fn the_bye_goes_to_somebody_without_whom_the_others_can_be_paired() {
        let mut tournament = Tournament::of(3, 9);
        tournament.forbid(1, 2);
        assert_eq!(Keizer::default().pair(&tournament).unwrap().listed(), "2\n1 3\n2 0\n");
    }

    #[test]
    fn duty_and_absence_have_shares_of_their_own() {
        let share = |part| Fraction::new(part, 10).unwrap();
        let keizer = Keizer { top: Some(20), duty: share(6), unexcused: share(1), ..Keizer::default() };
        let mut tournament = Tournament::of(3, 9);
        for (player, bye) in tournament.players.iter_mut().zip([Bye::Full, Bye::Zero, Bye::Allocated]) {
            player.rounds.push(Entry::Bye(bye));
        }
        let worth: std::collections::BTreeMap<Number, (u32, u64)> = keizer
            .standings(&tournament, 1)
            .iter()
            .map(|standing| (standing.number, (standing.value, standing.worth[0])))
            .collect();
        // Of thirty parts: 18, 3 and 20.
        assert_eq!(keizer.scale(), 30);
        assert_eq!(worth, [(1, (20, 20 * 18)), (2, (18, 18 * 3)), (3, (19, 19 * 20))].into());
    }

    #[test]
    fn scores_do_not_overflow_with_the_largest_settings() {
        let keizer = Keizer {
            top: Some(u32::MAX),
            bye: Fraction::new(99, 100).unwrap(),
            absence: Fraction::new(100, 100).unwrap(),
            ..Keizer::default()
        };
        let mut tournament = Tournament::of(1, 9);
        tournament.players[0].rounds.push(Entry::Bye(Bye::Allocated));
        assert_eq!(keizer.standings(&tournament, 1)[0].worth, [u64::from(u32::MAX) * 3 * 99]);
    }
}

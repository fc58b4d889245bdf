//! A casual Swiss: all who are present play, and a round is found unless pairs are forbidden.

use crate::error::Error;
use crate::fairness::{bye, takes_white};
use crate::matching::Matcher;
use crate::round::{Format, Pair, Round, Why};
use crate::tournament::{Colour, Entry, Player, Points, Tournament};
use crate::weight::Weight;

/// A Swiss with few rules, for evenings on which people come and go. Of all rounds it takes one in which the games
/// that opponents played before are the fewest, and the longest ago; then one in which opponents are nearest in points; then one with the fairest colours;
/// then neighbours. Only pairs that are forbidden
/// can leave it without a round.
///
/// ```
/// use rookery_pairings::{Bye, Casual, Format, Score, Tournament};
///
/// let mut tournament = Tournament::of(5, 20);
/// tournament.asked.insert((1, 4), Bye::Zero);
/// let round = Casual.pair(&tournament)?;
/// assert_eq!(round.listed(), "2\n1 2\n3 5\n");
/// tournament.enter(&round, &[(1, Score::Win), (3, Score::Draw)].into())?;
/// assert_eq!(Casual.pair(&tournament)?.listed(), "3\n5 1\n2 3\n4 0\n");
/// # Ok::<(), rookery_pairings::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Casual;

impl Format for Casual {
    fn pair(&self, tournament: &Tournament) -> Result<Round, Error> {
        tournament.check()?;
        let done = tournament.played();
        let points = |player: &Player| tournament.points(player.number, done);
        let here = |player: &&Player| !tournament.asked.contains_key(&(done + 1, player.number));
        let mut present: Vec<&Player> = tournament.players.iter().filter(here).collect();
        present.sort_by_cached_key(|player| (std::cmp::Reverse(points(player)), player.number));
        let mut round = Round::default();
        if present.len() % 2 == 1 {
            let alone = bye(tournament, &present, done + 1)?;
            round.bye = Some(present.remove(alone).number);
        }
        let scores: Vec<Points> = present.iter().map(|player| points(player)).collect();
        let size = present.len();
        let mut matcher = Matcher::<5>::new(size, &[0, size], |higher, lower| {
            let (one, other) = (present[higher], present[lower]);
            let distance = i64::from((scores[higher] - scores[lower]).0).min(MOST_DISTANCE);
            (!tournament.forbids(one.number, other.number, done + 1)).then(|| {
                let (times, last) = met(one, other);
                let apart = (lower - higher) as i64;
                Weight([-times, -last, -distance * distance, -i64::from(both_want_one(one, other)), -apart * apart])
            })
        })?;
        if !matcher.solve() {
            return Err(Error::Impossible);
        }
        for (index, higher) in present.iter().enumerate() {
            let mate = matcher.mate(index);
            if index < mate {
                let lower = present[mate];
                let (white, black) = if takes_white(higher, lower) { (*higher, lower) } else { (lower, *higher) };
                round.pairs.push(Pair { white: white.number, black: black.number, why: Why::Neighbours });
            }
        }
        Ok(round)
    }
}

/// A hundred points, in tenths: more make no difference.
const MOST_DISTANCE: i64 = 1000;

/// How often two met, and in which round they last did.
fn met(one: &Player, other: &Player) -> (i64, i64) {
    let games = (1_i64..).zip(&one.rounds);
    let games = games.filter(|(_, entry)| entry.played() && entry.opponent() == Some(other.number));
    games.fold((0, 0), |(times, _), (round, _)| (times + 1, round))
}

/// Whether two have had one colour more often, and the same.
fn both_want_one(one: &Player, other: &Player) -> bool {
    let balance = |player: &Player| {
        let colours = player.rounds.iter().filter_map(Entry::colour);
        colours.map(|colour| if colour == Colour::White { 1 } else { -1_i32 }).sum::<i32>().signum()
    };
    balance(one) * balance(other) > 0
}

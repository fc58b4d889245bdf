//! Everybody meets everybody: the Berger tables (C.05), in one leg or two, and Scheveningen matches.

use crate::error::Error;
use crate::round::{Format, Pair, Round, Why};
use crate::tournament::{Number, Tournament};

/// A round robin by the Berger tables, which know of no byes asked for: who does not come forfeits.
///
/// ```
/// use rookery_pairings::{Format, RoundRobin, Tournament};
///
/// let round = RoundRobin { legs: 1 }.pair(&Tournament::of(6, 5)).unwrap();
/// let pairs: Vec<(u32, u32)> = round.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
/// assert_eq!(pairs, [(1, 6), (2, 5), (3, 4)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundRobin {
    /// How often everybody meets everybody. In every second leg the colours are reversed.
    pub legs: usize,
}

impl RoundRobin {
    /// How many rounds so many players need.
    pub fn rounds(&self, players: usize) -> usize {
        self.legs.saturating_mul(players.next_multiple_of(2).saturating_sub(1))
    }
}

impl Format for RoundRobin {
    fn pair(&self, tournament: &Tournament) -> Result<Round, Error> {
        tournament.check()?;
        let mut numbers: Vec<Number> = tournament.players.iter().map(|player| player.number).collect();
        numbers.sort_unstable();
        let done = tournament.played();
        if done >= self.rounds(numbers.len()) {
            return Err(Error::Over(self.rounds(numbers.len())));
        }
        let size = numbers.len().next_multiple_of(2);
        let (leg, turn) = (done / (size - 1), done % (size - 1));
        let mut round = Round::default();
        for (white, black) in berger(size, turn) {
            let (white, black) = if leg % 2 == 0 { (white, black) } else { (black, white) };
            match (numbers.get(white), numbers.get(black)) {
                (Some(&white), Some(&black)) => round.pairs.push(Pair { white, black, why: Why::Table }),
                (Some(&alone), None) | (None, Some(&alone)) => round.bye = Some(alone),
                (None, None) => {}
            }
        }
        Ok(round)
    }
}

/// The pairs of a round (from 0) of the table for an even number of players (from 0), White first.
fn berger(size: usize, turn: usize) -> Vec<(usize, usize)> {
    let last = size - 1;
    // The last stays where it is; the others move on by half the table each round.
    let seat = |place: usize| (place + turn * (size / 2)) % last;
    let first = seat(0);
    let mut pairs = vec![if turn.is_multiple_of(2) { (first, last) } else { (last, first) }];
    pairs.extend((1..size / 2).map(|place| (seat(place), seat(last - place))));
    pairs
}

/// A match in which everybody of one team meets everybody of the other.
///
/// ```
/// use rookery_pairings::{Format, Scheveningen, Tournament};
///
/// let teams = Scheveningen { first: vec![1, 3], second: vec![2, 4] };
/// let round = teams.pair(&Tournament::of(4, 2)).unwrap();
/// let pairs: Vec<(u32, u32)> = round.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
/// assert_eq!(pairs, [(1, 2), (3, 4)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheveningen {
    /// The boards of the first team.
    pub first: Vec<Number>,
    /// The boards of the second, as many.
    pub second: Vec<Number>,
}

impl Scheveningen {
    /// Whether the first team has White when two boards (from 0) meet. Along each row and each column of this table
    /// colours alternate, but that two of every four rows are reversed, so that teams have both colours in a round.
    fn first_has_white(first: usize, second: usize) -> bool {
        let reversed = first % 4 > 1;
        (first + second).is_multiple_of(2) != reversed
    }
}

impl Format for Scheveningen {
    fn pair(&self, tournament: &Tournament) -> Result<Round, Error> {
        tournament.check()?;
        let size = self.first.len();
        let mut numbers: Vec<Number> = self.first.iter().chain(&self.second).copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let known = numbers.iter().all(|number| tournament.player(*number).is_some());
        if size == 0 || size != self.second.len() || numbers.len() != 2 * size || !known {
            return Err(Error::Teams);
        }
        let done = tournament.played();
        if done >= size {
            return Err(Error::Over(size));
        }
        let pair = |board: usize| {
            let opposite = (board + done) % size;
            let (one, other) = (self.first[board], self.second[opposite]);
            let (white, black) = if Self::first_has_white(board, opposite) { (one, other) } else { (other, one) };
            Pair { white, black, why: Why::Table }
        };
        Ok(Round { pairs: (0..size).map(pair).collect(), ..Round::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_for_eight_is_the_printed_one() {
        let printed = [
            "1-8 2-7 3-6 4-5",
            "8-5 6-4 7-3 1-2",
            "2-8 3-1 4-7 5-6",
            "8-6 7-5 1-4 2-3",
            "3-8 4-2 5-1 6-7",
            "8-7 1-6 2-5 3-4",
            "4-8 5-3 6-2 7-1",
        ];
        for (turn, line) in printed.iter().enumerate() {
            let pairs: Vec<String> =
                berger(8, turn).into_iter().map(|(white, black)| format!("{}-{}", white + 1, black + 1)).collect();
            assert_eq!(pairs.join(" "), *line, "round {}", turn + 1);
        }
    }

    #[test]
    fn everybody_meets_everybody_once_a_leg_and_colours_balance() {
        for size in [2, 4, 6, 10, 16, 24] {
            let mut met = std::collections::BTreeSet::new();
            let mut whites = vec![0; size];
            for turn in 0..size - 1 {
                for (white, black) in berger(size, turn) {
                    assert!(met.insert((white.min(black), white.max(black))));
                    whites[white] += 1;
                }
            }
            assert_eq!(met.len(), size * (size - 1) / 2);
            assert!(whites.iter().all(|count| (size / 2 - 1..=size / 2).contains(count)), "{whites:?}");
        }
    }

    #[test]
    fn nobody_in_a_scheveningen_match_has_one_colour_more_than_once_too_often() {
        for size in 1..=11 {
            let teams = Scheveningen { first: (1..=size).collect(), second: (size + 1..=2 * size).collect() };
            let mut tournament = Tournament::of(2 * size, size as usize);
            let mut balance = vec![0_i32; 2 * size as usize + 1];
            let mut met = std::collections::BTreeSet::new();
            for _ in 0..size {
                let round = teams.pair(&tournament).unwrap();
                let first_white = round.pairs.iter().filter(|pair| pair.white <= size).count() as i32;
                assert!(size == 2 || (2 * first_white - size as i32).abs() <= 3, "{size}: {first_white}");
                for pair in &round.pairs {
                    balance[pair.white as usize] += 1;
                    balance[pair.black as usize] -= 1;
                    assert!(met.insert((pair.white.min(pair.black), pair.white.max(pair.black))));
                }
                let results = round.pairs.iter().map(|pair| (pair.white, crate::tournament::Score::Draw)).collect();
                tournament.enter(&round, &results).unwrap();
            }
            assert!(balance.iter().all(|difference| difference.abs() <= 1), "{size}: {balance:?}");
        }
    }

    #[test]
    fn a_round_robin_of_nobody_is_over() {
        assert_eq!(RoundRobin { legs: 1 }.pair(&Tournament::of(0, 1)), Err(Error::Over(0)));
        assert_eq!(RoundRobin { legs: 1 }.pair(&Tournament::of(1, 1)).unwrap().bye, Some(1));
    }
}

//! Counting by score voting: the highest totals win.
//!
//! Ties are broken by the first of these that differs: more scores of 5; more of 4, of 3, of 2; a longer
//! time on the leaderboard; the lower id. Somebody without a single point is not elected, even if a seat
//! stays empty. A candidate whom a ballot leaves out gets 0 from it.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chrono::NaiveDateTime;
use serde::{Deserialize, Serialize};

use crate::id::PersonId;

/// The highest score a voter can give.
pub(crate) const HIGHEST: u8 = 5;

/// A ballot: the scores it gives.
pub type Scores = BTreeMap<PersonId, u8>;

/// The result of the count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Count {
    /// Ballots counted, one a voter.
    pub ballots: u64,
    /// All candidates, the winner first.
    pub tallies: Vec<Tally>,
}

/// What one candidate got.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Tally {
    /// The candidate.
    pub person: PersonId,
    /// As it was at the count.
    pub name: String,
    /// The sum of the scores.
    pub total: u64,
    /// How many ballots gave 0, 1, 2, 3, 4 and 5.
    pub scores: [u64; 6],
    /// Among the first for the seats, with a point at least.
    pub elected: bool,
}

/// A candidate as the count needs to know them.
#[derive(Clone, Debug)]
pub struct CountedCandidate {
    /// Ranks by the lower id when all else is equal.
    pub person: PersonId,
    /// Kept in the result.
    pub name: String,
    /// On the leaderboard since; later than anybody where no longer on it.
    pub member_since: NaiveDateTime,
}

/// Counts the ballots.
pub fn count(candidates: &[CountedCandidate], ballots: &[Scores], seats: usize) -> Count {
    let mut ranked: Vec<(Tally, NaiveDateTime)> =
        candidates.iter().map(|candidate| (tally(candidate, ballots), candidate.member_since)).collect();
    ranked.sort_by_key(|(tally, member_since)| {
        let [_, _, twos, threes, fours, fives] = tally.scores;
        (Reverse([tally.total, fives, fours, threes, twos]), *member_since, tally.person)
    });
    for (tally, _) in ranked.iter_mut().take(seats) {
        tally.elected = tally.total > 0;
    }
    let ballots = ballots.len().try_into().unwrap_or(u64::MAX);
    Count { ballots, tallies: ranked.into_iter().map(|(tally, _)| tally).collect() }
}

fn tally(candidate: &CountedCandidate, ballots: &[Scores]) -> Tally {
    let mut scores = [0; 6];
    for ballot in ballots {
        let given = ballot.get(&candidate.person).copied().unwrap_or(0).min(HIGHEST);
        if let Some(count) = scores.get_mut(usize::from(given)) {
            *count += 1;
        }
    }
    let total = (0..).zip(scores).map(|(score, count): (u64, u64)| score * count).sum();
    Tally { person: candidate.person, name: candidate.name.clone(), total, scores, elected: false }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn candidates(number: i64) -> Vec<CountedCandidate> {
        let since = |person: i64| NaiveDateTime::MIN + chrono::TimeDelta::days(100 - person);
        let standing = |person| CountedCandidate {
            person: PersonId(person),
            name: format!("P{person}"),
            // The higher the number, the longer on the leaderboard.
            member_since: since(person),
        };
        (1..=number).map(standing).collect()
    }

    fn ballot(scores: &[u8]) -> Scores {
        (1..).map(PersonId).zip(scores.iter().copied()).collect()
    }

    #[test]
    fn the_highest_totals_win_and_ties_are_broken_by_rule() {
        type Case = (&'static [&'static [u8]], usize, &'static [i64], &'static [i64]);
        let cases: [Case; 7] = [
            // ballots, seats → ranking, elected
            (&[&[5, 3, 0], &[4, 5, 1]], 1, &[1, 2, 3], &[1]),
            (&[&[5, 3, 0], &[4, 5, 1]], 2, &[1, 2, 3], &[1, 2]),
            // Six points each: by a five and a one before two threes.
            (&[&[3, 5], &[3, 1]], 1, &[2, 1], &[2]),
            // Equal in all: who has been a member for longer.
            (&[&[2, 4, 4], &[4, 2, 2]], 1, &[3, 2, 1], &[3]),
            // Nobody is elected without a point.
            (&[&[0, 0], &[0, 1]], 2, &[2, 1], &[2]),
            (&[], 3, &[2, 1], &[]),
            // Left out is a nought.
            (&[&[1]], 1, &[1, 2], &[1]),
        ];
        for (ballots, seats, ranking, elected) in cases {
            let number = i64::try_from(ranking.len()).unwrap();
            let ballots: Vec<Scores> = ballots.iter().map(|scores| ballot(scores)).collect();
            let count = count(&candidates(number), &ballots, seats);
            let of = |wanted: fn(&&Tally) -> bool| -> Vec<i64> {
                count.tallies.iter().filter(wanted).map(|tally| tally.person.0).collect()
            };
            assert_eq!((of(|_| true), of(|tally| tally.elected)), (ranking.to_vec(), elected.to_vec()), "{ballots:?}");
        }
    }

    proptest! {
        #[test]
        fn a_count_adds_up_whatever_order_the_ballots_come_in(
            scores in prop::collection::vec(prop::collection::vec(0..=HIGHEST, 5), 0..40),
            seats in 0..7_usize,
        ) {
            let mut ballots: Vec<Scores> = scores.iter().map(|scores| ballot(scores)).collect();
            let counted = count(&candidates(5), &ballots, seats);
            let given: u64 = scores.iter().flatten().map(|score| u64::from(*score)).sum();
            prop_assert_eq!(counted.tallies.iter().map(|tally| tally.total).sum::<u64>(), given);
            for tally in &counted.tallies {
                prop_assert_eq!(tally.scores.iter().sum::<u64>(), counted.ballots);
            }
            let elected = counted.tallies.iter().filter(|tally| tally.elected).count();
            prop_assert_eq!(elected, counted.tallies.iter().filter(|tally| tally.total > 0).count().min(seats));
            prop_assert!(counted.tallies.is_sorted_by_key(|tally| Reverse(tally.total)));
            ballots.reverse();
            prop_assert_eq!(count(&candidates(5), &ballots, seats), counted);
        }

        #[test]
        fn a_better_score_never_harms(
            scores in prop::collection::vec(prop::collection::vec(0..=HIGHEST, 4), 1..20),
            person in 0..4_usize,
        ) {
            let rank = |scores: &[Vec<u8>]| {
                let ballots: Vec<Scores> = scores.iter().map(|scores| ballot(scores)).collect();
                let count = count(&candidates(4), &ballots, 1);
                let wanted = PersonId(i64::try_from(person).unwrap() + 1);
                count.tallies.iter().position(|tally| tally.person == wanted)
            };
            let before = rank(&scores);
            let mut better = scores.clone();
            better[0][person] = HIGHEST;
            prop_assert!(rank(&better) <= before);
        }
    }
}

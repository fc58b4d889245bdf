//! The history that Swiss systems need: the scores with which each player was paired, and who must not meet whom.

use std::collections::{BTreeSet, HashMap};

use crate::tournament::{Entry, Number, Player, Points, Tournament};

/// The scores with which each round was paired.
pub(crate) struct Scores(HashMap<Number, Vec<Points>>);

impl Scores {
    pub(crate) fn of(tournament: &Tournament, done: usize) -> Self {
        let of_player = |player: &Player| {
            let mut points = Points(0);
            let mut scores = Vec::with_capacity(done + 1);
            for round in 1..=done + 1 {
                scores.push(points + tournament.virtual_points(player.number, round));
                points = points + tournament.scoring.of(&tournament.entry(player, round));
            }
            (player.number, scores)
        };
        Self(tournament.players.iter().map(of_player).collect())
    }

    /// The score of a player when a round (from 1) was paired.
    pub(crate) fn at(&self, number: Number, round: usize) -> Points {
        self.0.get(&number).map_or(Points(0), |scores| scores[round - 1])
    }
}

/// Whom a player must not meet in a round (from 1): who was met, and who is kept apart.
pub(crate) fn barred(tournament: &Tournament, player: &Player, round: usize) -> BTreeSet<Number> {
    let met = player.rounds.iter().filter(|entry| entry.played()).filter_map(Entry::opponent);
    let apart = tournament.forbidden.iter().filter(|two| (two.first..=two.last).contains(&round));
    let other = apart.filter_map(|two| match player.number {
        number if number == two.lower => Some(two.higher),
        number if number == two.higher => Some(two.lower),
        _ => None,
    });
    met.chain(other).collect()
}

//! Checks a whole tournament: every round is paired again and held against what was played.

use crate::error::Error;
use crate::round::{Format, Round};
use crate::tournament::{Bye, Colour, Entry, Number, Tournament};

/// A round that the format would have paired otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The round, from 1.
    pub round: usize,
    /// Pairs that were played and are not what the format says, White first; the bye with 0.
    pub played: Vec<(Number, Number)>,
    /// Pairs that the format says and that were not played; or why there are none.
    pub expected: Result<Vec<(Number, Number)>, Error>,
}

/// Pairs every round of a tournament again, each from those before it, and names those that differ.
///
/// ```
/// use std::collections::BTreeMap;
/// use rookery_pairings::{Dutch, Format, Score, Tournament, check};
///
/// let mut tournament = Tournament::of(4, 3);
/// let round = Dutch.pair(&tournament).unwrap();
/// tournament.enter(&round, &BTreeMap::from([(1, Score::Win), (4, Score::Draw)])).unwrap();
/// assert_eq!(check(&Dutch, &tournament), []);
/// ```
pub fn check(format: &impl Format, tournament: &Tournament) -> Vec<Difference> {
    let mut differences = Vec::new();
    for round in 1..=tournament.played() {
        let played = pairs(tournament, round);
        let paired = format.pair(&tournament.before(round)).map(|paired| listed(&paired));
        let only = |these: &[(Number, Number)], those: &[(Number, Number)]| -> Vec<(Number, Number)> {
            these.iter().copied().filter(|pair| !those.contains(pair)).collect()
        };
        match paired {
            Ok(paired) if paired == played => {}
            Ok(paired) => differences.push(Difference {
                round,
                played: only(&played, &paired),
                expected: Ok(only(&paired, &played)),
            }),
            Err(error) => differences.push(Difference { round, played, expected: Err(error) }),
        }
    }
    differences
}

fn listed(round: &Round) -> Vec<(Number, Number)> {
    let pairs = round.pairs.iter().map(|pair| (pair.white, pair.black));
    let mut pairs: Vec<(Number, Number)> = pairs.chain(round.bye.map(|number| (number, 0))).collect();
    pairs.sort_unstable();
    pairs
}

/// The pairs of a round that was played. Without recorded colours the lower number counts as White.
fn pairs(tournament: &Tournament, round: usize) -> Vec<(Number, Number)> {
    let white = |player: Number, entry: Entry| match entry {
        Entry::Game { opponent, colour: Colour::White, .. }
        | Entry::Forfeit { opponent, colour: Some(Colour::White), .. } => Some((player, opponent)),
        Entry::Forfeit { opponent, colour: None, .. } if player < opponent => Some((player, opponent)),
        Entry::Bye(Bye::Allocated) => Some((player, 0)),
        _ => None,
    };
    let entries = tournament.players.iter().map(|player| (player.number, tournament.entry(player, round)));
    let mut pairs: Vec<(Number, Number)> = entries.filter_map(|(player, entry)| white(player, entry)).collect();
    pairs.sort_unstable();
    pairs
}

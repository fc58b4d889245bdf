//! Checks a whole tournament: every round is paired again and compared with what was played.

use std::collections::BTreeSet;

use crate::error::Error;
use crate::round::{Format, Round};
use crate::tournament::{Bye, Colour, Entry, Number, Tournament};

/// A round that the format would have paired otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The round, from 1.
    pub round: usize,
    /// Pairs that were played and are not what the format says, White first (without recorded colours, the lower
    /// number); the bye with 0.
    pub played: Vec<(Number, Number)>,
    /// Pairs that the format says and that were not played; or why there are none.
    pub expected: Result<Vec<(Number, Number)>, Error>,
}

/// Pairs every round of a tournament again, each from those before it, and names those that differ. Where a forfeit is
/// recorded without colours, only who met whom is compared.
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
        let Played { pairs: played, colourless } = played(tournament, round);
        let paired = format.pair(&tournament.before(round)).map(|paired| listed(&paired, &colourless));
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

/// The pairs of a round. Of those whose colours nobody knows the lower number is first.
fn listed(round: &Round, colourless: &BTreeSet<(Number, Number)>) -> Vec<(Number, Number)> {
    let pairs = round.pairs.iter().map(|pair| {
        let ordered = (pair.white.min(pair.black), pair.white.max(pair.black));
        if colourless.contains(&ordered) { ordered } else { (pair.white, pair.black) }
    });
    let mut pairs: Vec<(Number, Number)> = pairs.chain(round.bye.map(|number| (number, 0))).collect();
    pairs.sort_unstable();
    pairs
}

/// The pairs of a round that was played, and which of them have no colours.
#[derive(Default)]
struct Played {
    pairs: Vec<(Number, Number)>,
    colourless: BTreeSet<(Number, Number)>,
}

fn played(tournament: &Tournament, round: usize) -> Played {
    let colour = |entry: Entry| match entry {
        Entry::Game { colour, .. } => Some(colour),
        Entry::Forfeit { colour, .. } => colour,
        Entry::Bye(_) => None,
    };
    let Played { mut pairs, mut colourless } = Played::default();
    for player in &tournament.players {
        let (number, entry) = (player.number, tournament.entry(player, round));
        if entry == Entry::Bye(Bye::Allocated) {
            pairs.push((number, 0));
        }
        let Some(opponent) = entry.opponent().filter(|opponent| number < *opponent) else { continue };
        let back = tournament.player(opponent).and_then(|other| colour(tournament.entry(other, round)));
        match colour(entry).or(back.map(Colour::other)) {
            Some(Colour::White) => pairs.push((number, opponent)),
            Some(Colour::Black) => pairs.push((opponent, number)),
            None => {
                pairs.push((number, opponent));
                colourless.insert((number, opponent));
            }
        }
    }
    pairs.sort_unstable();
    Played { pairs, colourless }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dutch, Forbidden};

    #[test]
    fn a_forfeit_without_colours_is_compared_without_them() {
        let mut tournament = Tournament::of(4, 3);
        for (index, opponent) in [(0, 3), (1, 4), (2, 1), (3, 2)] {
            tournament.players[index].rounds.push(Entry::Forfeit { opponent, colour: None, won: index < 2 });
        }
        assert_eq!(Dutch.pair(&tournament.before(1)).unwrap().listed(), "2\n1 3\n4 2\n");
        assert_eq!(check(&Dutch, &tournament), []);
    }

    #[test]
    fn a_round_is_checked_with_what_was_forbidden_in_it() {
        let mut tournament = Tournament::of(4, 3);
        for (index, opponent, colour) in
            [(0, 3, Colour::White), (1, 4, Colour::Black), (2, 1, Colour::Black), (3, 2, Colour::White)]
        {
            tournament.players[index].rounds.push(Entry::game(opponent, colour, crate::Score::Draw));
        }
        tournament.forbidden.insert(Forbidden { lower: 1, higher: 3, first: 2, last: 3 });
        assert_eq!(check(&Dutch, &tournament), []);
        tournament.forbid(1, 3);
        assert_eq!(check(&Dutch, &tournament).len(), 1);
    }
}

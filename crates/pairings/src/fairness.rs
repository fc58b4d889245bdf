//! What formats without brackets share: who has the bye, and who has White.

use crate::error::Error;
use crate::matching::Matcher;
use crate::tournament::{Bye, Colour, Entry, Player, Tournament};
use crate::weight::Weight;

/// Who of an odd number has the bye, by the place among them: of those without whom the others can be paired, who had
/// it least often, the last of them first.
///
/// # Errors
/// Where the others can never be paired, or there are too many.
pub(crate) fn bye(tournament: &Tournament, present: &[&Player], round: usize) -> Result<usize, Error> {
    let count = present.len();
    let byes = |player: &Player| player.rounds.iter().filter(|entry| **entry == Entry::Bye(Bye::Allocated)).count();
    let mut order: Vec<usize> = (0..count).rev().collect();
    order.sort_by_key(|index| byes(present[*index]));
    let mut costs = vec![0; count];
    for (cost, index) in (0..).zip(order) {
        costs[index] = cost;
    }
    // The bye is a vertex of its own, behind all others.
    let mut matcher = Matcher::<1>::new(count + 1, &[0, count], |one, other| {
        if other == count {
            return Some(Weight([-costs[one]]));
        }
        (!tournament.forbids(present[one].number, present[other].number, round)).then_some(Weight::ZERO)
    })?;
    if matcher.solve() { Ok(matcher.mate(count)) } else { Err(Error::Impossible) }
}

/// Whether the higher ranked has White: who had it less often; of equals, who did not have it last.
pub(crate) fn takes_white(higher: &Player, lower: &Player) -> bool {
    let colours = |player: &Player| player.rounds.iter().filter_map(Entry::colour).collect::<Vec<Colour>>();
    let balance =
        |colours: &[Colour]| colours.iter().map(|colour| if *colour == Colour::White { 1 } else { -1 }).sum::<i32>();
    let (own, theirs) = (colours(higher), colours(lower));
    match balance(&own).cmp(&balance(&theirs)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => own.last() != Some(&Colour::White),
    }
}

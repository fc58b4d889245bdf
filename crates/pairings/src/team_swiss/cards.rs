//! What the Swiss of teams knows of a team: scores, colours, whether it floated.

use std::collections::BTreeSet;

use super::{Preferences, TeamSwiss};
use crate::error::Error;
use crate::standing::{Scores, barred};
use crate::tournament::{Bye, Colour, Entry, Number, Player, Points, Tournament};

/// A colour that a team prefers, and whether strongly; there is no other strength of the simple kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preference {
    pub colour: Colour,
    pub strong: bool,
}

/// A team as the pairing sees it.
#[derive(Clone, Debug)]
pub(super) struct Card {
    pub number: Number,
    /// With the virtual points of the round.
    pub score: Points,
    pub secondary: Points,
    /// Numbers that must not be met.
    pub barred: BTreeSet<Number>,
    /// The colours of the matches played, the first first.
    pub colours: Vec<Colour>,
    /// Matches with White less matches with Black.
    pub difference: i32,
    pub preference: Option<Preference>,
    /// Whether it played a team of another score in the last round.
    pub floated: bool,
    pub may_have_bye: bool,
}

impl Card {
    /// C1.
    pub(super) fn may_meet(&self, other: &Self) -> bool {
        !self.barred.contains(&other.number)
    }

    /// C8 and C9: how many of two do not get the colour they prefer, and how many that prefer it strongly.
    pub(super) fn clashes(&self, other: &Self) -> (i64, i64) {
        match (self.preference, other.preference) {
            (Some(own), Some(theirs)) if own.colour == theirs.colour => (1, i64::from(own.strong && theirs.strong)),
            _ => (0, 0),
        }
    }
}

/// The cards of all who are paired in the coming round: the highest score first, then the lowest number.
pub(super) fn cards(rules: &TeamSwiss, tournament: &Tournament) -> Result<Vec<Card>, Error> {
    tournament.check()?;
    let done = tournament.played();
    if done >= tournament.rounds {
        return Err(Error::Over(tournament.rounds));
    }
    let scores = Scores::of(tournament, done);
    let here = tournament.players.iter().filter(|team| !tournament.asked.contains_key(&(done + 1, team.number)));
    let mut cards: Vec<Card> = here.map(|team| card(rules, tournament, team, &scores)).collect();
    cards.sort_by_key(|card| (std::cmp::Reverse(card.score), card.number));
    Ok(cards)
}

fn card(rules: &TeamSwiss, tournament: &Tournament, team: &Player, scores: &Scores) -> Card {
    let done = tournament.played();
    let colours: Vec<Colour> = team.rounds.iter().filter_map(Entry::colour).collect();
    let whites = colours.iter().filter(|colour| **colour == Colour::White).count() as i32;
    let difference = 2 * whites - colours.len() as i32;
    let floated = done > 0
        && match tournament.entry(team, done) {
            Entry::Game { opponent, .. } => scores.at(team.number, done) != scores.at(opponent, done),
            Entry::Forfeit { .. } | Entry::Bye(_) => false,
        };
    let idle =
        |entry: &Entry| matches!(entry, Entry::Bye(Bye::Allocated | Bye::Full) | Entry::Forfeit { won: true, .. });
    Card {
        number: team.number,
        score: scores.at(team.number, done + 1),
        secondary: rules.secondary.get(&team.number).copied().unwrap_or_default(),
        barred: barred(tournament, team, done + 1),
        difference,
        preference: preference(rules.preferences, difference, &colours, done + 1 == tournament.rounds),
        floated,
        may_have_bye: !team.rounds.iter().any(idle),
        colours,
    }
}

/// Article 1.7.
fn preference(kind: Preferences, difference: i32, colours: &[Colour], is_last_round: bool) -> Option<Preference> {
    let last = *colours.last()?;
    let lesser = if difference > 0 { Colour::Black } else { Colour::White };
    let twice = colours.len() > 1 && colours[colours.len() - 2] == last;
    // A second time running counts unless that colour is the one it had less often.
    let strong = match difference {
        ..=-2 | 2.. => Some(lesser),
        _ if twice && (difference == 0 || lesser != last) => Some(last.other()),
        _ => None,
    };
    let mild = match difference {
        0 if is_last_round => None,
        0 => Some(last.other()),
        _ => Some(lesser),
    };
    match (kind, strong) {
        (Preferences::Ignored, _) => None,
        (_, Some(colour)) => Some(Preference { colour, strong: true }),
        (Preferences::Simple, None) => None,
        (Preferences::Graded, None) => mild.map(|colour| Preference { colour, strong: false }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Colour::{Black, White};

    #[test]
    fn preferences_are_those_of_the_two_types() {
        let of = |kind, colours: &[Colour], last| {
            let whites = colours.iter().filter(|colour| **colour == White).count() as i32;
            let found = preference(kind, 2 * whites - colours.len() as i32, colours, last);
            found.map(|found| (found.colour, found.strong))
        };
        let (simple, graded) = (Preferences::Simple, Preferences::Graded);
        let strong = |colour| Some((colour, true));
        for (colours, of_simple, of_graded) in [
            (&[][..], None, None),
            (&[White], None, Some((Black, false))),
            (&[White, White], strong(Black), strong(Black)),
            (&[White, Black], None, Some((White, false))),
            (&[White, White, Black, Black], strong(White), strong(White)),
            (&[White, Black, Black], strong(White), strong(White)),
            // White twice running, but less often than Black.
            (&[Black, Black, Black, White, White], None, Some((White, false))),
        ] {
            assert_eq!((of(simple, colours, false), of(graded, colours, false)), (of_simple, of_graded), "{colours:?}");
            assert_eq!(of(Preferences::Ignored, colours, false), None);
        }
        assert_eq!(of(graded, &[White, Black], true), None);
        assert_eq!(of(graded, &[White], true), Some((Black, false)));
    }
}

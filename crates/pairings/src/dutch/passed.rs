//! Why somebody earlier in the order of candidates did not become the opponent, and who preferred which
//! colour.

use std::collections::BTreeMap;

use super::Dutch;
use super::cards::{self, Card, Strength};
use crate::error::Error;
use crate::round::{Pair, Part, Round, Why};
use crate::tournament::{Colour, Number, Tournament};

/// Somebody who comes before the opponent in the order of candidates, and why it is not they.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// Who it is.
    pub number: Number,
    /// Why not.
    pub refusal: Refusal,
}

/// Why two were not paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// C1: they met in this round.
    Met(usize),
    /// They must not meet.
    Forbidden,
    /// C3: both must have this colour.
    Colour(Colour),
    /// They may meet, but then others could not be paired, or a criterion would be met less well.
    Worse,
}

impl Dutch {
    /// For each pair of a round that was paired from this tournament: who comes before the lower ranked of the two as an
    /// opponent of the higher ranked, and why it is not they.
    ///
    /// # Errors
    /// Where the tournament cannot be paired.
    ///
    /// ```
    /// use rookery_pairings::{Dutch, Format, Passed, Refusal, Score, Tournament};
    ///
    /// let mut tournament = Tournament::of(8, 3);
    /// let round = Dutch.pair(&tournament)?;
    /// tournament.enter(&round, &[1, 6, 3, 8].map(|white| (white, Score::Draw)).into())?;
    /// let round = Dutch.pair(&tournament)?;
    /// let passed = &Dutch.passed_over(&tournament, &round)?[0];
    /// assert_eq!((round.pairs[0].white, round.pairs[0].black), (7, 1));
    /// assert_eq!(passed[0], Passed { number: 5, refusal: Refusal::Met(1) });
    /// assert_eq!(passed[1], Passed { number: 6, refusal: Refusal::Worse });
    /// # Ok::<(), rookery_pairings::Error>(())
    /// ```
    pub fn passed_over(&self, tournament: &Tournament, round: &Round) -> Result<Vec<Vec<Passed>>, Error> {
        let order = Order { cards: cards::cards(tournament)?, round };
        let of_pair = |pair: &Pair| {
            let Why::Bracket { bracket, part, .. } = pair.why else { return Vec::new() };
            let Some((higher, lower)) = order.sorted(pair) else { return Vec::new() };
            let candidates = (higher + 1..lower).filter(|place| order.is_candidate(*place, higher, bracket, part));
            let passed = |place: usize| {
                let refusal = refusal(tournament, &order.cards[higher], &order.cards[place]);
                Passed { number: order.cards[place].number, refusal }
            };
            candidates.map(passed).collect()
        };
        Ok(round.pairs.iter().map(of_pair).collect())
    }

    /// The colour that each player prefers in the coming round, and how strongly; nothing for who has no preference.
    ///
    /// # Errors
    /// Where the tournament cannot be paired.
    ///
    /// ```
    /// use rookery_pairings::{Colour, Dutch, Format, Score, Strength, Tournament};
    ///
    /// let mut tournament = Tournament::of(3, 3);
    /// let round = Dutch.pair(&tournament)?;
    /// tournament.enter(&round, &[(1, Score::Draw)].into())?;
    /// let preferences = Dutch.preferences(&tournament)?;
    /// assert_eq!(preferences[&1], (Colour::Black, Strength::Strong));
    /// assert_eq!(preferences.get(&3), None);
    /// # Ok::<(), rookery_pairings::Error>(())
    /// ```
    pub fn preferences(&self, tournament: &Tournament) -> Result<BTreeMap<Number, (Colour, Strength)>, Error> {
        let cards = cards::cards(tournament)?;
        let preference = |card: &Card| Some((card.number, (card.preference?, card.strength)));
        Ok(cards.iter().filter_map(preference).collect())
    }
}

/// Those who are paired, from the top.
struct Order<'a> {
    cards: Vec<Card>,
    round: &'a Round,
}

impl Order<'_> {
    fn place(&self, number: Number) -> Option<usize> {
        self.cards.iter().position(|card| card.number == number)
    }

    /// The places of a pair, the higher ranked first.
    fn sorted(&self, pair: &Pair) -> Option<(usize, usize)> {
        let (white, black) = (self.place(pair.white)?, self.place(pair.black)?);
        Some((white.min(black), white.max(black)))
    }

    /// Whether somebody could be tried as the opponent of the higher ranked of a pair: the lower ranked of another pair
    /// of this part of the bracket that nobody above has taken, or a resident who is left over. Those whom players moved
    /// down look at are all residents.
    fn is_candidate(&self, place: usize, higher: usize, bracket: usize, part: Part) -> bool {
        let number = self.cards[place].number;
        let Some(bracket_of) = self.round.brackets.get(bracket) else { return false };
        if !bracket_of.residents.contains(&number) {
            return false;
        }
        let of_place = |pair: &&Pair| pair.white == number || pair.black == number;
        match self.round.pairs.iter().find(of_place) {
            None => bracket_of.floated.contains(&number),
            Some(pair) => self.sorted(pair).is_some_and(|(first, second)| match pair.why {
                Why::Bracket { bracket: other, .. } if other != bracket => bracket_of.floated.contains(&number),
                Why::Bracket { part: other, .. } if other == part => second == place && first > higher,
                _ => part == Part::MovedDown,
            }),
        }
    }
}

fn refusal(tournament: &Tournament, higher: &Card, lower: &Card) -> Refusal {
    let met = tournament.player(higher.number).and_then(|player| {
        let game = |entry: &crate::Entry| entry.played() && entry.opponent() == Some(lower.number);
        player.rounds.iter().position(game)
    });
    match (met, higher.preference) {
        (Some(index), _) => Refusal::Met(index + 1),
        _ if higher.barred.contains(&lower.number) => Refusal::Forbidden,
        (None, Some(colour)) if lower.strength == Strength::Absolute && !higher.may_meet(lower) => {
            Refusal::Colour(colour)
        }
        _ => Refusal::Worse,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;

    #[test]
    fn a_round_without_its_brackets_has_nobody_passed_over() {
        let tournament = Tournament::of(4, 3);
        let mut round = Dutch.pair(&tournament).unwrap();
        round.brackets.clear();
        assert_eq!(Dutch.passed_over(&tournament, &round), Ok(vec![Vec::new(); 2]));
    }
}

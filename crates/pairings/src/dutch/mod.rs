//! The FIDE Dutch system (C.04.3, as applied from February 2026).

mod bracket;
mod cards;
mod colours;
mod criteria;
mod passed;

use std::collections::BTreeMap;

pub use cards::Strength;
pub use passed::{Passed, Refusal};

use cards::Card;
use criteria::View;

use crate::error::Error;
use crate::matching::Matcher;
use crate::round::{Bracket, Criterion, Format, Pair, Round, Why};
use crate::tournament::{Colour, Points, Tournament};
use crate::weight::Weight;

/// The FIDE Dutch system.
///
/// The pairing is the one the rules define, found in polynomial time: the criteria are packed into the weights of a
/// matching, a bracket at a time, and the order of candidates is settled pair by pair.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dutch;

impl Format for Dutch {
    fn pair(&self, tournament: &Tournament) -> Result<Round, Error> {
        let cards = cards::cards(tournament)?;
        let bye = bye_score(&cards)?;
        let mut round = Round::default();
        let mut boards = Vec::new();
        let mut moved: Vec<&Card> = Vec::new();
        let mut rest = &cards[..];
        while let Some(first) = rest.first() {
            let size = rest.partition_point(|card| card.score == first.score);
            let (residents, below) = rest.split_at(size);
            let next = below.first().map_or(0, |next| below.partition_point(|card| card.score == next.score));
            let mut view = View {
                moved: moved.len(),
                bracket: moved.len() + size,
                near: moved.len() + size + next,
                cards: moved.iter().copied().chain(rest).collect(),
                initial: tournament.initial_colour,
                bye,
                last_one: false,
            };
            let drawn = bracket::draw(&mut view)?;
            for &(one, other, part) in &drawn.pairs {
                let (higher, lower) = (view.cards[one], view.cards[other]);
                let (colour, rule) = colours::allocate(higher, lower, tournament.initial_colour);
                let (white, black) = if colour == Colour::White { (higher, lower) } else { (lower, higher) };
                let why = Why::Bracket { bracket: round.brackets.len(), part, colours: rule };
                let rank = std::cmp::Reverse((higher.score, higher.score + lower.score));
                boards.push(((rank, higher.number), Pair { white: white.number, black: black.number, why }));
            }
            round.brackets.push(report(&view, &drawn, residents));
            moved = drawn.floated.iter().map(|vertex| view.cards[*vertex]).collect();
            rest = below;
        }
        round.bye = moved.first().map(|card| card.number);
        boards.sort_by_key(|(rank, _)| *rank);
        round.pairs = boards.into_iter().map(|(_, pair)| pair).collect();
        Ok(round)
    }
}

/// C4 and C5: that a pairing exists at all, and the lowest score with which somebody can have the bye.
fn bye_score(cards: &[Card]) -> Result<Option<Points>, Error> {
    let odd = cards.len() % 2 == 1;
    let mut matcher = Matcher::<1>::new(cards.len() + usize::from(odd), &[0, cards.len()], |higher, lower| {
        if lower == cards.len() {
            let card = &cards[higher];
            return card.may_have_bye.then(|| Weight([-i64::from(card.score.0)]));
        }
        cards[higher].may_meet(&cards[lower]).then_some(Weight::ZERO)
    })?;
    if !matcher.solve() {
        return Err(Error::Impossible);
    }
    Ok(odd.then(|| cards[matcher.mate(cards.len())].score))
}

/// How the bracket came out, for those who ask why.
fn report(view: &View, drawn: &bracket::Drawn, residents: &[Card]) -> Bracket {
    let mut failures: BTreeMap<Criterion, u32> = BTreeMap::from([(Criterion::C6, drawn.floated.len() as u32)]);
    let mut count = |criterion: Criterion, times: u32| *failures.entry(criterion).or_default() += times;
    for &(one, other, _) in &drawn.pairs {
        let cost = view.cost(one, other);
        let colours = [Criterion::C10, Criterion::C11, Criterion::C12, Criterion::C13].into_iter().zip(cost.colours);
        colours.for_each(|(criterion, times)| count(criterion, times));
        for (ago, criterion) in [Criterion::C15, Criterion::C17].into_iter().enumerate() {
            count(criterion, u32::from(cost.rises[ago]));
        }
    }
    for &vertex in &drawn.floated {
        let criteria =
            if vertex < view.moved { [Criterion::C18, Criterion::C20] } else { [Criterion::C14, Criterion::C16] };
        for (ago, criterion) in criteria.into_iter().enumerate() {
            count(criterion, u32::from(view.cards[vertex].fell(ago)));
        }
    }
    failures.retain(|_, times| *times > 0);
    let numbers = |cards: &[&Card]| cards.iter().map(|card| card.number).collect();
    Bracket {
        score: residents.first().map_or(Points(0), |card| card.score),
        moved_down: numbers(&view.cards[..view.moved]),
        moved_up: Vec::new(),
        residents: residents.iter().map(|card| card.number).collect(),
        floated: drawn.floated.iter().map(|vertex| view.cards[*vertex].number).collect(),
        failures,
        exchanges: drawn.exchanges,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::tournament::Score;

    #[test]
    fn what_a_bracket_could_not_meet_is_named() {
        let mut tournament = Tournament::of(6, 5);
        let round = Dutch.pair(&tournament).unwrap();
        assert_eq!(round.brackets[0].failures, BTreeMap::new());
        // All who have White win: 1, 5 and 3 are three, and all want Black.
        let results = round.pairs.iter().map(|pair| (pair.white, Score::Win)).collect();
        tournament.enter(&round, &results).unwrap();
        let round = Dutch.pair(&tournament).unwrap();
        let expected = BTreeMap::from([(Criterion::C6, 1), (Criterion::C12, 1), (Criterion::C13, 1)]);
        assert_eq!(round.brackets[0].failures, expected);
    }
}

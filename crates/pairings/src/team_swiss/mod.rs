//! FIDE's Swiss for teams (C.04.6, as applied from February 2026).

mod bracket;
mod cards;
mod colours;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use cards::Card;

use crate::error::Error;
use crate::matching::Matcher;
use crate::round::{Bracket, Format, Pair, Part, Round, Why};
use crate::teams::Teams;
use crate::tournament::{Colour, Number, Points, Scoring, Tournament};
use crate::weight::Weight;

/// What colours a team prefers on its first board (article 1.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preferences {
    /// None, where each plays as often with White as with Black anyway.
    Ignored,
    /// Type A: one kind of preference, for those whose colours are out of balance.
    #[default]
    Simple,
    /// Type B: strong ones and mild ones.
    Graded,
}

/// FIDE's Swiss for teams: a tournament whose players are teams, by match points.
///
/// Teams move up, not down: who has the highest score is paired with as few of lower scores as possible. No colour
/// keeps two teams apart. White is the team that has White on the first board.
///
/// ```
/// use rookery_pairings::{Format, Score, TeamSwiss, Tournament};
///
/// let mut tournament = Tournament { scoring: TeamSwiss::MATCH_POINTS, ..Tournament::of(5, 3) };
/// let round = TeamSwiss::default().pair(&tournament)?;
/// assert_eq!(round.listed(), "3\n1 3\n4 2\n5 0\n");
/// tournament.enter(&round, &[(1, Score::Win), (4, Score::Draw)].into())?;
/// // Number 1 is alone with two points: of those with one, the lowest number moves up.
/// assert_eq!(TeamSwiss::default().pair(&tournament)?.listed(), "3\n2 1\n5 4\n3 0\n");
/// # Ok::<(), rookery_pairings::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamSwiss {
    /// What colours teams prefer.
    pub preferences: Preferences,
    /// The second score, points of boards as a rule: of two with one score, who has more comes first when colours are
    /// given. Who is not there has none.
    pub secondary: BTreeMap<Number, Points>,
}

impl TeamSwiss {
    /// Two match points for a match won, one for one drawn, and one for the bye of the pairing (article 1.4).
    pub const MATCH_POINTS: Scoring = Scoring { allocated_bye: Points::whole(1), ..Teams::MATCH_POINTS };
}

impl Format for TeamSwiss {
    fn pair(&self, tournament: &Tournament) -> Result<Round, Error> {
        let mut rest = cards::cards(self, tournament)?;
        let mut round = Round::default();
        if let Some(alone) = bye(&rest)? {
            round.bye = Some(rest.remove(alone).number);
        }
        let last_two = tournament.played() + 2 >= tournament.rounds;
        let mut boards = Vec::new();
        while let Some(first) = rest.first() {
            let top = rest.partition_point(|card| card.score == first.score);
            let score = first.score;
            let up = bracket::upfloaters(&rest, top, last_two)?;
            let (mut members, mut left) = (Vec::new(), Vec::new());
            for (index, card) in rest.into_iter().enumerate() {
                if index < top || up.contains(&index) { members.push(card) } else { left.push(card) }
            }
            rest = left;
            members.sort_by_key(|card| card.number);
            for (one, other) in bracket::pairs(&members, score, last_two)? {
                let pair = board(&members[one], &members[other], round.brackets.len(), tournament.initial_colour);
                boards.push(pair);
            }
            let numbers = |own: bool| {
                let those = members.iter().filter(move |card| (card.score == score) == own);
                those.map(|card| card.number).collect()
            };
            round.brackets.push(Bracket {
                score,
                residents: numbers(true),
                moved_up: numbers(false),
                ..Bracket::default()
            });
        }
        boards.sort_by_key(|(rank, _)| *rank);
        round.pairs = boards.into_iter().map(|(_, pair)| pair).collect();
        Ok(round)
    }
}

/// Where a pair stands among the boards.
type Rank = (Reverse<(Points, Points)>, Number);

/// Two who meet, with their colours.
fn board(one: &Card, other: &Card, bracket: usize, initial: Colour) -> (Rank, Pair) {
    let precedes = |card: &Card| (Reverse((card.score, card.secondary)), card.number);
    let (first, second) = if precedes(one) < precedes(other) { (one, other) } else { (other, one) };
    let (colour, rule) = colours::allocate(first, second, initial);
    let (white, black) = if colour == Colour::White { (first, second) } else { (second, first) };
    let part = if first.score == second.score { Part::Whole } else { Part::MovedUp };
    let why = Why::Bracket { bracket, part, colours: rule };
    let rank = (Reverse((first.score, first.score + second.score)), first.number.min(second.number));
    (rank, Pair { white: white.number, black: black.number, why })
}

/// Who of an odd number has the bye (3.4): of those without whom all others can be paired the lowest score, the most
/// matches played, the last number. Of an even number it is only asked whether they can be paired.
fn bye(cards: &[Card]) -> Result<Option<usize>, Error> {
    let (count, odd) = (cards.len(), cards.len() % 2 == 1);
    let mut order: Vec<usize> = (0..count).filter(|index| cards[*index].may_have_bye).collect();
    order.sort_by_key(|index| {
        let card = &cards[*index];
        (card.score, Reverse(card.colours.len()), Reverse(card.number))
    });
    let costs: BTreeMap<usize, i64> = order.into_iter().zip(0..).collect();
    let mut matcher = Matcher::<1>::new(count + usize::from(odd), &[0, count], |one, other| {
        if other == count {
            return costs.get(&one).map(|cost| Weight([-cost]));
        }
        cards[one].may_meet(&cards[other]).then_some(Weight::ZERO)
    })?;
    matcher.solved()?;
    Ok(odd.then(|| matcher.mate(count)))
}

//! The criteria of a bracket (article 2) as weights of edges: the matching that weighs most is the best candidate.

use super::cards::{Card, Strength};
use super::colours::allocate;
use crate::tournament::{Colour, Points};
use crate::weight::{Field, Layout, Weight};

/// Everybody who is not paired yet, as vertices of a graph: those moved down, the residents, the next scoregroup, the
/// others, and the bye if their number is odd.
pub(super) struct View<'a> {
    pub cards: Vec<&'a Card>,
    /// How many were moved down.
    pub moved: usize,
    /// How many are in the bracket.
    pub bracket: usize,
    /// How many are in the bracket and in the next scoregroup.
    pub near: usize,
    pub initial: Colour,
    /// The score of the one who gets the bye (C5).
    pub bye: Option<Points>,
    /// Whether C9 applies: one player leaves the bracket, for the bye.
    pub last_one: bool,
}

/// What a pair of the bracket costs.
pub(super) struct Cost {
    /// C10 to C13.
    pub colours: [u32; 4],
    /// C15 and C17: a resident rises again, one and two rounds after.
    pub rises: [bool; 2],
}

impl View<'_> {
    pub(super) fn size(&self) -> usize {
        self.cards.len() + usize::from(self.bye.is_some())
    }

    /// Whether two may be paired at all. Two who were moved down may not: they were left over together.
    fn joined(&self, higher: usize, lower: usize) -> bool {
        if lower == self.cards.len() {
            let card = self.cards[higher];
            return card.may_have_bye && Some(card.score) == self.bye;
        }
        lower >= self.moved && self.cards[higher].may_meet(self.cards[lower])
    }

    /// What a pair within the bracket costs.
    pub(super) fn cost(&self, higher: usize, lower: usize) -> Cost {
        let moved = higher < self.moved;
        let (higher, lower) = (self.cards[higher], self.cards[lower]);
        let mut colours = [0; 4];
        if higher.preference.is_some() && higher.preference == lower.preference {
            colours[2] = 1;
            let weaker = higher.strength.min(lower.strength);
            colours[3] = u32::from(weaker == Strength::Strong);
            if higher.topscorer || lower.topscorer {
                let (colour, _) = allocate(higher, lower, self.initial);
                for (card, colour) in [(higher, colour), (lower, colour.other())] {
                    let step = if colour == Colour::White { 1 } else { -1 };
                    let thrice =
                        card.colours.len() > 1 && card.colours.iter().rev().take(2).all(|last| *last == colour);
                    colours[0] += u32::from((card.difference + step).abs() > 2);
                    colours[1] += u32::from(thrice);
                }
            }
        }
        Cost { colours, rises: [0, 1].map(|ago| moved && lower.rose(ago)) }
    }
}

/// Where each criterion stands in a weight.
pub(super) struct Criteria {
    pub lanes: usize,
    /// The scores of those moved down, from the top.
    levels: Vec<Points>,
    pairs: Field,
    paired: Vec<Field>,
    next_pairs: Field,
    next_paired: Vec<Field>,
    bye: Field,
    colours: Vec<Field>,
    floats: [[Field; 2]; 2],
    far: [[Vec<Field>; 2]; 2],
}

impl Criteria {
    pub(super) fn of(view: &View) -> Self {
        let (moved, residents) = view.cards[..view.bracket].split_at(view.moved);
        let mut levels: Vec<Points> = moved.iter().map(|card| card.score).collect();
        levels.dedup();
        let at = |level: Points| moved.iter().filter(move |card| card.score == level);
        let risen = |ago: usize| residents.iter().filter(|card| card.rose(ago)).count();
        let tops = view.cards[..view.bracket].iter().any(|card| card.topscorer);
        let pairs = view.bracket / 2;
        let within = view.near - view.bracket;

        let mut layout = Layout::default();
        let mut ask = |most: usize| layout.field(most);
        let c6 = ask(pairs);
        let c7: Vec<usize> = levels.iter().map(|level| ask(at(*level).count())).collect();
        let c8 = ask(if within == 0 { 0 } else { (view.near / 2).max(within) });
        let next = |count: usize| if within == 0 { 0 } else { count };
        let mut c8_scores: Vec<usize> = levels.iter().map(|level| ask(next(at(*level).count()))).collect();
        c8_scores.push(ask(next(residents.len())));
        let most = view.cards.iter().map(|card| card.unplayed).max().unwrap_or(0);
        let c9 = ask(if view.last_one { most } else { 0 });
        let c10_13 = [usize::from(tops) * 2, usize::from(tops) * 2, 1, 1].map(|each| ask(each * pairs));
        let mut c14_17 = [[0; 2]; 2];
        for ago in [0, 1] {
            c14_17[ago][0] = ask(residents.iter().filter(|card| card.fell(ago)).count());
            c14_17[ago][1] = ask(risen(ago).min(view.moved));
        }
        let mut c18_21: [[Vec<usize>; 2]; 2] = Default::default();
        for ago in [0, 1] {
            c18_21[ago][0] = levels.iter().map(|level| ask(at(*level).filter(|card| card.fell(ago)).count())).collect();
            c18_21[ago][1] = levels.iter().map(|level| ask(at(*level).count().min(risen(ago)))).collect();
        }

        let places = layout.places();
        let all = |fields: &[usize]| fields.iter().map(|field| places[*field]).collect::<Vec<Field>>();
        Self {
            lanes: layout.lanes(),
            pairs: places[c6],
            paired: all(&c7),
            next_pairs: places[c8],
            next_paired: all(&c8_scores),
            bye: places[c9],
            colours: all(&c10_13),
            floats: c14_17.map(|fields| fields.map(|field| places[field])),
            far: c18_21.map(|kinds| kinds.map(|fields| all(&fields))),
            levels,
        }
    }

    /// What an edge weighs; nothing if the two must not be paired.
    pub(super) fn weigh<const K: usize>(&self, view: &View, higher: usize, lower: usize) -> Option<Weight<K>> {
        if !view.joined(higher, lower) {
            return None;
        }
        let mut weight = Weight::ZERO;
        if lower < view.bracket {
            self.weigh_pair(&mut weight, view, higher, lower);
        } else if higher < view.bracket {
            self.weigh_float(&mut weight, view, higher, lower);
        } else if lower < view.near {
            weight.put(self.next_pairs, 1);
        }
        Some(weight)
    }

    fn weigh_pair<const K: usize>(&self, weight: &mut Weight<K>, view: &View, higher: usize, lower: usize) {
        weight.put(self.pairs, 1);
        let cost = view.cost(higher, lower);
        for (field, count) in self.colours.iter().zip(cost.colours) {
            weight.put(*field, -i64::from(count));
        }
        if higher < view.moved {
            let level = self.level(view, higher);
            weight.put(self.paired[level], 1);
            for ago in [0, 1] {
                if cost.rises[ago] {
                    weight.put(self.floats[ago][1], -1);
                    weight.put(self.far[ago][1][level], -1);
                }
            }
        }
    }

    fn weigh_float<const K: usize>(&self, weight: &mut Weight<K>, view: &View, higher: usize, lower: usize) {
        let level = self.level(view, higher);
        if lower < view.near {
            weight.put(self.next_pairs, 1);
            weight.put(self.next_paired[level], 1);
        } else if lower == view.cards.len() {
            weight.put(self.bye, -(view.cards[higher].unplayed as i64));
        }
        for ago in [0, 1] {
            if view.cards[higher].fell(ago) {
                if higher < view.moved {
                    weight.put(self.far[ago][0][level], -1);
                } else {
                    weight.put(self.floats[ago][0], -1);
                }
            }
        }
    }

    /// The place of somebody's score among those of the bracket, that of the residents last.
    fn level(&self, view: &View, vertex: usize) -> usize {
        if vertex >= view.moved {
            return self.levels.len();
        }
        self.levels.iter().position(|level| *level == view.cards[vertex].score).unwrap_or(self.levels.len())
    }
}

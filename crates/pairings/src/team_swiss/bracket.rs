//! Who moves up to a bracket (3.5), and how it is paired (3.6). Both are the first in an order among the best: the
//! criteria are the lanes of a matching's weights, and the order is settled team by team.

use std::collections::BTreeSet;

use super::cards::Card;
use crate::error::Error;
use crate::matching::Matcher;
use crate::tournament::Points;
use crate::weight::{Layout, Weight};

/// Who moves up to the first `top` of those not paired yet, by their places among them.
pub(super) fn upfloaters(cards: &[Card], top: usize, last_two: bool) -> Result<BTreeSet<usize>, Error> {
    if top == cards.len() {
        return Ok(BTreeSet::new());
    }
    let below: BTreeSet<Points> = cards[top..].iter().map(|card| card.score).collect();
    let mut layout = Layout::default();
    // C4, C5 for each score from the lowest on, C6, C7.
    for _ in 0..below.len() + 3 {
        layout.field(cards.len());
    }
    let climb = Climb { cards, top, last_two, below: below.into_iter().collect(), layout };
    match climb.layout.lanes() + 1 {
        ..=3 => climb.run::<3>(),
        4..=6 => climb.run::<6>(),
        7..=12 => climb.run::<12>(),
        13..=40 => climb.run::<40>(),
        _ => Err(Error::TooLarge),
    }
}

struct Climb<'a> {
    cards: &'a [Card],
    top: usize,
    last_two: bool,
    /// The scores below, the lowest first.
    below: Vec<Points>,
    layout: Layout,
}

impl Climb<'_> {
    fn run<const K: usize>(&self) -> Result<BTreeSet<usize>, Error> {
        let (cards, top) = (self.cards, self.top);
        let next = top + cards[top..].partition_point(|card| card.score == cards[top].score);
        let places = self.layout.places();
        let mut matcher = Matcher::<K>::new(cards.len(), &[0, top, next], |higher, lower| {
            if !cards[higher].may_meet(&cards[lower]) {
                return None;
            }
            let mut weight = Weight::ZERO;
            if higher < top && lower >= top {
                let level = self.below.binary_search(&cards[lower].score).unwrap_or(0);
                weight.put(places[0], -1);
                weight.put(places[1 + level], -1);
                weight.put(places[self.below.len() + 2], -i64::from(cards[lower].floated && !self.last_two));
            } else if higher >= top && higher < next && lower >= next {
                weight.put(places[self.below.len() + 1], -1);
            }
            Some(weight)
        })?;
        matcher.solved()?;
        let count = (0..top).filter(|vertex| matcher.mate(*vertex) >= top).count();
        let mut up = BTreeSet::new();
        for vertex in top..cards.len() {
            if up.len() < count && matcher.decide(vertex, |other| other < top)? {
                up.insert(vertex);
            }
        }
        Ok(up)
    }
}

/// The pairs of a bracket, whose members are in the order of their numbers: first that the higher numbers meet the
/// lower as far as possible, then who meets the first of them, and so on.
pub(super) fn pairs(members: &[Card], score: Points, last_two: bool) -> Result<Vec<(usize, usize)>, Error> {
    let size = members.len();
    // C10: a team of the bracket's score that floated, and one that moves up.
    let again = |one: &Card, other: &Card| one.floated && one.score == score && other.score != score && !last_two;
    let mut matcher = Matcher::<4>::new(size, &[0, size], |one, other| {
        let (one, other) = (&members[one], &members[other]);
        one.may_meet(other).then(|| {
            let (clashes, strong) = one.clashes(other);
            Weight([-clashes, -strong, -i64::from(again(one, other) || again(other, one)), 0])
        })
    })?;
    matcher.solved()?;
    let mut upper = Vec::new();
    for vertex in 0..size {
        if upper.len() < size / 2 && matcher.decide(vertex, |other| other > vertex)? {
            upper.push(vertex);
        }
    }
    let mut pairs = Vec::new();
    for vertex in upper {
        let mate = matcher.prefer(vertex, |other| -(other as i64))?;
        matcher.fix(vertex);
        pairs.push((vertex, mate));
    }
    Ok(pairs)
}

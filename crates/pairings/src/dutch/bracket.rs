//! Pairs one bracket: the best candidate by the criteria and, of those that are equally good, the first in the order
//! of article 4.

use super::criteria::{Criteria, View};
use crate::error::Error;
use crate::matching::Matcher;
use crate::round::Part;

/// How a bracket was paired, by the vertices of its view.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    pub pairs: Vec<(usize, usize, Part)>,
    pub floated: Vec<usize>,
    pub exchanges: usize,
}

/// Pairs the bracket of a view.
pub(super) fn draw(view: &mut View) -> Result<Drawn, Error> {
    // C9 is for a bracket that one player leaves. How many do is known once it is paired.
    view.last_one = view.bye.is_some_and(|score| view.cards[..view.bracket].iter().any(|card| card.score == score));
    match attempt(view)? {
        Some(drawn) => Ok(drawn),
        None => {
            view.last_one = false;
            attempt(view)?.ok_or(Error::Impossible)
        }
    }
}

fn attempt(view: &View) -> Result<Option<Drawn>, Error> {
    let criteria = Criteria::of(view);
    // One lane more for exchanges, one for the order.
    match criteria.lanes + 2 {
        ..=3 => Search::<3>::run(view, &criteria),
        4 => Search::<4>::run(view, &criteria),
        5..=6 => Search::<6>::run(view, &criteria),
        7..=8 => Search::<8>::run(view, &criteria),
        9..=12 => Search::<12>::run(view, &criteria),
        13..=20 => Search::<20>::run(view, &criteria),
        21..=40 => Search::<40>::run(view, &criteria),
        _ => Err(Error::TooLarge),
    }
}

/// Weighs more than all differences of numbers together.
const EXCHANGE: i64 = 1 << 26;

struct Search<'a, const K: usize> {
    view: &'a View<'a>,
    matcher: Matcher<K>,
    drawn: Drawn,
}

impl<'a, const K: usize> Search<'a, K> {
    /// Nothing, if C9 was applied to a bracket that more than one player leaves.
    fn run(view: &'a View<'a>, criteria: &Criteria) -> Result<Option<Drawn>, Error> {
        let matcher = Matcher::new(view.size(), &[0, view.moved, view.bracket, view.near], |higher, lower| {
            criteria.weigh(view, higher, lower)
        })?;
        let mut search = Self { view, matcher, drawn: Drawn::default() };
        search.solve()?;
        let leaving = (0..view.bracket).filter(|vertex| search.matcher.mate(*vertex) >= view.bracket).count();
        if view.last_one && leaving != 1 {
            return Ok(None);
        }
        search.pair_moved()?;
        search.pair_residents()?;
        let paired: Vec<usize> = search.drawn.pairs.iter().flat_map(|(one, other, _)| [*one, *other]).collect();
        search.drawn.floated = (0..view.bracket).filter(|vertex| !paired.contains(vertex)).collect();
        Ok(Some(search.drawn))
    }

    fn solve(&mut self) -> Result<(), Error> {
        self.matcher.solved()
    }

    fn take(&mut self, vertex: usize, part: Part) {
        let mate = self.matcher.mate(vertex);
        self.drawn.pairs.push((vertex.min(mate), vertex.max(mate), part));
        self.matcher.fix(vertex);
    }

    /// Which of those moved down are paired (4.4), and with whom (4.2).
    fn pair_moved(&mut self) -> Result<(), Error> {
        let (moved, bracket) = (self.view.moved, self.view.bracket);
        let mut pairing: Vec<usize> = (0..moved).filter(|vertex| self.matcher.mate(*vertex) < bracket).collect();
        // How many are paired is settled; which ones, only if some are left over.
        if !pairing.is_empty() && pairing.len() < moved {
            pairing.clear();
            for vertex in 0..moved {
                if self.matcher.decide(vertex, |other| other < bracket)? {
                    pairing.push(vertex);
                }
            }
        }
        for vertex in pairing {
            self.matcher.prefer(vertex, |other| -(other as i64))?;
            self.take(vertex, Part::MovedDown);
        }
        self.solve()
    }

    /// Those who belong to the bracket, or what is left of them.
    fn pair_residents(&mut self) -> Result<(), Error> {
        let view = self.view;
        let taken: Vec<usize> = self.drawn.pairs.iter().map(|(_, resident, _)| *resident).collect();
        let left: Vec<usize> = (view.moved..view.bracket).filter(|vertex| !taken.contains(vertex)).collect();
        let half = left.iter().filter(|vertex| self.matcher.mate(**vertex) < view.bracket).count() / 2;
        if half == 0 {
            return Ok(());
        }
        let (upper, lower) = self.exchange(&left, half)?;
        let part = if view.moved == 0 { Part::Whole } else { Part::Remainder };
        let worst = -(view.bracket as i64);
        for vertex in upper {
            self.matcher
                .prefer(vertex, |other| if lower.binary_search(&other).is_ok() { -(other as i64) } else { worst })?;
            self.take(vertex, part);
        }
        Ok(())
    }

    /// The halves after the first exchange (4.3) with which the best candidates come about.
    fn exchange(&mut self, left: &[usize], half: usize) -> Result<(Vec<usize>, Vec<usize>), Error> {
        let bracket = self.view.bracket;
        let (upper, lower) = left.split_at(half);
        let place = |vertex: usize| left.binary_search(&vertex).ok();
        // As many leave the upper half as leave the lower: each bears half of what an exchange weighs.
        let weigh = |one: usize, other: usize| match (place(one), place(other)) {
            // The lower of two of the upper half has changed places, and so has one who is not paired.
            (Some(one), Some(other)) if one < half && other < half => other as i64 - EXCHANGE,
            (Some(one), None) if one < half && other >= bracket => one as i64 - EXCHANGE,
            // And the higher of two of the lower half.
            (Some(one), Some(_)) if one >= half => -(one as i64) - EXCHANGE,
            _ => 0,
        };
        self.matcher.reweigh_all(K - 2, weigh, |vertex| match place(vertex) {
            Some(place) if place < half => left[place + half],
            _ => bracket,
        });
        self.solve()?;
        let both = |vertex: &&usize| lower.contains(&self.matcher.mate(**vertex));
        let count = lower.iter().filter(both).count() / 2;
        self.drawn.exchanges = count;

        let mut down = Vec::new();
        for &vertex in upper.iter().rev() {
            if down.len() < count
                && self
                    .matcher
                    .decide(vertex, |other| other >= bracket || (other < vertex && upper.contains(&other)))?
            {
                down.push(vertex);
            }
        }
        let mut up = Vec::new();
        for &vertex in lower {
            if up.len() < count && self.matcher.decide(vertex, |other| other > vertex && lower.contains(&other))? {
                up.push(vertex);
            }
        }
        self.solve()?;
        let goes_up = |vertex: &usize| (upper.contains(vertex) && !down.contains(vertex)) || up.contains(vertex);
        Ok(left.iter().copied().partition(goes_up))
    }
}

//! Perfect matchings of greatest weight in general graphs, by Edmonds' blossom method with dual variables.
//!
//! The graph is dense; one search for an augmenting path takes time quadratic in the number of vertices. What a search
//! leaves behind (duals, blossoms) serves the next one, so that the weights at one vertex can be changed
//! ([`Matcher::reweigh`]) and the best matching found again by a single search.

mod search;
#[cfg(test)]
mod tests;

use crate::error::Error;
use crate::weight::Weight;

const NONE: usize = usize::MAX;

/// What a graph may take: that of 2,000 players takes a quarter of it at most in all but the rarest brackets.
const MOST_BYTES: usize = 1 << 30;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    /// At an even distance from the root.
    Outer,
    /// At an odd distance.
    Inner,
}

/// An odd cycle of nodes, shrunk to one. Its first child holds the vertex that is matched outside.
#[derive(Default)]
struct Blossom {
    children: Vec<usize>,
    /// The edge from each child to the next, a vertex of either.
    links: Vec<(usize, usize)>,
    members: Vec<usize>,
    /// For every vertex the member whose edge to it is the tightest.
    closest: Vec<usize>,
}

/// A graph with a matching that is being made perfect. Nodes below `size` are vertices, the others blossoms.
pub(crate) struct Matcher<const K: usize> {
    size: usize,
    /// Twice the weights, so that halves stay whole.
    weights: Vec<Weight<K>>,
    active: Vec<usize>,
    mates: Vec<usize>,
    duals: Vec<Weight<K>>,
    parents: Vec<usize>,
    tops: Vec<usize>,
    blossoms: Vec<Blossom>,
    spare: Vec<usize>,
    labels: Vec<Label>,
    /// The edge by which an inner node was reached: a vertex outside, one within.
    entries: Vec<(usize, usize)>,
    /// Of a vertex that is not outer: the outer vertex with the tightest edge to it.
    nearest: Vec<usize>,
    /// Of an outer node: its tightest edge to another outer node.
    meeting: Vec<(usize, usize)>,
    /// What is tight and not done yet.
    agenda: Vec<Event>,
}

/// An edge that became tight, or a dual that is used up.
enum Event {
    Reach(usize, usize),
    Meet(usize, usize),
    Open(usize),
}

impl<const K: usize> Matcher<K> {
    /// A graph of `size` vertices; `weight` says what an edge weighs, or that there is none. `groups` says where groups
    /// of vertices begin that are mostly paired among themselves: it changes nothing but how soon the best is found.
    ///
    /// # Errors
    /// Where the graph would take more than a gigabyte.
    pub(crate) fn new(
        size: usize,
        groups: &[usize],
        weight: impl Fn(usize, usize) -> Option<Weight<K>>,
    ) -> Result<Self, Error> {
        // A weight for each edge, and at most half as many places that blossoms remember.
        let bytes = size.saturating_mul(size).saturating_mul(size_of::<Weight<K>>() + size_of::<usize>() / 2);
        if bytes > MOST_BYTES {
            return Err(Error::TooLarge);
        }
        let nodes = size + size / 2 + 1;
        let mut weights = vec![Weight::ABSENT; size * size];
        for one in 0..size {
            for other in one + 1..size {
                if let Some(weight) = weight(one, other) {
                    weights[one * size + other] = weight.doubled();
                    weights[other * size + one] = weight.doubled();
                }
            }
        }
        let mut matcher = Self {
            size,
            weights,
            active: (0..size).collect(),
            mates: vec![NONE; size],
            duals: vec![Weight::ZERO; nodes],
            parents: vec![NONE; nodes],
            tops: (0..size).collect(),
            blossoms: std::iter::repeat_with(Blossom::default).take(nodes - size).collect(),
            spare: (size..nodes).collect(),
            labels: vec![Label::Free; nodes],
            entries: vec![(NONE, NONE); nodes],
            nearest: vec![NONE; size],
            meeting: vec![(NONE, NONE); nodes],
            agenda: Vec::new(),
        };
        let mut end = size;
        for &start in groups.iter().rev() {
            matcher.cover(start, end);
            end = start;
        }
        let stride = groups.windows(2).map(|pair| pair[1] - pair[0]).find(|length| *length > 0).unwrap_or(size) / 2;
        matcher.match_at_a_glance(|vertex| vertex + stride);
        Ok(matcher)
    }

    /// The partner of a vertex in a solved graph.
    pub(crate) fn mate(&self, vertex: usize) -> usize {
        self.mates[vertex]
    }

    pub(crate) fn has_edge(&self, one: usize, other: usize) -> bool {
        self.weights[one * self.size + other] != Weight::ABSENT
    }

    /// Makes the matching perfect and its weight the greatest; false if no perfect matching exists.
    pub(crate) fn solve(&mut self) -> bool {
        for index in 0..self.active.len() {
            let vertex = self.active[index];
            if self.mates[vertex] == NONE && !self.search(vertex) {
                return false;
            }
        }
        true
    }

    /// Solves, where a perfect matching is asked for.
    ///
    /// # Errors
    /// Where there is none.
    pub(crate) fn solved(&mut self) -> Result<(), Error> {
        if self.solve() { Ok(()) } else { Err(Error::Impossible) }
    }

    /// Makes a vertex's partner the most valuable one that the choices so far allow; the last lane is for that.
    pub(crate) fn prefer(&mut self, vertex: usize, value: impl Fn(usize) -> i64) -> Result<usize, Error> {
        self.reweigh(vertex, K - 1, value);
        self.solved()?;
        Ok(self.mate(vertex))
    }

    /// Gives a vertex a partner of the favoured kind if it can have one, and holds it to that; whether it could.
    pub(crate) fn decide(&mut self, vertex: usize, favoured: impl Fn(usize) -> bool) -> Result<bool, Error> {
        let mate = self.prefer(vertex, |other| if favoured(other) { 0 } else { -1 })?;
        let decided = favoured(mate);
        self.restrict(vertex, K - 1, |other| favoured(other) == decided);
        Ok(decided)
    }

    /// Changes the weights of a vertex's edges in one lane. What is best is found by solving again.
    pub(crate) fn reweigh(&mut self, vertex: usize, lane: usize, value: impl Fn(usize) -> i64) {
        self.uncover(vertex);
        for index in 0..self.active.len() {
            let other = self.active[index];
            if other != vertex && self.has_edge(vertex, other) {
                let value = 2 * value(other);
                self.weights[vertex * self.size + other].0[lane] = value;
                self.weights[other * self.size + vertex].0[lane] = value;
            }
        }
        self.settle(vertex);
    }

    /// Takes away the edges of a vertex that do not fit; that of its partner stays. One lane of the others, which must
    /// be the same in all of them, is set back to nothing.
    pub(crate) fn restrict(&mut self, vertex: usize, lane: usize, fits: impl Fn(usize) -> bool) {
        self.uncover(vertex);
        for index in 0..self.active.len() {
            let other = self.active[index];
            if other != vertex && self.has_edge(vertex, other) {
                let (there, back) = (vertex * self.size + other, other * self.size + vertex);
                if fits(other) {
                    self.weights[there].0[lane] = 0;
                    self.weights[back].0[lane] = 0;
                } else {
                    self.weights[there] = Weight::ABSENT;
                    self.weights[back] = Weight::ABSENT;
                }
            }
        }
        self.settle(vertex);
    }

    /// Changes one lane of all edges. Of partners that look alike, those from `likely` on are tried first.
    pub(crate) fn reweigh_all(
        &mut self,
        lane: usize,
        value: impl Fn(usize, usize) -> i64,
        likely: impl Fn(usize) -> usize,
    ) {
        for index in 0..self.active.len() {
            self.uncover(self.active[index]);
        }
        for &one in &self.active {
            for &other in &self.active {
                if one != other && self.weights[one * self.size + other] != Weight::ABSENT {
                    self.weights[one * self.size + other].0[lane] = 2 * value(one.min(other), one.max(other));
                }
            }
        }
        for &one in &self.active {
            let edges = self.active.iter().map(|other| self.weights[one * self.size + other]);
            let greatest = edges.filter(|weight| *weight != Weight::ABSENT).map(|weight| weight.0[lane]).max();
            self.duals[one].0[lane] = greatest.unwrap_or(0) / 2;
        }
        for index in 0..self.active.len() {
            self.part_if_loose(self.active[index]);
        }
        self.match_at_a_glance(likely);
    }

    /// Takes a vertex and its partner out of the graph, as a pair that stands.
    pub(crate) fn fix(&mut self, vertex: usize) {
        let mate = self.mates[vertex];
        self.uncover(vertex);
        self.uncover(mate);
        self.mates[vertex] = mate;
        self.mates[mate] = vertex;
        self.active.retain(|&other| other != vertex && other != mate);
    }

    /// Gives a group of vertices duals that cover the edges within it and those to the groups that follow.
    fn cover(&mut self, start: usize, end: usize) {
        for vertex in start..end {
            let row = &self.weights[vertex * self.size..(vertex + 1) * self.size];
            let within = row[start..end].iter().filter(|weight| **weight != Weight::ABSENT).map(Weight::half);
            let beyond = row.iter().zip(&self.duals).skip(end).filter(|(weight, _)| **weight != Weight::ABSENT);
            let needed = within.chain(beyond.map(|(weight, dual)| *weight - *dual)).max();
            self.duals[vertex] = needed.unwrap_or(Weight::ZERO);
        }
    }

    /// Pairs vertices without partners along tight edges, without looking any further.
    fn match_at_a_glance(&mut self, likely: impl Fn(usize) -> usize) {
        for index in 0..self.active.len() {
            let vertex = self.active[index];
            if self.mates[vertex] == NONE {
                let from = self.active.partition_point(|&other| other < likely(vertex));
                let (first, last) = self.active.split_at(from);
                let free = last.iter().chain(first).copied().find(|&other| {
                    other != vertex && self.mates[other] == NONE && self.slack(vertex, other) == Weight::ZERO
                });
                if let Some(other) = free {
                    self.join(vertex, other);
                }
            }
        }
    }

    fn slack(&self, one: usize, other: usize) -> Weight<K> {
        self.duals[one] + self.duals[other] - self.weights[one * self.size + other]
    }

    fn join(&mut self, one: usize, other: usize) {
        self.mates[one] = other;
        self.mates[other] = one;
    }

    /// Gives a vertex outside of all blossoms the least dual that covers its edges.
    fn settle(&mut self, vertex: usize) {
        let others = self.active.iter().filter(|&&other| other != vertex && self.has_edge(vertex, other));
        let needed = others.map(|&other| self.weights[vertex * self.size + other] - self.duals[other]).max();
        self.duals[vertex] = needed.unwrap_or(Weight::ZERO);
        self.part_if_loose(vertex);
        for blossom in self.size..self.duals.len() {
            let members = &self.blossoms[blossom - self.size].members;
            if let Some(closest) = members.iter().copied().min_by_key(|&member| self.slack(member, vertex)) {
                self.blossoms[blossom - self.size].closest[vertex] = closest;
            }
        }
    }

    fn part_if_loose(&mut self, vertex: usize) {
        let mate = self.mates[vertex];
        if mate != NONE && self.slack(vertex, mate) != Weight::ZERO {
            self.mates[vertex] = NONE;
            self.mates[mate] = NONE;
        }
    }

    /// Dissolves the blossoms around a vertex. Duals stay feasible; the pair that left such a blossom may part.
    fn uncover(&mut self, vertex: usize) {
        while self.tops[vertex] != vertex {
            let blossom = self.tops[vertex];
            let half = self.duals[blossom].half();
            for member in self.blossoms[blossom - self.size].members.clone() {
                self.duals[member] += half;
            }
            let base = self.base(blossom);
            self.part_if_loose(base);
            self.release(blossom);
        }
    }

    /// Makes the children of a blossom nodes of their own.
    fn release(&mut self, blossom: usize) -> Blossom {
        let released = std::mem::take(&mut self.blossoms[blossom - self.size]);
        for &child in &released.children {
            self.parents[child] = NONE;
            self.crown(child);
        }
        self.duals[blossom] = Weight::ZERO;
        self.spare.push(blossom);
        released
    }

    /// Makes a node the top of its members.
    fn crown(&mut self, node: usize) {
        if node < self.size {
            self.tops[node] = node;
        } else {
            for &member in &self.blossoms[node - self.size].members {
                self.tops[member] = node;
            }
        }
    }

    fn base(&self, node: usize) -> usize {
        let mut node = node;
        while node >= self.size {
            node = self.blossoms[node - self.size].children[0];
        }
        node
    }

    fn closest(&self, node: usize, vertex: usize) -> usize {
        if node < self.size { node } else { self.blossoms[node - self.size].closest[vertex] }
    }

    fn members(&self, node: usize) -> Vec<usize> {
        if node < self.size { vec![node] } else { self.blossoms[node - self.size].members.clone() }
    }

    /// The child of a blossom that holds a vertex, by its index.
    fn child_with(&self, blossom: usize, vertex: usize) -> usize {
        let mut node = vertex;
        while self.parents[node] != blossom {
            node = self.parents[node];
        }
        self.blossoms[blossom - self.size].children.iter().position(|&child| child == node).unwrap_or(0)
    }
}

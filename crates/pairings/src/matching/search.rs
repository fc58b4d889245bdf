//! The search for an augmenting path: a tree of tight edges that grows, shrinks odd cycles and opens them again.

use super::{Blossom, Event, Label, Matcher, NONE};
use crate::weight::Weight;

impl<const K: usize> Matcher<K> {
    /// Grows a tree from a free vertex until it reaches another one; false if none can be reached.
    pub(super) fn search(&mut self, root: usize) -> bool {
        self.labels.fill(Label::Free);
        self.nearest.fill(NONE);
        self.meeting.fill((NONE, NONE));
        self.agenda.clear();
        self.make_outer(self.tops[root]);
        loop {
            let Some(event) = self.agenda.pop() else {
                if self.advance() {
                    continue;
                }
                return false;
            };
            match event {
                Event::Reach(outer, vertex) => {
                    let node = self.tops[vertex];
                    if self.labels[node] != Label::Free {
                        continue;
                    }
                    let mate = self.mates[self.base(node)];
                    if mate == NONE {
                        self.augment(outer, vertex);
                        self.tidy();
                        return true;
                    }
                    self.labels[node] = Label::Inner;
                    self.entries[node] = (outer, vertex);
                    self.make_outer(self.tops[mate]);
                }
                Event::Meet(one, other) if self.tops[one] != self.tops[other] => self.shrink(one, other),
                Event::Meet(_, _) => {}
                Event::Open(blossom) => {
                    if self.labels[blossom] == Label::Inner && self.parents[blossom] == NONE {
                        self.open(blossom);
                    }
                }
            }
        }
    }

    /// Moves the duals until something becomes tight; false if nothing ever does.
    fn advance(&mut self) -> bool {
        let mut least: Option<Weight<K>> = None;
        let mut agenda = std::mem::take(&mut self.agenda);
        let mut offer = |delta: Weight<K>, event: Event| {
            if least.is_none_or(|least| delta < least) {
                least = Some(delta);
                agenda.clear();
            }
            if least == Some(delta) {
                agenda.push(event);
            }
        };
        for &vertex in &self.active {
            let node = self.tops[vertex];
            match self.labels[node] {
                Label::Free => {
                    let outer = self.nearest[vertex];
                    if outer != NONE {
                        offer(self.slack(outer, vertex), Event::Reach(outer, vertex));
                    }
                }
                Label::Outer if self.base(node) == vertex => {
                    let (one, other) = self.meeting[node];
                    if one != NONE {
                        offer(self.slack(one, other).half(), Event::Meet(one, other));
                    }
                }
                Label::Inner if node >= self.size && self.base(node) == vertex => {
                    offer(self.duals[node].half(), Event::Open(node));
                }
                _ => {}
            }
        }
        self.agenda = agenda;
        if let Some(delta) = least {
            self.shift(delta);
        }
        least.is_some()
    }

    fn shift(&mut self, delta: Weight<K>) {
        if delta == Weight::ZERO {
            return;
        }
        for &vertex in &self.active {
            let node = self.tops[vertex];
            let first = node >= self.size && self.base(node) == vertex;
            match self.labels[node] {
                Label::Outer => {
                    self.duals[vertex] -= delta;
                    if first {
                        self.duals[node] += delta.doubled();
                    }
                }
                Label::Inner => {
                    self.duals[vertex] += delta;
                    if first {
                        self.duals[node] -= delta.doubled();
                    }
                }
                Label::Free => {}
            }
        }
    }

    fn make_outer(&mut self, node: usize) {
        self.labels[node] = Label::Outer;
        self.look_around(node, node);
        self.find_meeting(node);
    }

    /// Lets others know of the edges of a part of an outer node.
    fn look_around(&mut self, part: usize, node: usize) {
        for index in 0..self.active.len() {
            let vertex = self.active[index];
            let top = self.tops[vertex];
            if top == node {
                continue;
            }
            let outer = self.closest(part, vertex);
            let slack = self.slack(outer, vertex);
            if slack.is_beyond_reach() {
                continue;
            }
            if slack == Weight::ZERO {
                match self.labels[top] {
                    Label::Free => self.agenda.push(Event::Reach(outer, vertex)),
                    Label::Outer => self.agenda.push(Event::Meet(outer, vertex)),
                    Label::Inner => {}
                }
            }
            if self.labels[top] == Label::Outer {
                let (one, other) = self.meeting[top];
                if one == NONE || slack < self.slack(one, other) {
                    self.meeting[top] = (vertex, outer);
                }
            } else {
                let nearest = self.nearest[vertex];
                if nearest == NONE || slack < self.slack(nearest, vertex) {
                    self.nearest[vertex] = outer;
                }
            }
        }
    }

    fn find_meeting(&mut self, node: usize) {
        let mut best: Option<(Weight<K>, usize, usize)> = None;
        for &vertex in &self.active {
            let top = self.tops[vertex];
            if top != node && self.labels[top] == Label::Outer {
                let own = self.closest(node, vertex);
                let slack = self.slack(own, vertex);
                if !slack.is_beyond_reach() && best.as_ref().is_none_or(|(least, _, _)| slack < *least) {
                    best = Some((slack, own, vertex));
                }
            }
        }
        if let Some((_, own, vertex)) = best.filter(|(slack, _, _)| *slack == Weight::ZERO) {
            self.agenda.push(Event::Meet(own, vertex));
        }
        self.meeting[node] = best.map_or((NONE, NONE), |(_, own, vertex)| (own, vertex));
    }

    /// The nodes from an outer one up to the root.
    fn line_of(&self, node: usize) -> Vec<usize> {
        let mut line = vec![node];
        let mut node = node;
        loop {
            let mate = self.mates[self.base(node)];
            if mate == NONE {
                return line;
            }
            let inner = self.tops[mate];
            node = self.tops[self.entries[inner].0];
            line.extend([inner, node]);
        }
    }

    /// Makes a blossom of the cycle that an edge between two outer nodes closes.
    fn shrink(&mut self, one: usize, other: usize) {
        let mut left = self.line_of(self.tops[one]);
        let mut right = self.line_of(self.tops[other]);
        let mut join = NONE;
        while left.last() == right.last() && !left.is_empty() {
            join = left.pop().unwrap_or(NONE);
            right.pop();
        }
        let down = |nodes: &[usize]| -> Vec<(usize, usize)> {
            nodes
                .iter()
                .map(|&node| match self.labels[node] {
                    Label::Inner => self.entries[node],
                    _ => (self.mates[self.base(node)], self.base(node)),
                })
                .collect()
        };
        left.reverse();
        let mut links = down(&left);
        links.push((one, other));
        links.extend(down(&right).into_iter().map(|(upper, lower)| (lower, upper)));
        let mut children = vec![join];
        children.extend(&left);
        children.extend(&right);

        let blossom = self.spare.pop().expect("blossoms are nested odd cycles: never more than half the vertices");
        let members: Vec<usize> = children.iter().flat_map(|&child| self.members(child)).collect();
        let mut closest = vec![NONE; self.size];
        for &vertex in &self.active {
            let candidates = children.iter().map(|&child| self.closest(child, vertex));
            let best = candidates.filter(|&own| own != vertex).min_by_key(|&own| self.slack(own, vertex));
            closest[vertex] = best.unwrap_or(NONE);
        }
        for &child in &children {
            self.parents[child] = blossom;
        }
        let inner: Vec<usize> = children.iter().copied().filter(|&child| self.labels[child] == Label::Inner).collect();
        self.blossoms[blossom - self.size] = Blossom { children, links, members, closest };
        self.parents[blossom] = NONE;
        self.duals[blossom] = Weight::ZERO;
        self.labels[blossom] = Label::Outer;
        self.crown(blossom);
        for part in inner {
            self.look_around(part, blossom);
        }
        self.find_meeting(blossom);
    }

    /// Opens an inner blossom whose dual is used up: the way from its entry to its base stays in the tree.
    fn open(&mut self, blossom: usize) {
        let (outer, vertex) = self.entries[blossom];
        let start = self.child_with(blossom, vertex);
        let Blossom { children, links, .. } = self.release(blossom);
        for &child in &children {
            self.labels[child] = Label::Free;
        }
        let count = children.len();
        let mut at = start;
        let mut entry = (outer, vertex);
        let mut outers = Vec::new();
        loop {
            self.labels[children[at]] = Label::Inner;
            self.entries[children[at]] = entry;
            if at == 0 {
                break;
            }
            if start.is_multiple_of(2) {
                outers.push(children[at - 1]);
                let (inner, from) = links[at - 2];
                entry = (from, inner);
                at -= 2;
            } else {
                outers.push(children[at + 1]);
                entry = links[at + 1];
                at = (at + 2) % count;
            }
        }
        for node in outers {
            self.make_outer(node);
        }
    }

    /// Flips the path from the root to a free vertex.
    fn augment(&mut self, outer: usize, vertex: usize) {
        let (mut outer, mut vertex) = (outer, vertex);
        self.rebase(self.tops[vertex], vertex);
        loop {
            let node = self.tops[outer];
            let former = self.mates[self.base(node)];
            self.rebase(node, outer);
            self.join(outer, vertex);
            if former == NONE {
                return;
            }
            let inner = self.tops[former];
            (outer, vertex) = self.entries[inner];
            self.rebase(inner, vertex);
        }
    }

    /// Matches the members of a node among themselves so that the given one is left over.
    fn rebase(&mut self, node: usize, vertex: usize) {
        if node < self.size {
            return;
        }
        let at = self.child_with(node, vertex);
        let blossom = &self.blossoms[node - self.size];
        let (children, links) = (blossom.children.clone(), blossom.links.clone());
        self.rebase(children[at], vertex);
        let flipped = if at.is_multiple_of(2) { 0..at } else { at + 1..children.len() };
        for index in flipped.step_by(2) {
            let (one, other) = links[index];
            self.rebase(children[index], one);
            self.rebase(children[(index + 1) % children.len()], other);
            self.join(one, other);
        }
        let blossom = &mut self.blossoms[node - self.size];
        blossom.children.rotate_left(at);
        blossom.links.rotate_left(at);
    }

    /// Dissolves the blossoms that weigh nothing.
    fn tidy(&mut self) {
        for index in 0..self.active.len() {
            let vertex = self.active[index];
            while self.tops[vertex] != vertex && self.duals[self.tops[vertex]] == Weight::ZERO {
                self.release(self.tops[vertex]);
            }
        }
    }
}

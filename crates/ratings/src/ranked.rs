//! An ordered list with fast look-up of ranks: runs of values, and where each run ends.

/// Values in a run at the most. Runs are made half full, so that most of those to come fit in.
const RUN: usize = 1024;

/// Finding is O(log n). A change also moves what stands behind it in its run, and counts on in the runs behind that.
#[derive(Clone, Debug)]
pub(crate) struct Ranked<T> {
    /// None of them is empty.
    runs: Vec<Vec<T>>,
    /// How many values stand in each run and before it.
    ends: Vec<usize>,
}

impl<T> Default for Ranked<T> {
    fn default() -> Self {
        Self { runs: Vec::new(), ends: Vec::new() }
    }
}

impl<T: Ord> Ranked<T> {
    /// Of values that stand in order already, none of them twice.
    pub(crate) fn of_sorted(values: impl IntoIterator<Item = T>) -> Self {
        let (mut values, mut ranked) = (values.into_iter().peekable(), Self::default());
        while values.peek().is_some() {
            let run: Vec<T> = values.by_ref().take(RUN / 2).collect();
            ranked.ends.push(ranked.len() + run.len());
            ranked.runs.push(run);
        }
        ranked
    }

    pub(crate) fn len(&self) -> usize {
        self.begin_of(self.runs.len())
    }

    /// How many values stand before a run.
    fn begin_of(&self, run: usize) -> usize {
        run.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// The run that a value belongs to, and its place there: where it stands, or else would.
    fn find(&self, value: &T) -> (usize, Result<usize, usize>) {
        let run = self.runs.partition_point(|run| run.last().is_some_and(|last| last < value));
        let run = run.min(self.runs.len().saturating_sub(1));
        (run, self.runs.get(run).map_or(Err(0), |values| values.binary_search(value)))
    }

    /// Puts a value in its place, unless it is there.
    pub(crate) fn insert(&mut self, value: T) {
        let (mut run, Err(mut place)) = self.find(&value) else { return };
        match self.runs.get_mut(run) {
            None => {
                self.runs.push(Vec::new());
                self.ends.push(0);
            }
            Some(values) if values.len() == RUN => {
                let behind = values.split_off(RUN / 2);
                self.ends.insert(run, self.ends[run] - behind.len());
                self.runs.insert(run + 1, behind);
                if place > RUN / 2 {
                    (run, place) = (run + 1, place - RUN / 2);
                }
            }
            Some(_) => {}
        }
        self.runs[run].insert(place, value);
        self.ends[run..].iter_mut().for_each(|end| *end += 1);
    }

    /// Takes a value out, if it is there.
    pub(crate) fn remove(&mut self, value: &T) {
        let (run, Ok(place)) = self.find(value) else { return };
        self.runs[run].remove(place);
        self.ends[run..].iter_mut().for_each(|end| *end -= 1);
        if self.runs[run].is_empty() {
            self.runs.remove(run);
            self.ends.remove(run);
        }
    }

    /// How many values stand before this one, whether it is there or not.
    pub(crate) fn rank(&self, value: &T) -> usize {
        let (run, place) = self.find(value);
        self.begin_of(run) + place.unwrap_or_else(|place| place)
    }

    /// The values from a place on.
    pub(crate) fn from(&self, place: usize) -> impl Iterator<Item = &T> {
        let run = self.ends.partition_point(|end| *end <= place);
        self.runs[run..].iter().flatten().skip(place - self.begin_of(run))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]
        #[test]
        fn values_stand_as_in_a_sorted_set(
            first in prop::collection::btree_set(0_u16..4_000, 0..3_000),
            changes in prop::collection::vec((any::<bool>(), 0_u16..4_000), 0..6_000),
        ) {
            let mut ranked = Ranked::of_sorted(first.iter().copied());
            let mut set: BTreeSet<u16> = first;
            for (is_put, value) in changes {
                if is_put {
                    ranked.insert(value);
                    set.insert(value);
                } else {
                    ranked.remove(&value);
                    set.remove(&value);
                }
            }
            prop_assert_eq!(ranked.len(), set.len());
            prop_assert!(ranked.from(0).eq(&set));
            prop_assert!(ranked.runs.iter().all(|run| (1..=RUN).contains(&run.len())));
            for value in (0..4_000).step_by(37) {
                let place = set.range(..value).count();
                prop_assert_eq!(ranked.rank(&value), place);
                prop_assert_eq!(ranked.from(place).next(), set.range(value..).next());
            }
            prop_assert_eq!(ranked.from(set.len() + 7).next(), None);
        }
    }

    #[test]
    fn a_run_that_is_full_becomes_two() {
        let mut ranked = Ranked::default();
        (0..10_000).for_each(|value| ranked.insert(value));
        (10_000..20_000).rev().for_each(|value| ranked.insert(value));
        assert!(ranked.from(0).copied().eq(0..20_000));
        (0..20_000).for_each(|value| ranked.remove(&value));
        assert_eq!((ranked.len(), ranked.runs.len()), (0, 0));
    }
}

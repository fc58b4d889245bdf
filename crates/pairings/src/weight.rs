//! Weights compared lane by lane: a criterion in a higher lane outweighs everything in the lanes below it.
//!
//! Vectors of integers in lexicographic order are an ordered group, which is all that a matching asks of its weights;
//! sums never carry from one lane into another.

use std::ops::{Add, AddAssign, Sub, SubAssign};

/// The bits of a lane that criteria may fill. What is left holds the sums that a search for a matching makes of them.
const LANE_BITS: u32 = 44;

/// A weight of `K` lanes, the first the most important.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Weight<const K: usize>(pub [i64; K]);

impl<const K: usize> Weight<K> {
    pub(crate) const ZERO: Self = Self([0; K]);

    /// The (doubled) weight of an edge that does not exist: below all that real edges can add up to.
    pub(crate) const ABSENT: Self = {
        let mut lanes = [0; K];
        lanes[0] = -(1 << 61);
        Self(lanes)
    };

    /// Whether a slack is that of an absent edge.
    pub(crate) fn is_beyond_reach(&self) -> bool {
        self.0[0] >= 1 << 60
    }

    pub(crate) fn doubled(&self) -> Self {
        Self(self.0.map(|lane| lane * 2))
    }

    /// Half of an even weight.
    pub(crate) fn half(&self) -> Self {
        Self(self.0.map(|lane| lane >> 1))
    }

    pub(crate) fn put(&mut self, field: Field, count: i64) {
        if let Some((lane, shift)) = field.0 {
            self.0[lane] += count << shift;
        }
    }
}

impl<const K: usize> Add for Weight<K> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<const K: usize> Sub for Weight<K> {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const K: usize> AddAssign for Weight<K> {
    fn add_assign(&mut self, other: Self) {
        for (lane, more) in self.0.iter_mut().zip(other.0) {
            *lane += more;
        }
    }
}

impl<const K: usize> SubAssign for Weight<K> {
    fn sub_assign(&mut self, other: Self) {
        for (lane, less) in self.0.iter_mut().zip(other.0) {
            *lane -= less;
        }
    }
}

/// The place of one criterion in a weight; nowhere, if it can make no difference.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Field(Option<(usize, u32)>);

/// Gives criteria their places, the most important first.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    lanes: Vec<Vec<(usize, u32)>>,
    fields: usize,
}

impl Layout {
    /// A place for a criterion whose sum over all pairs stays between `-most` and 0 or between 0 and `most`.
    pub(crate) fn field(&mut self, most: usize) -> usize {
        let bits = usize::BITS - most.leading_zeros();
        let full =
            self.lanes.last().is_none_or(|lane| lane.iter().map(|(_, bits)| bits).sum::<u32>() + bits > LANE_BITS);
        if full {
            self.lanes.push(Vec::new());
        }
        if let Some(lane) = self.lanes.last_mut() {
            lane.push((self.fields, bits));
        }
        self.fields += 1;
        self.fields - 1
    }

    /// How many lanes the criteria fill.
    pub(crate) fn lanes(&self) -> usize {
        self.lanes.len()
    }

    /// The places, by the order in which they were asked for.
    pub(crate) fn places(&self) -> Vec<Field> {
        let mut places = vec![Field::default(); self.fields];
        for (index, lane) in self.lanes.iter().enumerate() {
            let mut below: u32 = lane.iter().map(|(_, bits)| bits).sum();
            for (field, bits) in lane {
                below -= bits;
                if *bits > 0 {
                    places[*field] = Field(Some((index, below)));
                }
            }
        }
        places
    }
}

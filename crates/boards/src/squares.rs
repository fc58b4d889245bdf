//! A square, and a set of squares as a bitboard of as many words as the board needs.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor};

/// A square by its number on its board, counted rank by rank from a1, missing squares left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(pub u8);

/// A table with an entry for each square: 256 of them, so that no index needs a check.
pub(super) type BySquare<T> = [T; 256];

/// A set of squares: 64 for each of `W` words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Squares<const W: usize>([u64; W]);

impl<const W: usize> Squares<W> {
    pub const EMPTY: Self = Squares([0; W]);
    /// Every number, whether a square has it or not.
    pub const ALL: Self = Squares([u64::MAX; W]);

    #[inline(always)]
    pub fn of(square: Square) -> Self {
        let mut words = [0; W];
        for (index, word) in words.iter_mut().enumerate() {
            *word = u64::from(square.0 as usize / 64 == index) << (square.0 % 64);
        }
        Squares(words)
    }

    #[inline(always)]
    pub fn contains(self, square: Square) -> bool {
        self.0.get(square.0 as usize / 64).is_some_and(|word| word >> (square.0 % 64) & 1 != 0)
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |union, word| union | word) == 0
    }

    #[inline(always)]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    #[inline(always)]
    pub fn without(self, other: Self) -> Self {
        Squares(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline(always)]
    pub fn insert(&mut self, square: Square) {
        *self |= Squares::of(square);
    }

    #[inline(always)]
    pub fn remove(&mut self, square: Square) {
        *self = self.without(Squares::of(square));
    }

    #[inline(always)]
    pub fn count(self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    #[inline(always)]
    pub fn has_one(self) -> bool {
        self.count() == 1
    }

    /// The square with the lowest number.
    #[inline(always)]
    pub fn first(self) -> Option<Square> {
        (0..W).find(|&i| self.0[i] != 0).map(|i| Square((i * 64) as u8 + self.0[i].trailing_zeros() as u8))
    }

    /// The square with the highest number.
    #[inline(always)]
    pub fn last(self) -> Option<Square> {
        (0..W).rev().find(|&i| self.0[i] != 0).map(|i| Square((i * 64) as u8 + 63 - self.0[i].leading_zeros() as u8))
    }
}

impl<const W: usize> Iterator for Squares<W> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        for (index, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let square = Square((index * 64) as u8 + word.trailing_zeros() as u8);
                *word &= *word - 1;
                return Some(square);
            }
        }
        None
    }
}

impl<const W: usize> FromIterator<Square> for Squares<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Squares::EMPTY, |set, square| set | Squares::of(square))
    }
}

impl<const W: usize> BitAnd for Squares<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Squares(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const W: usize> BitOr for Squares<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Squares(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const W: usize> BitXor for Squares<W> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Squares(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }
}

impl<const W: usize> BitAndAssign for Squares<W> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for Squares<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sets_behave_like_sets(one in prop::collection::btree_set(0..192_u8, 0..40), other in prop::collection::btree_set(0..192_u8, 0..40)) {
            let set = |numbers: &BTreeSet<u8>| numbers.iter().map(|&number| Square(number)).collect::<Squares<3>>();
            let (a, b) = (set(&one), set(&other));
            let numbers = |squares: Squares<3>| squares.map(|square| square.0).collect::<BTreeSet<u8>>();
            prop_assert_eq!(numbers(a & b), &one & &other);
            prop_assert_eq!(numbers(a | b), &one | &other);
            prop_assert_eq!(numbers(a ^ b), &one ^ &other);
            prop_assert_eq!(numbers(a.without(b)), &one - &other);
            prop_assert_eq!(a.count(), one.len() as u64);
            prop_assert_eq!(a.first(), one.first().map(|&number| Square(number)));
            prop_assert_eq!(a.last(), one.last().map(|&number| Square(number)));
            prop_assert_eq!((a.is_empty(), a.meets(b)), (one.is_empty(), !one.is_disjoint(&other)));
        }
    }
}

//! Random numbers that anybody can check, derived from the table's seed alone (SplitMix64).

/// The number at a place of the seed's sequence, counted from 0.
fn nth(seed: i64, place: u64) -> u64 {
    let step = 0x9E37_79B9_7F4A_7C15_u64;
    let mut z = (seed as u64).wrapping_add(place.wrapping_add(1).wrapping_mul(step));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A number below `end`, which is not 0: the high half of the product, so that no choice is favoured noticeably.
pub fn below(seed: i64, place: u64, end: usize) -> usize {
    ((u128::from(nth(seed, place)) * end as u128) >> 64) as usize
}

/// Puts things in random order with one number each.
pub fn shuffle<T>(seed: i64, things: &mut [T]) {
    for last in (1..things.len()).rev() {
        things.swap(last, below(seed, last as u64, last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_order_and_every_choice_comes_up() {
        // The first numbers of SplitMix64 from 0, as published with the algorithm.
        assert_eq!([nth(0, 0), nth(0, 1)], [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
        let mut counts = [0; 6];
        (0..6_000).for_each(|place| counts[below(42, place, 6)] += 1);
        assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
        let orders: std::collections::BTreeSet<[u8; 3]> = (0..100)
            .map(|seed| {
                let mut things = [1, 2, 3];
                shuffle(seed, &mut things);
                things
            })
            .collect();
        assert_eq!(orders.len(), 6);
    }
}

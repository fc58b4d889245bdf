//! Measures rounds of the Dutch system, and how many times as long as the first round of 100 players each takes:
//! `cargo bench -p rookery-pairings`.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use rookery_pairings::{Dutch, Format, Score, Tournament};

fn main() {
    let (unit, _) = longest(100, 1, 1);
    println!("round 1 of 100 players: {unit:?}");
    for (players, rounds) in [(100, 9), (101, 13), (200, 13), (500, 11)] {
        let (time, round) = longest(players, rounds, 7);
        let ratio = time.as_secs_f64() / unit.as_secs_f64();
        println!("{players} players, {rounds} rounds: the longest is round {round}, {time:?}, {ratio:.1} units");
    }
}

/// The longest time that a round of a tournament takes, and which it is.
fn longest(players: u32, rounds: usize, seed: u64) -> (Duration, usize) {
    let mut tournament = Tournament::of(players, rounds);
    let mut state = seed;
    let mut times = Vec::new();
    for number in 1..=rounds {
        let start = Instant::now();
        let round = Dutch.pair(&tournament).expect("a pairing");
        times.push((start.elapsed(), number));
        let mut results = BTreeMap::new();
        for pair in &round.pairs {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            results.insert(pair.white, [Score::Win, Score::Draw, Score::Loss][(state >> 33) as usize % 3]);
        }
        tournament.enter(&round, &results).expect("all results");
    }
    times.into_iter().max().expect("a round")
}

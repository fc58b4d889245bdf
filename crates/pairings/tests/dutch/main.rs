//! The Dutch system, held against its text.

mod random;
mod reference;

use rookery_pairings::{Dutch, Format, Tournament};

use random::Plan;

fn agrees(tournament: &Tournament) {
    let ours = Dutch.pair(tournament).ok().map(|round| {
        let mut pairs: Vec<(u32, u32)> = round.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
        pairs.sort_unstable();
        (pairs, round.bye)
    });
    assert_eq!(ours, reference::pair(tournament), "{tournament:#?}");
}

#[test]
fn small_tournaments_are_paired_as_the_text_has_it() {
    let tournaments = std::env::var("PAIRINGS_TOURNAMENTS").ok().and_then(|count| count.parse().ok()).unwrap_or(150);
    for seed in 0..tournaments {
        let players = 4 + (seed % 6) as u32;
        let plan = Plan { players, rounds: 3 + (seed / 7 % 4) as usize, seed, absence: [0, 8, 5][seed as usize % 3], baku: seed % 5 == 0 };
        random::play(&plan, agrees);
    }
}

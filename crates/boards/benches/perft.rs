//! Leaf nodes a second of perft, the last ply counted in bulk, on one core: the ordinary board beside shakmaty in the
//! same run, and the cross board.

use std::time::{Duration, Instant};

use rookery_boards::Setup;
use shakmaty::{Chess, Position};

const ROUNDS: usize = 15;
const GOAL_RATIO: f64 = 0.5;
const GOAL_CROSS: f64 = 45.0;

fn main() {
    let chess = Chess::default();
    let [start2, start4] = ["start2", "start4"].map(|name| Setup::from_text(name).expect("a start position"));
    let ours = |setup: &Setup| setup.perft(5, u64::MAX).expect("a valid position").expect("no limit");
    let [mut theirs, mut std8, mut cross14] = [Duration::MAX; 3];
    for _ in 0..ROUNDS {
        theirs = theirs.min(timed(4_865_609, || shakmaty_perft(&chess, 5)));
        std8 = std8.min(timed(4_865_609, || ours(&start2)));
        cross14 = cross14.min(timed(3_452_310, || ours(&start4)));
    }
    let rate = |nodes: f64, time: Duration| nodes / time.as_secs_f64() / 1e6;
    let (theirs, std8) = (rate(4_865_609.0, theirs), rate(4_865_609.0, std8));
    let cross14 = rate(3_452_310.0, cross14);
    println!("best of {ROUNDS} rounds, million leaf nodes a second");
    println!("std8 perft 5     {std8:7.1}   shakmaty {theirs:7.1}   ratio {:.2} (goal {GOAL_RATIO})", std8 / theirs);
    println!("cross14 perft 5  {cross14:7.1}   (goal {GOAL_CROSS})");
}

fn timed(expected: u64, perft: impl Fn() -> u64) -> Duration {
    let begin = Instant::now();
    assert_eq!(perft(), expected);
    begin.elapsed()
}

fn shakmaty_perft(position: &Chess, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let below = |mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        shakmaty_perft(&next, depth - 1)
    };
    moves.into_iter().map(below).sum()
}

//! How fast the Party Chess engine is, beside the plain one of the tests in the same run.

#[path = "../tests/rules/boards.rs"]
mod boards;
#[path = "../tests/rules/plain/mod.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod plain;

use std::hint::black_box;
use std::time::{Duration, Instant};

use boards::{Chance, Shape, modest_shape, random_board};
use plain::Game;
use rookery_party_chess::Position;
use serde_json::Value;

/// Repeats for at least this long.
const LEAST: Duration = Duration::from_millis(1_500);

/// Seconds for all items together: the fastest run of each, since on a busy machine the others tell more of its other work.
fn time<T>(items: &[T], run: impl Fn(&T)) -> f64 {
    let start = Instant::now();
    let mut best = vec![f64::INFINITY; items.len()];
    while start.elapsed() < LEAST {
        for (item, best) in items.iter().zip(&mut best) {
            let begun = Instant::now();
            run(item);
            *best = best.min(begun.elapsed().as_secs_f64());
        }
    }
    best.iter().sum()
}

fn list(position: &Position) {
    drop(black_box(position.legal_plays()));
}

fn weigh(position: &Position) {
    position.play_list().iter().for_each(|&swinger| drop(black_box(position.weight(swinger))));
}

fn load(boards: &[Value]) -> Vec<Position> {
    boards.iter().map(|board| Position::from_json(board).expect("a position")).collect()
}

/// The board without those pieces that would give Check, and with 100 on-board pieces at most.
fn calm(mut board: Value) -> Value {
    let pieces = board["pieces"].as_array().expect("pieces").clone();
    let mut kept: Vec<Value> = Vec::new();
    for piece in pieces {
        if !piece["square"].is_null() && kept.iter().filter(|piece| !piece["square"].is_null()).count() == 100 {
            continue;
        }
        kept.push(piece);
        board["pieces"] = kept.clone().into();
        let position = Position::from_json(&board).expect("a position");
        if position.play_list().iter().any(|&swinger| position.in_check(swinger) != Ok(false)) {
            kept.pop();
        }
    }
    board["pieces"] = kept.into();
    board
}

fn main() {
    let crowded = Shape { swingers: 8, on_board: 160, off_board: 16, side: 20, tornados: 0, amended: true };
    let boards: Vec<Value> = (1..41).map(|seed| calm(random_board(&mut Chance::new(seed), crowded))).collect();
    let positions = load(&boards);
    let plays: u64 = positions.iter().map(|position| position.count_plays().expect("bounded")).sum();
    let count = positions.len() as f64;
    let pieces =
        positions.iter().map(|position| position.board().occupied().len()).sum::<u32>() / positions.len() as u32;
    println!(
        "crowded boards: 8 Swingers, about {pieces} pieces on-board, 16 off-board, nobody in Check; {:.0} plays each",
        plays as f64 / count
    );
    let listing = time(&positions, list) / count;
    println!("all legal plays          {:>9.1} µs a position (goal: at most 200)", listing * 1e6);
    let counting = time(&positions, |position| {
        let _ = black_box(position.count_plays());
    });
    println!("perft 1                  {:>9.1} million plays/s", plays as f64 / counting / 1e6);
    let perft = |position: &Position| position.perft(2, u64::MAX).expect("bounded").expect("counted");
    let nodes: u64 = positions[..8].iter().map(perft).sum();
    let deep = time(&positions[..8], |position| {
        black_box(perft(position));
    });
    println!("perft 2                  {:>9.1} million plays/s (goal: at least 5)", nodes as f64 / deep / 1e6);
    println!("all weights              {:>9.1} µs a position", time(&positions, weigh) / count * 1e6);
    let size = positions.iter().map(Position::size).max().unwrap_or(0);
    println!("state                    {size:>9} bytes at most (goal: at most 8192)");

    let modest: Vec<Value> = (0..30)
        .map(|seed| {
            let chance = &mut Chance::new(seed + 1);
            let shape = modest_shape(chance);
            random_board(chance, shape)
        })
        .collect();
    for (name, boards) in [("crowded", &boards[..4]), ("modest, with Tornados", &modest[..])] {
        let (positions, games) = (load(boards), boards.iter().map(Game::load).collect::<Vec<_>>());
        let fast = time(&positions, list);
        let plain = time(&games, |game| drop(black_box(game.legal())));
        println!(
            "legal plays, {name}: fast {:.1} µs, plain {:.1} µs, ratio {:.0} (goal: at least 20)",
            fast * 1e6,
            plain * 1e6,
            plain / fast
        );
        let fast = time(&positions, weigh);
        let plain = time(&games, |game| game.list.iter().for_each(|name| drop(black_box(game.weight(name)))));
        println!("weights, {name}: fast {:.1} µs, plain {:.1} µs, ratio {:.0}", fast * 1e6, plain * 1e6, plain / fast);
    }
}

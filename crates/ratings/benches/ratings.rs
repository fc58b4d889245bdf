//! Measures the ratings against their goals, as ratios within one run: `cargo bench -p rookery-ratings`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use chrono::DateTime;
use rookery_ratings::elo::{Factor, Outcome, elo_change};
use rookery_ratings::fold::{Effect, Event, Fold, Kind, replay};
use rookery_ratings::refold::{Corrected, Refold};
use rookery_ratings::standings::{Member, Record, Standings};

const MEMBERS: i64 = 1_000_000;
const GAMES: usize = 1_000_000;
const FLOOR: i32 = 100;

fn main() {
    // First, while the process is still empty: what it holds afterwards is the standings.
    standings();
    for players in [300, 10_000] {
        history(players);
    }
}

fn standings() {
    let empty = resident_bytes();
    let mut random = Random(7);
    let mut board: Standings = (0..MEMBERS).map(|id| someone(id, &mut random)).collect();
    let built = resident_bytes();
    let (changing, ()) = timed(|| {
        for _ in 0..MEMBERS {
            let id = random.below(MEMBERS as u64) as i64;
            board.put(someone(id, &mut random));
        }
    });
    let churned = resident_bytes();
    println!("standings of {MEMBERS} members, names and records included");
    if let (Some(empty), Some(built), Some(churned)) = (empty, built, churned) {
        let per_member = |bytes: u64| (bytes - empty) as f64 / MEMBERS as f64;
        goal("bytes a member, built", per_member(built), "<=", 137.0);
        goal("bytes a member, after a change of each", per_member(churned), "<=", 137.0);
    }
    report("one change", changing, MEMBERS as u32);

    let looks = 200_000;
    let (looking, ()) = timed(|| {
        for _ in 0..looks {
            let id = random.below(MEMBERS as u64) as i64;
            black_box(board.page_around(id, 20));
        }
    });
    report("rank and a page of 20 around any member", looking, looks);
    let (looking, ()) = timed(|| {
        for look in 0..looks {
            black_box(board.page_around(i64::from(look) % 100, 20));
        }
    });
    report("the same around a hundred members again and again", looking, looks);
    drop(board);

    let members: Vec<Member> = (0..MEMBERS).map(|id| someone(id, &mut random)).collect();
    let (one_by_one, board) = timed(|| {
        let mut board = Standings::new();
        members.iter().for_each(|member| drop(board.put(member.clone())));
        board
    });
    let (at_once, again) = timed(|| members.into_iter().collect::<Standings>());
    assert!(board.iter().eq(again.iter()));
    report("one of the members put in all at once", at_once, MEMBERS as u32);
    goal("putting them in one by one / all at once", ratio(one_by_one, at_once), ">=", 2.0);
}

fn someone(id: i64, random: &mut Random) -> Member {
    let games = random.below(40) as u32;
    Member {
        id,
        score: FLOOR + (0..4).map(|_| random.below(500) as i32).sum::<i32>(),
        record: Record { wins: games / 2, draws: games / 10, losses: games / 3 },
        name: format!("Member {:06}", random.below(1_000_000)).into(),
    }
}

fn history(players: i64) {
    let mut random = Random(11);
    let log = log(players, &mut random);
    let bare: Vec<BareGame> = games(&log).collect();

    let (folding, fold) = best(|| replay(black_box(&log)));
    let (looping, scores) = best(|| bare_elo(players, games(black_box(&log))));
    let (packed, _) = best(|| bare_elo(players, black_box(&bare).iter().copied()));
    assert!((0..players).all(|id| fold.score(id) == Some(scores[id as usize])));
    println!("\na history of {GAMES} games among {players}");
    report("one game of the bare loop over the log", looping, GAMES as u32);
    report("the same over packed games of 12 bytes", packed, GAMES as u32);
    report("one event of the fold", folding, GAMES as u32);
    goal("fold / bare integer Elo loop", ratio(looping, folding), ">=", 0.5);

    let mut fold = Fold::new();
    let mut stored: Vec<(Event, Effect)> = log.iter().map(|e| (*e, fold.apply(e))).collect();
    drop(log);
    for share in [0, 50, 99] {
        let index = players as usize + GAMES * share / 100;
        stored[index].0.void = true;
        let (voiding, (changed, most, entries, read)) = best(|| void_one(&stored[index..], index));
        let (reading, _) = best(|| replay(stored.iter().map(|(event, _)| event)));
        stored[index].0.void = false;
        println!(
            "  void at {share} %: {read} events read, {changed} effects changed, \
             {most} persons astray at most, {entries} ledger entries"
        );
        goal("    voiding / (reading + folding)", ratio(voiding, reading), "<=", 10.0);
    }
}

/// How many effects changed, most persons astray, ledger entries, events read.
fn void_one(stored: &[(Event, Effect)], index: usize) -> (usize, usize, usize, usize) {
    let mut refold = Refold::new([index as i64]);
    let mut corrected: Vec<Corrected> = Vec::new();
    let (mut most, mut read) = (0, 0);
    for (event, on_record) in stored {
        corrected.extend(refold.push(event, on_record).expect("an unbroken record"));
        read += 1;
        most = most.max(refold.astray());
        if refold.is_settled() {
            break;
        }
    }
    let entries = refold.finish().expect("the event was reached").len();
    (corrected.len(), most, entries, read)
}

fn log(players: i64, random: &mut Random) -> Vec<Event> {
    let event = |id: i64, kind| Event {
        id,
        at: DateTime::from_timestamp(id, 0).expect("a time").naive_utc(),
        void: false,
        kind,
    };
    let joins = (0..players).map(|person| event(person, Kind::Join { person, initial: FLOOR }));
    let mut log: Vec<Event> = joins.collect();
    for id in players..players + GAMES as i64 {
        let white = random.below(players as u64) as i64;
        let black = (white + 1 + random.below(players as u64 - 1) as i64) % players;
        let outcome = match random.below(5) {
            0 => Outcome::Draw,
            1 | 2 => Outcome::White,
            _ => Outcome::Black,
        };
        let kind = Kind::Game { white, black, outcome, k: 40, factor: Factor::WHOLE, floor: FLOOR };
        log.push(event(id, kind));
    }
    log
}

/// A game with nothing to it but who and what.
#[derive(Clone, Copy)]
struct BareGame {
    white: u32,
    black: u32,
    outcome: u8,
}

fn games(log: &[Event]) -> impl Iterator<Item = BareGame> {
    log.iter().filter_map(|event| match event.kind {
        Kind::Game { white, black, outcome, .. } => {
            Some(BareGame { white: white as u32, black: black as u32, outcome: outcome as u8 })
        }
        _ => None,
    })
}

const WIDEST: i32 = 3000;

/// The loop to compare with: one K, one floor, a table of integers, nothing kept of what happened.
fn bare_elo(players: i64, games: impl Iterator<Item = BareGame>) -> Vec<i32> {
    let outcomes = [Outcome::White, Outcome::Draw, Outcome::Black];
    let table: Vec<[i32; 3]> = (-WIDEST..=WIDEST)
        .map(|ahead| outcomes.map(|outcome| elo_change(ahead, 0, outcome, 40, Factor::WHOLE)))
        .collect();
    let mut scores = vec![FLOOR; players as usize];
    for game in games {
        let (white, black) = (scores[game.white as usize], scores[game.black as usize]);
        let ahead = (white - black).clamp(-WIDEST, WIDEST);
        let change = table[(ahead + WIDEST) as usize][game.outcome as usize];
        scores[game.white as usize] = (white + change).max(FLOOR);
        scores[game.black as usize] = (black - change).max(FLOOR);
    }
    scores
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}

/// The best of seven runs: the one least disturbed.
fn best<T>(mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut best = timed(&mut work);
    for _ in 0..6 {
        let run = timed(&mut work);
        if run.0 < best.0 {
            best = run;
        }
    }
    best
}

fn ratio(of: Duration, to: Duration) -> f64 {
    of.as_secs_f64() / to.as_secs_f64()
}

fn goal(what: &str, measured: f64, relation: &str, wanted: f64) {
    let met = match relation {
        "<=" => measured <= wanted,
        _ => measured >= wanted,
    };
    let verdict = if met { "met" } else { "NOT MET" };
    println!("  {what}: {measured:.2} ({relation} {wanted}: {verdict})");
}

fn report(what: &str, took: Duration, times: u32) {
    let nanoseconds = took.as_secs_f64() * 1e9 / f64::from(times);
    println!("  {what}: {nanoseconds:.1} ns");
}

/// Resident memory of this process, where the system tells.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}

/// A small generator (xorshift), so that every run measures the same.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

//! Prints how long rounds of the Dutch system and a Keizer season take, the longest of several:
//! `cargo run --release -p rookery-pairings --example times`.

use std::time::{Duration, Instant};

use rookery_pairings::{Bye, Dutch, Evening, Format, Keizer, Score, TieBreaks, Tournament, Weekly};

fn main() {
    for (players, rounds, goal) in [(100, 9, 50), (500, 11, 1000)] {
        let (time, round) = longest_round(players, rounds);
        println!("Dutch, {players} players, {rounds} rounds: the longest is round {round}, {time:?}; goal {goal} ms");
    }
    let (round, standings) = keizer(60, 40);
    println!("Keizer, 60 players, 40 rounds: counted in {standings:?}; goal 5 ms; round 41 paired in {round:?}");
    for players in [60, 200, 300] {
        println!("A club evening of {players}: {:?}", evening(players));
    }
    println!("Standings of 500 players after 11 rounds by BH/C1, BH, SB, DE, APPO: {:?}", standings_of(500, 11));
}

/// Results that anybody gets from the same seed.
struct Draws(u64);

impl Draws {
    fn next(&mut self, of: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % of
    }

    fn score(&mut self) -> Score {
        [Score::Win, Score::Draw, Score::Loss][self.next(3)]
    }
}

/// Pairs and enters so many rounds; what each took.
fn play(format: &impl Format, tournament: &mut Tournament, draws: &mut Draws, absent: bool) -> Vec<Duration> {
    let rounds = tournament.rounds;
    let mut one = |round: usize| {
        for player in tournament.players.clone() {
            if absent && draws.next(4) == 0 {
                tournament.asked.insert((round, player.number), Bye::Half);
            }
        }
        let start = Instant::now();
        let paired = format.pair(tournament).expect("a pairing");
        let time = start.elapsed();
        let results = paired.pairs.iter().map(|pair| (pair.white, draws.score())).collect();
        tournament.enter(&paired, &results).expect("all results");
        time
    };
    (1..=rounds).map(&mut one).collect()
}

/// Of several tournaments.
fn longest_round(players: u32, rounds: usize) -> (Duration, usize) {
    let tournaments = (1..=3).flat_map(|seed| {
        let times = play(&Dutch, &mut Tournament::of(players, rounds), &mut Draws(seed), false);
        times.into_iter().zip(1..).collect::<Vec<_>>()
    });
    tournaments.max().expect("a round")
}

fn keizer(players: u32, rounds: usize) -> (Duration, Duration) {
    let keizer = Keizer::default();
    let mut tournament = Tournament::of(players, rounds);
    play(&keizer, &mut tournament, &mut Draws(7), true);
    let start = Instant::now();
    let round = keizer.pair(&tournament).expect("a pairing");
    let paired = start.elapsed();
    assert!(!round.pairs.is_empty());
    let counts = (0..20).map(|_| {
        let start = Instant::now();
        let standings = keizer.standings(&tournament, rounds);
        assert_eq!(standings.len(), players as usize);
        start.elapsed()
    });
    (paired, counts.max().expect("a count"))
}

fn standings_of(players: u32, rounds: usize) -> Duration {
    let mut tournament = Tournament::of(players, rounds);
    for player in &mut tournament.players {
        player.rating = Some(2600 - player.number as i32);
    }
    play(&Dutch, &mut tournament, &mut Draws(1), false);
    let order = ["BH/C1", "BH", "SB", "DE", "APPO"].iter().map(|code| code.parse().expect("a tie-break")).collect();
    let rules = TieBreaks { order, ..TieBreaks::default() };
    let start = Instant::now();
    let standings = rules.standings(&tournament, rounds).expect("standings");
    assert_eq!(standings.len(), players as usize);
    start.elapsed()
}

/// People of whom half met half.
fn evening(players: u32) -> Duration {
    let mut draws = Draws(1);
    let mut weekly = Weekly::default();
    for number in 1..=players {
        let (score, balance) = (800 + draws.next(1200) as i32, draws.next(5) as i32 - 2);
        weekly.evenings.insert(number, Evening { score, balance, last: None, byes: draws.next(3) as u32 });
        for other in 1..number {
            if draws.next(2) == 0 {
                weekly.meetings.insert((other, number), 1 + draws.next(3) as u32);
            }
        }
    }
    let tournament = Tournament::of(players, 1);
    let start = Instant::now();
    let round = weekly.pair(&tournament).expect("a round");
    assert_eq!(round.pairs.len() as u32, players / 2);
    start.elapsed()
}

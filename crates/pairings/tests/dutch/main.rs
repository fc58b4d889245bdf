//! The Dutch system, held against its text.

mod random;
mod reference;

use rookery_pairings::trf::{Edition, Report};
use rookery_pairings::{Dutch, Format, Score, Tournament, check};

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
    let tournaments = std::env::var("PAIRINGS_TOURNAMENTS").ok().and_then(|count| count.parse().ok()).unwrap_or(600);
    for seed in 0..tournaments {
        let players = 4 + (seed % 6) as u32;
        let plan = Plan {
            players,
            rounds: 3 + (seed / 7 % 4) as usize,
            seed,
            absence: [0, 8, 5][seed as usize % 3],
            baku: seed % 5 == 0,
        };
        random::play(&plan, agrees);
    }
}

/// Pairs that must not meet force exchanges of several players at once, which are rare otherwise.
#[test]
fn exchanges_are_made_in_the_order_of_the_text() {
    for seed in 0..300 {
        let mut chance = random::Chance(seed);
        let mut tournament = Tournament::of(6 + (seed % 4) as u32, 5);
        for one in 1..=9 {
            for other in one + 1..=9 {
                if chance.below(10) < 3 + seed % 4 {
                    tournament.forbid(one, other);
                }
            }
        }
        agrees(&tournament);
    }
}

/// Py4swiss, an engine by others, made the same pairs with the same colours in every round of these (README.md).
#[test]
fn recorded_tournaments_are_paired_as_another_engine_paired_them() {
    let recorded = include_str!("../data/recorded.trf");
    let mut rounds = 0;
    for file in recorded.split("\n\n") {
        let tournament = Report::read(file).unwrap().tournament;
        assert_eq!(check(&Dutch, &tournament), [], "{file}");
        rounds += tournament.played();
    }
    assert_eq!((recorded.matches("012 ").count(), rounds), (60, 448));
}

/// Where the variable names a folder, tournaments are written there, to be held against other programs.
#[test]
fn tournaments_of_all_sizes_come_out_and_go_in_again() {
    let folder = std::env::var_os("PAIRINGS_FOLDER");
    let count = std::env::var("PAIRINGS_FILES").ok().and_then(|count| count.parse().ok()).unwrap_or(25);
    for seed in 0..count {
        let players = 6 + (seed * 37 % 195) as u32;
        let absence = [0, 15, 0, 6][seed as usize % 4];
        let plan = Plan { players, rounds: 3 + (seed % 11) as usize, seed: seed + 1_000_000, absence, baku: false };
        let tournament = random::play(&plan, |_| {});
        let report = Report::of(&tournament, "At random", Edition::Trf16).unwrap();
        let text = report.write();
        let read = Report::read(&text).unwrap();
        assert_eq!(read.tournament, tournament);
        assert_eq!(read.write(), text);
        assert_eq!(check(&Dutch, &read.tournament), []);
        let later = Report::of(&tournament, "At random", Edition::Trf26).unwrap();
        assert_eq!(Report::read(&later.write()).unwrap().tournament, tournament);
        for edition in [Edition::Trf16, Edition::Trf26] {
            let earlier = Report::of(&tournament.before(tournament.played()), "At random", edition).unwrap();
            let mut report = Report::read(&earlier.write()).unwrap();
            let round = Dutch.pair(&report.tournament).unwrap();
            let results = round.pairs.iter().map(|pair| (pair.white, Score::Win)).collect();
            report.tournament.enter(&round, &results).unwrap();
            assert_eq!(Report::read(&report.write()).unwrap().tournament, report.tournament);
        }
        if let Some(folder) = &folder {
            std::fs::write(std::path::Path::new(folder).join(format!("{seed}.trf")), text).unwrap();
        }
    }
}

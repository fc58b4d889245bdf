//! What holds in every season of the formats for clubs: Keizer, the casual Swiss, the knock-out.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rookery_pairings::{
    Bye, Casual, Decider, Entry, Format, Fraction, Keizer, Knockout, Number, Round, Score, Tournament,
};

/// Plays rounds with absences and results drawn from `draws`; each round with those who were there.
fn season(
    format: &impl Format,
    players: u32,
    rounds: usize,
    draws: &[u8],
    mut look: impl FnMut(&Tournament, &Round, &[Number]),
) -> Tournament {
    let mut tournament = Tournament::of(players, rounds);
    let mut draws = draws.iter().copied().cycle();
    let mut draw = |of: u8| draws.next().unwrap_or(0) % of;
    for number in 1..=rounds {
        let mut here = Vec::new();
        for player in 1..=players {
            match draw(6) {
                0 => drop(tournament.asked.insert((number, player), [Bye::Half, Bye::Zero][usize::from(draw(2))])),
                _ => here.push(player),
            }
        }
        if here.is_empty() {
            break;
        }
        let round = format.pair(&tournament).unwrap();
        look(&tournament, &round, &here);
        let scores = [Score::Win, Score::Draw, Score::Loss];
        let results = round.pairs.iter().map(|pair| (pair.white, scores[usize::from(draw(3))])).collect();
        tournament.enter(&round, &results).unwrap();
    }
    tournament
}

/// All who are there play once, but for one if their number is odd.
fn all_play(round: &Round, here: &[Number]) {
    let mut playing: Vec<Number> = round.pairs.iter().flat_map(|pair| [pair.white, pair.black]).collect();
    playing.extend(round.bye);
    playing.sort_unstable();
    assert_eq!(playing, here);
    assert_eq!(round.bye.is_some(), here.len() % 2 == 1);
}

/// In which rounds two met.
fn met(tournament: &Tournament, one: Number, other: Number) -> Vec<usize> {
    let rounds = 1..=tournament.played();
    let player = tournament.player(one).unwrap();
    rounds.filter(|round| tournament.entry(player, *round).opponent() == Some(other)).collect()
}

/// Whether those who are there can be paired without any of these pairs.
fn can_do_without(here: &[Number], barred: &BTreeSet<(Number, Number)>) -> bool {
    let Some((first, rest)) = here.split_first() else { return true };
    rest.iter().enumerate().any(|(index, other)| {
        let mut left = rest.to_vec();
        left.remove(index);
        !barred.contains(&(*first, *other)) && can_do_without(&left, barred)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..Default::default() })]

    #[test]
    fn keizer_repeats_nobody_within_its_rounds_if_that_can_be(
        players in 2..11_u32, rounds in 1..14_usize, again_after in 0..8_usize,
        draws in proptest::collection::vec(any::<u8>(), 300)
    ) {
        let keizer = Keizer { again_after, ..Keizer::default() };
        season(&keizer, players, rounds, &draws, |tournament, round, here| {
            all_play(round, here);
            let done = tournament.played();
            let recent = |one: Number, other: Number| met(tournament, one, other).iter().any(|met| met + again_after > done);
            if round.pairs.iter().any(|pair| recent(pair.white, pair.black)) {
                let paired: Vec<Number> = here.iter().copied().filter(|number| Some(*number) != round.bye).collect();
                let pairs = paired.iter().flat_map(|one| paired.iter().map(move |other| (*one, *other)));
                let barred = pairs.filter(|(one, other)| recent(*one, *other)).collect();
                assert!(!can_do_without(&paired, &barred), "round {}", done + 1);
            }
        });
    }

    #[test]
    fn keizer_scores_are_the_sums_of_their_parts(
        players in 1..12_u32, rounds in 1..12_usize, top in proptest::option::of(0..50_u32), absences in 0..4_usize,
        draws in proptest::collection::vec(any::<u8>(), 300)
    ) {
        let keizer = Keizer { top, absences, absence: Fraction::new(1, 4).unwrap(), ..Keizer::default() };
        let tournament = season(&keizer, players, rounds, &draws, |_, _, _| {});
        for after in 0..=tournament.played() {
            let standings = keizer.standings(&tournament, after);
            let scale = keizer.scale();
            let values: BTreeMap<Number, u64> =
                standings.iter().map(|standing| (standing.number, u64::from(standing.value))).collect();
            for pair in standings.windows(2) {
                assert!(pair[0].value == pair[1].value + 1 || pair[1].value == 0);
            }
            for standing in &standings {
                assert_eq!(standing.score, standing.worth.iter().sum::<u64>() + u64::from(standing.value) * scale);
                assert_eq!(standing.worth.len(), after);
                let player = tournament.player(standing.number).unwrap();
                let own = values[&standing.number];
                let mut excused = 0;
                for (round, worth) in (1..).zip(&standing.worth) {
                    let entry = tournament.entry(player, round);
                    excused += usize::from(entry == Entry::Bye(Bye::Half));
                    let expected = match entry {
                        Entry::Game { opponent, score: Score::Win, .. } => values[&opponent] * scale,
                        Entry::Game { opponent, score: Score::Draw, .. } => values[&opponent] * scale / 2,
                        Entry::Bye(Bye::Allocated) => own * scale * 2 / 3,
                        Entry::Bye(Bye::Half) if excused <= absences => own * scale / 4,
                        _ => 0,
                    };
                    assert_eq!(*worth, expected);
                }
            }
        }
    }

    #[test]
    fn keizer_does_not_ask_who_comes_first_in_the_list(
        players in 1..12_u32, rounds in 1..12_usize, turn in 0..12_usize, draws in proptest::collection::vec(any::<u8>(), 300)
    ) {
        let keizer = Keizer::default();
        let tournament = season(&keizer, players, rounds, &draws, |_, _, _| {});
        let mut other = tournament.clone();
        other.players.rotate_left(turn % players as usize);
        other.players.reverse();
        assert_eq!(keizer.standings(&other, rounds), keizer.standings(&tournament, rounds));
        assert_eq!(keizer.pair(&other), keizer.pair(&tournament));
        assert_eq!(Casual.pair(&other), Casual.pair(&tournament));
    }

    #[test]
    fn a_casual_round_is_found_and_repeats_nobody_it_need_not(
        players in 2..10_u32, rounds in 1..14_usize, draws in proptest::collection::vec(any::<u8>(), 300)
    ) {
        season(&Casual, players, rounds, &draws, |tournament, round, here| {
            all_play(round, here);
            let again = |one: Number, other: Number| !met(tournament, one, other).is_empty();
            if round.pairs.iter().any(|pair| again(pair.white, pair.black)) {
                let paired: Vec<Number> = here.iter().copied().filter(|number| Some(*number) != round.bye).collect();
                let pairs = paired.iter().flat_map(|one| paired.iter().map(move |other| (*one, *other)));
                let barred = pairs.filter(|(one, other)| again(*one, *other)).collect();
                assert!(!can_do_without(&paired, &barred));
            }
        });
    }

    #[test]
    fn a_knock_out_ends_with_one_who_lost_no_match(
        players in 1..40_u32, games in 1..4_usize, decider in 0..3_usize, draws in proptest::collection::vec(0..3_u8, 1..200)
    ) {
        let decider = [Decider::Again, Decider::Armageddon, Decider::HigherSeed][decider];
        let knockout = Knockout { games, decider };
        let mut tournament = Tournament::of(players, 0);
        let mut draws = draws.iter().cycle();
        for _ in 0..60 {
            let Ok(round) = knockout.pair(&tournament) else { break };
            let scores = [Score::Win, Score::Draw, Score::Loss];
            let results = round.pairs.iter().map(|pair| (pair.white, scores[usize::from(*draws.next().unwrap())])).collect();
            tournament.enter(&round, &results).unwrap();
        }
        let stages = knockout.stages(&tournament).unwrap();
        let mut out = BTreeSet::new();
        for of_two in stages.iter().flatten() {
            assert!(!out.contains(&of_two.higher) && of_two.lower.is_none_or(|lower| !out.contains(&lower)));
            if let (Some(winner), Some(lower)) = (of_two.winner, of_two.lower) {
                assert!(out.insert(if winner == lower { of_two.higher } else { lower }));
            }
        }
        if let Some(winner) = knockout.winner(&tournament).unwrap() {
            assert!(!out.contains(&winner));
            assert_eq!(out.len() as u32, players - 1);
        } else {
            assert_eq!((decider, tournament.played()), (Decider::Again, 60), "only draws go on for ever");
        }
    }
}

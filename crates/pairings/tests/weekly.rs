//! Club evenings, held against all rounds that there are.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use proptest::prelude::*;
use rookery_pairings::{Bye, Colour, Evening, Format, Number, Pair, Round, Tournament, Turn, Weekly, Why};

fn scores(scores: &[i32]) -> (Weekly, Tournament) {
    let evenings = scores.iter().map(|score| Evening { score: *score, ..Evening::default() });
    let weekly = Weekly { evenings: (1..).zip(evenings).collect(), ..Weekly::default() };
    (weekly, Tournament::of(scores.len() as u32, 1))
}

fn pairs(round: &Round) -> Vec<(Number, Number)> {
    round.pairs.iter().map(|pair| (pair.white.min(pair.black), pair.white.max(pair.black))).collect()
}

/// Four of 400, 300, 200 and 100 points.
fn of_four(met: &[((Number, Number), u32)], apart: &[(Number, Number)]) -> Round {
    let (mut weekly, mut tournament) = scores(&[400, 300, 200, 100]);
    weekly.meetings.extend(met.iter().copied());
    apart.iter().for_each(|(one, other)| tournament.forbid(*one, *other));
    weekly.pair(&tournament).unwrap()
}

#[test]
fn meetings_come_before_scores_and_boards_before_meetings() {
    assert_eq!(pairs(&of_four(&[], &[])), [(1, 2), (3, 4)]);
    assert_eq!(pairs(&of_four(&[((1, 2), 1)], &[])), [(1, 3), (2, 4)]);
    // Greedy would take 2-3 first, which nobody has played, and leave 1-4 with five meetings.
    let met = [((1, 2), 1), ((3, 4), 1), ((1, 3), 2), ((2, 4), 2), ((1, 4), 5)];
    assert_eq!(pairs(&of_four(&met, &[])), [(1, 2), (3, 4)]);
    // A forbidden pair stays apart whatever it costs; another board is worth any number of meetings.
    assert_eq!(pairs(&of_four(&[((1, 3), 9), ((2, 4), 9)], &[(1, 2), (1, 4)])), [(1, 3), (2, 4)]);
    let lone = of_four(&[((2, 3), 1)], &[(1, 2), (1, 3), (1, 4)]);
    // Of those who could play with somebody the lowest placed is left over.
    assert_eq!((pairs(&lone), lone.left_over), (vec![(2, 3)], vec![1, 4]));
}

#[test]
fn of_those_who_had_no_bye_the_lowest_placed_is_left_over() {
    let (mut weekly, tournament) = scores(&[300, 200, 100]);
    weekly.meetings.insert((1, 2), 4);
    assert_eq!(weekly.pair(&tournament).unwrap().left_over, [3]);
}

#[test]
fn the_bye_goes_to_who_had_it_least_often() {
    let (mut weekly, tournament) = scores(&[300, 200, 100]);
    for number in [1, 3] {
        weekly.evenings.entry(number).or_default().byes = 1;
    }
    weekly.meetings.insert((1, 3), 4);
    let round = weekly.pair(&tournament).unwrap();
    assert_eq!(round.left_over, [2]);
    let why = Why::Weekly { meetings: 4, distance: 200, turn: Turn::Lower };
    assert_eq!(round.pairs, [Pair { white: 3, black: 1, why }]);
}

#[test]
fn who_asked_to_be_left_out_is_not_left_over() {
    let (weekly, mut tournament) = scores(&[300, 200, 100]);
    tournament.asked.insert((1, 2), Bye::Zero);
    let round = weekly.pair(&tournament).unwrap();
    assert_eq!((pairs(&round), round.left_over), (vec![(1, 3)], vec![]));
    assert_eq!(Weekly::default().pair(&Tournament::of(0, 1)), Ok(Round::default()));
}

#[test]
fn colours_balance_and_say_why() {
    let white = |one: (i32, Option<Colour>), other: (i32, Option<Colour>)| {
        let (mut weekly, tournament) = scores(&[100, 100]);
        for (number, (balance, last)) in [(1, one), (2, other)] {
            weekly.evenings.insert(number, Evening { balance, last, score: 100, byes: 0 });
        }
        let board = weekly.pair(&tournament).unwrap().pairs.remove(0);
        let Why::Weekly { turn, .. } = board.why else { panic!("{board:?}") };
        (board.white, turn)
    };
    let (had_white, had_black) = (Some(Colour::White), Some(Colour::Black));
    assert_eq!(white((-1, None), (0, None)), (1, Turn::Fairer));
    assert_eq!(white((2, None), (1, None)), (2, Turn::Lower), "equal needs: the lower placed has White");
    assert_eq!(white((0, had_black), (0, had_white)), (1, Turn::Fairer));
    assert_eq!(white((-3, None), (3, None)), (1, Turn::Both));
    assert_eq!(white((-3, had_white), (3, had_black)), (1, Turn::Fairer));
}

#[test]
fn a_full_room_is_paired_whole_whatever_the_numbers() {
    let (mut weekly, tournament) = scores(&vec![0; 200]);
    for (number, evening) in &mut weekly.evenings {
        let score = if number % 2 == 0 { i32::MIN } else { i32::MAX };
        *evening = Evening { score, balance: i32::MAX, last: None, byes: u32::MAX };
    }
    weekly.meetings = (1..=200).flat_map(|one| (one + 1..=200).map(move |other| ((one, other), u32::MAX))).collect();
    let round = weekly.pair(&tournament).unwrap();
    assert_eq!(round.pairs.len(), 100);
    let near = |pair: &Pair| matches!(pair.why, Why::Weekly { distance: 0, .. });
    assert!(round.pairs.iter().all(near), "scores count although everybody met everybody");
}

/// What the aims give for a round, to compare: less is better.
type Cost = (usize, u32, usize, u32, u32, u32);

fn unfair(white: &Evening, black: &Evening) -> u32 {
    let away = u32::from(white.balance >= 0) + u32::from(black.balance <= 0);
    3 * away + u32::from(white.last == Some(Colour::White)) + u32::from(black.last == Some(Colour::Black))
}

/// How many stand below somebody.
fn below(weekly: &Weekly, of: Number) -> usize {
    let place = |number: Number| (Reverse(weekly.evenings[&number].score), number);
    weekly.evenings.keys().filter(|other| place(**other) > place(of)).count()
}

/// The best cost of all rounds, by trying them all.
fn best(weekly: &Weekly, tournament: &Tournament, rest: &[Number]) -> Cost {
    let Some((one, others)) = rest.split_first() else { return Cost::default() };
    let evening = &weekly.evenings[one];
    let left = best(weekly, tournament, others);
    let mut least = (left.0 + 1, left.1 + evening.byes, left.2 + below(weekly, *one), left.3, left.4, left.5);
    for (at, other) in others.iter().enumerate().filter(|(_, other)| !tournament.forbids(*one, **other, 1)) {
        let mut rest = others.to_vec();
        rest.remove(at);
        let (alone, byes, above, meetings, distance, colours) = best(weekly, tournament, &rest);
        let opponent = &weekly.evenings[other];
        let met = weekly.meetings.get(&(*one, *other)).copied().unwrap_or(0);
        let unfair = unfair(evening, opponent).min(unfair(opponent, evening));
        let distance = distance + evening.score.abs_diff(opponent.score);
        least = least.min((alone, byes, above, meetings + met, distance, colours + unfair));
    }
    least
}

fn cost(weekly: &Weekly, round: &Round) -> Cost {
    let byes = round.left_over.iter().map(|number| weekly.evenings[number].byes).sum();
    let above = round.left_over.iter().map(|number| below(weekly, *number)).sum();
    let mut cost = (round.left_over.len(), byes, above, 0, 0, 0);
    for Pair { white, black, why } in &round.pairs {
        let Why::Weekly { meetings, distance, .. } = why else { panic!("{why:?}") };
        cost.3 += meetings;
        cost.4 += distance;
        cost.5 += unfair(&weekly.evenings[white], &weekly.evenings[black]);
    }
    cost
}

fn evenings() -> impl Strategy<Value = (Weekly, Tournament)> {
    let colour = prop::sample::select(vec![None, Some(Colour::White), Some(Colour::Black)]);
    let one = (0..5_i32, -2..3_i32, colour, 0..3_u32);
    let pair = || (1..9_u32, 1..9_u32).prop_filter("in order", |(one, other)| one < other);
    let met = prop::collection::btree_map(pair(), 0..4_u32, 0..20);
    let apart = prop::collection::btree_set(pair(), 0..14);
    (prop::collection::vec(one, 0..=8), met, apart).prop_map(|(players, meetings, apart)| {
        let mut tournament = Tournament::of(players.len() as u32, 1);
        apart.into_iter().for_each(|(one, other)| tournament.forbid(one, other));
        let evening = |(score, balance, last, byes)| Evening { score: score * 50, balance, last, byes };
        let evenings: BTreeMap<_, _> = (1..).zip(players.into_iter().map(evening)).collect();
        (Weekly { evenings, meetings }, tournament)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_round_is_better_in_any_aim((weekly, tournament) in evenings()) {
        let round = weekly.pair(&tournament).unwrap();
        let all: Vec<Number> = weekly.evenings.keys().copied().collect();
        let mut seen: Vec<Number> = round.pairs.iter().flat_map(|pair| [pair.white, pair.black]).collect();
        prop_assert!(round.pairs.iter().all(|pair| !tournament.forbids(pair.white, pair.black, 1)));
        seen.extend(&round.left_over);
        seen.sort_unstable();
        prop_assert_eq!(&seen, &all);
        prop_assert_eq!(cost(&weekly, &round), best(&weekly, &tournament, &all));
    }

    #[test]
    fn the_order_of_arrival_does_not_matter((weekly, tournament) in evenings()) {
        let mut reversed = tournament.clone();
        reversed.players.reverse();
        prop_assert_eq!(weekly.pair(&tournament), weekly.pair(&reversed));
    }
}

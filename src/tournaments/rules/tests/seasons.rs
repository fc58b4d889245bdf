//! Seasons at random: people come, stay away, enter late or leave.

use proptest::prelude::*;

use super::*;
use crate::tournaments::{Absence, Decider, Keizer, actions};

fn formats() -> impl Strategy<Value = Format> {
    prop_oneof![
        Just(Format::Keizer(Keizer::default())),
        Just(Format::Keizer(Keizer { absent: 10, duty: 50, again_after: 2, ..Keizer::default() })),
        any::<bool>().prop_map(|baku| Format::Swiss { baku }),
        Just(Format::Casual),
        (1..=2_i64).prop_map(|legs| Format::RoundRobin { legs }),
        (1..=2_i64).prop_map(|games| Format::Knockout { games, decider: Decider::Again }),
    ]
}

const RESULTS: [Score; 7] = [
    Score::White,
    Score::White,
    Score::Draw,
    Score::Black,
    Score::WhiteForfeit,
    Score::BlackForfeit,
    Score::BothForfeit,
];

/// A round is announced and played by what is drawn: some stay away, somebody comes late, somebody leaves.
fn play_round(facts: &mut Facts, draws: &[u8]) -> bool {
    let coming = facts.last_round() + 1;
    let draw = |index: usize| draws[index % draws.len()];
    for (index, player) in facts.players.clone().iter().enumerate() {
        let kind = match draw(index) {
            0..=12 => Absence::Half,
            13..=20 => Absence::Zero,
            21..=24 => Absence::Duty,
            25..=28 if coming > 2 => {
                if let Ok(Leaving::From(from)) =
                    withdraw(facts, &actions::Withdraw { person: player.person }, moderator(), &name)
                {
                    facts.players[index].withdrawn_from = Some(from);
                }
                continue;
            }
            _ => continue,
        };
        let away = actions::Absent { person: player.person, round: coming, kind: Some(kind) };
        if absent(facts, &away, moderator(), &name).is_ok() {
            facts.absences.push((player.person, coming, kind));
        }
    }
    if draw(7) > 200 {
        let person = PersonId(100 + coming);
        let request = actions::Enter { person, team: None, team_board: None };
        facts.players.extend(enter(facts, &request, moderator(), Some(1700), &name));
    }
    let Ok(next) = next(facts) else { return false };
    must_be_whole(facts, &next);
    announced(facts, &next);
    let results: Vec<Option<Score>> =
        (0..next.boards.len()).map(|index| Some(RESULTS[usize::from(draw(index + 40)) % RESULTS.len()])).collect();
    enter_all(facts, &results);
    true
}

/// Nobody is there twice, and everybody who is there has a board or the bye, which one has at the most.
fn must_be_whole(facts: &Facts, next: &NextRound) {
    let mut seated = BTreeSet::new();
    for person in next.boards.iter().flat_map(|board| std::iter::once(board.white).chain(board.black)) {
        assert!(seated.insert(person), "{person} sits twice in round {}", next.round);
    }
    assert!(next.boards.iter().filter(|board| board.black.is_none()).count() <= 1);
    if !facts.format().is_fixed() {
        let away = |player: &&Player| {
            player.withdrawn_from.is_some_and(|from| from <= next.round)
                || facts.absences.iter().any(|(person, round, _)| *person == player.person && *round == next.round)
        };
        let here: BTreeSet<PersonId> =
            facts.players.iter().filter(|player| !away(player)).map(|player| player.person).collect();
        assert_eq!(seated, here, "round {}", next.round);
    }
    if let Format::Swiss { .. } = facts.format() {
        let played =
            facts.boards.iter().filter(|board| matches!(board.score, Some(Score::White | Score::Draw | Score::Black)));
        let met: BTreeSet<_> = played.filter_map(|board| Some([board.white, board.black?])).collect();
        let again = |board: &&Board| {
            board.black.is_some_and(|black| met.contains(&[board.white, black]) || met.contains(&[black, board.white]))
        };
        assert_eq!(next.boards.iter().find(again), None, "nobody meets twice");
    }
}

fn table(facts: &Facts) -> views::Standings {
    standings(facts, facts.last_round())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Rounds are whole, and the table after a round stays what it was.
    #[test]
    fn rounds_are_whole_and_past_tables_stay(
        format in formats(), players in 2..12_i64,
        seasons in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 64), 1..7)
    ) {
        let rounds = matches!(format, Format::Swiss { .. }).then_some(6);
        let mut facts = facts(settings(format, rounds), players);
        let mut past: Vec<views::Standings> = Vec::new();
        for draws in &seasons {
            if !play_round(&mut facts, draws) {
                break;
            }
            for (round, before) in (1..).zip(&past) {
                prop_assert_eq!(&standings(&facts, round), before);
            }
            past.push(table(&facts));
        }
    }

    /// What is voided and restored leaves no trace; what stays void leaves the board without a result.
    #[test]
    fn a_decision_that_is_undone_leaves_no_trace(
        format in formats(), players in 2..10_i64, which in any::<prop::sample::Index>(),
        seasons in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 64), 1..5)
    ) {
        let rounds = matches!(format, Format::Swiss { .. }).then_some(6);
        let mut facts = facts(settings(format, rounds), players);
        for draws in &seasons {
            if !play_round(&mut facts, draws) {
                break;
            }
        }
        prop_assume!(!facts.boards.is_empty());
        let index = which.index(facts.boards.len());
        let (before, next_before) = (table(&facts), next(&facts));
        let board = facts.boards[index].clone();
        (facts.boards[index].score, facts.boards[index].annulled) = (None, true);
        // Whatever it does to later rounds, there is a table.
        let voided = table(&facts);
        let nobody_left = facts.players.iter().all(|player| player.withdrawn_from.is_none());
        if board.black.is_some() && board.score.is_some() && nobody_left {
            let row = voided.rows.iter().find(|row| row.person.id == board.white).unwrap();
            prop_assert_eq!(row.rounds[usize::try_from(board.round - 1).unwrap()].result, None);
        }
        facts.boards[index] = board;
        prop_assert_eq!(table(&facts), before);
        prop_assert_eq!(next(&facts), next_before);
    }
}

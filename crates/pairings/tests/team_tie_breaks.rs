//! Tie-breaks of teams: the tournament of teams in the exercises that FIDE published (M. Held, Exercises in Tie-Breaking,
//! 2024), with the values of rounds that were not played as the regulations of 1 March 2026 changed them.

use std::collections::BTreeMap;

use rookery_pairings::{
    Bye, Colour, Counted, Entry, Games, Points, Score, TeamScore, TeamStanding, TeamSwiss, TeamTieBreaks,
    TeamTournament, Tournament, Value,
};

/// The matches of each round: who has White on the first board, the other, and the half points that the first made of 8.
const ROUNDS: [&[(u32, u32, i32)]; 7] = [
    &[(1, 8, 5), (9, 2, 2), (3, 10, 5), (11, 4, 2), (5, 12, 8), (6, 13, 4), (7, 14, 4)],
    &[(4, 1, 5), (2, 3, 8), (6, 5, 2), (8, 7, 4), (12, 9, 0), (10, 11, 3), (14, 13, 3)],
    &[(1, 7, 6), (5, 2, 8), (3, 9, 6), (13, 4, 2), (8, 6, 2), (12, 10, 3), (11, 14, 4)],
    &[(2, 1, 3), (6, 3, 3), (4, 5, 7), (7, 10, 5), (12, 8, 1), (9, 14, 6), (13, 11, 5)],
    &[(1, 5, 3), (2, 13, 6), (3, 4, 6), (11, 6, 3), (9, 7, 4), (10, 8, 4)],
    // Team 6 did not come to its match with team 1.
    &[(4, 2, 3), (5, 3, 1), (13, 7, 4), (8, 9, 4), (14, 10, 2), (11, 12, 4)],
    &[(3, 1, 3), (10, 2, 2), (9, 4, 3), (13, 5, 1), (6, 12, 5), (8, 11, 6)],
];

/// The half points of team 11 on the boards of its match with team 14.
const BOARDS: [i32; 4] = [2, 1, 1, 0];

fn tournament() -> TeamTournament {
    let mut matches = Tournament { scoring: TeamSwiss::MATCH_POINTS, ..Tournament::of(14, 7) };
    let mut games: BTreeMap<u32, Vec<Games>> = BTreeMap::new();
    for (round, of_round) in (1..).zip(ROUNDS) {
        let mut of_teams: BTreeMap<u32, (Entry, Games)> = BTreeMap::new();
        let mut add = |team, entry, halves| {
            of_teams.insert(team, (entry, Games { points: Points::halves(halves), boards: Vec::new() }));
        };
        for (first, second, halves) in of_round.iter().copied() {
            let (one, other) = match halves {
                5.. => (Score::Win, Score::Loss),
                4 => (Score::Draw, Score::Draw),
                _ => (Score::Loss, Score::Win),
            };
            add(first, Entry::game(second, Colour::White, one), halves);
            add(second, Entry::game(first, Colour::Black, other), 8 - halves);
        }
        match round {
            5 => {
                add(12, Entry::Bye(Bye::Allocated), 4);
                add(14, Entry::Bye(Bye::Half), 4);
            }
            6 => {
                add(6, Entry::Forfeit { opponent: 1, colour: Some(Colour::White), won: false }, 0);
                add(1, Entry::Forfeit { opponent: 6, colour: Some(Colour::Black), won: true }, 8);
            }
            7 => {
                add(7, Entry::Bye(Bye::Zero), 0);
                add(14, Entry::Bye(Bye::Allocated), 4);
            }
            _ => {}
        }
        if round == 3 {
            for (team, of_boards) in [(11, BOARDS), (14, BOARDS.map(|halves| 2 - halves))] {
                of_teams.get_mut(&team).unwrap().1 = Games::of(of_boards.map(Points::halves).to_vec());
            }
        }
        for team in &mut matches.players {
            let (entry, own) = of_teams.remove(&team.number).unwrap();
            team.rounds.push(entry);
            games.entry(team.number).or_default().push(own);
        }
    }
    TeamTournament { matches, boards: 4, scoring: Default::default(), games }
}

fn standings(order: &[&str], primary: TeamScore) -> Vec<TeamStanding> {
    let order = order.iter().map(|code| code.parse().unwrap()).collect();
    TeamTieBreaks { order, primary, fixed: false }.standings(&tournament(), 7).unwrap()
}

fn counted(code: &str, team: u32) -> Counted {
    let standings = standings(&[code], TeamScore::Match);
    standings.into_iter().find(|standing| standing.number == team).unwrap().counted.remove(0)
}

/// The values of teams, in their order.
fn values(code: &str, teams: impl IntoIterator<Item = u32>) -> String {
    let value = |team| counted(code, team).value.unwrap().to_string();
    teams.into_iter().map(value).collect::<Vec<String>>().join(" ")
}

#[test]
fn the_table_is_the_printed_one() {
    let points: Vec<(u32, Points, Points)> = standings(&[], TeamScore::Match)
        .iter()
        .map(|standing| (standing.number, standing.match_points, standing.game_points))
        .collect();
    let printed = [
        (1, 10, 35),
        (2, 10, 34),
        (3, 10, 32),
        (4, 10, 34),
        (5, 10, 36),
        (6, 7, 25),
        (8, 7, 30),
        (7, 6, 23),
        (9, 6, 29),
        (13, 6, 23),
        (10, 5, 26),
        (11, 4, 23),
        (14, 4, 23),
        (12, 2, 15),
    ];
    assert_eq!(points, printed.map(|(team, points, halves)| (team, Points::whole(points), Points::halves(halves))));
}

#[test]
fn the_other_score_parts_teams() {
    let order =
        |primary| -> Vec<u32> { standings(&["MPvGP"], primary).iter().map(|standing| standing.number).collect() };
    assert_eq!(order(TeamScore::Match), [5, 1, 2, 4, 3, 8, 6, 9, 7, 13, 10, 11, 14, 12]);
    assert_eq!(order(TeamScore::Game), [5, 1, 2, 4, 3, 8, 9, 10, 6, 7, 13, 11, 14, 12]);
}

#[test]
fn sums_of_the_opponents_come_out_as_printed() {
    assert_eq!(values("BH", 1..=14), "61 57 58 56 55 46 44 41 50 44 41 41 52 36");
    assert_eq!(values("BH/C1", 1..=14), "54 52 53 52 53 39 38 39 48 42 39 39 48 32");
    // Team 1 has its printed 114 and 100½ less what the dummy of its win by forfeit may no longer count.
    assert_eq!(values("BH:GP", 1..=14), "109 107½ 109½ 106 99 92 94½ 90 97½ 92 88 92 101 87");
    assert_eq!(values("BH:GP/C1", 1..=14), "96½ 96 97 94½ 91½ 79½ 83 82½ 90 84½ 80½ 84½ 89½ 75½");
    assert_eq!(values("EMMSB", 1..=5), "82 74 76 72 70");
    assert_eq!(values("EMMSB/C1", 1..=5), "68 64 66 64 66");
    assert_eq!(values("EGMSB", 1..=5), "148 144 150 146 132");
    assert_eq!(values("EMGSB", [7, 9, 13]), "68½ 83 73");
    assert_eq!(values("EGGSB", [6, 8]), "157½ 181½");
    let strength = "37.83 36 35.33 35.67 36.33 27.83 26.17 28.67 31.17 27.67 25.17 21.17 28.83 23½";
    assert_eq!(values("SSSC", 1..=14), strength);
    assert_eq!(values("SSSC/K1", [2]), "74");
    assert_eq!(counted("SSSC", 12).explained(), "7½ and a part in 3 of 10 + 6 + 5 + 7 + 2 + 4 + 7 = 21.17");
}

#[test]
fn direct_encounters_are_those_of_the_exercises() {
    let order = |code: &str, teams: &[u32]| -> Vec<(usize, u32)> {
        let of_teams = standings(&[code], TeamScore::Match);
        of_teams
            .iter()
            .filter(|standing| teams.contains(&standing.number))
            .map(|standing| (standing.place, standing.number))
            .collect()
    };
    assert_eq!(order("EDE", &[1, 2, 3, 4, 5]), [(1, 4), (2, 2), (3, 1), (4, 3), (5, 5)]);
    assert_eq!(order("EDE", &[6, 8]), [(6, 6), (7, 8)]);
    assert_eq!(order("EDE", &[7, 9, 13]), [(8, 7), (8, 9), (8, 13)]);
    assert_eq!(order("EDE", &[11, 14]), [(12, 11), (12, 14)]);
    // The boards of their match: 3½ against 6½, the less the better; 1 against 0; 2 against 1 without the last.
    for code in ["EDEBT", "EDEBB", "EDET", "EDEB"] {
        assert_eq!(order(code, &[11, 14]), [(12, 11), (13, 14)], "{code}");
    }
    let words = "2 + 2 + 0 + 0, and 8½ in the second score, against those who are level, 4 of 4 below";
    assert_eq!(counted("EDE", 4).explained(), words);
}

#[test]
fn boards_are_looked_at_over_all_matches_and_a_bye_wins_on_each() {
    // Of the other matches the exercises have no boards.
    assert_eq!(values("BC", [11, 14]), "-3½ -16½");
    assert_eq!(counted("TBR", 14).explained(), "1, 1½, 1½, 2 in turn, 1 of 1 below");
    assert_eq!(counted("BBE", 11).explained(), "2, 1½, 1 in turn, 0 of 1 below");
    let unequal = counted("BC", 1);
    assert_eq!(unequal.value, None);
    assert_eq!(unequal.explained(), "not counted: those who are level have different points of boards");
    assert_eq!(counted("BC", 10).value, Some(Value::ratio(0, 1)));
}

//! Tie-breaks: the exercises that FIDE published (M. Held, Exercises in Tie-Breaking, 2024; the values of rounds that
//! were not played as the regulations of 1 March 2026 changed them), and what holds in every tournament.

use rookery_pairings::trf::Report;
use rookery_pairings::{
    Bye, Colour, Dutch, Entry, Format, Points, Score, Source, TieBreak, TieBreaks, Tournament, Value,
};

fn exercise(text: &str) -> Tournament {
    Report::read(text).unwrap().tournament
}

fn swiss() -> Tournament {
    exercise(include_str!("data/swiss_5.trf"))
}

fn round_robin() -> Tournament {
    exercise(include_str!("data/round_robin.trf"))
}

/// The values of a tie-break in the order of pairing numbers, as text.
fn values(tournament: &Tournament, code: &str, fixed: bool) -> Vec<String> {
    let rules = TieBreaks { order: vec![code.parse().unwrap()], fixed, unrated: None };
    let mut standings = rules.standings(tournament, usize::MAX).unwrap();
    standings.sort_by_key(|standing| standing.number);
    standings.iter().map(|standing| standing.counted[0].value.unwrap().to_string()).collect()
}

/// The places with a tie-break, in the order of pairing numbers.
fn places(tournament: &Tournament, code: &str, fixed: bool) -> Vec<usize> {
    let rules = TieBreaks { order: vec![code.parse().unwrap()], fixed, unrated: None };
    let mut standings = rules.standings(tournament, usize::MAX).unwrap();
    standings.sort_by_key(|standing| standing.number);
    standings.iter().map(|standing| standing.place).collect()
}

#[test]
fn the_exercises_of_the_swiss_come_out_as_printed() {
    let printed = [
        ("BH", "12½ 13 15½ 14 8½ 11½ 14½ 13½ 9 13 12½ 11½ 14 11 12 12½"),
        ("BH/C1", "11 12 13 11½ 7½ 10½ 12½ 12 7½ 11½ 11 9½ 12 9 11 11"),
        ("FB", "13½ 13½ 15 14½ 10 12 13½ 12½ 9½ 12½ 12 11 13½ 10½ 12 13½"),
        ("AOB", "12.40 13.60 12.90 13.38 13.20 13¼ 11.70 12.90 12¾ 10.80 12¾ 14 11.90 13 12.20 13.10"),
        ("SB", "8 9½ 10½ 9¼ 4¼ 6 3¼ 5¼ 2¼ 1½ 4¾ 4 4¼ 4½ 3½ 7¼"),
        ("SB/C1", "7¼ 8½ 9¼ 7¾ 3¼ 5 1¼ 3¾ 2¼ 0 3¼ 4 4¼ 3 2½ 5¾"),
        ("ARO", "1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820"),
        ("ARO/C1", "1900 1988 2000 1983 1738 1900 1838 1800 2200 1975 2000 0 2025 1900 1963 1900"),
        ("TPR", "1969 2120 2089 2081 1690 1813 1611 1730 1175 1640 1776 1250 1781 1925 1788 1969"),
        ("PTP", "2029 2216 2112 2168 1689 1810 1531 1715 950 1575 1763 1250 1744 1942 1768 2013"),
        ("APRO", "1789 1856 1904 1772 1719 1846 1869 1915 1805 1717 1840 2081 1879 1775 1776 1805"),
        ("APPO", "1769 1852 1934 1784 1676 1836 1890 1924 1802 1687 1836 2168 1909 1756 1767 1799"),
        ("WIN", "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3"),
        ("WON", "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3"),
        ("BPG", "2 3 2 2 2 2 3 2 1 3 2 0 3 2 3 2"),
        ("BWG", "1 1 1 1 0 1 0 0 0 1 0 0 1 1 1 1"),
        ("REP", "5 5 5 4 5 5 5 5 3 5 5 3 5 3 5 5"),
        ("PS", "11 13 11 11½ 5 6 6 8½ 2½ 4 5½ 7 7 6 7 10½"),
        ("PS/C1", "10 12 10½ 10½ 5 6 5 8 2½ 4 5 7 6 5 7 10"),
        ("STD", "3½ 4 3½ 3½ 2½ 3 1½ 2½ 1½ 1 2½ 2 1½ 2 2 3½"),
    ];
    for (code, printed) in printed {
        assert_eq!(values(&swiss(), code, false).join(" "), printed, "{code}");
    }
}

#[test]
fn the_exercises_of_the_round_robin_come_out_as_printed() {
    for (code, printed) in [
        ("SB", "9¼ 6¼ 6¼ 4¼ 3¼ 2¼"),
        ("SB/C1", "9¼ 4¾ 4¾ 4¼ 3¼ 1½"),
        ("KS", "2 ½ ½ 1 ½ 0"),
        ("TPR", "2199 2209 2219 1931 2038 1803"),
        ("APRO", "2040 2038 2036 2094 2140 2140"),
    ] {
        assert_eq!(values(&round_robin(), code, true).join(" "), printed, "{code}");
    }
}

#[test]
fn direct_encounter_places_whom_the_exercises_place() {
    let swiss_9 = exercise(include_str!("data/swiss_9.trf"));
    assert_eq!(places(&swiss_9, "DE", false), [3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6]);
    assert_eq!(places(&round_robin(), "DE", true), [1, 2, 2, 6, 5, 4]);
    let level = places(&swiss(), "DE", false);
    assert_eq!([1, 3, 4, 16].map(|number: usize| level[number - 1]), [2; 4]);
    assert_eq!([5, 8, 11].map(|number: usize| level[number - 1]), [7; 3]);
}

#[test]
fn what_was_added_and_what_was_cut_is_said() {
    let explained = |code: &str, number: u32| {
        let rules = TieBreaks { order: vec![code.parse().unwrap()], ..TieBreaks::default() };
        let standings = rules.standings(&swiss(), 5).unwrap();
        standings.iter().find(|standing| standing.number == number).unwrap().counted[0].explained()
    };
    // The bye that number 4 asked for is cut, though an opponent has less.
    assert_eq!(explained("BH/C1", 4), "3 + 1½ + 3½ + 3½ without 2½ = 11½");
    assert_eq!(explained("SB", 9), "0 + 0 + ¾ + 0 + 1½ = 2¼");
    assert_eq!(explained("ARO/C1", 12), "the average of nothing without 2050 = 0");
    assert_eq!(explained("TPR", 2), "the average of 1750, 1900, 2200, 1450, 2100, and +240 for 80 % = 2120");
    assert_eq!(explained("DE", 1), "½ against those who are level, 0 of 3 below");
    assert_eq!(explained("DE", 2), "nobody else is level");
    assert_eq!(explained("WIN", 13), "1 = 1");
}

#[test]
fn ratings_are_not_guessed() {
    let mut tournament = swiss();
    tournament.players[15].rating = None;
    let mut rules = TieBreaks { order: vec!["ARO".parse().unwrap()], ..TieBreaks::default() };
    let standings = rules.standings(&tournament, 5).unwrap();
    assert!(standings.iter().all(|standing| standing.counted[0].value.is_none()));
    assert_eq!(standings[0].counted[0].explained(), "not counted: somebody has no rating");
    rules.unrated = Some(1450);
    let standings = rules.standings(&tournament, 5).unwrap();
    assert_eq!(standings[0].counted[0].value, Some(Value::ratio(1880, 1)));
}

#[test]
fn codes_are_read_as_they_are_written() {
    let codes = [
        "DE", "DE/P", "WIN", "WON", "BPG", "BWG", "PS", "PS/C2", "REP", "STD", "TPN", "BH", "BH/C1", "BH/M2", "BH/P",
        "BH/C2/P", "FB/C1", "AOB", "AOB/F", "SB/C1", "KS", "KS/L+1", "KS/L-2", "ARO/M1", "TPR", "PTP", "APRO", "APPO",
        "RTNG",
    ];
    for code in codes {
        assert_eq!(code.parse::<TieBreak>().unwrap().to_string(), code);
    }
    for text in
        ["", "bh", "BH/", "BH/C0", "BH/C100", "BH/é1", "BH/X1", "TPR/C1", "KS/C1", "WIN/P", "SB/L+1", "AOB/P", "PS/M1"]
    {
        assert!(text.parse::<TieBreak>().is_err(), "{text}");
    }
}

#[test]
fn a_round_without_opponent_is_no_round_of_a_round_robin() {
    let mut tournament = Tournament::of(3, 3);
    tournament.players[0].rounds = vec![Entry::Bye(Bye::Zero), Entry::game(2, Colour::White, Score::Win)];
    tournament.players[1].rounds =
        vec![Entry::game(3, Colour::White, Score::Win), Entry::game(1, Colour::Black, Score::Loss)];
    tournament.players[2].rounds = vec![Entry::game(2, Colour::Black, Score::Loss), Entry::Bye(Bye::Zero)];
    assert_eq!(values(&tournament, "BH", true), ["1", "1", "1"]);
    assert_eq!(values(&tournament, "BH", false), ["2", "1½", "1"]);
}

/// A tournament of the Dutch system whose results, absences and forfeits are drawn from `draws`.
fn drawn(players: u32, rounds: usize, draws: &[u8]) -> Tournament {
    let mut tournament = Tournament::of(players, rounds);
    let mut draws = draws.iter().copied().cycle();
    let mut draw = |of: u8| draws.next().unwrap_or(0) % of;
    for player in &mut tournament.players {
        player.rating = Some(1000 + 10 * i32::from(draw(100)));
    }
    for round in 1..=rounds {
        for number in 1..=players {
            match draw(12) {
                0 => tournament.asked.insert((round, number), Bye::Half),
                1 => tournament.asked.insert((round, number), Bye::Zero),
                _ => None,
            };
        }
        let Ok(paired) = Dutch.pair(&tournament) else { break };
        if paired.pairs.is_empty() {
            break;
        }
        let scores = [Score::Win, Score::Draw, Score::Loss];
        let results = paired.pairs.iter().map(|pair| (pair.white, scores[usize::from(draw(3))])).collect();
        tournament.enter(&paired, &results).unwrap();
        for pair in &paired.pairs {
            if draw(10) == 0 {
                let entry = |opponent, won| Entry::Forfeit { opponent, colour: None, won };
                let last = tournament.played() - 1;
                tournament.players[pair.white as usize - 1].rounds[last] = entry(pair.black, true);
                tournament.players[pair.black as usize - 1].rounds[last] = entry(pair.white, false);
            }
        }
    }
    tournament
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 48, failure_persistence: None, ..Default::default() })]

    #[test]
    fn standings_hold_together(
        players in 2..20_u32, rounds in 1..7_usize, draws in proptest::collection::vec(proptest::prelude::any::<u8>(), 400)
    ) {
        let tournament = drawn(players, rounds, &draws);
        let order: Vec<TieBreak> = ["DE", "BH/C1", "BH", "BH/M1", "FB", "SB/C1", "SB", "PS", "ARO", "PTP", "APPO", "KS/L+1", "AOB/F"]
            .iter().map(|code| code.parse().unwrap()).collect();
        for fixed in [false, true] {
            let rules = TieBreaks { order: order.clone(), fixed, unrated: None };
            let standings = rules.standings(&tournament, usize::MAX).unwrap();
            assert_eq!(standings.len(), players as usize);
            for pair in standings.windows(2) {
                let values = |index: usize| {
                    let standing = &pair[index];
                    (standing.points, standing.counted.iter().map(|counted| counted.value).collect::<Vec<_>>())
                };
                assert!(values(0) >= values(1));
                assert_eq!(pair[0].place == pair[1].place, values(0) == values(1));
            }
            for standing in &standings {
                assert_eq!(standing.points, tournament.points(standing.number, usize::MAX));
                let value = |index: usize| standing.counted[index].value.unwrap();
                // Cuts take something away, never more than there is.
                assert!(value(1) <= value(2) && value(3) <= value(1) && value(5) <= value(6));
                for counted in &standing.counted {
                    assert!(!counted.explained().is_empty());
                }
            }
            // In whatever order the file has them, the standings are the same.
            let mut other = tournament.clone();
            other.players.reverse();
            assert_eq!(rules.standings(&other, usize::MAX).unwrap(), standings);
        }
    }

    #[test]
    fn where_all_play_buchholz_adds_up(
        players in 1..10_u32, rounds in 1..6_usize, draws in proptest::collection::vec(0..3_u8, 100)
    ) {
        // An even number of players, nobody absent: every score is counted by as many opponents as it has rounds.
        let mut tournament = Tournament::of(2 * players, rounds);
        let mut draws = draws.iter().cycle();
        for _ in 0..rounds {
            let Ok(paired) = Dutch.pair(&tournament) else { break };
            let scores = [Score::Win, Score::Draw, Score::Loss];
            let results = paired.pairs.iter().map(|pair| (pair.white, scores[usize::from(*draws.next().unwrap())])).collect();
            tournament.enter(&paired, &results).unwrap();
        }
        let rules = TieBreaks { order: vec!["BH".parse().unwrap()], ..TieBreaks::default() };
        let standings = rules.standings(&tournament, rounds).unwrap();
        let points: Points = standings.iter().map(|standing| standing.points).sum();
        let played = tournament.played() as i64;
        let buchholz = standings.iter().flat_map(|standing| &standing.counted[0].shares);
        let mut total = 0;
        for share in buchholz {
            assert!(matches!(share.source, Source::Opponent(_)));
            total += (0..).find(|tenths| Value::ratio(*tenths, 10) == share.value).unwrap();
        }
        assert_eq!(total, played * i64::from(points.0));
    }
}

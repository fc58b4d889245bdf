//! Report files: published examples, and what is answered to bad ones.

use std::collections::BTreeMap;

use rookery_pairings::trf::{Edition, Report, Unwritable};
use rookery_pairings::{Bye, Dutch, Forbidden, Format, Points, Score, TieBreak, Tournament};

fn player(number: u32, points: &str, rounds: &str) -> String {
    format!("001 {number:>4}      {:<33}{:>5}{:>32}{number:>5}{rounds}\n", format!("Player {number}"), 2000, points)
}

/// What is answered to a file that cannot be read.
fn fault(text: &str) -> String {
    Report::read(text).unwrap_err().to_string()
}

#[test]
fn the_bye_goes_to_the_lowest_score_though_two_fall_further() {
    let text = [
        "012 C5\n".to_owned(),
        player(1, "2.0", "     4 w 1     2 b 1"),
        player(2, "1.0", "     5 b 1     1 w 0"),
        player(3, "2.0", "     6 w 1     4 b 1"),
        player(4, "0.0", "     1 b 0     3 w 0  0000 - Z"),
        player(5, "1.0", "     2 w 0     6 b 1"),
        player(6, "0.0", "     3 b 0     5 w 0"),
        "XXR 3\n".to_owned(),
    ]
    .concat();
    let report = Report::read(&text).unwrap();
    assert_eq!(Dutch.pair(&report.tournament).unwrap().listed(), "3\n1 5\n3 2\n6 0\n");
    assert_eq!(report.write(), text);
}

#[test]
fn of_equal_scores_the_bye_goes_to_the_one_who_played_more() {
    let text = [
        "012 C9\r\n".to_owned(),
        player(1, "1.0", "     3 w 1").replace('\n', "\r\n"),
        player(2, "1.0", "     4 b 1").replace('\n', "\r\n"),
        player(3, "0.0", "     1 b 0").replace('\n', "\r\n"),
        player(4, "0.0", "     2 w 0").replace('\n', "\r\n"),
        player(5, "0.0", "  0000 - Z").replace('\n', "\r\n"),
        "142 3\r\n".to_owned(),
    ]
    .concat();
    let report = Report::read(&text).unwrap();
    assert_eq!(Dutch.pair(&report.tournament).unwrap().listed(), "3\n2 1\n3 5\n4 0\n");
    assert_eq!(report.write(), text);
}

#[test]
fn a_bad_file_is_answered_with_line_column_and_what_was_expected() {
    let first = player(1, "1.0", "     2 w 1");
    let good = first.clone() + &player(2, "0.0", "     1 b 0");
    assert!(Report::read(&good).is_ok());
    assert_eq!(fault(""), "line 1, column 1: expected a player's line, beginning with 001, found \"\"");
    let cases = [
        (good.replace("2 w 1", "2 w ?"), "line 1, column 99: expected a result: 1 = 0 + - W D or L, found \"?\""),
        (good.replace("2 w 1", "2 x 1"), "line 1, column 97: expected w, b or -, found \"x\""),
        (
            good.replace("1 b 0", "1 w 0"),
            "line 1, column 92: expected a round 1 that agrees with the line of player 2, found \"   2 w 1\"",
        ),
        (
            good.replace(" 1.0", " 0.5"),
            "line 1, column 81: expected the points that the results add up to, 1.0, found \" 0.5\"",
        ),
        (first.clone() + &first, "line 2, column 5: expected a number that nobody else has, from 1, found \"   1\""),
        (format!("XXR nine\n{good}"), "line 1, column 5: expected the number of rounds, found \"nine\""),
        (
            player(1, "0.0", &"  0000 - Z".repeat(1000)),
            "line 1, column 10082: expected nothing after 999 rounds, found \"0000 - Z\"",
        ),
        (format!("152 G\n{good}"), "line 1, column 5: expected W or B, found \"G\""),
        (format!("XXP 1 two\n{good}"), "line 1, column 7: expected the number of a player, found \"two\""),
        (format!("XXP 1 1\n{good}"), "line 1, column 7: expected the number of another player, found \"1\""),
        (
            format!("260   1   2    2    2\n{good}"),
            "line 1, column 21: expected the number of another player, found \"2\"",
        ),
        (
            format!("192 FIDE_TEAM_MP\n{good}"),
            "line 1, column 5: expected a tournament of players, or a line 310 for each team, found \"FIDE_TEAM_MP\"",
        ),
    ];
    for (text, answer) in cases {
        assert_eq!(fault(&text), answer);
    }
}

#[test]
fn lines_that_only_engines_know_are_taken_in_and_kept() {
    let text = format!(
        "### a comment\r162  W 3.0    D 1.0\r152 B\r240 H   2    2\r260   1   9    1    2\r142 9\r{}{}",
        player(1, "3.0", "     2 w 1").replace('\n', "\r"),
        player(2, "0.0", "     1 b 0").replace('\n', "\r")
    );
    let report = Report::read(&text).unwrap();
    let tournament = &report.tournament;
    assert_eq!((tournament.scoring.win.0, tournament.scoring.draw.0, tournament.scoring.allocated_bye.0), (30, 10, 30));
    assert_eq!(tournament.initial_colour, rookery_pairings::Colour::Black);
    assert!(tournament.forbids(2, 1, 9));
    assert_eq!(tournament.asked, BTreeMap::from([((2, 2), Bye::Half)]));
    assert_eq!(report.write(), text);
}

/// Two rounds of four players, in lines.
fn four() -> String {
    [(1, 3, "w 1"), (2, 4, "b 1"), (3, 1, "b 0"), (4, 2, "w 0")]
        .map(|(number, opponent, result)| {
            player(number, if result.ends_with('1') { "1.0" } else { "0.0" }, &format!("  {opponent:>4} {result}"))
        })
        .concat()
}

#[test]
fn a_bye_for_a_later_round_leaves_nobody_out_before_it() {
    let text = format!("142 5\n240 H   3    2\n{}", four());
    let report = Report::read(&text).unwrap();
    assert_eq!(report.write(), text);
    let mut tournament = report.tournament;
    for round in 2..=3 {
        let paired = Dutch.pair(&tournament).unwrap();
        assert_eq!(paired.pairs.iter().any(|pair| pair.white == 2 || pair.black == 2), round < 3, "{round}");
        let results = paired.pairs.iter().map(|pair| (pair.white, Score::Draw)).collect();
        tournament.enter(&paired, &results).unwrap();
    }
    assert_eq!(tournament.players[1].rounds[2], rookery_pairings::Entry::Bye(Bye::Half));
    assert!(tournament.asked.is_empty());
}

#[test]
fn a_report_with_a_new_round_is_read_again() {
    let blank = four().replace(" w 1\n", " w 1    \n").replace(" 0\n", " 0  0000 - H\n");
    for text in [
        format!("XXR 5\nXXZ 2\n{}", four()),
        format!("142 5\n240 H   2    2\n240 Z   3    1    4\n{}", four()),
        format!("XXR 5\nXXA    1  1.0  1.0  0.5\n{}", four().replacen(" 1.0", " 2.0", 1)),
        format!("XXR 5\n{}", blank.replacen("0.0", "0.5", 1)),
    ] {
        let mut report = Report::read(&text).unwrap();
        assert_eq!(report.write(), text);
        let round = Dutch.pair(&report.tournament).unwrap();
        let results = round.pairs.iter().map(|pair| (pair.white, Score::Win)).collect();
        report.tournament.enter(&round, &results).unwrap();
        report.tournament.asked.insert((5, 3), Bye::Full);
        let again = Report::read(&report.write()).unwrap();
        assert_eq!(again.tournament, report.tournament, "{text}");
        assert_eq!(again.write(), report.write());
    }
}

#[test]
fn forbidden_pairs_are_forbidden_in_their_rounds() {
    let report = Report::read(&format!("142 9\n260   1   3    1    2\n{}", four())).unwrap();
    let forbidden: Vec<bool> = (1..=4).map(|round| report.tournament.forbids(1, 2, round)).collect();
    assert_eq!(forbidden, [true, true, true, false]);
    let later = Report::of(&report.tournament, "Later", Edition::Trf26).unwrap();
    assert_eq!(Report::read(&later.write()).unwrap().tournament, report.tournament);
    assert_eq!(Report::of(&report.tournament, "Earlier", Edition::Trf16), Err(Unwritable::Forbidden(1, 2)));
}

#[test]
fn a_new_report_says_all_that_pairings_depend_on_or_is_refused() {
    let mut tournament = Tournament::of(6, 5);
    tournament.asked = BTreeMap::from([((1, 6), Bye::Zero), ((3, 2), Bye::Half)]);
    tournament.forbid(5, 1);
    for edition in [Edition::Trf16, Edition::Trf26] {
        let text = Report::of(&tournament, "All", edition).unwrap().write();
        assert_eq!(Report::read(&text).unwrap().tournament, tournament);
    }
    let mut nobody = tournament.clone();
    nobody.forbid(0, 3);
    assert_eq!(Report::of(&nobody, "Nobody", Edition::Trf26), Err(Unwritable::Forbidden(0, 3)));
    tournament.scoring.full_bye = Points(5);
    let text = Report::of(&tournament, "Values", Edition::Trf16).unwrap().write();
    assert_eq!(Report::read(&text).unwrap().tournament, tournament);
    assert_eq!(Report::of(&tournament, "Values", Edition::Trf26), Err(Unwritable::Scoring));
    tournament.scoring.loss = Points(-10);
    assert_eq!(Report::of(&tournament, "Less", Edition::Trf16), Err(Unwritable::Points(Points(-10))));
    tournament.players[0].number = 10_000;
    assert_eq!(Report::of(&tournament, "Many", Edition::Trf16), Err(Unwritable::Player(10_000)));
    tournament.forbidden.insert(Forbidden { lower: 1, higher: 2, first: 1000, last: 1000 });
    assert_eq!(Report::of(&tournament, "Long", Edition::Trf16), Err(Unwritable::Rounds(1000)));
}

#[test]
fn tie_breaks_are_listed_and_read_again() {
    let report = |line: &str| Report::read(&format!("142 5\n{line}\n{}", four())).unwrap();
    let order = ["BH/C1", "DE", "ARO"].map(|code| code.parse::<TieBreak>().unwrap());
    for line in ["202 BH/C1,DE,ARO", "212 PTS,BH/C1, DE,ARO ", "202BH/C1,DE,ARO\n212 PTS,WIN"] {
        assert_eq!(report(line).tie_breaks().unwrap(), order, "{line}");
    }
    assert_eq!(report("222 x").tie_breaks().unwrap(), []);
    assert_eq!(report("202 BH,MINE").tie_breaks().unwrap_err().0, "MINE");
    assert_eq!(report("212 WIN,PTS").tie_breaks().unwrap_err().0, "WIN,PTS");
    let mut listed = report("202 SB");
    listed.list_tie_breaks(&order);
    assert_eq!(Report::read(&listed.write()).unwrap().tie_breaks().unwrap(), order);
    listed.list_tie_breaks::<TieBreak>(&[]);
    assert_eq!(listed.write(), format!("142 5\n{}", four()));
}

#[test]
fn signs_player_0_and_points_given_twice_are_refused() {
    let points = |line: &str| fault(&format!("{line}\n{}", four()));
    assert_eq!(points("BBL -0.5"), "line 1, column 5: expected points, as 1.0 or 0.5, found \"-0.5\"");
    assert_eq!(points("XXZ 1 0"), "line 1, column 7: expected the number of a player, found \"0\"");
    assert!(points("XXA    0  1.0").starts_with("line 1, column 5: expected the number of a player"));
    assert!(points("250       1.0   1   2    0    2").contains("rounds and players from 1"));
    let many: String = (1..=500).map(|number| format!(" {number}")).collect();
    assert!(points(&format!("XXP{many}")).contains("expected at most 100000 pairs that must not meet"));
    let given = "250       1.0   1 999    1 9999";
    assert!(Report::read(&format!("{given}\n{}", four())).is_ok());
    assert!(points(&format!("{given}\n{given}")).starts_with("line 2, column 15: expected rounds and players to whom"));
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]
    #[test]
    fn what_is_read_is_written_as_it_was(
        changes in proptest::collection::vec((0..900_usize, proptest::sample::select(b" 01=-+wbHUZX.\r\n\t9a".to_vec())), 0..6)
    ) {
        let lines = "142 5\n162  W 1.0    D 0.5\n240 H   4    2\n250       1.0   1   2    1    2\n260   1   3    1    2\nXXZ 2\nXXA    1  1.0\nXXS WW=1.0\n";
        let mut text = format!("{lines}{}{}", four(), player(5, "0.5", "  0000 - H            0000 - Z   "));
        for (at, letter) in changes {
            let at = at % text.len();
            text.replace_range(at..=at, &char::from(letter).to_string());
        }
        if let Ok(mut report) = Report::read(&text) {
            assert_eq!(report.write(), text);
            let _ = rookery_pairings::check(&Dutch, &report.tournament);
            if let Ok(round) = Dutch.pair(&report.tournament) {
                let results = round.pairs.iter().map(|pair| (pair.white, Score::Draw)).collect();
                report.tournament.enter(&round, &results).unwrap();
                let again = Report::read(&report.write()).map_err(|fault| format!("{fault}\n{}", report.write())).unwrap();
                assert_eq!(again.tournament.players, report.tournament.players);
                assert_eq!(again.tournament.asked, report.tournament.asked);
            }
        }
    }
}

//! Report files: published examples, and what is answered to bad ones.

use rookery_pairings::trf::Report;
use rookery_pairings::{Dutch, Format};

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
fn of_equal_scores_the_bye_goes_to_whoever_played_more() {
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
        (format!("152 G\n{good}"), "line 1, column 5: expected W or B, found \"G\""),
        (format!("XXP 1 two\n{good}"), "line 1, column 7: expected the number of a player, found \"two\""),
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
    assert!(tournament.forbidden.contains(&(1, 2)));
    assert_eq!(tournament.players[1].rounds.len(), 2);
    assert_eq!(report.write(), text);
}

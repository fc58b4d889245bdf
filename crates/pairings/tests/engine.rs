//! What is asked on the command line, and what is answered.

use rookery_pairings::engine::{Answer, Request, Task, answer};

const SWISS: &str = include_str!("data/swiss_5.trf");

fn asked(file: &str, task: Task) -> Answer {
    answer(file.as_bytes(), Request { task, ..Request::default() })
}

/// The example with one round more.
fn six_rounds() -> String {
    SWISS.replace("142 5", "142 6")
}

#[test]
fn the_pairs_are_answered_as_engines_list_them() {
    let expected = "8\n2 4\n16 3\n6 1\n11 8\n14 5\n15 12\n13 9\n10 7\n";
    assert_eq!(asked(&six_rounds(), Task::Pair), Answer::Met(expected.to_owned()));
    let more = Request { rounds: Some(6), ..Request::default() };
    assert_eq!(answer(SWISS.as_bytes(), more), Answer::Met(expected.to_owned()));
    assert_eq!(asked(SWISS, Task::Pair), Answer::Unmet("all 5 rounds are paired\n".to_owned()));
}

#[test]
fn a_round_that_was_played_is_paired_again() {
    let first = answer(SWISS.as_bytes(), Request { round: Some(1), ..Request::default() });
    assert_eq!(first.text(), "8\n1 9\n10 2\n3 11\n12 4\n5 13\n14 6\n7 15\n16 8\n");
    for round in [0, 7] {
        let answered = answer(SWISS.as_bytes(), Request { round: Some(round), ..Request::default() });
        assert_eq!(answered, Answer::Unmet(format!("round {round} cannot be paired: 5 are played\n")));
    }
}

#[test]
fn the_number_of_rounds_asked_for_stands_in_place_of_the_files() {
    let line = |number: u32, points: &str, round: &str| {
        format!("{:<91}{round}\n", format!("{:<80}{points:>4}", format!("001 {number:>4}")))
    };
    let more = |file: &str| answer(file.as_bytes(), Request { rounds: Some(4), ..Request::default() });
    let played = |points: [&str; 4]| {
        let rounds = ["   2 w =", "   1 b =", "   4 w =", "   3 b ="];
        (1..)
            .zip(points.iter().zip(rounds))
            .map(|(number, (points, round))| line(number, points, round))
            .collect::<String>()
    };
    // Number 1 must not meet 3 and 4 up to round 1, which the file calls the last.
    let barred = ["142 1\n260   1   1    1    3\n260   1   1    1    4\n", &played(["0.5"; 4])].concat();
    assert_eq!(more(&barred).status(), 0, "{}", more(&barred).text());
    // Of four rounds two are accelerated: for the second, number 1 has half a point more.
    let baku = ["142 2\n192 FIDE_DUTCH_BAKU\n", &played(["1.0", "1.0", "0.5", "0.5"])].concat();
    assert_eq!(more(&baku).status(), 0, "{}", more(&baku).text());
    assert_eq!(more(&baku.replace("142 2", "142 4")), asked(&baku.replace("142 2", "142 4"), Task::Pair));
}

#[test]
fn rounds_that_the_rules_pair_otherwise_are_named() {
    let answered = asked(SWISS, Task::Check);
    assert_eq!(answered, Answer::Differs("round 3: played 12-14; the rules say 14-12\n".to_owned()));
    assert_eq!(answered.status(), 1);
    let line = |number: u32, round: &str| format!("{:<91}{round}\n", format!("001 {number:>4}"));
    let file = ["142 3\n", &line(1, "   2 w 1"), &line(2, "   1 b 0"), &line(3, "0000 - U")].concat();
    let agreed = "rounds that are as the rules pair them: 1 of 1\n";
    assert_eq!(asked(&file, Task::Check), Answer::Met(agreed.to_owned()));
}

#[test]
fn a_tournament_that_is_no_swiss_is_not_checked_as_one() {
    for (header, kind) in
        [("092 Individual: Round-Robin", "round robin"), ("192 FIDE_SCHEVENINGEN", "Scheveningen match")]
    {
        let told = format!("the file says that it is a {kind}: the rules of a Swiss say nothing of its rounds\n");
        assert_eq!(asked(&format!("{header}\n{SWISS}"), Task::Check), Answer::Unmet(told));
    }
    assert_eq!(asked(&format!("092 Individual: Swiss-System\n{SWISS}"), Task::Check).status(), 1);
}

#[test]
fn why_pairs_were_made_is_said() {
    let answered = asked(&six_rounds(), Task::Explain);
    let text = answered.text();
    assert_eq!(answered.status(), 0);
    for said in [
        "Round 6 of 6\n\nScore 4.0: 2 Bruno\n",
        "  C14, nobody moves down who did in the last round: fails for 1; no pairing that meets those above as well has fewer\n  moved down from it: 2 Bruno\n",
        "  board 1: 2 Bruno - 4 David\n    one was moved down; colours: as the one prefers whose preference is stronger (White strongly, White mildly)\n",
        "    before that: 1 Alyx, but they met in round 3 (C1)\n    before that: 3 Charline, but they met in round 5 (C1)\n",
        "    before that: 12 Nick, but the rest would be worse\n",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    // Number 1 must not meet 3 and 4 up to round 1, which the file calls the last.
    let barred = asked(&format!("260   6   6    5   12\n{}", six_rounds()), Task::Explain);
    assert!(barred.text().contains("before that: 12 Nick, but they must not meet"), "{}", barred.text());
}

#[test]
fn a_file_at_fault_is_answered_with_its_line() {
    let faults = [
        ("", "line 1, column 1: expected a player's line, beginning with 001, found \"\"\n"),
        ("001    1\n", "line 1, column 1: expected the number of rounds, in a line 142 or XXR\n"),
        ("142 3\n001    1\n001    x\n", "line 3, column 5: expected the number of a player, found \"   x\"\n"),
    ];
    for (file, fault) in faults {
        assert_eq!(asked(file, Task::Pair), Answer::Fault(fault.to_owned()));
        assert_eq!(asked(file, Task::Pair).status(), 2);
        assert_eq!(asked(file, Task::Check), Answer::Fault(fault.to_owned()));
    }
    let nobody_left = "142 5\nXXP 1 2\n001    1\n001    2\n";
    let refused = "no pairing of all who are there breaks none of the absolute rules\n";
    assert_eq!(asked(nobody_left, Task::Pair), Answer::Unmet(refused.to_owned()));
}

#[test]
fn names_may_be_written_in_any_way() {
    let mut file = b"\xef\xbb\xbf142 3\n001    1      Zo\xc3\xab\n001    2\n".to_vec();
    let request = Request { task: Task::Explain, ..Request::default() };
    assert!(answer(&file, request).text().contains("board 1: 1 Zo\u{eb} - 2\n"));
    file = b"142 3\n001    1      Zo\xeb\n001    2\n".to_vec();
    assert!(answer(&file, request).text().contains("board 1: 1 Zo\u{eb} - 2\n"));
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

    #[test]
    fn whatever_the_file_there_is_an_answer(
        changes in proptest::collection::vec((0..1500_usize, proptest::prelude::any::<u8>()), 0..4), round in 0..8_usize
    ) {
        let mut file = six_rounds().into_bytes();
        for (at, letter) in changes {
            let at = at % file.len();
            file[at] = letter;
        }
        for task in [Task::Pair, Task::Check, Task::Explain] {
            let answered = answer(&file, Request { task, round: Some(round), rounds: None });
            proptest::prop_assert!(answered.text().ends_with('\n') && answered.status() < 3);
        }
    }
}

//! `rookery pair`: files in, answers out, exit statuses.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::harness;

/// The Swiss of five rounds of the exercises that FIDE published, and what a sixth would be.
const SWISS: &str = include_str!("../crates/pairings/tests/data/swiss_5.trf");
const SIXTH: &str = "8\n2 4\n16 3\n6 1\n11 8\n14 5\n15 12\n13 9\n10 7\n";

/// Runs the command with a file on standard input; its status, what it answers, and what it tells.
fn pair(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .arg("pair")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads a file does not wait for this one.
    let _ = process.stdin.take().unwrap().write_all(input.as_bytes());
    let output = process.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn answered(status: i32, text: &str) -> (Option<i32>, String, String) {
    (Some(status), text.to_owned(), String::new())
}

#[test]
fn a_report_is_paired_from_a_file_and_from_standard_input() {
    let folder = harness::folder();
    let file = folder.path().join("open.trf");
    std::fs::write(&file, SWISS.replace("142 5", "142 6")).unwrap();
    let name = file.to_str().unwrap();
    assert_eq!(pair(&[name], ""), answered(0, SIXTH));
    assert_eq!(pair(&["--rounds", "6", "-"], SWISS), answered(0, SIXTH));
    assert_eq!(pair(&["-"], SWISS), answered(1, "all 5 rounds are paired\n"));
    let output = folder.path().join("pairs.txt");
    assert_eq!(pair(&[name, "-o", output.to_str().unwrap()], ""), answered(0, ""));
    assert_eq!(std::fs::read_to_string(&output).unwrap(), SIXTH);
    // Only pairs are written to the file.
    let over = (Some(1), String::new(), "rookery: -: all 5 rounds are paired\n".to_owned());
    assert_eq!(pair(&["-", "-o", output.to_str().unwrap()], SWISS), over);
    assert_eq!(std::fs::read_to_string(&output).unwrap(), SIXTH);
    let first = pair(&["--round", "1", name], "");
    assert!(first.0 == Some(0) && first.1.starts_with("8\n1 9\n10 2\n"), "{first:?}");
}

#[test]
fn a_tournament_is_checked_and_a_round_explained() {
    let differs = "round 3: played 12-14; the rules say 14-12\n";
    assert_eq!(pair(&["--check", "-"], SWISS), answered(1, differs));
    let mended = SWISS.replace("  12 b -", "  12 w -").replace("  14 w +", "  14 b +");
    assert_eq!(pair(&["--check", "-"], &mended), answered(0, "rounds that are as the rules pair them: 5 of 5\n"));
    let (status, text, told) = pair(&["--explain", "--rounds", "6", "-"], SWISS);
    assert_eq!((status, told.as_str()), (Some(0), ""));
    assert!(text.contains("before that: 1 Alyx, but they met in round 3 (C1)"), "{text}");
}

#[test]
fn faults_are_told_in_one_line_with_status_2() {
    let expected = "rookery: -: line 2, column 5: expected the number of rounds, found \"five\"\n";
    assert_eq!(pair(&["-"], &SWISS.replace("142 5", "142 five")), (Some(2), String::new(), expected.to_owned()));
    for arguments in [&["nowhere.trf"][..], &["-", "--rounds", "6", "-o", "/no/such/folder/pairs"]] {
        let (status, text, told) = pair(arguments, SWISS);
        assert_eq!((status, text.as_str(), told.lines().count()), (Some(2), "", 1), "{told}");
    }
    assert_eq!(pair(&["--check", "--explain", "-"], SWISS).0, Some(2), "one of the two");
}

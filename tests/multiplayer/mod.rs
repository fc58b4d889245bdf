//! Chess for two to four players: the case files of `tests/data/multiplayer/`, run through the analysis.
//!
//! Each line of a case file has a `request` and what its `answer` must hold; those that are not the contract's own
//! samples name the `rule` (a section of the contract, a reading in brackets) and the `case`.

mod chance;
mod comparison;
mod fuzz;
mod pages;
mod plain;
mod ratings;
mod sittings;
mod table;

use rookery::multiplayer::analysis;
use serde_json::Value;

struct Case {
    place: String,
    value: Value,
}

fn cases() -> Vec<Case> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/multiplayer");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a case file");
        let case = |(index, line): (usize, &str)| Case {
            place: format!("{}:{}", path.display(), index + 1),
            value: serde_json::from_str(line).expect("a case is JSON"),
        };
        text.lines().enumerate().map(case).collect::<Vec<Case>>()
    };
    paths.into_iter().flat_map(read).collect()
}

/// Does the answer hold all that is expected? Objects may have more members; everything else must be equal.
fn holds(answer: &Value, expected: &Value) -> bool {
    match (answer, expected) {
        (Value::Object(answer), Value::Object(expected)) => {
            expected.iter().all(|(name, value)| answer.get(name).is_some_and(|found| holds(found, value)))
        }
        _ => answer == expected,
    }
}

#[test]
fn case_files() {
    let cases = cases();
    assert!(cases.len() > 250, "only {} cases were found", cases.len());
    let failures: Vec<String> = cases
        .into_iter()
        .filter_map(|Case { place, value }| {
            let answer = analysis::answer(&value["request"], analysis::ON_THE_COMMAND_LINE);
            let expected = &value["answer"];
            (!holds(&answer, expected)).then(|| format!("{place}\n expected {expected}\n got      {answer}"))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Sections 1, 7 and 9 make no rules of their own: the seats, worked cases, and what people ask for.
#[test]
fn every_rule_and_every_reading_of_the_contract_has_cases() {
    let cases = cases();
    let cited: Vec<&str> = cases
        .iter()
        .filter_map(|case| case.value["rule"].as_str())
        .flat_map(|rule| rule.split([' ', '[', ']']))
        .collect();
    let sections = ["2.1", "2.2", "2.3", "3", "5.1", "5.2", "5.3", "6", "10"].map(str::to_owned);
    let rules = (1..=11).map(|rule| format!("4.{rule}"));
    let readings = (1..=16).map(|reading| format!("A{reading}"));
    let missing: Vec<String> =
        sections.into_iter().chain(rules).chain(readings).filter(|wanted| !cited.contains(&wanted.as_str())).collect();
    assert!(missing.is_empty(), "no case cites {missing:?}");
}

#[test]
fn command_line_answers_line_by_line() {
    let input =
        "{\"op\":\"perft\",\"position\":\"start4\",\"depth\":2}\nnonsense\n\n{\"op\":\"legal\",\"position\":\"x\"}";
    let mut output = Vec::new();
    rookery::multiplayer::cli::run(input.as_bytes(), &mut output).expect("a write to memory");
    let answers: Vec<Value> =
        output.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0], serde_json::json!({ "nodes": 395 }));
    let titles: Vec<&Value> = answers[1..].iter().map(|answer| &answer["error"]["title"]).collect();
    assert_eq!(titles, ["not JSON", "not JSON", "invalid position"]);
}

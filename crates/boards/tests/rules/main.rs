//! Chess for two to four players: the case files run through the analysis, and the engine against a second, plain one.

mod cases;
mod chance;
mod comparison;
mod damage;
mod fuzz;
mod plain;

use rookery_boards::analysis;
use serde_json::Value;

use cases::cases;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");

/// More leaves than any case counts.
const MOST_LEAVES: u64 = 200_000_000;

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
    let cases = cases(FOLDER);
    assert!(cases.len() > 250, "only {} cases were found", cases.len());
    let failures: Vec<String> = cases
        .into_iter()
        .filter_map(|(place, value)| {
            let answer = analysis::answer(&value["request"], MOST_LEAVES);
            let expected = &value["answer"];
            (!holds(&answer, expected)).then(|| format!("{place}\n expected {expected}\n got      {answer}"))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Sections 1, 7 and 9 make no rules of their own: the seats, worked cases, and what people ask for.
#[test]
fn every_rule_and_every_reading_of_the_contract_has_cases() {
    let cases = cases(FOLDER);
    let cited: Vec<&str> = cases
        .iter()
        .filter_map(|(_, case)| case["rule"].as_str())
        .flat_map(|rule| rule.split([' ', '[', ']']))
        .collect();
    let sections = ["2.1", "2.2", "2.3", "3", "5.1", "5.2", "5.3", "6", "10"].map(str::to_owned);
    let rules = (1..=11).map(|rule| format!("4.{rule}"));
    let readings = (1..=16).map(|reading| format!("A{reading}"));
    let missing: Vec<String> =
        sections.into_iter().chain(rules).chain(readings).filter(|wanted| !cited.contains(&wanted.as_str())).collect();
    assert!(missing.is_empty(), "no case cites {missing:?}");
}

//! Party Chess on the command line, at a table and as pages; its engine has its own tests in `crates/party-chess`.

#[path = "../../crates/party-chess/tests/rules/agreement.rs"]
mod agreement;
#[path = "../../crates/party-chess/tests/rules/boards.rs"]
mod boards;
mod campaigns;
#[path = "../../crates/party-chess/tests/rules/effort.rs"]
mod effort;
mod pages;
mod practice;
mod scenes;
mod table;

use rookery::party::cli;
use rookery_party_chess::analysis;
use serde_json::{Value, json};

/// The engine's cases: a request each, and what its answer must hold.
const CASES: &str = include_str!("../../crates/party-chess/tests/data/cases.jsonl");

/// What the command says for help is so: its requests are answered, and none that there is goes unmentioned.
#[test]
fn the_help_of_the_command_is_right() {
    let answer = |request: &Value| analysis::answer(request, 10_000);
    let tried: Vec<Value> = cli::HELP
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(tried.len() >= 2);
    for request in tried {
        assert_eq!(answer(&request)["error"], Value::Null, "{request}");
    }
    let wrong = answer(&json!({ "op": "help" }))["error"]["detail"].as_str().unwrap().to_owned();
    for op in wrong.split('`').skip(3).step_by(2) {
        assert!(cli::HELP.contains(&format!("{{\"op\": \"{op}\"")), "{op}");
    }
}

/// One case or more for every rule and every reading, of the engine or at a table.
#[test]
fn every_rule_and_every_reading_has_a_case() {
    let cited: std::collections::BTreeSet<String> = CASES
        .lines()
        .chain(scenes::SCENES.lines())
        .flat_map(|line| serde_json::from_str::<Value>(line).unwrap()["cites"].as_array().unwrap().clone())
        .map(|mark| mark.as_str().unwrap().to_owned())
        .collect();
    let readings = (1..=36).map(|reading| format!("G{reading}"));
    let missing: Vec<String> =
        readings.chain((1..=21).map(|rule| format!("1230.{rule}"))).filter(|mark| !cited.contains(mark)).collect();
    assert!(missing.is_empty(), "no case cites {missing:?}");
}

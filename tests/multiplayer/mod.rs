//! Chess for two to four players on the command line, at a table and as pages; its engine has its own tests in `crates/boards`.

#[path = "../../crates/boards/tests/rules/cases.rs"]
mod cases;
#[path = "../../crates/boards/tests/rules/chance.rs"]
pub mod chance;
#[path = "../../crates/boards/tests/rules/damage.rs"]
pub mod damage;
mod fuzz;
mod pages;
mod ratings;
mod sittings;
mod table;

use serde_json::Value;

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

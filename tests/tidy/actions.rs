//! Actions: in capabilities that have them, forms and jobs make the values that programs send, and only
//! [`rookery::action::perform`] logs them.

use super::house;

/// Capabilities whose changes are all actions. Another is added here when its last change became one.
const CARRIED: &[&str] = &["conduct", "elections", "rulebook", "tournaments"];

fn is_carried(file: &str) -> bool {
    CARRIED.iter().any(|folder| file.starts_with(&format!("{folder}/")))
}

/// Lines of such capabilities that hold one of the words, in files that are asked about.
fn lines(words: &[&str], asked: impl Fn(&str) -> bool) -> Vec<String> {
    let files = house().into_iter().filter(|(file, _)| is_carried(file) && asked(file));
    let found = files.flat_map(|(file, text)| {
        let held = text.lines().filter(|line| words.iter().any(|word| line.contains(word)));
        held.map(|line| format!("{file}: {}", line.trim())).collect::<Vec<_>>()
    });
    found.collect()
}

#[test]
fn pages_make_actions_and_no_json() {
    let is_page = |file: &str| file.split(['/', '.']).any(|part| part == "pages");
    let calls = lines(&["json!", "serde_json::to", "serde_json::from", ".request("], is_page);
    assert_eq!(calls, Vec::<String>::new(), "a form is read into the action itself");
}

#[test]
fn pages_call_no_handler_of_the_interface_for_programs() {
    let is_page = |file: &str| file.split(['/', '.']).any(|part| part == "pages");
    let calls = lines(&["api::", "::api;", "{api", " api,", "Data<App>, api"], is_page);
    let views = |line: &String| line.contains("action::api") || line.contains("declarations/pages.rs");
    let calls: Vec<String> = calls.into_iter().filter(|line| !views(line)).collect();
    assert_eq!(calls, Vec::<String>::new(), "a page performs the action: crate::action::pages::sent");
}

#[test]
fn only_perform_logs() {
    let logs = lines(&["audit::record", "audit::{self", "Entry {"], |_| true);
    assert_eq!(logs, Vec::<String>::new(), "an action gives a Record, which perform logs");
}

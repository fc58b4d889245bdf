//! Actions: in these capabilities forms and jobs make the same values as JSON bodies, and only
//! `rookery::action::perform` logs.

use super::house;

/// Capabilities whose changes are all actions. Another is added here when its last change has become one.
const CARRIED: &[&str] = &[
    "auth",
    "checks",
    "chess",
    "club",
    "conduct",
    "court",
    "elections",
    "exchange",
    "games",
    "members",
    "multiplayer",
    "nomic",
    "notify",
    "party",
    "rulebook",
    "sessions",
    "tables",
    "timekeeping",
    "tournaments",
    "turns",
];

/// Lines of these capabilities, or only of their `pages` or `store`, that contain one of the words.
fn lines(words: &[&str], part_alone: Option<&str>) -> Vec<String> {
    let is_carried = |file: &str| CARRIED.contains(&file.split('/').next().unwrap_or_default());
    let is_there = |file: &str| part_alone.is_none_or(|alone| file.split(['/', '.']).any(|part| part == alone));
    let files = house().into_iter().filter(|(file, _)| is_carried(file) && is_there(file));
    let found = files.flat_map(|(file, text)| {
        let held = text.lines().filter(|line| words.iter().any(|word| line.contains(word)));
        held.map(|line| format!("{file}: {}", line.trim())).collect::<Vec<_>>()
    });
    found.collect()
}

#[test]
fn pages_make_actions_and_no_json() {
    let made = lines(&["json!", "serde_json::to_", "serde_json::from_", ".request("], Some("pages"));
    assert_eq!(made, Vec::<String>::new(), "a form is read into the action itself");
}

#[test]
fn pages_call_no_handler_of_programs() {
    // A handler takes the service itself; whatever else a page calls borrows it.
    let called = lines(&["app.clone()", "http::create(", "create(&app"], Some("pages"));
    assert_eq!(called, Vec::<String>::new(), "a page performs the action: action::pages::sent");
}

#[test]
fn only_perform_logs() {
    let logged = lines(&["audit::record", "Entry { actor"], None);
    assert_eq!(logged, Vec::<String>::new(), "an action gives a Record, which perform logs");
}

#[test]
fn stores_perform_no_action() {
    let performed = lines(&["perform(", "impl Action for"], Some("store"));
    assert_eq!(
        performed,
        Vec::<String>::new(),
        "an action, or the effects beside it, calls the store and the other action"
    );
}

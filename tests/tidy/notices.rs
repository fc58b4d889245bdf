//! Notices: what an action tells under the word of the log has a topic of that name.

use std::collections::BTreeSet;

use rookery::audit::Word;
use rookery::notify::Topic;

use super::house;

/// Calls by which an action tells people under its own word, rather than under a topic that it names.
const TELLS: &[&str] = &[
    ".tell(",
    ".tell_what(",
    ".told(",
    ".proclaimed(",
    ".proclaimed_since(",
    "changed_and_told(",
    "moves_on(",
    " end(tx",
    "(tell(",
];

/// Words in functions that tell, which are logged there and not told.
const LOGGED_ALONE: [Word; 3] = [Word::GameApproved, Word::ObjectionSettled, Word::TournamentEnded];

/// The words of the log that a function names.
fn words(function: &str) -> impl Iterator<Item = Word> {
    function.split("Word::").skip(1).filter_map(|rest| {
        let named: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
        Word::ALL.iter().copied().find(|word| format!("{word:?}") == named)
    })
}

#[test]
fn what_is_told_under_the_word_of_the_log_has_a_topic() {
    let mut told = BTreeSet::new();
    for (_, text) in house() {
        let functions = text.split("fn ").filter(|function| TELLS.iter().any(|call| function.contains(call)));
        told.extend(functions.flat_map(words));
    }
    assert!(told.len() > 40, "the calls are named otherwise now: {told:?}");
    told.retain(|word| Topic::of(word.as_str()).is_none());
    assert_eq!(told, BTreeSet::from(LOGGED_ALONE), "a line in notify/topics.rs, or `tell_of` with a topic");
}

//! What pupils ask about the rules, above the Acts: answers in plain words, made of the house rules in force.

use super::super::api::RulebookAnswer;
use super::super::is_shipped;
use super::super::now::QUESTIONS;
use crate::web::layout::Frame;

/// A question with its answer.
pub(super) struct Question {
    pub asked: String,
    pub answer: String,
    /// The Act that says it in full.
    pub act: Option<&'static str>,
    /// Where it is done: an address, and what the way there is called.
    pub way: Option<(&'static str, &'static str)>,
}

/// What is asked of these rules. Where the club has its own words for an Act, those are the answer; where it has repealed
/// the Act, nobody asks.
pub(super) fn questions(frame: &Frame, book: &RulebookAnswer) -> Vec<Question> {
    let rules = book.house_rules.members();
    let text = |word: &str| frame.asked(word, &rules);
    let in_force = |citation: &str| {
        let mut acts = book.sections.iter().flat_map(|section| &section.acts);
        acts.find(|act| act.citation.0 == citation && !act.repealed)
    };
    let question = |(word, acts): &(&'static str, &'static [&'static str])| {
        let act = acts.first().copied();
        act.is_none_or(|act| in_force(act).is_some()).then(|| {
            let is_ours = acts.iter().all(|act| in_force(act).is_some_and(|act| is_shipped(&act.wording)));
            let answer = if is_ours { text(&format!("{word}-answer")) } else { frame.t("ask-own-words").to_string() };
            Question { asked: text(word), answer, act, way: way(frame, word) }
        })
    };
    QUESTIONS.iter().filter_map(question).collect()
}

/// Where the reader does what a question is about.
fn way(frame: &Frame, word: &str) -> Option<(&'static str, &'static str)> {
    match word {
        "wrong" if frame.is_a_person() => Some(("/me/games", "me-games")),
        "appeal" if frame.viewpoint.reads_the_club() && frame.is_a_person() => Some(("/cases/new", "me-petitions")),
        "name" => Some(("/privacy", "privacy")),
        _ => None,
    }
}

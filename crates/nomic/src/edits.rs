//! Edit lists: how a proposal says which words of a rule it changes (A1 `patch`).

use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// One change to a rule's paragraphs. Anchors must occur exactly once; any white space in them matches any other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "edit", rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// Put `with` in the place of `old`.
    Replace {
        /// Words that occur once.
        old: String,
        /// Words in their place.
        with: String,
    },
    /// Put `text` straight after `anchor`.
    InsertAfter {
        /// Words that occur once.
        anchor: String,
        /// Words to put there.
        text: String,
    },
    /// Add a paragraph at the end.
    AppendParagraph {
        /// The paragraph.
        text: String,
    },
    /// Take `old` out; a paragraph left empty goes.
    Delete {
        /// Words that occur once.
        old: String,
    },
}

/// Why an edit cannot be applied to a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditProblem {
    /// These words do not occur.
    Missing(String),
    /// These words occur so often.
    Ambiguous(String, usize),
    /// No words to look for.
    Empty,
}

impl EditProblem {
    /// Why, as people read it.
    pub fn message(&self) -> Message {
        match self {
            Self::Missing(words) => say!("the words “{words}” do not occur in the rule's text", words),
            Self::Ambiguous(words, number) => say!(
                "the words “{words}” occur {number} times in the rule's text; \
                 quote more of it, so that they occur once",
                words,
                number = *number
            ),
            Self::Empty => say!("an edit needs words to look for"),
        }
    }
}

/// `paragraphs` after all `edits`, in their order.
pub fn apply(paragraphs: &[String], edits: &[Edit]) -> Result<Vec<String>, EditProblem> {
    let mut text = paragraphs.to_vec();
    for edit in edits {
        match edit {
            Edit::AppendParagraph { text: new } => text.push(new.clone()),
            Edit::Replace { old, with } => {
                let (paragraph, place) = locate(&text, old)?;
                text[paragraph].replace_range(place, with);
            }
            Edit::InsertAfter { anchor, text: new } => {
                let (paragraph, place) = locate(&text, anchor)?;
                text[paragraph].insert_str(place.end, new);
            }
            Edit::Delete { old } => {
                let (paragraph, place) = locate(&text, old)?;
                text[paragraph].replace_range(place, "");
                if text[paragraph].trim().is_empty() {
                    text.remove(paragraph);
                }
            }
        }
    }
    Ok(text)
}

/// Each edit with `change` applied to every string in it: references follow renumbering (A7).
pub fn map_text(edits: &[Edit], change: impl Fn(&str) -> String) -> Vec<Edit> {
    edits
        .iter()
        .map(|edit| match edit {
            Edit::Replace { old, with } => Edit::Replace { old: change(old), with: change(with) },
            Edit::InsertAfter { anchor, text } => Edit::InsertAfter { anchor: change(anchor), text: change(text) },
            Edit::AppendParagraph { text } => Edit::AppendParagraph { text: change(text) },
            Edit::Delete { old } => Edit::Delete { old: change(old) },
        })
        .collect()
}

fn locate(text: &[String], anchor: &str) -> Result<(usize, Range<usize>), EditProblem> {
    if anchor.trim().is_empty() {
        return Err(EditProblem::Empty);
    }
    let places: Vec<(usize, Range<usize>)> = text
        .iter()
        .enumerate()
        .flat_map(|(index, paragraph)| occurrences(paragraph, anchor).into_iter().map(move |place| (index, place)))
        .collect();
    match places.as_slice() {
        [] => Err(EditProblem::Missing(anchor.to_owned())),
        [place] => Ok(place.clone()),
        more => Err(EditProblem::Ambiguous(anchor.to_owned(), more.len())),
    }
}

/// Exact occurrences; failing those, occurrences that differ in white space only (texts are wrapped by hand).
fn occurrences(paragraph: &str, anchor: &str) -> Vec<Range<usize>> {
    let exact: Vec<_> = paragraph.match_indices(anchor).map(|(at, found)| at..at + found.len()).collect();
    if !exact.is_empty() {
        return exact;
    }
    let words: Vec<&str> = anchor.split_whitespace().collect();
    paragraph
        .match_indices(words[0])
        .filter_map(|(start, first)| {
            let mut end = start + first.len();
            for word in &words[1..] {
                let rest = &paragraph[end..];
                let trimmed = rest.trim_start();
                if trimmed.len() == rest.len() || !trimmed.starts_with(word) {
                    return None;
                }
                end += rest.len() - trimmed.len() + word.len();
            }
            Some(start..end)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replace(old: &str, with: &str) -> Edit {
        Edit::Replace { old: old.into(), with: with.into() }
    }

    #[test]
    fn anchors_span_wrapped_lines() {
        let text = ["one two\nthree four\n".to_owned()];
        assert_eq!(apply(&text, &[replace("two three", "2 3")]), Ok(vec!["one 2 3 four\n".to_owned()]));
    }

    #[test]
    fn a_missing_or_repeated_anchor_is_refused() {
        let text = ["a b a\n".to_owned()];
        assert_eq!(apply(&text, &[replace("c", "d")]), Err(EditProblem::Missing("c".into())));
        assert_eq!(apply(&text, &[replace("a", "d")]), Err(EditProblem::Ambiguous("a".into(), 2)));
        assert_eq!(apply(&text, &[replace(" ", "d")]), Err(EditProblem::Empty));
    }

    #[test]
    fn an_emptied_paragraph_goes() {
        let text = ["a\n".to_owned(), "b\n".to_owned()];
        assert_eq!(apply(&text, &[Edit::Delete { old: "a".into() }]), Ok(vec!["b\n".to_owned()]));
    }
}

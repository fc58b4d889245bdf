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
pub fn apply(paragraphs: &[String], edits: &[Edit], marks: Marks) -> Result<Vec<String>, EditProblem> {
    let mut text = paragraphs.to_vec();
    for edit in edits {
        match edit {
            Edit::AppendParagraph { text: new } => text.push(new.clone()),
            Edit::Replace { old, with } => {
                let (paragraph, place) = locate(&text, old, marks)?;
                text[paragraph].replace_range(place, with);
            }
            Edit::InsertAfter { anchor, text: new } => {
                let (paragraph, place) = locate(&text, anchor, marks)?;
                text[paragraph].insert_str(place.end, new);
            }
            Edit::Delete { old } => {
                let (paragraph, place) = locate(&text, old, marks)?;
                text[paragraph].replace_range(place, "");
                if text[paragraph].trim().is_empty() {
                    text.remove(paragraph);
                }
            }
        }
    }
    Ok(text)
}

/// Whether curly and straight quotation marks and apostrophes are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marks {
    /// As in the first edition: each is what it is.
    #[default]
    AsWritten,
    /// Where words do not occur with the marks that they were quoted with.
    Alike,
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

fn locate(text: &[String], anchor: &str, marks: Marks) -> Result<(usize, Range<usize>), EditProblem> {
    if anchor.trim().is_empty() {
        return Err(EditProblem::Empty);
    }
    let places: Vec<(usize, Range<usize>)> = text
        .iter()
        .enumerate()
        .flat_map(|(index, paragraph)| {
            occurrences(paragraph, anchor, marks).into_iter().map(move |place| (index, place))
        })
        .collect();
    match places.as_slice() {
        [] => Err(EditProblem::Missing(anchor.to_owned())),
        [place] => Ok(place.clone()),
        more => Err(EditProblem::Ambiguous(anchor.to_owned(), more.len())),
    }
}

/// Exact occurrences; failing those, occurrences that differ in white space only (texts are wrapped by hand), then in
/// marks too.
fn occurrences(paragraph: &str, anchor: &str, marks: Marks) -> Vec<Range<usize>> {
    let exact: Vec<_> = paragraph.match_indices(anchor).map(|(at, found)| at..at + found.len()).collect();
    if !exact.is_empty() {
        return exact;
    }
    let words: Vec<&str> = anchor.split_whitespace().collect();
    let flowing: Vec<_> =
        paragraph.match_indices(words[0]).filter_map(|(at, _)| flowing(paragraph, at, &words)).collect();
    if !flowing.is_empty() || marks == Marks::AsWritten {
        return flowing;
    }
    let (straight, places) = straightened(paragraph);
    let words: Vec<String> = words.into_iter().map(|word| straightened(word).0).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let found = straight.match_indices(words[0]).filter_map(|(at, _)| self::flowing(&straight, at, &words));
    found.map(|range| places[range.start]..places[range.end]).collect()
}

/// The words one after the other from `start` on, with any white space between them.
fn flowing(text: &str, start: usize, words: &[&str]) -> Option<Range<usize>> {
    let mut end = start + words[0].len();
    for word in &words[1..] {
        let rest = &text[end..];
        let trimmed = rest.trim_start();
        if trimmed.len() == rest.len() || !trimmed.starts_with(word) {
            return None;
        }
        end += rest.len() - trimmed.len() + word.len();
    }
    Some(start..end)
}

/// A text with straight marks, and where each of its bytes, and its end, stood before.
fn straightened(text: &str) -> (String, Vec<usize>) {
    let (mut straight, mut places) = (String::new(), Vec::new());
    for (at, letter) in text.char_indices() {
        let letter = match letter {
            '‘' | '’' | '‚' | 'ʼ' => '\'',
            '“' | '”' | '„' => '"',
            other => other,
        };
        straight.push(letter);
        places.resize(straight.len(), at);
    }
    places.push(text.len());
    (straight, places)
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
        assert_eq!(
            apply(&text, &[replace("two three", "2 3")], Marks::AsWritten),
            Ok(vec!["one 2 3 four\n".to_owned()])
        );
    }

    #[test]
    fn a_missing_or_repeated_anchor_is_refused() {
        let text = ["a b a\n".to_owned()];
        assert_eq!(apply(&text, &[replace("c", "d")], Marks::AsWritten), Err(EditProblem::Missing("c".into())));
        assert_eq!(apply(&text, &[replace("a", "d")], Marks::AsWritten), Err(EditProblem::Ambiguous("a".into(), 2)));
        assert_eq!(apply(&text, &[replace(" ", "d")], Marks::AsWritten), Err(EditProblem::Empty));
    }

    #[test]
    fn an_emptied_paragraph_goes() {
        let text = ["a\n".to_owned(), "b\n".to_owned()];
        assert_eq!(apply(&text, &[Edit::Delete { old: "a".into() }], Marks::AsWritten), Ok(vec!["b\n".to_owned()]));
    }

    #[test]
    fn curly_and_straight_marks_are_the_same_where_they_may_be() {
        let text = ["rules in the 100’s are “old”\nand the 100's too\n".to_owned()];
        let change = [replace("the 100's are \"old\" and", "they are old and")];
        assert!(matches!(apply(&text, &change, Marks::AsWritten), Err(EditProblem::Missing(_))));
        let changed = apply(&text, &change, Marks::Alike);
        assert_eq!(changed, Ok(vec!["rules in they are old and the 100's too\n".to_owned()]));
        assert_eq!(
            apply(&text, &[replace("the 100's", "a")], Marks::Alike).map(|text| text[0].len()),
            Ok(text[0].len() - 8)
        );
    }
}

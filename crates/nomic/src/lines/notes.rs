//! Lines of titles and notes, in the discussion thread: `Title: Rule 205: Words`, `Note: draft 12: …`; and the line before a
//! draft that takes the place of another.

use super::Ear;
use crate::plays::{Play, Subject};

/// A title or a note, if the line is one; anything else is talk.
pub(super) fn annotation(ear: Ear, line: &str) -> Option<Play> {
    if !ear.is_loose() {
        return None;
    }
    let title = ear.after(line, "Title:");
    let (about, text) = title.or_else(|| ear.after(line, "Note:"))?.split_once(':')?;
    let (kind, number) = about.trim().split_once(' ')?;
    let about = match kind.to_lowercase().as_str() {
        "rule" => Subject::Rule { label: number.parse().ok()? },
        "proposal" => Subject::Proposal { number: number.parse().ok()? },
        "draft" => Subject::Draft { message: number.parse().ok()? },
        _ => return None,
    };
    let text = text.trim();
    // Without words a title is taken away; a note says nothing then.
    (title.is_some() || !text.is_empty()).then(|| Play::Annotate {
        about,
        title: title.is_some(),
        text: text.to_owned(),
    })
}

pub(super) fn print(about: Subject, title: bool, text: &str) -> String {
    let what = if title { "Title" } else { "Note" };
    let about = match about {
        Subject::Rule { label } => format!("Rule {label}"),
        Subject::Proposal { number } => format!("proposal {number}"),
        Subject::Draft { message } => format!("draft {message}"),
    };
    format!("{what}: {about}: {text}")
}

const INSTEAD: &str = "Instead of draft ";

/// The draft that a draft takes the place of, if its first line says so, and the rule-change.
pub fn draft(text: &str) -> (Option<usize>, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let number = first.trim().strip_prefix(INSTEAD).and_then(|number| number.trim_end_matches(':').parse().ok());
    if number.is_some() { (number, rest) } else { (None, text) }
}

/// A draft that takes the place of another.
pub fn print_draft(instead: usize, text: &str) -> String {
    format!("{INSTEAD}{instead}:\n{text}")
}

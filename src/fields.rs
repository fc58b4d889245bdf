//! Fields of requests that every capability reads alike. Pure.

use chrono::{NaiveDateTime, TimeDelta};

use crate::error::Refusal;

/// Seconds until one more is heard, where so many a day are: the instants of the last day, oldest first. Nothing
/// where it is heard now.
pub fn heard_again_in(within_a_day: &[NaiveDateTime], a_day: u32, now: NaiveDateTime) -> Option<u32> {
    if within_a_day.len() < usize::try_from(a_day).unwrap_or(usize::MAX) {
        return None;
    }
    let again = within_a_day.first().map_or(now, |first| *first + TimeDelta::days(1));
    Some(u32::try_from((again - now).num_seconds().max(1)).unwrap_or(u32::MAX))
}

/// A letter that shows nothing, or turns round what is written beside it: names are seen as they are.
fn is_hidden(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// A person's name as it is kept: trimmed, 1 to 80 characters, all of them to be seen.
pub fn name(text: &str) -> Result<String, Refusal> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().any(|letter| letter.is_control() || is_hidden(letter)) {
        let detail =
            "This name has characters in it that do not show, or change how others are written; leave them out.";
        return Err(Refusal::field("name", detail));
    }
    match name.chars().count() {
        1..=80 => Ok(name),
        length => Err(Refusal::field("name", format!("A name has 1 to 80 characters; this has {length}."))),
    }
}

/// A text with something to say, trimmed.
pub fn text(field: &'static str, text: &str, least: usize, most: usize) -> Result<String, Refusal> {
    let text = text.trim();
    let length = text.chars().count();
    if text.chars().any(|letter| letter.is_control() && !letter.is_whitespace()) {
        return Err(Refusal::field(field, "This has control characters in it."));
    }
    if (least..=most).contains(&length) {
        return Ok(text.to_owned());
    }
    Err(Refusal::field(field, format!("Write {least} to {most} characters; this has {length}.")))
}

//! Fields of requests that every capability reads alike. Pure.

use crate::error::Refusal;

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
    Err(Refusal::field(field, format!("{length} characters are not between {least} and {most}.")))
}

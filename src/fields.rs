//! Fields of requests that every capability reads alike. Pure.

use crate::error::Refusal;

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

/// A text without the numbers of games and tables, whose pages name who played: `game 5 forfeit` is `game … forfeit`.
pub fn unnumbered(text: &str) -> String {
    let mut told = String::with_capacity(text.len());
    let mut is_numbered = false;
    for word in text.split_inclusive(char::is_whitespace) {
        let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        if is_numbered && rest.len() < word.len() {
            told.push('…');
        }
        told.push_str(if is_numbered { rest } else { word });
        is_numbered = matches!(word.trim().to_lowercase().as_str(), "game" | "table");
    }
    told
}

/// A text without numbers but those of Acts and cases: points, days, games and times could be matched with a person.
/// `10 points taken, banned through 2026-12-04` is `… points taken, banned through …`.
pub fn numberless(text: &str) -> String {
    let is_cited = |word: &str| {
        let mut parts = word.trim_matches(|letter: char| !letter.is_ascii_alphanumeric()).split(['.', '-']);
        let numbers = |mut rest: std::str::Split<[char; 2]>| rest.all(|part| part.parse::<u32>().is_ok());
        match (parts.next(), parts.clone().next()) {
            (Some("0" | "I" | "II" | "III" | "IV"), Some(_)) => numbers(parts),
            (Some(year), Some("C")) => year.parse::<u32>().is_ok(),
            _ => false,
        }
    };
    let mut told = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        if is_cited(word) {
            told.push_str(word);
            continue;
        }
        let mut letters = word.chars().peekable();
        while let Some(letter) = letters.next() {
            if !letter.is_ascii_digit() {
                told.push(letter);
                continue;
            }
            told.push('…');
            let mut rest = letters.clone();
            while let Some(next) = rest.next() {
                // A date, a time, a share: one number with what joins its parts.
                let joins = matches!(next, '-' | ':' | '.' | '/') && rest.peek().is_some_and(char::is_ascii_digit);
                if !next.is_ascii_digit() && !joins {
                    break;
                }
                letters = rest.clone();
            }
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_leads_to_a_game() {
        for (text, told) in [
            ("10 points taken, game 305 forfeit", "10 points taken, game … forfeit"),
            ("Game 305 is void.", "Game … is void."),
            ("Restoration of game 305", "Restoration of game …"),
            ("At table 12, the player left game 7.", "At table …, the player left game …."),
            ("Decision 5 is overturned.", "Decision 5 is overturned."),
            ("The game 's over", "The game 's over"),
        ] {
            assert_eq!(unnumbered(text), told);
        }
    }

    #[test]
    fn no_number_leads_to_a_person() {
        for (text, told) in [
            ("10 points taken; game 305 forfeit", "… points taken; game … forfeit"),
            ("banned through 2026-12-04", "banned through …"),
            ("At 13:05 on board 3 (Act I.2.1), twice.", "At … on board … (Act I.2.1), twice."),
            ("Case 2026-C-014, en banc", "Case 2026-C-014, en banc"),
            ("Cheated 3x. I. saw it.", "Cheated …x. I. saw it."),
        ] {
            assert_eq!(numberless(text), told);
        }
    }
}

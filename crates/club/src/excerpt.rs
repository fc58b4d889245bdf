//! The beginning of a long text, for places without room for all of it. Pure.

/// The text, or as many of its whole words as so many letters hold and an ellipsis. Only a first word that is longer
/// itself is cut.
pub fn shortened(text: &str, longest: usize) -> String {
    let Some((end, next)) = text.char_indices().nth(longest) else { return text.to_owned() };
    let held = &text[..end];
    let words = if next.is_whitespace() { end } else { held.rfind(char::is_whitespace).unwrap_or(end) };
    let words = held[..words].trim_end_matches(|letter: char| letter.is_whitespace() || ".,;:–".contains(letter));
    format!("{}…", if words.is_empty() { held } else { words })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_words() {
        let shown = [0, 4, 5, 8, 9, 10, 11, 21, 22].map(|longest| shortened("Play fair. Cheating is", longest));
        let wanted = [
            "…",
            "Play…",
            "Play…",
            "Play…",
            "Play…",
            "Play fair…",
            "Play fair…",
            "Play fair. Cheating…",
            "Play fair. Cheating is",
        ];
        assert_eq!(shown, wanted);
        assert_eq!(shortened("Donaudampfschifffahrt", 5), "Donau…", "a word that is too long by itself");
        assert_eq!(shortened("Königin Übermut", 10), "Königin…", "letters are counted, not bytes");
        assert_eq!((shortened("", 3), shortened("   a", 2)), (String::new(), "  …".to_owned()));
    }
}

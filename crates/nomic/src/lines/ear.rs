//! How exactly a line has to be written, which editions take in different ways.

use crate::edition::Edition;

/// How exactly a line has to be written: in the first edition to the letter, in the second with any letters small or
/// large, in the third also in other words for the same.
#[derive(Clone, Copy)]
pub(super) struct Ear {
    pub(super) edition: Edition,
}

impl Ear {
    pub(super) fn is_loose(self) -> bool {
        self.edition.is_second()
    }

    pub(super) fn is_free(self) -> bool {
        self.edition.is_third()
    }

    /// Whether claims of quantities and the end of a holiday are understood (eighth edition).
    pub(super) fn is_keen(self) -> bool {
        self.edition.is_eighth()
    }

    /// Whether votes and rule-changes are understood in more words, and without “Rule-change:” before them (ninth edition).
    pub(super) fn is_quick(self) -> bool {
        self.edition.is_ninth()
    }

    /// Whether what is not understood is told by what would be right, with nobody's name (sixth edition).
    pub(super) fn is_plain(self) -> bool {
        self.edition.is_sixth()
    }

    /// Who stands in examples; the first editions told them of the players whose rules these are.
    pub(super) fn somebody(self) -> &'static str {
        if self.is_plain() { "NAME" } else { "Ben P" }
    }

    /// What comes after these words, if the text begins with them.
    pub(super) fn after<'a>(self, text: &'a str, words: &str) -> Option<&'a str> {
        let (begun, rest) = text.split_at_checked(words.len())?;
        (begun == words || self.is_loose() && begun.eq_ignore_ascii_case(words)).then_some(rest)
    }

    /// What comes after these words, which only the third edition knows.
    pub(super) fn freely<'a>(self, text: &'a str, words: &str) -> Option<&'a str> {
        self.after(text, words).filter(|_| self.is_free())
    }

    /// What comes after words that the court's lines had to have to the letter before the third edition.
    pub(super) fn after_exactly<'a>(self, text: &'a str, words: &str) -> Option<&'a str> {
        if self.is_free() { self.after(text, words) } else { text.strip_prefix(words) }
    }

    /// What comes before these words, if the text ends with them.
    pub(super) fn before<'a>(self, text: &'a str, words: &str) -> Option<&'a str> {
        let (rest, end) = text.split_at_checked(text.len().checked_sub(words.len())?)?;
        (end == words || self.is_loose() && end.eq_ignore_ascii_case(words)).then_some(rest)
    }

    /// What stands on either side of these words; before the third edition they had to be there to the letter.
    pub(super) fn around<'a>(self, text: &'a str, words: &str) -> Option<(&'a str, &'a str)> {
        if !self.is_free() {
            return text.split_once(words);
        }
        // Small letters take as much room as large ones here.
        let place = text.to_ascii_lowercase().find(&words.to_ascii_lowercase())?;
        Some((text.get(..place)?, text.get(place + words.len()..)?))
    }

    /// Whether the text says just this; loosely, with a full stop after it or not.
    pub(super) fn hears(self, text: &str, words: &str) -> bool {
        text == words || self.is_loose() && text.trim_end_matches(['.', '!']).eq_ignore_ascii_case(words)
    }

    /// Whether the text says just this; before the third edition, to the letter.
    pub(super) fn hears_exactly(self, text: &str, words: &str) -> bool {
        if self.is_free() { self.hears(text, words) } else { text == words }
    }
}

//! Translations of the Terms, to read along: `locales/de/terms.toml` has the German of each text that the program ships.
//! Only the English text is binding. A translation is looked up by it, so a text that the club changed has none.

use super::terms::{filled, is_shipped};
use super::{HouseRules, in_words};
use crate::web::catalogue::Language;

/// The translations beside the Terms for a reader.
#[derive(Default)]
pub struct Along {
    language: Language,
    /// The house rules in the reader's words.
    values: Vec<(String, String)>,
}

/// A title as a reader reads it.
pub struct Heading<'a> {
    pub text: &'a str,
    /// Whether it is one that the program ships, and has no other language for.
    pub is_english: bool,
}

impl Along {
    pub fn new(rules: &HouseRules, language: Language) -> Along {
        Along { language, values: in_words(rules, language) }
    }

    /// Whether a text of the Terms, as it is written, has a translation for this reader.
    pub fn has(&self, wording: &str) -> bool {
        self.language.of_the_terms(wording).is_some()
    }

    /// The translation with the values of the house rules in it.
    pub fn of(&self, wording: &str) -> Option<String> {
        self.language.of_the_terms(wording).map(|text| filled(text, &self.values))
    }

    /// A title of the Terms: the translation stands in its place.
    pub fn heading<'a>(&self, title: &'a str) -> Heading<'a> {
        match self.language.of_the_terms(title) {
            Some(text) => Heading { text, is_english: false },
            None => Heading { text: title, is_english: is_shipped(title) },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::super::Terms;
    use super::*;

    /// What is the same in every language: numbers, citations, and the names of house rules in braces.
    fn marks(text: &str) -> Vec<&str> {
        let words = text.split(|letter: char| !letter.is_alphanumeric() && !"._{}".contains(letter));
        let is_mark = |word: &&str| word.contains(|letter: char| letter.is_ascii_digit() || letter == '{');
        let mut marks: Vec<&str> = words.map(|word| word.trim_matches('.')).filter(is_mark).collect();
        marks.sort_unstable();
        marks
    }

    #[test]
    fn every_text_of_the_terms_has_its_german_and_the_same_numbers_and_acts() {
        let german = include_str!("../../locales/de/terms.toml");
        let german: BTreeMap<String, String> = toml::from_str(german).unwrap();
        let terms = Terms::shipped();
        let titles = terms.sections.iter().map(|section| &section.title);
        let acts = terms.provisions().map(|act| &act.text);
        let texts: BTreeSet<&String> = titles.chain(acts).chain([&terms.title, &terms.preamble]).collect();
        let missing: Vec<_> = texts.iter().filter(|text| !german.contains_key(text.as_str())).collect();
        assert!(missing.is_empty(), "not in locales/de/terms.toml: {missing:#?}");
        let idle: Vec<_> = german.keys().filter(|english| !texts.contains(english)).collect();
        assert!(idle.is_empty(), "in locales/de/terms.toml, not in the Terms: {idle:#?}");
        for (english, german) in &german {
            assert_eq!(marks(german), marks(english), "{german}");
            assert_eq!(german.lines().count(), english.lines().count(), "paragraphs: {german}");
            assert!(!german.trim().is_empty() && german != english, "{english}");
        }
    }

    #[test]
    fn marks_are_numbers_citations_and_house_rules() {
        assert_eq!(marks("Under Act II.5, {k}; from 0 to 5 (Act III.5)."), ["0", "5", "II.5", "III.5", "{k}"]);
    }

    #[test]
    fn a_translation_stands_beside_the_very_words_that_it_translates() {
        let rules = HouseRules { k: 20, ..HouseRules::default() };
        let [german, english] = [Language::German, Language::English].map(|language| Along::new(&rules, language));
        let terms = Terms::shipped();
        let wording = |citation: &str| terms.find(citation).unwrap().text.clone();
        assert!(german.of(&wording("II.3")).unwrap().contains("Elo-Faktor K von 20"));
        assert!(german.of(&wording("0.5")).unwrap().contains("am Freitag, von 12:30 bis 13:10"));
        assert!(german.of(&wording("0.5")).unwrap().contains(" Der Ort: Raum 322. "));
        assert!(german.of(&wording("I.9.11")).unwrap().ends_with("Zurzeit: ja."));
        assert!(!german.has(&format!("{} ", wording("II.3"))), "other words, and no translation of them");
        assert!(english.of(&wording("II.3")).is_none());
        let heading = |along: &Along, title: &str| {
            let heading = along.heading(title);
            (heading.text.to_owned(), heading.is_english)
        };
        assert_eq!(heading(&german, "The leaderboard"), ("Die Rangliste".to_owned(), false));
        assert_eq!(heading(&english, "The leaderboard"), ("The leaderboard".to_owned(), true));
        assert_eq!(heading(&german, "Unser Brett"), ("Unser Brett".to_owned(), false), "a club's own");
    }
}

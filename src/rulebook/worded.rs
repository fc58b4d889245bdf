//! The rulebook in words: Acts with the values of the house rules in them, as a reader of some language reads them.

use std::collections::HashMap;

use serde_json::Value;

use super::terms::{Provision, SHIPPED, filled};
use super::{Along, HouseRules, Rulebook};
use crate::excerpt::shortened;
use crate::fields;
use crate::web::catalogue::Language;

/// Letters of an Act's text that a list to choose from shows.
const BEGINNING: usize = 60;

/// Every house rule by name, as a text of the Terms in this language says it.
pub fn in_words(rules: &HouseRules, language: Language) -> Vec<(String, String)> {
    let say = |(name, value): (String, Value)| {
        let words = match (name.as_str(), value) {
            ("session_weekday", _) => language.word("weekday", rules.session_weekday).to_string(),
            ("session_start", _) => rules.session_start.format("%H:%M").to_string(),
            ("session_end", _) => rules.session_end.format("%H:%M").to_string(),
            ("room", _) => language.say(&fields::in_room(&rules.room)),
            (_, Value::Bool(holds)) => language.t(if holds { "yes" } else { "no" }).to_string(),
            (_, Value::String(text)) => text,
            (_, other) => other.to_string(),
        };
        (name, words)
    };
    rules.members().into_iter().map(say).collect()
}

/// An Act's text with the values of the house rules in it; `None` if there is no such Act.
pub fn text_of(book: &Rulebook, citation: &str) -> Option<String> {
    book.terms.find(citation).map(|provision| filled(&provision.text, &in_words(&book.rules, Language::English)))
}

/// The Acts in force, to choose from, in the reader's language where there is a translation.
pub fn acts_to_choose(book: &Rulebook, language: Language) -> Vec<ActToChoose> {
    acts_to_change(book, language).into_iter().filter(|act| !act.is_repealed).collect()
}

/// All Acts, as [`acts_to_choose`] has them. A repealed one is put in force again by a change of it.
pub fn acts_to_change(book: &Rulebook, language: Language) -> Vec<ActToChoose> {
    let shipped: HashMap<&str, &str> =
        SHIPPED.provisions().map(|act| (act.citation.0.as_ref(), act.text.as_str())).collect();
    let (values, along) = (in_words(&book.rules, Language::English), Along::new(&book.rules, language));
    let shown = |act: &Provision| {
        let citation = act.citation.0.as_ref();
        let is_shipped = shipped.get(citation).is_some_and(|shipped| *shipped == act.text);
        let translation = along.of(&act.text);
        let is_english = is_shipped && translation.is_none();
        let text = translation.unwrap_or_else(|| filled(&act.text, &values));
        let begins = shortened(text.lines().next().unwrap_or_default(), BEGINNING);
        ActToChoose { citation: citation.to_owned(), begins, is_shipped, is_english, is_repealed: act.repealed }
    };
    book.terms.provisions().map(shown).collect()
}

/// An Act in a list to choose from.
#[derive(Clone, Debug)]
pub struct ActToChoose {
    pub citation: String,
    /// How its text begins.
    pub begins: String,
    /// Whether its words are those that the program comes with.
    pub is_shipped: bool,
    /// Whether `begins` is in the English that the program ships.
    pub is_english: bool,
    pub is_repealed: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_said_in_the_readers_language() {
        let words = in_words(&HouseRules { k: 20, room: "{k}".into(), ..HouseRules::default() }, Language::English);
        assert_eq!(filled("{k} on {session_weekday} at {session_start}; {k}", &words), "20 on Friday at 12:30; 20");
        assert_eq!(filled("{online_castling}, {time_zone}, {room}", &words), "yes, Europe/London, {k}");
        for (room, text, read) in [
            ("Room 12", "in Raum {room}", "in Raum 12"),
            ("12", "Ort: {room}", "Ort: Raum 12"),
            ("Bibliothek", "in Raum {room}, hier", "in Bibliothek, hier"),
        ] {
            let words = in_words(&HouseRules { room: room.into(), ..HouseRules::default() }, Language::German);
            assert_eq!(filled(text, &words), read, "{room}");
        }
    }

    #[test]
    fn acts_to_choose_begin_in_the_readers_language_where_nobody_changed_them() {
        let mut book = Rulebook::shipped();
        book.terms.find_mut("II.2").unwrap().text = "Nobody falls under {floor}.".into();
        let begins = |citation: &str, language: Language| {
            let one = acts_to_choose(&book, language).into_iter().find(|one| one.citation == citation).unwrap();
            (one.begins, one.is_english, one.is_shipped)
        };
        let german = begins("II.4", Language::German);
        assert_eq!(german, ("Mitglieder tragen die Partien ein, die sie spielen.".to_owned(), false, true));
        let english = begins("II.4", Language::English);
        assert_eq!(english, ("Members register the games that they play.".to_owned(), true, true));
        for language in Language::ALL {
            assert_eq!(begins("II.2", language), ("Nobody falls under 100.".to_owned(), false, false));
        }
    }

    #[test]
    fn a_repealed_act_can_be_changed_but_not_cited() {
        let mut book = Rulebook::shipped();
        book.terms.find_mut("I.4").unwrap().repealed = true;
        let repealed = |acts: Vec<ActToChoose>| {
            acts.into_iter().find(|act| act.citation == "I.4").map(|act| (act.begins, act.is_repealed))
        };
        assert_eq!(repealed(acts_to_choose(&book, Language::English)), None);
        let begins = "Every student is welcome, to play or just to watch.".to_owned();
        assert_eq!(repealed(acts_to_change(&book, Language::English)), Some((begins, true)));
        let in_force = acts_to_change(&book, Language::English).iter().filter(|act| !act.is_repealed).count();
        assert_eq!(acts_to_choose(&book, Language::English).len(), in_force);
    }

    #[test]
    fn a_list_to_choose_from_cuts_acts_between_words() {
        let book = Rulebook::shipped();
        for act in acts_to_choose(&book, Language::English) {
            let text = text_of(&book, &act.citation).unwrap_or_default();
            let rest = text.strip_prefix(act.begins.trim_end_matches('…'));
            let is_whole = rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
            assert!(is_whole, "{}: {}", act.citation, act.begins);
        }
    }
}

//! What the service itself wrote into a record, in the reader's language. Records are kept in English and
//! without markup, as programs and exports read them; `locales/en/records.ftl` has their sentences, and
//! by them a page finds which one it has before it. What people wrote fits none and stays as it is.

use std::sync::LazyLock;

use chrono::NaiveDate;

use super::catalogue::{Language, RECORDS};
use super::dates::Dates;

/// A sentence with places for values.
struct Sentence {
    id: &'static str,
    /// What stands before the first value, and after each one's name.
    beginning: String,
    places: Vec<(String, String)>,
}

impl Sentence {
    /// A value that is not given is written `{$name}`.
    fn of(id: &'static str) -> Sentence {
        let text = Language::English.t(id).to_string();
        let mut parts = text.split("{$");
        let beginning = parts.next().unwrap_or_default().to_owned();
        let place = |part: &str| part.split_once('}').map(|(name, after)| (name.to_owned(), after.to_owned()));
        Sentence { id, beginning, places: parts.filter_map(place).collect() }
    }

    /// The values by which this sentence becomes the text, with their names.
    fn values<'a>(&self, text: &'a str) -> Option<Vec<(&str, &'a str)>> {
        let mut rest = text.strip_prefix(self.beginning.as_str())?;
        let mut values = Vec::new();
        for (name, after) in &self.places {
            let end = if after.is_empty() { rest.len() } else { rest.find(after.as_str())? };
            values.push((name.as_str(), &rest[..end]));
            rest = &rest[end + after.len()..];
        }
        (rest.is_empty() && values.iter().all(|(_, value)| !value.is_empty())).then_some(values)
    }
}

static SENTENCES: LazyLock<Vec<Sentence>> = LazyLock::new(|| {
    let ids = RECORDS.lines().filter_map(|line| line.split_once(" = ").map(|(id, _)| id));
    ids.filter(|id| !id.starts_with('#')).map(Sentence::of).collect()
});

impl Language {
    /// A record's text as the reader has it.
    pub fn record(self, text: &str) -> String {
        let (sentence, stop) = text.strip_suffix('.').map_or((text, ""), |sentence| (sentence, "."));
        let found = SENTENCES.iter().find_map(|known| Some((known.id, known.values(sentence)?)));
        let Some((id, values)) = found else { return text.to_owned() };
        let said = values.into_iter().fold(self.t(id), |said, (name, value)| match value.parse::<i64>() {
            Ok(number) => said.count(name, number),
            Err(_) => said.with(name, self.value(name, value)),
        });
        format!("{said}{stop}")
    }

    /// A position read aloud (`games::diagram`): the same with this language's words for the pieces.
    pub fn aloud(self, text: &str) -> String {
        let word = |word: &str| {
            let (letters, mark) = word.split_at(word.trim_end_matches([':', ',', '.']).len());
            let known = self.word("man", letters.to_lowercase()).known();
            known.map_or_else(|| word.to_owned(), |said| format!("{said}{mark}"))
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// A word, a day, or a record within a record.
    fn value(self, name: &str, value: &str) -> String {
        if let Some(word) = self.word(name, value.replace(' ', "_")).known() {
            return word.to_string();
        }
        let day = |day: NaiveDate| Dates { zone: chrono_tz::UTC, language: self }.date(&day);
        value.parse().map_or_else(|_| self.record(value), day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_said_in_the_readers_language() {
        for (text, german) in [
            ("Joined the leaderboard", "In die Rangliste eingetreten"),
            ("Game 7 voided: Nobody saw it.", "Partie 7 für ungültig erklärt: Nobody saw it."),
            ("Game 7 voided: Case 2026-C-003", "Partie 7 für ungültig erklärt: Fall 2026-C-003"),
            ("Game 7 ended with the result: white.", "Partie 7 endete so: Weiß gewann."),
            ("Game 7 is rated again.", "Partie 7 ist wieder: gewertet."),
            ("Absent in the week of 2026-11-06", "Abwesend in der Woche vom 6. Nov. 2026"),
            ("10 points taken; banned for ever", "10 Punkte abgezogen; für immer gesperrt"),
            ("1 points taken", "1 Punkt abgezogen"),
            ("No longer chief_justice.", "Hat ein Amt nicht mehr: Vorsitz des Gerichts."),
            ("The chief act is undone.", "Handlung des Vorsitzes: aufgehoben."),
            (
                "Decision 3 is overturned. Decision 5 of the Court stands in its place.",
                "Entscheidung 3 ist aufgehoben. An ihrer Stelle steht Entscheidung 5 des Gerichts.",
            ),
        ] {
            assert_eq!(Language::German.record(text), german);
        }
    }

    #[test]
    fn a_position_is_read_aloud_in_the_readers_language() {
        let said = Language::German.aloud("White: king e1, rook a1. Black: king e5, pawn d3.");
        assert_eq!(said, "Weiß: König e1, Turm a1. Schwarz: König e5, Bauer d3.");
    }

    #[test]
    fn what_people_wrote_stays_as_it_is() {
        for text in ["", ".", "It was late. They had left; I saw it.", "Spiel 7", "Game", "Decision: none", "a{$game}"]
        {
            assert_eq!(Language::German.record(text), text);
            assert_eq!(Language::English.record(text), text);
        }
    }

    #[test]
    fn every_sentence_is_found_as_itself() {
        for sentence in SENTENCES.iter() {
            let text = Language::English.t(sentence.id).to_string().replace("{$", "<").replace('}', ">");
            let found = SENTENCES.iter().find(|known| known.values(&text).is_some());
            assert_eq!(found.map(|known| known.id), Some(sentence.id), "{text}");
        }
    }
}

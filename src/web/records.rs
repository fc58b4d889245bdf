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
        let number = |value: &str| value.parse::<i64>().ok().filter(|number| number.to_string() == value);
        let said = values.into_iter().fold(self.t(id), |said, (name, value)| match number(value) {
            Some(number) => said.count(name, number),
            None => said.with(name, self.value(name, value)),
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
        if name == "title" {
            // Somebody wrote it.
            return value.to_owned();
        }
        if let Some(word) = self.word(name, value.replace(' ', "_")).known() {
            return word.to_string();
        }
        let day = |day: NaiveDate| Dates { zone: chrono_tz::UTC, language: self }.date(&day);
        value.parse().map_or_else(|_| self.record(value), day)
    }
}

//! Messages (`rookery-messages`) in the reader's language. `locales/de/messages/` has the German of each English
//! template: a table of TOML, whose values are Fluent patterns with the template's places.

use std::collections::HashMap;
use std::sync::LazyLock;

use chrono::Timelike;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use rookery_messages::{Join, Message, Value};

use super::catalogue::{Language, texts};
use super::dates::Dates;

/// English sentences as people read them, where the records of games have other words.
const ENGLISH: &str = include_str!("../../locales/en/messages/nomic.toml");

static WORDED: LazyLock<HashMap<String, String>> = LazyLock::new(|| toml::from_str(ENGLISH).unwrap_or_default());

/// A template as people read it in English.
fn worded(message: &Message) -> &str {
    WORDED.get(message.template()).map_or(message.template(), String::as_str)
}

/// How a language says the messages.
pub(super) struct Sayings {
    bundle: FluentBundle<FluentResource>,
    /// The pattern's id in the bundle, by the English template.
    ids: HashMap<String, String>,
}

impl Sayings {
    fn of(language: Language, sentences: impl Iterator<Item = (String, String)>) -> Sayings {
        let mut bundle = FluentBundle::new_concurrent(language.tag().parse().into_iter().collect());
        // Marks of direction around every value are for languages that mix directions.
        bundle.set_use_isolating(false);
        let (mut ids, marks) = (HashMap::new(), language.quotation_marks());
        for (template, pattern) in sentences {
            let id = format!("m{}", ids.len());
            let source = format!("{id} = {}\n", quoted(&as_fluent(&pattern), &marks).replace('\n', "\n    "));
            let resource = FluentResource::try_new(source).unwrap_or_else(|(resource, _)| resource);
            bundle.add_resource_overriding(resource);
            ids.insert(template, id);
        }
        Sayings { bundle, ids }
    }
}

static IN_GERMAN: LazyLock<Sayings> = LazyLock::new(|| Sayings::of(Language::German, sentences()));

/// Every English template of the catalogue with its German pattern. A file that is no TOML has none;
/// `tests/tidy/messages.rs` finds it first.
pub fn sentences() -> impl Iterator<Item = (String, String)> {
    texts::GERMAN_MESSAGES.iter().flat_map(|file| toml::from_str::<HashMap<String, String>>(file).unwrap_or_default())
}

/// `{name}` as Fluent has it: `{ $name }`.
pub fn as_fluent(pattern: &str) -> String {
    let mut parts = pattern.split('{');
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        written.push_str(if part.starts_with(|letter: char| letter.is_ascii_lowercase()) { "{ $" } else { "{" });
        written.push_str(part);
    }
    written
}

/// What programs read between backticks stands in quotation marks.
fn quoted(text: &str, marks: &[String; 2]) -> String {
    let mut parts = text.split('`');
    let mut said = parts.next().unwrap_or_default().to_owned();
    for (part, mark) in parts.zip(marks.iter().cycle()) {
        said.push_str(mark);
        said.push_str(part);
    }
    said
}

impl Language {
    pub(super) fn quotation_marks(self) -> [String; 2] {
        let text = self.t("language-quotation-marks").to_string();
        let mut marks = text.split_whitespace().map(str::to_owned);
        std::array::from_fn(|_| marks.next().unwrap_or_default())
    }

    fn sayings(self) -> Option<&'static Sayings> {
        if self == Language::German {
            return Some(&IN_GERMAN);
        }
        let brought = self.brought()?;
        Some(brought.sayings.get_or_init(|| Sayings::of(self, brought.sentences.clone().into_iter())))
    }

    /// A message as people read it.
    pub fn say(self, message: &Message) -> String {
        if let Some(sayings) = self.sayings()
            && let Some(id) = sayings.ids.get(message.template())
        {
            return self.looked_up(sayings, id, message);
        }
        let template = quoted(worded(message), &self.quotation_marks());
        message.fill(&template, |value| self.argument(value))
    }

    /// A message as programs read it: English with its backticks, or as people read it in their language.
    pub fn answer(self, message: &Message) -> String {
        if self != Language::English {
            return self.say(message);
        }
        message.fill(worded(message), |value| self.answered(value))
    }

    fn answered(self, value: &Value) -> String {
        match value {
            Value::Message(message) => self.answer(message),
            Value::List { join, items } => {
                let items: Vec<String> = items.iter().map(|item| self.answered(item)).collect();
                self.joined(*join, &items)
            }
            Value::Recorded { .. } => String::new(),
            other => other.to_string(),
        }
    }

    fn looked_up(self, sayings: &Sayings, id: &str, message: &Message) -> String {
        let Some(pattern) = sayings.bundle.get_message(id).and_then(|message| message.value()) else {
            return message.to_string();
        };
        let mut arguments = FluentArgs::new();
        for (name, value) in message.arguments() {
            match value {
                Value::Number(number) if *number >= 0 => arguments.set(name, *number),
                other => arguments.set(name, FluentValue::from(self.argument(other))),
            }
        }
        sayings.bundle.format_pattern(pattern, Some(&arguments), &mut Vec::new()).into_owned()
    }

    /// Names within a sentence: `Ann, Ben and Cat`.
    pub fn listed(self, names: &[impl AsRef<str>]) -> String {
        let names: Vec<String> = names.iter().map(|name| name.as_ref().to_owned()).collect();
        self.joined(Join::And, &names)
    }

    fn joined(self, join: Join, items: &[String]) -> String {
        join.of(items, &self.t("and").to_string(), &self.t("or").to_string())
    }

    fn argument(self, value: &Value) -> String {
        // An instant in a message is by the club's clock already.
        let dates = Dates { zone: chrono_tz::UTC, language: self };
        match value {
            Value::Message(message) => self.say(message),
            Value::List { join, items } => {
                let items: Vec<String> = items.iter().map(|item| self.argument(item)).collect();
                self.joined(*join, &items)
            }
            Value::Moves { moves } => self.san(moves),
            Value::Word { word, of } => {
                self.word(of, word.replace(' ', "_")).known().map_or_else(|| value.to_string(), |said| said.to_string())
            }
            Value::Recorded { .. } => String::new(),
            Value::Day { day } => dates.date(day),
            Value::LongDay { long_day } => dates.full_date(long_day),
            Value::Moment { moment } => dates.moment(moment),
            // With a minus as long as a plus.
            Value::Number(number) if *number < 0 => number.to_string().replace('-', "\u{2212}"),
            Value::Time { time } if time.second() == 0 => time.format("%H:%M").to_string(),
            other => other.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rookery_messages::say;

    use super::*;

    #[test]
    fn a_message_is_said_in_the_readers_language() {
        let message = say!("There is no such game, or it is not yours to see.");
        assert_eq!(Language::English.say(&message), "There is no such game, or it is not yours to see.");
        assert_ne!(Language::German.say(&message), message.to_string());
        let colours = Message::joined(Join::And, ["a", "b", "c"].map(Message::verbatim));
        assert_eq!(Language::German.say(&colours), "a, b und c");
        assert_eq!(Language::English.listed(&["Ann"]), "Ann");
        assert_eq!(Language::English.listed(&["Ann", "Ben", "Cat"]), "Ann, Ben and Cat");
        assert_eq!(Language::German.listed(&["Ann".to_owned(), "Ben".to_owned()]), "Ann und Ben");
        let owed = say!("There is no edition {number} of them.", number = -1);
        assert_eq!(Language::English.say(&owed), "There is no edition −1 of them.");
        let sent = say!("Send `{field}`.", field = "a `b`");
        assert_eq!(Language::English.say(&sent), "Send “a `b`”.", "somebody's own words stay as they are");
        assert_eq!(Language::English.answer(&sent), "Send `a `b``.");
        let by_reading = say!("Send `{field}`.", field = Value::recorded("reading 31"));
        let listed = Message::joined(Join::And, [by_reading, sent]);
        assert_eq!(Language::English.answer(&listed), "Send ``. and Send `a `b``.", "nor in a list");
    }

    #[test]
    fn what_is_worded_otherwise_in_english_is_said_in_german_and_cites_no_reading() {
        let places = |text: &str| {
            text.split('{').skip(1).map(|part| part.split('}').next().map(str::to_owned)).collect::<BTreeSet<_>>()
        };
        assert!(WORDED.len() > 20);
        for (template, words) in WORDED.iter() {
            assert!(IN_GERMAN.ids.contains_key(template), "{template}");
            assert!(places(words).is_subset(&places(template)), "{template}: {words}");
            assert!(!words.contains("reading") && !words.contains("(A"), "{words}");
        }
    }
}

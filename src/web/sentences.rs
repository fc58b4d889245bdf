//! Messages that are stored as English sentences, in the reader's language: what notices tell, and why a line of Nomic's
//! voting thread does not count. A page finds the message by its template. What people wrote fits none and stays as it is.

use std::sync::LazyLock;

use chrono::{NaiveDate, NaiveDateTime, Weekday};
use rookery_messages::{Message, Value};

use super::catalogue::Language;
use super::dates::Dates;
use super::messages;

/// A sentence with places for values.
struct Sentence {
    /// The message's template.
    key: String,
    /// What stands before the first value, and after each one's name.
    beginning: String,
    places: Vec<(String, String)>,
}

impl Sentence {
    fn of(template: String) -> Sentence {
        let mut parts = template.split('{');
        let beginning = parts.next().unwrap_or_default().to_owned();
        let place = |part: &str| part.split_once('}').map(|(name, after)| (name.to_owned(), after.to_owned()));
        let places = parts.filter_map(place).collect();
        Sentence { beginning, places, key: template }
    }

    /// Whether its last value stands behind a colon, at the end.
    fn introduces(&self) -> bool {
        let ends = self.places.last().is_some_and(|(_, after)| matches!(after.as_str(), "" | "."));
        let before = match &self.places[..] {
            [.., (_, before), _] => before,
            _ => &self.beginning,
        };
        ends && before.ends_with(": ")
    }

    /// How much of it is not left to values.
    fn says(&self) -> usize {
        self.beginning.len() + self.places.iter().map(|(_, after)| after.len()).sum::<usize>()
    }

    /// The values by which this sentence becomes the text, with their names.
    fn values<'a>(&self, text: &'a str) -> Option<Vec<(&str, &'a str)>> {
        let mut values = Vec::with_capacity(self.places.len());
        let fits = fit(text.strip_prefix(self.beginning.as_str())?, &self.places, &mut values);
        fits.then(|| self.places.iter().map(|(name, _)| name.as_str()).zip(values).collect())
    }
}

/// Whether values for these places make the text, and which; the shortest that do. No value is empty.
fn fit<'a>(text: &'a str, places: &[(String, String)], values: &mut Vec<&'a str>) -> bool {
    let Some(((_, after), further)) = places.split_first() else { return text.is_empty() };
    if further.is_empty() {
        let last = text.strip_suffix(after.as_str()).filter(|value| !value.is_empty());
        values.extend(last);
        return last.is_some();
    }
    text.match_indices(after.as_str()).filter(|(end, _)| *end > 0).any(|(end, _)| {
        values.push(&text[..end]);
        let fits = fit(&text[end + after.len()..], further, values);
        if !fits {
            values.pop();
        }
        fits
    })
}

/// A sentence's key and the values in its places, with their names.
type Found<'a, 'text> = (&'a str, Vec<(&'a str, &'text str)>);

/// Sentences, in the order in which one is looked for.
struct Book(Vec<Sentence>);

impl Book {
    /// The templates of all messages, those that leave least to their values first.
    fn of_messages() -> Book {
        let templates = messages::sentences().map(|(template, _)| template);
        let mut sentences: Vec<Sentence> = templates.map(Sentence::of).collect();
        sentences.sort_by_key(|sentence| std::cmp::Reverse(sentence.says()));
        Book(sentences)
    }

    fn find<'a>(&self, text: &'a str) -> Option<Found<'_, 'a>> {
        self.0.iter().find_map(|sentence| Some((sentence.key.as_str(), sentence.values(text)?)))
    }

    /// Where the text is one sentence: none of its values is more than that, but for one behind a colon, at the end.
    fn find_one<'a>(&self, text: &'a str) -> Option<Found<'_, 'a>> {
        self.0.iter().find_map(|sentence| {
            let values = sentence.values(text)?;
            let within = &values[..values.len() - usize::from(sentence.introduces())];
            within.iter().all(|(_, value)| is_one_sentence(value)).then_some((sentence.key.as_str(), values))
        })
    }
}

static SAID: LazyLock<Book> = LazyLock::new(Book::of_messages);

/// Where one sentence ends and the next begins.
const ENDS: [&str; 4] = [". ", "? ", "! ", "; "];

/// In bytes: what is longer repeats something that was sent, and is not searched for sentences.
const LONGEST: usize = 1000;

fn is_one_sentence(text: &str) -> bool {
    !ENDS.iter().any(|end| text.contains(end))
}

impl Language {
    /// A message that was kept as text, or several after one another.
    pub fn kept(self, text: &str) -> String {
        if self == Language::English || text.len() > LONGEST {
            return text.to_owned();
        }
        let say = |(template, values): Found<'_, '_>| {
            let arguments = values.into_iter().map(|(name, value)| (name.to_owned(), self.read(name, value)));
            self.say(&Message::kept(template.to_owned(), arguments))
        };
        if let Some(found) = SAID.find_one(text) {
            return say(found);
        }
        let mut ends: Vec<usize> = ENDS.iter().flat_map(|end| text.match_indices(end)).map(|(at, _)| at).collect();
        ends.sort_unstable();
        for at in ends.into_iter().rev() {
            // A full stop belongs to its sentence, a semicolon stands between two.
            let stop = if text[at..].starts_with(';') { at } else { at + 1 };
            if let Some(found) = SAID.find_one(&text[..stop]) {
                return say(found) + &text[stop..at + 2] + &self.kept(&text[at + 2..]);
            }
        }
        SAID.find(text).map_or_else(|| text.to_owned(), say)
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

    /// The letters of king, queen, rook, bishop and knight, in this order.
    pub fn piece_letters(self) -> String {
        self.t("language-pieces").to_string()
    }

    /// Moves in SAN with this language's letters, which are read as well (`read_san` in `games/moves.rs`).
    pub fn san(self, moves: &str) -> String {
        let [english, own] = [Language::English, self].map(Language::piece_letters);
        let written = |letter: char| english.find(letter).and_then(|place| own.chars().nth(place)).unwrap_or(letter);
        moves.chars().map(written).collect()
    }

    /// A value as it was written: a number, or the text for it.
    fn read(self, name: &str, value: &str) -> Value {
        let number = value.parse().ok().filter(|number: &i64| number.to_string() == value);
        number.map_or_else(|| Value::Text(self.value(name, value)), Value::Number)
    }

    /// What was sent, in this language's quotation marks; a word, a day, or a sentence within a sentence.
    fn value(self, name: &str, value: &str) -> String {
        let sent = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).filter(|sent| !sent.contains('"'));
        if let Some(sent) = sent.filter(|_| self != Language::English) {
            return self.quotation_marks().join(sent);
        }
        if matches!(name, "author" | "name" | "person" | "text" | "title") {
            // Somebody wrote it, or is called so.
            return value.to_owned();
        }
        if name == "moves" {
            return self.san(value);
        }
        if let Some(word) = self.word(name, value.replace(' ', "_")).known() {
            return word.to_string();
        }
        if let Some(weekday) = value.parse::<Weekday>().ok().filter(|_| name == "weekday") {
            return self.word(name, weekday).to_string();
        }
        // A time by the club's clock, as messages write it, stays that time.
        let dates = Dates { zone: chrono_tz::UTC, language: self };
        if let Ok(at) = NaiveDateTime::parse_from_str(value, "%A %d %B %Y, %H:%M") {
            return dates.moment(&at);
        }
        if let Ok(day) = NaiveDate::parse_from_str(value, "%A %d %B %Y") {
            return dates.full_date(&day);
        }
        let read = value.parse().or_else(|_| NaiveDate::parse_from_str(value, "%d %B %Y"));
        read.map_or_else(|_| self.kept(value), |day| dates.date(&day))
    }
}

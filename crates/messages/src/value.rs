//! The arguments of a message.

use std::borrow::Cow;
use std::fmt;

use chrono::{NaiveDate, NaiveDateTime, NaiveTime};
use serde::{Deserialize, Serialize};

use crate::Message;

/// An argument of a message. [`Display`](fmt::Display) writes it in English.
///
/// As JSON a number is a number, a text a string and a message an object with `template`; the others are objects of
/// one member that is called for them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A whole number; the words around it may agree with it.
    Number(i64),
    /// A name, an Act, somebody's own words: the same in every language.
    Text(String),
    /// A day. In English as in ISO 8601: `2026-11-06`.
    Day {
        /// The day.
        day: NaiveDate,
    },
    /// A day with its weekday: `Friday 6 November 2026`.
    LongDay {
        /// The day.
        long_day: NaiveDate,
    },
    /// A time by the club's clock: `Friday 6 November 2026, 12:45`.
    Moment {
        /// Local, to the minute.
        moment: NaiveDateTime,
    },
    /// A time of day. In English as in ISO 8601: `19:00:00`; people read no seconds where there are none.
    Time {
        /// The time.
        time: NaiveTime,
    },
    /// Moves of chess in SAN with English letters; other languages have other letters.
    Moves {
        /// The moves, and what stands between them.
        moves: String,
    },
    /// A word of the program, which each language has its own for; programs read it as it is.
    Word {
        /// As programs read it: `chief_justice`, or with spaces, where they always read it so.
        word: String,
        /// Which kind of word it is: `role`.
        of: String,
    },
    /// What the English of records has beside the sentence, and people are not told: by which reading a rule was applied.
    Recorded {
        /// With the signs and spaces before it, for these go with it: `, reading 31`.
        recorded: String,
    },
    /// Another message within this one.
    Message(Box<Message>),
    /// Several.
    List {
        /// What stands between two.
        join: Join,
        /// In order.
        #[serde(rename = "list")]
        items: Vec<Value>,
    },
}

/// What stands between the items of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Join {
    /// `One. Two. Three.`
    Sentences,
    /// `one, two, three`
    Commas,
    /// `one; two; three`
    Semicolons,
    /// `one, two and three`
    And,
    /// `one, two or three`
    Or,
}

impl Join {
    /// Joins what was said already, with this language's words for *and* and *or*.
    pub fn of(self, items: &[String], and: &str, or: &str) -> String {
        let (between, last) = match self {
            Join::Sentences => (" ", " ".to_owned()),
            Join::Commas => (", ", ", ".to_owned()),
            Join::Semicolons => ("; ", "; ".to_owned()),
            Join::And => (", ", format!(" {and} ")),
            Join::Or => (", ", format!(" {or} ")),
        };
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., end] => format!("{}{last}{end}", first.join(between)),
        }
    }
}

impl Value {
    /// Values, and what stands between two.
    pub fn list<V: Into<Value>>(join: Join, items: impl IntoIterator<Item = V>) -> Value {
        Value::List { join, items: items.into_iter().map(Into::into).collect() }
    }

    /// A day with its weekday.
    pub fn long_day(day: NaiveDate) -> Value {
        Value::LongDay { long_day: day }
    }

    /// Moves in SAN.
    pub fn moves(moves: impl Into<String>) -> Value {
        Value::Moves { moves: moves.into() }
    }

    /// A word of some kind: `outcome`, `role`.
    pub fn word(of: &str, word: impl fmt::Display) -> Value {
        Value::Word { word: word.to_string(), of: of.to_owned() }
    }

    /// What records alone have, with the signs before it.
    pub fn recorded(recorded: impl Into<String>) -> Value {
        Value::Recorded { recorded: recorded.into() }
    }

    /// What stands in its place, or else in the places of the messages that it has (see [`Message::with_values`]).
    pub(crate) fn replaced(self, place: &str, other: &impl Fn(&str, &Value) -> Option<Value>) -> Value {
        match (other(place, &self), self) {
            (Some(other), _) => other,
            (None, Value::Message(message)) => Value::from((*message).with_values(other)),
            (None, Value::List { join, items }) => {
                Value::List { join, items: items.into_iter().map(|item| item.replaced(place, other)).collect() }
            }
            (None, own) => own,
        }
    }

    /// What has a text that is the same in every language.
    pub fn text(text: impl fmt::Display) -> Value {
        Value::Text(text.to_string())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(formatter, "{number}"),
            Value::Text(text) => formatter.write_str(text),
            Value::Day { day } => write!(formatter, "{day}"),
            Value::LongDay { long_day } => write!(formatter, "{}", long_day.format("%A %-d %B %Y")),
            Value::Moment { moment } => write!(formatter, "{}", moment.format("%A %-d %B %Y, %H:%M")),
            Value::Time { time } => write!(formatter, "{time}"),
            Value::Moves { moves } => formatter.write_str(moves),
            Value::Word { word, .. } => formatter.write_str(word),
            Value::Recorded { recorded } => formatter.write_str(recorded),
            Value::Message(message) => write!(formatter, "{message}"),
            Value::List { join, items } => {
                let items: Vec<String> = items.iter().map(Value::to_string).collect();
                formatter.write_str(&join.of(&items, "and", "or"))
            }
        }
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Value {
            fn from(number: $number) -> Value {
                Value::Number(number.into())
            }
        }
    )*};
}

numbers!(i64 i32 i16 i8 u32 u16 u8);

impl From<usize> for Value {
    fn from(number: usize) -> Value {
        Value::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Value {
        Value::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<NaiveDate> for Value {
    fn from(day: NaiveDate) -> Value {
        Value::Day { day }
    }
}

impl From<NaiveDateTime> for Value {
    fn from(moment: NaiveDateTime) -> Value {
        Value::Moment { moment }
    }
}

impl From<NaiveTime> for Value {
    fn from(time: NaiveTime) -> Value {
        Value::Time { time }
    }
}

impl From<Message> for Value {
    fn from(message: Message) -> Value {
        Value::Message(Box::new(message))
    }
}

impl From<&Message> for Value {
    fn from(message: &Message) -> Value {
        message.clone().into()
    }
}

macro_rules! texts {
    ($($text:ty)*) => {$(
        impl From<$text> for Value {
            fn from(text: $text) -> Value {
                Value::Text(text.into())
            }
        }
    )*};
}

texts!(String &str &String Cow<'_, str> char);

impl From<&&str> for Value {
    fn from(text: &&str) -> Value {
        Value::from(*text)
    }
}

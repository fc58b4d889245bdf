//! Why what was sent is not what is wanted, in plain words: the field, what was sent, what would be right.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, Expected, Unexpected};

use crate::error::{Error, FieldError, Kind, Refusal};

/// Letters of what was sent that a refusal repeats.
const SHOWN: usize = 40;

/// Why what was sent is not what is wanted.
#[derive(Debug)]
pub struct Wrong {
    /// `sanctions[0].points`; empty for the whole.
    field: String,
    detail: String,
    /// Said by the type itself, not by this reader.
    pub foreign: bool,
}

impl Wrong {
    fn new(field: &str, detail: String) -> Wrong {
        Wrong { field: field.to_owned(), detail, foreign: false }
    }

    /// The same, told from one level further out.
    pub fn within(mut self, outer: &str) -> Wrong {
        let dot = if self.field.is_empty() || self.field.starts_with('[') { "" } else { "." };
        self.field = format!("{outer}{dot}{}", self.field);
        self
    }

    pub fn refusal(self, title: &'static str) -> Error {
        let Wrong { field, detail, .. } = self;
        let whole = if field.is_empty() { format!("The body: {detail}") } else { format!("`{field}`: {detail}") };
        let mut refusal = Refusal::new(Kind::Malformed, title, whole);
        if !field.is_empty() {
            refusal.errors.push(FieldError { field: field.into(), detail: detail.into() });
        }
        refusal.into()
    }
}

impl std::error::Error for Wrong {}

impl fmt::Display for Wrong {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.detail)
    }
}

pub fn choices(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

impl de::Error for Wrong {
    fn custom<T: fmt::Display>(detail: T) -> Wrong {
        Wrong { foreign: true, ..Wrong::new("", detail.to_string()) }
    }

    fn invalid_type(sent: Unexpected, wanted: &dyn Expected) -> Wrong {
        Wrong::new("", format!("{} was sent; {} is wanted.", told(&sent), plain(&wanted.to_string())))
    }

    fn invalid_value(sent: Unexpected, wanted: &dyn Expected) -> Wrong {
        let wanted = match wanted.to_string().as_str() {
            "i64" => format!("a whole number from {} to {}", i64::MIN, i64::MAX),
            other => plain(other).into_owned(),
        };
        Wrong::new("", format!("{} is not possible; {wanted} is wanted.", told(&sent)))
    }

    fn unknown_variant(word: &str, words: &'static [&'static str]) -> Wrong {
        Wrong::new("", format!("{} was sent; one of these is wanted: {}.", quoted(word), choices(words)))
    }

    fn unknown_field(name: &str, names: &'static [&'static str]) -> Wrong {
        let wanted = match names {
            [] => "nothing is wanted here".to_owned(),
            names => format!("there are {}", choices(names)),
        };
        Wrong::new(&shortened(name), format!("There is no such field; {wanted}."))
    }

    fn missing_field(name: &'static str) -> Wrong {
        Wrong::new(name, "This field is missing.".to_owned())
    }

    fn duplicate_field(name: &'static str) -> Wrong {
        Wrong::new(name, "This field is there twice.".to_owned())
    }
}

fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text))
}

/// What was sent, in plain words.
fn told(sent: &Unexpected) -> String {
    match *sent {
        Unexpected::Bool(truth) => truth.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        Unexpected::Float(number) => number.to_string(),
        Unexpected::Str(text) => quoted(text),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        ref other => other.to_string(),
    }
}

/// What is wanted, in plain words for what serde and chrono call it.
fn plain(wanted: &str) -> Cow<'_, str> {
    Cow::Borrowed(match wanted {
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        "u8" => "a whole number from 0 to 255",
        "u16" | "u32" | "u64" | "usize" => "a whole number, not below 0,",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "a character" => "a text",
        "a sequence" => "a list",
        "unit" => "null",
        "an RFC 3339 formatted date and time string" => "an instant such as 2026-11-06T12:40:00Z",
        "a formatted date string" => "a day such as 2026-11-06",
        "a formatted time string" => "a time such as 12:30:00",
        "Weekday" => "a day of the week such as Fri",
        "an IANA timezone string" => "a time zone such as Europe/London",
        _ if is_object(wanted) => "an object",
        _ => wanted,
    })
}

pub fn is_object(wanted: &str) -> bool {
    wanted == "a map" || wanted.starts_with("struct ") || wanted.starts_with("internally tagged enum ")
}

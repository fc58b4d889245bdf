//! Why a request could not be read, in plain words: the field, what was sent, what would be right.

use std::fmt;

use rookery_messages::{Join, Message, Value, say};
use serde::de::{self, Expected, Unexpected};

use crate::error::{Error, FieldError, Kind, Refusal, quoted};
use crate::excerpt::shortened;

/// Letters of what was sent that a refusal repeats.
const SHOWN: usize = 40;

/// Why what was sent is not what is wanted.
#[derive(Debug)]
pub struct Wrong {
    /// `sanctions[0].points`; empty for the whole.
    field: String,
    detail: Message,
    /// Said by the type itself, not by this reader.
    pub foreign: bool,
}

impl Wrong {
    fn new(field: &str, detail: Message) -> Wrong {
        Wrong { field: field.to_owned(), detail, foreign: false }
    }

    /// Something else was sent than what is wanted.
    pub fn other(sent: &Unexpected, wanted: Message) -> Wrong {
        Wrong::new("", say!("{sent} was sent; {wanted} is wanted.", sent = told(sent), wanted))
    }

    /// The same, told from one level further out.
    pub fn within(mut self, outer: &str) -> Wrong {
        let dot = if self.field.is_empty() || self.field.starts_with('[') { "" } else { "." };
        self.field = format!("{outer}{dot}{}", self.field);
        self
    }

    pub fn refusal(self, title: Message) -> Error {
        let Wrong { field, detail, .. } = self;
        if field.is_empty() {
            return Refusal::new(Kind::Malformed, title, say!("The body: {detail}", detail)).into();
        }
        let whole = say!("`{field}`: {detail}", field = &field, detail = &detail);
        let errors = vec![FieldError { field: field.into(), detail }];
        Refusal { errors, ..Refusal::new(Kind::Malformed, title, whole) }.into()
    }
}

impl std::error::Error for Wrong {}

impl fmt::Display for Wrong {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.detail.fmt(formatter)
    }
}

/// Words or names of fields, as programs write them.
pub fn choices(names: &[&str]) -> Value {
    Value::list(Join::Commas, names.iter().map(|name| say!("`{name}`", name)))
}

impl de::Error for Wrong {
    fn custom<T: fmt::Display>(detail: T) -> Wrong {
        Wrong { foreign: true, ..Wrong::new("", Message::verbatim(detail.to_string())) }
    }

    fn invalid_type(sent: Unexpected, wanted: &dyn Expected) -> Wrong {
        Wrong::other(&sent, plain(&wanted.to_string()))
    }

    fn invalid_value(sent: Unexpected, wanted: &dyn Expected) -> Wrong {
        let wanted = match wanted.to_string().as_str() {
            "i64" => say!(
                "a whole number from {least} to {most}",
                least = Value::text(i64::MIN),
                most = Value::text(i64::MAX)
            ),
            other => plain(other),
        };
        Wrong::new("", say!("{sent} is not possible; {wanted} is wanted.", sent = told(&sent), wanted))
    }

    fn unknown_variant(word: &str, words: &'static [&'static str]) -> Wrong {
        let (word, words) = (quoted(&shortened(word, SHOWN)), choices(words));
        Wrong::new("", say!("{word} was sent; one of these is wanted: {words}.", word, words))
    }

    fn unknown_field(name: &str, names: &'static [&'static str]) -> Wrong {
        let detail = match names {
            [] => say!("There is no such field; nothing is wanted here."),
            names => say!("There is no such field; there are {names}.", names = choices(names)),
        };
        Wrong::new(&shortened(name, SHOWN), detail)
    }

    fn missing_field(name: &'static str) -> Wrong {
        Wrong::new(name, say!("This field is missing."))
    }

    fn duplicate_field(name: &'static str) -> Wrong {
        Wrong::new(name, say!("This field is there twice."))
    }
}

/// What was sent, in plain words.
fn told(sent: &Unexpected) -> Value {
    match *sent {
        Unexpected::Bool(truth) => Value::text(truth),
        // As text, since a number of a message may be written as its language writes numbers.
        Unexpected::Unsigned(number) => Value::text(number),
        Unexpected::Signed(number) => Value::text(number),
        Unexpected::Float(number) => Value::text(number),
        Unexpected::Str(text) => quoted(&shortened(text, SHOWN)).into(),
        Unexpected::Unit | Unexpected::Option => Value::text("null"),
        Unexpected::Seq => say!("a list").into(),
        Unexpected::Map => say!("an object").into(),
        ref other => Value::text(other),
    }
}

/// What is wanted, in plain words for what serde and chrono call it: a type tells what it expects as text only.
fn plain(wanted: &str) -> Message {
    match wanted {
        "i8" | "i16" | "i32" | "i64" => say!("a whole number"),
        "u8" => say!("a whole number from 0 to 255"),
        "u16" | "u32" | "u64" | "usize" => say!("a whole number, not below 0,"),
        "f32" | "f64" => say!("a number"),
        "a boolean" => say!("true or false"),
        "a string" | "a character" => say!("a text"),
        "a sequence" => say!("a list"),
        "unit" => Message::verbatim("null"),
        "an RFC 3339 formatted date and time string" => say!("an instant such as 2026-11-06T12:40:00Z"),
        "a formatted date string" => say!("a day such as 2026-11-06"),
        "a formatted time string" => say!("a time such as 12:30:00"),
        "Weekday" => say!("a day of the week such as Fri"),
        "an IANA timezone string" => say!("a time zone such as Europe/London"),
        _ if is_object(wanted) => say!("an object"),
        _ => Message::verbatim(wanted),
    }
}

pub fn is_object(wanted: &str) -> bool {
    wanted == "a map" || wanted.starts_with("struct ") || wanted.starts_with("internally tagged enum ")
}

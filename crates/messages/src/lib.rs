#![doc = include_str!("../README.md")]

mod value;

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

pub use value::{Join, Value};

#[doc(hidden)]
pub use inventory;

/// A sentence that the program can say, and the file that says it.
#[derive(Debug)]
pub struct Template {
    /// With places for its arguments: `{name} is banned.`
    pub text: &'static str,
    /// The source file, as the compiler was given it.
    pub file: &'static str,
}

inventory::collect!(Template);

/// For a document in which a message is a text, and nothing where there is none: the English sentence.
/// `#[serde(serialize_with = "rookery_messages::in_english")]`
pub fn in_english<'a, S: serde::Serializer>(
    said: impl Into<Option<&'a Message>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match said.into() {
        Some(message) => serializer.collect_str(message),
        None => serializer.serialize_none(),
    }
}

/// Every sentence of a [`say!`] in this program, in no order; one that is said in two places is listed twice.
pub fn templates() -> impl Iterator<Item = &'static Template> {
    inventory::iter::<Template>.into_iter()
}

/// Says a sentence: an English template, then an argument for each of its places, by name or as `name = value`.
///
/// Gives a [`Message`]. Arguments are whatever becomes a [`Value`]. It does not compile where a place has no argument
/// or an argument no place.
///
/// ```
/// # use rookery_messages::say;
/// let day = chrono::NaiveDate::from_ymd_opt(2026, 11, 6).unwrap();
/// let message = say!("{who} is banned through {day}.", who = "Mia", day);
/// assert_eq!(message.to_string(), "Mia is banned through 2026-11-06.");
/// ```
#[macro_export]
macro_rules! say {
    ($template:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        $crate::inventory::submit! { $crate::Template { text: $template, file: file!() } }
        const { $crate::check($template, &[$(stringify!($name)),*]) };
        $crate::Message::new($template, [$((stringify!($name), $crate::argument!($name $(= $value)?))),*])
    }};
}

#[doc(hidden)]
#[macro_export]
macro_rules! argument {
    ($name:ident = $value:expr) => {
        $crate::Value::from($value)
    };
    ($name:ident) => {
        $crate::Value::from($name)
    };
}

/// Whether the places of a template are these names, each at least once.
#[doc(hidden)]
pub const fn check(template: &str, names: &[&str]) {
    let text = template.as_bytes();
    let mut found = 0_u128;
    let mut at = 0;
    while at < text.len() {
        if text[at] == b'{' {
            let mut end = at + 1;
            while end < text.len() && text[end] != b'}' {
                end += 1;
            }
            assert!(end < text.len(), "a place of the template is not closed");
            let mut name = 0;
            while name < names.len() && !is(text, at + 1, end, names[name].as_bytes()) {
                name += 1;
            }
            assert!(name < names.len(), "a place of the template has no argument");
            found |= 1 << name;
            at = end;
        }
        at += 1;
    }
    assert!(found.count_ones() as usize == names.len(), "an argument has no place in the template");
}

const fn is(text: &[u8], start: usize, end: usize, name: &[u8]) -> bool {
    if end - start != name.len() {
        return false;
    }
    let mut at = 0;
    while at < name.len() {
        if text[start + at] != name[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// A sentence with its arguments. [`Display`](fmt::Display) writes it in English.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Message {
    template: Cow<'static, str>,
    #[serde(default, skip_serializing_if = "Arguments::is_empty")]
    arguments: Arguments,
}

/// In the order of the call; written as an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Arguments(Vec<(Cow<'static, str>, Value)>);

/// The template of a message that is nothing but somebody's words.
const VERBATIM: &str = "{words}";
/// The template of messages after one another.
const ALL: &str = "{all}";

impl Message {
    /// What [`say!`] makes; by itself the template is not registered.
    #[doc(hidden)]
    pub fn new<const N: usize>(template: &'static str, arguments: [(&'static str, Value); N]) -> Message {
        let arguments = arguments.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect();
        Message { template: Cow::Borrowed(template), arguments: Arguments(arguments) }
    }

    /// A message of which template and arguments are known from elsewhere.
    pub fn kept(template: String, arguments: impl IntoIterator<Item = (String, Value)>) -> Message {
        let arguments = arguments.into_iter().map(|(name, value)| (Cow::Owned(name), value)).collect();
        Message { template: Cow::Owned(template), arguments: Arguments(arguments) }
    }

    /// What somebody wrote or another program answered: the same in every language.
    pub fn verbatim(words: impl Into<String>) -> Message {
        Message::new(VERBATIM, [("words", Value::Text(words.into()))])
    }

    /// Messages as one: `Join::Sentences` after one another, or listed.
    pub fn joined(join: Join, messages: impl IntoIterator<Item = Message>) -> Message {
        let mut messages: Vec<Message> = messages.into_iter().collect();
        if messages.len() == 1 {
            return messages.remove(0);
        }
        let items = messages.into_iter().map(Value::from).collect();
        Message::new(ALL, [("all", Value::List { join, items })])
    }

    /// Whether there is nothing to say: no messages were [`joined`](Message::joined).
    pub fn is_empty(&self) -> bool {
        matches!(self.argument("all"), Some(Value::List { items, .. }) if items.is_empty() && self.template == ALL)
    }

    /// This one, then another sentence.
    pub fn then(self, next: Message) -> Message {
        Message::joined(Join::Sentences, [self, next])
    }

    /// The English sentence with its places.
    pub fn template(&self) -> &str {
        &self.template
    }

    /// The arguments by their names, in the order of the call.
    pub fn arguments(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.arguments.0.iter().map(|(name, value)| (name.as_ref(), value))
    }

    /// The argument of this name.
    pub fn argument(&self, name: &str) -> Option<&Value> {
        self.arguments().find_map(|(own, value)| (own == name).then_some(value))
    }

    /// Whether it says nothing of the program's own: its words are those of [`verbatim`](Message::verbatim).
    pub fn as_verbatim(&self) -> Option<&str> {
        match self.arguments.0.first() {
            Some((_, Value::Text(words))) if self.template == VERBATIM => Some(words),
            _ => None,
        }
    }

    /// The same sentence with other arguments: each is changed by the name of its place.
    pub fn map(mut self, change: impl Fn(&str, Value) -> Value) -> Message {
        let arguments = std::mem::take(&mut self.arguments.0);
        self.arguments.0 = arguments
            .into_iter()
            .map(|(name, value)| {
                let changed = change(&name, value);
                (name, changed)
            })
            .collect();
        self
    }

    /// The same sentence with other values where there are any: in its places, and in those of messages within it.
    pub fn with_values(self, other: &impl Fn(&str, &Value) -> Option<Value>) -> Message {
        self.map(|place, value| value.replaced(place, other))
    }

    /// As people are told it: without what records alone have ([`Value::Recorded`]), here and in messages within it.
    pub fn told(self) -> Message {
        self.with_values(&|_: &str, value: &Value| matches!(value, Value::Recorded { .. }).then(|| Value::recorded("")))
    }

    /// A template in any language, each place of it filled with the argument of its name.
    pub fn fill(&self, template: &str, fill: impl Fn(&Value) -> String) -> String {
        let mut parts = template.split('{');
        let mut said = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, after) = part.split_once('}').unwrap_or((part, ""));
            said.extend(self.argument(name).map(&fill));
            said.push_str(after);
        }
        said
    }
}

impl From<&&Message> for Message {
    fn from(message: &&Message) -> Message {
        (*message).clone()
    }
}

impl From<&Message> for Message {
    fn from(message: &Message) -> Message {
        message.clone()
    }
}

impl fmt::Display for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.fill(&self.template, Value::to_string))
    }
}

impl Arguments {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Arguments {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Arguments {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Arguments, D::Error> {
        struct Named;
        impl<'de> serde::de::Visitor<'de> for Named {
            type Value = Arguments;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("arguments by name")
            }

            fn visit_map<M: serde::de::MapAccess<'de>>(self, mut map: M) -> Result<Arguments, M::Error> {
                let mut arguments = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    arguments.push((Cow::Owned(name), value));
                }
                Ok(Arguments(arguments))
            }
        }
        deserializer.deserialize_map(Named)
    }
}

#[cfg(test)]
mod tests;

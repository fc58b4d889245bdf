//! One strict reader for JSON bodies, query strings and forms.

mod wrong;

use std::fmt;

use rookery_messages::{Message, say};
use serde::de::value::{MapAccessDeserializer, MapDeserializer, StrDeserializer};
use serde::de::{self, DeserializeOwned, DeserializeSeed, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};

use super::body::malformed;
use crate::error::Error;
use wrong::{Wrong, choices, is_object};

/// Up to here whole numbers that are written with a point have one meaning (2 to the power of 53).
const LARGEST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// What was sent.
enum Sent {
    Null,
    Truth(bool),
    Whole(i64),
    /// Beyond the other's range.
    Large(u64),
    Number(f64),
    Text(String),
    /// As queries and forms write whatever it is.
    Written(String),
    List(Vec<Sent>),
    /// As written, so that what is there twice is seen.
    Object(Vec<(String, Sent)>),
    /// A query or a form: read as an object, or as the list of its pairs.
    Fields(Vec<(String, Sent)>),
}

/// Reads a JSON body.
pub fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    if let Err(error) = std::str::from_utf8(bytes) {
        let detail = say!("The body is not UTF-8 from byte {byte} on.", byte = error.valid_up_to());
        return Err(malformed(say!("Not UTF-8"), detail));
    }
    if bytes.trim_ascii().is_empty() {
        return Err(malformed(say!("Malformed JSON"), say!("The body is empty; a JSON object is wanted.")));
    }
    let sent: Sent = serde_json::from_slice(bytes).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let detail = match error.classify() {
            serde_json::error::Category::Eof => {
                say!("The JSON is cut off at line {line}, column {column}.", line, column)
            }
            _ => {
                let (error, place) = (error.to_string(), format!(" at line {line} column {column}"));
                let error = error.strip_suffix(&place).unwrap_or(&error);
                say!("The body is not JSON: {error} at line {line} column {column}.", error, line, column)
            }
        };
        malformed(say!("Malformed JSON"), detail)
    })?;
    T::deserialize(Reader(&sent)).map_err(|wrong| wrong.refusal(say!("Wrong JSON members")))
}

/// Reads the fields of a query string or a form.
pub fn fields<T: DeserializeOwned>(fields: Vec<(String, String)>, title: Message) -> Result<T, Error> {
    let sent = Sent::Fields(fields.into_iter().map(|(name, value)| (name, Sent::Written(value))).collect());
    T::deserialize(Reader(&sent)).map_err(|wrong| wrong.refusal(title))
}

/// Reads the text of one field of a form.
pub fn written<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, Error> {
    let read = T::deserialize(Reader(&Sent::Written(text.to_owned())));
    read.map_err(|wrong| wrong.within(name).refusal(say!("The form could not be read")))
}

impl<'de> Deserialize<'de> for Sent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sent, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Sent;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("JSON")
            }

            fn visit_unit<E>(self) -> Result<Sent, E> {
                Ok(Sent::Null)
            }

            fn visit_bool<E>(self, truth: bool) -> Result<Sent, E> {
                Ok(Sent::Truth(truth))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Sent, E> {
                Ok(Sent::Whole(number))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Sent, E> {
                Ok(i64::try_from(number).map_or(Sent::Large(number), Sent::Whole))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Sent, E> {
                // JSON has one kind of number: 3.0 is 3.
                let is_whole = number.fract() == 0.0 && number.abs() <= LARGEST_WHOLE;
                Ok(if is_whole { Sent::Whole(number as i64) } else { Sent::Number(number) })
            }

            fn visit_str<E>(self, text: &str) -> Result<Sent, E> {
                Ok(Sent::Text(text.to_owned()))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut items: A) -> Result<Sent, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                Ok(Sent::List(list))
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut members: A) -> Result<Sent, A::Error> {
                let mut object = Vec::new();
                while let Some(member) = members.next_entry()? {
                    object.push(member);
                }
                Ok(Sent::Object(object))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// Reads one value that was sent.
#[derive(Clone, Copy)]
struct Reader<'v>(&'v Sent);

impl<'v> Reader<'v> {
    fn sent(self) -> Unexpected<'v> {
        match self.0 {
            Sent::Null => Unexpected::Unit,
            Sent::Truth(truth) => Unexpected::Bool(*truth),
            Sent::Whole(number) => Unexpected::Signed(*number),
            Sent::Large(number) => Unexpected::Unsigned(*number),
            Sent::Number(number) => Unexpected::Float(*number),
            Sent::Text(text) | Sent::Written(text) => Unexpected::Str(text),
            Sent::List(_) => Unexpected::Seq,
            Sent::Object(_) | Sent::Fields(_) => Unexpected::Map,
        }
    }

    /// A number; queries and forms write it as text.
    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Sent::Whole(number) => visitor.visit_i64(*number),
            Sent::Large(number) => visitor.visit_u64(*number),
            Sent::Number(number) => visitor.visit_f64(*number),
            Sent::Written(text) => match (text.parse::<i64>(), text.parse::<f64>()) {
                (Ok(number), _) => visitor.visit_i64(number),
                (_, Ok(number)) if number.is_finite() => visitor.visit_f64(number),
                _ => Err(de::Error::invalid_type(self.sent(), &visitor)),
            },
            _ => Err(de::Error::invalid_type(self.sent(), &visitor)),
        }
    }

    /// A text; where its type cannot read it, what it wanted is told and not how it failed.
    fn text<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let (Sent::Text(text) | Sent::Written(text)) = self.0 else {
            return Err(de::Error::invalid_type(self.sent(), &visitor));
        };
        let wanted = (&visitor as &dyn Expected).to_string();
        visitor.visit_str::<Wrong>(text).map_err(|wrong| match wrong.foreign {
            true => de::Error::invalid_type(self.sent(), &wanted.as_str()),
            false => wrong,
        })
    }
}

macro_rules! numbers {
    ($($read:ident)+) => {
        $(fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
            self.number(visitor)
        })+
    };
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Sent::Null => visitor.visit_unit(),
            Sent::Truth(truth) => visitor.visit_bool(*truth),
            Sent::Whole(_) | Sent::Large(_) | Sent::Number(_) => self.number(visitor),
            Sent::Text(text) | Sent::Written(text) => visitor.visit_str(text),
            // Serde would take the list's items for the object's members.
            Sent::List(_) if is_object(&(&visitor as &dyn Expected).to_string()) => {
                Err(de::Error::invalid_type(self.sent(), &visitor))
            }
            Sent::List(items) => visitor.visit_seq(Items { items: items.iter().enumerate() }),
            Sent::Object(members) | Sent::Fields(members) => {
                visitor.visit_map(Members { members: members.iter(), next: None })
            }
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 deserialize_f32 deserialize_f64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Sent::Truth(truth) => visitor.visit_bool(*truth),
            Sent::Written(text) if text == "true" => visitor.visit_bool(true),
            Sent::Written(text) if text == "false" => visitor.visit_bool(false),
            _ => Err(de::Error::invalid_type(self.sent(), &visitor)),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.text(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.text(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Sent::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.deserialize_map(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Sent::Object(_) | Sent::Fields(_) => self.deserialize_any(visitor),
            _ => Err(de::Error::invalid_type(self.sent(), &visitor)),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let Sent::Fields(fields) = self.0 else { return self.deserialize_any(visitor) };
        let pairs = fields.iter().map(|(name, value)| {
            let text = if let Sent::Written(text) = value { text.as_str() } else { "" };
            (name.as_str(), text)
        });
        MapDeserializer::<_, Wrong>::new(pairs).deserialize_seq(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        match self.0 {
            Sent::Text(word) | Sent::Written(word) => {
                let word: StrDeserializer<Wrong> = word.as_str().into_deserializer();
                visitor.visit_enum(word)
            }
            Sent::Object(members) if members.len() == 1 => {
                visitor.visit_enum(MapAccessDeserializer::new(Members { members: members.iter(), next: None }))
            }
            _ => Err(Wrong::other(&self.sent(), say!("one of {words}", words = choices(words)))),
        }
    }

    forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any
    }
}

struct Items<'v> {
    items: std::iter::Enumerate<std::slice::Iter<'v, Sent>>,
}

impl<'de> de::SeqAccess<'de> for Items<'_> {
    type Error = Wrong;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Wrong> {
        let Some((place, item)) = self.items.next() else { return Ok(None) };
        seed.deserialize(Reader(item)).map(Some).map_err(|wrong| wrong.within(&format!("[{place}]")))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Members<'v> {
    members: std::slice::Iter<'v, (String, Sent)>,
    /// The member whose name was read last.
    next: Option<&'v (String, Sent)>,
}

impl<'de> de::MapAccess<'de> for Members<'_> {
    type Error = Wrong;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Wrong> {
        self.next = self.members.next();
        let Some((name, _)) = self.next else { return Ok(None) };
        // Some names stand for numbers.
        seed.deserialize(Reader(&Sent::Written(name.clone()))).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Wrong> {
        let Some((name, value)) = self.next.take() else { return Err(de::Error::custom("A value without a name.")) };
        seed.deserialize(Reader(value)).map_err(|wrong| wrong.within(name))
    }
}

#[cfg(test)]
mod tests;

//! Fields of requests that every capability reads alike. Pure.

use std::fmt::Display;

use chrono::{NaiveDateTime, TimeDelta};
use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};
use rookery_messages::{Message, say};
use serde::de::{DeserializeOwned, IntoDeserializer, value};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::error::Refusal;

/// The word that a value is written as, of one with particulars the word before them: `il_nabi`.
pub fn word(of: &impl Serialize) -> String {
    match serde_json::to_value(of) {
        Ok(Value::String(word)) => word,
        Ok(Value::Object(members)) => members.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

/// Writes a value as it is said: a colour as `white`.
pub fn as_said<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// What a word stands for, if it is one of such a list.
pub fn of_word<T: DeserializeOwned>(word: &str) -> Option<T> {
    let word: value::StrDeserializer<'_, value::Error> = word.into_deserializer();
    T::deserialize(word).ok()
}

/// Seconds until one more is heard, where so many a day are: the instants of the last day, oldest first. Nothing
/// where it is heard now.
pub(crate) fn heard_again_in(within_a_day: &[NaiveDateTime], a_day: u32, now: NaiveDateTime) -> Option<u32> {
    if within_a_day.len() < usize::try_from(a_day).unwrap_or(usize::MAX) {
        return None;
    }
    let again = within_a_day.first().map_or(now, |first| *first + TimeDelta::days(1));
    Some(u32::try_from((again - now).num_seconds().max(1)).unwrap_or(u32::MAX))
}

/// A letter that shows nothing, or changes how others are written: names are seen as they are.
fn is_hidden(letter: char) -> bool {
    use GeneralCategory as Category;
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(letter)
        || matches!(
            CodePointMapData::<Category>::new().get(letter),
            Category::Control
                | Category::Format
                | Category::PrivateUse
                | Category::Unassigned
                | Category::LineSeparator
                | Category::ParagraphSeparator
        )
        // A Braille letter without dots.
        || letter == '\u{2800}'
}

fn breaks_the_line(letter: char) -> bool {
    matches!(letter, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// A text of one line, trimmed, all of it to be seen.
fn line(field: &'static str, text: &str) -> Result<String, Refusal> {
    let text = text.trim();
    if text.contains(breaks_the_line) {
        return Err(Refusal::field(field, say!("This is written on one line; leave the line breaks out.")));
    }
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.contains(is_hidden) {
        let detail =
            say!("This name has characters in it that do not show, or change how others are written; leave them out.");
        return Err(Refusal::field(field, detail));
    }
    Ok(line)
}

/// A person's name as stored: trimmed, 1 to 80 visible characters, on one line.
pub fn name(text: &str) -> Result<String, Refusal> {
    let name = line("name", text)?;
    match name.chars().count() {
        1..=80 => Ok(name),
        0 => Err(Refusal::field("name", say!("The name is missing."))),
        length => Err(Refusal::field("name", say!("A name has 1 to 80 characters; this has {length}.", length))),
    }
}

/// The name of a room, checked in the same way.
pub fn room(text: &str) -> Result<String, Refusal> {
    let room = line("room", text)?;
    match room.chars().count() {
        1..=100 => Ok(room),
        _ => Err(Refusal::field("room", say!("A room is named in 1 to 100 characters."))),
    }
}

/// Where something is, by the name of its room: a bare number gets the word *room* in the reader's language, and any other
/// name is read as it is written. `12`, `Room 12` and `Raum 12` are *Room 12*; *The library* and *Zimmer 12* stay so. Where
/// nobody has named a room, none is made up.
pub fn in_room(room: &str) -> Message {
    match number_of(room) {
        Some(number) => say!("Room {room}", room = number),
        None if room.trim().is_empty() => say!("The club's room"),
        None => Message::verbatim(room.trim()),
    }
}

/// Writes a room into a text, as [`in_room`] says it in some language. The text may have the word *room* itself, as the Terms
/// do: it stays before a number and goes before a name, so that they read *in room 12* and *in The library*.
pub(crate) fn put_room(text: &mut String, room: &str) {
    let before = text.trim_end();
    let word = before.split_whitespace().next_back().unwrap_or_default();
    let (is_the_word, begins) = (is_word_for_room(word), before.len() - word.len());
    match number_of(room) {
        Some(number) if is_the_word => text.push_str(number),
        None if is_the_word => {
            text.truncate(begins);
            text.push_str(room);
        }
        _ => text.push_str(room),
    }
}

/// Whether two names are those of one room.
pub(crate) fn is_same_room(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|room| bare_room(room).trim().to_lowercase());
    one == other
}

/// A room's name without the word *room* in either language of the pages.
fn bare_room(room: &str) -> &str {
    match room.trim().split_once(' ') {
        Some((word, name)) if is_word_for_room(word) => name.trim_start(),
        _ => room,
    }
}

/// The number of a room that has no other name.
fn number_of(room: &str) -> Option<&str> {
    let number = bare_room(room).trim();
    (!number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())).then_some(number)
}

fn is_word_for_room(word: &str) -> bool {
    ["room", "raum"].contains(&word.to_lowercase().as_str())
}

/// A text of one line that may be left empty, all of it to be seen.
pub fn line_of(field: &'static str, text: &str, most: usize) -> Result<String, Refusal> {
    let line = line(field, text)?;
    match line.chars().count() {
        length if length > most => {
            Err(Refusal::field(field, say!("This has at most {most} characters; it has {length}.", most, length)))
        }
        _ => Ok(line),
    }
}

/// A text with something to say, trimmed.
pub fn text(field: &'static str, text: &str, least: usize, most: usize) -> Result<String, Refusal> {
    let text = text.trim();
    let length = text.chars().count();
    if text.chars().any(|letter| letter.is_control() && !letter.is_whitespace()) {
        return Err(Refusal::field(field, say!("This has control characters in it.")));
    }
    if (least..=most).contains(&length) {
        return Ok(text.to_owned());
    }
    Err(Refusal::field(field, say!("Write {least} to {most} characters; this has {length}.", least, most, length)))
}

/// Why something is done, trimmed; the Act asks for a reason.
pub fn reason(
    field: &'static str,
    written: &str,
    least: usize,
    most: usize,
    act: &'static str,
) -> Result<String, Refusal> {
    text(field, written, least, most).map_err(|refusal| refusal.act(act))
}

/// The tags of a game that say who played it: the club knows better than who sent them.
const OF_PLAYERS: [&str; 3] = ["[White", "[Black", "[Annotator"];

/// A game (PGN) without what its tags say of its players; `None` if they say nothing.
pub fn without_players(pgn: &str) -> Option<String> {
    let (mut kept, mut rest, mut any) = (String::new(), pgn, false);
    // The tags stand before the moves.
    while let Some(end) = end_of_tag(rest) {
        let (tag, after) = rest.split_at(end);
        match OF_PLAYERS.iter().any(|begins| tag.trim_start().starts_with(begins)) {
            true => any = true,
            false => kept.push_str(tag),
        }
        rest = after;
    }
    let rest = if kept.is_empty() { rest.trim_start() } else { rest };
    any.then(|| kept + rest)
}

/// Where the tag ends that a text begins with, past what is blank.
fn end_of_tag(text: &str) -> Option<usize> {
    let tag = text.trim_start().strip_prefix('[')?;
    let (_, value) = tag.split_once('"')?;
    let mut escaped = false;
    let quote = value.find(|letter| {
        let ends = letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        ends
    })?;
    let end = value[quote..].find(']')? + quote + 1;
    Some(text.len() - value.len() + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_show_is_no_part_of_a_name_and_neither_is_a_line_break() {
        for hidden in [
            '\u{fe0f}',
            '\u{e0100}',
            '\u{200d}',
            '\u{202e}',
            '\u{ad}',
            '\u{2800}',
            '\u{3164}',
            '\u{e000}',
            '\u{7}',
            '\u{378}',
        ] {
            assert!(name(&format!("Maya{hidden} Goldberg")).is_err(), "{hidden:?}");
            assert!(room(&format!("Hall{hidden}1")).is_err(), "{hidden:?}");
        }
        for ends in ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'] {
            assert!(
                name(&format!("Maya{ends}Goldberg")).is_err() && room(&format!("Hall{ends}1")).is_err(),
                "{ends:?}"
            );
        }
        assert_eq!(name(" Maya \t Goldberg\n").unwrap(), "Maya Goldberg");
        assert_eq!((room(" Hall  1 ").unwrap().as_str(), room("").is_err()), ("Hall 1", true));
    }

    #[test]
    fn a_number_gets_the_word_room_and_any_other_name_is_read_as_it_is_written() {
        for (written, read) in [
            ("12", "Room 12"),
            (" 12 ", "Room 12"),
            ("007", "Room 007"),
            ("Room 12", "Room 12"),
            ("room  12", "Room 12"),
            ("Raum 12", "Room 12"),
            ("RAUM 12", "Room 12"),
        ] {
            let said = in_room(written);
            assert_eq!((said.template(), said.to_string().as_str()), ("Room {room}", read), "{written:?}");
        }
        for other in [
            "Zimmer 12",
            "12b",
            "Room 12b",
            "B 12",
            "The library",
            "Library",
            "Room of mirrors",
            "Room",
            "Raumfahrt 2",
            "The room 12",
            "\u{663}",
        ] {
            assert_eq!(in_room(other).as_verbatim(), Some(other), "the same in every language");
        }
        assert_eq!(in_room(" ").to_string(), "The club's room", "nobody named one");
        for (one, other) in [("Room 12", "12"), ("raum 12", "Room  12"), ("Hall", "room HALL"), ("12", " 12")] {
            assert!(is_same_room(one, other), "{one:?} {other:?}");
        }
        for (one, other) in [("Zimmer 12", "12"), ("12", "13"), ("Roomy hall", "hall"), ("Room", "")] {
            assert!(!is_same_room(one, other), "{one:?} {other:?}");
        }
    }

    #[test]
    fn a_text_with_the_word_room_keeps_it_before_a_number_only() {
        for (text, room, read) in [
            ("in room ", "Room 12", "in room 12"),
            ("in Raum ", "Room 12", "in Raum 12"),
            ("Room ", "Raum 12", "Room 12"),
            ("in room ", "The library", "in The library"),
            ("Room ", "The library", "The library"),
            ("in Raum ", "Room 12b", "in Room 12b"),
            ("The place: ", "Room 12", "The place: Room 12"),
            ("In a classroom ", "Room 12", "In a classroom Room 12"),
            ("", "Library", "Library"),
            ("in room ", "", "in "),
        ] {
            let mut written = text.to_owned();
            put_room(&mut written, room);
            assert_eq!(written, read, "{text:?} {room:?}");
        }
    }

    #[test]
    fn a_game_is_kept_without_the_names_in_its_tags() {
        let pgn = "[Event \"Friday\"]\n[White \"O\\\"Neil, A]\"]\n[WhiteElo \"1500\"] [Black \"Ben\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:01]} 1-0\n";
        let without = "[Event \"Friday\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:01]} 1-0\n";
        assert_eq!(without_players(pgn).as_deref(), Some(without));
        assert_eq!(without_players("[White \"Ann\"]\n\n1. e4 *").as_deref(), Some("1. e4 *"));
        for nobody in [without, "1. e4 *", "", "[", "[White \"Ann", "[%clk"] {
            assert_eq!(without_players(nobody), None, "{nobody}");
        }
    }
}

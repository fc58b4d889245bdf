//! Positions, plays and acts as JSON, in the forms of the files in `tests/data/`; this file has what
//! the three share.

mod act;
mod play;
mod position;

use std::fmt;

use rookery_messages::{Message, say};

use super::board::Swinger;
use super::definitions::{Kind, Suite};
use super::position::{BadPosition, PlayType, Position};
use super::square::Square;

/// JSON that does not tell what it should, and what it should tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadJson(pub Message);

impl fmt::Display for BadJson {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.0)
    }
}

impl From<serde_json::Error> for BadJson {
    fn from(error: serde_json::Error) -> BadJson {
        BadJson(Message::verbatim(error.to_string()))
    }
}

impl From<BadPosition> for BadJson {
    fn from(BadPosition(why): BadPosition) -> BadJson {
        BadJson(why)
    }
}

pub(super) fn bad<T>(why: Message) -> Result<T, BadJson> {
    Err(BadJson(why))
}

pub(super) const PLAY_TYPES: [(&str, PlayType); 5] = [
    ("move", PlayType::Move),
    ("capture", PlayType::Capture),
    ("placement", PlayType::Placement),
    ("pass", PlayType::Pass),
    ("surrender", PlayType::Surrender),
];

pub(super) fn play_type(name: &str) -> Result<PlayType, BadJson> {
    let known = PLAY_TYPES.iter().find(|(known, _)| *known == name);
    known.map(|(_, play)| *play).ok_or_else(|| {
        BadJson(say!("play type \"{name}\"; it is move, capture, placement, pass or surrender (1230.2 §6)", name))
    })
}

impl PlayType {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        PLAY_TYPES.iter().find(|(_, play)| *play == self).map_or("", |(name, _)| name)
    }
}

pub(super) fn square(text: &str) -> Result<Square, BadJson> {
    Square::parse(text).ok_or_else(|| BadJson(say!("square \"{text}\"; squares are a1 to t20 (1230.1 §1)", text)))
}

pub(super) fn kind(suite: &Suite, name: &str) -> Result<Kind, BadJson> {
    suite.kind(name).ok_or_else(|| BadJson(say!("kind \"{name}\"; no rule names such a piece (1230.4–1230.21)", name)))
}

impl Position {
    /// The Swinger of that name.
    fn named(&self, name: &str) -> Result<Swinger, BadJson> {
        self.swinger(name)
            .ok_or_else(|| BadJson(say!("Swinger \"{name}\" is not on the Play List (1230.2 §3.A)", name)))
    }
}

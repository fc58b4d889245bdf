//! Which readings a game is played by.
//!
//! A game is the fold of its log, so what a log means must never change: where a later version reads a rule in
//! another way, it says so here, and a log that names no edition is of the first.

use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};

/// The readings of the version that began a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub enum Edition {
    /// Of version 0.2.
    #[default]
    First,
    /// A win by claim is claimed and play goes on; a changed court only warns; the rule in effect that supplied a
    /// parameter leads; lines are read as people write them.
    Second,
    /// A win that would not be there without what somebody claimed is claimed, too; lines are read also in other words
    /// for the same, and a line about the writer's own points needs no name.
    Third,
    /// A win that the court denied is not claimed again by the same points; a proposal can be given another number.
    Fourth,
    /// Points that are taken out are announced, too; what two rules count or change by one name differs.
    Fifth,
    /// A win by points falls with the points that it was reached by, and with no others; where nobody has a day any more,
    /// nobody is waited for to judge.
    Sixth,
    /// Points that an effect gave or took are reversed with all that it changed.
    Seventh,
    /// Where no rule that the engine knows speaks of the court, it warns instead of refusing; all players together end a
    /// holiday; quantities are claimed like points.
    Eighth,
    /// What a rule set ends with that rule; who is barred from judging never judges, and where a list of Judges is
    /// exhausted the others judge; lines without “Rule-change:” or “Vote:” before them are understood.
    Ninth,
}

impl Edition {
    /// Every edition, the oldest first.
    pub const ALL: [Self; 9] = [
        Self::First,
        Self::Second,
        Self::Third,
        Self::Fourth,
        Self::Fifth,
        Self::Sixth,
        Self::Seventh,
        Self::Eighth,
        Self::Ninth,
    ];
    /// What a game that begins now is played by.
    pub const LATEST: Self = Self::Ninth;

    /// Whether it is the first, which a log does not name.
    pub fn is_first(&self) -> bool {
        *self == Self::First
    }

    /// Whether it is the second or a later one.
    pub fn is_second(&self) -> bool {
        *self >= Self::Second
    }

    /// Whether it is the third or a later one.
    pub fn is_third(&self) -> bool {
        *self >= Self::Third
    }

    /// Whether it is the fourth or a later one.
    pub fn is_fourth(&self) -> bool {
        *self >= Self::Fourth
    }

    /// Whether it is the fifth or a later one.
    pub fn is_fifth(&self) -> bool {
        *self >= Self::Fifth
    }

    /// Whether it is the sixth or a later one.
    pub fn is_sixth(&self) -> bool {
        *self >= Self::Sixth
    }

    /// Whether it is the seventh or a later one.
    pub fn is_seventh(&self) -> bool {
        *self >= Self::Seventh
    }

    /// Whether it is the eighth or a later one.
    pub fn is_eighth(&self) -> bool {
        *self >= Self::Eighth
    }

    /// Whether it is the ninth or a later one.
    pub fn is_ninth(&self) -> bool {
        *self >= Self::Ninth
    }
}

impl From<Edition> for u8 {
    fn from(edition: Edition) -> Self {
        edition as u8 + 1
    }
}

impl TryFrom<u8> for Edition {
    type Error = Message;

    fn try_from(number: u8) -> Result<Self, Message> {
        let known = Self::ALL.into_iter().find(|edition| u8::from(*edition) == number);
        known.ok_or_else(|| say!("there is no edition {number} of the readings; there are 1 to 9", number))
    }
}

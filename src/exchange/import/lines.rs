//! The parsed lines of an import, each with its file and line number.

use chrono::{NaiveDate, NaiveDateTime};
use rookery_messages::Message;

use crate::error::Act;
use crate::games::State;
use crate::ratings::{EventKind, Outcome};

/// The file a line is of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    pub number: usize,
    pub name: String,
}

/// Something read, and where.
#[derive(Clone, Debug)]
pub struct Line<T> {
    /// Index into [`Lines::files`].
    pub file: usize,
    pub line: u64,
    pub value: T,
}

/// All that was read.
#[derive(Debug, Default)]
pub struct Lines {
    pub files: Vec<String>,
    pub members: Vec<Line<MemberLine>>,
    pub sessions: Vec<Line<SessionLine>>,
    pub stays: Vec<Line<StayLine>>,
    pub games: Vec<Line<GameLine>>,
    pub events: Vec<Line<EventLine>>,
}

/// A person, and one of their times on the leaderboard if any.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberLine {
    /// Made of the name, where the file has none.
    pub handle: Option<String>,
    pub name: String,
    pub joined_at: Option<NaiveDateTime>,
    pub removed_at: Option<NaiveDateTime>,
    pub removal_reason: Option<String>,
    pub removal_act: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SessionLine {
    pub starts_at: NaiveDateTime,
    pub ends_at: NaiveDateTime,
    pub room: Option<String>,
    pub extra: bool,
    pub cancelled: bool,
    pub cancel_reason: Option<Message>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct StayLine {
    pub session: When,
    pub person: String,
    /// With the session, where not told.
    pub arrived: Option<Moment>,
    pub left: Option<Moment>,
}

/// A point in time: exact, or a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// UTC.
    At(NaiveDateTime),
    /// In the club's time zone.
    On(NaiveDate),
}

/// A time of a stay: exact, or a time of the session's day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    At(NaiveDateTime),
    Clock(chrono::NaiveTime),
}

#[derive(Clone, Debug, PartialEq)]
pub struct GameLine {
    pub white: String,
    pub black: String,
    pub when: When,
    pub result: Outcome,
    /// A stored word.
    pub ending: &'static str,
    pub clocked: bool,
    pub online: bool,
    /// `rated` where nothing else is told.
    pub state: State,
    /// PGN.
    pub moves: Option<String>,
    /// FEN.
    pub final_position: Option<String>,
    /// Where and when it began, if somebody said so.
    pub room: Option<String>,
    pub began_at: Option<NaiveDateTime>,
    /// Knows the game again.
    pub key: u128,
}

/// An event of the ratings other than joining, leaving and games.
#[derive(Clone, Debug, PartialEq)]
pub struct EventLine {
    pub at: NaiveDateTime,
    pub kind: EventKind,
    pub person: String,
    pub points: i64,
    pub session: Option<When>,
    pub cause: String,
    pub acts: Vec<Act>,
}

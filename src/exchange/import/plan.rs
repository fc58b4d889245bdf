//! The facts of the club that an import needs, and the rows that it will enter.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::Message;

use super::Refused;
use crate::games::rules::Stands;
use crate::id::{PersonId, SessionId};
use crate::ratings::EventKind;
use crate::rulebook::HouseRules;

/// What the club is, as far as an import asks.
#[derive(Clone, Debug)]
pub struct World {
    pub now: NaiveDateTime,
    /// The house rules in force now: the zone, the hours of sessions that are made, and their room, empty while nobody has said
    /// where the club meets.
    pub house: HouseRules,
    pub people: Vec<KnownPerson>,
    /// In order.
    pub sessions: Vec<KnownSession>,
    pub stays: HashSet<(SessionId, PersonId, NaiveDateTime)>,
    /// Of games that were imported before.
    pub keys: HashSet<u128>,
    /// When games that are there were played, by players, the smaller id first.
    pub games: HashMap<(PersonId, PersonId), Vec<NaiveDateTime>>,
    /// Deductions and the like in the log.
    pub events: HashSet<(NaiveDateTime, EventKind, PersonId)>,
}

/// From an instant, and to where it ended.
pub type Span = (NaiveDateTime, Option<NaiveDateTime>);

#[derive(Clone, Debug, Default)]
pub struct KnownPerson {
    /// `None` for one whom the import adds.
    pub id: Option<PersonId>,
    pub handle: String,
    pub name: String,
    /// Joined, and removed.
    pub memberships: Vec<Span>,
    /// From when on nothing happened to somebody before they first joined, so that they can have joined then: no game, no
    /// event, no other initial score. `None` where the import itself says when they joined.
    pub free_since: Option<NaiveDateTime>,
    pub bans: Vec<Span>,
    pub monitors: Vec<Span>,
    pub clock_orders: Vec<Span>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct KnownSession {
    /// `None` for one that the import adds.
    pub id: Option<SessionId>,
    pub starts_at: NaiveDateTime,
    pub ends_at: NaiveDateTime,
    pub room: String,
    pub extra: bool,
    pub cancelled: bool,
    pub cancel_reason: Option<Message>,
}

impl KnownSession {
    /// Both ends are in it (T1).
    pub fn contains(&self, at: NaiveDateTime) -> bool {
        self.starts_at <= at && at < self.ends_at + TimeDelta::seconds(1)
    }
}

/// What is to be entered. People and sessions are indices into the plan's own lists, in which the
/// known ones come first.
#[derive(Debug, Default)]
pub struct Plan {
    /// People whom the club does not know yet, after so many known ones.
    pub known_people: usize,
    pub people: Vec<(String, String)>,
    /// The first of the names that nobody was known by; of refused lines, too.
    pub strangers: BTreeSet<String>,
    pub memberships: Vec<NewMembership>,
    pub sessions: Vec<KnownSession>,
    /// Sessions that are there and are cancelled by the import.
    pub cancelled: Vec<(SessionId, Message)>,
    pub stays: Vec<NewStay>,
    pub games: Vec<NewGame>,
    pub events: Vec<NewEvent>,
    pub known: u64,
    pub refused: Vec<Refused>,
    /// Refused games on days without a session, and of players who never joined, that the options would let in.
    pub without_session: u64,
    pub without_membership: u64,
    /// The usual room, where a new session has it because its line names none.
    pub usual_room: Option<String>,
    /// The id of each person of the plan that is known.
    pub ids: Vec<Option<PersonId>>,
    /// The id of each session of the plan that is known, and when it starts.
    pub places: Vec<(Option<SessionId>, NaiveDateTime)>,
}

#[derive(Debug)]
pub struct NewMembership {
    pub person: usize,
    pub joined_at: NaiveDateTime,
    pub removed_at: Option<NaiveDateTime>,
    pub removal_reason: Option<String>,
    pub removal_act: Option<String>,
    /// Whether it is the person's first.
    pub first: bool,
    /// Whether only its end is new.
    pub ends: bool,
    /// When it began until now, where only its earlier beginning is new.
    pub began: Option<NaiveDateTime>,
}

#[derive(Debug)]
pub struct NewStay {
    pub session: usize,
    pub person: usize,
    pub arrived_at: NaiveDateTime,
    pub left_at: Option<NaiveDateTime>,
}

#[derive(Debug)]
pub struct NewGame {
    /// Index into `Lines::games`.
    pub line: usize,
    pub white: usize,
    pub black: usize,
    pub session: Option<usize>,
    pub played_at: NaiveDateTime,
    /// Its place in the log: a guest's game stands at the last joining (T13).
    pub place: NaiveDateTime,
    pub stands: Stands,
}

#[derive(Debug)]
pub struct NewEvent {
    /// Index into `Lines::events`.
    pub line: usize,
    pub person: usize,
    pub session: Option<usize>,
}

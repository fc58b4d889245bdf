//! The games room: tables, and what all games played at them share. A table is a log of plays, and the
//! state of its game is the fold of that log; a game brings its rules and its views (`game`).

pub mod actions;
pub mod api;
pub mod clock;
pub mod due;
pub mod erased;
pub mod game;
pub mod marks;
pub mod pages;
pub mod room;
pub mod rules;
pub mod store;

use chrono::NaiveDateTime;
use serde::Serialize;
use serde_json::Value;

use crate::http::instant;
use crate::id::{GameId, PersonId};

pub use erased::{AnyGame, AnyState, AnyStep, erased};
pub use game::{Game, Seat, State, Step, Went};
pub use room::Room;

crate::id!(
    /// A table of the games room.
    TableId
);

crate::words!(
    /// Where a table stands.
    Stage as TableStage {
        /// People take seats.
        Open = "open",
        Playing = "playing",
        /// Adjourned; it goes on when everybody seated is ready again, or at the agreed time.
        Adjourned = "adjourned",
        Ended = "ended",
        /// Ended long ago: kept, no longer listed.
        Archived = "archived",
    }
);

crate::words!(
    /// Who or what made an entry of the log.
    Kind as TableEntryKind {
        /// Somebody seated.
        Play = "play",
        /// A justice.
        Ruling = "ruling",
        Time = "time",
        /// Everybody seated.
        Adjourned = "adjourned",
        Resumed = "resumed",
    }
);

/// Somebody by id and name.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = SeatedPerson)]
pub struct Person {
    pub id: PersonId,
    pub name: String,
}

/// A seat of a table.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Chair {
    pub seat: Seat,
    pub person: Option<Person>,
    /// For whom it is kept.
    #[schema(value_type = Option<i64>)]
    pub invited: Option<PersonId>,
    /// Their name, while they have not sat down.
    #[serde(skip)]
    pub kept_for: Option<String>,
    /// Everybody ready: the game begins, or goes on. Nobody ready in the midst of it: it is adjourned.
    pub ready: bool,
}

/// Somebody seated who was connected to the table and is no longer.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = SeatAway)]
pub struct Away {
    #[schema(value_type = i64)]
    pub seat: Seat,
    #[serde(serialize_with = "instant::utc")]
    pub since: NaiveDateTime,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Table {
    pub id: TableId,
    /// Its name, given by the person who opened it.
    pub name: Option<String>,
    /// `chess`.
    pub game: String,
    /// The game's own.
    #[schema(value_type = Object)]
    pub options: Value,
    #[serde(skip)]
    pub seed: i64,
    pub opened_by: PersonId,
    #[serde(serialize_with = "instant::utc")]
    pub opened_at: NaiveDateTime,
    pub stage: Stage,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub started_at: Option<NaiveDateTime>,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub ended_at: Option<NaiveDateTime>,
    /// Who ended it before anything was played: the last to leave, or somebody challenged who said no.
    #[serde(skip)]
    pub ended_by: Option<PersonId>,
    /// The game's own, once it has ended.
    #[schema(value_type = Option<Object>)]
    pub outcome: Option<Value>,
    /// Entries in the log: the number that the next play answers.
    pub number: i64,
    /// The next instant at which something happens by time alone.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub due_at: Option<NaiveDateTime>,
    /// When those whose turn it is are reminded that their time runs short; `None` after the
    /// reminder.
    #[serde(skip)]
    pub warn_at: Option<NaiveDateTime>,
    /// During an adjournment, or while one is asked for: when the game goes on automatically.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub resumes_at: Option<NaiveDateTime>,
    /// The rated game that came of it.
    #[schema(value_type = Option<i64>)]
    pub game_id: Option<GameId>,
    /// Raised by every change of any table.
    pub version: i64,
    pub seats: Vec<Chair>,
}

impl Table {
    /// The seat that a person has.
    pub fn seat_of(&self, person: PersonId) -> Option<Seat> {
        let has = |chair: &&Chair| chair.person.as_ref().is_some_and(|seated| seated.id == person);
        self.seats.iter().find(has).map(|chair| chair.seat)
    }

    /// The seat that is kept for a person who does not sit at the table.
    pub fn kept_for(&self, person: PersonId) -> Option<Seat> {
        let kept = |chair: &&Chair| chair.person.is_none() && chair.invited == Some(person);
        self.seats.iter().find(kept).map(|chair| chair.seat).filter(|_| self.seat_of(person).is_none())
    }

    /// Whether a seat is kept for somebody, who may have sat down on it.
    pub fn is_kept(&self, seat: Seat) -> bool {
        self.seats.iter().any(|chair| chair.seat == seat && chair.invited.is_some())
    }

    /// The seats that are neither taken nor kept for anybody.
    pub fn free(&self) -> Vec<Seat> {
        let free = self.seats.iter().filter(|chair| chair.person.is_none() && chair.invited.is_none());
        free.map(|chair| chair.seat).collect()
    }

    /// Whether it ended before anything was played.
    pub fn came_to_nothing(&self) -> bool {
        self.ended_at.is_some() && self.started_at.is_none()
    }

    /// Everybody who sits there, by name; before its game those too for whom seats are kept.
    pub fn asked(&self) -> Vec<Person> {
        let kept = |chair: &Chair| {
            let (id, name) = chair.invited.zip(chair.kept_for.clone()).filter(|_| self.started_at.is_none())?;
            Some(Person { id, name })
        };
        self.seats.iter().filter_map(|chair| chair.person.clone().or_else(|| kept(chair))).collect()
    }

    /// Whether its game was made void: nobody has won it.
    pub fn is_void(&self) -> bool {
        self.outcome.as_ref().is_some_and(marks::is_void)
    }

    /// Everybody seated, by seat.
    pub fn people(&self) -> Vec<PersonId> {
        self.seats.iter().filter_map(|chair| chair.person.as_ref().map(|person| person.id)).collect()
    }

    /// Everybody seated by name, as one says whose game it is: `Ann – Ben`.
    pub fn between(&self) -> String {
        let names = self.seats.iter().filter_map(|chair| chair.person.as_ref()).map(|person| person.name.as_str());
        names.collect::<Vec<_>>().join(" – ")
    }

    /// Everybody seated, where there is more than one: who sits there alone knows what they did.
    pub fn others_hear(&self) -> Vec<PersonId> {
        Some(self.people()).filter(|people| people.len() > 1).unwrap_or_default()
    }

    /// When its game was played, as a game of the club is: when it ended; while it goes on, when it began.
    pub fn played_at(&self) -> NaiveDateTime {
        self.ended_at.or(self.started_at).unwrap_or(self.opened_at)
    }
}

/// An entry of a table's log.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TableEntry)]
pub struct Entry {
    /// 1, 2, …
    pub number: i64,
    pub kind: Kind,
    #[schema(value_type = Option<i64>)]
    pub seat: Option<Seat>,
    /// Null if time did it, or a computer that somebody practises against.
    #[schema(value_type = Option<i64>)]
    pub by: Option<PersonId>,
    #[serde(serialize_with = "instant::utc")]
    pub at: NaiveDateTime,
    /// As it was sent.
    #[schema(value_type = Object)]
    pub play: Value,
    /// What it came to.
    #[schema(value_type = Object)]
    pub effect: Value,
}

impl Entry {
    /// The entry as a step.
    pub fn step(&self) -> AnyStep<'_> {
        match (self.kind, self.seat) {
            (Kind::Play, Some(seat)) => Step::Play { seat, play: &self.play },
            (Kind::Play | Kind::Ruling, _) => Step::Ruling(&self.play),
            (Kind::Time, _) => Step::Time,
            (Kind::Adjourned, _) => Step::Adjourned,
            (Kind::Resumed, _) => Step::Resumed,
        }
    }
}

/// Something said at a table.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Talk {
    pub id: i64,
    pub by: Person,
    #[serde(serialize_with = "instant::utc")]
    pub at: NaiveDateTime,
    pub text: String,
}

//! Sessions: the calendar, the register and the pairings.

pub mod calendar;
pub mod pairing;
pub mod rules;

use chrono::{NaiveDateTime, TimeDelta};
use serde::Serialize;

use crate::id::{PersonId, SessionId};
use crate::instant;
use crate::kept::Kept;

crate::id!(
    /// A line of the register.
    StayId
);

crate::id!(
    /// Two people who are kept apart in pairings.
    ForbiddenPairId
);

/// One meeting of the club, held unless it was cancelled (T5).
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct Session {
    /// Given once.
    pub id: SessionId,
    /// UTC; its first instant.
    #[serde(serialize_with = "instant::utc")]
    pub starts_at: NaiveDateTime,
    /// UTC; its last second (T1).
    #[serde(serialize_with = "instant::utc")]
    pub ends_at: NaiveDateTime,
    /// The name of the room, or its bare number; empty where nobody has said where the club meets.
    pub room: String,
    /// Added by the Chief Justice, not of the house rules' calendar.
    pub extra: bool,
    /// UTC; null if it is held.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub cancelled_at: Option<NaiveDateTime>,
    /// Who cancelled it, where a person did.
    #[serde(skip)]
    pub cancelled_by: Option<PersonId>,
    /// Why it was cancelled.
    #[schema(value_type = Option<String>)]
    pub cancel_reason: Option<Kept>,
    /// When what follows from it (lapsed guests, deductions) was done.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub settled_at: Option<NaiveDateTime>,
}

impl Session {
    /// The first instant after it, just after its last second (T1).
    pub fn closes_at(&self) -> NaiveDateTime {
        instant::later(self.ends_at, TimeDelta::seconds(1))
    }

    /// Whether an instant lies in it; both ends do (T1).
    pub fn contains(&self, at: NaiveDateTime) -> bool {
        self.starts_at <= at && at < self.closes_at()
    }

    /// Whether it was cancelled: then nobody was there and no game of it counts.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled_at.is_some()
    }
}

/// A line of the register: somebody came, and left.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Stay {
    /// Given once.
    pub id: StayId,
    /// Who came.
    pub person: PersonId,
    /// UTC; it may be up to an hour before the session.
    #[serde(serialize_with = "instant::utc")]
    pub arrived_at: NaiveDateTime,
    /// UTC; an open stay ends with the session.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub left_at: Option<NaiveDateTime>,
}

//! Members: who is on the leaderboard, and the facts about them.

pub mod erasure;
pub mod handles;
pub mod names;
pub mod rules;

use chrono::NaiveDateTime;
use serde::Serialize;

use crate::id::PersonId;
use crate::instant;
use crate::kept::Kept;

crate::id!(
    /// One time on the leaderboard, from joining to removal.
    MembershipId
);

/// Anybody the club knows, member or not.
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct Person {
    pub id: PersonId,
    /// Unique; what the person signs in with.
    pub handle: String,
    pub name: String,
    #[serde(serialize_with = "instant::utc")]
    pub created_at: NaiveDateTime,
    #[serde(skip)]
    pub version: i64,
}

impl Person {
    /// As which version of themself a program has seen them.
    pub fn etag(&self) -> String {
        format!("\"{}\"", self.version)
    }
}

/// One time on the leaderboard (Acts II.1, II.7, II.8); an open one has no end.
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct Membership {
    pub id: MembershipId,
    #[serde(skip)]
    pub person: PersonId,
    #[serde(serialize_with = "instant::utc")]
    pub joined_at: NaiveDateTime,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub removed_at: Option<NaiveDateTime>,
    #[serde(skip)]
    pub removed_by: Option<PersonId>,
    #[schema(value_type = Option<String>)]
    pub removal_reason: Option<Kept>,
    /// `II.7` or `II.8`.
    pub removal_act: Option<String>,
}

impl Membership {
    /// Whether it was open at an instant.
    pub fn holds_at(&self, at: NaiveDateTime) -> bool {
        self.joined_at <= at && self.removed_at.is_none_or(|removed| at < removed)
    }
}

crate::words!(
    /// Where somebody has a rating besides the club's.
    OutsideList {
        Fide = "fide",
        /// Of a national federation.
        National = "national",
        /// Of a site.
        Online = "online",
    }
);

/// What somebody has on such a list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct OutsideRating {
    pub rating: Option<i64>,
    /// The number or name that the list knows them by.
    pub number: Option<String>,
    /// Which federation or site.
    pub whose: Option<String>,
    pub title: Option<String>,
}

crate::id!(
    /// A note that moderators keep on a person.
    NoteId
);
crate::id!(
    /// A member's request to be removed (Act II.8).
    RemovalRequestId
);

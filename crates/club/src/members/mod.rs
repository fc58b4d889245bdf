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
    /// Given once; it stays when the person is erased.
    pub id: PersonId,
    /// Unique; what the person signs in with.
    pub handle: String,
    /// What the person is called: 1 to 80 characters on one line.
    pub name: String,
    /// UTC; when the club first entered the person.
    #[serde(serialize_with = "instant::utc")]
    pub created_at: NaiveDateTime,
    /// Counts the changes of this row, for `ETag`.
    #[serde(skip)]
    pub version: i64,
}

impl Person {
    /// The `ETag` of this version, in its quotation marks.
    pub fn etag(&self) -> String {
        format!("\"{}\"", self.version)
    }
}

/// One time on the leaderboard (Acts II.1, II.7, II.8); an open one has no end.
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct Membership {
    /// Somebody who rejoins gets another one.
    pub id: MembershipId,
    /// Who joined.
    #[serde(skip)]
    pub person: PersonId,
    /// UTC; the first instant of it.
    #[serde(serialize_with = "instant::utc")]
    pub joined_at: NaiveDateTime,
    /// UTC; the first instant after it.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub removed_at: Option<NaiveDateTime>,
    /// Who removed them, where a person did.
    #[serde(skip)]
    pub removed_by: Option<PersonId>,
    /// Why they were removed.
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
        /// Of the world federation.
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
    /// In the points of that list.
    pub rating: Option<i64>,
    /// The number or name that the list knows them by.
    pub number: Option<String>,
    /// Which federation or site.
    pub whose: Option<String>,
    /// Of a player, as that list writes it.
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

//! Members: who is on the leaderboard, and the facts about them.

pub mod store;

use chrono::NaiveDateTime;
use serde::Serialize;

use crate::id::PersonId;

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
    /// UTC.
    pub created_at: NaiveDateTime,
    #[serde(skip)]
    pub version: i64,
}

/// One time on the leaderboard (Acts II.1, II.7, II.8); an open one has no end.
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct Membership {
    pub id: MembershipId,
    #[serde(skip)]
    pub person: PersonId,
    /// UTC.
    pub joined_at: NaiveDateTime,
    /// UTC.
    pub removed_at: Option<NaiveDateTime>,
    #[serde(skip)]
    pub removed_by: Option<PersonId>,
    pub removal_reason: Option<String>,
    /// `II.7` or `II.8`.
    pub removal_act: Option<String>,
}

impl Membership {
    /// Whether it was open at an instant.
    pub fn holds_at(&self, at: NaiveDateTime) -> bool {
        self.joined_at <= at && self.removed_at.is_none_or(|removed| at < removed)
    }
}

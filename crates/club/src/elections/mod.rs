//! Elections of moderators by score voting (Act III.2.5), where the house rules turn them on.

pub mod count;
pub mod rules;

use chrono::NaiveDateTime;
use serde::Serialize;

use crate::id::PersonId;
use crate::instant;

crate::id!(
    /// An election.
    ElectionId
);

crate::words!(
    /// Where an election stands.
    Phase as ElectionPhase {
        Nominations = "nominations",
        Voting = "voting",
        /// Voting is over and the count, which follows at once, is not there yet.
        Counting = "counting",
        Counted = "counted",
        CalledOff = "called_off",
    }
);

/// An election.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Election {
    pub id: ElectionId,
    pub called_by: PersonId,
    #[serde(serialize_with = "instant::utc")]
    pub called_at: NaiveDateTime,
    pub note: String,
    pub seats: i64,
    pub term_weeks: i64,
    /// The last instant of nominations; voting follows.
    #[serde(serialize_with = "instant::utc")]
    pub nominations_close_at: NaiveDateTime,
    /// The last instant of voting.
    #[serde(serialize_with = "instant::utc")]
    pub voting_closes_at: NaiveDateTime,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub counted_at: Option<NaiveDateTime>,
    /// When the elected leave office, once they are elected.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub term_ends_at: Option<NaiveDateTime>,
    pub result: Option<count::Count>,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub called_off_at: Option<NaiveDateTime>,
    pub called_off_reason: Option<String>,
}

impl Election {
    pub fn phase(&self, now: NaiveDateTime) -> Phase {
        if self.called_off_at.is_some() {
            Phase::CalledOff
        } else if self.counted_at.is_some() {
            Phase::Counted
        } else if now <= self.nominations_close_at {
            Phase::Nominations
        } else if now <= self.voting_closes_at {
            Phase::Voting
        } else {
            Phase::Counting
        }
    }
}

/// Somebody who was nominated.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Candidate {
    pub person: PersonId,
    pub name: String,
    pub nominated_by: PersonId,
    #[serde(serialize_with = "instant::utc")]
    pub nominated_at: NaiveDateTime,
    /// Only who accepted stands for election.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub accepted_at: Option<NaiveDateTime>,
    #[serde(skip)]
    pub withdrawn_at: Option<NaiveDateTime>,
    pub statement: String,
}

impl Candidate {
    pub fn stands(&self) -> bool {
        self.accepted_at.is_some() && self.withdrawn_at.is_none()
    }
}

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
        /// Members nominate, and nominees accept or decline.
        Nominations = "nominations",
        /// Candidates are fixed; voters may still change their ballots.
        Voting = "voting",
        /// Voting is over and the count, which follows at once, is not there yet.
        Counting = "counting",
        /// The result is there; the elected take office at once.
        Counted = "counted",
        /// The Chief Justice ended it without a result.
        CalledOff = "called_off",
    }
);

/// An election.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Election {
    /// Named in the reason for each office that it gave.
    pub id: ElectionId,
    /// The Chief Justice at that time.
    pub called_by: PersonId,
    /// The instant that eligibility is asked for; UTC.
    #[serde(serialize_with = "instant::utc")]
    pub called_at: NaiveDateTime,
    /// What the election is for: 1 to 1000 characters.
    pub note: String,
    /// Moderators to elect, 1 to 50.
    pub seats: i64,
    /// Weeks that the elected hold office, from the end of voting on.
    pub term_weeks: i64,
    /// The last instant of nominations; voting follows.
    #[serde(serialize_with = "instant::utc")]
    pub nominations_close_at: NaiveDateTime,
    /// The last instant of voting.
    #[serde(serialize_with = "instant::utc")]
    pub voting_closes_at: NaiveDateTime,
    /// When the ballots were counted; UTC.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub counted_at: Option<NaiveDateTime>,
    /// When the elected leave office; null until they are elected. UTC.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub term_ends_at: Option<NaiveDateTime>,
    /// Null until the ballots are counted.
    pub result: Option<count::Count>,
    /// When it was called off; UTC.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub called_off_at: Option<NaiveDateTime>,
    /// Why it was called off, for all members.
    pub called_off_reason: Option<String>,
}

impl Election {
    /// Where it stands at an instant: by its own records first, then by its days.
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
    /// A member who was nominated.
    pub person: PersonId,
    /// As it is now.
    pub name: String,
    /// Who proposed them; the same person, if they proposed themself.
    pub nominated_by: PersonId,
    /// When that was; UTC.
    #[serde(serialize_with = "instant::utc")]
    pub nominated_at: NaiveDateTime,
    /// Only who accepted stands for election.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub accepted_at: Option<NaiveDateTime>,
    /// When they declined or withdrew; UTC.
    #[serde(skip)]
    pub withdrawn_at: Option<NaiveDateTime>,
    /// Their own words to voters: at most 1000 characters, or empty.
    pub statement: String,
}

impl Candidate {
    /// Whether voters can give them a score.
    pub fn stands(&self) -> bool {
        self.accepted_at.is_some() && self.withdrawn_at.is_none()
    }

    /// Whether the nominee has yet to accept or decline.
    pub fn is_asked(&self) -> bool {
        self.accepted_at.is_none() && self.withdrawn_at.is_none()
    }
}

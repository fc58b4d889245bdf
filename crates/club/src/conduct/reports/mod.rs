//! Reports of offences by members.

pub mod rules;

use chrono::NaiveDateTime;
use serde::Serialize;

use super::decisions::DecisionId;
use crate::id::{GameId, PersonId};
use crate::instant;

crate::id!(
    /// A member's report of an offence.
    ReportId
);

crate::words!(
    /// The state of a report.
    State as ReportState {
        /// No moderator has answered it yet.
        Open = "open",
        /// A decision answers the offence.
        TakenUp = "taken_up",
        /// With a reason.
        Dismissed = "dismissed",
    }
);

/// A member's report of an offence.
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct Report {
    /// Names the report where a decision takes it up.
    pub id: ReportId,
    /// Who made it, and may not answer it.
    pub reporter: PersonId,
    /// Who is said to have done it; may not answer it either.
    pub accused: PersonId,
    /// The game in which it happened, if in one.
    pub game: Option<GameId>,
    /// What the reporter says happened.
    pub what: String,
    /// When it is said to have happened, never after the report; UTC.
    #[serde(serialize_with = "instant::utc")]
    pub happened_at: NaiveDateTime,
    /// When it was made; UTC.
    #[serde(serialize_with = "instant::utc")]
    pub made_at: NaiveDateTime,
    /// Whether it still waits.
    pub state: State,
    /// When it was taken up or dismissed; UTC.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub closed_at: Option<NaiveDateTime>,
    /// The moderator who took it up or dismissed it.
    pub closed_by: Option<PersonId>,
    /// Why it was dismissed.
    pub dismissal_reason: Option<String>,
    /// The decision that took it up.
    pub decision: Option<DecisionId>,
    /// The table of the games room at which the accused wrote something.
    pub table: Option<i64>,
    /// What they had written there last, as the service has it; empty if the report names no table.
    pub quoted: String,
}

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
    pub id: ReportId,
    pub reporter: PersonId,
    pub accused: PersonId,
    pub game: Option<GameId>,
    pub what: String,
    #[serde(serialize_with = "instant::utc")]
    pub happened_at: NaiveDateTime,
    #[serde(serialize_with = "instant::utc")]
    pub made_at: NaiveDateTime,
    pub state: State,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub closed_at: Option<NaiveDateTime>,
    pub closed_by: Option<PersonId>,
    pub dismissal_reason: Option<String>,
    pub decision: Option<DecisionId>,
    /// The table of the games room at which the accused wrote something.
    pub table: Option<i64>,
    /// What they had written there last, as the service has it; empty if the report names no table.
    pub quoted: String,
}

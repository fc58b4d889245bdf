//! Conduct: what moderators, staff and the Chief Justice may do to keep the games fair, and how it is
//! declared and undone.

pub mod actions;
pub mod api;
pub mod chief_acts;
pub mod decisions;
pub mod declarations;
pub mod pages;
pub mod reports;
pub mod rules;
pub mod secrecy;
pub mod store;

use chrono::NaiveDateTime;
use serde::Serialize;

use crate::db::Kept;
use crate::http::instant;
use crate::id::PersonId;

crate::id!(
    /// A ban (Acts II.9, III.6).
    BanId
);
crate::id!(
    /// A monitor (Act II.10).
    MonitorId
);
crate::id!(
    /// An order to play with a clock (Act II.11).
    ClockOrderId
);

/// A ban; without an end it is permanent (the fraud ladder's fifth step, or staff).
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct Ban {
    pub id: BanId,
    pub person: PersonId,
    /// Nobody where the Court did.
    pub placed_by: Option<PersonId>,
    /// By a teacher, and so not to be petitioned (Act III.6).
    pub staff: bool,
    /// Until its decision is declared, told to the member and to those who moderate only (T28).
    #[diesel(deserialize_as = String)]
    pub reason: Option<String>,
    #[serde(serialize_with = "instant::utc")]
    pub placed_at: NaiveDateTime,
    /// The last instant of the Friday it runs through; UTC.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub ends_at: Option<NaiveDateTime>,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub lifted_at: Option<NaiveDateTime>,
    #[schema(value_type = Option<String>)]
    pub lift_reason: Option<Kept>,
    /// The decision whose sanction it is; none of staff's.
    pub decision: Option<decisions::DecisionId>,
}

/// A monitor: the member's games wait for a moderator's approval.
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct Monitor {
    pub id: MonitorId,
    pub person: PersonId,
    pub placed_by: PersonId,
    pub suspicion: String,
    #[serde(serialize_with = "instant::utc")]
    pub placed_at: NaiveDateTime,
    pub lifted_by: Option<PersonId>,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub lifted_at: Option<NaiveDateTime>,
    #[schema(value_type = Option<String>)]
    pub lift_reason: Option<Kept>,
}

/// An order that a member plays every game with a clock.
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct ClockOrder {
    pub id: ClockOrderId,
    pub person: PersonId,
    pub ordered_by: PersonId,
    pub reason: String,
    #[serde(serialize_with = "instant::utc")]
    pub ordered_at: NaiveDateTime,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub lifted_at: Option<NaiveDateTime>,
    pub lift_reason: Option<String>,
}

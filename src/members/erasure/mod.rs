//! Erasure: people who have left can ask to be forgotten, and an administrator carries it out. A
//! number replaces the name; records that others depend on stay: games and points, decisions and
//! cases, the act log.

pub mod api;
pub mod cleaning;
pub mod forgetting;
pub mod pages;
pub mod store;
mod words;

use chrono::NaiveDateTime;
pub use rookery_club::members::erasure::*;
use serde::Serialize;

use crate::http::instant;
use crate::id::PersonId;

crate::id!(
    /// A request to be erased.
    ErasureRequestId
);

crate::words!(
    /// The state of a request to be erased.
    State as ErasureState {
        Open = "open",
        Withdrawn = "withdrawn",
        Refused = "refused",
        CarriedOut = "carried_out",
    }
);

/// Somebody's request to be erased, while it waits.
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct ErasureRequest {
    pub id: ErasureRequestId,
    pub person: PersonId,
    pub name: String,
    #[serde(serialize_with = "instant::utc")]
    pub requested_at: NaiveDateTime,
}

//! Instants in answers: RFC 3339 in UTC, for fields that are kept without a zone.

use chrono::NaiveDateTime;
use serde::{Serialize, Serializer};

/// For `#[serde(serialize_with = "instant::utc")]`.
pub fn utc<S: Serializer>(at: &NaiveDateTime, serializer: S) -> Result<S::Ok, S::Error> {
    at.and_utc().serialize(serializer)
}

/// [`utc`] for a field that may be empty.
pub fn utc_if_any<S: Serializer>(at: &Option<NaiveDateTime>, serializer: S) -> Result<S::Ok, S::Error> {
    at.map(|at| at.and_utc()).serialize(serializer)
}

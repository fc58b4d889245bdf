//! Instants in requests and answers: RFC 3339 there, UTC without a zone where they are kept.

use chrono::{DateTime, Datelike, NaiveDateTime, SubsecRound, Utc};
use rookery_messages::say;
use serde::{Serialize, Serializer};

use crate::error::Refusal;

/// An instant in a request, as it is stored: to the microsecond, in the years 1900 to 9999.
pub fn kept(field: &'static str, at: DateTime<Utc>) -> Result<NaiveDateTime, Refusal> {
    if (1900..=9999).contains(&at.year()) {
        return Ok(at.naive_utc().trunc_subsecs(6));
    }
    Err(Refusal::field(field, say!("The year {year} is not between 1900 and 9999.", year = at.year())))
}

/// [`kept`] for a field that may be left out.
pub fn kept_if_any(field: &'static str, at: Option<DateTime<Utc>>) -> Result<Option<NaiveDateTime>, Refusal> {
    at.map(|at| kept(field, at)).transpose()
}

/// For `#[serde(serialize_with = "instant::utc")]`.
pub fn utc<S: Serializer>(at: &NaiveDateTime, serializer: S) -> Result<S::Ok, S::Error> {
    at.and_utc().serialize(serializer)
}

/// [`utc`] for a field that may be empty.
pub fn utc_if_any<S: Serializer>(at: &Option<NaiveDateTime>, serializer: S) -> Result<S::Ok, S::Error> {
    at.map(|at| at.and_utc()).serialize(serializer)
}

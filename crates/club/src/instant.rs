//! When things happen: UTC without a zone where it is kept, RFC 3339 in requests and answers; and spans after it.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveDateTime, SubsecRound, TimeDelta, Timelike, Utc};
use rookery_messages::say;
use serde::{Serialize, Serializer};

use crate::error::Refusal;

/// An instant in a request, as it is stored: to the microsecond, in the years 1900 to 9999.
pub fn kept(field: &'static str, at: DateTime<Utc>) -> Result<NaiveDateTime, Refusal> {
    in_range(field, at.year())?;
    Ok(at.naive_utc().trunc_subsecs(6))
}

/// [`kept`] for a field that may be left out.
pub fn kept_if_any(field: &'static str, at: Option<DateTime<Utc>>) -> Result<Option<NaiveDateTime>, Refusal> {
    at.map(|at| kept(field, at)).transpose()
}

/// A day in a request, in the same years.
pub fn day(field: &'static str, day: NaiveDate) -> Result<NaiveDate, Refusal> {
    in_range(field, day.year())?;
    Ok(day)
}

/// Chrono knows the years from -262143 to 262142. The last of them have no local time in every zone, and databases
/// keep fewer.
fn in_range(field: &'static str, year: i32) -> Result<(), Refusal> {
    if (1900..=9999).contains(&year) {
        return Ok(());
    }
    Err(Refusal::field(field, say!("The year {year} is not between 1900 and 9999.", year)))
}

/// For `#[serde(serialize_with = "instant::utc")]`.
pub fn utc<S: Serializer>(at: &NaiveDateTime, serializer: S) -> Result<S::Ok, S::Error> {
    at.and_utc().serialize(serializer)
}

/// [`utc`] for a field that may be empty.
pub fn utc_if_any<S: Serializer>(at: &Option<NaiveDateTime>, serializer: S) -> Result<S::Ok, S::Error> {
    at.map(|at| at.and_utc()).serialize(serializer)
}

/// `instant` moved by a span, staying at the end of the calendar where it would leave it.
pub fn later(instant: NaiveDateTime, span: TimeDelta) -> NaiveDateTime {
    instant.checked_add_signed(span).unwrap_or(NaiveDateTime::MAX)
}

/// The end of the minute that `instant` is in.
pub fn end_of_minute(instant: NaiveDateTime) -> NaiveDateTime {
    let second = instant.with_nanosecond(0).unwrap_or(instant);
    later(second, TimeDelta::seconds(60 - i64::from(instant.second())))
}

/// `instant` moved by whole days.
pub fn days_later(instant: NaiveDateTime, days: u64) -> NaiveDateTime {
    instant.checked_add_days(Days::new(days)).unwrap_or(NaiveDateTime::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_that_a_club_has_no_use_for_are_refused() {
        let days = [(1899, 12, 31, false), (1900, 1, 1, true), (9999, 12, 31, true), (10_000, 1, 1, false)];
        let days = days.map(|(year, month, date, taken)| (NaiveDate::from_ymd_opt(year, month, date).unwrap(), taken));
        for (date, taken) in days.into_iter().chain([(NaiveDate::MIN, false), (NaiveDate::MAX, false)]) {
            assert_eq!(day("on", date).is_ok(), taken, "{date}");
            let noon = date.and_hms_opt(12, 0, 0).unwrap().and_utc();
            assert_eq!(kept("at", noon).is_ok(), taken, "{noon}");
        }
    }
}

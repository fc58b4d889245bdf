//! Instants as a page writes them: on the club's wall clock, in the reader's language.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};
use chrono_tz::Tz;

use super::catalogue::Language;

/// How a page writes instants, which are kept in UTC.
#[derive(Clone, Copy, Debug)]
pub struct Dates {
    pub zone: Tz,
    pub language: Language,
}

impl Dates {
    /// `6 Nov 2026`.
    pub fn day(&self, at: &NaiveDateTime) -> String {
        self.language.short_date(&at.and_utc().with_timezone(&self.zone))
    }

    /// `12:45`.
    pub fn time(&self, at: &NaiveDateTime) -> String {
        clock_time(*at, self.zone)
    }

    /// `12:45` where that is today, else `6 Nov 2026`.
    pub fn lately(&self, at: &NaiveDateTime, now: &NaiveDateTime) -> String {
        let [day, today] = [at, now].map(|at| at.and_utc().with_timezone(&self.zone).date_naive());
        if day == today { self.time(at) } else { self.day(at) }
    }

    /// `Friday 6 November 2026, 12:45`.
    pub fn moment(&self, at: &NaiveDateTime) -> String {
        self.language.moment(&at.and_utc().with_timezone(&self.zone))
    }

    /// A day of the calendar, wherever it is.
    pub fn date(&self, day: &NaiveDate) -> String {
        self.language.short_date(&noon(*day))
    }

    /// The same with its weekday: `Friday 6 November 2026`.
    pub fn full_date(&self, day: &NaiveDate) -> String {
        self.language.date(&noon(*day))
    }

    /// The month of a day: `November 2026`.
    pub fn month(&self, day: &NaiveDate) -> String {
        self.language.month(&noon(*day))
    }

    /// As a `datetime-local` field has it.
    pub fn local(&self, at: &NaiveDateTime) -> String {
        at.and_utc().with_timezone(&self.zone).format("%Y-%m-%dT%H:%M").to_string()
    }
}

/// The time on the club's wall at an instant, `12:45`, which is the same in every language.
pub fn clock_time(at: NaiveDateTime, zone: Tz) -> String {
    at.and_utc().with_timezone(&zone).format("%H:%M").to_string()
}

/// In UTC: a day of the calendar is in no zone.
fn noon(day: NaiveDate) -> DateTime<Tz> {
    (day.and_time(NaiveTime::MIN).and_utc() + TimeDelta::hours(12)).with_timezone(&Tz::UTC)
}

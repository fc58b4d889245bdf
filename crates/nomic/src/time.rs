//! Civil days (rule 106): where a day begins in its zone, on days of 23 and 25 hours too.

use chrono::{DateTime, Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

/// The first instant of `day`; a midnight that the clocks skip becomes the moment they skip to.
pub fn start_of(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    at_time(day, NaiveTime::MIN, zone)
}

/// The instant at which clocks in `zone` show `time` on `day`: the earlier of two, the first after a gap.
pub fn at_time(day: NaiveDate, time: NaiveTime, zone: Tz) -> DateTime<Utc> {
    let wanted: NaiveDateTime = day.and_time(time);
    for quarters in 0..=96 {
        let local = wanted + TimeDelta::minutes(15 * quarters);
        if let Some(instant) = zone.from_local_datetime(&local).earliest() {
            return instant.with_timezone(&Utc);
        }
    }
    wanted.and_utc()
}

/// The day that `instant` belongs to: [00:00, next 00:00) in `zone`.
pub fn day_of(instant: DateTime<Utc>, zone: Tz) -> NaiveDate {
    instant.with_timezone(&zone).date_naive()
}

/// The day after; the calendar's last day follows itself.
pub fn next_day(day: NaiveDate) -> NaiveDate {
    day.checked_add_days(Days::new(1)).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().expect("a date")
    }

    #[test]
    fn days_change_length_with_the_clocks() {
        let london = Tz::Europe__London;
        let hours = |day: &str| (start_of(next_day(date(day)), london) - start_of(date(day), london)).num_hours();
        assert_eq!(hours("2019-03-30"), 24);
        assert_eq!(hours("2019-03-31"), 23);
        assert_eq!(hours("2019-10-27"), 25);
    }

    #[test]
    fn seven_in_the_evening_moves_against_utc() {
        let seven = NaiveTime::from_hms_opt(19, 0, 0).expect("a time");
        let utc = |day| at_time(date(day), seven, Tz::Europe__London).to_rfc3339();
        assert_eq!(utc("2019-03-29"), "2019-03-29T19:00:00+00:00");
        assert_eq!(utc("2019-04-01"), "2019-04-01T18:00:00+00:00");
    }

    #[test]
    fn a_midnight_that_does_not_exist_is_the_first_moment_after_it() {
        let start = start_of(date("2018-11-04"), Tz::America__Sao_Paulo);
        assert_eq!(start.to_rfc3339(), "2018-11-04T03:00:00+00:00");
    }
}

//! When the club meets, from the house rules (Act 0.5), and the deadlines that the Terms count in local
//! days (T1 to T3).

use chrono::{
    DateTime, Datelike, Days, Duration, LocalResult, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc, Weekday,
};
use chrono_tz::Tz;
use rookery_messages::{Message, say};
use serde::Serialize;
use thiserror::Error;

/// How far ahead the calendar is kept made.
pub const AHEAD: Duration = Duration::weeks(8);

/// The weekly session of the house rules, in the club's local time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calendar {
    zone: Tz,
    weekday: Weekday,
    start: NaiveTime,
    end: NaiveTime,
}

/// The refusal of times that make no session of one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a session must end after it starts, on the same day: {start} to {end} was given")]
pub struct EndBeforeStart {
    /// The start that was given, by the club's clock.
    pub start: NaiveTime,
    /// The end that was given: no later than the start.
    pub end: NaiveTime,
}

/// The instants between which a session runs, both of them in it (T1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct SessionTimes {
    /// The session's first instant.
    pub start: DateTime<Utc>,
    /// The session's last second.
    pub end: DateTime<Utc>,
}

impl Calendar {
    /// A session each week, with times on the wall of this zone.
    pub fn new(zone: Tz, weekday: Weekday, start: NaiveTime, end: NaiveTime) -> Result<Self, EndBeforeStart> {
        if start < end { Ok(Self { zone, weekday, start, end }) } else { Err(EndBeforeStart { start, end }) }
    }

    /// The session on a local date; none on another weekday, or on a date that the zone left out.
    pub fn on(&self, date: NaiveDate) -> Option<SessionTimes> {
        if date.weekday() != self.weekday {
            return None;
        }
        let start = resolve(date.and_time(self.start), self.zone, Twice::First);
        let end = resolve(date.and_time(self.end), self.zone, Twice::Last);
        let day_exists = start.with_timezone(&self.zone).date_naive() == date;
        day_exists.then_some(SessionTimes { start, end })
    }

    /// The sessions that start within `from..=to`, in order.
    pub fn between(&self, from: DateTime<Utc>, to: DateTime<Utc>) -> impl Iterator<Item = SessionTimes> + use<> {
        let calendar = *self;
        let first = local_date(from, self.zone);
        let ahead = (7 + self.weekday.num_days_from_monday() - first.weekday().num_days_from_monday()) % 7;
        std::iter::successors(first.checked_add_days(Days::new(ahead.into())), |date| {
            date.checked_add_days(Days::new(7))
        })
        .take_while(move |date| *date <= local_date(to, calendar.zone))
        .filter_map(move |date| calendar.on(date))
        .filter(move |session| from <= session.start && session.start <= to)
    }
}

/// The end of a time of so many days "within" which something is due: the same wall-clock time so
/// many days on, in it (T2).
pub fn deadline(at: DateTime<Utc>, days: u32, zone: Tz) -> DateTime<Utc> {
    let local = at.with_timezone(&zone).naive_local();
    match local.checked_add_days(Days::new(days.into())) {
        Some(local) => resolve(local, zone, Twice::Last),
        None => DateTime::<Utc>::MAX_UTC,
    }
}

/// The last day of a ban for so many weeks: the first Friday on or after the end of the last (T3).
pub(crate) fn ban_end(from: DateTime<Utc>, weeks: u32, zone: Tz) -> NaiveDate {
    let from = local_date(from, zone);
    let last = from.checked_add_days(Days::new(7 * u64::from(weeks))).unwrap_or(NaiveDate::MAX);
    let ahead = (7 + Weekday::Fri.num_days_from_monday() - last.weekday().num_days_from_monday()) % 7;
    last.checked_add_days(Days::new(ahead.into())).unwrap_or(NaiveDate::MAX)
}

/// The Fridays that a form offers as a ban's last day: a year of them, from the first that is not over (T40).
pub fn next_fridays(from: DateTime<Utc>, zone: Tz) -> Vec<NaiveDate> {
    ban_end(from, 0, zone).iter_weeks().take(52).collect()
}

/// The last instant of a day on the club's wall, as databases keep it: what is in force through the
/// day ends with it (T3, T40). UTC.
pub fn last_instant(day: NaiveDate, zone: Tz) -> NaiveDateTime {
    match day.succ_opt() {
        Some(next) => {
            resolve(next.and_time(NaiveTime::MIN), zone, Twice::First).naive_utc() - Duration::microseconds(1)
        }
        None => NaiveDateTime::MAX,
    }
}

/// A day of the week in sentences.
pub fn weekday(weekday: Weekday) -> Message {
    match weekday {
        Weekday::Mon => say!("Monday"),
        Weekday::Tue => say!("Tuesday"),
        Weekday::Wed => say!("Wednesday"),
        Weekday::Thu => say!("Thursday"),
        Weekday::Fri => say!("Friday"),
        Weekday::Sat => say!("Saturday"),
        Weekday::Sun => say!("Sunday"),
    }
}

/// The date on the club's wall at an instant.
pub fn local_date(at: DateTime<Utc>, zone: Tz) -> NaiveDate {
    at.with_timezone(&zone).date_naive()
}

/// The time on the club's wall at an instant, as messages have it.
pub(crate) fn local_time(at: NaiveDateTime, zone: Tz) -> NaiveDateTime {
    at.and_utc().with_timezone(&zone).naive_local()
}

/// The instant of a time on the club's wall; of two the first, and of one that the clocks skip the first
/// after the gap.
pub fn instant(local: NaiveDateTime, zone: Tz) -> NaiveDateTime {
    resolve(local, zone, Twice::First).naive_utc()
}

/// The last time that the club's clock showed this.
pub fn last_at(time: NaiveTime, now: NaiveDateTime, zone: Tz) -> NaiveDateTime {
    let today = local_date(now.and_utc(), zone);
    let at = instant(today.and_time(time), zone);
    if at <= now { at } else { instant(today.pred_opt().unwrap_or(today).and_time(time), zone) }
}

/// Which of the two is meant when the clocks go back over a local time.
#[derive(Clone, Copy)]
enum Twice {
    First,
    Last,
}

/// The instant of a local time. A time that the clocks skip becomes the first instant after the
/// gap.
fn resolve(local: NaiveDateTime, zone: Tz, twice: Twice) -> DateTime<Utc> {
    match (zone.from_local_datetime(&local), twice) {
        (LocalResult::Single(instant), _)
        | (LocalResult::Ambiguous(instant, _), Twice::First)
        | (LocalResult::Ambiguous(_, instant), Twice::Last) => instant.to_utc(),
        (LocalResult::None, _) => after_gap(local, zone),
    }
}

/// Finds, to the second, the change of offset that skips a local time.
fn after_gap(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    let is_past = |instant: NaiveDateTime| zone.from_utc_datetime(&instant).naive_local() > local;
    // Offsets stay within a day, and so do gaps; at the ends of chrono's calendar there are none.
    let (Some(mut before), Some(mut after)) =
        (local.checked_sub_days(Days::new(2)), local.checked_add_days(Days::new(2)))
    else {
        return local.and_utc();
    };
    while after - before > Duration::seconds(1) {
        let middle = before + Duration::seconds((after - before).num_seconds() / 2);
        if is_past(middle) { after = middle } else { before = middle }
    }
    after.and_utc()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::Europe::London;
    use proptest::prelude::*;

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().expect("a UTC time")
    }

    fn date(text: &str) -> NaiveDate {
        text.parse().expect("a date")
    }

    fn club(start: &str, end: &str, weekday: Weekday, zone: Tz) -> Calendar {
        let time = |text: &str| text.parse().expect("a time");
        Calendar::new(zone, weekday, time(start), time(end)).expect("an order")
    }

    fn fridays() -> Calendar {
        club("12:30:00", "13:10:00", Weekday::Fri, London)
    }

    #[test]
    fn sessions_follow_the_clock_change() {
        let found: Vec<_> = fridays().between(utc("2026-03-20T00:00:00Z"), utc("2026-04-05T00:00:00Z")).collect();
        let starts: Vec<_> = found.iter().map(|session| session.start).collect();
        assert_eq!(starts, ["2026-03-20T12:30:00Z", "2026-03-27T12:30:00Z", "2026-04-03T11:30:00Z"].map(utc));
        assert!(found.iter().all(|session| session.end - session.start == Duration::minutes(40)));
    }

    #[test]
    fn the_last_time_that_a_clock_showed_six() {
        let (berlin, six) = (chrono_tz::Europe::Berlin, NaiveTime::from_hms_opt(18, 0, 0).expect("a time"));
        for (now, last) in [
            ("2026-11-26T17:00:00Z", "2026-11-26T17:00:00Z"),
            ("2026-11-26T16:59:59Z", "2026-11-25T17:00:00Z"),
            ("2026-11-26T23:30:00Z", "2026-11-26T17:00:00Z"),
            // Summer time ended in between.
            ("2026-10-25T16:00:00Z", "2026-10-24T16:00:00Z"),
        ] {
            assert_eq!(last_at(six, utc(now).naive_utc(), berlin), utc(last).naive_utc(), "{now}");
        }
    }

    #[test]
    fn local_times_that_are_skipped_or_come_twice() {
        // London skips 01:00-02:00 on 2026-03-29 and has it twice on 2026-10-25; both are Sundays.
        for (start, end, on, from, to) in [
            ("01:30:00", "02:10:00", "2026-03-29", "2026-03-29T01:00:00Z", "2026-03-29T01:10:00Z"),
            ("00:30:00", "01:30:00", "2026-03-29", "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"),
            ("01:10:00", "01:50:00", "2026-03-29", "2026-03-29T01:00:00Z", "2026-03-29T01:00:00Z"),
            ("01:10:00", "01:50:00", "2026-10-25", "2026-10-25T00:10:00Z", "2026-10-25T01:50:00Z"),
        ] {
            let session = club(start, end, Weekday::Sun, London).on(date(on)).expect("a session");
            assert_eq!((session.start, session.end), (utc(from), utc(to)), "{start}-{end} on {on}");
        }
        // Samoa had no 30 December 2011, a Friday.
        let samoa = club("12:30:00", "13:10:00", Weekday::Fri, chrono_tz::Pacific::Apia);
        assert_eq!(samoa.on(date("2011-12-30")), None);
        let next =
            samoa.between(utc("2011-12-24T12:00:00Z"), utc("2012-01-08T12:00:00Z")).next().expect("a week later");
        assert_eq!(local_date(next.start, chrono_tz::Pacific::Apia), date("2012-01-06"));
        assert!(Calendar::new(London, Weekday::Fri, NaiveTime::MIN, NaiveTime::MIN).is_err());
    }

    #[test]
    fn seven_days_keep_the_wall_clock_time() {
        for (at, end) in [
            ("2026-11-20T13:00:00Z", "2026-11-27T13:00:00Z"),
            ("2026-03-27T12:40:00Z", "2026-04-03T11:40:00Z"),
            ("2026-10-23T11:40:00Z", "2026-10-30T12:40:00Z"),
            // 01:30 a week on is skipped, or comes twice (the later one is kinder).
            ("2026-03-22T01:30:00Z", "2026-03-29T01:00:00Z"),
            ("2026-10-18T00:30:00Z", "2026-10-25T01:30:00Z"),
        ] {
            assert_eq!(deadline(utc(at), 7, London), utc(end), "{at}");
        }
    }

    #[test]
    fn a_year_of_fridays_begins_with_the_one_that_is_not_over() {
        let days = next_fridays(utc("2026-11-20T23:30:00Z"), London);
        assert_eq!([days[0], days[1], days[51]], ["2026-11-20", "2026-11-27", "2027-11-12"].map(date));
        assert_eq!(next_fridays(utc("2026-11-21T00:00:00Z"), London)[0], date("2026-11-27"));
    }

    #[test]
    fn four_weeks_end_on_a_friday() {
        for (from, end) in [
            ("2026-11-20T13:00:00Z", "2026-12-18"), // a Friday: day 28 itself
            ("2026-11-21T00:00:00Z", "2026-12-25"), // a Saturday: the Friday after day 28
            ("2026-11-19T23:59:59Z", "2026-12-18"),
            ("2026-06-11T23:30:00Z", "2026-07-10"), // already Friday in London
        ] {
            assert_eq!(ban_end(utc(from), 4, London), date(end), "{from}");
        }
        for (day, last) in
            [("2026-07-10", "2026-07-10T22:59:59.999999Z"), ("2026-12-18", "2026-12-18T23:59:59.999999Z")]
        {
            assert_eq!(last_instant(date(day), London), utc(last).naive_utc(), "{day}");
        }
    }

    proptest! {
        #[test]
        fn every_week_has_its_session_in_order(
            zone in prop::sample::select(chrono_tz::TZ_VARIANTS.to_vec()),
            day in 0_i64..20_000,
            (start, length) in (0_u32..86_000, 1_u32..20_000),
        ) {
            let time = |seconds: u32| NaiveTime::from_num_seconds_from_midnight_opt(seconds.min(86_399), 0).expect("a time");
            let calendar = Calendar::new(zone, Weekday::Fri, time(start), time(start + length)).expect("in order");
            let from = DateTime::UNIX_EPOCH + Duration::days(day);
            let sessions: Vec<_> = calendar.between(from, from + Duration::weeks(10)).collect();
            prop_assert!((9..=11).contains(&sessions.len()));
            for session in &sessions {
                prop_assert!(session.start <= session.end);
                prop_assert!(calendar.on(local_date(session.start, zone)) == Some(*session));
            }
            prop_assert!(sessions.windows(2).all(|pair| pair[0].end < pair[1].start));
        }

        #[test]
        fn a_deadline_is_seven_local_days_on(
            zone in prop::sample::select(chrono_tz::TZ_VARIANTS.to_vec()),
            seconds in 0_i64..1_700_000_000,
        ) {
            let at = DateTime::UNIX_EPOCH + Duration::seconds(seconds);
            let end = deadline(at, 7, zone);
            let apart = end.with_timezone(&zone).naive_local() - at.with_timezone(&zone).naive_local();
            prop_assert!(apart >= Duration::days(7) && apart <= Duration::days(8));
            prop_assert!(end > at);
        }
    }
}

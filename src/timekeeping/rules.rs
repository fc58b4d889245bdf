//! When a clock is trusted: compared with its last reading plus the machine's uptime since, and with the database's
//! clock if that is on another machine.

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::say;
use serde::{Deserialize, Serialize};

use crate::error::Refusal;

/// How far two clocks may be apart, or one from itself.
const APART: TimeDelta = TimeDelta::minutes(5);
/// How long a club may have been off before anybody is asked: the longest holidays and some weeks.
const HOLIDAYS: TimeDelta = TimeDelta::weeks(10);
/// How long a machine that was started takes to learn the time: one without a battery begins where it stopped.
const STARTING: TimeDelta = TimeDelta::minutes(15);

/// What a clock showed at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockReading {
    pub shown: NaiveDateTime,
    /// Which time it was that the machine was started, and for how many microseconds it has been up.
    pub life: String,
    pub up: i64,
    /// By how many microseconds it was ahead of the database's own clock, where that has one.
    pub ahead: Option<i64>,
}

/// What a clock that leapt should show; `None` if the clock is right, as far as its last right reading can tell.
pub fn expected(before: Option<&ClockReading>, now: &ClockReading) -> Option<NaiveDateTime> {
    let is_near = |one: NaiveDateTime, other: NaiveDateTime| (one - other).abs() <= APART;
    let ahead = now.ahead.map(TimeDelta::microseconds);
    if let Some(ahead) = ahead.filter(|ahead| ahead.abs() > APART) {
        // An administrator may have said that this clock is right and the database's is not.
        let settled = before.and_then(|before| before.ahead).map_or(TimeDelta::zero(), TimeDelta::microseconds);
        if (ahead - settled).abs() > APART {
            return Some(now.shown.checked_sub_signed(ahead).unwrap_or(NaiveDateTime::MIN));
        }
    }
    let before = before?;
    let is_same_life = before.life == now.life;
    let since = TimeDelta::microseconds(if is_same_life { now.up - before.up } else { 0 });
    let expected = before.shown.checked_add_signed(since).unwrap_or(NaiveDateTime::MAX);
    let is_known = is_same_life && TimeDelta::microseconds(now.up) > STARTING;
    let is_right = match (is_known, ahead) {
        (true, _) => is_near(now.shown, expected),
        // Two clocks that agree know how long the club was off.
        (false, Some(_)) => true,
        (false, None) => is_near(now.shown, expected) || (now.shown > expected && now.shown - expected <= HOLIDAYS),
    };
    (!is_right).then_some(expected)
}

/// The refusal of a word that no clock waits for.
pub fn nothing_waits() -> Refusal {
    Refusal::conflict(say!("Nothing to confirm"), say!("No clock has leapt: nothing waits for a word."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(shown: &str, life: &str, up_minutes: i64) -> ClockReading {
        ClockReading { shown: shown.parse().unwrap(), life: life.to_owned(), up: up_minutes * 60_000_000, ahead: None }
    }

    fn is_right(before: &ClockReading, now: &ClockReading) -> bool {
        expected(Some(before), now).is_none()
    }

    #[test]
    fn while_a_machine_is_up_its_clock_goes_as_it_does() {
        let before = seen("2026-11-06T12:00:00", "one", 100);
        assert!(is_right(&before, &seen("2026-11-06T12:30:00", "one", 130)));
        assert!(is_right(&before, &seen("2026-11-06T12:34:00", "one", 130)), "minutes are mended");
        assert!(!is_right(&before, &seen("2026-11-06T12:36:00", "one", 130)));
        assert!(!is_right(&before, &seen("2027-11-06T12:00:01", "one", 100)), "a year in a second");
        assert!(!is_right(&before, &seen("2026-11-06T12:20:00", "one", 130)), "backwards");
        assert!(is_right(&before, &seen("2026-12-06T12:00:00", "one", 100 + 30 * 24 * 60)), "it slept for a month");
    }

    #[test]
    fn a_club_that_was_off_for_the_holidays_goes_on_and_one_that_was_off_for_a_year_asks() {
        let before = seen("2026-07-10T12:00:00", "one", 100);
        assert!(is_right(&before, &seen("2026-07-10T12:00:30", "two", 1)));
        assert!(is_right(&before, &seen("2026-09-04T12:00:00", "two", 3_000)), "eight weeks");
        assert!(!is_right(&before, &seen("2027-07-10T12:00:00", "two", 3_000)), "a year");
        assert!(!is_right(&before, &seen("2026-07-09T12:00:00", "two", 3_000)), "before it was switched off");
        assert!(!is_right(&before, &seen("1970-01-01T00:00:10", "two", 0)), "an empty battery");
    }

    #[test]
    fn a_machine_without_a_battery_learns_the_time_soon_after_its_start() {
        let started = seen("2026-07-10T12:01:00", "two", 1);
        assert!(is_right(&started, &seen("2026-09-04T12:00:00", "two", 3)));
        assert!(!is_right(&started, &seen("2027-09-04T12:00:00", "two", 3)), "not by a year");
        assert!(!is_right(&started, &seen("2026-09-04T12:00:00", "two", 16)), "nor later on");
    }

    #[test]
    fn a_database_on_another_machine_knows_better() {
        let year = Some(365 * 24 * 60 * 60 * 1_000_000);
        let before = ClockReading { ahead: Some(0), ..seen("2026-11-06T12:00:00", "one", 100) };
        let leapt = |ahead, life| ClockReading { ahead, ..seen("2027-11-06T12:00:00", life, 100) };
        let at = |text: &str| Some(text.parse().unwrap());
        assert_eq!(expected(Some(&before), &leapt(year, "two")), at("2026-11-06T12:00:00"));
        assert_eq!(expected(Some(&before), &leapt(Some(1), "two")), None, "the club was off for a year");
        assert_eq!(expected(Some(&before), &leapt(Some(1), "one")), at("2026-11-06T12:00:00"), "both leapt");
        assert_eq!(expected(None, &leapt(year, "one")), at("2026-11-06T12:00:00"));
        assert_eq!(expected(None, &leapt(None, "one")), None, "nothing to hold it against");
        // The word was given that the database's clock is the wrong one.
        let settled = leapt(year, "one");
        assert_eq!(expected(Some(&settled), &leapt(year, "two")), None);
        assert_eq!(expected(Some(&settled), &leapt(Some(1), "one")), None, "it was set right");
    }
}

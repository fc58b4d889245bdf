//! Sessions apart from the house rules' weekday: planned ahead, or started now (Act 0.5, III.4).

use chrono::{NaiveDateTime, SubsecRound, TimeDelta};
use chrono_tz::Tz;
use rookery_messages::say;

use super::super::Session;
use super::super::calendar::{self, local_date, local_time};
use super::LEAST;
use crate::error::Refusal;
use crate::rulebook::HouseRules;

/// Whether an extra session makes sense (0.5, III.4); one that has begun can still be added.
pub fn extra(
    starts_at: NaiveDateTime,
    ends_at: NaiveDateTime,
    overlapping: Option<&Session>,
    zone: Tz,
    now: NaiveDateTime,
) -> Result<(), Refusal> {
    if ends_at <= starts_at {
        return Err(Refusal::field("ends_at", say!("A session ends after it begins.")).act("0.5"));
    }
    if ends_at <= now {
        return Err(Refusal::field("ends_at", say!("An extra session is added before it is over.")).act("0.5"));
    }
    if starts_at > now + TimeDelta::days(366) {
        return Err(Refusal::field("starts_at", say!("This is more than a year ahead.")).act("0.5"));
    }
    if ends_at - starts_at < LEAST || ends_at - starts_at > TimeDelta::hours(12) {
        return Err(Refusal::field("ends_at", say!("A session lasts from 5 minutes to 12 hours.")).act("0.5"));
    }
    if let Some(other) = overlapping {
        let at = local_time(other.starts_at, zone);
        let detail = say!("Another session is on then, from {at} by the club's clock.", at);
        return Err(Refusal::conflict(say!("Sessions overlap"), detail).act("0.5").with("session", other.id));
    }
    Ok(())
}

/// Where a session is on, none is started.
pub fn none_is_on(session: Option<&Session>) -> Result<(), Refusal> {
    let Some(session) = session else { return Ok(()) };
    let detail = say!("A session is on already: take its register.");
    Err(Refusal::conflict(say!("A session is on"), detail).act("0.5").with("session", session.id))
}

/// How long a session lasts that is started where nobody has said when the club meets: longer than a meeting of a school's
/// club, so that it is ended by hand and not in the middle of a game.
const UNSET: TimeDelta = TimeDelta::hours(3);

/// When a session begins and ends that is started now: it lasts until the usual time of day where that is still to come, else
/// as long as a session usually does, and ends before the next one begins. `house` is `None` while nobody has said when the
/// club meets: then there is no usual time.
pub fn starting_now(
    house: Option<&HouseRules>,
    next: Option<&Session>,
    now: NaiveDateTime,
) -> (NaiveDateTime, NaiveDateTime) {
    let now = now.trunc_subsecs(0);
    let ends_at = house.map_or(now + UNSET, |house| {
        let today = local_date(now.and_utc(), house.time_zone);
        let usual = calendar::instant(today.and_time(house.session_end), house.time_zone);
        if usual - now >= LEAST { usual } else { now + (house.session_end - house.session_start).max(LEAST) }
    });
    let before_the_next = next.map(|next| next.starts_at - TimeDelta::seconds(1));
    (now, before_the_next.map_or(ends_at, |end| ends_at.min(end)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{acts, at, friday};
    use super::*;

    #[test]
    fn extra_sessions_come_before_they_end() {
        let (now, zone) = (at("2026-11-20T12:00:00"), chrono_tz::America::New_York);
        let (from, to) = (at("2026-11-21T10:00:00"), at("2026-11-21T11:00:00"));
        assert_eq!(extra(from, to, None, zone, now), Ok(()));
        assert_eq!(acts(extra(from, from, None, zone, now)), ["0.5"]);
        assert_eq!(extra(at("2026-11-20T11:30:00"), at("2026-11-20T12:10:00"), None, zone, now), Ok(()), "it goes on");
        assert_eq!(acts(extra(at("2026-11-20T11:00:00"), now, None, zone, now)), ["0.5"], "over");
        let overlaps = extra(from, to, Some(&friday()), zone, now);
        let detail = "Another session is on then, from Friday 20 November 2026, 07:30 by the club's clock.";
        assert_eq!(overlaps.as_ref().map_err(|refusal| refusal.detail.to_string()), Err(detail.to_owned()));
        assert_eq!(acts(overlaps), ["0.5"]);
    }

    #[test]
    fn a_session_started_now_ends_at_the_usual_time_of_day_or_lasts_as_long_as_usual() {
        // By the default house rules: 12:30 to 13:10 in London, where it is UTC in November.
        let house = HouseRules::default();
        for (now, next, ends) in [
            ("12:00:00", None, "13:10:00"),
            ("12:00:00.75", None, "13:10:00"),
            ("13:05:00", None, "13:10:00"),
            ("13:05:01", None, "13:45:01"),
            ("15:00:00", None, "15:40:00"),
            ("12:00:00", Some("12:30:00"), "12:29:59"),
            ("15:00:00", Some("18:00:00"), "15:40:00"),
        ] {
            let day = |time: &str| at(&format!("2026-11-19T{time}"));
            let next = next.map(|starts| Session { starts_at: day(starts), ..friday() });
            let (from, to) = starting_now(Some(&house), next.as_ref(), day(now));
            assert_eq!((from, to), (day(now).trunc_subsecs(0), day(ends)), "{now}");
        }
    }

    #[test]
    fn a_session_started_before_anybody_said_when_the_club_meets_has_no_usual_end() {
        let day = |time: &str| at(&format!("2026-11-20T{time}"));
        assert_eq!(starting_now(None, None, day("13:00:00")), (day("13:00:00"), day("16:00:00")));
        let next = Session { starts_at: day("14:30:00"), ..friday() };
        assert_eq!(starting_now(None, Some(&next), day("13:00:00")), (day("13:00:00"), day("14:29:59")));
    }

    #[test]
    fn extra_sessions_are_short_and_of_this_year_and_one_at_a_time() {
        let (now, zone) = (at("2026-11-20T12:00:00"), chrono_tz::America::New_York);
        for (from, to, may) in [
            ("2026-11-21T10:00:00", "2026-11-21T10:04:59", false),
            ("2026-11-21T10:00:00", "2026-11-21T10:05:00", true),
            ("2026-11-21T10:00:00", "2026-11-21T22:00:00", true),
            ("2026-11-21T10:00:00", "2026-11-21T22:00:01", false),
            ("2027-11-21T12:00:00", "2027-11-21T13:00:00", true),
            ("2027-11-21T12:00:01", "2027-11-21T13:00:00", false),
        ] {
            assert_eq!(extra(at(from), at(to), None, zone, now).is_ok(), may, "{from} {to}");
        }
        assert_eq!((none_is_on(None), acts(none_is_on(Some(&friday())))), (Ok(()), vec!["0.5".to_owned()]));
    }
}

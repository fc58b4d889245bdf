//! What the calendar and the register mean, as pure decisions.

use std::collections::HashSet;

use chrono::{NaiveDateTime, TimeDelta};

use super::calendar::{Calendar, local_date};
use super::{Session, Stay};
use crate::rulebook::HouseRules;

/// A session as the house rules want it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// UTC, as in [`Session`].
    pub starts_at: NaiveDateTime,
    pub ends_at: NaiveDateTime,
    pub room: String,
}

/// The sessions that start within `from..=until`, each by the house rules in force when it starts.
/// `versions` are the rules with the instants they were published at, in order; the defaults hold
/// before the first.
pub fn wanted(versions: &[(NaiveDateTime, HouseRules)], from: NaiveDateTime, until: NaiveDateTime) -> Vec<Wanted> {
    let first = (NaiveDateTime::MIN, HouseRules::default());
    let periods: Vec<&(NaiveDateTime, HouseRules)> = std::iter::once(&first).chain(versions).collect();
    let mut wanted: Vec<Wanted> = Vec::new();
    let mut dates = HashSet::new();
    for (index, (begins, rules)) in periods.iter().enumerate() {
        let ends = periods.get(index + 1).map_or(NaiveDateTime::MAX, |next| next.0);
        // A day more, for what may already have been on the first date.
        let (day_before, until) = ((from - TimeDelta::days(1)).max(*begins), until.min(ends));
        let calendar = Calendar::new(rules.time_zone, rules.session_weekday, rules.session_start, rules.session_end);
        let (Ok(calendar), true) = (calendar, day_before <= until) else { continue };
        for times in calendar.between(day_before.and_utc(), until.and_utc()) {
            let (starts_at, ends_at) = (times.start.naive_utc(), times.end.naive_utc());
            // One a day: rules published during a session do not make another of it.
            let is_first = starts_at < ends && dates.insert(local_date(times.start, rules.time_zone));
            if is_first && starts_at >= from {
                wanted.push(Wanted { starts_at, ends_at, room: rules.room.clone() });
            }
        }
    }
    wanted
}

/// The part of a stay that lies within the session, as it stands at `now`: an open stay runs on, and
/// ends with the session.
pub fn within(session: &Session, stay: &Stay, now: NaiveDateTime) -> TimeDelta {
    let from = stay.arrived_at.max(session.starts_at);
    let to = stay.left_at.unwrap_or(now).min(now).min(session.ends_at);
    (to - from).max(TimeDelta::zero())
}

/// Whether a stay makes somebody present (Act 0.9): long enough, in one piece.
pub fn is_presence(session: &Session, stay: &Stay, rules: &HouseRules, now: NaiveDateTime) -> bool {
    within(session, stay, now) >= TimeDelta::minutes(rules.present_minutes)
}

/// Whether a stay has somebody on the register at an instant.
pub fn is_here(session: &Session, stay: &Stay, at: NaiveDateTime) -> bool {
    session.contains(at) && stay.arrived_at <= at && stay.left_at.is_none_or(|left| at <= left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{PersonId, SessionId};
    use crate::sessions::StayId;

    fn at(text: &str) -> NaiveDateTime {
        text.parse().unwrap()
    }

    fn friday() -> Session {
        Session {
            id: SessionId(1),
            starts_at: at("2026-11-20T12:30:00"),
            ends_at: at("2026-11-20T13:10:00"),
            room: "322".into(),
            extra: false,
            cancelled_at: None,
            cancelled_by: None,
            cancel_reason: None,
            settled_at: None,
        }
    }

    fn stay(from: &str, to: Option<&str>) -> Stay {
        let time = |text: &str| at(&format!("2026-11-20T{text}"));
        Stay { id: StayId(1), person: PersonId(1), arrived_at: time(from), left_at: to.map(time) }
    }

    #[test]
    fn five_minutes_within_the_session_are_presence() {
        let after = at("2026-11-20T14:00:00");
        for (from, to, present) in [
            ("12:30:00", Some("12:35:00"), true),
            ("12:30:00", Some("12:34:59"), false),
            ("12:20:00", Some("12:34:00"), false),
            ("12:20:00", Some("12:36:00"), true),
            ("13:05:00", None, true),
            ("13:05:01", None, false),
            ("13:05:01", Some("13:30:00"), false),
        ] {
            assert_eq!(
                is_presence(&friday(), &stay(from, to), &HouseRules::default(), after),
                present,
                "{from} {to:?}"
            );
        }
        let early = at("2026-11-20T12:33:00");
        assert!(!is_presence(&friday(), &stay("12:30:00", None), &HouseRules::default(), early));
    }

    #[test]
    fn somebody_is_here_from_arriving_to_leaving_and_only_during_the_session() {
        let (open, closed) = (stay("12:20:00", None), stay("12:40:00", Some("12:50:00")));
        assert!(!is_here(&friday(), &open, at("2026-11-20T12:25:00")));
        assert!(is_here(&friday(), &open, at("2026-11-20T12:30:00")));
        assert!(is_here(&friday(), &open, at("2026-11-20T13:10:00.5")), "T1");
        assert!(!is_here(&friday(), &open, at("2026-11-20T13:10:01")));
        assert!(is_here(&friday(), &closed, at("2026-11-20T12:50:00")));
        assert!(!is_here(&friday(), &closed, at("2026-11-20T12:50:01")));
    }

    #[test]
    fn each_session_goes_by_the_rules_in_force_when_it_starts() {
        let later = HouseRules { session_start: "12:40:00".parse().unwrap(), room: "323".into(), ..Default::default() };
        let versions = [(at("2026-03-27T12:35:00"), later)];
        let made = wanted(&versions, at("2026-03-20T00:00:00"), at("2026-04-05T00:00:00"));
        let starts: Vec<_> = made.iter().map(|session| (session.starts_at, session.room.as_str())).collect();
        assert_eq!(
            starts,
            [
                (at("2026-03-20T12:30:00"), "322"),
                (at("2026-03-27T12:30:00"), "322"),
                (at("2026-04-03T11:40:00"), "323"),
            ]
        );
        assert_eq!(wanted(&versions, at("2026-03-27T12:35:00"), at("2026-04-05T00:00:00")), made[2..]);
    }
}

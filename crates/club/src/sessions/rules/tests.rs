//! Cases of the rules of sessions and their register.

use super::*;
use crate::id::{PersonId, SessionId};
use crate::sessions::StayId;

pub(super) fn at(text: &str) -> NaiveDateTime {
    text.parse().unwrap()
}

pub(super) fn friday() -> Session {
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
fn a_leaving_is_taken_back_within_two_minutes() {
    let left = stay("12:30:00", Some("12:40:00"));
    let now = |text: &str| at(&format!("2026-11-20T{text}"));
    assert!(left_just_now(&left, now("12:40:00")) && left_just_now(&left, now("12:42:00")));
    assert!(!left_just_now(&left, now("12:42:01")) && !left_just_now(&left, now("12:39:59")));
    assert!(!left_just_now(&stay("12:30:00", None), now("12:31:00")), "who is here has not left");
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
        assert_eq!(is_presence(&friday(), &stay(from, to), &HouseRules::default(), after), present, "{from} {to:?}");
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
        [(at("2026-03-20T12:30:00"), "322"), (at("2026-03-27T12:30:00"), "322"), (at("2026-04-03T11:40:00"), "323"),]
    );
    assert_eq!(wanted(&versions, at("2026-03-27T12:35:00"), at("2026-04-05T00:00:00")), made[2..]);
}

#[test]
fn the_first_rules_hold_for_the_session_that_is_on() {
    let monday = HouseRules {
        session_weekday: chrono::Weekday::Mon,
        session_start: "09:00:00".parse().unwrap(),
        session_end: "12:30:00".parse().unwrap(),
        room: "12".into(),
        ..Default::default()
    };
    let starts = |published: &str, rules: &HouseRules| -> Vec<NaiveDateTime> {
        let made = wanted(&[(at(published), rules.clone())], at(published), at("2026-12-08T00:00:00"));
        made.iter().map(|session| session.starts_at).collect()
    };
    let [today, next] = ["2026-11-30T09:00:00", "2026-12-07T09:00:00"].map(at);
    assert_eq!(starts("2026-11-30T09:50:00", &monday), [today, next]);
    assert_eq!(starts("2026-11-30T09:00:00", &monday), [today, next]);
    assert_eq!(starts("2026-11-30T12:30:01", &monday), [next], "it is over");
    // Later ones hold for sessions to come.
    let moved = HouseRules { session_start: "09:30:00".parse().unwrap(), ..monday.clone() };
    let both = [(at("2026-11-23T08:00:00"), monday), (at("2026-11-30T09:50:00"), moved)];
    let made = wanted(&both, at("2026-11-30T09:50:00"), at("2026-12-08T00:00:00"));
    assert_eq!(made.len(), 1, "{made:?}");
}

pub(super) fn acts<T: std::fmt::Debug>(result: Result<T, Refusal>) -> Vec<String> {
    result.unwrap_err().acts.iter().map(ToString::to_string).collect()
}

#[test]
fn who_played_was_here() {
    assert_eq!(take_off(None), Ok(()));
    assert_eq!(acts(take_off(Some(GameId(4)))), ["0.9"]);
}

#[test]
fn cancellations_come_before_the_session_begins() {
    let now = at("2026-11-20T12:00:00");
    assert_eq!(cancel(&friday(), true, false, now), Ok(()));
    assert_eq!(acts(cancel(&friday(), true, false, friday().starts_at)), ["0.5"]);
    assert_eq!(acts(cancel(&friday(), false, false, now)), ["0.5"], "it is held anyway");
}

#[test]
fn an_extra_session_is_called_off_until_something_is_played_in_it() {
    let extra = Session { extra: true, ..friday() };
    assert_eq!(cancel(&extra, true, false, extra.starts_at), Ok(()));
    assert_eq!(cancel(&extra, true, false, extra.ends_at), Ok(()));
    let played = cancel(&extra, true, true, extra.ends_at).unwrap_err();
    assert!(played.detail.to_string().ends_with("so it is held."), "{played}");
    assert_eq!(acts(cancel(&extra, true, false, extra.closes_at())), ["0.5"], "it was held");
    let off = Session { cancelled_at: Some(extra.starts_at), ..extra };
    for wanted in [true, false] {
        assert_eq!(acts(cancel(&off, wanted, false, off.ends_at)), ["0.5"], "it stays called off");
    }
}

fn taken(
    session: &Session,
    roles: Roles,
    said: Option<NaiveDateTime>,
    now: NaiveDateTime,
) -> Result<NaiveDateTime, Refusal> {
    register_at(session, roles, said, chrono_tz::Europe::London, now)
}

#[test]
fn the_kiosk_takes_the_register_only_while_the_session_is_on() {
    let kiosk = Roles { kiosk: true, ..Roles::default() };
    let moderator = Roles { moderator: true, ..Roles::default() };
    let (during, after) = (at("2026-11-20T12:50:00"), at("2026-11-20T15:00:00"));
    assert_eq!(taken(&friday(), kiosk, None, during), Ok(during));
    assert_eq!(acts(taken(&friday(), kiosk, Some(during), after)), ["0.5"]);
    assert_eq!(taken(&friday(), moderator, Some(during), after), Ok(during));
    assert_eq!(acts(taken(&friday(), moderator, None, after)), ["0.5", "0.9"], "say when");
    assert_eq!(acts(taken(&friday(), moderator, Some(after), during)), ["0.9"], "yet to come");
    let early = at("2026-11-20T12:20:00");
    assert_eq!(taken(&friday(), moderator, None, early), Ok(early));
    assert_eq!(acts(taken(&friday(), moderator, None, at("2026-11-20T11:00:00"))), ["0.5", "0.9"]);
    let cancelled = Session { cancelled_at: Some(early), ..friday() };
    assert_eq!(acts(taken(&cancelled, moderator, None, during)), ["0.5"]);
}

#[test]
fn a_corrected_stay_is_past_touches_the_session_and_overlaps_no_other() {
    let now = at("2026-11-20T15:00:00");
    let others = [stay("12:40:00", Some("12:50:00"))];
    let corrected = |from: &str, to: Option<&str>| {
        let stay = stay(from, to);
        corrected_stay(&friday(), stay.arrived_at, stay.left_at, &others, now)
    };
    assert_eq!(corrected("12:30:00", Some("12:40:00")), Ok(()));
    assert_eq!(corrected("12:50:00", None), Ok(()));
    for (from, to) in [
        ("12:30:00", Some("12:40:01")),
        ("12:30:00", None),
        ("12:55:00", Some("12:55:00")),
        ("11:00:00", Some("12:35:00")),
        ("12:00:00", Some("12:10:00")),
        ("13:10:01", None),
        ("12:55:00", Some("15:00:01")),
    ] {
        assert!(corrected(from, to).is_err(), "{from} {to:?}");
    }
}

#[test]
fn the_register_tells_its_hours_by_the_clubs_clock() {
    let summer = Session { starts_at: at("2026-06-05T11:30:00"), ends_at: at("2026-06-05T12:10:00"), ..friday() };
    let moderator = Roles { moderator: true, ..Roles::default() };
    let refused = taken(&summer, moderator, None, at("2026-06-06T11:30:00")).unwrap_err();
    assert!(refused.detail.to_string().contains("Friday 5 June 2026 from 12:30 to 13:10"), "{refused}");
}

#[test]
fn presence_is_told_ahead_of_time_while_there_is_time_for_it_t43() {
    let told = |stays: &[Stay], now: &str| {
        let stays: Vec<&Stay> = stays.iter().collect();
        presence(&friday(), &stays, &HouseRules::default(), at(&format!("2026-11-20T{now}")))
    };
    let full = |time: &str| Presence::From(at(&format!("2026-11-20T{time}")));
    let (early, again) = (stay("12:30:00", Some("12:31:00")), stay("12:33:00", None));
    for (stays, now, expected) in [
        (vec![], "12:50:00", Presence::Brief),
        (vec![stay("12:20:00", None)], "12:31:00", full("12:35:00")),
        (vec![early.clone(), again.clone()], "12:34:00", full("12:38:00")),
        (vec![early.clone(), again], "12:38:00", Presence::Present),
        (vec![early], "12:34:00", Presence::Brief),
        (vec![stay("13:05:00", None)], "13:06:00", full("13:10:00")),
        (vec![stay("13:05:01", None)], "13:06:00", Presence::Brief),
        (vec![stay("13:05:01", None)], "14:00:00", Presence::Brief),
    ] {
        assert_eq!(told(&stays, now), expected, "{stays:?} {now}");
    }
}

#[test]
fn stays_cover_a_time_where_each_begins_before_the_one_before_is_over() {
    let covered = |stays: &[(&str, Option<&str>)]| {
        let stays: Vec<Stay> = stays.iter().map(|(from, to)| stay(from, *to)).collect();
        covers(&stays, at("2026-11-20T12:30:00"), at("2026-11-20T12:50:00"))
    };
    assert!(covered(&[("12:30:00", Some("12:50:00"))]) && covered(&[("12:20:00", None)]));
    assert!(covered(&[("12:40:00", None), ("12:30:00", Some("12:40:00"))]), "one after the other");
    assert!(!covered(&[]) && !covered(&[("12:30:01", None)]) && !covered(&[("12:30:00", Some("12:49:59"))]));
    assert!(!covered(&[("12:30:00", Some("12:40:00")), ("12:40:01", None)]), "a gap");
    assert!(!covered(&[("12:00:00", Some("12:10:00")), ("12:40:00", None)]), "over before it");
}

#[test]
fn requests_name_somebody_and_who_played_stays_on_the_register() {
    for (people, may) in [(0, false), (1, true), (500, true), (501, false)] {
        assert_eq!(names_somebody(people).is_ok(), may, "{people}");
    }
    assert_eq!((take_off(None), acts(take_off(Some(GameId(7))))), (Ok(()), vec!["0.9".to_owned()]));
}

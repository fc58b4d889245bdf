//! A session that is on: other times, another room, its end before the time, and how that is undone (Act 0.5). Pure.

use chrono::{NaiveDateTime, SubsecRound, TimeDelta};
use chrono_tz::Tz;
use rookery_messages::{Value, say};

use super::super::Session;
use super::super::calendar::{local_date, local_time};
use super::{LEAST, SessionSlot};
use crate::error::Refusal;
use crate::id::PersonId;

/// How long it can be undone that a session was ended; nothing follows from its end before.
pub const GOES_ON_WITHIN: TimeDelta = TimeDelta::seconds(60);

/// The longest session.
const MOST: TimeDelta = TimeDelta::hours(12);

fn is_on(session: &Session, now: NaiveDateTime) -> Result<(), Refusal> {
    if session.is_cancelled() || !session.contains(now) {
        let detail = say!("Only a session that is on can be ended or changed.");
        return Err(Refusal::conflict(say!("No session now"), detail).act("0.5"));
    }
    Ok(())
}

/// Whether a session that is on can have these times: it began today and goes on for a while, none of its games was
/// begun before it, and no other session is on then.
pub fn change(
    session: &Session,
    wanted: &SessionSlot,
    first_game: Option<NaiveDateTime>,
    another: Option<&Session>,
    zone: Tz,
    now: NaiveDateTime,
) -> Result<(), Refusal> {
    is_on(session, now)?;
    let SessionSlot { starts_at, ends_at, .. } = *wanted;
    let day = |at: NaiveDateTime| local_date(at.and_utc(), zone);
    let mut wrong = Vec::new();
    if starts_at > now || day(starts_at) != day(session.starts_at) {
        wrong.push(Refusal::field("starts_at", say!("The session has begun: choose a time before now, on its day.")));
    } else if let Some(first) = first_game.filter(|first| *first < starts_at) {
        let time = Value::text(local_time(first, zone).format("%H:%M"));
        wrong.push(Refusal::field("starts_at", say!("A game of this session is from {time} already.", time)));
    }
    if ends_at <= now {
        wrong.push(Refusal::field("ends_at", say!("Choose a time to come, or end the session now.")));
    } else if ends_at - starts_at < LEAST || ends_at - starts_at > MOST {
        wrong.push(Refusal::field("ends_at", say!("A session lasts from 5 minutes to 12 hours.")));
    }
    Refusal::together(wrong).map_err(|refusal| refusal.act("0.5"))?;
    if let Some(other) = another {
        let at = local_time(other.starts_at, zone);
        let detail = say!("Another session is on then, from {at} by the club's clock.", at);
        return Err(Refusal::conflict(say!("Sessions overlap"), detail).act("0.5").with("session", other.id));
    }
    Ok(())
}

/// The last second of a session that ends now: the one before this, unless a game was played in this one.
pub fn end(session: &Session, last_game: Option<NaiveDateTime>, now: NaiveDateTime) -> Result<NaiveDateTime, Refusal> {
    is_on(session, now)?;
    let just_over = now.trunc_subsecs(0) - TimeDelta::seconds(1);
    let last = last_game.map_or(session.starts_at, |last| last.trunc_subsecs(0).max(session.starts_at));
    Ok(just_over.max(last).min(session.ends_at))
}

/// How a session was ended before its time.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    /// Who ended it; `None` if the service did.
    pub by: Option<PersonId>,
    /// UTC; when they did.
    pub at: NaiveDateTime,
    /// The last second that it would have had.
    pub instead_of: NaiveDateTime,
}

impl Ended {
    /// Whether it is early enough to go on with the session: within a minute, and before it would have closed anyway.
    pub fn can_be_undone(&self, now: NaiveDateTime) -> bool {
        now - self.at <= GOES_ON_WITHIN && now <= self.instead_of
    }

    /// Seconds for which it still is.
    pub fn seconds_left(&self, now: NaiveDateTime) -> i64 {
        (GOES_ON_WITHIN - (now - self.at)).min(self.instead_of - now).num_seconds().max(0)
    }
}

/// Who ended a session goes on with it within a minute: until the last second that it would have had, which is given.
pub fn go_on(
    session: &Session,
    ended: Option<&Ended>,
    another: Option<&Session>,
    person: Option<PersonId>,
    now: NaiveDateTime,
) -> Result<NaiveDateTime, Refusal> {
    let refused = |title, detail| Err(Refusal::conflict(title, detail).act("0.5"));
    let own = ended.filter(|ended| person.is_some() && ended.by == person && !session.contains(now));
    let Some(ended) = own else {
        return refused(say!("Nothing to undo"), say!("You have not ended this session just now."));
    };
    if !ended.can_be_undone(now) || session.settled_at.is_some() || another.is_some() {
        let seconds = GOES_ON_WITHIN.num_seconds();
        let detail = say!("You can undo it for {seconds} seconds. The Chief Justice can start a new session.", seconds);
        return refused(say!("Too late"), detail);
    }
    Ok(ended.instead_of)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{acts, at, friday};
    use super::*;

    const ZONE: Tz = chrono_tz::Europe::London;

    fn on_friday(time: &str) -> NaiveDateTime {
        at(&format!("2026-11-20T{time}"))
    }

    fn fields(session: &Session, from: &str, to: &str, first_game: Option<&str>) -> Vec<String> {
        let wanted = SessionSlot { starts_at: on_friday(from), ends_at: on_friday(to), room: "322".into() };
        let first = first_game.map(on_friday);
        match change(session, &wanted, first, None, ZONE, on_friday("12:50:00")) {
            Ok(()) => Vec::new(),
            Err(refusal) => refusal.errors.iter().map(|error| error.field.to_string()).collect(),
        }
    }

    #[test]
    fn a_session_that_is_on_is_changed_around_now_and_its_games() {
        let none: [&str; 0] = [];
        assert_eq!(fields(&friday(), "12:10:00", "14:00:00", Some("12:20:00")), none);
        assert_eq!(fields(&friday(), "12:40:00", "13:10:00", Some("12:40:00")), none);
        assert_eq!(fields(&friday(), "12:40:00", "13:10:00", Some("12:39:59")), ["starts_at"]);
        assert_eq!(fields(&friday(), "12:51:00", "12:50:00", None), ["starts_at", "ends_at"]);
        assert_eq!(fields(&friday(), "12:47:00", "12:51:00", None), ["ends_at"], "too short");
        assert_eq!(fields(&friday(), "12:30:00", "12:50:01", None), none);
        let yesterday =
            SessionSlot { starts_at: at("2026-11-19T23:30:00"), ends_at: on_friday("13:00:00"), room: "1".into() };
        let refused = change(&friday(), &yesterday, None, None, ZONE, on_friday("12:50:00"));
        assert_eq!(acts(refused), ["0.5"], "another day");
        let as_it_is = SessionSlot { starts_at: friday().starts_at, ends_at: friday().ends_at, room: "322".into() };
        let refused = change(&friday(), &as_it_is, None, Some(&friday()), ZONE, on_friday("12:50:00"));
        assert_eq!(acts(refused), ["0.5"], "another session");
        for then in ["12:29:59", "13:10:01"] {
            assert_eq!(acts(change(&friday(), &as_it_is, None, None, ZONE, on_friday(then))), ["0.5"], "{then}");
        }
    }

    #[test]
    fn a_session_that_was_ended_goes_on_within_a_minute() {
        let over = Session { ends_at: on_friday("12:49:59"), ..friday() };
        let (may, other) = (Some(PersonId(1)), Some(PersonId(2)));
        let by_may = Ended { by: may, at: on_friday("12:50:00"), instead_of: on_friday("13:10:00") };
        let go_on = |session: &Session, ended: Option<&Ended>, another: Option<&Session>, who, now: &str| {
            go_on(session, ended, another, who, on_friday(now)).is_ok()
        };
        for (now, goes_on) in [("12:50:00", true), ("12:51:00", true), ("12:51:01", false)] {
            assert_eq!(go_on(&over, Some(&by_may), None, may, now), goes_on, "{now}");
        }
        assert!(!go_on(&over, None, None, may, "12:50:10"), "it ended by itself");
        assert!(!go_on(&over, Some(&by_may), None, other, "12:50:10"), "somebody else ended it");
        assert!(!go_on(&over, Some(&Ended { by: None, ..by_may }), None, None, "12:50:10"));
        assert!(!go_on(&friday(), Some(&by_may), None, may, "12:50:10"), "it is on");
        assert!(!go_on(&over, Some(&by_may), Some(&friday()), may, "12:50:10"), "another one is on");
        let settled = Session { settled_at: Some(on_friday("12:50:05")), ..over.clone() };
        assert!(!go_on(&settled, Some(&by_may), None, may, "12:50:10"), "something followed from its end");
        let soon = Ended { instead_of: on_friday("12:50:09"), ..by_may };
        let left = |ended: &Ended| ["12:50:00", "12:50:43", "12:52:00"].map(|now| ended.seconds_left(on_friday(now)));
        assert_eq!((left(&by_may), left(&soon)), ([60, 17, 0], [9, 0, 0]));
        assert!(!go_on(&over, Some(&soon), None, may, "12:50:10"), "it would be over by now");
    }

    #[test]
    fn a_session_is_over_at_once_and_keeps_its_games() {
        let ends = |last: Option<&str>, now: &str| end(&friday(), last.map(on_friday), on_friday(now));
        let over = ends(Some("12:40:00"), "12:50:00.7").unwrap();
        assert_eq!(over, on_friday("12:49:59"));
        assert!(!Session { ends_at: over, ..friday() }.contains(on_friday("12:50:00.7")), "over at once");
        assert_eq!(ends(Some("12:50:00.2"), "12:50:00.7"), Ok(on_friday("12:50:00")), "a game is in it");
        assert_eq!(ends(None, "12:30:00"), Ok(on_friday("12:30:00")), "no sooner than it began");
        assert_eq!(acts(ends(None, "13:10:01")), ["0.5"], "it is over");
        let off = Session { cancelled_at: Some(on_friday("12:00:00")), ..friday() };
        assert_eq!(acts(end(&off, None, on_friday("12:50:00"))), ["0.5"]);
    }
}

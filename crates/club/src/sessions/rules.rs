//! What the calendar and the register mean, as pure decisions.

mod extra;
pub mod hours;
mod rounds;

use std::collections::HashSet;

use chrono::{NaiveDateTime, TimeDelta};
use chrono_tz::Tz;
use rookery_messages::{Value, say};

use super::calendar::{Calendar, local_date, local_time};
use super::{Session, Stay};
use crate::auth::Roles;
use crate::error::Refusal;
use crate::id::GameId;
use crate::rulebook::HouseRules;

pub use extra::{extra, none_is_on, starting_now};
pub use rounds::{cannot_be_paired, must_be_on, next_round, not_apart_yet, round, take_back, two_people, why_apart};

/// How long a session lasts at the least.
const LEAST: TimeDelta = TimeDelta::minutes(5);

/// A session as the house rules want it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionSlot {
    /// UTC, as in [`Session`].
    pub starts_at: NaiveDateTime,
    /// UTC; its last second (T1).
    pub ends_at: NaiveDateTime,
    /// The room of the house rules.
    pub room: String,
}

/// The sessions that start within `from..=until`, each by the house rules in force when it starts.
/// `versions` are the rules with the instants they were published at, in order; the defaults hold
/// before the first. The session that is on when the first are published goes by them: nobody had said before when the
/// club meets.
pub fn wanted(versions: &[(NaiveDateTime, HouseRules)], from: NaiveDateTime, until: NaiveDateTime) -> Vec<SessionSlot> {
    let first = (NaiveDateTime::MIN, HouseRules::default());
    let periods: Vec<&(NaiveDateTime, HouseRules)> = std::iter::once(&first).chain(versions).collect();
    let mut wanted: Vec<SessionSlot> = Vec::new();
    let mut dates = HashSet::new();
    for (index, (begins, rules)) in periods.iter().enumerate() {
        let ends = periods.get(index + 1).map_or(NaiveDateTime::MAX, |next| next.0);
        // A day more, for what may already have been on the first date.
        let (day_before, until) = ((from - TimeDelta::days(1)).max(*begins), until.min(ends));
        let calendar = Calendar::new(rules.time_zone, rules.session_weekday, rules.session_start, rules.session_end);
        let (Ok(calendar), true) = (calendar, day_before <= until) else { continue };
        if index == 1 && from <= *begins {
            let today = local_date(begins.and_utc(), rules.time_zone);
            let on = calendar.on(today).filter(|times| (times.start..=times.end).contains(&begins.and_utc()));
            if let Some(times) = on.filter(|_| dates.insert(today)) {
                let (starts_at, ends_at) = (times.start.naive_utc(), times.end.naive_utc());
                wanted.push(SessionSlot { starts_at, ends_at, room: rules.room.clone() });
            }
        }
        for times in calendar.between(day_before.and_utc(), until.and_utc()) {
            let (starts_at, ends_at) = (times.start.naive_utc(), times.end.naive_utc());
            // One a day: rules published during a session do not make another of it.
            let is_first = starts_at < ends && dates.insert(local_date(times.start, rules.time_zone));
            if is_first && starts_at >= from {
                wanted.push(SessionSlot { starts_at, ends_at, room: rules.room.clone() });
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

/// Whether somebody is present in a session (Act 0.9), as the register stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Long enough, in one piece.
    Present,
    /// There, and present when the least stay is full, if they stay.
    From(NaiveDateTime),
    /// Not for long enough.
    Brief,
}

/// What one person's stays come to by `now` (T43).
pub fn presence(session: &Session, stays: &[&Stay], rules: &HouseRules, now: NaiveDateTime) -> Presence {
    if stays.iter().any(|stay| is_presence(session, stay, rules, now)) {
        return Presence::Present;
    }
    let full = |stay: &&&Stay| stay.arrived_at.max(session.starts_at) + TimeDelta::minutes(rules.present_minutes);
    let open = stays.iter().filter(|stay| stay.left_at.is_none() && session.contains(now)).map(|stay| full(&stay));
    open.filter(|full| *full <= session.ends_at).min().map_or(Presence::Brief, Presence::From)
}

/// Whether at each instant from one to another one of these stays has somebody on the register.
pub fn covers(stays: &[Stay], from: NaiveDateTime, to: NaiveDateTime) -> bool {
    let mut stays: Vec<&Stay> = stays.iter().collect();
    stays.sort_by_key(|stay| stay.arrived_at);
    // From `from` on somebody is there until then, as far as the stays before tell.
    let mut until = None;
    for stay in stays {
        if stay.arrived_at <= until.map_or(from, |until: NaiveDateTime| until.max(from)) {
            until = until.max(Some(stay.left_at.unwrap_or(NaiveDateTime::MAX)));
        }
    }
    until.is_some_and(|until| until >= to)
}

/// Whether a stay has somebody on the register at an instant.
pub fn is_here(session: &Session, stay: &Stay, at: NaiveDateTime) -> bool {
    session.contains(at) && stay.arrived_at <= at && stay.left_at.is_none_or(|left| at <= left)
}

/// How long a leaving can be taken back by another tap.
const TAKEN_BACK_WITHIN: TimeDelta = TimeDelta::minutes(2);

/// Whether somebody left so lately that another tap takes it back: presence is one piece of time (Act 0.9).
pub fn left_just_now(stay: &Stay, now: NaiveDateTime) -> bool {
    stay.left_at.is_some_and(|left| left <= now && now - left <= TAKEN_BACK_WITHIN)
}

/// How long before a session its register may be begun.
const EARLY: TimeDelta = TimeDelta::hours(1);

/// Whether an event at an instant belongs to a session's register.
pub fn is_on_register(session: &Session, at: NaiveDateTime) -> bool {
    session.starts_at - EARLY <= at && at < session.closes_at()
}

/// The kiosk acts only while a session is on; moderators whenever the desk is needed.
pub fn desk_open(roles: Roles, under_way: Option<&Session>) -> Result<(), Refusal> {
    if roles.may_moderate() || under_way.is_some() {
        return Ok(());
    }
    Err(Refusal::forbidden(say!("The kiosk takes the register and games only while a session is on."), "0.5"))
}

/// Most people that one request may name.
const MOST: usize = 500;

/// A request takes down somebody, and not everybody there ever was.
pub fn names_somebody(people: usize) -> Result<(), Refusal> {
    if (1..=MOST).contains(&people) {
        return Ok(());
    }
    Err(Refusal::field("people", say!("Name 1 to {most} people.", most = MOST)))
}

/// The refusal of a leaving before the arrival.
pub fn arrived_later(name: String) -> Refusal {
    Refusal::field("at", say!("{name} arrived only later: a stay ends after it begins.", name)).act("0.9")
}

/// Whether the register of this session can be taken, and for which instant: `said`, or now.
pub fn register_at(
    session: &Session,
    roles: Roles,
    said: Option<NaiveDateTime>,
    zone: Tz,
    now: NaiveDateTime,
) -> Result<NaiveDateTime, Refusal> {
    must_be_held(session)?;
    desk_open(roles, Some(session).filter(|session| session.contains(now)))?;
    let at = said.unwrap_or(now);
    if at > now {
        return Err(
            Refusal::field("at", say!("The register says what happened: this instant is yet to come.")).act("0.9")
        );
    }
    if !is_on_register(session, at) {
        let (starts, ends) = (local_time(session.starts_at, zone), local_time(session.ends_at, zone));
        let detail = say!(
            "The session is on {day} from {start} to {end}, by the club's clock. Its register opens an hour before. Say at what time somebody came or left.",
            day = Value::long_day(starts.date()),
            start = Value::text(starts.format("%H:%M")),
            end = Value::text(ends.format("%H:%M"))
        );
        return Err(Refusal::field("at", detail).act("0.5").act("0.9"));
    }
    Ok(at)
}

fn must_be_held(session: &Session) -> Result<(), Refusal> {
    if session.is_cancelled() {
        return Err(
            Refusal::conflict(say!("Cancelled"), say!("This session was cancelled: nobody was there.")).act("0.5")
        );
    }
    Ok(())
}

/// A stay as a moderator corrects it: whole, past, and touching the session.
pub fn corrected_stay(
    session: &Session,
    arrived_at: NaiveDateTime,
    left_at: Option<NaiveDateTime>,
    others: &[Stay],
    now: NaiveDateTime,
) -> Result<(), Refusal> {
    must_be_held(session)?;
    if left_at.is_some_and(|left| left <= arrived_at) {
        return Err(Refusal::field("left_at", say!("A stay ends after it begins.")).act("0.9"));
    }
    if arrived_at > now || left_at.is_some_and(|left| left > now) {
        return Err(Refusal::field("arrived_at", say!("The register says what happened, not what will.")).act("0.9"));
    }
    if !is_on_register(session, arrived_at) || left_at.is_some_and(|left| left < session.starts_at) {
        return Err(Refusal::field("arrived_at", say!("This stay lies outside the session.")).act("0.5").act("0.9"));
    }
    let overlaps = |other: &&Stay| {
        let ends = |left: Option<NaiveDateTime>| left.unwrap_or(NaiveDateTime::MAX);
        other.arrived_at < ends(left_at) && arrived_at < ends(other.left_at)
    };
    if let Some(other) = others.iter().find(overlaps) {
        let detail = say!("This person has a stay at that time already: change that one.");
        return Err(Refusal::conflict(say!("Stays overlap"), detail).act("0.9").with("stay", other.id));
    }
    Ok(())
}

/// Whether somebody can be taken off a register on which they stand by mistake: who played there was there.
pub fn take_off(played: Option<GameId>) -> Result<(), Refusal> {
    let Some(game) = played else { return Ok(()) };
    let detail =
        say!("A game of this session is theirs, so they were here. Is the game wrong, too? Then make it void first.");
    Err(Refusal::conflict(say!("They played here"), detail).act("0.9").with("game", game))
}

/// Whether a session under way can be called off, as one that was started by mistake: an extra one in which nothing is played.
pub fn can_be_called_off(session: &Session, is_played: bool, now: NaiveDateTime) -> bool {
    session.extra && !session.is_cancelled() && session.contains(now) && !is_played
}

/// Whether a session may be cancelled, or held after all: before it begins (T5), or while it can be called off. `is_played`
/// says whether a round of it was announced, or a game of it begun or entered.
pub fn cancel(session: &Session, cancel: bool, is_played: bool, now: NaiveDateTime) -> Result<(), Refusal> {
    if session.starts_at <= now && !(cancel && can_be_called_off(session, is_played, now)) {
        if cancel && can_be_called_off(session, false, now) {
            let detail = say!("A round of this session is announced, or a game begun or entered: so it is held.");
            return Err(Refusal::conflict(say!("It has begun"), detail).act("0.5"));
        }
        let detail = say!("A session can be cancelled, or held after all, until it begins.");
        return Err(Refusal::conflict(say!("It has begun"), detail).act("0.5"));
    }
    match (cancel, session.is_cancelled()) {
        (true, true) => {
            Err(Refusal::conflict(say!("Cancelled already"), say!("This session was cancelled before.")).act("0.5"))
        }
        (false, false) => {
            Err(Refusal::conflict(say!("Not cancelled"), say!("This session is held anyway.")).act("0.5"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;

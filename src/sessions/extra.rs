//! Sessions outside the calendar (Act 0.5): announced for a day to come, or started where people have met.

use chrono::NaiveDateTime;
use rookery_messages::say;
use serde_json::json;

use super::{Session, rules, store, taking};
use crate::audit::{self, Entry};
use crate::auth::Actor;
use crate::clock::later;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::members;
use crate::notify;
use crate::rulebook;
use crate::{fields, id::SessionId};

/// Adds an extra session; in the house rules' room, if no other is said.
pub fn add(
    tx: &mut Tx,
    actor: &Actor,
    (starts_at, ends_at): (NaiveDateTime, NaiveDateTime),
    room: Option<&str>,
    reason: &str,
) -> Result<Session, Error> {
    let now = tx.now;
    store::ensure_calendar(tx, starts_at.max(now).min(later(now, chrono::TimeDelta::days(367))))?;
    let overlapping = store::overlapping(tx.db, starts_at, ends_at)?;
    let house = rulebook::in_force(tx.db, now)?;
    let mut wrong = Vec::new();
    Refusal::keep(rules::extra(starts_at, ends_at, overlapping.as_ref(), house.time_zone, now), &mut wrong);
    let reason = Refusal::keep(members::rules::text("reason", reason, 3, 500), &mut wrong);
    let room = match room {
        Some(room) => Refusal::keep(fields::room(room), &mut wrong),
        None => house.room,
    };
    Refusal::together(wrong)?;
    let id: SessionId = store::add(tx, starts_at, ends_at, &room, true)?;
    let session = store::known(tx.db, id)?;
    let body = json!({ "session": session, "reason": reason });
    notify::enqueue(tx, "session.added", None, &body)?;
    let subject = format!("session:{id}");
    audit::record(tx, Entry { actor: Some(actor.person), act: "session.added", subject, body })?;
    Ok(session)
}

/// Starts a session at this moment, in the usual room; it ends as the house rules say, and who starts it is there.
pub fn start_now(tx: &mut Tx, actor: &Actor) -> Result<Session, Error> {
    let now = tx.now;
    store::ensure_calendar(tx, now)?;
    if let Some(on) = store::session_at(tx.db, now)? {
        let detail = say!("A session is on already: take its register.");
        let refusal = Refusal::conflict(say!("A session is on"), detail);
        return Err(refusal.act("0.5").with("session", on.id).into());
    }
    let house = rulebook::in_force(tx.db, now)?;
    let next = store::next_held_after(tx.db, now)?;
    let times = rules::starting_now(&house, next.as_ref(), now);
    let session =
        add(tx, actor, times, None, &say!("The club met, and the session was started on the spot.").to_string())?;
    taking::arrive(tx, actor, session.id, &[actor.person], None)?;
    Ok(session)
}

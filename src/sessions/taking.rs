//! Taking the register: who came and who left, and what follows where the session is settled.

use chrono::NaiveDateTime;
use rookery_messages::say;
use serde_json::{Value, json};

use super::{Session, Stay, deductions, rules, store};
use crate::audit::{self, Entry};
use crate::auth::Actor;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::id::{PersonId, SessionId};
use crate::members;
use crate::rulebook;

/// Most people that one request may name.
const MOST: usize = 500;

/// Takes down who came; now, if no instant is said. Anybody who is there already stays as they are.
pub fn arrive(
    tx: &mut Tx,
    actor: &Actor,
    id: SessionId,
    people: &[PersonId],
    at: Option<NaiveDateTime>,
) -> Result<Session, Error> {
    let (session, at, stays) = open(tx, actor, id, people, at)?;
    let mut came = Vec::new();
    for person in people {
        let there = |stay: &Stay| stay.person == *person && stay.left_at.is_none_or(|left| at < left);
        if stays.iter().any(there) || came.contains(person) {
            continue;
        }
        members::store::known(tx.db, *person)?;
        store::register::arrive(tx, session.id, *person, at, None, actor.person)?;
        came.push(*person);
    }
    if !came.is_empty() {
        changed(tx, actor, &session, "register.arrived", came.clone(), json!({ "people": came, "at": at }))?;
    }
    Ok(session)
}

/// Puts a whole stay into the register, as somebody who filled it in later would.
pub fn put_down(
    tx: &mut Tx,
    session: SessionId,
    person: PersonId,
    arrived_at: NaiveDateTime,
    left_at: Option<NaiveDateTime>,
    by: PersonId,
) -> Result<(), Error> {
    let stay = store::register::arrive(tx, session, person, arrived_at, left_at, by)?;
    let body = json!({ "stay": stay, "person": person, "arrived_at": arrived_at, "left_at": left_at });
    let subject = format!("session:{session}");
    audit::record(tx, Entry { actor: Some(by), act: "register.stay_added", subject, body })
}

/// Takes down who left. Anybody who is not there stays as they are.
pub fn leave(
    tx: &mut Tx,
    actor: &Actor,
    id: SessionId,
    people: &[PersonId],
    at: Option<NaiveDateTime>,
) -> Result<Session, Error> {
    let (session, at, stays) = open(tx, actor, id, people, at)?;
    let mut left = Vec::new();
    let here = |stay: &&Stay| stay.left_at.is_none() && people.contains(&stay.person);
    for stay in stays.iter().filter(here) {
        if at < stay.arrived_at {
            let name = members::store::known(tx.db, stay.person)?.name;
            let detail = say!("{name} arrived only later: a stay ends after it begins.", name);
            return Err(Refusal::field("at", detail).act("0.9").into());
        }
        store::register::leave(tx, stay.id, at)?;
        left.push(stay.person);
    }
    if !left.is_empty() {
        changed(tx, actor, &session, "register.left", left.clone(), json!({ "people": left, "at": at }))?;
    }
    Ok(session)
}

/// The session whose register is taken, the instant that is meant, and who is down already.
fn open(
    tx: &mut Tx,
    actor: &Actor,
    id: SessionId,
    people: &[PersonId],
    at: Option<NaiveDateTime>,
) -> Result<(Session, NaiveDateTime, Vec<Stay>), Error> {
    if people.is_empty() || people.len() > MOST {
        return Err(Refusal::field("people", say!("Name 1 to {most} people.", most = MOST)).into());
    }
    let now = tx.now;
    store::ensure_calendar(tx, now)?;
    let session = store::known(tx.db, id)?;
    let zone = rulebook::in_force(tx.db, now)?.time_zone;
    let at = rules::register_at(&session, actor.roles, at, zone, now)?;
    let stays = store::stays(tx.db, id)?;
    Ok((session, at, stays))
}

/// Logs a change of the register; where the session is settled, its deductions are reckoned again.
pub fn changed(
    tx: &mut Tx,
    actor: &Actor,
    session: &Session,
    act: &str,
    people: Vec<PersonId>,
    body: Value,
) -> Result<(), Error> {
    audit::record(tx, Entry { actor: Some(actor.person), act, subject: format!("session:{}", session.id), body })?;
    if session.settled_at.is_some() {
        let why = format!("The register of {} was corrected", session.starts_at.date());
        deductions::reckon(tx, people, &why)?;
    }
    Ok(())
}

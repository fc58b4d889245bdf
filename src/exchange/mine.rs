//! All that the club keeps about one person, for that person.

mod bench;
mod said;
mod tournaments;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde_json::{Value, json};

use crate::db::{
    Db, Kept,
    schema::{
        accounts, attendance, bans, calendar_addresses, clock_orders, games, ledger, memberships, monitors, notes,
        notification_preferences, notifications, people, push_devices, removal_requests, roles, security_log, sessions,
        sign_ins,
    },
};
use crate::error::Error;
use crate::id::PersonId;
use crate::members::{self, OutsideList, OutsideRating};
use crate::notify::text;

type At = NaiveDateTime;

/// Rows as objects whose members have these names.
fn named<R>(rows: Vec<R>, object: impl Fn(R) -> Value) -> Value {
    rows.into_iter().map(object).collect()
}

/// What is kept about somebody and not given to them, and the Act by which it is not: it protects somebody else.
const NOT_IN_IT: [(&str, &str); 4] = [
    ("what others reported in confidence", "I.2"),
    ("with whom moderators do not pair you, and why", "III.2"),
    ("pictures of your screen, and what was gathered of your opponents", "I.9.5"),
    ("ballots, which are secret", "III.2.5"),
];

/// Everything about a person in one document, moderators' notes too; it says what is not in it.
pub fn gather(db: &mut Db, person: PersonId, now: At) -> Result<Value, Error> {
    let (handle, name, known_since): (String, String, At) =
        people::table.find(person).select((people::handle, people::name, people::created_at)).first(db)?;
    let account: Option<(Option<String>, String)> =
        accounts::table.find(person).select((accounts::email, accounts::language)).first(db).optional()?;
    let (email, language) = account.unzip();
    let mut mine = json!({
        "rookery_person": 1,
        "made_at": now.and_utc(),
        "person": {
            "id": person, "handle": handle, "name": name, "known_since": known_since.and_utc(),
            "email": email.flatten(), "language": language,
        },
        "memberships": joined(db, person)?,
        "removal_requests": requests(db, person)?,
        "roles": held(db, person)?,
        "attendance": present(db, person)?,
        "games": played(db, person)?,
        "ledger": points(db, person)?,
        "outside_ratings": rated_elsewhere(db, person)?,
        "bans": banned(db, person)?,
        "monitors": monitored(db, person)?,
        "notes": noted(db, person)?,
        "clock_orders": ordered(db, person)?,
        "notifications": told(db, person)?,
        "notification_preferences": wanted(db, person)?,
        "sign_ins": signed_in(db, person)?,
        "security_log": happened(db, person)?,
        "decisions": said::decided(db, person)?,
        "petitions": said::petitioned(db, person)?,
        "petition_drafts": said::drafted(db, person)?,
        "filings": said::filed(db, person)?,
        "bench": bench::judged(db, person)?,
        "reports": said::reported(db, person)?,
        "objections": said::objected(db, person)?,
        "evidence": said::gathered(db, person)?,
        "tables": said::sat(db, person)?,
        "talk": said::talked(db, person)?,
        "muted": said::muted(db, person)?,
        "notes_on_games": said::noted(db, person)?,
        "room_rating": said::rated(db, person)?,
        "online_consents": said::consented(db, person)?,
        "candidacies": said::stood(db, person)?,
        "suggestions": said::suggested(db, person)?,
        "change_requests": said::requested(db, person)?,
        "tournaments": tournaments::entered(db, person)?,
        "tournament_boards": tournaments::seated(db, person)?,
        "tournament_absences": tournaments::away(db, person)?,
        "challenges": tournaments::challenged(db, person)?,
    });
    // The macro takes no more members than those.
    mine["devices"] = shown_on(db, person)?;
    mine["calendar_address"] = subscribed(db, person)?;
    mine["tables_declined"] = said::declined(db, person)?;
    mine["disputed_games"] = said::disputed(db, person)?;
    mine["not_in_it"] = NOT_IN_IT.map(|(what, act)| json!({ "what": what, "act": act })).into_iter().collect();
    Ok(mine)
}

fn utc(at: Option<At>) -> Value {
    json!(at.map(|at| at.and_utc()))
}

fn joined(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(At, Option<At>, Option<Kept>)> = memberships::table
        .filter(memberships::person_id.eq(person))
        .order(memberships::id)
        .select((memberships::joined_at, memberships::removed_at, memberships::removal_reason))
        .load(db)?;
    Ok(named(rows, |(from, to, why)| json!({ "from": from.and_utc(), "to": utc(to), "reason": why })))
}

fn requests(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(At, String, Option<At>, Option<At>)> = removal_requests::table
        .filter(removal_requests::person_id.eq(person))
        .order(removal_requests::id)
        .select((
            removal_requests::requested_at,
            removal_requests::reason,
            removal_requests::withdrawn_at,
            removal_requests::granted_at,
        ))
        .load(db)?;
    Ok(named(
        rows,
        |(at, reason, withdrawn, granted)| json!({ "at": at.and_utc(), "reason": reason, "withdrawn_at": utc(withdrawn), "granted_at": utc(granted) }),
    ))
}

fn held(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(String, At, Kept, Option<At>)> = roles::table
        .filter(roles::person_id.eq(person))
        .order(roles::id)
        .select((roles::role, roles::given_at, roles::given_reason, roles::taken_at))
        .load(db)?;
    Ok(named(
        rows,
        |(role, from, why, to)| json!({ "role": role, "from": from.and_utc(), "reason": why, "to": utc(to) }),
    ))
}

fn present(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(i64, At, At, Option<At>)> = attendance::table
        .inner_join(sessions::table.on(sessions::id.eq(attendance::session_id)))
        .filter(attendance::person_id.eq(person).and(attendance::struck_at.is_null()))
        .order(attendance::id)
        .select((sessions::id, sessions::starts_at, attendance::arrived_at, attendance::left_at))
        .load(db)?;
    Ok(named(
        rows,
        |(session, starts, arrived, left)| json!({ "session": session, "starts_at": starts.and_utc(), "arrived_at": arrived.and_utc(), "left_at": utc(left) }),
    ))
}

fn played(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    type Row = (i64, At, i64, i64, String, String, String, Option<String>);
    let rows: Vec<Row> = games::table
        .filter(games::white_id.eq(person).or(games::black_id.eq(person)))
        .order(games::id)
        .select((
            games::id,
            games::played_at,
            games::white_id,
            games::black_id,
            games::result,
            games::ending,
            games::state,
            games::moves,
        ))
        .load(db)?;
    Ok(named(rows, |(id, at, white, black, result, ending, state, moves)| {
        json!({ "id": id, "played_at": at.and_utc(), "white": white, "black": black, "result": result,
            "ending": ending, "state": state, "moves": moves })
    }))
}

fn points(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(At, i64, i64, Kept)> = ledger::table
        .filter(ledger::person_id.eq(person))
        .order(ledger::id)
        .select((ledger::posted_at, ledger::delta, ledger::balance, ledger::cause))
        .load(db)?;
    Ok(named(
        rows,
        |(at, delta, balance, cause)| json!({ "at": at.and_utc(), "delta": delta, "balance": balance, "cause": cause }),
    ))
}

fn rated_elsewhere(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let held = members::store::outside(db, &[person])?.into_iter().collect();
    Ok(named(held, |((_, list), held): ((PersonId, OutsideList), OutsideRating)| json!({ "list": list, "held": held })))
}

fn banned(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(At, String, Option<At>, Option<At>)> = bans::table
        .filter(bans::person_id.eq(person))
        .order(bans::id)
        .select((bans::placed_at, bans::reason, bans::ends_at, bans::lifted_at))
        .load(db)?;
    Ok(named(
        rows,
        |(at, reason, ends, lifted)| json!({ "at": at.and_utc(), "reason": reason, "ends_at": utc(ends), "lifted_at": utc(lifted) }),
    ))
}

fn monitored(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(At, String, Option<At>)> = monitors::table
        .filter(monitors::person_id.eq(person))
        .order(monitors::id)
        .select((monitors::placed_at, monitors::suspicion, monitors::lifted_at))
        .load(db)?;
    Ok(named(rows, |(at, why, lifted)| json!({ "at": at.and_utc(), "suspicion": why, "lifted_at": utc(lifted) })))
}

/// What moderators noted, withdrawn notes too: they are kept.
fn noted(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    type Row = (At, i64, String, Option<At>, Option<At>);
    let rows: Vec<Row> = notes::table
        .filter(notes::person_id.eq(person))
        .order(notes::id)
        .select((notes::created_at, notes::created_by, notes::text, notes::ends_at, notes::withdrawn_at))
        .load(db)?;
    Ok(named(rows, |(at, by, text, ends, withdrawn)| {
        let (ends, withdrawn) = (utc(ends), utc(withdrawn));
        json!({ "at": at.and_utc(), "by": by, "text": text, "ends_at": ends, "withdrawn_at": withdrawn })
    }))
}

fn ordered(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(At, String, Option<At>)> = clock_orders::table
        .filter(clock_orders::person_id.eq(person))
        .order(clock_orders::id)
        .select((clock_orders::ordered_at, clock_orders::reason, clock_orders::lifted_at))
        .load(db)?;
    Ok(named(rows, |(at, why, lifted)| json!({ "at": at.and_utc(), "reason": why, "lifted_at": utc(lifted) })))
}

fn told(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(At, String, String)> = notifications::table
        .filter(notifications::person_id.eq(person))
        .order(notifications::id)
        .select((notifications::created_at, notifications::topic, notifications::payload))
        .load(db)?;
    let rows = rows.into_iter().map(|(at, topic, payload)| {
        let body = text::in_english(serde_json::from_str(&payload)?);
        Ok(json!({ "at": at.and_utc(), "topic": topic, "body": body }))
    });
    rows.collect::<Result<Value, Error>>()
}

fn wanted(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let row: Option<(bool, bool, bool, bool)> = notification_preferences::table
        .find(person)
        .select((
            notification_preferences::email_personal,
            notification_preferences::email_duties,
            notification_preferences::email_club,
            notification_preferences::email_digest,
        ))
        .first(db)
        .optional()?;
    let wanted = |(personal, duties, club, digest)| json!({ "personal": personal, "duties": duties, "club": club, "digest": digest });
    Ok(json!(row.map(wanted)))
}

/// Phones and browsers that show what the person is told.
fn shown_on(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(String, bool, String, At)> = push_devices::table
        .filter(push_devices::person_id.eq(person))
        .order(push_devices::id)
        .select((push_devices::name, push_devices::is_discreet, push_devices::endpoint, push_devices::created_at))
        .load(db)?;
    Ok(named(
        rows,
        |(name, discreet, endpoint, at)| json!({ "name": name, "discreet": discreet, "endpoint": endpoint, "since": at.and_utc() }),
    ))
}

/// Since when a calendar can be read at a secret address.
fn subscribed(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let since: Option<At> =
        calendar_addresses::table.find(person).select(calendar_addresses::created_at).first(db).optional()?;
    Ok(json!(since.map(|at| json!({ "since": at.and_utc() }))))
}

/// What happened to the person's account at the doors.
fn happened(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(String, String, String, i64, At, At)> = security_log::table
        .filter(security_log::person_id.eq(person))
        .order(security_log::id)
        .select((
            security_log::event,
            security_log::address,
            security_log::detail,
            security_log::times,
            security_log::first_at,
            security_log::last_at,
        ))
        .load(db)?;
    Ok(named(
        rows,
        |(event, address, detail, times, from, to)| json!({ "event": event, "address": address, "detail": detail, "times": times, "from": from.and_utc(), "to": to.and_utc() }),
    ))
}

fn signed_in(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(At, At, String, Option<At>)> = sign_ins::table
        .filter(sign_ins::person_id.eq(person))
        .order(sign_ins::id)
        .select((sign_ins::started_at, sign_ins::refreshed_at, sign_ins::address, sign_ins::ended_at))
        .load(db)?;
    Ok(named(
        rows,
        |(from, used, address, ended)| json!({ "from": from.and_utc(), "last_used_at": used.and_utc(), "address": address, "ended_at": utc(ended) }),
    ))
}

//! Points as files: changes of scores other than games, and the ledger, whole or limited to what its
//! reader may know.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::{CHUNK, Csv, calls, utc, utc_if_any, yes};
use crate::conduct::decisions::veil::{Veil, all_entries};
use crate::db::{
    Db, Kept,
    schema::{ledger, people, rating_events, sessions, standings},
};
use crate::error::{Act, Error};
use crate::id::PersonId;
use crate::ratings::EventKind;

/// What moved scores beside games and joining.
pub(super) const BESIDE_GAMES: [EventKind; 5] =
    [EventKind::Absence, EventKind::Idleness, EventKind::Adjustment, EventKind::Halving, EventKind::Reset];

pub(super) fn events(db: &mut Db, csv: &mut Csv) -> Result<(), Error> {
    csv.headings(["at", "kind", "person", "points", "session", "cause", "acts"])?;
    let causes: Vec<(i64, Kept, String)> = ledger::table
        .inner_join(rating_events::table.on(rating_events::id.eq(ledger::event_id)))
        .filter(rating_events::kind.eq_any(BESIDE_GAMES))
        .order(ledger::id.desc())
        .select((ledger::event_id, ledger::cause, ledger::acts))
        .load(db)?;
    // The last read is the first posted.
    let causes: HashMap<i64, (String, String)> =
        causes.into_iter().map(|(event, cause, acts)| (event, (cause.to_string(), acts))).collect();
    type Row = (i64, NaiveDateTime, EventKind, String, i64, Option<NaiveDateTime>);
    let rows: Vec<Row> = rating_events::table
        .inner_join(people::table.on(people::id.eq(rating_events::first_id)))
        .left_join(sessions::table.on(sessions::id.nullable().eq(rating_events::session_id)))
        .filter(rating_events::kind.eq_any(BESIDE_GAMES).and(rating_events::void.eq(false)))
        .order((rating_events::at, rating_events::id))
        .select((
            rating_events::id,
            rating_events::at,
            rating_events::kind,
            people::handle,
            rating_events::points,
            sessions::starts_at.nullable(),
        ))
        .load(db)?;
    for (id, at, kind, person, points, session) in rows {
        let (cause, acts) = causes.get(&id).cloned().unwrap_or_default();
        let acts: Vec<Act> = serde_json::from_str(&acts).unwrap_or_default();
        let acts: Vec<String> = acts.iter().map(Act::to_string).collect();
        let (points, acts) = (points.to_string(), acts.join(" "));
        csv.line([&utc(at), kind.as_str(), &person, &points, &utc_if_any(session), &cause, &acts])?;
    }
    Ok(())
}

pub(super) fn ledger(db: &mut Db, csv: &mut Csv) -> Result<(), Error> {
    csv.headings(["posted_at", "person", "delta", "balance", "correction", "cause", "acts"])?;
    type Row = (i64, NaiveDateTime, String, i64, i64, bool, Kept, String);
    let mut after = 0;
    loop {
        let rows: Vec<Row> = ledger::table
            .inner_join(people::table.on(people::id.eq(ledger::person_id)))
            .filter(ledger::id.gt(after))
            .order(ledger::id)
            .limit(CHUNK)
            .select((
                ledger::id,
                ledger::posted_at,
                people::handle,
                ledger::delta,
                ledger::balance,
                ledger::correction,
                ledger::cause,
                ledger::acts,
            ))
            .load(db)?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = last.0;
        for (_, at, person, delta, balance, correction, cause, acts) in rows {
            let acts: Vec<Act> = serde_json::from_str(&acts)?;
            let acts: Vec<String> = acts.iter().map(Act::to_string).collect();
            let (delta, balance) = (delta.to_string(), balance.to_string());
            csv.line([&utc(at), &person, &delta, &balance, yes(correction), &cause.to_string(), &acts.join(" ")])?;
        }
    }
}

/// The ledger as its reader may know it, a person after another.
pub(super) fn told_ledger(db: &mut Db, veil: &Veil, csv: &mut Csv) -> Result<(), Error> {
    if veil.reader.moderates() {
        return ledger(db, csv);
    }
    csv.headings(["posted_at", "person", "delta", "balance", "correction", "cause", "acts"])?;
    let called = calls(db, Some(veil))?;
    let people: Vec<PersonId> = standings::table.order(standings::person_id).select(standings::person_id).load(db)?;
    for person in people {
        for entry in all_entries(db, person, veil)? {
            let acts: Vec<String> = entry.acts.iter().map(Act::to_string).collect();
            let (delta, balance) = (entry.delta.to_string(), entry.balance.to_string());
            csv.line([
                &utc(entry.posted_at.naive_utc()),
                &called(person),
                &delta,
                &balance,
                yes(entry.correction),
                &entry.cause.to_string(),
                &acts.join(" "),
            ])?;
        }
    }
    Ok(())
}

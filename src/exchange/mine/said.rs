//! One person's data: decisions about them, and what they said and did before the Court, at the
//! tables and in elections. Secret ballots are stored without a voter, so there is nothing of them
//! here.

use std::collections::HashMap;

use diesel::prelude::*;
use serde_json::{Value, json};

use super::{At, named, utc};
use crate::db::{
    Db,
    schema::{
        candidates, cases, change_requests, chess_notes, confirmations, decisions, evidence, evidence_views, filings,
        objections, offences, online_consents, petition_drafts, reports, room_ratings, sanctions, suggestions,
        table_declines, table_mutes, table_seats, table_talk, tables,
    },
};
use crate::error::Error;
use crate::id::PersonId;

pub(super) fn decided(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    type Sanction = (i64, String, Option<i64>, Option<i64>, Option<i64>, Option<String>, bool, Option<At>);
    type Row = (i64, (String, String, At), (Option<i64>, String, At, Option<At>, String, String));
    let own = offences::table.filter(offences::accused_id.eq(person)).select(offences::id);
    let of_them = decisions::table.filter(decisions::offence_id.eq_any(own)).select(decisions::id);
    let rows: Vec<Sanction> = sanctions::table
        .filter(sanctions::decision_id.eq_any(of_them))
        .order(sanctions::id)
        .select((
            sanctions::decision_id,
            sanctions::kind,
            sanctions::points,
            sanctions::minutes,
            sanctions::game_id,
            sanctions::step,
            sanctions::bans,
            sanctions::ban_ends_at,
        ))
        .load(db)?;
    let mut imposed: HashMap<i64, Vec<Value>> = HashMap::new();
    for (decision, kind, points, minutes, game, step, bans, ends) in rows {
        imposed.entry(decision).or_default().push(json!({ "kind": kind, "points": points, "minutes": minutes,
            "game": game, "step": step, "bans": bans, "ban_ends_at": utc(ends) }));
    }
    let rows: Vec<Row> = decisions::table
        .inner_join(offences::table.on(offences::id.eq(decisions::offence_id)))
        .filter(offences::accused_id.eq(person))
        .order(decisions::id)
        .select((
            decisions::id,
            (offences::act, offences::what, offences::happened_at),
            (
                decisions::decided_by,
                decisions::reasons,
                decisions::decided_at,
                decisions::declared_at,
                decisions::state,
                decisions::state_cause,
            ),
        ))
        .load(db)?;
    Ok(named(rows, |(id, (act, what, happened), (by, reasons, at, declared, state, cause))| {
        json!({ "id": id, "act": act, "what": what, "happened_at": happened.and_utc(), "by": by, "reasons": reasons,
            "decided_at": at.and_utc(), "declared_at": utc(declared), "state": state, "state_cause": cause,
            "sanctions": imposed.get(&id) })
    }))
}

pub(super) fn petitioned(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(String, String, String, String, At, String)> = cases::table
        .filter(cases::filed_by.eq(person))
        .order(cases::id)
        .select((cases::number, cases::subject, cases::title, cases::grounds, cases::filed_at, cases::state))
        .load(db)?;
    Ok(named(
        rows,
        |(number, subject, title, grounds, at, state)| json!({ "case": number, "subject": subject, "title": title, "grounds": grounds, "at": at.and_utc(), "state": state }),
    ))
}

pub(super) fn drafted(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(String, String, String, At)> = petition_drafts::table
        .filter(petition_drafts::saved_by.eq(person))
        .order(petition_drafts::id)
        .select((petition_drafts::subject, petition_drafts::title, petition_drafts::grounds, petition_drafts::saved_at))
        .load(db)?;
    Ok(named(
        rows,
        |(subject, title, grounds, at)| json!({ "subject": subject, "title": title, "grounds": grounds, "saved_at": at.and_utc() }),
    ))
}

pub(super) fn filed(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(String, i64, String, String, String, At)> = filings::table
        .inner_join(cases::table.on(cases::id.eq(filings::case_id)))
        .filter(filings::filed_by.eq(person))
        .order(filings::id)
        .select((cases::number, filings::number, filings::kind, filings::title, filings::text, filings::filed_at))
        .load(db)?;
    Ok(named(
        rows,
        |(case, number, kind, title, text, at)| json!({ "case": case, "number": number, "kind": kind, "title": title, "text": text, "at": at.and_utc() }),
    ))
}

pub(super) fn reported(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    type Row = (i64, Option<i64>, Option<i64>, String, At, String, Option<String>);
    let rows: Vec<Row> = reports::table
        .filter(reports::made_by.eq(person))
        .order(reports::id)
        .select((
            reports::accused_id,
            reports::game_id,
            reports::table_id,
            reports::what,
            reports::made_at,
            reports::state,
            reports::dismissal_reason,
        ))
        .load(db)?;
    Ok(named(
        rows,
        |(accused, game, table, what, at, state, answer)| json!({ "about": accused, "game": game, "table": table, "what": what, "at": at.and_utc(), "state": state, "answer": answer }),
    ))
}

pub(super) fn objected(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(i64, String, At, String)> = objections::table
        .filter(objections::made_by.eq(person))
        .order(objections::id)
        .select((objections::game_id, objections::reason, objections::made_at, objections::state))
        .load(db)?;
    Ok(named(rows, |(game, why, at, state)| json!({ "game": game, "reason": why, "at": at.and_utc(), "state": state })))
}

pub(super) fn disputed(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(i64, Option<String>, At, String)> = confirmations::table
        .filter(confirmations::disputed_by.eq(person))
        .order(confirmations::game_id)
        .select((confirmations::game_id, confirmations::claim, confirmations::changed_at, confirmations::state))
        .load(db)?;
    Ok(named(
        rows,
        |(game, claim, at, state)| json!({ "game": game, "claim": claim, "at": at.and_utc(), "state": state }),
    ))
}

/// What was gathered of them while they played online, and who looked at it; not the pictures themselves.
pub(super) fn gathered(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let own = evidence::table.filter(evidence::person_id.eq(person)).select(evidence::id);
    let rows: Vec<(i64, i64, At, String)> = evidence_views::table
        .filter(evidence_views::evidence_id.eq_any(own))
        .order(evidence_views::id)
        .select((
            evidence_views::evidence_id,
            evidence_views::seen_by,
            evidence_views::seen_at,
            evidence_views::by_right,
        ))
        .load(db)?;
    let mut views: HashMap<i64, Vec<Value>> = HashMap::new();
    for (id, by, at, right) in rows {
        views.entry(id).or_default().push(json!({ "by": by, "at": at.and_utc(), "by_right": right }));
    }
    type Row = (i64, i64, String, At, i64, At, Option<At>);
    let rows: Vec<Row> = evidence::table
        .filter(evidence::person_id.eq(person))
        .order(evidence::id)
        .select((
            evidence::id,
            evidence::table_id,
            evidence::kind,
            evidence::gathered_at,
            evidence::bytes,
            evidence::keep_until,
            evidence::erased_at,
        ))
        .load(db)?;
    Ok(named(rows, |(id, table, kind, at, bytes, until, erased)| {
        json!({ "table": table, "kind": kind, "at": at.and_utc(), "bytes": bytes, "keep_until": until.and_utc(),
            "erased_at": utc(erased), "views": views.get(&id) })
    }))
}

pub(super) fn sat(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(i64, String, i64, String, At, Option<At>)> = table_seats::table
        .inner_join(tables::table.on(tables::id.eq(table_seats::table_id)))
        .filter(table_seats::person_id.eq(person))
        .order(tables::id)
        .select((tables::id, tables::game, table_seats::seat, tables::stage, tables::opened_at, tables::ended_at))
        .load(db)?;
    Ok(named(
        rows,
        |(id, game, seat, stage, opened, ended)| json!({ "table": id, "game": game, "seat": seat, "stage": stage, "opened_at": opened.and_utc(), "ended_at": utc(ended) }),
    ))
}

pub(super) fn talked(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(i64, At, String)> = table_talk::table
        .filter(table_talk::said_by.eq(person))
        .order(table_talk::id)
        .select((table_talk::table_id, table_talk::at, table_talk::text))
        .load(db)?;
    Ok(named(rows, |(table, at, text)| json!({ "table": table, "at": at.and_utc(), "text": text })))
}

pub(super) fn muted(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let theirs = table_mutes::table.filter(table_mutes::muted_by.eq(person)).order(table_mutes::id);
    Ok(json!(theirs.select(table_mutes::muted_id).load::<i64>(db)?))
}

/// The tables to which they said no.
pub(super) fn declined(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let theirs = table_declines::table.filter(table_declines::person_id.eq(person)).order(table_declines::table_id);
    Ok(json!(theirs.select(table_declines::table_id).load::<i64>(db)?))
}

pub(super) fn noted(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(i64, i64, At, Option<String>, String)> = chess_notes::table
        .filter(chess_notes::written_by.eq(person))
        .order(chess_notes::id)
        .select((chess_notes::table_id, chess_notes::ply, chess_notes::at, chess_notes::sign, chess_notes::text))
        .load(db)?;
    Ok(named(
        rows,
        |(table, ply, at, sign, text)| json!({ "table": table, "ply": ply, "at": at.and_utc(), "sign": sign, "text": text }),
    ))
}

pub(super) fn rated(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let row: Option<(f64, f64, i64)> = room_ratings::table
        .find(person)
        .select((room_ratings::rating, room_ratings::uncertainty, room_ratings::games))
        .first(db)
        .optional()?;
    Ok(json!(row.map(|(rating, about, games)| json!({ "rating": rating, "uncertainty": about, "games": games }))))
}

pub(super) fn consented(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(i64, At)> = online_consents::table
        .filter(online_consents::person_id.eq(person))
        .order(online_consents::id)
        .select((online_consents::version, online_consents::given_at))
        .load(db)?;
    Ok(named(rows, |(version, at)| json!({ "version": version, "at": at.and_utc() })))
}

pub(super) fn stood(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    type Row = (i64, At, Option<At>, Option<At>, String);
    let rows: Vec<Row> = candidates::table
        .filter(candidates::person_id.eq(person))
        .order(candidates::id)
        .select((
            candidates::election_id,
            candidates::nominated_at,
            candidates::accepted_at,
            candidates::withdrawn_at,
            candidates::statement,
        ))
        .load(db)?;
    Ok(named(rows, |(election, at, accepted, withdrawn, statement)| {
        json!({ "election": election, "nominated_at": at.and_utc(), "accepted_at": utc(accepted),
            "withdrawn_at": utc(withdrawn), "statement": statement })
    }))
}

pub(super) fn suggested(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(String, At, String, Option<String>)> = suggestions::table
        .filter(suggestions::made_by.eq(person))
        .order(suggestions::id)
        .select((suggestions::text, suggestions::made_at, suggestions::state, suggestions::answer))
        .load(db)?;
    Ok(named(
        rows,
        |(text, at, state, answer)| json!({ "text": text, "at": at.and_utc(), "state": state, "answer": answer }),
    ))
}

pub(super) fn requested(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(String, String, At, String)> = change_requests::table
        .filter(change_requests::made_by.eq(person))
        .order(change_requests::id)
        .select((change_requests::note, change_requests::draft, change_requests::made_at, change_requests::state))
        .load(db)?;
    Ok(named(
        rows,
        |(note, draft, at, state)| json!({ "note": note, "draft": draft, "at": at.and_utc(), "state": state }),
    ))
}

//! One person's data: their votes, rulings and opinions as a justice (Act III.3). Secret ballots of
//! elections are shown to nobody, not even to the voter.

use diesel::prelude::*;
use serde_json::{Value, json};

use super::{At, named};
use crate::db::{
    Db,
    schema::{cases, drafts, filings, judgments, leave_votes, opinion_joins, opinions, rulings, votes},
};
use crate::error::Error;
use crate::id::PersonId;

/// Everything they did on the bench, by kind.
pub(super) fn judged(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    Ok(json!({
        "leave": leave(db, person)?,
        "rulings": ruled(db, person)?,
        "drafts": drafted(db, person)?,
        "votes": voted(db, person)?,
        "opinions": written(db, person)?,
        "joined": joined(db, person)?,
    }))
}

fn leave(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(String, bool, String, At)> = leave_votes::table
        .inner_join(cases::table.on(cases::id.eq(leave_votes::case_id)))
        .filter(leave_votes::said_by.eq(person))
        .order(leave_votes::id)
        .select((cases::number, leave_votes::granted, leave_votes::reason, leave_votes::said_at))
        .load(db)?;
    Ok(named(
        rows,
        |(case, granted, why, at)| json!({ "case": case, "granted": granted, "reason": why, "at": at.and_utc() }),
    ))
}

fn ruled(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(String, i64, bool, String, At)> = rulings::table
        .inner_join(filings::table.on(filings::id.eq(rulings::filing_id)))
        .inner_join(cases::table.on(cases::id.eq(filings::case_id)))
        .filter(rulings::ruled_by.eq(person))
        .order(rulings::id)
        .select((cases::number, filings::number, rulings::granted, rulings::reason, rulings::ruled_at))
        .load(db)?;
    Ok(named(
        rows,
        |(case, filing, granted, why, at)| json!({ "case": case, "filing": filing, "granted": granted, "reason": why, "at": at.and_utc() }),
    ))
}

fn drafted(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(i64, String, String, String, At)> = drafts::table
        .inner_join(cases::table.on(cases::id.eq(drafts::case_id)))
        .filter(drafts::drafted_by.eq(person))
        .order(drafts::id)
        .select((drafts::id, cases::number, drafts::stage, drafts::disposition, drafts::drafted_at))
        .load(db)?;
    Ok(named(
        rows,
        |(id, case, stage, judgment, at)| json!({ "id": id, "case": case, "stage": stage, "judgment": read(&judgment), "at": at.and_utc() }),
    ))
}

fn voted(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(String, String, i64, String, At)> = votes::table
        .inner_join(cases::table.on(cases::id.eq(votes::case_id)))
        .inner_join(drafts::table.on(drafts::id.eq(votes::draft_id)))
        .filter(votes::voted_by.eq(person))
        .order(votes::id)
        .select((cases::number, votes::stage, votes::round, drafts::disposition, votes::voted_at))
        .load(db)?;
    Ok(named(
        rows,
        |(case, stage, round, judgment, at)| json!({ "case": case, "stage": stage, "round": round, "judgment": read(&judgment), "at": at.and_utc() }),
    ))
}

fn written(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(String, String, String, At)> = opinions::table
        .inner_join(judgments::table.on(judgments::id.eq(opinions::judgment_id)))
        .inner_join(cases::table.on(cases::id.eq(judgments::case_id)))
        .filter(opinions::written_by.eq(person))
        .order(opinions::id)
        .select((cases::number, opinions::kind, opinions::text, opinions::published_at))
        .load(db)?;
    Ok(named(rows, |(case, kind, text, at)| json!({ "case": case, "kind": kind, "text": text, "at": at.and_utc() })))
}

fn joined(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(String, String, i64, At)> = opinion_joins::table
        .inner_join(opinions::table.on(opinions::id.eq(opinion_joins::opinion_id)))
        .inner_join(judgments::table.on(judgments::id.eq(opinions::judgment_id)))
        .inner_join(cases::table.on(cases::id.eq(judgments::case_id)))
        .filter(opinion_joins::joined_by.eq(person))
        .order(opinion_joins::id)
        .select((cases::number, opinions::kind, opinions::written_by, opinion_joins::joined_at))
        .load(db)?;
    Ok(named(
        rows,
        |(case, kind, author, at)| json!({ "case": case, "kind": kind, "author": author, "at": at.and_utc() }),
    ))
}

/// A judgment is kept as JSON.
fn read(judgment: &str) -> Value {
    serde_json::from_str(judgment).unwrap_or_else(|_| judgment.into())
}

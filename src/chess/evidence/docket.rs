//! When a case about an online game opens, its log and the redacted pictures join the docket by
//! themselves (Act I.9.8); copies that are made later follow.

use diesel::prelude::*;
use serde_json::json;

use super::store::{copy, redactions_of};
use super::{RedactionId, Safe, Source};
use crate::chess::NAME;
use crate::court::exhibits::{Kept, Media};
use crate::court::{self, Subject};
use crate::db::{
    Database, Tx,
    schema::{cases, evidence, evidence_logs, redactions, tables},
};
use crate::error::Error;
use crate::id::GameId;
use crate::notify;
use crate::tables::{TableId, store as rooms};

/// Brings every open case about an online game up to date; gives how many exhibits were filed.
pub fn run(db: &Database, safe: &std::sync::Arc<Safe>) -> Result<usize, Error> {
    let safe = safe.clone();
    let open: Vec<(String, TableId)> = db.read_now(|db| {
        let cases: Vec<(String, court::State, Option<i64>)> = cases::table
            .filter(cases::subject.eq(Subject::Game))
            .select((cases::number, cases::state, cases::subject_id))
            .load(db)?;
        let mut open = Vec::new();
        for (number, state, game) in cases {
            let Some(game) = game.filter(|_| state.is_open()) else { continue };
            let played = tables::table.filter(tables::game_id.eq(GameId(game)).and(tables::game.eq(NAME)));
            let table: Option<TableId> = played.select(tables::id).first(db).optional()?;
            open.extend(table.map(|table| (number, table)));
        }
        Ok(open)
    })?;
    let mut filed = 0;
    for (number, table) in open {
        let safe = safe.clone();
        filed += db.write_now(move |tx| join(tx, &safe, &number, table))?;
    }
    Ok(filed)
}

/// Files on a docket what is not there yet.
fn join(tx: &mut Tx, safe: &Safe, number: &str, table: TableId) -> Result<usize, Error> {
    let case = court::store::case(tx.db, number)?;
    let mut filed = 0;
    let there: i64 = evidence_logs::table.filter(evidence_logs::case_id.eq(case.id)).count().get_result(tx.db)?;
    if there == 0 {
        let lines = rooms::written(tx.db, table)?;
        let log = Kept { media: Media::Text, content: lines.into_bytes() };
        court::store::hand_over(tx, &case, &format!("The log of table {table}"), court::Visibility::Public, log)?;
        diesel::insert_into(evidence_logs::table)
            .values((evidence_logs::case_id.eq(case.id), evidence_logs::filed_at.eq(tx.now)))
            .execute(tx.db)?;
        ask_for_redactions(tx, number, table)?;
        filed += 1;
    }
    for made in redactions_of(tx.db, table)? {
        if !waits(tx, made.id)? {
            continue;
        }
        let copy = copy(tx.db, safe, made.id)?;
        let title = format!("Redacted evidence {} of table {table}", made.evidence);
        let filing = court::store::hand_over(tx, &case, &title, court::Visibility::Court, copy)?;
        diesel::update(redactions::table.find(made.id)).set(redactions::filing_id.eq(filing)).execute(tx.db)?;
        filed += 1;
    }
    Ok(filed)
}

/// Whether a copy is on no docket yet.
fn waits(tx: &mut Tx, id: RedactionId) -> Result<bool, Error> {
    let waiting = redactions::table.find(id).filter(redactions::filing_id.is_null());
    Ok(waiting.filter(redactions::content.is_not_null()).count().get_result::<i64>(tx.db)? > 0)
}

/// Where pictures were gathered, the Chief Justice is told that redacted ones are due to the Court.
fn ask_for_redactions(tx: &mut Tx, number: &str, table: TableId) -> Result<(), Error> {
    let pictures: i64 = evidence::table
        .filter(evidence::table_id.eq(table).and(evidence::kind.eq(Source::Screen)))
        .count()
        .get_result(tx.db)?;
    let chief = court::store::facts(tx.db, number)?.chief_justice;
    if pictures > 0 && chief.is_some() {
        let told = json!({ "case": number, "table": table, "pictures": pictures, "acts": ["I.9.8"] });
        notify::enqueue(tx, "evidence.due", chief, &told)?;
    }
    Ok(())
}

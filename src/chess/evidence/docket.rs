//! When a case about an online game opens, its log and the redacted pictures are added to the
//! docket automatically (Act I.9.8), and so are redacted copies that are made later.

use diesel::prelude::*;
use serde_json::json;

use super::store::{copy, redactions_of};
use super::{RedactionId, Safe, Source};
use crate::action::{By, perform};
use crate::chess::NAME;
use crate::court::actions::HandOver;
use crate::court::exhibits::{Media, StoredExhibit};
use crate::court::{self, Subject};
use crate::db::{
    Database, Db, Tx,
    schema::{cases, evidence, evidence_exhibits, online_voids, tables},
};
use crate::error::Error;
use crate::id::GameId;
use crate::notify::{self, Topic};
use crate::tables::{TableId, store as rooms};

/// Brings every open case about an online game up to date; returns how many exhibits were filed.
pub fn run(db: &Database, safe: &std::sync::Arc<Safe>) -> Result<usize, Error> {
    let safe = safe.clone();
    let open: Vec<(String, TableId)> = db.read_now(|db| {
        let cases: Vec<(String, court::State, Subject, Option<i64>)> = cases::table
            .filter(cases::subject.eq_any([Subject::Game, Subject::ChiefAct]))
            .select((cases::number, cases::state, cases::subject, cases::subject_id))
            .load(db)?;
        let mut open = Vec::new();
        for (number, state, subject, id) in cases {
            let Some(id) = id.filter(|_| state.is_open()) else { continue };
            open.extend(table_of(db, subject, id)?.map(|table| (number, table)));
        }
        Ok(open)
    })?;
    let mut filed = 0;
    for (number, table) in open {
        let safe = safe.clone();
        // One case that cannot be brought up to date holds no other up.
        match db.write_now(move |tx| join(tx, &safe, &number, table)) {
            Ok(exhibits) => filed += exhibits,
            Err(error) => tracing::error!(%error, table = table.0, "evidence could not join a docket"),
        }
    }
    Ok(filed)
}

/// The table whose online game a matter is about: the game itself, or the act that made it void.
fn table_of(db: &mut Db, subject: Subject, id: i64) -> Result<Option<TableId>, Error> {
    let table = if subject == Subject::ChiefAct {
        online_voids::table.filter(online_voids::chief_act_id.eq(id)).select(online_voids::table_id).first(db)
    } else {
        let played = tables::table.filter(tables::game_id.eq(GameId(id)).and(tables::game.eq(NAME)));
        played.select(tables::id).first(db)
    };
    Ok(table.optional()?)
}

/// Files on a docket what is not there yet.
fn join(tx: &mut Tx, safe: &Safe, number: &str, table: TableId) -> Result<usize, Error> {
    let case = court::store::case(tx.db, number)?;
    let mut filed = 0;
    let there: Vec<Option<RedactionId>> = evidence_exhibits::table
        .filter(evidence_exhibits::case_id.eq(case.id))
        .select(evidence_exhibits::redaction_id)
        .load(tx.db)?;
    if !there.contains(&None) {
        let lines = rooms::written(tx.db, table)?;
        let log = StoredExhibit { media: Media::Text, content: lines.into_bytes() };
        let title = format!("The log of table {table}");
        file(tx, &case, None, &title, court::Visibility::Public, log)?;
        ask_for_redactions(tx, number, table)?;
        filed += 1;
    }
    for made in redactions_of(tx.db, table)? {
        if there.contains(&Some(made.id)) || made.erased {
            continue;
        }
        let copy = copy(tx.db, safe, made.id)?;
        let title = format!("Redacted evidence {} of table {table}", made.evidence);
        file(tx, &case, Some(made.id), &title, court::Visibility::Court, copy)?;
        filed += 1;
    }
    Ok(filed)
}

/// Files the log, or a redacted copy, as an exhibit.
fn file(
    tx: &mut Tx,
    case: &court::store::Case,
    copy: Option<RedactionId>,
    title: &str,
    visibility: court::Visibility,
    kept: StoredExhibit,
) -> Result<(), Error> {
    let exhibit = HandOver { case, title, visibility, exhibit: kept };
    let filing = perform(tx, &By::service("I.9.8"), &exhibit)?;
    diesel::insert_into(evidence_exhibits::table)
        .values((
            evidence_exhibits::case_id.eq(case.id),
            evidence_exhibits::redaction_id.eq(copy),
            evidence_exhibits::filing_id.eq(filing),
        ))
        .execute(tx.db)?;
    Ok(())
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
        notify::enqueue(tx, Topic::EvidenceDue, chief, &told)?;
    }
    Ok(())
}

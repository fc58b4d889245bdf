//! Reports in the database.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;

use super::rules::Facts;
use super::{Report, ReportId, State};
use crate::conduct::decisions::DecisionId;
use crate::db::{
    Db, Tx,
    schema::{reports, table_talk},
};
use crate::error::Error;
use crate::games;
use crate::id::{GameId, PersonId};
use crate::rulebook;
use crate::sessions::calendar::local_date;

/// An offence that somebody saw.
#[derive(Clone, Debug)]
pub struct NewReport {
    pub accused: PersonId,
    pub game: Option<GameId>,
    pub what: String,
    pub happened_at: NaiveDateTime,
    pub table: Option<i64>,
    pub quoted: String,
}

/// Utterances that a report quotes, the last ones.
const QUOTED: i64 = 3;

/// What a report quotes.
pub struct Quotation {
    /// The line that it ends with.
    pub last: i64,
    pub words: String,
}

/// What somebody wrote at a table of the games room, up to one line of theirs, else what they wrote there last; `None` if
/// they wrote no such line there.
pub fn quoted(db: &mut Db, table: i64, person: PersonId, last: Option<i64>) -> Result<Option<Quotation>, Error> {
    let said: Vec<(i64, String)> = table_talk::table
        .filter(table_talk::table_id.eq(table).and(table_talk::said_by.eq(person)))
        .filter(table_talk::id.le(last.unwrap_or(i64::MAX)))
        .order(table_talk::id.desc())
        .limit(QUOTED)
        .select((table_talk::id, table_talk::text))
        .load(db)?;
    let Some(newest) = said.first().map(|(id, _)| *id) else { return Ok(None) };
    if last.is_some_and(|last| last != newest) {
        return Ok(None);
    }
    let words: Vec<String> = said.iter().rev().map(|(_, text)| format!("\u{201c}{text}\u{201d}")).collect();
    Ok(Some(Quotation { last: newest, words: words.join(" ") }))
}

pub fn facts(tx: &mut Tx, reporter: PersonId, new: &NewReport) -> Result<Facts, Error> {
    let own: Vec<Report> = reports::table
        .filter(reports::made_by.eq(reporter))
        .filter(reports::state.eq(State::Open).or(reports::made_at.gt(tx.now - TimeDelta::days(1))))
        .order(reports::id)
        .load(tx.db)?;
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    let day = |at: NaiveDateTime| local_date(at.and_utc(), zone);
    let is_open = |report: &&Report| report.state == State::Open;
    let is_same = |report: &&Report| {
        report.accused == new.accused
            && report.game == new.game
            && (new.game.is_some() || (report.table == new.table && day(report.happened_at) == day(new.happened_at)))
    };
    let a_day_ago = tx.now - TimeDelta::days(1);
    let made = own.iter().map(|report| report.made_at);
    Ok(Facts {
        reporter,
        accused: new.accused,
        game: new.game.map(|game| games::store::row(tx.db, game)).transpose()?.map(|row| row.game()),
        within_a_day: made.filter(|made| *made > a_day_ago).collect(),
        open: own.iter().filter(is_open).count(),
        same: own.iter().filter(is_open).find(is_same).map(|report| report.id),
    })
}

pub fn add(tx: &mut Tx, reporter: PersonId, new: &NewReport) -> Result<Report, Error> {
    Ok(diesel::insert_into(reports::table)
        .values((
            reports::made_by.eq(reporter),
            reports::accused_id.eq(new.accused),
            reports::game_id.eq(new.game),
            reports::what.eq(&new.what),
            reports::happened_at.eq(new.happened_at),
            reports::made_at.eq(tx.now),
            reports::state.eq(State::Open),
            reports::table_id.eq(new.table),
            reports::quoted.eq(&new.quoted),
        ))
        .returning(reports::all_columns)
        .get_result(tx.db)?)
}

/// A report that must exist.
pub fn report(db: &mut Db, id: ReportId) -> Result<Report, Error> {
    let report: Option<Report> = reports::table.find(id).first(db).optional()?;
    report.ok_or_else(|| crate::not_found!("report").into())
}

/// Reports, newest first: one's own, or, for those who moderate, all but those about themself.
pub fn list(
    db: &mut Db,
    reader: PersonId,
    moderates: bool,
    state: Option<State>,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<Report>, Error> {
    let mut query = reports::table.order(reports::id.desc()).limit(limit).into_boxed();
    query = match moderates {
        true => query.filter(reports::accused_id.ne(reader)),
        false => query.filter(reports::made_by.eq(reader)),
    };
    if let Some(state) = state {
        query = query.filter(reports::state.eq(state));
    }
    if let Some(before) = before {
        query = query.filter(reports::id.lt(before));
    }
    Ok(query.load(db)?)
}

/// Writes down how an open report is closed: by a decision that answers it, or with a reason.
pub fn close(
    tx: &mut Tx,
    id: ReportId,
    by: PersonId,
    decision: Option<DecisionId>,
    reason: Option<&str>,
) -> Result<Report, Error> {
    let state = if decision.is_some() { State::TakenUp } else { State::Dismissed };
    Ok(diesel::update(reports::table.find(id))
        .set((
            reports::state.eq(state),
            reports::closed_at.eq(tx.now),
            reports::closed_by.eq(by),
            reports::decision_id.eq(decision),
            reports::dismissal_reason.eq(reason),
        ))
        .returning(reports::all_columns)
        .get_result(tx.db)?)
}

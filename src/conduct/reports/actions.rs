//! Actions: making and closing reports.

use chrono::{DateTime, NaiveDateTime, Utc};
use serde::Deserialize;
use serde_json::json;

use super::store::{self, NewReport};
use super::{Report, ReportId, rules};
use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::conduct::decisions::DecisionId;
use crate::conduct::rules::reason;
use crate::db::{Db, Tx};
use crate::error::{Error, Kind, Refusal};
use crate::fields;
use crate::games;
use crate::http::instant;
use crate::id::{GameId, PersonId};
use crate::members;
use crate::notify::Topic;
use crate::rulebook;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReportRequest)]
pub struct MakeReport {
    #[schema(value_type = i64)]
    pub accused: PersonId,
    /// The game in which it happened, if it was in one.
    #[schema(value_type = Option<i64>)]
    pub game: Option<GameId>,
    /// What was seen, 16 to 2000 characters; it may be empty where a table is named.
    pub what: String,
    pub happened_at: DateTime<Utc>,
    /// The table of the games room at which the accused wrote something: the report quotes what they wrote there last.
    pub table: Option<i64>,
    /// The line of theirs at that table with which the quotation ends, as the reporter has read it; the last one if not said.
    pub last: Option<i64>,
}

/// A report's fields; of a form, those that could be read.
pub struct Written<'a> {
    pub accused: Option<PersonId>,
    pub game: Option<GameId>,
    pub what: &'a str,
    pub happened_at: Option<DateTime<Utc>>,
    pub table: Option<i64>,
    pub last: Option<i64>,
}

impl Written<'_> {
    /// All faults of the fields.
    pub fn faults(&self, db: &mut Db, now: NaiveDateTime) -> Result<Vec<Refusal>, Error> {
        let mut wrong = Vec::new();
        if let Some(accused) = self.accused {
            missing("accused", members::store::known(db, accused).map(drop), &mut wrong)?;
        }
        if let Some(game) = self.game {
            missing("game", games::store::row(db, game).map(drop), &mut wrong)?;
        }
        if let (Some(table), Some(accused)) = (self.table, self.accused) {
            let quoted = store::quoted(db, table, accused, self.last)?;
            wrong.extend(rules::wrote(quoted.is_some(), self.last).err());
        }
        wrong.extend(what(self.what, self.table).err());
        let past = |at| instant::kept("happened_at", at).and_then(|at| rules::past(at, now));
        wrong.extend(self.happened_at.and_then(|at| past(at).err()));
        Ok(wrong)
    }
}

/// What was seen, in the reporter's words; where a table is named, the quotation can speak for itself.
fn what(text: &str, table: Option<i64>) -> Result<String, Refusal> {
    fields::text("what", text, if table.is_some() { 0 } else { 16 }, 2000)
}

fn missing(field: &'static str, looked_up: Result<(), Error>, wrong: &mut Vec<Refusal>) -> Result<(), Error> {
    match looked_up.map_err(|error| error.at(field)) {
        Err(Error::Refused(refusal)) => wrong.push(*refusal),
        looked_up => looked_up?,
    }
    Ok(())
}

/// Several faults are reported together, in the form's order, also if one is that something was not
/// found.
pub fn together(mut wrong: Vec<Refusal>) -> Result<(), Refusal> {
    let of = |refusal: &Refusal, name: &str| refusal.errors.first().is_some_and(|error| error.field == name);
    wrong.sort_by_key(|refusal| {
        ["accused", "what", "happened_at", "game", "table", "last"].iter().position(|name| of(refusal, name))
    });
    if wrong.len() > 1 {
        wrong.iter_mut().for_each(|refusal| refusal.kind = Kind::Invalid);
    }
    Refusal::together(wrong)
}

impl Action for MakeReport {
    type Done = Report;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Report>, Error> {
        let (now, reporter) = (tx.now, by.somebody()?.person);
        let (accused, game, table, last) = (self.accused, self.game, self.table, self.last);
        let happened_at = Some(self.happened_at);
        let written = Written { accused: Some(accused), game, what: &self.what, happened_at, table, last };
        together(written.faults(tx.db, now)?)?;
        let quoted = match table {
            Some(table) => store::quoted(tx.db, table, accused, last)?,
            None => None,
        };
        let new = NewReport {
            accused,
            game,
            what: what(&self.what, table)?,
            happened_at: instant::kept("happened_at", self.happened_at)?,
            table,
            quoted: quoted.map(|quoted| quoted.words).unwrap_or_default(),
        };
        let house = rulebook::in_force(tx.db, now)?;
        let facts = store::facts(tx, reporter, &new)?;
        rules::report(&facts, new.happened_at, &house, now)?;
        let report = store::add(tx, reporter, &new)?;
        let body = json!({ "report": report.id, "accused": report.accused, "game": report.game });
        let record = Record::of(Word::ReportMade, format!("report:{}", report.id), body);
        // Not of whom: that may be one of those who are told.
        Ok(record.tell_of(Topic::ReportMade, None, json!({ "report": report.id })).done(report))
    }
}

/// How a report is closed.
#[derive(Clone, Debug)]
pub enum Closing {
    TakenUp(DecisionId),
    /// With a reason, which the reporter reads.
    Dismissed(String),
}

/// Closes an open report, by an independent moderator.
pub struct CloseReport(pub ReportId, pub Closing);

impl Action for CloseReport {
    type Done = Report;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Report>, Error> {
        let (CloseReport(id, closing), by) = (self, by.somebody()?);
        let (word, decision, why) = match closing {
            Closing::TakenUp(decision) => (Word::ReportTakenUp, Some(*decision), None),
            Closing::Dismissed(why) => (Word::ReportDismissed, None, Some(reason("reason", why, "III.2")?)),
        };
        let found = store::report(tx.db, *id)?;
        rules::close(by.person, by.roles, found.reporter, found.accused, found.state)?;
        let closed = store::close(tx, *id, by.person, decision, why.as_deref())?;
        let told = json!({ "report": id, "decision": decision, "reason": why });
        Ok(Record::of(word, format!("report:{id}"), told).tell(Some(found.reporter)).done(closed))
    }
}

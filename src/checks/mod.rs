//! Checks that the club's records agree: each log is replayed from its beginning and compared with everything
//! derived from it. An administrator starts a check as a job (`jobs`); the command `check` runs at once.

pub mod api;
pub mod jobs;
pub mod pages;
pub mod unlogged;

use diesel::prelude::*;
use rookery_messages::{Message, say};

use crate::audit::{self, Break, Kept};
use crate::db::{
    Db,
    schema::{ledger, plays, rating_events},
};
use crate::error::Error;
use crate::ratings;
use crate::tables::{Room, store};

crate::words!(
    /// Which records are gone through.
    Subject as CheckSubject {
        /// The log of all that moved scores, folded again, against standings and ledger.
        Ratings = "ratings",
        /// The act log, against its seals and the checkpoints that were kept of it; and games, register and roles against it.
        Acts = "acts",
        /// The log of every table, folded again.
        Tables = "tables",
    }
);

/// The most faults that a check reports; broken records can have one for every row.
const MOST: usize = 20;

/// The result of a check.
#[derive(Debug, Default)]
pub struct CheckResult {
    pub entries: u64,
    /// Where records do not agree, a sentence each.
    pub faults: Vec<Message>,
}

/// Entries that there are to go through.
pub fn length(db: &mut Db, subject: Subject) -> Result<i64, Error> {
    Ok(match subject {
        Subject::Ratings => {
            rating_events::table.count().get_result::<i64>(db)? + ledger::table.count().get_result::<i64>(db)?
        }
        Subject::Acts => audit::length(db)?,
        Subject::Tables => plays::table.count().get_result(db)?,
    })
}

/// Goes through records; `tell` hears how many entries are done. The act log is held against the checkpoints in `kept`,
/// which must have been read before the snapshot was taken. Of very many faults it gives the first, and how many more
/// there are.
pub fn go_through(
    db: &mut Db,
    subject: Subject,
    room: &Room,
    kept: &Kept,
    tell: &mut dyn FnMut(u64),
) -> Result<CheckResult, Error> {
    let mut found = match subject {
        Subject::Ratings => {
            let report = ratings::verify::walk(db, tell)?;
            CheckResult { entries: report.events + report.entries, faults: report.faults }
        }
        Subject::Acts => acts(db, kept, tell)?,
        Subject::Tables => tables(db, room, tell)?.1,
    };
    if found.faults.len() > MOST {
        let more = found.faults.split_off(MOST).len();
        found.faults.push(say!("Further faults that are not told here: {more}", more));
    }
    Ok(found)
}

/// Walks the act log past its checkpoints, and holds what it tells against games, register and roles.
pub fn acts(db: &mut Db, kept: &Kept, tell: &mut dyn FnMut(u64)) -> Result<CheckResult, Error> {
    let mut found = CheckResult { entries: 0, faults: kept.faults.clone() };
    match audit::walk(db, kept, tell)? {
        Ok(acts) => found.entries = u64::try_from(acts).unwrap_or_default(),
        Err(Break { first, last, detail }) => {
            found.entries = u64::try_from(last).unwrap_or_default();
            found.faults.push(say!(
                "{fault}; the first that is wrong is one of acts {from} to {to}",
                fault = detail,
                from = first,
                to = last
            ));
        }
    }
    found.faults.extend(kept.missing(db)?);
    found.faults.extend(unlogged::faults(db)?);
    Ok(found)
}

/// Folds every table's log again; returns how many tables there are.
pub fn tables(db: &mut Db, room: &Room, tell: &mut dyn FnMut(u64)) -> Result<(usize, CheckResult), Error> {
    let mut found = CheckResult::default();
    let all = store::all(db)?;
    for id in &all {
        let (table, log) = (store::table(db, *id)?, store::entries_after(db, *id, 0)?);
        found.entries += log.len() as u64;
        match store::replay(room, &table, &log) {
            Ok(wrong) if wrong.is_empty() => {}
            Ok(wrong) => found.faults.push(say!(
                "table {table}: entries {entries} come out otherwise than they were recorded",
                table = id.0,
                entries = format!("{wrong:?}")
            )),
            Err(error) => found.faults.push(say!(
                "table {table} cannot be folded: {why}",
                table = id.0,
                why = Message::verbatim(error.to_string())
            )),
        }
        tell(found.entries);
    }
    Ok((all.len(), found))
}

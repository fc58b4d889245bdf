//! `check`: whether the database, the act log and the ratings are consistent.

use std::process::ExitCode;

use diesel::prelude::*;

use super::console::tell;
use crate::App;
use crate::audit::{Checkpoints, Kept};
use crate::checks;
use crate::config::Config;
use crate::db::{Db, differences, tables};
use crate::error::Error;
use crate::ratings;

/// Checks everything in one snapshot, tells what it found, and ends with status 1 at a fault.
pub fn run(config: &Config) -> Result<ExitCode, Error> {
    let checkpoints = config.checkpoints_folder().map(Checkpoints::in_folder);
    let kept = checkpoints.map_or(Ok(Kept::default()), |checkpoints| checkpoints.read())?;
    let mut told = Ok(());
    let mut hear = |line: String| {
        if told.is_ok() {
            told = tell(line);
        }
    };
    let checked = super::open(config).and_then(|mut database| database.snapshot(|db| check(db, &kept, &mut hear)));
    told?;
    let faults = match checked {
        Ok(faults) => faults,
        Err(Error::Database(error)) => vec![format!("the database cannot be read: {error}")],
        Err(other) => return Err(other),
    };
    for fault in &faults {
        tell(format_args!("FAULT {fault}"))?;
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The faults of a club, its act log held against the checkpoints that were kept of it; `tell` hears
/// what was looked at. What cannot be read is a fault of its own, and the rest is looked at all the same.
pub fn check(db: &mut Db, kept: &Kept, tell: &mut dyn FnMut(String)) -> Result<Vec<String>, Error> {
    type Part = fn(&mut Db, &Kept, &mut dyn FnMut(String)) -> Result<Vec<String>, Error>;
    let parts: [(&str, Part); 6] = [
        ("database", |db, _, _| tables::faults(db)),
        ("schema", |db, _, _| differences(db)),
        ("tables", rows),
        ("act log", acts),
        ("ratings", scores),
        ("games room", rooms),
    ];
    let mut faults = Vec::new();
    for (name, part) in parts {
        // A savepoint: what fails in PostgreSQL ends its transaction.
        match db.transaction(|db| part(db, kept, tell)) {
            Ok(found) => faults.extend(found.into_iter().map(|fault| format!("{name}: {fault}"))),
            Err(error @ (Error::Database(_) | Error::Internal(_))) => {
                faults.push(format!("{name}: cannot be gone through: {error}"));
            }
            Err(other) => return Err(other),
        }
    }
    Ok(faults)
}

/// Every row of every table, read once.
fn rows(db: &mut Db, _: &Kept, tell: &mut dyn FnMut(String)) -> Result<Vec<String>, Error> {
    let (mut rows, mut faults) = (0, Vec::new());
    let tables = tables::tables(db)?;
    for table in &tables {
        match db.transaction(|db| tables::each_row(db, table, |_| Ok(()))) {
            Ok(count) => rows += count,
            Err(error) => faults.push(format!("table {} cannot be read: {error}", table.name)),
        }
    }
    tell(format!("database: {} tables, {rows} rows", tables.len()));
    Ok(faults)
}

fn acts(db: &mut Db, kept: &Kept, tell: &mut dyn FnMut(String)) -> Result<Vec<String>, Error> {
    let acts = checks::acts(db, kept, &mut |_| {})?;
    if acts.faults.is_empty() {
        tell(act_log(acts.entries, kept));
    }
    Ok(acts.faults.iter().map(ToString::to_string).collect())
}

fn scores(db: &mut Db, _: &Kept, tell: &mut dyn FnMut(String)) -> Result<Vec<String>, Error> {
    let report = ratings::verify::verify(db)?;
    tell(format!(
        "ratings: {} events replayed, {} ledger entries, {} members",
        report.events, report.entries, report.members
    ));
    Ok(report.faults.iter().map(ToString::to_string).collect())
}

fn rooms(db: &mut Db, _: &Kept, tell: &mut dyn FnMut(String)) -> Result<Vec<String>, Error> {
    let (tables, found) = checks::tables(db, &App::games(), &mut |_| {})?;
    tell(format!("tables: {tables} replayed, {} entries", found.entries));
    Ok(found.faults.iter().map(ToString::to_string).collect())
}

/// What a sound act log is held by.
fn act_log(acts: u64, kept: &Kept) -> String {
    let sealed = format!("act log: {acts} acts, each sealed to the one before");
    match kept.checkpoints.last() {
        Some(last) => format!(
            "{sealed}; {} signed checkpoints hold, the last of {} over {} acts",
            kept.checkpoints.len(),
            last.at.format("%Y-%m-%d %H:%M:%SZ"),
            last.acts
        ),
        None => format!("{sealed}; no checkpoint was kept of it, so nothing would show that all of it was replaced"),
    }
}

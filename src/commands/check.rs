//! `check`: whether the database, the act log and the ratings hold together.

use std::process::ExitCode;

use crate::App;
use crate::audit::{Checkpoints, Kept};
use crate::checks;
use crate::config::Config;
use crate::db::{Db, tables};
use crate::error::Error;
use crate::ratings;

/// Checks everything in one snapshot, tells what it found, and ends with status 1 at a fault.
pub fn run(config: &Config) -> Result<ExitCode, Error> {
    let checkpoints = config.checkpoints_folder().map(Checkpoints::in_folder);
    let kept = checkpoints.map_or(Ok(Kept::default()), |checkpoints| checkpoints.read())?;
    let faults = super::open(config)?.snapshot(|db| check(db, &kept, &mut |line| println!("{line}")))?;
    for fault in &faults {
        println!("FAULT {fault}");
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The faults of a club, its act log held against the checkpoints that were kept of it; `tell` hears
/// what was looked at.
pub fn check(db: &mut Db, kept: &Kept, tell: &mut dyn FnMut(String)) -> Result<Vec<String>, Error> {
    let mut faults = tables::faults(db)?;
    let mut rows = 0;
    let tables = tables::tables(db)?;
    for table in &tables {
        match tables::each_row(db, table, |_| Ok(())) {
            Ok(count) => rows += count,
            Err(error) => faults.push(format!("table {} cannot be read: {error}", table.name)),
        }
    }
    tell(format!("database: {} tables, {rows} rows", tables.len()));
    let acts = checks::acts(db, kept, &mut |_| {})?;
    if acts.faults.is_empty() {
        tell(act_log(acts.entries, kept));
    }
    faults.extend(acts.faults.into_iter().map(|fault| format!("act log: {fault}")));
    match ratings::verify::verify(db) {
        Ok(report) => {
            tell(format!(
                "ratings: {} events replayed, {} ledger entries, {} members",
                report.events, report.entries, report.members
            ));
            faults.extend(report.faults.into_iter().map(|fault| format!("ratings: {fault}")));
        }
        Err(error) => faults.push(format!("ratings: {error}")),
    }
    let (tables, found) = checks::tables(db, &App::games(), &mut |_| {})?;
    tell(format!("tables: {tables} replayed, {} entries", found.entries));
    faults.extend(found.faults);
    Ok(faults)
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
        None => format!("{sealed}; no checkpoint was kept of it: nothing shows whether all was written anew"),
    }
}

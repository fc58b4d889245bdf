//! `check`: whether the database, the act log and the ratings hold together.

use std::process::ExitCode;

use crate::config::Config;
use crate::db::{Db, tables};
use crate::error::Error;
use crate::{audit, ratings};

/// Checks everything in one snapshot, tells what it found, and ends with status 1 at a fault.
pub fn run(config: &Config) -> Result<ExitCode, Error> {
    let faults = super::open(config)?.snapshot(|db| check(db, &mut |line| println!("{line}")))?;
    for fault in &faults {
        println!("FAULT {fault}");
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The faults of a club; `tell` hears what was looked at.
pub fn check(db: &mut Db, tell: &mut dyn FnMut(String)) -> Result<Vec<String>, Error> {
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
    match audit::verify(db)? {
        Ok(acts) => tell(format!("act log: {acts} acts, each sealed to the one before")),
        Err(broken) => faults.push(format!("act log: {}", broken.detail)),
    }
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
    Ok(faults)
}

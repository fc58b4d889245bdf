//! The report file that a tournament was read from.

use diesel::prelude::*;

use crate::db::{Db, Tx, schema::tournaments};
use crate::error::Error;
use crate::tournaments::TournamentId;
use crate::tournaments::exchange::ReportText;

/// The file, where the tournament was read from one.
pub fn report(db: &mut Db, id: TournamentId) -> Result<Option<ReportText>, Error> {
    let kept: Option<String> = tournaments::table.find(id).select(tournaments::report).first(db)?;
    Ok(kept.map(|kept| serde_json::from_str(&kept)).transpose()?)
}

/// Keeps the file.
pub fn set_report(tx: &mut Tx, id: TournamentId, kept: &ReportText) -> Result<(), Error> {
    let kept = serde_json::to_string(kept)?;
    diesel::update(tournaments::table.find(id)).set(tournaments::report.eq(kept)).execute(tx.db)?;
    Ok(())
}

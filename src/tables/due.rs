//! What time does at tables by itself: flags fall, deadlines pass, adjourned games go on, those awaited are told that theirs comes.
//! Once, however many replicas look.

use diesel::prelude::*;

use super::actions::{At, TakeDue, by_itself};
use super::{Room, Stage, TableId};
use crate::action::perform;
use crate::db::{Database, schema::tables};
use crate::error::Error;

/// Carries out what is due; gives at how many tables something was.
pub fn run(db: &Database, room: &std::sync::Arc<Room>) -> Result<usize, Error> {
    let now = db.clock().now();
    let due: Vec<TableId> = db.read_now(|db| {
        Ok(tables::table
            .filter(tables::due_at.le(now).or(tables::warn_at.le(now)))
            .filter(tables::stage.eq_any([Stage::Playing, Stage::Adjourned]))
            .order(tables::due_at)
            .select(tables::id)
            .load(db)?)
    })?;
    let mut done = 0;
    for id in due {
        let due = TakeDue(At::table(room, id));
        // One table that cannot go on holds no other up.
        match db.write_now(move |tx| perform(tx, &by_itself(), &due)) {
            Ok(happened) => done += usize::from(happened),
            Err(error) => tracing::error!(%error, table = id.0, "what was due at a table could not be done"),
        }
    }
    Ok(done)
}

//! What happens at tables by time alone: flags fall, deadlines pass, adjourned games go on, and players are reminded of a
//! deadline. Each happens once, also with several replicas.

use std::sync::Arc;

use super::Room;
use super::actions::{At, TakeDue, by_itself};
use crate::action::perform;
use crate::db::Database;
use crate::error::Error;

/// Carries out what is due; returns at how many tables something was. Ten times a second, so it asks the database nothing.
pub fn run(db: &Database, room: &Arc<Room>) -> Result<usize, Error> {
    let now = db.clock().now();
    let mut done = 0;
    for id in room.due(now) {
        let due = TakeDue(At::table(room, id));
        // An error at one table does not stop the others.
        match db.write_now(move |tx| perform(tx, &by_itself(), &due)) {
            Ok(happened) => done += usize::from(happened),
            Err(error) => tracing::error!(%error, table = id.0, "what was due at a table could not be done"),
        }
    }
    Ok(done)
}

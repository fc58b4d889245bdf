//! What happens in the Court by time alone. Idempotent, whichever replica runs it.

use chrono::NaiveDateTime;

use super::actions::{EndMoot, LapseRemand, TellOfEmptySeat};
use super::store;
use crate::action::{Action, By, perform};
use crate::db::{Database, Db};
use crate::error::Error;

/// Remanded decisions that nobody made again in time lapse (Act III.3.8); returns how many.
pub fn lapse_remands(db: &Database) -> Result<usize, Error> {
    run(db, "III.3.8", |db, now| {
        let overdue = store::overdue_remands(db, now)?;
        Ok(overdue.into_iter().map(|(case, judgment)| LapseRemand(case, judgment)).collect())
    })
}

/// Ends the cases about decisions that were not declared in time (Act III.2.4.2, T28); returns how many.
pub fn end_moot(db: &Database) -> Result<usize, Error> {
    run(db, "III.2.4.2", |db, _| {
        Ok(store::moot(db)?.into_iter().map(|(number, decision)| EndMoot(number, decision)).collect())
    })
}

/// Tells the Chief Justice of each seat of a panel whose justice left office or came into a conflict before the
/// verdict, once (Act III.3.7); returns how many were told of.
pub fn tell_of_empty_seats(db: &Database) -> Result<usize, Error> {
    run(db, "III.3.7", |db, _| {
        Ok(store::untold(db)?.into_iter().map(|(facts, justice)| TellOfEmptySeat(facts, justice)).collect())
    })
}

/// Performs what is due by an Act, looked up again in the transaction that does it; returns how much that was.
fn run<A, D>(db: &Database, rests_on: &'static str, due: D) -> Result<usize, Error>
where
    A: Action<Done = ()>,
    D: Fn(&mut Db, NaiveDateTime) -> Result<Vec<A>, Error> + Send + 'static,
{
    let now = db.clock().now();
    if db.read_now(|db| due(db, now))?.is_empty() {
        return Ok(0);
    }
    db.write_now(move |tx| {
        let due = due(tx.db, tx.now)?;
        for action in &due {
            perform(tx, &By::service(rests_on), action)?;
        }
        Ok(due.len())
    })
}

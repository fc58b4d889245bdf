//! What happens in elections by time alone: voting opens, votes are counted, terms end. Idempotent, whichever
//! replica runs it; what fell due while the service was down is caught up.

use chrono::NaiveDateTime;

use super::actions::{Close, EndTerm, Open};
use super::{Election, Phase, store};
use crate::action::{By, perform};
use crate::auth;
use crate::db::{Database, Db};
use crate::error::Error;

/// Carries out what is due; returns how many things were.
pub fn run(db: &Database) -> Result<usize, Error> {
    let now = db.clock().now();
    let is_any = db.read_now(|db| Ok(!due(db, now)?.is_empty() || !auth::store::terms_over(db, now)?.is_empty()))?;
    if !is_any {
        return Ok(0);
    }
    db.write_now(move |tx| {
        let (now, by) = (tx.now, By::service("III.2.5"));
        let due = due(tx.db, now)?;
        for election in &due {
            if !store::is_opened(tx.db, election.id)? {
                perform(tx, &by, &Open(election))?;
            }
            if election.phase(now) == Phase::Counting {
                perform(tx, &by, &Close(election))?;
            }
        }
        let over = auth::store::terms_over(tx.db, now)?;
        for (person, role) in &over {
            perform(tx, &by, &EndTerm(*person, *role))?;
        }
        Ok(due.len() + over.len())
    })
}

/// Elections whose voting is to be announced, or whose votes are to be counted.
fn due(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Election>, Error> {
    let mut due = Vec::new();
    for election in store::running(db)? {
        let is_due = match election.phase(now) {
            Phase::Voting => !store::is_opened(db, election.id)?,
            phase => phase == Phase::Counting,
        };
        due.extend(is_due.then_some(election));
    }
    Ok(due)
}

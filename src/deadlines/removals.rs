//! Requests to be removed wait while the member is banned or a party to an open case, and their days begin when that
//! has passed (Act II.8.1, T44).

use crate::action::{By, perform};
use crate::conduct;
use crate::court;
use crate::db::{Database, Db};
use crate::error::Error;
use crate::id::PersonId;
use crate::members::actions::ChangeWaiting;
use crate::members::store::{Request, requests};

/// Lets requests wait, or begins their days; returns for how many that changed.
pub fn run(db: &Database) -> Result<usize, Error> {
    let now = db.clock().now();
    if db.read_now(|db| changed(db, now))?.is_empty() {
        return Ok(0);
    }
    db.write_now(|tx| {
        let changed = changed(tx.db, tx.now)?;
        for request in &changed {
            perform(tx, &By::service("II.8.1"), &ChangeWaiting(request))?;
        }
        Ok(changed.len())
    })
}

/// The requests that wait and need not any more, and those that have to and do not yet.
fn changed(db: &mut Db, now: chrono::NaiveDateTime) -> Result<Vec<Request>, Error> {
    let requests = requests(db)?;
    if requests.is_empty() {
        return Ok(requests);
    }
    let people: Vec<PersonId> = requests.iter().map(|request| request.person).collect();
    let mut barred = conduct::store::banned_among(db, &people, now)?;
    barred.extend(court::store::parties_to_open_cases(db)?);
    let has_changed = |request: &Request| request.due_at.is_none() != barred.contains(&request.person);
    Ok(requests.into_iter().filter(has_changed).collect())
}

//! Requests to be removed wait while the member is banned or a party to an open case, and their days begin when that
//! has passed (Act II.8.1, T44).

use serde_json::json;

use crate::audit::{self, Entry};
use crate::conduct;
use crate::court;
use crate::db::{Database, Db, Tx};
use crate::error::Error;
use crate::id::PersonId;
use crate::members::removal;
use crate::members::store::{Request, requests, set_waiting};
use crate::notify;
use crate::rulebook;

/// Lets requests wait, or begins their days; gives for how many that changed.
pub fn run(db: &Database) -> Result<usize, Error> {
    let now = db.clock().now();
    if db.read_now(|db| changed(db, now))?.is_empty() {
        return Ok(0);
    }
    db.write_now(|tx| {
        let changed = changed(tx.db, tx.now)?;
        for request in &changed {
            change(tx, request)?;
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

fn change(tx: &mut Tx, request: &Request) -> Result<(), Error> {
    let (act, due_at) = match request.due_at {
        Some(_) => ("removal.waits", None),
        None => ("removal.waits_no_more", Some(removal::due(&rulebook::in_force(tx.db, tx.now)?, tx.now))),
    };
    set_waiting(tx, request.id, due_at)?;
    let body = json!({ "request": request.id, "due_at": due_at.map(|due| due.and_utc()), "acts": ["II.8.1"] });
    audit::record(tx, Entry { actor: None, act, subject: format!("person:{}", request.person), body })?;
    let told = json!({
        "removal_request": request.id, "person": request.person, "due_at": due_at.map(|due| due.and_utc()),
    });
    notify::enqueue(tx, act, Some(request.person), &told)?;
    // Moderators find it in the list of what is due.
    if due_at.is_some() { notify::enqueue(tx, act, None, &told) } else { Ok(()) }
}

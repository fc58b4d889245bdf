//! The seal of a row of the act log, and the walk that finds a broken one.

use diesel::prelude::*;
use sha2::{Digest, Sha256};

use super::Row;
use crate::db::{Db, schema::acts};
use crate::error::Error;

/// Where the chain does not hold, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    pub id: i64,
    pub detail: String,
}

/// The hash over the row before and everything this one says; each part with its length, so that
/// nothing can move from one part to the next.
pub(super) fn seal(previous: &[u8], row: &Row) -> Vec<u8> {
    let mut hash = Sha256::new();
    let actor = row.actor_id.map_or(String::new(), |id| id.to_string());
    let parts: [&[u8]; 7] = [
        previous,
        &row.id.to_be_bytes(),
        &row.at.and_utc().timestamp_micros().to_be_bytes(),
        actor.as_bytes(),
        row.act.as_bytes(),
        row.subject.as_bytes(),
        row.body.as_bytes(),
    ];
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().to_vec()
}

/// Walks the whole chain; gives the number of rows that hold, or the first that does not.
pub fn verify(db: &mut Db) -> Result<Result<i64, Break>, Error> {
    const CHUNK: i64 = 5_000;
    let mut expected = 1;
    let mut previous = Vec::new();
    loop {
        let rows: Vec<Row> = acts::table.filter(acts::id.ge(expected)).order(acts::id).limit(CHUNK).load(db)?;
        for row in &rows {
            if row.id != expected {
                return Ok(Err(Break {
                    id: expected,
                    detail: format!("act {expected} is missing; the next is {}", row.id),
                }));
            }
            if row.hash != seal(&previous, row) {
                return Ok(Err(Break { id: row.id, detail: format!("act {} does not match its seal", row.id) }));
            }
            previous.clone_from(&row.hash);
            expected += 1;
        }
        if rows.is_empty() {
            return Ok(Ok(expected - 1));
        }
    }
}

//! The seal (hash) of a row of the act log, and the check that finds a broken one.

use diesel::prelude::*;
use rookery_messages::{Message, say};
use sha2::{Digest, Sha256};

use super::Row;
use super::checkpoints::{Checkpoint, Kept};
use super::redaction::Redactions;
use crate::db::{Db, schema::acts};
use crate::error::Error;
use crate::hex::hex;

/// Where the log does not hold, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The first act that no checkpoint proves: the first wrong one is none before it.
    pub first: i64,
    /// Where it was noticed: the first wrong act is this one, unless those before it were sealed again.
    pub last: i64,
    pub detail: Message,
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
    // Salt that is there is one part more.
    for part in parts.into_iter().chain(row.salt.as_deref()) {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().to_vec()
}

/// Acts from a number on.
pub(super) fn rows_from(db: &mut Db, first: i64, limit: i64) -> Result<Vec<Row>, Error> {
    Ok(acts::table.filter(acts::id.ge(first)).order(acts::id).limit(limit).load(db)?)
}

/// A walk along the chain, as far as it holds.
pub(super) struct Walk {
    acts: i64,
    seal: Vec<u8>,
    redactions: Option<Redactions>,
}

impl Walk {
    /// From after so many acts, the last of which has this seal.
    pub(super) fn after(acts: i64, seal: Vec<u8>) -> Walk {
        Walk { acts, seal, redactions: None }
    }

    /// How many acts hold, and the seal of the last.
    pub(super) fn acts(&self) -> i64 {
        self.acts
    }

    pub(super) fn seal(&self) -> &[u8] {
        &self.seal
    }

    /// What was redacted, read when it is first asked for.
    fn redacted(&mut self, db: &mut Db) -> Result<&Redactions, Error> {
        Ok(match &mut self.redactions {
            Some(read) => read,
            unread => unread.insert(Redactions::read(db)?),
        })
    }

    fn step(&mut self, db: &mut Db, row: &Row) -> Result<Result<(), Message>, Error> {
        let expected = self.acts + 1;
        if row.id != expected {
            return Ok(Err(say!("act {act} is missing; the next is {next}", act = expected, next = row.id)));
        }
        let sealed = seal(&self.seal, row);
        if row.hash != sealed && !self.redacted(db)?.reads(row.id, &sealed) {
            return Ok(Err(say!("act {act} does not match its seal", act = expected)));
        }
        self.acts = expected;
        self.seal.clone_from(&row.hash);
        Ok(Ok(()))
    }

    /// To the end of the log, or to the first act that does not hold.
    pub(super) fn through(&mut self, db: &mut Db) -> Result<Result<(), Break>, Error> {
        self.past(db, &[], &mut |_| {})
    }

    /// The same by these checkpoints, which are in order.
    fn past(
        &mut self,
        db: &mut Db,
        checkpoints: &[Checkpoint],
        tell: &mut dyn FnMut(u64),
    ) -> Result<Result<(), Break>, Error> {
        const CHUNK: i64 = 5_000;
        let mut ahead = checkpoints.iter().peekable();
        let mut proven = self.acts;
        // One over an empty log says nothing.
        while ahead.next_if(|checkpoint| checkpoint.acts <= proven).is_some() {}
        loop {
            let rows = rows_from(db, self.acts + 1, CHUNK)?;
            for row in &rows {
                if let Err(detail) = self.step(db, row)? {
                    return Ok(Err(Break { first: proven + 1, last: self.acts + 1, detail }));
                }
                while let Some(checkpoint) = ahead.next_if(|checkpoint| checkpoint.acts <= self.acts) {
                    if checkpoint.acts != self.acts || checkpoint.seal != hex(&self.seal) {
                        let detail = say!(
                            "act {act} is not the one that checkpoint {checkpoint} of {when} covers",
                            act = self.acts,
                            checkpoint = checkpoint.number,
                            when = at(checkpoint)
                        );
                        return Ok(Err(Break { first: proven + 1, last: self.acts, detail }));
                    }
                    proven = checkpoint.acts;
                }
            }
            tell(u64::try_from(self.acts).unwrap_or_default());
            if rows.is_empty() {
                let missing = self.acts + 1;
                let short = |checkpoint: &Checkpoint| Break {
                    first: proven + 1,
                    last: missing,
                    detail: say!(
                        "act {act} is missing, which checkpoint {checkpoint} of {when} covers",
                        act = missing,
                        checkpoint = checkpoint.number,
                        when = at(checkpoint)
                    ),
                };
                return Ok(ahead.next().map_or(Ok(()), |checkpoint| Err(short(checkpoint))));
            }
        }
    }
}

fn at(checkpoint: &Checkpoint) -> String {
    checkpoint.at.format("%F %T").to_string()
}

/// Walks the whole chain past the checkpoints that were kept of it; returns the number of acts that hold,
/// or the first that does not.
pub fn verify(db: &mut Db, kept: &Kept) -> Result<Result<i64, Break>, Error> {
    walk(db, kept, &mut |_| {})
}

/// The same; `tell` hears how many acts are done.
pub fn walk(db: &mut Db, kept: &Kept, tell: &mut dyn FnMut(u64)) -> Result<Result<i64, Break>, Error> {
    let mut walk = Walk::after(0, Vec::new());
    let walked = walk.past(db, &kept.checkpoints, tell)?;
    Ok(walked.map(|()| walk.acts))
}

//! Redacting the act log when somebody is erased, without breaking the chain.
//!
//! A redacted act keeps its old seal, on which the next one depends, and loses the salt that went into it, so that the
//! removed text cannot be recovered by guessing. The act of the erasure, sealed like any other, lists each redacted act with
//! the seal of its present text. So the chain still verifies, and any further change would be found.

use std::collections::HashMap;

use diesel::prelude::*;
use serde_json::{Map, Value};

use super::Word;
use super::chain::seal;
use crate::db::{Db, Tx, schema::acts};
use crate::error::Error;
use crate::hex::hex;

/// The member of its particulars in which [`Redacted`] stands.
const REDACTED: &str = "redacted";

/// The acts that were redacted, each by its number, and the seals that they would have as they read now: a part of the
/// particulars of the erasure.
#[derive(Debug, Default)]
pub struct Redacted(Map<String, Value>);

impl Redacted {
    /// Puts it among the particulars of the erasure.
    pub fn tell(self, particulars: &mut Value) {
        if !self.0.is_empty() {
            particulars[REDACTED] = Value::Object(self.0);
        }
    }
}

/// Rewrites the particulars of these acts; those that `rewrite` has nothing against stay as they are. The erasure that is
/// logged in the same transaction has to tell of it.
pub fn redact(
    tx: &mut Tx,
    numbers: &[i64],
    rewrite: &mut dyn FnMut(&str) -> Option<String>,
) -> Result<Redacted, Error> {
    let mut redacted = Redacted::default();
    for &number in numbers {
        let mut row: super::Row = acts::table.find(number).first(tx.db)?;
        let Some(body) = rewrite(&row.body) else { continue };
        (row.body, row.salt) = (body, None);
        let before: Option<Vec<u8>> = acts::table.find(number - 1).select(acts::hash).first(tx.db).optional()?;
        let sealed = hex(&seal(&before.unwrap_or_default(), &row));
        redacted.0.insert(number.to_string(), sealed.into());
        diesel::update(acts::table.find(number))
            .set((acts::body.eq(&row.body), acts::salt.eq(&row.salt)))
            .execute(tx.db)?;
    }
    Ok(redacted)
}

/// What all erasures redacted.
pub(super) struct Redactions(HashMap<i64, String>);

impl Redactions {
    pub(super) fn read(db: &mut Db) -> Result<Redactions, Error> {
        let erasures: Vec<String> =
            acts::table.filter(acts::act.eq(Word::PersonErased)).order(acts::id).select(acts::body).load(db)?;
        let mut last = HashMap::new();
        for body in erasures {
            // What is none of this form redacted nothing; whether it was changed, its own seal says.
            let told: Value = serde_json::from_str(&body).unwrap_or_default();
            for (number, sealed) in told[REDACTED].as_object().into_iter().flatten() {
                if let (Ok(number), Some(sealed)) = (number.parse(), sealed.as_str()) {
                    last.insert(number, sealed.to_owned());
                }
            }
        }
        Ok(Redactions(last))
    }

    /// Whether an act was redacted to what it says now.
    pub(super) fn reads(&self, number: i64, sealed: &[u8]) -> bool {
        self.0.get(&number).is_some_and(|told| *told == hex(sealed))
    }
}

//! The outbox: what has to be told outside the service, written in the transaction that causes it.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::Serialize;

use crate::db::{Tx, schema::outbox};
use crate::error::Error;
use crate::id::PersonId;

#[derive(Insertable)]
#[diesel(table_name = outbox)]
struct NewMessage {
    created_at: NaiveDateTime,
    topic: String,
    recipient_id: Option<PersonId>,
    payload: String,
    next_attempt_at: NaiveDateTime,
}

/// Puts a message into the outbox; the worker sends it after the commit. No recipient: the club.
pub fn enqueue(tx: &mut Tx, topic: &str, recipient: Option<PersonId>, payload: &impl Serialize) -> Result<(), Error> {
    let message = NewMessage {
        created_at: tx.now,
        topic: topic.to_owned(),
        recipient_id: recipient,
        payload: serde_json::to_string(payload)?,
        next_attempt_at: tx.now,
    };
    diesel::insert_into(outbox::table).values(&message).execute(tx.db)?;
    Ok(())
}

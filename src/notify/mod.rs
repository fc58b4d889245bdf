//! The outbox: messages are written in the transaction that causes them, and delivered by
//! [`worker`] after the commit.

pub mod actions;
pub mod api;
mod couriers;
pub mod digests;
mod fan_out;
pub mod given_up;
pub mod inbox;
mod mail;
mod outbound;
pub mod pages;
pub mod preferences;
pub mod push;
pub mod receivers;
mod rules;
pub mod text;
mod topics;
mod undone;
pub mod webhooks;
pub mod worker;

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use serde::Serialize;

pub use couriers::{Couriers, Letter, Writers};
pub use mail::Mail;
pub use outbound::{Outbound, Reach, Unreached};

pub use topics::Topic;

use crate::db::{Tx, schema::outbox};
use crate::error::Error;
use crate::id::PersonId;
use crate::{at_once, each};

crate::id!(
    /// A message in the outbox.
    MessageId
);

crate::id!(
    /// A program that is told the club's news.
    WebhookId
);

crate::id!(
    /// A browser in which somebody switched messages on.
    DeviceId
);

crate::words!(
    /// A way by which messages go out. A message that goes by several has a row for each, so that
    /// one that fails does not send the others again.
    Channel {
        /// The reader's own list within the service.
        InApp = "in_app",
        /// A letter to one reader.
        Email = "email",
        /// The club's Discord channel.
        Discord = "discord",
        /// Another program, which somebody who runs the host has named.
        Webhook = "webhook",
        /// A phone or browser of one reader, by its push service.
        Push = "push",
    }
);

crate::words!(
    /// For whom a notification is.
    Audience {
        Person = "person",
        Moderators = "moderators",
        Everybody = "everybody",
    }
);

#[derive(Insertable)]
#[diesel(table_name = outbox)]
#[diesel(treat_none_as_default_value = false)]
struct NewMessage {
    event_id: i64,
    created_at: NaiveDateTime,
    channel: Channel,
    topic: Topic,
    audience: Audience,
    recipient_id: Option<PersonId>,
    payload: String,
    next_attempt_at: NaiveDateTime,
}

/// How long one message is not told again.
const ENOUGH: TimeDelta = TimeDelta::hours(1);

/// [`enqueue`], unless the same reader was told the very same within the hour: what somebody can do and take back
/// as often as they like is told once.
pub fn enqueue_once(tx: &mut Tx, topic: Topic, reader: PersonId, payload: &impl Serialize) -> Result<(), Error> {
    let same = outbox::table
        .filter(outbox::recipient_id.eq(reader).and(outbox::topic.eq(topic)))
        .filter(outbox::created_at.gt(tx.now - ENOUGH))
        .filter(outbox::payload.eq(serde_json::to_string(payload)?));
    let told: i64 = same.count().get_result(tx.db)?;
    if told > 0 { Ok(()) } else { enqueue(tx, topic, Some(reader), payload) }
}

/// Puts a message into the outbox; the worker delivers it after the commit and sends it on by the
/// other channels. Without a recipient it is for whom its topic names (`notify/topics.rs`).
pub fn enqueue(tx: &mut Tx, topic: Topic, recipient: Option<PersonId>, payload: &impl Serialize) -> Result<(), Error> {
    enqueue_all(tx, [(topic, recipient, payload)])
}

/// [`enqueue`] for several messages of one event, by one statement. Where a person gets one of their own, the one of the
/// same topic to their audience is left out of their list and their mail.
pub fn enqueue_all<P: Serialize>(
    tx: &mut Tx,
    messages: impl IntoIterator<Item = (Topic, Option<PersonId>, P)>,
) -> Result<(), Error> {
    let (now, event_id) = (tx.now, rand::random());
    let message = |(topic, recipient_id, payload): (Topic, Option<PersonId>, P)| {
        Ok(NewMessage {
            event_id,
            created_at: now,
            channel: Channel::InApp,
            topic,
            audience: topic.audience(recipient_id),
            recipient_id,
            payload: serde_json::to_string(&payload)?,
            next_attempt_at: now,
        })
    };
    let messages = messages.into_iter().map(message).collect::<Result<Vec<NewMessage>, Error>>()?;
    at_once!(messages, messages => each!(&mut *tx.db, c => diesel::insert_into(outbox::table).values(messages).execute(c))?);
    Ok(())
}

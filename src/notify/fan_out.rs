//! Who hears of a message by which channel besides their list within the service: a row of the
//! outbox for each letter, post and request, made in the transaction that puts it into the lists.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde_json::Value;

use super::inbox::NotificationId;
use super::preferences::Preferences;
use super::worker::Message;
use super::{Audience, Channel, Topic, WebhookId, digests, text, webhooks};
use crate::auth::Role;
use crate::db::{
    Db, Tx,
    schema::{accounts, memberships, notification_preferences, outbox, roles},
};
use crate::each;
use crate::error::Error;
use crate::id::PersonId;

/// Which ways out of the service the operator has set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaysOut {
    pub email: bool,
    pub discord: bool,
}

#[derive(Insertable)]
#[diesel(table_name = outbox)]
struct Copied<'a> {
    created_at: NaiveDateTime,
    channel: Channel,
    topic: &'a str,
    audience: Audience,
    recipient_id: Option<PersonId>,
    webhook_id: Option<WebhookId>,
    payload: &'a str,
    next_attempt_at: NaiveDateTime,
    receiver: String,
}

/// Sends a message on by the other channels; in the lists it stands as this notice.
pub fn fan_out(tx: &mut Tx, message: &Message, notice: NotificationId, ways: WaysOut) -> Result<(), Error> {
    let public = Topic::of(&message.topic).is_some_and(|topic| topic.is_public(message.audience));
    let mut to: Vec<(Channel, Option<PersonId>, Option<WebhookId>, String)> = Vec::new();
    if ways.email {
        let topic = Topic::of(&message.topic);
        let (patient, others): (Vec<Addressed>, Vec<Addressed>) =
            readers(tx.db, message)?.into_iter().partition(|reader| reader.wanted.let_wait(topic, message.audience));
        digests::keep(tx, notice, patient.into_iter().map(|reader| reader.person))?;
        to.extend(
            others.into_iter().map(|reader| (Channel::Email, Some(reader.person), None, receiver(&reader.address))),
        );
    }
    if ways.discord && public {
        to.push((Channel::Discord, None, None, "discord".to_owned()));
    }
    if public {
        let listening = webhooks::listening(tx.db, &message.topic)?;
        to.extend(
            listening.into_iter().map(|webhook| (Channel::Webhook, None, Some(webhook), format!("webhook:{webhook}"))),
        );
    }
    // A message may have another text for what reads it outside of the club.
    let payload = message.body()?;
    let outside = payload.get("outside").filter(|outside| outside.is_object()).map(Value::to_string);
    let copies: Vec<Copied> = to
        .into_iter()
        .map(|(channel, recipient_id, webhook_id, receiver)| Copied {
            created_at: message.created_at,
            channel,
            topic: &message.topic,
            audience: message.audience,
            recipient_id,
            webhook_id,
            payload: match (channel, &outside) {
                (Channel::Discord | Channel::Webhook, Some(outside)) => outside,
                _ => &message.payload,
            },
            next_attempt_at: tx.now,
            receiver,
        })
        .collect();
    for copies in copies.chunks(crate::db::INSERTED_AT_ONCE) {
        each!(&mut *tx.db, c => diesel::insert_into(outbox::table).values(copies).execute(c))?;
    }
    Ok(())
}

/// A letter to one reader alone.
pub(super) fn write_to(tx: &mut Tx, topic: Topic, reader: PersonId, address: &str, payload: &str) -> Result<(), Error> {
    let letter = Copied { recipient_id: Some(reader), audience: Audience::Person, ..alone(tx, topic, payload) };
    add(tx, &Copied { channel: Channel::Email, receiver: receiver(address), ..letter })
}

/// A message for one webhook alone, so that somebody who runs the host sees whether it is heard.
pub fn try_out(tx: &mut Tx, webhook: WebhookId) -> Result<(), Error> {
    let trial = alone(tx, Topic::WebhookTested, "{}");
    add(tx, &Copied { webhook_id: Some(webhook), receiver: format!("webhook:{webhook}"), ..trial })
}

/// A message of now that is copied from none: to a webhook, unless it says otherwise.
fn alone<'a>(tx: &Tx, topic: Topic, payload: &'a str) -> Copied<'a> {
    Copied {
        created_at: tx.now,
        channel: Channel::Webhook,
        topic: topic.as_str(),
        audience: Audience::Moderators,
        recipient_id: None,
        webhook_id: None,
        payload,
        next_attempt_at: tx.now,
        receiver: String::new(),
    }
}

fn add(tx: &mut Tx, message: &Copied) -> Result<(), Error> {
    diesel::insert_into(outbox::table).values(message).execute(tx.db)?;
    Ok(())
}

/// The queue that a letter to an address stands in: the machine that takes it is the domain's.
fn receiver(address: &str) -> String {
    format!("email:{}", address.rsplit('@').next().unwrap_or_default().to_lowercase())
}

/// Somebody with an e-mail address whom messages of a kind are for.
pub(super) struct Addressed {
    pub person: PersonId,
    pub address: String,
    pub wanted: Preferences,
}

/// Who reads a message by e-mail: those it is for who have an address and want it, or must be told.
fn readers(db: &mut Db, message: &Message) -> Result<Vec<Addressed>, Error> {
    let (told, topic) = (told_themselves(db, message)?, Topic::of(&message.topic));
    let mut readers = addressed(db, message.audience, message.recipient)?;
    readers.retain(|one| one.wanted.want(topic, message.audience) && !told.contains(&Some(one.person)));
    Ok(readers)
}

/// Those whom messages are for, by audience, and who have an address.
pub(super) fn addressed(db: &mut Db, audience: Audience, recipient: Option<PersonId>) -> Result<Vec<Addressed>, Error> {
    let mut addressed = accounts::table
        .left_join(notification_preferences::table.on(notification_preferences::person_id.eq(accounts::person_id)))
        .filter(accounts::email.is_not_null())
        .select((
            accounts::person_id,
            accounts::email.assume_not_null(),
            (
                notification_preferences::email_personal,
                notification_preferences::email_duties,
                notification_preferences::email_club,
                notification_preferences::email_digest,
            )
                .nullable(),
        ))
        .order(accounts::person_id)
        .into_boxed();
    match audience {
        Audience::Person => addressed = addressed.filter(accounts::person_id.nullable().eq(recipient)),
        Audience::Moderators => {
            let powers = roles::role.eq_any([Role::Moderator, Role::Justice, Role::ChiefJustice]);
            let holders = roles::table.filter(roles::taken_at.is_null().and(powers)).select(roles::person_id);
            addressed = addressed.filter(accounts::person_id.eq_any(holders));
        }
        Audience::Everybody => {
            let members = memberships::table.filter(memberships::removed_at.is_null()).select(memberships::person_id);
            addressed = addressed.filter(accounts::person_id.eq_any(members));
        }
    }
    let rows: Vec<(PersonId, String, Option<Preferences>)> = addressed.load(db)?;
    let one = |(person, address, wanted): (PersonId, String, Option<Preferences>)| Addressed {
        person,
        address,
        wanted: wanted.unwrap_or_default(),
    };
    Ok(rows.into_iter().map(one).collect())
}

/// Rows of the outbox among which one act's messages stand.
const NEAR: i64 = 1_000;

/// Who is told the same in a message of their own, where this one is for many.
fn told_themselves(db: &mut Db, message: &Message) -> Result<Vec<Option<PersonId>>, Error> {
    if message.audience == Audience::Person {
        return Ok(Vec::new());
    }
    let rows: Vec<(Option<PersonId>, String)> = outbox::table
        .filter(outbox::id.between(message.id.0 - NEAR, message.id.0 + NEAR))
        .filter(outbox::created_at.eq(message.created_at).and(outbox::recipient_id.is_not_null()))
        .filter(outbox::topic.eq(&message.topic).and(outbox::channel.eq(Channel::InApp)))
        .select((outbox::recipient_id, outbox::payload))
        .load(db)?;
    let same = rows.into_iter().filter(|(_, own)| text::tells_the_same(own, &message.payload));
    Ok(same.map(|(reader, _)| reader).collect())
}

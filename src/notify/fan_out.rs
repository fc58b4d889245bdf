//! Who hears of a message by which channel besides their list within the service: a row of the
//! outbox for each letter, post and request, made in the transaction that puts it into the lists.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde_json::Value;

use super::inbox::NotificationId;
use super::preferences::Preferences;
use super::worker::Message;
use super::{Audience, Channel, Topic, WebhookId, digests, webhooks};
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
        let (patient, others): (Vec<Reader>, Vec<Reader>) =
            readers(tx.db, message)?.into_iter().partition(|reader| reader.waits);
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
    let letter = Copied {
        created_at: tx.now,
        channel: Channel::Email,
        topic: topic.as_str(),
        audience: Audience::Person,
        recipient_id: Some(reader),
        webhook_id: None,
        payload,
        next_attempt_at: tx.now,
        receiver: receiver(address),
    };
    diesel::insert_into(outbox::table).values(&letter).execute(tx.db)?;
    Ok(())
}

/// A message for one webhook alone, so that somebody who runs the host sees whether it is heard.
pub fn try_out(tx: &mut Tx, webhook: WebhookId) -> Result<(), Error> {
    let message = Copied {
        created_at: tx.now,
        channel: Channel::Webhook,
        topic: Topic::WebhookTested.as_str(),
        audience: Audience::Moderators,
        recipient_id: None,
        webhook_id: Some(webhook),
        payload: "{}",
        next_attempt_at: tx.now,
        receiver: format!("webhook:{webhook}"),
    };
    diesel::insert_into(outbox::table).values(&message).execute(tx.db)?;
    Ok(())
}

/// The queue that a letter to an address stands in: the machine that takes it is the domain's.
pub(super) fn receiver(address: &str) -> String {
    format!("email:{}", address.rsplit('@').next().unwrap_or_default().to_lowercase())
}

/// Who reads a message by e-mail.
struct Reader {
    person: PersonId,
    address: String,
    /// Whether it waits for their letter of the day.
    waits: bool,
}

/// Who reads a message by e-mail, and where: those it is for who have an address and want it, or must be told.
fn readers(db: &mut Db, message: &Message) -> Result<Vec<Reader>, Error> {
    let audience = message.audience;
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
        Audience::Person => addressed = addressed.filter(accounts::person_id.nullable().eq(message.recipient)),
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
    let addressed: Vec<(PersonId, String, Option<Preferences>)> = addressed.load(db)?;
    let (told, topic) = (told_themselves(db, message)?, Topic::of(&message.topic));
    let reader = |(person, address, stored): (PersonId, String, Option<Preferences>)| {
        let wanted = stored.unwrap_or_default();
        let reads = wanted.want(topic, audience) && !told.contains(&Some(person));
        reads.then_some(Reader { person, address, waits: wanted.let_wait(topic, audience) })
    };
    Ok(addressed.into_iter().filter_map(reader).collect())
}

/// Rows of the outbox among which one act's messages stand.
const NEAR: i64 = 1_000;

/// Who is told the same in a message of their own, where this one is for many.
fn told_themselves(db: &mut Db, message: &Message) -> Result<Vec<Option<PersonId>>, Error> {
    if message.audience == Audience::Person {
        return Ok(Vec::new());
    }
    let same = outbox::topic.eq(&message.topic).and(outbox::payload.eq(&message.payload));
    Ok(outbox::table
        .filter(outbox::id.between(message.id.0 - NEAR, message.id.0 + NEAR))
        .filter(outbox::created_at.eq(message.created_at).and(outbox::recipient_id.is_not_null()).and(same))
        .filter(outbox::channel.eq(Channel::InApp))
        .select(outbox::recipient_id)
        .load(db)?)
}

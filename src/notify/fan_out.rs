//! Which other channels carry a message besides the in-app list: one outbox row for each e-mail,
//! Discord post and webhook request, made in the transaction that fills the lists.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use serde_json::Value;

use super::inbox::NotificationId;
use super::preferences::Preferences;
use super::push::{self, devices};
use super::worker::Message;
use super::{Audience, Channel, DeviceId, Topic, WebhookId, digests, given_up, text, webhooks};
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
    pub push: bool,
}

#[derive(Clone, Insertable)]
#[diesel(table_name = outbox)]
struct Copied<'a> {
    created_at: NaiveDateTime,
    channel: Channel,
    topic: &'a str,
    audience: Audience,
    recipient_id: Option<PersonId>,
    webhook_id: Option<WebhookId>,
    device_id: Option<DeviceId>,
    payload: &'a str,
    next_attempt_at: NaiveDateTime,
    receiver: String,
}

/// Sends a message on by the other channels; in the lists it stands as this notice.
pub fn fan_out(tx: &mut Tx, message: &Message, notice: NotificationId, ways: WaysOut) -> Result<(), Error> {
    let topic = Topic::of(&message.topic);
    let payload = message.body()?;
    // A message may have another text for what reads it outside of the club.
    let outside = payload.get("outside").filter(|outside| outside.is_object()).map(Value::to_string);
    let copied = Copied {
        created_at: message.created_at,
        channel: message.channel,
        topic: &message.topic,
        audience: message.audience,
        recipient_id: None,
        webhook_id: None,
        device_id: None,
        payload: &message.payload,
        next_attempt_at: tx.now,
        receiver: String::new(),
    };
    let mut copies: Vec<Copied> = Vec::new();
    let push = ways.push && devices::are_any(tx.db)?;
    let readers = if ways.email || push { readers(tx.db, message)? } else { Vec::new() };
    if push {
        let wants = |reader: &&Reader| {
            // Only who gets letters waits for the one of the day.
            let waits = ways.email && reader.address.is_some() && reader.wanted.let_wait(topic, message.audience);
            let wanted = reader.wanted.want(topic, message.audience) && !waits;
            // A reader's own board is personal news, although the round is announced to everybody.
            wanted || (reader.wanted.personal && text::paired(&payload["pairings"], reader.person).is_some())
        };
        let people: Vec<PersonId> = readers.iter().filter(wants).map(|reader| reader.person).collect();
        copies.extend(devices::of(tx.db, &people, tx.now)?.into_iter().map(|(device, reader, endpoint)| Copied {
            channel: Channel::Push,
            recipient_id: Some(reader),
            device_id: Some(device),
            receiver: push::receiver(&endpoint),
            ..copied.clone()
        }));
    }
    if ways.email {
        let addressed = readers.into_iter().filter_map(Reader::addressed);
        let (patient, others): (Vec<Addressed>, Vec<Addressed>) = addressed
            .filter(|reader| reader.wanted.want(topic, message.audience))
            .partition(|reader| reader.wanted.let_wait(topic, message.audience));
        digests::keep(tx, notice, patient.into_iter().map(|reader| reader.person))?;
        copies.extend(others.into_iter().map(|reader| Copied {
            channel: Channel::Email,
            recipient_id: Some(reader.person),
            receiver: receiver(&reader.address),
            ..copied.clone()
        }));
    }
    if topic.is_some_and(|topic| topic.is_public(message.audience)) {
        let public = Copied { payload: outside.as_deref().unwrap_or(&message.payload), ..copied };
        if ways.discord {
            copies.push(Copied { channel: Channel::Discord, receiver: "discord".to_owned(), ..public.clone() });
        }
        copies.extend(webhooks::listening(tx.db, &message.topic)?.into_iter().map(|webhook| Copied {
            channel: Channel::Webhook,
            webhook_id: Some(webhook),
            receiver: format!("webhook:{webhook}"),
            ..public.clone()
        }));
    }
    for copies in copies.chunks(crate::db::INSERTED_AT_ONCE) {
        each!(&mut *tx.db, c => diesel::insert_into(outbox::table).values(copies).execute(c))?;
    }
    Ok(())
}

/// A letter to one reader alone.
pub(super) fn write_to(tx: &mut Tx, topic: Topic, reader: PersonId, address: &str, payload: &str) -> Result<(), Error> {
    let letter =
        Copied { recipient_id: Some(reader), audience: Audience::Person, ..alone(tx, Channel::Email, topic, payload) };
    add(tx, &Copied { receiver: receiver(address), ..letter })
}

/// A message for one webhook alone, so that somebody who runs the host sees whether it is heard.
pub fn try_out(tx: &mut Tx, webhook: WebhookId) -> Result<(), Error> {
    given_up::drop_tests(tx, Some(webhook), None)?;
    let trial = alone(tx, Channel::Webhook, Topic::WebhookTested, "{}");
    add(tx, &Copied { webhook_id: Some(webhook), receiver: format!("webhook:{webhook}"), ..trial })
}

/// A message for one device alone, so that its owner sees whether it is shown; one a minute.
pub fn try_device(tx: &mut Tx, reader: PersonId, device: DeviceId, endpoint: &str) -> Result<(), Error> {
    let tried = outbox::table
        .filter(outbox::device_id.eq(device).and(outbox::topic.eq(Topic::PushTested)))
        .filter(outbox::created_at.gt(tx.now - TimeDelta::minutes(1)));
    let tried: i64 = tried.count().get_result(tx.db)?;
    if tried > 0 {
        return Ok(());
    }
    given_up::drop_tests(tx, None, Some(device))?;
    let trial = alone(tx, Channel::Push, Topic::PushTested, "{}");
    let trial = Copied { recipient_id: Some(reader), audience: Audience::Person, ..trial };
    add(tx, &Copied { device_id: Some(device), receiver: push::receiver(endpoint), ..trial })
}

/// A message of now that is copied from none.
fn alone<'a>(tx: &Tx, channel: Channel, topic: Topic, payload: &'a str) -> Copied<'a> {
    Copied {
        created_at: tx.now,
        channel,
        topic: topic.as_str(),
        audience: Audience::Moderators,
        recipient_id: None,
        webhook_id: None,
        device_id: None,
        payload,
        next_attempt_at: tx.now,
        receiver: String::new(),
    }
}

fn add(tx: &mut Tx, message: &Copied) -> Result<(), Error> {
    diesel::insert_into(outbox::table).values(message).execute(tx.db)?;
    Ok(())
}

/// The queue of an e-mail address: its mail domain's.
fn receiver(address: &str) -> String {
    format!("email:{}", address.rsplit('@').next().unwrap_or_default().to_lowercase())
}

/// Somebody with an e-mail address whom messages of a kind are for.
pub(super) struct Addressed {
    pub person: PersonId,
    pub address: String,
    pub wanted: Preferences,
}

/// Somebody whom messages of a kind are for.
struct Reader {
    person: PersonId,
    address: Option<String>,
    wanted: Preferences,
}

impl Reader {
    fn addressed(self) -> Option<Addressed> {
        Some(Addressed { person: self.person, address: self.address?, wanted: self.wanted })
    }
}

/// Who reads a message outside of the service, but for those who are told in a message of their own.
fn readers(db: &mut Db, message: &Message) -> Result<Vec<Reader>, Error> {
    if message.recipient.is_none() && Topic::of(&message.topic).is_some_and(Topic::is_by_name) {
        return Ok(Vec::new());
    }
    let told = told_themselves(db, message)?;
    let mut readers = of_audience(db, message.audience, message.recipient)?;
    readers.retain(|one| !told.contains(&Some(one.person)));
    Ok(readers)
}

/// Those whom messages are for, by audience, and who have an address.
pub(super) fn addressed(db: &mut Db, audience: Audience, recipient: Option<PersonId>) -> Result<Vec<Addressed>, Error> {
    Ok(of_audience(db, audience, recipient)?.into_iter().filter_map(Reader::addressed).collect())
}

fn of_audience(db: &mut Db, audience: Audience, recipient: Option<PersonId>) -> Result<Vec<Reader>, Error> {
    let mut readers = accounts::table
        .left_join(notification_preferences::table.on(notification_preferences::person_id.eq(accounts::person_id)))
        .select((
            accounts::person_id,
            accounts::email,
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
        Audience::Person => readers = readers.filter(accounts::person_id.nullable().eq(recipient)),
        Audience::Moderators => {
            let powers = roles::role.eq_any([Role::Moderator, Role::Justice, Role::ChiefJustice]);
            let holders = roles::table.filter(roles::taken_at.is_null().and(powers)).select(roles::person_id);
            readers = readers.filter(accounts::person_id.eq_any(holders));
        }
        Audience::Everybody => {
            let members = memberships::table.filter(memberships::removed_at.is_null()).select(memberships::person_id);
            readers = readers.filter(accounts::person_id.eq_any(members));
        }
    }
    let rows: Vec<(PersonId, Option<String>, Option<Preferences>)> = readers.load(db)?;
    let one = |(person, address, wanted): (PersonId, Option<String>, Option<Preferences>)| Reader {
        person,
        address,
        wanted: wanted.unwrap_or_default(),
    };
    Ok(rows.into_iter().map(one).collect())
}

/// For a message to an audience: the people who got a personal message of the same event and topic.
fn told_themselves(db: &mut Db, message: &Message) -> Result<Vec<Option<PersonId>>, Error> {
    if message.audience == Audience::Person {
        return Ok(Vec::new());
    }
    Ok(outbox::table
        .filter(outbox::event_id.eq(message.event).and(outbox::recipient_id.is_not_null()))
        .filter(outbox::topic.eq(&message.topic))
        .select(outbox::recipient_id)
        .load(db)?)
}

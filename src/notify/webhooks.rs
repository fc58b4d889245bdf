//! Webhooks: other programs that are told the club's news, each message signed as the Standard
//! Webhooks convention has it.
//!
//! A request carries `webhook-id` (the same at every attempt), `webhook-timestamp` and
//! `webhook-signature`: `v1,` and base64 of the HMAC-SHA256 over `id.timestamp.body`. For a day after
//! a new secret was made there are two, one by each.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use hmac::{Hmac, KeyInit, Mac};
use rookery_messages::{Message as Sentence, say};
use serde::Serialize;
use serde_json::json;
use sha2::Sha256;

use super::outbound::{self, Outbound};
use super::worker::{Failure, Message};
use super::{Topic, WebhookId, text};
use crate::clock::later;
use crate::db::{
    Database, Db, Kept, Tx,
    schema::{outbox, webhook_deliveries, webhooks},
};
use crate::error::Error;
use crate::http::instant;
use crate::id::PersonId;

/// How long an old secret still signs beside the new one.
const OVERLAP: TimeDelta = TimeDelta::days(1);
/// The answer of a receiver that wants nothing more.
const GONE: u16 = 410;

/// A program that is told the club's news.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Webhook {
    pub id: WebhookId,
    pub url: String,
    /// The topics it hears of; all if there are none.
    pub topics: Vec<String>,
    pub created_by: PersonId,
    #[serde(serialize_with = "instant::utc")]
    pub created_at: NaiveDateTime,
}

/// One attempt to tell a webhook something.
#[derive(Clone, Debug, PartialEq, Serialize, Queryable, utoipa::ToSchema)]
pub struct Delivery {
    pub id: i64,
    /// The `webhook-id` of the message.
    pub message: i64,
    pub topic: String,
    #[serde(serialize_with = "instant::utc")]
    pub attempted_at: NaiveDateTime,
    pub attempt: i64,
    /// What was answered, if anything was.
    pub status: Option<i64>,
    /// Why it failed, if it did.
    #[schema(value_type = Option<String>)]
    pub error: Option<Kept>,
}

/// A secret as its receiver is given it: `whsec_` and base64.
pub fn spoken(secret: &[u8]) -> String {
    format!("whsec_{}", STANDARD.encode(secret))
}

/// Bytes to sign with.
pub fn fresh_secret() -> [u8; 32] {
    let mut secret = [0; 32];
    rand::fill(&mut secret);
    secret
}

type Row = (WebhookId, String, String, PersonId, NaiveDateTime);

fn told((id, url, topics, created_by, created_at): Row) -> Result<Webhook, Error> {
    Ok(Webhook { id, url, topics: serde_json::from_str(&topics)?, created_by, created_at })
}

/// The webhooks that stand.
pub fn list(db: &mut Db) -> Result<Vec<Webhook>, Error> {
    let rows: Vec<Row> = webhooks::table
        .filter(webhooks::ended_at.is_null())
        .order(webhooks::id)
        .select((webhooks::id, webhooks::url, webhooks::topics, webhooks::created_by, webhooks::created_at))
        .load(db)?;
    rows.into_iter().map(told).collect()
}

/// A webhook that has not ended; refused if there is none of this number.
pub fn known(db: &mut Db, id: WebhookId) -> Result<Webhook, Error> {
    list(db)?.into_iter().find(|webhook| webhook.id == id).ok_or_else(|| crate::not_found!("webhook").into())
}

/// The webhooks that are sent a topic.
pub fn listening(db: &mut Db, topic: &str) -> Result<Vec<WebhookId>, Error> {
    let hears = |webhook: &Webhook| webhook.topics.is_empty() || webhook.topics.iter().any(|heard| heard == topic);
    Ok(list(db)?.into_iter().filter(hears).map(|webhook| webhook.id).collect())
}

pub fn add(tx: &mut Tx, by: PersonId, url: &str, topics: &[String], secret: &[u8]) -> Result<WebhookId, Error> {
    Ok(diesel::insert_into(webhooks::table)
        .values((
            webhooks::url.eq(url),
            webhooks::topics.eq(serde_json::to_string(topics)?),
            webhooks::secret.eq(secret),
            webhooks::created_by.eq(by),
            webhooks::created_at.eq(tx.now),
        ))
        .returning(webhooks::id)
        .get_result(tx.db)?)
}

/// Changes a webhook's secret; for another day requests are signed with the old one, too.
pub fn rotate(tx: &mut Tx, id: WebhookId, secret: &[u8]) -> Result<(), Error> {
    let until = later(tx.now, OVERLAP);
    diesel::update(webhooks::table.find(id))
        .set((
            webhooks::previous_secret.eq(webhooks::secret.nullable()),
            webhooks::previous_until.eq(until),
            webhooks::secret.eq(secret),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Ends a webhook; its undelivered messages are dropped.
pub fn end(tx: &mut Tx, id: WebhookId) -> Result<(), Error> {
    diesel::update(webhooks::table.find(id)).set(webhooks::ended_at.eq(tx.now)).execute(tx.db)?;
    let undelivered = outbox::webhook_id.eq(id).and(outbox::delivered_at.is_null());
    diesel::delete(outbox::table.filter(undelivered)).execute(tx.db)?;
    Ok(())
}

/// To which webhooks a test of the last minute is on its way.
pub fn tested(db: &mut Db, now: NaiveDateTime) -> Result<Vec<WebhookId>, Error> {
    let tests = outbox::table
        .filter(outbox::topic.eq(Topic::WebhookTested).and(outbox::created_at.gt(later(now, -TimeDelta::minutes(1)))))
        .filter(outbox::delivered_at.is_null().and(outbox::failed_at.is_null()).and(outbox::last_error.is_null()));
    let told: Vec<Option<WebhookId>> = tests.select(outbox::webhook_id).load(db)?;
    Ok(told.into_iter().flatten().collect())
}

/// The attempts to tell a webhook something, the newest first.
pub fn deliveries(db: &mut Db, id: WebhookId, before: Option<i64>, limit: i64) -> Result<Vec<Delivery>, Error> {
    Ok(webhook_deliveries::table
        .filter(webhook_deliveries::webhook_id.eq(id))
        .filter(webhook_deliveries::id.lt(before.unwrap_or(i64::MAX)))
        .order(webhook_deliveries::id.desc())
        .limit(limit)
        .select((
            webhook_deliveries::id,
            webhook_deliveries::message_id,
            webhook_deliveries::topic,
            webhook_deliveries::attempted_at,
            webhook_deliveries::attempt,
            webhook_deliveries::status,
            webhook_deliveries::error,
        ))
        .load(db)?)
}

/// Forgets attempts made before an instant.
pub fn forget(tx: &mut Tx, before: NaiveDateTime) -> Result<usize, Error> {
    Ok(diesel::delete(webhook_deliveries::table.filter(webhook_deliveries::attempted_at.lt(before))).execute(tx.db)?)
}

fn signature(secret: &[u8], id: &str, timestamp: i64, body: &str) -> Result<String, Failure> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret)
        .map_err(|error| Failure::Permanent(Sentence::verbatim(error.to_string())))?;
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    Ok(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
}

/// Where a message goes, and what it is signed with.
struct Target {
    url: String,
    secrets: Vec<Vec<u8>>,
}

fn target(db: &mut Db, id: WebhookId, now: NaiveDateTime) -> Result<Option<Target>, Error> {
    type Row = (String, Vec<u8>, Option<Vec<u8>>, Option<NaiveDateTime>);
    let row: Option<Row> = webhooks::table
        .find(id)
        .filter(webhooks::ended_at.is_null())
        .select((webhooks::url, webhooks::secret, webhooks::previous_secret, webhooks::previous_until))
        .first(db)
        .optional()?;
    Ok(row.map(|(url, secret, previous, until)| {
        let previous = previous.filter(|_| until.is_some_and(|until| now < until));
        Target { url, secrets: [Some(secret), previous].into_iter().flatten().collect() }
    }))
}

/// Tells a webhook something, and logs what came of it.
pub fn deliver(db: &Database, outbound: &Outbound, message: &Message) -> Result<(), Failure> {
    let ended = || Failure::Over(say!("the webhook has ended"));
    let webhook = message.webhook.ok_or_else(ended)?;
    let now = db.clock().now();
    let target = db.read_now(|db| target(db, webhook, now)).map_err(Failure::temporary)?;
    let target = target.ok_or_else(ended)?;
    let (status, outcome) = tell(&target, outbound, message, now);
    let error = outcome.as_ref().err().map(|failure| Kept::of(failure.why().clone()));
    let (message, status) = (message.clone(), status.map(i64::from));
    let logged = db.write_now(move |tx| log(tx, webhook, &message, status, error.as_ref()));
    logged.map_err(Failure::temporary)?;
    outcome
}

fn tell(target: &Target, way: &Outbound, message: &Message, now: NaiveDateTime) -> (Option<u16>, Result<(), Failure>) {
    let data = text::in_english(message.body().unwrap_or_default());
    let body = json!({ "type": message.topic, "timestamp": message.created_at.and_utc(), "data": data }).to_string();
    let (id, timestamp) = (message.id.to_string(), now.and_utc().timestamp());
    let signatures = target.secrets.iter().map(|secret| signature(secret, &id, timestamp, &body)).collect();
    let signatures: Vec<String> = match signatures {
        Ok(signatures) => signatures,
        Err(failure) => return (None, Err(failure)),
    };
    let headers = [
        outbound::json(),
        ("webhook-id", id),
        ("webhook-timestamp", timestamp.to_string()),
        ("webhook-signature", signatures.join(" ")),
    ];
    match way.post(&target.url, &headers, body.as_bytes()) {
        Ok(status @ 200..=299) => (Some(status), Ok(())),
        Ok(GONE) => (Some(GONE), Err(Failure::Permanent(say!("answered 410: it wants nothing more")))),
        Ok(status) => (Some(status), Err(Failure::Temporary(say!("answered {status}", status)))),
        Err(why) => (None, Err(Failure::Unanswered(why))),
    }
}

fn log(
    tx: &mut Tx,
    webhook: WebhookId,
    message: &Message,
    status: Option<i64>,
    error: Option<&Kept>,
) -> Result<(), Error> {
    diesel::insert_into(webhook_deliveries::table)
        .values((
            webhook_deliveries::webhook_id.eq(webhook),
            webhook_deliveries::message_id.eq(message.id),
            webhook_deliveries::topic.eq(&message.topic),
            webhook_deliveries::attempted_at.eq(tx.now),
            webhook_deliveries::attempt.eq(message.attempts),
            webhook_deliveries::status.eq(status),
            webhook_deliveries::error.eq(error),
        ))
        .execute(tx.db)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the Standard Webhooks specification's own libraries.
    #[test]
    fn signatures_are_those_of_the_convention() {
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signed = signature(&secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, r#"{"test": 2432232314}"#);
        assert_eq!(signed.ok().as_deref(), Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
    }
}

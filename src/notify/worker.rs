//! The outbox's worker: claims messages that are due, delivers them, and retries failures later.
//!
//! A claim is a lease: the transaction that claims a message also moves its next attempt into the
//! future. So only one replica has it at a time, and if that one dies, another takes over when the
//! lease runs out. Delivery is at least once: a worker may die after delivering and before
//! recording it, so channels must tolerate repeats. Within the service nothing is claimed: the transaction that tells a
//! message also records it.
//!
//! Each receiver outside the service has its own queue: a worker claims a receiver with its messages. A receiver that
//! does not answer is retried with growing pauses, and all its messages wait with it ([`receivers`]).

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rookery_messages::{Message as Sentence, say};
use serde::Serialize;
use serde_json::Value;

use super::{Audience, Channel, Couriers, DeviceId, MessageId, Topic, WebhookId, given_up, inbox, receivers};
use crate::clock::later;
use crate::db::{Database, Db, Kept, Tx, schema::outbox};
use crate::error::Error;
use crate::http::instant;
use crate::id::PersonId;

/// How long a worker may take over the messages it claimed before another takes them up.
pub const LEASE: TimeDelta = TimeDelta::minutes(5);
/// Attempts after which delivery of a message is abandoned.
pub const ATTEMPTS: i64 = 10;
/// The wait after the first failure; it doubles with each further one, up to `LONGEST`.
const FIRST_WAIT: TimeDelta = TimeDelta::seconds(10);
const LONGEST: TimeDelta = TimeDelta::hours(6);

/// A message as a channel is given it.
#[derive(Clone, Debug, PartialEq, Queryable, Selectable)]
#[diesel(table_name = outbox)]
pub struct Message {
    pub id: MessageId,
    /// Shared by the messages that tell of one event; copies for the other channels have none.
    #[diesel(column_name = event_id)]
    pub event: Option<i64>,
    pub created_at: NaiveDateTime,
    pub channel: Channel,
    pub topic: String,
    pub audience: Audience,
    #[diesel(column_name = recipient_id)]
    pub recipient: Option<PersonId>,
    #[diesel(column_name = webhook_id)]
    pub webhook: Option<WebhookId>,
    #[diesel(column_name = device_id)]
    pub device: Option<DeviceId>,
    /// JSON.
    pub payload: String,
    /// This one included.
    pub attempts: i64,
    /// The receiver whose queue it is in; none within the service.
    pub receiver: String,
}

impl Message {
    /// What it says, by name.
    pub fn body(&self) -> Result<Value, Error> {
        Ok(serde_json::from_str(&self.payload)?)
    }
}

/// Why a message was not delivered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It may work later.
    #[error("{0}")]
    Temporary(Sentence),
    /// Its receiver does not answer, whatever the message.
    #[error("{0}")]
    Unanswered(Sentence),
    /// It never will.
    #[error("{0}")]
    Permanent(Sentence),
    /// Nobody needs it any more, which is no fault.
    #[error("{0}")]
    Over(Sentence),
}

impl Failure {
    pub(super) fn why(&self) -> &Sentence {
        match self {
            Failure::Temporary(why) | Failure::Unanswered(why) | Failure::Permanent(why) | Failure::Over(why) => why,
        }
    }

    /// What went wrong on the way to its receiver, as the program said that did.
    pub fn temporary(error: impl std::fmt::Display) -> Failure {
        Failure::Temporary(Sentence::verbatim(error.to_string()))
    }
}

/// The result of a round of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    pub delivered: usize,
    pub put_off: usize,
    pub given_up: usize,
}

impl Round {
    fn add(&mut self, other: Round) {
        self.delivered += other.delivered;
        self.put_off += other.put_off;
        self.given_up += other.given_up;
    }
}

/// Delivers what is due by a channel, until nothing is. Within the service one transaction delivers many; where it fails,
/// they are delivered one by one, so that one that cannot be told keeps no others.
pub fn run(db: &Database, couriers: &Couriers, channel: Channel) -> Result<Round, Error> {
    let mut round = Round::default();
    if channel == Channel::InApp {
        loop {
            let now = db.clock().now();
            if !db.read_now(move |db| is_any_due(db, channel, now))? {
                return Ok(round);
            }
            match inbox::deliver_due(db, couriers.ways_out()) {
                Ok(0) => return Ok(round),
                Ok(delivered) => round.delivered += delivered,
                Err(error @ Error::Away(_)) => return Err(error),
                Err(error) => {
                    tracing::warn!(%error, "messages could not be delivered together: they are delivered one by one");
                    break;
                }
            }
        }
    }
    round.add(run_with(db, channel, &|message| couriers.deliver(db, message))?);
    Ok(round)
}

/// [`run`] with another courier.
pub fn run_with(
    db: &Database,
    channel: Channel,
    deliver: &dyn Fn(&Message) -> Result<(), Failure>,
) -> Result<Round, Error> {
    let mut round = Round::default();
    loop {
        // A claim that nothing is due for is not worth a transaction that writes.
        let now = db.clock().now();
        if !db.read_now(|db| is_any_due(db, channel, now))? {
            return Ok(round);
        }
        let claimed = db.write_now(move |tx| claim(tx, channel))?;
        if claimed.is_empty() {
            return Ok(round);
        }
        let mut outcomes = Vec::with_capacity(claimed.len());
        for message in claimed {
            // An error here must not keep the messages before it, which went out, from being settled.
            let outcome = match channel {
                // It is read in the transaction that tells it.
                Channel::InApp => deliver(&message),
                Channel::Email | Channel::Discord | Channel::Webhook | Channel::Push => {
                    match db.read_now(|db| stored(db, &message)) {
                        Ok(Some(message)) => deliver(&message),
                        Ok(None) => Err(Failure::Over(say!("whom it was for is gone"))),
                        Err(error) => Err(Failure::temporary(error)),
                    }
                }
            };
            let is_answered = !matches!(outcome, Err(Failure::Unanswered(_)));
            outcomes.push((message, outcome));
            if !is_answered {
                break;
            }
        }
        let settled = db.write_now(move |tx| settle(tx, &outcomes))?;
        round.add(settled);
    }
}

/// A claimed message as the outbox has it now: the words of somebody who was erased meanwhile are no longer in it. Nothing
/// where its reader was erased, and it with them.
pub(super) fn stored(db: &mut Db, claimed: &Message) -> Result<Option<Message>, Error> {
    let payload: Option<String> = outbox::table.find(claimed.id.0).select(outbox::payload).first(db).optional()?;
    Ok(payload.map(|payload| Message { payload, ..claimed.clone() }))
}

/// Messages claimed at once: so many that a lease is long enough for them, however slow the others are.
const fn at_once(channel: Channel) -> i64 {
    match channel {
        Channel::InApp => 100,
        Channel::Email | Channel::Discord | Channel::Webhook | Channel::Push => 4,
    }
}

fn is_any_due(db: &mut Db, channel: Channel, now: NaiveDateTime) -> Result<bool, Error> {
    if channel != Channel::InApp {
        return Ok(!receivers::due(db, channel, now, 1)?.is_empty());
    }
    let due: Option<i64> = due(channel, now).select(outbox::id).first(db).optional()?;
    Ok(due.is_some())
}

/// The oldest messages that are due.
#[diesel::dsl::auto_type(no_type_alias)]
pub(super) fn due(channel: Channel, now: NaiveDateTime) -> _ {
    let waiting = outbox::delivered_at.is_null().and(outbox::failed_at.is_null());
    let due = outbox::next_attempt_at.le(now).and(outbox::channel.eq(channel));
    outbox::table.filter(waiting).filter(due).order((outbox::next_attempt_at, outbox::id))
}

/// Takes the oldest messages that are due, for the length of a lease; outside the service, those of one receiver.
pub fn claim(tx: &mut Tx, channel: Channel) -> Result<Vec<Message>, Error> {
    let mut due = due(channel, tx.now).limit(at_once(channel)).select(Message::as_select()).into_boxed();
    let expires = later(tx.now, LEASE);
    if channel != Channel::InApp {
        let Some(receiver) = receivers::due(tx.db, channel, tx.now, 1)?.pop() else { return Ok(Vec::new()) };
        receivers::take(tx, &receiver, expires)?;
        due = due.filter(outbox::receiver.eq(receiver));
    }
    let mut claimed: Vec<Message> = due.load(tx.db)?;
    diesel::update(outbox::table.filter(outbox::id.eq_any(ids(&claimed))))
        .set((outbox::attempts.eq(outbox::attempts + 1), outbox::next_attempt_at.eq(expires)))
        .execute(tx.db)?;
    claimed.iter_mut().for_each(|message| message.attempts += 1);
    claimed.sort_unstable_by_key(|message| message.id);
    Ok(claimed)
}

fn ids(messages: &[Message]) -> Vec<i64> {
    messages.iter().map(|message| message.id.0).collect()
}

/// Messages were delivered, without being claimed.
pub(super) fn told(tx: &mut Tx, messages: &[Message]) -> Result<(), Error> {
    diesel::update(outbox::table.filter(outbox::id.eq_any(ids(messages))))
        .set((outbox::attempts.eq(outbox::attempts + 1), outbox::delivered_at.eq(tx.now)))
        .execute(tx.db)?;
    Ok(())
}

/// How long to wait after so many failures.
pub(super) fn wait(attempts: i64) -> TimeDelta {
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(20);
    (FIRST_WAIT * 2_i32.pow(doublings)).min(LONGEST)
}

fn settle(tx: &mut Tx, outcomes: &[(Message, Result<(), Failure>)]) -> Result<Round, Error> {
    let now = tx.now;
    let mut round = Round::default();
    for (Message { id, attempts, receiver, topic, webhook, device, .. }, outcome) in outcomes {
        if matches!(outcome, Err(Failure::Unanswered(_))) && !receiver.is_empty() {
            // It waits with the others of its receiver, below.
            continue;
        }
        // Another worker may have taken over a lease that ran out: its attempt counts, not this one.
        let own = outbox::table.filter(outbox::id.eq(id).and(outbox::attempts.eq(attempts)));
        let is_last = *attempts >= ATTEMPTS || Topic::of(topic).is_some_and(|topic| Topic::TESTS.contains(&topic));
        match outcome {
            Ok(()) => {
                diesel::update(outbox::table.find(id)).set(outbox::delivered_at.eq(now)).execute(tx.db)?;
                given_up::drop_tests(tx, *webhook, *device)?;
                round.delivered += 1;
            }
            // It is not kept: it would ask somebody to look at what needs nobody.
            Err(failure @ Failure::Over(_)) => {
                tracing::debug!(message = id.0, why = %failure, "a message is of no use any more");
                diesel::delete(own).execute(tx.db)?;
                round.given_up += 1;
            }
            Err(failure) if is_last || matches!(failure, Failure::Permanent(_)) => {
                let why = Kept::of(failure.why().clone());
                diesel::update(own).set((outbox::failed_at.eq(now), outbox::last_error.eq(why))).execute(tx.db)?;
                tracing::error!(message = id.0, why = %failure, "a message was given up");
                round.given_up += 1;
            }
            Err(failure) => {
                let again = later(now, wait(*attempts));
                diesel::update(own)
                    .set((outbox::next_attempt_at.eq(again), outbox::last_error.eq(Kept::of(failure.why().clone()))))
                    .execute(tx.db)?;
                round.put_off += 1;
            }
        }
    }
    match outcomes.last() {
        Some((last, Err(Failure::Unanswered(why)))) if !last.receiver.is_empty() => {
            let waited = receivers::leave_alone(tx, &last.receiver, why)?;
            round.put_off += waited.put_off;
            round.given_up += waited.given_up;
        }
        Some((last, _)) if !last.receiver.is_empty() => receivers::let_go(tx, &last.receiver)?,
        _ => {}
    }
    Ok(round)
}

/// What the outbox has not delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backlog {
    pub waiting: i64,
    /// When the oldest of those was put in.
    pub oldest: Option<NaiveDateTime>,
    /// Given up.
    pub failed: i64,
}

pub fn backlog(db: &mut Db) -> Result<Backlog, Error> {
    let undelivered = outbox::table.filter(outbox::delivered_at.is_null());
    let waiting = undelivered.filter(outbox::failed_at.is_null());
    Ok(Backlog {
        waiting: waiting.count().get_result(db)?,
        oldest: waiting.select(diesel::dsl::min(outbox::created_at)).first(db)?,
        failed: undelivered.filter(outbox::failed_at.is_not_null()).count().get_result(db)?,
    })
}

/// A message that has not been delivered, or not yet.
#[derive(Clone, Debug, PartialEq, Serialize, Queryable, utoipa::ToSchema)]
pub struct Undelivered {
    pub id: MessageId,
    #[serde(serialize_with = "instant::utc")]
    pub created_at: NaiveDateTime,
    pub channel: Channel,
    pub topic: String,
    pub recipient: Option<PersonId>,
    pub webhook: Option<WebhookId>,
    pub attempts: i64,
    #[serde(serialize_with = "instant::utc")]
    pub next_attempt_at: NaiveDateTime,
    /// When it was given up, if so.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub failed_at: Option<NaiveDateTime>,
    #[schema(value_type = Option<String>)]
    pub last_error: Option<Kept>,
}

/// What was not delivered, or not yet; the newest first.
pub fn undelivered(db: &mut Db, before: Option<i64>, limit: i64) -> Result<Vec<Undelivered>, Error> {
    Ok(outbox::table
        .filter(outbox::delivered_at.is_null().and(outbox::id.lt(before.unwrap_or(i64::MAX))))
        .order(outbox::id.desc())
        .limit(limit)
        .select((
            outbox::id,
            outbox::created_at,
            outbox::channel,
            outbox::topic,
            outbox::recipient_id,
            outbox::webhook_id,
            outbox::attempts,
            outbox::next_attempt_at,
            outbox::failed_at,
            outbox::last_error,
        ))
        .load(db)?)
}

/// Forgets messages that were delivered or given up before an instant.
pub fn forget(tx: &mut Tx, before: NaiveDateTime) -> Result<usize, Error> {
    let settled = outbox::delivered_at.lt(before).or(outbox::failed_at.lt(before));
    Ok(diesel::delete(outbox::table.filter(settled)).execute(tx.db)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wait_is_twice_the_last_up_to_six_hours() {
        let waits: Vec<i64> = [1, 2, 3, 10, 11, 12, 13, 60].map(|attempts| wait(attempts).num_seconds()).into();
        assert_eq!(waits, [10, 20, 40, 5_120, 10_240, 20_480, 21_600, 21_600]);
    }
}

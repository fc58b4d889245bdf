//! The in-app channel: each person's list of notices, and how far they have read it.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::say;
use serde::Serialize;

use super::fan_out::{WaysOut, fan_out};
use super::worker::{self, Message};
use super::{Audience, Channel, MessageId, Topic, text};
use crate::auth::Actor;
use crate::db::{
    Database, Db, Tx,
    schema::{memberships, notification_marks, notifications, people},
};
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::web::places::Place;
use crate::{at_once, each};

crate::id!(
    /// Something that somebody was told.
    NotificationId
);

/// Something that the reader was told.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Notification {
    pub id: NotificationId,
    /// `noun.verb`: `ban.placed`.
    pub topic: String,
    /// Whether it is for the reader alone, for all who moderate, or for everybody.
    pub audience: Audience,
    /// The particulars, by topic.
    #[schema(value_type = Object)]
    #[serde(serialize_with = "text::write_in_english")]
    pub body: serde_json::Value,
    pub created_at: chrono::DateTime<chrono::Utc>,
    /// Marked as read, by the reader or automatically: the reader has acted on its subject, the
    /// subject is closed, or what it tells was undone.
    pub read: bool,
    /// What it is about, by noun and number, where that has a page: `table:7`. Notices about one thing make one line.
    pub thing: Option<String>,
    /// What it asks for was decided: nothing is to be done there any more.
    #[serde(skip)]
    pub is_settled: bool,
    /// It asks for what others decide: the reader played in that game.
    #[serde(skip)]
    pub is_for_others: bool,
    /// The step of a case that it led to waits for the reader.
    #[serde(skip)]
    pub is_asked: bool,
    /// What it tells no longer holds.
    #[serde(skip)]
    pub is_undone: bool,
}

impl Notification {
    /// The page of what it is about.
    pub fn place(&self) -> Option<Place> {
        let place = Topic::place(Topic::of(&self.topic), &self.body)?;
        Some(if self.is_settled || self.is_for_others { place.asking_nothing() } else { place })
    }
}

/// The most messages told by one transaction: other changes wait for it.
const TOLD_AT_ONCE: i64 = 64;

#[derive(Insertable)]
#[diesel(table_name = notifications)]
struct Notice {
    message_id: i64,
    event_id: Option<i64>,
    person_id: Option<PersonId>,
    audience: Audience,
    topic: String,
    payload: String,
    created_at: NaiveDateTime,
}

impl Notice {
    fn of(message: &Message) -> Notice {
        Notice {
            message_id: message.id.0,
            event_id: message.event,
            person_id: message.recipient,
            audience: message.audience,
            topic: message.topic.clone(),
            payload: message.payload.clone(),
            created_at: message.created_at,
        }
    }
}

/// Tells the oldest messages that are due, in one transaction, and returns how many. None is told twice, and nobody is
/// erased meanwhile; if one cannot be told, none is.
pub fn deliver_due(db: &Database, ways: WaysOut) -> Result<usize, Error> {
    db.write_now(move |tx| {
        let messages: Vec<Message> =
            worker::due(Channel::InApp, tx.now).limit(TOLD_AT_ONCE).select(Message::as_select()).load(tx.db)?;
        tell(tx, &messages, ways)?;
        worker::told(tx, &messages)?;
        Ok(messages.len())
    })
}

/// Tells a claimed message; a repeat does nothing.
pub fn deliver(db: &Database, message: &Message, ways: WaysOut) -> Result<(), Error> {
    let claimed = message.clone();
    db.write_now(move |tx| match worker::stored(tx.db, &claimed)? {
        Some(message) => tell(tx, &[message], ways),
        None => Ok(()),
    })
}

/// Puts messages into their readers' lists and sends them on by the other channels; those already there are passed over.
fn tell(tx: &mut Tx, messages: &[Message], ways: WaysOut) -> Result<(), Error> {
    let there = notices_of(tx.db, messages)?;
    let news: Vec<&Message> = messages.iter().filter(|message| !there.contains_key(&message.id)).collect();
    let notices: Vec<Notice> = news.iter().map(|message| Notice::of(message)).collect();
    at_once!(notices, notices => each!(&mut *tx.db, c => diesel::insert_into(notifications::table).values(notices).execute(c))?);
    let notices = notices_of(tx.db, messages)?;
    for message in news {
        let notice = notices.get(&message.id).ok_or_else(|| Error::Internal("a notice is not there".into()))?;
        fan_out(tx, message, *notice, ways)?;
    }
    Ok(())
}

/// The notices that messages have become.
fn notices_of(db: &mut Db, messages: &[Message]) -> Result<HashMap<MessageId, NotificationId>, Error> {
    let ids = messages.iter().map(|message| message.id.0);
    let notices = notifications::table.filter(notifications::message_id.eq_any(ids));
    let notices: Vec<(MessageId, NotificationId)> =
        notices.select((notifications::message_id, notifications::id)).load(db)?;
    Ok(notices.into_iter().collect())
}

/// Condition on a notice to an audience: the reader has no personal notice of the same event and topic. Who has both
/// reads the personal one alone.
const NOT_THEIR_OWN: [&str; 2] = [
    "NOT EXISTS (SELECT 1 FROM notifications AS own WHERE own.event_id = notifications.event_id \
     AND own.topic = notifications.topic AND own.person_id = ",
    ")",
];

/// Notices from before somebody came to the club are not shown to them.
fn known_since(db: &mut Db, person: PersonId) -> Result<NaiveDateTime, Error> {
    let joined: Option<NaiveDateTime> = memberships::table
        .filter(memberships::person_id.eq(person))
        .select(diesel::dsl::min(memberships::joined_at))
        .first(db)?;
    let created: NaiveDateTime = people::table.find(person).select(people::created_at).first(db)?;
    Ok(joined.map_or(created, |joined| joined.min(created)))
}

/// Topics of which a notice to everybody is for the club's channel and programs alone.
fn by_name() -> Vec<&'static str> {
    Topic::ALL.iter().copied().filter(|topic| topic.is_by_name()).map(Topic::as_str).collect()
}

macro_rules! told_to {
    ($actor:expr, $since:expr) => {{
        let mut audiences = Vec::new();
        // The club's news are for the club (T42).
        if $actor.viewpoint().reads_the_club() {
            audiences.push(Audience::Everybody);
        }
        if $actor.roles.may_moderate() {
            audiences.push(Audience::Moderators);
        }
        let not_their_own = diesel::dsl::sql::<diesel::sql_types::Bool>(NOT_THEIR_OWN[0])
            .bind::<diesel::sql_types::BigInt, _>($actor.person.0)
            .sql(NOT_THEIR_OWN[1]);
        let to_many = notifications::audience
            .eq_any(audiences)
            .and(notifications::topic.ne_all(by_name()))
            .and(notifications::created_at.ge($since))
            .and(not_their_own);
        notifications::table
            .filter(notifications::person_id.eq($actor.person).or(notifications::person_id.is_null().and(to_many)))
    }};
}

/// Which of somebody's notices are asked for.
enum Part {
    /// All, or those before one of them.
    Before(Option<i64>),
    /// Those not marked as read.
    Unmarked,
    /// Of those, what was told to the reader alone, and what asks somebody to act: the club's news is left out.
    UnmarkedOwn,
}

/// What the actor was told, the newest first; before one of them where it is given. What was delivered late, and
/// has a later id, stands where it happened.
pub fn list(db: &mut Db, actor: &Actor, before: Option<i64>, limit: i64) -> Result<Vec<Notification>, Error> {
    load(db, actor, &Part::Before(before), limit)
}

/// Of what the actor has not marked as read, the newest.
pub fn unmarked(db: &mut Db, actor: &Actor, limit: i64) -> Result<Vec<Notification>, Error> {
    load(db, actor, &Part::Unmarked, limit)
}

/// Of what the actor has not marked as read, and was told alone or is asked, the newest.
pub fn unmarked_own(db: &mut Db, actor: &Actor, limit: i64) -> Result<Vec<Notification>, Error> {
    load(db, actor, &Part::UnmarkedOwn, limit)
}

/// Topics that ask something of their readers.
fn asking() -> Vec<&'static str> {
    Topic::ALL.iter().copied().filter(|topic| topic.asked().is_some()).map(Topic::as_str).collect()
}

fn load(db: &mut Db, actor: &Actor, part: &Part, limit: i64) -> Result<Vec<Notification>, Error> {
    type Row = (NotificationId, String, Audience, String, NaiveDateTime);
    let since = known_since(db, actor.person)?;
    let read = read_through(db, actor.person)?;
    let mut query = told_to!(actor, since)
        .select((
            notifications::id,
            notifications::topic,
            notifications::audience,
            notifications::payload,
            notifications::created_at,
        ))
        .order((notifications::created_at.desc(), notifications::id.desc()))
        .limit(limit)
        .into_boxed();
    match part {
        Part::Before(None) => {}
        Part::Before(Some(before)) => {
            let theirs = told_to!(actor, since).filter(notifications::id.eq(*before));
            let at: Option<NaiveDateTime> = theirs.select(notifications::created_at).first(db).optional()?;
            let at = at.ok_or_else(|| {
                Refusal::field("after", say!("This is no cursor of this list: use the `next` of a page."))
            })?;
            let earlier = notifications::created_at.lt(at);
            query = query.filter(earlier.or(notifications::created_at.eq(at).and(notifications::id.lt(*before))));
        }
        Part::Unmarked => query = query.filter(notifications::id.gt(read)),
        Part::UnmarkedOwn => {
            let own = notifications::person_id.eq(actor.person).or(notifications::topic.eq_any(asking()));
            query = query.filter(notifications::id.gt(read)).filter(own);
        }
    }
    let rows: Vec<Row> = query.load(db)?;
    let notification = |(id, topic, audience, payload, created_at): Row| {
        let (body, read) = (serde_json::from_str(&payload)?, id.0 <= read);
        let thing = Place::thing_of_message(Topic::of(&topic).and_then(Topic::thing), &body);
        let created_at = created_at.and_utc();
        Ok(Notification {
            id,
            topic,
            audience,
            body,
            created_at,
            read,
            thing,
            is_settled: false,
            is_for_others: false,
            is_asked: false,
            is_undone: false,
        })
    };
    rows.into_iter().map(notification).collect()
}

/// How many the actor has not marked as read.
pub fn unread(db: &mut Db, actor: &Actor) -> Result<i64, Error> {
    let since = known_since(db, actor.person)?;
    let read = read_through(db, actor.person)?;
    Ok(told_to!(actor, since).filter(notifications::id.gt(read)).count().get_result(db)?)
}

fn read_through(db: &mut Db, person: PersonId) -> Result<i64, Error> {
    let mark: Option<i64> =
        notification_marks::table.find(person).select(notification_marks::read_through).first(db).optional()?;
    Ok(mark.unwrap_or(0))
}

/// Notes that somebody has read everything up to a notification. A mark never goes back, nor past
/// the newest there is.
pub fn mark_read(tx: &mut Tx, person: PersonId, through: NotificationId) -> Result<(), Error> {
    let newest: Option<i64> = notifications::table.select(diesel::dsl::max(notifications::id)).first(tx.db)?;
    let through = through.0.min(newest.unwrap_or(0)).max(read_through(tx.db, person)?);
    let updated = diesel::update(notification_marks::table.find(person))
        .set(notification_marks::read_through.eq(through))
        .execute(tx.db)?;
    if updated == 0 {
        diesel::insert_into(notification_marks::table)
            .values((notification_marks::person_id.eq(person), notification_marks::read_through.eq(through)))
            .execute(tx.db)?;
    }
    Ok(())
}

//! Digests: one e-mail a day instead of many. Notices wait for the evening, and those that were read within the service
//! by then are left out, as is what was undone.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use chrono::{NaiveDateTime, NaiveTime};
use diesel::prelude::*;
use serde_json::{Value, json};

use super::fan_out::{self, Addressed};
use super::inbox::NotificationId;
use super::{Audience, Topic, undone};
use crate::db::{
    Database, Db, INSERTED_AT_ONCE, Tx,
    schema::{digests, notification_marks, notifications},
};
use crate::each;
use crate::error::Error;
use crate::id::PersonId;

/// When the letters of the day are written, by the club's clock.
pub const EVENING: NaiveTime = NaiveTime::from_hms_opt(18, 0, 0).expect("an hour of the day");

/// Keeps a notice for the letters of the day of these readers.
pub(super) fn keep(tx: &mut Tx, notice: NotificationId, readers: impl Iterator<Item = PersonId>) -> Result<(), Error> {
    let (now, notice) = (tx.now, digests::notification_id.eq(notice));
    let row = |reader: PersonId| (digests::person_id.eq(reader), notice, digests::kept_at.eq(now));
    let rows: Vec<_> = readers.map(row).collect();
    for rows in rows.chunks(INSERTED_AT_ONCE) {
        each!(&mut *tx.db, c => diesel::insert_into(digests::table).values(rows).execute(c))?;
    }
    Ok(())
}

/// Writes the daily e-mails that are due this evening; returns how many.
pub fn run(db: &Database, evening: NaiveDateTime) -> Result<usize, Error> {
    if db.read_now(|db| waiting(db, evening))?.is_empty() {
        return Ok(0);
    }
    db.write_now(move |tx| {
        let mut audiences: HashMap<(Audience, Option<PersonId>), Vec<Addressed>> = HashMap::new();
        let mut unread: BTreeMap<PersonId, (String, Vec<NotificationId>)> = BTreeMap::new();
        let all = waiting(tx.db, evening)?;
        let bodies = all.iter().map(|one| serde_json::from_str(&one.payload)).collect::<Result<Vec<Value>, _>>()?;
        let undone = undone::of(tx.db, all.iter().zip(&bodies).map(|(one, body)| (one.topic.as_str(), body)))?;
        let told = all.into_iter().zip(undone).filter(|(_, is_undone)| !is_undone).map(|(one, _)| one);
        for Waiting { reader, notice, audience, recipient, topic, read_through, .. } in told {
            let readers = match audiences.entry((audience, recipient)) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => unknown.insert(fan_out::addressed(tx.db, audience, recipient)?),
            };
            // Who reads it may have changed since, and what they want.
            let wants = |one: &&Addressed| one.person == reader && one.wanted.want(Topic::of(&topic), audience);
            if read_through.is_none_or(|read| read < notice.0)
                && let Some(Addressed { address, .. }) = readers.iter().find(wants)
            {
                unread.entry(reader).or_insert_with(|| (address.clone(), Vec::new())).1.push(notice);
            }
        }
        diesel::delete(digests::table.filter(digests::kept_at.lt(evening))).execute(tx.db)?;
        for (&reader, (address, notices)) in &unread {
            let payload = json!({ "notices": notices }).to_string();
            fan_out::write_to(tx, Topic::DigestWritten, reader, address, &payload)?;
        }
        Ok(unread.len())
    })
}

/// A notice that waits for its reader's letter.
#[derive(Queryable)]
struct Waiting {
    reader: PersonId,
    notice: NotificationId,
    audience: Audience,
    recipient: Option<PersonId>,
    topic: String,
    payload: String,
    read_through: Option<i64>,
}

/// What waits since before an instant.
fn waiting(db: &mut Db, before: NaiveDateTime) -> Result<Vec<Waiting>, Error> {
    Ok(digests::table
        .inner_join(notifications::table.on(notifications::id.eq(digests::notification_id)))
        .left_join(notification_marks::table.on(notification_marks::person_id.eq(digests::person_id)))
        .filter(digests::kept_at.lt(before))
        .order((digests::person_id, notifications::created_at, notifications::id))
        .select((
            digests::person_id,
            digests::notification_id,
            notifications::audience,
            notifications::person_id,
            notifications::topic,
            notifications::payload,
            notification_marks::read_through.nullable(),
        ))
        .load(db)?)
}

/// The notices that a letter of the day tells of, by topic, in the order in which they were told.
pub fn notices(db: &mut Db, letter: &Value) -> Result<Vec<(String, Value)>, Error> {
    let ids: Vec<i64> = letter["notices"].as_array().into_iter().flatten().filter_map(Value::as_i64).collect();
    let rows: Vec<(String, String)> = notifications::table
        .filter(notifications::id.eq_any(ids))
        .order((notifications::created_at, notifications::id))
        .select((notifications::topic, notifications::payload))
        .load(db)?;
    rows.into_iter().map(|(topic, payload)| Ok((topic, serde_json::from_str(&payload)?))).collect()
}

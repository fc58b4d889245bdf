//! One letter a day instead of many: what somebody was told waits for the evening, and what they read within the service
//! until then needs no letter.

use std::collections::BTreeMap;

use chrono::{NaiveDateTime, NaiveTime};
use diesel::prelude::*;
use serde_json::{Value, json};

use super::inbox::NotificationId;
use super::{Topic, fan_out};
use crate::db::{
    Database, Db, INSERTED_AT_ONCE, Tx,
    schema::{accounts, digests, notification_marks, notifications},
};
use crate::each;
use crate::error::Error;
use crate::id::PersonId;

/// When the letters of the day are written, by the club's clock.
pub const EVENING: NaiveTime = NaiveTime::from_hms_opt(18, 0, 0).unwrap();

/// Keeps a notice for the letters of the day of these readers.
pub(super) fn keep(tx: &mut Tx, notice: NotificationId, readers: impl Iterator<Item = PersonId>) -> Result<(), Error> {
    let rows: Vec<_> =
        readers.map(|reader| (digests::person_id.eq(reader), digests::notification_id.eq(notice))).collect();
    for rows in rows.chunks(INSERTED_AT_ONCE) {
        each!(&mut *tx.db, c => diesel::insert_into(digests::table).values(rows).execute(c))?;
    }
    Ok(())
}

/// Writes the letters of the days that ended with this evening; gives how many.
pub fn run(db: &Database, evening: NaiveDateTime) -> Result<usize, Error> {
    if db.read_now(|db| waiting(db, evening))?.is_empty() {
        return Ok(0);
    }
    db.write_now(move |tx| {
        let mut unread: BTreeMap<PersonId, (String, Vec<NotificationId>)> = BTreeMap::new();
        for Waiting { reader, notice, address, read_through } in waiting(tx.db, evening)? {
            let Some(address) = address.filter(|_| read_through.is_none_or(|read| read < notice.0)) else { continue };
            unread.entry(reader).or_insert_with(|| (address, Vec::new())).1.push(notice);
        }
        let told = notifications::table.filter(notifications::created_at.lt(evening)).select(notifications::id);
        diesel::delete(digests::table.filter(digests::notification_id.eq_any(told))).execute(tx.db)?;
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
    /// Where letters to the reader go, if they still want any.
    address: Option<String>,
    read_through: Option<i64>,
}

/// What was told before an instant and waits.
fn waiting(db: &mut Db, before: NaiveDateTime) -> Result<Vec<Waiting>, Error> {
    Ok(digests::table
        .inner_join(notifications::table.on(notifications::id.eq(digests::notification_id)))
        .inner_join(accounts::table.on(accounts::person_id.eq(digests::person_id)))
        .left_join(notification_marks::table.on(notification_marks::person_id.eq(digests::person_id)))
        .filter(notifications::created_at.lt(before))
        .order((digests::person_id, notifications::created_at, notifications::id))
        .select((
            digests::person_id,
            digests::notification_id,
            accounts::email,
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

//! Talk at tables and mutes, in the database.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;

use super::touch;
use crate::db::{
    Db, Tx,
    schema::{people, table_mutes, table_talk},
};
use crate::error::Error;
use crate::id::PersonId;
use crate::tables::{Person, TableId, Talk};

/// How many utterances somebody has made in the last minute.
pub fn lately(db: &mut Db, by: PersonId, now: NaiveDateTime) -> Result<i64, Error> {
    let a_minute_ago = now - TimeDelta::minutes(1);
    let lately = table_talk::table.filter(table_talk::said_by.eq(by).and(table_talk::at.gt(a_minute_ago)));
    Ok(lately.count().get_result(db)?)
}

/// Stores an utterance.
pub fn say(tx: &mut Tx, id: TableId, by: PersonId, text: String) -> Result<Talk, Error> {
    let said: i64 = diesel::insert_into(table_talk::table)
        .values((
            table_talk::table_id.eq(id),
            table_talk::said_by.eq(by),
            table_talk::at.eq(tx.now),
            table_talk::text.eq(&text),
        ))
        .returning(table_talk::id)
        .get_result(tx.db)?;
    touch(tx, id)?;
    let name = people::table.find(by.0).select(people::name).first(tx.db)?;
    Ok(Talk { id: said, by: Person { id: by, name }, at: tx.now, text })
}

/// Utterances at a table after a given one, in order.
pub fn talk_after(db: &mut Db, id: TableId, after: i64) -> Result<Vec<Talk>, Error> {
    let rows: Vec<(i64, PersonId, String, NaiveDateTime, String)> = table_talk::table
        .inner_join(people::table.on(people::id.eq(table_talk::said_by)))
        .filter(table_talk::table_id.eq(id).and(table_talk::id.gt(after)))
        .order(table_talk::id)
        .select((table_talk::id, table_talk::said_by, people::name, table_talk::at, table_talk::text))
        .load(db)?;
    let talk = |(id, by, name, at, text)| Talk { id, by: Person { id: by, name }, at, text };
    Ok(rows.into_iter().map(talk).collect())
}

/// The people whom somebody has muted.
pub fn muted(db: &mut Db, person: PersonId) -> Result<Vec<Person>, Error> {
    let rows: Vec<(PersonId, String)> = table_mutes::table
        .inner_join(people::table.on(people::id.eq(table_mutes::muted_id)))
        .filter(table_mutes::muted_by.eq(person))
        .order((people::name, people::id))
        .select((people::id, people::name))
        .load(db)?;
    Ok(rows.into_iter().map(|(id, name)| Person { id, name }).collect())
}

/// Mutes somebody for a reader, or no longer.
pub fn mute(tx: &mut Tx, reader: PersonId, whom: PersonId, mute: bool) -> Result<(), Error> {
    let row = table_mutes::table.filter(table_mutes::muted_by.eq(reader).and(table_mutes::muted_id.eq(whom)));
    if !mute {
        diesel::delete(row).execute(tx.db)?;
    } else if row.count().get_result::<i64>(tx.db)? == 0 {
        let values = (table_mutes::muted_by.eq(reader), table_mutes::muted_id.eq(whom));
        diesel::insert_into(table_mutes::table).values(values).execute(tx.db)?;
    }
    Ok(())
}

//! The log of a table: in the database, as a file, and replayed.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde_json::{Value, json};

use super::table;
use crate::db::{Db, Tx, schema::plays};
use crate::error::Error;
use crate::id::PersonId;
use crate::tables::{Entry, Kind, Room, Seat, Stage, Table, TableId};

type Row = (i64, Kind, Option<Seat>, Option<PersonId>, NaiveDateTime, String, String);

fn read((number, kind, seat, by, at, play, effect): Row) -> Result<Entry, Error> {
    let (play, effect) = (serde_json::from_str(&play)?, serde_json::from_str(&effect)?);
    Ok(Entry { number, kind, seat, by, at, play, effect })
}

const COLUMNS: (plays::number, plays::kind, plays::seat, plays::played_by, plays::at, plays::play, plays::effect) =
    (plays::number, plays::kind, plays::seat, plays::played_by, plays::at, plays::play, plays::effect);

/// The log from after a number on.
pub fn entries_after(db: &mut Db, id: TableId, number: i64) -> Result<Vec<Entry>, Error> {
    let rows: Vec<Row> = plays::table
        .filter(plays::table_id.eq(id).and(plays::number.gt(number)))
        .order(plays::number)
        .select(COLUMNS)
        .load(db)?;
    rows.into_iter().map(read).collect()
}

/// A table's whole public log: without what the game keeps secret while it is played.
pub fn given_out(db: &mut Db, room: &Room, id: TableId) -> Result<String, Error> {
    let table = table(db, id)?;
    let goes_on = table.started_at.is_some() && !matches!(table.stage, Stage::Ended | Stage::Archived);
    let state = goes_on.then(|| room.state(db, &table)).transpose()?;
    lines(db, &table, |entry| state.as_ref()?.keeps_back(entry))
}

/// A table's whole log, a line of JSON each: the table first, then its entries.
pub fn written(db: &mut Db, id: TableId) -> Result<String, Error> {
    let table = table(db, id)?;
    lines(db, &table, |_| None)
}

fn lines(db: &mut Db, table: &Table, keeps_back: impl Fn(&Entry) -> Option<Value>) -> Result<String, Error> {
    let mut head = json!(table);
    // While the game is played, nobody may know future random draws.
    if matches!(table.stage, Stage::Ended | Stage::Archived) {
        head["seed"] = table.seed.into();
    }
    let mut lines = head.to_string() + "\n";
    for mut entry in entries_after(db, table.id, 0)? {
        if let Some(play) = keeps_back(&entry) {
            entry.play = play;
        }
        lines += &serde_json::to_string(&entry)?;
        lines += "\n";
    }
    Ok(lines)
}

/// This very play by this seat, among the entries after one number up to another.
pub fn repeated(
    db: &mut Db,
    id: TableId,
    (after, last): (i64, i64),
    seat: Seat,
    play: &Value,
) -> Result<Option<Entry>, Error> {
    let row: Option<Row> = plays::table
        .filter(plays::table_id.eq(id).and(plays::number.gt(after)).and(plays::number.le(last)))
        .filter(plays::kind.eq(Kind::Play).and(plays::seat.eq(seat)).and(plays::play.eq(play.to_string())))
        .order(plays::number)
        .select(COLUMNS)
        .first(db)
        .optional()?;
    row.map(read).transpose()
}

/// Appends an entry.
pub fn add(tx: &mut Tx, id: TableId, entry: &Entry) -> Result<(), Error> {
    diesel::insert_into(plays::table)
        .values((
            plays::table_id.eq(id),
            plays::number.eq(entry.number),
            plays::kind.eq(entry.kind),
            plays::seat.eq(entry.seat),
            plays::played_by.eq(entry.by),
            plays::at.eq(entry.at),
            plays::play.eq(entry.play.to_string()),
            plays::effect.eq(entry.effect.to_string()),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// One entry of the log.
pub fn entry(db: &mut Db, id: TableId, number: i64) -> Result<Option<Entry>, Error> {
    let row: Option<Row> = plays::table
        .filter(plays::table_id.eq(id).and(plays::number.eq(number)))
        .select(COLUMNS)
        .first(db)
        .optional()?;
    row.map(read).transpose()
}

/// Folds a log from its beginning and compares what it comes to with what was recorded; returns the
/// numbers that came out otherwise.
pub fn replay(room: &Room, table: &Table, log: &[Entry]) -> Result<Vec<i64>, Error> {
    let mut wrong = Vec::new();
    let Some(mut state) = room.started(table)? else { return Ok(wrong) };
    for (place, entry) in (1..).zip(log) {
        let effect = state.step(entry.step(), entry.at).ok().map(|effect| effect.json()).transpose()?;
        if place != entry.number || effect.as_ref() != Some(&entry.effect) {
            wrong.push(entry.number);
        }
    }
    Ok(wrong)
}

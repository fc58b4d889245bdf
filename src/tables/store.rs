//! Tables in the database.

mod history;
pub mod log;
pub mod seats;
pub mod talk;

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde_json::Value;

pub use history::{Met, Record, record};
pub use log::{entries_after, entry, given_out, replay, written};
pub use seats::meant;
pub use talk::{muted, talk_after};

use super::{Chair, Person, Room, Seat, Stage, Table, TableId, marks};
use crate::db::{
    Db, Tx, raise_version,
    schema::{people, table_seats, tables},
};
use crate::error::Error;
use crate::id::{GameId, PersonId};

/// The counter in `versions` that every change of a table raises.
pub const VERSION: &str = "tables";

#[derive(Queryable)]
struct Row {
    id: TableId,
    game: String,
    options: String,
    seed: i64,
    opened_by: PersonId,
    opened_at: NaiveDateTime,
    stage: Stage,
    started_at: Option<NaiveDateTime>,
    ended_at: Option<NaiveDateTime>,
    outcome: Option<String>,
    number: i64,
    due_at: Option<NaiveDateTime>,
    game_id: Option<GameId>,
    version: i64,
    warn_at: Option<NaiveDateTime>,
    resumes_at: Option<NaiveDateTime>,
    name: Option<String>,
    ended_by: Option<PersonId>,
}

impl Row {
    fn table(self, seats: Vec<Chair>) -> Result<Table, Error> {
        let mut outcome: Option<Value> = self.outcome.as_deref().map(serde_json::from_str).transpose()?;
        // Earlier versions recorded here what is not everybody's to read.
        if let Some(outcome) = outcome.as_mut().filter(|outcome| marks::is_unrated(outcome)) {
            marks::leave_unrated(outcome);
        }
        Ok(Table {
            id: self.id,
            name: self.name,
            game: self.game,
            options: serde_json::from_str(&self.options)?,
            seed: self.seed,
            opened_by: self.opened_by,
            opened_at: self.opened_at,
            stage: self.stage,
            started_at: self.started_at,
            ended_at: self.ended_at,
            ended_by: self.ended_by,
            outcome,
            number: self.number,
            due_at: self.due_at,
            warn_at: self.warn_at,
            resumes_at: self.resumes_at,
            game_id: self.game_id,
            version: self.version,
            seats,
        })
    }
}

/// Rows with their seats, in the rows' order.
fn with_seats(db: &mut Db, rows: Vec<Row>) -> Result<Vec<Table>, Error> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    type Seated = (TableId, i64, Option<PersonId>, Option<String>, Option<PersonId>, bool);
    let ids: Vec<TableId> = rows.iter().map(|row| row.id).collect();
    let seated: Vec<Seated> = table_seats::table
        .left_join(people::table.on(table_seats::person_id.eq(people::id.nullable())))
        .filter(table_seats::table_id.eq_any(ids))
        .order((table_seats::table_id, table_seats::seat))
        .select((
            table_seats::table_id,
            table_seats::seat,
            table_seats::person_id,
            people::name.nullable(),
            table_seats::invited_id,
            table_seats::ready,
        ))
        .load(db)?;
    let awaited: Vec<PersonId> =
        seated.iter().filter(|seated| seated.2.is_none()).filter_map(|seated| seated.4).collect();
    let names: HashMap<PersonId, String> = match awaited.is_empty() {
        true => HashMap::new(),
        false => {
            let theirs = people::table.filter(people::id.eq_any(awaited)).select((people::id, people::name));
            theirs.load(db)?.into_iter().collect()
        }
    };
    let mut by_table: HashMap<TableId, Vec<Chair>> = HashMap::new();
    for (table, seat, person, name, invited, ready) in seated {
        let person = person.zip(name).map(|(id, name)| Person { id, name });
        let kept_for = invited.filter(|_| person.is_none()).and_then(|invited| names.get(&invited).cloned());
        by_table.entry(table).or_default().push(Chair { seat, person, invited, kept_for, ready });
    }
    rows.into_iter()
        .map(|row| {
            let seats = by_table.remove(&row.id).unwrap_or_default();
            row.table(seats)
        })
        .collect()
}

/// A table that must exist.
pub fn table(db: &mut Db, id: TableId) -> Result<Table, Error> {
    let row: Option<Row> = tables::table.find(id).first(db).optional()?;
    let row = row.ok_or_else(|| crate::not_found!("table"))?;
    with_seats(db, vec![row])?.pop().ok_or_else(|| Error::internal("a table was lost on the way"))
}

/// Some tables, those that there are.
pub fn some(db: &mut Db, ids: &[TableId]) -> Result<Vec<Table>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<Row> = tables::table.filter(tables::id.eq_any(ids.to_vec())).order(tables::id).load(db)?;
    with_seats(db, rows)
}

/// Tables that changed after a version.
pub fn changed_since(db: &mut Db, version: i64) -> Result<Vec<Table>, Error> {
    let rows: Vec<Row> = tables::table.filter(tables::version.gt(version)).order(tables::version).load(db)?;
    with_seats(db, rows)
}

/// Every table there is.
pub fn all(db: &mut Db) -> Result<Vec<TableId>, Error> {
    Ok(tables::table.order(tables::id).select(tables::id).load(db)?)
}

/// Tables that are played at now, of a game.
pub fn playing(db: &mut Db, game: &str) -> Result<Vec<Table>, Error> {
    let rows = tables::table.filter(tables::game.eq(game).and(tables::stage.eq(Stage::Playing)));
    let rows: Vec<Row> = rows.order(tables::id).load(db)?;
    with_seats(db, rows)
}

/// How many games of a kind somebody began in a span of time, without void ones.
pub fn begun_between(
    db: &mut Db,
    game: &str,
    person: PersonId,
    from: NaiveDateTime,
    to: NaiveDateTime,
) -> Result<Vec<Table>, Error> {
    let rows: Vec<TableId> = table_seats::table
        .inner_join(tables::table.on(tables::id.eq(table_seats::table_id)))
        .filter(table_seats::person_id.eq(person).and(tables::game.eq(game)))
        .filter(tables::started_at.ge(from).and(tables::started_at.lt(to)))
        .select(tables::id)
        .load(db)?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let rows = tables::table.filter(tables::id.eq_any(rows)).order(tables::id).load(db)?;
    with_seats(db, rows)
}

/// Which tables are asked for.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub game: Option<String>,
    pub stage: Option<Stage>,
    pub person: Option<PersonId>,
}

/// Tables, the last opened first; the archived ones only where they are asked for.
pub fn list(db: &mut Db, filter: &Filter, before: Option<i64>, limit: i64) -> Result<Vec<Table>, Error> {
    let mut query = tables::table.order(tables::id.desc()).limit(limit).into_boxed();
    query = match filter.stage {
        Some(stage) => query.filter(tables::stage.eq(stage)),
        None => query.filter(tables::stage.ne(Stage::Archived)),
    };
    if let Some(before) = before {
        query = query.filter(tables::id.lt(TableId(before)));
    }
    if let Some(game) = &filter.game {
        query = query.filter(tables::game.eq(game.clone()));
    }
    if let Some(person) = filter.person {
        let theirs = table_seats::table.filter(table_seats::person_id.eq(person)).select(table_seats::table_id);
        query = query.filter(tables::id.eq_any(theirs));
    }
    let rows = query.load(db)?;
    with_seats(db, rows)
}

/// Every table that has not ended.
pub fn unended(db: &mut Db) -> Result<Vec<Table>, Error> {
    let rows = tables::table.filter(tables::ended_at.is_null()).load(db)?;
    with_seats(db, rows)
}

/// [`list`] for a reader: tables at which somebody only practises are named to them alone.
pub fn listed(
    db: &mut Db,
    room: &Room,
    filter: &Filter,
    reader: Option<PersonId>,
    mut before: Option<i64>,
    limit: i64,
) -> Result<Vec<Table>, Error> {
    let is_theirs = |table: &Table| reader.is_some_and(|reader| table.seat_of(reader).is_some());
    let practises = |table: &Table| room.game(&table.game).is_ok_and(|game| game.is_practice(&table.options));
    let wanted = usize::try_from(limit).unwrap_or(0);
    let mut found = Vec::new();
    loop {
        let more = list(db, filter, before, limit)?;
        let is_all = more.len() < wanted;
        before = more.last().map(|table| table.id.0);
        found.extend(more.into_iter().filter(|table| is_theirs(table) || !practises(table)));
        if is_all || found.len() >= wanted {
            found.truncate(wanted);
            return Ok(found);
        }
    }
}

/// Tables that have not begun, with a seat that is kept for somebody who has not taken it; the last opened first.
pub fn kept_for(db: &mut Db, person: PersonId) -> Result<Vec<Table>, Error> {
    let kept = table_seats::table.filter(table_seats::invited_id.eq(person).and(table_seats::person_id.is_null()));
    let open = tables::table.filter(tables::stage.eq(Stage::Open));
    let rows = open.filter(tables::id.eq_any(kept.select(table_seats::table_id))).order(tables::id.desc()).load(db)?;
    with_seats(db, rows)
}

/// How many tables somebody has opened at which nothing has begun.
pub fn opened_by(db: &mut Db, person: PersonId) -> Result<i64, Error> {
    let open = tables::table.filter(tables::opened_by.eq(person).and(tables::stage.eq(Stage::Open)));
    Ok(open.count().get_result(db)?)
}

/// Opens a table, without seats yet.
pub fn add(
    tx: &mut Tx,
    game: &str,
    options: &Value,
    seed: i64,
    by: PersonId,
    name: Option<&str>,
) -> Result<TableId, Error> {
    let version = raise_version(tx, VERSION)?;
    Ok(diesel::insert_into(tables::table)
        .values((
            tables::game.eq(game),
            tables::options.eq(options.to_string()),
            tables::seed.eq(seed),
            tables::opened_by.eq(by),
            tables::opened_at.eq(tx.now),
            tables::name.eq(name),
            tables::version.eq(version),
        ))
        .returning(tables::id)
        .get_result(tx.db)?)
}

/// Adds a seat to a table, for the person who sits there or for whom it is reserved.
pub fn add_seat(
    tx: &mut Tx,
    id: TableId,
    seat: Seat,
    person: Option<PersonId>,
    invited: Option<PersonId>,
) -> Result<(), Error> {
    diesel::insert_into(table_seats::table)
        .values((
            table_seats::table_id.eq(id),
            table_seats::seat.eq(seat),
            table_seats::person_id.eq(person),
            table_seats::invited_id.eq(invited),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// What tables are called, those that have a name.
pub fn names(db: &mut Db, ids: &[TableId]) -> Result<HashMap<TableId, String>, Error> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
    let rows: Vec<(TableId, Option<String>)> =
        tables::table.filter(tables::id.eq_any(ids)).select((tables::id, tables::name)).load(db)?;
    Ok(rows.into_iter().filter_map(|(id, name)| Some((id, name?))).collect())
}

/// Takes a table's name away.
pub fn unname(tx: &mut Tx, id: TableId) -> Result<(), Error> {
    diesel::update(tables::table.find(id)).set(tables::name.eq(None::<String>)).execute(tx.db)?;
    touch(tx, id)
}

/// The game of a table begins, by these options; `due` is when time does something, `warn` when that is told.
pub fn begin(
    tx: &mut Tx,
    id: TableId,
    options: &Value,
    due: Option<NaiveDateTime>,
    warn: Option<NaiveDateTime>,
) -> Result<(), Error> {
    let (version, now) = (raise_version(tx, VERSION)?, tx.now);
    diesel::update(tables::table.find(id))
        .set((
            tables::stage.eq(Stage::Playing),
            tables::options.eq(options.to_string()),
            tables::started_at.eq(now),
            tables::due_at.eq(due),
            tables::warn_at.eq(warn),
            tables::version.eq(version),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Stores the state of a table.
pub fn save(tx: &mut Tx, table: &mut Table) -> Result<(), Error> {
    table.version = raise_version(tx, VERSION)?;
    diesel::update(tables::table.find(table.id))
        .set((
            tables::stage.eq(table.stage),
            tables::number.eq(table.number),
            tables::due_at.eq(table.due_at),
            tables::warn_at.eq(table.warn_at),
            tables::resumes_at.eq(table.resumes_at),
            tables::ended_at.eq(table.ended_at),
            tables::ended_by.eq(table.ended_by),
            tables::outcome.eq(table.outcome.as_ref().map(Value::to_string)),
            tables::game_id.eq(table.game_id),
            tables::version.eq(table.version),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// What is due at a table waits until an instant.
pub fn put_off(tx: &mut Tx, id: TableId, until: NaiveDateTime) -> Result<(), Error> {
    diesel::update(tables::table.find(id)).set(tables::due_at.eq(until)).execute(tx.db)?;
    touch(tx, id)
}

/// Those awaited were told that their time runs short.
pub fn warned(tx: &mut Tx, id: TableId) -> Result<(), Error> {
    diesel::update(tables::table.find(id)).set(tables::warn_at.eq(None::<NaiveDateTime>)).execute(tx.db)?;
    touch(tx, id)
}

/// What logs and declarations call a table.
pub fn subject(id: TableId) -> String {
    format!("table:{id}")
}

/// Lets replicas know that a table has changed.
fn touch(tx: &mut Tx, id: TableId) -> Result<(), Error> {
    let version = raise_version(tx, VERSION)?;
    diesel::update(tables::table.find(id)).set(tables::version.eq(version)).execute(tx.db)?;
    Ok(())
}

/// Clears away: tables that nobody began in time are ended, those that ended long ago archived.
pub fn clear(tx: &mut Tx, room: &Room) -> Result<usize, Error> {
    let a_month_ago = tx.now - chrono::TimeDelta::days(30);
    let version = raise_version(tx, VERSION)?;
    let mut ended = 0;
    for game in room.games() {
        let unbegun = tables::table.filter(tables::game.eq(game.name()).and(tables::stage.eq(Stage::Open)));
        ended += diesel::update(unbegun.filter(tables::opened_at.lt(tx.now - game.waits())))
            .set((tables::stage.eq(Stage::Ended), tables::ended_at.eq(tx.now), tables::version.eq(version)))
            .execute(tx.db)?;
    }
    let old = tables::table.filter(tables::stage.eq(Stage::Ended).and(tables::ended_at.lt(a_month_ago)));
    let archived =
        diesel::update(old).set((tables::stage.eq(Stage::Archived), tables::version.eq(version))).execute(tx.db)?;
    Ok(ended + archived)
}

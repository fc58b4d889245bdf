//! Seats in the database: who sits where, for whom they are kept, who is ready.

use std::collections::HashMap;

use diesel::prelude::*;

use super::touch;
use crate::db::{
    Db, Tx,
    schema::{people, table_declines, table_seats, tables},
};
use crate::each;
use crate::error::Error;
use crate::id::PersonId;
use crate::tables::{Chair, Person, Seat, Stage, Table, TableId};

/// Whom the free seats are meant for that a game gained on its way: the person who was meant when the game named them. A name that
/// nobody had then, or several people, means the one who goes by it now, if there is one alone; a handle always does.
pub fn meant(db: &mut Db, table: &Table, names: &[String]) -> Result<HashMap<Seat, PersonId>, Error> {
    let mut meant = HashMap::new();
    for chair in table.seats.iter().filter(|chair| chair.person.is_none()) {
        let name = usize::try_from(chair.seat).ok().and_then(|seat| names.get(seat));
        let person = match (chair.invited, name) {
            (Some(invited), _) => Some(invited),
            (None, Some(name)) => only_one_called(db, name)?,
            (None, None) => None,
        };
        meant.extend(person.map(|person| (chair.seat, person)));
    }
    Ok(meant)
}

/// The person with a handle, or with a name that is unique.
fn only_one_called(db: &mut Db, name: &str) -> Result<Option<PersonId>, Error> {
    let by_handle: Option<PersonId> =
        people::table.filter(people::handle.eq(name)).select(people::id).first(db).optional()?;
    let by_name: Vec<PersonId> = people::table.filter(people::name.eq(name)).limit(2).select(people::id).load(db)?;
    Ok(by_handle.or(match by_name[..] {
        [person] => Some(person),
        _ => None,
    }))
}

/// Adds a seat for the person whom the game's rules name, if the club knows who that is.
pub fn add(tx: &mut Tx, id: TableId, seat: usize, name: &str) -> Result<Chair, Error> {
    let seat = Seat::try_from(seat).map_err(Error::internal)?;
    let invited = only_one_called(tx.db, name)?;
    diesel::insert_into(table_seats::table)
        .values((
            table_seats::table_id.eq(id),
            table_seats::seat.eq(seat),
            table_seats::invited_id.eq(invited),
            table_seats::ready.eq(true),
        ))
        .execute(tx.db)?;
    Ok(Chair { seat, person: None, invited, kept_for: invited.map(|_| name.to_owned()), ready: true })
}

/// Anybody who plays on no longer asks for the game to be adjourned.
pub fn plays_on(tx: &mut Tx, table: &mut Table, seat: Seat) -> Result<(), Error> {
    let asked = table.seats.iter_mut().find(|chair| chair.seat == seat && !chair.ready);
    let Some(chair) = asked else { return Ok(()) };
    chair.ready = true;
    if table.seats.iter().all(|chair| chair.ready || chair.person.is_none()) {
        table.resumes_at = None;
    }
    let theirs = table_seats::table.filter(table_seats::table_id.eq(table.id).and(table_seats::seat.eq(seat)));
    diesel::update(theirs).set(table_seats::ready.eq(true)).execute(tx.db)?;
    Ok(())
}

/// Seats somebody, or takes them from the seat. Before the game begins they are not ready yet.
pub fn set_person(tx: &mut Tx, table: &Table, seat: Seat, person: Option<PersonId>) -> Result<(), Error> {
    let chair = table_seats::table.filter(table_seats::table_id.eq(table.id).and(table_seats::seat.eq(seat)));
    diesel::update(chair)
        .set((table_seats::person_id.eq(person), table_seats::ready.eq(table.stage != Stage::Open)))
        .execute(tx.db)?;
    touch(tx, table.id)
}

/// Nobody is ready any more: what they agreed to has changed.
pub fn none_ready(tx: &mut Tx, table: &Table) -> Result<(), Error> {
    let seats = table_seats::table.filter(table_seats::table_id.eq(table.id));
    diesel::update(seats).set(table_seats::ready.eq(false)).execute(tx.db)?;
    Ok(())
}

/// A seat is kept for somebody.
pub fn keep(tx: &mut Tx, table: &Table, seat: Seat, person: PersonId) -> Result<(), Error> {
    let kept = table_seats::table.filter(table_seats::table_id.eq(table.id).and(table_seats::seat.eq(seat)));
    diesel::update(kept).set(table_seats::invited_id.eq(person)).execute(tx.db)?;
    touch(tx, table.id)
}

/// Somebody says no to the seat that is kept for them: it is kept for nobody any more.
pub fn decline(tx: &mut Tx, table: &Table, seat: Seat, person: PersonId) -> Result<(), Error> {
    let kept = table_seats::table.filter(table_seats::table_id.eq(table.id).and(table_seats::seat.eq(seat)));
    diesel::update(kept).set(table_seats::invited_id.eq(None::<PersonId>)).execute(tx.db)?;
    let values = (table_declines::table_id.eq(table.id), table_declines::person_id.eq(person));
    each!(&mut *tx.db, c => {
        diesel::insert_into(table_declines::table).values(values).on_conflict_do_nothing().execute(c)
    })?;
    touch(tx, table.id)
}

/// Those who said no to a table, by name.
pub fn declined(db: &mut Db, id: TableId) -> Result<Vec<Person>, Error> {
    let rows: Vec<(PersonId, String)> = table_declines::table
        .inner_join(people::table.on(people::id.eq(table_declines::person_id)))
        .filter(table_declines::table_id.eq(id))
        .order((people::name, people::id))
        .select((people::id, people::name))
        .load(db)?;
    Ok(rows.into_iter().map(|(id, name)| Person { id, name }).collect())
}

/// Everybody is ready again.
pub fn all_ready(tx: &mut Tx, table: &mut Table) -> Result<(), Error> {
    for chair in &mut table.seats {
        chair.ready = true;
    }
    let seats = table_seats::table.filter(table_seats::table_id.eq(table.id));
    diesel::update(seats).set(table_seats::ready.eq(true)).execute(tx.db)?;
    Ok(())
}

/// Whether somebody is ready, and when a game that is to be adjourned goes on.
pub fn set_ready(tx: &mut Tx, table: &Table, person: PersonId, ready: bool) -> Result<(), Error> {
    let theirs = table_seats::table.filter(table_seats::table_id.eq(table.id).and(table_seats::person_id.eq(person)));
    diesel::update(theirs).set(table_seats::ready.eq(ready)).execute(tx.db)?;
    diesel::update(tables::table.find(table.id)).set(tables::resumes_at.eq(table.resumes_at)).execute(tx.db)?;
    touch(tx, table.id)
}

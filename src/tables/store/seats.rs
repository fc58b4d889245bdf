//! Taking seats, leaving them, and being ready: how a game begins, pauses and goes on.

use diesel::prelude::*;
use serde_json::json;

use super::log::{self, append, as_it_stands};
use super::{subject, table, touch};
use crate::audit::{self, Entry as Act};
use crate::db::{
    Tx, raise_version,
    schema::{people, table_seats, tables},
};
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::notify;
use crate::tables::rules::{self, Next};
use crate::tables::{Chair, Kind, Room, Seat, Stage, State, Table, TableId};

/// Takes a seat.
pub fn take_seat(tx: &mut Tx, room: &Room, id: TableId, person: PersonId, wanted: Option<Seat>) -> Result<Seat, Error> {
    let mut table = table(tx.db, id)?;
    let game = room.game(&table.game)?;
    if table.stage == Stage::Playing {
        // What is due may bring the seat that is asked for.
        let (stands, state) = as_it_stands(tx, room, table)?;
        if i64::try_from(stands.seats.len()).is_ok_and(|seats| seats > game.seats(&stands.options)) {
            return join(tx, room, &stands, &*state, person);
        }
        table = stands;
    }
    let seat = rules::take(&table, person, wanted, game.fewest(&table.options))?;
    set_person(tx, &table, seat, Some(person))?;
    if table.seat_of(person).is_none() && table.opened_by != person {
        let told = json!({ "table": id, "game": table.game, "by": person });
        notify::enqueue(tx, "table.seat_taken", Some(table.opened_by), &told)?;
    }
    Ok(seat)
}

/// Leaves a table that has not begun.
pub fn leave(tx: &mut Tx, id: TableId, person: PersonId) -> Result<(), Error> {
    let table = table(tx.db, id)?;
    let seat = rules::leave(&table, person)?;
    set_person(tx, &table, seat, None)?;
    if table.people() == [person] {
        let now = tx.now;
        diesel::update(tables::table.find(id))
            .set((tables::stage.eq(Stage::Ended), tables::ended_at.eq(now)))
            .execute(tx.db)?;
    }
    Ok(())
}

/// Takes the seat that the game gained on its way for somebody of this person's name.
fn join(tx: &mut Tx, room: &Room, table: &Table, state: &dyn State, person: PersonId) -> Result<Seat, Error> {
    let name: String = people::table.find(person.0).select(people::name).first(tx.db)?;
    let seat = rules::join(table, person, &name, &state.names())?;
    if table.seat_of(person).is_some() {
        return Ok(seat);
    }
    set_person(tx, table, seat, Some(person))?;
    let body = json!({ "seat": seat });
    audit::record(tx, Act { actor: Some(person), act: "table.joined", subject: subject(table.id), body })?;
    if let Some(joining) = room.game(&table.game)?.joining() {
        log::play(tx, room, table.id, person, table.number, &joining)?;
    }
    Ok(seat)
}

/// A seat more, for nobody yet.
pub(super) fn add(tx: &mut Tx, id: TableId, seat: usize) -> Result<Chair, Error> {
    let seat = Seat::try_from(seat).map_err(Error::internal)?;
    diesel::insert_into(table_seats::table)
        .values((table_seats::table_id.eq(id), table_seats::seat.eq(seat), table_seats::ready.eq(true)))
        .execute(tx.db)?;
    Ok(Chair { seat, person: None, invited: None, ready: true })
}

/// Whoever plays on no longer asks for the game to be adjourned.
pub(super) fn plays_on(tx: &mut Tx, table: &mut Table, seat: Seat) -> Result<(), Error> {
    let asked = table.seats.iter_mut().find(|chair| chair.seat == seat && !chair.ready);
    let Some(chair) = asked else { return Ok(()) };
    chair.ready = true;
    let theirs = table_seats::table.filter(table_seats::table_id.eq(table.id).and(table_seats::seat.eq(seat)));
    diesel::update(theirs).set(table_seats::ready.eq(true)).execute(tx.db)?;
    Ok(())
}

fn set_person(tx: &mut Tx, table: &Table, seat: Seat, person: Option<PersonId>) -> Result<(), Error> {
    let seats = || table_seats::table.filter(table_seats::table_id.eq(table.id));
    let is_open = table.stage == Stage::Open;
    if is_open {
        // Who sits down or leaves makes another table of it: everybody says anew that they are ready.
        diesel::update(seats()).set(table_seats::ready.eq(false)).execute(tx.db)?;
    }
    diesel::update(seats().filter(table_seats::seat.eq(seat)))
        .set((table_seats::person_id.eq(person), table_seats::ready.eq(!is_open)))
        .execute(tx.db)?;
    touch(tx, table.id)
}

/// Somebody seated says that they are ready, or (`ready` false) no longer; what follows from it
/// happens: the game begins, goes on, or is adjourned.
pub fn set_ready(tx: &mut Tx, room: &Room, id: TableId, person: PersonId, ready: bool) -> Result<(), Error> {
    let table = table(tx.db, id)?;
    let game = room.game(&table.game)?;
    if !ready {
        rules::adjourns(&table, game.adjourns())?;
    }
    let state = table.started_at.map(|_| room.state(tx.db, &table)).transpose()?;
    let plays = |seat| state.as_ref().is_none_or(|state| state.plays(seat));
    let next = rules::ready(&table, person, ready, game.fewest(&table.options), plays)?;
    let theirs = table_seats::table.filter(table_seats::table_id.eq(id).and(table_seats::person_id.eq(person)));
    diesel::update(theirs).set(table_seats::ready.eq(ready)).execute(tx.db)?;
    touch(tx, id)?;
    match next {
        Next::Wait => Ok(()),
        Next::Begin => begin(tx, room, &table),
        Next::GoOn => {
            game.go_on(tx, &table)?;
            append_plain(tx, room, table, Kind::Resumed, Stage::Playing)
        }
        Next::Adjourn => append_plain(tx, room, table, Kind::Adjourned, Stage::Adjourned),
    }
}

fn begin(tx: &mut Tx, room: &Room, table: &Table) -> Result<(), Error> {
    let game = room.game(&table.game)?;
    let options = game.begin(tx, table)?;
    let now = tx.now;
    let state = game.start(&options, table.seed, now)?;
    let due = state.due();
    let warn = due.filter(|_| game.tells_turns(&options)).map(|due| rules::warn_at(now, due));
    let version = raise_version(tx, super::VERSION)?;
    diesel::update(tables::table.find(table.id))
        .set((
            tables::stage.eq(Stage::Playing),
            tables::options.eq(options.to_string()),
            tables::started_at.eq(now),
            tables::due_at.eq(due),
            tables::warn_at.eq(warn),
            tables::version.eq(version),
        ))
        .execute(tx.db)?;
    for person in table.people() {
        notify::enqueue(tx, "table.begun", Some(person), &json!({ "table": table.id, "game": table.game }))?;
    }
    let body = json!({ "game": table.game, "options": options, "people": table.people() });
    audit::record(tx, Act { actor: None, act: "table.begun", subject: subject(table.id), body })
}

/// Adjourns a game or lets it go on.
fn append_plain(tx: &mut Tx, room: &Room, table: Table, kind: Kind, stage: Stage) -> Result<(), Error> {
    let (mut table, mut state) = as_it_stands(tx, room, table)?;
    if !matches!(table.stage, Stage::Playing | Stage::Adjourned) {
        return Err(Refusal::conflict("Over", "Time has ended the game meanwhile.").act("I.7.5").into());
    }
    table.stage = stage;
    append(tx, room, &mut table, &mut *state, super::log::New::plain(kind, tx.now)).map(drop)
}

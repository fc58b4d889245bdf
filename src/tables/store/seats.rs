//! Taking seats, leaving them, and being ready: how a game begins, pauses and goes on.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::say;
use serde_json::{Value, json};

use super::log::{self, append, as_it_stands};
use super::{subject, table, touch};
use crate::audit::{self, Entry as Act, Word};
use crate::db::{
    Db, Tx, raise_version,
    schema::{people, table_seats, tables},
};
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::notify::{self, Topic};
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
        notify::enqueue_once(tx, Topic::TableSeatTaken, table.opened_by, &told)?;
    }
    Ok(seat)
}

/// Takes a seat and says at once that one is ready. Who said so at a table that was opened just now is waiting there, and
/// still ready: then the game begins.
pub fn accept(tx: &mut Tx, room: &Room, id: TableId, person: PersonId) -> Result<(), Error> {
    let before = table(tx.db, id)?;
    take_seat(tx, room, id, person, None)?;
    let fresh = tx.now - before.opened_at <= rules::WAITS_READY;
    for chair in before.seats.iter().filter(|chair| fresh && chair.ready) {
        if let Some(waiting) = &chair.person {
            set_ready(tx, room, id, waiting.id, true, None)?;
        }
    }
    set_ready(tx, room, id, person, true, None)
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

/// The one person who goes by a handle, or by a name that nobody else has.
fn only_one_called(db: &mut Db, name: &str) -> Result<Option<PersonId>, Error> {
    let by_handle: Option<PersonId> =
        people::table.filter(people::handle.eq(name)).select(people::id).first(db).optional()?;
    let by_name: Vec<PersonId> = people::table.filter(people::name.eq(name)).limit(2).select(people::id).load(db)?;
    Ok(by_handle.or(match by_name[..] {
        [person] => Some(person),
        _ => None,
    }))
}

/// Takes the seat that the game gained on its way for this person.
fn join(tx: &mut Tx, room: &Room, table: &Table, state: &dyn State, person: PersonId) -> Result<Seat, Error> {
    let name: String = people::table.find(person.0).select(people::name).first(tx.db)?;
    let meant = meant(tx.db, table, &state.names())?;
    let seat = rules::join(table, person, &name, &meant)?;
    if table.seat_of(person).is_some() {
        return Ok(seat);
    }
    set_person(tx, table, seat, Some(person))?;
    let body = json!({ "seat": seat });
    audit::record(tx, Act { actor: Some(person), act: Word::TableJoined, subject: subject(table.id), body })?;
    if let Some(joining) = room.game(&table.game)?.joining() {
        log::play(tx, room, table.id, person, table.number, &joining)?;
    }
    Ok(seat)
}

/// A seat more, for the one whom the game's rules name, if the club knows who that is.
pub(super) fn add(tx: &mut Tx, id: TableId, seat: usize, name: &str) -> Result<Chair, Error> {
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
pub(super) fn plays_on(tx: &mut Tx, table: &mut Table, seat: Seat) -> Result<(), Error> {
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

fn set_person(tx: &mut Tx, table: &Table, seat: Seat, person: Option<PersonId>) -> Result<(), Error> {
    let seats = || table_seats::table.filter(table_seats::table_id.eq(table.id));
    let is_open = table.stage == Stage::Open;
    if is_open {
        // Who sits down or leaves makes another table of it: everybody says again that they are ready.
        diesel::update(seats()).set(table_seats::ready.eq(false)).execute(tx.db)?;
    }
    diesel::update(seats().filter(table_seats::seat.eq(seat)))
        .set((table_seats::person_id.eq(person), table_seats::ready.eq(!is_open)))
        .execute(tx.db)?;
    touch(tx, table.id)
}

/// Somebody seated says that they are ready, or (`ready` false) no longer; what follows from it
/// happens: the game begins, goes on, or is adjourned. Anybody who asks to adjourn it may say `until` when, and
/// another time than was asked for is to be agreed on again.
pub fn set_ready(
    tx: &mut Tx,
    room: &Room,
    id: TableId,
    person: PersonId,
    ready: bool,
    until: Option<NaiveDateTime>,
) -> Result<(), Error> {
    let mut table = table(tx.db, id)?;
    let game = room.game(&table.game)?;
    let asks = !ready && table.stage == Stage::Playing;
    if !ready {
        rules::adjourns(&table, game.adjourns())?;
    }
    if until.is_some() && !asks {
        return Err(rules::no_time(&table).into());
    }
    if asks {
        let resumes_at = Some(rules::resumption(&table, until, tx.now)?);
        if until.is_some() && table.resumes_at != resumes_at {
            all_ready(tx, &mut table)?;
        }
        table.resumes_at = resumes_at;
    }
    let state = table.started_at.map(|_| room.state(tx.db, &table)).transpose()?;
    let plays = |seat| state.as_ref().is_none_or(|state| state.plays(seat));
    let next = rules::ready(&table, person, ready, game.fewest(&table.options), plays)?;
    let mut changed = false;
    for chair in table.seats.iter_mut().filter(|chair| chair.person.as_ref().is_some_and(|own| own.id == person)) {
        changed = std::mem::replace(&mut chair.ready, ready) != ready;
    }
    if table.stage == Stage::Playing && table.seats.iter().all(|chair| chair.ready || chair.person.is_none()) {
        table.resumes_at = None;
    }
    let theirs = table_seats::table.filter(table_seats::table_id.eq(id).and(table_seats::person_id.eq(person)));
    diesel::update(theirs).set(table_seats::ready.eq(ready)).execute(tx.db)?;
    diesel::update(tables::table.find(id)).set(tables::resumes_at.eq(table.resumes_at)).execute(tx.db)?;
    touch(tx, id)?;
    let topic = match (next, table.stage) {
        (Next::Begin, _) => return begin(tx, room, &table),
        (Next::Adjourn, _) => Topic::TableAdjourned,
        (Next::GoOn, _) => Topic::TableResumed,
        (Next::Wait, Stage::Playing) if asks && changed => Topic::TableAdjournmentAsked,
        (Next::Wait, Stage::Adjourned) if ready && changed => Topic::TableResumptionAsked,
        (Next::Wait, _) => return Ok(()),
    };
    if let Some(state) = &state {
        let at = table.resumes_at.filter(|_| !ready).map(|at| at.and_utc());
        let told = json!({ "table": id, "game": table.game, "by": person, "until": at });
        tell_others(tx, &table, &**state, Some(person), topic, &told)?;
    }
    match next {
        Next::GoOn => go_on(tx, room, table),
        Next::Adjourn => append_plain(tx, room, table, Kind::Adjourned, Stage::Adjourned),
        Next::Begin | Next::Wait => Ok(()),
    }
}

/// Tells those who play, but for the one who did it.
pub(super) fn tell_others(
    tx: &mut Tx,
    table: &Table,
    state: &dyn State,
    but: Option<PersonId>,
    topic: Topic,
    told: &Value,
) -> Result<(), Error> {
    for chair in table.seats.iter().filter(|chair| state.plays(chair.seat)) {
        if let Some(person) = chair.person.as_ref().filter(|person| Some(person.id) != but) {
            notify::enqueue_once(tx, topic, person.id, told)?;
        }
    }
    Ok(())
}

fn all_ready(tx: &mut Tx, table: &mut Table) -> Result<(), Error> {
    for chair in &mut table.seats {
        chair.ready = true;
    }
    let seats = table_seats::table.filter(table_seats::table_id.eq(table.id));
    diesel::update(seats).set(table_seats::ready.eq(true)).execute(tx.db)?;
    Ok(())
}

fn go_on(tx: &mut Tx, room: &Room, mut table: Table) -> Result<(), Error> {
    room.game(&table.game)?.go_on(tx, &table)?;
    table.resumes_at = None;
    append_plain(tx, room, table, Kind::Resumed, Stage::Playing)
}

/// An adjourned game goes on though not everybody is ready: the time has come that was agreed on. Where the club
/// does not let it, because another game is being played or a player is banned, it waits until the club does.
pub(super) fn go_on_by_itself(tx: &mut Tx, room: &Room, mut table: Table) -> Result<bool, Error> {
    let id = table.id;
    match room.game(&table.game)?.go_on(tx, &table) {
        Err(Error::Refused(_)) => {
            let again = tx.now + rules::PATIENCE;
            diesel::update(tables::table.find(id)).set(tables::due_at.eq(again)).execute(tx.db)?;
            return Ok(false);
        }
        allowed => allowed?,
    }
    let told = json!({ "table": id, "game": table.game });
    let state = room.state(tx.db, &table)?;
    tell_others(tx, &table, &*state, None, Topic::TableResumed, &told)?;
    all_ready(tx, &mut table)?;
    table.resumes_at = None;
    append_plain(tx, room, table, Kind::Resumed, Stage::Playing)?;
    Ok(true)
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
    for person in table.others_hear() {
        notify::enqueue(tx, Topic::TableBegun, Some(person), &json!({ "table": table.id, "game": table.game }))?;
    }
    let body = json!({ "game": table.game, "options": options, "people": table.people() });
    audit::record(tx, Act { actor: None, act: Word::TableBegun, subject: subject(table.id), body })?;
    let (mut table, mut state) = (super::table(tx.db, table.id)?, state);
    log::play_by_itself(tx, room, &mut table, &mut *state, now)
}

/// Adjourns a game or lets it go on.
fn append_plain(tx: &mut Tx, room: &Room, table: Table, kind: Kind, stage: Stage) -> Result<(), Error> {
    let (mut table, mut state) = as_it_stands(tx, room, table)?;
    if !matches!(table.stage, Stage::Playing | Stage::Adjourned) {
        return Err(Refusal::conflict(say!("Over"), say!("Time has ended the game meanwhile.")).act("I.7.5").into());
    }
    table.stage = stage;
    append(tx, room, &mut table, &mut *state, super::log::New::plain(kind, tx.now)).map(drop)
}

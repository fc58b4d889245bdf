//! Actions: taking and leaving seats, and being ready: how a game begins, pauses and goes on.

use chrono::NaiveDateTime;
use serde_json::{Value, json};

use super::steps::{New, append, as_it_stands, play_by_itself};
use super::{At, Play, by_itself, record};
use crate::action::{Action, By, Deed, perform};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;
use crate::members;
use crate::notify::{self, Topic};
use crate::tables::rules::{self, Next};
use crate::tables::store::{self, seats};
use crate::tables::{AnyState, Chair, Kind, Room, Seat, Stage, Table};

/// Takes a seat: the one asked for, or one that is kept for this person, or the first that is free. Where the game has gained seats on
/// its way, the one that is meant for them.
pub struct Sit {
    pub at: At,
    pub seat: Option<Seat>,
}

impl Action for Sit {
    type Done = Seat;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Seat>, Error> {
        let (At { room, id }, person) = (&self.at, by.somebody()?.person);
        let mut table = store::table(tx.db, *id)?;
        let game = room.game(&table.game)?;
        if table.stage == Stage::Playing {
            // What is due may bring the seat that is asked for.
            let (stands, state) = as_it_stands(tx, room, table)?;
            if i64::try_from(stands.seats.len()).is_ok_and(|seats| seats > game.seats(&stands.options)) {
                return self.join(tx, by, &stands, &*state);
            }
            table = stands;
        }
        let seat = rules::take(&table, person, self.seat, game.fewest(&table.options))?;
        // Who was ready some time ago for a game of one sitting may have gone.
        let is_stale = !game.lasts(&table.options) && tx.now - table.opened_at > rules::WAITS_READY;
        if table.stage == Stage::Open && is_stale && table.seat_of(person).is_none() {
            seats::none_ready(tx, &table)?;
        }
        seats::set_person(tx, &table, seat, Some(person))?;
        if table.seat_of(person).is_none() && table.opened_by != person {
            let told = json!({ "table": id, "game": table.game, "by": person });
            notify::enqueue_once(tx, Topic::TableSeatTaken, table.opened_by, &told)?;
        }
        Ok(Deed::kept_elsewhere(seat))
    }
}

impl Sit {
    /// Takes the seat that the game gained on its way for this person.
    fn join(&self, tx: &mut Tx, by: &By, table: &Table, state: &dyn AnyState) -> Result<Deed<Seat>, Error> {
        let person = by.somebody()?.person;
        let name = members::store::known(tx.db, person)?.name;
        let meant = seats::meant(tx.db, table, &state.names())?;
        let seat = rules::join(table, person, &name, &meant)?;
        if table.seat_of(person).is_some() {
            return Ok(Deed::of_its_parts(seat));
        }
        seats::set_person(tx, table, seat, Some(person))?;
        if let Some(play) = self.at.room.game(&table.game)?.joining()? {
            perform(tx, by, &Play { at: self.at.clone(), answers: table.number, play })?;
        }
        Ok(record(Word::TableJoined, table.id, json!({ "seat": seat })).done(seat))
    }
}

/// Takes a seat and says at once that one is ready.
pub struct Accept {
    pub at: At,
    pub seat: Option<Seat>,
}

impl Action for Accept {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        perform(tx, by, &Sit { at: self.at.clone(), seat: self.seat })?;
        ready(tx, &self.at, by.somebody()?.person, true, None)?;
        Ok(Deed::of_its_parts(()))
    }
}

/// Leaves a table that has not begun; with the last one who leaves, it ends. A person who has not sat down declines the seat
/// that is kept for them, and the person who opened the table is told. A declined table for two ends. At a table of more, leaving
/// such a seat declines it too; a challenge of one to another stands until they say no.
pub struct Leave(pub At);

impl Action for Leave {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let person = by.somebody()?.person;
        let mut table = store::table(tx.db, self.0.id)?;
        let seat = rules::leave(&table, person)?;
        let (sat, is_for_two) = (table.seat_of(person).is_some(), table.seats.len() == 2);
        let declines = !sat || (!is_for_two && table.is_kept(seat));
        let ends = if sat { table.people() == [person] } else { is_for_two };
        if declines {
            let told = json!({ "table": table.id, "game": table.game, "by": person });
            notify::enqueue_once(tx, Topic::TableDeclined, table.opened_by, &told)?;
        }
        if ends {
            // Everybody keeps their seat, no longer ready: so its page says who asked whom.
            seats::none_ready(tx, &table)?;
            (table.stage, table.ended_at, table.ended_by) = (Stage::Ended, Some(tx.now), Some(person));
            store::save(tx, &mut table)?;
            return Ok(Deed::kept_elsewhere(()));
        }
        if sat {
            seats::set_person(tx, &table, seat, None)?;
        }
        if declines {
            seats::decline(tx, &table, seat, person)?;
        }
        // The game may have waited for them alone: then it begins.
        let mut others = table.seats.iter().filter(|chair| chair.ready).filter_map(|chair| chair.person.as_ref());
        if let Some(seated) = others.find(|other| other.id != person) {
            ready(tx, &self.0, seated.id, true, None)?;
        }
        Ok(Deed::kept_elsewhere(()))
    }
}

/// Says that one is ready, or no longer; what follows from it happens: the game begins, goes on, or is adjourned. Anybody who asks
/// to adjourn it may say `until` when, and another time than was asked for is to be agreed on again.
pub struct SayReady {
    pub at: At,
    pub ready: bool,
    pub until: Option<NaiveDateTime>,
}

impl Action for SayReady {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        ready(tx, &self.at, by.somebody()?.person, self.ready, self.until)?;
        Ok(Deed::kept_elsewhere(()))
    }
}

pub(super) fn ready(
    tx: &mut Tx,
    at: &At,
    person: PersonId,
    ready: bool,
    until: Option<NaiveDateTime>,
) -> Result<(), Error> {
    let At { room, id } = at;
    let mut table = store::table(tx.db, *id)?;
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
            seats::all_ready(tx, &mut table)?;
        }
        table.resumes_at = resumes_at;
    }
    if ready && matches!(table.stage, Stage::Open | Stage::Adjourned) && !game.lasts(&table.options) {
        unready_who_left(tx, room, &mut table, person)?;
    }
    let state = table.started_at.map(|_| room.state(tx.db, &table)).transpose()?;
    let plays = |seat| state.as_ref().is_none_or(|state| state.plays(seat));
    let next = rules::ready(&table, person, ready, game.fewest(&table.options), plays)?;
    let mut changed = false;
    for chair in table.seats.iter_mut().filter(|chair| chair.person.as_ref().is_some_and(|own| own.id == person)) {
        changed = std::mem::replace(&mut chair.ready, ready) != ready;
    }
    // Who plays and is ready as before says no to an adjournment: those who asked are told, and nobody asks for it any more.
    if ready && !changed && table.stage == Stage::Playing && table.seat_of(person).is_some_and(plays) {
        let told = json!({ "table": id, "game": table.game, "by": person });
        for asker in table.seats.iter().filter(|chair| !chair.ready).filter_map(|chair| chair.person.as_ref()) {
            notify::enqueue_once(tx, Topic::TableAdjournmentDeclined, asker.id, &told)?;
        }
        seats::all_ready(tx, &mut table)?;
    }
    if table.stage == Stage::Playing && table.seats.iter().all(|chair| chair.ready || chair.person.is_none()) {
        table.resumes_at = None;
    }
    seats::set_ready(tx, &table, person, ready)?;
    let topic = match (next, table.stage) {
        (Next::Begin, _) => {
            let (mut table, mut state) = perform(tx, &by_itself(), &Begin { at, table: &table, asks: person })?;
            let now = tx.now;
            return play_by_itself(tx, room, &mut table, &mut *state, now);
        }
        (Next::Adjourn, _) => Topic::TableAdjourned,
        (Next::GoOn, _) => Topic::TableResumed,
        (Next::Wait, Stage::Playing) if asks && changed => Topic::TableAdjournmentAsked,
        (Next::Wait, Stage::Adjourned) if ready && changed => Topic::TableResumptionAsked,
        (Next::Wait, Stage::Open) if ready => return ask_for_ready(tx, at, &table, person),
        (Next::Wait, _) => return Ok(()),
    };
    if let Some(state) = &state {
        let until = table.resumes_at.filter(|_| !ready).map(|until| until.and_utc());
        let told = json!({ "table": id, "game": table.game, "by": person, "until": until });
        tell_others(tx, &table, &**state, Some(person), topic, &told)?;
    }
    match next {
        Next::GoOn => go_on(tx, at, table, person),
        Next::Adjourn => pause(tx, at, table, Kind::Adjourned, Stage::Adjourned),
        Next::Begin | Next::Wait => Ok(()),
    }
}

/// Who has left the table is no longer ready, except the one who says now that they are: no clock begins to run behind somebody's back.
fn unready_who_left(tx: &mut Tx, room: &Room, table: &mut Table, but: PersonId) -> Result<(), Error> {
    for gone in room.left(table.id, tx.now - rules::STEPS_OUT).into_iter().filter(|gone| *gone != but) {
        let theirs = |chair: &&mut Chair| chair.person.as_ref().is_some_and(|person| person.id == gone);
        for chair in table.seats.iter_mut().filter(theirs) {
            chair.ready = false;
        }
        seats::set_ready(tx, table, gone, false)?;
    }
    Ok(())
}

/// Tells those whose *ready* alone is missing that a game waits for them. Who is at the table sees it there: only those are told who
/// have left it, and all where it was opened so long ago that what they had said has lapsed.
fn ask_for_ready(tx: &mut Tx, at: &At, table: &Table, by: PersonId) -> Result<(), Error> {
    let game = at.room.game(&table.game)?;
    let told = json!({ "table": table.id, "game": table.game, "by": by });
    let (left, is_old) = (at.room.left(table.id, tx.now), tx.now - table.opened_at > rules::WAITS_READY);
    for person in table.people().into_iter().filter(|person| *person != by) {
        if (is_old || left.contains(&person)) && rules::waits_for_ready(table, game, None, person) {
            notify::enqueue_once(tx, Topic::TableReadyAsked, person, &told)?;
        }
    }
    Ok(())
}

/// Notifies the players, except the one who did it.
pub(super) fn tell_others(
    tx: &mut Tx,
    table: &Table,
    state: &dyn AnyState,
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

fn go_on(tx: &mut Tx, at: &At, mut table: Table, asks: PersonId) -> Result<(), Error> {
    at.room.game(&table.game)?.go_on(tx, &table, Some(asks))?;
    table.resumes_at = None;
    pause(tx, at, table, Kind::Resumed, Stage::Playing)
}

/// An adjourned game goes on though not everybody is ready: the time has come that was agreed on. Where the club
/// does not let it, because another game is being played or a player is banned, it waits until the club does.
pub(super) fn go_on_by_itself(tx: &mut Tx, at: &At, mut table: Table) -> Result<bool, Error> {
    match at.room.game(&table.game)?.go_on(tx, &table, None) {
        Err(Error::Refused(_)) => {
            store::put_off(tx, table.id, tx.now + rules::PATIENCE)?;
            return Ok(false);
        }
        allowed => allowed?,
    }
    let told = json!({ "table": table.id, "game": table.game });
    let state = at.room.state(tx.db, &table)?;
    tell_others(tx, &table, &*state, None, Topic::TableResumed, &told)?;
    seats::all_ready(tx, &mut table)?;
    table.resumes_at = None;
    pause(tx, at, table, Kind::Resumed, Stage::Playing)?;
    Ok(true)
}

/// Adjourns a game or lets it go on.
fn pause(tx: &mut Tx, at: &At, table: Table, kind: Kind, stage: Stage) -> Result<(), Error> {
    let (mut table, mut state) = as_it_stands(tx, &at.room, table)?;
    rules::not_over(&table)?;
    table.stage = stage;
    append(tx, &at.room, &mut table, &mut *state, New::plain(kind, tx.now)).map(drop)
}

/// The game of a table begins, if the club lets these people play.
struct Begin<'a> {
    at: &'a At,
    table: &'a Table,
    /// Who said last that they are ready.
    asks: PersonId,
}

impl Action for Begin<'_> {
    type Done = (Table, Box<dyn AnyState>);

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<Self::Done>, Error> {
        let (table, now) = (self.table, tx.now);
        let game = self.at.room.game(&table.game)?;
        game.may_begin(tx, table, self.asks)?;
        let options = game.begin(tx, table)?;
        let state = game.start(&options, table.seed, now)?;
        let due = state.due();
        let warn = due.filter(|_| game.tells_turns(&options)).map(|due| rules::warn_at(now, due));
        store::begin(tx, table.id, &options, due, warn)?;
        let body = json!({ "game": table.game, "options": options, "people": table.people() });
        let told = json!({ "table": table.id, "game": table.game, "played": { "players": table.people() } });
        let record = record(Word::TableBegun, table.id, body).tell_each(Topic::TableBegun, &table.others_hear(), &told);
        Ok(record.done((store::table(tx.db, table.id)?, state)))
    }
}

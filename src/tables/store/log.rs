//! The log of a table: every step judged by the game, appended, and what follows from it.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::say;
use serde_json::{Value, json};

use super::{VERSION, seats, subject, table};
use crate::audit::{self, Entry as Act, Word};
use crate::db::{
    Db, Tx, raise_version,
    schema::{plays, tables},
};
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::notify::{self, Topic};
use crate::tables::{Entry, Kind, Room, Seat, Stage, State, Table, TableId, rules};

type Row = (i64, Kind, Option<Seat>, Option<PersonId>, NaiveDateTime, String, String);

fn read((number, kind, seat, by, at, play, effect): Row) -> Result<Entry, Error> {
    let (play, effect) = (serde_json::from_str(&play)?, serde_json::from_str(&effect)?);
    Ok(Entry { number, kind, seat, by, at, play, effect })
}

const COLUMNS: (plays::number, plays::kind, plays::seat, plays::by_id, plays::at, plays::play, plays::effect) =
    (plays::number, plays::kind, plays::seat, plays::by_id, plays::at, plays::play, plays::effect);

/// The log from after a number on.
pub fn entries_after(db: &mut Db, id: TableId, number: i64) -> Result<Vec<Entry>, Error> {
    let rows: Vec<Row> = plays::table
        .filter(plays::table_id.eq(id).and(plays::number.gt(number)))
        .order(plays::number)
        .select(COLUMNS)
        .load(db)?;
    rows.into_iter().map(read).collect()
}

/// A table's whole log as everybody is given it: without what the game keeps back while it is played.
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
    // While it is played, what chance will draw is nobody's to know.
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
fn repeated(
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

/// One entry of the log.
pub fn entry(db: &mut Db, id: TableId, number: i64) -> Result<Option<Entry>, Error> {
    let row: Option<Row> = plays::table
        .filter(plays::table_id.eq(id).and(plays::number.eq(number)))
        .select(COLUMNS)
        .first(db)
        .optional()?;
    row.map(read).transpose()
}

/// A step that is to be taken.
pub(super) struct New<'a> {
    kind: Kind,
    seat: Option<Seat>,
    by: Option<PersonId>,
    at: NaiveDateTime,
    play: &'a Value,
}

impl New<'_> {
    /// A step that says nothing but that it happened.
    pub(super) fn plain(kind: Kind, at: NaiveDateTime) -> New<'static> {
        New { kind, seat: None, by: None, at, play: &Value::Null }
    }
}

/// Judges and appends a step to the log, and what a computer plays in answer; gives the entry of the step.
pub(super) fn append(
    tx: &mut Tx,
    room: &Room,
    table: &mut Table,
    state: &mut dyn State,
    new: New<'_>,
) -> Result<Entry, Error> {
    let entry = append_one(tx, room, table, state, new)?;
    play_by_itself(tx, room, table, state, entry.at)?;
    Ok(entry)
}

/// Lets a computer play as long as it is its turn.
pub(super) fn play_by_itself(
    tx: &mut Tx,
    room: &Room,
    table: &mut Table,
    state: &mut dyn State,
    at: NaiveDateTime,
) -> Result<(), Error> {
    while table.stage == Stage::Playing
        && let Some((seat, play)) = state.by_itself()
    {
        let new = New { kind: Kind::Play, seat: Some(seat), by: None, at, play: &play };
        match append_one(tx, room, table, state, new) {
            // Its time runs out then, as anybody's does.
            Err(Error::Refused(refusal)) => {
                tracing::warn!(%refusal, table = table.id.0, "what the computer would play is refused");
                return Ok(());
            }
            played => drop(played?),
        }
    }
    Ok(())
}

/// Judges and appends a step; an end is carried out.
fn append_one(
    tx: &mut Tx,
    room: &Room,
    table: &mut Table,
    state: &mut dyn State,
    new: New<'_>,
) -> Result<Entry, Error> {
    let New { kind, seat, by, at, play } = new;
    let awaited = state.turn();
    let mut entry = Entry { number: table.number + 1, kind, seat, by, at, play: play.clone(), effect: Value::Null };
    entry.effect = state.step(entry.step(), at)?;
    diesel::insert_into(plays::table)
        .values((
            plays::table_id.eq(table.id),
            plays::number.eq(entry.number),
            plays::kind.eq(kind),
            plays::seat.eq(seat),
            plays::by_id.eq(by),
            plays::at.eq(at),
            plays::play.eq(play.to_string()),
            plays::effect.eq(entry.effect.to_string()),
        ))
        .execute(tx.db)?;
    table.number = entry.number;
    if let (Kind::Play, Some(seat), Stage::Playing) = (kind, seat, table.stage) {
        seats::plays_on(tx, table, seat)?;
    }
    for (seat, name) in state.names().iter().enumerate().skip(table.seats.len()) {
        table.seats.push(seats::add(tx, table.id, seat, name)?);
    }
    let game = room.game(&table.game)?;
    game.stepped(tx, table, &entry)?;
    let tells = game.tells_turns(&table.options);
    let turn = state.turn();
    let outcome = state.outcome();
    let (playing, adjourned) = (table.stage == Stage::Playing, table.stage == Stage::Adjourned);
    let due = if adjourned { table.resumes_at } else { state.due().filter(|_| playing) };
    let due = due.filter(|_| outcome.is_none());
    if due != table.due_at || turn != awaited {
        table.warn_at = due.filter(|_| tells || adjourned).map(|due| rules::warn_at(at, due));
    }
    table.due_at = due;
    match outcome {
        Some(outcome) => end(tx, room, table, outcome, at)?,
        None if adjourned && kind == Kind::Play => {
            let told = json!({ "table": table.id, "game": table.game, "by": by, "play": play["kind"] });
            seats::tell_others(tx, table, state, by, Topic::TableWhileAdjourned, &told)?;
        }
        None if tells && playing => {
            tell(tx, table, Topic::TableYourTurn, turn.iter().filter(|seat| !awaited.contains(seat)))?
        }
        None => {}
    }
    save(tx, table)?;
    Ok(entry)
}

/// Writes down how a table stands.
fn save(tx: &mut Tx, table: &mut Table) -> Result<(), Error> {
    table.version = raise_version(tx, VERSION)?;
    diesel::update(tables::table.find(table.id))
        .set((
            tables::stage.eq(table.stage),
            tables::number.eq(table.number),
            tables::due_at.eq(table.due_at),
            tables::warn_at.eq(table.warn_at),
            tables::resumes_at.eq(table.resumes_at),
            tables::ended_at.eq(table.ended_at),
            tables::outcome.eq(table.outcome.as_ref().map(Value::to_string)),
            tables::game_id.eq(table.game_id),
            tables::version.eq(table.version),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// The game has ended: the club is told, by the game's own door.
fn end(tx: &mut Tx, room: &Room, table: &mut Table, mut outcome: Value, at: NaiveDateTime) -> Result<(), Error> {
    table.stage = Stage::Ended;
    (table.ended_at, table.resumes_at) = (Some(at), None);
    let log = entries_after(tx.db, table.id, 0)?;
    let settled = room.game(&table.game)?.ended(tx, table, &log, &outcome)?;
    table.game_id = settled.game;
    if let Some(refusal) = settled.unrated {
        outcome["unrated"] = json!({ "detail": refusal.detail, "acts": refusal.acts });
    }
    for person in table.others_hear() {
        let told =
            json!({ "table": table.id, "game": table.game, "result": outcome["result"], "rated": table.game_id });
        notify::enqueue(tx, Topic::TableEnded, Some(person), &told)?;
    }
    let body = json!({ "outcome": outcome, "game": table.game_id, "plays": table.number });
    audit::record(tx, Act { actor: None, act: Word::TableEnded, subject: subject(table.id), body })?;
    table.outcome = Some(outcome);
    Ok(())
}

/// Tells those who sit on some seats that they are awaited.
fn tell<'a>(tx: &mut Tx, table: &Table, topic: Topic, seats: impl Iterator<Item = &'a Seat>) -> Result<(), Error> {
    for seat in seats {
        let chair = table.seats.iter().find(|chair| chair.seat == *seat);
        let Some(person) = chair.and_then(|chair| chair.person.as_ref()) else { continue };
        let due = table.due_at.map(|due| due.and_utc());
        let told = json!({ "table": table.id, "game": table.game, "number": table.number, "until": due });
        notify::enqueue(tx, topic, Some(person.id), &told)?;
    }
    Ok(())
}

/// Tells those whose time runs short, once a turn, or all that an adjourned game goes on; gives whether anybody was told.
fn warn(tx: &mut Tx, table: &Table, state: &dyn State) -> Result<bool, Error> {
    if table.warn_at.is_none_or(|at| at > tx.now) {
        return Ok(false);
    }
    match table.stage {
        Stage::Playing => tell(tx, table, Topic::TableTimeShort, state.turn().iter())?,
        Stage::Adjourned => {
            let told = json!({ "table": table.id, "game": table.game, "at": table.resumes_at.map(|at| at.and_utc()) });
            seats::tell_others(tx, table, state, None, Topic::TableResumesSoon, &told)?;
        }
        _ => return Ok(false),
    }
    diesel::update(tables::table.find(table.id)).set(tables::warn_at.eq(None::<NaiveDateTime>)).execute(tx.db)?;
    Ok(true)
}

/// A table and its game's state, with everything done that was due by now.
pub(super) fn as_it_stands(tx: &mut Tx, room: &Room, mut table: Table) -> Result<(Table, Box<dyn State>), Error> {
    let mut state = room.state(tx.db, &table)?;
    while table.stage == Stage::Playing
        && let Some(due) = table.due_at.filter(|due| *due <= tx.now)
    {
        append(tx, room, &mut table, &mut *state, New::plain(Kind::Time, due))?;
    }
    Ok((table, state))
}

/// Carries out what time does at a table; gives whether there was anything.
pub fn take_due(tx: &mut Tx, room: &Room, id: TableId) -> Result<bool, Error> {
    let table = table(tx.db, id)?;
    if table.stage == Stage::Adjourned && table.due_at.is_some_and(|due| due <= tx.now) {
        return seats::go_on_by_itself(tx, room, table);
    }
    let before = table.number;
    let (table, state) = as_it_stands(tx, room, table)?;
    Ok(warn(tx, &table, &*state)? || table.number > before)
}

/// Plays, as the answer to entry `answers` of the log; a play that comes again is answered as it was.
pub fn play(
    tx: &mut Tx,
    room: &Room,
    id: TableId,
    person: PersonId,
    answers: i64,
    play: &Value,
) -> Result<Entry, Error> {
    rules::play(play)?;
    let table = table(tx.db, id)?;
    let seat = rules::seated(&table, person)?;
    let answering = room.game(&table.game)?.answers();
    // Where others' messages may come between, a play that comes again stands anywhere after what it answers.
    let last = if answering { answers.saturating_add(1) } else { table.number };
    if answers >= 0
        && let Some(entry) = repeated(tx.db, id, (answers, last), seat, play)?
    {
        return Ok(entry);
    }
    let (mut table, mut state) = as_it_stands(tx, room, table)?;
    let answers = if answering { answers } else { table.number };
    rules::in_order(&table, answers, state.at_rest(play))?;
    let new = New { kind: Kind::Play, seat: Some(seat), by: Some(person), at: tx.now, play };
    append(tx, room, &mut table, &mut *state, new)
}

/// A justice rules on a game (Act I.9.6).
pub fn rule(tx: &mut Tx, room: &Room, id: TableId, justice: PersonId, ruling: &Value) -> Result<Entry, Error> {
    let table = table(tx.db, id)?;
    rules::ruling(&table, justice)?;
    let (mut table, mut state) = as_it_stands(tx, room, table)?;
    rules::ruling(&table, justice)?;
    let new = New { kind: Kind::Ruling, seat: None, by: Some(justice), at: tx.now, play: ruling };
    append(tx, room, &mut table, &mut *state, new)
}

/// The Chief Justice makes a table void (Act I.9.10): its game is over and comes to nothing.
pub fn void(tx: &mut Tx, room: &Room, id: TableId, chief: PersonId, reason: &str) -> Result<(), Error> {
    let mut table = table(tx.db, id)?;
    let is_void = table.outcome.as_ref().is_some_and(|outcome| outcome["void"] == true);
    if is_void || table.started_at.is_none() {
        let detail = say!("There is no game at this table that could be made void.");
        return Err(Refusal::conflict(say!("Nothing to void"), detail).act("I.9.10").into());
    }
    room.game(&table.game)?.voided(tx, &table, chief, reason)?;
    if table.ended_at.is_none() {
        table.stage = Stage::Ended;
        table.ended_at = Some(tx.now);
    }
    (table.due_at, table.resumes_at) = (None, None);
    let outcome = table.outcome.get_or_insert_with(|| json!({}));
    (outcome["void"], outcome["void_reason"]) = (true.into(), reason.into());
    outcome["voided_at"] = tx.now.and_utc().to_rfc3339().into();
    save(tx, &mut table)?;
    for person in table.people() {
        notify::enqueue(
            tx,
            Topic::TableVoided,
            Some(person),
            &json!({ "table": id, "reason": reason, "acts": ["I.9.10"] }),
        )?;
    }
    let body = json!({ "reason": reason, "acts": ["I.9.10"] });
    audit::record(tx, Act { actor: Some(chief), act: Word::TableVoided, subject: subject(id), body })
}

/// Folds a log from its beginning and compares what it comes to with what was recorded; gives the
/// numbers that came out otherwise.
pub fn replay(room: &Room, table: &Table, log: &[Entry]) -> Result<Vec<i64>, Error> {
    let mut wrong = Vec::new();
    let Some(mut state) = room.started(table)? else { return Ok(wrong) };
    for (place, entry) in (1..).zip(log) {
        let effect = state.step(entry.step(), entry.at).ok();
        if place != entry.number || effect.as_ref() != Some(&entry.effect) {
            wrong.push(entry.number);
        }
    }
    Ok(wrong)
}

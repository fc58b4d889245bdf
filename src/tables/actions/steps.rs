//! Actions: every step of a game. Its rules judge it, it is appended to the table's log, and its effects are
//! carried out.

use chrono::NaiveDateTime;
use serde_json::{Value, json};

use super::seats::{go_on_by_itself, tell_others};
use super::{At, by_itself, record};
use crate::action::{Action, By, Deed, perform};
use crate::audit::Word;
use crate::conduct;
use crate::db::Tx;
use crate::error::Error;
use crate::id::{GameId, PersonId};
use crate::notify::{self, Topic};
use crate::tables::store::{self, log, seats};
use crate::tables::{AnyState, Entry, Kind, Room, Seat, Stage, Table, Went, marks, rules};

/// Plays, as the answer to entry `answers` of the log; a repeated play gets the same answer again.
pub struct Play {
    pub at: At,
    pub answers: i64,
    pub play: Value,
}

impl Action for Play {
    type Done = Entry;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Entry>, Error> {
        let (At { room, id }, person, play) = (&self.at, by.somebody()?.person, &self.play);
        rules::play(play)?;
        let table = store::table(tx.db, *id)?;
        let seat = rules::seated(&table, person)?;
        let game = room.game(&table.game)?;
        let answering = game.answers();
        // Where other players' messages may come between, a repeated play can be anywhere after the entry that it
        // answers.
        let last = if answering { self.answers.saturating_add(1) } else { table.number };
        if self.answers >= 0
            && let Some(entry) = log::repeated(tx.db, *id, (self.answers, last), seat, play)?
        {
            return Ok(Deed::kept_elsewhere(entry));
        }
        game.accepts(play)?;
        let (mut table, mut state) = as_it_stands(tx, room, table)?;
        let answers = if answering { self.answers } else { table.number };
        rules::in_order(&table, answers, state.at_rest(play))?;
        let new = New { kind: Kind::Play, seat: Some(seat), by: Some(person), at: tx.now, play };
        Ok(Deed::kept_elsewhere(append(tx, room, &mut table, &mut *state, new)?))
    }
}

/// A justice, watching, rules on a game (Act I.9.6).
pub struct Rule {
    pub at: At,
    pub ruling: Value,
}

impl Action for Rule {
    type Done = Entry;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Entry>, Error> {
        let (At { room, id }, justice) = (&self.at, by.somebody()?.person);
        let table = store::table(tx.db, *id)?;
        rules::ruling(&table, justice)?;
        let ruling = room.game(&table.game)?.ruling(&self.ruling)?;
        let (mut table, mut state) = as_it_stands(tx, room, table)?;
        rules::ruling(&table, justice)?;
        let new = New { kind: Kind::Ruling, seat: None, by: Some(justice), at: tx.now, play: &ruling };
        Ok(Deed::kept_elsewhere(append(tx, room, &mut table, &mut *state, new)?))
    }
}

/// The Chief Justice makes a table void (Act I.9.10): its game ends without a result.
pub struct MakeVoid {
    pub at: At,
    pub reason: String,
}

impl Action for MakeVoid {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let reason = conduct::rules::reason("reason", &self.reason, "I.9.10")?;
        let mut table = store::table(tx.db, self.at.id)?;
        rules::voidable(&table)?;
        self.at.room.game(&table.game)?.voided(tx, by, &table, &reason)?;
        if table.ended_at.is_none() {
            table.stage = Stage::Ended;
            table.ended_at = Some(tx.now);
        }
        (table.due_at, table.resumes_at) = (None, None);
        marks::make_void(table.outcome.get_or_insert_with(|| json!({})), &reason, tx.now);
        store::save(tx, &mut table)?;
        let told = json!({ "table": table.id, "reason": reason, "acts": ["I.9.10"] });
        let body = json!({ "reason": reason, "acts": ["I.9.10"] });
        Ok(record(Word::TableVoided, table.id, body).tell_each(Topic::TableVoided, &table.people(), &told).done(()))
    }
}

/// What happens at a table by time alone: flags fall, deadlines pass, adjourned games go on; returns whether anything was
/// due.
pub struct TakeDue(pub At);

impl Action for TakeDue {
    type Done = bool;

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<bool>, Error> {
        let table = store::table(tx.db, self.0.id)?;
        if table.stage == Stage::Adjourned && table.due_at.is_some_and(|due| due <= tx.now) {
            return Ok(Deed::kept_elsewhere(go_on_by_itself(tx, &self.0, table)?));
        }
        let before = table.number;
        let (table, state) = as_it_stands(tx, &self.0.room, table)?;
        Ok(Deed::kept_elsewhere(warn(tx, &table, &*state)? || table.number > before))
    }
}

/// A game at a table is over: what that means to the club, by the game's own door, and those who played are told.
struct End<'a> {
    room: &'a Room,
    table: &'a Table,
    outcome: Value,
}

impl Action for End<'_> {
    /// The game that was registered, and the outcome with why none was.
    type Done = (Option<GameId>, Value);

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<Self::Done>, Error> {
        let (table, mut outcome) = (self.table, self.outcome.clone());
        let log = log::entries_after(tx.db, table.id, 0)?;
        let settled = self.room.game(&table.game)?.ended(tx, table, &log, &outcome)?;
        if let Some(refusal) = settled.unrated {
            tracing::info!(%refusal, table = table.id.0, "a game does not count");
            marks::leave_unrated(&mut outcome);
        }
        let game = self.room.game(&table.game)?;
        let won = table.seats.iter().filter(|chair| game.went(&outcome, chair.seat) == Some(Went::Win));
        let winners: Vec<PersonId> = won.filter_map(|chair| chair.person.as_ref()).map(|person| person.id).collect();
        let played = json!({ "players": table.people(), "winners": winners });
        let told = json!({
            "table": table.id, "game": table.game, "result": outcome["result"], "rated": settled.game, "played": played,
        });
        let body = json!({ "outcome": outcome, "game": settled.game, "plays": table.number });
        let record = record(Word::TableEnded, table.id, body).tell_each(Topic::TableEnded, &table.others_hear(), &told);
        Ok(record.done((settled.game, outcome)))
    }
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

/// Judges and appends a step to the log, and what a computer plays in answer; returns the entry of the step.
pub(super) fn append(
    tx: &mut Tx,
    room: &Room,
    table: &mut Table,
    state: &mut dyn AnyState,
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
    state: &mut dyn AnyState,
    at: NaiveDateTime,
) -> Result<(), Error> {
    while table.stage == Stage::Playing
        && let Some((seat, play)) = state.by_itself()?
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
    state: &mut dyn AnyState,
    new: New<'_>,
) -> Result<Entry, Error> {
    let New { kind, seat, by, at, play } = new;
    let awaited = state.turn();
    let mut entry = Entry { number: table.number + 1, kind, seat, by, at, play: play.clone(), effect: Value::Null };
    let effect = state.step(entry.step(), at)?;
    entry.effect = effect.json()?;
    log::add(tx, table.id, &entry)?;
    table.number = entry.number;
    if let (Kind::Play, Some(seat), Stage::Playing) = (kind, seat, table.stage) {
        seats::plays_on(tx, table, seat)?;
    }
    for (seat, name) in state.names().iter().enumerate().skip(table.seats.len()) {
        table.seats.push(seats::add(tx, table.id, seat, name)?);
    }
    let game = room.game(&table.game)?;
    game.stepped(tx, table, &entry, &*effect)?;
    let tells = game.tells_turns(&table.options);
    let turn = state.turn();
    let outcome = state.outcome()?;
    let (playing, adjourned) = (table.stage == Stage::Playing, table.stage == Stage::Adjourned);
    let due = if adjourned { table.resumes_at } else { state.due().filter(|_| playing) };
    let due = due.filter(|_| outcome.is_none());
    if due != table.due_at || turn != awaited {
        table.warn_at = due.filter(|_| tells || adjourned).map(|due| rules::warn_at(at, due));
    }
    table.due_at = due;
    match outcome {
        Some(outcome) => {
            table.stage = Stage::Ended;
            (table.ended_at, table.resumes_at) = (Some(at), None);
            let (game, outcome) = perform(tx, &by_itself(), &End { room, table, outcome })?;
            (table.game_id, table.outcome) = (game, Some(outcome));
        }
        None if adjourned && kind == Kind::Play => {
            let told = json!({ "table": table.id, "game": table.game, "by": by, "play": play["kind"] });
            tell_others(tx, table, state, by, Topic::TableWhileAdjourned, &told)?;
        }
        None if tells && playing => {
            tell(tx, table, Topic::TableYourTurn, turn.iter().filter(|seat| !awaited.contains(seat)))?;
        }
        None => {}
    }
    store::save(tx, table)?;
    Ok(entry)
}

/// Notifies the people in some seats that it is their turn.
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

/// Tells those whose time runs short, once a turn, or all that an adjourned game goes on; returns whether anybody was told.
fn warn(tx: &mut Tx, table: &Table, state: &dyn AnyState) -> Result<bool, Error> {
    if table.warn_at.is_none_or(|at| at > tx.now) {
        return Ok(false);
    }
    match table.stage {
        Stage::Playing => tell(tx, table, Topic::TableTimeShort, state.turn().iter())?,
        Stage::Adjourned => {
            let told = json!({ "table": table.id, "game": table.game, "at": table.resumes_at.map(|at| at.and_utc()) });
            tell_others(tx, table, state, None, Topic::TableResumesSoon, &told)?;
        }
        _ => return Ok(false),
    }
    store::warned(tx, table.id)?;
    Ok(true)
}

/// A table and its game's state, after everything that was due by now.
pub(super) fn as_it_stands(tx: &mut Tx, room: &Room, mut table: Table) -> Result<(Table, Box<dyn AnyState>), Error> {
    let mut state = room.state(tx.db, &table)?;
    while table.stage == Stage::Playing
        && let Some(due) = table.due_at.filter(|due| *due <= tx.now)
    {
        append(tx, room, &mut table, &mut *state, New::plain(Kind::Time, due))?;
    }
    Ok((table, state))
}

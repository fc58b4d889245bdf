//! Taking an import back as a whole: its rows are deleted, and the ratings are replayed without
//! them.
//!
//! People who have been active since (played, come to a session, opened an account) stay, with their time on the
//! leaderboard. If anything else refers to an imported row, such as a decision on one of its games, the import cannot be
//! taken back. The foreign keys of the database are asked for references, so that none is forgotten.

use std::collections::HashSet;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error::DatabaseError};
use diesel::sql_types::BigInt;
use rookery_messages::say;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::entering;
use super::jobs as imports;
use super::plan::Plan;
use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::db::{
    Db, Kept, Tx,
    schema::{attendance, games as played, jobs, memberships, rating_events, sessions},
    tables::references_to,
};
use crate::error::{Error, Refusal};
use crate::id::{EventId, PersonId, SessionId};
use crate::jobs::background::JobId;
use crate::members::{erasure::forgetting, store::called_otherwise};
use crate::ratings::{EventKind, bulk, store::Cause};
use crate::sessions::{deductions, store::WeeksOf};

/// New rows of a table: their ids are above the last that was there, up to the last of the import.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct New {
    above: i64,
    last: i64,
}

impl New {
    fn has(self, id: i64) -> bool {
        self.above < id && id <= self.last
    }

    /// As a condition on a column.
    fn of(self, column: &str) -> String {
        format!("{column} > {} AND {column} <= {}", self.above, self.last)
    }
}

/// New rows of each table that an import writes.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Rows {
    people: New,
    sessions: New,
    memberships: New,
    attendance: New,
    games: New,
    rating_events: New,
}

impl Rows {
    fn tables(&mut self) -> [(&'static str, &mut New); 6] {
        [
            ("people", &mut self.people),
            ("sessions", &mut self.sessions),
            ("memberships", &mut self.memberships),
            ("attendance", &mut self.attendance),
            ("games", &mut self.games),
            ("rating_events", &mut self.rating_events),
        ]
    }
}

/// The tables before an import enters anything.
pub struct Before(Rows);

/// What an import did to the club.
#[derive(Debug, Serialize, Deserialize)]
struct Entered {
    new: Rows,
    /// Sessions that were there, and that it cancelled.
    cancelled: Vec<SessionId>,
    /// Times on the leaderboard that were open, and that it ended: whose, and since when.
    ended: Vec<(PersonId, NaiveDateTime)>,
    /// Times on the leaderboard that it made begin earlier.
    #[serde(default)]
    begun: Vec<Begun>,
}

/// Whose time on the leaderboard an import made begin earlier, since when it began, and since when it begins.
type Begun = (PersonId, NaiveDateTime, NaiveDateTime);

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

fn ids(db: &mut Db, query: &str) -> Result<Vec<i64>, Error> {
    Ok(diesel::sql_query(query).load::<Id>(db)?.into_iter().map(|row| row.id).collect())
}

fn last_id(db: &mut Db, table: &str) -> Result<i64, Error> {
    Ok(ids(db, &format!("SELECT coalesce(max(id), 0) AS id FROM {table}"))?[0])
}

/// Notes where each table ends before an import enters anything.
pub fn before(db: &mut Db) -> Result<Before, Error> {
    let mut rows = Rows::default();
    for (table, new) in rows.tables() {
        new.above = last_id(db, table)?;
    }
    Ok(Before(rows))
}

/// Writes down what an import entered since.
pub fn remember(tx: &mut Tx, import: JobId, before: Before, plan: &Plan) -> Result<(), Error> {
    let Before(mut new) = before;
    for (table, new) in new.tables() {
        new.last = last_id(tx.db, table)?;
    }
    let ended = plan.memberships.iter().filter(|membership| membership.ends);
    let begun = plan.memberships.iter().filter_map(|new| Some((plan.ids[new.person]?, new.began?, new.joined_at)));
    let entered = Entered {
        new,
        cancelled: plan.cancelled.iter().map(|(session, _)| *session).collect(),
        ended: ended.filter_map(|ended| Some((plan.ids[ended.person]?, ended.joined_at))).collect(),
        begun: begun.collect(),
    };
    diesel::update(jobs::table.find(import.0))
        .set(jobs::entered.eq(serde_json::to_string(&entered)?))
        .execute(tx.db)?;
    Ok(())
}

/// Takes an import back.
pub struct TakeBack(pub JobId);

impl Action for TakeBack {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let TakeBack(id) = *self;
        let import = imports::find(tx.db, id)?.ok_or_else(|| crate::not_found!("import"))?;
        let entered: Option<String> = jobs::table.find(id.0).select(jobs::entered).first(tx.db)?;
        let entered: Entered = match entered {
            Some(entered) => serde_json::from_str(&entered)?,
            None => return Err(nothing_to_take_back().into()),
        };
        let Rows { games, attendance: stays, memberships: times, sessions: days, people, .. } = entered.new;
        let staying = staying(tx.db, &entered)?;
        let leaving = leaving(tx.db, times, &staying)?;
        let imported = attendance::id.gt(stays.above).and(attendance::id.le(stays.last));
        let corrected: i64 =
            attendance::table.filter(imported.and(attendance::struck_at.is_not_null())).count().get_result(tx.db)?;
        if corrected > 0 {
            return Err(in_use().into());
        }
        let gone_stays: Vec<(i64, i64, NaiveDateTime, Option<NaiveDateTime>)> = attendance::table
            .filter(imported)
            .select((attendance::session_id, attendance::person_id, attendance::arrived_at, attendance::left_at))
            .load(tx.db)?;

        let begun = begun_by_it_alone(tx.db, &entered)?;
        let mut void = events_to_void(tx.db, &entered.new, &staying, &leaving)?;
        void.extend(deductions_between(tx.db, &begun)?);
        let why = say!("The import {name} was taken back", name = import.name.as_str());
        bulk::void_many(tx, &void, &Cause::correction(why.clone(), "II.3"))?;
        run(tx, &format!("UPDATE rating_events SET game_id = NULL WHERE {}", games.of("game_id")))?;
        run(tx, &format!("UPDATE rating_events SET session_id = NULL WHERE {}", days.of("session_id")))?;
        let gone = ids(tx.db, &format!("SELECT id FROM games WHERE {}", games.of("id")))?;
        run(tx, &format!("DELETE FROM games WHERE {}", games.of("id")))?;
        run(tx, &format!("DELETE FROM attendance WHERE {}", stays.of("id")))?;
        end_times(tx, times, &staying, &entered.ended)?;
        run(tx, &format!("DELETE FROM sessions WHERE {}", days.of("id")))?;
        diesel::update(sessions::table.filter(sessions::id.eq_any(&entered.cancelled)))
            .set((
                sessions::cancelled_at.eq(None::<NaiveDateTime>),
                sessions::cancelled_by.eq(None::<PersonId>),
                sessions::cancel_reason.eq(None::<Kept>),
            ))
            .execute(tx.db)?;
        let forgotten = forget(tx, people, &staying)?;
        for &(person, began, begins) in &begun {
            entering::begin(tx, person, begins, began)?;
        }
        deductions::reckon(tx, &WeeksOf::Members, &why)?;

        let mut report = import.report.unwrap_or_default();
        report.newcomers.clear();
        diesel::update(jobs::table.find(id.0))
            .set((
                jobs::entered.eq(None::<String>),
                jobs::taken_back_at.eq(tx.now),
                jobs::report.eq(serde_json::to_string(&report)?),
            ))
            .execute(tx.db)?;
        let what = json!({ "games": gone, "stays": gone_stays, "people": forgotten });
        Ok(Record::of(Word::RecordsTakenBack, format!("import:{id}"), what).done(()))
    }
}

fn nothing_to_take_back() -> Refusal {
    let detail = say!("There is nothing to undo here. Perhaps it was done already.");
    Refusal::conflict(say!("Nothing to undo"), detail)
}

fn in_use() -> Refusal {
    let detail = say!(
        "Something rests on this import by now, such as a decision on one of its games. Correct single things instead."
    );
    Refusal::conflict(say!("The import is in use"), detail)
}

/// Runs a statement; a row that something else refers to refuses the whole.
fn run(tx: &mut Tx, statement: &str) -> Result<(), Error> {
    match diesel::sql_query(statement).execute(tx.db) {
        Err(DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _)) => Err(in_use().into()),
        done => {
            done?;
            Ok(())
        }
    }
}

/// People who are new by the import, or whose times on the leaderboard it changed, and whom a row names that the import did
/// not enter: they have done something since.
fn staying(db: &mut Db, entered: &Entered) -> Result<HashSet<PersonId>, Error> {
    let mut new = entered.new;
    let times = format!("SELECT DISTINCT person_id AS id FROM memberships WHERE {}", new.memberships.of("id"));
    let mut changed: HashSet<i64> = ids(db, &times)?.into_iter().collect();
    changed.extend(entered.ended.iter().map(|(person, _)| person.0));
    let mut staying = HashSet::new();
    for (table, column) in references_to(db, "people")? {
        // Derived from the others.
        if ["rating_events", "ledger", "standings"].contains(&table.as_str()) {
            continue;
        }
        let written = new.tables().into_iter().find(|(written, _)| *written == table).map(|(_, new)| new.last);
        let which = match written {
            Some(last) => format!("id > {last} AND {column} IS NOT NULL"),
            None => new.people.of(&column),
        };
        let theirs = ids(db, &format!("SELECT DISTINCT {column} AS id FROM {table} WHERE {which}"))?.into_iter();
        staying.extend(theirs.filter(|id| new.people.has(*id) || changed.contains(id)).map(PersonId));
    }
    Ok(staying)
}

/// People who are on the leaderboard by the import alone.
fn leaving(db: &mut Db, times: New, staying: &HashSet<PersonId>) -> Result<HashSet<PersonId>, Error> {
    let rows: Vec<(i64, PersonId)> = memberships::table.select((memberships::id, memberships::person_id)).load(db)?;
    let (new, old): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(id, _)| times.has(*id));
    let remain: HashSet<PersonId> = old.into_iter().map(|(_, person)| person).chain(staying.iter().copied()).collect();
    Ok(new.into_iter().map(|(_, person)| person).filter(|person| !remain.contains(person)).collect())
}

/// The events of the import and of its games, without the times on the leaderboard of those who stay; and the deductions that
/// fell for its sessions and for those who leave.
fn events_to_void(
    db: &mut Db,
    new: &Rows,
    staying: &HashSet<PersonId>,
    leaving: &HashSet<PersonId>,
) -> Result<Vec<EventId>, Error> {
    type Row = (EventId, EventKind, PersonId, Option<i64>, Option<i64>);
    let deductions = [EventKind::Absence, EventKind::Idleness];
    // A game that waited for approval has its event since.
    let of_games = rating_events::game_id.gt(new.games.above).and(rating_events::game_id.le(new.games.last));
    let imported = rating_events::id.gt(new.rating_events.above).and(rating_events::id.le(new.rating_events.last));
    let counting = rating_events::void.eq(false);
    let rows: Vec<Row> = rating_events::table
        .filter(counting)
        .filter(imported.nullable().or(of_games).or(rating_events::kind.eq_any(deductions).nullable()))
        .select((
            rating_events::id,
            rating_events::kind,
            rating_events::first_id,
            rating_events::session_id,
            rating_events::game_id,
        ))
        .load(db)?;
    let goes = |(id, kind, person, session, game): &Row| {
        let is_time = matches!(kind, EventKind::Join | EventKind::Rejoin | EventKind::Removal);
        let imported = new.rating_events.has(id.0) && !(is_time && staying.contains(person));
        let followed = deductions.contains(kind)
            && (leaving.contains(person) || session.is_some_and(|session| new.sessions.has(session)));
        imported || followed || game.is_some_and(|game| new.games.has(game))
    };
    Ok(rows.iter().filter(|row| goes(row)).map(|(id, ..)| *id).collect())
}

/// Times that the import made begin earlier, but for those in which something else happened since: they stay as they are.
fn begun_by_it_alone(db: &mut Db, entered: &Entered) -> Result<Vec<Begun>, Error> {
    let mut alone = Vec::new();
    for &(person, began, begins) in &entered.begun {
        let theirs = played::white_id.eq(person).or(played::black_id.eq(person));
        let between = played::played_at.ge(begins).and(played::played_at.lt(began));
        let games: Vec<i64> = played::table.filter(theirs.and(between)).select(played::id).load(db)?;
        let theirs = rating_events::first_id.eq(person).and(rating_events::void.eq(false));
        let between = rating_events::at.ge(begins).and(rating_events::at.lt(began));
        let others = rating_events::kind.eq_any([EventKind::Adjustment, EventKind::Halving, EventKind::Reset]);
        let events: Vec<i64> =
            rating_events::table.filter(theirs.and(between).and(others)).select(rating_events::id).load(db)?;
        let Rows { games: new_games, rating_events: new_events, .. } = entered.new;
        if games.into_iter().all(|game| new_games.has(game)) && events.into_iter().all(|event| new_events.has(event)) {
            alone.push((person, began, begins));
        }
    }
    Ok(alone)
}

/// Deductions that fell in the time by which somebody began earlier.
fn deductions_between(db: &mut Db, begun: &[Begun]) -> Result<Vec<EventId>, Error> {
    let mut fell = Vec::new();
    for &(person, began, begins) in begun {
        let theirs = rating_events::first_id.eq(person).and(rating_events::void.eq(false));
        let between = rating_events::at.ge(begins).and(rating_events::at.lt(began));
        let deductions = rating_events::kind.eq_any([EventKind::Absence, EventKind::Idleness]);
        let rows: Vec<EventId> =
            rating_events::table.filter(theirs.and(between).and(deductions)).select(rating_events::id).load(db)?;
        fell.extend(rows);
    }
    Ok(fell)
}

/// Times on the leaderboard that the import began go, and those that it ended go on.
fn end_times(
    tx: &mut Tx,
    times: New,
    staying: &HashSet<PersonId>,
    ended: &[(PersonId, NaiveDateTime)],
) -> Result<(), Error> {
    let new = memberships::id.gt(times.above).and(memberships::id.le(times.last));
    let rows: Vec<(i64, PersonId)> =
        memberships::table.filter(new).select((memberships::id, memberships::person_id)).load(tx.db)?;
    for (id, _) in rows.iter().filter(|(_, person)| !staying.contains(person)) {
        diesel::delete(memberships::table.find(id)).execute(tx.db)?;
    }
    for (person, joined) in ended.iter().filter(|(person, _)| !staying.contains(person)) {
        diesel::update(memberships::table)
            .filter(memberships::person_id.eq(person).and(memberships::joined_at.eq(joined)))
            .set((
                memberships::removed_at.eq(None::<NaiveDateTime>),
                memberships::removal_reason.eq(None::<Kept>),
                memberships::removal_act.eq(None::<String>),
            ))
            .execute(tx.db)?;
    }
    Ok(())
}

/// New people who do not stay are deleted; one whom the log of ratings names stays in it, by a number instead of a
/// name. Gives how many went.
fn forget(tx: &mut Tx, people: New, staying: &HashSet<PersonId>) -> Result<usize, Error> {
    let all = ids(tx.db, &format!("SELECT id FROM people WHERE {}", people.of("id")))?;
    let rated = format!(
        "SELECT first_id AS id FROM rating_events WHERE {} UNION SELECT second_id AS id FROM rating_events WHERE {}",
        people.of("first_id"),
        people.of("second_id")
    );
    let rated: HashSet<i64> = ids(tx.db, &rated)?.into_iter().collect();
    let mut forgotten = 0;
    for person in all.into_iter().map(PersonId).filter(|person| !staying.contains(person)) {
        if rated.contains(&person.0) {
            forgetting::unname(tx, person)?;
            called_otherwise(tx, person)?;
        } else {
            run(tx, &format!("DELETE FROM people WHERE id = {person}"))?;
        }
        forgotten += 1;
    }
    Ok(forgotten)
}

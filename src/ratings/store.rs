//! Changing the log and everything that follows from it: effects, ledger, standings.

use chrono::NaiveDateTime;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::upsert::excluded;
use rookery_messages::Message;
use rookery_ratings::elo::Score;
use rookery_ratings::fold::{Change, Effect, Place};
use rookery_ratings::refold::{BrokenRecord, Refold};

use super::bulk::{Entry, StandingRow, entry};
use super::log::{self, Row};
use super::{EventKind, Outcome};
use crate::db::{
    Db, Tx, raise_version,
    schema::{ledger, rating_events, standings},
};
use crate::error::{Act, Error};
use crate::id::{EventId, GameId, PersonId, SessionId};
use crate::rulebook::{self, HouseRules};
use crate::{at_once, each};

/// Rows of the log read at once while re-folding.
const CHUNK: i64 = 5_000;

/// Why scores move, as the ledger tells it.
#[derive(Clone, Debug)]
pub struct Cause {
    /// `Game 17`, `Case 2026-C-014`, `Absent in the week of 2026-11-06`.
    pub text: Message,
    pub acts: Vec<Act>,
    /// Whether this corrects what was posted before.
    pub correction: bool,
}

impl Cause {
    pub fn new(text: Message, act: impl Into<Act>) -> Cause {
        Cause { text, acts: vec![act.into()], correction: false }
    }

    pub fn correction(text: Message, act: impl Into<Act>) -> Cause {
        Cause { correction: true, ..Cause::new(text, act) }
    }
}

/// An event to put into the log.
#[derive(Clone, Copy, Debug)]
pub enum NewEvent {
    Join { person: PersonId },
    Rejoin { person: PersonId },
    Removal { person: PersonId },
    Game { game: GameId, white: PersonId, black: PersonId, outcome: Outcome, online: bool },
    Absence { person: PersonId, session: SessionId, points: i64 },
    Idleness { person: PersonId, session: SessionId, points: i64 },
    Adjustment { person: PersonId, delta: i64 },
    Halving { person: PersonId },
    Reset { person: PersonId },
}

/// An event that was appended to the log.
#[derive(Clone, Copy, Debug)]
pub struct Posted {
    pub id: EventId,
    pub at: NaiveDateTime,
    /// Scores of those it concerns, the first and the second, before it and after it.
    pub before: [Option<i64>; 2],
    pub after: [Option<i64>; 2],
}

impl Posted {
    /// By how much it moved them.
    pub fn moved(&self) -> [Option<i64>; 2] {
        [0, 1].map(|place| Some(self.after[place]? - self.before[place]?))
    }
}

/// Puts an event at its place in the log, under the house rules of that instant (T14), and re-folds
/// what comes after it.
pub fn post(tx: &mut Tx, at: NaiveDateTime, event: NewEvent, cause: &Cause) -> Result<Posted, Error> {
    let rules = rulebook::in_force(tx.db, at)?;
    let row = new_row(at, event, &rules);
    let before = Before::of(tx.db, &row)?;
    post_row(tx, row, &before, cause)
}

/// [`post`] where the house rules and the leaderboard before it are known.
pub fn post_known(
    tx: &mut Tx,
    (rules, before): (&HouseRules, &Before),
    at: NaiveDateTime,
    event: NewEvent,
    cause: &Cause,
) -> Result<Posted, Error> {
    post_row(tx, new_row(at, event, rules), before, cause)
}

fn post_row(tx: &mut Tx, mut row: Row, before: &Before, cause: &Cause) -> Result<Posted, Error> {
    let on_record = unmoved(tx.db, &row, before)?;
    let finals = refold(tx, &mut row, on_record, before)?;
    row.id = log::insert(tx, &row)?;
    settle(tx, &row, &finals, cause, record_of(&row, 1))?;
    Ok(Posted {
        id: row.id,
        at: row.at,
        before: [row.first_before, row.second_before],
        after: [row.first_after, row.second_after],
    })
}

/// The row of a new event, not yet in the log.
pub(super) fn new_row(at: NaiveDateTime, event: NewEvent, rules: &HouseRules) -> Row {
    let mut row = Row {
        // Newer than all: until it is inserted, its place is after everything of the same instant.
        id: EventId(i64::MAX),
        at,
        kind: EventKind::Adjustment,
        first_id: PersonId(0),
        second_id: None,
        outcome: None,
        points: 0,
        factor_numerator: 1,
        factor_denominator: 1,
        floor: rules.floor,
        game_id: None,
        session_id: None,
        void: false,
        first_before: None,
        first_after: None,
        second_before: None,
        second_after: None,
        entries: 0,
    };
    (row.kind, row.first_id, row.points) = match event {
        NewEvent::Join { person } => (EventKind::Join, person, rules.initial_score),
        NewEvent::Rejoin { person } => (EventKind::Rejoin, person, rules.initial_score),
        NewEvent::Removal { person } => (EventKind::Removal, person, 0),
        NewEvent::Absence { person, points, .. } => (EventKind::Absence, person, points),
        NewEvent::Idleness { person, points, .. } => (EventKind::Idleness, person, points),
        NewEvent::Adjustment { person, delta } => (EventKind::Adjustment, person, delta),
        NewEvent::Halving { person } => (EventKind::Halving, person, 0),
        NewEvent::Reset { person } => (EventKind::Reset, person, 0),
        NewEvent::Game { white, .. } => (EventKind::Game, white, rules.k),
    };
    match event {
        NewEvent::Game { game, black, outcome, online, .. } => {
            (row.game_id, row.second_id, row.outcome) = (Some(game), Some(black), Some(outcome));
            if online {
                row.factor_numerator = rules.online_factor_numerator;
                row.factor_denominator = rules.online_factor_denominator;
            }
        }
        NewEvent::Absence { session, .. } | NewEvent::Idleness { session, .. } => row.session_id = Some(session),
        _ => {}
    }
    row
}

/// Makes an event void, as though it never happened, or lets it count again.
pub fn set_void(tx: &mut Tx, event: EventId, void: bool, cause: &Cause) -> Result<(), Error> {
    let row = log::row(tx.db, event)?;
    if row.void == void {
        return Ok(());
    }
    let record = record_of(&row, if void { -1 } else { 1 });
    change(tx, Row { void, ..row.clone() }, &row, cause, record)
}

/// Undoes a rated game (0.11, II.4.1).
pub fn void_game(tx: &mut Tx, game: GameId, cause: &Cause) -> Result<(), Error> {
    match log::row_of_game(tx.db, game)? {
        Some(row) => set_void(tx, row.id, true, cause),
        None => Ok(()),
    }
}

/// Lets a void game count again.
pub fn restore_game(tx: &mut Tx, game: GameId, cause: &Cause) -> Result<(), Error> {
    match log::row_of_game(tx.db, game)? {
        Some(row) => set_void(tx, row.id, false, cause),
        None => Ok(()),
    }
}

/// Changes the outcome of a rated game, in its place in the log (T13, T24).
pub fn correct_game(tx: &mut Tx, game: GameId, outcome: Outcome, cause: &Cause) -> Result<(), Error> {
    let Some(row) = log::row_of_game(tx.db, game)? else { return Ok(()) };
    let corrected = Row { outcome: Some(outcome), ..row.clone() };
    if row.void {
        return log::update(tx, &corrected);
    }
    let mut record = record_of(&row, -1);
    record.extend(record_of(&corrected, 1));
    change(tx, corrected, &row, cause, record)
}

/// A person's score now; `None` off the leaderboard.
pub fn score(db: &mut Db, person: PersonId) -> Result<Option<i64>, Error> {
    let stored: Option<Option<i64>> = standings::table.find(person.0).select(standings::score).first(db).optional()?;
    Ok(stored.flatten())
}

/// A person's score just after an instant.
pub fn score_at(db: &mut Db, person: PersonId, at: NaiveDateTime) -> Result<Option<i64>, Error> {
    Ok(log::score_before(db, person, Place { at, id: i64::MAX })?.map(i64::from))
}

/// Tells the leaderboard that it shows something else of a person, such as the name.
pub fn touch(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    let version = raise_version(tx, "leaderboard")?;
    diesel::update(standings::table.find(person.0)).set(standings::version.eq(version)).execute(tx.db)?;
    Ok(())
}

fn broken(error: BrokenRecord) -> Error {
    Error::internal(error)
}

/// The leaderboard before an event comes or goes.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    /// Whether it is the last event in the log.
    pub is_last: bool,
    /// The scores of those it concerns, the first and the second.
    pub scores: [Option<i64>; 2],
}

impl Before {
    fn of(db: &mut Db, row: &Row) -> Result<Before, Error> {
        let score_of = |person: PersonId| standings::table.find(person.0).select(standings::score).single_value();
        let (first, second) = (score_of(row.first_id), score_of(row.second_id.unwrap_or(row.first_id)));
        let facts = diesel::select((exists(log::rows_after(row.place())), first, second));
        let (goes_on, first, second): (bool, Option<i64>, Option<i64>) = facts.get_result(db)?;
        Ok(Before { is_last: !goes_on, scores: [first, second] })
    }
}

/// The events in the log after an instant.
#[diesel::dsl::auto_type(no_type_alias)]
pub fn events_after(at: NaiveDateTime) -> _ {
    rating_events::table.filter(rating_events::at.gt(at))
}

/// The effect on record of a row that has not counted so far.
fn unmoved(db: &mut Db, row: &Row, before: &Before) -> Result<Effect, Error> {
    let mut known = |person: PersonId, score: Option<i64>| {
        if before.is_last {
            Ok(score.and_then(|score| Score::try_from(score).ok()))
        } else {
            log::score_before(db, person, row.place())
        }
    };
    let first = known(row.first_id, before.scores[0])?;
    let second = row.second_id.map(|person| known(person, before.scores[1])).transpose()?.flatten();
    let first_id = row.first_id.0;
    Ok(Effect::unmoved(&row.event()?, |person| if person == first_id { first } else { second }))
}

/// Replaces a row of the log by `changed` and re-folds from there.
fn change(tx: &mut Tx, mut changed: Row, recorded: &Row, cause: &Cause, record: Vec<Record>) -> Result<(), Error> {
    let before = Before::of(tx.db, &changed)?;
    let on_record = if recorded.void { unmoved(tx.db, &changed, &before)? } else { recorded.effect()? };
    let finals = refold(tx, &mut changed, on_record, &before)?;
    log::update(tx, &changed)?;
    settle(tx, &changed, &finals, cause, record)
}

/// A person whom a change of the log concerns: the score they end with, and by how much it moved.
struct Final {
    person: PersonId,
    score: Option<i64>,
    delta: i64,
}

/// Gives a changed row its effect and re-folds what comes after it. The people whom the row names, and all who end with another
/// score, get an entry of the ledger, which the row counts.
fn refold(tx: &mut Tx, row: &mut Row, on_record: Effect, before: &Before) -> Result<Vec<Final>, Error> {
    let mut refold = Refold::new([row.id.0]);
    let corrected = refold.push(&row.event()?, &on_record).map_err(broken)?;
    row.set_effect(&corrected.map_or(on_record, |corrected| corrected.effect));
    let changes = if before.is_last { refold.finish().map_err(broken)? } else { carry_on(tx, refold, row.place())? };
    let stays = |(person, score)| Final { person, score, delta: 0 };
    let named = [Some(row.first_id), row.second_id].into_iter().flatten().zip(before.scores);
    let unmoved = named.filter(|(person, _)| changes.iter().all(|change| change.person != person.0)).map(stays);
    let moved = changes.iter().map(|change| Final {
        person: PersonId(change.person),
        score: change.after.map(i64::from),
        delta: i64::from(change.delta()),
    });
    let mut finals: Vec<Final> = moved.chain(unmoved).collect();
    finals.sort_unstable_by_key(|last| last.person);
    row.entries += i64::try_from(finals.len()).map_err(Error::internal)?;
    Ok(finals)
}

/// Re-folds from after a place until nothing differs, and gives who ends with another score.
fn carry_on(tx: &mut Tx, mut refold: Refold, mut place: Place) -> Result<Vec<Change>, Error> {
    while !refold.is_settled() {
        let rows = log::after(tx.db, place, CHUNK)?;
        let Some(last) = rows.last() else { break };
        place = last.place();
        for row in &rows {
            if let Some(corrected) = refold.push(&row.event()?, &row.effect()?).map_err(broken)? {
                log::update_effect(tx, corrected.event, &corrected.effect)?;
            }
            if refold.is_settled() {
                break;
            }
        }
    }
    refold.finish().map_err(broken)
}

/// What a person's record of games gains or loses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub person: PersonId,
    pub wins: i64,
    pub draws: i64,
    pub losses: i64,
}

pub(super) fn record_of(row: &Row, times: i64) -> Vec<Record> {
    let (Some(black), Some(outcome)) = (row.second_id, row.outcome) else { return Vec::new() };
    let (white_wins, draws, black_wins) = match outcome {
        Outcome::White => (times, 0, 0),
        Outcome::Draw => (0, times, 0),
        Outcome::Black => (0, 0, times),
    };
    vec![
        Record { person: row.first_id, wins: white_wins, draws, losses: black_wins },
        Record { person: black, wins: black_wins, draws, losses: white_wins },
    ]
}

/// Posts the ledger's entries and brings the standings up to date.
fn settle(tx: &mut Tx, row: &Row, finals: &[Final], cause: &Cause, record: Vec<Record>) -> Result<(), Error> {
    let version = raise_version(tx, "leaderboard")?;
    let entry = |last: &Final| entry(tx.now, last.person, last.delta, last.score.unwrap_or(0), row.id, cause);
    let entries = finals.iter().map(entry).collect::<Result<Vec<Entry>, Error>>()?;
    at_once!(entries, entries => each!(&mut *tx.db, c => diesel::insert_into(ledger::table).values(entries).execute(c))?);
    let standing = |last: &Final| {
        let sum = |of: fn(&Record) -> i64| record.iter().filter(|r| r.person == last.person).map(of).sum::<i64>();
        let (wins, draws, losses) = (sum(|r| r.wins), sum(|r| r.draws), sum(|r| r.losses));
        StandingRow { person_id: last.person, score: last.score, wins, draws, losses, version }
    };
    let changed: Vec<StandingRow> = finals.iter().map(standing).collect();
    at_once!(changed, changed => each!(&mut *tx.db, c => diesel::insert_into(standings::table)
        .values(changed)
        .on_conflict(standings::person_id)
        .do_update()
        .set((
            standings::score.eq(excluded(standings::score)),
            standings::wins.eq(standings::wins + excluded(standings::wins)),
            standings::draws.eq(standings::draws + excluded(standings::draws)),
            standings::losses.eq(standings::losses + excluded(standings::losses)),
            standings::version.eq(excluded(standings::version)),
        ))
        .execute(c))?);
    Ok(())
}

//! The log in the database: converts rows to events and effects, and back.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_ratings::elo::{Factor, Score};
use rookery_ratings::fold::{Change, Effect, Event, Kind, Place};

use super::{EventKind, Outcome};
use crate::db::{Db, INSERTED_AT_ONCE, Tx, schema::rating_events};
use crate::each;
use crate::error::Error;
use crate::id::{EventId, GameId, PersonId, SessionId};

/// A row of the log, with what it did to the scores.
#[derive(Clone, Debug, Queryable, Insertable)]
#[diesel(table_name = rating_events)]
#[diesel(treat_none_as_default_value = false)]
pub(super) struct Row {
    #[diesel(skip_insertion)]
    pub id: EventId,
    pub at: NaiveDateTime,
    pub kind: EventKind,
    pub first_id: PersonId,
    pub second_id: Option<PersonId>,
    pub outcome: Option<Outcome>,
    pub points: i64,
    pub factor_numerator: i64,
    pub factor_denominator: i64,
    pub floor: i64,
    pub game_id: Option<GameId>,
    pub session_id: Option<SessionId>,
    pub void: bool,
    pub first_before: Option<i64>,
    pub first_after: Option<i64>,
    pub second_before: Option<i64>,
    pub second_after: Option<i64>,
    /// Entries of the ledger that name it.
    pub entries: i64,
}

/// A number of the log that the fold's smaller type cannot hold is a broken row.
fn small<T: TryFrom<i64>>(number: i64) -> Result<T, Error> {
    T::try_from(number).map_err(|_| Error::Internal(format!("{number} is out of range in the rating log")))
}

fn score(stored: Option<i64>) -> Result<Option<Score>, Error> {
    stored.map(small).transpose()
}

impl Row {
    pub fn event(&self) -> Result<Event, Error> {
        let (person, floor, points) = (self.first_id.0, small(self.floor)?, small(self.points)?);
        let kind = match self.kind {
            EventKind::Join => Kind::Join { person, initial: points },
            EventKind::Rejoin => Kind::Rejoin { person, initial: points },
            EventKind::Removal => Kind::Removal { person },
            EventKind::Absence | EventKind::Idleness => Kind::Deduction { person, points, floor },
            EventKind::Adjustment => Kind::Adjustment { person, delta: points, floor },
            EventKind::Halving => Kind::Halving { person, floor },
            EventKind::Reset => Kind::Reset { person, floor },
            EventKind::Game => {
                let (Some(black), Some(outcome)) = (self.second_id, self.outcome) else {
                    return Err(Error::Internal(format!(
                        "event {} is a game without a second player or result",
                        self.id
                    )));
                };
                let factor = Factor::new(small(self.factor_numerator)?, small(self.factor_denominator)?)
                    .ok_or_else(|| Error::Internal(format!("event {} has a factor without denominator", self.id)))?;
                Kind::Game {
                    white: person,
                    black: black.0,
                    outcome: outcome.into(),
                    k: small(self.points)?,
                    factor,
                    floor,
                }
            }
        };
        Ok(Event { id: self.id.0, at: self.at, void: self.void, kind })
    }

    /// What the row has on record; a void one did nothing.
    pub fn effect(&self) -> Result<Effect, Error> {
        if self.void {
            return Ok(Effect::NONE);
        }
        let first =
            Change { person: self.first_id.0, before: score(self.first_before)?, after: score(self.first_after)? };
        let second = match self.second_id {
            None => None,
            Some(second) => {
                Some(Change { person: second.0, before: score(self.second_before)?, after: score(self.second_after)? })
            }
        };
        Ok(Effect::on_record(Some(first), second))
    }

    pub fn set_effect(&mut self, effect: &Effect) {
        let first = effect.of(self.first_id.0);
        let second = self.second_id.and_then(|person| effect.of(person.0));
        let wide = |score: Option<Score>| score.map(i64::from);
        self.first_before = wide(first.and_then(|change| change.before));
        self.first_after = wide(first.and_then(|change| change.after));
        self.second_before = wide(second.and_then(|change| change.before));
        self.second_after = wide(second.and_then(|change| change.after));
    }

    pub fn place(&self) -> Place {
        Place { at: self.at, id: self.id.0 }
    }
}

/// Adds a row to the log and gives its id.
pub(super) fn insert(tx: &mut Tx, row: &Row) -> Result<EventId, Error> {
    Ok(diesel::insert_into(rating_events::table).values(row).returning(rating_events::id).get_result(tx.db)?)
}

/// A row that brings its id with it.
#[derive(Insertable)]
#[diesel(table_name = rating_events)]
struct Numbered {
    id: EventId,
    #[diesel(embed)]
    row: Row,
}

/// Adds many rows, whose ids were reserved.
pub(super) fn insert_numbered(tx: &mut Tx, rows: impl Iterator<Item = Row>) -> Result<(), Error> {
    let numbered: Vec<Numbered> = rows.map(|row| Numbered { id: row.id, row }).collect();
    for rows in numbered.chunks(INSERTED_AT_ONCE) {
        each!(&mut *tx.db, c => diesel::insert_into(rating_events::table).values(rows).execute(c))?;
    }
    Ok(())
}

/// Stores what changed about a row: whether it is void, its outcome, its effect, the entries that name it.
pub(super) fn update(tx: &mut Tx, row: &Row) -> Result<(), Error> {
    diesel::update(rating_events::table.find(row.id))
        .set((
            rating_events::void.eq(row.void),
            rating_events::outcome.eq(row.outcome),
            rating_events::first_before.eq(row.first_before),
            rating_events::first_after.eq(row.first_after),
            rating_events::second_before.eq(row.second_before),
            rating_events::second_after.eq(row.second_after),
            rating_events::entries.eq(row.entries),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Stores a corrected effect.
pub(super) fn update_effect(tx: &mut Tx, id: i64, effect: &Effect) -> Result<(), Error> {
    let mut changes = effect.changes();
    let wide = |change: Option<Change>| {
        (change.and_then(|c| c.before).map(i64::from), change.and_then(|c| c.after).map(i64::from))
    };
    let ((first_before, first_after), (second_before, second_after)) = (wide(changes.next()), wide(changes.next()));
    diesel::update(rating_events::table.find(id))
        .set((
            rating_events::first_before.eq(first_before),
            rating_events::first_after.eq(first_after),
            rating_events::second_before.eq(second_before),
            rating_events::second_after.eq(second_after),
        ))
        .execute(tx.db)?;
    Ok(())
}

pub(super) fn row(db: &mut Db, id: EventId) -> Result<Row, Error> {
    Ok(rating_events::table.find(id).first(db)?)
}

/// Those of some rows that count.
pub(super) fn counting(db: &mut Db, ids: &[EventId]) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::with_capacity(ids.len());
    for ids in ids.chunks(INSERTED_AT_ONCE) {
        let these = rating_events::table.filter(rating_events::id.eq_any(ids).and(rating_events::void.eq(false)));
        rows.extend(these.load::<Row>(db)?);
    }
    Ok(rows)
}

/// Makes rows void: they did nothing.
pub(super) fn make_void(tx: &mut Tx, rows: &[Row]) -> Result<(), Error> {
    let none = None::<i64>;
    for rows in rows.chunks(INSERTED_AT_ONCE) {
        diesel::update(rating_events::table.filter(rating_events::id.eq_any(rows.iter().map(|row| row.id))))
            .set((
                rating_events::void.eq(true),
                rating_events::first_before.eq(none),
                rating_events::first_after.eq(none),
                rating_events::second_before.eq(none),
                rating_events::second_after.eq(none),
            ))
            .execute(tx.db)?;
    }
    Ok(())
}

/// So many more entries of the ledger name a row.
pub(super) fn count_entries(tx: &mut Tx, row: EventId, more: usize) -> Result<(), Error> {
    let more = i64::try_from(more).map_err(Error::internal)?;
    let entries = rating_events::entries.eq(rating_events::entries + more);
    diesel::update(rating_events::table.find(row)).set(entries).execute(tx.db)?;
    Ok(())
}

/// The row of a game, if it was ever rated.
pub(super) fn row_of_game(db: &mut Db, game: GameId) -> Result<Option<Row>, Error> {
    Ok(rating_events::table.filter(rating_events::game_id.eq(game)).first(db).optional()?)
}

/// The first rows of all, in order.
pub(super) fn first(db: &mut Db, limit: i64) -> Result<Vec<Row>, Error> {
    Ok(rating_events::table.order((rating_events::at, rating_events::id)).limit(limit).load(db)?)
}

/// The rows after a place.
#[diesel::dsl::auto_type(no_type_alias)]
pub(super) fn rows_after(place: Place) -> _ {
    let at: NaiveDateTime = place.at;
    let id: i64 = place.id;
    rating_events::table.filter(rating_events::at.ge(at)).filter(rating_events::at.gt(at).or(rating_events::id.gt(id)))
}

/// The next rows after a place, in order.
pub(super) fn after(db: &mut Db, place: Place, limit: i64) -> Result<Vec<Row>, Error> {
    Ok(rows_after(place).order((rating_events::at, rating_events::id)).limit(limit).load(db)?)
}

/// Whether the log ends before a place.
pub(super) fn ends_before(db: &mut Db, place: Place) -> Result<bool, Error> {
    Ok(after(db, place, 1)?.is_empty())
}

/// A person's score just before a place, as the log has it on record.
pub(super) fn score_before(db: &mut Db, person: PersonId, place: Place) -> Result<Option<Score>, Error> {
    macro_rules! last {
        ($who:ident, $after:ident) => {
            rating_events::table
                .filter(rating_events::$who.eq(person).and(rating_events::void.eq(false)))
                .filter(rating_events::at.le(place.at))
                .filter(rating_events::at.lt(place.at).or(rating_events::id.lt(place.id)))
                .order((rating_events::at.desc(), rating_events::id.desc()))
                .select((rating_events::at, rating_events::id, rating_events::$after))
                .first::<(NaiveDateTime, i64, Option<i64>)>(db)
                .optional()?
        };
    }
    let (first, second) = (last!(first_id, first_after), last!(second_id, second_after));
    score(first.max(second).and_then(|(_, _, after)| after))
}

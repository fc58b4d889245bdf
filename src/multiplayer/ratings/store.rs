//! Games-room ratings in the database: every game's changes, in the order in which games ended, and what
//! they come to for each person. A change is the fold of those before it; voiding a table folds again.

use std::collections::{BTreeSet, HashMap};

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::say;
use serde::Serialize;

use super::rules::{Rating, Share, rated};
use crate::db::{
    Db, Tx,
    schema::{people, room_rating_changes as changes, room_ratings as standings},
};
use crate::error::{Error, Refusal};
use crate::http::instant;
use crate::id::PersonId;
use crate::tables::{Person, TableId};

/// A person's place in the list.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Standing {
    /// From 1; in the order of `at_least`.
    pub place: i64,
    pub person: Person,
    pub rating: f64,
    pub uncertainty: f64,
    /// The rating less three times its uncertainty.
    pub at_least: f64,
    pub games: i64,
}

/// What a game did to a person's rating.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = RatingChange)]
pub struct Change {
    #[serde(skip)]
    pub id: i64,
    #[schema(value_type = i64)]
    pub table: TableId,
    #[serde(serialize_with = "instant::utc")]
    pub at: NaiveDateTime,
    /// `1/3`: the share of the point.
    pub share: String,
    /// The table was made void: nothing came of it.
    pub void: bool,
    pub before: Rating,
    pub after: Rating,
}

#[derive(Clone, Queryable)]
struct Row {
    id: i64,
    table: TableId,
    person: PersonId,
    at: NaiveDateTime,
    share: i64,
    void: bool,
    rating_before: f64,
    uncertainty_before: f64,
    rating_after: f64,
    uncertainty_after: f64,
}

impl Row {
    fn before(&self) -> Rating {
        Rating { rating: self.rating_before, uncertainty: self.uncertainty_before }
    }

    fn after(&self) -> Rating {
        Rating { rating: self.rating_after, uncertainty: self.uncertainty_after }
    }

    fn share(&self) -> Share {
        Share { parts: u32::try_from(self.share).unwrap_or(0) }
    }
}

/// Enters a game that has ended into the ratings of those who played.
pub fn enter(tx: &mut Tx, table: TableId, at: NaiveDateTime, results: &[(PersonId, Share)]) -> Result<(), Error> {
    let Rating { rating, uncertainty } = Rating::default();
    for (person, share) in results {
        diesel::insert_into(changes::table)
            .values((
                changes::table_id.eq(table),
                changes::person_id.eq(person),
                changes::at.eq(at),
                changes::share.eq(i64::from(share.parts)),
                changes::rating_before.eq(rating),
                changes::uncertainty_before.eq(uncertainty),
                changes::rating_after.eq(rating),
                changes::uncertainty_after.eq(uncertainty),
            ))
            .execute(tx.db)?;
    }
    fold_from(tx, at, results.iter().map(|(person, _)| *person).collect())
}

/// Takes a table's game out of the ratings again, if it was in them.
pub fn void(tx: &mut Tx, table: TableId) -> Result<(), Error> {
    let of_table = changes::table.filter(changes::table_id.eq(table));
    let rows: Vec<(PersonId, NaiveDateTime)> = of_table.select((changes::person_id, changes::at)).load(tx.db)?;
    let Some(&(_, at)) = rows.first() else { return Ok(()) };
    diesel::update(of_table).set(changes::void.eq(true)).execute(tx.db)?;
    fold_from(tx, at, rows.into_iter().map(|(person, _)| person).collect())
}

/// Folds games that ended at an instant or later again, and writes down what came out otherwise.
fn fold_from(tx: &mut Tx, at: NaiveDateTime, mut moved: BTreeSet<PersonId>) -> Result<(), Error> {
    let rows: Vec<Row> =
        changes::table.filter(changes::at.ge(at)).order((changes::at, changes::table_id, changes::id)).load(tx.db)?;
    let mut now = ratings_before(tx.db, at, rows.iter().map(|row| row.person).collect())?;
    for game in rows.chunk_by(|one, other| one.table == other.table) {
        let before: Vec<Rating> = game.iter().map(|row| now.get(&row.person).copied().unwrap_or_default()).collect();
        let after = if game.iter().any(|row| row.void) {
            before.clone()
        } else {
            let players: Vec<_> = before.iter().copied().zip(game.iter().map(Row::share)).collect();
            rated(&players)
        };
        for ((row, before), after) in game.iter().zip(before).zip(after) {
            now.insert(row.person, after);
            if (row.before(), row.after()) != (before, after) {
                moved.insert(row.person);
                diesel::update(changes::table.find(row.id))
                    .set((
                        changes::rating_before.eq(before.rating),
                        changes::uncertainty_before.eq(before.uncertainty),
                        changes::rating_after.eq(after.rating),
                        changes::uncertainty_after.eq(after.uncertainty),
                    ))
                    .execute(tx.db)?;
            }
        }
    }
    moved.into_iter().try_for_each(|person| stand(tx, person, now.get(&person).copied().unwrap_or_default()))
}

/// What people's ratings were before an instant, where they had any.
fn ratings_before(db: &mut Db, at: NaiveDateTime, of: BTreeSet<PersonId>) -> Result<HashMap<PersonId, Rating>, Error> {
    let rows: Vec<Row> = changes::table
        .filter(changes::at.lt(at).and(changes::person_id.eq_any(of)))
        .order((changes::at, changes::table_id))
        .load(db)?;
    Ok(rows.into_iter().map(|row| (row.person, row.after())).collect())
}

/// Stores somebody's rating; without any game they have none.
fn stand(tx: &mut Tx, person: PersonId, now: Rating) -> Result<(), Error> {
    let theirs = changes::table.filter(changes::person_id.eq(person).and(changes::void.eq(false)));
    let games: i64 = theirs.count().get_result(tx.db)?;
    diesel::delete(standings::table.find(person)).execute(tx.db)?;
    if games > 0 {
        diesel::insert_into(standings::table)
            .values((
                standings::person_id.eq(person),
                standings::rating.eq(now.rating),
                standings::uncertainty.eq(now.uncertainty),
                standings::at_least.eq(now.at_least()),
                standings::games.eq(games),
            ))
            .execute(tx.db)?;
    }
    Ok(())
}

/// The list from a place on.
pub fn list(db: &mut Db, after: i64, limit: i64) -> Result<Vec<Standing>, Error> {
    type Line = (PersonId, String, f64, f64, f64, i64);
    let rows: Vec<Line> = standings::table
        .inner_join(people::table.on(people::id.eq(standings::person_id)))
        .order((standings::at_least.desc(), standings::person_id))
        .offset(after)
        .limit(limit)
        .select((
            standings::person_id,
            people::name,
            standings::rating,
            standings::uncertainty,
            standings::at_least,
            standings::games,
        ))
        .load(db)?;
    let standing = |((id, name, rating, uncertainty, at_least, games), place)| Standing {
        place,
        person: Person { id, name },
        rating,
        uncertainty,
        at_least,
        games,
    };
    // Rows first: behind the last cursor that can be told are none, and no place is reckoned there.
    Ok(rows.into_iter().zip(after.saturating_add(1)..).map(standing).collect())
}

/// Somebody by id and name, who must exist.
pub fn person(db: &mut Db, id: PersonId) -> Result<Person, Error> {
    let name: Option<String> = people::table.find(id.0).select(people::name).first(db).optional()?;
    let name = name.ok_or_else(|| crate::not_found!("member"))?;
    Ok(Person { id, name })
}

/// By how much the game at a table changed somebody's rating, where it counts.
pub fn change(db: &mut Db, table: TableId, person: PersonId) -> Result<Option<f64>, Error> {
    let theirs = changes::table.filter(changes::table_id.eq(table).and(changes::person_id.eq(person)));
    let row: Option<Row> = theirs.filter(changes::void.eq(false)).first(db).optional()?;
    Ok(row.map(|row| row.rating_after - row.rating_before))
}

/// What games did to somebody's rating, the last first; before a change where one is given.
pub fn history(db: &mut Db, person: PersonId, before: Option<i64>, limit: i64) -> Result<Vec<Change>, Error> {
    let mut query = changes::table
        .filter(changes::person_id.eq(person))
        .order((changes::at.desc(), changes::table_id.desc()))
        .limit(limit)
        .into_boxed();
    if let Some(before) = before {
        let (at, table): (NaiveDateTime, TableId) =
            changes::table.find(before).select((changes::at, changes::table_id)).first(db).optional()?.ok_or_else(
                || Refusal::field("after", say!("This is no cursor of this list: use the `next` of a page.")),
            )?;
        query = query.filter(changes::at.lt(at).or(changes::at.eq(at).and(changes::table_id.lt(table))));
    }
    let rows: Vec<Row> = query.load(db)?;
    let change = |row: Row| Change {
        id: row.id,
        table: row.table,
        at: row.at,
        share: row.share().to_string(),
        void: row.void,
        before: row.before(),
        after: row.after(),
    };
    Ok(rows.into_iter().map(change).collect())
}

//! The rulebook in the database: versions that are added, never edited.
//!
//! A version keeps its house rules, and the text of the Terms where it changed that; otherwise the
//! text is the last one before it. The first version keeps the text in any case, so that a newer
//! program with another text of its own does not change what a club published. Version 0, before
//! any was published, is what the program ships.

use std::borrow::Cow;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::Message;
use serde::Serialize;

use super::diff::Difference;
use super::now::PUBLISHED;
use super::rules::{self, Draft};
use super::{HouseRules, Rulebook, terms::Terms};
use crate::auth::{Role, Viewpoint, Visitors};
use crate::db::{
    Db, Kept, Tx, raise_version,
    schema::{house_rules, memberships, people, roles, tables},
};
use crate::error::{Act, Error};
use crate::http::instant;
use crate::id::PersonId;

/// The house rules published by an instant as they are stored, the newest first.
#[diesel::dsl::auto_type(no_type_alias)]
pub fn stored_at(at: NaiveDateTime) -> _ {
    house_rules::table
        .filter(house_rules::published_at.le(at))
        .order(house_rules::version.desc())
        .select(house_rules::rules)
}

/// The house rules as they are stored; before the first version, and without any, the defaults.
pub fn read_stored(stored: Option<String>) -> Result<HouseRules, Error> {
    Ok(stored.map_or(Ok(HouseRules::default()), |text| serde_json::from_str(&text))?)
}

/// The house rules in force at an instant.
pub fn in_force(db: &mut Db, at: NaiveDateTime) -> Result<HouseRules, Error> {
    read_stored(stored_at(at).first(db).optional()?)
}

/// What people from outside may read since the newest version.
pub fn visitors(db: &mut Db) -> Result<Visitors, Error> {
    let newest: Option<String> =
        house_rules::table.order(house_rules::version.desc()).select(house_rules::rules).first(db).optional()?;
    Ok(read_stored(newest)?.visitors)
}

/// One version of the house rules.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Version {
    pub version: i64,
    /// UTC; in force from here on.
    #[serde(serialize_with = "instant::utc")]
    pub published_at: NaiveDateTime,
    pub published_by: Option<PersonId>,
    #[schema(value_type = String)]
    pub note: Kept,
    pub rules: HouseRules,
}

impl Version {
    /// The club may read who published it.
    pub fn as_read_by(mut self, reader: Viewpoint) -> Version {
        self.published_by = self.published_by.filter(|_| reader.reads_the_club());
        self
    }
}

type Row = (i64, NaiveDateTime, Option<PersonId>, Kept, String);

fn read((version, published_at, published_by, note, rules): Row) -> Result<Version, Error> {
    Ok(Version { version, published_at, published_by, note, rules: serde_json::from_str(&rules)? })
}

#[diesel::dsl::auto_type(no_type_alias)]
fn rows() -> _ {
    house_rules::table.select((
        house_rules::version,
        house_rules::published_at,
        house_rules::published_by,
        house_rules::note,
        house_rules::rules,
    ))
}

/// The number of the newest version; zero while the defaults hold.
pub fn newest(db: &mut Db) -> Result<i64, Error> {
    let newest: Option<i64> = house_rules::table.select(diesel::dsl::max(house_rules::version)).first(db)?;
    Ok(newest.unwrap_or(0))
}

/// All versions, oldest first.
pub fn versions(db: &mut Db) -> Result<Vec<Version>, Error> {
    let versions: Vec<Row> = rows().order(house_rules::version).load(db)?;
    versions.into_iter().map(read).collect()
}

/// A page of versions, the newest first.
pub fn versions_before(db: &mut Db, before: Option<i64>, limit: i64) -> Result<Vec<Version>, Error> {
    let page = rows().filter(house_rules::version.lt(before.unwrap_or(i64::MAX)));
    let versions: Vec<Row> = page.order(house_rules::version.desc()).limit(limit).load(db)?;
    versions.into_iter().map(read).collect()
}

/// The version in force at an instant; zero before the first.
pub fn number_at(db: &mut Db, at: NaiveDateTime) -> Result<i64, Error> {
    let published = house_rules::table.filter(house_rules::published_at.le(at));
    let number: Option<i64> = published.select(diesel::dsl::max(house_rules::version)).first(db)?;
    Ok(number.unwrap_or(0))
}

/// A version: its publication (version 0 has none), and the whole rulebook. Refused as not found
/// where there is none.
pub fn version(db: &mut Db, number: i64) -> Result<(Option<Version>, Rulebook), Error> {
    if number == 0 {
        return Ok((None, Rulebook::shipped()));
    }
    let row: Option<Row> = rows().filter(house_rules::version.eq(number)).first(db).optional()?;
    let version = read(row.ok_or_else(|| crate::not_found!("version of the rulebook"))?)?;
    let terms: Option<Option<String>> = house_rules::table
        .filter(house_rules::version.le(number).and(house_rules::terms.is_not_null()))
        .order(house_rules::version.desc())
        .select(house_rules::terms)
        .first(db)
        .optional()?;
    let terms = terms.flatten().map_or_else(|| Ok(Terms::shipped()), |text| serde_json::from_str(&text))?;
    let rules = version.rules.clone();
    Ok((Some(version), Rulebook { terms, rules }))
}

/// The whole rulebook in force at an instant.
pub fn version_at(db: &mut Db, at: NaiveDateTime) -> Result<Rulebook, Error> {
    let number = number_at(db, at)?;
    Ok(version(db, number)?.1)
}

/// Reads what cites an Act that was in force at an instant (`rules::cited`).
pub fn cited(
    db: &mut Db,
    at: NaiveDateTime,
    field: impl Into<Cow<'static, str>>,
    text: &str,
    asked_by: &'static str,
) -> Result<Act, Error> {
    Ok(rules::cited(&version_at(db, at)?.terms, field, text, asked_by)?)
}

/// A text of the Terms, and the version that published it.
pub struct Wording {
    pub version: i64,
    pub published_at: NaiveDateTime,
    pub note: Kept,
    pub terms: Terms,
}

/// Every text of the Terms that was published, oldest first.
pub fn wordings(db: &mut Db) -> Result<Vec<Wording>, Error> {
    let rows: Vec<(i64, NaiveDateTime, Kept, Option<String>)> = house_rules::table
        .filter(house_rules::terms.is_not_null())
        .order(house_rules::version)
        .select((house_rules::version, house_rules::published_at, house_rules::note, house_rules::terms))
        .load(db)?;
    let mut wordings = Vec::with_capacity(rows.len());
    for (version, published_at, note, terms) in rows {
        let terms = serde_json::from_str(&terms.unwrap_or_default())?;
        wordings.push(Wording { version, published_at, note, terms });
    }
    Ok(wordings)
}

/// What a draft would change, if it can be published.
pub fn previewed(db: &mut Db, book: &Rulebook, draft: &Draft) -> Result<Difference, Error> {
    let changes = rules::preview(book, draft)?;
    check_governing(db, &changes)?;
    Ok(changes)
}

/// Refuses changes by which a table would govern the house rules that has no game of Nomic.
pub fn check_governing(db: &mut Db, changes: &Difference) -> Result<(), Error> {
    let Some(table) = rules::governor(changes) else { return Ok(()) };
    let game: Option<String> = tables::table.find(table).select(tables::game).first(db).optional()?;
    Ok(rules::governs(table, game.as_deref())?)
}

/// Publishes a version, in force from this instant on; returns its number.
pub fn publish(tx: &mut Tx, book: &Rulebook, by: Option<PersonId>, note: &Message) -> Result<i64, Error> {
    let newest = newest(tx.db)?;
    let (_, before) = version(tx.db, newest)?;
    if before.rules.visitors != book.rules.visitors {
        // The rule that says who may read the leaderboard is held in memory with it.
        raise_version(tx, "leaderboard")?;
    }
    let is_kept = newest > 0 && before.terms == book.terms;
    let terms = if is_kept { None } else { Some(serde_json::to_string(&book.terms)?) };
    diesel::insert_into(house_rules::table)
        .values((
            house_rules::version.eq(newest + 1),
            house_rules::published_at.eq(tx.now),
            house_rules::published_by.eq(by),
            house_rules::note.eq(Kept::of(note.clone())),
            house_rules::rules.eq(serde_json::to_string(&book.rules)?),
            house_rules::terms.eq(terms),
        ))
        .execute(tx.db)?;
    raise_version(tx, PUBLISHED)?;
    Ok(newest + 1)
}

/// Somebody in office.
#[derive(Clone, Debug, PartialEq, Serialize, Queryable, utoipa::ToSchema)]
pub struct Holder {
    pub person: PersonId,
    pub name: String,
    pub role: Role,
    #[serde(serialize_with = "instant::utc")]
    pub since: NaiveDateTime,
    /// The end of an elected moderator's term.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub until: Option<NaiveDateTime>,
}

/// Who was moderator, justice and Chief Justice at an instant (Acts III.2.1, III.3.2), by name.
pub fn holders(db: &mut Db, at: NaiveDateTime) -> Result<Vec<Holder>, Error> {
    const OFFICES: [Role; 3] = [Role::Moderator, Role::Justice, Role::ChiefJustice];
    Ok(roles::table
        .inner_join(people::table.on(people::id.eq(roles::person_id)))
        .filter(roles::role.eq_any(OFFICES).and(roles::given_at.le(at)))
        .filter(roles::taken_at.is_null().or(roles::taken_at.gt(at)))
        .filter(roles::ends_at.is_null().or(roles::ends_at.gt(at)))
        .order((people::name, people::id))
        .select((people::id, people::name, roles::role, roles::given_at, roles::ends_at))
        .load(db)?)
}

/// Whether a person is on the leaderboard now.
pub fn is_member(db: &mut Db, person: PersonId) -> Result<bool, Error> {
    let open = memberships::person_id.eq(person).and(memberships::removed_at.is_null());
    Ok(memberships::table.filter(open).count().get_result::<i64>(db)? > 0)
}

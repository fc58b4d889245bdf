//! House rules in the database: versions that are added, never edited.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::Serialize;

use super::HouseRules;
use crate::db::{Db, Tx, schema::house_rules};
use crate::error::Error;
use crate::http::instant;
use crate::id::PersonId;

/// The house rules in force at an instant; before the first version, and without any, the defaults.
pub fn in_force(db: &mut Db, at: NaiveDateTime) -> Result<HouseRules, Error> {
    let stored: Option<String> = house_rules::table
        .filter(house_rules::published_at.le(at))
        .order(house_rules::version.desc())
        .select(house_rules::rules)
        .first(db)
        .optional()?;
    Ok(stored.map_or(Ok(HouseRules::default()), |text| serde_json::from_str(&text))?)
}

/// One version of the house rules.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Version {
    pub version: i64,
    /// UTC; in force from here on.
    #[serde(serialize_with = "instant::utc")]
    pub published_at: NaiveDateTime,
    pub published_by: Option<PersonId>,
    pub note: String,
    pub rules: HouseRules,
}

/// The number of the newest version; zero while the defaults hold.
pub fn newest(db: &mut Db) -> Result<i64, Error> {
    let newest: Option<i64> = house_rules::table.select(diesel::dsl::max(house_rules::version)).first(db)?;
    Ok(newest.unwrap_or(0))
}

/// All versions, oldest first.
pub fn versions(db: &mut Db) -> Result<Vec<Version>, Error> {
    let rows: Vec<(i64, NaiveDateTime, Option<PersonId>, String, String)> = house_rules::table
        .order(house_rules::version)
        .select((
            house_rules::version,
            house_rules::published_at,
            house_rules::published_by,
            house_rules::note,
            house_rules::rules,
        ))
        .load(db)?;
    let read = |(version, published_at, published_by, note, rules): (_, _, _, _, String)| {
        Ok(Version { version, published_at, published_by, note, rules: serde_json::from_str(&rules)? })
    };
    rows.into_iter().map(read).collect()
}

/// Publishes a version, in force from this instant on; gives its number.
pub fn publish(tx: &mut Tx, rules: &HouseRules, by: Option<PersonId>, note: &str) -> Result<i64, Error> {
    let version = newest(tx.db)? + 1;
    diesel::insert_into(house_rules::table)
        .values((
            house_rules::version.eq(version),
            house_rules::published_at.eq(tx.now),
            house_rules::published_by.eq(by),
            house_rules::note.eq(note),
            house_rules::rules.eq(serde_json::to_string(rules)?),
        ))
        .execute(tx.db)?;
    Ok(version)
}

//! House rules in the database: versions that are added, never edited.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::HouseRules;
use crate::db::{Db, Tx, schema::house_rules};
use crate::error::Error;
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

/// Publishes a version, in force from this instant on; gives its number.
pub fn publish(tx: &mut Tx, rules: &HouseRules, by: Option<PersonId>, note: &str) -> Result<i64, Error> {
    let last: Option<i64> = house_rules::table.select(diesel::dsl::max(house_rules::version)).first(tx.db)?;
    let version = last.unwrap_or(0) + 1;
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

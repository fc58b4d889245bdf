//! What a game of Nomic asks the club: who is called by a name, and the house rules that the game can set.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde_json::{Map, Value};

use crate::db::{Db, schema::people};
use crate::error::Error;
use crate::rulebook::{self, HouseRules};
use crate::tables::TableId;

/// Those of these names that one person in the club goes by, and nobody else; a handle is always one person's.
pub fn called(db: &mut Db, names: &[String]) -> Result<Vec<String>, Error> {
    let mut called: Vec<String> = people::table.filter(people::name.eq_any(names)).select(people::name).load(db)?;
    let all = called.clone();
    called.retain(|name| all.iter().filter(|other| *other == name).count() == 1);
    let handles: Vec<String> = people::table.filter(people::handle.eq_any(names)).select(people::handle).load(db)?;
    Ok([called, handles].concat())
}

/// The table that governs, and the house rules that a game which does can set.
pub fn club_rules(db: &mut Db, now: NaiveDateTime) -> Result<(TableId, Map<String, Value>), Error> {
    let in_force = rulebook::in_force(db, now)?;
    let rules = serde_json::to_value(&in_force)?;
    let open = |name: &str| Some((name.to_owned(), rules.get(name)?.clone()));
    Ok((TableId(in_force.nomic_table), HouseRules::OPEN_TO_NOMIC.into_iter().filter_map(open).collect()))
}

//! Preview of an action's effect on scores: it is carried out and rolled back.

use std::collections::HashMap;

use diesel::prelude::*;

use crate::db::{
    Tx,
    schema::{people, standings},
};
use crate::error::Error;
use crate::id::PersonId;
use crate::rulebook;

/// A score that would change; none is off the leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    pub person: PersonId,
    pub name: String,
    pub before: Option<i64>,
    pub after: Option<i64>,
    /// It would fall to the floor, under which nobody falls (Act II.2).
    pub to_floor: bool,
}

fn scores(tx: &mut Tx) -> Result<HashMap<PersonId, Option<i64>>, Error> {
    let rows: Vec<(PersonId, Option<i64>)> =
        standings::table.select((standings::person_id, standings::score)).load(tx.db)?;
    Ok(rows.into_iter().collect())
}

/// What an act would give, and whose score it would change, the largest change first. Fails as the act would fail.
pub fn tried<T>(tx: &mut Tx, act: impl FnOnce(&mut Tx) -> Result<T, Error>) -> Result<(T, Vec<Moved>), Error> {
    let before = scores(tx)?;
    let (given, changed, named) = tx.taken_back(|tx| {
        let given = act(tx)?;
        let mut changed = scores(tx)?;
        changed.retain(|person, score| before.get(person).copied().flatten() != *score);
        // Those whom the act adds have a name only here.
        let named: Vec<(PersonId, String)> = people::table
            .filter(people::id.eq_any(changed.keys().map(|person| person.0).collect::<Vec<i64>>()))
            .select((people::id, people::name))
            .load(tx.db)?;
        Ok((given, changed, named))
    })?;
    let floor = rulebook::in_force(tx.db, tx.now)?.floor;
    let moved = |(person, name)| {
        let (before, after) = (before.get(&person).copied().flatten(), changed.get(&person).copied().flatten());
        let to_floor = after == Some(floor) && before > after;
        Moved { person, name, before, after, to_floor }
    };
    let mut moved: Vec<Moved> = named.into_iter().map(moved).collect();
    let size = |one: &Moved| (one.after.unwrap_or(0) - one.before.unwrap_or(0)).abs();
    moved.sort_by(|one, other| size(other).cmp(&size(one)).then(one.name.cmp(&other.name)));
    Ok((given, moved))
}

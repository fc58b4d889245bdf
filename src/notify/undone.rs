//! Whether what a notice told still holds: a declaration may be undone since, and a request to leave may wait or go on.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use serde_json::Value;

use super::Topic;
use crate::db::{
    Db,
    schema::{declarations, removal_requests},
};
use crate::error::Error;

/// What a notice told that can be undone, by its number.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Undoable {
    Declaration(i64),
    /// A request to leave the leaderboard, and whether it waits (Act II.8.1).
    Request(i64, bool),
}

impl Undoable {
    fn of(topic: &str, body: &Value) -> Option<Undoable> {
        let request = |waits| Some(Undoable::Request(body["removal_request"].as_i64()?, waits));
        match Topic::of(topic)? {
            Topic::DeclarationPublished => Some(Undoable::Declaration(body["declaration"].as_i64()?)),
            Topic::RemovalWaits => request(true),
            Topic::RemovalWaitsNoMore => request(false),
            _ => None,
        }
    }
}

/// Of each of these notices, by topic and body, whether what it told no longer holds.
pub fn of<'a>(db: &mut Db, notices: impl Iterator<Item = (&'a str, &'a Value)>) -> Result<Vec<bool>, Error> {
    let told: Vec<Option<Undoable>> = notices.map(|(topic, body)| Undoable::of(topic, body)).collect();
    let (mut declared, mut asked) = (HashSet::new(), HashSet::new());
    for told in told.iter().flatten() {
        match *told {
            Undoable::Declaration(number) => declared.insert(number),
            Undoable::Request(number, _) => asked.insert(number),
        };
    }
    let mut undone: HashSet<i64> = HashSet::new();
    if !declared.is_empty() {
        let of_these: Vec<i64> = declarations::table
            .filter(declarations::id.eq_any(declared.iter().copied()))
            .filter(declarations::undone_at.is_not_null())
            .select(declarations::id)
            .load(db)?;
        undone.extend(of_these);
    }
    let mut open: HashMap<i64, bool> = HashMap::new();
    if !asked.is_empty() {
        let of_these: Vec<(i64, bool)> = removal_requests::table
            .filter(removal_requests::id.eq_any(asked.iter().copied()))
            .filter(removal_requests::withdrawn_at.is_null().and(removal_requests::granted_at.is_null()))
            .select((removal_requests::id, removal_requests::waits))
            .load(db)?;
        open.extend(of_these);
    }
    let is_undone = |told: Option<Undoable>| match told {
        Some(Undoable::Declaration(number)) => undone.contains(&number),
        Some(Undoable::Request(number, waits)) => open.get(&number) != Some(&waits),
        None => false,
    };
    Ok(told.into_iter().map(is_undone).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_and_requests_that_wait_can_be_undone() {
        let of = |topic: &str, member: &str| Undoable::of(topic, &[(member, 7)].into_iter().collect());
        assert_eq!(of("declaration.published", "declaration"), Some(Undoable::Declaration(7)));
        assert_eq!(of("removal.waits", "removal_request"), Some(Undoable::Request(7, true)));
        assert_eq!(of("removal.waits_no_more", "removal_request"), Some(Undoable::Request(7, false)));
        assert_eq!(of("removal.requested", "removal_request"), None, "it asks, until somebody decides");
        assert_eq!(of("declaration.published", "game"), None, "an older version told no number");
        assert_eq!(of("game.corrected", "game"), None);
    }
}

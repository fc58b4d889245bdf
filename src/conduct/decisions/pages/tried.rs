//! A decision tried out: made as it would be, looked at, and taken back.

use std::collections::BTreeMap;

use diesel::prelude::*;

use crate::App;
use crate::auth::Actor;
use crate::conduct::decisions::api::{self, DecisionRequest};
use crate::conduct::decisions::{Decision, store};
use crate::db::{Db, Tx, schema::standings};
use crate::error::Error;
use crate::id::PersonId;
use crate::members;

/// What a decision would come to.
pub struct Tried {
    pub decision: Decision,
    /// Everybody whose score would be another, the largest change first.
    pub scores: Vec<Moved>,
}

/// A score before and after.
pub struct Moved {
    pub person: PersonId,
    pub name: String,
    pub before: i64,
    pub after: i64,
}

fn scores(db: &mut Db) -> Result<BTreeMap<PersonId, i64>, Error> {
    let rows: Vec<(PersonId, Option<i64>)> =
        standings::table.select((standings::person_id, standings::score)).load(db)?;
    Ok(rows.into_iter().filter_map(|(person, score)| Some((person, score?))).collect())
}

/// Makes the decision in a savepoint that is rolled back.
pub async fn try_out(app: &App, actor: Actor, request: DecisionRequest) -> Result<Tried, Error> {
    app.db
        .write(move |tx| {
            let now = tx.now;
            let before = scores(tx.db)?;
            let mut made = None;
            let taken_back = tx.db.transaction(|db| {
                let id = api::make(&mut Tx { db, now }, &actor, &request)?;
                made = Some((store::decision(db, id)?, scores(db)?));
                Err::<(), Error>(Error::Database(diesel::result::Error::RollbackTransaction))
            });
            let Some((decision, after)) = made else { return Err(taken_back.err().unwrap_or_else(nothing_made)) };
            let moved: Vec<(PersonId, i64, i64)> = before
                .into_iter()
                .filter_map(|(person, before)| Some((person, before, *after.get(&person)?)))
                .filter(|(_, before, after)| before != after)
                .collect();
            let names = members::store::names(tx.db, &moved.iter().map(|(person, ..)| *person).collect::<Vec<_>>())?;
            let named = |(person, before, after)| Moved {
                person,
                name: names.get(&person).cloned().unwrap_or_default(),
                before,
                after,
            };
            let mut scores: Vec<Moved> = moved.into_iter().map(named).collect();
            scores.sort_by_key(|moved| std::cmp::Reverse((moved.after - moved.before).abs()));
            Ok(Tried { decision, scores })
        })
        .await
}

fn nothing_made() -> Error {
    Error::internal("a decision was tried out and neither made nor refused")
}

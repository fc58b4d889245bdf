//! Declarations in the database.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::Message;
use serde_json::json;

use super::{Declaration, DeclarationId, Exercise, NewDeclaration, case_of};
use crate::db::{Db, Kept, Tx, schema::declarations};
use crate::error::Error;
use crate::id::{GameId, PersonId};
use crate::notify::{self, Topic};

/// Declares an exercise of a power: it is public from now on, and goes to all moderators, justices
/// and the Chief Justice, and to whom it concerns (Act III.2.4.1).
pub fn publish(tx: &mut Tx, new: &NewDeclaration) -> Result<DeclarationId, Error> {
    publish_in(tx, new, case_of(&new.reason))
}

/// [`publish`] of what a case came to: told together with it.
pub fn publish_in(tx: &mut Tx, new: &NewDeclaration, case: Option<String>) -> Result<DeclarationId, Error> {
    publish_with(tx, new, case, None)
}

/// [`publish`] of what was done to a game of these two: told together with all else of that game.
pub fn publish_of_game(
    tx: &mut Tx,
    new: &NewDeclaration,
    game: GameId,
    players: [PersonId; 2],
) -> Result<DeclarationId, Error> {
    publish_with(tx, new, case_of(&new.reason), Some((game, players)))
}

fn publish_with(
    tx: &mut Tx,
    new: &NewDeclaration,
    case: Option<String>,
    of_game: Option<(GameId, [PersonId; 2])>,
) -> Result<DeclarationId, Error> {
    let id: DeclarationId = diesel::insert_into(declarations::table)
        .values((
            declarations::made_at.eq(tx.now),
            declarations::exercise.eq(new.exercise),
            declarations::made_by.eq(new.by),
            declarations::person_id.eq(new.person),
            declarations::act.eq(new.act.0.as_ref()),
            declarations::reason.eq(Kept::of(new.reason.clone())),
            declarations::effect.eq(Kept::of(new.effect.clone())),
            declarations::subject.eq(&new.subject),
        ))
        .returning(declarations::id)
        .get_result(tx.db)?;
    // What reads messages outside of the club is not told about whom, why and to what effect.
    let outside = json!({ "declaration": id, "exercise": new.exercise, "act": new.act });
    let game = of_game.map(|(game, _)| game);
    let played = of_game.map(|(_, players)| json!({ "players": players, "winners": [] }));
    let told = json!({
        "outside": outside, "declaration": id, "exercise": new.exercise, "by": new.by, "person": new.person, "act": new.act,
        "reason": new.reason, "effect": new.effect, "case": case, "game": game, "played": played,
    });
    let readers = std::iter::once(None).chain(new.person.map(Some));
    notify::enqueue_all(tx, readers.map(|reader| (Topic::DeclarationPublished, reader, &told)))?;
    Ok(id)
}

/// Writes beside the declarations of a subject that it was undone, and by what; with `None`, that it is
/// in force again.
pub fn set_undone(tx: &mut Tx, subject: &str, undone_by: Option<&Message>) -> Result<(), Error> {
    let now = tx.now;
    diesel::update(declarations::table.filter(declarations::subject.eq(subject)))
        .set((
            declarations::undone_at.eq(undone_by.map(|_| now)),
            declarations::undone_by.eq(undone_by.cloned().map(Kept::of)),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Writes beside what was declared at one moment about some of these that it is undone.
pub fn set_undone_of(tx: &mut Tx, subjects: &[String], made_at: NaiveDateTime, by: &Message) -> Result<(), Error> {
    let now = tx.now;
    let made = declarations::subject.eq_any(subjects).and(declarations::made_at.eq(made_at));
    diesel::update(declarations::table.filter(made))
        .set((declarations::undone_at.eq(Some(now)), declarations::undone_by.eq(Some(Kept::of(by.clone())))))
        .execute(tx.db)?;
    Ok(())
}

/// Which declarations are asked for.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub exercise: Option<Exercise>,
    pub act: Option<String>,
    pub person: Option<PersonId>,
    pub by: Option<PersonId>,
    pub from: Option<NaiveDateTime>,
    pub to: Option<NaiveDateTime>,
    pub undone: Option<bool>,
}

/// The Acts by which something was declared.
pub fn acts(db: &mut Db) -> Result<Vec<String>, Error> {
    Ok(declarations::table.select(declarations::act).distinct().load(db)?)
}

/// Declarations, newest first, from before a cursor on.
pub fn declarations(db: &mut Db, filter: &Filter, before: Option<i64>, limit: i64) -> Result<Vec<Declaration>, Error> {
    let mut query = declarations::table.order(declarations::id.desc()).limit(limit).into_boxed();
    if let Some(before) = before {
        query = query.filter(declarations::id.lt(before));
    }
    if let Some(exercise) = filter.exercise {
        query = query.filter(declarations::exercise.eq(exercise));
    }
    if let Some(act) = &filter.act {
        query = query.filter(declarations::act.eq(act.clone()));
    }
    if let Some(person) = filter.person {
        query = query.filter(declarations::person_id.eq(person));
    }
    if let Some(by) = filter.by {
        query = query.filter(declarations::made_by.eq(by));
    }
    if let Some(from) = filter.from {
        query = query.filter(declarations::made_at.ge(from));
    }
    if let Some(to) = filter.to {
        query = query.filter(declarations::made_at.le(to));
    }
    query = match filter.undone {
        Some(true) => query.filter(declarations::undone_at.is_not_null()),
        Some(false) => query.filter(declarations::undone_at.is_null()),
        None => query,
    };
    Ok(query.load(db)?)
}

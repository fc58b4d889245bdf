//! Changes of a registered game in the database: its state, its result, and what follows for its players' scores.

use chrono::NaiveDateTime;
use diesel::dsl::max;
use diesel::prelude::*;
use rookery_messages::Message;
use serde::Deserialize;
use serde_json::Value;

use super::{Row, held_games, objections, row};
use crate::audit::Word;
use crate::db::{
    Cited, Db, Kept, Tx,
    schema::{game_changes, games},
};
use crate::error::Error;
use crate::games::adjudication::Source;
use crate::games::record::Stated;
use crate::games::rules::afterwards::Ruling;
use crate::games::rules::history::{self, Change, Rematch, Stood};
use crate::games::{Ending, State};
use crate::id::{GameId, PersonId};
use crate::ratings::Outcome;

impl Row {
    /// The captures that the bell's decision was made from, where they were stated.
    pub fn stated_captures(&self) -> Result<Option<Stated>, Error> {
        let Some(decision) = &self.captures else { return Ok(None) };
        let decision: Value = serde_json::from_str(decision)?;
        let Ok(Source::StatedCaptures) = Source::deserialize(&decision["source"]) else { return Ok(None) };
        let captures = |side: &str| serde_json::from_value(decision[side]["captures"].clone());
        Ok(Some(Stated { white: captures("white")?, black: captures("black")? }))
    }
}

/// Sets a game's state. If a decision holds it void, this becomes the state to restore later, and false is
/// returned.
pub fn set_state(
    tx: &mut Tx,
    id: GameId,
    state: State,
    by: Option<PersonId>,
    ruling: Option<&Ruling>,
) -> Result<bool, Error> {
    let reason = ruling.map(|ruling| Kept::of(ruling.reason.clone()));
    let acts = Cited::of(ruling.iter().map(|ruling| ruling.act.clone()).collect());
    if held_games::change_beneath(tx, id, state, reason.clone(), acts.clone())? {
        return Ok(false);
    }
    diesel::update(games::table.find(id))
        .set((
            games::state.eq(state),
            games::state_reason.eq(reason),
            games::state_acts.eq(acts),
            games::decided_by.eq(by),
            games::decided_at.eq(tx.now),
            games::version.eq(games::version + 1),
        ))
        .execute(tx.db)?;
    objections::follow(tx, id, state)?;
    Ok(true)
}

/// Puts a game into the state that a row has, with the row's result.
pub fn put(tx: &mut Tx, row: &Row) -> Result<(), Error> {
    diesel::update(games::table.find(row.id))
        .set((
            games::state.eq(row.state),
            games::state_reason.eq(&row.state_reason),
            games::state_acts.eq(&row.state_acts),
            games::result.eq(row.result),
            games::ending.eq(row.ending),
            games::version.eq(games::version + 1),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Changes a game's result; its `captures` as well, if the adjudication at the bell changes.
pub fn set_result(
    tx: &mut Tx,
    id: GameId,
    result: Outcome,
    ending: Ending,
    captures: Option<Option<String>>,
) -> Result<(), Error> {
    let result = (games::result.eq(result), games::ending.eq(ending), games::version.eq(games::version + 1));
    diesel::update(games::table.find(id))
        .set((result, captures.map(|captures| games::captures.eq(captures))))
        .execute(tx.db)?;
    Ok(())
}

/// Writes down what was changed about a game, by whom and why (T24).
pub fn note_change(
    tx: &mut Tx,
    id: GameId,
    act: Word,
    by: Option<PersonId>,
    reason: &Message,
    [before, after]: [&Value; 2],
) -> Result<(), Error> {
    diesel::insert_into(game_changes::table)
        .values((
            game_changes::game_id.eq(id),
            game_changes::changed_by.eq(by),
            game_changes::changed_at.eq(tx.now),
            game_changes::act.eq(act),
            game_changes::reason.eq(Kept::of(reason.clone())),
            game_changes::before.eq(before.to_string()),
            game_changes::after.eq(after.to_string()),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// What was decided about a game last, as long as it can be undone.
#[derive(Clone, Copy, Debug)]
pub struct LastDecision {
    /// What was decided.
    pub act: Word,
    pub by: Option<PersonId>,
    pub at: NaiveDateTime,
    /// How the game stood before.
    pub before: Stood,
    /// The rematch that was entered with it, where that has taken the game's place.
    pub rematch: Option<GameId>,
}

/// The last decision about a game, where it can be undone as [`history::decided`] and [`history::stands_alone`] say.
pub fn last_decision(db: &mut Db, game: &Row) -> Result<Option<LastDecision>, Error> {
    let of_it = || game_changes::table.filter(game_changes::game_id.eq(game.id));
    let at: Option<NaiveDateTime> = of_it().select(max(game_changes::changed_at)).first(db)?;
    let Some(at) = at else { return Ok(None) };
    let changes: Vec<(String, Option<PersonId>, String)> = of_it()
        .filter(game_changes::changed_at.eq(at))
        .order(game_changes::id)
        .select((game_changes::act, game_changes::changed_by, game_changes::before))
        .load(db)?;
    let change = |(act, by, before): (String, Option<PersonId>, String)| Change {
        act: Word::of(&act),
        by,
        before: serde_json::from_str(&before).ok(),
    };
    let changes: Vec<Change> = changes.into_iter().map(change).collect();
    let Some(history::Decided { act, by, before }) = history::decided(&changes) else { return Ok(None) };
    let rematch = if game.state == State::Replaced { objections::rematch_of(db, game.id)? } else { None };
    let taken = match rematch {
        Some(id) => Some(Rematch { is_changed: row(db, id)?.version > 1, is_held: held_games::is_held(db, id)? }),
        None => None,
    };
    let is_undoable = history::stands_alone(held_games::is_held(db, game.id)?, taken);
    Ok(is_undoable.then_some(LastDecision { act, by, at, before, rematch }))
}

/// Changes that are looked through for those that somebody made lately.
const LATELY: i64 = 20;

/// The games that somebody changed lately, each once, the one changed last first.
pub fn changed_lately(db: &mut Db, by: PersonId, since: NaiveDateTime) -> Result<Vec<GameId>, Error> {
    let changes: Vec<(GameId, Option<PersonId>, NaiveDateTime)> = game_changes::table
        .order(game_changes::id.desc())
        .limit(LATELY)
        .select((game_changes::game_id, game_changes::changed_by, game_changes::changed_at))
        .load(db)?;
    let mut games = Vec::new();
    for (game, person, at) in changes {
        if person == Some(by) && at >= since && !games.contains(&game) {
            games.push(game);
        }
    }
    Ok(games)
}

/// Sets who decided about a game, and that it was now; `None` forgets who did, and when.
pub fn set_decider(tx: &mut Tx, id: GameId, by: Option<PersonId>) -> Result<(), Error> {
    let at = by.map(|_| tx.now);
    diesel::update(games::table.find(id)).set((games::decided_by.eq(by), games::decided_at.eq(at))).execute(tx.db)?;
    Ok(())
}

/// How a game stood before it was made void the last time.
pub fn stood(db: &mut Db, id: GameId) -> Result<State, Error> {
    let told: Option<String> = game_changes::table
        .filter(game_changes::game_id.eq(id))
        .filter(game_changes::act.eq_any([Word::GameVoided, Word::GameTakenBack]))
        .order(game_changes::id.desc())
        .select(game_changes::before)
        .first(db)
        .optional()?;
    let told: Option<Value> = told.map(|text| serde_json::from_str(&text)).transpose()?;
    Ok(history::restored(told.and_then(|told| serde_json::from_value(told["state"].clone()).ok())))
}

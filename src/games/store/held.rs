//! Games that standing decisions hold: void for fraud, or forfeit (Acts I.2.1, II.5). What they were
//! before is kept beside them, so that they come back exactly so when the decisions are undone.

use diesel::prelude::*;
use rookery_messages::{Value, say};

use super::afterwards::{Ruling, stood};
use super::waiting::onward;
use super::{Row, acts_of, moving, note_change, objections, rate, recount, rematches, row};
use crate::db::{
    Db, Tx,
    schema::{games, held_games},
};
use crate::each;
use crate::error::{Act, Error, Refusal};
use crate::games::rules::Stands;
use crate::games::store::facts;
use crate::games::{Authority, Ending, State};
use crate::id::GameId;
use crate::notify;
use crate::ratings::Outcome;
use crate::ratings::store::{Cause, correct_game, restore_game, void_game};

/// What the standing decisions make of a game; the default is to leave it alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holding {
    /// It was never a game: fraud, at every step of the ladder (0.11, II.4.1).
    pub void: bool,
    /// The result by which the other player wins.
    pub forfeit: Option<Outcome>,
}

/// What a held game was before: its state where it is held void, its result where it is held forfeit.
#[derive(Clone, Debug, Default, PartialEq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = held_games, treat_none_as_null = true, treat_none_as_default_value = false)]
struct Before {
    state: Option<State>,
    state_reason: Option<String>,
    state_acts: Option<String>,
    result: Option<Outcome>,
    ending: Option<Ending>,
}

fn before(db: &mut Db, game: GameId) -> Result<Before, Error> {
    let columns =
        (held_games::state, held_games::state_reason, held_games::state_acts, held_games::result, held_games::ending);
    Ok(held_games::table.find(game).select(columns).first(db).optional()?.unwrap_or_default())
}

/// Refuses where a standing decision has the last word on a game: only undoing that changes it.
pub fn must_be_free(db: &mut Db, game: GameId) -> Result<(), Error> {
    if before(db, game)? == Before::default() {
        return Ok(());
    }
    let detail =
        say!("A decision makes game {game} what it is. Only the Court can undo that.", game = Value::text(game));
    Err(Refusal::conflict(say!("Held by a decision"), detail).act("III.3.8").into())
}

/// Makes a game what the standing decisions make of it, and what it was before where they no longer do.
pub fn hold(tx: &mut Tx, id: GameId, holding: Holding, cause: &Cause) -> Result<(), Error> {
    let found = row(tx.db, id)?;
    let known = before(tx.db, id)?;
    let (mut game, mut kept) = (found.clone(), known.clone());
    hold_result(&mut game, &mut kept, holding.forfeit);
    hold_state(tx, &mut game, &mut kept, holding.void, cause)?;
    // A game that was void already is held all the same.
    if kept != known {
        keep(tx, id, &kept)?;
    }
    if !rematches::follow(tx, &found, game.state, &Authority::SERVICE, cause)? {
        game.state = State::Void;
        game.state_reason =
            Some("It was a rematch, and the game that it was played for was settled otherwise since.".into());
        game.state_acts = r#"["I.6"]"#.to_owned();
    }
    let was = |row: &Row| (row.state, row.state_acts.clone(), row.result, row.ending);
    if was(&game) == was(&found) {
        return Ok(());
    }
    diesel::update(games::table.find(id))
        .set((
            games::state.eq(game.state),
            games::state_reason.eq(&game.state_reason),
            games::state_acts.eq(&game.state_acts),
            games::result.eq(game.result),
            games::ending.eq(game.ending),
            games::version.eq(games::version + 1),
        ))
        .execute(tx.db)?;
    let moved = moving(tx, &found, |tx| {
        reckon(tx, &found, &game, cause)?;
        recount(tx, found.white, found.black, found.played_at, &cause.text)
    })?;
    let told = serde_json::json!({ "game": id, "state": game.state, "result": game.result, "reason": cause.text });
    for (player, moved) in [found.white, found.black].into_iter().zip(moved) {
        let mut told = told.clone();
        told["points_moved"] = moved.into();
        notify::enqueue(tx, "game.decided", Some(player), &told)?;
    }
    let counts = if kept == Before::default() { game.state } else { State::Void };
    objections::follow(tx, id, counts)?;
    note_change(tx, &found, "game.decided", &Authority::SERVICE, &cause.text)
}

fn hold_result(game: &mut Row, kept: &mut Before, forfeit: Option<Outcome>) {
    if let Some(result) = forfeit {
        kept.result.get_or_insert(game.result);
        kept.ending.get_or_insert(game.ending);
        (game.result, game.ending) = (result, Ending::Forfeit);
    } else if let (Some(result), Some(ending)) = (kept.result.take(), kept.ending.take()) {
        (game.result, game.ending) = (result, ending);
    }
}

fn hold_state(tx: &mut Tx, game: &mut Row, kept: &mut Before, void: bool, cause: &Cause) -> Result<(), Error> {
    match (void, kept.state) {
        (true, None) => {
            kept.state = Some(game.state);
            kept.state_reason = game.state_reason.take();
            kept.state_acts = Some(std::mem::take(&mut game.state_acts));
            game.state = State::Void;
            game.state_reason = Some(cause.text.clone());
            // By this Act it does not count as having been played (T23).
            game.state_acts = r#"["II.5"]"#.to_owned();
        }
        (false, Some(state)) => {
            game.state = state;
            game.state_reason = kept.state_reason.take().filter(|_| state != State::Rated);
            game.state_acts = kept.state_acts.take().unwrap_or_else(|| "[]".to_owned());
            kept.state = None;
            if state.goes_on_by_itself()
                && let Some(Stands { state, reason, acts }) = onward(tx, game)?
            {
                (game.state, game.state_reason, game.state_acts) = (state, reason, serde_json::to_string(&acts)?);
            }
        }
        _ => {}
    }
    Ok(())
}

/// How a game stands, or stood before decisions held it void.
pub struct Footing {
    pub state: State,
    pub reason: Option<String>,
    pub acts: Vec<Act>,
}

/// What decisions that hold a game void cover: what the Court judges of it is judged of that, and shows when the
/// decisions are undone.
pub fn beneath(db: &mut Db, id: GameId) -> Result<Option<Footing>, Error> {
    let kept = before(db, id)?;
    let acts = acts_of(kept.state_acts.as_deref().unwrap_or("[]"))?;
    Ok(kept.state.map(|state| Footing { state, reason: kept.state_reason, acts }))
}

/// The Court makes a game void, or brings it back, that decisions hold void all the same (Acts I.9.7, I.9.10).
pub fn judge_beneath(tx: &mut Tx, id: GameId, void: bool, ruling: &Ruling) -> Result<(), Error> {
    let game = row(tx.db, id)?;
    let (state, acts) = if void { (State::Void, vec![&ruling.act]) } else { (stood(tx.db, id)?, Vec::new()) };
    change_beneath(tx, id, state, Some(&ruling.reason), &serde_json::to_string(&acts)?)?;
    note_change(tx, &game, "game.decided", &Authority::SERVICE, &ruling.reason)
}

/// Changes what a game comes back to when the decisions that hold it void are undone; false where none do.
pub(super) fn change_beneath(
    tx: &mut Tx,
    id: GameId,
    state: State,
    reason: Option<&str>,
    acts: &str,
) -> Result<bool, Error> {
    let mut kept = before(tx.db, id)?;
    if kept.state.is_none() {
        return Ok(false);
    }
    kept.state = Some(state);
    kept.state_reason = reason.map(str::to_owned);
    kept.state_acts = Some(acts.to_owned());
    keep(tx, id, &kept)?;
    Ok(true)
}

fn keep(tx: &mut Tx, id: GameId, kept: &Before) -> Result<(), Error> {
    diesel::delete(held_games::table.find(id)).execute(tx.db)?;
    if *kept != Before::default() {
        let row = (held_games::game_id.eq(id), kept.clone());
        each!(&mut *tx.db, c => diesel::insert_into(held_games::table).values(row).execute(c))?;
    }
    Ok(())
}

/// Makes the ratings follow from what changed about a game.
fn reckon(tx: &mut Tx, before: &Row, after: &Row, cause: &Cause) -> Result<(), Error> {
    let counts = |row: &Row| row.state == State::Rated;
    if counts(before) && !counts(after) {
        void_game(tx, before.id, cause)?;
    }
    if before.result != after.result {
        correct_game(tx, before.id, after.result, cause)?;
    }
    if counts(after) && !counts(before) {
        count_again(tx, after, cause)?;
    }
    Ok(())
}

/// Lets a game count that came back to being rated; one that never was before is rated now.
pub(super) fn count_again(tx: &mut Tx, game: &Row, cause: &Cause) -> Result<(), Error> {
    use crate::db::schema::rating_events;
    let event: Option<i64> = rating_events::table
        .filter(rating_events::game_id.eq(game.id))
        .select(rating_events::id)
        .first(tx.db)
        .optional()?;
    if event.is_some() {
        return restore_game(tx, game.id, cause);
    }
    let place = facts::place(tx.db, game)?;
    rate(tx, game.id, game.white, game.black, game.result, game.online, place)
}

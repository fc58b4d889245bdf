//! Games that a decision in force has made void for fraud, or forfeit (Acts I.2.1, II.5). Their
//! state before is kept beside them, so that it is restored exactly when the decisions are undone.

use diesel::prelude::*;

use crate::db::{Cited, Db, Kept, Tx, schema::held_games};
use crate::each;
use crate::error::Error;
use crate::games::{Ending, State};
use crate::id::GameId;
use crate::ratings::Outcome;

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
pub struct Before {
    pub state: Option<State>,
    pub state_reason: Option<Kept>,
    pub state_acts: Option<Cited>,
    pub result: Option<Outcome>,
    pub ending: Option<Ending>,
}

pub fn before(db: &mut Db, game: GameId) -> Result<Before, Error> {
    let columns =
        (held_games::state, held_games::state_reason, held_games::state_acts, held_games::result, held_games::ending);
    Ok(held_games::table.find(game).select(columns).first(db).optional()?.unwrap_or_default())
}

/// Whether a standing decision has the last word on a game.
pub fn is_held(db: &mut Db, game: GameId) -> Result<bool, Error> {
    Ok(before(db, game)? != Before::default())
}

/// The state of a game, or its state before decisions made it void.
pub struct Footing {
    pub state: State,
    pub reason: Option<Kept>,
    pub acts: Cited,
}

/// What decisions that hold a game void cover: what the Court judges of it is judged of that, and shows when the
/// decisions are undone.
pub fn beneath(db: &mut Db, id: GameId) -> Result<Option<Footing>, Error> {
    let kept = before(db, id)?;
    let acts = kept.state_acts.unwrap_or_default();
    Ok(kept.state.map(|state| Footing { state, reason: kept.state_reason, acts }))
}

/// Changes what a game comes back to when the decisions that hold it void are undone; false where none do.
pub fn change_beneath(tx: &mut Tx, id: GameId, state: State, reason: Option<Kept>, acts: Cited) -> Result<bool, Error> {
    let mut kept = before(tx.db, id)?;
    if kept.state.is_none() {
        return Ok(false);
    }
    kept.state = Some(state);
    kept.state_reason = reason;
    kept.state_acts = Some(acts);
    keep(tx, id, &kept)?;
    Ok(true)
}

pub fn keep(tx: &mut Tx, id: GameId, kept: &Before) -> Result<(), Error> {
    diesel::delete(held_games::table.find(id)).execute(tx.db)?;
    if *kept != Before::default() {
        let row = (held_games::game_id.eq(id), kept.clone());
        each!(&mut *tx.db, c => diesel::insert_into(held_games::table).values(row).execute(c))?;
    }
    Ok(())
}

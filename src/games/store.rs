//! Games in the database.

mod afterwards;
pub mod confirmations;
pub mod facts;
pub mod held_games;
pub mod objections;
pub mod opponents;
pub mod timed;
mod views;
pub mod waiting;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::say;

pub use afterwards::{
    LastDecision, changed_lately, last_decision, note_change, put, set_decider, set_result, set_state, stood,
};
pub use views::{
    Filter, FoundGame, GameDetail, GameView, PersonRef, Points, Reach, changes_of_state, just_stored, list, one,
    pgn_of, pgn_of_result, pgn_with, untouched, with_moves,
};

use super::rules::{self, Decision};
use super::{Ending, NewGame, State};
use crate::db::{Cited, Db, Kept, Tx, schema::games};
use crate::error::{Act, Error};
use crate::fields::without_players;
use crate::id::{GameId, PersonId, SessionId};
use crate::ratings::Outcome;
use crate::ratings::store::{Before, Cause, NewEvent, Posted, post, post_known, restore_game};
use crate::rulebook::HouseRules;

/// A row of `games`.
#[derive(Clone, Debug, Queryable)]
pub struct Row {
    pub id: GameId,
    pub session: Option<SessionId>,
    pub online: bool,
    pub white: PersonId,
    pub black: PersonId,
    pub result: Outcome,
    pub ending: Ending,
    pub played_at: NaiveDateTime,
    pub clocked: bool,
    pub moves: Option<String>,
    pub final_position: Option<String>,
    /// How the bell decided it, as JSON.
    pub captures: Option<String>,
    pub state: State,
    pub state_reason: Option<Kept>,
    /// The Acts that its state rests on.
    pub state_acts: Cited,
    pub registered_by: Option<PersonId>,
    pub registered_at: NaiveDateTime,
    pub decided_by: Option<PersonId>,
    pub decided_at: Option<NaiveDateTime>,
    pub rematch_of: Option<GameId>,
    pub overseer: Option<PersonId>,
    pub import_key: Option<String>,
    pub version: i64,
    /// Where and when it began, if somebody said so (Acts 0.5, I.7.1).
    pub room: Option<String>,
    pub began_at: Option<NaiveDateTime>,
}

impl Row {
    /// Whether it is void by the Chief Justice's act (Act I.9.10).
    pub fn is_void_after_error(&self) -> bool {
        self.state == State::Void && self.state_acts.contains(&Act::new("I.9.10"))
    }

    pub fn players(&self) -> [PersonId; 2] {
        [self.white, self.black]
    }

    /// The other one of the two.
    pub fn opponent(&self, player: PersonId) -> PersonId {
        if self.white == player { self.black } else { self.white }
    }

    /// Since when it is known: a game entered late is not over before its players could read of it.
    pub fn known_at(&self) -> NaiveDateTime {
        self.played_at.max(self.registered_at)
    }

    /// The game as the rules ask for it.
    pub fn game(&self) -> rules::afterwards::Game {
        rules::afterwards::Game {
            id: self.id,
            white: self.white,
            black: self.black,
            state: self.state,
            result: self.result,
            ending: self.ending,
            online: self.online,
            clocked: self.clocked,
            rematch_of: self.rematch_of,
        }
    }
}

/// A game that must exist.
pub fn row(db: &mut Db, id: GameId) -> Result<Row, Error> {
    let row: Option<Row> = games::table.find(id).first(db).optional()?;
    row.ok_or_else(|| crate::not_found!("game").into())
}

/// Several games at once, in no order; of those that are not there, none.
pub fn rows(db: &mut Db, ids: &[GameId]) -> Result<Vec<Row>, Error> {
    Ok(games::table.filter(games::id.eq_any(ids.iter().copied())).load(db)?)
}

/// Stores a new game with its state.
pub fn insert(tx: &mut Tx, by: Option<PersonId>, game: &NewGame, decision: &Decision) -> Result<Row, Error> {
    // The result is the row's, which can be corrected: the text kept here leaves it open.
    let open = shakmaty::Outcome::Unknown;
    let moves = game.record.moves.as_ref().map(|moves| super::pgn::write(&moves.tags, moves, open, true));
    let moves = moves.map(|moves| without_players(&moves).unwrap_or(moves));
    let captures = decision.settled.decision.as_ref().map(serde_json::to_string).transpose()?;
    let overseer = game.rematch_of.and(by);
    Ok(diesel::insert_into(games::table)
        .values((
            games::session_id.eq(decision.session),
            games::online.eq(game.online),
            games::white_id.eq(game.white),
            games::black_id.eq(game.black),
            games::result.eq(decision.settled.result),
            games::ending.eq(game.ending),
            games::played_at.eq(game.played_at),
            games::clocked.eq(game.clock.is_some()),
            games::moves.eq(moves),
            games::final_position.eq(game.record.last_position()),
            games::captures.eq(captures),
            games::state.eq(decision.stands.state),
            games::state_reason.eq(decision.stands.reason.clone().map(Kept::of)),
            games::state_acts.eq(Cited::of(decision.stands.acts.clone())),
            games::registered_by.eq(by),
            games::registered_at.eq(tx.now),
            games::rematch_of.eq(game.rematch_of),
            games::overseen_by.eq(overseer),
            games::import_key.eq(&game.import_key),
            games::room.eq(&game.room),
            games::began_at.eq(game.began_at),
        ))
        .returning(games::all_columns)
        .get_result(tx.db)?)
}

/// Posts a game to the ratings at its place in the log.
pub fn rate(tx: &mut Tx, game: &Row, place: NaiveDateTime) -> Result<Posted, Error> {
    let (event, cause) = rating_of(game);
    post(tx, place, event, &cause)
}

/// [`rate`] at the time it was played, of which the house rules and the leaderboard before it are known.
pub fn rate_in_place(tx: &mut Tx, game: &Row, known: (&HouseRules, &Before)) -> Result<Posted, Error> {
    let (event, cause) = rating_of(game);
    post_known(tx, known, game.played_at, event, &cause)
}

fn rating_of(game: &Row) -> (NewEvent, Cause) {
    let &Row { id, white, black, result: outcome, online, .. } = game;
    let cause = Cause::new(say!("Game {game}", game = id.0), "II.3");
    (NewEvent::Game { game: id, white, black, outcome, online }, cause)
}

/// Rates a game that waited until now.
pub fn rate_now(tx: &mut Tx, game: &Row) -> Result<(), Error> {
    let (_, cause) = rating_of(game);
    count_again(tx, game, &cause)
}

/// Rates a game again that had stopped counting, or for the first time.
pub fn count_again(tx: &mut Tx, game: &Row, cause: &Cause) -> Result<(), Error> {
    use crate::db::schema::rating_events as events;
    let event: Option<i64> =
        events::table.filter(events::game_id.eq(game.id)).select(events::id).first(tx.db).optional()?;
    match event {
        Some(_) => restore_game(tx, game.id, cause),
        None => {
            let place = facts::place(tx.db, game)?;
            rate(tx, game, place).map(drop)
        }
    }
}

//! Games in the database: the door they come in by, and what is kept of each.

mod afterwards;
pub mod confirmations;
mod facts;
pub mod held;
pub mod objections;
mod rematches;
pub mod timed;
mod views;
pub mod waiting;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::say;
use serde_json::json;

pub use afterwards::{Correction, Ruling, approve, correct, declared, refuse, restore, void};
pub use views::{
    Filter, GameDetail, GameView, PersonRef, Points, Reach, changes_of_state, list, one, pgn_of, pgn_of_result,
    pgn_with, with_moves,
};
pub use waiting::{lapse_waiting, rate_waiting};

use super::rules::{self, Decision};
use super::{Authority, Ending, NewGame, State};
use crate::audit::{self, Entry};
use crate::conduct::declarations::Exercise;
use crate::db::{Db, Tx, schema::games};
use crate::error::{Act, Error, Refusal};
use crate::fields::without_players;
use crate::id::{GameId, PersonId, SessionId};
use crate::notify;
use crate::ratings::Outcome;
use crate::ratings::store::{Cause, NewEvent, post, score};
use crate::rulebook;
use crate::sessions::deductions;

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
    pub state_reason: Option<String>,
    pub state_acts: String,
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
    /// The Acts that its state rests on.
    pub fn acts(&self) -> Result<Vec<Act>, Error> {
        acts_of(&self.state_acts)
    }

    /// Whether the Chief Justice made it void (Act I.9.10), and nobody else since.
    pub fn is_void_after_error(&self) -> Result<bool, Error> {
        Ok(self.state == State::Void && self.acts()?.contains(&Act::new("I.9.10")))
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

/// Where a game stands after coming in.
#[derive(Clone, Debug)]
pub struct Entered {
    pub id: GameId,
    pub decision: Decision,
}

/// Registers a game: the one door for the desk, the import and the games room. It is judged by the
/// house rules in force when it was played (T14), stored, rated if nothing is to be waited for,
/// logged, and told to the moderators where they have to approve it.
pub fn enter(tx: &mut Tx, by: &Authority, game: &NewGame) -> Result<Entered, Error> {
    if game.white == game.black {
        return Err(Refusal::field("black", say!("A game has two players; this is White again.")).act("I.1").into());
    }
    if let Some(player) = by.person.filter(|_| !game.online && !rules::registers_any(by.roles)) {
        audit::measure::keep(tx, player, audit::measure::OWN_GAMES)?;
    }
    let house = rulebook::in_force(tx.db, game.played_at)?;
    let facts = facts::of(tx, game, &house)?;
    let decision = rules::register(&facts, game, by, &house, tx.now)?;
    let id = insert(tx, by, game, &decision)?;
    if rules::confirmation::is_asked(game, by, &house) {
        confirmations::ask(tx, id)?;
    }
    if let Some(timed) = game.timed_game {
        timed::close(tx, timed, id, game.played_at)?;
    }
    if decision.stands.state == State::Rated {
        rate(tx, id, game.white, game.black, decision.settled.result, game.online, decision.place)?;
    }
    let body = json!({
        "white": game.white, "black": game.black, "result": decision.settled.result, "ending": game.ending,
        "played_at": game.played_at, "online": game.online, "state": decision.stands.state,
    });
    audit::record(tx, Entry { actor: by.person, act: "game.registered", subject: format!("game:{id}"), body })?;
    if by.roles.may_moderate() && decision.settled.decision.is_some() {
        let ruling = Ruling { reason: "Time ended the game.".to_owned(), act: Act::new("I.5") };
        let effect = format!("was adjudicated, with the result: {}", decision.settled.result);
        afterwards::declare(tx, by, Exercise::Adjudication, &ruling, id, &effect)?;
    }
    recount(tx, game.white, game.black, game.played_at, &format!("Game {id} was entered"))?;
    let absent = [game.white, game.black].into_iter().filter(|player| by.person.is_some_and(|by| by != *player));
    if game.import_key.is_none() && !game.online {
        let counted = decision.settled.decision.as_ref();
        let captured = counted.map(|of| json!({ "white": of.white.points, "black": of.black.points }));
        let told = json!({ "game": id, "result": decision.settled.result, "by": by.person, "captured": captured });
        for player in absent {
            let mut told = told.clone();
            told["points_moved"] = points_moved(tx.db, id, player)?.into();
            notify::enqueue(tx, "game.entered", Some(player), &told)?;
        }
    }
    if decision.stands.state == State::AwaitingPresence {
        let row = row(tx.db, id)?;
        waiting::tell_of_waiting(tx, &row)?;
    }
    if decision.stands.state == State::AwaitingApproval {
        notify::enqueue(tx, "game.awaiting_approval", None, &json!({ "game": id, "reason": decision.stands.reason }))?;
    }
    Ok(Entered { id, decision })
}

fn insert(tx: &mut Tx, by: &Authority, game: &NewGame, decision: &Decision) -> Result<GameId, Error> {
    // The result is the row's, which can be corrected: the text kept here leaves it open.
    let open = shakmaty::Outcome::Unknown;
    let moves = game.record.moves.as_ref().map(|moves| super::pgn::write(&moves.tags, moves, open, true));
    let moves = moves.map(|moves| without_players(&moves).unwrap_or(moves));
    let captures = decision.settled.decision.as_ref().map(serde_json::to_string).transpose()?;
    let overseer = game.rematch_of.and(by.person);
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
            games::state_reason.eq(&decision.stands.reason),
            games::state_acts.eq(serde_json::to_string(&decision.stands.acts)?),
            games::registered_by.eq(by.person),
            games::registered_at.eq(tx.now),
            games::rematch_of.eq(game.rematch_of),
            games::overseer_id.eq(overseer),
            games::import_key.eq(&game.import_key),
            games::room.eq(&game.room),
            games::began_at.eq(game.began_at),
        ))
        .returning(games::id)
        .get_result(tx.db)?)
}

/// What a game did to a player's score; nothing where it does not count.
fn points_moved(db: &mut Db, game: GameId, player: PersonId) -> Result<Option<i64>, Error> {
    use crate::db::schema::rating_events as events;
    type Effect = (PersonId, Option<i64>, Option<i64>, Option<i64>, Option<i64>);
    let effect: Option<Effect> = events::table
        .filter(events::game_id.eq(game))
        .select((
            events::first_id,
            events::first_before,
            events::first_after,
            events::second_before,
            events::second_after,
        ))
        .first(db)
        .optional()?;
    Ok(effect.and_then(|(first, first_before, first_after, second_before, second_after)| {
        let (before, after) = if first == player { (first_before, first_after) } else { (second_before, second_after) };
        Some(after? - before?)
    }))
}

/// Posts a game to the ratings at its place in the log.
fn rate(
    tx: &mut Tx,
    id: GameId,
    white: PersonId,
    black: PersonId,
    outcome: Outcome,
    online: bool,
    place: NaiveDateTime,
) -> Result<(), Error> {
    let event = NewEvent::Game { game: id, white, black, outcome, online };
    post(tx, place, event, &Cause::new(format!("Game {id}"), "II.3"))?;
    Ok(())
}

/// Reckons the deductions of idleness again (Act II.6.2) where a game comes or goes after a session
/// that is settled.
fn recount(tx: &mut Tx, white: PersonId, black: PersonId, played_at: NaiveDateTime, why: &str) -> Result<(), Error> {
    use crate::db::schema::sessions;
    let settled = sessions::table.filter(sessions::settled_at.is_not_null()).filter(sessions::ends_at.ge(played_at));
    let settled: Option<SessionId> = settled.select(sessions::id).first(tx.db).optional()?;
    if settled.is_some() {
        deductions::reckon(tx, vec![white, black], why)?;
    }
    Ok(())
}

/// What a change did to the score of each player, White first; nothing of who is off the leaderboard.
type Moved = [Option<i64>; 2];

/// Changes what a game counts for, and gives what that did to its players' scores.
fn moving(tx: &mut Tx, game: &Row, change: impl FnOnce(&mut Tx) -> Result<(), Error>) -> Result<Moved, Error> {
    let before = [score(tx.db, game.white)?, score(tx.db, game.black)?];
    change(tx)?;
    let after = [score(tx.db, game.white)?, score(tx.db, game.black)?];
    let moved = |place: usize| after[place].zip(before[place]).map(|(after, before)| after - before);
    Ok([moved(0), moved(1)])
}

/// Writes down what was changed about a game, by whom and why (T24).
fn note_change(tx: &mut Tx, before: &Row, change: &str, by: &Authority, reason: &str) -> Result<(), Error> {
    use crate::db::schema::game_changes;
    let after = row(tx.db, before.id)?;
    let told = |row: &Row| json!({ "result": row.result, "ending": row.ending, "state": row.state }).to_string();
    diesel::insert_into(game_changes::table)
        .values((
            game_changes::game_id.eq(before.id),
            game_changes::changed_by.eq(by.person),
            game_changes::changed_at.eq(tx.now),
            game_changes::act.eq(change),
            game_changes::reason.eq(reason),
            game_changes::before.eq(told(before)),
            game_changes::after.eq(told(&after)),
        ))
        .execute(tx.db)?;
    let body = json!({
        "reason": reason, "before": { "result": before.result, "ending": before.ending, "state": before.state },
        "after": { "result": after.result, "ending": after.ending, "state": after.state },
    });
    audit::record(tx, Entry { actor: by.person, act: change, subject: format!("game:{}", before.id), body })
}

/// The Acts that a game's state rests on.
fn acts_of(stored: &str) -> Result<Vec<Act>, Error> {
    Ok(serde_json::from_str(stored)?)
}

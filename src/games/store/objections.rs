//! Objections and their rematches in the database (Act I.6).

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use rookery_messages::say;
use serde::Serialize;
use serde_json::json;

use super::afterwards::{Ruling, declare, forfeit};
use super::rematches::replace;
use super::{Row, enter, held, row, timed};
use crate::audit::{self, Entry};
use crate::conduct::declarations::Exercise;
use crate::db::{
    Db, Tx,
    schema::{games, objections, sessions},
};
use crate::error::{Act, Error, Refusal};
use crate::games::rules::afterwards::{self as rules, Objection, ObjectionState, RematchOutcome, Settlement};
use crate::games::{Authority, NewGame, ObjectionId, State};
use crate::http::{Page, PageRequest};
use crate::id::{GameId, PersonId};
use crate::notify;
use crate::rulebook;
use crate::sessions::store as calendar;

/// An objection as the API tells of it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ObjectionView {
    pub id: ObjectionId,
    pub game: GameId,
    pub white: PersonId,
    pub black: PersonId,
    pub objector: PersonId,
    pub reason: String,
    pub made_at: DateTime<Utc>,
    pub state: ObjectionState,
    /// When the session begins at which the rematch is due; nothing while it is not on the calendar.
    pub due_at: Option<DateTime<Utc>>,
    pub closed_at: Option<DateTime<Utc>>,
    pub overseer: Option<PersonId>,
    /// Whether the overseer did without the five minutes each.
    pub time_exempted: bool,
    pub rematch: Option<GameId>,
}

type Stored = (
    ObjectionId,
    GameId,
    PersonId,
    String,
    NaiveDateTime,
    ObjectionState,
    Option<NaiveDateTime>,
    Option<PersonId>,
    bool,
    Option<GameId>,
);

/// An objection and the game it is about: when that was played and registered, and by whom.
type Found = (Stored, (NaiveDateTime, NaiveDateTime, PersonId, PersonId));

fn view((stored, (played_at, registered_at, white, black)): Found, held: &[NaiveDateTime]) -> ObjectionView {
    let (id, game, objector, reason, made_at, state, closed_at, overseer, time_exempted, rematch) = stored;
    ObjectionView {
        id,
        game,
        white,
        black,
        objector,
        reason,
        made_at: made_at.and_utc(),
        state,
        due_at: held.iter().find(|starts_at| **starts_at > played_at.max(registered_at)).map(NaiveDateTime::and_utc),
        closed_at: closed_at.map(|at| at.and_utc()),
        overseer,
        time_exempted,
        rematch,
    }
}

/// The beginnings of the sessions held after an instant, in order.
fn held_after(db: &mut Db, at: NaiveDateTime) -> Result<Vec<NaiveDateTime>, Error> {
    Ok(sessions::table
        .filter(sessions::cancelled_at.is_null())
        .filter(sessions::starts_at.gt(at))
        .order(sessions::starts_at)
        .select(sessions::starts_at)
        .load(db)?)
}

fn views(db: &mut Db, found: Vec<Found>) -> Result<Vec<ObjectionView>, Error> {
    let held = match found.iter().map(|(_, (played_at, ..))| *played_at).min() {
        Some(earliest) => held_after(db, earliest)?,
        None => Vec::new(),
    };
    Ok(found.into_iter().map(|found| view(found, &held)).collect())
}

/// Objections, newest first.
pub fn list(
    db: &mut Db,
    state: Option<ObjectionState>,
    person: Option<PersonId>,
    page: &PageRequest,
) -> Result<Page<ObjectionView>, Error> {
    let limit = page.limit()?;
    let mut query = objections::table
        .inner_join(games::table.on(games::id.eq(objections::game_id)))
        .select((objections::all_columns, (games::played_at, games::registered_at, games::white_id, games::black_id)))
        .order(objections::id.desc())
        .limit(limit + 1)
        .into_boxed();
    if let Some(after) = page.after()? {
        query = query.filter(objections::id.lt(after));
    }
    if let Some(state) = state {
        query = query.filter(objections::state.eq(state));
    }
    if let Some(person) = person {
        query = query.filter(games::white_id.eq(person).or(games::black_id.eq(person)));
    }
    let found: Vec<Found> = query.load(db)?;
    Ok(Page::of(views(db, found)?, limit, |objection| objection.id.0))
}

pub fn one(db: &mut Db, id: ObjectionId) -> Result<ObjectionView, Error> {
    let found: Option<Found> = objections::table
        .inner_join(games::table.on(games::id.eq(objections::game_id)))
        .filter(objections::id.eq(id))
        .select((objections::all_columns, (games::played_at, games::registered_at, games::white_id, games::black_id)))
        .first(db)
        .optional()?;
    views(db, found.into_iter().collect())?.pop().ok_or_else(|| crate::not_found!("objection").into())
}

/// The beginning of the session held next after a game was played and known.
fn due(tx: &mut Tx, game: &Row) -> Result<Option<NaiveDateTime>, Error> {
    Ok(calendar::next_held_after(tx.db, game.known_at())?.map(|session| session.starts_at))
}

/// Whether somebody may object to a game now (Act I.6).
pub fn may_object(
    db: &mut Db,
    game: &Row,
    by: &Authority,
    made_already: bool,
    now: NaiveDateTime,
) -> Result<bool, Error> {
    let next = calendar::next_held_after(db, game.known_at())?.map(|session| session.starts_at);
    Ok(rules::objection(&game.game(), by, made_already, next, now).is_ok())
}

/// Somebody who may object to a game, and when the rematch would be due.
pub struct Objecting {
    game: Row,
    objector: PersonId,
    pub due: Option<NaiveDateTime>,
}

/// Whether a player may object to a game now; refused as objecting would be.
pub fn objecting(tx: &mut Tx, game: GameId, by: &Authority) -> Result<Objecting, Error> {
    calendar::ensure_calendar(tx, tx.now)?;
    let game = row(tx.db, game)?;
    let made: Option<ObjectionId> =
        objections::table.filter(objections::game_id.eq(game.id)).select(objections::id).first(tx.db).optional()?;
    let due = due(tx, &game)?;
    let objector = rules::objection(&game.game(), by, made.is_some(), due, tx.now)?;
    held::must_be_free(tx.db, game.id)?;
    Ok(Objecting { game, objector, due })
}

/// A player objects to how a game ended.
pub fn make(tx: &mut Tx, game: GameId, by: &Authority, reason: &str) -> Result<ObjectionId, Error> {
    let Objecting { game: before, objector, .. } = objecting(tx, game, by)?;
    let id: ObjectionId = diesel::insert_into(objections::table)
        .values((
            objections::game_id.eq(game),
            objections::objector_id.eq(objector),
            objections::reason.eq(reason),
            objections::made_at.eq(tx.now),
            objections::state.eq(ObjectionState::Open),
        ))
        .returning(objections::id)
        .get_result(tx.db)?;
    let opponent = if before.white == objector { before.black } else { before.white };
    notify::enqueue(tx, "game.objected", Some(opponent), &json!({ "game": game, "objection": id, "reason": reason }))?;
    let body = json!({ "game": game, "reason": reason });
    audit::record(tx, Entry { actor: by.person, act: "objection.made", subject: format!("objection:{id}"), body })?;
    Ok(id)
}

/// The objector takes an objection back, as though it had not been made; the act log has it.
pub fn withdraw(tx: &mut Tx, id: ObjectionId, by: &Authority) -> Result<(), Error> {
    calendar::ensure_calendar(tx, tx.now)?;
    let stored: Option<Stored> = objections::table.find(id).first(tx.db).optional()?;
    let Some((_, game, objector, reason, _, state, ..)) = stored else {
        return Err(crate::not_found!("objection").into());
    };
    let game = row(tx.db, game)?;
    let due = due(tx, &game)?;
    rules::withdrawal(&Objection { objector, state, due }, by, tx.now)?;
    diesel::delete(objections::table.find(id)).execute(tx.db)?;
    let opponent = if game.white == objector { game.black } else { game.white };
    notify::enqueue(tx, "game.objection_withdrawn", Some(opponent), &json!({ "game": game.id, "objection": id }))?;
    let body = json!({ "game": game.id, "reason": reason });
    let subject = format!("objection:{id}");
    audit::record(tx, Entry { actor: by.person, act: "objection.withdrawn", subject, body })
}

/// An objection goes with its game: it lapses where the game no longer counts, and is open again where
/// the game counts again.
pub(super) fn follow(tx: &mut Tx, game: GameId, state: State) -> Result<(), Error> {
    let (from, to, closed_at) = match state {
        State::Rated => (ObjectionState::Lapsed, ObjectionState::Open, None),
        _ => (ObjectionState::Open, ObjectionState::Lapsed, Some(tx.now)),
    };
    diesel::update(objections::table.filter(objections::game_id.eq(game).and(objections::state.eq(from))))
        .set((objections::state.eq(to), objections::closed_at.eq(closed_at)))
        .execute(tx.db)?;
    Ok(())
}

/// What the overseer says became of a rematch.
#[derive(Clone, Debug)]
pub struct Rematch {
    pub outcome: RematchOutcome,
    /// Whether the overseer did without the five minutes each.
    pub time_exempted: bool,
    /// The game that was played.
    pub game: Option<NewGame>,
}

/// Settles an objection; gives the rematch's game where one was played.
pub fn settle(tx: &mut Tx, id: ObjectionId, by: &Authority, rematch: &Rematch) -> Result<Option<GameId>, Error> {
    calendar::ensure_calendar(tx, tx.now)?;
    let stored: Option<Stored> = objections::table.find(id).first(tx.db).optional()?;
    let Some((_, game, objector, _, _, state, ..)) = stored else {
        return Err(crate::not_found!("objection").into());
    };
    let original = row(tx.db, game)?;
    let due = due(tx, &original)?;
    let objection = Objection { objector, state, due };
    let settlement = rules::rematch(&original.game(), &objection, rematch.outcome, by, tx.now)?;
    held::must_be_free(tx.db, game)?;
    let reason = rematch.outcome.told(original.white == objector);
    let played = match settlement {
        Settlement::Replace => {
            let missing = || {
                Refusal::field("game", say!("A rematch that was played needs its game: result, ending and so on."))
                    .act("I.6")
            };
            let game = rematch.game.as_ref().ok_or_else(missing)?;
            let limit = game.timed_game.map(|id| timed::told_of(tx, id)).transpose()?.map(|told| told.limit);
            let house = rulebook::in_force(tx.db, game.played_at)?;
            rules::rematch_game(&original.game(), due, game, limit, rematch.time_exempted, &house)?;
            let game = NewGame { rematch_of: Some(original.id), ..game.clone() };
            let entered = enter(tx, by, &game)?;
            replace(tx, original.id, by, entered.id)?;
            Some(entered.id)
        }
        Settlement::Final => None,
        Settlement::Forfeit(result) => {
            forfeit(tx, original.id, by, result, &reason)?;
            None
        }
    };
    diesel::update(objections::table.find(id))
        .set((
            objections::state.eq(settlement.state()),
            objections::closed_at.eq(tx.now),
            objections::overseer_id.eq(by.person),
            objections::time_exempted.eq(rematch.time_exempted),
            objections::rematch_id.eq(played),
        ))
        .execute(tx.db)?;
    let ruling = Ruling { reason, act: Act::new("I.6") };
    declare(tx, by, Exercise::Rematch, &ruling, original.id, settlement.told())?;
    let body = json!({ "outcome": rematch.outcome, "time_exempted": rematch.time_exempted, "rematch": played });
    audit::record(tx, Entry { actor: by.person, act: "objection.settled", subject: format!("objection:{id}"), body })?;
    Ok(played)
}

//! Objections and their rematches in the database (Act I.6).

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use serde::Serialize;

use super::{Row, row};
use crate::db::{
    Db, Tx,
    schema::{games, objections, sessions},
};
use crate::error::Error;
use crate::games::rules::afterwards::{Objection, ObjectionState};
use crate::games::{ObjectionId, State};
use crate::http::{Page, PageRequest};
use crate::id::{GameId, PersonId};
use crate::sessions::{Session, pairing::Pair, store as calendar};

/// An objection as the API answers it.
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
    /// When the session begins at which the rematch is due; null while it is not on the calendar.
    pub due_at: Option<DateTime<Utc>>,
    /// The end of that session: until then the rematch is in time, as the list of deadlines has it.
    #[serde(skip)]
    pub due_by: Option<NaiveDateTime>,
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
type FoundObjection = (Stored, (NaiveDateTime, NaiveDateTime, PersonId, PersonId));

/// When a session begins, and when it ends.
type Hours = (NaiveDateTime, NaiveDateTime);

fn view((stored, (played_at, registered_at, white, black)): FoundObjection, held: &[Hours]) -> ObjectionView {
    let (id, game, objector, reason, made_at, state, closed_at, overseer, time_exempted, rematch) = stored;
    let next = held.iter().find(|(starts_at, _)| *starts_at > played_at.max(registered_at));
    ObjectionView {
        id,
        game,
        white,
        black,
        objector,
        reason,
        made_at: made_at.and_utc(),
        state,
        due_at: next.map(|(starts_at, _)| starts_at.and_utc()),
        due_by: next.map(|(_, ends_at)| *ends_at),
        closed_at: closed_at.map(|at| at.and_utc()),
        overseer,
        time_exempted,
        rematch,
    }
}

/// The hours of the sessions held after an instant, in order.
fn held_after(db: &mut Db, at: NaiveDateTime) -> Result<Vec<Hours>, Error> {
    Ok(sessions::table
        .filter(sessions::cancelled_at.is_null())
        .filter(sessions::starts_at.gt(at))
        .order(sessions::starts_at)
        .select((sessions::starts_at, sessions::ends_at))
        .load(db)?)
}

fn views(db: &mut Db, found: Vec<FoundObjection>) -> Result<Vec<ObjectionView>, Error> {
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
    let found: Vec<FoundObjection> = query.load(db)?;
    Ok(Page::of(views(db, found)?, limit, |objection| objection.id.0))
}

pub fn one(db: &mut Db, id: ObjectionId) -> Result<ObjectionView, Error> {
    let found: Option<FoundObjection> = objections::table
        .inner_join(games::table.on(games::id.eq(objections::game_id)))
        .filter(objections::id.eq(id))
        .select((objections::all_columns, (games::played_at, games::registered_at, games::white_id, games::black_id)))
        .first(db)
        .optional()?;
    views(db, found.into_iter().collect())?.pop().ok_or_else(|| crate::not_found!("objection").into())
}

/// The beginning of the session held next after a game was played and known.
pub fn due(db: &mut Db, game: &Row) -> Result<Option<NaiveDateTime>, Error> {
    Ok(calendar::next_held_after(db, game.known_at())?.map(|session| session.starts_at))
}

/// The games whose rematch is due by a session that begins at that instant and not settled, by who is to play it.
pub fn due_by(db: &mut Db, starts_at: NaiveDateTime) -> Result<BTreeMap<Pair, GameId>, Error> {
    let due: Vec<(GameId, PersonId, PersonId)> = objections::table
        .inner_join(games::table.on(games::id.eq(objections::game_id)))
        .filter(objections::state.eq(ObjectionState::Open))
        .filter(games::played_at.lt(starts_at).and(games::registered_at.lt(starts_at)))
        .order(objections::id.desc())
        .select((games::id, games::white_id, games::black_id))
        .load(db)?;
    // Of several of the same two, the one objected to first.
    Ok(due.into_iter().map(|(game, white, black)| (Pair::of(white.0, black.0), game)).collect())
}

/// The same of two people, by a session.
pub fn due_of(db: &mut Db, by: &Session, [one, other]: [PersonId; 2]) -> Result<Option<GameId>, Error> {
    Ok(due_by(db, by.starts_at)?.get(&Pair::of(one.0, other.0)).copied())
}

/// Whether somebody has objected to a game.
pub fn is_made(db: &mut Db, game: GameId) -> Result<bool, Error> {
    let made = objections::table.filter(objections::game_id.eq(game));
    Ok(made.select(objections::id).first::<ObjectionId>(db).optional()?.is_some())
}

/// The rematch that was played for a game.
pub fn rematch_of(db: &mut Db, game: GameId) -> Result<Option<GameId>, Error> {
    let played = objections::table.filter(objections::game_id.eq(game)).select(objections::rematch_id);
    let rematch: Option<Option<GameId>> = played.first(db).optional()?;
    Ok(rematch.flatten())
}

/// An objection that must exist: its game, what the rules ask of it, and its reason.
pub fn known(db: &mut Db, id: ObjectionId) -> Result<(Row, Objection, String), Error> {
    let stored: Option<Stored> = objections::table.find(id).first(db).optional()?;
    let Some((_, game, objector, reason, made_at, state, ..)) = stored else {
        return Err(crate::not_found!("objection").into());
    };
    let game = row(db, game)?;
    let due = due(db, &game)?;
    Ok((game, Objection { objector, state, made_at, due }, reason))
}

pub fn add(tx: &mut Tx, game: GameId, objector: PersonId, reason: &str) -> Result<ObjectionId, Error> {
    Ok(diesel::insert_into(objections::table)
        .values((
            objections::game_id.eq(game),
            objections::made_by.eq(objector),
            objections::reason.eq(reason),
            objections::made_at.eq(tx.now),
            objections::state.eq(ObjectionState::Open),
        ))
        .returning(objections::id)
        .get_result(tx.db)?)
}

/// Takes an objection away, as though it had not been made.
pub fn remove(tx: &mut Tx, id: ObjectionId) -> Result<(), Error> {
    diesel::delete(objections::table.find(id)).execute(tx.db)?;
    Ok(())
}

/// Closes an objection, with the rematch where one was played.
pub fn close(
    tx: &mut Tx,
    id: ObjectionId,
    state: ObjectionState,
    overseer: Option<PersonId>,
    time_exempted: bool,
    rematch: Option<GameId>,
) -> Result<(), Error> {
    diesel::update(objections::table.find(id))
        .set((
            objections::state.eq(state),
            objections::closed_at.eq(tx.now),
            objections::overseen_by.eq(overseer),
            objections::time_exempted.eq(time_exempted),
            objections::rematch_id.eq(rematch),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Opens the objection again whose rematch no longer stands.
pub fn open_again(tx: &mut Tx, rematch: GameId) -> Result<(), Error> {
    diesel::update(objections::table.filter(objections::rematch_id.eq(rematch)))
        .set((
            objections::state.eq(ObjectionState::Open),
            objections::closed_at.eq(None::<NaiveDateTime>),
            objections::overseen_by.eq(None::<PersonId>),
            objections::rematch_id.eq(None::<GameId>),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Opens the objection to a game again that was settled at a moment, as though it had not been.
pub fn unsettle(tx: &mut Tx, game: GameId, settled_at: NaiveDateTime) -> Result<(), Error> {
    diesel::update(objections::table)
        .filter(objections::game_id.eq(game).and(objections::state.eq_any(ObjectionState::SETTLED)))
        .filter(objections::closed_at.eq(settled_at))
        .set((
            objections::state.eq(ObjectionState::Open),
            objections::closed_at.eq(None::<NaiveDateTime>),
            objections::overseen_by.eq(None::<PersonId>),
            objections::time_exempted.eq(false),
            objections::rematch_id.eq(None::<GameId>),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Closes the objection to a game with a rematch that stands again; false where it was settled otherwise meanwhile.
pub fn take_again(tx: &mut Tx, game: GameId, rematch: &Row) -> Result<bool, Error> {
    // It has lapsed where a decision holds the game meanwhile.
    let taken = diesel::update(objections::table)
        .filter(objections::game_id.eq(game).and(objections::state.eq_any(ObjectionState::UNSETTLED)))
        .set((
            objections::state.eq(ObjectionState::Played),
            objections::closed_at.eq(tx.now),
            objections::overseen_by.eq(rematch.overseer),
            objections::rematch_id.eq(rematch.id),
        ))
        .execute(tx.db)?;
    Ok(taken > 0)
}

/// Lets an objection that nothing has settled go with its game ([`ObjectionState::unsettled`]).
pub fn follow(tx: &mut Tx, game: GameId, state: State) -> Result<(), Error> {
    let to = ObjectionState::unsettled(state);
    let closed_at = (to != ObjectionState::Open).then_some(tx.now);
    let unsettled = objections::game_id.eq(game).and(objections::state.eq_any(ObjectionState::UNSETTLED));
    diesel::update(objections::table.filter(unsettled.and(objections::state.ne(to))))
        .set((objections::state.eq(to), objections::closed_at.eq(closed_at)))
        .execute(tx.db)?;
    Ok(())
}

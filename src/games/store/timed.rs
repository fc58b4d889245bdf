//! Time limits without a clock in the database (Act I.8).

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use diesel::prelude::*;
use serde::Serialize;

use crate::db::{
    Db, Tx,
    schema::{timed_game_pauses, timed_games},
};
use crate::error::Error;
use crate::games::TimedGameId;
use crate::games::rules::timed::{self as rules, Pause, Phase, Timed};
use crate::games::rules::{self as registering};
use crate::http::{Page, PageRequest};
use crate::id::{GameId, PersonId, SessionId};

#[derive(Clone, Debug, Queryable)]
struct Row {
    id: TimedGameId,
    session: SessionId,
    white: PersonId,
    black: PersonId,
    limit_seconds: i64,
    told_to: PersonId,
    started_at: NaiveDateTime,
    ended_at: Option<NaiveDateTime>,
    game: Option<GameId>,
}

/// A time limit as the API answers it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct TimedGameView {
    pub id: TimedGameId,
    pub session: SessionId,
    pub white: PersonId,
    pub black: PersonId,
    pub limit_seconds: i64,
    /// The moderator or justice who was told.
    pub told_to: PersonId,
    pub started_at: DateTime<Utc>,
    pub state: Phase,
    /// As of this answer.
    pub remaining_seconds: i64,
    /// When it runs out, or did; null while paused or once ended.
    pub expires_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    pub pauses: Vec<PauseView>,
    pub game: Option<GameId>,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct PauseView {
    pub from: DateTime<Utc>,
    pub to: Option<DateTime<Utc>>,
}

impl Row {
    fn timed(&self, pauses: Vec<Pause>) -> Timed {
        Timed {
            id: self.id,
            white: self.white,
            black: self.black,
            limit: TimeDelta::seconds(self.limit_seconds),
            started_at: self.started_at,
            ended_at: self.ended_at,
            game: self.game,
            pauses,
        }
    }

    fn view(&self, pauses: Vec<Pause>, now: NaiveDateTime) -> TimedGameView {
        let timed = self.timed(pauses);
        TimedGameView {
            id: self.id,
            session: self.session,
            white: self.white,
            black: self.black,
            limit_seconds: self.limit_seconds,
            told_to: self.told_to,
            started_at: self.started_at.and_utc(),
            state: timed.phase(now),
            remaining_seconds: timed.remaining(now).num_seconds(),
            expires_at: timed.expires_at(now).map(|at| at.and_utc()),
            ended_at: self.ended_at.map(|at| at.and_utc()),
            pauses: timed
                .pauses
                .iter()
                .map(|pause| PauseView { from: pause.from.and_utc(), to: pause.to.map(|to| to.and_utc()) })
                .collect(),
            game: self.game,
        }
    }
}

type PauseRow = (TimedGameId, NaiveDateTime, Option<NaiveDateTime>);

fn pauses(db: &mut Db, rows: &[Row]) -> Result<Vec<PauseRow>, Error> {
    let ids: Vec<TimedGameId> = rows.iter().map(|row| row.id).collect();
    Ok(timed_game_pauses::table
        .filter(timed_game_pauses::timed_game_id.eq_any(ids))
        .order(timed_game_pauses::id)
        .select((timed_game_pauses::timed_game_id, timed_game_pauses::paused_at, timed_game_pauses::resumed_at))
        .load(db)?)
}

fn pauses_of(all: &[PauseRow], id: TimedGameId) -> Vec<Pause> {
    let of = all.iter().filter(|(timed, ..)| *timed == id);
    of.map(|&(_, from, to)| Pause { from, to }).collect()
}

/// Time limits, newest first; only those of a session, or only those still open.
pub fn list(
    db: &mut Db,
    session: Option<SessionId>,
    open: bool,
    page: &PageRequest,
    now: NaiveDateTime,
) -> Result<Page<TimedGameView>, Error> {
    let limit = page.limit()?;
    let mut query = timed_games::table.order(timed_games::id.desc()).limit(limit + 1).into_boxed();
    if let Some(after) = page.after()? {
        query = query.filter(timed_games::id.lt(after));
    }
    if let Some(session) = session {
        query = query.filter(timed_games::session_id.eq(session));
    }
    if open {
        query = query.filter(timed_games::ended_at.is_null());
    }
    let rows: Vec<Row> = query.load(db)?;
    let all = pauses(db, &rows)?;
    let views = rows.iter().map(|row| row.view(pauses_of(&all, row.id), now)).collect();
    Ok(Page::of(views, limit, |view: &TimedGameView| view.id.0))
}

fn found(db: &mut Db, id: TimedGameId) -> Result<(Row, Vec<Pause>), Error> {
    let row: Option<Row> = timed_games::table.find(id).first(db).optional()?;
    let row = row.ok_or_else(|| Error::from(crate::not_found!("time limit")))?;
    let all = pauses(db, std::slice::from_ref(&row))?;
    Ok((row, pauses_of(&all, id)))
}

pub fn one(db: &mut Db, id: TimedGameId, now: NaiveDateTime) -> Result<TimedGameView, Error> {
    let (row, pauses) = found(db, id)?;
    Ok(row.view(pauses, now))
}

/// A time limit that must exist.
pub fn timed(db: &mut Db, id: TimedGameId) -> Result<Timed, Error> {
    let (row, pauses) = found(db, id)?;
    Ok(row.timed(pauses))
}

/// A limit under which one of two players plays in this session.
pub fn under_way(
    db: &mut Db,
    session: Option<SessionId>,
    players: [PersonId; 2],
) -> Result<Option<TimedGameId>, Error> {
    Ok(timed_games::table
        .filter(timed_games::ended_at.is_null())
        .filter(timed_games::white_id.eq_any(players).or(timed_games::black_id.eq_any(players)))
        .filter(timed_games::session_id.nullable().eq(session))
        .select(timed_games::id)
        .first(db)
        .optional()?)
}

pub fn add(
    tx: &mut Tx,
    session: SessionId,
    [white, black]: [PersonId; 2],
    limit: TimeDelta,
    told_to: PersonId,
) -> Result<TimedGameId, Error> {
    Ok(diesel::insert_into(timed_games::table)
        .values((
            timed_games::session_id.eq(session),
            timed_games::white_id.eq(white),
            timed_games::black_id.eq(black),
            timed_games::limit_seconds.eq(limit.num_seconds()),
            timed_games::started_by.eq(told_to),
            timed_games::started_at.eq(tx.now),
        ))
        .returning(timed_games::id)
        .get_result(tx.db)?)
}

pub fn pause(tx: &mut Tx, id: TimedGameId) -> Result<(), Error> {
    diesel::insert_into(timed_game_pauses::table)
        .values((timed_game_pauses::timed_game_id.eq(id), timed_game_pauses::paused_at.eq(tx.now)))
        .execute(tx.db)?;
    Ok(())
}

pub fn resume(tx: &mut Tx, id: TimedGameId) -> Result<(), Error> {
    diesel::update(timed_game_pauses::table)
        .filter(timed_game_pauses::timed_game_id.eq(id).and(timed_game_pauses::resumed_at.is_null()))
        .set(timed_game_pauses::resumed_at.eq(tx.now))
        .execute(tx.db)?;
    Ok(())
}

pub fn end(tx: &mut Tx, id: TimedGameId) -> Result<(), Error> {
    diesel::update(timed_games::table.find(id)).set(timed_games::ended_at.eq(tx.now)).execute(tx.db)?;
    Ok(())
}

/// The time limit that a game claims, as registering asks for it.
pub fn told_of(tx: &mut Tx, id: TimedGameId) -> Result<registering::TimedGame, Error> {
    let (row, pauses) = match found(tx.db, id) {
        Err(Error::Refused(_)) => return Err(rules::none().into()),
        other => other?,
    };
    let timed = row.timed(pauses);
    let expired = timed.remaining(tx.now).is_zero();
    Ok(registering::TimedGame {
        white: row.white,
        black: row.black,
        game: row.game,
        limit: timed.limit,
        expired_at: if expired { row.ended_at.or(timed.expires_at(tx.now)) } else { None },
    })
}

/// Ties a time limit to the game that was played under it.
pub fn close(tx: &mut Tx, id: TimedGameId, game: GameId, played_at: NaiveDateTime) -> Result<(), Error> {
    let (row, pauses) = found(tx.db, id)?;
    let timed = row.timed(pauses);
    let end = timed.expires_at(tx.now).map_or(played_at, |expires_at| expires_at.min(played_at)).max(row.started_at);
    diesel::update(timed_games::table.find(id))
        .set((timed_games::game_id.eq(game), timed_games::ended_at.eq(row.ended_at.unwrap_or(end))))
        .execute(tx.db)?;
    Ok(())
}

/// Lets the time limit of a game that was taken back be the game's that is entered for it then.
pub fn reopen(tx: &mut Tx, game: GameId) -> Result<(), Error> {
    diesel::update(timed_games::table.filter(timed_games::game_id.eq(game)))
        .set(timed_games::game_id.eq(None::<GameId>))
        .execute(tx.db)?;
    Ok(())
}

//! What the house knows about a game that is to be registered.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;

use crate::auth::Role;
use crate::conduct;
use crate::db::{
    Db, Tx,
    schema::{games, roles},
};
use crate::error::{Error, Refusal};
use crate::games::rules::{self, Facts, Player, Session, Standing, standing_at};
use crate::games::{NewGame, State};
use crate::id::{GameId, PersonId};
use crate::members;
use crate::rulebook::HouseRules;
use crate::sessions;

/// Gathers the facts, as of the time the game was played.
pub fn of(tx: &mut Tx, game: &NewGame, house: &HouseRules) -> Result<Facts, Error> {
    let at = game.played_at;
    sessions::store::ensure_calendar(tx, tx.now)?;
    let session = if game.online { None } else { sessions::store::session_at(tx.db, at)? };
    let overseers = match &session {
        Some(session) => overseers(tx.db, session, at)?,
        None => Vec::new(),
    };
    let session_now = match &session {
        Some(session) if session.contains(tx.now) => true,
        _ => sessions::store::session_at(tx.db, tx.now)?.is_some(),
    };
    let session =
        session.map(|session| Session { id: session.id, starts_at: session.starts_at, closes_at: session.closes_at() });
    Ok(Facts {
        white: player(tx, "white", game.white, game, session)?,
        black: player(tx, "black", game.black, game, session)?,
        same_game: same_game(tx.db, game, session, house)?,
        timed_game: match game.timed_game {
            Some(id) => Some(super::timed::told_of(tx, id)?),
            None => None,
        },
        session,
        overseers,
        session_now,
    })
}

/// Moderators and justices who were on the register then; a role counts as it was held then (T17).
fn overseers(db: &mut Db, session: &sessions::Session, at: NaiveDateTime) -> Result<Vec<PersonId>, Error> {
    let present = sessions::store::present_at(db, session, at)?;
    if present.is_empty() {
        return Ok(present);
    }
    let overseeing = [Role::Moderator, Role::Justice, Role::ChiefJustice];
    let held: Vec<PersonId> = roles::table
        .filter(roles::role.eq_any(overseeing))
        .filter(roles::given_at.le(at))
        .filter(roles::taken_at.is_null().or(roles::taken_at.gt(at)))
        .filter(roles::ends_at.is_null().or(roles::ends_at.gt(at)))
        .select(roles::person_id)
        .load(db)?;
    Ok(present.into_iter().filter(|person| held.contains(person)).collect())
}

fn player(
    tx: &mut Tx,
    field: &'static str,
    id: PersonId,
    game: &NewGame,
    session: Option<Session>,
) -> Result<Player, Error> {
    let at = game.played_at;
    let person = members::store::person(tx.db, id)?
        .ok_or_else(|| Refusal::field(field, format!("The club knows nobody with the id {id}.")).act("0.12"))?;
    let monitored = conduct::store::monitored_at(tx.db, id, at)?.is_some()
        || (at < tx.now && conduct::store::monitored_at(tx.db, id, tx.now)?.is_some());
    Ok(Player {
        name: person.name,
        standing: standing(tx.db, id, at, session.map(|session| session.closes_at))?,
        ban: conduct::store::ban_at(tx.db, id, at)?.map(|ban| ban.ends_at),
        monitored,
        clock_ordered: conduct::store::clock_order_at(tx.db, id, at)?.is_some(),
    })
}

/// How a person stood to the leaderboard at a time.
pub fn standing(
    db: &mut Db,
    person: PersonId,
    at: NaiveDateTime,
    closes_at: Option<NaiveDateTime>,
) -> Result<Standing, Error> {
    let memberships: Vec<_> = members::store::memberships(db, person)?
        .into_iter()
        .map(|membership| (membership.joined_at, membership.removed_at))
        .collect();
    Ok(standing_at(&memberships, at, closes_at))
}

/// The place in the log of a game that is rated only now (T13).
pub fn place(db: &mut Db, row: &super::Row) -> Result<NaiveDateTime, Error> {
    let closes_at = match row.session {
        Some(session) => sessions::store::session(db, session)?.map(|session| session.closes_at()),
        None => None,
    };
    let white = standing(db, row.white, row.played_at, closes_at)?;
    let black = standing(db, row.black, row.played_at, closes_at)?;
    Ok(rules::place(row.played_at, [white, black]))
}

/// A game of the same two players, whatever the colours, in the same session and within a few
/// minutes (T19); one that came to nothing is none.
fn same_game(
    db: &mut Db,
    game: &NewGame,
    session: Option<Session>,
    house: &HouseRules,
) -> Result<Option<GameId>, Error> {
    let Some(session) = session else { return Ok(None) };
    let few = TimeDelta::minutes(house.same_game_minutes);
    let (one, other) = (game.white, game.black);
    let same_players = games::white_id
        .eq(one)
        .and(games::black_id.eq(other))
        .or(games::white_id.eq(other).and(games::black_id.eq(one)));
    Ok(games::table
        .filter(same_players)
        .filter(games::session_id.eq(session.id))
        .filter(games::played_at.between(game.played_at - few, game.played_at + few))
        .filter(games::state.ne_all([State::Refused, State::Lapsed, State::Void]))
        .order(games::id)
        .select(games::id)
        .first(db)
        .optional()?)
}

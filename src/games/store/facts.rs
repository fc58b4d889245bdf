//! What the house knows about a game that is to be registered.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;

use crate::auth::Role;
use crate::conduct;
use crate::db::{
    Db, Tx,
    schema::{games, roles},
};
use crate::error::Error;
use crate::games::rules::{self, Facts, Oversight, Player, Session, Standing, standing_at};
use crate::games::{NewGame, State};
use crate::id::{GameId, PersonId};
use crate::members;
use crate::rulebook::HouseRules;
use crate::sessions::rules::{covers, is_here, presence};
use crate::sessions::{self, Stay};

/// Gathers the facts, as of the time the game was played.
pub fn of(tx: &mut Tx, game: &NewGame, house: &HouseRules) -> Result<Facts, Error> {
    let at = game.played_at;
    sessions::store::ensure_calendar(tx, tx.now)?;
    let session = if game.online { None } else { sessions::store::session_at(tx.db, at)? };
    let overseen = match &session {
        Some(session) => overseers(tx.db, session, at)?,
        None => Overseers::default(),
    };
    let (oversight, overseen_throughout) = match &session {
        Some(session) => (overseen.oversight(session, house, tx.now), overseen.throughout(game.began_at, at)),
        None => (Oversight::None, false),
    };
    let session_now = match &session {
        Some(session) if session.contains(tx.now) => true,
        _ => sessions::store::session_at(tx.db, tx.now)?.is_some(),
    };
    let session = session.as_ref().map(Session::from);
    Ok(Facts {
        white: player(tx, "white", game.white, at, session.as_ref())?,
        black: player(tx, "black", game.black, at, session.as_ref())?,
        same_game: same_game(tx.db, game, session.as_ref(), house)?,
        timed_game: match game.timed_game {
            Some(id) => Some(super::timed::told_of(tx, id)?),
            None => None,
        },
        session,
        oversight,
        overseen_throughout,
        session_now,
    })
}

/// Moderators and justices of a session, with their stays.
#[derive(Default)]
struct Overseers {
    /// Those who were on the register at the instant.
    there: Vec<PersonId>,
    /// Of all of them, then or not.
    stays: Vec<Stay>,
}

impl Overseers {
    fn oversight(&self, session: &sessions::Session, house: &HouseRules, now: NaiveDateTime) -> Oversight {
        let stays = |person: PersonId| self.stays.iter().filter(move |stay| stay.person == person).collect::<Vec<_>>();
        let there = self.there.iter().map(|person| presence(session, &stays(*person), house, now));
        Oversight::of(there)
    }

    /// Whether one of them was there from a game's beginning to its end; one that does not say when it began is
    /// judged by its end alone.
    fn throughout(&self, began_at: Option<NaiveDateTime>, ended_at: NaiveDateTime) -> bool {
        began_at.is_none_or(|began_at| covers(&self.stays, began_at, ended_at))
    }
}

/// Whether a moderator or justice validates a game of an instant, as the register stands at `now` (T43).
pub fn oversight(
    db: &mut Db,
    session: &sessions::Session,
    at: NaiveDateTime,
    house: &HouseRules,
    now: NaiveDateTime,
) -> Result<Oversight, Error> {
    Ok(overseers(db, session, at)?.oversight(session, house, now))
}

/// Those who held the role at an instant (T17).
fn overseers(db: &mut Db, session: &sessions::Session, at: NaiveDateTime) -> Result<Overseers, Error> {
    let mut stays = sessions::store::stays(db, session.id)?;
    if stays.is_empty() {
        return Ok(Overseers::default());
    }
    let overseeing = [Role::Moderator, Role::Justice, Role::ChiefJustice];
    let held: Vec<PersonId> = roles::table
        .filter(roles::role.eq_any(overseeing))
        .filter(roles::given_at.le(at))
        .filter(roles::taken_at.is_null().or(roles::taken_at.gt(at)))
        .filter(roles::ends_at.is_null().or(roles::ends_at.gt(at)))
        .select(roles::person_id)
        .load(db)?;
    stays.retain(|stay| held.contains(&stay.person));
    let mut there: Vec<PersonId> =
        stays.iter().filter(|stay| is_here(session, stay, at)).map(|stay| stay.person).collect();
    there.dedup();
    Ok(Overseers { there, stays })
}

/// Whom a field names.
pub fn known(db: &mut Db, field: &'static str, id: PersonId) -> Result<members::Person, Error> {
    members::store::person(db, id)?.ok_or_else(|| rules::nobody(field, id).into())
}

/// A player as of the time that a game was played.
pub fn player(
    tx: &mut Tx,
    field: &'static str,
    id: PersonId,
    at: NaiveDateTime,
    session: Option<&Session>,
) -> Result<Player, Error> {
    let person = known(tx.db, field, id)?;
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
pub fn same_game(
    db: &mut Db,
    game: &NewGame,
    session: Option<&Session>,
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

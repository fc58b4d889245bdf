//! The facts that the rules need to register a game.

use chrono::{NaiveDateTime, TimeDelta, Timelike};
use diesel::dsl::{exists, max, min};
use diesel::prelude::*;
use diesel::sql_types::Bool;

use super::objections;
use crate::action::By;
use crate::audit::measure;
use crate::auth::Role;
use crate::conduct;
use crate::db::{
    Db, Tx,
    schema::{
        attendance, bans, clock_orders, games, memberships, monitors, offences, pairings, people, roles,
        sessions as sessions_table, standings,
    },
};
use crate::error::Error;
use crate::games::rules::{self, Facts, MemberStatus, Oversight, Player, Session, standing_at};
use crate::games::{NewGame, State};
use crate::id::{GameId, PersonId};
use crate::members;
use crate::ratings::store::{Before, events_after};
use crate::rulebook::{self, HouseRules};
use crate::sessions::rules::{covers, is_here, is_presence, presence};
use crate::sessions::store::House;
use crate::sessions::{self, Stay, StayId};

/// The facts when a game is entered.
pub struct Known {
    /// The house rules in force when it was played (Act 0.3, T14).
    pub house: HouseRules,
    /// Whether a session that ended since is settled.
    pub settled_since: bool,
    /// Whether a player has a time penalty to serve.
    pub owes_time: bool,
    /// Since when the player who enters it has entered as many own games as may be in a day.
    pub full_since: Option<NaiveDateTime>,
    /// The leaderboard before a game of that time.
    pub board: Before,
    pub facts: Facts,
}

/// Gathers what is known as of the time that a game was played: by few statements, for a whole session's games come in
/// at once.
pub fn of(tx: &mut Tx, by: &By, game: &NewGame) -> Result<Known, Error> {
    let at = game.played_at;
    let House { rules: house, settled_since } = sessions::store::house_at(tx, at)?;
    let setting = setting(tx.db, game, &house)?;
    let (oversight, overseen_throughout) = match &setting {
        Some(Setting { session, overseers, .. }) => {
            (overseers.oversight(session, &house, tx.now), overseers.throughout(game.began_at, at))
        }
        None => (Oversight::None, false),
    };
    let session_now = match &setting {
        Some(setting) if setting.session.contains(tx.now) => true,
        _ => sessions::store::session_at(tx.db, tx.now)?.is_some(),
    };
    let session = setting.as_ref().map(|setting| Session::from(&setting.session));
    let measured = by.person().filter(|_| !game.online && !rules::registers_any(by.roles()));
    let players = players(tx, [game.white, game.black], at, session.as_ref(), measured)?;
    let Players { mut white, mut black, owes_time, full_since, board } = players;
    for (player, id) in [(&mut white, game.white), (&mut black, game.black)] {
        player.tells_ban = player.ban.is_none() || knows_of_bans(tx, by, id)?;
    }
    let facts = Facts {
        white,
        black,
        rematch_due: match &setting {
            Some(Setting { session, is_paired: true, .. }) => {
                objections::due_of(tx.db, session, [game.white, game.black])?
            }
            _ => None,
        },
        same_game: setting.and_then(|setting| setting.same_game),
        timed_game: match game.timed_game {
            Some(id) => Some(super::timed::told_of(tx, id)?),
            None => None,
        },
        session,
        oversight,
        overseen_throughout,
        session_now,
    };
    Ok(Known { house, settled_since, owes_time, full_since, board, facts })
}

/// Whether the person who acts may know of a player's ban (T42).
fn knows_of_bans(tx: &mut Tx, by: &By, player: PersonId) -> Result<bool, Error> {
    match by {
        By::Service(_) => Ok(true),
        By::Somebody(by) => Ok(by.person == player || !members::store::reads_initials(tx.db, by.roles, tx.now)?),
    }
}

/// Where a game was played: the session, those who oversaw it, a game like it that is there already (T19), and whether its
/// two were paired.
struct Setting {
    session: sessions::Session,
    overseers: Overseers,
    same_game: Option<GameId>,
    /// Whether a board of the session was announced for its two by then.
    is_paired: bool,
}

/// The setting of a game; `None` for an online one, or one that was played outside of a session.
fn setting(db: &mut Db, game: &NewGame, house: &HouseRules) -> Result<Option<Setting>, Error> {
    if game.online {
        return Ok(None);
    }
    let at = game.played_at;
    let few = TimeDelta::minutes(house.same_game_minutes);
    // Games without effect are not looked for, nor any if the caller insists.
    let same_game = |white: PersonId, black: PersonId| {
        games::table
            .filter(games::session_id.eq(sessions_table::id.nullable()))
            .filter(games::white_id.eq(white).and(games::black_id.eq(black)))
            .filter(games::played_at.between(at - few, at + few))
            .filter(games::state.ne(State::Refused).and(games::state.ne(State::Lapsed)))
            .filter(games::state.ne(State::Void))
            .filter(game.insist.into_sql::<Bool>().eq(false))
            .select(min(games::id))
            .single_value()
    };
    let board = |white: PersonId, black: PersonId| {
        pairings::table
            .filter(pairings::session_id.eq(sessions_table::id))
            .filter(pairings::announced_at.le(at))
            .filter(pairings::white_id.eq(white))
            .filter(pairings::black_id.eq(black))
            .select(min(pairings::id))
            .single_value()
    };
    type Two<T> = (Option<T>, Option<T>);
    type Overseen = Option<(StayId, PersonId, NaiveDateTime, Option<NaiveDateTime>)>;
    let found: Vec<(sessions::Session, Overseen, Two<GameId>, Two<i64>)> = sessions::store::sessions_at(at)
        .left_join(
            attendance::table.on(attendance::session_id
                .eq(sessions_table::id)
                .and(attendance::struck_at.is_null())
                .and(attendance::person_id.eq_any(overseeing(at)))),
        )
        .order((sessions_table::starts_at.desc(), sessions_table::id, attendance::arrived_at, attendance::id))
        .select((
            sessions_table::all_columns,
            (attendance::id, attendance::person_id, attendance::arrived_at, attendance::left_at).nullable(),
            (same_game(game.white, game.black), same_game(game.black, game.white)),
            (board(game.white, game.black), board(game.black, game.white)),
        ))
        .load(db)?;
    let Some((session, _, same, boards)) = found.first().cloned() else { return Ok(None) };
    let same_game = same.0.into_iter().chain(same.1).min();
    let is_paired = boards.0.or(boards.1).is_some();
    let stay = |(id, person, arrived_at, left_at)| Stay { id, person, arrived_at, left_at };
    let of_this = found.into_iter().filter(|(found, ..)| found.id == session.id);
    let stays = of_this.filter_map(|(_, overseen, ..)| overseen.map(stay)).collect();
    let overseers = Overseers::of(&session, stays, at);
    Ok(Some(Setting { session, overseers, same_game, is_paired }))
}

/// A game like one that is to be entered (T19).
pub fn same_game(db: &mut Db, game: &NewGame) -> Result<Option<GameId>, Error> {
    let house = rulebook::in_force(db, game.played_at)?;
    Ok(setting(db, game, &house)?.and_then(|setting| setting.same_game))
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
    fn of(session: &sessions::Session, stays: Vec<Stay>, at: NaiveDateTime) -> Overseers {
        let here = stays.iter().filter(|stay| is_here(session, stay, at));
        let mut there: Vec<PersonId> = here.map(|stay| stay.person).collect();
        there.dedup();
        Overseers { there, stays }
    }

    fn oversight(&self, session: &sessions::Session, house: &HouseRules, now: NaiveDateTime) -> Oversight {
        let stays = |person: PersonId| self.stays.iter().filter(move |stay| stay.person == person).collect::<Vec<_>>();
        let there = self.there.iter().map(|person| presence(session, &stays(*person), house, now));
        Oversight::of(there)
    }

    /// Whether one of them was present from a game's beginning to its end; one that does not say when it began
    /// is judged by its end alone.
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
    let overseeing: Vec<PersonId> = overseeing(at).load(db)?;
    let mut stays = sessions::store::stays(db, session.id)?;
    stays.retain(|stay| overseeing.contains(&stay.person));
    Ok(Overseers::of(session, stays, at).oversight(session, house, now))
}

/// The last minute of a session that is over in which a moderator or justice was present (Act 0.6), if one was.
pub fn last_overseen(
    db: &mut Db,
    session: &sessions::Session,
    now: NaiveDateTime,
) -> Result<Option<NaiveDateTime>, Error> {
    let house = rulebook::in_force(db, session.starts_at)?;
    let overseeing: Vec<PersonId> = overseeing(session.ends_at).load(db)?;
    let mut stays = sessions::store::stays(db, session.id)?;
    stays.retain(|stay| overseeing.contains(&stay.person) && is_presence(session, stay, &house, now));
    let until = |stay: Stay| stay.left_at.unwrap_or(session.ends_at).min(session.ends_at);
    let to_the_minute = |at: NaiveDateTime| at.with_second(0).and_then(|at| at.with_nanosecond(0)).unwrap_or(at);
    Ok(stays.into_iter().map(until).max().map(to_the_minute))
}

/// Those who held a role that oversees games at an instant (T17).
#[diesel::dsl::auto_type(no_type_alias)]
fn overseeing(at: NaiveDateTime) -> _ {
    let moderator: Role = Role::Moderator;
    let justice: Role = Role::Justice;
    let chief: Role = Role::ChiefJustice;
    roles::table
        .filter(roles::role.eq(moderator).or(roles::role.eq(justice)).or(roles::role.eq(chief)))
        .filter(roles::given_at.le(at))
        .filter(roles::taken_at.is_null().or(roles::taken_at.gt(at)))
        .filter(roles::ends_at.is_null().or(roles::ends_at.gt(at)))
        .select(roles::person_id)
}

/// Whom a field names.
pub fn known(db: &mut Db, field: &'static str, id: PersonId) -> Result<members::Person, Error> {
    members::store::person(db, id)?.ok_or_else(|| rules::nobody(field, id).into())
}

/// Two players as of the time that they played, and what the same statement asks for.
pub struct Players {
    pub white: Player,
    pub black: Player,
    /// Whether one of them has a time penalty to serve.
    pub owes_time: bool,
    /// Since when the one whose measure counts has entered as many own games as may be in a day.
    pub full_since: Option<NaiveDateTime>,
    /// The leaderboard before a game of that time.
    pub board: Before,
}

/// Two players, White first, and whether the measure of somebody who enters their own games is full.
pub fn players(
    tx: &mut Tx,
    [white, black]: [PersonId; 2],
    at: NaiveDateTime,
    session: Option<&Session>,
    measured: Option<PersonId>,
) -> Result<Players, Error> {
    let banned = conduct::store::bans_at(at).filter(bans::person_id.eq(people::id));
    let monitored = |at| exists(conduct::store::monitors_at(at).filter(monitors::person_id.eq(people::id)));
    let score = standings::table.filter(standings::person_id.eq(people::id)).select(standings::score);
    type Found = ((PersonId, String, Option<Times>, Option<NaiveDateTime>, bool, bool, bool, bool), Board);
    type Times = (NaiveDateTime, Option<NaiveDateTime>);
    type Board = (Option<i64>, bool, Option<NaiveDateTime>);
    let found: Vec<Found> = people::table
        .left_join(memberships::table.on(memberships::person_id.eq(people::id)))
        .filter(people::id.eq(white).or(people::id.eq(black)))
        .order((people::id, memberships::joined_at, memberships::id))
        .select((
            (
                people::id,
                people::name,
                (memberships::joined_at, memberships::removed_at).nullable(),
                banned.select(max(bans::ends_at)).single_value(),
                exists(banned.filter(bans::ends_at.is_null())),
                monitored(at).or(monitored(tx.now)),
                exists(conduct::store::clock_orders_at(at).filter(clock_orders::person_id.eq(people::id))),
                exists(conduct::store::owed().filter(offences::accused_id.eq(people::id))),
            ),
            (
                score.single_value(),
                exists(events_after(at)),
                measure::full_since(measured, measure::OWN_GAMES, tx.now).single_value(),
            ),
        ))
        .load(tx.db)?;
    let closes_at = session.map(|session| session.closes_at);
    let player = |field, id| {
        let mut lines = found.iter().map(|(line, _)| line).filter(|line| line.0 == id).peekable();
        let (_, name, _, banned_until, for_good, monitored, clock_ordered, _) =
            (*lines.peek().ok_or_else(|| rules::nobody(field, id))?).clone();
        let memberships: Vec<Times> = lines.filter_map(|line| line.2).collect();
        let ban = if for_good { Some(None) } else { banned_until.map(Some) };
        let standing = standing_at(&memberships, at, closes_at);
        Ok::<Player, Error>(Player { name, standing, ban, tells_ban: true, monitored, clock_ordered })
    };
    let score = |id| found.iter().find(|(line, _)| line.0 == id).and_then(|(_, (score, ..))| *score);
    Ok(Players {
        white: player("white", white)?,
        black: player("black", black)?,
        owes_time: found.iter().any(|(line, _)| line.7),
        full_since: found.iter().find_map(|(_, (.., full_since))| *full_since),
        board: Before {
            is_last: !found.iter().any(|(_, (_, goes_on, _))| *goes_on),
            scores: [score(white), score(black)],
        },
    })
}

/// How a person stood to the leaderboard at a time.
pub fn standing(
    db: &mut Db,
    person: PersonId,
    at: NaiveDateTime,
    closes_at: Option<NaiveDateTime>,
) -> Result<MemberStatus, Error> {
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

//! Tournaments in the database: the facts of one, and its changes.

mod boards;
mod field;
mod ladder;
mod report;

use chrono::NaiveDateTime;
use diesel::prelude::*;

pub use boards::{
    Awaited, add_round, awaited, link_game, remove_round, rounds_at, set_result, tournament_of_game, unlinked_game,
};
pub use field::{add_player, number_players, ratings, remove_player, set_absence, set_withdrawn, unnumber_players};
pub use ladder::{Close, accept, add_challenge, close_challenge, link_challenge_game, open_challenges};
pub use report::{report, set_report};

use super::actions::NewTournament;
use super::rules::Facts;
use super::{Settings, State, Tournament, TournamentId};
use crate::db::{
    Db, Tx,
    schema::{tournament_teams, tournaments},
};
use crate::error::Error;
use crate::id::PersonId;
use crate::members;
use crate::rulebook;
use crate::sessions::store::pairs;

type Row = (
    TournamentId,
    String,
    String,
    State,
    PersonId,
    NaiveDateTime,
    Option<NaiveDateTime>,
    Option<NaiveDateTime>,
    Option<String>,
    i64,
);

fn read(row: Row) -> Result<Tournament, Error> {
    let (id, name, settings, state, created_by, created_at, begun_at, ended_at, ended_reason, version) = row;
    let settings: Settings = serde_json::from_str(&settings)?;
    Ok(Tournament { id, name, settings, state, created_by, created_at, begun_at, ended_at, ended_reason, version })
}

#[diesel::dsl::auto_type(no_type_alias)]
fn all() -> _ {
    tournaments::table.select((
        tournaments::id,
        tournaments::name,
        tournaments::settings,
        tournaments::state,
        tournaments::created_by,
        tournaments::created_at,
        tournaments::begun_at,
        tournaments::ended_at,
        tournaments::ended_reason,
        tournaments::version,
    ))
}

/// One tournament; refused as not found if it does not exist.
pub fn tournament(db: &mut Db, id: TournamentId) -> Result<Tournament, Error> {
    let row: Option<Row> = all().filter(tournaments::id.eq(id)).first(db).optional()?;
    read(row.ok_or_else(|| crate::not_found!("tournament"))?)
}

/// Tournaments, the newest first.
pub fn list(db: &mut Db, before: Option<i64>, limit: i64) -> Result<Vec<Tournament>, Error> {
    let newest_first = all().filter(tournaments::id.lt(before.unwrap_or(i64::MAX))).order(tournaments::id.desc());
    let rows: Vec<Row> = newest_first.limit(limit).load(db)?;
    rows.into_iter().map(read).collect()
}

/// The facts of a tournament at an instant; refused as not found if it does not exist.
pub fn facts(db: &mut Db, id: TournamentId, now: NaiveDateTime) -> Result<Facts, Error> {
    let tournament = tournament(db, id)?;
    let apart = pairs::forbidden(db)?.into_iter().map(|pair| (pair.first, pair.second)).collect();
    Ok(Facts {
        players: field::players(db, &tournament)?,
        teams: teams(db, id)?,
        absences: field::absences(db, id)?,
        rounds: boards::rounds(db, id)?,
        boards: boards::boards(db, id)?,
        challenges: ladder::challenges(db, id)?,
        apart,
        zone: rulebook::in_force(db, now)?.time_zone,
        now,
        tournament,
    })
}

/// What those who take part are called.
pub fn naming(db: &mut Db, facts: &Facts) -> Result<impl Fn(PersonId) -> String + use<>, Error> {
    let players: Vec<PersonId> = facts.players.iter().map(|player| player.person).collect();
    members::store::naming(db, &players)
}

fn teams(db: &mut Db, id: TournamentId) -> Result<Vec<String>, Error> {
    Ok(tournament_teams::table
        .filter(tournament_teams::tournament_id.eq(id))
        .order(tournament_teams::number)
        .select(tournament_teams::name)
        .load(db)?)
}

pub fn add(tx: &mut Tx, founded: &NewTournament, by: PersonId) -> Result<TournamentId, Error> {
    let id: TournamentId = diesel::insert_into(tournaments::table)
        .values((
            tournaments::name.eq(founded.name.trim()),
            tournaments::settings.eq(serde_json::to_string(&founded.settings)?),
            tournaments::state.eq(State::Planned),
            tournaments::created_by.eq(by),
            tournaments::created_at.eq(tx.now),
        ))
        .returning(tournaments::id)
        .get_result::<i64>(tx.db)
        .map(TournamentId)?;
    for (number, name) in (1_i64..).zip(&founded.teams) {
        diesel::insert_into(tournament_teams::table)
            .values((
                tournament_teams::tournament_id.eq(id),
                tournament_teams::number.eq(number),
                tournament_teams::name.eq(name.trim()),
            ))
            .execute(tx.db)?;
    }
    Ok(id)
}

/// Counts a change, for those who hold what they read against it.
pub fn touch(tx: &mut Tx, id: TournamentId) -> Result<(), Error> {
    diesel::update(tournaments::table.find(id))
        .set(tournaments::version.eq(tournaments::version + 1))
        .execute(tx.db)?;
    Ok(())
}

/// The first round is announced; or, with no instant, was taken back.
pub fn set_begun(tx: &mut Tx, id: TournamentId, begun_at: Option<NaiveDateTime>) -> Result<(), Error> {
    let state = if begun_at.is_some() { State::Running } else { State::Planned };
    diesel::update(tournaments::table.find(id))
        .set((tournaments::state.eq(state), tournaments::begun_at.eq(begun_at)))
        .execute(tx.db)?;
    Ok(())
}

pub fn set_ended(tx: &mut Tx, id: TournamentId, state: State, reason: Option<&str>) -> Result<(), Error> {
    let now = tx.now;
    diesel::update(tournaments::table.find(id))
        .set((tournaments::state.eq(state), tournaments::ended_at.eq(now), tournaments::ended_reason.eq(reason)))
        .execute(tx.db)?;
    Ok(())
}

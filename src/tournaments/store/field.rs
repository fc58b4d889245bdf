//! Who takes part: players with their numbers, and rounds that they do not play in.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;

use crate::db::{
    Db, Tx,
    schema::{standings, tournament_byes, tournament_players},
};
use crate::error::Error;
use crate::id::PersonId;
use crate::members;
use crate::tournaments::{Absence, Player, Seeding, Tournament, TournamentId};

type Row = (PersonId, Option<i64>, Option<i64>, Option<i64>, Option<i64>, NaiveDateTime, i64, Option<i64>);

/// By number; those without one with the rating of now, by the club's score, the higher first, and of equals who entered first.
pub fn players(db: &mut Db, tournament: &Tournament) -> Result<Vec<Player>, Error> {
    let rows: Vec<Row> = tournament_players::table
        .filter(tournament_players::tournament_id.eq(tournament.id))
        .order((tournament_players::entered_at, tournament_players::person_id))
        .select((
            tournament_players::person_id,
            tournament_players::number,
            tournament_players::rating,
            tournament_players::team,
            tournament_players::team_board,
            tournament_players::entered_at,
            tournament_players::first_round,
            tournament_players::withdrawn_from,
        ))
        .load(db)?;
    let unseeded: Vec<PersonId> = rows.iter().filter(|row| row.1.is_none()).map(|row| row.0).collect();
    let now = ratings(db, tournament.settings.seeding, &unseeded)?;
    let scores = ratings(db, Seeding::Club, &unseeded)?;
    let player = |(person, number, rating, team, team_board, entered_at, first_round, withdrawn_from): Row| Player {
        person,
        number,
        rating: if number.is_some() { rating } else { now.get(&person).copied() },
        team,
        team_board,
        entered_at,
        first_round,
        withdrawn_from,
    };
    let mut players: Vec<Player> = rows.into_iter().map(player).collect();
    let score = |player: &Player| Reverse(scores.get(&player.person).copied());
    players.sort_by_key(|player| (player.number.is_none(), player.number, score(player)));
    Ok(players)
}

/// What people are seeded by, as it is now; nothing of who has no rating there.
pub fn ratings(db: &mut Db, seeding: Seeding, people: &[PersonId]) -> Result<BTreeMap<PersonId, i64>, Error> {
    if let Some(list) = seeding.outside() {
        return Ok(members::store::outside_rating(db, people, list)?.into_iter().collect());
    }
    let ids: Vec<i64> = people.iter().map(|person| person.0).collect();
    let rows: Vec<(PersonId, Option<i64>)> = standings::table
        .filter(standings::person_id.eq_any(ids))
        .select((standings::person_id, standings::score))
        .load(db)?;
    Ok(rows.into_iter().filter_map(|(person, score)| Some((person, score?))).collect())
}

/// Who does not play in which round, by choice.
pub fn absences(db: &mut Db, id: TournamentId) -> Result<Vec<(PersonId, i64, Absence)>, Error> {
    Ok(tournament_byes::table
        .filter(tournament_byes::tournament_id.eq(id))
        .order((tournament_byes::round, tournament_byes::person_id))
        .select((tournament_byes::person_id, tournament_byes::round, tournament_byes::kind))
        .load(db)?)
}

pub fn add_player(tx: &mut Tx, id: TournamentId, player: &Player) -> Result<(), Error> {
    diesel::insert_into(tournament_players::table)
        .values((
            tournament_players::tournament_id.eq(id),
            tournament_players::person_id.eq(player.person),
            tournament_players::number.eq(player.number),
            tournament_players::rating.eq(player.rating),
            tournament_players::team.eq(player.team),
            tournament_players::team_board.eq(player.team_board),
            tournament_players::entered_at.eq(player.entered_at),
            tournament_players::first_round.eq(player.first_round),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Takes somebody out who was in no round, as though they had not entered.
pub fn remove_player(tx: &mut Tx, id: TournamentId, person: PersonId) -> Result<(), Error> {
    let away = tournament_byes::table.filter(tournament_byes::tournament_id.eq(id));
    diesel::delete(away.filter(tournament_byes::person_id.eq(person))).execute(tx.db)?;
    diesel::delete(tournament_players::table.find((id, person))).execute(tx.db)?;
    Ok(())
}

/// The first round that somebody is not paired in any more; nothing: they play on.
pub fn set_withdrawn(tx: &mut Tx, id: TournamentId, person: PersonId, from: Option<i64>) -> Result<(), Error> {
    diesel::update(tournament_players::table.find((id, person)))
        .set(tournament_players::withdrawn_from.eq(from))
        .execute(tx.db)?;
    Ok(())
}

/// Gives the numbers that people are paired by, with the ratings that they were seeded by.
pub fn number_players(tx: &mut Tx, id: TournamentId, seeded: &[(PersonId, i64, Option<i64>)]) -> Result<(), Error> {
    for (person, number, rating) in seeded {
        diesel::update(tournament_players::table.find((id, person)))
            .set((tournament_players::number.eq(number), tournament_players::rating.eq(rating)))
            .execute(tx.db)?;
    }
    Ok(())
}

/// Takes the numbers back: nothing has begun after all.
pub fn unnumber_players(tx: &mut Tx, id: TournamentId) -> Result<(), Error> {
    diesel::update(tournament_players::table.filter(tournament_players::tournament_id.eq(id)))
        .set((tournament_players::number.eq(None::<i64>), tournament_players::rating.eq(None::<i64>)))
        .execute(tx.db)?;
    Ok(())
}

/// Says that somebody does not play in a round, or with nothing that they do.
pub fn set_absence(
    tx: &mut Tx,
    id: TournamentId,
    person: PersonId,
    round: i64,
    kind: Option<Absence>,
) -> Result<(), Error> {
    diesel::delete(tournament_byes::table.find((id, person, round))).execute(tx.db)?;
    let Some(kind) = kind else { return Ok(()) };
    diesel::insert_into(tournament_byes::table)
        .values((
            tournament_byes::tournament_id.eq(id),
            tournament_byes::person_id.eq(person),
            tournament_byes::round.eq(round),
            tournament_byes::kind.eq(kind),
            tournament_byes::asked_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    Ok(())
}

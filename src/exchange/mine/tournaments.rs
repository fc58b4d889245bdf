//! One person's data: the tournaments they entered, with boards, absences and challenges.

use diesel::prelude::*;
use serde_json::{Value, json};

use super::{At, named, utc};
use crate::db::{
    Db,
    schema::{tournament_boards, tournament_byes, tournament_challenges, tournament_players, tournaments},
};
use crate::error::Error;
use crate::id::PersonId;

pub(super) fn entered(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    type Row = (i64, String, At, Option<i64>, Option<i64>, i64, Option<i64>);
    let rows: Vec<Row> = tournament_players::table
        .inner_join(tournaments::table.on(tournaments::id.eq(tournament_players::tournament_id)))
        .filter(tournament_players::person_id.eq(person))
        .order(tournaments::id)
        .select((
            tournaments::id,
            tournaments::name,
            tournament_players::entered_at,
            tournament_players::number,
            tournament_players::rating,
            tournament_players::first_round,
            tournament_players::withdrawn_from,
        ))
        .load(db)?;
    Ok(named(rows, |(tournament, name, at, number, rating, first, withdrawn)| {
        json!({ "tournament": tournament, "name": name, "entered_at": at.and_utc(), "number": number,
            "rating": rating, "first_round": first, "withdrawn_from": withdrawn })
    }))
}

pub(super) fn seated(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    type Row = (i64, i64, i64, i64, Option<i64>, Option<i64>, Option<String>);
    let rows: Vec<Row> = tournament_boards::table
        .filter(tournament_boards::white_id.eq(person).or(tournament_boards::black_id.eq(person)))
        .order((tournament_boards::tournament_id, tournament_boards::round, tournament_boards::board))
        .select((
            tournament_boards::tournament_id,
            tournament_boards::round,
            tournament_boards::board,
            tournament_boards::white_id,
            tournament_boards::black_id,
            tournament_boards::game_id,
            tournament_boards::result,
        ))
        .load(db)?;
    Ok(named(rows, |(tournament, round, board, white, black, game, result)| {
        json!({ "tournament": tournament, "round": round, "board": board, "white": white, "black": black,
            "game": game, "result": result })
    }))
}

pub(super) fn away(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    let rows: Vec<(i64, i64, String, At)> = tournament_byes::table
        .filter(tournament_byes::person_id.eq(person))
        .order((tournament_byes::tournament_id, tournament_byes::round))
        .select((
            tournament_byes::tournament_id,
            tournament_byes::round,
            tournament_byes::kind,
            tournament_byes::asked_at,
        ))
        .load(db)?;
    Ok(named(
        rows,
        |(tournament, round, kind, at)| json!({ "tournament": tournament, "round": round, "kind": kind, "at": at.and_utc() }),
    ))
}

pub(super) fn challenged(db: &mut Db, person: PersonId) -> Result<Value, Error> {
    type Row = (i64, i64, i64, At, Option<At>, Option<i64>, Option<String>, Option<At>);
    let own = tournament_challenges::made_by.eq(person).or(tournament_challenges::challenged_id.eq(person));
    let rows: Vec<Row> = tournament_challenges::table
        .filter(own)
        .order(tournament_challenges::id)
        .select((
            tournament_challenges::tournament_id,
            tournament_challenges::made_by,
            tournament_challenges::challenged_id,
            tournament_challenges::made_at,
            tournament_challenges::accepted_at,
            tournament_challenges::game_id,
            tournament_challenges::result,
            tournament_challenges::ended_at,
        ))
        .load(db)?;
    Ok(named(rows, |(tournament, challenger, challenged, made, accepted, game, result, ended)| {
        json!({ "tournament": tournament, "challenger": challenger, "challenged": challenged,
            "made_at": made.and_utc(), "accepted_at": utc(accepted), "game": game, "result": result,
            "ended_at": utc(ended) })
    }))
}

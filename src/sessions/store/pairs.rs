//! Announced pairings, pairs that are kept apart, and the facts for a recommendation.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{NaiveDateTime, TimeDelta};
use diesel::dsl::max;
use diesel::prelude::*;
use serde::Serialize;
use shakmaty::Color;

use crate::db::{
    Db, Tx,
    schema::{forbidden_pairs, games, pairings, sessions, standings, timed_games},
};
use crate::error::Error;
use crate::http::instant;
use crate::id::{GameId, PersonId, SessionId};
use crate::ratings::{GameState, Outcome};
use crate::sessions::pairing::{Pair, Player};
use crate::sessions::{ForbiddenPairId, Session};

/// Sessions whose games count as recent meetings.
const RECENT: i64 = 6;
/// Rounds announced within so long of one another were announced together, for games to come one after the other.
const TOGETHER: TimeDelta = TimeDelta::minutes(5);
/// States in which two players have met.
pub const MET: [GameState; 6] = [
    GameState::Rated,
    GameState::AwaitingApproval,
    GameState::AwaitingMembership,
    GameState::AwaitingPresence,
    GameState::AwaitingConfirmation,
    GameState::Replaced,
];

/// A board that was announced, or a bye where nobody has black.
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct Announced {
    pub round: i64,
    pub board: i64,
    pub white: PersonId,
    pub black: Option<PersonId>,
}

impl Announced {
    /// Whether somebody sits at it, or has it as a bye.
    pub fn is_of(&self, person: &Option<i64>) -> bool {
        person.map(PersonId).is_some_and(|person| self.white == person || self.black == Some(person))
    }
}

/// The rounds of a session that were announced by then.
pub fn rounds_by(db: &mut Db, session: SessionId, at: NaiveDateTime) -> Result<Vec<i64>, Error> {
    Ok(pairings::table
        .filter(pairings::session_id.eq(session).and(pairings::announced_at.le(at)))
        .select(pairings::round)
        .distinct()
        .load(db)?)
}

/// What was announced for a session, in order.
pub fn announced(db: &mut Db, session: SessionId) -> Result<Vec<Announced>, Error> {
    Ok(pairings::table
        .filter(pairings::session_id.eq(session))
        .order((pairings::round, pairings::board))
        .select((pairings::round, pairings::board, pairings::white_id, pairings::black_id))
        .load(db)?)
}

/// How many rounds of a session were announced.
pub fn rounds_announced(db: &mut Db, session: SessionId) -> Result<i64, Error> {
    let last: Option<i64> =
        pairings::table.filter(pairings::session_id.eq(session)).select(max(pairings::round)).first(db)?;
    Ok(last.unwrap_or(0))
}

/// Announces a round: its boards, then the byes.
pub fn announce(tx: &mut Tx, session: SessionId, rows: &[Announced], by: PersonId) -> Result<(), Error> {
    for row in rows {
        diesel::insert_into(pairings::table)
            .values((
                pairings::session_id.eq(session),
                pairings::round.eq(row.round),
                pairings::board.eq(row.board),
                pairings::white_id.eq(row.white),
                pairings::black_id.eq(row.black),
                pairings::announced_by.eq(by),
                pairings::announced_at.eq(tx.now),
            ))
            .execute(tx.db)?;
    }
    Ok(())
}

/// A game of a round that was entered and is not void: the one that stands on one of its boards ([`played`]).
pub fn entered_of(db: &mut Db, session: SessionId, round: i64) -> Result<Option<GameId>, Error> {
    Ok(played(db, session)?.into_iter().find(|((of, _), _)| *of == round).map(|(_, game)| game.id))
}

/// Takes a round out, as though it had not been announced; the act log has it.
pub fn take_back(tx: &mut Tx, session: SessionId, round: i64) -> Result<(), Error> {
    let of_round = pairings::table.filter(pairings::session_id.eq(session).and(pairings::round.eq(round)));
    diesel::delete(of_round).execute(tx.db)?;
    Ok(())
}

/// A game of a session, as the wall chart shows it.
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct ChartGame {
    pub id: GameId,
    pub white: PersonId,
    pub black: PersonId,
    pub result: Outcome,
    pub state: GameState,
    #[serde(serialize_with = "instant::utc")]
    pub played_at: NaiveDateTime,
}

/// The games of a session, in the order they were played.
pub fn games_of(db: &mut Db, session: SessionId) -> Result<Vec<ChartGame>, Error> {
    Ok(games::table
        .filter(games::session_id.eq(session))
        .order((games::played_at, games::id))
        .select((games::id, games::white_id, games::black_id, games::result, games::state, games::played_at))
        .load(db)?)
}

/// Whether a round of a session was announced, or a game of it begun under a time limit or entered that came to something.
pub fn is_played(db: &mut Db, session: SessionId) -> Result<bool, Error> {
    let timed: i64 = timed_games::table.filter(timed_games::session_id.eq(session)).count().get_result(db)?;
    let is_begun = timed > 0 || rounds_announced(db, session)? > 0;
    Ok(is_begun || games_of(db, session)?.iter().any(ChartGame::came_to_something))
}

/// When the first game of a session was begun or played that came to something, as far as is known, and the last one.
pub fn first_and_last(db: &mut Db, session: SessionId) -> Result<Option<(NaiveDateTime, NaiveDateTime)>, Error> {
    let games = games_of(db, session)?.into_iter().filter(ChartGame::came_to_something).map(|game| game.played_at);
    let begun: Vec<NaiveDateTime> =
        timed_games::table.filter(timed_games::session_id.eq(session)).select(timed_games::started_at).load(db)?;
    let known: Vec<NaiveDateTime> = games.chain(begun).collect();
    Ok(known.iter().min().copied().zip(known.iter().max().copied()))
}

impl ChartGame {
    /// Whether the two met in it: it counts or may yet, or was played again.
    pub fn came_to_something(&self) -> bool {
        MET.contains(&self.state)
    }

    /// Whether White of a board had Black.
    pub fn is_swapped(&self, white: &PersonId) -> bool {
        self.white != *white
    }

    /// Its result with White of a board first, who may have had Black.
    pub fn score(&self, white: &PersonId) -> &'static str {
        match (self.result, self.white == *white) {
            (Outcome::White, true) | (Outcome::Black, false) => "1–0",
            (Outcome::Black, true) | (Outcome::White, false) => "0–1",
            (Outcome::Draw, _) => "½–½",
        }
    }
}

/// The last game of two people in a session that came to something, whatever the colours.
pub fn last_met(db: &mut Db, session: SessionId, players: [PersonId; 2]) -> Result<Option<ChartGame>, Error> {
    let is_theirs =
        |game: &ChartGame| players.contains(&game.white) && players.contains(&game.black) && game.came_to_something();
    Ok(games_of(db, session)?.into_iter().rev().find(is_theirs))
}

/// The games of announced boards, by round and board. A game is of its two's board, whatever the colours, that was
/// announced last before it was played, of those that have no game yet; where several were announced together
/// (`TOGETHER`), of the first of them.
pub fn played(db: &mut Db, session: SessionId) -> Result<BTreeMap<(i64, i64), ChartGame>, Error> {
    let boards: Vec<(i64, i64, i64, Option<i64>, NaiveDateTime)> = pairings::table
        .filter(pairings::session_id.eq(session))
        .order((pairings::round, pairings::board))
        .select((pairings::round, pairings::board, pairings::white_id, pairings::black_id, pairings::announced_at))
        .load(db)?;
    let mut played = BTreeMap::new();
    for game in games_of(db, session)?.into_iter().filter(ChartGame::came_to_something) {
        let pair = Pair::of(game.white.0, game.black.0);
        let mut open = boards.clone();
        open.retain(|(round, board, white, black, announced_at)| {
            let is_theirs = black.is_some_and(|black| Pair::of(*white, black) == pair);
            is_theirs && *announced_at <= game.played_at && !played.contains_key(&(*round, *board))
        });
        let last = open.last().map(|(.., announced_at)| *announced_at);
        let first = open.iter().find(|(.., announced_at)| last.is_some_and(|last| last - *announced_at <= TOGETHER));
        if let Some((round, board, ..)) = first {
            played.insert((*round, *board), game);
        }
    }
    Ok(played)
}

/// What is known of the members among some people, as far as pairing asks for it.
pub fn players(db: &mut Db, people: &[PersonId]) -> Result<Vec<Player>, Error> {
    let ids: Vec<i64> = people.iter().map(|person| person.0).collect();
    let scores: Vec<(i64, Option<i64>)> = standings::table
        .filter(standings::person_id.eq_any(ids.clone()).and(standings::score.is_not_null()))
        .select((standings::person_id, standings::score))
        .load(db)?;
    let played: Vec<(i64, i64)> = games::table
        .filter(games::white_id.eq_any(ids.clone()).or(games::black_id.eq_any(ids.clone())))
        .filter(games::state.eq_any(MET))
        .order((games::played_at, games::id))
        .select((games::white_id, games::black_id))
        .load(db)?;
    let byes: Vec<i64> = pairings::table
        .filter(pairings::white_id.eq_any(ids).and(pairings::black_id.is_null()))
        .select(pairings::white_id)
        .load(db)?;
    let mut players: BTreeMap<i64, Player> = scores
        .into_iter()
        .map(|(id, score)| {
            let score = i32::try_from(score.unwrap_or(0)).unwrap_or(i32::MAX);
            (id, Player { id, score, colour_balance: 0, last_colour: None, byes: 0 })
        })
        .collect();
    for (white, black) in played {
        for (id, colour, weight) in [(white, Color::White, 1), (black, Color::Black, -1)] {
            if let Some(player) = players.get_mut(&id) {
                player.colour_balance += weight;
                player.last_colour = Some(colour);
            }
        }
    }
    for id in byes {
        if let Some(player) = players.get_mut(&id) {
            player.byes += 1;
        }
    }
    Ok(players.into_values().collect())
}

/// How often pairs met in the last sessions up to this one. A pairing announced in this one counts
/// too, until its game is entered and counts itself.
pub fn recent_meetings(db: &mut Db, session: &Session) -> Result<BTreeMap<Pair, u32>, Error> {
    let recent: Vec<i64> = sessions::table
        .filter(sessions::cancelled_at.is_null().and(sessions::starts_at.le(session.starts_at)))
        .order(sessions::starts_at.desc())
        .limit(RECENT)
        .select(sessions::id)
        .load(db)?;
    let met: Vec<(i64, i64, Option<i64>)> = games::table
        .filter(games::session_id.eq_any(recent).and(games::state.eq_any(MET)))
        .select((games::white_id, games::black_id, games::session_id))
        .load(db)?;
    let mut meetings = BTreeMap::new();
    let mut here: BTreeMap<Pair, u32> = BTreeMap::new();
    for (white, black, at) in met {
        *meetings.entry(Pair::of(white, black)).or_insert(0) += 1;
        if at == Some(session.id.0) {
            *here.entry(Pair::of(white, black)).or_insert(0) += 1;
        }
    }
    for announced in announced(db, session.id)? {
        let Some(black) = announced.black else { continue };
        let pair = Pair::of(announced.white.0, black.0);
        match here.get_mut(&pair) {
            Some(entered) if *entered > 0 => *entered -= 1,
            _ => *meetings.entry(pair).or_insert(0) += 1,
        }
    }
    Ok(meetings)
}

/// Two people who are not to be paired.
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct ForbiddenPair {
    pub id: ForbiddenPairId,
    pub first: PersonId,
    pub second: PersonId,
    pub reason: String,
    #[serde(serialize_with = "instant::utc")]
    pub set_at: NaiveDateTime,
}

/// The pairs kept apart now.
pub fn forbidden(db: &mut Db) -> Result<Vec<ForbiddenPair>, Error> {
    Ok(forbidden_pairs::table
        .filter(forbidden_pairs::lifted_at.is_null())
        .order(forbidden_pairs::id)
        .select((
            forbidden_pairs::id,
            forbidden_pairs::first_id,
            forbidden_pairs::second_id,
            forbidden_pairs::reason,
            forbidden_pairs::set_at,
        ))
        .load(db)?)
}

/// [`forbidden`] as the recommendation reads it.
pub fn forbidden_set(db: &mut Db) -> Result<BTreeSet<Pair>, Error> {
    Ok(forbidden(db)?.into_iter().map(|pair| Pair::of(pair.first.0, pair.second.0)).collect())
}

pub fn forbid(
    tx: &mut Tx,
    one: PersonId,
    other: PersonId,
    reason: &str,
    by: PersonId,
) -> Result<ForbiddenPairId, Error> {
    Ok(diesel::insert_into(forbidden_pairs::table)
        .values((
            forbidden_pairs::first_id.eq(one.min(other)),
            forbidden_pairs::second_id.eq(one.max(other)),
            forbidden_pairs::reason.eq(reason),
            forbidden_pairs::set_by.eq(by),
            forbidden_pairs::set_at.eq(tx.now),
        ))
        .returning(forbidden_pairs::id)
        .get_result::<i64>(tx.db)
        .map(ForbiddenPairId)?)
}

/// Lets a pair play again; false where it was not kept apart.
pub fn allow(tx: &mut Tx, id: ForbiddenPairId) -> Result<bool, Error> {
    let now = tx.now;
    let lifted = diesel::update(forbidden_pairs::table.find(id))
        .filter(forbidden_pairs::lifted_at.is_null())
        .set(forbidden_pairs::lifted_at.eq(now))
        .execute(tx.db)?;
    Ok(lifted > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_of_a_board_has_its_white_first_whoever_had_white() {
        let (ann, ben) = (PersonId(1), PersonId(2));
        let game = |result, state| ChartGame {
            id: GameId(7),
            white: ann,
            black: ben,
            result,
            state,
            played_at: NaiveDateTime::default(),
        };
        for (result, as_played, turned) in
            [(Outcome::White, "1–0", "0–1"), (Outcome::Draw, "½–½", "½–½"), (Outcome::Black, "0–1", "1–0")]
        {
            let game = game(result, GameState::Rated);
            assert_eq!((game.score(&ann), game.score(&ben)), (as_played, turned), "{result}");
            assert_eq!((game.is_swapped(&ann), game.is_swapped(&ben)), (false, true), "and the board says so");
        }
        for state in GameState::ALL {
            let has_met = state.stands() || *state == GameState::Replaced;
            assert_eq!(game(Outcome::Draw, *state).came_to_something(), has_met, "{state}");
        }
    }
}

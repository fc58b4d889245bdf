//! Rounds that were announced with their boards, and how the boards came out, as the games stand now.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::Message;

use crate::db::{
    Db, Tx,
    schema::{games, tournament_boards, tournament_challenges, tournament_players, tournament_rounds, tournaments},
};
use crate::error::Error;
use crate::games::State;
use crate::id::{GameId, PersonId, SessionId};
use crate::ratings::Outcome;
use crate::tournaments::rules::Board;
use crate::tournaments::{Round, Score, Settings, State as TournamentState, TournamentId};

/// The rounds that were announced, the first first.
pub fn rounds(db: &mut Db, id: TournamentId) -> Result<Vec<Round>, Error> {
    type Row = (i64, Option<SessionId>, Option<String>, NaiveDateTime);
    let rows: Vec<Row> = tournament_rounds::table
        .filter(tournament_rounds::tournament_id.eq(id))
        .order(tournament_rounds::round)
        .select((
            tournament_rounds::round,
            tournament_rounds::session_id,
            tournament_rounds::day,
            tournament_rounds::announced_at,
        ))
        .load(db)?;
    let round = |(round, session, day, announced_at): Row| {
        let day = day.map(|day| day.parse()).transpose().map_err(Error::internal)?;
        Ok(Round { round, session, day, announced_at })
    };
    rows.into_iter().map(round).collect()
}

/// A board of a tournament that goes on, for which nothing is entered that counts or may come to count.
#[derive(Clone, Debug)]
pub struct Awaited {
    pub tournament: TournamentId,
    pub title: String,
    /// Whether its games are rated games of the club.
    pub rated: bool,
    pub round: i64,
    pub board: i64,
    pub white: PersonId,
    pub black: PersonId,
}

/// The boards of all tournaments for which nothing is entered, in order; those of one person, if one is named. Who left a
/// tournament is not awaited. A board whose game is void by now is awaited again until the next round is announced: nothing
/// waits for it then.
pub fn awaited(db: &mut Db, of: Option<PersonId>) -> Result<Vec<Awaited>, Error> {
    type Row = (TournamentId, String, String, i64, i64, PersonId, PersonId, Option<GameId>);
    let mut boards = tournament_boards::table
        .inner_join(tournaments::table.on(tournaments::id.eq(tournament_boards::tournament_id)))
        .filter(tournaments::state.eq(TournamentState::Running))
        .filter(tournament_boards::result.is_null().and(tournament_boards::black_id.is_not_null()))
        .order((tournament_boards::tournament_id, tournament_boards::round, tournament_boards::board))
        .select((
            tournament_boards::tournament_id,
            tournaments::name,
            tournaments::settings,
            tournament_boards::round,
            tournament_boards::board,
            tournament_boards::white_id,
            tournament_boards::black_id.assume_not_null(),
            tournament_boards::game_id,
        ))
        .into_boxed();
    if let Some(person) = of {
        let seated =
            tournament_boards::white_id.eq(person).or(tournament_boards::black_id.assume_not_null().eq(person));
        boards = boards.filter(seated);
    }
    let rows: Vec<Row> = boards.load(db)?;
    let last: HashMap<TournamentId, i64> = tournament_rounds::table
        .order(tournament_rounds::round)
        .select((tournament_rounds::tournament_id, tournament_rounds::round))
        .load::<(TournamentId, i64)>(db)?
        .into_iter()
        .collect();
    let is_of_last = |row: &Row| last.get(&row.0) == Some(&row.3);
    let entered = played(db, rows.iter().filter(|row| is_of_last(row)).filter_map(|row| row.7).collect())?;
    let is_empty = |row: &Row| row.7.is_none_or(|game| entered.get(&game).is_some_and(Played::is_annulled));
    let board = |(tournament, title, settings, round, board, white, black, _): Row| {
        let settings: Settings = serde_json::from_str(&settings)?;
        Ok::<_, Error>(Awaited { tournament, title, rated: settings.rated, round, board, white, black })
    };
    let boards: Vec<Awaited> = rows.into_iter().filter(is_empty).map(board).collect::<Result<_, _>>()?;
    let left: Vec<(TournamentId, PersonId, i64)> = tournament_players::table
        .filter(tournament_players::withdrawn_from.is_not_null())
        .select((
            tournament_players::tournament_id,
            tournament_players::person_id,
            tournament_players::withdrawn_from.assume_not_null(),
        ))
        .load(db)?;
    let left: HashMap<(TournamentId, PersonId), i64> =
        left.into_iter().map(|(id, person, from)| ((id, person), from)).collect();
    let is_left = |board: &Awaited| {
        let gone = |person| left.get(&(board.tournament, person)).is_some_and(|from| *from <= board.round);
        gone(board.white) || gone(board.black)
    };
    Ok(boards.into_iter().filter(|board| !is_left(board)).collect())
}

/// The rounds that are played at a session.
pub fn rounds_at(db: &mut Db, session: SessionId) -> Result<Vec<(TournamentId, i64)>, Error> {
    Ok(tournament_rounds::table
        .filter(tournament_rounds::session_id.eq(session))
        .order((tournament_rounds::tournament_id, tournament_rounds::round))
        .select((tournament_rounds::tournament_id, tournament_rounds::round))
        .load(db)?)
}

/// A game of these two that was played since an instant and counts, or may come to count, for no board yet; the newest.
pub fn unlinked_game(db: &mut Db, pair: [PersonId; 2], since: NaiveDateTime) -> Result<Option<GameId>, Error> {
    let played: Vec<GameId> = games::table
        .filter(games::white_id.eq_any(pair).and(games::black_id.eq_any(pair)))
        .filter(games::played_at.ge(since).and(games::online.eq(false)))
        .filter(games::state.ne_all([State::Void, State::Refused, State::Lapsed, State::Replaced]))
        .order(games::id.desc())
        .select(games::id)
        .load(db)?;
    for game in played {
        if tournament_of_game(db, game)?.is_none() {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

/// A game of the club as it counts on a board now.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game that counts: the rematch, if one replaced the entered game.
    pub id: GameId,
    white: PersonId,
    result: Outcome,
    state: State,
}

impl Played {
    /// Who won, by the colours of the board: in a rematch they may be the other way round.
    pub fn score(&self, white: PersonId) -> Option<Score> {
        (self.state == State::Rated).then_some(match (self.result, self.white == white) {
            (Outcome::Draw, _) => Score::Draw,
            (Outcome::White, true) | (Outcome::Black, false) => Score::White,
            (Outcome::White, false) | (Outcome::Black, true) => Score::Black,
        })
    }

    /// Whether nobody has played, for all that was entered.
    pub fn is_annulled(&self) -> bool {
        self.state != State::Rated && !self.state.waits()
    }
}

/// Games by the ids of boards, each replaced by the game that counts now.
pub fn played(db: &mut Db, entered: Vec<GameId>) -> Result<BTreeMap<GameId, Played>, Error> {
    type Row = (GameId, PersonId, Outcome, State, Option<GameId>);
    let columns = (games::id, games::white_id, games::result, games::state, games::rematch_of);
    let of = |ids: &[GameId]| ids.iter().map(|id| id.0).collect::<Vec<_>>();
    let rows: Vec<Row> = games::table.filter(games::id.eq_any(of(&entered))).select(columns).load(db)?;
    let game = |(id, white, result, state, _): Row| Played { id, white, result, state };
    let mut stand: BTreeMap<GameId, Played> = rows.into_iter().map(|row| (row.0, game(row))).collect();
    let mut replaced: BTreeMap<GameId, GameId> =
        stand.values().filter(|game| game.state == State::Replaced).map(|game| (game.id, game.id)).collect();
    // A rematch can be replaced by another.
    while !replaced.is_empty() {
        let ids: Vec<GameId> = replaced.keys().copied().collect();
        let rematches: Vec<Row> = games::table
            .filter(games::rematch_of.eq_any(of(&ids)))
            .filter(games::state.ne_all([State::Void, State::Refused, State::Lapsed]))
            .order(games::id)
            .select(columns)
            .load(db)?;
        let mut next = BTreeMap::new();
        for row in rematches {
            let Some(first) = row.4.and_then(|of| replaced.get(&of)).copied() else { continue };
            if row.3 == State::Replaced {
                next.insert(row.0, first);
            }
            stand.insert(first, game(row));
        }
        replaced = next;
    }
    Ok(stand)
}

type Row = ((i64, i64), (PersonId, Option<PersonId>), Option<i64>, Option<String>, Option<GameId>, Option<Score>);

/// The boards of all rounds, in order, as they count now.
pub fn boards(db: &mut Db, id: TournamentId) -> Result<Vec<Board>, Error> {
    let rows: Vec<Row> = tournament_boards::table
        .filter(tournament_boards::tournament_id.eq(id))
        .order((tournament_boards::round, tournament_boards::board))
        .select((
            (tournament_boards::round, tournament_boards::board),
            (tournament_boards::white_id, tournament_boards::black_id),
            tournament_boards::team_match,
            tournament_boards::why,
            tournament_boards::game_id,
            tournament_boards::result,
        ))
        .load(db)?;
    let games = played(db, rows.iter().filter_map(|row| row.4).collect())?;
    let board = |((round, board), (white, black), team_match, why, game, result): Row| {
        let why: Option<Message> = why.map(|why| serde_json::from_str(&why)).transpose()?;
        let game = game.and_then(|game| games.get(&game));
        let score = game.and_then(|game| game.score(white)).or(result);
        let annulled = score.is_none() && game.is_some_and(Played::is_annulled);
        // A result that was entered instead of a game that does not count is independent of that
        // game.
        let game = game.filter(|game| result.is_none() || !game.is_annulled()).map(|game| game.id);
        Ok(Board { round, board, white, black, team_match, why, game, score, annulled })
    };
    rows.into_iter().map(board).collect()
}

/// Announces a round with its boards, in their order.
pub fn add_round(tx: &mut Tx, id: TournamentId, round: &Round, boards: &[Board], by: PersonId) -> Result<(), Error> {
    diesel::insert_into(tournament_rounds::table)
        .values((
            tournament_rounds::tournament_id.eq(id),
            tournament_rounds::round.eq(round.round),
            tournament_rounds::session_id.eq(round.session),
            tournament_rounds::day.eq(round.day.map(|day| day.to_string())),
            tournament_rounds::announced_by.eq(by),
            tournament_rounds::announced_at.eq(round.announced_at),
        ))
        .execute(tx.db)?;
    for board in boards {
        diesel::insert_into(tournament_boards::table)
            .values((
                tournament_boards::tournament_id.eq(id),
                tournament_boards::round.eq(board.round),
                tournament_boards::board.eq(board.board),
                tournament_boards::white_id.eq(board.white),
                tournament_boards::black_id.eq(board.black),
                tournament_boards::team_match.eq(board.team_match),
                tournament_boards::why.eq(board.why.as_ref().map(serde_json::to_string).transpose()?),
            ))
            .execute(tx.db)?;
    }
    Ok(())
}

/// Takes a round out, as though it had not been announced; the act log has it.
pub fn remove_round(tx: &mut Tx, id: TournamentId, round: i64) -> Result<(), Error> {
    let boards = tournament_boards::table.filter(tournament_boards::tournament_id.eq(id));
    diesel::delete(boards.filter(tournament_boards::round.eq(round))).execute(tx.db)?;
    diesel::delete(tournament_rounds::table.find((id, round))).execute(tx.db)?;
    Ok(())
}

/// Writes a result down for which there is no game of the club, or clears it.
pub fn set_result(
    tx: &mut Tx,
    id: TournamentId,
    (round, board): (i64, i64),
    result: Option<Score>,
    by: PersonId,
) -> Result<(), Error> {
    let now = tx.now;
    diesel::update(tournament_boards::table.find((id, round, board)))
        .set((
            tournament_boards::result.eq(result),
            tournament_boards::entered_by.eq(by),
            tournament_boards::entered_at.eq(now),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Names the club's game that was played on a board.
pub fn link_game(
    tx: &mut Tx,
    id: TournamentId,
    (round, board): (i64, i64),
    game: GameId,
    by: PersonId,
) -> Result<(), Error> {
    let now = tx.now;
    diesel::update(tournament_boards::table.find((id, round, board)))
        .set((
            tournament_boards::game_id.eq(game),
            tournament_boards::result.eq(None::<Score>),
            tournament_boards::entered_by.eq(by),
            tournament_boards::entered_at.eq(now),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// The tournament on one of whose boards a game of the club was played.
pub fn tournament_of_game(db: &mut Db, game: GameId) -> Result<Option<TournamentId>, Error> {
    let board = tournament_boards::table.filter(tournament_boards::game_id.eq(game));
    let on_a_board: Option<TournamentId> =
        board.select(tournament_boards::tournament_id).first::<i64>(db).optional()?.map(TournamentId);
    if on_a_board.is_some() {
        return Ok(on_a_board);
    }
    let challenge = tournament_challenges::table.filter(tournament_challenges::game_id.eq(game));
    let on_a_ladder = challenge.select(tournament_challenges::tournament_id).first::<i64>(db).optional()?;
    Ok(on_a_ladder.map(TournamentId))
}

//! Challenges of ladders, as their games stand now.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::boards::played;
use crate::db::{
    Db, Tx,
    schema::{tournament_challenges, tournaments},
};
use crate::error::Error;
use crate::id::{GameId, PersonId};
use crate::tournaments::rules::Challenge;
use crate::tournaments::views::Outcome;
use crate::tournaments::{ChallengeId, Score, State, TournamentId};

crate::words!(
    /// How a challenge ended where no game of the club tells it.
    Close {
        White = "white",
        Draw = "draw",
        Black = "black",
        /// The challenged did not want to play.
        Declined = "declined",
        /// The challenger took it back.
        Withdrawn = "withdrawn",
    }
);

impl Close {
    /// What was played; `None` if nobody played.
    fn score(self) -> Option<Score> {
        match self {
            Close::White => Some(Score::White),
            Close::Draw => Some(Score::Draw),
            Close::Black => Some(Score::Black),
            Close::Declined | Close::Withdrawn => None,
        }
    }
}

type Row = (
    ChallengeId,
    (PersonId, PersonId),
    (NaiveDateTime, Option<NaiveDateTime>),
    Option<PersonId>,
    Option<GameId>,
    Option<Close>,
    Option<NaiveDateTime>,
);

/// The challenges of a ladder, the first first.
pub fn challenges(db: &mut Db, id: TournamentId) -> Result<Vec<Challenge>, Error> {
    let rows: Vec<Row> = tournament_challenges::table
        .filter(tournament_challenges::tournament_id.eq(id))
        .order((tournament_challenges::made_at, tournament_challenges::id))
        .select((
            tournament_challenges::id,
            (tournament_challenges::made_by, tournament_challenges::challenged_id),
            (tournament_challenges::made_at, tournament_challenges::accepted_at),
            tournament_challenges::white_id,
            tournament_challenges::game_id,
            tournament_challenges::result,
            tournament_challenges::ended_at,
        ))
        .load(db)?;
    let games = played(db, rows.iter().filter_map(|row| row.4).collect())?;
    let challenge = |row: Row| {
        let (id, (challenger, challenged), (made_at, accepted_at), white, game, close, ended_at) = row;
        let game = game.and_then(|game| games.get(&game));
        let by_game = game.zip(white).and_then(|(game, white)| game.score(white));
        let won = |score: Score| match (score, white == Some(challenger)) {
            (Score::White, true) | (Score::Black, false) => Outcome::Won,
            _ => Outcome::Held,
        };
        let ended = match (by_game.or(close.and_then(Close::score)), close) {
            (Some(score), _) => Some(won(score)),
            (None, Some(Close::Declined)) => Some(Outcome::Won),
            (None, Some(Close::Withdrawn)) => Some(Outcome::Withdrawn),
            (None, _) => None,
        };
        Challenge {
            id,
            challenger,
            challenged,
            made_at,
            accepted_at,
            white,
            // Of a game that is void the two enter the result again.
            game: game.filter(|game| !game.is_annulled()).map(|game| game.id),
            outcome: ended.zip(ended_at),
        }
    };
    Ok(rows.into_iter().map(challenge).collect())
}

/// The ladders on which somebody has challenged somebody, and nothing has come of it yet.
pub fn open_challenges(db: &mut Db) -> Result<Vec<TournamentId>, Error> {
    let mut ladders: Vec<TournamentId> = tournament_challenges::table
        .inner_join(tournaments::table.on(tournaments::id.eq(tournament_challenges::tournament_id)))
        .filter(tournaments::state.eq(State::Running))
        .filter(tournament_challenges::result.is_null())
        .select(tournament_challenges::tournament_id)
        .load::<i64>(db)?
        .into_iter()
        .map(TournamentId)
        .collect();
    ladders.sort_unstable();
    ladders.dedup();
    Ok(ladders)
}

pub fn add_challenge(
    tx: &mut Tx,
    id: TournamentId,
    challenger: PersonId,
    challenged: PersonId,
) -> Result<ChallengeId, Error> {
    Ok(diesel::insert_into(tournament_challenges::table)
        .values((
            tournament_challenges::tournament_id.eq(id),
            tournament_challenges::made_by.eq(challenger),
            tournament_challenges::challenged_id.eq(challenged),
            tournament_challenges::made_at.eq(tx.now),
        ))
        .returning(tournament_challenges::id)
        .get_result::<i64>(tx.db)
        .map(ChallengeId)?)
}

/// The challenged will play; from now on it is known who has White.
pub fn accept(tx: &mut Tx, challenge: ChallengeId, white: PersonId) -> Result<(), Error> {
    let now = tx.now;
    diesel::update(tournament_challenges::table.find(challenge))
        .set((tournament_challenges::accepted_at.eq(now), tournament_challenges::white_id.eq(white)))
        .execute(tx.db)?;
    Ok(())
}

/// Ends a challenge without a game of the club; with nothing, opens it again.
pub fn close_challenge(tx: &mut Tx, challenge: ChallengeId, close: Option<Close>, by: PersonId) -> Result<(), Error> {
    let ended_at = close.map(|_| tx.now);
    diesel::update(tournament_challenges::table.find(challenge))
        .set((
            tournament_challenges::result.eq(close),
            tournament_challenges::ended_at.eq(ended_at),
            tournament_challenges::entered_by.eq(by),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Names the club's game that a challenge was played in.
pub fn link_challenge_game(tx: &mut Tx, challenge: ChallengeId, game: GameId, by: PersonId) -> Result<(), Error> {
    let now = tx.now;
    diesel::update(tournament_challenges::table.find(challenge))
        .set((
            tournament_challenges::game_id.eq(game),
            tournament_challenges::ended_at.eq(now),
            tournament_challenges::entered_by.eq(by),
        ))
        .execute(tx.db)?;
    Ok(())
}

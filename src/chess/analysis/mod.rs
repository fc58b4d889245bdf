//! What a chess engine thinks of games that are over, move by move. The operator installs the engine and names it
//! (`ROOKERY_ENGINE`); a game that is still played is never shown to it.

mod engine;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use shakmaty::Position;

use self::engine::Engine;
use super::{NAME, pgn};
use crate::db::{
    Database, Db,
    schema::{chess_analyses, tables},
};
use crate::error::Error;
use crate::games::moves::Moves;
use crate::http::instant;
use crate::tables::{Stage, TableId, store};

/// How long one pass works; between two of them the machine is the club's.
const PASS: Duration = Duration::from_secs(4);

/// What a position is worth, better for White above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EngineScore)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate; below 0 it is Black who mates.
    Mate(i32),
}

impl Score {
    /// The same for the other side.
    fn turned(self) -> Score {
        match self {
            Score::Centipawns(value) => Score::Centipawns(value.saturating_neg()),
            Score::Mate(moves) => Score::Mate(moves.saturating_neg()),
        }
    }
}

/// What an engine thinks of one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = EngineJudgement)]
pub struct Judgement {
    pub score: Score,
    /// The move that it would play, in SAN.
    pub best: String,
}

/// What an engine thinks of a game that is over.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = ChessAnalysis)]
pub struct Analysis {
    /// What the engine calls itself.
    pub engine: String,
    #[serde(serialize_with = "instant::utc")]
    pub at: NaiveDateTime,
    /// The position before the first move and after each; null if the game is over there, or the engine had no answer.
    pub positions: Vec<Option<Judgement>>,
}

/// The analysis of a table's game, where it is finished.
pub fn of(db: &mut Db, table: TableId) -> Result<Option<Analysis>, Error> {
    let row: Option<(String, NaiveDateTime, String)> = chess_analyses::table
        .find(table.0)
        .filter(chess_analyses::finished.eq(true))
        .select((chess_analyses::engine, chess_analyses::at, chess_analyses::positions))
        .first(db)
        .optional()?;
    let analysis = |(engine, at, positions): (String, _, String)| {
        Ok(Analysis { engine, at, positions: serde_json::from_str(&positions)? })
    };
    row.map(analysis).transpose()
}

/// A game that waits for the engine, and what is thought of its first positions.
type Waiting = (TableId, Moves, Vec<Option<Judgement>>);

/// The game that ended last of those that are not analysed to their end, but for these.
fn last(db: &mut Db, but: &BTreeSet<TableId>) -> Result<Option<TableId>, Error> {
    let done = chess_analyses::table.filter(chess_analyses::finished.eq(true)).select(chess_analyses::table_id);
    let waiting = tables::table
        .filter(tables::game.eq(NAME).and(tables::stage.eq_any([Stage::Ended, Stage::Archived])))
        .filter(tables::started_at.is_not_null().and(tables::id.ne_all(done)))
        .filter(tables::id.ne_all(but.iter().copied().collect::<Vec<_>>()))
        .order((tables::ended_at.desc(), tables::id.desc()))
        .select(tables::id)
        .first(db)
        .optional()?;
    Ok(waiting)
}

fn waiting(db: &mut Db, id: TableId) -> Result<Waiting, Error> {
    let (table, log) = (store::table(db, id)?, store::entries_after(db, id, 0)?);
    let begun: Option<String> =
        chess_analyses::table.find(id.0).select(chess_analyses::positions).first(db).optional()?;
    let begun = begun.as_deref().map(serde_json::from_str).transpose()?.unwrap_or_default();
    Ok((id, pgn::moves(&table, &log)?, begun))
}

/// Looks at the games that are over, one after another.
pub struct Analyst {
    program: PathBuf,
    /// Games that cannot be read. They are logged once and skipped until the service restarts.
    unread: Mutex<BTreeSet<TableId>>,
}

impl Analyst {
    /// By the engine that this program is.
    pub fn new(program: PathBuf) -> Analyst {
        Analyst { program, unread: Mutex::default() }
    }

    /// The next game that can be read.
    fn next(&self, db: &Database) -> Result<Option<Waiting>, Error> {
        let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(id) = db.read_now(|db| last(db, &unread))? {
            match db.read_now(|db| waiting(db, id)) {
                Ok(waiting) => return Ok(Some(waiting)),
                Err(error @ (Error::Away(_) | Error::Database(_))) => return Err(error),
                Err(error) => {
                    tracing::error!(%error, table = id.0, "the engine passes over a game that cannot be read");
                    unread.insert(id);
                }
            }
        }
        Ok(None)
    }

    /// Analyses one game for a while; returns how many games that finished. Replicas may do the same work twice.
    pub fn run(&self, db: &Database) -> Result<usize, Error> {
        let Some(waiting) = self.next(db)? else { return Ok(0) };
        let engine = Engine::start(&self.program).map_err(Error::internal)?;
        look(db, engine, waiting)
    }
}

fn look(db: &Database, mut engine: Engine, (table, moves, mut positions): Waiting) -> Result<usize, Error> {
    let (name, end) = (engine.name.clone(), Instant::now() + PASS);
    let (ucis, all): (Vec<String>, Vec<_>) = (moves.ucis(), moves.positions().collect());
    for (ply, position) in all.iter().enumerate().skip(positions.len()) {
        if position.legal_moves().is_empty() {
            positions.push(None);
            continue;
        }
        match engine.judge(&ucis[..ply], position) {
            Ok(judgement) => positions.push(judgement),
            Err(error) => {
                // The next pass has a new engine, and begins behind the position that this one broke off at.
                tracing::warn!(%error, table = table.0, ply, "the engine gave no answer");
                positions.push(None);
                break;
            }
        }
        if Instant::now() >= end {
            break;
        }
    }
    let finished = positions.len() >= all.len();
    db.write_now(move |tx| {
        diesel::delete(chess_analyses::table.find(table.0)).execute(tx.db)?;
        diesel::insert_into(chess_analyses::table)
            .values((
                chess_analyses::table_id.eq(table),
                chess_analyses::at.eq(tx.now),
                chess_analyses::engine.eq(&name),
                chess_analyses::finished.eq(finished),
                chess_analyses::positions.eq(serde_json::to_string(&positions)?),
            ))
            .execute(tx.db)?;
        Ok(usize::from(finished))
    })
}

//! The past: the course of scores, and the standings at any instant.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use rookery_ratings::standings::{Member, Record, Standings};
use serde::Serialize;

use super::EventKind;
use super::Outcome;
use super::board::{Leaderboard, Line};
use crate::db::{
    Db, Kept,
    schema::{people, rating_events},
};
use crate::error::{Act, Error};
use crate::id::{EventId, GameId, PersonId};

/// The body for `POST /api/v1/cases` with which the member can petition the Court about an automatic deduction
/// (Act II.6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Petitionable {
    /// `deduction`.
    pub subject: &'static str,
    pub subject_id: i64,
}

impl Petitionable {
    /// Of an event of the log, as long as it counts.
    pub fn of(kind: EventKind, event: i64, void: bool) -> Option<Petitionable> {
        let falls = matches!(kind, EventKind::Absence | EventKind::Idleness) && !void;
        falls.then_some(Petitionable { subject: "deduction", subject_id: event })
    }
}

/// A member's score after an event, as the log now has it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ScorePoint {
    pub at: DateTime<Utc>,
    pub kind: EventKind,
    /// Null after a removal.
    pub score: Option<i64>,
    pub game: Option<i64>,
    pub petition: Option<Petitionable>,
}

/// An entry of a member's ledger; entries are added, never edited.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = LedgerEntry)]
pub struct Entry {
    pub id: i64,
    pub posted_at: DateTime<Utc>,
    /// When that which moved the score happened: a game's own time, also where it was entered later.
    pub happened_at: DateTime<Utc>,
    /// The game that moved the score, if one did.
    #[schema(value_type = Option<i64>)]
    pub game: Option<GameId>,
    pub delta: i64,
    /// The score after this entry.
    pub balance: i64,
    /// Whether it corrects what was posted before.
    pub correction: bool,
    #[schema(value_type = String)]
    pub cause: Kept,
    #[schema(value_type = Vec<String>)]
    pub acts: Vec<Act>,
    pub petition: Option<Petitionable>,
}

/// What an event of the log did to one person's score.
#[derive(Clone, Debug)]
pub struct Moved {
    pub id: EventId,
    pub at: NaiveDateTime,
    pub kind: EventKind,
    pub game: Option<GameId>,
    pub delta: i64,
    /// After it; `None` after a removal.
    pub score: Option<i64>,
}

impl From<Moved> for ScorePoint {
    fn from(moved: Moved) -> ScorePoint {
        let Moved { id, at, kind, score, game, .. } = moved;
        let petition = Petitionable::of(kind, id.0, false);
        ScorePoint { at: at.and_utc(), kind, score, game: game.map(|game| game.0), petition }
    }
}

/// A person's part of the log: the events that count, oldest first.
pub fn log(db: &mut Db, person: PersonId) -> Result<Vec<Moved>, Error> {
    moved(db, person, None)
}

/// What games bring one of their players by now, of those that count.
pub fn brought(db: &mut Db, player: PersonId, games: &[GameId]) -> Result<HashMap<GameId, i64>, Error> {
    if games.is_empty() {
        return Ok(HashMap::new());
    }
    let moved = moved(db, player, Some(games))?;
    Ok(moved.into_iter().filter_map(|moved| Some((moved.game?, moved.delta))).collect())
}

/// What the events that count did to a person's score, oldest first: all of them, or those of some games.
fn moved(db: &mut Db, person: PersonId, games: Option<&[GameId]>) -> Result<Vec<Moved>, Error> {
    type Columns = (
        (EventId, NaiveDateTime, EventKind, Option<GameId>, PersonId),
        (Option<i64>, Option<i64>, Option<i64>, Option<i64>),
    );
    let mut query = rating_events::table
        .filter(rating_events::first_id.eq(person).or(rating_events::second_id.eq(person)))
        .filter(rating_events::void.eq(false))
        .order((rating_events::at, rating_events::id))
        .select((
            (
                rating_events::id,
                rating_events::at,
                rating_events::kind,
                rating_events::game_id,
                rating_events::first_id,
            ),
            (
                rating_events::first_before,
                rating_events::first_after,
                rating_events::second_before,
                rating_events::second_after,
            ),
        ))
        .into_boxed();
    if let Some(games) = games {
        query = query.filter(rating_events::game_id.eq_any(games.iter().map(|game| game.0).collect::<Vec<_>>()));
    }
    let rows: Vec<Columns> = query.load(db)?;
    let moved = |((id, at, kind, game, first), (first_before, first_after, second_before, second_after)): Columns| {
        let (before, score) = if first == person { (first_before, first_after) } else { (second_before, second_after) };
        Moved { id, at, kind, game, delta: score.unwrap_or(0) - before.unwrap_or(0), score }
    };
    Ok(rows.into_iter().map(moved).collect())
}

/// The standings just after an instant, by the log as it now is, each score with what is added to it for the reader.
pub fn leaderboard_at(
    db: &mut Db,
    at: NaiveDateTime,
    added: &HashMap<i64, i64>,
    offset: usize,
    limit: usize,
) -> Result<Leaderboard, Error> {
    type Row = (i64, Option<i64>, Option<i64>, Option<i64>, Option<Outcome>);
    let rows: Vec<Row> = rating_events::table
        .filter(rating_events::at.le(at).and(rating_events::void.eq(false)))
        .order((rating_events::at, rating_events::id))
        .select((
            rating_events::first_id,
            rating_events::first_after,
            rating_events::second_id,
            rating_events::second_after,
            rating_events::outcome,
        ))
        .load(db)?;
    let mut stood: HashMap<i64, (Option<i64>, Record)> = HashMap::new();
    for (first, first_after, second, second_after, outcome) in rows {
        let (first_record, second_record) = match outcome {
            None => ([0, 0, 0], [0, 0, 0]),
            Some(Outcome::White) => ([1, 0, 0], [0, 0, 1]),
            Some(Outcome::Draw) => ([0, 1, 0], [0, 1, 0]),
            Some(Outcome::Black) => ([0, 0, 1], [1, 0, 0]),
        };
        let mut note = |person, after, [wins, draws, losses]: [u32; 3]| {
            let (score, record) = stood.entry(person).or_default();
            *score = after;
            record.wins += wins;
            record.draws += draws;
            record.losses += losses;
        };
        note(first, first_after, first_record);
        if let Some(second) = second {
            note(second, second_after, second_record);
        }
    }
    let names: HashMap<i64, String> =
        people::table.select((people::id, people::name)).load::<(i64, String)>(db)?.into_iter().collect();
    let standings: Standings = stood
        .into_iter()
        .filter_map(|(id, (score, record))| {
            let name = names.get(&id)?.as_str().into();
            let score = score? + added.get(&id).copied().unwrap_or(0);
            Some(Member { id, score: i32::try_from(score).ok()?, record, name })
        })
        .collect();
    let items = standings.page(offset, limit).into_iter().map(Line::from).collect();
    Ok(Leaderboard { version: crate::db::version(db, "leaderboard")?, members: standings.len(), offset, items })
}

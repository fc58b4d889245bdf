//! The past: scores as they went, standings at any instant.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use serde::Serialize;

use super::EventKind;
use super::Outcome;
use super::board::{Leaderboard, Line};
use super::standings::{Member, Record, Standings};
use crate::db::{
    Db,
    schema::{people, rating_events},
};
use crate::error::Error;
use crate::id::PersonId;

/// What the member concerned may petition the Court about: points that fell by themselves (Act II.6.3). Sent to
/// `POST /api/v1/cases` as it is.
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
    /// None after a removal.
    pub score: Option<i64>,
    pub game: Option<i64>,
    pub petition: Option<Petitionable>,
}

/// A person's score after each event that counts, oldest first.
pub fn scores(db: &mut Db, person: PersonId) -> Result<Vec<ScorePoint>, Error> {
    type Row = (i64, NaiveDateTime, EventKind, PersonId, Option<i64>, Option<i64>, Option<i64>);
    let rows: Vec<Row> = rating_events::table
        .filter(rating_events::first_id.eq(person).or(rating_events::second_id.eq(person)))
        .filter(rating_events::void.eq(false))
        .order((rating_events::at, rating_events::id))
        .select((
            rating_events::id,
            rating_events::at,
            rating_events::kind,
            rating_events::first_id,
            rating_events::first_after,
            rating_events::second_after,
            rating_events::game_id,
        ))
        .load(db)?;
    let point = |(event, at, kind, first, first_after, second_after, game): Row| ScorePoint {
        at: at.and_utc(),
        kind,
        score: if first == person { first_after } else { second_after },
        game,
        petition: Petitionable::of(kind, event, false),
    };
    Ok(rows.into_iter().map(point).collect())
}

/// The standings just after an instant, by the log as it now is.
pub fn leaderboard_at(db: &mut Db, at: NaiveDateTime, offset: usize, limit: usize) -> Result<Leaderboard, Error> {
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
            Some(Member { id, score: i32::try_from(score?).ok()?, record, name })
        })
        .collect();
    let items = standings.page(offset, limit).into_iter().map(Line::from).collect();
    Ok(Leaderboard { version: crate::db::version(db, "leaderboard")?, members: standings.len(), offset, items })
}

//! What a page of the leaderboard tells besides the standings: how far members moved since the last
//! session began, and how their last games went.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use chrono_tz::Tz;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use shakmaty::Color;

use super::Outcome;
use crate::db::{
    Db,
    schema::{pairings, rating_events, sessions},
};
use crate::error::Error;
use crate::id::SessionId;

/// Games that a member's form is made of.
pub const FORM: usize = 5;

/// How a member's place changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movement {
    /// By so many ranks; down where it is negative.
    By(i64),
    /// Not on the leaderboard then.
    New,
}

/// The trend of one member.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trend {
    pub movement: Option<Movement>,
    /// Since when they moved: when the last session began.
    pub since: Option<NaiveDateTime>,
    /// Whether their points are more than then: a rank is also gained where others lose theirs.
    pub gained: bool,
    /// `win`, `draw`, `loss`, the last game last.
    pub form: Vec<&'static str>,
}

/// The session that is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct On {
    pub until: NaiveDateTime,
    /// Whether its hours can be told: while nobody has said where the club meets, nobody has said in which time zone.
    pub has_hours: bool,
}

/// The trends of some members, and until when they hold if the standings do not change.
#[derive(Debug, Default)]
pub struct Trends {
    pub version: i64,
    pub offset: usize,
    pub until: Option<NaiveDateTime>,
    /// Since when ranks moved: when the last session began.
    pub since: Option<NaiveDateTime>,
    pub on: Option<On>,
    /// When the next session begins.
    pub next: Option<NaiveDateTime>,
    /// The round announced last: its session, when that began, its number.
    pub round: Option<(SessionId, NaiveDateTime, i64)>,
    /// The club's time zone then.
    pub zone: Option<Tz>,
    pub of: HashMap<i64, Trend>,
}

/// When the last session began that is held.
pub fn last_session(db: &mut Db, now: NaiveDateTime) -> Result<Option<NaiveDateTime>, Error> {
    Ok(sessions::table
        .filter(sessions::cancelled_at.is_null())
        .filter(sessions::starts_at.le(now))
        .order(sessions::starts_at.desc())
        .select(sessions::starts_at)
        .first(db)
        .optional()?)
}

/// The round announced last of the latest session that had one: the session, when it began, the round.
pub fn last_round(db: &mut Db) -> Result<Option<(SessionId, NaiveDateTime, i64)>, Error> {
    Ok(pairings::table
        .inner_join(sessions::table.on(sessions::id.eq(pairings::session_id)))
        .filter(sessions::cancelled_at.is_null())
        .order((sessions::starts_at.desc(), pairings::round.desc()))
        .select((sessions::id, sessions::starts_at, pairings::round))
        .first(db)
        .optional()?)
}

/// The session that is on, if one is.
pub fn on(db: &mut Db, now: NaiveDateTime) -> Result<Option<On>, Error> {
    let found: Option<(NaiveDateTime, String)> = sessions::table
        .filter(sessions::cancelled_at.is_null())
        .filter(sessions::starts_at.le(now))
        .filter(sessions::ends_at.gt(now))
        .order(sessions::starts_at.desc())
        .select((sessions::ends_at, sessions::room))
        .first(db)
        .optional()?;
    Ok(found.map(|(until, room)| On { until, has_hours: !room.is_empty() }))
}

/// Everybody's score just before an instant, where it differs from now; `None` for people who were
/// not on the leaderboard.
pub fn scores_before(db: &mut Db, since: NaiveDateTime) -> Result<HashMap<i64, Option<i64>>, Error> {
    type Row = (i64, Option<i64>, Option<i64>, Option<i64>);
    let rows: Vec<Row> = rating_events::table
        .filter(rating_events::at.ge(since).and(rating_events::void.eq(false)))
        .order((rating_events::at, rating_events::id))
        .select((
            rating_events::first_id,
            rating_events::first_before,
            rating_events::second_id,
            rating_events::second_before,
        ))
        .load(db)?;
    let mut before = HashMap::new();
    for (first, first_before, second, second_before) in rows {
        before.entry(first).or_insert(first_before);
        if let Some(second) = second {
            before.entry(second).or_insert(second_before);
        }
    }
    Ok(before)
}

/// Whether somebody's points are more than before.
pub fn has_gained(person: i64, score: i64, before: &HashMap<i64, Option<i64>>) -> bool {
    before.get(&person).copied().flatten().is_some_and(|earlier| score > earlier)
}

/// The arrow for a change of rank. Somebody whose points did not change has none: only other people's games moved them.
fn told(is_own: bool, ranks: i64) -> Option<Movement> {
    (is_own || ranks == 0).then_some(Movement::By(ranks))
}

/// How some members moved, from all scores of now and those that were others before.
pub fn movements(now: &[(i64, i64)], before: &HashMap<i64, Option<i64>>, wanted: &[i64]) -> HashMap<i64, Movement> {
    let score_of: HashMap<i64, i64> = now.iter().copied().collect();
    let then = |id: i64, score: i64| before.get(&id).copied().unwrap_or(Some(score));
    let mut ranked_now: Vec<i64> = now.iter().map(|(_, score)| *score).collect();
    let gone = before.iter().filter(|(id, _)| !score_of.contains_key(id)).filter_map(|(_, score)| *score);
    let mut ranked_then: Vec<i64> = now.iter().filter_map(|&(id, score)| then(id, score)).chain(gone).collect();
    for ranked in [&mut ranked_now, &mut ranked_then] {
        ranked.sort_unstable_by(|one, other| other.cmp(one));
    }
    let rank = |ranked: &[i64], score: i64| ranked.partition_point(|other| *other > score) as i64 + 1;
    let movement = |id: &i64| {
        let score = *score_of.get(id)?;
        let moved = match then(*id, score) {
            Some(earlier) => told(before.contains_key(id), rank(&ranked_then, earlier) - rank(&ranked_now, score))?,
            None => Movement::New,
        };
        Some((*id, moved))
    };
    wanted.iter().filter_map(movement).collect()
}

/// A member's movement, from the earlier scores that differ; `rank` gives the present rank of a score.
pub fn movement(
    person: i64,
    before: &HashMap<i64, Option<i64>>,
    score_of: impl Fn(i64) -> Option<i64>,
    rank: impl Fn(i64) -> usize,
) -> Option<Movement> {
    let score = score_of(person)?;
    let Some(earlier) = before.get(&person).copied().unwrap_or(Some(score)) else { return Some(Movement::New) };
    let above = |score: Option<i64>| i64::from(score.is_some_and(|score| score > earlier));
    let others = before.iter().filter(|(id, _)| **id != person);
    let then: i64 = others.map(|(id, then)| above(*then) - above(score_of(*id))).sum();
    // The member itself does not stand above where it stood.
    let rank_then = rank(earlier) as i64 - above(Some(score)) + then;
    told(before.contains_key(&person), rank_then - rank(score) as i64)
}

#[derive(QueryableByName)]
struct Played {
    #[diesel(sql_type = BigInt)]
    person: i64,
    #[diesel(sql_type = BigInt)]
    as_white: i64,
    #[diesel(sql_type = Text)]
    outcome: Outcome,
}

/// How the last games of some members went, the last one last; one query for all of them.
pub fn forms(db: &mut Db, members: &[i64]) -> Result<HashMap<i64, Vec<&'static str>>, Error> {
    if members.is_empty() {
        return Ok(HashMap::new());
    }
    let ids = members.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    let side = |column: &str, as_white: u8| {
        format!(
            "SELECT {column} AS person, CAST({as_white} AS BIGINT) AS as_white, outcome, at, id FROM rating_events \
             WHERE NOT void AND outcome IS NOT NULL AND {column} IN ({ids})"
        )
    };
    let query = format!(
        "SELECT person, as_white, outcome FROM (SELECT person, as_white, outcome, at, id, \
         ROW_NUMBER() OVER (PARTITION BY person ORDER BY at DESC, id DESC) AS place FROM ({} UNION ALL {}) AS played) \
         AS placed WHERE place <= {FORM} ORDER BY at, id",
        side("first_id", 1),
        side("second_id", 0),
    );
    let rows: Vec<Played> = diesel::sql_query(query).load(db)?;
    let mut forms: HashMap<i64, Vec<&'static str>> = HashMap::new();
    for row in rows {
        let went = row.outcome.told_by(Color::from_white(row.as_white == 1));
        forms.entry(row.person).or_default().push(went.as_str());
    }
    Ok(forms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_move_by_what_they_were_before() {
        let now = [(1, 150), (2, 140), (3, 140), (4, 100)];
        // 2 led with 160, 3 had 100, 4 is new, 5 has left.
        let before = HashMap::from([(2, Some(160)), (3, Some(100)), (4, None), (5, Some(130))]);
        let moved = movements(&now, &before, &[1, 2, 3, 4, 9]);
        let told = HashMap::from([(2, Movement::By(-1)), (3, Movement::By(2)), (4, Movement::New)]);
        assert_eq!(moved, told, "of 1, who rose by what 2 lost, nothing is told");
        let score_of = |id: i64| now.iter().find(|(other, _)| *other == id).map(|(_, score)| *score);
        let rank = |score: i64| now.iter().filter(|(_, other)| *other > score).count() + 1;
        let gained = now.map(|(id, score)| has_gained(id, score, &before));
        assert_eq!(gained, [false, false, true, false]);
        for person in [1, 2, 3, 4, 9] {
            assert_eq!(movement(person, &before, score_of, rank), told.get(&person).copied(), "{person}");
        }
    }

    #[test]
    fn who_did_not_play_has_no_arrow_when_a_tie_breaks() {
        // All began level; 1 won against 2, and 3 has not played yet.
        let now = [(1, 120), (2, 80), (3, 100)];
        let before = HashMap::from([(1, Some(100)), (2, Some(100))]);
        let moved = movements(&now, &before, &[1, 2, 3]);
        assert_eq!(moved, HashMap::from([(1, Movement::By(0)), (2, Movement::By(-2))]));
    }
}

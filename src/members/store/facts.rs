//! The facts on a person's page.

use std::collections::BTreeMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::Serialize;
use shakmaty::Color;

use crate::auth::Viewpoint;
use crate::conduct::{self, Ban, ClockOrder, Monitor};
use crate::db::{Db, schema::games};
use crate::error::Error;
use crate::fields::as_said;
use crate::http::instant;
use crate::id::{GameId, PersonId};
use crate::members::Membership;
use crate::members::rules::{self, Feat, Record, Streaks, streaks};
use crate::ratings::history::Moved;
use crate::ratings::{self, EventKind, GameState, Outcome, Went};
use crate::sessions::store::{WeeksOf, weeks};

/// Games told of in `form`.
const FORM: usize = 10;

/// Somebody, as a reader may know them.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Known {
    pub id: PersonId,
    /// What they sign in with: told to themself, those who moderate and administrators.
    pub handle: Option<String>,
    pub name: String,
    #[serde(serialize_with = "instant::utc")]
    pub created_at: NaiveDateTime,
}

/// What the club tells a reader about one person; `membership` is the open one.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Facts {
    #[serde(flatten)]
    pub person: Known,
    pub score: Option<i64>,
    pub membership: Option<Membership>,
    pub memberships: Vec<Membership>,
    /// Of rated games.
    pub record: Record,
    /// The last ten rated games, newest first.
    pub form: Vec<Played>,
    pub streaks: Streaks,
    /// Most games first.
    pub head_to_head: Vec<Opponent>,
    /// At sessions held since joining the last time: told to the person and those who moderate.
    pub presence: Option<Presence>,
    /// What is in force of conduct; where cases and declarations are read without names (`public_initials`), for the
    /// person, those who moderate and staff. So is by whom and why somebody was removed.
    pub ban: Option<Ban>,
    pub monitor: Option<Monitor>,
    pub clock_order: Option<ClockOrder>,
}

/// A rated game as one of its players tells it.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Played {
    pub game: GameId,
    #[serde(serialize_with = "instant::utc")]
    pub played_at: NaiveDateTime,
    pub opponent: PersonId,
    pub opponent_name: String,
    /// `white` or `black`.
    #[serde(serialize_with = "as_said")]
    #[schema(value_type = String)]
    pub colour: Color,
    pub result: Went,
}

#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Opponent {
    pub person: PersonId,
    pub name: String,
    #[serde(flatten)]
    pub record: Record,
}

/// Presence by the register (Act 0.9).
#[derive(Clone, Debug, Default, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Presence {
    pub held: usize,
    pub present: usize,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub last_present_at: Option<NaiveDateTime>,
}

type Conduct = (Option<Ban>, Option<Monitor>, Option<ClockOrder>);

/// What is in force of a person's conduct, as somebody reads it who may know of it.
fn conduct_of(db: &mut Db, id: PersonId, reader: Viewpoint, now: NaiveDateTime) -> Result<Conduct, Error> {
    let ban: Vec<Ban> = conduct::store::ban_at(db, id, now)?.into_iter().collect();
    let ban = conduct::store::as_read_by(db, ban, reader)?.pop();
    Ok((ban, conduct::store::monitored_at(db, id, now)?, conduct::store::clock_order_at(db, id, now)?))
}

/// The facts about a person as they stand at `now`, as somebody reads them.
pub fn facts(db: &mut Db, id: PersonId, reader: Viewpoint, now: NaiveDateTime) -> Result<Facts, Error> {
    let person = super::known(db, id)?;
    let mut memberships = super::memberships(db, id)?;
    let is_told = reader.is(id) || !super::reads_initials(db, reader.roles, now)?;
    if !is_told {
        for membership in &mut memberships {
            (membership.removed_by, membership.removal_reason, membership.removal_act) = (None, None, None);
        }
    }
    let played = played(db, id)?;
    let mut record = Record::default();
    let mut opponents: BTreeMap<PersonId, Opponent> = BTreeMap::new();
    for game in &played {
        record.add(game.result);
        let opponent = opponents.entry(game.opponent).or_insert_with(|| Opponent {
            person: game.opponent,
            name: game.opponent_name.clone(),
            record: Record::default(),
        });
        opponent.record.add(game.result);
    }
    let mut head_to_head: Vec<Opponent> = opponents.into_values().collect();
    head_to_head.sort_by_key(|opponent| std::cmp::Reverse(opponent.record.games()));
    let (ban, monitor, clock_order) = if is_told { conduct_of(db, id, reader, now)? } else { Conduct::default() };
    let membership = memberships.iter().find(|membership| membership.holds_at(now)).cloned();
    let presence = match reader.is(id) || reader.moderates() {
        true => Some(presence(db, id, membership.as_ref(), now)?),
        false => None,
    };
    let person = Known {
        id,
        handle: Some(person.handle).filter(|_| super::tells_handle(reader, id)),
        name: person.name,
        created_at: person.created_at,
    };
    Ok(Facts {
        score: ratings::store::score(db, id)?,
        record,
        streaks: streaks(played.iter().map(|game| game.result)),
        form: played.into_iter().rev().take(FORM).collect(),
        head_to_head,
        presence,
        ban,
        monitor,
        clock_order,
        membership,
        memberships,
        person,
    })
}

/// The rated games of a person, oldest first.
pub fn played(db: &mut Db, id: PersonId) -> Result<Vec<Played>, Error> {
    let rows: Vec<(GameId, NaiveDateTime, PersonId, PersonId, Outcome)> = games::table
        .filter(games::white_id.eq(id).or(games::black_id.eq(id)))
        .filter(games::state.eq(GameState::Rated))
        .order((games::played_at, games::id))
        .select((games::id, games::played_at, games::white_id, games::black_id, games::result))
        .load(db)?;
    let opponent_of = |white: PersonId, black: PersonId| if white == id { black } else { white };
    let mut opponents: Vec<PersonId> = rows.iter().map(|row| opponent_of(row.2, row.3)).collect();
    opponents.sort_unstable();
    opponents.dedup();
    let names = super::names(db, &opponents)?;
    let told = |(game, played_at, white, black, outcome)| {
        let opponent = opponent_of(white, black);
        let colour = Color::from_white(white == id);
        Played {
            game,
            played_at,
            opponent,
            opponent_name: names.get(&opponent).cloned().unwrap_or_default(),
            colour,
            result: Outcome::told_by(outcome, colour),
        }
    };
    Ok(rows.into_iter().map(told).collect())
}

/// What a game deserves a cheer for as one of its players tells it, while it is the last of theirs that counts.
pub fn feat(db: &mut Db, id: PersonId, game: GameId) -> Result<Option<Feat>, Error> {
    let played = played(db, id)?;
    if played.last().is_none_or(|last| last.game != game) {
        return Ok(None);
    }
    let results: Vec<Went> = played.iter().map(|game| game.result).collect();
    let log = ratings::history::log(db, id)?;
    // Up to the game: what an event gave that came after it is no feat of the game.
    let is_its = |moved: &Moved| moved.kind == EventKind::Game && moved.game == Some(game);
    let end = log.iter().rposition(is_its).map_or(0, |place| place + 1);
    let scores: Vec<i64> = log.iter().take(end).filter_map(|moved| moved.score).collect();
    Ok(rules::feat(&results, &scores))
}

fn presence(db: &mut Db, id: PersonId, membership: Option<&Membership>, now: NaiveDateTime) -> Result<Presence, Error> {
    let Some(membership) = membership else { return Ok(Presence::default()) };
    let weeks = weeks(db, &WeeksOf::These(vec![id]), now)?;
    let present = weeks.present.get(&id);
    let mut told = Presence::default();
    let counts = |starts_at| starts_at > membership.joined_at && starts_at <= now;
    for session in weeks.held.iter().filter(|session| counts(session.starts_at)) {
        told.held += 1;
        if present.is_some_and(|present| present.contains(&session.id)) {
            told.present += 1;
            told.last_present_at = Some(session.starts_at);
        }
    }
    Ok(told)
}

/// Somebody by name.
#[derive(Clone, Debug)]
pub struct Named {
    pub id: PersonId,
    pub name: String,
}

/// The rated games of two people, as the first of them tells it.
pub fn record_between(db: &mut Db, one: PersonId, other: PersonId) -> Result<Record, Error> {
    let mut record = Record::default();
    for game in played(db, one)?.into_iter().filter(|game| game.opponent == other) {
        record.add(game.result);
    }
    Ok(record)
}

/// How many rated games somebody has played with each of some others; who is missing, with none.
pub fn games_with(db: &mut Db, me: PersonId, others: &[PersonId]) -> Result<BTreeMap<PersonId, usize>, Error> {
    let others: Vec<i64> = others.iter().map(|other| other.0).collect();
    let (white, black) = (games::white_id, games::black_id);
    let of_both = white.eq(me).and(black.eq_any(others.clone())).or(black.eq(me).and(white.eq_any(others)));
    let rated = games::table.filter(of_both).filter(games::state.eq(GameState::Rated));
    let players: Vec<(PersonId, PersonId)> = rated.select((white, black)).load(db)?;
    let mut with: BTreeMap<PersonId, usize> = BTreeMap::new();
    for (white, black) in players {
        *with.entry(if white == me { black } else { white }).or_default() += 1;
    }
    Ok(with)
}

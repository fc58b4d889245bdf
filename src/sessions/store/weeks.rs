//! The facts that deductions and lapses are computed from: the held weeks, who was there, who
//! played.

use std::collections::{HashMap, HashSet};

use chrono::{Datelike, NaiveDateTime};
use diesel::prelude::*;
use rookery_ratings::deductions::{self, Calendar, DeductionRules};

use crate::db::{
    Cited, Db,
    schema::{attendance, games, memberships, sessions},
};
use crate::error::Error;
use crate::id::{PersonId, SessionId};
use crate::ratings::GameState;
use crate::rulebook::{self, HouseRules, Version};
use crate::sessions::calendar::local_date;
use crate::sessions::{Session, Stay, StayId, rules};

/// Whose weeks are asked for.
#[derive(Clone, Debug)]
pub enum WeeksOf {
    /// Everybody's who is on the leaderboard now.
    Members,
    These(Vec<PersonId>),
}

/// The held weeks of the club, and the memberships that they are reckoned for.
pub struct Weeks {
    pub calendar: Calendar,
    /// All memberships of each person, closed ones too.
    pub memberships: Vec<(PersonId, deductions::Membership)>,
    /// The sessions held by `now` at which each was present (Act 0.9).
    pub present: HashMap<PersonId, HashSet<SessionId>>,
    pub held: Vec<Session>,
}

type StayRow = (SessionId, PersonId, NaiveDateTime, Option<NaiveDateTime>);
type GameRow = (PersonId, PersonId, NaiveDateTime, GameState, Cited);

/// The weeks of some people, with the register as it stands at `now`.
pub fn weeks(db: &mut Db, whose: &WeeksOf, now: NaiveDateTime) -> Result<Weeks, Error> {
    let held: Vec<Session> =
        sessions::table.filter(sessions::cancelled_at.is_null()).order(sessions::starts_at).load(db)?;
    let versions = rulebook::versions(db)?;
    let (memberships, stays, games) = rows(db, whose)?;

    let by_id: HashMap<SessionId, (&Session, HouseRules)> =
        held.iter().map(|session| (session.id, (session, in_force(&versions, session.starts_at)))).collect();
    let mut present: HashMap<PersonId, HashSet<SessionId>> = HashMap::new();
    for (id, person, arrived_at, left_at) in stays {
        let stay = Stay { id: StayId(0), person, arrived_at, left_at };
        if let Some((session, rules)) = by_id.get(&id)
            && rules::is_presence(session, &stay, rules, now)
        {
            present.entry(person).or_default().insert(id);
        }
    }
    let mut played: HashMap<PersonId, Vec<NaiveDateTime>> = HashMap::new();
    for (white, black, at, state, acts) in games {
        if state.was_played(&acts) {
            played.entry(white).or_default().push(at);
            played.entry(black).or_default().push(at);
        }
    }
    let memberships = memberships
        .into_iter()
        .map(|(person, joined, left)| {
            let at_sessions = present.get(&person).into_iter().flatten().map(|id| id.0).collect();
            let played = played.get(&person).cloned().unwrap_or_default();
            let within = |at: &NaiveDateTime| left.is_none_or(|left| *at < left);
            let played = played.into_iter().filter(within).collect();
            (person, deductions::Membership { joined, left, present: at_sessions, played })
        })
        .collect();
    let calendar = Calendar::new(held.iter().map(|session| {
        let house = by_id.get(&session.id).map_or_else(HouseRules::default, |(_, rules)| rules.clone());
        deductions::Session {
            id: session.id.0,
            starts: session.starts_at,
            ends: session.ends_at,
            week: local_date(session.starts_at.and_utc(), house.time_zone).iso_week(),
            rules: deduction_rules(&house),
        }
    }));
    Ok(Weeks { calendar, memberships, present, held })
}

fn in_force(versions: &[Version], at: NaiveDateTime) -> HouseRules {
    let version = versions.iter().rev().find(|version| version.published_at <= at);
    version.map_or_else(HouseRules::default, |version| version.rules.clone())
}

fn deduction_rules(house: &HouseRules) -> DeductionRules {
    DeductionRules {
        absence_from: house.absence_from_week,
        absence_points: house.absence_points.try_into().unwrap_or(i32::MAX),
        idleness_from: house.idleness_from_week,
        idleness_points: house.idleness_points.try_into().unwrap_or(i32::MAX),
    }
}

type MembershipRow = (PersonId, NaiveDateTime, Option<NaiveDateTime>);
type Rows = (Vec<MembershipRow>, Vec<StayRow>, Vec<GameRow>);

fn rows(db: &mut Db, whose: &WeeksOf) -> Result<Rows, Error> {
    let mut times = memberships::table
        .select((memberships::person_id, memberships::joined_at, memberships::removed_at))
        .order((memberships::person_id, memberships::joined_at))
        .into_boxed();
    let mut stays = attendance::table
        .filter(attendance::struck_at.is_null())
        .select((attendance::session_id, attendance::person_id, attendance::arrived_at, attendance::left_at))
        .into_boxed();
    let mut played = games::table
        .select((games::white_id, games::black_id, games::played_at, games::state, games::state_acts))
        .into_boxed();
    match whose {
        WeeksOf::Members => {
            let open = diesel::alias!(memberships as open);
            let members = open.filter(open.field(memberships::removed_at).is_null());
            let members = members.select(open.field(memberships::person_id));
            times = times.filter(memberships::person_id.eq_any(members));
        }
        WeeksOf::These(people) => {
            let ids: Vec<i64> = people.iter().map(|person| person.0).collect();
            times = times.filter(memberships::person_id.eq_any(ids.clone()));
            stays = stays.filter(attendance::person_id.eq_any(ids.clone()));
            played = played.filter(games::white_id.eq_any(ids.clone()).or(games::black_id.eq_any(ids)));
        }
    }
    Ok((times.load(db)?, stays.load(db)?, played.load(db)?))
}

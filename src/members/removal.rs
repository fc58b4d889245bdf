//! Removals: members who have lapsed, whom the Chief Justice may remove (Act II.7; T10), and until when a request is due.

use chrono::NaiveDateTime;
use rookery_messages::Message;
use rookery_ratings::deductions::{Lapse, RemovalRules};
use serde::Serialize;

use crate::db::Db;
use crate::error::Error;
use crate::http::instant;
use crate::id::PersonId;
use crate::members::store;
use crate::rulebook::{self, HouseRules};
use crate::sessions::calendar::deadline;
use crate::sessions::store::{WeeksOf, weeks};

/// Until when a request whose days begin now is to be granted (Act II.8, T2).
pub fn due(house: &HouseRules, now: NaiveDateTime) -> NaiveDateTime {
    deadline(now.and_utc(), house.removal_request_days, house.time_zone).naive_utc()
}

/// A member who can be removed, and why.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Lapsed {
    pub person: PersonId,
    pub name: String,
    /// Weeks present, and games played, in the weeks told of.
    pub present: usize,
    pub games: u32,
    /// The last held weeks of this membership, oldest first.
    pub weeks: Vec<Week>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Week {
    /// When its last session closed.
    #[serde(serialize_with = "instant::utc")]
    pub closed_at: NaiveDateTime,
    pub present: bool,
    pub games: u32,
}

fn window(house: &HouseRules) -> RemovalRules {
    let number = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    RemovalRules {
        window: number(house.removal_weeks),
        most_present: number(house.removal_most_present),
        most_games: house.removal_most_games,
    }
}

fn lapses(db: &mut Db, whose: &WeeksOf, now: NaiveDateTime) -> Result<Vec<(PersonId, Lapse)>, Error> {
    let rules = window(&rulebook::in_force(db, now)?);
    let weeks = weeks(db, whose, now)?;
    let lapse = |(person, membership)| Some((person, weeks.calendar.lapsed(&membership, rules, now)?));
    Ok(weeks.memberships.clone().into_iter().filter_map(lapse).collect())
}

/// All lapsed members who can be removed.
pub fn lapsed(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Lapsed>, Error> {
    let lapses = lapses(db, &WeeksOf::Members, now)?;
    let people: Vec<PersonId> = lapses.iter().map(|(person, _)| *person).collect();
    let names = store::names(db, &people)?;
    let told = |(person, lapse): (PersonId, Lapse)| Lapsed {
        person,
        name: names.get(&person).cloned().unwrap_or_default(),
        present: lapse.present,
        games: lapse.games,
        weeks: lapse
            .weeks
            .into_iter()
            .map(|week| Week { closed_at: week.closed, present: week.present, games: week.games })
            .collect(),
    };
    Ok(lapses.into_iter().map(told).collect())
}

/// Why a member may be removed; refused where the member has not lapsed.
pub fn why_lapsed(db: &mut Db, person: PersonId, now: NaiveDateTime) -> Result<Message, Error> {
    let rules = window(&rulebook::in_force(db, now)?);
    let lapse = lapses(db, &WeeksOf::These(vec![person]), now)?.pop().map(|(_, lapse)| lapse);
    Ok(super::rules::why_lapsed(lapse.as_ref(), rules)?)
}

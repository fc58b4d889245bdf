//! When the next thing on pages changes by time alone: a ban ends, a session begins, somebody has been present for long
//! enough.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::dsl::min;
use diesel::prelude::*;

use crate::clock::{end_of_minute, later};
use crate::db::{
    Db,
    schema::{attendance, bans, house_rules, sessions},
};
use crate::error::Error;
use crate::id::SessionId;
use crate::rulebook;
use crate::sessions::store::sessions_at;

/// A session is over so long after its end (T1).
const CLOSING: TimeDelta = TimeDelta::seconds(1);
/// Where lists of sessions begin and end, seen from now.
const WEEKS: [TimeDelta; 4] = [TimeDelta::weeks(-26), TimeDelta::weeks(-4), TimeDelta::weeks(4), TimeDelta::weeks(8)];

/// The first instant after `now` at which an answer that is held may be another one though nobody changes anything; the
/// end of the minute at the latest, at which days and most sessions begin and end.
pub fn changes_at(db: &mut Db, now: NaiveDateTime) -> Result<NaiveDateTime, Error> {
    let minute = end_of_minute(now);
    let mut first = minute;
    // Some things change at their end, and some right after it: so the instant after `now` is the earliest.
    let mut comes = |at: NaiveDateTime| {
        if at >= now {
            first = first.min(at.max(later(now, TimeDelta::microseconds(1))));
        }
    };
    let bans: Option<NaiveDateTime> = bans::table.filter(bans::ends_at.ge(now)).select(min(bans::ends_at)).first(db)?;
    let rules = house_rules::table.filter(house_rules::published_at.ge(now));
    let rules: Option<NaiveDateTime> = rules.select(min(house_rules::published_at)).first(db)?;
    bans.into_iter().chain(rules).for_each(&mut comes);

    let begins = |weeks: TimeDelta| sessions::starts_at.between(later(now, weeks), later(minute, weeks));
    let [past, lately, soon, then] = WEEKS.map(begins);
    let ends = sessions::ends_at.between(later(now, -CLOSING), minute);
    let near = begins(TimeDelta::zero()).or(past).or(lately).or(soon).or(then).or(ends);
    let near: Vec<(NaiveDateTime, NaiveDateTime)> =
        sessions::table.filter(near).select((sessions::starts_at, sessions::ends_at)).load(db)?;
    for (starts_at, ends_at) in near {
        let begins = WEEKS.map(|weeks| later(starts_at, -weeks));
        begins.into_iter().chain([starts_at, ends_at, later(ends_at, CLOSING)]).for_each(&mut comes);
    }

    let on: Vec<(SessionId, NaiveDateTime)> = sessions_at(now).select((sessions::id, sessions::starts_at)).load(db)?;
    for (session, starts_at) in on {
        let full = TimeDelta::minutes(rulebook::in_force(db, starts_at)?.present_minutes);
        let there = attendance::table.filter(attendance::session_id.eq(session));
        let there = there.filter(attendance::arrived_at.ge(later(now, -full)));
        let there: Option<NaiveDateTime> = there.select(min(attendance::arrived_at)).first(db)?;
        there.into_iter().chain([starts_at]).for_each(|from| comes(later(from, full)));
    }
    Ok(first)
}

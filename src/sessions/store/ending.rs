//! How sessions were ended before their time, as the act log has it.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use diesel::prelude::*;
use serde_json::Value;

use crate::audit::Word;
use crate::db::{Db, schema::acts};
use crate::error::Error;
use crate::id::{PersonId, SessionId};
use crate::sessions::Session;
use crate::sessions::rules::hours::{Ended, GOES_ON_WITHIN};

/// An entry of the act log: subject, act, who, when, body.
type Logged = (String, String, Option<PersonId>, NaiveDateTime, String);

/// How each of these sessions was ended; without those that were not, or that went on since.
pub fn ended(db: &mut Db, sessions: &[SessionId]) -> Result<Vec<(SessionId, Ended)>, Error> {
    let subjects: Vec<String> = sessions.iter().map(|session| session.subject()).collect();
    let entries: Vec<Logged> = acts::table
        .filter(acts::subject.eq_any(&subjects))
        .filter(acts::act.eq_any([Word::SessionEnded, Word::SessionWentOn]))
        .order(acts::id)
        .select((acts::subject, acts::act, acts::actor_id, acts::at, acts::body))
        .load(db)?;
    let mut all = Vec::new();
    for (session, subject) in sessions.iter().zip(&subjects) {
        let last = entries.iter().rfind(|(of, ..)| of == subject);
        let Some((_, act, by, at, body)) = last else { continue };
        if Word::of(act) != Some(Word::SessionEnded) {
            continue;
        }
        let body: Value = serde_json::from_str(body)?;
        // Older entries do not say it.
        let instead_of: Option<DateTime<Utc>> = serde_json::from_value(body["instead_of"].clone()).ok();
        all.extend(instead_of.map(|until| (*session, Ended { by: *by, at: *at, instead_of: until.naive_utc() })));
    }
    Ok(all)
}

/// Of sessions that have closed, those that somebody ended just now and may yet go on with: nothing follows from their end.
pub fn may_go_on(db: &mut Db, closed: &[Session], now: NaiveDateTime) -> Result<Vec<SessionId>, Error> {
    // A session that is ended now has closed a second ago.
    let since = now - GOES_ON_WITHIN - TimeDelta::seconds(1);
    let lately = closed.iter().filter(|session| session.closes_at() >= since);
    let lately: Vec<SessionId> = lately.map(|session| session.id).collect();
    if lately.is_empty() {
        return Ok(lately);
    }
    let ended = ended(db, &lately)?.into_iter();
    Ok(ended.filter(|(_, ended)| ended.can_be_undone(now)).map(|(session, _)| session).collect())
}

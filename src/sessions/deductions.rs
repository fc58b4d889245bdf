//! Posts deductions for absence and idleness (Act II.6). What is due follows from the calendar, the register and the games
//! (`crates/ratings/src/deductions.rs`); it is compared with the log, and the difference is posted.
//!
//! [`reckon_until`] is called when a session closes, [`reckon`] when one of the three was corrected.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::NaiveDateTime;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use rookery_messages::{Message, say};
use rookery_ratings::deductions::{Deduction, DeductionKind, Difference, Posted, difference};

use super::Session;
use super::store::{self, WeeksOf};
use crate::db::{
    Db, Tx,
    schema::{lifted_deductions, rating_events, sessions},
};
use crate::error::Error;
use crate::id::{EventId, PersonId, SessionId};
use crate::ratings::{
    self, EventKind,
    store::{Cause, NewEvent},
};

/// Reckons deductions again after the calendar, the register or games were corrected, up to the last session that is
/// settled. Gives how many events of the log changed.
pub fn reckon(tx: &mut Tx, whose: &WeeksOf, why: &Message) -> Result<usize, Error> {
    let last: Option<Session> = sessions::table
        .filter(sessions::settled_at.is_not_null())
        .order(sessions::starts_at.desc())
        .first(tx.db)
        .optional()?;
    match last {
        Some(last) => Ok(reckon_until(tx, whose, last.closes_at(), why)?.len()),
        None => Ok(0),
    }
}

/// Reckons deductions up to an instant; returns the session of each that was posted or undone.
pub fn reckon_until(
    tx: &mut Tx,
    whose: &WeeksOf,
    until: NaiveDateTime,
    why: &Message,
) -> Result<Vec<SessionId>, Error> {
    let weeks = store::weeks(tx.db, whose, until)?;
    let mut due: BTreeMap<PersonId, Vec<Deduction>> = BTreeMap::new();
    for (person, membership) in &weeks.memberships {
        due.entry(*person).or_default().extend(weeks.calendar.due(membership, until));
    }
    let log = of_the_log(tx.db, whose)?;
    let mut changed = Vec::new();
    let mut new = Vec::new();
    for (person, due) in due {
        let written = log.get(&person).map(Vec::as_slice).unwrap_or_default();
        let counting: Vec<Posted> =
            written.iter().filter(|row| !row.void || row.lifted).map(|row| row.posted(&due)).collect();
        let Difference { post, void } = difference(&due, &counting);
        for event in void {
            ratings::store::set_void(tx, EventId(event), true, &Cause::correction(why.clone(), "II.6"))?;
            changed.extend(written.iter().find(|row| row.event.0 == event).map(|row| row.session));
        }
        for deduction in post {
            let cause = cause_of(&deduction);
            let session = SessionId(deduction.session);
            match written.iter().find(|row| (row.session, row.kind) == (session, deduction.kind)) {
                Some(row) => ratings::store::set_void(tx, row.event, false, &Cause { correction: true, ..cause })?,
                None => new.push((deduction.at, event_of(person, &deduction), cause)),
            }
            changed.push(session);
        }
    }
    ratings::bulk::post_many(tx, new, &Cause::correction(why.clone(), "II.6"))?;
    Ok(changed)
}

/// Lifts a deduction by the Court's word, or lets it fall after all (Act II.6.3). What is lifted stays so,
/// however often deductions are reckoned again (T9); what was not lifted does not fall again.
pub fn lift(tx: &mut Tx, event: EventId, lifted: bool, cause: &Cause) -> Result<(), Error> {
    let was_lifted = diesel::delete(lifted_deductions::table.find(event)).execute(tx.db)? > 0;
    if lifted {
        diesel::insert_into(lifted_deductions::table).values(lifted_deductions::event_id.eq(event)).execute(tx.db)?;
    }
    if lifted || was_lifted { ratings::store::set_void(tx, event, lifted, cause) } else { Ok(()) }
}

fn cause_of(deduction: &Deduction) -> Cause {
    let day = deduction.at.date();
    let text = match deduction.kind {
        DeductionKind::Absence => say!("Absent in the week of {day}", day),
        DeductionKind::Idleness => say!("Present without a game in the week of {day}", day),
    };
    Cause::new(text, deduction.kind.act())
}

fn event_of(person: PersonId, deduction: &Deduction) -> NewEvent {
    let (session, points) = (SessionId(deduction.session), i64::from(deduction.points));
    match deduction.kind {
        DeductionKind::Absence => NewEvent::Absence { person, session, points },
        DeductionKind::Idleness => NewEvent::Idleness { person, session, points },
    }
}

/// A deduction in the log.
struct Written {
    event: EventId,
    session: SessionId,
    kind: DeductionKind,
    at: NaiveDateTime,
    points: i32,
    void: bool,
    /// Void by the Court's word (Act II.6.3), not by reckoning again.
    lifted: bool,
}

impl Written {
    /// As [`difference`] compares it. What a deduction was worth is a matter of its own session's
    /// rules, so one that is due again is the same whatever the rules say since.
    fn posted(&self, due: &[Deduction]) -> Posted {
        let same = due.iter().find(|due| (due.session, due.kind) == (self.session.0, self.kind)).copied();
        let written = Deduction { session: self.session.0, at: self.at, kind: self.kind, points: self.points };
        Posted { event: self.event.0, deduction: same.unwrap_or(written), lifted: self.lifted }
    }
}

/// The deductions in the log, by person.
fn of_the_log(db: &mut Db, whose: &WeeksOf) -> Result<HashMap<PersonId, Vec<Written>>, Error> {
    // In the words of the index `rating_events_deduction`: without them all of the log is looked through.
    let mut rows = rating_events::table
        .filter(sql::<Bool>("rating_events.kind IN ('absence', 'idleness')"))
        .select((
            rating_events::id,
            rating_events::first_id,
            rating_events::session_id,
            rating_events::kind,
            rating_events::at,
            rating_events::points,
            rating_events::void,
        ))
        .into_boxed();
    if let WeeksOf::These(people) = whose {
        rows = rows.filter(rating_events::first_id.eq_any(people.iter().map(|person| person.0).collect::<Vec<_>>()));
    }
    type Row = (EventId, PersonId, Option<SessionId>, EventKind, NaiveDateTime, i64, bool);
    let rows: Vec<Row> = rows.load(db)?;
    let lifted_events = lifted_deductions::table.select(lifted_deductions::event_id).load::<EventId>(db)?;
    let lifted_events: HashSet<EventId> = lifted_events.into_iter().collect();
    let mut log: HashMap<PersonId, Vec<Written>> = HashMap::new();
    for (event, person, session, kind, at, points, void) in rows {
        let Some(session) = session else { continue };
        let kind = DeductionKind::try_from(kind).map_err(Error::internal)?;
        let points = i32::try_from(points).map_err(Error::internal)?;
        let lifted = lifted_events.contains(&event);
        log.entry(person).or_default().push(Written { event, session, kind, at, points, void, lifted });
    }
    Ok(log)
}

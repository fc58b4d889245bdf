//! Acts of the Chief Justice alone in the database.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::say;

use super::actions::NewChiefAct;
use super::{Adjustment, Basis, ChiefAct, ChiefActId};
use crate::auth::Viewpoint;
use crate::db::{
    Db, Kept, Tx,
    schema::{chief_act_adjustments as adjustments, chief_acts},
};
use crate::error::Error;
use crate::id::{EventId, PersonId};
use crate::members;
use crate::ratings::store::{Cause, NewEvent, post, set_void};

/// Writes an act down and moves the scores that it adjusts.
pub fn add(tx: &mut Tx, by: PersonId, new: &NewChiefAct) -> Result<ChiefActId, Error> {
    let now = tx.now;
    let id: ChiefActId = diesel::insert_into(chief_acts::table)
        .values((
            chief_acts::done_by.eq(by),
            chief_acts::act.eq(new.act),
            chief_acts::reason.eq(&new.reason),
            chief_acts::effect.eq(Kept::of(new.effect.clone())),
            chief_acts::done_at.eq(now),
        ))
        .returning(chief_acts::id)
        .get_result(tx.db)?;
    let cause = Cause::new(
        say!("Technical modification {number}: {effect}", number = id.0, effect = &new.effect),
        new.act.as_str(),
    );
    for Adjustment { person, delta } in new.adjustments.iter().copied() {
        let event = post(tx, now, NewEvent::Adjustment { person, delta }, &cause)?.id;
        diesel::insert_into(adjustments::table)
            .values((
                adjustments::chief_act_id.eq(id),
                adjustments::person_id.eq(person),
                adjustments::delta.eq(delta),
                adjustments::event_id.eq(event),
            ))
            .execute(tx.db)?;
    }
    Ok(id)
}

/// Writes down that an act is undone, or is again; its adjustments of scores follow.
pub fn set_undone(tx: &mut Tx, id: ChiefActId, undone: bool, cause: &Cause) -> Result<(), Error> {
    let events: Vec<EventId> = adjustments::table
        .filter(adjustments::chief_act_id.eq(id))
        .order(adjustments::id)
        .select(adjustments::event_id)
        .load(tx.db)?;
    for event in events {
        set_void(tx, event, undone, &Cause { correction: true, ..cause.clone() })?;
    }
    let now = tx.now;
    let undone_by = undone.then(|| Kept::of(cause.text.clone()));
    diesel::update(chief_acts::table.find(id))
        .set((chief_acts::undone_at.eq(undone.then_some(now)), chief_acts::undone_by.eq(undone_by)))
        .execute(tx.db)?;
    Ok(())
}

type Row = (ChiefActId, PersonId, Basis, String, Kept, NaiveDateTime, Option<NaiveDateTime>, Option<Kept>);

fn whole(db: &mut Db, rows: Vec<Row>) -> Result<Vec<ChiefAct>, Error> {
    let ids: Vec<i64> = rows.iter().map(|row| row.0.0).collect();
    let of_these: Vec<(ChiefActId, PersonId, i64)> = adjustments::table
        .filter(adjustments::chief_act_id.eq_any(ids))
        .order(adjustments::id)
        .select((adjustments::chief_act_id, adjustments::person_id, adjustments::delta))
        .load(db)?;
    let mut by_act: HashMap<ChiefActId, Vec<Adjustment>> = HashMap::new();
    for (id, person, delta) in of_these {
        by_act.entry(id).or_default().push(Adjustment { person, delta });
    }
    let act = |(id, by, act, reason, effect, done_at, undone_at, undone_by)| {
        let adjustments = by_act.remove(&id).unwrap_or_default();
        ChiefAct { id, by, act, reason, effect, done_at, undone_at, undone_by, adjustments }
    };
    Ok(rows.into_iter().map(act).collect())
}

/// An act that must exist.
pub fn chief_act(db: &mut Db, id: ChiefActId) -> Result<ChiefAct, Error> {
    let rows: Vec<Row> = chief_acts::table.find(id).load(db)?;
    whole(db, rows)?.pop().ok_or_else(|| crate::not_found!("act of the Chief Justice").into())
}

/// Acts of the Chief Justice, newest first, from before a cursor on.
pub fn list(db: &mut Db, before: Option<i64>, limit: i64) -> Result<Vec<ChiefAct>, Error> {
    let mut query = chief_acts::table.order(chief_acts::id.desc()).limit(limit).into_boxed();
    if let Some(before) = before {
        query = query.filter(chief_acts::id.lt(before));
    }
    let rows = query.load(db)?;
    whole(db, rows)
}

/// Acts as somebody reads them: where the club reads of them without names, as [`ChiefAct::cover`] has it.
pub fn as_read_by(
    db: &mut Db,
    mut acts: Vec<ChiefAct>,
    reader: Viewpoint,
    now: NaiveDateTime,
) -> Result<Vec<ChiefAct>, Error> {
    if members::store::reads_initials(db, reader.roles, now)? {
        acts.iter_mut().for_each(|act| act.cover(reader));
    }
    Ok(acts)
}

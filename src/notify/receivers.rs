//! Delivery queues: one for each webhook, mail domain and push service, and one for Discord, so that a receiver that does
//! not answer delays no other.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::Message as Sentence;

use super::worker::{ATTEMPTS, LEASE, Round, wait};
use super::{Channel, Topic};
use crate::clock::later;
use crate::db::{
    Db, Kept, Tx,
    schema::{outbox, receivers},
};
use crate::error::Error;

/// Receivers for which something is due and that no worker is with, the longest waiting first.
pub fn due(db: &mut Db, channel: Channel, now: NaiveDateTime, most: i64) -> Result<Vec<String>, Error> {
    let taken = receivers::table.filter(receivers::rests_until.gt(now)).select(receivers::name);
    Ok(outbox::table
        .filter(outbox::delivered_at.is_null().and(outbox::failed_at.is_null()))
        .filter(outbox::next_attempt_at.le(now).and(outbox::channel.eq(channel)))
        .filter(outbox::receiver.ne_all(taken))
        .group_by(outbox::receiver)
        .order(diesel::dsl::min(outbox::next_attempt_at))
        .limit(most)
        .select(outbox::receiver)
        .load(db)?)
}

/// Takes a receiver for one worker, which may be gone after a time.
pub fn take(tx: &mut Tx, receiver: &str, until: NaiveDateTime) -> Result<(), Error> {
    let taken = diesel::update(receivers::table.find(receiver)).set(receivers::rests_until.eq(until)).execute(tx.db)?;
    if taken == 0 {
        let row = (receivers::name.eq(receiver), receivers::failures.eq(0), receivers::rests_until.eq(until));
        diesel::insert_into(receivers::table).values(row).execute(tx.db)?;
    }
    Ok(())
}

/// The receiver answered, whatever it said: its next message may be brought at once.
pub fn let_go(tx: &mut Tx, receiver: &str) -> Result<(), Error> {
    diesel::delete(receivers::table.find(receiver)).execute(tx.db)?;
    Ok(())
}

/// The receiver did not answer: it is left alone, twice as long as the last time, and what waits for it counts that as
/// an attempt of its own, since it would have come to the same.
pub fn leave_alone(tx: &mut Tx, receiver: &str, why: &Sentence) -> Result<Round, Error> {
    let (now, told) = (tx.now, Kept::of(why.clone()));
    let failures: i64 =
        receivers::table.find(receiver).select(receivers::failures).first(tx.db).optional()?.unwrap_or(0) + 1;
    let again = later(now, wait(failures));
    take(tx, receiver, again)?;
    diesel::update(receivers::table.find(receiver)).set(receivers::failures.eq(failures)).execute(tx.db)?;
    // Messages that were claimed together with the failed one had this attempt counted when they were claimed.
    let due = outbox::receiver.eq(receiver).and(outbox::next_attempt_at.le(now));
    let waiting = outbox::delivered_at.is_null().and(outbox::failed_at.is_null());
    diesel::update(outbox::table.filter(due).filter(waiting))
        .set(outbox::attempts.eq(outbox::attempts + 1))
        .execute(tx.db)?;
    let of_it = outbox::receiver.eq(receiver).and(outbox::next_attempt_at.le(later(now, LEASE)));
    let is_last = outbox::attempts.ge(ATTEMPTS).or(outbox::topic.eq_any(Topic::TESTS));
    let given_up = diesel::update(outbox::table.filter(of_it).filter(waiting).filter(is_last))
        .set((outbox::failed_at.eq(now), outbox::last_error.eq(&told)))
        .execute(tx.db)?;
    let put_off = diesel::update(outbox::table.filter(of_it).filter(waiting))
        .set((outbox::next_attempt_at.eq(again), outbox::last_error.eq(&told)))
        .execute(tx.db)?;
    if given_up > 0 {
        tracing::error!(receiver, given_up, %why, "messages were given up: their receiver does not answer");
    }
    Ok(Round { delivered: 0, put_off, given_up })
}

//! The browsers in which somebody switched push messages on. Each subscription ends with the sign-in that made it.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use serde::Serialize;

use super::sealing::Keys;
use crate::clock::later;
use crate::db::{
    Db, Tx,
    schema::{accounts, push_devices, sign_ins},
};
use crate::error::Error;
use crate::http::instant;
use crate::id::PersonId;
use crate::notify::DeviceId;

/// A browser that shows messages.
#[derive(Clone, Debug, PartialEq, Serialize, Queryable, utoipa::ToSchema)]
pub struct Device {
    pub id: DeviceId,
    /// What its owner calls it; may be empty.
    pub name: String,
    /// Whether it shows only that there is something.
    pub discreet: bool,
    #[serde(serialize_with = "instant::utc")]
    pub created_at: NaiveDateTime,
    /// The sign-in that it belongs to.
    #[serde(skip)]
    pub sign_in: i64,
}

/// A device that was added.
pub struct NewDevice {
    pub name: String,
    pub discreet: bool,
    /// Where its push service takes messages for it.
    pub endpoint: String,
    pub keys: Keys,
    /// When that address ends, if its browser said so.
    pub expires_at: Option<NaiveDateTime>,
}

/// Sign-ins that nobody has signed out of, and that no change of the account has ended.
macro_rules! open {
    () => {
        sign_ins::table
            .inner_join(
                accounts::table
                    .on(accounts::person_id.eq(sign_ins::person_id).and(accounts::generation.eq(sign_ins::generation))),
            )
            .filter(sign_ins::ended_at.is_null())
    };
}

/// Devices that hold at an instant: neither their sign-in nor their address has ended or expired.
macro_rules! holding {
    ($now:expr) => {
        push_devices::table
            .filter(push_devices::sign_in_id.eq_any(open!().filter(sign_ins::expires_at.gt($now)).select(sign_ins::id)))
            .filter(push_devices::expires_at.is_null().or(push_devices::expires_at.assume_not_null().gt($now)))
    };
}

/// How long a device is remembered whose address is over: its browser may give another one.
const REMEMBERED: TimeDelta = TimeDelta::days(60);

/// Somebody's devices, the newest first.
pub fn list(db: &mut Db, person: PersonId, now: NaiveDateTime) -> Result<Vec<Device>, Error> {
    Ok(holding!(now)
        .filter(push_devices::person_id.eq(person))
        .order(push_devices::id.desc())
        .select((
            push_devices::id,
            push_devices::name,
            push_devices::is_discreet,
            push_devices::created_at,
            push_devices::sign_in_id,
        ))
        .load(db)?)
}

/// One of somebody's, which must be there.
pub fn known(db: &mut Db, person: PersonId, id: DeviceId, now: NaiveDateTime) -> Result<Device, Error> {
    let mut theirs = list(db, person, now)?.into_iter();
    theirs.find(|device| device.id == id).ok_or_else(|| crate::not_found!("device").into())
}

/// Whether there are any in the club.
pub fn are_any(db: &mut Db) -> Result<bool, Error> {
    Ok(push_devices::table.select(push_devices::id).first::<i64>(db).optional()?.is_some())
}

/// How many somebody has besides the one with this address.
pub fn others(db: &mut Db, person: PersonId, endpoint: &str, now: NaiveDateTime) -> Result<usize, Error> {
    let others = holding!(now).filter(push_devices::person_id.eq(person)).filter(push_devices::endpoint.ne(endpoint));
    let count: i64 = others.count().get_result(db)?;
    usize::try_from(count).map_err(Error::internal)
}

/// The devices of some people, each with its owner and its address.
pub fn of(db: &mut Db, people: &[PersonId], now: NaiveDateTime) -> Result<Vec<(DeviceId, PersonId, String)>, Error> {
    Ok(holding!(now)
        .filter(push_devices::person_id.eq_any(people))
        .order(push_devices::id)
        .select((push_devices::id, push_devices::person_id, push_devices::endpoint))
        .load(db)?)
}

/// Adds a browser as somebody's device; it is no longer anybody else's.
pub fn add(tx: &mut Tx, person: PersonId, sign_in: i64, new: &NewDevice) -> Result<DeviceId, Error> {
    let lost = push_devices::sign_in_id.eq(sign_in).and(push_devices::expires_at.assume_not_null().le(tx.now));
    let instead = push_devices::endpoint.eq(&new.endpoint).or(push_devices::expires_at.is_not_null().and(lost));
    diesel::delete(push_devices::table.filter(instead)).execute(tx.db)?;
    Ok(diesel::insert_into(push_devices::table)
        .values((
            push_devices::person_id.eq(person),
            push_devices::sign_in_id.eq(sign_in),
            push_devices::name.eq(&new.name),
            push_devices::endpoint.eq(&new.endpoint),
            push_devices::public_key.eq(&new.keys.public_key),
            push_devices::auth.eq(&new.keys.auth),
            push_devices::is_discreet.eq(new.discreet),
            push_devices::created_at.eq(tx.now),
            push_devices::expires_at.eq(new.expires_at),
        ))
        .returning(push_devices::id)
        .get_result(tx.db)?)
}

/// The device of a sign-in and the address that the club has of it, which may be over.
pub fn of_sign_in(db: &mut Db, sign_in: i64) -> Result<Option<(DeviceId, String)>, Error> {
    let theirs = push_devices::table.filter(push_devices::sign_in_id.eq(sign_in)).order(push_devices::id.desc());
    Ok(theirs.select((push_devices::id, push_devices::endpoint)).first(db).optional()?)
}

/// What a device of a sign-in is called, and whether it shows only that there is something.
pub fn called(db: &mut Db, id: DeviceId, sign_in: i64) -> Result<(String, bool), Error> {
    let theirs = push_devices::table.find(id).filter(push_devices::sign_in_id.eq(sign_in));
    let called = theirs.select((push_devices::name, push_devices::is_discreet)).first(db).optional()?;
    called.ok_or_else(|| crate::not_found!("device").into())
}

/// Gives a device the address that its browser has now.
pub fn renew(tx: &mut Tx, id: DeviceId, new: &NewDevice) -> Result<(), Error> {
    let others = push_devices::endpoint.eq(&new.endpoint).and(push_devices::id.ne(id));
    diesel::delete(push_devices::table.filter(others)).execute(tx.db)?;
    diesel::update(push_devices::table.find(id))
        .set((
            push_devices::endpoint.eq(&new.endpoint),
            push_devices::public_key.eq(&new.keys.public_key),
            push_devices::auth.eq(&new.keys.auth),
            push_devices::expires_at.eq(new.expires_at),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Marks a device's address as expired; it gets no messages until its browser reports a new one.
pub fn lose(tx: &mut Tx, id: DeviceId) -> Result<(), Error> {
    diesel::update(push_devices::table.find(id)).set(push_devices::expires_at.eq(tx.now)).execute(tx.db)?;
    Ok(())
}

/// Tells a device nothing more; what waits for it goes with it.
pub fn end(tx: &mut Tx, id: DeviceId) -> Result<(), Error> {
    diesel::delete(push_devices::table.find(id)).execute(tx.db)?;
    Ok(())
}

/// Lets the devices of a browser's earlier sign-ins go on with the one that begins, unless somebody signed out of them or the
/// account has moved on.
pub fn go_on(tx: &mut Tx, person: PersonId, browser: &[u8], sign_in: i64) -> Result<(), Error> {
    let earlier = open!().filter(sign_ins::person_id.eq(person).and(sign_ins::device.eq(browser))).select(sign_ins::id);
    diesel::update(push_devices::table.filter(push_devices::sign_in_id.eq_any(earlier)))
        .set(push_devices::sign_in_id.eq(sign_in))
        .execute(tx.db)?;
    Ok(())
}

/// Where a message for a device goes, and how.
#[derive(Queryable)]
pub struct Target {
    pub endpoint: String,
    pub public_key: Vec<u8>,
    pub auth: Vec<u8>,
    pub discreet: bool,
}

pub fn target(db: &mut Db, id: DeviceId, now: NaiveDateTime) -> Result<Option<Target>, Error> {
    let wanted = (push_devices::endpoint, push_devices::public_key, push_devices::auth, push_devices::is_discreet);
    Ok(holding!(now).filter(push_devices::id.eq(id)).select(wanted).first(db).optional()?)
}

/// Deletes devices that were signed out or whose address expired long ago; returns how many.
pub fn forget(tx: &mut Tx) -> Result<usize, Error> {
    let long_ago = later(tx.now, -REMEMBERED);
    let is_over = push_devices::sign_in_id
        .ne_all(open!().select(sign_ins::id))
        .or(push_devices::expires_at.is_not_null().and(push_devices::expires_at.assume_not_null().le(long_ago)));
    Ok(diesel::delete(push_devices::table.filter(is_over)).execute(tx.db)?)
}

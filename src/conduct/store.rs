//! Bans, monitors and clock orders in the database.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::{Ban, ClockOrder, Monitor};
use crate::db::{
    Db,
    schema::{bans, clock_orders, monitors},
};
use crate::error::Error;
use crate::id::PersonId;

/// The ban in force on a person at an instant; of several, the one that lasts longest.
pub fn ban_at(db: &mut Db, person: PersonId, at: NaiveDateTime) -> Result<Option<Ban>, Error> {
    let running: Vec<Ban> = bans::table
        .filter(bans::person_id.eq(person))
        .filter(bans::placed_at.le(at))
        .filter(bans::ends_at.is_null().or(bans::ends_at.ge(at)))
        .filter(bans::lifted_at.is_null().or(bans::lifted_at.gt(at)))
        .load(db)?;
    Ok(running.into_iter().max_by_key(|ban| ban.ends_at.unwrap_or(NaiveDateTime::MAX)))
}

/// The monitor on a person at an instant.
pub fn monitored_at(db: &mut Db, person: PersonId, at: NaiveDateTime) -> Result<Option<Monitor>, Error> {
    Ok(monitors::table
        .filter(monitors::person_id.eq(person))
        .filter(monitors::placed_at.le(at))
        .filter(monitors::lifted_at.is_null().or(monitors::lifted_at.gt(at)))
        .order(monitors::id)
        .first(db)
        .optional()?)
}

/// The clock order on a person at an instant.
pub fn clock_order_at(db: &mut Db, person: PersonId, at: NaiveDateTime) -> Result<Option<ClockOrder>, Error> {
    Ok(clock_orders::table
        .filter(clock_orders::person_id.eq(person))
        .filter(clock_orders::ordered_at.le(at))
        .filter(clock_orders::lifted_at.is_null().or(clock_orders::lifted_at.gt(at)))
        .order(clock_orders::id)
        .first(db)
        .optional()?)
}

//! Deletes expired codes, claims, sign-ins and counts of failures.

use chrono::TimeDelta;
use diesel::prelude::*;

use super::{security_log, throttle};
use crate::db::{
    Tx,
    schema::{claims, invitations, sign_in_failures, sign_ins},
};
use crate::error::Error;

/// How long what has expired is kept, for people who ask why a link no longer works.
const KEPT: TimeDelta = TimeDelta::days(30);

/// Forgets codes and sign-ins that expired long ago, claims that nobody answered, and failures that no longer count; returns
/// how many.
pub fn forget_expired(tx: &mut Tx) -> Result<usize, Error> {
    let (long_ago, uncounted) = (tx.now - KEPT, tx.now - throttle::FORGOTTEN * 2);
    let codes = diesel::delete(invitations::table.filter(invitations::expires_at.lt(long_ago))).execute(tx.db)?;
    let claims = diesel::delete(claims::table.filter(claims::made_at.lt(long_ago))).execute(tx.db)?;
    let over = sign_ins::expires_at.lt(long_ago);
    let sign_ins = diesel::delete(sign_ins::table.filter(over)).execute(tx.db)?;
    let old = sign_in_failures::last_at.lt(uncounted);
    let failures = diesel::delete(sign_in_failures::table.filter(old)).execute(tx.db)?;
    Ok(codes + claims + sign_ins + failures + security_log::forget_old(tx)?)
}

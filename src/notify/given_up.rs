//! What the outbox gave up: who runs the host sends it again or puts it away. A failed test goes by itself once it says
//! nothing any more.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::{DeviceId, Topic, WebhookId, receivers};
use crate::db::{Tx, schema::outbox};
use crate::error::Error;

/// All that was given up is due now, as if it had never been tried; its receivers are no longer left alone. Returns how much
/// it is.
pub fn send_again(tx: &mut Tx) -> Result<usize, Error> {
    let given_up = outbox::delivered_at.is_null().and(outbox::failed_at.is_not_null());
    let of_them = outbox::table.filter(given_up).group_by(outbox::receiver);
    let receivers: Vec<String> = of_them.select(outbox::receiver).load(tx.db)?;
    for receiver in &receivers {
        receivers::let_go(tx, receiver)?;
    }
    let none: Option<NaiveDateTime> = None;
    let due = (outbox::failed_at.eq(none), outbox::attempts.eq(0), outbox::next_attempt_at.eq(tx.now));
    Ok(diesel::update(outbox::table.filter(given_up)).set(due).execute(tx.db)?)
}

/// Nobody needs any of what was given up. Returns how much it was.
pub fn put_away(tx: &mut Tx) -> Result<usize, Error> {
    let given_up = outbox::delivered_at.is_null().and(outbox::failed_at.is_not_null());
    Ok(diesel::delete(outbox::table.filter(given_up)).execute(tx.db)?)
}

/// Drops the failed tests of a webhook or a device: something reached it since, or another test is on its way.
pub(super) fn drop_tests(tx: &mut Tx, webhook: Option<WebhookId>, device: Option<DeviceId>) -> Result<(), Error> {
    let failed = outbox::failed_at.is_not_null();
    if let Some(webhook) = webhook {
        // A webhook's messages have no reader; with that they are found by an index.
        let tests = outbox::recipient_id.is_null().and(outbox::topic.eq(Topic::WebhookTested));
        let of_it = outbox::table.filter(tests).filter(outbox::webhook_id.eq(webhook));
        diesel::delete(of_it.filter(failed)).execute(tx.db)?;
    }
    if let Some(device) = device {
        let tests = outbox::device_id.eq(device).and(outbox::topic.eq(Topic::PushTested));
        diesel::delete(outbox::table.filter(tests).filter(failed)).execute(tx.db)?;
    }
    Ok(())
}

//! The seven days of Act III.2.4: reminders before they are over, and what is void after them (T28).
//! Every replica runs this at intervals. It acts on the stored state, so that each thing happens
//! once, and what fell due while the service was down is caught up.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rookery_messages::say;
use serde_json::json;

use super::store::publish;
use super::{Exercise, NewDeclaration};
use crate::conduct::decisions::State;
use crate::conduct::decisions::actions::change_state;
use crate::conduct::decisions::store::{Undeclared, decision, subject, undeclared};
use crate::db::{Database, Tx, schema::decisions};
use crate::error::{Act, Error};
use crate::notify::{self, Topic};
use crate::ratings::store::Cause;

/// How long before the deadline the moderator who decided is reminded.
const REMINDERS: [TimeDelta; 2] = [TimeDelta::days(2), TimeDelta::days(1)];

/// Reminds and voids; returns how many of both.
pub fn run(db: &Database) -> Result<usize, Error> {
    let now = db.clock().now();
    let waiting = db.read_now(undeclared)?;
    if !waiting.iter().any(|one| is_overdue(one, now) || one.reminders < reminders_by(one.due_at, now)) {
        return Ok(0);
    }
    db.write_now(|tx| {
        let now = tx.now;
        let (overdue, waiting): (Vec<_>, Vec<_>) = undeclared(tx.db)?.into_iter().partition(|one| is_overdue(one, now));
        Ok(void(tx, &overdue)? + remind(tx, &waiting)?)
    })
}

/// The last instant still counts (T2).
fn is_overdue(one: &Undeclared, now: NaiveDateTime) -> bool {
    one.due_at < now
}

/// How many reminders there should have been by now.
fn reminders_by(due_at: NaiveDateTime, now: NaiveDateTime) -> i64 {
    REMINDERS.iter().map(|ahead| i64::from(due_at - *ahead <= now)).sum()
}

/// Void automatically (Act III.2.4.2), also while they are under appeal.
fn void(tx: &mut Tx, overdue: &[Undeclared]) -> Result<usize, Error> {
    for Undeclared { id, .. } in overdue {
        let cause =
            Cause::correction(say!("Decision {decision} was not declared in time", decision = id.0), "III.2.4.2");
        change_state(tx, *id, State::Void, &cause)?;
        let lapse = NewDeclaration {
            exercise: Exercise::Lapse,
            by: None,
            person: Some(decision(tx.db, *id)?.offence.accused),
            act: Act::new("III.2.4.2"),
            reason: say!("Decision {decision} was not declared in time.", decision = id.0),
            effect: say!("Its penalty is void and undone."),
            subject: subject(*id),
        };
        publish(tx, &lapse)?;
    }
    Ok(overdue.len())
}

fn remind(tx: &mut Tx, waiting: &[Undeclared]) -> Result<usize, Error> {
    let mut reminded = 0;
    for one in waiting {
        let wanted = reminders_by(one.due_at, tx.now);
        if one.reminders >= wanted {
            continue;
        }
        diesel::update(decisions::table.find(one.id)).set(decisions::reminders.eq(wanted)).execute(tx.db)?;
        let told = json!({ "decision": one.id, "due_at": one.due_at.and_utc(), "acts": ["III.2.4"] });
        notify::enqueue(tx, Topic::DeclarationDue, one.decider, &told)?;
        reminded += 1;
    }
    Ok(reminded)
}

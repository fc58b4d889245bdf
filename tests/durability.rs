//! What was acknowledged stays and nothing happens twice, whoever is killed at whatever moment.

use std::time::Duration;

use chrono::TimeDelta;
use diesel::prelude::*;
use rookery::db::schema::sessions as calendar;
use rookery::db::schema::{acts, ledger, rating_events};
use rookery::{members, sessions};

use crate::harness::{Binary, Club, fresh_postgres};

/// Database, act log and ratings, as `rookery check` looks at them.
fn holds_together(club: &Club) {
    let faults = club.app.db.read_now(|db| rookery::commands::check::check(db, &mut |_| {})).unwrap();
    assert_eq!(faults, Vec::<String>::new());
}

/// Act II.6 falls once a member and week, though two replicas find the sessions closed at the same moment.
#[test]
fn two_replicas_deduct_once() {
    const MEMBERS: usize = 30;
    const WEEKS: i64 = 6;
    let database = fresh_postgres();
    let club = Club::closed(&database);
    let began = club.now() - TimeDelta::weeks(WEEKS);
    let held: i64 = club.write(move |tx| {
        sessions::store::begin_calendar(tx, began)?;
        for number in 0..MEMBERS {
            let name = format!("absent{number}");
            let person = members::store::add_person(tx, &name, &name)?;
            members::store::join(tx, person, began)?;
        }
        let closed = calendar::table.filter(calendar::ends_at.lt(tx.now - TimeDelta::seconds(1)));
        Ok(closed.count().get_result(tx.db)?)
    });
    assert!(held >= WEEKS - 1, "{held} sessions");
    // The third week away is the first that costs points.
    let due = MEMBERS * usize::try_from(held - 2).unwrap();

    let replicas: Vec<_> = (0..2)
        .map(|_| {
            std::thread::spawn({
                let database = database.clone();
                move || Binary::start(&database)
            })
        })
        .collect();
    let mut replicas: Vec<Binary> = replicas.into_iter().map(|replica| replica.join().unwrap()).collect();
    let unsettled = || -> i64 {
        let now = club.now();
        let unsettled = calendar::table.filter(calendar::settled_at.is_null()).filter(calendar::ends_at.lt(now));
        club.app.db.read_now(|db| Ok(unsettled.count().get_result(db)?)).unwrap()
    };
    for _ in 0..200 {
        if unsettled() == 0 {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(unsettled(), 0, "sessions that nobody settled");
    replicas.iter_mut().for_each(Binary::kill);
    let (settled, deductions, entries) = club
        .app
        .db
        .read_now(|db| {
            let settled: i64 = acts::table.filter(acts::act.eq("session.settled")).count().get_result(db)?;
            let deductions: i64 =
                rating_events::table.filter(rating_events::session_id.is_not_null()).count().get_result(db)?;
            let of_sessions = ledger::table.inner_join(rating_events::table.on(rating_events::id.eq(ledger::event_id)));
            let entries: i64 = of_sessions.filter(rating_events::session_id.is_not_null()).count().get_result(db)?;
            Ok((settled, usize::try_from(deductions).unwrap(), usize::try_from(entries).unwrap()))
        })
        .unwrap();
    assert_eq!(settled, held, "sessions settled");
    assert_eq!((deductions, entries), (due, due), "deductions and ledger entries");
    holds_together(&club);
}

//! A clock that leaps takes no points from anybody: what acts by time alone waits until it is right, or is said to be.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rookery::App;
use rookery::auth::Role;
use rookery::clock::Clock;
use rookery::config::Config;
use rookery::db::{
    Connector,
    schema::{rating_events, sessions},
};
use rookery::timekeeping::store;
use serde_json::json;

use crate::harness::{Browser, Club, folder, fresh_postgres};

/// A club of three on a machine's clock, which shows the right time; nothing runs by itself but what a test lets run.
fn on_a_machine(test: impl Fn(&Club, &dyn Fn() -> Club)) {
    let folder = folder();
    let sqlite = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    rookery::db::migrate(&mut Connector::parse(&sqlite).unwrap().open().unwrap()).unwrap();
    for url in [sqlite, fresh_postgres()] {
        let clock = Clock::of_a_machine(Clock::System.now());
        // Another process on the same machine.
        let start = || {
            let config = Config { evidence_key: Some("5a".repeat(32)), ..Config::embedded(&url) };
            Club::idle(App::open(config, clock.clone()).unwrap())
        };
        let club = start();
        club.write(|tx| {
            rookery::sessions::store::begin_calendar(tx, tx.now)?;
            for name in ["ann", "ben", "cid"] {
                let person = rookery::members::store::add_person(tx, name, name)?;
                rookery::members::store::join(tx, person, tx.now)?;
            }
            Ok(())
        });
        work(&club);
        test(&club, &start);
    }
}

/// What the service does by itself again and again: it looks at the clock, and settles what has closed.
fn work(club: &Club) {
    club.app.watch.run(&club.app.db).unwrap();
    if club.app.watch.is_right(&club.app.clock) {
        rookery::games::closing::run(&club.app.db).unwrap();
    }
}

/// Deductions that count.
fn deductions(club: &Club) -> i64 {
    club.write(|tx| {
        let fallen = rating_events::kind.eq("absence").and(rating_events::void.eq(false));
        Ok(rating_events::table.filter(fallen).count().get_result(tx.db)?)
    })
}

fn leapt(club: &Club) -> bool {
    club.write(|tx| store::waiting(tx.db)).is_some()
}

fn leap(club: &Club, by: TimeDelta) -> NaiveDateTime {
    let before = club.now();
    club.app.clock.set(before + by);
    before
}

#[test]
fn a_year_in_a_second_takes_no_points_and_is_over_when_the_clock_is_right_again() {
    on_a_machine(|club, start| {
        let host = club.person("Host", &[Role::Administrator]);
        let right = leap(club, TimeDelta::days(365));
        for _ in 0..3 {
            work(club);
        }
        assert_eq!((deductions(club), leapt(club)), (0, true));
        assert_eq!(club.anyone().get("/readyz").expect(200), json!({ "clock": "leapt" }));
        let metrics = club.anyone().get("/metrics").text();
        assert!(metrics.contains("rookery_clock_leapt 1"), "{metrics}");
        let told = club.write(|tx| {
            use rookery::db::schema::outbox;
            let told = outbox::table.filter(outbox::topic.eq("clock.leapt"));
            Ok(told.select(outbox::recipient_id).load::<Option<i64>>(tx.db)?)
        });
        assert_eq!(told, [Some(host.id)], "the administrator is told, once");
        // Starting again hides nothing.
        let again = start();
        work(&again);
        assert_eq!((deductions(&again), leapt(&again), again.app.watch.has_leapt()), (0, true, true));
        let clock = club.again(&host).get("/api/v1/clock").expect(200);
        assert!(clock["leapt"]["expected"].is_string(), "{clock}");
        // Somebody sets the clock right.
        club.app.clock.set(right);
        club.app.clock.pass(TimeDelta::seconds(30));
        work(&again);
        work(club);
        assert_eq!((deductions(club), leapt(club)), (0, false));
        assert_eq!(club.anyone().get("/readyz").status, 204);
        // A leap backwards is none less.
        leap(club, -TimeDelta::hours(1));
        work(club);
        assert!(leapt(club) && !club.app.watch.is_right(&club.app.clock));
    });
}

#[test]
fn an_administrator_says_that_the_time_is_right() {
    on_a_machine(|club, _| {
        let host = club.person("Host", &[Role::Administrator]);
        host.post("/api/v1/clock/confirmation", &json!({})).refused(409);
        // Three sessions have passed even where one is on just now.
        leap(club, TimeDelta::weeks(4));
        work(club);
        assert_eq!((deductions(club), leapt(club)), (0, true));
        let host = club.again(&host);
        let may = club.person("May", &[Role::Moderator]);
        may.post("/api/v1/clock/confirmation", &json!({})).refused(403);
        let mut browser = Browser::of(club, &host);
        let page = browser.get("/administration").text();
        assert!(page.contains("The time is right, go on") && page.contains("Something below needs you"), "{page}");
        let csrf = browser.csrf();
        assert_eq!(browser.post("/administration/clock", &format!("csrf={csrf}")).status, 303);
        for _ in 0..2 {
            work(club);
        }
        assert!(!leapt(club) && deductions(club) > 0, "{} deductions", deductions(club));
        assert!(!browser.get("/administration").text().contains("The time is right, go on"));
        // The word holds for the next look too, whatever the database's own clock shows.
        club.app.clock.pass(TimeDelta::minutes(4));
        work(club);
        assert!(!leapt(club));
    });
}

#[test]
fn a_club_that_was_off_for_the_holidays_goes_on() {
    let folder = folder();
    let url = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    rookery::db::migrate(&mut Connector::parse(&url).unwrap().open().unwrap()).unwrap();
    let clock = Clock::of_a_machine("2026-07-10T16:00:00".parse().unwrap());
    let start = || Club::idle(App::open(Config::embedded(&url), clock.clone()).unwrap());
    work(&start());
    for (weeks, life, is_leap) in [(3, "the second", false), (9, "the third", false), (52, "the fourth", true)] {
        clock.set(clock.now() + TimeDelta::weeks(weeks));
        clock.start_again(life);
        clock.pass(TimeDelta::hours(1));
        let club = start();
        work(&club);
        assert_eq!(leapt(&club), is_leap, "after {weeks} weeks");
    }
}

both!(deductions_of_sessions_that_have_not_closed_are_taken_back, |club| {
    let club = club.still();
    club.write(|tx| {
        let person = rookery::members::store::add_person(tx, "ann", "Ann")?;
        rookery::members::store::join(tx, person, tx.now - TimeDelta::hours(1))
    });
    let now = club.now();
    // A clock that nobody watched was ahead by five weeks.
    club.pass(TimeDelta::weeks(5));
    rookery::games::closing::run(&club.app.db).unwrap();
    let fallen = deductions(&club);
    assert!(fallen >= 3, "{fallen}");
    club.app.clock.set(now);
    rookery::games::closing::run(&club.app.db).unwrap();
    assert_eq!(deductions(&club), 0);
    let settled = club
        .write(|tx| Ok(sessions::table.filter(sessions::settled_at.is_not_null()).count().get_result::<i64>(tx.db)?));
    assert_eq!(settled, 0);
    let check = |club: &Club| {
        let kept = rookery::audit::Kept::default();
        club.app.db.read_now(|db| rookery::commands::check::check(db, &kept, &mut |_| {})).unwrap()
    };
    assert_eq!(check(&club), Vec::<String>::new());
    // When they close, they are settled as ever.
    club.pass(TimeDelta::weeks(5));
    rookery::games::closing::run(&club.app.db).unwrap();
    assert_eq!(deductions(&club), fallen);
    assert_eq!(check(&club), Vec::<String>::new());
});

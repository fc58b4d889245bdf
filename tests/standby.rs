//! A standby of PostgreSQL: what is read there, what its readers see, and what happens without it.

use rookery::auth::Role;
use rookery::clock::Clock;
use rookery::config::Config;
use rookery::db::{Connector, Database};
use serde_json::{Value, json};

use crate::harness::postgres::Own;
use crate::harness::{Caller, Client, Club, fresh_postgres, friday_noon, open_to_visitors, wait_until};

/// A club whose requests may read on a standby; visitors read everything.
fn club(main: &Own, standby: &Own) -> Club {
    open_to_visitors(&mut Connector::parse(&main.url).unwrap().open().unwrap());
    Club::with(Config { read_database: Some(standby.url.clone()), ..Config::embedded(&main.url) })
}

/// How often was read on the standby, and on the main server in its place.
fn counted(club: &Club) -> (u64, u64) {
    let counts = club.app.db.standby().unwrap().counts();
    (counts.reads.get(), counts.passed.get())
}

/// A session on a day of November, as somebody adds it.
fn add(chief: &Caller, day: u32) -> i64 {
    let (from, to) = (format!("2026-11-{day:02}T16:00:00Z"), format!("2026-11-{day:02}T17:00:00Z"));
    let new = json!({ "starts_at": from, "ends_at": to, "reason": "A simultaneous display" });
    chief.post("/api/v1/sessions", &new).expect(201)["id"].as_i64().unwrap()
}

fn room(reader: &Client, session: i64) -> Value {
    reader.get(&format!("/api/v1/sessions/{session}")).expect(200)["room"].clone()
}

#[test]
fn a_standby_is_read_on_where_it_has_come_as_far_as_its_reader_has() {
    let main = Own::main();
    let standby = main.standby();
    let club = club(&main, &standby);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let is_read_on = |path: &str| {
        let before = counted(&club).0;
        chief.get(path).expect(200);
        counted(&club).0 > before
    };
    wait_until(|| is_read_on("/api/v1/notifications"));

    // Its replay is paused: every replica reads what was changed on the main server.
    standby.run("SELECT pg_wal_replay_pause()");
    let other = club.replica();
    let before = counted(&club).0;
    let session = add(&chief, 10);
    for reader in &[chief.at(&club.url), chief.at(&other.url), club.anyone(), other.anyone()] {
        wait_until(|| reader.get(&format!("/api/v1/sessions/{session}")).status == 200);
        assert_eq!(room(reader, session), "322");
    }
    assert_eq!(counted(&club).0, before, "nothing was read where it is not yet");
    assert!(counted(&club).1 > 0);

    standby.run("SELECT pg_wal_replay_resume()");
    wait_until(|| is_read_on("/api/v1/notifications"));
    assert_eq!(room(&chief, session), "322");
}

#[test]
fn without_its_standby_all_is_read_on_the_main_server() {
    let main = Own::main();
    let mut standby = main.standby();
    let club = club(&main, &standby);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let is_read_on = || {
        let before = counted(&club).0;
        chief.get("/api/v1/notifications").expect(200);
        counted(&club).0 > before
    };
    wait_until(is_read_on);
    standby.stop();
    for day in [10, 11, 12] {
        assert_eq!(room(&chief, add(&chief, day)), "322");
    }
    assert!(!is_read_on());
    standby.start_again();
    wait_until(is_read_on);

    // One that was made a server of its own goes its own way.
    standby.run("SELECT pg_promote()");
    wait_until(|| !is_read_on());
    let session = add(&chief, 13);
    wait_until(|| !is_read_on());
    assert_eq!(room(&chief, session), "322");
}

#[test]
fn what_is_no_standby_of_the_main_server_is_never_read_on() {
    let main = Own::main();
    let open = |url: &str| {
        let db = Database::open(&main.url, 1, Clock::at(friday_noon()), std::sync::Arc::new(|_| {})).unwrap();
        db.with_standby(url, 1)
    };
    for url in [&main.url, &fresh_postgres()] {
        let own = open(url).unwrap();
        assert!(own.standby().unwrap().is_away(), "{url}");
    }
    let folder = crate::harness::folder();
    let file = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let embedded = Database::open(&file, 1, Clock::at(friday_noon()), std::sync::Arc::new(|_| {})).unwrap();
    let refused = embedded.with_standby(&main.url, 1).map(drop).unwrap_err().to_string();
    assert!(refused.contains("ROOKERY_READ_DATABASE") && refused.contains("SQLite"), "{refused}");
}

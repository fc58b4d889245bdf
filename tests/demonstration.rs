//! `rookery demo`: a sound club in mid-season, which can begin anew each night.

use std::process::Command;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery::audit::Kept;
use rookery::clock::Clock;
use rookery::commands::check::check;
use rookery::commands::demo;
use rookery::db::schema::{games, people, rating_events, standings};
use rookery::db::{Connector, Database};

use crate::harness::{self, Club};
#[test]
fn a_demonstration_that_cannot_listen_says_so_before_it_plays_a_season() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let listen = taken.local_addr().unwrap().to_string();
    let demo = Command::new(env!("CARGO_BIN_EXE_rookery")).arg("demo").env("ROOKERY_LISTEN", &listen).output().unwrap();
    assert!(!demo.status.success());
    assert!(demo.stdout.is_empty(), "no account was told: {}", String::from_utf8_lossy(&demo.stdout));
    let said = String::from_utf8_lossy(&demo.stderr).into_owned();
    assert!(said.contains(&format!("cannot listen on {listen}")), "{said}");
}

/// A season of the demonstration that ends on a Wednesday.
fn demonstration(seed: u64) -> (tempfile::TempDir, Database) {
    demonstration_at(seed, "2026-11-25T15:30:00")
}

fn demonstration_at(seed: u64, now: &str) -> (tempfile::TempDir, Database) {
    let folder = harness::folder();
    let url = format!("sqlite:{}", folder.path().join("demo.sqlite").display());
    rookery::db::migrate(&mut Connector::parse(&url).unwrap().open().unwrap()).unwrap();
    demo::build(&url, seed, now.parse().unwrap()).unwrap();
    let db = Database::open(&url, 1, Clock::System, std::sync::Arc::new(|_| {})).unwrap();
    (folder, db)
}

#[test]
fn the_demonstration_is_a_sound_club_in_mid_season() {
    use rookery::db::schema::{bans, monitors, objections, sessions};
    let (_folder, db) = demonstration(1);
    assert_eq!(db.read_now(|db| check(db, &Kept::default(), &mut |_| {})).unwrap(), Vec::<String>::new());
    let counts = db.read_now(|db| {
        let members = standings::table.filter(standings::score.is_not_null()).count().get_result::<i64>(db)?;
        let with_moves = games::table.filter(games::moves.is_not_null()).count().get_result::<i64>(db)?;
        let settled = sessions::table.filter(sessions::settled_at.is_not_null()).count().get_result::<i64>(db)?;
        let bans = bans::table.count().get_result::<i64>(db)?;
        let monitors = monitors::table.count().get_result::<i64>(db)?;
        let objections = objections::table.count().get_result::<i64>(db)?;
        let of_kind = |kind: &'static str| rating_events::table.filter(rating_events::kind.eq(kind)).count();
        let absent = of_kind("absence").get_result::<i64>(db)?;
        let idle = of_kind("idleness").get_result::<i64>(db)?;
        Ok((members, with_moves, settled, bans, monitors, objections, absent, idle))
    });
    let (members, with_moves, settled, bans, monitors, objections, absent, idle) = counts.unwrap();
    assert_eq!((members, settled, bans, monitors), (30, 12, 1, 1));
    assert!((200..600).contains(&with_moves), "{with_moves} games");
    assert!(
        objections >= 1 && absent >= 3 && idle >= 3,
        "{objections} objections, {absent} absences, {idle} idle weeks"
    );
    let scores = |db: &Database| {
        db.read_now(|db| {
            Ok(standings::table.order(standings::person_id).select(standings::score).load::<Option<i64>>(db)?)
        })
        .unwrap()
    };
    let (_other_folder, again) = demonstration(1);
    assert_eq!(scores(&again), scores(&db), "the same seed plays the same season");
}

#[test]
fn nothing_in_a_demonstration_lies_ahead_of_it() {
    use rookery::db::schema::{acts, plays};
    // In the morning, when the players of Nomic propose and vote.
    let now = "2026-11-26T10:17:00";
    let (_folder, db) = demonstration_at(1, now);
    let last = db.read_now(|db| {
        let act: Option<NaiveDateTime> = acts::table.select(diesel::dsl::max(acts::at)).first(db)?;
        let play: Option<NaiveDateTime> = plays::table.select(diesel::dsl::max(plays::at)).first(db)?;
        Ok(act.max(play))
    });
    assert!(last.unwrap() <= Some(now.parse().unwrap()));
}

#[test]
fn a_demonstration_begins_anew_while_it_is_served() {
    let club = Club::on_sqlite();
    club.set_time("2026-11-25T15:30:00");
    let left = club.person("Left Behind", &[]);
    demo::nightly::begin_anew(&club.app.db, &club.app.safe, None, 1).unwrap();
    assert_eq!(club.app.board.page(0, 10).members, 30);
    assert_eq!(left.get("/api/v1/me").status, 401, "who was here before is gone");
    let names = club.write(|tx| Ok(people::table.select(people::name).load::<String>(tx.db)?));
    assert!(names.len() >= 30 && !names.iter().any(|name| name == "Left Behind"), "{names:?}");
    let faults = club.app.db.read_now(|db| check(db, &Kept::default(), &mut |_| {})).unwrap();
    assert_eq!(faults, Vec::<String>::new());
    let german = [("Accept", "text/html"), ("Accept-Language", "de")];
    let book = club.anyone().send("GET", "/rulebook", &german, b"").text();
    assert!(
        book.contains(": Die Moderation kann von jetzt an gewählt werden."),
        "its newest version, in German: {book}"
    );
}

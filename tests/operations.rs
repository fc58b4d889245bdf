//! What the operator does: checking, backing up, restoring.

use std::path::Path;
use std::process::Command;

use chrono::TimeDelta;
use diesel::prelude::*;
use rookery::audit::Kept;
use rookery::auth::Role;
use rookery::clock::Clock;
use rookery::commands::check::check;
use rookery::config::Config;
use rookery::db::schema::{acts, games, ledger, notifications, outbox, people, rating_events, standings};
use rookery::db::{Connector, Database, tables};
use rookery::error::Error;
use rookery::exchange::backup;
use rookery::id::{GameId, PersonId};
use rookery::notify::pages::letters;
use rookery::notify::worker::Failure;
use rookery::notify::{self, Channel, Couriers};
use rookery::ratings::Outcome;
use rookery::ratings::store::{Cause, NewEvent, post};
use serde_json::json;

use crate::harness::{Binary, Club, fresh_postgres, friday_noon};

/// Two members and three games between them, each act logged.
fn play(club: &Club) {
    // The calendar is made by a job of the service, at any moment after it starts.
    rookery::games::closing::run(&club.app.db).unwrap();
    club.write(|tx| {
        let mut persons = Vec::new();
        for (handle, name) in [("ann", "Ann \"the Rook\" Ørsted"), ("ben", "Ben\nMoss")] {
            let person = rookery::members::store::add_person(tx, handle, name)?;
            post(tx, tx.now, NewEvent::Join { person }, &Cause::new("Joined", "II.1"))?;
            persons.push(person);
        }
        for (number, outcome) in [Outcome::White, Outcome::White, Outcome::Draw].into_iter().enumerate() {
            let at = tx.now + chrono::TimeDelta::milliseconds(1_250 * number as i64);
            let game = diesel::insert_into(games::table)
                .values((
                    games::white_id.eq(persons[0]),
                    games::black_id.eq(persons[1]),
                    games::result.eq(outcome),
                    games::ending.eq("resignation"),
                    games::played_at.eq(at),
                    games::state.eq("rated"),
                    games::registered_at.eq(tx.now),
                ))
                .returning(games::id)
                .get_result::<GameId>(tx.db)?;
            let event = NewEvent::Game { game, white: persons[0], black: persons[1], outcome, online: false };
            post(tx, at, event, &Cause::new(format!("Game {game}"), "II.3"))?;
            let entry = rookery::audit::Entry {
                actor: None,
                act: "game.registered",
                subject: format!("game:{game}"),
                body: json!({
                    "number": number, "white": persons[0], "black": persons[1], "result": outcome,
                    "ending": "resignation", "state": "rated",
                }),
            };
            rookery::audit::record(tx, entry)?;
        }
        Ok(())
    });
}

fn faults(club: &Club) -> Vec<String> {
    club.app.db.read_now(|db| check(db, &Kept::default(), &mut |_| {})).unwrap()
}

/// Every row of every table, but for the counters that a restoration raises.
fn rows(club: &Club) -> Vec<String> {
    let read = |db: &mut rookery::db::Db| {
        let mut rows = Vec::new();
        for table in tables::tables(db)? {
            if !["versions", "standings"].contains(&table.name.as_str()) {
                tables::each_row(db, &table, |row| {
                    let row: serde_json::Value = serde_json::from_str(row)?;
                    // What was signed in a folder of this machine is no part of what is restored.
                    if !(table.name == "settings" && row.to_string().contains("\"checkpoints.")) {
                        rows.push(format!("{} {row}", table.name));
                    }
                    Ok(())
                })?;
            }
        }
        Ok(rows)
    };
    club.app.db.read_now(read).unwrap()
}

fn back_up(club: &Club, file: &Path) -> backup::Contents {
    backup::write(&mut club.app.db.connector().open().unwrap(), club.now(), file).unwrap().contents
}

fn restore(club: &Club, file: &Path, replace: bool) -> Result<backup::Contents, Error> {
    let file = file.to_owned();
    let manner = backup::Manner { replace, force: false };
    Ok(club.app.db.write_now(move |tx| backup::restore(tx, &file, manner))?.contents)
}

both!(a_sound_club_has_no_faults, |club| {
    play(&club);
    assert_eq!(faults(&club), Vec::<String>::new());
});

both!(each_fault_is_told_with_its_place, |club| {
    play(&club);
    club.write(|tx| {
        diesel::update(rating_events::table.find(3)).set(rating_events::first_after.eq(777)).execute(tx.db)?;
        diesel::update(ledger::table.find(2)).set(ledger::delta.eq(101)).execute(tx.db)?;
        diesel::update(standings::table.find(2)).set(standings::wins.eq(9)).execute(tx.db)?;
        diesel::update(acts::table.find(2)).set(acts::body.eq("{}")).execute(tx.db)?;
        Ok(())
    });
    let found = faults(&club).join("\n");
    for told in ["event 3 at", "ledger entry 2 of person 2", "count 9 wins", "act 2 does not match its seal"] {
        assert!(found.contains(told), "{told}: {found}");
    }
});

both!(a_backup_restores_into_either_database, |club| {
    play(&club);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.backup");
    let contents = back_up(&club, &file);
    assert!(contents.rows > 10);
    for other in [Club::on_sqlite(), Club::on_postgres()] {
        assert_eq!(restore(&other, &file, false).unwrap(), contents);
        assert_eq!(rows(&other), rows(&club));
        assert_eq!(faults(&other), Vec::<String>::new());
        let seen = other.write(|tx| tx.taken_back(|tx| rookery::members::store::add_person(tx, "seen", "Seen")));
        let person = other.write(|tx| rookery::members::store::add_person(tx, "new", "New"));
        let ids = (seen, person);
        assert_eq!(
            ids,
            (PersonId(3), PersonId(3)),
            "they go on after those that were restored, and a preview takes none"
        );
        assert_eq!(other.app.board.page(0, 10).members, 2, "the board was filled by the restoration");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside the backup");
});

both!(a_club_is_not_overwritten_without_a_word, |club| {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("empty.backup");
    back_up(&club, &file);
    play(&club);
    let before = rows(&club);
    let refused = restore(&club, &file, false).unwrap_err().to_string();
    assert!(refused.contains("--replace"), "{refused}");
    assert_eq!(rows(&club), before);
    restore(&club, &file, true).unwrap();
    assert_eq!(club.write(|tx| Ok(people::table.count().get_result::<i64>(tx.db)?)), 0);
    assert_eq!(club.app.board.page(0, 10).members, 0, "a running service forgets the club that was");
    play(&club);
    assert_eq!(club.app.board.page(0, 10).members, 2);
});

both!(a_damaged_backup_changes_nothing, |club| {
    play(&club);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.backup");
    back_up(&club, &file);
    let whole = std::fs::read(&file).unwrap();
    let before = rows(&club);
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    let (junk, twice) = ([&whole[..], b"junk"].concat(), [&whole[..], &whole[..]].concat());
    let cut = (1..=8).map(|bytes| &whole[..whole.len() - bytes]);
    for damaged in cut.chain([
        &junk[..],
        &twice,
        &whole[..whole.len() - 40],
        &whole[..whole.len() / 2],
        &flipped,
        b"no backup at all\n",
        b"",
    ]) {
        std::fs::write(&file, damaged).unwrap();
        let refused = restore(&club, &file, true).unwrap_err();
        assert!(matches!(refused, Error::Refused(_)), "{refused}");
        assert_eq!(rows(&club), before);
    }
});

#[test]
fn the_commands_tell_and_end_with_a_status() {
    let club = Club::on_sqlite();
    play(&club);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.backup");
    let run = |database: &str, arguments: &[&str]| {
        let binary = env!("CARGO_BIN_EXE_rookery");
        let output = Command::new(binary).args(["--database", database]).args(arguments).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.code(), text)
    };
    let here = club.app.db.connector().url();
    let there = format!("sqlite:{}", folder.path().join("other.sqlite").display());
    let name = file.to_str().unwrap();
    let (status, text) = run(&here, &["check"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("5 events replayed"), "{text}");
    assert_eq!(run(&here, &["backup", name]).0, Some(0));
    assert_eq!(run(&there, &["check"]).0, Some(1), "no database is made by looking for one");
    assert_eq!(run(&there, &["restore", name]).0, Some(0));
    assert_eq!(run(&there, &["check"]).0, Some(0));
    assert_eq!(run(&there, &["restore", name]).0, Some(1), "a club is there now");
    let export = folder.path().join("a/new folder");
    let (status, text) = run(&here, &["export", "--to", export.to_str().unwrap()]);
    assert_eq!((status, export.join("members.csv").is_file()), (Some(0), true), "{text}");
    let members = export.join("members.csv");
    let text = run(&here, &["import", "--dry-run", members.to_str().unwrap()]).1;
    assert!(text.contains("trying them out") && !text.contains("entering"), "{text}");
    let (status, text) = run(&here, &["import", "nowhere.csv"]);
    assert!(status == Some(1) && text.contains("Cannot be read: nowhere.csv"), "{text}");
    club.write(|tx| Ok(diesel::update(ledger::table.find(1)).set(ledger::balance.eq(1)).execute(tx.db)?));
    let (status, text) = run(&here, &["check"]);
    assert_eq!(status, Some(1));
    assert!(text.contains("FAULT ratings: ledger entry 1"), "{text}");
}

/// Colours are for a terminal: a log in a file is plain.
/// Whatever the machine would give others of new files, nobody but the owner reads what the club is kept in.
#[cfg(unix)]
#[test]
fn only_the_owner_reads_what_the_program_writes() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.sqlite");
    // A database of an earlier version, which others could read.
    std::fs::write(&file, "").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    let database = format!("sqlite:{}", file.display());
    let service = Binary::start(&database);
    let kept = folder.path().join("club.sqlite.checkpoints");
    let run = |arguments: &[&str]| {
        let told = Command::new(env!("CARGO_BIN_EXE_rookery"))
            .args(arguments)
            .args(["--database", &database])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    };
    run(&["backup", "club.backup"]);
    run(&["export", "--to", "out/of"]);
    let mut seen = Vec::new();
    let mut folders = vec![folder.path().to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let wanted = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode(&path), wanted, "{}", path.display());
            seen.push(path.file_name().unwrap().to_string_lossy().into_owned());
            folders.extend(path.is_dir().then_some(path));
        }
    }
    for name in ["club.sqlite", "club.sqlite-wal", "club.sqlite-shm", "club.backup", "members.csv", "public.key"] {
        assert!(seen.iter().any(|file| file == name), "{name}: {seen:?}");
    }
    assert!(seen.iter().any(|file| file.ends_with("evidence-key")), "{seen:?}");
    assert!(kept.is_dir());
    drop(service);
}

#[test]
fn a_log_that_is_written_to_a_file_has_no_colours() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let log = folder.path().join("log");
    let mut service = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .args(["--database", &database, "--listen", "127.0.0.1:0"])
        .env("RUST_LOG", "info")
        .env_remove("NO_COLOR")
        .stdout(std::process::Stdio::null())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let began = std::time::Instant::now();
    let written = loop {
        let written = std::fs::read_to_string(&log).unwrap();
        if written.contains(" INFO ") || began.elapsed() > std::time::Duration::from_secs(60) {
            break written;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    service.kill().unwrap();
    service.wait().unwrap();
    assert!(written.contains(" INFO ") && !written.contains('\u{1b}'), "{written}");
}

/// Puts a message into the outbox for somebody, or for the audience of its topic.
fn tell(club: &Club, topic: &'static str, person: Option<i64>) {
    club.write(move |tx| notify::enqueue(tx, topic, person.map(PersonId), &json!({ "topic": topic })));
}

/// What somebody was told, the newest first.
fn told(caller: &crate::harness::Caller) -> Vec<String> {
    let page = caller.get("/api/v1/notifications").expect(200);
    page["items"].as_array().unwrap().iter().map(|item| item["topic"].as_str().unwrap().to_owned()).collect()
}

both!(messages_reach_those_they_are_for, |club| {
    let (ann, ben) = (club.person("Ann", &[]), club.person("Ben", &[Role::Moderator]));
    tell(&club, "ban.term_set", Some(ann.id));
    tell(&club, "game.awaiting_approval", None);
    tell(&club, "session.cancelled", None);
    let patience = std::time::Instant::now();
    while told(&ben).len() < 2 || told(&ann).len() < 2 {
        assert!(patience.elapsed() < std::time::Duration::from_secs(60), "the service never delivered them");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(told(&ann), ["session.cancelled", "ban.term_set"]);
    assert_eq!(told(&ben), ["session.cancelled", "game.awaiting_approval"]);
    for (topic, reader) in [("session.added", None), ("session.added", Some(ann.id)), ("game.entered", Some(ann.id))] {
        tell(&club, topic, reader);
    }
    while told(&ben).len() < 3 || told(&ann).len() < 4 {
        assert!(patience.elapsed() < std::time::Duration::from_secs(20), "the service never delivered them");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let once = ["game.entered", "session.added", "session.cancelled", "ban.term_set"];
    assert_eq!(told(&ann), once, "what is told to all and to her besides");
    club.pass(TimeDelta::minutes(1));
    let late = club.person("Late", &[]);
    assert_eq!(told(&late), Vec::<String>::new(), "what everybody was told before is not news");
    assert_eq!(ann.get("/api/v1/notifications/unread").expect(200)["unread"], 4);
    let newest = ann.get("/api/v1/notifications?limit=1").expect(200)["items"][0]["id"].clone();
    assert_eq!(ann.put("/api/v1/notifications/read", &json!({ "through": newest })).status, 204);
    assert_eq!(ann.get("/api/v1/notifications/unread").expect(200)["unread"], 0);
    assert_eq!(ann.put("/api/v1/notifications/read", &json!({ "through": 0 })).status, 204);
    assert_eq!(ann.get("/api/v1/notifications").expect(200)["items"][0]["read"], true, "a mark never goes back");
    assert_eq!(ben.get("/api/v1/notifications/unread").expect(200)["unread"], 3);
    assert_eq!(club.anyone().get("/api/v1/notifications").status, 401);

    club.write(|tx| {
        let late = notifications::table.filter(notifications::topic.eq("game.entered"));
        let earlier = tx.now - TimeDelta::hours(1);
        diesel::update(late).set(notifications::created_at.eq(earlier)).execute(tx.db)?;
        Ok(())
    });
    let page = |after: &str| ann.get(&format!("/api/v1/notifications?limit=2{after}")).expect(200);
    let first = page("");
    let second = page(&format!("&after={}", first["next"].as_str().expect("a second page")));
    let rows = [&first, &second].into_iter().flat_map(|page| page["items"].as_array().unwrap());
    let topics: Vec<&str> = rows.map(|row| row["topic"].as_str().unwrap()).collect();
    let in_order = ["session.added", "session.cancelled", "ban.term_set", "game.entered"];
    assert_eq!((topics.as_slice(), &second["next"]), (&in_order[..], &json!(null)), "what came late, when it happened");
    let bens = &ben.get("/api/v1/notifications").expect(200)["items"][2];
    assert_eq!(bens["topic"], "game.awaiting_approval");
    for cursor in [&bens["id"], &json!(9_999_999)] {
        let refused = ann.get(&format!("/api/v1/notifications?after={cursor}"));
        assert_eq!(refused.status, 422, "no cursor of this list: {cursor}");
    }
});

/// A database of each kind that no service works on.
fn quiet_databases(test: impl Fn(&Database)) {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    rookery::db::migrate(&mut Connector::parse(&sqlite).unwrap().open().unwrap()).unwrap();
    for url in [sqlite, fresh_postgres()] {
        test(&Database::open(&url, 2, Clock::at(friday_noon()), std::sync::Arc::new(|_| {})).unwrap());
    }
}

fn put_into_outbox(db: &Database, messages: usize) {
    db.write_now(move |tx| {
        (0..messages)
            .try_for_each(|number| notify::enqueue(tx, "session.held_after_all", None, &json!({ "number": number })))
    })
    .unwrap();
}

#[test]
fn a_message_that_fails_is_put_off_and_in_the_end_given_up() {
    quiet_databases(|db| {
        let couriers = Couriers::open(&Config::embedded("sqlite:none"), letters::write).unwrap();
        put_into_outbox(db, 1);
        let mut attempts = 0;
        let mut waited = Vec::new();
        loop {
            let round =
                notify::worker::run_with(db, Channel::InApp, &|_| Err(Failure::Temporary("the line is dead".into())))
                    .unwrap();
            attempts += 1;
            assert_eq!(notify::worker::run(db, &couriers, Channel::InApp).unwrap().delivered, 0, "nothing is due yet");
            if round.given_up == 1 {
                break;
            }
            let due: chrono::NaiveDateTime =
                db.read_now(|db| Ok(outbox::table.select(outbox::next_attempt_at).first(db)?)).unwrap();
            waited.push((due - db.clock().now()).num_seconds());
            db.clock().set(due);
        }
        assert_eq!(attempts, notify::worker::ATTEMPTS);
        assert_eq!(waited[..3], [10, 20, 40]);
        let error = db.read_now(|db| Ok(outbox::table.select(outbox::last_error).first::<Option<String>>(db)?));
        assert_eq!(error.unwrap().as_deref(), Some("the line is dead"));
    });
}

#[test]
fn a_message_is_with_one_worker_at_a_time() {
    quiet_databases(|db| {
        let couriers = Couriers::open(&Config::embedded("sqlite:none"), letters::write).unwrap();
        put_into_outbox(db, 250);
        let replica =
            Database::open(&db.connector().url(), 1, db.clock().clone(), std::sync::Arc::new(|_| {})).unwrap();
        let sent_by = |db: &Database| {
            let sent = std::cell::RefCell::new(Vec::new());
            notify::worker::run_with(db, Channel::InApp, &|message| {
                sent.borrow_mut().push(message.id);
                Ok(())
            })
            .unwrap();
            sent.into_inner()
        };
        let (one, other) = std::thread::scope(|scope| {
            let other = scope.spawn(|| sent_by(&replica));
            (sent_by(db), other.join().unwrap())
        });
        let mut all: Vec<_> = one.into_iter().chain(other).collect();
        all.sort_unstable();
        let sent = all.len();
        all.dedup();
        assert_eq!((sent, all.len()), (250, 250));
        put_into_outbox(db, 1);
        assert_eq!(db.write_now(|tx| notify::worker::claim(tx, Channel::InApp)).unwrap().len(), 1);
        assert_eq!(notify::worker::run(db, &couriers, Channel::InApp).unwrap().delivered, 0, "the other worker has it");
        db.clock().set(db.clock().now() + notify::worker::LEASE);
        assert_eq!(
            notify::worker::run(db, &couriers, Channel::InApp).unwrap().delivered,
            1,
            "the other worker is gone"
        );
    });
}

both!(what_has_had_its_day_is_swept_out, |club| {
    let desk = club.person("Desk", &[Role::Moderator]);
    let body = serde_json::to_vec(&json!({ "name": "A guest" })).unwrap();
    let headers = [("Content-Type", "application/json"), ("Idempotency-Key", "one")];
    let first = desk.send("POST", "/api/v1/people", &headers, &body).expect(201);
    assert_eq!(desk.send("POST", "/api/v1/people", &headers, &body).expect(201), first);
    assert_eq!(rookery::jobs::housekeeping(&club.app.db, &club.app.room).unwrap(), 0);
    club.pass(TimeDelta::hours(49));
    assert_eq!(rookery::jobs::housekeeping(&club.app.db, &club.app.room).unwrap(), 1, "keys are kept 48 hours");
});

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
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("demo.sqlite").display());
    rookery::db::migrate(&mut Connector::parse(&url).unwrap().open().unwrap()).unwrap();
    rookery::commands::demo::build(&url, seed, "2026-11-25T15:30:00".parse().unwrap()).unwrap();
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

//! What the operator does: checking, backing up, restoring.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use diesel::prelude::*;
use rookery::audit::Kept;
use rookery::auth::Role;
use rookery::auth::security_log::{SecurityEvent, lines};
use rookery::commands::check::check;
use rookery::db::schema::{acts, games, ledger, people, rating_events, standings};
use rookery::db::{Connector, tables};
use rookery::error::Error;
use rookery::exchange::backup;
use rookery::exchange::export::File;
use rookery::id::{GameId, PersonId};
use rookery::ratings::Outcome;
use rookery::ratings::store::{Cause, NewEvent, post};
use rookery_messages::Message;
use serde_json::{Map, Value, json};

use crate::harness::{self, Binary, Club, wait_until};

/// Two members and three games between them, each act logged.
fn play(club: &Club) {
    // The calendar is made by a job of the service, at any moment after it starts.
    rookery::games::closing::run(&club.app.db).unwrap();
    club.write(|tx| {
        let mut persons = Vec::new();
        for (handle, name) in [("ann", "Ann \"the Rook\" Ørsted"), ("ben", "Ben\nMoss")] {
            let person = rookery::members::store::add_person(tx, handle, name)?;
            post(tx, tx.now, NewEvent::Join { person }, &Cause::new(Message::verbatim("Joined"), "II.1"))?;
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
            post(tx, at, event, &Cause::new(Message::verbatim(format!("Game {game}")), "II.3"))?;
            let entry = rookery::audit::Entry {
                actor: None,
                act: rookery::audit::Word::GameRegistered,
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
    Ok(club.app.db.write_now(move |tx| backup::restore(tx, &file, manner, &BTreeSet::new()))?.contents)
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
    let folder = harness::folder();
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
    let folder = harness::folder();
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
    let folder = harness::folder();
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
    let folder = harness::folder();
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
    let last = backup::last(&mut rookery::db::Connector::parse(&there).unwrap().open().unwrap()).unwrap();
    assert!(last.is_some(), "the last backup is the one that was restored");
    assert_eq!(run(&there, &["restore", name]).0, Some(1), "a club is there now");
    let export = folder.path().join("a/new folder");
    let (status, text) = run(&here, &["export", "--to", export.to_str().unwrap()]);
    assert_eq!((status, export.join("members.csv").is_file()), (Some(0), true), "{text}");
    let noted = |database: &str| -> Vec<(SecurityEvent, String)> {
        let mut db = Connector::parse(database).unwrap().open().unwrap();
        lines(&mut db, None, 100).unwrap().into_iter().map(|line| (line.event, line.detail)).collect()
    };
    let (noted_here, noted_there) = (noted(&here), noted(&there));
    assert!(noted_here.contains(&(SecurityEvent::BackupMade, String::new())), "{noted_here:?}");
    assert!(noted_here.contains(&(SecurityEvent::Downloaded, "members.csv".to_owned())), "{noted_here:?}");
    assert_eq!(noted_there.iter().filter(|(event, _)| *event == SecurityEvent::Restored).count(), 1, "{noted_there:?}");
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

/// Whatever the machine would give others of new files, nobody but the owner reads what the club is kept in.
#[cfg(unix)]
#[test]
fn only_the_owner_reads_what_the_program_writes() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = harness::folder();
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

/// Where nobody reads: a pipe that was closed before the first word, as `| head` closes it after a few lines.
fn nowhere() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

#[test]
fn a_command_that_nobody_reads_does_its_work_and_ends_as_ever() {
    let club = Club::on_sqlite();
    play(&club);
    let folder = harness::folder();
    let (database, backup) = (club.app.db.connector().url(), folder.path().join("club.backup"));
    let run = |arguments: &[&str], output: Stdio| {
        let mut process = Command::new(env!("CARGO_BIN_EXE_rookery"))
            .args(["--database", &database])
            .args(arguments)
            .env("RUST_LOG", "error")
            .stdin(Stdio::piped())
            .stdout(output)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A request for those that answer some; the others do not read it.
        drop(process.stdin.take().unwrap().write_all(b"{}\n"));
        let ended = process.wait_with_output().unwrap();
        (ended.status.code(), String::from_utf8(ended.stderr).unwrap())
    };
    for arguments in [
        &["doctor"][..],
        &["check"],
        &["backup", backup.to_str().unwrap()],
        &["export", "--to", "-", "members.csv"],
        &["openapi"],
        &["powers"],
        &["pair", "--rounds", "6", "crates/pairings/tests/data/swiss_5.trf"],
        &["nomic", "import", "--initial"],
        &["party"],
        &["multiplayer"],
        &["--help"],
    ] {
        assert_eq!(run(arguments, nowhere()), run(arguments, Stdio::null()), "{arguments:?}");
    }
    let export = folder.path().join("export");
    assert_eq!(run(&["export", "--to", export.to_str().unwrap()], nowhere()), (Some(0), String::new()));
    assert_eq!(std::fs::read_dir(&export).unwrap().count(), File::ALL.len(), "to the last file");

    // What cannot be written for another reason is told, as long as anybody listens.
    for arguments in [&["check"], &["openapi"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let (status, told) = run(arguments, full.into());
        assert!(status == Some(1) && told.contains("standard input or output: No space left"), "{told}");
    }
    let none = format!("sqlite:{}", folder.path().join("none.sqlite").display());
    let mut unheard = Command::new(env!("CARGO_BIN_EXE_rookery"));
    unheard.args(["--database", &none, "check"]).stdout(nowhere()).stderr(nowhere());
    assert_eq!(unheard.status().unwrap().code(), Some(1));
}

/// Colours are for a terminal: a log in a file is plain.
#[test]
fn a_log_that_is_written_to_a_file_has_no_colours() {
    let folder = harness::folder();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let log = folder.path().join("log");
    let mut service = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .args(["--database", &database, "--listen", "127.0.0.1:0"])
        .env("RUST_LOG", "info")
        .env_remove("NO_COLOR")
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let read = || std::fs::read_to_string(&log).unwrap();
    wait_until(|| read().contains(" INFO ") || service.try_wait().unwrap().is_some());
    service.kill().unwrap();
    service.wait().unwrap();
    let written = read();
    assert!(written.contains(" INFO ") && !written.contains('\u{1b}'), "{written}");
}

/// `ROOKERY_LOG=json` is for programs: each line is an object, and those of a request have the id that its caller was told.
#[test]
fn a_log_in_json_is_an_object_a_line_and_names_the_request() {
    let folder = harness::folder();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let club = Club::closed(&database);
    let moderator = club.person("Mona", &[Role::Moderator]);
    let log = folder.path().join("log");
    let settings = [("ROOKERY_LOG", "json".to_owned()), ("RUST_LOG", "info".to_owned())];
    let service = Binary::start_logging_with(&database, &log, &settings);
    let moderator = moderator.at(&service.url);
    moderator.get("/api/v1/suggestions").expect(200);
    // An error of the service's own.
    club.write(|tx| Ok(diesel::sql_query("DROP TABLE suggestions").execute(tx.db)?));
    let ids: Vec<String> = (0..2)
        .map(|_| {
            let answer = moderator.get("/api/v1/suggestions");
            let id = answer.header("x-request-id").unwrap().to_owned();
            let problem = answer.expect(500);
            assert_eq!(problem["request_id"], json!(id), "{problem}");
            id
        })
        .collect();
    assert_ne!(ids[0], ids[1]);
    drop(service);

    let log = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<Map<String, Value>> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line} of {log}")))
        .collect();
    assert!(lines.len() > ids.len(), "what it says at its start, and the errors: {log}");
    for line in &lines {
        for member in ["timestamp", "level", "target"] {
            assert!(line.get(member).is_some_and(Value::is_string), "no {member} in {line:?}");
        }
    }
    for id in &ids {
        let is_told = |line: &&Map<String, Value>| {
            line["level"] == "ERROR" && line.get("span").is_some_and(|span| span["id"] == json!(id))
        };
        let told = lines.iter().find(is_told).unwrap_or_else(|| panic!("no error of request {id} in {log}"));
        assert_eq!(told["message"], "internal error");
        assert!(told["error"].as_str().is_some_and(|error| error.contains("suggestions")), "{told:?}");
    }
}

//! Whatever is changed past the service is found: games, register, roles, ledger, tables, files, checkpoints, backups.

use std::path::Path;
use std::process::Command;

use diesel::prelude::*;
use rookery::audit::{Checkpoints, Kept};
use rookery::auth::Role;
use rookery::commands::check::check;
use rookery::db::{Backend, Connector, Db};
use rookery::error::Error;
use rookery::exchange::backup::{self, Manner};
use rookery_messages::Message;
use serde_json::json;

use crate::harness::{Binary, Club, folder, fresh_postgres};

/// What somebody does who can write to the database.
fn sql(club: &Club, statement: &str) -> usize {
    let statement = statement.to_owned();
    club.write(move |tx| Ok(diesel::sql_query(&statement).execute(tx.db)?))
}

fn faults(club: &Club) -> Vec<String> {
    club.app.db.read_now(|db| check(db, &Kept::default(), &mut |_| {})).unwrap()
}

/// Runs a command of the program; gives how it ended and all that it said.
fn run(database: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_rookery")).args(["--database", database]).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), said)
}

/// A club of both kinds of act: two games, one of them void, a register with somebody who left, roles given and taken.
fn lived_in(club: &Club) -> [i64; 2] {
    let (mona, pairs) = club.in_session(2);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let reason = "They know the game and the people";
    let person = pairs[0].0;
    club.write(move |tx| rookery::auth::store::open_account(tx, person, None, "none"));
    for role in ["moderator", "justice"] {
        let path = format!("/api/v1/people/{person}/roles");
        chief.post(&path, &json!({ "role": role, "reason": reason })).expect(201);
    }
    chief.delete(&format!("/api/v1/people/{}/roles/justice", pairs[0].0), &json!({ "reason": reason })).expect(204);
    let games = [pairs[0], pairs[1]].map(|(white, black)| {
        let game = json!({ "white": white, "black": black, "result": "white", "ending": "resignation" });
        mona.post("/api/v1/games", &game).expect(201)["id"].as_i64().unwrap()
    });
    let void = json!({ "reason": "They agreed on it beforehand", "act": "I.2" });
    let voided = chief.post(&format!("/api/v1/games/{}/void", games[1]), &void);
    assert!(voided.status < 300, "{}", voided.text());
    let session = club.write(|tx| {
        use rookery::db::schema::sessions;
        Ok(sessions::table.order(sessions::id.desc()).select(sessions::id).first::<i64>(tx.db)?)
    });
    mona.post(&format!("/api/v1/sessions/{session}/departures"), &json!({ "people": [pairs[1].1] })).expect(200);
    assert_eq!(faults(club), Vec::<String>::new(), "as the service left it");
    games
}

both!(games_register_and_roles_are_what_the_act_log_says, |club| {
    let [counts, void] = lived_in(&club);
    // What is done, how it is undone, and what is told of it.
    let changes = [
        (
            format!("UPDATE games SET result = 'black' WHERE id = {counts}"),
            format!("UPDATE games SET result = 'white' WHERE id = {counts}"),
            format!("game {counts}: the record says"),
        ),
        (
            format!("UPDATE games SET white_id = 1 WHERE id = {counts}"),
            format!(
                "UPDATE games SET white_id = (SELECT first_id FROM rating_events WHERE game_id = {counts}) WHERE id = {counts}"
            ),
            format!("game {counts}: the record says"),
        ),
        (
            format!("UPDATE games SET ending = 'checkmate' WHERE id = {counts}"),
            format!("UPDATE games SET ending = 'resignation' WHERE id = {counts}"),
            format!("game {counts}: the record says"),
        ),
        (
            format!("UPDATE games SET state = 'rated' WHERE id = {void}"),
            format!("UPDATE games SET state = 'void' WHERE id = {void}"),
            format!("game {void} is rated, and counts for nothing in the ratings"),
        ),
        (
            format!("UPDATE games SET state = 'void' WHERE id = {counts}"),
            format!("UPDATE games SET state = 'rated' WHERE id = {counts}"),
            format!("game {counts} counts in the ratings, against its state: void"),
        ),
    ];
    for (done, undone, told) in &changes {
        assert_eq!(sql(&club, done), 1, "{done}");
        let found = faults(&club);
        assert!(found.iter().any(|fault| fault.contains(told.as_str())), "{done}: {found:?}");
        assert_eq!(sql(&club, undone), 1);
        assert_eq!(faults(&club), Vec::<String>::new(), "after {undone}");
    }
    // Rows that are taken out or added stay so: each is told beside those before.
    let further = [
        ("UPDATE attendance SET struck_at = recorded_at WHERE id = 2", "the act log has person"),
        (
            "INSERT INTO attendance (session_id, person_id, arrived_at, recorded_at)
             SELECT session_id, person_id, recorded_at, recorded_at FROM attendance WHERE id = 2",
            "the register has person",
        ),
        (
            "UPDATE roles SET taken_at = given_at WHERE role = 'moderator' AND given_by IS NOT NULL",
            "was given the role moderator",
        ),
        (
            "INSERT INTO roles (person_id, role, given_at, given_reason)
             SELECT person_id, 'administrator', given_at, 'none' FROM roles WHERE role = 'chief_justice'",
            "holds the role administrator, which no act gave",
        ),
        ("DELETE FROM ledger WHERE id = 1", "entries of the ledger that name it are gone"),
    ];
    for (number, (done, told)) in further.iter().enumerate() {
        assert!(sql(&club, done) > 0, "{done}");
        let found = faults(&club);
        assert!(found.len() > number && found.iter().any(|fault| fault.contains(told)), "{done}: {found:?}");
    }
});

both!(an_entry_of_the_ledger_is_missed_though_it_moved_nothing, |club| {
    lived_in(&club);
    let person = club.person("Zoe", &[]).id;
    club.write(move |tx| {
        use rookery::ratings::store::{Cause, NewEvent, post};
        let person = rookery::id::PersonId(person);
        post(tx, tx.now, NewEvent::Join { person }, &Cause::new(Message::verbatim("Joined"), "II.1"))?;
        post(tx, tx.now, NewEvent::Adjustment { person, delta: 0 }, &Cause::new(Message::verbatim("Nothing"), "II.12"))
    });
    assert_eq!(faults(&club), Vec::<String>::new());
    assert!(sql(&club, "DELETE FROM ledger WHERE delta = 0 AND cause LIKE '%Nothing%'") > 0);
    let found = faults(&club);
    assert!(
        matches!(&found[..], [fault] if fault.contains("1 entries of the ledger that name it are gone")),
        "{found:?}"
    );
});

/// A database with its tables, and a way to change it that no service knows of.
fn databases(test: impl Fn(&str, &mut Db)) {
    let folder = folder();
    let sqlite = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    rookery::db::migrate(&mut Connector::parse(&sqlite).unwrap().open().unwrap()).unwrap();
    for url in [sqlite, fresh_postgres()] {
        test(&url, &mut Connector::parse(&url).unwrap().open().unwrap());
    }
}

#[test]
fn a_schema_that_is_not_this_versions_is_told() {
    databases(|url, db| {
        assert_eq!(run(url, &["check"]).0, Some(0), "{}", run(url, &["check"]).1);
        for (change, told) in [
            ("DROP INDEX games_session", "the database lacks this: index of table games (session_id, id)"),
            (
                "ALTER TABLE people ADD COLUMN nickname TEXT",
                "not of this version: column nickname of table people, text",
            ),
            ("ALTER TABLE people DROP COLUMN nickname", ""),
            ("CREATE TABLE strange (id BIGINT PRIMARY KEY)", "not of this version: table strange"),
            ("DROP TABLE webhook_deliveries", "the database lacks this: table webhook_deliveries"),
        ] {
            diesel::sql_query(change).execute(db).unwrap();
            let (status, said) = run(url, &["check"]);
            assert!(status == Some(1) && said.contains(told), "{change}: {said}");
        }
    });
}

/// A table may have been made by hand: its check then takes other words than this version's.
#[test]
fn a_check_that_is_not_this_versions_is_told_of_sqlite() {
    let folder = folder();
    let url = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let mut db = Connector::parse(&url).unwrap().open().unwrap();
    rookery::db::migrate(&mut db).unwrap();
    for statement in [
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, '''draw'', ', '') WHERE name = 'games'",
        "PRAGMA writable_schema = OFF",
    ] {
        diesel::sql_query(statement).execute(&mut db).unwrap();
    }
    drop(db);
    let (status, said) = run(&url, &["check"]);
    for told in [
        "the database lacks this: check of table games: (result IN ('white', 'draw', 'black'))",
        "which is not of this version: check of table games: (result IN ('white', 'black'))",
    ] {
        assert!(status == Some(1) && said.contains(told), "{said}");
    }
}

#[test]
fn a_newer_versions_database_is_refused_and_says_whose_it_is() {
    databases(|url, db| {
        for (statement, who) in [
            (
                "INSERT INTO __diesel_schema_migrations (version) VALUES ('20991231000001')",
                "another version of Rookery",
            ),
            ("INSERT INTO migrated (version, program) VALUES ('20991231000001', '9.8.7')", "Rookery 9.8.7"),
        ] {
            diesel::sql_query(statement).execute(db).unwrap();
            for command in ["serve", "check", "migrate"] {
                let (status, said) = run(url, &["--listen", "127.0.0.1:0", command]);
                let ours = env!("CARGO_PKG_VERSION");
                assert!(
                    status == Some(1) && said.contains(&format!("brought up to date by {who}")),
                    "{command}: {said}"
                );
                assert!(said.contains(&format!("this is Rookery {ours}")) && said.contains("20991231000001"), "{said}");
            }
        }
    });
}

#[test]
fn a_damaged_file_is_told_by_table_and_page() {
    let club = Club::on_sqlite();
    lived_in(&club);
    let folder = folder();
    let whole = folder.path().join("whole.sqlite");
    let mut db = club.app.db.connector().open().unwrap();
    diesel::sql_query(format!("VACUUM INTO '{}'", whole.display())).execute(&mut db).unwrap();
    let bytes = std::fs::read(&whole).unwrap();
    let page = 4096;
    let mut told = 0;
    // Every third page in turn, filled with what belongs nowhere.
    for number in (1..bytes.len() / page).step_by(3) {
        let mut damaged = bytes.clone();
        damaged[number * page..(number + 1) * page].fill(0xa5);
        let file = folder.path().join("damaged.sqlite");
        for name in ["damaged.sqlite-wal", "damaged.sqlite-shm"] {
            drop(std::fs::remove_file(folder.path().join(name)));
        }
        std::fs::write(&file, damaged).unwrap();
        let (status, said) = run(&format!("sqlite:{}", file.display()), &["check"]);
        assert_eq!(status, Some(1), "page {number}: {said}");
        assert!(said.contains("FAULT") && !said.contains("panicked"), "page {number}: {said}");
        told += usize::from(said.contains("FAULT database: table ") && said.contains("page"));
    }
    assert!(told > 10, "only {told} pages were told by their table");
    std::fs::write(folder.path().join("text.sqlite"), vec![b'x'; 10_000]).unwrap();
    let (status, said) = run(&format!("sqlite:{}", folder.path().join("text.sqlite").display()), &["check"]);
    assert!(status == Some(1) && said.contains("FAULT the database cannot be read"), "{said}");
}

both!(checkpoints_that_are_gone_are_missed, |club| {
    let folder = folder();
    let checkpoints = Checkpoints::in_folder(folder.path().join("kept"));
    let file = folder.path().join("kept/checkpoints.jsonl");
    let kept_faults = |club: &Club| {
        let kept = checkpoints.read().unwrap();
        club.app.db.read_now(|db| check(db, &kept, &mut |_| {})).unwrap()
    };
    lived_in(&club);
    for number in 1..=3 {
        club.person(&format!("Person {number}"), &[Role::Staff]);
        assert_eq!(rookery::jobs::sign(&club.app.db, &checkpoints).unwrap(), 1);
    }
    assert_eq!(kept_faults(&club), Vec::<String>::new());
    let whole = std::fs::read_to_string(&file).unwrap();
    let cut: String = whole.lines().take(2).map(|line| format!("{line}\n")).collect();
    for (left, found) in [(Some(cut.as_str()), 2), (Some(""), 0), (None, 0)] {
        match left {
            Some(text) => std::fs::write(&file, text).unwrap(),
            None => std::fs::remove_file(&file).unwrap(),
        }
        let told = format!("act log: checkpoints are missing: 3 were signed with this key, the folder has {found}");
        assert_eq!(kept_faults(&club), [told]);
        let person = format!("Later {found} {}", left.is_none());
        club.person(&person, &[Role::Staff]);
        let refused = rookery::jobs::sign(&club.app.db, &checkpoints).unwrap_err().to_string();
        assert!(refused.contains("the folder lacks the last"), "nothing is signed over the gap: {refused}");
    }
    std::fs::write(&file, &whole).unwrap();
    assert_eq!(kept_faults(&club), Vec::<String>::new());
    // The whole folder: its key is not there to say whose the checkpoints were.
    std::fs::remove_dir_all(folder.path().join("kept")).unwrap();
    let found = kept_faults(&club);
    assert!(matches!(&found[..], [fault] if fault.contains("has none of them")), "{found:?}");
});

/// A process that dies in its first seconds leaves a folder without checkpoints or without a key: both are read.
#[test]
fn a_folder_that_was_hardly_begun_is_read() {
    let folder = folder();
    let kept = folder.path().join("kept");
    std::fs::create_dir(&kept).unwrap();
    std::fs::write(kept.join("checkpoints.jsonl"), "").unwrap();
    let checkpoints = Checkpoints::in_folder(&kept);
    assert!(checkpoints.read().unwrap().checkpoints.is_empty(), "no key yet");
    std::fs::write(kept.join("signing.key.partial"), "half a k").unwrap();
    let club = Club::on_sqlite();
    club.person("Staff", &[Role::Staff]);
    assert_eq!(rookery::jobs::sign(&club.app.db, &checkpoints).unwrap(), 1);
    assert_eq!(checkpoints.read().unwrap().checkpoints.len(), 1);
}

/// Killed at any moment of its first second, a service leaves a club that `check` finds sound.
#[test]
fn a_service_that_is_killed_at_once_leaves_what_can_be_checked() {
    for delay in [0, 30, 90, 200] {
        let folder = folder();
        let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
        let service = Binary::start(&database);
        std::thread::sleep(std::time::Duration::from_millis(delay));
        drop(service);
        let (status, said) = run(&database, &["check"]);
        assert_eq!(status, Some(0), "{said}");
    }
}

both!(a_backup_that_cannot_be_restored_is_found_when_it_is_made, |club| {
    lived_in(&club);
    let folder = folder();
    let file = folder.path().join("club.backup");
    let database = club.app.db.connector().url();
    let name = file.to_str().unwrap();
    assert_eq!(run(&database, &["backup", name]).0, Some(0));
    assert!(sql(&club, "UPDATE acts SET body = '{}' WHERE id = 3") == 1);
    let (status, said) = run(&database, &["backup", name]);
    let told = "FAULT the act log in it is broken: act 3 does not match its seal";
    assert!(status == Some(1) && said.contains(told) && said.contains("restore --force"), "{said}");
    for other in [Club::on_sqlite(), Club::on_postgres()] {
        let restore = |force: bool| {
            let file = file.clone();
            let manner = Manner { replace: false, force };
            other.app.db.write_now(move |tx| backup::restore(tx, &file, manner, &std::collections::BTreeSet::new()))
        };
        let refused = restore(false).unwrap_err();
        assert!(matches!(&refused, Error::Refused(_)) && refused.to_string().contains("--force"), "{refused}");
        let restored = restore(true).unwrap();
        let told: Vec<String> = restored.faults.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["the act log in it is broken: act 3 does not match its seal"]);
        assert!(restored.contents.rows > 50);
        let found = faults(&other);
        assert!(matches!(&found[..], [fault, ..] if fault.contains("act 3 does not match its seal")), "{found:?}");
    }
});

/// A row that refers to nothing gets into SQLite where nobody watches; PostgreSQL takes none.
#[test]
fn rows_that_cannot_be_put_in_are_left_out_by_force_and_told() {
    let club = Club::on_sqlite();
    lived_in(&club);
    let folder = folder();
    let file = folder.path().join("club.backup");
    let mut db = club.app.db.connector().open().unwrap();
    assert_eq!(db.backend(), Backend::Sqlite);
    for statement in [
        "PRAGMA foreign_keys = OFF",
        "INSERT INTO notes (id, person_id, created_by, text, created_at) VALUES (77, 9999, 9999, 'lost', '2026-11-06 12:00:00')",
    ] {
        diesel::sql_query(statement).execute(&mut db).unwrap();
    }
    let made = backup::write(&mut db, club.now(), &file).unwrap();
    assert!(
        matches!(&made.faults[..], [fault] if fault.to_string().contains("a row of table notes was left out")),
        "{:?}",
        made.faults
    );
    let restore =
        |database: &str, arguments: &[&str]| run(database, &[&["restore", file.to_str().unwrap()], arguments].concat());
    for database in [format!("sqlite:{}", Path::new(folder.path()).join("other.sqlite").display()), fresh_postgres()] {
        let (status, said) = restore(&database, &[]);
        assert!(status == Some(1) && said.contains("rows of table notes cannot be put in"), "{said}");
        let (status, said) = restore(&database, &["--force"]);
        assert!(status == Some(0) && said.contains("FAULT a row of table notes was left out"), "{said}");
        assert_eq!(run(&database, &["check"]).0, Some(0));
    }
}

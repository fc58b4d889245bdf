//! A club of an older version, brought up to date: nothing it had is lost or comes out otherwise.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::read::GzDecoder;
use rookery::checks::jobs as checks;
use rookery::commands::demo;
use rookery::db::{Connector, tables};
use rookery::exchange::import::jobs as imports;
use rookery::jobs::background::JobId;
use rookery::notify::text;
use rookery::web::catalogue::Language::German;
use rookery_messages::Message;
use serde_json::{Value, json};

use crate::harness::{Binary, Client, folder, fresh_postgres};

/// The records of the older version; see the README beside them.
fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/upgrade").join(name)
}

fn unpacked(name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(std::fs::File::open(kept(name)).unwrap()).read_to_end(&mut bytes).unwrap();
    bytes
}

/// Runs a command of the program; gives all that it said.
#[track_caller]
fn run(database: &str, arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_rookery")).args(["--database", database]).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    said
}

/// The lines of a CSV file, each by its headings. A cell that a spreadsheet would take for a formula may be marked so.
fn lines(text: &[u8]) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text);
    let headings = reader.headers().unwrap().clone();
    let cell = |text: &str| text.strip_prefix('\'').unwrap_or(text).to_owned();
    let line = |record: csv::StringRecord| {
        headings.iter().map(str::to_owned).zip(record.iter().map(cell)).collect::<BTreeMap<_, _>>()
    };
    reader.records().map(|record| line(record.unwrap())).collect()
}

/// The tags and the moves of each game of an archive.
fn games(text: &[u8]) -> Vec<(BTreeMap<String, String>, String)> {
    let text = String::from_utf8(text.to_vec()).unwrap();
    let games = text.split("\n[Event ").filter(|game| !game.trim().is_empty());
    let game = |game: &str| {
        let (tags, moves) = game.split_once("\n\n").unwrap_or((game, ""));
        let tag = |line: &str| line.trim_matches(['[', ']']).split_once(' ').map(|(a, b)| (a.to_owned(), b.to_owned()));
        (tags.lines().skip(1).filter_map(tag).collect(), moves.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    games.map(game).collect()
}

/// Whether all that stood in a document stands in another: members may have been added to objects.
fn holds(new: &Value, old: &Value, place: &str) {
    match (new, old) {
        (Value::Object(new), Value::Object(old)) => {
            for (name, old) in old {
                holds(
                    new.get(name).unwrap_or_else(|| panic!("{place}.{name} is gone")),
                    old,
                    &format!("{place}.{name}"),
                );
            }
        }
        (Value::Array(new), Value::Array(old)) => {
            assert_eq!(new.len(), old.len(), "{place}");
            new.iter().zip(old).enumerate().for_each(|(at, (new, old))| holds(new, old, &format!("{place}[{at}]")));
        }
        _ => assert_eq!(new, old, "{place}"),
    }
}

/// The rows of a table as the older version's backup has them, each by its columns.
fn backed_up(table: &str) -> Vec<BTreeMap<String, Value>> {
    let mut columns: Option<Vec<String>> = None;
    let mut rows = Vec::new();
    for line in String::from_utf8(unpacked("club.backup")).unwrap().lines() {
        match serde_json::from_str(line).unwrap() {
            Value::Array(values) => {
                if let Some(columns) = &columns {
                    rows.push(columns.iter().cloned().zip(values).collect());
                }
            }
            described => {
                let named = described["columns"].as_array().filter(|_| described["name"] == table);
                columns = named.map(|all| all.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect());
            }
        }
    }
    rows
}

/// The rows of a table in a database.
fn stored(database: &str, table: &str) -> Vec<BTreeMap<String, Value>> {
    let mut db = Connector::parse(database).unwrap().open().unwrap();
    let table = tables::tables(&mut db).unwrap().into_iter().find(|one| one.name == table).unwrap();
    let mut rows = Vec::new();
    let names: Vec<String> = table.columns.iter().map(|column| column.name.clone()).collect();
    tables::each_row(&mut db, &table, |row| {
        rows.push(names.iter().cloned().zip(serde_json::from_str::<Vec<Value>>(row)?).collect());
        Ok(())
    })
    .unwrap();
    rows
}

/// What are messages by now, and were English sentences.
const MESSAGES: [(&str, &str); 21] = [
    ("bans", "lift_reason"),
    ("chief_acts", "effect"),
    ("chief_acts", "undone_by"),
    ("decisions", "court_case"),
    ("decisions", "state_cause"),
    ("declarations", "effect"),
    ("declarations", "reason"),
    ("declarations", "undone_by"),
    ("filings", "text"),
    ("filings", "title"),
    ("game_changes", "reason"),
    ("games", "state_reason"),
    ("held_games", "state_reason"),
    ("house_rules", "note"),
    ("interpretations", "withdrawn_reason"),
    ("ledger", "cause"),
    ("memberships", "removal_reason"),
    ("monitors", "lift_reason"),
    ("roles", "given_reason"),
    ("roles", "taken_reason"),
    ("sessions", "cancel_reason"),
];

/// Columns that are called otherwise by now: their table, what they were called, and what they are.
const RENAMED: [(&str, &str, &str); 29] = [
    ("cases", "concerns_id", "concerned_id"),
    ("cases", "decider_id", "decided_by"),
    ("cases", "petitioner_id", "filed_by"),
    ("change_requests", "author_id", "made_by"),
    ("chief_acts", "by_id", "done_by"),
    ("decisions", "decider_id", "decided_by"),
    ("declarations", "by_id", "made_by"),
    ("drafts", "author_id", "drafted_by"),
    ("evidence_releases", "by_id", "released_by"),
    ("evidence_releases", "to_id", "recipient_id"),
    ("evidence_views", "by_id", "seen_by"),
    ("filings", "author_id", "filed_by"),
    ("games", "overseer_id", "overseen_by"),
    ("judgments", "author_id", "written_by"),
    ("leave_votes", "justice_id", "said_by"),
    ("notes", "author_id", "created_by"),
    ("objections", "objector_id", "made_by"),
    ("objections", "overseer_id", "overseen_by"),
    ("opinion_joins", "justice_id", "joined_by"),
    ("opinions", "author_id", "written_by"),
    ("petition_drafts", "author_id", "saved_by"),
    ("plays", "by_id", "played_by"),
    ("redactions", "by_id", "made_by"),
    ("reports", "reporter_id", "made_by"),
    ("rulings", "justice_id", "ruled_by"),
    ("suggestions", "author_id", "made_by"),
    ("table_talk", "by_id", "said_by"),
    ("timed_games", "told_to", "started_by"),
    ("votes", "justice_id", "voted_by"),
];

/// Where messages stand among the members of JSON.
const BODIES: [&str; 2] = ["notifications", "outbox"];

/// Holds what notices tell against the sentences they were.
fn told(database: &str) {
    let mut said = 0;
    for table in BODIES {
        let body = |row: &BTreeMap<String, Value>| serde_json::from_str(row["payload"].as_str().unwrap()).unwrap();
        let new: BTreeMap<Option<i64>, Value> =
            stored(database, table).iter().map(|row| (row["id"].as_i64(), body(row))).collect();
        for old in backed_up(table) {
            let new = &new[&old["id"].as_i64()];
            said += new.to_string().matches("\"template\":").count();
            assert_eq!(text::in_english(new.clone()), body(&old), "{table}");
        }
    }
    assert!(said > 10, "{said} messages");
    let mut besides = 0;
    for (table, reader) in [("notifications", "person_id"), ("outbox", "recipient_id")] {
        let rows = stored(database, table);
        let to_many = |row: &&BTreeMap<String, Value>| row[reader].is_null() && !row["event_id"].is_null();
        let same = |own: &BTreeMap<String, Value>, many: &BTreeMap<String, Value>| {
            ["created_at", "topic", "payload"].iter().all(|column| own[*column] == many[*column])
        };
        for own in rows.iter().filter(|row| !row[reader].is_null()) {
            let Some(many) = rows.iter().filter(to_many).find(|many| same(own, many)) else { continue };
            assert_eq!(own["event_id"], many["event_id"], "{table}: {own:?}");
            besides += 1;
        }
    }
    assert!(besides > 0, "nothing was told to many and to one of them besides");
}

/// Holds messages that were carried over against the sentences they were: English is the same, and German is German.
fn carried(database: &str) {
    let (mut said, mut own) = (0, Vec::new());
    for (table, column) in MESSAGES {
        let (new, old) = (stored(database, table), backed_up(table));
        assert_eq!(new.len(), old.len(), "{table}");
        for (new, old) in new.iter().zip(&old) {
            let Some(text) = old[column].as_str() else { continue };
            let message: Message = serde_json::from_str(new[column].as_str().unwrap()).unwrap();
            assert_eq!(message.to_string(), text, "{table}.{column}");
            if message.as_verbatim().is_some() {
                own.push((table, column, text.to_owned()));
                continue;
            }
            assert_ne!(German.say(&message), text, "{table}.{column}");
            said += 1;
        }
    }
    assert!(said > 700, "{said} messages");
    // What people wrote is theirs; the ledger has nothing but what the service says.
    assert!(!own.iter().any(|(table, column, _)| (*table, *column) == ("ledger", "cause")), "{own:#?}");
    let others = own.iter().filter(|(table, column, text)| {
        let is_written = column.ends_with("reason") || matches!(*table, "filings" | "house_rules");
        !is_written && !text.starts_with("Two clocks may be")
    });
    assert_eq!(
        others.count(),
        0,
        "all but reasons, filings, notes, and what the Chief Justice said of an act: {own:#?}"
    );
}

/// Holds columns that are called otherwise against what they held under their older name.
fn renamed(database: &str) {
    let mut named = 0;
    for (table, was, is) in RENAMED {
        let new: BTreeMap<Option<i64>, Value> =
            stored(database, table).iter().map(|row| (row["id"].as_i64(), row[is].clone())).collect();
        for old in backed_up(table) {
            assert_eq!(new[&old["id"].as_i64()], old[was], "{table}.{is}");
            named += usize::from(!old[was].is_null());
        }
    }
    assert_eq!(named, 299);
}

/// Holds a club that was brought up to date against what the older version wrote of it.
fn compare(database: &str) {
    let said = run(database, &["check"]);
    for told in ["447 acts", "363 events replayed, 687 ledger entries, 30 members", "7 replayed, 212 entries"] {
        assert!(said.contains(told), "{told}: {said}");
    }
    let to = folder();
    run(database, &["export", "--to", to.path().to_str().unwrap()]);
    let exported = |name: &str| std::fs::read(to.path().join(name)).unwrap();
    for name in ["attendance.csv", "events.csv", "games.csv", "ledger.csv", "members.csv", "sessions.csv"] {
        let (new, old) = (lines(&exported(name)), lines(&unpacked(&format!("{name}.gz"))));
        assert_eq!(new.len(), old.len(), "{name}");
        for (at, (new, old)) in new.iter().zip(&old).enumerate() {
            for (heading, cell) in old {
                assert_eq!(new.get(heading), Some(cell), "{name}, line {}: {heading}", at + 2);
            }
        }
    }
    let of = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).unwrap();
    holds(&of(&exported("club.json")), &of(&unpacked("club.json.gz")), "club.json");
    let (new, old) = (games(&exported("games.pgn")), games(&unpacked("games.pgn.gz")));
    assert_eq!((new.len(), old.len()), (320, 320));
    for (at, ((new, moves), (old, played))) in new.iter().zip(&old).enumerate() {
        assert_eq!(moves, played, "game {at} of the archive");
        old.iter().for_each(|(tag, value)| assert_eq!(new.get(tag), Some(value), "game {at}: {tag}"));
    }
    carried(database);
    told(database);
    renamed(database);
    for table in ["standings", "ledger", "rating_events", "games", "attendance", "acts", "plays", "roles"] {
        let (new, old) = (stored(database, table), backed_up(table));
        assert!(!old.is_empty() && new.len() == old.len(), "{table}: {} rows, {} before", new.len(), old.len());
        let by_key = |row: &BTreeMap<String, Value>| row.get("id").or(row.get("person_id")).unwrap().as_i64();
        let new: BTreeMap<Option<i64>, _> = new.iter().map(|row| (by_key(row), row)).collect();
        for row in &old {
            // Of a cache only: which of its versions last changed the row.
            for (column, value) in row.iter().filter(|(column, _)| table != "standings" || *column != "version") {
                let key = by_key(row);
                let is_renamed = RENAMED.iter().any(|(of, was, _)| *of == table && was == column);
                if !is_renamed && !MESSAGES.contains(&(table, column)) {
                    assert_eq!(new[&key].get(column), Some(value), "{table} {key:?}: {column}");
                }
            }
        }
    }
}

#[test]
fn an_older_versions_file_is_brought_up_to_date() {
    let folder = folder();
    let file = folder.path().join("club.sqlite");
    std::fs::write(&file, unpacked("club.sqlite.gz")).unwrap();
    let database = format!("sqlite:{}", file.display());
    assert!(run(&database, &["migrate"]).contains("ran 2026"));
    compare(&database);
    // Backed up by this version and restored, it is still the same.
    let backup = folder.path().join("club.backup");
    run(&database, &["backup", backup.to_str().unwrap()]);
    let other = format!("sqlite:{}", folder.path().join("other.sqlite").display());
    run(&other, &["restore", backup.to_str().unwrap()]);
    compare(&other);
    // Served once, register and roles are counted, and held against the act log from then on.
    let service = Binary::start(&other);
    let credentials = json!({ "handle": "imogen-hartley", "password": demo::PASSWORD });
    let signed_in = Client::new(&service.url, None).post("/api/v1/tokens", &credentials).expect(200);
    let reader = Client::new(&service.url, signed_in["access_token"].as_str().map(str::to_owned));
    // An entry of a log of then that could not be read would be an error of its page.
    for table in 1..=7 {
        let page = reader.get(&format!("/tables/{table}"));
        assert_eq!(page.status, 200, "{table}: {}", page.text());
    }
    drop(service);
    run(&other, &["check"]);
    let mut db = Connector::parse(&other).unwrap().open().unwrap();
    diesel::RunQueryDsl::execute(
        diesel::sql_query("UPDATE attendance SET struck_at = recorded_at WHERE id = 9"),
        &mut db,
    )
    .unwrap();
    let checked = Command::new(env!("CARGO_BIN_EXE_rookery")).args(["--database", &other, "check"]).output().unwrap();
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(!checked.status.success() && said.contains("the register does not have it so"), "{said}");
}

#[test]
fn a_row_that_could_not_be_entered_today_is_upgraded_and_told_of() {
    let folder = folder();
    let file = folder.path().join("club.sqlite");
    std::fs::write(&file, unpacked("club.sqlite.gz")).unwrap();
    let database = format!("sqlite:{}", file.display());
    let mut db = Connector::parse(&database).unwrap().open().unwrap();
    let themselves = diesel::sql_query("UPDATE games SET black_id = white_id WHERE id = 7");
    assert_eq!(diesel::RunQueryDsl::execute(themselves, &mut db).unwrap(), 1);
    drop(db);
    run(&database, &["migrate"]);
    let checked =
        Command::new(env!("CARGO_BIN_EXE_rookery")).args(["--database", &database, "check"]).output().unwrap();
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(!checked.status.success() && said.contains("CHECK constraint failed in games"), "{said}");
}

#[test]
fn what_somebody_asked_an_older_version_for_is_carried_over() {
    let folder = folder();
    let file = folder.path().join("club.sqlite");
    std::fs::write(&file, unpacked("club.sqlite.gz")).unwrap();
    let database = format!("sqlite:{}", file.display());
    let mut db = Connector::parse(&database).unwrap().open().unwrap();
    for row in [
        "INSERT INTO imports (asked_by, name, options, state, lines_read, created_at, finished_at)
         VALUES (1, 'games.csv', '{}', 'done', 5, '2026-11-20 10:00:00', '2026-11-20 10:00:01')",
        "INSERT INTO imports (asked_by, name, options, state, created_at)
         VALUES (1, 'cut.csv', '{}', 'entering', '2026-11-20 11:00:00')",
        "INSERT INTO checks (asked_by, subject, state, entries, entries_read, faults, created_at, told_at, finished_at)
         VALUES (2, 'acts', 'faulty', 9, 9, '[\"One is wrong.\"]', '2026-11-20 12:00:00', '2026-11-20 12:00:00', '2026-11-20 12:00:01')",
        "INSERT INTO exports (asked_by, file, state, created_at, told_at)
         VALUES (2, 'games.pgn', 'under_way', '2026-11-20 13:00:00', '2026-11-20 13:00:00')",
    ] {
        diesel::RunQueryDsl::execute(diesel::sql_query(row), &mut db).unwrap();
    }
    drop(db);
    run(&database, &["migrate"]);
    let mut db = Connector::parse(&database).unwrap().open().unwrap();
    let import = imports::find(&mut db, JobId(1)).unwrap().unwrap();
    assert_eq!((import.name.as_str(), import.lines_read, import.state), ("games.csv", 5, imports::State::Done));
    let cut = imports::find(&mut db, JobId(2)).unwrap().unwrap();
    assert_eq!((cut.state, cut.finished_at.is_some()), (imports::State::Failed, true));
    let check = checks::find(&mut db, JobId(3)).unwrap().unwrap();
    assert_eq!((check.state, check.entries_read), (checks::State::Faulty, 9));
    assert_eq!(check.faults[0].to_string(), "One is wrong.");
    assert_eq!(stored(&database, "jobs").len(), 3, "exports are asked for anew");
}

#[test]
fn an_older_versions_backup_restores_into_sqlite() {
    let folder = folder();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    run(&database, &["restore", kept("club.backup").to_str().unwrap()]);
    compare(&database);
}

#[test]
fn an_older_versions_backup_restores_into_postgres() {
    let database = fresh_postgres();
    run(&database, &["restore", kept("club.backup").to_str().unwrap()]);
    compare(&database);
    // In the place of a club that is there.
    run(&database, &["restore", "--replace", kept("club.backup").to_str().unwrap()]);
    compare(&database);
}

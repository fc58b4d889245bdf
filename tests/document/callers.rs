//! What the service answers is as the document says, no matter who calls: Schemathesis sends requests that it makes of the
//! document, in order and out of order, to the demonstration's club.

use std::sync::LazyLock;

use diesel::RunQueryDsl;
use rookery::commands::demo;
use rookery::config::Config;
use rookery::db::{Connector, migrate};

use super::{DOCUMENT, HERE, python, run};
use crate::harness::{Club, folder};

/// Twenty minutes into a session.
const NOW: &str = "2026-11-06T12:50:00";
/// Those that go on until their reader leaves.
const ENDLESS: [&str; 3] = ["watchLeaderboard", "watchTable", "openTableSocket"];

/// The demonstration's club and the key of its evidence: each caller has a copy.
static SEASON: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let folder = folder();
    let [database, copy] = ["season.sqlite", "copy.sqlite"].map(|file| folder.path().join(file));
    let database = format!("sqlite:{}", database.display());
    migrate(&mut Connector::parse(&database).unwrap().open().unwrap()).unwrap();
    demo::build(&database, 1, NOW.parse().unwrap()).unwrap();
    // What was built may not all be in the file yet.
    let mut db = Connector::parse(&database).unwrap().open().unwrap();
    diesel::sql_query(format!("VACUUM INTO '{}'", copy.display())).execute(&mut db).unwrap();
    let key = Config::embedded(database).evidence_key_file().unwrap();
    [copy, key].map(|file| std::fs::read(file).unwrap())
});

/// Calls every operation as somebody of the cast, or as nobody: with the same requests each time, or with as many others
/// as `ROOKERY_EXAMPLES` says.
fn call_as(handle: Option<&str>) {
    let folder = folder();
    let file = folder.path().join("club.sqlite");
    let config = Config::embedded(format!("sqlite:{}", file.display()));
    let [season, key] = &*SEASON;
    std::fs::write(file, season).unwrap();
    std::fs::write(config.evidence_key_file().unwrap(), key).unwrap();
    let club = Club::with(config);
    club.set_time(NOW);
    let mut schemathesis = python("schemathesis");
    schemathesis
        .current_dir(HERE)
        .args(["--config-file", "schemathesis.toml", "run", DOCUMENT, "--url", &club.url, "--no-color"])
        .args(["--phases", "fuzzing", "--continue-on-failure", "--generation-database", "none"])
        .args(ENDLESS.iter().flat_map(|operation| ["--exclude-operation-id", operation]))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("ROOKERY_URL", &club.url)
        .env("ROOKERY_PASSWORD", demo::PASSWORD);
    match std::env::var("ROOKERY_EXAMPLES") {
        Ok(examples) => schemathesis.args(["--max-examples", &examples]),
        Err(_) => schemathesis.args(["--max-examples", "3", "--seed", "1"]),
    };
    if let Some(handle) = handle {
        schemathesis.env("ROOKERY_HANDLE", handle);
    }
    print!("{}", run(&mut schemathesis));
}

#[test]
fn a_visitor_is_answered_as_the_document_says() {
    call_as(None);
}

#[test]
fn a_member_is_answered_as_the_document_says() {
    call_as(Some("milo-fairweather"));
}

#[test]
fn a_moderator_is_answered_as_the_document_says() {
    call_as(Some("tess-lindqvist"));
}

#[test]
fn a_justice_is_answered_as_the_document_says() {
    call_as(Some("priya-raman"));
}

#[test]
fn an_administrator_is_answered_as_the_document_says() {
    call_as(Some("imogen-hartley"));
}

//! What the service answers is as the document says, whoever calls: Schemathesis sends requests that it makes of the
//! document, in order and out of order, to the demonstration's club.

use std::sync::LazyLock;

use rookery::commands::demo;
use rookery::config::Config;
use rookery::db::{Connector, migrate};
use tempfile::TempDir;

use super::{DOCUMENT, HERE, python, run};
use crate::harness::{Club, folder};

/// Twenty minutes into a session.
const NOW: &str = "2026-11-06T12:50:00";
/// Those that go on until their reader leaves.
const ENDLESS: [&str; 3] = ["watchLeaderboard", "watchTable", "openTableSocket"];

/// The demonstration's club and what lies beside it: each caller has a copy.
static SEASON: LazyLock<TempDir> = LazyLock::new(|| {
    let season = folder();
    let database = database_in(&season);
    migrate(&mut Connector::parse(&database).unwrap().open().unwrap()).unwrap();
    demo::build(&database, 1, NOW.parse().unwrap()).unwrap();
    season
});

fn database_in(folder: &TempDir) -> String {
    format!("sqlite:{}", folder.path().join("club.sqlite").display())
}

/// Calls every operation as somebody of the cast, or as nobody: with the same requests each time, or with as many others
/// as `ROOKERY_EXAMPLES` says.
fn call_as(handle: Option<&str>) {
    let folder = folder();
    for file in ["club.sqlite", "club.sqlite.evidence-key"] {
        std::fs::copy(SEASON.path().join(file), folder.path().join(file)).unwrap();
    }
    let club = Club::with(Config::embedded(database_in(&folder)));
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
        Err(_) => schemathesis.args(["--max-examples", "20", "--seed", "1"]),
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

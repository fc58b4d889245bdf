//! What the service answers is as the document says, whoever calls: Schemathesis sends requests that it makes of the
//! document, in order and out of order, to the demonstration's club.

use std::sync::LazyLock;

use rookery::commands::demo;
use rookery::db::{Connector, migrate};

use super::{DOCUMENT, HERE, python, run};
use crate::harness::{Club, folder};

/// Twenty minutes into a session.
const NOW: &str = "2026-11-06T12:50:00";
/// Those that go on until their reader leaves.
const ENDLESS: [&str; 3] = ["watchLeaderboard", "watchTable", "openTableSocket"];

/// Requests to each operation.
fn examples() -> String {
    std::env::var("ROOKERY_EXAMPLES").unwrap_or_else(|_| "20".into())
}

/// The demonstration's club: each caller has a copy.
static SEASON: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = folder();
    let file = folder.path().join("season.sqlite");
    let database = format!("sqlite:{}", file.display());
    migrate(&mut Connector::parse(&database).unwrap().open().unwrap()).unwrap();
    demo::build(&database, 1, NOW.parse().unwrap()).unwrap();
    std::fs::read(file).unwrap()
});

/// Calls every operation as somebody of the cast, or as nobody.
fn call_as(handle: Option<&str>) {
    let folder = folder();
    let file = folder.path().join("club.sqlite");
    std::fs::write(&file, SEASON.as_slice()).unwrap();
    let club = Club::open(&format!("sqlite:{}", file.display()));
    club.set_time(NOW);
    let mut schemathesis = python("schemathesis");
    schemathesis
        .current_dir(HERE)
        .args(["--config-file", "schemathesis.toml", "run", DOCUMENT, "--url", &club.url, "--no-color"])
        .args(["--phases", "fuzzing", "--continue-on-failure", "--generation-database", "none"])
        .args(["--max-examples", &examples()])
        .args(ENDLESS.iter().flat_map(|operation| ["--exclude-operation-id", operation]))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("ROOKERY_URL", &club.url)
        .env("ROOKERY_PASSWORD", demo::PASSWORD);
    if let Some(handle) = handle {
        schemathesis.env("ROOKERY_HANDLE", handle);
    }
    print!("{}", run(&mut schemathesis));
}

#[test]
#[ignore = "scripts/test --long calls"]
fn a_visitor_is_answered_as_the_document_says() {
    call_as(None);
}

#[test]
#[ignore = "scripts/test --long calls"]
fn a_member_is_answered_as_the_document_says() {
    call_as(Some("milo-fairweather"));
}

#[test]
#[ignore = "scripts/test --long calls"]
fn a_moderator_is_answered_as_the_document_says() {
    call_as(Some("tess-lindqvist"));
}

#[test]
#[ignore = "scripts/test --long calls"]
fn a_justice_is_answered_as_the_document_says() {
    call_as(Some("priya-raman"));
}

#[test]
#[ignore = "scripts/test --long calls"]
fn an_administrator_is_answered_as_the_document_says() {
    call_as(Some("imogen-hartley"));
}

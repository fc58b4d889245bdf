//! How soon pages are there on a phone: `tests/browser/paint.js` opens them in Chromium over a slow network. Needs what
//! `scripts/test` installs.

use std::path::Path;
use std::process::Command;

use chrono::NaiveDateTime;
use rookery::commands::demo;
use rookery::db::{Connector, migrate};

use crate::harness::{Binary, open_to_visitors};
use crate::seed::Scratch;

/// Pages that a member opens.
const PAGES: &str = r#"["/today", "/", "/members/4", "/games/1", "/sessions", "/tables", "/tables/2", "/cases",
    "/cases/2026-C-001", "/tournaments/1", "/rulebook", "/me/notifications", "/nomic/1"]"#;

/// Section `paint`: in a club in mid-season, so many times each.
pub fn run(rounds: usize) {
    let scratch = Scratch::new();
    let database = scratch.sqlite();
    migrate(&mut Connector::parse(&database).unwrap().open().unwrap()).unwrap();
    let now: NaiveDateTime = "2026-11-06T12:45:00".parse().unwrap();
    let cast = demo::build(&database, 1, now).unwrap();
    open_to_visitors(&mut Connector::parse(&database).unwrap().open().unwrap());
    let member = cast.accounts().find(|(role, _)| *role == "member").unwrap().1;
    let service = Binary::start(&database);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    let run = Command::new("node")
        .current_dir(folder)
        .arg("paint.js")
        .env("ROOKERY_URL", &service.url)
        .env("ROOKERY_HANDLE", member)
        .env("ROOKERY_PASSWORD", demo::PASSWORD)
        .env("ROOKERY_PAGES", PAGES)
        .env("ROOKERY_ROUNDS", rounds.to_string())
        .status()
        .unwrap();
    assert!(run.success(), "the browser ended with {run}");
}

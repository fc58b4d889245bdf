//! The pages in the system's Chromium, by Playwright: `tests/browser/` holds what is done there.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use rookery::commands::demo;
use rookery::db::{Connector, migrate};

use crate::harness::{Club, fresh_postgres};

/// A number of the demonstration's seasons.
const SEED: u64 = 1;
/// Twenty minutes into a session.
const NOW: &str = "2026-11-06T12:50:00";

/// Pages that the console or a form leads to, and no link in this club.
const UNLINKED: [&str; 3] = ["/setup/{code}", "/sessions/{id}/rounds/{round}", "/administration/imports/{id}"];

/// The addresses of pages: `/members/{id}`.
fn pages() -> Vec<&'static str> {
    let others = ["/api/", "/assets/", "/docs", "/healthz", "/readyz", "/metrics"];
    let is_page = |path: &str| !path.contains('.') && !others.iter().any(|other| path.starts_with(other));
    let routes = rookery::web::server::routes().filter(|route| route.method == "GET" && is_page(route.path));
    routes.map(|route| route.path).collect()
}

/// Runs what `tests/browser/` holds against a club in mid-season.
fn in_a_browser(database: &str, settings: &[(&str, &Path)]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    let runner = folder.join("node_modules/@playwright/test/cli.js");
    assert!(runner.is_file(), "scripts/test installs what the browser tests need");
    migrate(&mut Connector::parse(database).unwrap().open().unwrap()).unwrap();
    let cast = demo::build(database, SEED, NOW.parse().unwrap()).unwrap();
    let club = Club::open(database);
    club.set_time(NOW);
    // One of each role: the first that the cast names.
    let mut people: BTreeMap<&str, &str> = BTreeMap::new();
    for (role, handle) in cast.accounts() {
        people.entry(role).or_insert(handle);
    }
    let traces = tempfile::tempdir().unwrap();
    let run = Command::new("node")
        .current_dir(&folder)
        .arg(runner)
        .arg("test")
        .env("ROOKERY_URL", club.url.replace("127.0.0.1", "localhost"))
        .env("ROOKERY_PEOPLE", serde_json::to_string(&people).unwrap())
        .env("ROOKERY_PAGES", serde_json::to_string(&pages()).unwrap())
        .env("ROOKERY_PASSWORD", demo::PASSWORD)
        .env("ROOKERY_NOW", format!("{NOW}Z"))
        .env("ROOKERY_TRACES", traces.path())
        .envs(settings.iter().copied())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{told}\n{}", String::from_utf8_lossy(&run.stderr));
    print!("{told}");
}

#[test]
fn stories_and_every_page_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let seen = folder.path().join("seen");
    std::fs::create_dir(&seen).unwrap();
    in_a_browser(&database, &[("ROOKERY_SEEN", &seen)]);
    let seen: String = std::fs::read_dir(seen)
        .unwrap()
        .map(|role| std::fs::read_to_string(role.unwrap().path()).unwrap())
        .collect::<Vec<_>>()
        .join("\n");
    let unseen: Vec<&str> = pages()
        .into_iter()
        .filter(|page| !UNLINKED.contains(page) && !seen.lines().any(|line| line == *page))
        .collect();
    assert_eq!(unseen, Vec::<&str>::new(), "pages that nobody reached by a link");
}

#[test]
fn stories_on_postgres() {
    in_a_browser(&fresh_postgres(), &[]);
}

//! What is shipped beside the binary: settings, dashboard and alert rules name what there is, and the health check asks.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::harness::{Binary, Club};

fn shipped(name: &str) -> String {
    std::fs::read_to_string(Path::new("deploy").join(name)).unwrap()
}

/// All words in a text that begin so.
fn names<'a>(text: &'a str, beginning: &str) -> BTreeSet<&'a str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with(beginning)).collect()
}

fn rookery(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_rookery")).args(arguments).output().unwrap()
}

#[test]
fn the_settings_that_are_shipped_are_settings() {
    let help = String::from_utf8(rookery(&["--help"]).stdout).unwrap() + "ROOKERY_LOG";
    let known = names(&help, "ROOKERY_");
    // What the composition asks for itself.
    let own = BTreeSet::from(["ROOKERY_HOST", "ROOKERY_PASSWORD"]);
    for file in ["rookery.conf", "rookery.service", "Dockerfile", "compose.yaml"] {
        let text = shipped(file);
        let unknown: Vec<_> = names(&text, "ROOKERY_").into_iter().filter(|name| !known.contains(name)).collect();
        assert!(unknown.iter().all(|name| own.contains(name)), "{file} sets {unknown:?}");
    }
    assert_eq!(names(&shipped("rookery.conf"), "ROOKERY_").difference(&known).next(), None);
}

#[test]
fn dashboard_and_alerts_name_what_is_measured() {
    let club = Club::on_sqlite();
    club.anyone().get("/nowhere");
    let told = club.anyone().get("/metrics").text();
    let lines = told.lines().filter(|line| !line.starts_with('#'));
    let measured: BTreeSet<&str> = lines.filter_map(|line| line.split(['{', ' ']).next()).collect();
    for file in ["dashboard.json", "alerts.yaml"] {
        let text = shipped(file);
        let named = names(&text, "rookery_");
        assert!(named.len() >= 5, "{named:?}");
        assert_eq!(named.difference(&measured).collect::<Vec<_>>(), Vec::<&&str>::new(), "{file}");
    }
    serde_json::from_str::<serde_json::Value>(&shipped("dashboard.json")).unwrap();
}

#[test]
fn a_health_check_tells_a_service_that_is_ready_from_none() {
    let folder = tempfile::tempdir().unwrap();
    let service = Binary::start(&format!("sqlite:{}", folder.path().join("club.sqlite").display()));
    let listen = service.url.trim_start_matches("http://").to_owned();
    let ask = || rookery(&["--listen", &listen, "ready"]);
    assert!(ask().status.success());
    drop(service);
    let refused = ask();
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("is not ready"));
}

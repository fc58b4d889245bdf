//! The document that programs read: a validator and a linter find nothing in it, clients that are made from it work, and
//! what the service answers is as it says.
//!
//! `scripts/test` installs the tools: those in Python under `target/document`, those in JavaScript beside this file.

mod callers;
mod clients;
mod guide;
mod scripts;

use std::path::{Path, PathBuf};
use std::process::Command;

use rookery::http::problem;
use rookery::service::openapi::names::GIVEN;
use rookery::service::server::routes;

/// The document that is committed, which is as the code has it (`tidy::documents`).
const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/openapi.json");
/// Where these tests' own files are.
const HERE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/document");

fn there(tool: PathBuf) -> PathBuf {
    assert!(tool.exists(), "{} is missing: scripts/test installs what the tests of the document need", tool.display());
    tool
}

/// A tool written in Python.
pub fn python(tool: &str) -> Command {
    let target = Path::new(env!("CARGO_BIN_EXE_rookery")).ancestors().nth(2).unwrap();
    Command::new(there(target.join("document/bin").join(tool)))
}

/// A tool written in JavaScript.
fn javascript(tool: &str) -> Command {
    Command::new(there(Path::new(HERE).join("node_modules/.bin").join(tool)))
}

/// Runs a tool that must find nothing wrong.
#[track_caller]
fn run(command: &mut Command) -> String {
    let run = command.output().unwrap();
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success(), "{said}\n{}", String::from_utf8_lossy(&run.stderr));
    said
}

#[test]
fn a_validator_finds_no_error() {
    run(python("openapi-spec-validator").args(["--validation-errors", "all", DOCUMENT]));
}

#[test]
fn a_linter_finds_no_error() {
    run(javascript("redocly").args(["lint", DOCUMENT, "--config"]).arg(format!("{HERE}/redocly.yaml")));
}

#[test]
fn every_route_of_the_api_is_in_it() {
    let document = rookery::service::openapi::document();
    let missing: Vec<String> = rookery::service::server::routes()
        .filter(|route| route.path.starts_with("/api/"))
        .filter(|route| document["paths"][route.path].get(route.method.to_lowercase()).is_none())
        .map(|route| format!("{} {}", route.method, route.path))
        .collect();
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn a_given_name_is_of_a_route() {
    for (method, path, _) in GIVEN {
        assert!(routes().any(|route| (route.method, route.path) == (*method, *path)), "no {method} {path}");
    }
}

#[test]
fn every_kind_of_refusal_is_in_the_guide() {
    let guide = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/api.md")).unwrap();
    let missing: Vec<&str> = problem::types()
        .filter(|(status, kind)| !guide.contains(&format!("| {} | `{kind}` |", status.as_str())))
        .map(|(_, kind)| kind)
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

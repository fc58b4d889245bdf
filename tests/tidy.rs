//! The house's invariants, held against the source itself.

use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every file under `src`: its path from there, and its text.
fn house() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    assert!(found.len() > 20, "the house is somewhere else");
    found
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect()
}

fn is_pure(name: &str) -> bool {
    name.ends_with("/rules.rs") || name.contains("/rules/") || name.contains("/engine/") || name == "ratings/fold.rs"
}

/// Files in which one of the words stands though it must not.
fn offenders(words: &[&str], applies: impl Fn(&str) -> bool) -> Vec<String> {
    let mut offenders = Vec::new();
    for (name, text) in house() {
        for word in words {
            if applies(&name) && text.contains(word) {
                offenders.push(format!("{name}: {word}"));
            }
        }
    }
    offenders
}

#[test]
fn rules_and_engines_know_no_database_no_server_and_no_clock() {
    let words = ["diesel", "actix", "crate::db", "crate::clock", "Utc::now"];
    assert_eq!(offenders(&words, is_pure), Vec::<String>::new());
}

#[test]
fn only_the_clock_asks_the_machine_for_the_time() {
    let words = ["Utc::now", "Local::now", "SystemTime::now"];
    assert_eq!(offenders(&words, |name| name != "clock.rs"), Vec::<String>::new());
}

#[test]
fn only_the_database_folder_names_a_backend() {
    let words = ["SqliteConnection", "PgConnection", "Db::Sqlite", "Db::Postgres"];
    assert_eq!(offenders(&words, |name| !name.starts_with("db/")), Vec::<String>::new());
}

#[test]
fn every_file_says_first_what_it_is_for() {
    let silent: Vec<String> =
        house().into_iter().filter(|(_, text)| !text.starts_with("//! ")).map(|(name, _)| name).collect();
    assert_eq!(silent, Vec::<String>::new());
}

#[test]
fn both_backends_have_the_same_migrations() {
    let names = |backend: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(backend);
        let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names("sqlite"), names("postgres"));
    assert!(!names("sqlite").is_empty());
}

#[test]
fn every_route_is_documented_and_every_documented_path_is_a_route() {
    let document = serde_json::to_value(rookery::web::openapi::document()).unwrap();
    let mut documented: Vec<(String, String)> = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            documented.push((method.to_uppercase(), path.clone()));
        }
    }
    // Pages and their files are for browsers; the document is for programs.
    let is_api = |path: &str| path.starts_with("/api/") || ["/healthz", "/readyz", "/metrics"].contains(&path);
    let mut routed: Vec<(String, String)> = rookery::web::server::routes()
        .filter(|route| is_api(route.path))
        .map(|route| (route.method.to_owned(), route.path.to_owned()))
        .collect();
    documented.sort();
    routed.sort();
    assert_eq!(documented, routed);
}

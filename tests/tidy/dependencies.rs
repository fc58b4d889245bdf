//! What the manifests ask for: every dependency is named by the code of its package, and its licence goes with ours.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::sources;

/// Libraries that are linked and never named: their features choose how the databases' clients are built.
const LINKED: [&str; 2] = ["libsqlite3-sys", "pq-sys"];

/// Licences whose code may be part of a program under GPL-3.0-or-later.
const COMPATIBLE: [&str; 13] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-3-Clause",
    "CDLA-Permissive-2.0",
    "GPL-3.0-or-later",
    "ISC",
    "MIT",
    "MIT-0",
    "PostgreSQL",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// All code of a package: of itself, its tests, benches and examples.
fn code(package: &Path) -> String {
    let mut found = Vec::new();
    for folder in ["src", "tests", "benches", "examples"].map(|folder| package.join(folder)) {
        if folder.is_dir() {
            sources(&folder, &mut found);
        }
    }
    found.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

/// Whether code names a crate: as a path, a macro or an import.
fn names(code: &str, dependency: &str) -> bool {
    let name = dependency.replace('-', "_");
    let begins = |at: usize| !code[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    let follows = |at: usize| ["::", "!", ";", " as "].iter().any(|next| code[at + name.len()..].starts_with(next));
    code.match_indices(&name).any(|(at, _)| begins(at) && follows(at))
}

#[test]
fn every_dependency_is_used() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let crates = std::fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let packages: Vec<PathBuf> = crates.chain([root.clone()]).filter(|path| path.join("Cargo.toml").exists()).collect();
    assert!(packages.len() > 6, "the crates are somewhere else");
    let mut unused = Vec::new();
    for package in packages {
        let manifest: toml::Table = std::fs::read_to_string(package.join("Cargo.toml")).unwrap().parse().unwrap();
        let code = code(&package);
        let tables = ["dependencies", "dev-dependencies"].iter().filter_map(|kind| manifest.get(*kind)?.as_table());
        let asked = tables.flat_map(|table| table.keys()).filter(|name| !LINKED.contains(&name.as_str()));
        unused.extend(asked.filter(|name| !names(&code, name)).map(|name| format!("{}: {name}", package.display())));
    }
    assert_eq!(unused, Vec::<String>::new());
}

/// Whether an SPDX expression leaves a choice that is compatible: of each part that AND joins, one alternative.
fn is_compatible(licence: &str) -> bool {
    let plain = licence.replace(['(', ')'], "").replace('/', " OR ");
    plain.split(" AND ").all(|part| part.split(" OR ").any(|choice| COMPATIBLE.contains(&choice.trim())))
}

/// `cargo deny` allows what the test below allows.
#[test]
fn both_lists_of_licences_are_the_same() {
    let deny = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml")).unwrap();
    let deny: toml::Table = deny.parse().unwrap();
    let allowed: Vec<&str> =
        deny["licenses"]["allow"].as_array().unwrap().iter().filter_map(|licence| licence.as_str()).collect();
    assert_eq!(allowed, COMPATIBLE);
}

#[test]
fn every_licence_goes_with_ours() {
    assert!(is_compatible("(MIT OR GPL-2.0-only) AND ISC") && !is_compatible("MIT AND GPL-2.0-only"));
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 300, "{}", packages.len());
    let licence = |package: &serde_json::Value| package["license"].as_str().unwrap_or_default().to_owned();
    let others: Vec<String> = packages
        .iter()
        .filter(|package| !is_compatible(&licence(package)))
        .map(|package| format!("{}: {}", package["name"], licence(package)))
        .collect();
    assert_eq!(others, Vec::<String>::new());
}

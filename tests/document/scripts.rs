//! The scripts in `assets/` are type-checked, by the compiler that is here for the client in TypeScript.

use std::path::Path;

use super::{HERE, javascript, run};

#[test]
fn the_scripts_are_type_checked() {
    for project in ["scripts", "scripts/worker.json"] {
        run(javascript("tsc").current_dir(HERE).args(["--project", project]));
    }
}

/// All templates, one after another.
fn templates(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| if path.is_dir() { templates(&path) } else { std::fs::read_to_string(path).unwrap() }).collect()
}

/// The checker takes on trust which elements pages have; here a template holds each.
#[test]
fn what_scripts_look_for_by_id_is_in_a_template() {
    let pages = templates(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/templates")));
    let told = std::fs::read_to_string(format!("{HERE}/scripts/pages.d.ts")).unwrap();
    let (_, ids) = told.split_once("interface Ids {").unwrap();
    let (ids, _) = ids.split_once("\n}").unwrap();
    // Ids that end in a number have brackets and are left out.
    let ids = ids.lines().map(str::trim).filter(|line| !line.starts_with("//") && !line.starts_with('['));
    let ids: Vec<&str> = ids.filter_map(|line| line.split_once(": ")).map(|(id, _)| id.trim_matches('"')).collect();
    assert!(ids.contains(&"table"), "{ids:?}");
    let missing: Vec<&&str> = ids.iter().filter(|id| !pages.contains(&format!("id=\"{id}\""))).collect();
    assert_eq!(missing, Vec::<&&str>::new());
}

/// What a phone loads for a game of chess.
#[test]
fn the_scripts_of_a_board_of_chess_are_light() {
    let assets = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets"));
    let scripts = ["chessground.js", "chess.js", "table.js", "sounds.js", "replay.js", "fresh.js"];
    let bytes: u64 = scripts.iter().map(|name| assets.join(name).metadata().unwrap().len()).sum();
    assert!(bytes <= 60 * 1024, "{bytes} bytes");
}

//! The scripts in `assets/` are type-checked, by the compiler that is here for the client in TypeScript.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

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

/// A file of `assets/`.
fn asset(name: &str) -> String {
    std::fs::read_to_string(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets")).join(name)).unwrap()
}

/// A script with those that it imports.
fn loaded(name: &str) -> BTreeSet<String> {
    let text = asset(name);
    let imported = text.lines().filter_map(|line| line.strip_prefix("import ")?.split_once("\"./")?.1.split_once('"'));
    let imported = imported.flat_map(|(name, _)| loaded(name));
    imported.chain([name.to_owned()]).collect()
}

/// Bytes of scripts as browsers are sent them.
fn sent(scripts: &BTreeSet<String>) -> usize {
    let packed = |name: &String| {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(asset(name).as_bytes()).unwrap();
        packer.finish().unwrap().len()
    };
    scripts.iter().map(packed).sum()
}

/// What a phone loads for each game, and for all of them.
#[test]
fn the_scripts_of_boards_are_light() {
    // Of every table, and of every page.
    let shared = ["table.js", "replay.js", "people.js", "fresh.js"];
    let mut all = BTreeSet::new();
    for (game, page) in rookery::every_game() {
        let own = page.files().iter().filter(|name| name.ends_with(".js"));
        let scripts: BTreeSet<String> = own.chain(&shared).flat_map(|name| loaded(name)).collect();
        let bytes = sent(&scripts);
        assert!(bytes <= 24 * 1024, "{}: {bytes} bytes of {scripts:?}", game.name());
        all.extend(scripts);
    }
    assert!(["chessground.js", "sounds.js", "party.js"].iter().all(|name| all.contains(*name)), "{all:?}");
    let bytes = sent(&all);
    assert!(bytes <= 40 * 1024, "{bytes} bytes of {all:?}");
}

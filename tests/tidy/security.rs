//! `docs/security.md` has every requirement of the standard once, and names only files and tests that there are.

use std::collections::BTreeSet;
use std::path::Path;

use super::{cells, code, is_test, quoted};

/// How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has: they are numbered from 1 on, before those of
/// level 3. Chapters 10 and 17 are about what the service does not have.
const SECTIONS: &str = "1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:2 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 \
    4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 \
    7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 \
    12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 \
    16.1:1 16.2:5 16.3:4 16.4:3 16.5:3";

/// What is named by its path from the root of the project.
const FOLDERS: [&str; 10] =
    ["assets/", "crates/", "docs/", "locales/", "migrations/", "openapi/", "scripts/", "src/", "templates/", "tests/"];

fn is_path(words: &str) -> bool {
    FOLDERS.iter().any(|folder| words.starts_with(folder))
}

/// `6.2.6` of `6.2.6`, each of `1.2.6–1.2.9`: section and number.
fn numbers(part: &str) -> Vec<(String, u8)> {
    let (first, last) = part.split_once('–').unwrap_or((part, part));
    let split = |number: &str| {
        let (section, number) = number.rsplit_once('.').expect("a number has a section");
        (section.to_owned(), number.parse::<u8>().expect("a number"))
    };
    let ((section, first), (_, last)) = (split(first), split(last));
    (first..=last).map(|number| (section.clone(), number)).collect()
}

#[test]
fn every_requirement_of_the_standard_has_its_row_and_every_row_its_files_and_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/security.md")).unwrap();
    for words in quoted(&page).into_iter().filter(|words| is_path(words)) {
        assert!(root.join(words).exists(), "there is no {words}");
    }
    let tables = page.split("## Decisions").next().unwrap();
    let rows = tables.lines().filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit());
    let (code, mut found) = (code(), BTreeSet::new());
    for line in rows {
        let [numbers_of, asks, _, tests]: [String; 4] =
            cells(line).try_into().unwrap_or_else(|cells| panic!("not four cells: {cells:?}"));
        for number in numbers_of.split(", ").flat_map(numbers) {
            // Those of level 3 that are met all the same are told, and not counted.
            let is_new = asks.starts_with("(L3)") || found.insert(number);
            assert!(is_new, "{numbers_of} is there twice");
        }
        assert!(!tests.is_empty(), "{numbers_of}: neither a test nor why there is none");
        for test in quoted(&tests).into_iter().filter(|words| !is_path(words)) {
            assert!(is_test(&code, test), "{numbers_of}: there is no test {test}");
        }
    }
    let wanted: BTreeSet<(String, u8)> = SECTIONS
        .split(' ')
        .map(|section| section.split_once(':').expect("a section and its count"))
        .flat_map(|(section, count)| (1..=count.parse().unwrap()).map(move |number| (section.to_owned(), number)))
        .collect();
    assert_eq!(found, wanted);
    for chapter in ["10", "17"] {
        assert!(page.contains(&format!("\n{chapter}.1 to {chapter}.")), "nothing is said of chapter {chapter}");
    }
}

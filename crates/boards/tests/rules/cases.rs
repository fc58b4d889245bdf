//! The case files of `tests/data/`.
//!
//! Each line of a case file has a `request` and what its `answer` must hold; those that are not the contract's own
//! samples name the `rule` (a section of the contract, a reading in brackets) and the `case`.

use serde_json::Value;

/// All cases of the files in a folder, each with the place where it stands.
pub fn cases(folder: &str) -> Vec<(String, Value)> {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a case file");
        let case = |(index, line): (usize, &str)| {
            (format!("{}:{}", path.display(), index + 1), serde_json::from_str(line).expect("a case is JSON"))
        };
        text.lines().enumerate().map(case).collect::<Vec<_>>()
    };
    paths.into_iter().flat_map(read).collect()
}

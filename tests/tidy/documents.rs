//! Documents say what is so, and what the program writes itself is as it writes it now.

use std::path::Path;
use std::process::Command;

fn committed(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap_or_default()
}

#[test]
fn every_setting_is_told_to_operators() {
    use clap::Args;
    let page = committed("docs/operations.md");
    let settings = rookery::config::Config::augment_args(clap::Command::new("rookery"));
    for setting in settings.get_arguments() {
        let variable = setting.get_env().expect("a setting has a variable").to_string_lossy();
        let default = setting.get_default_values().first().map(|value| value.to_string_lossy());
        let row = page.lines().find(|line| line.starts_with(&format!("| `{variable}` |")));
        let row = row.unwrap_or_else(|| panic!("docs/operations.md says nothing of {variable}"));
        assert!(
            default.is_none_or(|default| default.is_empty() || row.contains(&format!("`{default}`"))),
            "the default of {variable}: {row}"
        );
    }
}

#[test]
fn the_openapi_document_and_the_table_of_powers_are_as_the_code_has_them() {
    let openapi = serde_json::to_string_pretty(&rookery::service::openapi::document()).unwrap() + "\n";
    for (path, text) in [("openapi/openapi.json", openapi), ("docs/powers.md", rookery::service::powers::page())] {
        if std::env::var_os("ROOKERY_WRITE_DOCUMENTS").is_some() {
            std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(path), &text).unwrap();
        }
        assert!(committed(path) == text, "{path} is not up to date: run scripts/documents");
    }
}

/// A stand-in for cargo says how many tests it has run.
#[test]
fn documents_are_not_taken_for_written_if_the_test_that_writes_them_is_not_there() {
    for (passed, is_written) in [(1, true), (0, false)] {
        let cargo = format!("cargo() {{ echo 'test result: ok. {passed} passed; 0 failed'; }}");
        let script = format!("{cargo}; export -f cargo; scripts/documents");
        let root = env!("CARGO_MANIFEST_DIR");
        let told = Command::new("bash").args(["-c", &script]).current_dir(root).output().unwrap();
        assert_eq!(told.status.success(), is_written, "{told:?}");
    }
}

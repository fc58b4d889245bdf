//! Invariants of the project, checked on its sources.

mod actions;
mod arrows;
mod catalogue;
mod dependencies;
mod documents;
mod messages;
mod notices;
mod paths;
mod reading;
mod schemas;
mod security;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

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

/// The files in a folder: the path of each from there, and its text.
fn files(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = Vec::new();
    sources(&root, &mut found);
    assert!(found.len() > 20, "{folder} is somewhere else");
    found
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect()
}

/// Where the house's own files are: the service, and the club's rules, whose folders have the same names.
const HOUSE: [&str; 2] = ["src", "crates/club/src"];

/// Every file of the house: its path from `src` or from `crates/club/src`, and its text.
fn house() -> Vec<(String, String)> {
    HOUSE.into_iter().flat_map(files).collect()
}

/// The sources of the crates beside the service, which Cargo keeps from naming anything in it.
fn crates() -> Vec<(String, String)> {
    files("crates").into_iter().filter(|(name, _)| name.contains("/src/")).collect()
}

/// So that the arrows between folders, which are read off paths in the service, are all of them.
#[test]
fn the_clubs_rules_are_passed_on_by_their_folders_alone() {
    let passes_on = |name: &str| name.ends_with("mod.rs") || ["lib.rs", "error.rs", "clock.rs"].contains(&name);
    let offenders = offenders(&["rookery_club::"], files("src"), |name| !passes_on(name));
    assert!(offenders.is_empty(), "by the paths of the service, as in `crate::court::rules`: {offenders:?}");
}

/// By `*`: a new value of a rule is then named in one place.
#[test]
fn what_the_club_and_the_service_call_alike_is_passed_on_as_a_whole() {
    let module = |name: &str| name.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
    let of_the_club: BTreeSet<String> = files("crates/club/src").iter().map(|(name, _)| module(name)).collect();
    let mut offenders = Vec::new();
    for (name, text) in files("src").into_iter().filter(|(name, _)| name != "lib.rs") {
        let path = format!("rookery_club::{}", module(&name));
        let whole = format!("pub use {path}::*;");
        let is_whole = text.matches(&path).count() == 1 && text.lines().any(|line| line == whole);
        if of_the_club.contains(&module(&name)) && !is_whole {
            offenders.push(format!("{name}: {whole}"));
        }
    }
    assert_eq!(offenders, Vec::<String>::new());
}

/// The service's rules. The club's are all of its crate.
fn is_pure(name: &str) -> bool {
    name.ends_with("/rules.rs") || name.contains("/rules/")
}

/// Where the club says how its values are stored: ids and words, kept messages, and what a capability's `mod.rs` describes.
fn is_stored(name: &str) -> bool {
    ["id.rs", "kept.rs"].contains(&name) || name.ends_with("/mod.rs")
}

/// Files among these in which one of the words stands though it must not.
fn offenders(words: &[&str], files: Vec<(String, String)>, applies: impl Fn(&str) -> bool) -> Vec<String> {
    let mut offenders = Vec::new();
    for (name, text) in files {
        for word in words {
            if applies(&name) && text.contains(word) {
                offenders.push(format!("{name}: {word}"));
            }
        }
    }
    offenders
}

/// The compiler makes code of these also where nothing calls them: the unit tests would compile the whole service.
#[test]
fn no_function_of_the_house_is_async_and_public() {
    let is_public = |text: &str| text.lines().any(|line| line.starts_with("pub async fn "));
    let found = house().into_iter().filter(|(_, text)| is_public(text)).map(|(name, _)| name);
    assert_eq!(found.collect::<Vec<_>>(), Vec::<String>::new(), "pub(crate) async fn");
}

/// Four in a row stands for another game of turns, as docs/architecture.md counts what that costs.
#[test]
fn a_game_of_turns_is_400_lines_of_its_own_at_most_and_a_line_in_three_other_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let words = ["locales/en/turns_four.ftl", "locales/de/turns_four.ftl", "locales/de/messages/turns_four.toml"];
    let code = ["mod", "rules", "pages"].map(|name| format!("src/turns/four/{name}.rs"));
    let own = words.into_iter().chain(["assets/four.css", "tests/four.rs"]).map(str::to_owned).chain(code);
    let lines: usize = own.map(|name| std::fs::read_to_string(root.join(name)).unwrap().lines().count()).sum();
    assert!(lines <= 400, "{lines} lines");
    let mut named = offenders(&["mod four;", "four::"], house(), |name| !name.starts_with("turns/four/"));
    named.sort();
    assert_eq!(named, ["lib.rs: four::", "turns/mod.rs: mod four;"]);
    let tests = std::fs::read_to_string(root.join("tests/main.rs")).unwrap();
    assert_eq!(tests.matches("mod four;").count(), 1);
}

#[test]
fn rules_know_no_database_no_server_and_no_clock() {
    let words = ["diesel", "actix", "crate::db", "crate::clock", "Utc::now"];
    assert_eq!(offenders(&words, files("src"), is_pure), Vec::<String>::new());
    assert_eq!(offenders(&words, files("crates/club/src"), |name| !is_stored(name)), Vec::<String>::new());
    // Nor do the club's values ask anything of the machine.
    let machine = ["std::env", "std::fs", "std::net", "std::process", "std::thread", "std::time"];
    assert_eq!(offenders(&machine, files("crates/club/src"), |_| true), Vec::<String>::new());
}

#[test]
fn only_the_clock_asks_the_machine_for_the_time() {
    let words = ["Utc::now", "Local::now", "SystemTime::now"];
    assert_eq!(offenders(&words, house(), |name| name != "clock.rs"), Vec::<String>::new());
}

#[test]
fn crates_know_no_clock_and_no_chance() {
    let words = ["Utc::now", "Local::now", "SystemTime", "Instant", "rand::", "thread_rng"];
    assert_eq!(offenders(&words, crates(), |_| true), Vec::<String>::new());
}

#[test]
fn only_the_database_folder_names_a_backend() {
    let words = ["SqliteConnection", "PgConnection", "Db::Sqlite", "Db::Postgres"];
    assert_eq!(offenders(&words, house(), |name| !name.starts_with("db/")), Vec::<String>::new());
}

/// Whether a line is a comment with a stiff word.
fn is_stiff(line: &str) -> bool {
    const STIFF: [&str; 6] = ["whoever", "whomever", "anew", "thereby", "wherein", "whereby"];
    let comment = line.trim_start().strip_prefix("//").unwrap_or_default();
    comment.split(|letter: char| !letter.is_alphabetic()).any(|word| STIFF.contains(&word.to_lowercase().as_str()))
}

#[test]
fn comments_are_in_plain_english() {
    let mut stiff = Vec::new();
    for (name, text) in house().into_iter().chain(crates()) {
        stiff.extend(text.lines().filter(|line| is_stiff(line)).map(|line| format!("{name}: {}", line.trim())));
    }
    assert_eq!(stiff, Vec::<String>::new());
}

#[test]
fn every_file_says_first_what_it_is_for() {
    let says = |text: &str| text.starts_with("//! ") || text.contains("#![doc = include_str!(\"../README.md\")]");
    let all = house().into_iter().chain(crates());
    let silent: Vec<String> = all.filter(|(_, text)| !says(text)).map(|(name, _)| name).collect();
    assert_eq!(silent, Vec::<String>::new());
}

/// Where an Act itself is the heading.
const ABOUT_ACTS: [&str; 2] = ["templates/rulebook/", "templates/nomic/"];

#[test]
fn headings_cite_no_acts() {
    let is_about_acts = |path: &Path| ABOUT_ACTS.iter().any(|folder| path.to_string_lossy().contains(folder));
    let mut wrong = Vec::new();
    for path in catalogue::files("templates", "html").into_iter().filter(|path| !is_about_acts(path)) {
        let text = std::fs::read_to_string(&path).unwrap();
        for level in 1..=6 {
            let opens = format!("<h{level}");
            let headings = text.split(&opens).skip(1).map(|rest| rest.split("</h").next().unwrap_or(rest));
            wrong.extend(
                headings.filter(|heading| heading.contains("\"act\"")).map(|it| format!("{}: {it}", path.display())),
            );
        }
    }
    assert_eq!(wrong, Vec::<String>::new(), "an Act is behind Why?");
}

/// Where an Act, or a rule of a game, is itself what is listed, decided about or read; `why.html` has what *Why?* opens.
const LISTS_OF_ACTS: [&str; 8] = [
    "chess/consent.html",
    "conduct/parts.html",
    "court/case.html",
    "court/parts.html",
    "multiplayer/rules.html",
    "nomic/parts.html",
    "rulebook/parts.html",
    "why.html",
];

#[test]
fn elsewhere_an_act_is_behind_why() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let shown = catalogue::files("templates", "html").into_iter().filter_map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        text.contains("class=\"act\"").then(|| path.strip_prefix(&folder).unwrap().display().to_string())
    });
    let mut shown: Vec<String> = shown.collect();
    shown.sort();
    assert_eq!(shown, LISTS_OF_ACTS);
}

#[test]
fn lines_of_templates_can_be_reviewed() {
    let lines = catalogue::files("templates", "html").into_iter().flat_map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        let long = text.lines().zip(1..).filter(|(line, _)| line.chars().count() > 160);
        long.map(|(_, number)| format!("{}:{number}", path.display())).collect::<Vec<_>>()
    });
    assert_eq!(lines.collect::<Vec<_>>(), Vec::<String>::new(), "longer than 160 characters");
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

/// Clubs have run them, so a change needs a new migration. `tests/data/migrations.sha256` has the format of
/// `sha256sum`.
#[test]
fn a_migration_that_is_there_is_never_edited() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fixed = include_str!("data/migrations.sha256");
    let of = |text: &[u8]| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let edited: Vec<&str> = fixed
        .lines()
        .map(|line| line.split_once("  ").expect("a sum and a file"))
        .filter(|(sum, file)| std::fs::read(root.join(file)).map_or(true, |text| of(&text) != *sum))
        .map(|(_, file)| file)
        .collect();
    assert_eq!(
        edited, [""; 0],
        "a migration is not edited or taken away: write a new one, in both folders, that changes what it made"
    );
    assert!(fixed.lines().count() >= 4, "the table has the migrations of both databases");
}

/// The cells of `docs/terms.md` by row: Act, what the service does, where, test.
fn rows_of_the_terms() -> Vec<[String; 4]> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/terms.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| Act |"));
    rows.map(|line| cells(line).try_into().unwrap_or_else(|cells| panic!("not four cells: {cells:?}"))).collect()
}

/// The cells of a row of a table.
fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()
}

/// All code there is, tests too.
fn code() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["src", "tests", "crates"] {
        sources(&root.join(folder), &mut files);
    }
    files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

fn is_test(code: &str, name: &str) -> bool {
    [format!("fn {name}("), format!("both!({name},"), format!("    {name},\n")].iter().any(|form| code.contains(form))
}

/// The words in backquotes of a cell.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_act_has_its_row_and_every_row_its_code_and_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rows = rows_of_the_terms();
    let acts: Vec<&str> = rows.iter().map(|[act, ..]| act.as_str()).collect();
    let shipped = rookery::rulebook::Terms::shipped();
    let citations: Vec<&str> = shipped.provisions().map(|provision| provision.citation.0.as_ref()).collect();
    assert_eq!(acts, citations, "docs/terms.md and crates/club/src/rulebook/terms.json");

    let code = code();
    for [act, what, places, tests] in &rows {
        assert!(!quoted(places).is_empty(), "{act} names no place");
        for place in quoted(places) {
            assert!(root.join(place).is_file(), "{act}: there is no {place}");
        }
        for test in quoted(tests) {
            assert!(is_test(&code, test), "{act}: there is no test {test}");
        }
        let is_proven = !quoted(tests).is_empty();
        let is_for_people = what.contains("No program can");
        assert!(is_proven || is_for_people, "{act}: neither a test nor why there is none");
        let has_the_act = |place: &&str| cites(&std::fs::read_to_string(root.join(place)).unwrap(), act);
        assert!(is_for_people || quoted(places).iter().any(has_the_act), "{act} is cited in none of {places}");
    }
}

/// Whether a source cites an Act outside its tests: `I.8` is cited in "(Acts I.5, I.8)", and not in "I.8.1" or "II.8".
fn cites(source: &str, act: &str) -> bool {
    let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or(source);
    let goes_on = |rest: &str| {
        let rest = rest.strip_prefix('.').unwrap_or(rest);
        rest.starts_with(char::is_alphanumeric)
    };
    code.match_indices(act).any(|(at, _)| {
        !code[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '.')
            && !goes_on(&code[at + act.len()..])
    })
}

#[test]
fn a_citation_is_found_whole() {
    for (source, is_cited) in [
        ("/// Limits (Acts I.5, I.8).", true),
        ("refusal.act(\"I.8\")", true),
        ("II.8", false),
        ("I.8.1", false),
        ("I.80", false),
        ("#[cfg(test)]\nmod tests {\n    // I.8\n}", false),
    ] {
        assert_eq!(cites(source, "I.8"), is_cited, "{source}");
    }
}

#[test]
fn every_route_is_documented_and_every_documented_path_is_a_route() {
    let document = serde_json::to_value(rookery::service::openapi::document()).unwrap();
    let mut documented: Vec<(String, String)> = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            documented.push((method.to_uppercase(), path.clone()));
        }
    }
    // Pages and their files are for browsers; the document is for programs.
    let is_api = |path: &str| path.starts_with("/api/") || ["/healthz", "/readyz", "/metrics"].contains(&path);
    let mut routed: Vec<(String, String)> = rookery::service::server::routes()
        .filter(|route| is_api(route.path))
        .map(|route| (route.method.to_owned(), route.path.to_owned()))
        .collect();
    documented.sort();
    routed.sort();
    assert_eq!(documented, routed);
}

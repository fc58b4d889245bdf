//! The pages' texts: the same in every language, each used, none missing, in the file of their folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use super::HOUSE;

/// Ids that are put together from a word (`frame.word("ending", …)`) are used under these beginnings.
fn is_word(id: &str, kinds: &BTreeSet<String>) -> bool {
    kinds.iter().any(|kind| id.strip_prefix(kind.as_str()).is_some_and(|rest| rest.starts_with('-')))
}

pub(super) fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|own| own == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub(super) fn values_of(pattern: &Pattern<&str>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        let inline = match expression {
            Expression::Inline(inline) => inline,
            Expression::Select { selector, variants } => {
                for variant in variants {
                    values_of(&variant.value, found);
                }
                selector
            }
        };
        if let InlineExpression::VariableReference { id } = inline {
            found.insert(id.name.to_owned());
        }
    }
}

/// Sentences of several folders: those that any refusal has, and those that records keep.
const OF_SEVERAL: [&str; 2] = ["common.toml", "records.toml"];

#[test]
fn texts_are_in_files_that_are_called_for_a_folder_of_the_house() {
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let has_a_folder = |path: &PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy();
        house.join(name.split('_').next().unwrap()).is_dir()
    };
    let is_of_several = |path: &PathBuf| OF_SEVERAL.iter().any(|name| path.ends_with(name));
    let texts = ["en", "de"].into_iter().flat_map(|tag| files(&format!("locales/{tag}"), "ftl"));
    let messages = ["en", "de"].into_iter().flat_map(|tag| files(&format!("locales/{tag}/messages"), "toml"));
    let others = texts.chain(messages).filter(|path| !has_a_folder(path) && !is_of_several(path));
    assert_eq!(others.collect::<Vec<_>>(), Vec::<PathBuf>::new(), "folder.ftl, or folder_part.ftl");
}

/// The ids of a language and the values that each takes.
fn texts(tag: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut texts = BTreeMap::new();
    for path in files(&format!("locales/{tag}"), "ftl") {
        let source = std::fs::read_to_string(&path).unwrap();
        let resource = fluent_syntax::parser::parse(source.as_str())
            .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", path.display()));
        for entry in &resource.body {
            let Entry::Message(message) = entry else { continue };
            let mut values = BTreeSet::new();
            values_of(message.value.as_ref().expect("a text"), &mut values);
            assert!(!message.id.name.contains('_'), "{}: words are found with hyphens", message.id.name);
            let twice = texts.insert(message.id.name.to_owned(), values).is_some();
            assert!(!twice, "{} is in {} twice", message.id.name, tag);
        }
    }
    texts
}

/// The files of a catalogue where the texts of a page or a source belong: those that are called for the first folder of its
/// path that has any. `others` has what belongs to no folder.
pub(super) fn belongs(source: &str, catalogue: &str, extension: &str, others: &str) -> String {
    let names: Vec<String> = files(catalogue, extension)
        .iter()
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let of = |part: &str| {
        let named = names.iter().filter(|name| name.split('_').any(|word| word == part));
        named.map(|name| format!("{catalogue}/{name}.{extension}")).collect::<Vec<_>>().join(" or ")
    };
    let found = source.split(['/', '-', '.']).map(of).find(|found| !found.is_empty());
    found.unwrap_or_else(|| format!("{catalogue}/{others}"))
}

#[test]
fn a_text_belongs_to_the_file_of_its_folder() {
    let of = |source| belongs(source, "locales/de/messages", "toml", "common.toml");
    assert_eq!(of("crates/club/src/games/rules.rs"), "locales/de/messages/games.toml");
    assert_eq!(of("crates/party-chess/src/lib.rs"), "locales/de/messages/party.toml");
    assert_eq!(of("src/turns/four/rules.rs"), "locales/de/messages/turns.toml or locales/de/messages/turns_four.toml");
    assert_eq!(of("src/checks/unlogged.rs"), "locales/de/messages/common.toml");
    assert_eq!(belongs("templates/me/you.html", "locales/en", "ftl", ""), "locales/en/members_me.ftl");
}

/// The sources of the house.
fn sources() -> Vec<PathBuf> {
    HOUSE.into_iter().flat_map(|folder| files(folder, "rs")).collect()
}

/// What stands in quotation marks behind each `before`, and a file in which it does, from the project's folder.
fn quoted_behind(before: &str) -> BTreeMap<String, String> {
    let mut used = BTreeMap::new();
    for path in files("templates", "html").into_iter().chain(sources()) {
        let source = std::fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().to_string_lossy().into_owned();
        for after in source.split(before).skip(1) {
            used.insert(after.split('"').next().unwrap().to_owned(), name.clone());
        }
    }
    used
}

#[test]
fn every_language_has_every_text_with_the_same_values() {
    let english = texts("en");
    for language in rookery::web::catalogue::Language::ALL {
        let own = texts(language.tag());
        let ids = |texts: &BTreeMap<String, _>| texts.keys().cloned().collect::<BTreeSet<String>>();
        let differ: Vec<String> = ids(&english).symmetric_difference(&ids(&own)).cloned().collect();
        assert_eq!(differ, Vec::<String>::new(), "not in both English and {}", language.own_name());
        let other: Vec<&String> = own.keys().filter(|id| own[*id] != english[*id]).collect();
        assert_eq!(other, Vec::<&String>::new(), "other values in English than in {}", language.own_name());
    }
}

#[test]
fn wherever_a_refusal_is_said_the_way_to_what_it_names_stands_under_it() {
    let lacks = |path: &PathBuf| {
        let page = std::fs::read_to_string(path).unwrap();
        // `why.html` has the macros themselves.
        let said = page.matches("said(frame, refusal.detail)").count() + page.matches("said(refusal.detail)").count();
        !path.ends_with("why.html") && said > page.matches("under(frame, refusal)").count()
    };
    let lacking: Vec<PathBuf> = files("templates", "html").into_iter().filter(lacks).collect();
    assert_eq!(lacking, Vec::<PathBuf>::new(), "say a refusal without `law::under`");
}

#[test]
fn every_text_that_a_page_names_exists_and_every_text_is_named() {
    let (texts, used) = (texts("en"), quoted_behind(".t(\""));
    let kinds: BTreeSet<String> = quoted_behind(".word(\"").into_keys().collect();
    let missing = used.iter().filter(|(id, _)| !texts.contains_key(*id));
    let missing: Vec<String> = missing
        .map(|(id, file)| format!("{id}, of {file}, in {}", belongs(file, "locales/en", "ftl", "web_shared.ftl")))
        .collect();
    assert_eq!(missing, Vec::<String>::new(), "named by pages, in no language: they belong there, and in German");
    let code: String = sources().into_iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let is_named = |id: &String| used.contains_key(id) || is_word(id, &kinds) || code.contains(&format!("\"{id}\""));
    let idle: Vec<&String> = texts.keys().filter(|id| !is_named(id)).collect();
    assert_eq!(idle, Vec::<&String>::new(), "in the catalogue, named by no page");
}

//! Every message of the program (`rookery-messages`) has its German in `locales/de/messages/`, and nothing else has.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rookery::web::messages;

use super::catalogue::belongs;

/// The messages of the program, and a source that says each.
fn said() -> BTreeMap<&'static str, &'static str> {
    // Tests say things of their own.
    let is_read = |file: &str| !file.contains("tests");
    rookery_messages::templates()
        .filter(|template| is_read(template.file) && has_words(template.text))
        .map(|template| (template.text, template.file))
        .collect()
}

/// The messages of the program.
pub(super) fn templates() -> BTreeSet<&'static str> {
    said().into_keys().collect()
}

/// Whether it is a sentence that records of older versions have, which stays as it was.
pub(super) fn is_kept(template: &str) -> bool {
    rookery_messages::templates().any(|kept| kept.text == template && kept.file.ends_with("db/carried.rs"))
}

/// A template of places and signs alone is the same in every language.
fn has_words(template: &str) -> bool {
    let text = template.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
    text.flat_map(str::chars).any(char::is_alphabetic)
}

fn places(template: &str) -> BTreeSet<&str> {
    template.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect()
}

#[test]
fn every_message_is_said_in_every_language() {
    let german: BTreeMap<String, String> = messages::sentences().collect();
    let all = said();
    assert!(all.len() > 1000, "messages are made in another way");
    let missing = all.iter().filter(|(text, _)| !german.contains_key(**text));
    let missing: Vec<String> = missing
        .map(|(text, file)| {
            let place = belongs(file, "locales/de/messages", "toml", "common.toml, or records.toml if records keep it");
            format!("{text:?}, of {file}, in {place}")
        })
        .collect();
    assert_eq!(missing, Vec::<String>::new(), "without German, which belongs there");
    let idle: Vec<_> = german.keys().filter(|template| !all.contains_key(template.as_str())).collect();
    assert_eq!(idle, Vec::<&String>::new(), "in locales/de/messages, said nowhere");
}

#[test]
fn every_german_sentence_fills_the_places_of_its_message() {
    for (template, pattern) in messages::sentences() {
        let source = format!("id = {}\n", messages::as_fluent(&pattern).replace('\n', "\n    "));
        let resource =
            fluent_syntax::parser::parse(source.as_str()).unwrap_or_else(|error| panic!("{pattern}: {error:?}"));
        let fluent_syntax::ast::Entry::Message(message) = &resource.body[0] else { panic!("{pattern} is no pattern") };
        let mut used = BTreeSet::new();
        super::catalogue::values_of(message.value.as_ref().unwrap(), &mut used);
        let used: BTreeSet<&str> = used.iter().map(String::as_str).collect();
        assert_eq!(used, places(&template), "{template}");
    }
}

#[test]
fn every_message_is_in_one_file_of_the_catalogue() {
    let mut lines = 0;
    for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("locales/de/messages")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        lines += toml::from_str::<BTreeMap<String, String>>(&text).unwrap().len();
    }
    let sentences: BTreeSet<String> = messages::sentences().map(|(template, _)| template).collect();
    assert_eq!(sentences.len(), lines, "a message is in two files");
}

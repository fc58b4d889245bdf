//! Each name in the OpenAPI document stands for one type: of two that share one, the document would keep
//! either and describe the other wrongly.

use std::collections::{BTreeMap, BTreeSet};

use super::house;

/// The word that a line has after one of these, if it has one of them.
fn word_after<'a>(line: &'a str, before: &str) -> Option<&'a str> {
    let rest = &line[line.find(before)? + before.len()..];
    rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').find(|word| !word.is_empty())
}

/// The names by which the types of a file are known in the document.
fn schemas(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut renamed: Option<String> = None;
    let (mut is_derived, mut is_made) = (false, false);
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        is_derived |= line.contains("utoipa::ToSchema");
        // `words!(` and `id!(` stand alone on their line; the name follows the attributes.
        is_made |= line.ends_with("words!(") || line.ends_with("id!(");
        if let Some(name) = line.starts_with("#[schema(").then(|| word_after(line, "as = ")).flatten() {
            renamed = Some(name.to_owned());
        }
        let item = word_after(line, "struct ").or_else(|| word_after(line, "enum "));
        let is_item = ["struct ", "enum ", "pub"].iter().any(|word| line.starts_with(word)) && item.is_some();
        if is_made && line.starts_with(char::is_uppercase) {
            names.push(word_after(line, " as ").or_else(|| word_after(line, "")).unwrap().to_owned());
            is_made = false;
        } else if let Some(item) = item.filter(|_| is_item) {
            if is_derived {
                names.push(renamed.take().unwrap_or_else(|| item.to_owned()));
            }
            (is_derived, renamed) = (false, None);
        }
    }
    names
}

#[test]
fn each_schema_has_a_name_of_its_own() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, text) in house().into_iter().filter(|(file, _)| file != "id.rs") {
        for name in schemas(&text) {
            places.entry(name).or_default().push(file.clone());
        }
    }
    let shared: Vec<_> = places.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(shared.is_empty(), "name one of them otherwise, by #[schema(as = …)] or words!(… as …): {shared:#?}");

    // The sources were read rightly: whatever the document describes was found in them.
    let document = serde_json::to_value(rookery::service::openapi::document()).unwrap();
    let described: BTreeSet<&str> = document["components"]["schemas"]
        .as_object()
        .unwrap()
        .keys()
        .map(|name| name.rsplit('_').next().unwrap())
        .collect();
    let in_id: [&str; 5] = ["PersonId", "SessionId", "GameId", "EventId", "i64"];
    let unknown: Vec<&str> =
        described.into_iter().filter(|name| !places.contains_key(*name) && !in_id.contains(name)).collect();
    assert_eq!(unknown, Vec::<&str>::new());
}

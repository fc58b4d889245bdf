//! Every sentence with which code refuses has its place in `locales/en/refusals/`. What is put together elsewhere and
//! handed to a refusal is found where a test provokes it: `tests/harness/client.rs`.

use proc_macro2::{TokenStream, TokenTree};
use rookery::web::catalogue::Language::German;

use super::house;

/// What only commands and tests say.
const NOT_PAGES: [&str; 3] = ["tests", "commands/", "exchange/backup"];

/// Whose values are words of the sentence: the catalogue has it once with each.
const PUT_TOGETHER: [&str; 4] = [
    "There is no such <value>, or it is not yours to see.",
    "The ban was placed <value>; this does not <value> it.",
    "<value> <value> cannot be counted; write 0 to <value>.",
    "These rules cannot begin a game: <value>",
];

fn words(text: &str) -> usize {
    let letters = |word: &&str| word.chars().filter(|letter| letter.is_alphabetic()).count() > 1;
    text.replace("<value>", "").split(' ').filter(letters).count()
}

/// The texts in these tokens; a value that a format puts in is written `<value>`.
fn texts(tokens: TokenStream, found: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => texts(group.stream(), found),
            TokenTree::Literal(literal) => {
                let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) else { continue };
                let text = text.value().replace("{{", "\u{1}").replace("}}", "\u{2}");
                let mut parts = text.split('{');
                let mut written = parts.next().unwrap_or_default().to_owned();
                for part in parts {
                    written.push_str("<value>");
                    written.push_str(part.split_once('}').map_or("", |(_, after)| after));
                }
                found.push(written.replace('\u{1}', "{").replace('\u{2}', "}"));
            }
            _ => {}
        }
    }
}

/// What every `Refusal::…(…)` among these tokens says.
fn said(tokens: TokenStream, found: &mut Vec<String>) {
    let mut before: Vec<String> = Vec::new();
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            match before.iter().rev().map(String::as_str).collect::<Vec<_>>()[..] {
                ["tests", "mod", ..] => {}
                [constructor, ":", ":", "Refusal", ..] => {
                    let mut own = Vec::new();
                    texts(group.stream(), &mut own);
                    if constructor == "not_found" {
                        own =
                            own.iter().map(|it| format!("There is no such {it}, or it is not yours to see.")).collect();
                    }
                    found.append(&mut own);
                }
                _ => said(group.stream(), found),
            }
        }
        before.push(token.to_string());
    }
}

#[test]
fn every_refusal_is_said_in_every_language() {
    let mut found = Vec::new();
    for (name, text) in house() {
        if !NOT_PAGES.iter().any(|part| name.contains(part)) {
            said(text.parse().unwrap(), &mut found);
        }
    }
    assert!(found.len() > 500, "refusals are made in another way");
    // What is no sentence names a field or a rule.
    let is_said =
        |text: &String| words(text) < 2 || PUT_TOGETHER.contains(&text.as_str()) || German.said(text) != *text;
    let missing: Vec<String> = found.into_iter().filter(|text| !is_said(text)).collect();
    assert_eq!(missing, Vec::<String>::new(), "not in locales/en/refusals");
}

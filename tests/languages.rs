//! A language that the operator brings is a folder of files. The one here is made up: English, longer and with accents.
//! Every page is walked in it (`tests/browser/language.spec.js`): nothing that a page says is left in code, and no layout
//! breaks on a phone. The main stories are told in it (`made_up.spec.js`).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use chrono::{Datelike, TimeDelta, Timelike};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use rookery::auth::{Role, open_with_password, setup};
use rookery::commands::demo;
use rookery::db::{Connector, migrate};
use rookery::{members, rulebook};
use serde_json::json;

use crate::browser;
use crate::harness::{self, Binary, Client, Club};

const TAG: &str = "qaa";
/// Texts that are no words: formats of dates, and how the language writes.
const NO_WORDS: [&str; 2] = ["date-", "language-"];

/// Each vowel twice, the second one with an accent.
fn longer(text: &str) -> String {
    let mut longer = String::new();
    for letter in text.chars() {
        longer.push(letter);
        longer.extend(
            "aåeéiîoöuûAÅEÉIÎOÖUÛ".chars().skip_while(|own| *own != letter).nth(1).filter(|_| letter.is_ascii()),
        );
    }
    longer
}

fn lengthen(pattern: &mut Pattern<String>) {
    for element in &mut pattern.elements {
        match element {
            PatternElement::TextElement { value } => *value = longer(value),
            PatternElement::Placeable { expression: Expression::Inline(InlineExpression::StringLiteral { value }) } => {
                *value = longer(value);
            }
            PatternElement::Placeable { expression: Expression::Inline(_) } => {}
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                variants.iter_mut().for_each(|variant| lengthen(&mut variant.value));
            }
        }
    }
}

/// A file of texts in the made-up language.
fn texts(source: String) -> String {
    let mut resource = fluent_syntax::parser::parse(source).unwrap();
    for entry in &mut resource.body {
        let Entry::Message(message) = entry else { continue };
        if !NO_WORDS.iter().any(|beginning| message.id.name.starts_with(beginning)) {
            lengthen(message.value.as_mut().unwrap());
        }
    }
    fluent_syntax::serializer::serialize(&resource)
}

/// A message in the made-up language: its places stay as they are.
fn message(template: &str) -> String {
    let mut parts = template.split('{');
    let mut said = longer(parts.next().unwrap());
    for part in parts {
        let (place, after) = part.split_once('}').unwrap();
        write!(said, "{{{place}}}{}", longer(after)).unwrap();
    }
    said
}

/// Writes the language into a folder, and gives the folder of languages.
fn made_up(folder: &Path) -> PathBuf {
    let languages = folder.join("languages");
    let own = languages.join(TAG);
    std::fs::create_dir_all(own.join("messages")).unwrap();
    let english = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales/en");
    for file in std::fs::read_dir(english).unwrap().map(|file| file.unwrap().path()) {
        if file.extension().is_some_and(|extension| extension == "ftl") {
            let source = std::fs::read_to_string(&file).unwrap();
            std::fs::write(own.join(file.file_name().unwrap()), texts(source)).unwrap();
        }
    }
    let messages: BTreeMap<&str, String> =
        rookery_messages::templates().map(|template| (template.text, message(template.text))).collect();
    // A line of TOML quotes as JSON does.
    let line = |(template, said): (&&str, &String)| format!("{} = {}\n", json!(template), json!(said));
    std::fs::write(own.join("messages/all.toml"), messages.iter().map(line).collect::<String>()).unwrap();
    languages
}

#[test]
fn a_third_language_is_a_folder_of_files() {
    let folder = harness::folder();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let languages = made_up(folder.path());
    // What a language lacks is English.
    std::fs::remove_file(languages.join(TAG).join("service_help.ftl")).unwrap();
    let terms = "\"For short, call it the Terms.\" = \"Foör shoört: theé Teérms.\"\n";
    std::fs::write(languages.join(TAG).join("terms.toml"), terms).unwrap();
    let club = Binary::start_with(&database, &[("ROOKERY_LANGUAGES", languages.display().to_string())]);
    let page = |path: &str, language: &str| {
        let headers = [("Accept", "text/html"), ("Accept-Language", language)];
        Client::new(&club.url, None).send("GET", path, &headers, b"").text()
    };
    let own = page("/sign-in", TAG);
    assert!(own.contains(&format!("<html lang=\"{TAG}\"")) && own.contains("Paåsswoörd"), "{own}");
    assert!(own.contains("value=\"de\"") && own.contains("value=\"en\""), "the others are offered: {own}");
    assert!(page("/sign-in", "en").contains(&format!("value=\"{TAG}\"")), "and it is to them");
    let refused = page("/no-such-page", TAG);
    assert!(refused.contains("Theéreé iîs"), "messages too: {refused}");
    assert!(page("/help", TAG).contains("Help"), "what is missing is English");
    let act = page("/rulebook/acts/0.2", TAG);
    assert!(act.contains("For short, call it the Terms.") && act.contains("Foör shoört: theé Teérms."), "{act}");
}

/// All that people wrote in a club and what came with it, as text.
fn written(database: &Path) -> String {
    let dump = "import sqlite3, sys\nfor line in sqlite3.connect(sys.argv[1]).iterdump(): print(line)";
    let told = Command::new("python3").args(["-c", dump]).arg(database).output().unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let rules = include_str!("../crates/nomic/initial.json");
    // As SQL and JSON write it; quotes are no part of a run of words.
    format!("{}{rules}", String::from_utf8(told.stdout).unwrap()).replace("\\n", " ").replace("\", \"", " ")
}

#[test]
fn every_page_in_a_browser_in_a_third_language() {
    let _turn = browser::turn();
    let (folder, scratch) = (harness::folder(), harness::folder());
    let file = folder.path().join("club.sqlite");
    let database = format!("sqlite:{}", file.display());
    migrate(&mut Connector::parse(&database).unwrap().open().unwrap()).unwrap();
    let cast = demo::build(&database, 1, chrono::Utc::now().naive_utc()).unwrap();
    let languages = made_up(folder.path());
    let club = Binary::start_with(&database, &[("ROOKERY_LANGUAGES", languages.display().to_string())]);
    let list = folder.path().join("written.txt");
    std::fs::write(&list, written(&file)).unwrap();
    // A member, a moderator and who may most: the first of each that the cast names.
    let of = |role: &str| cast.accounts().find(|(own, _)| *own == role).map(|(_, handle)| handle).unwrap();
    let speakers = ["member", "moderator", "Chief Justice, who also runs the host"].map(of);
    let mut playwright = browser::playwright();
    playwright
        .arg("language.spec")
        .env("ROOKERY_URL", &club.url)
        .env("ROOKERY_SPEAKERS", json!(speakers).to_string())
        .env("ROOKERY_WRITTEN", &list)
        .env("ROOKERY_PAGES", json!(browser::pages()).to_string())
        .env("ROOKERY_PASSWORD", demo::PASSWORD)
        .env("ROOKERY_SCRATCH", scratch.path());
    browser::play(&mut playwright);
}

/// Fills a club whose members have an account, at eleven in the morning of a day on which it does not meet by itself.
fn school(database: &str) {
    Club::closed(database).write(|tx| {
        let now = tx.now;
        // Hours behind UTC in a place where it is between eleven and twelve now; its zone is called by them.
        let hours = i64::from(now.hour()) - 11;
        let mut book = rulebook::version_at(tx.db, now)?;
        book.rules.time_zone = format!("Etc/GMT{hours:+}").parse().unwrap();
        book.rules.session_weekday = (now - TimeDelta::hours(hours)).weekday().succ();
        rulebook::publish(tx, &book, None, &rookery_messages::Message::verbatim("For a test"))?;
        let chief = open_with_password(tx, "maximilian", "Maximilian", demo::PASSWORD, &[Role::ChiefJustice])?;
        members::store::join(tx, chief, now)?;
        for (handle, name) in [("antonia", "Antonia"), ("benedict", "Benedict"), ("cyprian", "Cyprian")] {
            let pupil = open_with_password(tx, handle, name, demo::PASSWORD, &[])?;
            members::store::join(tx, pupil, now)?;
        }
        Ok(())
    });
}

#[test]
fn stories_in_a_third_language() {
    let _turn = browser::turn();
    let (folder, scratch) = (harness::folder(), harness::folder());
    let speaks = [("ROOKERY_LANGUAGES", made_up(folder.path()).display().to_string())];
    let [new, filled] = ["new", "school"].map(|name| format!("sqlite:{}", folder.path().join(name).display()));
    let link = setup::first_link(&Club::closed(&new).app).unwrap().unwrap();
    school(&filled);
    let (new, filled) = (Binary::start_with(&new, &speaks), Binary::start_with(&filled, &speaks));
    let mut playwright = browser::playwright();
    playwright
        .arg("made_up.spec")
        .env("ROOKERY_NEW", format!("{}/setup/{}", new.url, link.rsplit('/').next().unwrap()))
        .env("ROOKERY_SCHOOL", &filled.url)
        .env("ROOKERY_PASSWORD", demo::PASSWORD)
        .env("ROOKERY_SCRATCH", scratch.path());
    browser::play(&mut playwright);
}

//! The three clients of `docs/clients.md` are run as they stand there: each of them registers a game, reads a refusal and
//! the leaderboard, and says the same.

use std::process::Command;

use rookery::auth::open_with_password;
use rookery::members;

use super::{HERE, javascript, python, run};
use crate::harness::{Club, folder};

const GUIDE: &str = include_str!("../../docs/clients.md");
const PASSWORD: &str = "three rooks on a windowsill";

/// The one program of a language.
fn program(language: &str) -> &'static str {
    let (_, rest) = GUIDE.split_once(&format!("```{language}\n")).expect("a program");
    rest.split_once("```").expect("its end").0
}

/// What a client says to the only two members of a club, who are in the room.
fn told_by(client: &mut Command) -> String {
    let club = Club::on_sqlite();
    let (moderator, _) = club.in_session(0);
    let people = club.write(|tx| {
        let petra = open_with_password(tx, "petra", "Petra", PASSWORD, &[])?;
        let ben = members::store::add_person(tx, "ben", "Ben Moss")?;
        [petra, ben].iter().try_for_each(|person| members::store::join(tx, *person, tx.now).map(drop))?;
        Ok([petra.0, ben.0])
    });
    let sessions = moderator.get("/api/v1/sessions").expect(200);
    let session = sessions["sessions"].as_array().unwrap().iter().find(|session| session["extra"] == true).unwrap();
    let arrivals = format!("/api/v1/sessions/{}/arrivals", session["id"]);
    moderator.post(&arrivals, &serde_json::json!({ "people": people })).expect(200);
    run(client
        .env("ROOKERY_URL", &club.url)
        .env("ROOKERY_HANDLE", "petra")
        .env("ROOKERY_PASSWORD", PASSWORD)
        .env("ROOKERY_OPPONENT", "ben"))
}

#[test]
fn the_three_clients_of_the_guide_do_what_it_says() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    for (language, name) in [("bash", "club.sh"), ("python", "club.py"), ("typescript", "club.ts")] {
        std::fs::write(path(name), program(language)).unwrap();
    }
    std::os::unix::fs::symlink(format!("{HERE}/node_modules"), path("node_modules")).unwrap();
    let strict = ["--strict", "--target", "es2022", "--module", "node20", "--types", "node"];
    run(javascript("tsc").current_dir(folder.path()).args(strict).arg("club.ts"));

    let by_curl = told_by(Command::new("bash").arg(path("club.sh")));
    assert_eq!(told_by(python("python").arg(path("club.py"))), by_curl);
    assert_eq!(told_by(Command::new("node").arg(path("club.js"))), by_curl);
    // As the guide shows it, but for the numbers.
    let without_numbers = |text: &str| text.replace(|letter: char| letter.is_ascii_digit(), "");
    let (_, shown) = GUIDE.split_once("The answers, the numbers aside:\n\n").unwrap();
    let shown: String =
        shown.lines().map_while(|line| line.strip_prefix("    ")).map(|line| format!("{line}\n")).collect();
    assert_eq!(without_numbers(&by_curl), without_numbers(&shown));
}

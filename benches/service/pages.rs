//! Pages beside what programs are told of the same thing; and those of a long game of Nomic beside a member's, for somebody who
//! plays it: nothing of these is held for the next reader.

use std::time::Duration;

use chrono::NaiveDateTime;
use rookery::commands::demo;
use rookery::db::{Connector, migrate};
use serde_json::json;

use crate::harness::{Binary, Client, open_to_visitors};
use crate::load;
use crate::measure::Ratio;
use crate::seed::Scratch;
use crate::year;

/// A page and its twin for programs.
const TWINS: [(&str, &str); 8] = [
    ("/", "/api/v1/leaderboard"),
    ("/members/1", "/api/v1/members/1"),
    ("/games/1", "/api/v1/games/1"),
    ("/sessions", "/api/v1/sessions"),
    ("/sessions/1", "/api/v1/sessions/1/chart"),
    ("/rulebook", "/api/v1/rulebook"),
    ("/declarations", "/api/v1/declarations"),
    ("/cases", "/api/v1/cases"),
];

/// Section `pages`: in a club in mid-season.
pub fn run(rounds: usize, span: Duration) {
    let scratch = Scratch::new();
    let database = scratch.sqlite();
    migrate(&mut Connector::parse(&database).unwrap().open().unwrap()).unwrap();
    let now: NaiveDateTime = "2026-11-06T12:45:00".parse().unwrap();
    demo::build(&database, 1, now).unwrap();
    open_to_visitors(&mut Connector::parse(&database).unwrap().open().unwrap());
    let game = year::play(&database, now);
    let service = Binary::start(&database);
    let time = |path: &str| 1.0 / load::run(&service.url, 2, span, 200, |_, _| load::get(path)).per_second;
    for (page, twin) in TWINS {
        let ratio = Ratio::alternate(rounds, || time(page), || time(twin));
        ratio.tell(&format!("time of {page} / {twin}"), "<=", 2.0);
    }
    let credentials = json!({ "handle": "imogen-hartley", "password": demo::PASSWORD });
    let signed_in = Client::new(&service.url, None).post("/api/v1/tokens", &credentials).expect(200);
    let token = signed_in["access_token"].as_str().unwrap();
    let time = |path: &str| 1.0 / load::run(&service.url, 2, span, 200, |_, _| load::get_as(token, path)).per_second;
    let pages = [
        "",
        "/rules",
        "/rules/203",
        "/threads",
        "/threads?thread=points",
        "/court",
        "/proposals",
        "/archive",
        "/quantities",
    ];
    for page in pages {
        let page = format!("/nomic/{game}{page}");
        let ratio = Ratio::alternate(rounds, || time(&page), || time("/members/1"));
        ratio.tell(&format!("time of {page} / /members/1"), "<=", 3.0);
    }
}

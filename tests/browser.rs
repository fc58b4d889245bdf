//! The pages in the system's Chromium, by Playwright: `tests/browser/` holds what is done there. `ROOKERY_STORY` names
//! one story, by a part of its title; `ROOKERY_TRACES` a folder for recordings of those that fail.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::TimeDelta;
use diesel::prelude::*;
use rookery::action::{By, Somebody, perform};
use rookery::auth::{Role, Roles, open_with_password, password, secret, setup};
use rookery::commands::demo;
use rookery::db::schema::{games, people};
use rookery::db::{Connector, migrate};
use rookery::elections::{self, rules::Call};
use rookery::games::State;
use rookery::games::actions::{Object, Objection};
use rookery::id::{GameId, PersonId};
use rookery::members;
use rookery::ratings::Outcome;
use serde_json::json;

use crate::harness::{self, Club, fresh_postgres};
use crate::sessions::session_at;

/// A number of the demonstration's seasons.
const SEED: u64 = 1;
/// Twenty minutes into a session.
const NOW: &str = "2026-11-06T12:50:00";
/// Afternoons: early in the week, on the eve of a session, after one that is over by then, and on the days that no school has.
const WEEK: [(&str, &str); 5] = [
    ("Monday", "2026-11-02T15:00:00"),
    ("Thursday", "2026-11-05T15:00:00"),
    ("Friday", "2026-11-06T15:00:00"),
    ("Saturday", "2026-11-07T15:00:00"),
    ("Sunday", "2026-11-08T15:00:00"),
];
/// Some days before, when what is due now began.
const BEFORE: &str = "2026-11-01T12:00:00";

/// Members of the demonstration who play in `touch.spec.js`; the demonstration gives them no account.
const ON_PHONES: [&str; 5] = ["Theo Papadakis", "Sofia Marchetti", "Marcus Tully", "Beatrix Holm", "Ravi Chandran"];

/// Stories that are told on PostgreSQL too: of a session, of days that pass, and of games by touch, of others than play in
/// the first. Pages know no database, and what they call is tested on both; `scripts/test --long` tells all of them.
const ON_POSTGRES: &str = "(friday|nomic|touch).spec";

/// One database after the other: two browsers at once starve each other on a small machine.
static BROWSER: Mutex<()> = Mutex::new(());

/// Waits until no other test uses a browser.
pub fn turn() -> MutexGuard<'static, ()> {
    BROWSER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Letters that a name has at the most.
const LONGEST_NAME: usize = 80;

/// Pages that the console or a form leads to, and no link in this club.
const UNLINKED: [&str; 8] = [
    "/leaderboard",
    "/offline",
    "/tables/calls",
    "/setup/{code}",
    "/sessions/{id}/rounds/{round}",
    "/administration/imports/{id}",
    "/administration/exports/{id}",
    "/administration/checks/{id}",
];

/// Where a browser finds a club: cookies are for a host, not for a number.
fn here(club: &Club) -> String {
    club.url.replace("127.0.0.1", "localhost")
}

/// The addresses of pages: `/members/{id}`.
pub fn pages() -> Vec<&'static str> {
    let others = ["/api/", "/assets/", "/docs", "/healthz", "/readyz", "/metrics"];
    let is_page = |path: &str| !path.contains('.') && !others.iter().any(|other| path.starts_with(other));
    let routes = rookery::service::server::routes().filter(|route| route.method == "GET" && is_page(route.path));
    routes.map(|route| route.path).collect()
}

fn person(db: &mut rookery::db::Db, name: &str) -> PersonId {
    people::table.filter(people::name.eq(name)).select(people::id).first(db).unwrap()
}

/// What the demonstration has none of: an election in which votes are cast, and rematches that are due. Gives
/// the two games to be played again.
fn begin_before(club: &Club) -> (GameId, GameId) {
    club.set_time(BEFORE);
    // Several stories are of online games.
    club.lets_play_online(3, 3);
    let password = password::hash_now(demo::PASSWORD).unwrap();
    club.write(move |tx| {
        ON_PHONES.iter().try_for_each(|name| {
            let person = person(tx.db, name);
            rookery::auth::store::open_account(tx, person, None, &password)
        })
    });
    let games = club.write(|tx| {
        let now = tx.now;
        let call = Call {
            seats: 1,
            term_weeks: 6,
            nominations_close_at: now + TimeDelta::days(4),
            voting_closes_at: now + TimeDelta::days(9),
            note: "The one who brings the boards.".into(),
        };
        let chief = person(tx.db, "Imogen Hartley");
        let election = elections::store::call(tx, chief, &call, &secret::random::<32>())?;
        for name in ["Nia Bowen", "Maya Goldberg"] {
            let candidate = person(tx.db, name);
            elections::store::nominate(tx, election, candidate, candidate, true, "")?;
        }
        // Not of those who have a part in the other stories.
        let others = [
            "Kofi Asante",
            "Patrick Doyle",
            "Yuki Tanabe",
            "Anouk de Vries",
            "Beatrix Holm",
            "Zara Whitcombe",
            "Ravi Chandran",
            "Marcus Tully",
            "Theo Papadakis",
            "Sofia Marchetti",
        ];
        let others = others.map(|name| person(tx.db, name));
        let lost: Vec<(GameId, PersonId, PersonId, Outcome)> = games::table
            .filter(games::state.eq(State::Rated).and(games::online.eq(false)).and(games::result.ne(Outcome::Draw)))
            .filter(games::white_id.eq_any(others).and(games::black_id.eq_any(others)))
            .filter(games::played_at.lt(now))
            .order((games::played_at.desc(), games::id))
            .select((games::id, games::white_id, games::black_id, games::result))
            .load(tx.db)?;
        let object = |(game, white, black, result): (GameId, PersonId, PersonId, Outcome)| {
            let loser = if result == Outcome::Black { white } else { black };
            let by = By::from(Somebody { person: loser, roles: Roles::default() });
            let reason = "I let go of the king by mistake.".to_owned();
            perform(tx, &by, &Object(game, Objection { reason })).ok().map(|_| game)
        };
        let mut objected = lost.into_iter().filter_map(object);
        Ok(objected.next().zip(objected.next()))
    });
    club.set_time(NOW);
    games.expect("two games that their losers can object to")
}

/// Two tournaments of those who have no part in the stories, each with a round under way.
fn tournaments(club: &Club) {
    let names =
        ["Rafael Okonkwo", "Patrick Doyle", "Beatrix Holm", "Marcus Tully", "Theo Papadakis", "Sofia Marchetti"];
    let people = club.write(move |tx| Ok(names.map(|name| person(tx.db, name))));
    let moderator = club.sign_in(people[0]);
    for (name, format, rounds) in [("Season", "keizer", None), ("Autumn Cup", "swiss", Some(5))] {
        let settings = json!({ "format": { "kind": format }, "rounds": rounds, "rated": false, "seeding": "club" });
        let founded = moderator.post("/api/v1/tournaments", &json!({ "name": name, "settings": settings })).expect(201);
        let place = format!("/api/v1/tournaments/{}", founded["id"]);
        for player in &people[1..] {
            moderator.post(&format!("{place}/players"), &json!({ "person": player })).expect(201);
        }
        moderator.post(&format!("{place}/rounds"), &json!({ "round": 1 })).expect(201);
        moderator.put(&format!("{place}/rounds/1/boards/1/result"), &json!({ "result": "white" })).expect(200);
    }
}

/// A club of five hundred with long names, its Chief Justice, and one whose own name is long.
fn crowd() -> Club {
    let club = Club::on_sqlite();
    club.set_time(NOW);
    club.write(|tx| {
        let now = tx.now;
        rookery::sessions::store::ensure_calendar(tx, now)?;
        let chief = open_with_password(tx, "maximilian", "Maximilian", demo::PASSWORD, &[Role::ChiefJustice])?;
        members::store::join(tx, chief, now)?;
        let long = "Theodosia Featherstonehaugh-Cholmondeley";
        let own = open_with_password(tx, "theodosia", long, demo::PASSWORD, &[])?;
        members::store::join(tx, own, now)?;
        for number in 0..500 {
            let end = format!(" of Llanfairpwllgwyngyll, number {number}");
            let name = format!("{:-<width$}{end}", "Wilhelmina Konstantinopolitana", width = LONGEST_NAME - end.len());
            let person = members::store::add_person(tx, &format!("pupil-{number}"), &name)?;
            members::store::join(tx, person, now)?;
        }
        Ok(())
    });
    club
}

/// Playwright over `tests/browser/`.
pub fn playwright() -> Command {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    let runner = folder.join("node_modules/@playwright/test/cli.js");
    assert!(runner.is_file(), "scripts/test installs what the browser tests need");
    let mut command = Command::new("node");
    command.current_dir(&folder).arg(runner).arg("test").env("TMPDIR", harness::place());
    command
}

/// Runs it and prints what it told.
pub fn play(command: &mut Command) {
    let run = command.output().unwrap();
    let told = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{told}\n{}", String::from_utf8_lossy(&run.stderr));
    print!("{told}");
}

/// A small club whose members all have an account: what they do there is counted.
fn school() -> Club {
    school_at(NOW)
}

fn school_at(now: &str) -> Club {
    let club = Club::on_sqlite();
    club.set_time(now);
    club.write(|tx| {
        let now = tx.now;
        rookery::sessions::store::ensure_calendar(tx, now)?;
        let chief = open_with_password(tx, "maximilian", "Maximilian", demo::PASSWORD, &[Role::ChiefJustice])?;
        members::store::join(tx, chief, now)?;
        for number in 1..=20 {
            let (handle, name) = (format!("pupil-{number:02}"), format!("Pupil {number:02}"));
            let pupil = open_with_password(tx, &handle, &name, demo::PASSWORD, &[])?;
            members::store::join(tx, pupil, now)?;
        }
        Ok(())
    });
    club
}

/// Such a club in which Pupil 02 objected to how a game of the week before ended: its rematch is due at the session that is on,
/// with four on the register.
fn objected() -> Club {
    let club = school_at("2026-11-06T12:31:00");
    let names = ["Maximilian", "Pupil 01", "Pupil 02", "Pupil 03"];
    let people = club.write(move |tx| Ok(names.map(|name| person(tx.db, name))));
    let [chief, winner, loser, _] = people;
    let arrive = |at: &str| {
        club.set_time(at);
        let arrivals = format!("/api/v1/sessions/{}/arrivals", session_at(&club, at));
        club.sign_in(chief).post(&arrivals, &json!({ "people": people })).expect(200);
    };
    arrive("2026-11-06T12:31:00");
    club.set_time("2026-11-06T12:40:00");
    let game = json!({ "white": winner, "black": loser, "result": "white", "ending": "resignation" });
    let game = club.sign_in(chief).post("/api/v1/games", &game).expect(201)["id"].clone();
    let why = json!({ "reason": "I let go of the king by mistake." });
    club.sign_in(loser).post(&format!("/api/v1/games/{game}/objections"), &why).expect(201);
    arrive("2026-11-13T12:31:00");
    club.set_time("2026-11-13T12:50:00");
    club
}

/// A club that nobody has set up, and its link for that.
fn unfounded(now: &str) -> (Club, String) {
    let club = Club::on_sqlite();
    club.with_the_shipped_rulebook();
    club.set_time(now);
    let link = setup::first_link(&club.app).unwrap().unwrap();
    let link = format!("{}/setup/{}", here(&club), link.rsplit('/').next().unwrap());
    (club, link)
}

/// Where each request lets a day pass in a club: a game of Nomic lasts for days.
fn passing(club: &Club) -> String {
    let (listener, app) = (TcpListener::bind("127.0.0.1:0").unwrap(), club.app.clone());
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut caller in listener.incoming().flatten() {
            let asked = caller.read(&mut [0; 4096]);
            app.clock.pass(TimeDelta::days(1));
            // What the day brings is there before anybody looks: a page of Nomic does not renew itself.
            while rookery::tables::due::run(&app.db, &app.room).unwrap() > 0 {}
            asked.and_then(|_| caller.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")).unwrap();
        }
    });
    address
}

/// Runs what `tests/browser/` holds against a club in mid-season, against one that nobody has set up, and against one
/// of very many members.
fn in_a_browser(database: &str, stories: &str, settings: &[(&str, &Path)]) {
    let _turn = turn();
    // Some of the stories alone, while one is written: ROOKERY_STORIES=counts. The test then misses the pages that the
    // others reach.
    let stories = std::env::var("ROOKERY_STORIES").unwrap_or_else(|_| stories.to_owned());
    let mut playwright = playwright();
    migrate(&mut Connector::parse(database).unwrap().open().unwrap()).unwrap();
    let cast = demo::build(database, SEED, NOW.parse().unwrap()).unwrap();
    let club = Club::open(database);
    let rematches = begin_before(&club);
    tournaments(&club);
    let (_empty, setup) = unfounded(NOW);
    // In `tests/browser/counts.spec.js` a club is founded on each of these days, and as many schools do the same.
    let week = WEEK.map(|(day, now)| (day, unfounded(now)));
    let foundings: Vec<_> = week.iter().map(|(day, (_, link))| (day, link)).collect();
    let (crowd, schools): (Club, Vec<Club>) = (crowd(), WEEK.iter().map(|_| school()).collect());
    let objected = objected();
    let weeks: Vec<Club> = (0..2).map(|_| school()).collect();
    let days: BTreeMap<String, String> = weeks.iter().map(|club| (here(club), passing(club))).collect();
    // One of each role: the first that the cast names.
    let mut people: BTreeMap<&str, &str> = BTreeMap::new();
    for (role, handle) in cast.accounts() {
        people.entry(role).or_insert(handle);
    }
    let (scratch, looked) = (harness::folder(), harness::folder());
    playwright
        .arg(stories)
        .args(std::env::var("ROOKERY_STORY").map(|story| ["--grep".to_owned(), story]).into_iter().flatten())
        .env("ROOKERY_URL", here(&club))
        .env("ROOKERY_SETUP", setup)
        .env("ROOKERY_FOUNDINGS", json!(foundings).to_string())
        .env("ROOKERY_CROWD", here(&crowd))
        .env("ROOKERY_SCHOOLS", serde_json::to_string(&schools.iter().map(here).collect::<Vec<_>>()).unwrap())
        .env("ROOKERY_OBJECTED", here(&objected))
        .env("ROOKERY_DAYS", serde_json::to_string(&days).unwrap())
        .env("ROOKERY_REMATCHES", serde_json::to_string(&rematches).unwrap())
        .env("ROOKERY_PEOPLE", serde_json::to_string(&people).unwrap())
        .env("ROOKERY_PAGES", serde_json::to_string(&pages()).unwrap())
        .env("ROOKERY_PASSWORD", demo::PASSWORD)
        .env("ROOKERY_NOW", format!("{NOW}Z"))
        .env("ROOKERY_SCRATCH", scratch.path())
        .env("ROOKERY_LOOKED", looked.path())
        .envs(settings.iter().copied());
    play(&mut playwright);
}

#[test]
fn stories_and_every_page_on_sqlite() {
    let folder = harness::folder();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let seen = folder.path().join("seen");
    std::fs::create_dir(&seen).unwrap();
    in_a_browser(&database, "spec", &[("ROOKERY_SEEN", &seen)]);
    if std::env::var_os("ROOKERY_STORY").is_some() {
        return;
    }
    let seen: String = std::fs::read_dir(seen)
        .unwrap()
        .map(|role| std::fs::read_to_string(role.unwrap().path()).unwrap())
        .collect::<Vec<_>>()
        .join("\n");
    let unseen: Vec<&str> = pages()
        .into_iter()
        .filter(|page| !UNLINKED.contains(page) && !seen.lines().any(|line| line == *page))
        .collect();
    assert_eq!(unseen, Vec::<&str>::new(), "pages that nobody reached by a link");
}

#[test]
fn stories_on_postgres() {
    in_a_browser(&fresh_postgres(), ON_POSTGRES, &[]);
}

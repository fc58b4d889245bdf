//! What people from outside read (T42): every route as somebody who has not signed in and as somebody with an account
//! who never joined, under each value of the house rule `visitors`, in a club where there is one of everything.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use rookery::auth::{Role, Visitors};
use rookery::commands::demo;
use rookery::db::{Connector, Db, migrate, schema};
use rookery::id::PersonId;
use rookery::service::server::routes;
use serde_json::json;

use crate::harness::{Answer, Caller, Client, Club, folder, fresh_postgres};

/// What stands behind every name, before every handle, and where people's numbers begin: nothing else has any of it.
const LAST: &str = "zqxvw";
const HANDLE: &str = "qzhandle";
const MAIL: &str = "qzmail";
const FIRST_PERSON: i64 = 7_700_000;

/// The demonstration's club, with names, handles, addresses and numbers that nothing else could be.
struct Full {
    club: Club,
    /// Last names as they were: texts of the season may have them.
    last_names: Vec<String>,
    _folder: Option<tempfile::TempDir>,
}

fn run(db: &mut Db, sqlite: &str, postgres: &str) {
    match db {
        Db::Sqlite(connection) => connection.batch_execute(sqlite).unwrap(),
        Db::Postgres(connection) => connection.batch_execute(postgres).unwrap(),
    }
}

fn full(url: &str, folder: Option<tempfile::TempDir>) -> Full {
    let mut db = Connector::parse(url).unwrap().open().unwrap();
    migrate(&mut db).unwrap();
    run(
        &mut db,
        &format!("INSERT INTO sqlite_sequence (name, seq) VALUES ('people', {FIRST_PERSON})"),
        &format!("ALTER TABLE people ALTER COLUMN id RESTART WITH {}", FIRST_PERSON + 1),
    );
    let now = "2026-11-25T15:30:00".parse().unwrap();
    demo::build(url, 1, now).unwrap();
    let names: Vec<String> = schema::people::table.select(schema::people::name).load(&mut db).unwrap();
    // Accounts without a person's name, as the desk's, are words of the language.
    let last = names.iter().filter_map(|name| name.split(' ').skip(1).last());
    let last_names = last.filter(|name| name.starts_with(char::is_uppercase)).map(str::to_owned).collect();
    let plant = format!(
        "UPDATE people SET name = name || '{LAST}', handle = '{HANDLE}' || id;
         UPDATE accounts SET email = '{MAIL}' || person_id || '@example.org'"
    );
    run(&mut db, &plant, &plant);
    let club = Club::open(url);
    club.app.clock.set(now);
    hold_tournaments(&club);
    Full { club, last_names, _folder: folder }
}

/// A Swiss whose first round is announced and entered in part, and a ladder with a challenge.
fn hold_tournaments(club: &Club) {
    let read = |db: &mut Db| {
        let roles = schema::roles::table.filter(schema::roles::role.eq("moderator"));
        let moderator: i64 =
            roles.filter(schema::roles::taken_at.is_null()).select(schema::roles::person_id).first(db)?;
        let standings = schema::standings::table.filter(schema::standings::score.is_not_null());
        let members: Vec<i64> = standings
            .filter(schema::standings::person_id.ne(moderator))
            .order(schema::standings::person_id)
            .limit(5)
            .select(schema::standings::person_id)
            .load(db)?;
        Ok((moderator, members))
    };
    let (moderator, members) = club.app.db.read_now(read).unwrap();
    let moderator = club.sign_in(PersonId(moderator));
    for (name, format, rounds) in [
        ("Open of the winter", json!({ "kind": "swiss" }), json!(3)),
        ("The ladder", json!({ "kind": "ladder" }), json!(null)),
    ] {
        let settings = json!({ "format": format, "rounds": rounds, "rated": false, "seeding": "club" });
        let founded = moderator.post("/api/v1/tournaments", &json!({ "name": name, "settings": settings })).expect(201);
        let path = format!("/api/v1/tournaments/{}", founded["id"]);
        for person in &members {
            moderator.post(&format!("{path}/players"), &json!({ "person": person })).expect(201);
        }
        let round = json!({ "round": 1, "day": "2026-11-25" });
        let begun = moderator.post(&format!("{path}/rounds"), &round).expect(201);
        if rounds.is_null() {
            let rows = begun["standings"]["rows"].as_array().unwrap();
            let last = club.sign_in(PersonId(rows[1]["id"].as_i64().unwrap()));
            last.post(&format!("{path}/challenges"), &json!({ "person": rows[0]["id"] })).expect(201);
        } else {
            moderator.put(&format!("{path}/rounds/1/boards/1/result"), &json!({ "result": "white" })).expect(200);
        }
    }
}

impl Full {
    /// What of people stands in an answer; a short name is one where it is asked for.
    fn people_in(&self, text: &str) -> Vec<String> {
        let words: BTreeSet<&str> = text.split(|letter: char| !letter.is_alphanumeric()).collect();
        let planted = [LAST, HANDLE, MAIL].into_iter().filter(|word| text.contains(word)).map(str::to_owned);
        let ids = words.iter().filter(|word| {
            let number = word.parse().ok().filter(|_| !word.starts_with('0'));
            number.is_some_and(|number: i64| (FIRST_PERSON..FIRST_PERSON + 10_000).contains(&number))
        });
        let names = self.last_names.iter().map(String::as_str).filter(|name| words.contains(name));
        planted.chain(ids.map(ToString::to_string)).chain(names.map(str::to_owned)).collect()
    }

    /// Numbers of things that there are, of the kind that a path is about: the first and the last of it.
    fn ids(&self, path: &str) -> Vec<String> {
        macro_rules! ends {
            ($db:ident, $table:ident) => {{
                let all: Vec<i64> =
                    schema::$table::table.order(schema::$table::id).select(schema::$table::id).load($db)?;
                all.first().into_iter().chain(all.last()).map(ToString::to_string).collect()
            }};
        }
        let kind = path.trim_start_matches("/api/v1").split('/').nth(1).unwrap().to_owned();
        let read = move |db: &mut Db| {
            Ok(match kind.as_str() {
                "members" | "people" | "room_ratings" | "room-ratings" => ends!(db, people),
                "games" => ends!(db, games),
                "sessions" => ends!(db, sessions),
                "cases" => schema::cases::table.select(schema::cases::number).load(db)?,
                "decisions" => ends!(db, decisions),
                "objections" => ends!(db, objections),
                "evidence" => ends!(db, evidence),
                "redactions" => ends!(db, redactions),
                "change_requests" => ends!(db, change_requests),
                "elections" => ends!(db, elections),
                "tournaments" => ends!(db, tournaments),
                "chief_acts" => ends!(db, chief_acts),
                "timed_games" => ends!(db, timed_games),
                // One of each game.
                "tables" | "nomic" | "nomic_games" => {
                    let all: Vec<i64> = schema::tables::table.select(schema::tables::id).load(db)?;
                    all.iter().map(ToString::to_string).collect()
                }
                // What only administrators come to.
                _ => vec!["1".to_owned()],
            })
        };
        self.club.app.db.read_now(read).unwrap()
    }

    /// Addresses of a route, about things that there are.
    fn addresses(&self, path: &str) -> Vec<String> {
        if !path.contains('{') {
            return vec![path.to_owned()];
        }
        let fixed = [
            ("{citation}", "III.2.1"),
            ("{file}", "games.csv"),
            ("{filing}", "1"),
            ("{thread}", "discussion"),
            ("{label}", "101"),
            ("{piece}", "1"),
            ("{round}", "1"),
            ("{board}", "1"),
            ("{challenge}", "1"),
            ("{person}", "7700003"),
            ("{other}", "7700003"),
            ("{tag}", "0"),
            ("{code}", "ABCD"),
            ("{secret}", "nobodys"),
            ("{game}", "nomic"),
        ];
        let fill = |path: &str| fixed.iter().fold(path.to_owned(), |path, (name, value)| path.replace(name, value));
        if path.starts_with("/rulebook") || path.starts_with("/api/v1/rulebook") {
            return vec![fill(&path.replace("{number}", "0"))];
        }
        let mut ids = self.ids(path);
        if ids.is_empty() {
            ids.push("1".to_owned());
        }
        ids.iter().map(|id| fill(&path.replacen("{id}", id, 1).replacen("{number}", id, 1))).collect()
    }
}

/// Streams have no end.
fn is_a_stream(path: &str) -> bool {
    path.ends_with("/changes") || path.ends_with("/events") || path.ends_with("/socket")
}

/// Asks for all that there is to read, and gives what it was asked and what of people stood in the answer.
fn read_everything(full: &Full, caller: &Client, query: &str) -> Vec<(String, Answer)> {
    let mut told = Vec::new();
    for route in routes().filter(|route| route.method == "GET" && !is_a_stream(route.path)) {
        for address in full.addresses(route.path) {
            let address = address + query;
            for accept in ["text/html", "application/json"] {
                let answer = caller.send("GET", &address, &[("Accept", accept)], b"");
                assert!(answer.status < 500, "{address}: {}", answer.text());
                told.push((format!("{address} as {accept}"), answer));
            }
        }
    }
    told
}

/// Somebody with an account who never joined.
fn outsider(full: &Full) -> Caller {
    full.club.person("Olga", &[])
}

fn nobody_is_told_of(full: &Full) {
    let club = &full.club;
    let everything = {
        club.lets_visitors_read(Visitors::Everything);
        read_everything(full, &club.anyone(), "")
    };
    // What is held against is there: else this could not fail.
    let named = everything.iter().filter(|(_, answer)| !full.people_in(&answer.text()).is_empty()).count();
    assert!(named > 100, "only {named} answers name people to a visitor who reads everything");
    let own = outsider(full);
    // News for everybody, once somebody with an account could have them.
    let news = json!({ "version": 1, "note": format!("Welcome, {LAST}") });
    club.write(move |tx| rookery::notify::enqueue(tx, rookery::notify::Topic::RulebookPublished, None, &news));
    let staff = club.person("Tina", &[Role::Staff]);
    while !staff.get("/api/v1/notifications").text().contains(LAST) {
        std::thread::yield_now();
    }
    for visitors in [Visitors::Nothing, Visitors::Leaderboard] {
        club.lets_visitors_read(visitors);
        let mut wrong = Vec::new();
        for (who, caller) in [("nobody", &club.anyone()), ("an outsider", &*own)] {
            for query in ["", "?q=Hartley", "?around=7700003", "?person=7700003"] {
                for (address, answer) in read_everything(full, caller, query) {
                    let mut found = full.people_in(&answer.text());
                    found.retain(|found| *found != own.id.to_string());
                    for (name, value) in &answer.headers {
                        found.extend(full.people_in(value).into_iter().map(|found| format!("{name}: {found}")));
                    }
                    // What was looked for, or asked about, may be said again.
                    found.retain(|found| !address.contains(found.rsplit(": ").next().unwrap_or_default()));
                    if !found.is_empty() {
                        wrong.push(format!("{visitors}: {who} at {address} ({}): {found:?}", answer.status));
                    }
                }
            }
        }
        let body = r#"{"white":7700003,"black":7700004,"person":7700003,"name":"Rafael Okonkwo"}"#;
        for route in routes().filter(|route| route.method != "GET") {
            for address in full.addresses(route.path) {
                let answer = club.anyone().send(
                    route.method,
                    &address,
                    &[("Content-Type", "application/json")],
                    body.as_bytes(),
                );
                let mut found = full.people_in(&answer.text());
                found.retain(|found| !body.contains(found.as_str()));
                if !found.is_empty() || answer.status >= 500 {
                    wrong.push(format!("{visitors}: {} {address} ({}): {found:?}", route.method, answer.status));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn visitors_find_nobody_out_on_sqlite() {
    let folder = folder();
    let url = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    nobody_is_told_of(&full(&url, Some(folder)));
}

#[test]
fn visitors_find_nobody_out_on_postgres() {
    nobody_is_told_of(&full(&fresh_postgres(), None));
}

/// A page as a browser gets it.
fn page(caller: &Client, path: &str) -> Answer {
    caller.send("GET", path, &[("Accept", "text/html")], b"")
}

/// The names on a page of the leaderboard, as programs read them.
fn names(answer: Answer) -> Vec<String> {
    let board = answer.expect(200);
    board["items"].as_array().unwrap().iter().map(|line| line["name"].as_str().unwrap().to_owned()).collect()
}

both!(visitors_read_no_name_of_those_who_have_left, |club| {
    let (ida, max) = (club.person("Ida Thal", &[]), club.person("Max Maier", &[]));
    for member in [&ida, &max] {
        member.post("/api/v1/memberships", &json!({})).expect(201);
    }
    club.pass(chrono::TimeDelta::minutes(1));
    let leaves = PersonId(max.id);
    club.write(move |tx| {
        rookery::members::store::remove(tx, leaves, None, "II.8", &rookery_messages::Message::verbatim("On request"))
    });
    club.lets_visitors_read(Visitors::Leaderboard);
    let then = "/api/v1/leaderboard?at=2026-11-06T12:00:30Z";
    assert_eq!(names(club.anyone().get("/api/v1/leaderboard")), ["Ida T."]);
    assert_eq!(names(club.anyone().get(then)), ["Ida T.", "N. N."]);
    assert_eq!(names(ida.get(then)), ["Ida Thal", "Max Maier"], "for the club the past is as it was");
    let page = page(&club.anyone(), "/?on=2026-11-06").text();
    assert!(!page.contains("Max"), "{page}");
});

both!(visitors_read_short_names_on_the_leaderboard_and_members_whole_ones, |club| {
    let max = ["Max Maier", "Max Müller", "Ida Thal"].map(|name| {
        let member = club.person(name, &[]);
        member.post("/api/v1/memberships", &json!({})).expect(201);
        member
    });
    club.lets_visitors_read(Visitors::Leaderboard);
    let (visitor, board) = (club.anyone(), "/api/v1/leaderboard");
    let short = ["Ida T.", "Max M.", "Max M. 2"];
    assert_eq!(names(visitor.get(board)), short);
    assert_eq!(names(visitor.get("/api/v1/leaderboard?limit=3")), short);
    assert_eq!(names(visitor.get("/api/v1/leaderboard?at=2026-11-06T12:00:00Z")), short);
    let line = visitor.get(board).expect(200)["items"][0].clone();
    assert_eq!((&line["id"], &line["score"]), (&json!(null), &json!(100)), "no number, but the score: {line}");
    assert_eq!(names(max[0].get(board)), ["Ida Thal", "Max Maier", "Max Müller"]);
    assert_eq!(max[0].get(board).expect(200)["items"][0]["id"], max[2].id);
    let (outside, inside) = (page(&visitor, "/").text(), page(&max[0], "/").text());
    assert!(outside.contains("Max M. 2") && !outside.contains("Maier") && !outside.contains("/members/"), "{outside}");
    assert!(inside.contains("Max Maier") && inside.contains("/members/"), "{inside}");
    assert_eq!(page(&visitor, "/?q=Maier").text().matches("scope=\"row\">").count(), 3, "there is no search");
    let clock = format!("/clock?white={}&black={}", max[0].id, max[1].id);
    assert!(!page(&visitor, &clock).text().contains("Max"), "a number leads to no name");
    assert!(page(&max[2], &clock).text().contains("Max Maier"));
    // What one has kept is never taken for what the other may read.
    let tag = |answer: &Answer| answer.header("etag").unwrap().to_owned();
    let (theirs, ours) = (tag(&visitor.get(board)), tag(&max[0].get(board)));
    assert_ne!(theirs, ours);
    assert_eq!(visitor.send("GET", board, &[("If-None-Match", &ours)], b"").status, 200);
    assert_eq!(visitor.send("GET", board, &[("If-None-Match", &theirs)], b"").status, 304);
    assert!(visitor.get(board).header("vary").unwrap().contains("Cookie"));
});

both!(a_visitor_is_led_to_the_door_and_one_who_never_joined_to_joining, |club| {
    let ann = club.person("Ann", &[]);
    let bob = club.person("Bob", &[]);
    bob.post("/api/v1/memberships", &json!({})).expect(201);
    club.lets_visitors_read(Visitors::Nothing);
    let front = page(&club.anyone(), "/").text();
    assert!(front.contains("A chess club") && front.contains("href=\"/sign-in\""), "{front}");
    assert!(!front.contains("href=\"/sessions\"") && !front.contains("href=\"/tables\""), "{front}");
    let door = page(&club.anyone(), &format!("/members/{}", bob.id));
    assert_eq!((door.status, door.header("location")), (303, Some(&*format!("/sign-in?next=/members/{}", bob.id))));
    assert!(page(&club.anyone(), door.header("location").unwrap()).text().contains("You have to sign in"));
    for path in ["/api/v1/leaderboard", "/api/v1/sessions", "/api/v1/members", "/api/v1/leaderboard/changes"] {
        assert_eq!(club.anyone().get(path).expect(401)["title"], "Not for visitors");
        assert_eq!(ann.get(path).refused(403), ["II.1"], "{path}");
    }
    let refused = page(&ann, &format!("/members/{}", bob.id));
    assert!(refused.status == 403 && refused.text().contains("href=\"/me\""), "{}", refused.text());
    ann.get("/api/v1/me").expect(200);
    ann.post("/api/v1/memberships", &json!({})).expect(201);
    assert_eq!(ann.get(&format!("/api/v1/members/{}", bob.id)).expect(200)["name"], "Bob");
    let person = PersonId(ann.id);
    club.write(move |tx| {
        rookery::members::store::remove(tx, person, None, "II.7", &rookery_messages::Message::verbatim("for a test"))
    });
    ann.get("/api/v1/members").expect(200);
    club.person("Tina", &[Role::Staff]).get("/api/v1/members").expect(200);
});

both!(a_seated_player_keeps_the_table, |club| {
    let [ann, ben, cy] = ["Ann", "Ben", "Cy"].map(|name| club.person(name, &[]));
    let table = ann.post("/api/v1/tables", &json!({ "game": "party" })).expect(201)["id"].to_string();
    ben.post(&format!("/api/v1/tables/{table}/seats"), &json!({})).expect(200);
    club.lets_visitors_read(Visitors::Leaderboard);
    for path in [format!("/api/v1/tables/{table}"), format!("/api/v1/tables/{table}/talk")] {
        ben.get(&path).expect(200);
        cy.get(&path).expect(403);
        club.anyone().get(&path).expect(401);
    }
    ben.post(&format!("/api/v1/tables/{table}/talk"), &json!({ "text": "Hello" })).expect(201);
    cy.post(&format!("/api/v1/tables/{table}/talk"), &json!({ "text": "Hello" })).expect(403);
    ben.get("/api/v1/tables").expect(403);
});

/// Opens a stream of events, and gives it once it has told something.
fn listen(club: &Club, path: &str, token: Option<&str>) -> TcpStream {
    let host = club.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let token = token.map_or_else(String::new, |token| format!("Authorization: Bearer {token}\r\n"));
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{token}\r\n").unwrap();
    let (mut told, mut some) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&told).contains("data: ") {
        let length = stream.read(&mut some).unwrap();
        assert!(length > 0, "{}", String::from_utf8_lossy(&told));
        told.extend_from_slice(&some[..length]);
    }
    stream
}

both!(streams_end_for_whom_the_house_rule_shuts_out, |club| {
    let [ann, zoe] = ["Ann", "Zoe"].map(|name| club.person(name, &[]));
    ann.post("/api/v1/memberships", &json!({})).expect(201);
    let table = ann.post("/api/v1/tables", &json!({ "game": "party" })).expect(201)["id"].to_string();
    let events = format!("/api/v1/tables/{table}/events");
    let mut shut_out = [
        listen(&club, "/api/v1/leaderboard/changes", None),
        listen(&club, &events, None),
        listen(&club, &events, zoe.token()),
    ];
    let mut stays = listen(&club, &events, ann.token());
    club.lets_visitors_read(Visitors::Nothing);
    for stream in &mut shut_out {
        let mut rest = String::new();
        stream.read_to_string(&mut rest).unwrap();
        assert!(rest.ends_with("0\r\n\r\n"), "it ends in order: {rest:?}");
    }
    ann.post(&format!("/api/v1/tables/{table}/talk"), &json!({ "text": "Still here?" })).expect(201);
    let (mut told, mut some) = (String::new(), [0; 4096]);
    while !told.contains("Still here?") {
        let length = stays.read(&mut some).unwrap();
        assert!(length > 0, "{told}");
        told.push_str(&String::from_utf8_lossy(&some[..length]));
    }
});

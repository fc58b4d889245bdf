//! What many look at is held ready: its second reader asks the database nothing, and nobody is given what is out of date, or
//! what is another's.

use std::sync::{Arc, Mutex};

use chrono::{NaiveDateTime, TimeDelta};
use diesel::connection::InstrumentationEvent;
use diesel::prelude::*;
use rookery::App;
use rookery::auth::{Role, Visitors};
use rookery::config::Config;
use rookery::db::Version;
use rookery::db::schema::{bans, sessions};
use rookery::id::PersonId;
use rookery::rulebook;
use rookery::service::answer_cache::CACHED;
use serde_json::{Value, json};

use crate::harness::{Answer, Caller, Client, Club, wait_until};
use crate::sessions::{member, session_at};
use crate::tournaments::settings;

/// A club with one of everything that is held, in which nothing happens by itself.
struct Full {
    club: Club,
    may: Caller,
    ann: Caller,
    ben: Caller,
    session: i64,
    paths: Vec<String>,
}

/// When Ann and Ben came to the session.
const CAME: &str = "2026-11-06T12:31:20";

/// With as many connections for reading.
fn full(club: Club, readers: u32) -> Full {
    let config = Config { readers, ..(*club.app.config).clone() };
    let club = club.quiet(config);
    let may = member(&club, "May", &[Role::Moderator]);
    let (ann, ben) = (member(&club, "Ann", &[]), member(&club, "Ben", &[]));
    club.set_time(CAME);
    let session = session_at(&club, CAME);
    let may = club.again(&may);
    let here = json!({ "people": [may.id, ann.id, ben.id] });
    may.post(&format!("/api/v1/sessions/{session}/arrivals"), &here).expect(200);
    may.post(&format!("/api/v1/sessions/{session}/pairings"), &json!({ "round": 1 })).expect(201);
    let played = json!({ "white": ann.id, "black": ben.id, "result": "white", "ending": "resignation" });
    let game = may.post("/api/v1/games", &played).expect(201)["id"].clone();
    let founded = json!({ "name": "Open", "settings": settings(json!({ "kind": "swiss" }), Some(3), false) });
    let tournament = may.post("/api/v1/tournaments", &founded).expect(201)["id"].clone();
    let of_tournament = |what: &str| format!("/api/v1/tournaments/{tournament}/{what}");
    for player in [&may, &ann, &ben] {
        may.post(&of_tournament("players"), &json!({ "person": player.id })).expect(201);
    }
    may.post(&of_tournament("rounds"), &json!({ "round": 1, "day": "2026-11-06" })).expect(201);
    let path = |route: &&str| {
        let id = match *route {
            of if of.contains("/members") => ann.id.to_string(),
            of if of.contains("/games") => game.to_string(),
            of if of.contains("/sessions") => session.to_string(),
            _ => tournament.to_string(),
        };
        route.replace("{id}", &id).replace("{person}", &ann.id.to_string()).replace("{round}", "1")
    };
    let paths = CACHED.iter().map(path).collect();
    Full { may, ann: club.again(&ann), ben: club.again(&ben), session, paths, club }
}

impl Full {
    fn ann_over_the_api(&self) -> String {
        format!("/api/v1/members/{}", self.ann.id)
    }
}

/// What readers ask of the database over its one connection.
struct Heard(Arc<Mutex<Vec<String>>>);

impl Heard {
    fn listen(club: &Club) -> Heard {
        let heard = Heard(Arc::default());
        let told = heard.0.clone();
        let listen = |db: &mut rookery::db::Db| {
            db.set_instrumentation(move |event: InstrumentationEvent<'_>| {
                if let InstrumentationEvent::StartQuery { query, .. } = event {
                    told.lock().unwrap().push(query.to_string());
                }
            });
            Ok(())
        };
        club.app.db.read_now(listen).unwrap();
        heard
    }

    fn during<T>(&self, ask: impl FnOnce() -> T) -> (T, Vec<String>) {
        self.0.lock().unwrap().clear();
        let answer = ask();
        (answer, std::mem::take(&mut *self.0.lock().unwrap()))
    }
}

/// All of an answer but what is of this one request.
fn lasting(answer: &Answer) -> (u16, Vec<(String, String)>, String) {
    let of_the_request = ["date", "x-request-id"];
    let mut headers = answer.headers.clone();
    headers.retain(|(name, _)| !of_the_request.contains(&name.as_str()));
    headers.sort();
    (answer.status, headers, answer.text())
}

both!(a_second_reader_asks_the_database_nothing, |club| {
    let full = full(club, 1);
    let (anyone, heard) = (full.club.anyone(), Heard::listen(&full.club));
    // The calendar is made as far as its readers look.
    full.paths.iter().for_each(|path| drop(anyone.get(path).expect(200)));
    for path in &full.paths {
        let (first, asked) = heard.during(|| anyone.get(path));
        assert_eq!(first.status, 200, "{path}: {}", first.text());
        let is_held_already = asked.is_empty();
        let (second, asked) = heard.during(|| full.club.anyone().get(path));
        assert_eq!(asked, [""; 0], "{path}, held before: {is_held_already}");
        assert_eq!(lasting(&first), lasting(&second), "{path}");
        if let Some(tag) = first.header("etag") {
            let (third, asked) = heard.during(|| anyone.send("GET", path, &[("If-None-Match", tag)], b""));
            assert_eq!((third.status, third.header("etag"), asked.len()), (304, Some(tag), 0), "{path}");
            assert!(third.body.is_empty(), "{path}");
        }
        // For those who signed in the page of the leaderboard is made of what is in memory anyway.
        if path == "/" {
            continue;
        }
        // Who signed in is asked for each time, and nothing else for programs. Pages are each person's own.
        full.ben.get(path).expect(200);
        let (_, asked) = heard.during(|| full.ben.get(path).expect(200));
        assert_eq!(asked.len() == 1, path.starts_with("/api/"), "{path}: {asked:?}");
        // Another reader's answer, or in another language, is another one.
        let (_, asked) = heard.during(|| full.ann.get(path).expect(200));
        assert!(asked.len() > 1, "{path}: {asked:?}");
        let (_, asked) = heard.during(|| anyone.send("GET", path, &[("Accept-Language", "de")], b""));
        assert!(!asked.is_empty(), "{path}");
    }
});

both!(who_has_it_already_fills_what_is_held_for_others, |club| {
    let full = full(club, 1);
    let (path, heard) = (full.ann_over_the_api(), Heard::listen(&full.club));
    let tag = full.club.anyone().get(&path).header("etag").unwrap().to_owned();
    full.club.write(|tx| rookery::members::store::add_person(tx, "dan", "Dan").map(drop));
    let known = || full.club.anyone().send("GET", &path, &[("If-None-Match", &tag)], b"");
    let (again, asked) = heard.during(known);
    assert!(again.status == 304 && !asked.is_empty(), "{}: {asked:?}", again.status);
    let (anew, asked) = heard.during(|| full.club.anyone().get(&path));
    assert!(anew.status == 200 && asked.is_empty(), "{}: {asked:?}", anew.status);
});

both!(a_change_shows_at_once_and_soon_through_another_replica, |club| {
    let full = full(club, 2);
    let (path, replica) = (full.ann_over_the_api(), full.club.replica());
    let page = format!("/members/{}", full.ann.id);
    let there = full.ben.at(&replica.url);
    for turn in 0..20 {
        let name = format!("Ann {turn}");
        full.may.patch(&format!("/api/v1/people/{}", full.ann.id), &json!({ "name": name })).expect(200);
        let told = |answer: Answer| answer.expect(200)["name"].clone();
        assert_eq!(told(there.get(&path)), name, "a signed-in reader sees their own change on any replica");
        assert_eq!(told(full.club.anyone().get(&path)), name);
        assert_eq!(told(full.ben.get(&path)), name);
        assert!(full.club.anyone().get(&page).text().contains(&name));
        wait_until(|| told(replica.anyone().get(&path)) == name.as_str());
        wait_until(|| replica.anyone().get(&page).text().contains(&name));
    }
});

both!(nobody_is_given_what_is_held_for_another, |club| {
    let full = full(club, 2);
    let (path, listed) = (full.ann_over_the_api(), "/api/v1/sessions");
    full.club.tells_names(false);
    full.may.ban(&full.club, full.ann.id, "2026-11-13");
    let next = session_at(&full.club, "2026-11-13T12:31:00");
    full.may.post(&format!("/api/v1/sessions/{next}/cancellation"), &json!({ "reason": "Ida is ill" })).expect(200);
    // Those who may read most come first, and then again in the other order.
    for turn in 0..4 {
        let mut readers = [(Some(&full.may), true), (Some(&full.ann), true), (Some(&full.ben), false), (None, false)];
        if turn % 2 == 1 {
            readers.reverse();
        }
        for (reader, is_told) in readers {
            let answer = reader.map_or_else(|| full.club.anyone().get(&path), |reader| reader.get(&path));
            assert_eq!(!answer.expect(200)["ban"].is_null(), is_told, "turn {turn}, {:?}", reader.map(|one| one.id));
        }
    }
    full.club.lets_visitors_read(Visitors::Leaderboard);
    let reason = |answer: Answer| {
        let sessions = answer.expect(200)["sessions"].clone();
        let found = sessions.as_array().unwrap().iter().find(|session| session["id"] == next).cloned();
        found.unwrap()["cancel_reason"].clone()
    };
    for _ in 0..2 {
        assert_eq!(reason(full.ben.get(listed)), "Ida is ill");
        assert_eq!(reason(full.club.anyone().get(listed)), Value::Null);
        full.club.anyone().get(&path).expect(401);
        full.ben.get(&path).expect(200);
    }
    let page = |language: &str| {
        let headers = [("Accept-Language", language), ("Accept", "text/html")];
        full.club.anyone().send("GET", "/sessions", &headers, b"").text()
    };
    for _ in 0..2 {
        let (english, german) = (page("en"), page("de"));
        assert!(english.contains("lang=\"en\"") && german.contains("lang=\"de\""), "{english}\n{german}");
    }
    full.club.lets_visitors_read(Visitors::Nothing);
    full.club.anyone().get(listed).expect(401);
});

/// What a service says that holds nothing yet.
fn said_afresh(club: &Club, reader: &Client, path: &str) -> String {
    let app = App::open((*club.app.config).clone(), club.app.clock.clone()).unwrap();
    reader.at(&Club::idle(app).url).get(path).text()
}

both!(what_is_held_lasts_until_time_alone_changes_it, |club| {
    let full = full(club, 2);
    full.may.ban(&full.club, full.ann.id, "2026-11-13");
    let ends: NaiveDateTime = "2026-11-06T12:52:10.25".parse().unwrap();
    full.club.write(move |tx| Ok(diesel::update(bans::table).set(bans::ends_at.eq(ends)).execute(tx.db)?));
    let came: NaiveDateTime = CAME.parse().unwrap();
    let house = full.club.app.db.read_now(|db| rulebook::in_force(db, came)).unwrap();
    let counts = came + TimeDelta::minutes(house.present_minutes);
    let session = full.session;
    let closes: NaiveDateTime = full
        .club
        .app
        .db
        .read_now(move |db| Ok(sessions::table.find(session).select(sessions::ends_at).first(db)?))
        .unwrap();
    let (least, second) = (TimeDelta::microseconds(1), TimeDelta::seconds(1));
    // In the order of time, each just before something comes and when it has come.
    let instants = [counts - least, counts, ends, ends + least, closes, closes + second - least, closes + second];
    let (path, list) = (full.ann_over_the_api(), "/sessions".to_owned());
    let mut told = Vec::new();
    let may = instants.map(|instant| full.club.sign_in_for(PersonId(full.may.id), instant));
    for (instant, may) in instants.into_iter().zip(&may) {
        full.club.app.clock.set(instant);
        // How often Ann came is for those who moderate.
        let anyone = full.club.anyone();
        for (reader, path) in [(&**may, &path), (&anyone, &list), (&anyone, &format!("/sessions/{session}"))] {
            let held = reader.get(path).text();
            assert_eq!(held, reader.get(path).text(), "{path} at {instant}");
            // A service that starts does what was due when the session closed, and that is a change.
            if instant < closes + second {
                assert_eq!(held, said_afresh(&full.club, reader, path), "{path} at {instant}");
            }
        }
        let ann = may.get(&path).expect(200);
        let is_on = full.club.anyone().get(&list).text();
        told.push((ann["presence"]["present"].clone(), !ann["ban"].is_null(), is_on));
    }
    let seen: Vec<_> = told.iter().map(|(present, banned, _)| (present.as_i64().unwrap(), *banned)).collect();
    assert_eq!(seen[..4], [(0, true), (1, true), (1, true), (1, false)]);
    assert_eq!(told[4].2, told[5].2, "a session is on to the end of its last second");
    assert_ne!(told[5].2, told[6].2, "and over then");
});

both!(what_finds_nothing_to_do_leaves_what_is_held, |club| {
    let version = |club: &Club| club.app.db.read_now(Version::now).unwrap();
    let club = full(club, 2).club;
    let before = version(&club);
    club.write(|tx| Ok(diesel::update(bans::table).set(bans::lifted_at.eq(tx.now)).execute(tx.db)?));
    assert_eq!(version(&club), before, "no row was there to change");
    club.write(|tx| rookery::members::store::add_person(tx, "dan", "Dan").map(drop));
    assert!(version(&club).changes > before.changes);
});

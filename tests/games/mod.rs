//! Games: how they come in, and what can happen to them afterwards.

mod afterwards;
mod bad_input;
mod confirmations;
mod deductions;
mod notices;
mod presence;
mod registering;
mod rematches;
mod statements;
mod timed;

use rookery::auth::Role;
use rookery::id::PersonId;
use serde_json::{Value, json};

use crate::harness::{Caller, Club};

/// A club in its session: May, a moderator, has taken the register; Ann and Ben are members.
struct Evening {
    may: Caller,
    ann: Caller,
    ben: Caller,
}

/// Brings a club to 12:40 of its first session.
fn evening(club: &Club) -> Evening {
    let may = club.person("May", &[Role::Moderator]);
    let (ann, ben) = (member(club, "Ann"), member(club, "Ben"));
    session(club, "2026-11-06", &[&may, &ann, &ben]);
    Evening { may: club.again(&may), ann: club.again(&ann), ben: club.again(&ben) }
}

/// A person on the leaderboard.
fn member(club: &Club, name: &str) -> Caller {
    let person = club.person(name, &[]);
    person.post("/api/v1/memberships", &json!({})).expect(201);
    person
}

/// Brings a club to 12:40 of the session on a date, with these people on the register since 12:30; the
/// first of them takes it.
fn session(club: &Club, date: &str, people: &[&Caller]) -> i64 {
    club.set_time(&format!("{date}T12:30:00"));
    let at = club.now();
    let session = club.write(move |tx| {
        rookery::sessions::store::ensure_calendar(tx, at)?;
        rookery::sessions::store::session_at(tx.db, at)
    });
    let session = session.expect("a session").id.0;
    let ids: Vec<i64> = people.iter().map(|person| person.id).collect();
    let desk = club.again(people[0]);
    desk.post(&format!("/api/v1/sessions/{session}/arrivals"), &json!({ "people": ids })).expect(200);
    club.set_time(&format!("{date}T12:40:00"));
    session
}

/// A game that White won by resignation.
fn game(white: &Caller, black: &Caller) -> Value {
    json!({ "white": white.id, "black": black.id, "result": "white", "ending": "resignation" })
}

/// Some members of a request changed; null takes one out.
fn with(mut request: Value, changes: Value) -> Value {
    for (name, value) in changes.as_object().unwrap() {
        if value.is_null() {
            request.as_object_mut().unwrap().remove(name);
        } else {
            request[name] = value.clone();
        }
    }
    request
}

/// Registers a game and gives its id.
fn enter(by: &Caller, game: &Value) -> i64 {
    by.post("/api/v1/games", game).expect(201)["id"].as_i64().unwrap()
}

fn score(club: &Club, who: &Caller) -> Option<i64> {
    let person = PersonId(who.id);
    club.write(move |tx| rookery::ratings::store::score(tx.db, person))
}

fn state(club: &Club, game: i64) -> Value {
    let read = club.app.db.read_now(|db| rookery::games::store::one(db, rookery::id::GameId(game)));
    json!(read.unwrap().game.state)
}

const REASON: &str = "Both players told me so after the session";

/// What the newest notice of a topic says that the reader's points did.
fn points_told(club: &Club, reader: &Caller, topic: &str) -> Value {
    club.deliver();
    let told = reader.get("/api/v1/notifications").expect(200);
    let of_topic = told["items"].as_array().unwrap().iter().find(|one| one["topic"] == topic);
    of_topic.unwrap_or_else(|| panic!("{topic}: {told}"))["body"]["points_moved"].clone()
}

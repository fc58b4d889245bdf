//! Decisions: what they do to points, games and bans, and how they are undone and brought back; how
//! they are declared; and what else is done by power.

mod declarations;
mod reports;
mod sanctions;

use rookery::action::{By, perform};
use rookery::auth::Role;
use rookery::conduct::decisions::actions::{self, DecideInCourt, NewDecision};
use rookery::conduct::decisions::{BanTerm, DecisionId, OffenceId, Sanction, State};
use rookery::id::PersonId;
use rookery::ratings::store::Cause;
use rookery_messages::Message;
use serde_json::{Value, json};

use crate::harness::{Caller, Club};

/// A club in its session: May, a moderator, has taken the register; Ann, Ben and Cy are members.
struct Evening {
    may: Caller,
    ann: Caller,
    ben: Caller,
    cy: Caller,
}

fn evening(club: &Club) -> Evening {
    let may = club.person("May", &[Role::Moderator]);
    let [ann, ben, cy] = ["Ann", "Ben", "Cy"].map(|name| {
        let person = club.person(name, &[]);
        person.post("/api/v1/memberships", &json!({})).expect(201);
        person
    });
    session(club, "2026-11-06", &[&may, &ann, &ben, &cy]);
    Evening { may: club.again(&may), ann: club.again(&ann), ben: club.again(&ben), cy: club.again(&cy) }
}

/// Brings a club to 12:40 of the session on a date, with these people on the register since 12:30.
fn session(club: &Club, date: &str, people: &[&Caller]) {
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
}

/// A game that White won.
fn won(white: &Caller, black: &Caller) -> i64 {
    let game = json!({
        "white": white.id, "black": black.id, "result": "white", "ending": "resignation", "insist": true,
    });
    white.post("/api/v1/games", &game).expect(201)["id"].as_i64().unwrap()
}

fn score(club: &Club, who: &Caller) -> i64 {
    let person = PersonId(who.id);
    club.write(move |tx| rookery::ratings::store::score(tx.db, person)).expect("a score")
}

fn game(club: &Club, game: i64) -> Value {
    let read = club.app.db.read_now(|db| rookery::games::store::one(db, rookery::id::GameId(game)));
    serde_json::to_value(read.unwrap()).unwrap()
}

fn id(decision: &Value) -> DecisionId {
    DecisionId(decision["id"].as_i64().unwrap())
}

/// What a judgment does to a decision.
fn change(club: &Club, decision: &Value, to: State) {
    let id = id(decision);
    club.write(move |tx| {
        actions::change_state(tx, id, to, &Cause::correction(Message::verbatim("Case 2026-C-001"), "III.3.8"))
    });
}

fn sound(club: &Club) {
    let faults = club
        .app
        .db
        .read_now(|db| rookery::commands::check::check(db, &rookery::audit::Kept::default(), &mut |_| {}))
        .unwrap();
    assert_eq!(faults, Vec::<String>::new());
}

fn is_banned(club: &Club, who: &Caller) -> bool {
    let (person, now) = (PersonId(who.id), club.now());
    club.write(move |tx| rookery::conduct::store::ban_at(tx.db, person, now)).is_some()
}

const FRAUD: &str = r#"[{ "kind": "fraud" }]"#;

fn fraud() -> Value {
    serde_json::from_str(FRAUD).unwrap()
}

/// What somebody was told of, by topic.
fn told(club: &Club, who: &Caller, topic: &'static str) -> i64 {
    let person = who.id;
    club.write(move |tx| {
        use diesel::prelude::*;
        use rookery::db::schema::outbox;
        let told = outbox::table.filter(outbox::recipient_id.eq(person).and(outbox::topic.eq(topic)));
        Ok(told.count().get_result(tx.db)?)
    })
}

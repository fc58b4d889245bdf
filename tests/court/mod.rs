//! The Court of Appeals, from petition to final judgment.

mod appeals;
mod asked;
mod course;
mod docket;
mod en_banc;
mod forms;
mod kills;
pub mod online;
mod pages;
mod parts;
mod petitions;
mod reader;
mod readers;
mod seats;

use rookery::auth::Role;
use rookery::id::PersonId;
use serde_json::{Value, json};

use crate::harness::{Answer, Caller, Club};

/// A club in its session on Friday 6 November 2026 at 12:40: the Chief Justice, four justices, two
/// moderators, three members.
pub struct Court {
    pub chief: Caller,
    pub justices: [Caller; 4],
    pub may: Caller,
    pub max: Caller,
    pub ann: Caller,
    pub ben: Caller,
    pub cy: Caller,
}

impl Court {
    pub fn opened(club: &Club) -> Court {
        let chief = club.person("Chief", &[Role::ChiefJustice]);
        let justices = ["One", "Two", "Three", "Four"].map(|name| club.person(name, &[Role::Justice]));
        let [may, max] = ["May", "Max"].map(|name| club.person(name, &[Role::Moderator]));
        let [ann, ben, cy] = ["Ann", "Ben", "Cy"].map(|name| {
            let person = club.person(name, &[]);
            person.post("/api/v1/memberships", &json!({})).expect(201);
            person
        });
        let court = Court { chief, justices, may, max, ann, ben, cy };
        club.set_time("2026-11-06T12:30:00");
        let at = club.now();
        let session = club.write(move |tx| {
            rookery::sessions::store::ensure_calendar(tx, at)?;
            rookery::sessions::store::session_at(tx.db, at)
        });
        let session = session.expect("a session").id.0;
        let court = court.again(club);
        let present = [court.may.id, court.ann.id, court.ben.id, court.cy.id];
        let path = format!("/api/v1/sessions/{session}/arrivals");
        court.may.post(&path, &json!({ "people": present })).expect(200);
        club.set_time("2026-11-06T12:40:00");
        court.again(club)
    }

    /// Everybody with a fresh token, after time has passed.
    pub fn again(&self, club: &Club) -> Court {
        Court {
            chief: club.again(&self.chief),
            justices: std::array::from_fn(|number| club.again(&self.justices[number])),
            may: club.again(&self.may),
            max: club.again(&self.max),
            ann: club.again(&self.ann),
            ben: club.again(&self.ben),
            cy: club.again(&self.cy),
        }
    }

    /// Grants leave, picks the first three justices, opens the hearing.
    pub fn hears(&self, number: &str) {
        leave(&self.chief, number, true).expect(200);
        self.panel(number, &[0, 1, 2]).expect(200);
        let opened = self.justices[0].post(&step(number, "hearing"), &json!({})).expect(200);
        assert_eq!(opened["state"], "hearing");
    }

    fn panel(&self, number: &str, chosen: &[usize]) -> Answer {
        let ids: Vec<i64> = chosen.iter().map(|place| self.justices[*place].id).collect();
        self.chief.post(&step(number, "panel"), &json!({ "justices": ids }))
    }

    /// The panel agrees on a judgment.
    pub fn panel_decides(&self, number: &str, disposition: &Value) {
        let [one, two, three, _] = &self.justices;
        decide(number, disposition, &[one, two, three]);
    }

    /// The opinion is there and the whole Court hears the case.
    pub fn goes_en_banc(&self, number: &str, by: &Caller) {
        write(&self.justices[0], number, "majority").expect(201);
        by.post(&step(number, "en_banc"), &json!({ "reason": WHY })).expect(200);
        let accepted = self.chief.post(&step(number, "en_banc_leave"), &json!({ "granted": true })).expect(200);
        assert_eq!(accepted["state"], "en_banc_hearing");
    }

    /// Everybody of the Court, the Chief Justice first.
    pub fn everybody(&self) -> Vec<&Caller> {
        std::iter::once(&self.chief).chain(&self.justices).collect()
    }
}

pub const WHY: &str = "It did not happen as it was told, and two people saw it";

pub fn step(number: &str, step: &str) -> String {
    format!("/api/v1/cases/{number}/{step}")
}

fn petition(by: &Caller, subject: &str, id: &Value) -> Answer {
    let body = json!({ "subject": subject, "subject_id": id, "title": "A wrong done", "grounds": WHY });
    by.post("/api/v1/cases", &body)
}

/// Files a petition that is taken; gives the case's number.
#[track_caller]
pub fn filed(by: &Caller, subject: &str, id: &Value) -> String {
    petition(by, subject, id).expect(201)["number"].as_str().unwrap().to_owned()
}

fn leave(by: &Caller, number: &str, granted: bool) -> Answer {
    by.post(&step(number, "leave"), &json!({ "granted": granted, "reason": WHY }))
}

pub fn draft(by: &Caller, number: &str, disposition: &Value) -> Answer {
    by.post(&step(number, "drafts"), disposition)
}

/// The first of the bench drafts, all vote for it, the first counts.
#[track_caller]
pub fn decide(number: &str, disposition: &Value, bench: &[&Caller]) {
    let drafted = draft(bench[0], number, disposition).expect(201);
    for justice in bench {
        justice.post(&step(number, "votes"), &json!({ "draft": drafted["id"] })).expect(200);
    }
    let counted = bench[0].post(&step(number, "count"), &json!({})).expect(200);
    assert!(["decided", "en_banc_decided"].contains(&counted["state"].as_str().unwrap()), "{counted}");
}

pub fn write(by: &Caller, number: &str, kind: &str) -> Answer {
    by.post(&step(number, "opinions"), &json!({ "kind": kind, "text": "For the reasons that were heard." }))
}

#[track_caller]
fn read(by: &crate::harness::Client, number: &str) -> Value {
    by.get(&format!("/api/v1/cases/{number}")).expect(200)
}

#[track_caller]
fn state(by: &crate::harness::Client, number: &str) -> String {
    read(by, number)["state"].as_str().unwrap().to_owned()
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

fn is_banned(club: &Club, who: &Caller) -> bool {
    let (person, now) = (PersonId(who.id), club.now());
    club.write(move |tx| rookery::conduct::store::ban_at(tx.db, person, now)).is_some()
}

/// Where a decision stands.
fn decision(by: &Caller, decision: &Value) -> String {
    let told = by.get(&format!("/api/v1/decisions/{}", decision["id"])).expect(200);
    told["state"].as_str().unwrap().to_owned()
}

fn sound(club: &Club) {
    let faults = club
        .app
        .db
        .read_now(|db| rookery::commands::check::check(db, &rookery::audit::Kept::default(), &mut |_| {}))
        .unwrap();
    assert_eq!(faults, Vec::<String>::new());
}

/// How often an act is in the log.
fn logged(club: &Club, act: &'static str) -> i64 {
    club.write(move |tx| {
        use diesel::prelude::*;
        use rookery::db::schema::acts;
        Ok(acts::table.filter(acts::act.eq(act)).count().get_result(tx.db)?)
    })
}

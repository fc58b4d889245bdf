//! Sessions: the calendar, the register, pairings, and what follows when one closes.

mod register;
mod settled;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery::auth::Role;
use rookery::db::schema::{acts, games, invitations};
use rookery::games::closing;
use rookery::id::{GameId, PersonId};
use rookery::ratings::Outcome;
use rookery::ratings::store::{Cause, NewEvent};
use rookery::sessions::store;
use rookery_messages::Message;
use serde_json::{Value, json};

use crate::harness::{Caller, Club};

pub fn member(club: &Club, name: &str, roles: &[Role]) -> Caller {
    let person = club.person(name, roles);
    person.post("/api/v1/memberships", &json!({})).expect(201);
    person
}

/// The sessions that start in a range, as `start end` without seconds.
fn calendar(club: &Club, from: &str, to: &str) -> Vec<Value> {
    let path = format!("/api/v1/sessions?from={from}T00:00:00Z&to={to}T00:00:00Z");
    club.anyone().get(&path).expect(200)["sessions"].as_array().unwrap().clone()
}

fn starts(sessions: &[Value]) -> Vec<&str> {
    sessions.iter().map(|session| session["starts_at"].as_str().unwrap()).collect()
}

/// The id of the session at an instant.
pub fn session_at(club: &Club, at: &str) -> i64 {
    let at = at.parse().unwrap();
    club.write(move |tx| {
        store::ensure_calendar(tx, at)?;
        store::session_at(tx.db, at)
    })
    .expect("a session")
    .id
    .0
}

fn settle(club: &Club) -> usize {
    closing::run(&club.app.db).unwrap()
}

fn score(club: &Club, who: &Caller) -> i64 {
    let id = PersonId(who.id);
    club.write(move |tx| rookery::ratings::store::score(tx.db, id)).unwrap()
}

/// Gives points, so that there is something to deduct above the floor.
fn enrich(club: &Club, who: &Caller) {
    let person = PersonId(who.id);
    club.write(move |tx| {
        let now = tx.now;
        let cause = Cause::new(Message::verbatim("For a test"), "III.5");
        rookery::ratings::store::post(tx, now, NewEvent::Adjustment { person, delta: 200 }, &cause)
    });
}

/// A game straight in the tables.
fn enter(club: &Club, session: i64, at: &str, white: &Caller, black: &Caller, state: &'static str) -> i64 {
    let (white, black, at) = (white.id, black.id, at.parse::<NaiveDateTime>().unwrap());
    club.write(move |tx| {
        Ok(diesel::insert_into(games::table)
            .values((
                games::session_id.eq(session),
                games::white_id.eq(white),
                games::black_id.eq(black),
                games::result.eq("white"),
                games::ending.eq("checkmate"),
                games::played_at.eq(at),
                games::state.eq(state),
                games::registered_at.eq(at),
            ))
            .returning(games::id)
            .get_result::<i64>(tx.db)?)
    })
}

/// A game that White won, rated.
pub fn game(club: &Club, session: i64, at: &str, white: &Caller, black: &Caller) {
    let id = enter(club, session, at, white, black, "rated");
    let (white, black, at) = (PersonId(white.id), PersonId(black.id), at.parse().unwrap());
    club.write(move |tx| {
        let event = NewEvent::Game { game: GameId(id), white, black, outcome: Outcome::White, online: false };
        rookery::ratings::store::post(tx, at, event, &Cause::new(Message::verbatim(format!("Game {id}")), "II.3"))
    });
}

both!(the_calendar_follows_the_house_rules_and_the_clock_change, |club| {
    let made = calendar(&club, "2026-11-01", "2026-11-25");
    assert_eq!(starts(&made), ["2026-11-06T12:30:00Z", "2026-11-13T12:30:00Z", "2026-11-20T12:30:00Z"], "0.5");
    assert_eq!((&made[0]["ends_at"], &made[0]["room"]), (&json!("2026-11-06T13:10:00Z"), &json!("322")));
    club.set_time("2027-03-20T12:00:00");
    let spring = calendar(&club, "2027-03-22", "2027-04-05");
    assert_eq!(starts(&spring), ["2027-03-26T12:30:00Z", "2027-04-02T11:30:00Z"], "British Summer Time");
});

both!(new_house_rules_move_the_sessions_to_come, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let made = calendar(&club, "2026-11-01", "2026-11-25");
    let second = made[1]["id"].as_i64().unwrap();
    chief.post(&format!("/api/v1/sessions/{second}/cancellation"), &json!({ "reason": "Inset day" })).expect(200);
    club.set_time("2026-11-06T12:40:00");
    let chief = club.again(&chief);
    let later =
        json!({ "replaces": 1, "note": "A later lunch", "rules": { "session_start": "12:45:00", "room": "101" } });
    chief.post("/api/v1/house_rules", &later).expect(201);
    let moved = calendar(&club, "2026-11-01", "2026-11-25");
    assert_eq!(starts(&moved), ["2026-11-06T12:30:00Z", "2026-11-13T12:45:00Z", "2026-11-20T12:45:00Z"]);
    assert_eq!(moved[0]["room"], "322", "never backwards (IV.2)");
    assert_eq!((&moved[1]["id"], &moved[1]["cancel_reason"]), (&json!(second), &json!("Inset day")));
    let monday = json!({ "replaces": 2, "note": "Mondays", "rules": { "session_weekday": "Mon" } });
    chief.post("/api/v1/house_rules", &monday).expect(201);
    let moved = calendar(&club, "2026-11-01", "2026-11-25");
    assert_eq!(
        starts(&moved),
        ["2026-11-06T12:30:00Z", "2026-11-09T12:45:00Z", "2026-11-16T12:45:00Z", "2026-11-23T12:45:00Z"]
    );
});

both!(a_session_that_somebody_came_early_for_is_cancelled_by_new_house_rules_0_5, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let (may, ann) = (member(&club, "May", &[Role::Moderator]), member(&club, "Ann", &[]));
    let friday = session_at(&club, "2026-11-06T12:30:00");
    may.post(&format!("/api/v1/sessions/{friday}/arrivals"), &json!({ "people": [may.id] })).expect(200);
    let sunday = json!({ "replaces": 1, "note": "Sundays", "rules": { "session_weekday": "Sun" } });
    chief.post("/api/v1/house_rules", &sunday).expect(201);
    club.set_time("2026-11-06T12:40:00");
    let made = calendar(&club, "2026-11-01", "2026-11-16");
    assert_eq!(starts(&made), ["2026-11-06T12:30:00Z", "2026-11-08T12:30:00Z", "2026-11-15T12:30:00Z"]);
    assert_ne!(made[0]["cancelled_at"], json!(null), "the register keeps it, and it is not held");
    assert_eq!(made[1]["cancelled_at"], json!(null));
    let may = club.again(&may);
    let game = json!({ "white": may.id, "black": ann.id, "result": "white", "ending": "resignation" });
    assert_eq!(may.post("/api/v1/games", &game).refused(422), ["0.5", "0.6"]);
    may.post("/api/v1/people", &json!({ "name": "Bo" })).expect(201);
    may.get(&format!("/api/v1/sessions/{friday}/register")).expect(200);
});

both!(sessions_are_cancelled_and_added_before_they_begin, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let moderator = club.person("Mod", &[Role::Moderator]);
    let first = session_at(&club, "2026-11-06T12:30:00");
    let path = format!("/api/v1/sessions/{first}/cancellation");
    let holiday = json!({ "reason": "Bonfire assembly" });
    club.person("Ann", &[]).post(&path, &holiday).expect(403);
    moderator.post(&path, &holiday).expect(200);
    assert_eq!(moderator.post(&path, &holiday).refused(409), ["0.5"]);
    let at = "2026-11-06T12:40:00".parse().unwrap();
    assert!(club.write(move |tx| store::session_at(tx.db, at)).is_none(), "nothing is held");
    moderator.delete(&path, &json!({})).expect(200);

    let extra = |from: &str, to: &str| json!({ "starts_at": from, "ends_at": to, "reason": "Cup final" });
    let saturday = extra("2026-11-07T10:00:00Z", "2026-11-07T11:00:00Z");
    assert_eq!(moderator.post("/api/v1/sessions", &saturday).refused(403), ["III.4"]);
    let added = chief.post("/api/v1/sessions", &saturday).expect(201);
    assert_eq!((&added["extra"], &added["room"]), (&json!(true), &json!("322")));
    let over = extra("2026-11-06T13:00:00Z", "2026-11-06T14:00:00Z");
    assert_eq!(chief.post("/api/v1/sessions", &over).refused(409), ["0.5"], "overlaps Friday's");
    let past = extra("2026-11-05T13:00:00Z", "2026-11-05T14:00:00Z");
    assert_eq!(chief.post("/api/v1/sessions", &past).refused(422), ["0.5"]);

    club.set_time("2026-11-06T12:30:00");
    let moderator = club.again(&moderator);
    assert_eq!(moderator.post(&path, &holiday).refused(409), ["0.5"], "it has begun");
    assert_eq!(session_at(&club, "2026-11-06T13:10:00.9"), first, "T1: its last second is in it");
    let next = club.write(move |tx| store::next_held_after(tx.db, tx.now)).unwrap();
    assert_eq!(next.starts_at, "2026-11-07T10:00:00".parse().unwrap());
});

both!(an_extra_session_is_called_off_until_something_is_played_in_it, |club| {
    let chief = member(&club, "Chief", &[Role::ChiefJustice]);
    let [ann, ben] = ["Ann", "Ben"].map(|name| member(&club, name, &[]));
    let mistake = json!({ "reason": "Started by mistake" });
    club.set_time("2026-11-07T10:00:00");
    let chief = club.again(&chief);
    let first = chief.post("/api/v1/sessions/now", &json!({})).expect(201)["id"].clone();
    let path = format!("/api/v1/sessions/{first}/cancellation");
    assert_eq!(chief.post(&path, &mistake).expect(200)["cancel_reason"], "Started by mistake");
    assert_eq!(chief.delete(&path, &json!({})).refused(409), ["0.5"], "it is started again, not held after all");
    club.set_time("2026-11-07T10:05:00");
    let chief = club.again(&chief);
    let second = chief.post("/api/v1/sessions/now", &json!({})).expect(201)["id"].clone();
    let here = json!({ "people": [chief.id, ann.id, ben.id] });
    chief.post(&format!("/api/v1/sessions/{second}/arrivals"), &here).expect(200);
    let limit = json!({ "white": ann.id, "black": ben.id, "limit_seconds": 600 });
    chief.post("/api/v1/timed_games", &limit).expect(201);
    let path = format!("/api/v1/sessions/{second}/cancellation");
    assert_eq!(chief.post(&path, &mistake).refused(409), ["0.5"], "a game is begun");
    club.set_time("2026-11-07T14:00:00");
    let chief = club.again(&chief);
    let third = chief.post("/api/v1/sessions/now", &json!({})).expect(201)["id"].clone();
    chief.post(&format!("/api/v1/sessions/{third}/arrivals"), &here).expect(200);
    club.set_time("2026-11-07T14:10:00");
    let chief = club.again(&chief);
    let game = json!({ "white": ann.id, "black": ben.id, "result": "white", "ending": "checkmate" });
    chief.post("/api/v1/games", &game).expect(201);
    let path = format!("/api/v1/sessions/{third}/cancellation");
    assert_eq!(chief.post(&path, &mistake).refused(409), ["0.5"], "a game is entered");
});

both!(a_session_that_is_on_is_ended_and_changed_0_5, |club| {
    let club = club.still();
    let moderator = member(&club, "Mod", &[Role::Moderator]);
    let other = club.person("Other", &[Role::Moderator]);
    let [ann, ben] = ["Ann", "Ben"].map(|name| member(&club, name, &[]));
    let first = session_at(&club, "2026-11-06T12:30:00");
    let path = format!("/api/v1/sessions/{first}");
    let until = |club: &Club| {
        let ends = club.write(|tx| {
            let codes = invitations::table.filter(invitations::kind.eq("join_code"));
            Ok(codes.select(invitations::expires_at).first::<NaiveDateTime>(tx.db)?)
        });
        ends.to_string()
    };
    let host = club.person("Host", &[Role::Administrator]);
    host.post("/api/v1/invitations", &json!({ "kind": "join_code" })).expect(201);
    assert_eq!(until(&club), "2026-11-06 13:10:00", "codes live until the session ends");
    assert_eq!(moderator.patch(&path, &json!({ "room": "Hall" })).refused(409), ["0.5"], "it has not begun");
    assert_eq!(moderator.post(&format!("{path}/end"), &json!({})).refused(409), ["0.5"]);

    club.set_time("2026-11-06T12:31:00");
    let here = json!({ "people": [moderator.id, ann.id, ben.id] });
    club.again(&moderator).post(&format!("{path}/arrivals"), &here).expect(200);
    club.set_time("2026-11-06T12:40:00");
    let (moderator, ann) = (club.again(&moderator), club.again(&ann));
    let game = json!({ "white": ann.id, "black": ben.id, "result": "white", "ending": "resignation" });
    ann.post("/api/v1/games", &game).expect(201);
    ann.patch(&path, &json!({ "room": "Hall" })).expect(403);
    let wrong = json!({ "starts_at": "2026-11-06T12:40:01Z", "ends_at": "2026-11-06T12:40:00Z" });
    let refused = moderator.patch(&path, &wrong).expect(422);
    assert_eq!(
        (&refused["errors"][0]["field"], &refused["errors"][1]["field"]),
        (&json!("starts_at"), &json!("ends_at"))
    );
    let longer = json!({ "starts_at": "2026-11-06T12:20:00Z", "ends_at": "2026-11-06T13:40:00Z", "room": "Hall" });
    let changed = moderator.patch(&path, &longer).expect(200);
    assert_eq!((&changed["starts_at"], &changed["ends_at"]), (&longer["starts_at"], &longer["ends_at"]));
    assert_eq!((&changed["room"], until(&club).as_str()), (&json!("Hall"), "2026-11-06 13:40:00"));

    club.set_time("2026-11-06T13:20:00");
    let (moderator, ann) = (club.again(&moderator), club.again(&ann));
    ann.post("/api/v1/games", &with_insisting(&game)).expect(201);
    ann.post(&format!("{path}/end"), &json!({})).expect(403);
    club.set_time("2026-11-06T13:30:00");
    let (moderator, ann) = (club.again(&moderator), club.again(&ann));
    let ended = moderator.post(&format!("{path}/end"), &json!({})).expect(200);
    assert_eq!(ended["ends_at"], "2026-11-06T13:29:59Z");
    assert_eq!(until(&club), "2026-11-06 13:29:59");
    assert_eq!(moderator.post(&format!("{path}/end"), &json!({})).refused(409), ["0.5"], "once");
    assert_eq!(ann.post("/api/v1/games", &with_insisting(&game)).refused(422)[0], "0.5", "no game is played any more");
    assert_eq!(closing::run(&club.app.db).unwrap(), 0, "nothing follows while it can be undone");

    // It was a mistake: it goes on, for the one who ended it, and ends as it would have.
    let goes_on = |by: &Caller| by.delete(&format!("{path}/end"), &json!({}));
    goes_on(&ann).expect(403);
    let other = club.again(&other);
    assert_eq!(goes_on(&other).refused(409), ["0.5"], "somebody else ended it");
    club.pass(chrono::TimeDelta::seconds(60));
    assert_eq!(goes_on(&moderator).expect(200)["ends_at"], "2026-11-06T13:40:00Z");
    assert_eq!(until(&club), "2026-11-06 13:40:00");
    assert_eq!(goes_on(&moderator).refused(409), ["0.5"], "once");
    ann.post("/api/v1/games", &with_insisting(&game)).expect(201);
    assert_eq!(closing::run(&club.app.db).unwrap(), 0, "it is on");
    club.pass(chrono::TimeDelta::seconds(60));
    moderator.post(&format!("{path}/end"), &json!({})).expect(200);
    club.pass(chrono::TimeDelta::seconds(61));
    assert_eq!(goes_on(&moderator).refused(409), ["0.5"], "too late");
    assert_eq!(closing::run(&club.app.db).unwrap(), 1, "what follows from its end");
    let logged = club.write(move |tx| {
        let of_it = acts::table.filter(acts::subject.eq(format!("session:{first}")));
        Ok(of_it.select((acts::act, acts::actor_id)).load::<(String, Option<i64>)>(tx.db)?)
    });
    for word in ["session.changed", "session.ended", "session.went_on"] {
        assert!(logged.contains(&(word.to_owned(), Some(moderator.id))), "{word}: {logged:?}");
    }
});

both!(bad_input_is_told_and_changes_nothing, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let ann = member(&club, "Ann", &[]);
    let session = session_at(&club, "2026-11-06T12:30:00");
    for path in [
        "/api/v1/sessions?from=-9999-01-01T00:00:00Z&to=-9999-02-01T00:00:00Z",
        "/api/v1/sessions?from=%2B99999-01-01T00:00:00Z",
        "/api/v1/house_rules?at=-9999-01-01T00:00:00Z",
        "/api/v1/leaderboard?at=-9999-01-01T00:00:00Z",
        "/?on=-9999-01-01",
        "/sessions?before=-9999-01-01",
        "/api/v1/sessions?from=2026-11-06T00:00:00Z&to=2026-11-05T00:00:00Z",
        "/api/v1/sessions?from=yesterday",
        "/api/v1/members?search=a%00b",
        "/api/v1/members?limit=0",
        "/api/v1/members?after=x",
    ] {
        let status = club.anyone().get(path).status;
        assert!(status == 422 || status == 400, "{path}: {status}");
    }
    let stays = format!("/api/v1/sessions/{session}/stays");
    for (path, body) in [
        (stays.as_str(), json!({ "person": ann.id, "arrived_at": "2026-11-06T11:50:00Z", "reason": "a\u{0}b c" })),
        (&stays, json!({ "person": ann.id, "arrived_at": "2026-11-06T12:40:00Z", "reason": "Yet to come" })),
        (&stays, json!({ "person": ann.id, "arrived_at": "2026-11-05T12:40:00Z", "reason": "The day before" })),
        ("/api/v1/house_rules", json!({ "replaces": 1, "note": "A room", "rules": { "room": "3\u{0}22" } })),
        ("/api/v1/house_rules", json!({ "replaces": 1, "note": "A\u{0}", "rules": {} })),
        ("/api/v1/people", json!({ "name": "B\u{0}o" })),
    ] {
        chief.post(path, &body).expect(422);
    }
    chief.post("/api/v1/people", &json!({ "name": "Bo", "age": 12 })).expect(400);
    assert_eq!(chief.get(&format!("/api/v1/sessions/{session}/register")).expect(200)["stays"], json!([]));
});

fn with_insisting(game: &Value) -> Value {
    let mut again = game.clone();
    again["insist"] = json!(true);
    again
}

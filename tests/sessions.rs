//! Sessions: the calendar, the register, pairings, and what follows when one closes.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery::audit::Kept;
use rookery::auth::Role;
use rookery::commands::check::check;
use rookery::db::schema::{acts, games, invitations, rating_events};
use rookery::games::closing;
use rookery::id::{EventId, GameId, PersonId};
use rookery::ratings::Outcome;
use rookery::ratings::store::{Cause, NewEvent};
use rookery::sessions::{deductions, store};
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

fn with_insisting(game: &Value) -> Value {
    let mut again = game.clone();
    again["insist"] = json!(true);
    again
}

both!(the_register_is_taken_by_the_desk_in_bulk_and_can_be_said_twice, |club| {
    let kiosk = club.person("Kiosk", &[Role::Kiosk]);
    let ann = club.person("Ann", &[]);
    let bo = club.person("Bo", &[]);
    let session = session_at(&club, "2026-11-06T12:30:00");
    let path = format!("/api/v1/sessions/{session}");
    let both = json!({ "people": [ann.id, bo.id, ann.id] });
    assert_eq!(kiosk.post(&format!("{path}/arrivals"), &both).refused(403), ["0.5"], "only during a session");
    club.set_time("2026-11-06T12:31:00");
    let (kiosk, ann) = (club.again(&kiosk), club.again(&ann));
    assert_eq!(ann.post(&format!("{path}/arrivals"), &both).refused(403), ["III.2"]);
    let register = kiosk.post(&format!("{path}/arrivals"), &both).expect(200);
    assert_eq!(register["stays"].as_array().unwrap().len(), 2);
    let again = kiosk.post(&format!("{path}/arrivals"), &both).expect(200);
    assert_eq!(again["stays"], register["stays"], "idempotent");
    assert_eq!(again["stays"][0]["present"], false, "0.9: not five minutes yet");
    let soon = json!({ "people": [bo.id], "at": "2026-11-06T12:50:00Z" });
    assert_eq!(kiosk.post(&format!("{path}/departures"), &soon).refused(422), ["0.9"], "yet to come");
    club.set_time("2026-11-06T12:34:00");
    let bo_left = json!({ "people": [bo.id] });
    kiosk.post(&format!("{path}/departures"), &bo_left).expect(200);
    kiosk.post(&format!("{path}/departures"), &bo_left).expect(200);
    kiosk.post(&format!("{path}/arrivals"), &json!({ "people": [424242] })).expect(404);
    kiosk.post(&format!("{path}/arrivals"), &json!({ "people": [] })).expect(422);
    club.set_time("2026-11-06T12:36:00");
    let told = kiosk.get(&format!("{path}/register")).expect(200);
    assert_eq!((&told["stays"][0]["name"], &told["stays"][0]["present"]), (&json!("Ann"), &json!(true)));
    assert_eq!(told["stays"][1]["present"], false);
    club.anyone().get(&format!("{path}/register")).expect(401);

    let (id, now) = (PersonId(ann.id), club.now());
    let here = club.write(move |tx| {
        let session = store::known(tx.db, rookery::id::SessionId(session))?;
        store::present_at(tx.db, &session, now)
    });
    assert_eq!(here, [id]);
});

both!(who_was_tapped_in_by_mistake_is_taken_off_unless_they_played_0_9, |club| {
    let moderator = club.person("Mod", &[Role::Moderator]);
    let ann = member(&club, "Ann", &[]);
    let [slip, gus] = ["Slip", "Gus"]
        .map(|name| moderator.post("/api/v1/people", &json!({ "name": name })).expect(201)["id"].as_i64().unwrap());
    let session = session_at(&club, "2026-11-06T12:30:00");
    club.set_time("2026-11-06T12:31:00");
    let [moderator, ann] = [moderator, ann].map(|one| club.again(&one));
    let path = format!("/api/v1/sessions/{session}");
    let here = json!({ "people": [moderator.id, ann.id, slip, gus] });
    moderator.post(&format!("{path}/arrivals"), &here).expect(200);
    // Tapped out and in again: two stays.
    moderator.post(&format!("{path}/departures"), &json!({ "people": [slip] })).expect(200);
    club.set_time("2026-11-06T12:40:00");
    let [moderator, ann] = [moderator, ann].map(|one| club.again(&one));
    moderator.post(&format!("{path}/arrivals"), &json!({ "people": [slip] })).expect(200);

    let off = |by: &Caller, person: i64| by.delete(&format!("{path}/register/{person}"), &json!({}));
    assert_eq!(off(&ann, slip).refused(403), ["III.2"]);
    let entry = format!("/api/v1/people/{slip}");
    moderator.delete(&entry, &json!({})).expect(409);
    off(&moderator, slip).expect(204);
    off(&moderator, slip).expect(404);
    let told = moderator.get(&format!("{path}/register")).expect(200);
    let people: Vec<&Value> = told["stays"].as_array().unwrap().iter().map(|stay| &stay["person"]).collect();
    assert_eq!(people, [&json!(moderator.id), &json!(ann.id), &json!(gus)]);
    let log: Vec<String> =
        club.write(|tx| Ok(acts::table.filter(acts::act.eq("register.stay_struck")).select(acts::body).load(tx.db)?));
    assert_eq!(log.len(), 2, "each stay by itself: {log:?}");
    assert!(log.iter().all(|body| body.contains("Tapped in by mistake.")), "{log:?}");

    // What a guest played keeps them.
    let game = json!({ "white": ann.id, "black": gus, "result": "white", "ending": "checkmate" });
    let game = moderator.post("/api/v1/games", &game).expect(201)["id"].clone();
    let refused = off(&moderator, gus).expect(409);
    assert_eq!((&refused["acts"], &refused["game"]), (&json!(["0.9"]), &game), "{refused}");

    // And who was tapped in by mistake can be an entry by mistake, too.
    moderator.delete(&entry, &json!({})).expect(204);
    assert_eq!(club.app.db.read_now(|db| check(db, &Kept::default(), &mut |_| {})).unwrap(), Vec::<String>::new());
});

both!(deductions_fall_when_the_third_week_closes_once_by_any_process, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let ann = member(&club, "Ann", &[]);
    enrich(&club, &ann);
    settle(&club);
    let replica = club.replica();
    for (friday, expected) in [("06", 300), ("13", 300), ("20", 285), ("27", 270)] {
        club.set_time(&format!("2026-11-{friday}T13:10:00.5"));
        assert_eq!(settle(&club), 0, "T1: it is not over before its last second is");
        club.set_time(&format!("2026-11-{friday}T13:10:01"));
        let runs: Vec<_> = [&club, &replica]
            .map(|club| {
                let db = club.app.db.clone();
                std::thread::spawn(move || closing::run(&db).unwrap())
            })
            .into_iter()
            .map(|run| run.join().unwrap())
            .collect();
        assert!(runs.iter().sum::<usize>() <= 1, "{runs:?}");
        assert_eq!(score(&club, &ann), expected, "II.6.1, November {friday}");
    }
    let ledger = club.again(&ann).get(&format!("/api/v1/members/{}/ledger", ann.id)).expect(200);
    assert_eq!((&ledger["items"][0]["delta"], &ledger["items"][0]["acts"]), (&json!(-15), &json!(["II.6.1"])));

    // A cancelled week is neither missed nor made up; then two weeks while nobody ran anything.
    let third = session_at(&club, "2026-12-04T12:30:00");
    let chief = club.again(&chief);
    chief.post(&format!("/api/v1/sessions/{third}/cancellation"), &json!({ "reason": "Snow" })).expect(200);
    club.set_time("2026-12-19T09:00:00");
    settle(&club);
    assert_eq!(score(&club, &ann), 240, "T5: 11 and 18 December made up in order, the 4th never was");
    settle(&club);
    assert_eq!(score(&club, &ann), 240);
});

both!(presence_without_a_game_costs_five_and_a_correction_of_the_register_is_reckoned_again, |club| {
    let moderator = club.person("Mod", &[Role::Moderator]);
    let ann = member(&club, "Ann", &[]);
    let bo = member(&club, "Bo", &[]);
    enrich(&club, &ann);
    enrich(&club, &bo);
    settle(&club);
    let mut third = 0;
    for friday in ["06", "13", "20"] {
        third = session_at(&club, &format!("2026-11-{friday}T12:30:00"));
        club.set_time(&format!("2026-11-{friday}T12:40:00"));
        let here = json!({ "people": [ann.id, bo.id] });
        club.again(&moderator).post(&format!("/api/v1/sessions/{third}/arrivals"), &here).expect(200);
        club.set_time(&format!("2026-11-{friday}T13:30:00"));
        settle(&club);
    }
    assert_eq!((score(&club, &ann), score(&club, &bo)), (295, 295), "II.6.2");

    // Ann was not there at all: absent for the first week, so nothing falls (T8).
    let moderator = club.again(&moderator);
    let register = moderator.get(&format!("/api/v1/sessions/{third}/register")).expect(200);
    let stay =
        register["stays"].as_array().unwrap().iter().find(|stay| stay["person"] == ann.id).unwrap()["id"].clone();
    let strike = json!({ "reason": "It was her twin" });
    moderator.delete(&format!("/api/v1/stays/{stay}"), &strike).expect(200);
    assert_eq!((score(&club, &ann), score(&club, &bo)), (300, 295));
    moderator.delete(&format!("/api/v1/stays/{stay}"), &strike).expect(404);
    // Upheld by the Court meanwhile: it lifted nothing, so nothing falls again (T9).
    let person = ann.id;
    club.write(move |tx| {
        let of_ann = rating_events::table.filter(rating_events::first_id.eq(person));
        let idle = of_ann.filter(rating_events::kind.eq("idleness")).select(rating_events::id);
        let event = idle.first::<EventId>(tx.db)?;
        deductions::lift(tx, event, false, &Cause::correction(Message::verbatim("Case 2026-C-001"), "II.6.3"))
    });
    assert_eq!(score(&club, &ann), 300);
    let ledger = club.again(&ann).get(&format!("/api/v1/members/{}/ledger", ann.id)).expect(200);
    assert_eq!((&ledger["items"][0]["delta"], &ledger["items"][0]["correction"]), (&json!(5), &json!(true)));

    // And back again: the same deduction counts again.
    let stay = json!({ "person": ann.id, "arrived_at": "2026-11-20T12:40:00Z", "reason": "It was her" });
    moderator.post(&format!("/api/v1/sessions/{third}/stays"), &stay).expect(201);
    assert_eq!(moderator.post(&format!("/api/v1/sessions/{third}/stays"), &stay).refused(409), ["0.9"]);
    assert_eq!(score(&club, &ann), 295);

    // A game that week ends the streak; the next closing reckons it.
    game(&club, third, "2026-11-20T12:45:00", &ann, &bo);
    club.set_time("2026-11-27T14:00:00");
    settle(&club);
    assert_eq!((score(&club, &ann), score(&club, &bo)), (320, 280), "no idle week, K 40 at equal scores");
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

both!(a_season_played_before_is_added_and_reckoned, |club| {
    let ann = club.person("Ann", &[]);
    let person = PersonId(ann.id);
    club.write(move |tx| {
        let joined = "2026-09-30T12:00:00".parse().unwrap();
        rookery::members::store::join(tx, person, joined)?;
        let event = NewEvent::Adjustment { person, delta: 100 };
        rookery::ratings::store::post(tx, joined, event, &Cause::new(Message::verbatim("For a test"), "III.5"))?;
        store::begin_calendar(tx, "2026-10-01T00:00:00".parse().unwrap())
    });
    let october = calendar(&club, "2026-10-01", "2026-11-01");
    assert_eq!(starts(&october)[3..], ["2026-10-23T11:30:00Z", "2026-10-30T12:30:00Z"], "summer time ends");
    settle(&club);
    assert_eq!(score(&club, &ann), 200 - 3 * 15, "II.6.1, made up in order");
});

both!(a_session_counts_only_if_it_began_after_joining, |club| {
    settle(&club);
    club.set_time("2026-11-06T12:45:00");
    let ann = member(&club, "Ann", &[]);
    enrich(&club, &ann);
    club.set_time("2026-11-20T14:00:00");
    settle(&club);
    assert_eq!(score(&club, &ann), 300, "T7: two weeks missed, not three");
    club.set_time("2026-11-27T14:00:00");
    settle(&club);
    assert_eq!(score(&club, &ann), 285);
    let told = club.again(&ann).get(&format!("/api/v1/members/{}", ann.id)).expect(200);
    assert_eq!((&told["presence"]["held"], &told["presence"]["present"]), (&json!(3), &json!(0)));
});

both!(facts_about_a_member, |club| {
    let moderator = club.person("Mod", &[Role::Moderator]);
    let ann = member(&club, "Ann", &[]);
    let bo = member(&club, "Bo", &[]);
    let cy = member(&club, "Cy", &[]);
    let session = session_at(&club, "2026-11-06T12:30:00");
    club.set_time("2026-11-06T13:05:00");
    let here = json!({ "people": [ann.id], "at": "2026-11-06T12:31:00Z" });
    club.again(&moderator).post(&format!("/api/v1/sessions/{session}/arrivals"), &here).expect(200);
    game(&club, session, "2026-11-06T12:40:00", &ann, &bo);
    game(&club, session, "2026-11-06T12:50:00", &bo, &ann);
    game(&club, session, "2026-11-06T13:00:00", &ann, &cy);
    let told = club.again(&ann).get(&format!("/api/v1/members/{}", ann.id)).expect(200);
    assert_eq!(told["record"], json!({ "wins": 2, "draws": 0, "losses": 1 }));
    assert_eq!((&told["form"][0]["opponent_name"], &told["form"][0]["result"]), (&json!("Cy"), &json!("win")));
    assert_eq!((&told["form"][1]["colour"], &told["form"][1]["result"]), (&json!("black"), &json!("loss")));
    assert_eq!(told["streaks"]["current_length"], 1);
    assert_eq!(told["head_to_head"][0], json!({ "person": bo.id, "name": "Bo", "wins": 1, "draws": 0, "losses": 1 }));
    assert_eq!(told["history"].as_array().unwrap().len(), 4, "joined, three games");
    assert_eq!((&told["presence"]["held"], &told["presence"]["present"]), (&json!(1), &json!(1)));
});

both!(a_guests_game_lapses_with_the_session, |club| {
    let ann = member(&club, "Ann", &[]);
    let guest = club.person("Guest", &[]);
    let session = session_at(&club, "2026-11-06T12:30:00");
    enter(&club, session, "2026-11-06T12:40:00", &ann, &guest, "awaiting_membership");
    club.set_time("2026-11-06T13:10:01");
    settle(&club);
    let chart = club.anyone().get(&format!("/api/v1/sessions/{session}/chart")).expect(200);
    assert_eq!(chart["games"][0]["state"], "lapsed", "0.12");
});

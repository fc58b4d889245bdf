//! Who validates a game by being there (Acts 0.6, 0.9; T43), and where and when it began (Acts 0.5, I.7.1).

use super::*;

use rookery::games::{closing, waiting};

/// The session of that day, nobody on its register; May oversees games once she comes.
fn empty_room(club: Club) -> (Club, i64, Evening) {
    let club = club.still();
    let may = club.person("May", &[Role::Moderator]);
    let (ann, ben) = (member(&club, "Ann"), member(&club, "Ben"));
    let session = session(&club, "2026-11-06", &[&may]);
    let may = club.again(&may);
    may.post(&format!("/api/v1/sessions/{session}/departures"), &json!({ "people": [may.id], "at": at("12:30:01") }))
        .expect(200);
    (club, session, Evening { may, ann, ben })
}

fn at(time: &str) -> String {
    format!("2026-11-06T{time}Z")
}

fn notices(who: &Caller, club: &Club, topic: &str) -> usize {
    club.deliver();
    let told = club.again(who).get("/api/v1/notifications").expect(200);
    told["items"].as_array().unwrap().iter().filter(|notice| notice["topic"] == topic).count()
}

both!(who_came_a_moment_ago_validates_a_game_once_the_least_stay_is_full_t43, |club| {
    let (club, session, Evening { may, ann, ben }) = empty_room(club);
    let [arrivals, departures] = ["arrivals", "departures"].map(|what| format!("/api/v1/sessions/{session}/{what}"));
    let entered = || club.again(&ann).post("/api/v1/games", &game(&ann, &ben));
    assert_eq!(entered().refused(422), ["0.6"], "nobody is there");
    may.post(&arrivals, &json!({ "people": [may.id] })).expect(200);
    let waits = entered().expect(201);
    assert_eq!((&waits["state"], &waits["acts"]), (&json!("awaiting_presence"), &json!(["0.6", "0.9"])));
    let id = waits["id"].as_i64().unwrap();
    assert!(waits["state_reason"].as_str().unwrap().contains("5 minutes"), "{waits}");
    assert_eq!(score(&club, &ann), Some(100), "it does not count yet");
    let today = crate::harness::Browser::of(&club, &club.again(&ann)).get("/today").text();
    assert!(today.contains("in the room for 5 minutes") && !today.contains("Nothing waits for you."), "{today}");
    let desk = crate::harness::Browser::of(&club, &club.again(&may)).get("/today").text();
    assert!(!desk.contains("in the room for 5 minutes"), "a moderator has nothing to do about games of others: {desk}");
    assert_eq!([&ann, &ben].map(|player| notices(player, &club, "game.awaiting_presence")), [1, 1]);
    club.set_time("2026-11-06T12:44:59");
    assert_eq!((waiting::run(&club.app.db).unwrap(), state(&club, id)), (0, json!("awaiting_presence")));
    club.set_time("2026-11-06T12:45:00");
    assert_eq!((waiting::run(&club.app.db).unwrap(), state(&club, id)), (1, json!("rated")));
    assert_eq!(score(&club, &ann), Some(120));
    let told = club.anyone().get(&format!("/api/v1/games/{id}")).expect(200);
    assert_eq!(told["played_at"], at("12:40:00"), "it stands where it was played");
    assert_eq!([&ann, &ben].map(|player| notices(player, &club, "game.validated")), [1, 1]);
    assert_eq!(waiting::run(&club.app.db).unwrap(), 0, "once");
    // Before or after the game's instant: who was there and left validates what was played meanwhile.
    club.again(&may).post(&departures, &json!({ "people": [may.id] })).expect(200);
    club.set_time("2026-11-06T12:55:00");
    let earlier = with(game(&ben, &ann), json!({ "played_at": at("12:40:30"), "insist": true }));
    assert_eq!(club.again(&ann).post("/api/v1/games", &earlier).expect(201)["state"], "rated");
    assert_eq!(entered().refused(422), ["0.6"], "she is gone");
});

both!(a_moderator_for_three_minutes_validates_nothing_0_6_0_9, |club| {
    let (club, session, Evening { may, ann, ben }) = empty_room(club);
    let [arrivals, departures] = ["arrivals", "departures"].map(|what| format!("/api/v1/sessions/{session}/{what}"));
    may.post(&arrivals, &json!({ "people": [may.id] })).expect(200);
    let waits = enter(&club.again(&ann), &game(&ann, &ben));
    club.set_time("2026-11-06T12:43:00");
    club.again(&may).post(&departures, &json!({ "people": [may.id] })).expect(200);
    club.set_time("2026-11-06T12:50:00");
    assert_eq!((waiting::run(&club.app.db).unwrap(), state(&club, waits)), (0, json!("awaiting_presence")));
    let short = with(game(&ben, &ann), json!({ "played_at": at("12:42:00"), "insist": true }));
    assert_eq!(club.again(&ann).post("/api/v1/games", &short).refused(422), ["0.6", "0.9"]);
    // Who comes too late to fill the least stay does not either.
    club.set_time("2026-11-06T13:06:00");
    club.again(&may).post(&arrivals, &json!({ "people": [may.id] })).expect(200);
    let late = with(game(&ann, &ben), json!({ "insist": true }));
    assert_eq!(club.again(&ann).post("/api/v1/games", &late).refused(422), ["0.6", "0.9"]);
    club.set_time("2026-11-06T13:10:01");
    closing::run(&club.app.db).unwrap();
    let lapsed = club.again(&may).get(&format!("/api/v1/games/{waits}")).expect(200);
    assert_eq!((&lapsed["state"], &lapsed["acts"]), (&json!("lapsed"), &json!(["0.6", "0.9"])));
    assert!(lapsed["state_reason"].as_str().unwrap().starts_with("No moderator or justice was in the room"));
    assert_eq!([&ann, &ben].map(|player| notices(player, &club, "game.lapsed")), [1, 1]);
    assert_eq!(score(&club, &ann), Some(100));
});

both!(a_guests_and_a_monitored_players_game_wait_for_everything_in_turn, |club| {
    let (club, session, Evening { may, ann, .. }) = empty_room(club);
    let guest = club.person("Guest", &[]);
    may.post(&format!("/api/v1/sessions/{session}/arrivals"), &json!({ "people": [may.id] })).expect(200);
    let max = club.person("Max", &[Role::Moderator]);
    max.post("/api/v1/monitors", &json!({ "person": ann.id, "suspicion": "Knows every opening by heart" })).expect(201);
    let waits = enter(&club.again(&ann), &game(&ann, &guest));
    assert_eq!(state(&club, waits), "awaiting_membership");
    club.set_time("2026-11-06T12:42:00");
    club.again(&guest).post("/api/v1/memberships", &json!({})).expect(201);
    assert_eq!(state(&club, waits), "awaiting_presence");
    // Where names are not told, its players are promised no more than is true.
    club.tells_names(false);
    let place = format!("/api/v1/games/{waits}");
    let told = club.again(&guest).get(&place).expect(200)["state_reason"].clone();
    assert!(told.as_str().unwrap().ends_with("Then a moderator looks at it."), "{told}");
    club.tells_names(true);
    club.set_time("2026-11-06T12:45:00");
    waiting::run(&club.app.db).unwrap();
    assert_eq!(state(&club, waits), "awaiting_approval", "the same rule that decides at the door");
    let told = club.again(&max).get(&format!("/api/v1/games/{waits}")).expect(200);
    assert_eq!(told["state_reason"], "Ann is monitored: a moderator has to approve it.");
    let approve = json!({ "verdict": "approve", "reason": REASON });
    club.again(&max).post(&format!("/api/v1/games/{waits}/approval"), &approve).expect(200);
    assert_eq!(state(&club, waits), "rated");
});

both!(a_game_says_where_and_when_it_began_0_5_i_7_1, |club| {
    let (club, session, Evening { may, ann, ben }) = empty_room(club);
    may.post(&format!("/api/v1/sessions/{session}/arrivals"), &json!({ "people": [may.id], "at": at("12:35:00") }))
        .expect(200);
    let said = |what: Value| club.again(&ann).post("/api/v1/games", &with(game(&ann, &ben), what));
    assert_eq!(said(json!({ "room": "The library" })).refused(422), ["0.5"]);
    assert_eq!(said(json!({ "began_at": at("12:29:00") })).refused(422), ["0.5"]);
    assert_eq!(said(json!({ "began_at": at("12:41:00") })).refused(422), ["0.5"], "after it ended");
    let clock = json!({ "white": true, "black": true });
    let early = json!({ "began_at": at("12:34:00"), "clock": clock });
    assert_eq!(said(early).refused(422), ["I.7.1"], "nobody was there when the clock began");
    assert_eq!(said(json!({ "began_at": at("12:34:00"), "played_at": at("12:36:00") })).status, 201, "without a clock");
    let told = said(json!({ "began_at": at("12:35:00"), "clock": clock, "room": "322", "insist": true })).expect(201);
    assert_eq!((&told["room"], &told["began_at"]), (&json!("322"), &json!(at("12:35:00"))));
    // Out and in again, by each form.
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let export = |file: &str| chief.get(&format!("/api/v1/exports/{file}")).text();
    assert!(export("games.pgn").contains("[RookeryBegan \"2026-11-06T12:35:00Z\"]"), "{}", export("games.pgn"));
    assert!(export("club.json").contains("\"began_at\":\"2026-11-06T12:35:00Z\""), "{}", export("club.json"));
    for file in ["games.csv", "games.pgn"] {
        let other = Club::on_sqlite();
        other.set_time("2026-11-06T18:00:00");
        let desk = other.person("Chief", &[Role::ChiefJustice]);
        let path = format!("/api/v1/imports?name={file}&join_unknown=true&make_sessions=true");
        let done = desk.send("POST", &path, &[], export(file).as_bytes()).expect(201);
        assert_eq!(done["state"], "done", "{done}");
        let games = other.anyone().get("/api/v1/games").expect(200)["items"].clone();
        let told: Vec<&Value> = games.as_array().unwrap().iter().map(|game| &game["began_at"]).collect();
        assert!(told.contains(&&json!(at("12:35:00"))), "{file}: {games}");
        assert!(games.to_string().contains("\"room\":\"322\""), "{file}: {games}");
    }
});

both!(a_game_waits_on_while_a_session_that_was_ended_may_go_on, |club| {
    let (club, session, Evening { may, ann, ben }) = empty_room(club);
    may.post(&format!("/api/v1/sessions/{session}/arrivals"), &json!({ "people": [may.id] })).expect(200);
    let waits = club.again(&ann).post("/api/v1/games", &game(&ann, &ben)).expect(201)["id"].as_i64().unwrap();
    let end = format!("/api/v1/sessions/{session}/end");
    for (ends, undone) in [("12:41:00", "12:42:00"), ("12:43:00", "12:43:30")] {
        club.set_time(&format!("2026-11-06T{ends}"));
        club.again(&may).post(&end, &json!({})).expect(200);
        club.set_time(&format!("2026-11-06T{undone}"));
        let ran = (waiting::run(&club.app.db).unwrap(), state(&club, waits));
        assert_eq!(ran, (0, json!("awaiting_presence")), "it may go on: {undone}");
        club.again(&may).delete(&end, &json!({})).expect(200);
    }
    club.set_time("2026-11-06T12:45:00");
    assert_eq!((waiting::run(&club.app.db).unwrap(), state(&club, waits)), (1, json!("rated")));
    club.set_time("2026-11-06T12:50:00");
    let other = club.again(&ann).post("/api/v1/games", &with(game(&ann, &ben), json!({ "insist": true }))).expect(201);
    assert_eq!(other["state"], "rated");
});

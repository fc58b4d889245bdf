//! Rounds of a session: recommended, announced, and taken back.

use chrono::TimeDelta;
use diesel::prelude::*;
use rookery::auth::Role;
use serde_json::{Value, json};

use crate::harness::{Browser, Caller, Club};
use crate::sessions::{game, member, session_at};

both!(who_ends_a_session_reads_how_many_boards_have_no_result, |club| {
    let moderator = club.person("Mod", &[Role::Moderator]);
    let players = ["Ann", "Bo"].map(|name| member(&club, name, &[]));
    let session = session_at(&club, "2026-11-06T12:30:00");
    club.set_time("2026-11-06T12:32:00");
    let moderator = club.again(&moderator);
    let (api, place) = (format!("/api/v1/sessions/{session}"), format!("/sessions/{session}"));
    let everybody = players.each_ref().map(|player| player.id);
    moderator.post(&format!("{api}/arrivals"), &json!({ "people": everybody })).expect(200);
    let mut desk = Browser::of(&club, &moderator);
    let csrf = desk.csrf();
    assert!(!desk.get(&place).text().contains("has no result"), "nothing was paired");
    moderator.post(&format!("{api}/pairings"), &json!({ "round": 1 })).expect(201);
    assert!(desk.get(&place).text().contains("One board has no result."), "before it is ended");
    assert_eq!(desk.post(&format!("{place}/end"), &format!("csrf={csrf}")).status, 303);
    let page = desk.get(&place).text();
    assert!(page.contains("One board has no result.") && page.contains("data-undo"), "and after: {page}");
});

both!(pairings_are_recommended_announced_and_kept_apart, |club| {
    let moderator = club.person("Mod", &[Role::Moderator]);
    let players: Vec<Caller> = ["Ann", "Bo", "Cy", "Di", "Ed"].iter().map(|name| member(&club, name, &[])).collect();
    let [ann, bo, cy, di, ed] = &players[..] else { unreachable!() };
    let guest = club.person("Guest", &[]);
    let session = session_at(&club, "2026-11-06T12:30:00");
    let path = format!("/api/v1/sessions/{session}");
    moderator.ban(&club, ed.id, "2026-11-13");
    let pair = json!({ "first": bo.id, "second": ann.id, "reason": "Siblings" });
    let forbidden = moderator.post("/api/v1/forbidden_pairs", &pair).expect(201);
    moderator.post("/api/v1/forbidden_pairs", &pair).expect(409);
    assert_eq!(moderator.post(&format!("{path}/pairings"), &json!({ "round": 1 })).refused(409), ["0.5"], "not yet");

    club.set_time("2026-11-06T12:32:00");
    let moderator = club.again(&moderator);
    let everybody: Vec<i64> = players.iter().map(|player| player.id).chain([guest.id]).collect();
    moderator.post(&format!("{path}/arrivals"), &json!({ "people": everybody })).expect(200);
    let recommended = moderator.get(&format!("{path}/recommended_pairings")).expect(200);
    assert_eq!(recommended["boards"].as_array().unwrap().len(), 2);
    let left_out: Vec<&str> =
        recommended["left_out"].as_array().unwrap().iter().map(|left| left["name"].as_str().unwrap()).collect();
    assert_eq!(left_out, ["Ed", "Guest"], "0.7, 0.9");

    let met = |rows: &Value| {
        let mut pairs: Vec<[i64; 2]> = Vec::new();
        for row in rows.as_array().unwrap() {
            let mut pair = [row["white"].as_i64().unwrap(), row["black"].as_i64().unwrap()];
            pair.sort_unstable();
            pairs.push(pair);
        }
        pairs
    };
    let announce = |round: i64| moderator.post(&format!("{path}/pairings"), &json!({ "round": round }));
    let first = met(&announce(1).expect(201));
    assert_eq!(announce(1).expect(409)["next_round"], 2, "asked for twice, it is announced once");
    assert_eq!(announce(3).refused(409), ["0.5"]);
    let second = met(&announce(2).expect(201));
    assert!(first.iter().chain(&second).all(|pair| *pair != [ann.id, bo.id]), "kept apart");
    assert!(first.iter().all(|pair| !second.contains(pair)), "no pair meets again: {first:?} {second:?}");

    let apart = json!({ "round": 3, "boards": [{ "white": ann.id, "black": bo.id }] });
    moderator.post(&format!("{path}/pairings"), &apart).expect(422);
    let twice = json!({ "round": 3, "boards": [{ "white": ann.id, "black": cy.id }], "byes": [cy.id] });
    moderator.post(&format!("{path}/pairings"), &twice).expect(422);
    let banned = json!({ "round": 3, "boards": [{ "white": ann.id, "black": ed.id }] });
    let refused = moderator.post(&format!("{path}/pairings"), &banned).expect(422);
    assert_eq!((&refused["acts"], &refused["errors"][0]["detail"]), (&json!(["0.7"]), &json!("Ed is banned.")));
    moderator.delete(&format!("/api/v1/forbidden_pairs/{}", forbidden["id"]), &json!({})).expect(204);
    let third = json!({ "round": 3, "boards": [{ "white": ann.id, "black": bo.id }], "byes": [cy.id, di.id] });
    moderator.post(&format!("{path}/pairings"), &third).expect(201);

    game(&club, session, "2026-11-06T12:32:00", ann, cy);
    let chart = club.anyone().get(&format!("{path}/chart")).expect(200);
    assert_eq!(chart["pairings"].as_array().unwrap().len(), 2 + 2 + 3);
    assert_eq!((&chart["pairings"][6]["round"], &chart["pairings"][6]["black"]), (&json!(3), &json!(null)));
    assert_eq!(chart["games"][0]["result"], "white");
});

both!(the_last_round_is_taken_back_until_a_game_of_it_is_entered, |club| {
    let (may, kiosk) = (member(&club, "May", &[Role::Moderator]), club.person("Kiosk", &[Role::Kiosk]));
    let (ann, bo) = (member(&club, "Ann", &[]), member(&club, "Bo", &[]));
    let session = session_at(&club, "2026-11-06T12:30:00");
    club.set_time("2026-11-06T12:32:00");
    let [may, kiosk, ann, bo] = [may, kiosk, ann, bo].map(|caller| club.again(&caller));
    let path = format!("/api/v1/sessions/{session}");
    may.post(&format!("{path}/arrivals"), &json!({ "people": [may.id, ann.id, bo.id] })).expect(200);
    let board = |round: i64, byes: Value| json!({ "round": round, "boards": [{ "white": ann.id, "black": bo.id }], "byes": byes });
    let announce =
        |round: i64| club.again(&may).post(&format!("{path}/pairings"), &board(round, json!([may.id]))).expect(201);
    let take_back = |round: i64| club.again(&may).delete(&format!("{path}/pairings/{round}"), &json!({}));
    announce(1);
    announce(2);
    assert_eq!(kiosk.delete(&format!("{path}/pairings/2"), &json!({})).refused(403), ["III.2"]);
    assert_eq!(take_back(1).refused(409), ["0.5"], "the second was announced since");
    take_back(2).expect(204);
    take_back(2).expect(404);
    let chart = || club.anyone().get(&format!("{path}/chart")).expect(200)["pairings"].as_array().unwrap().len();
    assert_eq!(chart(), 2, "the first round stands");
    club.deliver();
    let told = |reader: &Caller| {
        let told = reader.get("/api/v1/notifications").expect(200);
        let items = told["items"].as_array().unwrap().iter();
        items.filter(|one| one["topic"] == "pairings.taken_back").map(|one| one["audience"].clone()).collect::<Vec<_>>()
    };
    for paired in [&ann, &bo, &may] {
        assert_eq!(told(paired), ["person"], "once, by a message of their own");
    }
    assert_eq!(told(&club.person("Guest", &[])), ["everybody"], "who was not paired, with everybody");
    let logged: String = club.write(|tx| {
        use rookery::db::schema::acts;
        Ok(acts::table.filter(acts::act.eq("pairings.taken_back")).select(acts::body).first(tx.db)?)
    });
    assert!(
        logged.contains("\"pairings\":[{") && logged.contains("\"round\":2"),
        "what was announced is kept: {logged}"
    );

    announce(2);
    club.set_time("2026-11-06T12:45:00");
    let drawn = json!({ "white": bo.id, "black": ann.id, "result": "draw", "ending": "draw_agreed", "insist": true });
    let enter = || club.again(&ann).post("/api/v1/games", &drawn).expect(201)["id"].clone();
    enter();
    take_back(2).expect(204);
    assert_eq!(chart(), 2, "the game stands on the first round's board, as pages show it (0.5)");
    club.pass(TimeDelta::minutes(1));
    announce(2);
    club.pass(TimeDelta::minutes(1));
    let game = enter();
    assert_eq!(take_back(2).expect(409)["game"], game, "in whatever colours");
    club.pass(TimeDelta::minutes(1));
    announce(3);
    take_back(3).expect(204);
    assert_eq!(chart(), 4);
    let ruling = json!({ "reason": "Entered by mistake", "act": "II.5" });
    club.again(&may).post(&format!("/api/v1/games/{game}/void"), &ruling).expect(200);
    take_back(2).expect(204);
    assert_eq!(chart(), 2, "a game that is void was not played");

    announce(2);
    let offered =
        |by: &Caller| Browser::of(&club, by).get(&format!("/sessions/{session}")).text().contains("Take round 2 back");
    assert!(offered(&club.again(&may)));
    club.set_time("2026-11-06T13:10:01");
    let may = club.again(&may);
    assert!(!offered(&may));
    assert_eq!(may.delete(&format!("{path}/pairings/2"), &json!({})).refused(409), ["0.5"], "the session is over");
    assert_eq!(chart(), 4, "it stands");
});

/// Announces a round of one board.
fn announce(club: &Club, by: &Caller, session: i64, round: i64, [white, black]: [&Caller; 2]) {
    let board = json!({ "round": round, "boards": [{ "white": white.id, "black": black.id }] });
    club.again(by).post(&format!("/api/v1/sessions/{session}/pairings"), &board).expect(201);
}

/// White's score on the one board of each of two rounds, as their pages have it.
fn scores(club: &Club, session: i64) -> [Option<&'static str>; 2] {
    [1, 2].map(|round| {
        let page = Browser::new(club).get(&format!("/sessions/{session}/rounds/{round}")).text();
        ["1–0", "0–1"].into_iter().find(|score| page.contains(score))
    })
}

both!(games_of_two_rounds_that_were_announced_together_are_theirs_in_the_order_they_were_played, |club| {
    let may = club.person("May", &[Role::Moderator]);
    let (ann, bo) = (member(&club, "Ann", &[]), member(&club, "Bo", &[]));
    let session = session_at(&club, "2026-11-06T12:30:00");
    club.set_time("2026-11-06T12:32:00");
    let arrivals = json!({ "people": [ann.id, bo.id] });
    club.again(&may).post(&format!("/api/v1/sessions/{session}/arrivals"), &arrivals).expect(200);
    announce(&club, &may, session, 1, [&ann, &bo]);
    club.pass(TimeDelta::minutes(1));
    announce(&club, &may, session, 2, [&ann, &bo]);
    club.set_time("2026-11-06T13:00:00");
    game(&club, session, "2026-11-06T12:45:00", &ann, &bo);
    assert_eq!(scores(&club, session), [Some("1–0"), None], "the first game is of the first round");
    game(&club, session, "2026-11-06T12:58:00", &bo, &ann);
    assert_eq!(scores(&club, session), [Some("1–0"), Some("0–1")]);
    game(&club, session, "2026-11-06T12:35:00", &bo, &ann);
    assert_eq!(scores(&club, session), [Some("0–1"), Some("1–0")], "as they were played, and a board has one game");
});

both!(a_game_is_of_the_round_that_was_announced_last_before_it_was_played, |club| {
    let may = club.person("May", &[Role::Moderator]);
    let (ann, bo) = (member(&club, "Ann", &[]), member(&club, "Bo", &[]));
    let session = session_at(&club, "2026-11-06T12:30:00");
    club.set_time("2026-11-06T12:32:00");
    let arrivals = json!({ "people": [ann.id, bo.id] });
    club.again(&may).post(&format!("/api/v1/sessions/{session}/arrivals"), &arrivals).expect(200);
    announce(&club, &may, session, 1, [&ann, &bo]);
    club.set_time("2026-11-06T12:50:00");
    announce(&club, &may, session, 2, [&ann, &bo]);
    club.set_time("2026-11-06T13:00:00");
    game(&club, session, "2026-11-06T12:55:00", &ann, &bo);
    assert_eq!(scores(&club, session), [None, Some("1–0")], "the first round was not played");
    let taken_back = club.again(&may).delete(&format!("/api/v1/sessions/{session}/pairings/2"), &json!({}));
    assert_eq!(taken_back.refused(409), ["0.5"], "the second was");
    game(&club, session, "2026-11-06T12:40:00", &bo, &ann);
    assert_eq!(scores(&club, session), [Some("0–1"), Some("1–0")], "played before it, and entered since");
});

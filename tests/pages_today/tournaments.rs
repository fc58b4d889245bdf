//! The boards of tournaments on today's page, and what a ban does to them.

use rookery::auth::Role;
use serde_json::json;

use super::{begun, today};
use crate::harness::{Browser, Caller};
use crate::sessions::member;
use crate::tournaments::settings;

both!(a_board_of_a_tournament_at_this_session_stands_at_the_top, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let [ann, ben, cy, dee, eve] = ["Ann", "Ben", "Cy", "Dee", "Eve"].map(|name| member(&club, name, &[]));
    let founded = json!({ "name": "Cup", "settings": settings(json!({ "kind": "swiss" }), Some(3), false) });
    let cup = may.post("/api/v1/tournaments", &founded).expect(201)["id"].clone();
    for player in [&ann, &ben, &cy, &dee] {
        let entry = json!({ "person": player.id });
        player.post(&format!("/api/v1/tournaments/{cup}/players"), &entry).expect(201);
    }
    let session = begun(&club, &may, &[&may, &ann, &ben, &cy, &dee, &eve]);
    let offered = |page: &str, one: &Caller| page.contains(&format!("href=\"/games/new?opponent={}\"", one.id));
    assert!(offered(&today(&club, &eve), &ann), "nobody is awaited yet");
    let round = json!({ "round": 1, "session": session });
    club.again(&may).post(&format!("/api/v1/tournaments/{cup}/rounds"), &round).expect(201);
    let page = today(&club, &ann);
    let (first, waits) = page.split_once("id=\"waits\"").expect("what waits");
    let due = "play it or enter its result";
    assert!(first.contains(due) && first.contains(&format!("href=\"/tournaments/{cup}\"")), "{first}");
    assert!(!waits.contains(due) && !first.contains("You can play one of these now"), "{page}");
    let free = today(&club, &eve);
    assert!(offered(&free, &may) && ![&ann, &ben, &cy, &dee].iter().any(|one| offered(&free, one)), "{free}");
});

both!(a_ban_closes_the_boards_of_rated_tournaments_0_7, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let players = ["Ann", "Ben", "Cy", "Dee"].map(|name| member(&club, name, &[]));
    for (name, rated) in [("Cup", true), ("Fun", false)] {
        let founded = json!({ "name": name, "settings": settings(json!({ "kind": "swiss" }), Some(3), rated) });
        let id = may.post("/api/v1/tournaments", &founded).expect(201)["id"].clone();
        for player in &players {
            let entry = json!({ "person": player.id });
            player.post(&format!("/api/v1/tournaments/{id}/players"), &entry).expect(201);
        }
    }
    let [ann, ben, cy, dee] = &players;
    let session = begun(&club, &may, &[&may, ann, ben, cy, dee]);
    let announces = |cup: i64| {
        let round = json!({ "round": 1, "session": session });
        club.again(&may).post(&format!("/api/v1/tournaments/{cup}/rounds"), &round).expect(201);
    };
    announces(1);
    let is_awaited = |one: &Caller| today(&club, one).contains("play it or enter its result");
    let preview = || {
        let mut desk = Browser::of(&club, &club.again(&may));
        let csrf = desk.csrf();
        desk.post(&format!("/sessions/{session}/rounds"), &format!("csrf={csrf}&round=1")).text()
    };
    let register =
        |reader: &Caller| Browser::of(&club, &club.again(reader)).get(&format!("/sessions/{session}/register")).text();
    let is_said = |page: &str| page.contains("<small>banned</small>");
    assert!(players.iter().all(is_awaited) && !is_said(&register(&may)));
    assert_eq!(preview().matches(">Cup, round 1</a>").count(), 2);
    club.again(&may).ban(&club, ann.id, "2026-11-13");
    assert!(!is_awaited(ann), "{}", today(&club, ann));
    assert_eq!(players.iter().filter(|one| is_awaited(one)).count(), 2, "nor is her opponent sent to her");
    assert_eq!(preview().matches(">Cup, round 1</a>").count(), 1);
    assert!(is_said(&register(&may)), "the register says so to who moderates");
    let desk = today(&club, &may);
    assert!(desk.contains("Round 1 · 2 boards wait"), "the desk can still say that it was forfeit: {desk}");
    announces(2);
    assert!(players.iter().all(is_awaited), "a ban does not close what is played for fun");
});

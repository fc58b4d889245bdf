//! Weekdays of a game of Nomic as pages tell of them, and what comes of two players who share one.

use serde_json::json;

use super::pages::send;
use crate::harness::{Browser, Club};

both!(the_form_refuses_void_weekdays_and_the_table_tells_those_that_were_given, |club| {
    let ann = club.person("Ann", &[]);
    club.set_time("2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &club.again(&ann));
    let refused = send(&mut browser, "/tables/new/nomic", &[("players", "1"), ("seat", "0"), ("days", "Sa")]);
    assert_eq!(refused.status, 422);
    let said = refused.text();
    assert!(said.contains("By rule 201") && said.contains("value=\"Sa\""), "{said}");
    let opened = send(&mut browser, "/tables/new/nomic", &[("players", "1"), ("seat", "0"), ("days", "Di")]);
    assert_eq!(opened.header("location"), Some("/tables/1"), "{}", opened.text());
    let table = browser.get("/tables/1").text();
    assert!(table.contains("Player 1: Tuesday") && table.contains("one player"), "{table}");
});

fn shared_tuesday(club: &Club) -> String {
    club.set_time("2026-11-10T08:00:00");
    let [ann, ben] = ["Ann", "Ben"].map(|name| club.person(name, &[]));
    let options = json!({ "players": 2, "days": ["Tue", "Tue"] });
    let open = json!({ "game": "nomic", "seat": 0, "options": options });
    let id = ann.post("/api/v1/tables", &open).expect(201)["id"].clone();
    ben.post(&format!("/api/v1/tables/{id}/seats"), &json!({})).expect(200);
    for player in [&ann, &ben] {
        player.put(&format!("/api/v1/tables/{id}/readiness"), &json!({ "ready": true })).expect(200);
    }
    let raise = json!({ "kind": "say", "thread": "voting", "text": "Point of Order: Is it so?" });
    ann.post(&format!("/api/v1/nomic_games/{id}/plays"), &raise).expect(201);
    Browser::of(club, &ben).get(&format!("/nomic/{id}/court")).text()
}

both!(what_nobody_can_judge_names_no_judge_and_says_why_214, |club| {
    let court = shared_tuesday(&club);
    assert!(court.contains("cannot be decided") && court.contains("nobody is left to judge it"), "{court}");
    assert!(!court.contains("Judge: "), "{court}");
});

//! Weekdays of a game of Nomic as pages tell of them, and what comes of two players who share one.

use serde_json::json;

use super::pages::send;
use super::table::{NAMES, Party};
use crate::harness::{Browser, Club};

both!(the_form_refuses_void_weekdays_and_the_table_tells_those_that_were_given, |club| {
    let ann = club.person("Ann", &[]);
    club.set_time("2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &club.again(&ann));
    let refused = send(&mut browser, "/tables/new/nomic", &[("players", "1"), ("seat", "0"), ("days", "Sa")]);
    assert_eq!(refused.status, 422);
    let said = refused.text();
    assert!(said.contains("By rule 201") && said.contains("value=\"Sa\""), "{said}");
    assert_eq!(said.matches("By rule 201").count(), 2, "on top and at the field: {said}");
    for (days, why) in [
        ("Do Do Fr", "Thursday stands twice: there are enough weekdays"),
        ("Mo Di Mi Do", "You wrote more weekdays (4) than seats (3)"),
    ] {
        let refused = send(&mut browser, "/tables/new/nomic", &[("players", "3"), ("seat", "0"), ("days", days)]);
        assert_eq!(refused.status, 422, "{days}");
        assert!(refused.text().contains(why), "{days}: {}", refused.text());
    }
    let refused = send(&mut browser, "/tables/new/nomic", &[("players", "2"), ("seat", "3")]);
    let said = refused.text();
    assert!(said.contains("no seat 4: it has seats for 2") && !said.contains("I.9"), "{said}");
    let early = [("players", "1"), ("seat", "0"), ("start_date", "2026-11-08")];
    let refused = send(&mut browser, "/tables/new/nomic", &early);
    let said = refused.text();
    assert!(said.contains("a day that is over") && said.contains("#open-start_date"), "{said}");
    let asked = [("players", "2"), ("seat", "0"), ("days", "Di Mi"), ("start_date", "2026-11-16")];
    let opened = send(&mut browser, "/tables/new/nomic", &asked);
    assert_eq!(opened.header("location"), Some("/tables/1"), "{}", opened.text());
    let table = browser.get("/tables/1").text();
    assert!(table.contains("begins on Monday 16 November 2026"), "{table}");
    assert!(table.contains("Player 1: Tuesday"), "{table}");
    let asked = [("players", "3"), ("seat", "0"), ("days", "Di")];
    assert_eq!(send(&mut browser, "/tables/new/nomic", &asked).header("location"), Some("/tables/2"));
    let table = browser.get("/tables/2").text();
    assert!(table.contains("Player 2: Monday") && table.contains("Player 3: Wednesday"), "days that are free: {table}");
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
    let game = club.anyone().get("/api/v1/nomic_games/1").expect(200);
    let point = &game["points_of_order"]["1.1"];
    assert_eq!((&point["state"], &point["judge"]), (&json!("indeterminate"), &json!(null)), "nor does the API");
});

const NO_WEDNESDAYS: &str = r#"{"allocation":{"void_days":["Wed","Sat","Sun"]}}"#;

both!(whose_weekday_a_rule_change_makes_void_is_pointed_out_201, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let change =
        format!("Rule-change: Amend Rule 201: append \"There is no play on Wednesdays.\"\nParameters: {NO_WEDNESDAYS}");
    let explained = |draft: &str| {
        party.players[0].post(&format!("{}/explanations", party.game), &json!({ "draft": draft })).expect(200)
    };
    assert_eq!(explained(&change)["silenced"], json!([{ "player": "Ben P", "weekday": "Wed" }]));
    assert_eq!(explained("Rule-change: Repeal Rule 205")["silenced"], json!([]));
    party.say(0, &change);
    for page in ["/nomic/1", "/nomic/1/proposals/301"] {
        let told = Browser::new(&club).get(page).text();
        assert!(told.contains("Ben P has Wednesday, which would be void from then on"), "{page}: {told}");
    }
});

both!(on_a_day_made_void_no_vote_is_offered_and_it_is_said_until_when_201, |club| {
    let mut party = Party::begun(&club, "2026-11-11T08:00:00");
    party.say(2, "Rule-change: Enact: Be kind.");
    party.say(0, "Point of Order: Is there play on Wednesdays?");
    let judge = party.get("")["points_of_order"]["1.1"]["judge"].as_str().unwrap().to_owned();
    let judge = NAMES.iter().position(|name| *name == judge).unwrap();
    party.say(judge, &format!("Judgement: 1.1 There is none.\nOrder: parameters {NO_WEDNESDAYS} by Rule 201"));
    let today = |party: &Party| Browser::of(&club, &party.players[0]).get("/nomic/1").text();
    let before = today(&party);
    assert!(before.contains("value=\"Vote: Yes (301)\"") && !before.contains("Votes count again"), "{before}");
    // The hour has passed undisputed: what was ordered is so.
    party.at(&club, "2026-11-11T09:30:00");
    let after = today(&party);
    assert!(!after.contains("value=\"Vote: Yes (301)\""), "{after}");
    assert!(after.contains("Votes count again from Thursday 12 November 2026"), "{after}");
    assert_eq!(party.void(0, "Vote: Yes"), "weekend");
});

both!(a_game_that_is_ready_in_the_evening_begins_the_next_day_202, |club| {
    let mut party = Party::begun(&club, "2026-11-09T20:00:00");
    assert_eq!(party.get("")["day"], "2026-11-10", "Monday's player could not propose any more");
    party.at(&club, "2026-11-10T08:00:00");
    party.say(1, "Rule-change: Enact: Be kind.");
});

both!(what_waits_at_a_table_is_one_line_of_today_and_says_what_it_is, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Enact: Be kind.");
    let today = Browser::of(&club, &party.players[1]).get("/today").text();
    let waits = today.split("id=\"waits\"").nth(1).and_then(|rest| rest.split("</section>").next()).unwrap();
    assert!(waits.contains("Vote in Nomic") && waits.contains("/nomic/1/proposals/301"), "{waits}");
    assert!(waits.contains("Chris B") && !waits.contains("Your move"), "with whom, once: {waits}");
});

//! Party Chess against the computer: over HTTP and as pages, on both databases.

use chrono::TimeDelta;
use rookery_party_chess::Position;
use serde_json::{Value, json};

use crate::harness::Browser;
use crate::tables::{path, play, ready, replays, topics};

const ARMY: [&str; 5] = ["rook", "archer", "bishop", "camel", "jester"];

both!(the_computer_answers_each_play_by_the_door_of_all_plays_and_the_log_replays, |club| {
    let ann = club.person("Ann", &[]);
    let open = json!({ "game": "party", "options": { "practice": true } });
    let table = path(&ann.post("/api/v1/tables", &open).expect(201));
    let seen = ready(&ann, &table, true).expect(200);
    assert_eq!((&seen["stage"], &seen["number"]), (&json!("playing"), &json!(1)), "the computer has its army: {seen}");
    assert_eq!(seen["seats"].as_array().map(Vec::len), Some(1), "nobody can take the computer's seat");
    play(&ann, &table, 1, json!({ "kind": "army", "army": ARMY })).expect(200);
    let king = |state: &Value| {
        let pieces = state["position"]["pieces"].as_array().unwrap().clone();
        pieces.into_iter().find(|piece| piece["kind"] == "king" && piece["owner"] == "NAP").unwrap()["id"].clone()
    };
    let state = ann.get(&table).expect(200)["state"].clone();
    let placed = play(&ann, &table, 2, json!({ "kind": "play", "play": format!("{}@a1", king(&state)) })).expect(200);
    assert_eq!(placed["number"], 3, "one's own entry is what one is told");
    for number in [4, 6, 8] {
        let seen = ann.get(&table).expect(200);
        assert_eq!((&seen["number"], &seen["turn"]), (&json!(number), &json!([0])), "it has answered: {seen}");
        let position = Position::from_json(&seen["state"]["position"]).unwrap();
        let text = position.write_play(&position.practice_play().unwrap());
        play(&ann, &table, number, json!({ "kind": "play", "play": text })).expect(200);
    }
    let log = club.anyone().get(&format!("{table}/log")).text();
    let entries: Vec<Value> = log.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    let computers: Vec<&Value> = entries.iter().filter(|entry| entry["seat"] == 1).collect();
    assert!(computers.len() == 5 && computers.iter().all(|entry| entry["by"] == Value::Null), "{log}");
    replays(&club, &table);
    // Somebody who practises alone gets no notice, and the game is not rated.
    assert_eq!(topics(&club, &ann), Vec::<String>::new());
    let other = club.person("Ben", &[]);
    other.post(&format!("{table}/seats"), &json!({})).refused(409);
    // Three days without a play end it.
    club.pass(TimeDelta::days(4));
    rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    let seen = club.again(&ann).get(&table).expect(200);
    assert_eq!((&seen["stage"], &seen["game_id"]), (&json!("ended"), &json!(null)), "{seen}");
    replays(&club, &table);
});

/// One tap on the page of rules; gives where it leads.
fn practise(browser: &mut Browser) -> String {
    let page = browser.get("/party/rules").text();
    assert!(page.contains("action=\"/party/practice\"") && page.contains("Try it against the computer"), "{page}");
    let csrf = browser.csrf();
    let done = browser.post("/party/practice", &format!("csrf={csrf}"));
    done.header("location").expect("it leads to the table").to_owned()
}

both!(one_tap_from_the_rules_leads_to_a_table_where_one_plays_at_once, |club| {
    let ann = club.person("Ann", &[]);
    let mut browser = Browser::of(&club, &ann);
    let table = practise(&mut browser);
    let page = browser.get(&table).text();
    assert!(page.contains("Your turn: place your King.") && page.contains("practice against the computer"), "{page}");
    assert!(page.contains("Computer") && page.contains("Stop practising"), "{page}");
    assert_eq!(practise(&mut browser), table, "the one that goes on");
    assert!(browser.get("/tables").text().contains("action=\"/party/practice\""));
    let today = browser.get("/today").text();
    assert!(today.contains(&table) && !today.contains("Your move"), "there, and nobody waits for it: {today}");
    let number = ann.get(&format!("/api/v1{table}")).expect(200)["number"].as_i64().unwrap();
    play(&ann, &format!("/api/v1{table}"), number, json!({ "kind": "end", "reason": "Enough practice" })).expect(200);
    let over = browser.get(&table).text();
    assert!(over.contains("Enough practice") && over.contains("Try it against the computer"), "{over}");
    assert!(!over.contains("class=\"party-hand\""), "nothing is left to play: {over}");
    assert_ne!(practise(&mut browser), table, "a new one");
});

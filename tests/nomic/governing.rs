//! The club's house rules by Nomic: they follow the game that governs them, from now on, and only where they may.

use rookery::auth::Role;
use serde_json::{Value, json};

use super::pages::{says, send};
use super::table::Party;
use crate::harness::{Browser, Caller, Club};
use crate::tables::topics;

/// The Chief Justice lets the game at this table govern.
fn govern(club: &Club, chief: &Caller, table: &str) {
    let table: i64 = table.rsplit('/').next().unwrap().parse().unwrap();
    let newest = club.anyone().get("/api/v1/house_rules/versions").expect(200)["versions"].as_array().unwrap().len();
    let rules = json!({ "replaces": newest, "note": "Nomic governs from now on", "rules": { "nomic_table": table } });
    club.again(chief).post("/api/v1/house_rules", &rules).expect(201);
}

fn k(club: &Club, at: &str) -> Value {
    club.anyone().get(&format!("/api/v1/house_rules?at={at}")).expect(200)["k"].clone()
}

const LAW: &str = "Rule-change: Enact: A win shall move fewer points.\nParameters: {\"house_rules\":{\"k\":32}}";

both!(adopted_rule_changes_carry_house_rules_from_their_effect_on, |club| {
    let chief = club.person("Ada", &[Role::ChiefJustice]);
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    govern(&club, &chief, &party.table);
    let preview = party.players[0].post(&format!("{}/explanations", party.game), &json!({ "draft": LAW })).expect(200);
    assert_eq!(preview["house_rules"], json!({ "rules": { "k": 32 }, "followed": true, "fault": null }));
    party.say(0, LAW);
    party.vote_all("Vote: Yes");
    assert_eq!(k(&club, "2026-11-09T23:59:59Z"), 40, "108: not before the vote is complete");
    party.at(&club, "2026-11-10T00:00:00");
    party.get("");
    rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    assert_eq!(
        (k(&club, "2026-11-09T23:59:59Z"), k(&club, "2026-11-10T00:00:00Z")),
        (json!(40), json!(32)),
        "never backwards"
    );
    let versions = club.anyone().get("/api/v1/house_rules/versions").expect(200)["versions"].clone();
    let newest = versions.as_array().unwrap().last().unwrap().clone();
    assert_eq!((&newest["published_by"], &newest["rules"]["k"]), (&Value::Null, &json!(32)));
    assert!(newest["note"].as_str().unwrap().contains("rule-change 301"), "{newest}");
    let page = Browser::of(&club, &club.again(&chief)).get("/rulebook/versions").text();
    assert!(page.contains("By rule-change 301 of the game of Nomic at table Chris B – Dave M – "), "{page}");
    // What a defeated rule-change carries is nothing.
    party.say(1, "Rule-change: Enact: Fewer still.\nParameters: {\"house_rules\":{\"k\":16}}");
    party.say(2, "Vote: No");
    // A Judgement can order it as well.
    party.say(3, "Point of Order: Is Rule 301 heard?");
    let order = json!({ "order": "set_binding", "parameters": { "house_rules": { "floor": 50 } }, "rule": 301 });
    let judge = json!({ "kind": "judge", "point": "2.1", "text": "It is.", "orders": [order] });
    party.players[0].post(&format!("{}/plays", party.game), &judge).expect(201);
    party.at(&club, "2026-11-11T00:00:00");
    rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    let now = club.anyone().get("/api/v1/house_rules").expect(200);
    assert_eq!((&now["k"], &now["floor"]), (&json!(32), &json!(50)));
});

both!(what_stays_the_chief_justices_is_neither_proposed_nor_ordered, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let set = json!({ "house_rules": { "public_initials": true, "k": 32 } });
    let law = format!("Rule-change: Enact: No names are public.\nParameters: {set}");
    let draft = json!({ "draft": law });
    let preview = party.players[0].post(&format!("{}/explanations", party.game), &draft).expect(200);
    assert_eq!(preview["house_rules"]["followed"], false);
    assert!(preview["house_rules"]["fault"].as_str().unwrap().contains("public_initials"), "{preview}");
    let line = json!({ "kind": "say", "thread": "voting", "text": law });
    let enact = json!({ "op": "enact", "text": ["So."] });
    let propose = json!({ "kind": "propose", "changes": [enact], "parameters": set });
    party.say(0, "Point of Order: May we?");
    let order = json!({ "order": "set_binding", "parameters": set });
    let judge = json!({ "kind": "judge", "point": "1.1", "text": "You may.", "orders": [order] });
    for play in [line, propose, judge] {
        let answer = party.players[0].post(&format!("{}/plays", party.game), &play);
        let told = answer.text();
        assert!(told.contains("public_initials") && told.contains("Chief Justice"), "{play}: {told}");
        assert_eq!(answer.refused(422), ["IV.1"]);
        // The door of all games is no way around.
        let play = json!({ "answers": -1, "play": play });
        assert_eq!(party.players[0].post(&format!("{}/plays", party.table), &play).refused(422), ["IV.1"]);
    }
    assert_eq!(party.get("")["proposals"], json!({}), "nothing was proposed");
    let mut browser = Browser::of(&club, &party.players[0]);
    browser.get("/nomic/1/threads");
    let form = [("act", "say"), ("back", "threads"), ("thread", "voting"), ("text", law.as_str())];
    let refused = send(&mut browser, "/nomic/1", &form);
    assert_eq!(refused.status, 422);
    says(&refused.text(), &["public_initials", "No names are public."]);
    // A draft is talked about; only where it is proposed it is refused.
    party.say_in("drafts", 0, &law).expect(201);
});

both!(house_rules_that_cannot_be_are_refused_at_their_effect_and_told, |club| {
    let chief = club.person("Ada", &[Role::ChiefJustice]);
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    govern(&club, &chief, &party.table);
    let law = "Rule-change: Enact: No points.\nParameters: {\"house_rules\":{\"k\":0,\"floor\":50}}";
    let before = club.anyone().get("/api/v1/house_rules").expect(200);
    let preview = party.players[0].post(&format!("{}/explanations", party.game), &json!({ "draft": law })).expect(200);
    assert_eq!(preview["house_rules"]["followed"], false);
    assert!(preview["house_rules"]["fault"].is_string(), "{preview}");
    party.say(0, law);
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T08:00:00");
    rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    let now = club.anyone().get("/api/v1/house_rules").expect(200);
    assert_eq!((&now["floor"], &now["k"]), (&before["floor"], &json!(40)), "nothing of it is half done");
    assert!(topics(&club, &party.players[0]).contains(&"nomic.house_rules_refused".to_owned()));
    assert_eq!(party.get("")["proposals"]["301"]["state"], "in_effect", "in the game it is a rule all the same");
});

both!(a_game_that_does_not_govern_changes_nothing_of_the_club, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let preview = party.players[0].post(&format!("{}/explanations", party.game), &json!({ "draft": LAW })).expect(200);
    assert_eq!(preview["house_rules"]["followed"], false, "off by default");
    party.say(0, LAW);
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T08:00:00");
    rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    let versions = club.anyone().get("/api/v1/house_rules/versions").expect(200)["versions"].clone();
    assert_eq!(versions.as_array().unwrap().len(), 1, "only the first: {versions}");
});

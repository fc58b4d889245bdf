//! The kind of rules that a real game came to have within weeks, together at one table: numbers by the players' own rule, a list
//! of Judges, a Treasury with a tax, hours of the day, proxies and a holiday, all brought by rule-changes.

use serde_json::json;

use super::pages::send;
use super::table::Party;
use crate::harness::Browser;

const TREASURY: &str = r#"{"quantities":{"Treasury":{"of":"game","start":5,"least":0}},"effects":{
    "tax":{"on":{"gain":"points"},"changes":[{"quantity":"points","by":{"share":{"part":-1,"of":10}}},
        {"quantity":"Treasury","by":{"share":{"part":1,"of":10}}}]},
    "grant":{"on":{"use":{"per_day":1}},"changes":[{"quantity":"Treasury","by":{"exactly":-3}},
        {"quantity":"points","by":{"exactly":3}}]}}}"#;

/// Everybody but Dave M, who is away, votes so.
fn vote(party: &Party, vote: &str) {
    [0, 2, 3, 4].into_iter().for_each(|player| drop(party.say(player, vote)));
}

both!(the_kind_of_rules_of_a_real_game_are_played_together, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let several = "Rule-change: Amend Rule 202: append \"A proposal may make three changes, and has one number if it is defeated.\"\n\
                   Parameters: {\"proposal_window\":{\"changes\":3},\"numbering\":{\"parts\":\"released\"}}";
    party.say(0, several);
    party.vote_all("Vote: Yes");

    // Of two changes that are defeated the second number is free again.
    party.at(&club, "2026-11-10T08:00:00");
    party.say(1, "Rule-change: (1) Repeal Rule 205\n(2) Enact: Be silent.");
    party.vote_all("Vote: No");
    party.at(&club, "2026-11-11T08:00:00");
    let game = party.get("");
    assert_eq!((&game["proposals"]["302"]["state"], &game["next_number"]), (&json!("defeated"), &json!(303)));

    let judges = "Rule-change: (1) Enact: Ben P, Alex T and Alex W judge in turn, but nobody about themself.\n\
                  (2) Enact: Whoever is away may have another vote for them.\n\
                  Parameters: {\"court\":{\"judges\":[\"Ben P\",\"Alex T\",\"Alex W\"],\"exclude_parties\":true},\"voting\":{\"proxies\":true}}";
    assert_eq!(party.say(2, judges)["effect"]["made"], json!({ "proposal": 303 }));
    party.vote_all("Vote: Yes");

    // Ben P asks, Alex T has the day: the third on the list judges.
    party.at(&club, "2026-11-12T08:00:00");
    assert_eq!(party.get("")["rules"]["304"]["status"], "in_effect");
    party.say(2, "Point of Order: May we whistle?");
    assert_eq!(party.get("")["points_of_order"]["4.1"]["judge"], "Alex W");
    party.say(4, "Judgement: 4.1 We may.");
    party.say(1, "Proxy: Ben P");
    party.say(
        3,
        &format!(
            "Rule-change: Enact: A tenth of what is gained goes to the Treasury.\nParameters: {}",
            TREASURY.replace('\n', "")
        ),
    );
    vote(&party, "Vote: Yes");

    party.at(&club, "2026-11-13T08:00:00");
    let game = party.get("");
    assert_eq!(game["points_of_order"]["4.1"]["state"], "invoked");
    let counted = &game["proposals"]["305"];
    assert_eq!((&counted["state"], &counted["yes"]), (&json!("in_effect"), &json!(5)), "Dave M by proxy");
    let used = json!({ "kind": "say", "thread": "points", "text": "Use: grant" });
    party.players[0].post(&format!("{}/plays", party.game), &used).expect(201);
    let hours = "Rule-change: (1) Amend Rule 301: replace \"before 7pm\" with \"between 8am and 8pm\"\n\
                 (2) Enact: Votes count until ten, and the third week of November is a holiday.\n\
                 Parameters: {\"proposal_window\":{\"opens\":\"08:00:00\",\"cutoff\":\"20:00:00\"},\"voting\":{\"closes\":\"22:00:00\"},\
                 \"timezone\":{\"holidays\":[{\"from\":\"2026-11-16\",\"until\":\"2026-11-22\"}]},\"numbering\":{}}";
    assert_eq!(party.say(4, hours)["effect"]["made"], json!({ "proposal": 306 }));
    vote(&party, "Vote: Yes");

    // 17 points by 203, of which one goes to the Treasury: it had 5, and 3 were granted.
    party.at(&club, "2026-11-16T09:00:00");
    let game = party.get("");
    assert_eq!((&game["totals"]["Alex W"], &game["totals"]["Chris B"]), (&json!(16), &json!(14)), "{game}");
    assert_eq!(party.get("/quantities")["held"]["Treasury"]["game"], json!(3));
    assert_eq!(party.void(0, "Rule-change: Enact: Be kind."), "holiday");
    assert_eq!(party.get("/deadlines"), json!([]));
    assert_eq!(game["conflicts"], json!([]), "the rules fit together");

    party.at(&club, "2026-11-23T07:00:00");
    assert_eq!(party.void(0, "Rule-change: Enact: Be kind."), "before_opening");
    party.at(&club, "2026-11-23T09:00:00");
    assert_eq!(party.say(0, "Rule-change: Enact: Be kind.")["effect"]["made"], json!({ "proposal": 308 }));
    let due = party.get("/deadlines");
    assert_eq!((&due[0]["kind"], &due[0]["at"]), (&json!("vote"), &json!("2026-11-23T22:00:00Z")), "{due}");
    vote(&party, "Vote: Yes");
    party.at(&club, "2026-11-23T22:30:00");
    assert_eq!(party.void(1, "Vote: No"), "outside_voting_hours");
    party.at(&club, "2026-11-24T08:00:00");
    let mut browser = Browser::of(&club, &party.players[1]);
    let proposal = browser.get("/nomic/1/proposals/308").text();
    assert!(proposal.contains("as Ben P voted") && proposal.contains("in effect"), "{proposal}");
    let counted = browser.get("/nomic/1/quantities").text();
    assert!(counted.contains("tax") && counted.contains("the game: Treasury +1"), "{counted}");
    let asked = [("act", "raise"), ("back", "court"), ("text", "Was it?"), ("proposal", "303")];
    assert_eq!(send(&mut browser, "/nomic/1", &asked).status, 303);
    let targets = party.get("")["points_of_order"]["7.1"]["targets"].clone();
    assert_eq!(targets, json!([{ "kind": "proposal", "number": 303 }]), "what has long been in effect");
    assert_eq!(party.players[0].get(&format!("{}/replay", party.table)).expect(200)["wrong"], json!([]));
});

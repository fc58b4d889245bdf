//! Voting of the players' own, through the API: what each kind of change needs, a quorum, and transmutation in both directions.

use serde_json::json;

use super::pages::{page, says};
use super::table::{NAMES, Party};
use crate::harness::Browser;

/// So many of the players vote Yes, in their order, and so many after them No.
fn vote(party: &Party, yes: usize, no: usize) {
    (0..yes).for_each(|player| drop(party.say(player, "Vote: Yes")));
    (yes..yes + no).for_each(|player| drop(party.say(player, "Vote: No")));
}

/// What became of a proposal.
fn state(party: &Party, number: u32) -> String {
    party.get("")["proposals"][number.to_string()]["state"].as_str().expect("a word").to_owned()
}

both!(each_kind_of_change_needs_what_the_players_rule_says_and_a_quorum, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let law = "Rule-change: Enact: More than half enact, two thirds repeal, and three must have voted.\n\
               Parameters: {\"adoption\":{\"quorum\":3,\"by_kind\":[{\"kind\":\"enact\",\"needs\":\"simple_majority\"},\
               {\"kind\":\"repeal\",\"needs\":\"two_thirds_of_cast\"}]}}";
    party.say(0, law);
    vote(&party, 5, 0);
    party.at(&club, "2026-11-10T08:00:00");
    let preview = |draft: &str| {
        let asked = json!({ "draft": draft });
        party.players[1].post(&format!("{}/explanations", party.game), &asked).expect(200)["needs"].clone()
    };
    let quorum = json!({ "quorum": 3 });
    assert_eq!(preview("Rule-change: Enact: Be kind."), json!(["simple_majority", quorum]));
    assert_eq!(preview("Rule-change: Repeal Rule 205"), json!(["two_thirds_of_cast", quorum]));
    assert_eq!(preview("Rule-change: Amend Rule 205: append \"So.\""), json!(["unanimous_of_cast", quorum]));
    party.say(1, "Rule-change: Repeal Rule 205");
    vote(&party, 3, 2);
    party.at(&club, "2026-11-11T08:00:00");
    assert_eq!(state(&party, 302), "defeated", "three of five are no two thirds");
    party.say(2, "Rule-change: Repeal Rule 205");
    vote(&party, 4, 1);
    party.at(&club, "2026-11-12T08:00:00");
    assert_eq!(state(&party, 303), "in_effect");
    party.say(3, "Rule-change: Enact: Be kind.");
    vote(&party, 3, 2);
    party.at(&club, "2026-11-13T08:00:00");
    assert_eq!(state(&party, 304), "in_effect");
    party.say(4, "Rule-change: Amend Rule 207: append \"So.\"");
    vote(&party, 4, 1);
    party.at(&club, "2026-11-16T08:00:00");
    assert_eq!(state(&party, 305), "defeated", "of amendments the rule says nothing: rule 204 holds");
    party.say(0, "Rule-change: Enact: Be early.");
    vote(&party, 2, 0);
    party.at(&club, "2026-11-17T08:00:00");
    assert_eq!(state(&party, 306), "defeated", "two are no quorum");
    let page = Browser::new(&club).get("/nomic/1/proposals/303").text();
    assert!(page.contains("two thirds of the votes cast · at least 3 players vote"), "{page}");
    assert_eq!(party.players[0].get(&format!("{}/replay", party.table)).expect(200)["wrong"], json!([]));
});

both!(transmutation_needs_what_the_players_rule_says_in_each_direction, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Transmute Rule 101");
    vote(&party, 4, 0);
    party.at(&club, "2026-11-10T08:00:00");
    assert_eq!(state(&party, 301), "defeated", "111: everybody who may vote");
    let law = "Rule-change: Enact: More than half make a rule mutable, two thirds make one immutable.\n\
               Parameters: {\"transmute_threshold\":{\"threshold\":\"simple_majority\",\"to_immutable\":\"two_thirds_of_cast\"}}";
    party.say(1, law);
    vote(&party, 5, 0);
    party.at(&club, "2026-11-11T08:00:00");
    party.say(2, "Rule-change: Transmute Rule 101");
    vote(&party, 3, 2);
    party.at(&club, "2026-11-12T08:00:00");
    let rule = party.get("")["rules"]["303"].clone();
    assert_eq!((&rule["immutable"], &rule["status"]), (&json!(false), &json!("in_effect")));
    party.say(3, "Rule-change: Transmute Rule 202");
    vote(&party, 3, 2);
    party.at(&club, "2026-11-13T08:00:00");
    assert_eq!(state(&party, 304), "defeated", "three of five are no two thirds");
    party.say(4, "Rule-change: Transmute Rule 202");
    vote(&party, 4, 1);
    party.at(&club, "2026-11-16T08:00:00");
    assert_eq!(party.get("")["rules"]["305"]["immutable"], json!(true));
    assert_eq!(party.void(0, "Rule-change: Amend Rule 305: append \"So.\""), "immutable_target");
    assert_eq!(party.players[0].get(&format!("{}/replay", party.table)).expect(200)["wrong"], json!([]));
});

both!(a_proposal_that_the_court_is_asked_about_is_marked_and_its_judge_sees_what_can_be_ordered, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Enact: Be kind.");
    let held = ", held until the court has decided";
    assert!(!page(&club, None, "/nomic/1").contains(held));
    party.say(1, "Point of Order: Is it?\nAbout: proposal 301");
    for address in ["/nomic/1", "/nomic/1/proposals", "/nomic/1/proposals/301"] {
        says(&page(&club, None, address), &[&format!("open for votes{held}")]);
    }
    let judge = party.get("")["points_of_order"]["1.1"]["judge"].clone();
    let judge = NAMES.iter().position(|name| judge == *name).expect("a judge");
    let court = page(&club, Some(&party.players[judge]), "/nomic/1/court");
    says(
        &court,
        &[
            "<details id=\"judge-1.1-order\" open><summary>Orders</summary>",
            "<details open><summary>Proposals and votes</summary>",
        ],
    );
    assert!(court.contains("<details><summary>Rules and their text</summary>"), "it is not about a rule: {court}");
});

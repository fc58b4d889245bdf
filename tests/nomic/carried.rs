//! A game that goes on with the rules of another, and what pages say so that nobody stumbles.

use serde_json::{Value, json};

use super::pages::{page, says, send, tick};
use super::table::Party;
use crate::harness::{Browser, Club};

/// Each day's rule-change, adopted by everybody, from Monday on.
fn adopted(club: &Club, party: &mut Party, changes: &[&str]) {
    for (player, change) in changes.iter().enumerate() {
        party.say(player, change);
        party.vote_all("Vote: Yes");
        party.at(club, &format!("2026-11-{}T08:00:00", 10 + player));
    }
}

const TAX: &str = "Parameters: {\"quantities\":{\"Treasury\":{\"of\":\"game\",\"start\":5}},\"effects\":{\"tax\":{\"on\":{\"gain\":\"points\"},\
     \"changes\":[{\"quantity\":\"Treasury\",\"by\":{\"share\":{\"part\":1,\"of\":10}}}]}}}";

both!(a_game_opened_with_the_rules_of_another_does_what_that_does, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let hours = "Rule-change: Amend Rule 202: replace \"7pm\" with \"8pm\"\nParameters: {\"proposal_window\":{\"cutoff\":\"20:00:00\"}}";
    let (tax, hats) = (format!("Rule-change: Enact: A tax.\n{TAX}"), "Rule-change: Enact: Players wear hats.");
    let defeat = "Rule-change: Amend Rule 207: replace \"10 points\" with \"a tenth\"";
    adopted(&club, &mut party, &[hours, &tax, hats, defeat]);
    let document = |at: &str| {
        let answer = party.players[0].get(&format!("{}/document?format=json{at}", party.game));
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.text()
    };
    let (now, then) = (document(""), document("&at=2026-11-10T12:00:00Z"));
    assert!(!then.contains("Treasury") && then.contains("\"cutoff\": \"20:00:00\""), "what was enforced then: {then}");
    let dated: Value = serde_json::from_str(&now).unwrap();
    assert_eq!(
        (&dated["date"], &dated["author"]),
        (&json!("2026-11-13"), &json!("Chris B, Dave M, Ben P, Alex T, Alex W"))
    );
    let mut browser = Browser::of(&club, &party.players[0]);
    let asked = [("players", "1"), ("seat", "0"), ("days", "Mo"), ("rules", now.as_str())];
    let told = send(&mut browser, "/tables/new/nomic", &asked);
    assert_eq!(told.status, 422, "what is not enforced is told first");
    says(
        &told.text(),
        &[
            "was not told what their words mean: 304.",
            "The service knows nothing of these rules",
            ": 303.",
            "name=\"unenforced\"",
        ],
    );
    let ticked = tick(&told.text());
    let other = [&asked[..], &[("unenforced", "what another document says")]].concat();
    assert_eq!(send(&mut browser, "/tables/new/nomic", &other).status, 422, "ticked is what was told");
    let read = [&asked[..], &[("unenforced", ticked.as_str())]].concat();
    let opened = send(&mut browser, "/tables/new/nomic", &read);
    assert_eq!(opened.header("location"), Some("/tables/2"), "{}", opened.text());
    // One for two waits for the second player, and says meanwhile what is not enforced.
    let waits = [&asked[..], &[("unenforced", ticked.as_str()), ("players", "2"), ("days", "Mo Tu")]].concat();
    let waits: Vec<_> = waits.into_iter().skip(3).collect();
    let waits = [&[("seat", "0")][..], &waits].concat();
    let opened = send(&mut browser, "/tables/new/nomic", &waits);
    assert_eq!(opened.header("location"), Some("/tables/3"), "{}", opened.text());
    says(&browser.get("/tables/3").text(), &["so it only warns about them: 304", "so you claim what they give: 303"]);
    let game = party.players[0].get("/api/v1/nomic_games/2").expect(200);
    let before = party.get("");
    for role in ["proposal_window", "quantities", "effects", "adoption", "court", "numbering"] {
        assert_eq!(game["parameters"][role], before["parameters"][role], "{role}");
    }
    assert_eq!((&game["next_number"], &game["stale"]), (&json!(305), &json!(["defeat_penalty"])));
    assert_eq!(game["quantities"]["Treasury"]["game"], json!(5), "it begins anew");
    says(&browser.get("/nomic/2/rules").text(), &["The service only warns about:", "Points lost by defeat"]);
    says(&browser.get("/nomic/2/rules/303").text(), &["The service does nothing by itself because of this rule"]);
    says(&browser.get("/nomic/2/rules/301").text(), &["Because of this rule the service sees to:", "Proposing."]);
    assert_eq!(party.players[0].get("/api/v1/tables/2/replay").expect(200)["wrong"], json!([]));
});

both!(two_taxes_of_one_name_are_told_and_a_repeal_says_what_goes_with_it, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let (first, second) =
        (format!("Rule-change: Enact: A tax.\n{TAX}"), format!("Rule-change: Enact: Also a tax.\n{TAX}"));
    party.say(0, &first);
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T08:00:00");
    let told = "Rules 301 and 302 are both in effect. Each has something called “tax”";
    let mut browser = Browser::of(&club, &party.players[1]);
    says(&send(&mut browser, "/nomic/1/draft", &[("text", &second)]).text(), &[told, "rule 302, which came last"]);
    let repeal = browser.get("/nomic/1/draft?op=repeal&rule=301").text();
    says(&repeal, &["Treasury: it would no longer be counted", "tax: it would no longer happen"]);
    party.say(1, &second);
    party.vote_all("Vote: Yes");
    // Another effect comes after both: the two are told all the same.
    party.at(&club, "2026-11-11T08:00:00");
    party.say(
        2,
        &format!("Rule-change: Enact: A gift.\n{}", TAX.replace("\"tax\"", "\"gift\"").replace("Treasury", "Chest")),
    );
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-12T08:00:00");
    for address in ["/nomic/1", "/nomic/1/quantities"] {
        says(&page(&club, None, address), &[told, "by rules 112 and 213 rule 301 prevails"]);
    }
});

both!(points_that_a_judgement_takes_out_are_announced_too, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say_in("points", 0, "Claim: +7 by Rule 118: Fair.").expect(201);
    party.say(0, "Point of Order: Is it?\nAbout: entry 0");
    let judging = page(&club, Some(&party.players[4]), "/nomic/1/court");
    assert_eq!(judging.matches("that is an entry").count(), 2, "where entries are offered: {judging}");
    party.say(4, "Judgement: 1.1 It is not.\nOrder: reverse entry 0");
    let asked = page(&club, None, "/nomic/1/court");
    says(
        &asked,
        &[
            "Chris B +7 by Rule 118 claimed: Fair. (entry 0)",
            "take out these points:",
            "<p class=\"text\">It is not.</p>",
        ],
    );
    party.at(&club, "2026-11-09T09:30:00");
    let lines = party.get("/threads/points")["items"].clone();
    assert_eq!(lines.as_array().unwrap().last().unwrap()["line"], "Chris B: 0 (-7: Judgement 1.1.1)");
    assert_eq!(party.players[0].get(&format!("{}/replay", party.table)).expect(200)["wrong"], json!([]));
});

both!(a_claimed_win_is_challenged_by_one_link, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say_in("points", 0, "Claim: Chris B +200 by Rule 106: it is noon somewhere").expect(201);
    let today = page(&club, Some(&party.players[1]), "/nomic/1");
    says(&today, &["href=\"/nomic/1/court?about=the+win#asked\""]);
    let court = page(&club, Some(&party.players[1]), "/nomic/1/court?about=the+win");
    let form = &court[court.find("id=\"asked\"").unwrap()..court.find("name=\"mover\"").unwrap()];
    let ticked = form.find("value=\"the win\"").unwrap();
    assert!(
        form.starts_with("id=\"asked\" open")
            && form[ticked..].trim_start_matches("value=\"the win\"").trim_start().starts_with("checked"),
        "{form}"
    );
    let fresh = page(&club, Some(&party.players[1]), "/nomic/1/court");
    assert!(!fresh.contains("id=\"asked\" open"), "{fresh}");
});

both!(there_are_no_rules_of_before_the_game_nor_of_times_to_come, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    for (at, why) in [
        ("2026-11-08T12:00:00Z", "The game began on"),
        ("2026-11-09T09:00:00Z", "is still to come"),
        // The last instant that can be told has no local time east of Greenwich.
        ("%2B262142-12-31T23:59:59Z", "is not between 1900 and 9999"),
    ] {
        for address in ["rules?at=", "rules?since=", "document?format=json&at=", "document?at="] {
            let refused = party.players[0].get(&format!("{}/{address}{at}", party.game));
            assert_eq!(refused.status, 422, "{address}{at}");
            assert!(refused.text().contains(why), "{address}{at}: {}", refused.text());
        }
        let page = Browser::new(&club).get(&format!("/nomic/1/rules?at={at}"));
        assert_eq!(page.status, 422);
        says(&page.text(), &[why]);
    }
});

both!(talk_in_the_voting_thread_is_kept_for_the_discussion, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &party.players[1]);
    let talk = [("thread", "voting"), ("back", "threads"), ("text", "Nice one, everybody!")];
    let refused = send(&mut browser, "/nomic/1", &talk);
    assert_eq!(refused.status, 422);
    says(&refused.text(), &["Nothing was sent", ">Nice one, everybody!</textarea>", "Say it in the discussion"]);
    assert_eq!(party.get("/threads/voting")["items"], json!([]), "threads are for ever");
    let empty = send(&mut browser, "/nomic/1", &[("thread", "voting"), ("back", "threads"), ("text", " ")]).text();
    assert!(!empty.contains("Say it in the discussion"), "{empty}");
    let said = [("thread", "discussion"), ("back", "threads"), ("text", "Nice one, everybody!")];
    assert_eq!(send(&mut browser, "/nomic/1", &said).header("location"), Some("/nomic/1/threads?thread=discussion"));
});

both!(a_calendar_speaks_its_readers_language_and_a_due_time_is_the_one_to_keep, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let calendar = |asked: &str| party.players[0].get(&format!("{}/deadlines.ics{asked}", party.game)).text();
    assert!(calendar("").contains("SUMMARY:Nomic: Propose rule-change 301"), "{}", calendar(""));
    let german = calendar("?language=de");
    assert!(german.contains("SUMMARY:Nomic: Regeländerung 301 vorschlagen"), "{german}");
    says(&page(&club, Some(&party.players[0]), "/nomic/1"), &["href=\"/me/calendar\""]);
    says(&page(&club, Some(&party.players[0]), "/me/deadlines"), &["19:00"]);
    let stranger = club.person("Zoe", &[]);
    says(&page(&club, Some(&stranger), "/nomic/1/draft"), &["Only players of this game can propose."]);
    // Who does not play is led to no form that only refuses, and reads what the words mean.
    let draft = "href=\"/nomic/1/draft\"";
    let seen = page(&club, Some(&stranger), "/nomic/1");
    assert!(!seen.contains(draft) && seen.contains("A circuit is over when everybody has had a day."), "{seen}");
    says(&page(&club, Some(&party.players[0]), "/nomic/1"), &[draft, "Propose rule-change 301</a>"]);
    assert!(!page(&club, Some(&stranger), "/nomic/1/rules/201").contains("/draft?op="), "nor beside a rule");
});

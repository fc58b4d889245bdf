//! Panels and appeals in a court of the players' own; titles and notes on rules, proposals and drafts.

use serde_json::json;

use super::pages::send;
use super::table::Party;
use crate::harness::Browser;

both!(a_panel_judges_together_and_others_on_appeal_214, |club| {
    let court = json!({ "court": { "panel": 3, "appeal_days": 1, "appeal_panel": 1 } });
    let options = json!({ "beginning": { "parameters": court } });
    let party = Party::begun_with(&club, "2026-11-10T08:00:00", &options);
    party.say(1, "Point of Order: May we whistle?");
    let point = party.get("")["points_of_order"]["1.1"].clone();
    let place = |name: &serde_json::Value| {
        ["Chris B", "Dave M", "Ben P", "Alex T", "Alex W"].iter().position(|one| name == one).unwrap()
    };
    party.say(place(&point["judge"]), "Judgement: 1.1 We may.");
    let panel = party.get("")["points_of_order"]["1.1"]["judgements"][0]["panel"].clone();
    let sits = place(&panel[0]);
    let mut browser = Browser::of(&club, &party.players[sits]);
    let page = browser.get("/nomic/1/court").text();
    assert!(page.contains("I agree with Judgement 1.1.1") && !page.contains("Dispute: Judgement"), "{page}");
    let agrees = [("thread", "voting"), ("back", "court"), ("text", "I agree with Judgement 1.1.1")];
    assert_eq!(send(&mut browser, "/nomic/1", &agrees).status, 303);
    assert_eq!(party.get("")["points_of_order"]["1.1"]["state"], "invoked", "two of three");
    assert!(browser.get("/nomic/1/court").text().contains("Nobody who judged it judges the appeal"));
    let appeal = [("act", "appeal"), ("back", "court"), ("judgement", "1.1.1"), ("text", "They forgot something.")];
    assert_eq!(send(&mut browser, "/nomic/1", &appeal).status, 303);
    let again = party.get("")["points_of_order"]["1.2"].clone();
    assert_eq!(again["appeal_of"], "1.1.1");
    assert_eq!(again["excluded"].as_array().map(Vec::len), Some(3));
    assert!(browser.get("/nomic/1/court").text().contains("an appeal against Judgement 1.1.1"));
});

both!(titles_and_notes_stay_with_what_they_are_about, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &party.players[1]);
    let about = |act, about, number, back, text| {
        [("act", act), ("about", about), ("number", number), ("back", back), ("text", text)]
    };
    let sent = send(&mut browser, "/nomic/1", &about("title", "rule", "205", "rules/205", "A <reward>"));
    assert_eq!((sent.status, sent.header("location")), (303, Some("/nomic/1/rules/205")));
    send(&mut browser, "/nomic/1", &about("note", "rule", "205", "rules/205", "We never used it."));
    let rule = Browser::new(&club).get("/nomic/1/rules/205").text();
    assert!(rule.contains("Rule 205: A &#60;reward&#62;") && rule.contains("We never used it."), "{rule}");
    assert!(Browser::new(&club).get("/nomic/1/rules").text().contains("A &#60;reward&#62;"));
    party.say_in("drafts", 0, "Rule-change: Repeal Rule 205").expect(201);
    let drafts = browser.get("/nomic/1/threads?thread=drafts").text();
    let number = drafts.split("name=\"number\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let number = number.expect("a form below the draft").to_owned();
    send(&mut browser, "/nomic/1", &about("note", "draft", &number, "threads", "Why that one?"));
    let mut proposer = Browser::of(&club, &party.players[0]);
    send(&mut proposer, "/nomic/1", &about("title", "draft", &number, "threads", "No more rewards"));
    // Only who wrote a draft says how it is called: of anybody else it is talk.
    let line = format!("Title: draft {number}: Not yours");
    party.say_in("discussion", 1, &line).expect(201);
    let talk = browser.get("/nomic/1/threads?thread=discussion").text();
    assert!(talk.contains(&line) && !talk.contains(">Not yours<"), "{talk}");
    assert!(browser.get("/nomic/1/threads?thread=drafts").text().contains("Why that one?"));
    party.say(0, "Rule-change: Repeal Rule 205");
    let pages = ["/nomic/1", "/nomic/1/proposals", "/nomic/1/proposals/301"];
    for page in pages {
        let shown = Browser::new(&club).get(page).text();
        assert!(shown.contains("No more rewards"), "{page}: the draft's title");
    }
    send(&mut proposer, "/nomic/1", &about("title", "proposal", "301", "proposals/301", "Away with it"));
    for page in pages {
        let shown = Browser::new(&club).get(page).text();
        assert!(shown.contains("Away with it"), "{page}: {shown}");
    }
    let help = browser.get("/nomic/help").text();
    assert!(help.contains("How Nomic is played here") && help.contains("href=\"/nomic/readings\""), "{help}");
    let readings = browser.get("/nomic/readings").text();
    assert!(readings.contains("id=\"reading-45\"") && readings.contains("A tie defeats."), "{readings}");
    let replayed = party.players[0].get(&format!("{}/replay", party.table)).expect(200);
    assert_eq!(replayed["wrong"], json!([]));
});

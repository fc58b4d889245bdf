//! What pages of a game tell of names, settings and judgements, what they find, and what they leave out.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::pages::{says, send};
use super::table::Party;
use crate::harness::Browser;
use crate::tables::message;

both!(a_title_reaches_the_rule_the_court_and_what_is_due, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Enact: A tenth is lost.");
    party.say_in("discussion", 0, "Title: proposal 301: Taxes").expect(201);
    let mut dave = Browser::of(&club, &party.players[1]);
    says(&dave.get("/nomic/1").text(), &["Vote on proposal 301</a></strong>: Taxes"]);
    says(&dave.get("/nomic/1/court").text(), &["Chris B: Taxes"]);
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T08:00:00");
    let mut dave = Browser::of(&club, &party.players[1]);
    says(&dave.get("/nomic/1/rules/301").text(), &["Rule 301: Taxes"]);
    says(&dave.get("/nomic/1/rules").text(), &["301</a> Taxes"]);
    says(&dave.get("/nomic/1/draft").text(), &["301 · Taxes"]);
});

both!(why_a_line_is_void_and_what_is_due_cite_the_rule_that_supplied_it, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let early = "Rule-change: Enact: Propose before six.\nParameters: {\"proposal_window\":{\"cutoff\":\"18:00:00\"}}";
    party.say(0, early);
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T08:00:00");
    let due = party.get("/deadlines")[0].clone();
    assert_eq!((&due["kind"], &due["rule"]), (&json!("propose"), &json!(301)), "{due}");
    party.at(&club, "2026-11-10T18:30:00");
    assert_eq!(party.void(1, "Rule-change: Repeal Rule 205"), "after_cutoff");
    let said = party.get("/threads/voting?limit=50")["items"].as_array().expect("messages").last().cloned();
    let why = said.expect("a message")["why"].as_str().unwrap_or_default().to_owned();
    assert!(why.contains("before 18:00") && why.contains("(rule 301)"), "{why}");
    assert_eq!(party.players[0].get(&format!("{}/replay", party.table)).expect(200)["wrong"], json!([]));
});

both!(an_explanation_cites_rules_and_no_readings, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(1, "Point of Order: May we sing?");
    let entry = party.say_in("voting", 0, "Judgement: 1.1 We may.").expect(201);
    let why = entry["effect"]["why"].as_str().unwrap_or_default();
    assert!(why.contains("(rule 214)") && !why.contains("reading"), "{why}");
    let barred = json!({ "draft": "Rule-change: Repeal Rule 103" });
    let told = party.players[0].post(&format!("{}/explanations", party.game), &barred).expect(200);
    let why = told["why"].as_str().unwrap_or_default();
    assert!(why.contains("(rule 103)") && !why.contains("reading"), "{told}");
    let entry = party.say_in("points", 0, "Claim: +2 by Rule 999: so").expect(201);
    let why = entry["effect"]["why"].as_str().unwrap_or_default();
    assert!(why.ends_with("points change only by a rule"), "{why}");
    let half = "Rule-change: Enact: Half.\nParameters: {\"transmute_threshold\":{\"to_immutable\":\"half\"}}";
    let entry = party.say_in("voting", 0, half).expect(201);
    let why = entry["effect"]["why"].as_str().unwrap_or_default();
    assert!(why.contains("it can be \"unanimous_of_cast\"") && why.contains("\"simple_majority\""), "{why}");
    let entry = party.say_in("points", 0, "Repeal Rule 205").expect(201);
    let why = entry["effect"]["why"].as_str().unwrap_or_default();
    assert!(why.contains("voting thread") && why.contains("“Rule-change: Repeal Rule 205”"), "{why}");
    assert_eq!(party.say(0, "Repeal Rule 205")["effect"]["made"], json!({ "proposal": 301 }));
    assert_eq!(party.say(1, "In favour")["effect"]["made"], json!({ "vote": 301 }));
    assert_eq!(party.players[0].get(&format!("{}/replay", party.table)).expect(200)["wrong"], json!([]));
});

both!(beside_a_claim_is_the_way_to_the_court, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    for points in 1..=12 {
        party.say_in("points", 1, &format!("Claim: +{points} by Rule 208: so")).expect(201);
    }
    let mut ben = Browser::of(&club, &party.players[2]);
    let way = "href=\"/nomic/1/court?about=entry+11#asked\">Ask the court about it</a>";
    says(&ben.get("/nomic/1").text(), &[way]);
    says(&ben.get("/nomic/1/threads?thread=points").text(), &[way, "about=entry+0#asked"]);
    let stranger = Browser::new(&club).get("/nomic/1/threads?thread=points").text();
    assert!(!stranger.contains("/court?about="), "who does not play asks nothing: {stranger}");
    let form = ben.get("/nomic/1/court?about=entry+0").text();
    let ticked = form.split("value=\"entry 0\"").nth(1).and_then(|rest| rest.split('>').next());
    assert!(ticked.is_some_and(|ticked| ticked.contains("checked")), "twelve claims ago, and offered: {form}");
    let asked = [("act", "raise"), ("back", "court"), ("text", "Is that so?"), ("about", "entry 0")];
    assert_eq!(send(&mut ben, "/nomic/1", &asked).status, 303);
    party.say(4, "Judgement: 1.1 It is not.\nOrder: reverse entry 0");
    says(&ben.get("/nomic/1/archive?rule=208").text(), &["Is that so?"]);
});

both!(a_setting_that_cannot_be_used_is_refused_at_its_field, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &party.players[0]);
    browser.get("/nomic/1/draft");
    let form = [("op", "enact"), ("words", "Ben counts more."), ("set-voting.weights", "Ben P many")];
    let refused = send(&mut browser, "/nomic/1/draft", &form);
    let page = refused.text();
    assert_eq!(refused.status, 422, "{page}");
    says(&page, &["href=\"#draft-set-voting.weights\"", "This cannot be used here.", "Ben P many</textarea>"]);
    assert!(!page.contains("&#34;weight&#34;") && !page.contains("\"weight\""), "no JSON: {page}");
    let goal = [("op", "enact"), ("words", "All win."), ("set-win.points", "0")];
    let page = send(&mut browser, "/nomic/1/draft", &goal).text();
    says(&page, &["This cannot be used here: a game cannot be won by the points that everybody starts with."]);
});

both!(a_preview_warns_of_weights_of_nobody_and_of_rules_that_keep_their_words, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &party.players[0]);
    browser.get("/nomic/1/draft");
    let form = [("op", "enact"), ("words", "Ben and Eve count more."), ("set-voting.weights", "Ben P 2\nEve 3")];
    let page = send(&mut browser, "/nomic/1/draft", &form).text();
    says(&page, &["No player has these names: Eve.", "This sets something of “Voting”."]);
    let beside = page.split("This sets something of").nth(1).and_then(|rest| rest.split("</p>").next());
    says(beside.expect("a notice"), &["/nomic/1/rules/113", "/nomic/1/rules/208"]);
    let draft =
        "Rule-change: Enact: Eve counts.\nParameters: {\"voting\":{\"weights\":[{\"player\":\"Eve\",\"weight\":2}]}}";
    let told = party.players[0].post(&format!("{}/explanations", party.game), &json!({ "draft": draft })).expect(200);
    assert_eq!(told["weights_of_nobody"], json!(["Eve"]));
    assert_eq!(told["beside"], json!([{ "role": "voting", "rules": [113, 208] }]));
});

both!(a_preview_warns_of_a_quorum_of_nobody, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &party.players[0]);
    browser.get("/nomic/1/draft");
    let warning = "A quorum of 0 asks for no votes at all.";
    let form = [("op", "enact"), ("words", "Few will do."), ("set-adoption.quorum", "0")];
    says(&send(&mut browser, "/nomic/1/draft", &form).text(), &[warning]);
    let form = [("op", "enact"), ("words", "Three must vote."), ("set-adoption.quorum", "3")];
    assert!(!send(&mut browser, "/nomic/1/draft", &form).text().contains(warning));
    let draft = |quorum: u32| {
        let draft = format!("Rule-change: Enact: So.\nParameters: {}", json!({ "adoption": { "quorum": quorum } }));
        party.players[0].post(&format!("{}/explanations", party.game), &json!({ "draft": draft })).expect(200)
    };
    assert_eq!(draft(0)["quorum_of_nobody"], json!(true));
    assert_eq!(draft(1)["quorum_of_nobody"], Value::Null);
    // The game takes it all the same, and who votes is warned, too.
    party.say(0, "Rule-change: Enact: So.\nParameters: {\"adoption\":{\"quorum\":0}}");
    says(&browser.get("/nomic/1/proposals/301").text(), &[warning]);
});

both!(what_no_rule_asks_for_is_set_under_a_fold, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let fold = "What no rule asks for now";
    let mut chris = Browser::of(&club, &party.players[0]);
    assert!(!chris.get("/nomic/1/draft").text().contains(fold), "all is asked for");
    party.say(0, "Rule-change: Repeal Rule 205");
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T08:00:00");
    let mut dave = Browser::of(&club, &party.players[1]);
    let page = dave.get("/nomic/1/draft").text();
    let folded = page.split(fold).nth(1).expect("the fold");
    says(folded, &["name=\"set-against_bonus.points\""]);
    let form = [("op", "enact"), ("words", "A vote against wins 7."), ("set-against_bonus.points", "7")];
    let preview = send(&mut dave, "/nomic/1/draft", &form).text();
    says(&preview, &["Points for votes against: Points", "<ins>7</ins>"]);
});

both!(a_judgement_without_orders_says_what_comes_of_it, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(2, "Point of Order: May we whistle?");
    party.say(4, "Judgement: 1.1 We may.");
    let nothing = "It has no orders, so it changes nothing by itself.";
    let mut ben = Browser::of(&club, &party.players[2]);
    says(&ben.get("/nomic/1/court").text(), &[nothing]);
    let told = message(&club, &party.players[2], "nomic.pronounced");
    assert_eq!(told["without_orders"], "nothing", "{told}");
    club.deliver();
    says(&ben.get("/me/notifications").text(), &[nothing]);
    party.say(0, "Rule-change: Enact: Be kind.");
    party.say(3, "Point of Order: Kind how?\nAbout: proposal 301");
    party.say(4, "Judgement: 1.2 As you like.");
    says(&ben.get("/nomic/1/court").text(), &["It has no orders. The proposal goes on"]);
    assert_eq!(message(&club, &party.players[2], "nomic.pronounced")["without_orders"], "released");
    party.say(3, "Point of Order: Does Chris have too few?");
    party.say(4, "Judgement: 1.3 He does.\nOrder: Chris B +4");
    assert_eq!(message(&club, &party.players[2], "nomic.pronounced")["without_orders"], Value::Null);
});

both!(a_win_that_is_only_claimed_is_no_win_in_the_table_of_points, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say_in("points", 1, "Claim: Dave M +200 by Rule 118: A fine day.").expect(201);
    assert_eq!(party.get("")["wins"][0]["state"], "claimed");
    let today = Browser::new(&club).get("/nomic/1").text();
    says(&today, &["<span class=\"badge\">win claimed</span>"]);
    assert!(!today.contains("won, not final yet"), "{today}");
});

both!(rules_proposals_and_threads_are_searched_and_the_archive_pages, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Enact: Be kind.");
    party.say(1, "Point of Order: May we whistle?");
    party.say(4, "Judgement: 1.1 We may.");
    party.say(2, "Dispute: Judgement 1.1.1");
    party.say(3, "I agree with Judgement 1.1.1");
    party.say(1, "Point of Order: May we sing?");
    party.say(4, "Judgement: 1.2 We may.");
    let mut reader = Browser::new(&club);
    let mut finds = |path: &str, there: &str, other: &str| {
        let page = reader.get(path).text();
        assert!(page.contains(there) && !page.contains(other), "{path}: {page}");
    };
    finds("/nomic/1/rules?word=WHISTLE", "Nothing here has that.", "id=\"rule-205\"");
    finds("/nomic/1/rules?word=telegram", "value=\"telegram\"", "id=\"rule-205\"");
    finds("/nomic/1/rules?word=205", "id=\"rule-205\"", "id=\"rule-101\"");
    finds("/nomic/1/proposals?word=KIND", "Be kind.", "Nothing here has that.");
    finds("/nomic/1/proposals?word=rude", "Nothing here has that.", "Be kind.");
    finds("/nomic/1/threads?thread=voting&word=Sing", "May we sing?", "May we whistle?");
    finds("/nomic/1/archive?outcome=disputed", "May we whistle?", "May we sing?");
    finds("/nomic/1/archive?after=1.2.1", "May we whistle?", "<p class=\"text\">May we sing?</p>");
    finds("/nomic/1/archive?after=1.2.1", "rel=\"prev\"", "rel=\"next\"");
    finds("/nomic/1/rules/205", "/nomic/1/archive?rule=205", "Nothing here has that.");
    let all = party.get("/judgements");
    assert_eq!((all["judgements"].as_array().map(Vec::len), &all["next"]), (Some(2), &Value::Null), "{all}");
    let first = party.get("/judgements?limit=1");
    assert_eq!((&first["judgements"][0]["id"], &first["next"]), (&json!("1.2.1"), &json!("1.2.1")));
    let second = party.get("/judgements?limit=1&after=1.2.1");
    assert_eq!((&second["judgements"][0]["id"], &second["next"]), (&json!("1.1.1"), &Value::Null));
    assert_eq!(second["judgements"][0]["disputed_by"], "Ben P");
    assert_eq!(party.players[0].get(&format!("{}/judgements?after=9.9.9", party.game)).status, 422);
});

both!(where_a_line_can_be_a_vote_the_form_says_so, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let mut dave = Browser::of(&club, &party.players[1]);
    let told = "is your vote. It counts at once";
    assert!(!dave.get("/nomic/1/threads").text().contains(told), "there is nothing to vote on");
    party.say(0, "Rule-change: Enact: Be kind.");
    says(&dave.get("/nomic/1/threads").text(), &[told]);
    assert!(!dave.get("/nomic/1/threads?thread=discussion").text().contains(told), "talk is no vote");
});

/// All pages of a game that its pages lead to, but for one of each way to begin a draft and of each instant.
fn pages(browser: &mut Browser<'_>) -> BTreeMap<String, String> {
    let (mut seen, mut next) = (BTreeMap::new(), vec!["/nomic/1".to_owned()]);
    while let Some(path) = next.pop() {
        if seen.contains_key(&path) {
            continue;
        }
        let answer = browser.get(&path);
        let page = answer.text();
        assert!(answer.status < 500, "{path}: {page}");
        let links = page.split("href=\"").skip(1).filter_map(|rest| rest.split(['"', '#']).next());
        let links = links.map(|link| link.replace("&amp;", "&")).filter(|link| link.starts_with("/nomic/1"));
        next.extend(links.filter(|link| !link.contains("op=") && !link.contains("at=")));
        seen.insert(path, page);
    }
    seen
}

/// Where a page cites a reading, by its number or as `(A0)`.
fn cited(page: &str) -> Option<&str> {
    let is_number = |at: usize| page[at..].starts_with(|letter: char| letter.is_ascii_digit());
    let marks = ["(A", ", A", "reading ", "readings ", "Lesart ", "Lesarten "];
    let cited = marks.iter().find_map(|mark| page.match_indices(*mark).find(|(at, mark)| is_number(at + mark.len())));
    cited.map(|(at, _)| page[at..].split('<').next().unwrap_or_default())
}

both!(no_page_of_a_game_cites_a_reading, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    assert_eq!(party.void(0, "Vote: Yes"), "nothing_to_vote_on");
    assert_eq!(party.void(0, "Rule-change: Repeal Rule 101"), "immutable_target");
    party.void(0, "Rule-change: (1) Repeal Rule 205\n(2) Repeal Rule 207");
    party.say(0, "Rule-change: Amend Rule 214 to read: Somebody judges.");
    assert_eq!(party.void(0, "Rule-change: Repeal Rule 205"), "second_of_day");
    party.vote_all("Vote: Yes");
    assert_eq!(party.void(0, "Vote: No"), "already_voted");
    party.say(2, "Point of Order: May we whistle?");
    assert_eq!(party.void(2, "Judgement: 1.1 We may."), "not_the_judge");
    party.say(4, "Judgement: 1.1 We may.");
    party.void(4, "I agree with Judgement 1.1.1");
    party.void(3, "I agree with Judgement 1.1.1");
    for line in ["Claim: +4 by Rule 999: No rule.", "Dave M: 50"] {
        party.say_in("points", 1, line).expect(201);
    }
    party.at(&club, "2026-11-10T08:00:00");
    party.say(
        1,
        "Rule-change: Amend Rule 210 to read: Whoever has 100 points wins.\nParameters: {\"win\":{\"points\":100}}",
    );
    party.say(2, "Point of Order: May we sing?");
    for language in ["en", "de"] {
        let mut browser = Browser::of(&club, &party.players[1]);
        browser.cookies.insert("__Host-language".to_owned(), language.to_owned());
        let all = pages(&mut browser);
        assert!(all.len() > 40 && all.contains_key("/nomic/1/rules/205"), "{:?}", all.keys());
        for (path, page) in &all {
            assert_eq!(cited(page), None, "{path} ({language})");
        }
    }
    assert!(cited("<p>so it is (A0).</p>").is_some() && cited("(rule 202, reading 31)").is_some());
});

both!(a_calendar_leaves_out_days_off_and_keeps_to_the_hours, |club| {
    let parameters = json!({
        "timezone": { "holidays": [{ "from": "2026-11-11", "until": "2026-11-12" }] },
        "proposal_window": { "opens": "10:00:00", "cutoff": "18:00:00" },
        "voting": { "closes": "20:00:00" },
    });
    let options = json!({ "beginning": { "parameters": parameters } });
    let mut party = Party::begun_with(&club, "2026-11-09T08:00:00", &options);
    let starts = |party: &Party| {
        let calendar = party.players[0].get(&format!("{}/deadlines.ics", party.game)).text();
        assert!(calendar.starts_with("BEGIN:VCALENDAR") && calendar.ends_with("END:VCALENDAR\r\n"), "{calendar}");
        let lines = calendar.lines().filter_map(|line| line.strip_prefix("DTSTART:"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(starts(&party), ["20261109T180000Z"], "to propose");
    party.at(&club, "2026-11-09T11:00:00");
    party.say(0, "Rule-change: Enact: Be kind.");
    assert_eq!(starts(&party), ["20261109T200000Z"], "to vote");
    party.at(&club, "2026-11-10T11:00:00");
    assert_eq!(starts(&party), ["20261110T180000Z"]);
    for day_off in ["2026-11-11T11:00:00", "2026-11-12T11:00:00", "2026-11-14T11:00:00"] {
        party.at(&club, day_off);
        assert_eq!(starts(&party), Vec::<String>::new(), "{day_off}");
    }
    party.at(&club, "2026-11-16T11:00:00");
    assert_eq!(starts(&party), ["20261116T180000Z"]);
});

//! What a group that plays for months needs at its table: claims to a win, a court of its own, numbers and orders,
//! notes beside rules.

use serde_json::json;

use super::pages::{says, send};
use super::table::Party;
use crate::harness::Browser;
use crate::tables::{message, topics};

both!(a_win_by_claim_is_told_and_play_goes_on_until_it_falls_113, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Repeal Rule 205");
    party.say(0, "Vote: Yes");
    party.say_in("points", 0, "Claim: Chris B +200 by Rule 106: it is noon somewhere").expect(201);
    let game = party.get("");
    assert_eq!((&game["status"], &game["wins"][0]["state"]), (&json!("active"), &json!("claimed")));
    let told = message(&club, &party.players[3], "nomic.win_claimed");
    assert_eq!((&told["player"], &told["until"]), (&json!("Chris B"), &json!("2026-11-11T00:00:00Z")));
    assert!(!topics(&club, &party.players[3]).contains(&"nomic.won".to_owned()), "nobody has won yet");
    let mut browser = Browser::of(&club, &party.players[3]);
    let today = browser.get("/nomic/1").text();
    assert!(today.contains("Chris B claims to have won") && today.contains("Vote: No (301)"), "{today}");
    party.say(1, "Vote: No");
    let asked = [("act", "raise"), ("back", "court"), ("text", "Is that so?"), ("about", "the win")];
    assert_eq!(send(&mut browser, "/nomic/1", &asked).status, 303);
    party.say(4, "Judgement: 1.1 It is not.");
    party.at(&club, "2026-11-09T10:00:00");
    let game = party.get("");
    assert_eq!((&game["wins"][0]["state"], &game["totals"]["Chris B"]), (&json!("overturned"), &json!(0)));
    party.at(&club, "2026-11-10T00:00:00");
    assert_eq!(party.get("")["proposals"]["301"]["state"], "defeated", "113: votes went on");
    rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    assert!(topics(&club, &party.players[3]).contains(&"nomic.win_taken_back".to_owned()));
    assert_eq!(party.players[0].get(&format!("{}/replay", party.table)).expect(200)["wrong"], json!([]));
});

both!(a_goal_that_is_reached_with_claimed_points_is_claimed_too_113, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Enact: Be kind.");
    party.vote_all("I vote yes.");
    let claimed = party.say_in("points", 0, "Claim: +195 by Rule 106").expect(201);
    assert_eq!(claimed["effect"]["made"], json!({ "entry": 0 }), "one's own, without a name or a reason");
    party.at(&club, "2026-11-10T08:00:00");
    let game = party.get("");
    assert_eq!((&game["totals"]["Chris B"], &game["wins"][0]["state"]), (&json!(206), &json!("claimed")));
    party.say(1, "Rule-change: Enact: Be quick.");
    party.say(1, "yes (302)");
    party.say(2, "Point of Order: Does a rule about time give points?\nAbout: entry 0");
    let mut browser = Browser::of(&club, &party.players[0]);
    assert!(browser.get("/nomic/1").text().contains("Chris B claims to have won"));
    party.say(0, "Judgement: 2.1 It does not.\nOrder: reverse entry 0");
    party.at(&club, "2026-11-11T08:00:00");
    let game = party.get("");
    assert_eq!((&game["wins"][0]["state"], &game["totals"]["Chris B"]), (&json!("overturned"), &json!(11)));
    assert_eq!(game["proposals"]["302"]["state"], "in_effect");
    assert_eq!(party.players[0].get(&format!("{}/replay", party.table)).expect(200)["wrong"], json!([]));
});

both!(nobody_is_reminded_of_a_vote_before_it_counts, |club| {
    let hours = json!({ "voting": { "opens": "21:00:00", "closes": "23:00:00" } });
    let options = json!({ "beginning": { "parameters": hours } });
    let mut party = Party::begun_with(&club, "2026-11-09T08:00:00", &options);
    party.say(0, "Rule-change: Enact: Be kind.");
    let mut reminded = |at: &str| {
        party.at(&club, at);
        rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
        topics(&club, &party.players[3]).iter().filter(|topic| *topic == "nomic.vote_due").count()
    };
    assert_eq!((reminded("2026-11-09T20:59:59"), reminded("2026-11-09T21:00:00")), (0, 1));
});

both!(what_happened_after_a_claimed_win_falls_when_it_is_final, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Repeal Rule 205");
    party.vote_all("Vote: Yes");
    party.say_in("points", 0, "Claim: Chris B +200 by Rule 106: it is noon somewhere").expect(201);
    party.at(&club, "2026-11-10T09:00:00");
    assert_eq!(party.get("")["rules"]["205"]["status"], "repealed", "until the win is final");
    party.at(&club, "2026-11-11T00:00:00");
    rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    let game = party.get("");
    assert_eq!((&game["status"], &game["winner"]), (&json!("ended"), &json!("Chris B")));
    assert_eq!((&game["rules"]["205"]["status"], &game["totals"]["Chris B"]), (&json!("in_effect"), &json!(200)));
    assert!(topics(&club, &party.players[3]).contains(&"nomic.won".to_owned()));
    let mut browser = Browser::new(&club);
    let proposal = browser.get("/nomic/1/proposals/301").text();
    assert!(
        proposal.contains("void by the win") && proposal.contains("what happened afterwards is void"),
        "{proposal}"
    );
    let rule = browser.get("/nomic/1/rules/205").text();
    assert!(rule.contains("back to what it was at the win"), "{rule}");
    assert!(browser.get("/nomic/1").text().contains("void, for the game had been won"), "its points are out");
});

both!(where_players_changed_the_court_they_name_who_judges_by_forms, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Amend Rule 214: append \"Whoever is next on our list judges.\"");
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T08:00:00");
    party.say(3, "Point of Order: Who?");
    let mut browser = Browser::of(&club, &party.players[4]);
    let court = browser.get("/nomic/1/court").text();
    assert!(
        court.contains("The service only warns, and what players do stands") && court.contains("Name the Judge"),
        "{court}"
    );
    let named = [("act", "name"), ("back", "court"), ("point", "2.1"), ("player", "Ben P")];
    assert_eq!(send(&mut browser, "/nomic/1", &named).status, 303);
    assert_eq!(party.get("")["points_of_order"]["2.1"]["judge"], "Ben P");
    assert!(
        browser.get("/nomic/1/threads").text().contains("players may not name a Judge"),
        "the warning stays with it"
    );
    let out = [("act", "exclude"), ("back", "court"), ("point", "2.1"), ("player", "Ben P")];
    assert_eq!(send(&mut browser, "/nomic/1", &out).status, 303);
    assert!(browser.get("/nomic/1/court").text().contains("not to judge: Ben P"));
    let judged = [("act", "judge"), ("form", "judge-2.1"), ("point", "2.1"), ("back", "court"), ("text", "I am next.")];
    assert_eq!(send(&mut browser, "/nomic/1", &judged).status, 303);
    assert_eq!(party.get("")["points_of_order"]["2.1"]["judgements"][0]["judge"], "Alex W");
});

both!(the_court_undoes_an_adoption_and_renumbers_by_forms, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "rule-change: Rule 205 is repealed.");
    party.vote_all("yes");
    party.at(&club, "2026-11-10T08:00:00");
    let mut browser = Browser::of(&club, &party.players[0]);
    let court = browser.get("/nomic/1/court").text();
    assert!(court.contains("value=\"proposal 301\""), "what is in effect can be challenged: {court}");
    let asked = [("act", "raise"), ("back", "court"), ("text", "Was it adopted?"), ("about", "proposal 301")];
    assert_eq!(send(&mut browser, "/nomic/1", &asked).status, 303);
    let court = browser.get("/nomic/1/court").text();
    assert!(court.contains("undo proposal 301") && court.contains("proposal 301 is defeated"), "{court}");
    let judged = [
        ("act", "judge"),
        ("form", "judge-2.1"),
        ("point", "2.1"),
        ("back", "court"),
        ("text", "It was not."),
        ("order", "undo proposal 301"),
        ("renumber-rule", "214"),
        ("renumber-as", "99"),
    ];
    let sent = send(&mut browser, "/nomic/1", &judged);
    assert_eq!(sent.status, 303, "{}", sent.text());
    party.at(&club, "2026-11-10T09:00:00");
    let game = party.get("");
    assert_eq!(
        (&game["proposals"]["301"]["state"], &game["rules"]["205"]["status"]),
        (&json!("undone"), &json!("in_effect"))
    );
    assert!(
        game["rules"]["206"]["text"][0].as_str().unwrap().contains("subject to Rule 99"),
        "{}",
        game["rules"]["206"]
    );
    assert!(browser.get("/nomic/1/proposals/301").text().contains("adoption undone by the court"));
});

both!(a_proposal_that_is_voted_on_gets_another_number_by_a_form, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Repeal Rule 205");
    party.say(2, "Point of Order: Is that its number?\nAbout: proposal 301");
    let mut browser = Browser::of(&club, &party.players[4]);
    let judged = [
        ("act", "judge"),
        ("form", "judge-1.1"),
        ("point", "1.1"),
        ("back", "court"),
        ("text", "We count from 400."),
        ("proposal-number", "301"),
        ("proposal-as", "400"),
    ];
    let court = browser.get("/nomic/1/court").text();
    assert!(court.contains("name=\"proposal-number\""), "{court}");
    let sent = send(&mut browser, "/nomic/1", &judged);
    assert_eq!(sent.status, 303, "{}", sent.text());
    party.at(&club, "2026-11-09T09:30:00");
    let game = party.get("");
    assert_eq!((&game["proposals"]["400"]["state"], &game["next_number"]), (&json!("voting"), &json!(401)));
    let court = browser.get("/nomic/1/court").text();
    assert!(
        court.contains("proposal 301 becomes proposal 400") && court.contains("/proposals/400\">proposal 400"),
        "{court}"
    );
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T08:00:00");
    assert_eq!(party.get("")["proposals"]["400"]["state"], "in_effect");
    assert!(Browser::new(&club).get("/nomic/1/rules/205").text().contains("proposal 400"));
    assert_eq!(party.players[0].get(&format!("{}/replay", party.table)).expect(200)["wrong"], json!([]));
});

both!(a_draft_about_a_rule_that_went_says_so_and_keeps_what_was_written, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Repeal Rule 205");
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T08:00:00");
    let mut browser = Browser::of(&club, &party.players[1]);
    for (path, wrong) in [
        ("/nomic/1/draft?op=amend&rule=205", "Rule 205 is not in effect"),
        ("/nomic/1/draft?op=repeal&rule=999", "Rule 999 is not in effect"),
        ("/nomic/1/draft?op=transmute", "Say which rule it is about"),
    ] {
        let answer = browser.get(path);
        assert_eq!(answer.status, 422, "{path}");
        assert!(answer.text().contains(wrong), "{path}: {}", answer.text());
    }
    let written = [("op", "amend"), ("rule", "205"), ("words", "Ten points for the brave.")];
    let answer = send(&mut browser, "/nomic/1/draft", &written).text();
    assert!(answer.contains("Rule 205 is not in effect") && answer.contains("Ten points for the brave."), "{answer}");
});

both!(rules_that_differ_are_shown_and_notes_stand_beside_a_rule, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let law =
        "Rule-change: Enact: Two thirds adopt.\nParameters: {\"adoption\":{\"threshold\":\"two_thirds_of_cast\"}}";
    let preview = party.players[0].post(&format!("{}/explanations", party.game), &json!({ "draft": law })).expect(200);
    assert_eq!(preview["conflicts"], json!([{ "role": "adoption", "followed": 301, "other": 204, "prevails": 204 }]));
    party.say(0, law);
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T08:00:00");
    let mut browser = Browser::new(&club);
    let today = browser.get("/nomic/1").text();
    assert!(today.contains("Rules 204 and 301 are both in effect and say different things"), "{today}");
    let rule = browser.get("/nomic/1/rules/202").text();
    assert!(
        rule.contains("There need not be any proposal on a given day") && rule.contains("Ben, 2019-02-11"),
        "{rule}"
    );
    assert!(rule.contains("Compare") && rule.contains("href=\"/nomic/1/rules/107\">107</a>"), "{rule}");
    assert!(rule.contains("<a href=\"/nomic/1/rules/113\">113</a>"), "a note leads to the rule: {rule}");
    let told = party.get("/rules/202");
    assert_eq!((&told["see"], &told["notes"][0]["author"]), (&json!([107]), &json!("Ben")));
});

both!(a_holiday_stops_the_game_with_its_deadlines_and_proxies_vote, |club| {
    let holidays = json!([{ "from": "2026-11-10", "until": "2026-11-15" }]);
    let parameters = json!({ "timezone": { "holidays": holidays }, "voting": { "proxies": true } });
    let options = json!({ "beginning": { "parameters": parameters } });
    let mut party = Party::begun_with(&club, "2026-11-09T08:00:00", &options);
    party.say(0, "Rule-change: Enact: Be kind.");
    party.say(0, "Vote: Yes");
    let mut browser = Browser::of(&club, &party.players[1]);
    assert_eq!(send(&mut browser, "/nomic/1", &[("act", "proxy"), ("player", "Chris B")]).status, 303);
    let ballot = browser.get("/nomic/1/proposals/301").text();
    assert!(ballot.contains("Chris B has voted for you."), "{ballot}");
    party.at(&club, "2026-11-10T08:00:00");
    let ballot = Browser::of(&club, &party.players[1]).get("/nomic/1/proposals/301").text();
    assert!(ballot.contains("Chris B voted Yes for you.") && !ballot.contains("You voted"), "{ballot}");
    let proposal = party.get("")["proposals"]["301"].clone();
    assert_eq!((&proposal["state"], &proposal["yes"]), (&json!("in_effect"), &json!(2)), "Dave M voted as Chris B did");
    assert!(Browser::new(&club).get("/nomic/1/proposals/301").text().contains("as Chris B voted"));
    assert_eq!(party.void(1, "Rule-change: Repeal Rule 205"), "holiday");
    // Programs that show it to people, and the page where it is refused, have the day as people read it.
    let said = party.get("/threads/voting?limit=50")["items"].as_array().expect("messages").last().cloned();
    let why = said.expect("a message")["why"].as_str().unwrap_or_default().to_owned();
    assert!(why.contains("through 15 Nov 2026"), "{why}");
    let preview = party.players[1]
        .post(&format!("{}/explanations", party.game), &json!({ "draft": "Rule-change: Repeal Rule 205" }))
        .expect(200);
    assert!(preview["why_not_now"].as_str().is_some_and(|why| why.contains("through 15 Nov 2026")), "{preview}");
    let mut dave = Browser::of(&club, &party.players[1]);
    dave.get("/nomic/1/threads");
    let line = [("act", "say"), ("back", "threads"), ("thread", "voting"), ("text", "Vote: Yes")];
    let refused = send(&mut dave, "/nomic/1", &line).text();
    assert!(refused.contains("through 15 Nov 2026") && !refused.contains("2026-11-15"), "{refused}");
    assert_eq!(party.get("/deadlines"), json!([]), "nothing is due while the game stands still");
    let today = Browser::new(&club).get("/nomic/1").text();
    assert!(
        today.contains("The game stands still") && today.contains("Next: Chris B, Monday 16 November 2026"),
        "{today}"
    );
    let notice = today.split("The game stands still").nth(1).and_then(|rest| rest.split("</p>").next());
    assert!(notice.is_some_and(|notice| notice.contains("/nomic/1/rules/106\"")), "the rule that says so: {today}");
});

both!(everybody_together_ends_a_holiday, |club| {
    let holidays = json!([{ "from": "2026-11-10", "until": "2027-01-15" }]);
    let options = json!({ "beginning": { "parameters": { "timezone": { "holidays": holidays } } } });
    let mut party = Party::begun_with(&club, "2026-11-09T08:00:00", &options);
    assert_eq!(party.say_in("discussion", 0, "The game goes on!").expect(201)["effect"]["made"], "message", "talk");
    party.at(&club, "2026-11-12T08:00:00");
    let (last, others) = party.players.split_last().expect("players");
    for player in others {
        let mut browser = Browser::of(&club, player);
        assert!(browser.get("/nomic/1").text().contains("Do you want to play before that?"));
        assert_eq!(send(&mut browser, "/nomic/1", &[("act", "go-on")]).status, 303);
        let today = browser.get("/nomic/1").text();
        assert!(today.contains("if these want it, too: ") && !today.contains("value=\"go-on\""), "{today}");
    }
    assert_eq!(party.get("")["parameters"]["timezone"]["holidays"][0]["until"], "2027-01-15", "one is missing");
    let mut browser = Browser::of(&club, last);
    assert_eq!(send(&mut browser, "/nomic/1", &[("act", "go-on")]).status, 303);
    let today = browser.get("/nomic/1").text();
    assert!(today.contains("So the holiday ends today.") && !today.contains("if these want it, too"), "{today}");
    party.at(&club, "2026-11-13T08:00:00");
    let today = Browser::new(&club).get("/nomic/1").text();
    assert!(!today.contains("The game stands still"), "{today}");
    assert_eq!(party.players[0].get(&format!("{}/replay", party.table)).expect(200)["wrong"], json!([]));
});

both!(quantities_are_claimed_by_the_form_for_points, |club| {
    let options = json!({ "beginning": { "parameters": { "adoption": { "threshold": "simple_majority" } } } });
    let mut party = Party::begun_with(&club, "2026-11-09T08:00:00", &options);
    let mut browser = Browser::of(&club, &party.players[1]);
    let form = browser.get("/nomic/1/threads?thread=points&claim=true").text();
    assert!(!form.contains("name=\"of\""), "nothing but points is counted: {form}");
    let quantities = json!({ "Gold": { "of": "players", "least": 0 }, "Cards": { "of": { "things": ["Ace"] } } });
    let parameters = json!({ "quantities": quantities });
    party.say(0, &format!("Rule-change: Enact: Gold.\nParameters: {parameters}"));
    party.vote_all("I vote yes.");
    party.at(&club, "2026-11-10T08:00:00");
    let mut browser = Browser::of(&club, &party.players[1]);
    let form = browser.get("/nomic/1/threads?thread=points&claim=true").text();
    assert!(form.contains("<option value=\"Gold\"") && form.contains("<option value=\"Ace\""), "{form}");
    let rule = browser.get("/nomic/1/rules/301").text();
    assert!(rule.contains("<option value=\"Gold\""), "{rule}");
    let claim = |of, points| {
        [
            ("act", "claim"),
            ("back", "threads"),
            ("player", "Dave M"),
            ("of", of),
            ("points", points),
            ("rule", "301"),
            ("reason", "found"),
        ]
    };
    assert_eq!(send(&mut browser, "/nomic/1", &claim("Gold", "3")).status, 303);
    let refused = send(&mut browser, "/nomic/1", &claim("Gold", "-4"));
    assert!(refused.status == 422 && refused.text().contains("cannot have −1"), "{}", refused.text());
    let game = party.get("");
    assert_eq!((&game["quantities"]["Gold"]["Dave M"], &game["totals"]["Dave M"]), (&json!(3), &json!(0)));
    let done = browser.get("/nomic/1/quantities").text();
    assert!(done.contains("Claimed: found") && done.contains("/nomic/1/rules/301"), "{done}");
    // Others ask the court about it, from there and from its line, and find the question written.
    let way = "href=\"/nomic/1/court?deed=0#asked\">Ask the court about it</a>";
    says(&done, &[way]);
    says(&browser.get("/nomic/1/threads?thread=points").text(), &[way]);
    let stranger = Browser::new(&club).get("/nomic/1/quantities").text();
    assert!(!stranger.contains("/court?deed="), "who does not play asks nothing: {stranger}");
    let form = browser.get("/nomic/1/court?deed=0").text();
    says(&form, &["Is this claim right? Dave M: Gold +3 → 3", "<option value=\"301\" selected>"]);
    assert!(!browser.get("/nomic/1/court?deed=7").text().contains("Is this claim right?"), "there is none");
    let asked = [("act", "raise"), ("back", "court"), ("text", "Is it right?"), ("rule", "301")];
    assert_eq!(send(&mut browser, "/nomic/1", &asked).status, 303);
    says(&browser.get("/nomic/1/court").text(), &["Is it right?", "Rule 301"]);
});

both!(a_court_whose_rule_is_gone_still_hears_questions, |club| {
    let options = json!({ "beginning": { "parameters": { "adoption": { "threshold": "simple_majority" } } } });
    let mut party = Party::begun_with(&club, "2026-11-09T08:00:00", &options);
    party.say(0, "Rule-change: Repeal Rule 214");
    party.vote_all("I vote yes.");
    party.at(&club, "2026-11-10T08:00:00");
    let mut browser = Browser::of(&club, &party.players[1]);
    let asked = [("act", "raise"), ("back", "court"), ("text", "Who judges now?")];
    let answer = send(&mut browser, "/nomic/1", &asked);
    assert_eq!(answer.status, 303, "{}", answer.text());
    let court = browser.get("/nomic/1/court").text();
    assert!(court.contains("Who judges now?") && court.contains("Your own rules say how this court goes."), "{court}");
});

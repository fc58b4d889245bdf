//! A game of Nomic as a browser without scripts sees it.

use diesel::prelude::*;
use rookery::auth::Role;
use rookery::db::schema::tables;
use rookery::tables::TableId;
use serde_json::json;

use super::table::{NAMES, Party};
use crate::harness::{Answer, Browser, Caller, Club};

/// What the tick of a form says: that somebody has read what the service would not enforce.
pub fn tick(page: &str) -> String {
    let (_, field) = page.split_once("name=\"unenforced\"").expect("the tick");
    field.split('"').nth(1).expect("its value").to_owned()
}

/// Sends a form with the secret that pages carry.
pub fn send(browser: &mut Browser<'_>, path: &str, fields: &[(&str, &str)]) -> Answer {
    let csrf = browser.csrf();
    let encoded = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    let secret = ("csrf", csrf.as_str());
    let fields = fields.iter().chain([&secret]);
    let form: Vec<String> = fields.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    browser.post(path, &form.join("&"))
}

both!(a_reader_finds_today_the_rules_the_threads_and_the_court, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Amend Rule 202: replace \"7pm\" with \"8pm\"");
    party.vote_all("Vote: Yes");
    party.void(1, "Vote: Maybe");
    party.say(2, "Point of Order: Is Rule 118 heard?");
    party.at(&club, "2026-11-10T09:00:00");
    party.say(1, "Rule-change: Enact: Be <b>kind</b>.");
    let mut reader = Browser::new(&club);
    let mut page = |address: &str| {
        let page = reader.get(address);
        assert_eq!(page.status, 200, "{address}: {}", page.text());
        page.text()
    };
    assert!(page("/tables/1").contains("href=\"/nomic/1\""));
    let today = page("/nomic/1");
    for text in [
        "Dave M’s day",
        "Next: Ben P, Wednesday 11 November 2026",
        "Proposal 302",
        "Be &#60;b&#62;kind",
        "not voted yet: Chris B, Dave M, Ben P, Alex T and Alex W",
        "d=\"M0 160.0H",
        "+11",
    ] {
        assert!(today.contains(text), "{text}: {today}");
    }
    let rules = page("/nomic/1/rules");
    assert!(rules.contains("before 8pm on") && rules.contains("href=\"/nomic/1/rules/203\""), "{rules}");
    let then = page("/nomic/1/rules?at=2026-11-09T12:00:00Z");
    says(&then, &["before 7pm on", "What has changed since then", "<del>7pm</del>", "<ins>8pm</ins>"]);
    assert!(!rules.contains("What has changed since then") && !rules.contains("<del>"), "{rules}");
    let rule = page("/nomic/1/rules/301");
    assert!(rule.contains("<del>7pm</del>") && rule.contains("<ins>8pm</ins>"), "{rule}");
    let voting = page("/nomic/1/threads");
    assert!(voting.contains("Vote: Maybe") && voting.contains("Not understood"), "{voting}");
    assert!(page("/nomic/1/threads?thread=points").contains("Chris B: 11 (+11)"));
    assert!(page("/nomic/1/court").contains("Is Rule 118 heard?"));
    assert_eq!(reader.get("/nomic/9").status, 404);
});

both!(a_list_draws_the_day_and_everybodys_points, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &party.players[0]);
    for place in ["/tables?game=nomic", "/tables?mine=true"] {
        let list = browser.get(place).text();
        let (_, drawn) = list.split_once("<svg class=\"mini leaf\"").unwrap_or_else(|| panic!("{place}: {list}"));
        let (drawn, _) = drawn.split_once("</svg>").unwrap();
        assert!(drawn.contains("y=\"14\">9</text>"), "the ninth of November: {drawn}");
        assert_eq!(drawn.matches("M20 ").count(), NAMES.len(), "a bar each: {drawn}");
        assert_eq!(drawn.matches("class=\"theirs\"").count(), 2, "one of them has the day: {drawn}");
    }
});

both!(everything_is_done_by_forms_and_what_is_void_says_why, |club| {
    let chris = club.person("Chris", &[]);
    club.set_time("2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &club.again(&chris));
    let opened = send(&mut browser, "/tables/new/nomic", &[("players", "1"), ("seat", "0")]);
    assert_eq!(opened.header("location"), Some("/tables/1"), "{}", opened.text());
    send(&mut browser, "/tables/new/nomic", &[("players", "2"), ("seat", "0")]);
    assert_eq!(browser.get("/nomic/2").header("location"), Some("/tables/2"), "it has not begun");
    assert!(browser.get("/nomic/1").text().contains("Chris’s day"));
    let law = "Rule-change: Amend Rule 207: replace \"10 points\" with \"5 points\"";
    let preview = send(&mut browser, "/nomic/1/draft", &[("text", law)]).text();
    assert!(preview.contains("<del>10</del>") && preview.contains("Propose it now, for good"), "{preview}");
    let unclear = send(&mut browser, "/nomic/1/draft", &[("text", "Rule-change: be nice")]);
    assert_eq!(unclear.status, 422);
    assert!(unclear.text().contains("be nice"), "what was typed is still there");
    assert_eq!(send(&mut browser, "/nomic/1", &[("thread", "voting"), ("text", law)]).status, 303);
    assert!(browser.get("/nomic/1").text().contains("value=\"Vote: Yes (301)\""));
    assert_eq!(send(&mut browser, "/nomic/1", &[("thread", "voting"), ("text", "Vote: Yes (301)")]).status, 303);
    let again = send(&mut browser, "/nomic/1", &[("thread", "voting"), ("text", "Vote: No (301)")]);
    assert_eq!(again.status, 422);
    assert!(again.text().contains("you have used your vote on proposal 301"), "{}", again.text());
    let raised = [("act", "raise"), ("text", "Is it so?"), ("back", "court")];
    assert_eq!(send(&mut browser, "/nomic/1", &raised).header("location"), Some("/nomic/1/court"));
    assert!(browser.get("/nomic/1/court").text().contains("Is it so?"));
    let played = club.again(&chris).get("/api/v1/nomic_games/1").expect(200);
    assert_eq!(played["proposals"]["301"]["yes"], json!(1));
});

both!(a_rule_is_changed_by_a_form_with_its_words, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &party.players[0]);
    let amend = browser.get("/nomic/1/draft?op=amend&rule=207").text();
    says(&amend, &["Amend: Rule 207", "loses 10 points.</textarea>", "Write it as a line instead"]);
    assert!(!amend.contains("Rule-change:"), "nobody needs to know how a line is written: {amend}");
    let form = [("op", "amend"), ("rule", "207"), ("words", "Whoever is defeated\r\n\r\nloses 10 points.")];
    let preview = send(&mut browser, "/nomic/1/draft", &form).text();
    says(&preview, &["<ins>", "Propose it now, for good", "Amend Rule 207 to read: Whoever is defeated"]);
    let empty = send(&mut browser, "/nomic/1/draft", &[("op", "enact"), ("words", " ")]);
    assert!(empty.status == 422 && empty.text().contains("Write something first."), "{}", empty.text());
    let transmute = browser.get("/nomic/1/draft?op=transmute&rule=111").text();
    says(&transmute, &["would become mutable", "everybody who plays in favour", "Propose it now, for good"]);
    let barred = browser.get("/nomic/1/draft?op=repeal&rule=111").text();
    says(&barred, &["Rule 111 is immutable"]);
    says(&browser.get("/nomic/1/draft?op=amend&rule=999").text(), &["Rule-change:"]);
});

/// Signs somebody in and sends a form to the game; gives where it led.
fn done(club: &Club, party: &Party, player: usize, fields: &[(&str, &str)]) -> String {
    let mut browser = Browser::of(club, &party.players[player]);
    let answer = send(&mut browser, "/nomic/1", fields);
    assert_eq!(answer.status, 303, "{fields:?}: {}", answer.text());
    answer.header("location").unwrap_or_default().to_owned()
}

both!(the_court_is_held_by_forms_from_the_question_to_what_is_ordered, |club| {
    let mut party = Party::begun(&club, "2026-11-11T08:00:00");
    party.say(2, "Rule-change: Enact: Be kind.");
    party.vote_all("Vote: Yes");
    let court = |party: &Party, player: usize| Browser::of(&club, &party.players[player]).get("/nomic/1/court").text();
    assert!(court(&party, 0).contains("value=\"the vote of Ben P on proposal 301\""));
    let raised =
        [("act", "raise"), ("back", "court"), ("text", "Kind how?"), ("about", "proposal 301"), ("mover", "Ben P")];
    assert_eq!(done(&club, &party, 0, &raised), "/nomic/1/court");
    let seen = court(&party, 0);
    for text in ["proposal 301", "move of Ben P", "Judge: Dave M", "until Wednesday 11 November 2026"] {
        assert!(seen.contains(text), "{text}: {seen}");
    }
    assert!(!seen.contains("name=\"order\""), "who is not the Judge has no form for it");
    assert!(court(&party, 1).contains("value=\"void proposal 301\""));
    let mut judge = Browser::of(&club, &party.players[1]);
    let unclear = [
        ("act", "judge"),
        ("form", "judge-1.1"),
        ("point", "1.1"),
        ("back", "court"),
        ("text", "It is void."),
        ("points-Ben P", "four"),
    ];
    let again = send(&mut judge, "/nomic/1", &unclear);
    assert_eq!(again.status, 422);
    assert!(
        again.text().contains("“four” is not a number of points") && again.text().contains(">It is void.</textarea>")
    );
    for (one, other, why) in [
        ("uphold", "nobody wins", "and also that nobody wins."),
        ("Ben P wins", "nobody wins", "more than one thing about who has won."),
        ("uphold", "void proposal 301", "You ordered that proposal 301 stands"),
        ("void proposal 301", "proposal 301 is defeated", "more than one thing about proposal 301."),
    ] {
        let orders = [("text", "Both."), ("order", one), ("order", other)];
        let refused = send(&mut judge, "/nomic/1", &[&unclear[..4], &orders].concat());
        assert_eq!(refused.status, 422, "{one}, {other}");
        says(&refused.text(), &[why, ">Both.</textarea>"]);
    }
    assert_eq!(party.get("")["points_of_order"]["1.1"]["judgements"], json!([]), "nothing was sent");
    says(&court(&party, 1), &["What was challenged stands. A proposal that no rule decides is adopted."]);
    let judged = [
        ("act", "judge"),
        ("form", "judge-1.1"),
        ("point", "1.1"),
        ("back", "court"),
        ("text", "It is void."),
        ("order", "void proposal 301"),
        ("order", "void Rule 205"),
        ("points-Alex T", "4"),
        ("merge-rule", "207"),
        ("merge-text", "Nobody loses anything."),
        ("set-win.points", "150"),
        ("keep", "defeat_penalty"),
    ];
    assert_eq!(done(&club, &party, 1, &judged), "/nomic/1/court");
    let seen = court(&party, 3);
    for text in [
        "When Judgement is invoked, this is done:",
        "Alex T +4",
        "Rule 207 reads: Nobody loses anything.",
        "Dispute it",
    ] {
        assert!(seen.contains(text), "{text}: {seen}");
    }
    done(&club, &party, 3, &[("thread", "voting"), ("back", "court"), ("text", "Dispute: Judgement 1.1.1")]);
    assert!(court(&party, 4).contains("disputed by Alex T"));
    let (asks, due) = ("I agree with Judgement 1.1.1", "Agree or disagree with Judgement 1.1.1");
    let today = |player: usize| page(&club, Some(&party.players[player]), "/nomic/1");
    assert!(court(&party, 4).contains(asks) && today(4).contains(due), "who has not answered is asked");
    assert!(!court(&party, 3).contains(asks) && !today(3).contains(due), "who disputes it has answered");
    done(&club, &party, 2, &[("thread", "voting"), ("back", "court"), ("text", "I disagree with Judgement 1.1.1")]);
    assert!(!court(&party, 2).contains(asks) && !today(2).contains(due), "nobody is asked twice");
    done(&club, &party, 4, &[("thread", "voting"), ("back", "court"), ("text", "I agree with Judgement 1.1.1")]);
    assert!(court(&party, 0).contains("This was done:"));
    let game = party.get("");
    assert_eq!(game["proposals"]["301*"]["state"], "void");
    assert_eq!((&game["rules"]["205"]["status"], &game["totals"]["Alex T"]), (&json!("void"), &json!(4)));
    assert_eq!(game["parameters"]["win"]["points"], 150);
    party.at(&club, "2026-11-12T08:00:00");
    assert_eq!(party.get("")["stale"], json!([]), "the penalty goes on as it was said to");
});

both!(points_are_claimed_and_what_is_enforced_is_proposed_by_forms, |club| {
    let party = Party::begun(&club, "2026-11-11T08:00:00");
    let claim = |points, rule| {
        [
            ("act", "claim"),
            ("thread", "points"),
            ("back", "threads"),
            ("player", "Ben P"),
            ("points", points),
            ("rule", rule),
            ("reason", "Fair."),
        ]
    };
    assert_eq!(done(&club, &party, 0, &claim("7", "118")), "/nomic/1/threads?thread=points");
    assert_eq!(party.get("")["totals"]["Ben P"], 7);
    let mut browser = Browser::of(&club, &party.players[2]);
    let refused = send(&mut browser, "/nomic/1", &claim("7", "999"));
    assert!(refused.status == 422 && refused.text().contains("rule 999 is not in effect"), "{}", refused.text());
    let unread = send(&mut browser, "/nomic/1", &claim("0", "")).text();
    says(
        &unread,
        &["Claim at least one point, or take one away.", "Choose the rule that says so.", "href=\"#claim-points\""],
    );
    assert!(!unread.contains("Write something first."), "the reason is there: {unread}");
    says(&browser.get("/nomic/1/threads?thread=points&claim=true").text(), &["<details id=\"claim\" open>"]);
    let law = "Rule-change: Amend Rule 202: replace \"7pm\" with \"8pm\"";
    let warned = send(&mut browser, "/nomic/1/draft", &[("text", law)]).text();
    assert!(warned.contains("Would only warn afterwards"), "{warned}");
    let whole =
        send(&mut browser, "/nomic/1/draft", &[("text", law), ("set-proposal_window.cutoff", "20:00:00")]).text();
    assert!(!whole.contains("Would only warn afterwards"), "{whole}");
    assert!(whole.contains("Proposing: Before: <del>19:00</del> → <ins>20:00</ins>"), "{whole}");
    assert!(whole.contains("Parameters: {&#34;proposal_window&#34;"), "what is proposed says so: {whole}");
    let twice = format!("{law}\nParameters: {{\"court\":{{}}}}");
    let twice = send(&mut browser, "/nomic/1/draft", &[("text", twice.as_str()), ("keep", "proposal_window")]);
    assert_eq!(twice.status, 422);
    let stranger = "Chris B Mon\nDave M Tue\nBen P Wed\nAlex T Thu\nAlex W Fri\nZoe Fri";
    let named = [("text", "Rule-change: Amend Rule 201: append \"Zoe\""), ("set-allocation.days", stranger)];
    let named = send(&mut browser, "/nomic/1/draft", &named).text();
    assert!(named.contains("Nobody in the club is called Zoe"), "{named}");
});

both!(old_messages_and_any_instant_are_found, |club| {
    let party = Party::begun(&club, "2026-11-11T08:00:00");
    for number in 0..60 {
        party.say_in("discussion", 0, &format!("Word {number}.")).expect(201);
    }
    let mut reader = Browser::new(&club);
    let newest = reader.get("/nomic/1/threads?thread=discussion").text();
    assert!(newest.contains("Word 59.") && newest.contains("Word 10.") && !newest.contains("Word 9."));
    assert!(newest.contains("?thread=discussion&amp;before=10") || newest.contains("?thread=discussion&#38;before=10"));
    let oldest = reader.get("/nomic/1/threads?thread=discussion&before=10").text();
    assert!(oldest.contains("Word 9.") && oldest.contains("Word 0.") && !oldest.contains("Word 10."));
    assert!(reader.get("/nomic/1/rules?at=2026-11-11T08:00").text().contains("value=\"2026-11-11T08:00\""));
    assert_eq!(reader.get("/nomic/1/rules?at=yesterday").status, 422);
});

/// What a page says to somebody, or to a passer-by.
pub fn page(club: &Club, reader: Option<&Caller>, address: &str) -> String {
    let mut browser = reader.map_or_else(|| Browser::new(club), |caller| Browser::of(club, caller));
    let page = browser.get(address);
    assert_eq!(page.status, 200, "{address}: {}", page.text());
    page.text()
}

#[track_caller]
pub fn says(page: &str, texts: &[&str]) {
    for text in texts {
        assert!(page.contains(text), "{text}: {page}");
    }
}

both!(a_proposal_has_a_page_before_and_after_its_votes_are_counted, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Amend Rule 207: replace \"10 points\" with \"3 points\"\nParameters: {\"defeat_penalty\":{\"points\":3}}");
    let open = page(&club, None, "/nomic/1/proposals/301");
    says(
        &open,
        &[
            "open for votes",
            "<del>10</del>",
            "<ins>3</ins>",
            "Points lost by defeat: Points: <del>10</del> → <ins>3</ins>",
        ],
    );
    assert!(!open.contains("Parameters:"), "in words: {open}");
    says(
        &page(&club, Some(&party.players[3]), "/nomic/1"),
        &["<ins>3</ins>", "Points lost by defeat", "Points of the proposer"],
    );
    for (player, vote) in ["Yes", "Yes", "Yes", "No", "No"].iter().enumerate() {
        party.say(player, &format!("Vote: {vote}"));
    }
    party.at(&club, "2026-11-10T08:00:00");
    rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    let today = page(&club, None, "/nomic/1");
    says(&today, &["Counted last", "href=\"/nomic/1/proposals/301\"", "defeated", "3 in favour, 2 against"]);
    let defeated = page(&club, None, "/nomic/1/proposals/301");
    says(
        &defeated,
        &[
            "defeated",
            "3 in favour, 2 against",
            "Alex T",
            "Chris B \u{2212}10",
            "href=\"/nomic/1/rules/207\"",
            "What it was to change",
            "<del>10</del>",
        ],
    );
    says(&page(&club, None, "/nomic/1/proposals"), &["href=\"/nomic/1/proposals/301\"", "defeated"]);
    club.deliver();
    let notices = page(&club, Some(&party.players[3]), "/me/notifications");
    let [way, called] = ["<a href=\"/nomic/1/proposals/301\" ", ">Proposal 301</a>"];
    says(
        &notices,
        &[way, called, "It is defeated.", "In favour: 3", "Against: 2", "Needed: every vote that is cast in favour"],
    );
    party.say(1, "Rule-change: Amend Rule 202: replace \"7pm\" with \"8pm\"");
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-11T08:00:00");
    says(
        &page(&club, None, "/nomic/1/proposals/302"),
        &["In effect since", "What it changed", "<ins>8pm</ins>", "Rule 202 becomes 302"],
    );
    for address in ["/nomic/1", "/nomic/1/rules", "/nomic/1/rules/302"] {
        says(&page(&club, None, address), &["href=\"/nomic/1/proposals/302\""]);
    }
    assert_eq!(Browser::new(&club).get("/nomic/1/proposals/999").status, 404);
});

both!(a_struck_proposal_is_found_beside_the_one_that_has_its_number_now, |club| {
    let mut party = Party::begun(&club, "2026-11-11T08:00:00");
    party.say(2, "Rule-change: Enact: Be kind.");
    done(&club, &party, 0, &[("act", "raise"), ("back", "court"), ("text", "Proper?"), ("about", "proposal 301")]);
    done(
        &club,
        &party,
        1,
        &[
            ("act", "judge"),
            ("form", "judge-1.1"),
            ("point", "1.1"),
            ("back", "court"),
            ("text", "No."),
            ("order", "void proposal 301"),
        ],
    );
    party.at(&club, "2026-11-12T08:00:00");
    party.say(3, "Rule-change: Enact: Be brave.");
    says(&page(&club, None, "/nomic/1/proposals"), &["/nomic/1/proposals/301*\"", "/nomic/1/proposals/301\""]);
    says(&page(&club, None, "/nomic/1/proposals/301*"), &["Be kind.", "The court struck it", "Point of Order 1.1"]);
    says(&page(&club, None, "/nomic/1/proposals/301"), &["Be brave."]);
});

both!(a_player_who_voted_reads_how_and_whether_it_can_be_changed, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Enact: Be kind.");
    let today = |player: usize| page(&club, Some(&party.players[player]), "/nomic/1");
    // Before they tap they read that it is for good, and by which rule.
    let before = today(1);
    let card = before.split("Think first: you cannot change your vote, nor take it back.").nth(1).expect("said first");
    says(card.split("value=\"Vote: Yes (301)\"").next().unwrap(), &["href=\"/nomic/1/rules/113\""]);
    says(&before, &["Vote Yes", "value=\"Vote: No (301)\""]);
    party.say(1, "Vote: No");
    says(
        &today(1),
        &[
            "You voted No on Monday 9 November 2026",
            "It cannot be changed: the first vote counts",
            "href=\"/nomic/1/rules/113\"",
        ],
    );
    assert!(!today(1).contains("Vote Yes") && !today(1).contains("Think first") && !today(2).contains("You voted"));
    assert!(!page(&club, None, "/nomic/1").contains("You voted"));
});

both!(a_judgement_about_a_proposal_is_a_precedent_of_the_rule_that_it_made, |club| {
    let mut party = Party::begun(&club, "2026-11-11T08:00:00");
    party.say(2, "Rule-change: Enact: Be kind.");
    party.vote_all("Vote: Yes");
    done(&club, &party, 0, &[("act", "raise"), ("back", "court"), ("text", "Kind how?"), ("about", "proposal 301")]);
    done(
        &club,
        &party,
        1,
        &[("act", "judge"), ("form", "judge-1.1"), ("point", "1.1"), ("back", "court"), ("text", "As one can.")],
    );
    party.at(&club, "2026-11-12T08:00:00");
    says(&page(&club, None, "/nomic/1/rules/301"), &["Kind how?", "As one can."]);
    assert!(page(&club, None, "/nomic/1/rules/207").contains("No Judgement is about this rule."));
    says(&page(&club, None, "/nomic/1/court"), &["<a href=\"/nomic/1/proposals/301\">proposal 301</a>"]);
});

both!(forms_offer_what_there_is_and_say_what_it_is, |club| {
    let mut party = Party::begun(&club, "2026-11-11T08:00:00");
    says(
        &page(&club, Some(&party.players[0]), "/nomic/1/draft"),
        &["Amend Rule 201: replace", "Number of mutable rules"],
    );
    party.say_in("points", 0, "Claim: Ben P +7 by Rule 118: Fair.").expect(201);
    says(&page(&club, Some(&party.players[0]), "/nomic/1/court"), &["entry 0", "Ben P +7 by Rule 118 claimed: Fair."]);
    party.say(2, "Rule-change: Repeal Rule 211");
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-12T08:00:00");
    party.say(3, "Rule-change: Repeal Rule 201");
    let judge = page(&club, Some(&party.players[0]), "/nomic/1/court");
    says(&judge, &["Alex T: Repeal Rule 201"]);
    let draft = page(&club, Some(&party.players[0]), "/nomic/1/draft");
    let folded =
        draft.split("What no rule asks for now").nth(1).is_some_and(|rest| rest.contains("Number of mutable rules"));
    assert!(folded, "no rule in effect binds it: {draft}");
});

both!(threads_say_in_words_what_is_enforced_and_show_the_line_as_it_was_written, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Amend Rule 207: replace \"10 points\" with \"3 points\"\nParameters: {\"defeat_penalty\":{\"points\":3}}");
    party.say(1, "Point of Order: Is that fair?");
    let voting = page(&club, None, "/nomic/1/threads");
    says(&voting, &["Points lost by defeat: Points: 3", "As it was written", "Parameters: {&#34;defeat_penalty&#34;"]);
    assert_eq!(voting.matches("Parameters: ").count(), 1, "only where it was asked for: {voting}");
    let judge = party.get("")["points_of_order"]["1.1"]["judge"].as_str().unwrap().to_owned();
    let judge = NAMES.iter().position(|name| *name == judge).unwrap();
    party.say(
        judge,
        "Judgement: 1.1 Two are fairer.\nOrder: parameters {\"defeat_penalty\":{\"points\":2}} by Rule 207",
    );
    let court = page(&club, None, "/nomic/1/court");
    says(&court, &["Points lost by defeat: Points: 2"]);
    assert!(!court.contains("defeat_penalty&#34;"), "{court}");
    let voting = page(&club, None, "/nomic/1/threads");
    says(&voting, &["Two are fairer.</p>", "Points lost by defeat: Points: 2"]);
});

both!(only_a_table_of_nomic_can_govern_the_house_rules, |club| {
    let chief = club.person("Ada", &[Role::ChiefJustice]);
    let chess =
        club.again(&chief).post("/api/v1/tables", &json!({ "game": "chess", "seat": 0 })).expect(201)["id"].clone();
    let mut browser = Browser::of(&club, &club.again(&chief));
    for (table, why) in [(chess, "is chess, not nomic"), (json!(999), "There is no table 999")] {
        let rules = json!({ "nomic_table": table });
        let preview = club.again(&chief).post("/api/v1/rulebook/previews", &json!({ "rules": rules }));
        assert_eq!(preview.refused(422), ["IV.1"]);
        let publish = json!({ "replaces": 1, "note": "Nomic governs", "rules": rules });
        for address in ["/api/v1/house_rules", "/api/v1/rulebook/versions"] {
            let refused = club.again(&chief).post(address, &publish);
            assert_eq!(refused.status, 422);
            assert!(refused.text().contains(why), "{}", refused.text());
        }
        let editor =
            send(&mut browser, "/rulebook/previews", &[("base", "0"), ("rule-nomic_table", &table.to_string())]);
        assert!(editor.status == 422 && editor.text().contains(why), "{}", editor.text());
    }
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let table: i64 = party.table.rsplit('/').next().unwrap().parse().unwrap();
    let rules = json!({ "replaces": 1, "note": "Nomic governs", "rules": { "nomic_table": table } });
    club.again(&chief).post("/api/v1/house_rules", &rules).expect(201);
});

both!(news_say_which_game_they_are_of_and_first_what_came_out, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    club.write(|tx| {
        let named = tables::name.eq(Some("Fairytale laws"));
        diesel::update(tables::table.find(TableId(1))).set(named).execute(tx.db)?;
        Ok(())
    });
    party.say(0, "Rule-change: Enact: Be kind.");
    party.vote_all("Vote: No");
    party.at(&club, "2026-11-10T08:00:00");
    rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    club.deliver();
    let notices = page(&club, Some(&party.players[3]), "/me/notifications");
    says(&notices, &["Fairytale laws", "It is defeated.", "In favour: 0"]);
    let place = |text: &str| notices.find(text);
    assert!(place("It is defeated.") < place("In favour: 0"), "{notices}");
});

//! A game of Nomic as a browser without scripts sees it.

use serde_json::json;

use super::table::Party;
use crate::harness::{Answer, Browser, Club};

/// Sends a form with the secret that pages carry.
fn send(browser: &mut Browser<'_>, path: &str, fields: &[(&str, &str)]) -> Answer {
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
        "Proposal 302",
        "Be &#60;b&#62;kind",
        "not voted yet: Chris B, Dave M",
        "<path d=\"M0 160.0H",
        "+11",
    ] {
        assert!(today.contains(text), "{text}: {today}");
    }
    let rules = page("/nomic/1/rules");
    assert!(rules.contains("before 8pm on") && rules.contains("href=\"/nomic/1/rules/203\""), "{rules}");
    assert!(page("/nomic/1/rules?at=2026-11-09T12:00:00Z").contains("before 7pm on"));
    let rule = page("/nomic/1/rules/301");
    assert!(rule.contains("<del>7pm</del>") && rule.contains("<ins>8pm</ins>"), "{rule}");
    let voting = page("/nomic/1/threads");
    assert!(voting.contains("Vote: Maybe") && voting.contains("not understood"), "{voting}");
    assert!(page("/nomic/1/threads?thread=points").contains("Chris B: 11 (+11)"));
    assert!(page("/nomic/1/court").contains("Is Rule 118 heard?"));
    assert_eq!(reader.get("/nomic/9").status, 404);
});

both!(everything_is_done_by_forms_and_what_is_void_says_why, |club| {
    let chris = club.person("Chris", &[]);
    club.set_time("2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &club.again(&chris));
    let opened = send(&mut browser, "/tables/new/nomic", &[("players", "1"), ("seat", "0")]);
    assert_eq!(opened.header("location"), Some("/tables/1"), "{}", opened.text());
    assert_eq!(browser.get("/nomic/1").header("location"), Some("/tables/1"), "it has not begun");
    assert_eq!(send(&mut browser, "/tables/1", &[("act", "ready")]).status, 303);
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
    let unclear = [("act", "judge-1.1"), ("back", "court"), ("text", "It is void."), ("points-Ben P", "four")];
    let again = send(&mut judge, "/nomic/1", &unclear);
    assert_eq!(again.status, 422);
    assert!(
        again.text().contains("“four” is not a number of points") && again.text().contains(">It is void.</textarea>")
    );
    let judged = [
        ("act", "judge-1.1"),
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
    let law = "Rule-change: Amend Rule 202: replace \"7pm\" with \"8pm\"";
    let warned = send(&mut browser, "/nomic/1/draft", &[("text", law)]).text();
    assert!(warned.contains("Would only warn afterwards"), "{warned}");
    let whole =
        send(&mut browser, "/nomic/1/draft", &[("text", law), ("set-proposal_window.cutoff", "20:00:00")]).text();
    assert!(!whole.contains("Would only warn afterwards"), "{whole}");
    assert!(whole.contains("<del>19:00:00</del> <ins>20:00:00</ins>"), "{whole}");
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

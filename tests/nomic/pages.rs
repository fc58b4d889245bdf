//! A game of Nomic as a browser without scripts sees it.

use serde_json::json;

use super::table::Party;
use crate::harness::{Answer, Browser};

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
    let raised = [("thread", "voting"), ("before", "Point of Order:"), ("text", "Is it so?"), ("back", "court")];
    assert_eq!(send(&mut browser, "/nomic/1", &raised).header("location"), Some("/nomic/1/court"));
    assert!(browser.get("/nomic/1/court").text().contains("Is it so?"));
    let played = club.again(&chris).get("/api/v1/nomic_games/1").expect(200);
    assert_eq!(played["proposals"]["301"]["yes"], json!(1));
});

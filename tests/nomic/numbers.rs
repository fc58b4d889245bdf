//! Rules get other numbers while a game lasts: what the service says of them on pages and to programs follows.

use super::pages::{page, says};
use super::table::Party;

const LATER: &str = "Rule-change: Amend Rule 202: replace \"7pm\" with \"8pm\"\nParameters: {\"proposal_window\":{\"cutoff\":\"20:00:00\"}}";

both!(what_is_said_names_rules_by_their_numbers_of_now, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, LATER);
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T20:30:00");
    assert_eq!(party.void(0, "Rule-change: Enact: Be kind."), "not_own_day");
    let late = party.say_in("voting", 1, "Rule-change: Enact: Be kind.").expect(201);
    assert_eq!(
        late["effect"]["why"], "a rule-change must be submitted before 20:00:00 (rule 301)",
        "as it is numbered now"
    );
    let threads = page(&club, None, "/nomic/1/threads");
    says(&threads, &["(rules 201 and 301)", "must be submitted before 20:00 (rule 301)"]);
    assert!(!threads.contains("rule 202)"), "{threads}");
    let whys = party.get("/threads/voting")["items"].to_string();
    assert!(whys.contains("(rules 201 and 301)") && !whys.contains("(rules 201 and 202)"), "{whys}");
    let headers = [("Accept", "text/html"), ("Accept-Language", "de")];
    let german = club.anyone().send("GET", "/nomic/1/threads", &headers, b"").text();
    says(&german, &["(Regeln 201 und 301)", "vor 20:00 Uhr vorgeschlagen werden (Regel 301)"]);
    let draft = page(&club, Some(&party.players[0]), "/nomic/1/draft?op=repeal&rule=205");
    says(&draft, &["(rules 201 and 301)", "value=\"20:00\""]);
    // The log at the table says that it does not count; why is told in its thread.
    let table = page(&club, None, "/tables/1");
    assert!(table.contains("Be kind. (void)") && !table.contains("rule 202)"), "{table}");

    // What was posted by a rule leads to it under its number of now.
    party.at(&club, "2026-11-11T08:00:00");
    party.say(2, "Rule-change: Amend Rule 203: replace \"completion\" with \"the completion\"\nParameters: {\"proposer_points\":{}}");
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-12T08:00:00");
    let today = page(&club, None, "/nomic/1");
    assert!(today.contains("/nomic/1/rules/302") && !today.contains("/nomic/1/rules/203"), "{today}");
});

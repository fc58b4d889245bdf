//! What rules of the players' own bring: quantities, secret votes, an archive, documents of rules.

use serde_json::{Value, json};

use super::pages::send;
use super::table::Party;
use crate::harness::Browser;

/// A rule-change is adopted by everybody, and the next day has begun.
fn adopted(club: &crate::harness::Club, party: &mut Party, player: usize, text: &str, next: &str) {
    party.say(player, text);
    party.vote_all("Vote: Yes");
    party.at(club, next);
}

both!(a_treasury_is_adopted_by_a_form_and_used_by_a_button, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &party.players[0]);
    let draft = [
        ("text", "Rule-change: Enact: There is a Treasury, and who asks may have 3 points of it once a day."),
        ("quantity-name", "Treasury"),
        ("quantity-of", "game"),
        ("quantity-start", "5"),
        ("quantity-least", "0"),
        ("effect-name", "grant"),
        ("effect-on", "use"),
        ("effect-per-day", "1"),
        ("change-1-quantity", "Treasury"),
        ("change-1-how", "exactly"),
        ("change-1-by", "-3"),
        ("change-2-quantity", "points"),
        ("change-2-how", "exactly"),
        ("change-2-by", "3"),
    ];
    browser.get("/nomic/1/draft");
    let preview = send(&mut browser, "/nomic/1/draft", &draft).text();
    assert!(preview.contains("What is counted: Treasury") && preview.contains("begins with 5"), "{preview}");
    assert!(preview.contains("<li>Treasury: the game 5</li>"), "{preview}");
    assert!(preview.contains("the game’s Treasury −3; that player’s points +3"), "{preview}");
    let line = "Rule-change: Enact: There is a Treasury, and who asks may have 3 points of it once a day.\nParameters: \
                {\"quantities\":{\"Treasury\":{\"of\":\"game\",\"start\":5,\"least\":0}},\"effects\":{\"grant\":{\"on\":{\"use\":{\"per_day\":1}},\
                \"changes\":[{\"quantity\":\"Treasury\",\"by\":{\"exactly\":-3}},{\"quantity\":\"points\",\"by\":{\"exactly\":3}}]}}}";
    adopted(&club, &mut party, 0, line, "2026-11-10T08:00:00");
    let counted = party.get("/quantities");
    assert_eq!((&counted["held"]["Treasury"]["game"], &counted["deeds"]), (&json!(5), &json!([])));
    let document = |asked: &str| party.players[0].get(&format!("{}/document{asked}", party.game)).text();
    let (now, before) = (document(""), document("?at=2026-11-09T12:00:00Z"));
    assert!(
        now.contains("- Treasury: the game has some; begins with 5") && now.contains("- grant: When a player asks"),
        "{now}"
    );
    assert!(!before.contains("Treasury"), "it was not adopted yet: {before}");
    let mut browser = Browser::of(&club, &party.players[2]);
    for path in ["/nomic/1/quantities", "/nomic/1/rules/301"] {
        let page = browser.get(path).text();
        assert!(page.contains("Do it: grant") && page.contains("once a day"), "{path}: {page}");
    }
    let used = [("act", "use"), ("thread", "points"), ("back", "quantities"), ("effect", "grant")];
    assert_eq!(send(&mut browser, "/nomic/1", &used).status, 303);
    let again = send(&mut browser, "/nomic/1", &used);
    assert!(again.text().contains("and have done so"), "{}", again.text());
    let counted = party.get("/quantities");
    assert_eq!(counted["held"]["Treasury"]["game"], json!(2));
    assert_eq!(counted["deeds"][0]["movements"][1]["holder"], "Ben P");
    assert_eq!(party.get("")["totals"]["Ben P"], json!(3));
    let page = browser.get("/nomic/1/quantities").text();
    assert!(page.contains("the game: Treasury −3 → 2") && page.contains("Ben P"), "{page}");
    assert!(page.contains("<small>You may use “grant” once a day, and have done so.</small>"), "{page}");
    let mut other = Browser::of(&club, &party.players[3]);
    let page = other.get("/nomic/1/quantities").text();
    let short = "It cannot be done, for the game has 2 of “Treasury”, and cannot have −1.";
    assert!(page.contains(short) && !page.contains("Do it: grant"), "no button for what cannot be done: {page}");
    assert_eq!(party.players[0].get(&format!("{}/replay", party.table)).expect(200)["wrong"], json!([]));
});

both!(a_card_is_proposed_by_a_form_and_passes_from_hand_to_hand, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &party.players[0]);
    let words = "Rule-change: Enact: There is one Ace. Who asks takes it while nobody has it, and may give it away.";
    let card = [("text", words), ("quantity-name", "Ace"), ("quantity-of", "card")];
    browser.get("/nomic/1/draft");
    let preview = send(&mut browser, "/nomic/1/draft", &card).text();
    for told in ["a card: one player holds it, or nobody", "<li>Ace: nobody has any yet</li>"] {
        assert!(preview.contains(told), "{told}: {preview}");
    }
    let begun = send(&mut browser, "/nomic/1/draft", &[&card[..], &[("quantity-start", "1")]].concat());
    assert!(begun.status == 422 && begun.text().contains("At first nobody has any"), "{}", begun.text());
    let one = |whose: &str, by: i64| json!({ "quantity": "Ace", "whose": whose, "by": { "exactly": by } });
    let used = |changes: Value| json!({ "on": { "use": {} }, "changes": changes });
    let parameters = json!({
        "quantities": { "Ace": { "of": "players", "in_all": 1 } },
        "effects": { "take": used(json!([one("player", 1)])), "give": used(json!([one("chosen", 1), one("player", -1)])) },
    });
    adopted(&club, &mut party, 0, &format!("{words}\nParameters: {parameters}"), "2026-11-10T08:00:00");
    let mut ben = Browser::of(&club, &party.players[2]);
    assert!(ben.get("/nomic/1/quantities").text().contains("Nobody holds it"));
    let uses = |effect| [("act", "use"), ("thread", "points"), ("back", "quantities"), ("effect", effect)];
    assert_eq!(send(&mut ben, "/nomic/1", &uses("take")).status, 303);
    let mut other = Browser::of(&club, &party.players[3]);
    let page = other.get("/nomic/1/quantities").text();
    assert!(page.contains("Held by Ben P") && page.contains("for Ben P has the only “Ace”."), "{page}");
    assert!(!page.contains("Do it: take"), "no button for what cannot be done: {page}");
    let gives = [&uses("give")[..], &[("whom", "Dave M")]].concat();
    let refused = send(&mut other, "/nomic/1", &gives).text();
    assert!(refused.contains("does not have “Ace”"), "{refused}");
    assert_eq!(send(&mut ben, "/nomic/1", &gives).status, 303);
    assert!(ben.get("/nomic/1/quantities").text().contains("Held by Dave M"));
    let counted = party.get("/quantities");
    assert_eq!((&counted["held"]["Ace"]["Ben P"], &counted["held"]["Ace"]["Dave M"]), (&json!(0), &json!(1)));
    assert_eq!(counted["deeds"].as_array().map(Vec::len), Some(2), "each of them one deed");
    // The court says by its form whose it is.
    party.say(2, "Point of Order: Whose is the Ace?");
    let mut judge = Browser::of(&club, &party.players[0]);
    assert!(judge.get("/nomic/1/court").text().contains("name=\"held-Ace:Ben P\""));
    let judged = [
        ("act", "judge"),
        ("form", "judge-2.1"),
        ("point", "2.1"),
        ("back", "court"),
        ("text", "His."),
        ("held-Ace:Ben P", "1"),
        ("held-Ace:Dave M", "-1"),
    ];
    assert_eq!(send(&mut judge, "/nomic/1", &judged).status, 303);
    party.at(&club, "2026-11-10T12:00:00");
    let mut ben = Browser::of(&club, &party.players[2]);
    assert!(ben.get("/nomic/1/quantities").text().contains("Held by Ben P"));
    assert_eq!(party.players[0].get(&format!("{}/replay", party.table)).expect(200)["wrong"], json!([]));
});

both!(other_words_of_a_rule_stop_what_happens_by_it_and_the_pages_say_so_before_and_after, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let line = "Rule-change: Enact: Who asks may have 3 points once a day.\nParameters: {\"effects\":{\"grant\":{\"on\":{\"use\":\
                {\"per_day\":1}},\"changes\":[{\"quantity\":\"points\",\"by\":{\"exactly\":3}}]}}}";
    adopted(&club, &mut party, 0, line, "2026-11-10T08:00:00");
    let mut browser = Browser::of(&club, &party.players[1]);
    browser.get("/nomic/1/draft");
    let words = "Rule-change: Amend Rule 301: replace \"3 points\" with \"2 points\"";
    let preview = send(&mut browser, "/nomic/1/draft", &[("text", words)]).text();
    assert!(preview.contains("Would stop: grant."), "{preview}");
    let kept = send(&mut browser, "/nomic/1/draft", &[("text", words), ("keep", "effects")]).text();
    assert!(!kept.contains("Would stop"), "{kept}");
    adopted(&club, &mut party, 1, words, "2026-11-11T08:00:00");
    let mut browser = Browser::of(&club, &party.players[1]);
    for path in ["/nomic/1", "/nomic/1/quantities", "/nomic/1/rules/302", "/nomic/1/proposals/302"] {
        let page = browser.get(path).text();
        assert!(page.contains("So this has stopped:") && !page.contains("Do it: grant"), "{path}: {page}");
        assert!(page.contains("op=amend&amp;rule=302&amp;own=effects+grant"), "{path}: {page}");
    }
});

/// What is shown without the rule's own example of a vote.
fn said_by_players(text: &str) -> String {
    text.replace("“Vote: No”", "")
}

both!(who_voted_what_is_secret_until_it_is_counted, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let secret = "Rule-change: Enact: Votes are secret.\nParameters: {\"voting\":{\"secret\":true}}";
    adopted(&club, &mut party, 0, secret, "2026-11-10T08:00:00");
    party.say(1, "Rule-change: Enact: Be kind.");
    party.say(2, "Vote: No");
    party.say(3, "Vote: Yes");
    let (game, table) = (party.game.clone(), party.table.clone());
    for path in [game.clone(), format!("{game}/threads/voting"), format!("{game}/log"), format!("{table}/log")] {
        let text = said_by_players(&party.players[0].get(&path).text());
        assert!(!text.contains("Vote: No"), "{path}: {text}");
    }
    let mut other = Browser::of(&club, &party.players[0]);
    for path in ["/nomic/1", "/nomic/1/proposals/302", "/nomic/1/threads", "/nomic/1/court", "/tables/1"] {
        // The reader's own button.
        let text = said_by_players(&other.get(path).text()).replace("Vote: No (302)", "");
        assert!(!text.contains("Vote: No"), "{path}: {text}");
    }
    let voting = party.get("/threads/voting?limit=50");
    let lines: Vec<&str> = voting["items"].as_array().unwrap().iter().filter_map(|one| one["line"].as_str()).collect();
    let sealed = "Vote: (secret until it is counted)";
    assert_eq!(lines[lines.len() - 2..], [sealed, sealed]);
    let hash = |place: usize| voting["items"][lines.len() - place]["hash"].as_str().unwrap().len();
    assert_eq!((hash(1), hash(2), hash(3)), (0, 0, 64));
    assert_eq!(
        (&party.get("")["proposals"]["302"]["yes"], &party.get("")["proposals"]["302"]["cast"]),
        (&json!(null), &json!(2))
    );
    let mut browser = Browser::of(&club, &party.players[2]);
    let page = browser.get("/nomic/1/proposals/302").text();
    assert!(page.contains("2 votes (secret until the count)") && page.contains("You voted No on"), "{page}");
    party.at(&club, "2026-11-11T08:00:00");
    assert_eq!(party.get("")["proposals"]["302"]["yes"], json!(1));
    rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    assert!(
        party.players[0].get(&format!("{table}/log")).text().contains("Vote: No"),
        "readers see it once it is counted"
    );
    assert_eq!(party.players[0].get(&format!("{table}/replay")).expect(200)["wrong"], json!([]));
});

both!(judgements_are_searched_records_kept_and_rules_downloaded, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Repeal Rule 205");
    party.vote_all("Vote: Yes");
    party.say(2, "Point of Order: May we whistle?\nAbout: Rule 118");
    party.say(4, "Judgement: 1.1 We may.");
    party.at(&club, "2026-11-10T08:00:00");
    let ids = |query: &str| {
        let found = party.get(&format!("/judgements{query}"))["judgements"].clone();
        found.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids("?rule=118&judge=Alex%20W&word=WHISTLE&outcome=invoked"), ["1.1.1"]);
    assert_eq!(ids("?rule=205"), Vec::<String>::new());
    assert_eq!(party.get("/records")["records"][0]["in_favour"], json!(1));
    let mut browser = Browser::new(&club);
    let page = browser.get("/nomic/1/archive?word=whistle&rule=&judge=&outcome=").text();
    assert!(page.contains("One judgement") && page.contains("We may."), "{page}");
    let document = |query: &str| party.players[0].get(&format!("{}/document{query}", party.game)).text();
    assert!(document("?format=text&at=2026-11-09T12:00:00Z").contains("\n205\n"));
    let markdown = document("?format=markdown");
    let beginning =
        "# Nomic 1\n\n2026-11-10 08:00 (Europe/London)\n\nA number with \\[I\\] is that of an immutable rule.\n\n## ";
    assert!(markdown.starts_with(beginning), "{markdown}");
    assert!(!markdown.contains("## 205\n") && markdown.contains("## 101 [I]\n"), "{markdown}");
    assert!(document("?format=json").starts_with("{\"rules\": {"));
});

//! How games end, and how players leave them: what everybody reads, and that nothing is offered that can only be refused.

use serde_json::{Value, json};

use super::pages::{page, says, send};
use super::table::Party;
use crate::harness::Browser;
use crate::tables::topics;

both!(who_leaves_is_told_of_and_the_last_player_reads_how_it_goes_on, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let today = |party: &Party, player: usize| page(&club, Some(&party.players[player]), "/nomic/1");
    says(&today(&party, 0), &["The others play on."]);
    party.say_in("discussion", 1, "I forfeit the game").expect(201);
    let told = |player: usize| topics(&club, &party.players[player]).contains(&"nomic.left".to_owned());
    assert!((0..5).all(|player| told(player) == (player != 1)), "all others are told");
    club.deliver();
    says(
        &page(&club, Some(&party.players[0]), "/me/notifications"),
        &["Nomic: somebody has left the game", "About Dave M"],
    );
    let seen = today(&party, 0);
    says(&seen, &["Dave M left the game on Monday 9 November 2026", "Tuesday is nobody’s day now.", "left on Monday"]);
    assert!(!today(&party, 1).contains("I forfeit the game</button>"), "nobody leaves twice");
    party.at(&club, "2026-11-20T08:00:00");
    assert!(!today(&party, 0).contains("left the game on"), "after a week it is no news");
    for player in [2, 3] {
        party.say_in("discussion", player, "I forfeit the game").expect(201);
    }
    says(&today(&party, 0), &["One player is left then."]);
    party.say_in("discussion", 4, "I forfeit the game").expect(201);
    says(&today(&party, 0), &["Chris B is the only player left.", "Nobody is left then"]);
    party.say_in("discussion", 0, "I forfeit the game").expect(201);
    let over = today(&party, 0);
    says(&over, &["All players have left: the game is over, and nobody has won."]);
    assert!(!over.contains("is the only player left"), "{over}");
});

both!(after_the_end_nothing_is_offered_that_can_only_be_refused, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Enact: Be kind.");
    for player in 0..5 {
        party.say_in("discussion", player, "I forfeit the game").expect(201);
    }
    party.at(&club, "2026-11-10T08:00:00");
    let seen = |address: &str| page(&club, Some(&party.players[0]), address);
    for (address, offered) in [
        ("/nomic/1", "value=\"Vote: Yes (301)\""),
        ("/nomic/1", "href=\"/nomic/1/draft\""),
        ("/nomic/1/rules/207", "/nomic/1/draft?op=amend"),
        ("/nomic/1/rules/207", "name=\"act\" value=\"claim\""),
        ("/nomic/1/court", "value=\"raise\""),
        ("/nomic/1/threads?thread=voting", "name=\"text\" rows=\"3\""),
        ("/nomic/1/threads?thread=points", "name=\"text\" rows=\"3\""),
        ("/nomic/1/proposals/301", "Propose it again, changed"),
        ("/nomic/1/proposals/301", "Ask the court about it"),
    ] {
        assert!(!seen(address).contains(offered), "{address} offers {offered}");
    }
    says(&seen("/nomic/1/threads?thread=discussion"), &["name=\"text\" rows=\"3\""]);
    says(&seen("/nomic/1/draft"), &["The game is over: nothing can be proposed any more."]);
});

both!(a_claimed_win_leads_to_the_court_and_then_to_the_question, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say_in("points", 1, "Claim: +200 by Rule 118: a fine day").expect(201);
    let today = |party: &Party| page(&club, Some(&party.players[0]), "/nomic/1");
    says(&today(&party), &["Dave M claims to have won.", "/nomic/1/court?about=the+win#asked"]);
    let due = |party: &Party| -> Vec<Value> {
        party.get("/deadlines").as_array().unwrap().iter().map(|due| due["kind"].clone()).collect()
    };
    assert!(due(&party).contains(&json!("challenge")), "{:?}", due(&party));
    party.say(2, "Point of Order: Does a fine day give points?\nAbout: the win");
    let awaited = due(&party);
    assert!(awaited.contains(&json!("judge")) && !awaited.contains(&json!("challenge")), "{awaited:?}");
    let asked = today(&party);
    says(&asked, &["The court is asked about it:", "href=\"/nomic/1/court?before=1#point-1.1\">Point of Order 1.1"]);
    party.at(&club, "2026-11-09T09:00:00");
});

both!(who_claims_a_win_sees_what_comes_of_it_before_it_is_said, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let mut dave = Browser::of(&club, &party.players[1]);
    let form = dave.get("/nomic/1").text();
    says(
        &form,
        &["The first to have 200 points wins.", "You have 0 points and lack 200.", "name=\"act\" value=\"win\""],
    );
    let line = "Claim: Dave M +200 by Rule 118: A fine day.";
    let claim = [("act", "win"), ("player", "Dave M"), ("rule", "118"), ("reason", "A fine day.")];
    // By the form, and as a line of its own.
    let written = [("thread", "points"), ("back", "threads"), ("text", line)];
    for asked in [&claim[..], &written[..]] {
        let preview = send(&mut dave, "/nomic/1", asked);
        assert_eq!(preview.status, 200, "{}", preview.text());
        let until = "Votes and days go on until";
        says(
            &preview.text(),
            &["You claim that Dave M has won", line, until, &format!("name=\"seen\" value=\"{line}\"")],
        );
        assert_eq!(party.get("/threads/points")["items"], json!([]), "nothing is said before it was looked at");
    }
    let seen = [("thread", "points"), ("text", line), ("seen", line)];
    assert_eq!(send(&mut dave, "/nomic/1", &seen).status, 303);
    says(&dave.get("/nomic/1").text(), &["Dave M claims to have won."]);
});

both!(a_claim_of_a_win_is_so_many_points_that_it_wins_after_a_tax, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let tax = {
        let effects = json!({ "tax": { "on": { "gain": "points" }, "changes":
            [{ "quantity": "points", "by": { "share": { "part": -1, "of": 10 } } }] } });
        format!("Rule-change: Enact: What is gained is taxed.\nParameters: {}", json!({ "effects": effects }))
    };
    party.say(0, &tax);
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T08:00:00");
    let mut ben = Browser::of(&club, &party.players[2]);
    ben.get("/nomic/1");
    let claim = [("act", "win"), ("player", "Ben P"), ("rule", "118"), ("reason", "A fine day.")];
    let line = "Claim: Ben P +222 by Rule 118: A fine day.";
    let preview = send(&mut ben, "/nomic/1", &claim).text();
    says(&preview, &["You claim that Ben P has won", line, "Ben P −22"]);
    let seen = [("thread", "points"), ("text", line), ("seen", line)];
    assert_eq!(send(&mut ben, "/nomic/1", &seen).status, 303);
    assert_eq!(party.get("")["wins"][0]["state"], "claimed");
    let unsaid = send(&mut ben, "/nomic/1", &[("act", "win"), ("player", "Ben P"), ("reason", "A fine day.")]);
    assert!(unsaid.status == 422 && unsaid.text().contains("Choose the rule that says so."), "{}", unsaid.text());
});

both!(a_claim_of_a_win_that_the_rules_take_away_is_not_said, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let effects = json!({ "tax": { "on": { "gain": "points" }, "changes":
        [{ "quantity": "points", "by": { "share": { "part": -1, "of": 1 } } }] } });
    party.say(0, &format!("Rule-change: Enact: All goes.\nParameters: {}", json!({ "effects": effects })));
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T08:00:00");
    let mut ben = Browser::of(&club, &party.players[2]);
    ben.get("/nomic/1");
    let before = party.get("/threads/points")["items"].clone();
    let claim = [("act", "win"), ("player", "Ben P"), ("rule", "118"), ("reason", "A fine day.")];
    let refused = send(&mut ben, "/nomic/1", &claim);
    assert!(refused.status == 422 && refused.text().contains("You cannot win by this."), "{}", refused.text());
    assert_eq!(party.get("/threads/points")["items"], before, "nothing was said");
});

both!(a_claim_of_a_win_leads_back_to_the_page_where_it_began, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let line = "Claim: Chris B +200 by Rule 118: A fine day.";
    let claims = |party: &Party, back: &str, seen: &str| {
        let mut chris = Browser::of(&club, &party.players[0]);
        send(&mut chris, "/nomic/1", &[("thread", "points"), ("back", back), ("text", line), ("seen", seen)])
    };
    // It is looked at first, and given up by a link.
    for (back, place) in [
        ("", "/nomic/1"),
        ("threads", "/nomic/1/threads?thread=points"),
        ("court", "/nomic/1/court"),
        ("quantities", "/nomic/1/quantities"),
        ("rules/118", "/nomic/1/rules/118"),
        ("proposals/301", "/nomic/1/proposals/301"),
        ("https://evil.example", "/nomic/1"),
    ] {
        let preview = claims(&party, back, "");
        assert_eq!(preview.status, 200, "{back}: {}", preview.text());
        // What names no page of the game is not carried along.
        let carried = if place == "/nomic/1" { "" } else { back };
        says(
            &preview.text(),
            &[
                "You claim that Chris B has won",
                &format!("name=\"back\" value=\"{carried}\""),
                &format!("<a class=\"button second\" href=\"{place}\">"),
            ],
        );
    }
    assert_eq!(party.get("/threads/points")["items"], json!([]), "nothing was said");
    // Made from the court, denied by it, and made there again.
    let made = |party: &Party, claim: usize| {
        assert_eq!(claims(party, "court", "").status, 200, "claim {claim} is looked at first");
        let made = claims(party, "court", line);
        assert_eq!((made.status, made.header("location")), (303, Some("/nomic/1/court")), "{}", made.text());
        assert_eq!(party.get("")["wins"][claim]["state"], "claimed");
    };
    made(&party, 0);
    party.say(3, "Point of Order: Is a day fine?\nAbout: the win");
    party.say(4, "Judgement: 1.1 It is not.");
    party.at(&club, "2026-11-09T10:00:00");
    let game = party.get("");
    assert_eq!((&game["wins"][0]["state"], &game["totals"]["Chris B"]), (&json!("overturned"), &json!(0)));
    made(&party, 1);
});

both!(a_repeal_and_a_count_that_wins_are_told_before_they_are_voted_on, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    for (rule, told) in [
        (202, "All players may propose, on each day that counts"),
        (203, "Nobody gets points for what they proposed."),
        (206, "The service goes on as before: what is adopted takes effect"),
        (214, "Nobody can ask the court any more."),
    ] {
        let preview = page(&club, Some(&party.players[0]), &format!("/nomic/1/draft?op=repeal&rule={rule}"));
        says(&preview, &["Without this rule", told]);
    }
    party.say_in("points", 0, "Claim: +195 by Rule 118: a fine day").expect(201);
    let preview = page(&club, Some(&party.players[0]), "/nomic/1/draft?op=repeal&rule=202");
    says(&preview, &["would win", "You have won once you reach the goal"]);
});

both!(what_is_not_there_below_a_table_leads_back_to_it, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &party.players[0]);
    let missing = browser.get("/nomic/1/rules/999");
    assert_eq!(missing.status, 404);
    says(&missing.text(), &["<a href=\"/nomic/1\">Back to the table</a>"]);
    assert!(!browser.get("/members/999999").text().contains("Back to the table"));
});

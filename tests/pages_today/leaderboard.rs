//! What the leaderboard tells of today: the session, the round announced last, and no lead before a game.

use rookery::auth::{Role, Visitors};
use serde_json::json;

use crate::harness::Browser;
use crate::sessions::member;

both!(the_leaderboard_says_that_a_session_is_on_or_when_the_next_one_is, |club| {
    for name in ["Ann", "Ben", "Cy", "Dee", "Eve"] {
        member(&club, name, &[]);
    }
    club.anyone().get("/api/v1/sessions").expect(200);
    let board = || club.anyone().get("/").text();
    assert!(board().contains("Next session: "), "{}", board());
    assert!(!board().contains("class=\"podium\""), "nobody has played yet");
    club.set_time("2026-11-06T12:40:00");
    assert!(board().contains("A session is on, until 13:10") && !board().contains("Next session"), "{}", board());
    club.set_time("2026-11-06T13:10:01");
    assert!(board().contains("Next session: ") && !board().contains("A session is on"), "{}", board());
});

both!(who_shares_the_first_rank_stands_level_on_the_podium, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let [ann, ben, cy, dee, eve, fay] = ["Ann", "Ben", "Cy", "Dee", "Eve", "Fay"].map(|name| member(&club, name, &[]));
    club.anyone().get("/api/v1/sessions").expect(200);
    club.set_time("2026-11-06T12:30:00");
    let here = json!({ "people": [may.id, ann.id, ben.id, cy.id, dee.id, eve.id, fay.id] });
    club.again(&may).post("/api/v1/sessions/1/arrivals", &here).expect(200);
    club.set_time("2026-11-06T12:45:00");
    for (white, black) in [(&ann, &dee), (&ben, &eve), (&cy, &fay)] {
        let game = json!({ "white": white.id, "black": black.id, "result": "white", "ending": "resignation" });
        club.again(white).post("/api/v1/games", &game).expect(201);
    }
    let board = Browser::of(&club, &club.again(&ann)).get("/").text();
    let podium = board.split("class=\"podium\"").nth(1).and_then(|rest| rest.split("</ol>").next()).unwrap();
    assert_eq!((podium.matches("class=\"at-1\"").count(), podium.matches("#king\"").count()), (3, 3), "{podium}");
});

both!(no_hour_is_told_by_a_clock_that_nobody_has_set, |club| {
    club.with_the_shipped_rulebook();
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    for name in ["Ann", "Ben", "Cy", "Dee", "Eve"] {
        member(&club, name, &[]);
    }
    club.set_time("2026-11-04T10:00:00");
    let mut chief = Browser::of(&club, &club.again(&chief));
    let csrf = chief.csrf();
    assert_eq!(chief.post("/sessions/now", &format!("csrf={csrf}")).status, 303);
    let board = chief.get("/").text();
    assert!(board.contains("<a href=\"/sessions\">A session is on</a>"), "{board}");
    let sessions = chief.get("/sessions").text();
    assert!(sessions.contains("A session is on. A new one can start after it."), "{sessions}");
});

both!(nobody_reads_that_they_lead_before_a_game_was_played, |club| {
    let [ann, _] = ["Ann", "Ben"].map(|name| member(&club, name, &[]));
    let mut reader = Browser::of(&club, &ann);
    let (board, today) = (reader.get("/").text(), reader.get("/today").text());
    assert!(board.contains("board-table") && !board.contains("You lead"), "{board}");
    assert!(today.contains("Where you stand") && !today.contains("Nobody is ahead of you"), "{today}");
});

both!(a_new_clubs_leaderboard_tells_no_session_that_nobody_has_set, |club| {
    club.with_the_shipped_rulebook();
    for name in ["Ann", "Ben", "Cy", "Dee", "Eve"] {
        member(&club, name, &[]);
    }
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let board = || club.anyone().get("/").text();
    club.anyone().get("/api/v1/sessions").expect(200);
    assert!(board().contains("board-table") && !board().contains("Next session"), "{}", board());
    let meets = json!({ "replaces": 0, "note": "When we meet", "rules": { "session_weekday": "Wed" } });
    chief.post("/api/v1/house_rules", &meets).expect(201);
    club.anyone().get("/api/v1/sessions").expect(200);
    // What is kept of the calendar is a minute old at most.
    club.set_time("2026-11-06T12:01:00");
    assert!(board().contains("Next session: Wed 11 Nov 2026, 12:30"), "{}", board());
});

both!(the_leaderboard_leads_to_the_round_announced_last, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let [ann, ben, ..] = ["Ann", "Ben", "Cy", "Dee"].map(|name| member(&club, name, &[]));
    club.set_time("2026-11-06T12:30:00");
    let may = club.again(&may);
    let session = club.anyone().get("/api/v1/sessions").expect(200)["sessions"][0]["id"].clone();
    let path = format!("/api/v1/sessions/{session}");
    may.post(&format!("{path}/arrivals"), &json!({ "people": [may.id, ann.id, ben.id] })).expect(200);
    club.set_time("2026-11-06T12:40:00");
    let may = club.again(&may);
    assert!(!Browser::of(&club, &may).get("/").text().contains("Round 1"));
    let round = json!({ "round": 1, "boards": [{ "white": ben.id, "black": ann.id }], "byes": [may.id] });
    may.post(&format!("{path}/pairings"), &round).expect(201);
    club.set_time("2026-11-06T12:45:00");
    let board = Browser::of(&club, &club.again(&may)).get("/").text();
    assert!(board.contains("Round 1 of Friday 6 November 2026"), "{board}");
    assert!(board.contains(&format!("href=\"/sessions/{session}/rounds/1\"")), "{board}");
    club.lets_visitors_read(Visitors::Leaderboard);
    assert!(!club.anyone().get("/").text().contains("Round 1"), "its page is for the club");
});

//! A member's page: where the points come from.

use rookery::id::PersonId;
use rookery::ratings::store::{Cause, NewEvent};
use rookery_messages::Message;
use serde_json::json;

use super::{between, evening};
use crate::harness::Browser;

both!(a_members_page_tells_where_every_point_came_from, |club| {
    let (_, ann, _) = evening(&club);
    let page = Browser::new(&club).get(&format!("/members/{}", ann.id)).text();
    assert!(page.contains("<h1>Ann &#60;b&#62;"), "{page}");
    assert!(page.contains("Rank 1, 120 points") && page.contains("1 won, 0 drawn, 0 lost"), "{page}");
    let games = between(&page, "<h2>Last games", "</ul>");
    assert!(games.contains(">won </span>") && games.contains(">+20</b>"), "{games}");
    assert!(games.contains(">Ben Beech</a>"), "{games}");
    let points = between(&page, "<h2>Points", "</details>");
    for told in [">Won against Ben Beech</a>", "+20", "II.3", "Joined the leaderboard", "+100", "II.1"] {
        assert!(points.contains(told), "{told}: {points}");
    }
});

both!(points_stand_under_the_session_that_brought_them, |club| {
    let (_, ann, ben) = evening(&club);
    club.set_time("2026-11-06T12:50:00");
    let ann = club.again(&ann);
    let game = json!({ "white": ben.id, "black": ann.id, "result": "black", "ending": "checkmate" });
    ann.post("/api/v1/games", &game).expect(201);
    let mut browser = Browser::of(&club, &ann);
    let address = format!("/members/{}", ann.id);
    let page = browser.get(&address).text();
    let points = between(&page, "<h2>Points</h2>", "</details>");
    let session = points.find(">Session on Fri 6 Nov 2026, 12:30</a>").expect("a heading");
    let (sum, joined) = (points.find("+39 points"), points.find("+100 points"));
    assert!(Some(session) < sum && sum < joined, "what came before the session is of its day: {points}");
    assert!(points.contains("Score after: 139") && !points.contains("entries</summary>"), "{points}");

    let person = PersonId(ann.id);
    club.write(move |tx| {
        let (now, cause) = (tx.now, Cause::new(Message::verbatim("Found again"), "III.5"));
        for _ in 0..6 {
            rookery::ratings::store::post(tx, now, NewEvent::Adjustment { person, delta: 1 }, &cause)?;
        }
        Ok(())
    });
    let page = browser.get(&address).text();
    assert!(
        page.contains("+45 points") && page.contains("<summary>8 entries</summary>"),
        "a long one is folded: {page}"
    );
    let all = format!("{address}/points");
    assert!(page.contains(&format!("href=\"{all}\">All points</a>")), "{page}");
    let page = browser.get(&all).text();
    assert!(page.contains("<h1>The points of Ann &#60;b&#62;") && page.contains("+45 points"), "{page}");
    browser.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let page = browser.get(&all).text();
    assert!(page.contains(">Treffen: Fr") && page.contains("+45 Punkte"), "{page}");
    assert_eq!(browser.get("/members/999999/points").status, 404);
});

both!(the_chart_is_told_as_a_table, |club| {
    let (_, ann, ben) = evening(&club);
    let mut browser = Browser::of(&club, &ann);
    let address = format!("/members/{}", ann.id);
    let table = "<summary>The same as a table</summary>";
    assert!(!browser.get(&address).text().contains(table), "one game makes no line");
    for (minute, result) in [(46, "black"), (52, "draw"), (58, "white")] {
        club.set_time(&format!("2026-11-06T12:{minute}:00"));
        let game = json!({ "white": ben.id, "black": ann.id, "result": result, "ending": if result == "draw" { "stalemate" } else { "checkmate" } });
        club.again(&ann).post("/api/v1/games", &game).expect(201);
    }
    let ann = club.again(&ann);
    let scores = ann.get(&format!("/api/v1{address}/scores")).expect(200);
    let games: Vec<_> = scores.as_array().unwrap().iter().filter(|score| !score["game"].is_null()).collect();
    let page = Browser::of(&club, &ann).get(&address).text();
    assert_eq!(page.matches("class=\"pt ").count(), 2 * games.len(), "on a phone and where there is room: {page}");
    let table = between(&page, table, "</table>");
    let rows: Vec<&str> = table.split("<tr>").skip(2).collect();
    assert_eq!(rows.len(), games.len(), "{table}");
    for (row, score) in rows.iter().zip(games.iter().rev()) {
        let after = format!("<td class=\"number\">{}</td>", score["score"]);
        assert!(row.contains("6 Nov 2026") && row.contains(&after), "{score}: {row}");
        assert!(row.contains(&format!("href=\"/games/{}\"", score["game"])), "{score}: {row}");
    }
    assert!(rows[3].contains("Game 1: won, Ben Beech") && rows[3].contains(">+20</td>"), "{table}");
});

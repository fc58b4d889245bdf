//! Pages as a browser without scripts sees them.

use chrono::TimeDelta;
use rookery::auth::Role;
use rookery::id::PersonId;
use rookery::ratings::store::{Cause, NewEvent};
use rookery_messages::Message;
use serde_json::json;

use crate::harness::{Browser, Caller, Club};

/// A member, and a game that they won by resignation against another at 12:40.
pub fn evening(club: &Club) -> (Caller, Caller, Caller) {
    let may = club.person("May Moderator", &[Role::Moderator]);
    let [ann, ben] = ["Ann <b>Ash</b>", "Ben Beech"].map(|name| {
        let person = club.person(name.split_whitespace().next().unwrap(), &[]);
        club.again(&may).patch(&format!("/api/v1/people/{}", person.id), &json!({ "name": name })).expect(200);
        person.post("/api/v1/memberships", &json!({})).expect(201);
        person
    });
    club.set_time("2026-11-06T12:30:00");
    let at = club.now();
    let session = club.write(move |tx| {
        rookery::sessions::store::ensure_calendar(tx, at)?;
        rookery::sessions::store::session_at(tx.db, at)
    });
    let here = json!({ "people": [may.id, ann.id, ben.id] });
    let arrivals = format!("/api/v1/sessions/{}/arrivals", session.unwrap().id);
    club.again(&may).post(&arrivals, &here).expect(200);
    club.set_time("2026-11-06T12:40:00");
    let game = json!({ "white": ann.id, "black": ben.id, "result": "white", "ending": "resignation" });
    club.again(&ann).post("/api/v1/games", &game).expect(201);
    (club.again(&may), club.again(&ann), club.again(&ben))
}

/// What stands in a page between two of its texts.
fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let start = page.find(from).unwrap_or_else(|| panic!("no {from:?} in {page}")) + from.len();
    let length = page[start..].find(to).unwrap_or_else(|| panic!("no {to:?} after {from:?} in {page}"));
    &page[start..start + length]
}

both!(who_types_the_leaderboards_name_is_led_to_it, |club| {
    let query = "?offset=50&q=Ann+A%C3%9F";
    let cases = [("/leaderboard".to_owned(), "/".to_owned()), (format!("/leaderboard{query}"), format!("/{query}"))];
    for (typed, place) in cases {
        let answer = club.anyone().send("GET", &typed, &[("Accept", "text/html")], b"");
        assert_eq!((answer.status, answer.header("location")), (308, Some(&*place)), "{typed}");
    }
});

both!(the_leaderboard_shows_names_and_scores_now_and_at_a_past_day, |club| {
    let (_, ann, ben) = evening(&club);
    club.pass(TimeDelta::days(3));
    let mut browser = Browser::new(&club);
    let page = browser.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let page = page.text();
    let rows = between(&page, "<tbody role=\"rowgroup\">", "</tbody>");
    let line = |id: i64| between(rows, &format!("/members/{id}\">"), "</tr>").to_owned();
    assert!(line(ann.id).starts_with("Ann &#60;b&#62;Ash&#60;/b&#62;</a>"), "names are text, not markup: {rows}");
    assert!(line(ann.id).contains("<strong>120</strong>"), "{rows}");
    assert!(line(ben.id).starts_with("Ben Beech</a>") && line(ben.id).contains("<strong>100</strong>"), "{rows}");

    let then = browser.get("/?on=2026-11-06").text();
    assert!(
        then.contains("as at the end of Friday 6 November 2026") && then.contains("<strong>120</strong>"),
        "{then}"
    );
    let before = browser.get("/?on=2026-11-05").text();
    assert!(!before.contains("Ben Beech"), "nobody had joined: {before}");
    let today = browser.get("/?on=2026-11-09").text();
    assert!(today.contains("as at the end of Monday 9 November 2026") && !today.contains("yet to come"), "{today}");
    let to_come = browser.get("/?on=2026-11-10").text();
    assert!(to_come.contains("Tuesday 10 November 2026 is yet to come. These are the standings of now."), "{to_come}");
    assert!(!to_come.contains("as at the end of") && to_come.contains("value=\"2026-11-10\""), "{to_come}");
    let wrong = browser.get("/?on=yesterday");
    assert_eq!(wrong.status, 422);
    assert!(wrong.text().contains("write it as year, month and day"), "{}", wrong.text());
});

both!(a_reader_sees_their_rank_and_what_is_missing_to_the_next, |club| {
    let (_, ann, ben) = evening(&club);
    let rank = |who: &Caller| {
        let page = Browser::of(&club, who).get("/").text();
        between(&page, "class=\"gap\"", "</strong>").to_owned()
    };
    let (first, second) = (rank(&ann), rank(&ben));
    assert!(first.contains("<span class=\"unseen\">Rank </span>1</span>"), "{first}");
    assert!(first.contains("You lead."), "{first}");
    assert!(second.contains("<span class=\"unseen\">Rank </span>2</span>"), "{second}");
    assert!(second.contains("21 points more"), "one more than the difference: {second}");
});

both!(every_page_forbids_scripts_that_are_not_our_own, |club| {
    let (_, ann, _) = evening(&club);
    let mut browser = Browser::of(&club, &ann);
    for path in ["/", "/games/new", "/sign-in", "/sign-out", "/nowhere", &format!("/members/{}", ann.id)] {
        let page = browser.get(path);
        let policy = page.header("content-security-policy").unwrap_or_default().to_owned();
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{path}: {policy}");
        let text = page.text();
        assert!(text.contains("<!doctype html>"), "{path}: {text}");
        assert!(!text.contains(" style=") && !text.contains(" onclick=") && !text.contains("<script>"), "{path}");
    }
});

both!(an_unknown_page_is_told_by_a_page, |club| {
    let mut browser = Browser::new(&club);
    for path in ["/nowhere", "/members/999999", "/members/x"] {
        let page = browser.get(path);
        assert_eq!((page.status, page.header("content-type")), (404, Some("text/html; charset=utf-8")), "{path}");
        assert!(page.text().contains("<h1>Not found</h1>"), "{path}: {}", page.text());
        assert!(!page.text().contains("no such id"), "{path}: {}", page.text());
    }
    let page = browser.get("/?around=abc");
    assert_eq!(page.status, 400, "{}", page.text());
    let told = between(&page.text(), "role=\"alert\">", "</div>").to_owned();
    assert_eq!(told.matches("was sent; a whole number is wanted.").count(), 1, "said once: {told}");
    assert!(!told.contains("around"), "fields' names are for programs: {told}");
});

both!(who_is_signed_in_stays_so_on_pages_that_refuse, |club| {
    let (_, ann, _) = evening(&club);
    let mut browser = Browser::of(&club, &ann);
    for (path, status) in [("/nowhere", 404), ("/members/999999", 404), ("/desk", 403)] {
        let page = browser.get(path);
        assert_eq!(page.status, status, "{path}");
        let header = between(&page.text(), "<header>", "</header>").to_owned();
        assert!(header.contains("href=\"/me\"") && !header.contains("href=\"/sign-in\""), "{path}: {header}");
    }
    let without_secret = browser.post("/me/membership", "");
    assert_eq!(without_secret.status, 403);
    assert!(without_secret.text().contains("href=\"/sign-out\""), "{}", without_secret.text());
});

both!(the_header_says_what_waits, |club| {
    let (may, ann, _) = evening(&club);
    let mut browser = Browser::of(&club, &ann);
    let said = |browser: &mut Browser, path: &str| {
        let header = between(&browser.get(path).text(), "<header>", "</header>").to_owned();
        between(&header, "href=\"/me\"", "</li>").to_owned()
    };
    club.deliver();
    let csrf = browser.csrf();
    browser.post("/me/notifications/read", &format!("csrf={csrf}&through=9999999"));
    assert!(browser.get("/me/notifications").text().contains("All is marked as read."));
    assert!(!said(&mut browser, "/").contains("badge"), "nothing waits");
    may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    club.deliver();
    assert!(said(&mut browser, "/me").contains("1 unread message, nothing due"), "one's own pages know at once");
    let badge = "<span class=\"badge\"><span aria-hidden=\"true\">1</span>";
    assert!(said(&mut browser, "/").contains(badge) && said(&mut browser, "/nowhere").contains(badge));
    // A form that is shown again is a page too: it answers a POST, and its header says the same.
    let shown_again = browser.post("/tables/new/chess", &format!("csrf={csrf}&minutes=many"));
    assert_eq!(shown_again.status, 422, "{}", shown_again.text());
    assert!(between(&shown_again.text(), "<header>", "</header>").contains(badge), "{}", shown_again.text());
    assert!(!Browser::new(&club).get("/").text().contains("badge"), "nobody's");
    let mut desk = Browser::of(&club, &may);
    assert!(said(&mut desk, "/sessions").contains("1 deadline"), "the declaration (III.2.4)");
});

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

both!(a_game_is_entered_without_a_script, |club| {
    let (_, ann, ben) = evening(&club);
    let mut stranger = Browser::new(&club);
    let door = stranger.get("/games/new");
    assert_eq!((door.status, door.header("location")), (303, Some("/sign-in?next=/games/new")));
    let door = stranger.post("/games/new", "white=1&black=2");
    assert_eq!((door.status, door.header("location")), (303, Some("/sign-in?next=/games/new")));

    let mut browser = Browser::of(&club, &ann);
    let page = browser.get("/games/new?whole=yes").text();
    let csrf = between(&page, "name=\"csrf\" value=\"", "\"").to_owned();
    let key = between(&page, "name=\"key\" value=\"", "\"").to_owned();
    assert!(page.contains(&format!("<option value=\"{}\">Ben Beech</option>", ben.id)), "{page}");
    assert!(!page.contains("name=\"white\""), "a member enters games of their own only (II.4): {page}");
    club.pass(TimeDelta::minutes(8));
    let mut browser = Browser::of(&club, &club.again(&ann));
    let csrf_now = browser.csrf();
    let form = |csrf: &str| {
        format!("csrf={csrf}&key={key}&mine=black&opponent={}&result=draw&ending=draw_agreed&moves=1.+e4+e5", ben.id)
    };
    assert_eq!(browser.post("/games/new", &form(&csrf)).status, 403, "that was another sign-in's page");
    let shown = browser.post("/games/new", &form(&csrf_now));
    let page = shown.text();
    assert!(page.contains("e4 e5 </p>"), "the moves as they were read: {page}");
    let points = format!("/api/v1/games/preview?white={}&black={}", ben.id, ann.id);
    let points = club.anyone().get(&points).expect(200)["draw"].clone();
    let (of_ben, of_ann) = (points["white"].as_i64().unwrap(), points["black"].as_i64().unwrap());
    assert!(shown.status == 200 && of_ben > 0 && of_ann < 0, "{points}: {page}");
    for told in [format!("+{of_ben} point"), format!("\u{2212}{} point", -of_ann), format!("<strong>{}<", 120 + of_ann)]
    {
        assert!(page.contains(&told), "{told}: {page}");
    }
    let games = || club.anyone().get(&format!("/api/v1/games?person={}", ann.id)).expect(200)["items"].clone();
    assert_eq!(games().as_array().unwrap().len(), 1, "nothing is entered yet");
    let back = browser.post("/games/new", &format!("{}&again=yes", form(&csrf_now))).text();
    assert!(back.contains("<option value=\"black\" selected>Black") && back.contains(">1. e4 e5</textarea>"), "{back}");
    let seen = between(&page, "name=\"seen\" value=\"", "\"");
    let changed = browser.post("/games/new", &format!("{}&seen=1{seen}&confirm=yes", form(&csrf_now)));
    assert_eq!(changed.status, 409, "the points were others when they were shown");
    let page = changed.text();
    assert!(page.contains("no longer what you looked at") && page.contains(&format!("value=\"{seen}\"")), "{page}");
    assert_eq!(games().as_array().unwrap().len(), 1, "nothing is entered");
    let form = |csrf: &str| format!("{}&seen={seen}&confirm=yes", form(csrf));
    let mut enter = || browser.post("/games/new", &form(&csrf_now)).header("location").map(str::to_owned);
    let place = enter().expect("the game");
    assert_eq!(enter().as_ref(), Some(&place), "again, which enters nothing more");
    let game = browser.get(&format!("{place}?ply=1")).text();
    assert!(game.contains("aria-label=\"White: king e1, queen d1,"), "read aloud: {game}");
    assert!(game.contains("pawn h2, pawn e4.") && game.contains("king e8"), "after 1. e4: {game}");
    assert!(game.contains("<a href=\"?ply=1\" aria-current=\"true\">e4</a>"), "{game}");
    assert!(!game.contains("pawn e5"), "1… e5 is not played yet: {game}");
    assert!(browser.get(&place).text().contains("pawn e5"), "the last position, if none is asked for");
    assert_eq!(browser.get("/games/99").status, 404);
    assert_eq!(games().as_array().unwrap().len(), 2);
});

both!(the_desk_enters_any_game_with_clock_and_time_limit, |club| {
    let (may, ann, ben) = evening(&club);
    let limit = json!({ "white": ann.id, "black": ben.id, "limit_seconds": 600 });
    let limit = may.post("/api/v1/timed_games", &limit).expect(201)["id"].clone();
    let mut browser = Browser::of(&club, &may);
    let (csrf, page) = (browser.csrf(), browser.get("/games/new?whole=yes").text());
    assert!(page.contains("name=\"white\"") && page.contains(", 10 minutes</option>"), "{page}");
    let form =
        |more: &str| format!("csrf={csrf}&white={}&black={}&result=white&ending=resignation&{more}", ann.id, ben.id);
    let there = browser.post("/games/new", &form("moves="));
    let page = there.text();
    assert_eq!(there.status, 409, "{page}");
    assert!(page.contains("name=\"insist\"") && page.contains("<a href=\"/games/1\">"), "{page}");
    assert!(!page.contains("`insist`"), "a page is no API: {page}");
    let form = form(&format!("insist=yes&clock=yes&timed_game={limit}"));
    let page = browser.post("/games/new", &form).text();
    let seen = between(&page, "name=\"seen\" value=\"", "\"");
    let entered = browser.post("/games/new", &format!("{form}&seen={seen}&confirm=yes"));
    let place = entered.header("location").unwrap_or_else(|| panic!("{}", entered.text()));
    let game = may.get(&format!("/api/v1{place}")).expect(200);
    assert_eq!(game["clocked"], true);
    assert_eq!(may.get(&format!("/api/v1/timed_games/{limit}")).expect(200)["game"], game["id"]);
});

both!(a_preview_takes_no_number, |club| {
    let (_, ann, ben) = evening(&club);
    club.pass(TimeDelta::minutes(8));
    let mut browser = Browser::of(&club, &club.again(&ann));
    let csrf = browser.csrf();
    let form = format!("csrf={csrf}&mine=white&opponent={}&result=draw&ending=draw_agreed", ben.id);
    let page = browser.post("/games/new", &form).text();
    assert_eq!(browser.post("/games/new", &form).status, 200);
    let seen = between(&page, "name=\"seen\" value=\"", "\"");
    let entered = browser.post("/games/new", &format!("{form}&seen={seen}&confirm=yes"));
    assert_eq!(entered.header("location"), Some("/games/2"), "the next number: {}", entered.text());
});

both!(a_player_not_on_the_register_is_named_before_the_game_is_entered_0_9, |club| {
    let (_, ann, ben) = evening(&club);
    let cy = club.person("Cy Cole", &[]);
    cy.post("/api/v1/memberships", &json!({})).expect(201);
    let mut browser = Browser::of(&club, &ann);
    let csrf = browser.csrf();
    let absent = "Cy Cole is not on the register of this session.";
    assert!(browser.get(&format!("/games/new?opponent={}", cy.id)).text().contains(absent));
    assert!(!browser.get(&format!("/games/new?opponent={}", ben.id)).text().contains("is not on the register"));
    let not_here = "You are not marked as here. Say hello at the desk.";
    assert!(!browser.get("/games/new?whole=yes").text().contains(not_here), "Ann came");
    let mut own = Browser::of(&club, &club.again(&cy));
    for place in ["/games/new".to_owned(), format!("/games/new?opponent={}", ann.id)] {
        let page = own.get(&place).text();
        assert!(page.contains(not_here) && !page.contains(absent), "to the reader: {page}");
    }
    let form = format!("csrf={csrf}&mine=white&opponent={}&result=draw&ending=draw_agreed", cy.id);
    let page = browser.post("/games/new", &form).text();
    assert_eq!(page.matches("is not on the register of this session").count(), 1, "Ann came: {page}");
    assert!(page.contains(absent), "{page}");
    let seen = between(&page, "name=\"seen\" value=\"", "\"");
    let entered = browser.post("/games/new", &format!("{form}&seen={seen}&confirm=yes"));
    assert_eq!(entered.status, 303, "it counts all the same: {}", entered.text());
});

both!(each_fault_of_a_game_is_told_at_its_field, |club| {
    let (_, ann, ben) = evening(&club);
    club.pass(TimeDelta::minutes(8));
    let mut browser = Browser::of(&club, &club.again(&ann));
    let csrf = browser.csrf();
    let form = format!("csrf={csrf}&mine=white&opponent={}&result=draw&ending=flag", ben.id);
    let page = browser.post("/games/new", &form).text();
    let alert = between(&page, "role=\"alert\"", "</div>");
    assert!(alert.contains("2 things have to be put right"), "{alert}");
    for (field, wrong) in [("clock", "A flag can only fall"), ("ending", "cannot give a draw")] {
        assert!(alert.contains(&format!("href=\"#game-{field}\"")) && page.contains(&format!("id=\"game-{field}\"")));
        let hint = between(&page, &format!("id=\"game-{field}-hint\""), "</small>");
        assert!(hint.contains(wrong), "{field}: {hint}");
    }
    let nobody = browser.post("/games/new", &format!("csrf={csrf}&mine=black&opponent=&result=draw&ending=none"));
    let page = nobody.text();
    assert!(nobody.status == 422 && page.contains("href=\"#game-opponent\""), "{page}");
    assert!(page.contains("href=\"#game-ending\""), "both at once: {page}");

    // Nothing is chosen beforehand, and what is not chosen is asked for at its field.
    let fresh = browser.get("/games/new?whole=yes").text();
    assert!(!between(&fresh, "action=\"/games/new\"", "</form>").contains(" selected"), "{fresh}");
    let none = format!("csrf={csrf}&mine=&opponent={}&result=&ending=", ben.id);
    let page = browser.post("/games/new", &none).text();
    for (field, wrong) in [
        ("mine", "Choose your colour."),
        ("result", "Choose how the game went."),
        ("ending", "Choose how the game ended."),
    ] {
        let hint = between(&page, &format!("id=\"game-{field}-hint\""), "</small>");
        assert!(hint.contains(wrong) && page.contains(&format!("href=\"#game-{field}\"")), "{field}: {page}");
    }
    assert!(page.contains(&format!("<option value=\"{}\" selected>Ben", ben.id)), "who was chosen stays: {page}");
    assert!(!between(&page, "id=\"game-opponent-hint\"", "</small>").contains("Choose"), "{page}");
});

both!(a_refused_game_says_why_and_keeps_what_was_typed, |club| {
    let (_, ann, ben) = evening(&club);
    club.set_time("2026-11-07T20:00:00");
    let mut browser = Browser::of(&club, &club.again(&ann));
    let csrf = browser.csrf();
    let form = format!(
        "csrf={csrf}&key=k&mine=white&opponent={}&clock=yes&result=black&ending=checkmate&moves=1.+f3+e5+2.+g4+Qh4%23",
        ben.id
    );
    let refused = browser.post("/games/new", &form);
    assert_eq!(refused.status, 422);
    let page = refused.text();
    let alert = between(&page, "role=\"alert\"", "</div>");
    assert!(alert.contains(">0.5<") && alert.contains(">0.6<"), "outside a session, nobody present: {alert}");
    for kept in [
        "<option value=\"white\" selected>White".to_owned(),
        "name=\"clock\" value=\"yes\" checked>".to_owned(),
        format!("<option value=\"{}\" selected>Ben", ben.id),
        "<option value=\"black\" selected>".to_owned(),
        "<option value=\"checkmate\" selected>".to_owned(),
        ">1. f3 e5 2. g4 Qh4#</textarea>".to_owned(),
    ] {
        assert!(page.contains(&kept), "{kept}: {page}");
    }
});

both!(a_game_is_entered_in_two_taps_by_a_player_who_is_there, |club| {
    let (may, ann, ben) = evening(&club);
    club.pass(TimeDelta::minutes(8));
    club.again(&may).post("/api/v1/sessions/1/pairings", &json!({ "round": 1 })).expect(201);
    let mut browser = Browser::of(&club, &club.again(&ben));
    let csrf = browser.csrf();
    let opponents = browser.get("/games/new").text();
    let tap = format!("/games/new?opponent={}", ann.id);
    assert!(opponents.contains(&tap) && !opponents.contains(&format!("opponent={}\"", ben.id)), "{opponents}");
    assert!(opponents.contains("announced as your opponent"), "{opponents}");
    let oneself = browser.get(&format!("/games/new?opponent={}", ben.id));
    assert!(oneself.status == 200 && oneself.text().contains(&tap), "asked again: {}", oneself.text());
    let result = browser.get(&tap).text();
    assert!(result.contains("Is that right?") && result.contains("href=\"/games/1#answer\""), "{result}");
    let key = between(&result, "name=\"key\" value=\"", "\"").to_owned();
    let black = between(&result, "I had Black", "</fieldset>");
    assert!(between(black, "value=\"win\"", "</button>").contains("+21 points"), "shown before: {black}");
    assert!(between(black, "value=\"loss\"", "</button>").contains("0 points"), "nobody falls under the floor (II.2)");
    assert!(result.contains("name=\"clock\"") && result.contains("value=\"flag\""), "as the whole form: {result}");
    let form = format!("csrf={csrf}&key={key}&opponent={}&ending=usual&clock=yes&as_black=win", ann.id);
    let seen = between(&result, "name=\"seen\" value=\"", "\"");
    let flag = format!("csrf={csrf}&key=f&seen={seen}&opponent={}&ending=flag&as_black=win", ann.id);
    let refused = browser.post("/games/new", &flag);
    let again = refused.text();
    assert!(refused.status == 422 && again.contains("I had Black"), "where it was tapped: {again}");
    assert!(between(&again, "id=\"game-clock\"", ">").contains("aria-invalid"), "{again}");
    assert!(again.contains("A flag can only fall") && again.contains("value=\"flag\" selected"), "{again}");
    let changed = browser.post("/games/new", &format!("{form}&seen=1{seen}"));
    assert_eq!(changed.status, 409, "the points were others when they were shown");
    let changed = changed.text();
    assert!(changed.contains("no longer what you looked at") && changed.contains("name=\"confirm\""), "{changed}");
    let entered = browser.post("/games/new", &format!("{form}&seen={seen}"));
    assert_eq!((entered.status, entered.header("location")), (303, Some("/games/2")), "{}", entered.text());
    let game = browser.get("/games/2").text();
    assert!(game.contains("0–1") && game.contains("Checkmate") && game.contains("with a clock"), "{game}");
    assert!(game.contains(">Undo</button>") && game.contains("Not confirmed yet"), "{game}");
    assert!(!browser.get("/games/new").text().contains("announced as your opponent"), "it was played");
    let sessions = browser.get("/sessions/1").text();
    let round = between(&sessions, "<h2 id=\"round-1\">Round 1", "</tbody>");
    assert!(round.contains("href=\"/games/2\"") && !round.contains("href=\"/games/1\""), "{round}");
    let wall = browser.get("/sessions/1/rounds/1").text();
    assert!(between(&wall, "<tbody>", "</tbody>").contains("href=\"/games/2\""), "{wall}");
    let pair = browser.get(&format!("/members/{}/against/{}", ann.id, ben.id)).text();
    assert!(pair.contains("<p class=\"standing\">1 : 1"), "{pair}");
});

both!(what_a_moderator_changes_is_shown_before_and_can_be_taken_back, |club| {
    let (may, ann, ben) = evening(&club);
    let mut player = Browser::of(&club, &ben);
    let csrf = player.csrf();
    let page = player.get("/games/1").text();
    assert!(page.contains("Object to how it ended") && !page.contains("As a moderator"), "{page}");
    let short = player.post("/games/1/objections", &format!("csrf={csrf}&reason=no"));
    assert_eq!(short.status, 422);
    assert!(between(&short.text(), "id=\"object-reason-hint\"", "</small>").contains("3"), "beside its field");
    let told = between(&short.text(), "id=\"object-wrong\"", "</div>").to_owned();
    assert!(told.contains("autofocus") && told.contains("href=\"#object-reason\""), "{told}");

    let mut desk = Browser::of(&club, &may);
    let csrf = desk.csrf();
    let wrong = desk.post("/games/1/changes", &format!("csrf={csrf}&change=void&act=IX.9&reason=no"));
    let told = between(&wrong.text(), "id=\"void-wrong\"", "</div>").to_owned();
    assert_eq!(wrong.status, 422);
    assert!(told.contains("href=\"#void-act\"") && told.contains("href=\"#void-reason\""), "{told}");
    let form = format!("csrf={csrf}&change=void&act=II.5&reason=The+board+was+set+up+wrongly");
    let shown = desk.post("/games/1/changes", &form);
    assert_eq!(shown.status, 200);
    let rows = between(&shown.text(), "<tbody>", "</tbody>").to_owned();
    assert!(rows.contains(">120<") && rows.contains("<strong>100</strong>") && !rows.contains("Ben"), "{rows}");
    assert!(desk.get("/games/1").text().contains("Void the game"), "nothing has happened yet");
    assert_eq!(desk.post("/games/1/changes", &format!("{form}&confirm=yes")).status, 303);
    let void = desk.get("/games/1").text();
    assert!(void.contains("Restore the game") && void.contains("The board was set up wrongly"), "{void}");
    let back = form.replace("change=void&act=II.5", "change=restore&act=III.3.8");
    desk.post("/games/1/changes", &format!("{back}&confirm=yes"));
    assert!(desk.get(&format!("/members/{}", ann.id)).text().contains("Rank 1, 120 points"));
});

both!(the_bell_is_answered_before_anything_is_stored, |club| {
    let (may, ann, ben) = evening(&club);
    club.set_time("2026-11-06T13:10:00");
    let mut desk = Browser::of(&club, &club.again(&may));
    let csrf = desk.csrf();
    let players = format!("csrf={csrf}&white={}&black={}", ann.id, ben.id);
    let form = format!("{players}&by=captures&white_pawns=2&white_rooks=1&black_queens=1");
    let answer = desk.post("/games/bell", &form).text();
    assert!(answer.contains("Black won") && answer.contains("White took 7 points, Black 9."), "{answer}");
    let gains = between(&answer, "<caption class=\"soft\">", "</table>").to_owned();
    assert!(gains.contains("Ben Beech") && gains.contains(" points"), "whose, and what it brings: {gains}");
    assert_eq!(desk.get("/games/2").status, 404, "nothing is stored");
    let position = format!("{players}&by=position&position=8%2F8%2F4k3%2F8%2F8%2F4K3%2F4P3%2F8+w+-+-+0+1");
    assert!(desk.post("/games/bell", &position).text().contains("White took 39 points, Black 38."));
    for (incomplete, at) in [
        (
            format!("csrf={csrf}&by=captures&white_pawns=2&black={}", ben.id),
            "id=\"bell-white-hint\"><strong class=\"wrong\">Choose a player.",
        ),
        (
            format!("csrf={csrf}&by=captures&white_pawns=2&white={0}&black={0}", ann.id),
            "id=\"bell-black-hint\"><strong class=\"wrong\">A game has two players",
        ),
        (format!("{players}&by=captures&white_pawns=&black_queens="), "<p class=\"wrong\">Count what was captured"),
        (
            format!("{players}&by=position&position="),
            "id=\"bell-position-hint\"><strong class=\"wrong\">Give the final position",
        ),
        (format!("{players}&by=moves&moves=+"), "id=\"bell-moves-hint\"><strong class=\"wrong\">Give the moves"),
    ] {
        let refused = desk.post("/games/bell", &incomplete);
        let page = refused.text();
        assert!(refused.status == 422 && page.contains(at) && !page.contains("name=\"confirm\""), "{at}: {page}");
    }
    let both = desk.post("/games/bell", &format!("csrf={csrf}&by=moves&white={}", ann.id)).text();
    for field in ["black", "moves"] {
        assert!(both.contains(&format!("<a href=\"#bell-{field}\">")), "all at once, each with its place: {both}");
    }
    for (by, label) in [("position", "FEN"), ("moves", "Moves")] {
        let refused = desk.post("/games/bell", &format!("{players}&by={by}")).text();
        assert!(refused.contains(&format!("<a href=\"#bell-{by}\">{label}")), "as the field is called: {refused}");
    }
    let nothing_taken = desk.post("/games/bell", &format!("{players}&by=captures&white_pawns=0")).text();
    assert!(nothing_taken.contains("White took 0 points, Black 0."), "{nothing_taken}");
    let unknown = format!("csrf={csrf}&by=captures&white_pawns=2&white={}&black=99999", ann.id);
    let unknown = desk.post("/games/bell", &unknown).text();
    assert!(unknown.contains("id=\"bell\"") && unknown.contains("value=\"2\""), "what was counted stays: {unknown}");
    let nonsense = desk.post("/games/bell", &form.replace("white_pawns=2", "white_pawns=9"));
    assert_eq!(nonsense.status, 422);
    assert!(nonsense.text().contains("a side has eight"), "why it cannot be");
    let both = format!("{players}&by=captures&white_rooks=-2&white_pawns=300&black_pawns=many");
    let uncounted = desk.post("/games/bell", &both).text();
    for side in ["white", "black"] {
        assert!(uncounted.contains(&format!("<a href=\"#bell-took_{side}\">")), "{uncounted}");
    }
    let told = between(&uncounted, "id=\"white-took-wrong\"", "</p>");
    assert!(told.contains("300") && told.contains("pawns cannot be counted; write 0 to 8."), "{told}");
    assert!(uncounted.contains("rooks cannot be counted; write 0 to 10."), "each on top: {uncounted}");
    let promoted = desk.post("/games/bell", &format!("{players}&by=captures&white_pawns=8&white_queens=3")).text();
    let told = between(&promoted, "id=\"white-took-wrong\"", "</p>").to_owned();
    assert!(told.contains("2 of them must have been promoted, and at most 0 of the eight pawns"), "{told}");
    assert_eq!(desk.post("/games/bell", &format!("{form}&confirm=yes")).status, 200, "not looked at yet");
    let seen = between(&answer, "name=\"seen\" value=\"", "\"").replace(' ', "+");
    let other = desk.post("/games/bell", &format!("{}&seen={seen}&confirm=yes", form.replace("pawns=2", "pawns=8")));
    assert_eq!(other.status, 409);
    let other = other.text();
    assert!(other.contains("Changed since you looked: The captured pieces.") && other.contains("White won"), "{other}");
    assert_eq!(desk.get("/games/2").status, 404, "what was not seen is not stored");
    let entered = desk.post("/games/bell", &format!("{form}&seen={seen}&confirm=yes"));
    assert_eq!((entered.status, entered.header("location")), (303, Some("/games/2")), "{}", entered.text());
});

both!(the_bell_is_entered_by_one_tap_and_taken_back, |club| {
    let (may, ann, ben) = evening(&club);
    club.set_time("2026-11-06T13:10:00");
    let mut desk = Browser::of(&club, &club.again(&may));
    let csrf = desk.csrf();
    let form = format!("csrf={csrf}&white={}&black={}&by=captures&white_pawns=2&at_once=yes", ann.id, ben.id);
    let entered = desk.post("/games/bell", &form);
    let place = entered.header("location").unwrap_or_default().to_owned();
    assert!(entered.status == 303 && place.starts_with("/games/"), "{}", entered.text());
    let page = desk.get(&place).text();
    assert!(page.contains("1–0") && page.contains(&format!("action=\"{place}/retraction\"")), "{page}");
    assert_eq!(desk.post(&format!("{place}/retraction"), &format!("csrf={csrf}")).status, 303);
    assert!(desk.get(&place).text().contains("Entered by mistake."));
    let uncounted = desk.post("/games/bell", &form.replace("white_pawns=2", "white_pawns=9"));
    assert_eq!(uncounted.status, 422, "what cannot be is refused all the same");
});

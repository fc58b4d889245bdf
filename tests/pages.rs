//! Pages as a browser without scripts sees them.

mod entering;
mod moderators;
mod points;

use chrono::TimeDelta;
use rookery::auth::Role;
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
    let page = Browser::of(&club, &ben).get("/").text();
    for told in ["1 rank down in this session", "arrows: ranks in this session"] {
        assert!(page.contains(told), "since when an arrow tells, while it is on: {told}: {page}");
    }
    assert!(Browser::of(&club, &ben).get("/today").text().contains("1 rank down in this session"));
    club.set_time("2026-11-07T12:00:00");
    let page = Browser::of(&club, &club.again(&ben)).get("/").text();
    for told in ["1 rank down since the session of 6 Nov 2026", "arrows: ranks since the session of 6 Nov 2026"] {
        assert!(page.contains(told), "since when an arrow tells: {told}: {page}");
    }
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
    assert!(said(&mut browser, "/me").contains("1 message waits for you, nothing due"), "one's own pages know at once");
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

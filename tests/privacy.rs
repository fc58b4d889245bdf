//! What people from outside and search engines are given of declarations, and the page that says what is kept.

use rookery::auth::Role;
use serde_json::{Value, json};

use crate::harness::{Caller, Club};

fn lets_visitors_read(club: &Club, chief: &Caller, what: &str, replaces: i64) {
    let rules = json!({ "replaces": replaces, "note": "Visitors", "rules": { "visitors": what } });
    chief.post("/api/v1/house_rules", &rules).expect(201);
    // The board takes the rule over with the leaderboard.
    while club.app.board.visitors().as_str() != what {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

fn newest(club: &Club) -> i64 {
    club.anyone().get("/api/v1/rulebook").expect(200)["version"].as_i64().unwrap()
}

both!(people_from_outside_read_what_kind_of_act_it_was, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let ann = club.person("Ann", &[]);
    ann.post("/api/v1/memberships", &json!({})).expect(201);
    let why = "Ann was seen by three people on board 3";
    chief.post("/api/v1/monitors", &json!({ "person": ann.id, "suspicion": why })).expect(201);
    lets_visitors_read(&club, &chief, "leaderboard", newest(&club));
    let told = club.anyone().get("/api/v1/declarations");
    for secret in ["Ann", "board", "2026-11-06", "Chief"] {
        assert!(!told.text().contains(secret), "{secret}: {}", told.text());
    }
    let one = told.expect(200)["items"][0].clone();
    assert_eq!(
        (&one["exercise"], &one["act"], &one["made_on"]),
        (&json!("monitor"), &json!("II.10"), &json!("2026-11"))
    );
    for field in ["id", "made_at", "by", "person", "reason", "effect"] {
        assert_eq!(one[field], Value::Null, "{field}");
    }
    club.anyone().get(&format!("/api/v1/declarations?person={}", ann.id)).refused(403);
});

both!(search_engines_stay_away_unless_everything_is_open, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let robots = || club.anyone().get("/robots.txt");
    assert_eq!(robots().text(), "User-agent: *\nDisallow:\n");
    assert_eq!(robots().header("x-robots-tag"), None);
    lets_visitors_read(&club, &chief, "leaderboard", newest(&club));
    assert_eq!(robots().text(), "User-agent: *\nDisallow: /\n");
    assert_eq!(robots().header("x-robots-tag"), Some("noindex, nofollow"));
});

both!(the_privacy_page_is_true_of_the_settings_and_linked_everywhere, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let page = |language: &str, path: &str| {
        club.anyone().send("GET", path, &[("Accept", "text/html"), ("Accept-Language", language)], b"").text()
    };
    let open = page("en", "/privacy");
    assert!(open.contains("the same as members") && open.contains("without your name"), "{open}");
    assert!(open.contains("encrypted") && open.contains("28 days"), "evidence is kept here");
    assert!(!open.contains("Discord") && !open.contains("sends e-mail"), "neither is set up");
    assert!(open.contains("The Chief Justice is Chief"), "whom to ask");
    for path in ["/", "/sign-in", "/join"] {
        assert!(page("en", path).contains("href=\"/privacy\""), "{path}");
    }
    lets_visitors_read(&club, &chief, "leaderboard", newest(&club));
    let closed = page("de", "/privacy");
    assert!(closed.contains("Datenschutz") && closed.contains("dem ersten Buchstaben deines Nachnamens"), "{closed}");
    assert!(!closed.contains("Den Vorsitz hat"), "nobody is named to people from outside");
});

//! A game of chess on its pages: before it begins, while it is played, and when it is over.

use chrono::TimeDelta;
use serde_json::json;

use super::resign;
use crate::harness::Browser;
use crate::tables::{begun, consent, go, pair, seated};

both!(a_page_asks_for_consent_before_anybody_is_ready_i_9_4, |club| {
    let [ann, cat] = ["Ann", "Cat"].map(|name| club.person(name, &[]));
    for member in [&ann, &cat] {
        member.post("/api/v1/memberships", &json!({})).expect(201);
    }
    let table = seated(&ann, &cat);
    let page = table.replace("/api/v1", "");
    let mut browser = Browser::of(&club, &ann);
    let csrf = browser.csrf();
    let first = format!("/online-consent?table={}&next={page}", &page["/tables/".len()..]);
    let ready_button = r#"name="act" value="ready""#;
    let asked = browser.get(&page).text();
    assert!(
        !asked.contains(ready_button)
            && asked.contains(&format!("class=\"button\" href=\"{}\"", first.replace('&', "&amp;"))),
        "{asked}"
    );
    let sent = browser.post(&page, &format!("csrf={csrf}&act=ready"));
    assert_eq!((sent.status, sent.header("location")), (303, Some(first.as_str())), "a page that was open before");
    // What one says yes to is in sight, in few words, also for a game just for fun; the Acts are folded.
    for address in [&first, &format!("{first}&rated=no")] {
        let terms = browser.get(address).text();
        let short =
            terms.split("id=\"in-short\"").nth(1).and_then(|rest| rest.split("</ul>").next()).unwrap_or_default();
        assert!(short.matches("<li>").count() == 5 && short.contains("you run it while you play"), "{terms}");
        let (_, folded) = terms.split_once("<details id=\"whole\">").expect("the terms");
        let (folded, button) = folded.split_once("</details>").expect("their end");
        assert!(folded.contains("I.9.4.1") && button.contains("I have read this and consent"), "{terms}");
    }
    assert_eq!(ann.get(&table).expect(200)["seats"][0]["ready"], false);
    consent(&ann);
    assert!(browser.get(&page).text().contains(ready_button));
    let sent = browser.post(&page, &format!("csrf={csrf}&act=ready"));
    assert_eq!((sent.status, sent.header("location")), (303, Some(page.as_str())), "{}", sent.text());
    assert_eq!(ann.get(&table).expect(200)["seats"][0]["ready"], true);
});

both!(what_stands_against_a_game_is_on_its_page_before_anybody_is_ready, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let opening = || ann.get("/tables/new/chess").text();
    assert!(!opening().contains("This cannot be played right now"), "{}", opening());
    let table = begun(&ann, &ben);
    resign(&ann, &table, 0);
    assert!(
        opening().contains("This cannot be played right now") && opening().contains("/rulebook/acts/I.9.2"),
        "{}",
        opening()
    );
    let next = seated(&ann, &ben);
    let page = ann.get(&next.replace("/api/v1", "")).text();
    assert!(
        page.contains("/rulebook/acts/I.9.2") && page.contains("You have played for points online today"),
        "{page}"
    );
});

both!(a_page_writes_moves_with_its_readers_letters, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    go(&ann, &table, 0, "Sf3").expect(200);
    let page = table.replace("/api/v1", "");
    let mut browser = Browser::of(&club, &ben);
    let english = browser.get(&page).text();
    assert!(english.contains("Nf3</li>") && english.contains("data-letters=\"KQRBN\""), "{english}");
    browser.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let german = browser.get(&page).text();
    assert!(german.contains("Sf3</li>") && german.contains("data-letters=\"KDTLS\""), "{german}");
    let csrf = browser.csrf();
    let refused = browser.post(&page, &format!("csrf={csrf}&answers=1&act=move&text=Ke5")).text();
    assert!(refused.contains("Ke5") && !refused.contains('`'), "{refused}");
    let pgn = ben.get(&format!("{table}/pgn")).text();
    assert!(pgn.contains("Nf3"), "{pgn}");
});

both!(a_game_that_is_over_steps_back_with_its_clocks_and_what_was_taken, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    for (number, (mover, text)) in [(&ann, "e4"), (&ben, "d5"), (&ann, "exd5")].into_iter().enumerate() {
        club.pass(TimeDelta::seconds(30));
        go(mover, &table, i64::try_from(number).unwrap(), text).expect(200);
    }
    resign(&ben, &table, 3);
    let page = |query: &str| club.anyone().get(&format!("{}{query}", table.trim_start_matches("/api/v1"))).text();
    let clock = |page: &str| page.split("id=\"clock-0\">").nth(1).unwrap().split('<').next().unwrap().to_owned();
    let (over, before, first) = (page(""), page("?ply=2"), page("?ply=0"));
    assert!(over.contains("aria-label=\"Taken: 1 +1\"") && over.contains("#black-pawn"), "{over}");
    assert!(!before.contains("aria-label=\"Taken: 1"), "{before}");
    let begins = clock(&first);
    assert!(begins.ends_with(":00") && clock(&before) != begins && clock(&over) != clock(&before), "{begins}");
});

both!(a_mated_king_is_marked_and_the_list_of_moves_stays_beside_the_board, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    go(&ann, &table, 0, "f2f5").refused(422);
    for (number, (mover, text)) in [(&ann, "f3"), (&ben, "e5"), (&ann, "g4"), (&ben, "Qh4")].into_iter().enumerate() {
        go(mover, &table, i64::try_from(number).unwrap(), text).expect(200);
    }
    let page = |query: &str| club.anyone().get(&format!("{}{query}", table.trim_start_matches("/api/v1"))).text();
    let (over, before) = (page(""), page("?ply=3"));
    assert!(over.contains("dark check\""), "e1 is dark: {over}");
    assert!(!before.contains("dark check\"") && before.contains(" marked\""), "{before}");
    assert!(over.contains("id=\"moves\"") && over.contains("class=\"result\">0–1</li>"), "{over}");
});

both!(a_challenge_is_a_link_and_saying_yes_begins_the_game, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let mut browser = Browser::of(&club, &ann);
    let form = browser.get(&format!("/tables/new/chess?invite={}&minutes=5", ben.id)).text();
    assert!(
        form.contains(&format!("<option value=\"{}\" selected>", ben.id)) && form.contains("value=\"5\""),
        "{form}"
    );
    let csrf = browser.csrf();
    let fields = format!("csrf={csrf}&minutes=5&increment_seconds=0&rated=no&seat=0&invite={}", ben.id);
    let opened = browser.post("/tables/new/chess", &fields);
    let page = opened.header("location").unwrap().to_owned();
    let mut other = Browser::of(&club, &ben);
    let csrf = other.csrf();
    assert!(other.get(&page).text().contains("Accept and play"));
    assert_eq!(other.post(&page, &format!("csrf={csrf}&act=accept")).status, 303);
    let table = format!("/api/v1{page}");
    assert_eq!(ann.get(&table).expect(200)["stage"], "playing");
    // It was agreed to be for fun: no points, and no game in the ratings.
    resign(&ben, &table, 0);
    let seen = ann.get(&table).expect(200);
    assert_eq!((&seen["stage"], &seen["game_id"]), (&json!("ended"), &json!(null)), "{seen}");
    let over = browser.get(&page).text();
    // The limits of Act I.9 are for games that count (Acts 0.3, 0.4).
    assert!(over.contains("You won") && over.contains("Play again</button>"), "{over}");
    assert!(!over.contains("online today"), "{over}");
});

both!(a_game_that_is_over_says_what_it_was_worth, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    go(&ann, &table, 0, "e4").expect(200);
    let page = table.replace("/api/v1", "");
    let mut browser = Browser::of(&club, &ben);
    let running = browser.get(&page).text();
    assert!(running.contains("<title>Your turn · "), "{running}");
    assert!(running.contains("data-uci=\"e2e4\""), "the list of moves leads through the game: {running}");
    assert!(browser.get(&format!("{page}?ply=0&flip=true")).text().contains("To the game"));
    resign(&ann, &table, 1);
    let over = browser.get(&page).text();
    assert!(over.contains("You won · +10") && over.contains("id=\"share\""), "{over}");
});

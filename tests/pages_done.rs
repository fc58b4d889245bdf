//! The word of success: the page after an act says once what was done, and nothing that somebody made up.

use rookery::auth::Role;
use serde_json::json;

use crate::harness::Browser;

const WORD: &str = "<p role=\"status\" class=\"done\">";

both!(the_page_after_an_act_says_once_what_was_done, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let ann = club.person("Ann", &[]);
    let mut browser = Browser::of(&club, &chief);
    let csrf = browser.csrf();
    let form = format!("csrf={csrf}&person={}&role=moderator&reason=", ann.id);
    let refused = browser.post("/offices", &form);
    assert_eq!((refused.status, browser.cookies.contains_key("__Host-done")), (422, false), "{}", refused.text());
    let made = browser.post("/offices", &(form + "There+every+Friday"));
    assert_eq!((made.status, made.header("location")), (303, Some("/offices")), "{}", made.text());

    let mut german = browser.clone();
    german.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let beside = browser.get("/elections").text();
    assert!(!beside.contains(WORD), "another page leaves the word to the one that it is for: {beside}");
    let page = browser.get("/offices").text();
    assert_eq!(page.matches(WORD).count(), 1, "{page}");
    let main = page.split("<main id=\"main\">").nth(1).unwrap();
    assert!(main.trim_start().starts_with(&format!("{WORD}The office is given.</p>")), "{page}");
    assert!(page.contains("<title>The office is given. · "), "readers of screens hear the title first: {page}");
    let again = browser.get("/offices").text();
    assert!(!again.contains("The office is given.") && !again.contains(WORD), "{again}");
    let page = german.get("/offices").text();
    assert!(page.contains(&format!("{WORD}Das Amt ist vergeben.</p>")), "{page}");

    // Signing out says so on a page that everybody may see, to this browser alone.
    browser.post("/sign-out", &format!("csrf={csrf}"));
    assert!(!Browser::new(&club).get("/").text().contains(WORD));
    let page = browser.get("/");
    assert!(page.text().contains(&format!("{WORD}You are signed out.</p>")), "{}", page.text());
    assert!(page.header("cache-control").is_some_and(|kept| kept.contains("private")));
    assert!(!browser.get("/").text().contains(WORD));
});

both!(what_was_done_stands_on_top_of_the_page_that_comes, |club| {
    let (chief, ann) = (club.person("Chief", &[Role::ChiefJustice]), club.person("Ann", &[]));
    let bo = club.person("Bo", &[]);
    ann.post("/api/v1/memberships", &json!({})).expect(201);
    let says = |browser: &mut Browser, path: &str, form: &str, word: &str| {
        let form = format!("{form}&csrf={}", browser.csrf());
        let done = browser.post(path, &form);
        assert_eq!(done.status, 303, "{path}: {}", done.text());
        let place = done.header("location").unwrap().to_owned();
        assert!(!place.contains('#'), "{place} is further down than the word");
        let page = browser.get(&place).text();
        assert!(page.contains(&format!("{WORD}{word}</p>")), "{word} {page}");
        assert!(!browser.get(&place).text().contains(WORD), "{word} once");
    };
    let mut own = Browser::of(&club, &ann);
    says(&mut own, "/me/data/removal", "reason=", "Your request is sent.");
    let mut desk = Browser::of(&club, &chief);
    desk.get("/sessions");
    says(&mut desk, "/people", "name=Gus+Guest", "The guest is added.");
    says(&mut desk, &format!("/people/{}/membership", bo.id), "", "The member is on the leaderboard.");
    says(&mut desk, "/sessions/2/cancellation", "reason=Half+term,+school+is+shut", "The session is cancelled.");
    says(&mut desk, "/sessions/2/holding", "", "The session is held after all.");
    let extra = "date=2026-11-10&from=16:00&to=17:00&room=&reason=A+simultaneous+display";
    says(&mut desk, "/sessions", extra, "The session is added.");
    says(&mut desk, "/removals", &format!("person={}&act=II.8", ann.id), "The member is off the leaderboard.");
});

both!(a_word_that_nobody_knows_is_not_said, |club| {
    let mut browser = Browser::new(&club);
    for forged in ["nonsense/", "sign-out/", "%3Cb%3Ehacked/"] {
        browser.cookies.insert("__Host-done".to_owned(), forged.to_owned());
        let page = browser.get("/").text();
        assert!(
            !page.contains(WORD) && !page.contains("hacked") && page.contains("<title>Leaderboard · Rookery</title>"),
            "{page}"
        );
        assert!(!browser.cookies.contains_key("__Host-done"), "{forged} is taken away");
    }
});

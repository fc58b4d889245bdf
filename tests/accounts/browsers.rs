//! Browsers: signing in without a script, staying, and no other site's page acting in anybody's name.

use super::*;

const SIGN_IN_FORM: &str = "login=chief&password=four+plain+words&code=&next=%2Fsign-out";

both!(a_browser_signs_in_and_out_without_a_script, |club| {
    let link = setup::first_link(&club.app).unwrap().unwrap();
    let path = link.strip_prefix("http://localhost:8080").unwrap();
    let mut browser = Browser::new(&club);
    assert!(browser.get(path).text().contains("Become Chief Justice"));
    let short = browser.post(path, "code=&handle=chief&name=The+Chief&email=&password=short");
    assert_eq!(short.status, 422);
    assert!(short.text().contains("8 to 200 characters") && short.text().contains("value=\"The Chief\""));
    let empty = browser.post(path, "code=&handle=&name=&email=&password=").text();
    let on_top = empty.split("role=\"alert\"").nth(1).and_then(|rest| rest.split("</ul>").next()).unwrap();
    let links: Vec<&str> = on_top.split("<a href=\"#").skip(1).filter_map(|link| link.split('"').next()).collect();
    assert_eq!(links, ["name", "password"], "as the form has them: {on_top}");
    let made = browser.post(path, "code=&handle=chief&name=The+Chief&email=&password=four+plain+words");
    assert_eq!((made.status, made.header("location")), (303, Some("/start")), "{}", made.text());
    assert!(browser.get("/sign-out").text().contains("title=\"The Chief\">Sign out"));
    let again = Browser::new(&club).get(path);
    assert_eq!((again.status, again.text().contains("It was mistyped, used already")), (404, true), "{}", again.text());
    let csrf = browser.csrf();
    let named =
        format!("csrf={csrf}&key=n&name=Rooks&place=Hill+School&contact=Ms+Field&reach=Room+3&next=/start%23meet");
    assert_eq!(browser.post("/club", &named).status, 303);
    for _ in 0..2 {
        assert!(browser.get("/start").text().contains("You sign in as"), "for a day, however much was saved");
    }

    let csrf = browser.csrf();
    assert_eq!(browser.post("/sign-out", &format!("csrf={csrf}")).status, 303);
    let door = browser.get("/sign-out?x=1");
    assert_eq!((door.status, door.header("location")), (303, Some("/sign-in?next=/sign-out%3Fx%3D1")));
    for (form, missing) in [("login=&password=", 2), ("login=chief&password=", 1), ("login=+&password=no", 1)] {
        let empty = browser.post("/sign-in", form);
        assert_eq!((empty.status, empty.text().matches("aria-invalid=\"true\"").count()), (422, missing), "{form}");
    }
    let wrong = browser.post("/sign-in", "login=chief&password=no&next=//evil.example");
    assert_eq!(wrong.status, 401);
    assert!(wrong.text().contains("do not match") && wrong.text().contains("value=\"chief\""));
    let signed_in = browser.post("/sign-in", SIGN_IN_FORM);
    assert_eq!((signed_in.status, signed_in.header("location")), (303, Some("/sign-out")));
    assert_eq!(browser.get("/sign-out").status, 200);
});

both!(a_browser_stays_signed_in_while_its_refresh_token_turns, |club| {
    set_up(&club);
    let mut browser = Browser::new(&club);
    browser.post("/sign-in", SIGN_IN_FORM);
    let asleep = browser.clone();
    club.pass(TimeDelta::hours(1));
    // Two tabs wake up at once: both are served, and only one turns the refresh token.
    let mut other_tab = browser.clone();
    assert_eq!(browser.get("/sign-out").status, 200);
    assert_ne!(browser.cookies["__Host-refresh"], asleep.cookies["__Host-refresh"]);
    assert_eq!(other_tab.get("/sign-out").status, 200);
    assert_eq!(other_tab.cookies["__Host-refresh"], asleep.cookies["__Host-refresh"]);
    // Later than that, the old token is a thief's, and nobody stays.
    club.pass(TimeDelta::seconds(11));
    let mut thief = asleep;
    assert_eq!(thief.get("/sign-out").status, 303);
    assert_eq!(browser.get("/sign-out").status, 303);
    assert!(!browser.cookies.contains_key("__Host-refresh"), "what does not hold is taken away");
});

both!(signing_in_again_ends_the_sign_in_that_the_browser_had, |club| {
    set_up(&club);
    let mut browser = Browser::new(&club);
    browser.post("/sign-in", SIGN_IN_FORM);
    let mut before = browser.clone();
    let csrf = browser.csrf();
    assert_eq!(browser.post("/sign-in", &format!("{SIGN_IN_FORM}&csrf={csrf}")).status, 303);
    assert_eq!(browser.get("/sign-out").status, 200);
    assert_eq!(before.get("/sign-out").status, 303, "a copy of the old cookies lets nobody in");
});

both!(a_change_renews_the_sign_in_though_it_says_what_was_done, |club| {
    set_up(&club);
    let mut browser = Browser::new(&club);
    browser.post("/sign-in", SIGN_IN_FORM);
    let csrf = browser.csrf();
    let asleep = browser.clone();
    club.pass(TimeDelta::hours(1));
    let saved = browser.post("/me/notifications/preferences", &format!("csrf={csrf}&club=yes"));
    assert_eq!(
        (saved.status, browser.cookies["__Host-done"].as_str()),
        (303, "saved/me/notifications"),
        "{}",
        saved.text()
    );
    assert_ne!(browser.cookies["__Host-refresh"], asleep.cookies["__Host-refresh"]);
});

both!(no_other_site_acts_in_anybodys_name, |club| {
    set_up(&club);
    let mut browser = Browser::new(&club);
    assert_eq!(browser.send("POST", "/sign-in", "cross-site", SIGN_IN_FORM).status, 403);
    browser.post("/sign-in", SIGN_IN_FORM);
    let csrf = browser.csrf();
    let right = format!("everywhere=yes&csrf={csrf}&password=four+plain+words");
    assert_eq!(browser.send("POST", "/sign-out", "cross-site", &right).status, 403);
    assert_eq!(browser.send("POST", "/sign-out", "same-site", &right).status, 403);
    for wrong in ["", "everywhere=yes", "csrf=", "csrf=guess"] {
        assert_eq!(browser.post("/sign-out", wrong).status, 403, "{wrong}");
    }
    assert_eq!(browser.get("/sign-out").status, 200, "still signed in");

    // Over the API, too: by cookie with the header, by Bearer without.
    let cookie = format!("__Host-access={}", browser.cookies["__Host-access"]);
    let invite = |headers: &[(&str, &str)]| {
        let headers = [&[("Content-Type", "application/json")], headers].concat();
        club.anyone().send("POST", "/api/v1/invitations", &headers, br#"{"kind":"invitation"}"#).status
    };
    assert_eq!(invite(&[("Cookie", &cookie)]), 403);
    assert_eq!(invite(&[("Cookie", &cookie), ("X-CSRF-Token", "guess")]), 403);
    assert_eq!(invite(&[("Cookie", &cookie), ("X-CSRF-Token", &csrf), ("Origin", "https://evil.example")]), 403);
    assert_eq!(invite(&[("Cookie", &cookie), ("X-CSRF-Token", &csrf)]), 201);
    let bearer = format!("Bearer {}", browser.cookies["__Host-access"]);
    assert_eq!(invite(&[("Authorization", &bearer)]), 201);
    assert_eq!(browser.post("/sign-out", &right).status, 303);
});

both!(pages_run_nothing_but_our_own_files, |club| {
    let page = club.anyone().get("/sign-in");
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    let page = page.text();
    let is_a_file =
        |script: &str| script.starts_with(" type=\"module\" src=\"/assets/") && script.contains("\"></script>");
    assert!(page.contains("<script") && page.split("<script").skip(1).all(is_a_file), "{page}");
    assert!(!page.contains("style="));
    let style = page.split("<link rel=\"stylesheet\" href=\"").nth(1).unwrap();
    let style = style.split('"').next().unwrap();
    let sheet = club.anyone().get(style);
    assert_eq!(sheet.header("content-type"), Some("text/css; charset=utf-8"));
    assert_eq!(sheet.header("cache-control"), Some("public, max-age=31536000, immutable"));
    let etag = sheet.header("etag").unwrap();
    assert_eq!(club.anyone().send("GET", style, &[("If-None-Match", etag)], &[]).status, 304);
    assert_eq!(club.anyone().get("/assets/x/nothing.css").status, 404);
    let missing = club.anyone().send("GET", "/nothing", &[("Accept", "text/html")], &[]);
    assert_eq!((missing.status, missing.header("content-type")), (404, Some("text/html; charset=utf-8")));
    // Refused before any capability is asked: the headers are there all the same.
    let refused = club.anyone().get("/api/v1/me");
    assert_eq!((refused.status, refused.header("x-content-type-options")), (401, Some("nosniff")));
});

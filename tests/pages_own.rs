//! One's own pages, and letting people in, as a browser without scripts sees them.

use rookery::auth::{Role, totp};

use crate::harness::Browser;

fn between<'a>(page: &'a str, before: &str, after: &str) -> &'a str {
    let from = page.split(before).nth(1).unwrap_or_else(|| panic!("no {before}: {page}"));
    from.split(after).next().unwrap()
}

both!(a_pupil_comes_in_by_the_poster_joins_and_leaves_again, |club| {
    let may = club.person("May", &[Role::Moderator]);
    let mut door = Browser::of(&club, &may);
    let csrf = door.csrf();
    assert!(door.get("/invitations").text().contains("None at the moment"));
    let refused = door.post("/invitations", &format!("csrf={csrf}&kind=join_code&uses=900&days=1"));
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("900 is not between 1 and 200."), "beside its field");
    let poster = door.post("/invitations", &format!("csrf={csrf}&kind=join_code&uses=30&days=1"));
    assert_eq!((poster.status, poster.header("cache-control")), (200, Some("no-store")));
    let poster = poster.text();
    assert!(poster.contains("<path d=\"M4 4h7v1h-7z"), "a QR code: {poster}");
    let code = between(&poster, "<p class=\"code\"><code>", "</code>").to_owned();
    assert!(poster.contains(&format!("/join?code={code}\"")), "the address that the picture stands for");

    let mut ann = Browser::new(&club);
    let page = ann.get(&format!("/join?code={code}")).text();
    assert!(page.contains(&format!("value=\"{code}\"")) && page.contains("so that people can be told apart"), "{page}");
    let form = format!("code={code}&name=Ann+Ash&handle=ann&email=&password=a+quiet+move+wins");
    let empty = ann.post("/join", "code=&name=&handle=&email=&password=").text();
    for field in ["code", "name", "password"] {
        assert!(empty.contains(&format!("href=\"#{field}\"")), "{field} in {empty}");
    }
    assert!(empty.contains("The name is missing."), "{empty}");
    let uncoded = ann.post("/join", &form.replace(&format!("code={code}"), "code=+")).text();
    assert!(uncoded.contains("Give the code that you were given.") && !uncoded.contains("mistyped"), "{uncoded}");
    assert_eq!(ann.post("/join", &form).status, 303);
    let own = ann.get("/today").text();
    assert!(own.contains("Your account is open, and you are signed in."), "{own}");
    assert!(ann.get("/me").text().contains("You are not on the leaderboard yet"));
    let csrf = ann.csrf();
    ann.post("/me/membership", &format!("csrf={csrf}"));
    assert!(ann.get("/me").text().contains("Rank 1, 100 points"));

    let data = ann.get("/api/v1/me/data");
    assert_eq!(data.json["person"]["handle"], "ann");
    assert_eq!(data.json["memberships"].as_array().unwrap().len(), 1);
    assert_eq!(data.json["ledger"][0]["balance"], 100);
    ann.post("/me/data/removal", &format!("csrf={csrf}&reason=Moving+away"));
    let page = ann.get("/me/data").text();
    assert!(page.contains("It is due by Friday 13 November 2026"), "seven days (II.8): {page}");
    let withdraw = between(&page, "action=\"/me/data/removal/", "\"");
    ann.post(&format!("/me/data/removal/{withdraw}"), &format!("csrf={csrf}"));
    assert!(ann.get("/me/data").text().contains("Ask to be removed"));

    let mut bea = Browser::new(&club);
    bea.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let hers = form.replace("Ann+Ash", "Bea").replace("handle=ann", "handle=bea");
    assert_eq!(bea.post("/join", &hers).status, 303);
    let language = &bea.get("/api/v1/me/data").json["person"]["language"];
    assert_eq!(language, "de", "letters follow the pages by which she joined");

    let open = between(&door.get("/invitations").text(), "action=\"/invitations/", "\"").to_owned();
    let csrf = door.csrf();
    assert_eq!(door.post(&format!("/invitations/{open}"), &format!("csrf={csrf}")).status, 303);
    let late = Browser::new(&club).post("/join", &form.replace("handle=ann", "handle=ben"));
    assert_eq!(late.status, 422, "a withdrawn code lets nobody in");
});

both!(an_account_is_looked_after_by_its_owner, |club| {
    let (may, code) = (club.person("May", &[Role::Moderator]), "kind=invitation&days=14");
    let mut door = Browser::of(&club, &may);
    let csrf = door.csrf();
    let poster = door.post("/invitations", &format!("csrf={csrf}&{code}")).text();
    let code = between(&poster, "<p class=\"code\"><code>", "</code>").to_owned();
    // The link to send comes before the card, with what copies it.
    let above = poster.split("class=\"poster\"").next().unwrap();
    assert!(above.contains("id=\"link\" href=\"http") && above.contains("id=\"copy\""), "{poster}");
    assert!(above.contains(&format!("/join?code={code}\"")) && above.contains("/send.js\""), "{poster}");
    let mut phone = Browser::new(&club);
    phone.post("/join", &format!("code={code}&name=Ann&handle=ann&email=&password=a+quiet+move+wins"));
    let mut desk = Browser::new(&club);
    desk.post("/sign-in", "login=ann&password=a+quiet+move+wins");
    let csrf = desk.csrf();

    let wrong = desk.post("/me/account/authenticator", &format!("csrf={csrf}&password=guess"));
    assert_eq!(wrong.status, 422);
    assert!(between(&wrong.text(), "id=\"begin-password-hint\"", "</small>").contains("not your password"));
    assert!(between(&wrong.text(), "id=\"begin-wrong\"", "</div>").contains("<a href=\"#begin-password\">"));
    desk.post("/me/account/authenticator", &format!("csrf={csrf}&password=a+quiet+move+wins"));
    let page = desk.get("/me/account").text();
    assert!(page.contains("<path d=\"M4 4h7v1h-7z"), "its QR code");
    let secret = totp::from_base32(between(&page, "<code class=\"secret\">", "</code>")).unwrap();
    let digits = totp::code(&secret, club.now()).unwrap();
    let recovery = desk.post("/me/account/authenticator/confirm", &format!("csrf={csrf}&code={digits}")).text();
    assert_eq!(recovery.matches("<li><code>").count(), 8);
    assert!(desk.get("/me/account").text().contains("asks for a code from your authenticator"));

    // The phone is lost.
    let page = desk.get("/me/account").text();
    let phones = between(&page, "action=\"/me/account/sign-ins/", "\"").to_owned();
    assert_eq!(phone.get("/me").status, 200);
    let end = format!("/me/account/sign-ins/{phones}");
    let wrong = desk.post(&end, &format!("csrf={csrf}&password=guess")).text();
    assert!(between(&wrong, "id=\"sign-ins-password-hint\"", "</small>").contains("not your password"));
    let wrong = desk.post("/sign-out", &format!("csrf={csrf}&everywhere=yes&password=guess"));
    assert!(wrong.status == 422 && wrong.text().contains("not your password"));
    assert_eq!(phone.get("/me").status, 200, "nothing has ended");
    assert_eq!(desk.post(&end, &format!("csrf={csrf}&password=a+quiet+move+wins")).status, 303);
    assert_eq!(phone.get("/me").status, 303, "led to the door");
    assert_eq!(desk.get("/me").status, 200);
    let csrf_of_may = door.csrf();
    let another = door.post(&format!("/me/account/sign-ins/{phones}"), &format!("csrf={csrf_of_may}"));
    assert_eq!(another.status, 404, "somebody else's is not found");

    let taken = desk.post("/me/account/email", &format!("csrf={csrf}&email=nowhere&password=a+quiet+move+wins"));
    assert!(taken.text().contains("ann@example.org"), "what an address looks like");
    let address = format!("csrf={csrf}&email=ann%40example.org&password=a+quiet+move+wins");
    assert!(desk.post("/me/account/email", &address).text().contains("has an authenticator"), "its code is missing");
    let spare = between(&recovery, "<li><code>", "</code>");
    desk.post("/me/account/email", &format!("{address}&code={spare}"));
    assert!(desk.get("/me/account").text().contains("value=\"ann@example.org\""));
    desk.post("/me/notifications/preferences", &format!("csrf={csrf}&club=yes"));
    let wanted = between(&desk.get("/me/notifications").text(), "id=\"how\"", "</section>").to_owned();
    let ticked = |name: &str| wanted.contains(&format!("name=\"{name}\" value=\"yes\" checked"));
    assert_eq!(["club", "personal", "duties"].map(ticked), [true, false, false]);
});

both!(a_refusal_is_told_in_the_readers_language, |club| {
    let may = club.person("May", &[Role::Moderator]);
    let mut door = Browser::of(&club, &may);
    let csrf = door.csrf();
    door.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let refused = door.post("/invitations", &format!("csrf={csrf}&kind=join_code&uses=900&days=1"));
    assert!(refused.text().contains("900 liegt nicht zwischen 1 und 200."), "beside its field: {}", refused.text());
    let lost = door.get("/games/0");
    assert_eq!((lost.status, lost.header("content-language")), (404, Some("de")));
    assert!(lost.text().contains("<h1>Nicht gefunden</h1>"), "a page of its own: {}", lost.text());

    // A program has English, unless it asks for another language.
    let asked = |headers: &[(&str, &str)]| may.send("GET", "/api/v1/games/0", headers, b"");
    let (plain, german) = (asked(&[]), asked(&[("Accept-Language", "de-AT, en;q=0.5")]));
    assert_eq!((&plain.json["title"], plain.header("content-language")), (&"Not found".into(), None));
    assert_eq!((&german.json["title"], german.header("content-language")), (&"Nicht gefunden".into(), Some("de")));
    assert_eq!((german.status, &german.json["type"]), (404, &plain.json["type"]));
    for answer in [&lost, &plain, &german] {
        assert_eq!(answer.header("vary"), Some("Accept-Language, Cookie"), "what is kept of it is for this reader");
    }
});

both!(a_browser_keeps_a_page_about_nobody_for_when_the_club_is_away, |club| {
    let ann = club.person("Ann Ash", &[]);
    let mut own = Browser::of(&club, &ann);
    assert!(own.get("/today").text().contains("/offline.js\""));
    assert!(!Browser::new(&club).get("/today").text().contains("/offline.js\""), "for who is signed in");
    let page = own.get("/offline").text();
    assert!(page.contains("You seem to be offline") && !page.contains("Ann") && !page.contains("csrf"), "{page}");
    let unsent = own.get("/offline?unsent=yes").text();
    assert!(unsent.contains("Go back and look. If it is not there, tap again."), "{unsent}");
    assert!(!unsent.contains("Ann") && !unsent.contains("csrf") && unsent.contains("/offline.js\""), "{unsent}");
    // It is asked for again where a release has another sheet.
    let sheet = page.split("rel=\"stylesheet\" href=\"").nth(1).unwrap().split('"').next().unwrap();
    let worker = own.get("/worker.js");
    assert_eq!((worker.status, worker.header("cache-control")), (200, Some("no-cache")));
    assert!(worker.text().lines().next().unwrap().ends_with(sheet), "{}", worker.text());
});

//! Who may be called what: nobody joins as somebody else, or so that nobody could tell them apart.

use rookery::auth::Role;
use serde_json::json;

use super::{PASSWORD, set_up, with};
use crate::harness::{Browser, Caller, Client};

fn invite(by: &Client, person: Option<i64>) -> String {
    let asked = json!({ "kind": "invitation", "person": person });
    by.post("/api/v1/invitations", &asked).expect(201)["code"].as_str().unwrap().to_owned()
}

fn called(caller: &Caller) -> String {
    caller.get("/api/v1/me").expect(200)["name"].as_str().unwrap().to_owned()
}

both!(nobody_joins_under_a_name_that_is_somebody_elses, |club| {
    let chief = with(&club, &set_up(&club));
    let maya = club.person("Maya Goldberg", &[Role::Justice]);
    assert_eq!(called(&maya), "Maya Goldberg");
    let code = invite(&chief, None);
    let join = |name: &str, handle: &str| {
        let body = json!({ "code": code, "handle": handle, "name": name, "password": PASSWORD });
        club.anyone().post("/api/v1/accounts", &body)
    };
    for twin in [
        "Maya Goldberg",
        "MAYA goldberg",
        "Мaуа Goldberg",
        "Ｍａｙａ Goldberg",
        "Maya  Go1dberg.",
        "Maya-Goldberg",
        "Chief",
    ] {
        let refused = join(twin, "eve").expect(409);
        assert_eq!(refused["errors"][0]["field"], "name", "{twin}");
        assert!(!refused["detail"].as_str().unwrap().contains("Maya"), "whom the club has is not told: {refused}");
    }
    for hidden in
        ["Maya\u{fe0f} Goldberg", "Maya\u{200b} Goldberg", "Maya\nGoldberg", "Maya\u{2028}Goldberg", "Ma\u{7}ya"]
    {
        assert_eq!(join(hidden, "eve").expect(422)["errors"][0]["field"], "name", "{hidden:?}");
    }
    for handle in ["erased-8", "erased", "admin", "root", "me", "api", "moderator", "justice"] {
        assert_eq!(join("Eve", handle).expect(422)["errors"][0]["field"], "handle", "{handle}");
    }
    assert_eq!(join("Eve", "chi.ef").expect(409)["errors"][0]["field"], "handle", "the chief's, to the eye");
    join("Maya Goldman", "eve").expect(201);
});

both!(a_moderator_says_that_two_are_called_so, |club| {
    let (mona, kiosk) = (club.person("Mona", &[Role::Moderator]), club.person("Desk", &[Role::Kiosk]));
    let first = club.person("Sam Lee", &[]);
    club.set_time("2026-11-06T12:40:00");
    let now = club.now();
    club.write(move |tx| rookery::sessions::store::ensure_calendar(tx, now));
    let (mona, kiosk) = (club.again(&mona), club.again(&kiosk));
    let guest = |by: &Caller, same_name: Option<bool>| {
        by.post("/api/v1/people", &json!({ "name": "Sam  lee", "same_name": same_name }))
    };
    assert_eq!(guest(&mona, None).expect(409)["errors"][0]["field"], "same_name");
    assert_eq!(guest(&kiosk, Some(true)).expect(409)["errors"][0]["field"], "name", "the kiosk is a machine");
    let second = guest(&mona, Some(true)).expect(201);
    let id = second["id"].as_i64().unwrap();
    // The invitation is for this name and nobody else's.
    let code = invite(&mona, Some(id));
    let join = |name: &str| {
        let body = json!({ "code": code, "handle": "sam.lee.2", "name": name, "password": PASSWORD });
        club.anyone().post("/api/v1/accounts", &body)
    };
    assert_eq!(join("Mona").expect(422)["errors"][0]["field"], "name");
    join("sam LEE").expect(201);
    assert_eq!(mona.get(&format!("/api/v1/members/{id}")).expect(200)["name"], "Sam lee", "as it was entered");
    let path = format!("/api/v1/people/{id}");
    mona.patch(&path, &json!({ "name": "Sam Leigh" })).expect(200);
    assert_eq!(mona.patch(&path, &json!({ "name": "Sam Lee" })).expect(409)["errors"][0]["field"], "same_name");
    mona.patch(&path, &json!({ "name": "Sam Lee", "same_name": true })).expect(200);
    assert_ne!(first.id, id);
});

both!(the_page_asks_a_moderator_whether_it_is_another_person, |club| {
    let mona = club.person("Mona", &[Role::Moderator]);
    club.person("Sam Lee", &[]);
    let mut page = Browser::of(&club, &mona);
    let csrf = page.csrf();
    assert!(!page.get("/people").text().contains("same_name"), "nobody is asked before");
    let form = format!("csrf={csrf}&name=Sam+Lee");
    let asked = page.post("/people", &form);
    assert_eq!(asked.status, 409);
    assert!(asked.text().contains("name=\"same_name\""), "{}", asked.text());
    assert!(!asked.text().contains("a program"), "the page is a person's: {}", asked.text());
    assert_eq!(page.post("/people", &format!("{form}&same_name=yes")).status, 303);
});

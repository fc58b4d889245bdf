//! One tap to challenge somebody, one to accept: then the game has begun.

use chrono::TimeDelta;
use serde_json::json;

use super::{begun, consent, pair, path, play};
use crate::harness::{Answer, Browser, Caller, Club};

pub(super) fn challenges(club: &Club, who: &Caller, whom: &Caller) -> Answer {
    let mut browser = Browser::of(club, who);
    let csrf = browser.csrf();
    browser.post("/tables/challenge", &format!("csrf={csrf}&person={}", whom.id))
}

pub(super) fn leads_to(answer: &Answer) -> String {
    answer.header("location").expect("it leads somewhere").to_owned()
}

both!(a_challenge_and_its_acceptance_are_a_tap_each, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let page = Browser::of(&club, &ann).get(&format!("/members/{}", ben.id)).text();
    assert!(page.contains("action=\"/tables/challenge\"") && page.contains("Challenge to online chess"), "{page}");
    let table = leads_to(&challenges(&club, &ann, &ben));
    let seen = ann.get(&format!("/api/v1{table}")).expect(200);
    assert_eq!((&seen["stage"], &seen["options"]["minutes"]), (&json!("open"), &json!(10)), "{seen}");
    assert_eq!(leads_to(&challenges(&club, &ann, &ben)), table, "the same challenge again is the one that stands");
    let mut other = Browser::of(&club, &ben);
    let today = other.get("/today").text();
    assert!(today.contains("Ann wants to play with you") && today.contains("Accept and play"), "{today}");
    let csrf = other.csrf();
    assert_eq!(leads_to(&other.post(&table, &format!("csrf={csrf}&act=accept"))), table);
    assert_eq!(ann.get(&format!("/api/v1{table}")).expect(200)["stage"], "playing");
    assert!(!other.get("/today").text().contains("Accept and play"));
    // Two games a day are more than the house rules have: the form says so.
    assert!(leads_to(&challenges(&club, &ann, &ben)).starts_with("/tables/new/chess?invite="));
});

both!(who_challenges_back_accepts_and_consent_comes_first, |club| {
    let [ann, ben] = ["Ann", "Ben"].map(|name| club.person(name, &[]));
    for member in [&ann, &ben] {
        member.post("/api/v1/memberships", &json!({})).expect(201);
    }
    let first = leads_to(&challenges(&club, &ann, &ben));
    assert_eq!(first, format!("/online-consent?person={0}&next=/members/{0}", ben.id));
    // The one who says yes goes on as planned, the one who says no goes back.
    let mut browser = Browser::of(&club, &ann);
    let page = browser.get(&first).text();
    let no = format!("href=\"/members/{}\">No, thank you", ben.id);
    assert!(page.contains("your challenge is sent at once") && page.contains(&no), "{page}");
    let csrf = browser.csrf();
    let version = ann.get("/api/v1/online_consent").expect(200)["version"].clone();
    let yes = format!("csrf={csrf}&version={version}&person={0}&next=/members/{0}", ben.id);
    let table = leads_to(&browser.post("/online-consent", &yes));
    let seats = ann.get(&format!("/api/v1{table}")).expect(200)["seats"].clone();
    assert!(seats.as_array().unwrap().iter().any(|seat| seat["ready"] == true), "the challenger waits: {seats}");
    let mut other = Browser::of(&club, &ben);
    let csrf = other.csrf();
    let first = leads_to(&other.post(&table, &format!("csrf={csrf}&act=accept")));
    assert_eq!(first, format!("/online-consent?table={0}&next=/tables/{0}", &table["/tables/".len()..]));
    consent(&ben);
    club.pass(TimeDelta::minutes(2));
    assert_eq!(leads_to(&challenges(&club, &ben, &ann)), table);
    assert_eq!(ann.get(&format!("/api/v1{table}")).expect(200)["stage"], "playing");
    let nobody = challenges(&club, &ann, &ann);
    assert!(nobody.status >= 303, "nobody plays against themself");
});

both!(a_challenge_is_declined_by_one_tap_and_taken_back_by_another, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = leads_to(&challenges(&club, &ann, &ben));
    let mut other = Browser::of(&club, &ben);
    assert!(other.get("/today").text().contains("No, thank you"));
    assert!(other.get(&table).text().contains("No, thank you"));
    let csrf = other.csrf();
    assert_eq!(leads_to(&other.post(&table, &format!("csrf={csrf}&act=leave&next=/today"))), "/today");
    let today = other.get("/today").text();
    assert!(today.contains("You said no to the challenge") && !today.contains("wants to play with you"), "{today}");
    let over = Browser::of(&club, &ann).get(&table).text();
    assert!(over.contains("Ben said no to this challenge") && over.contains("Challenge again"), "{over}");
    let declined = other.get(&table).text();
    assert!(declined.contains("You said no to Ann") && declined.contains("Challenge back"), "{declined}");
    // The list says whom it was between, to these two alone.
    let dan = club.person("Dan", &[]);
    for (reader, between, others) in [(&ann, "Ben</strong>", 1), (&ben, "Ann</strong>", 1), (&dan, "Ann –</span>", 0)]
    {
        let list = Browser::of(&club, reader).get("/tables").text();
        assert!(!list.contains("empty seat"), "{list}");
        assert_eq!(list.matches(between).count(), others, "{between}: {list}");
    }
    assert!(Browser::of(&club, &dan).get(&table).text().contains("No game began at this table"));
    club.deliver();
    let told = Browser::of(&club, &ann).get("/me/notifications").text();
    assert!(told.contains("Somebody does not want to play at your table") && told.contains("Ben"), "{told}");
    // Nobody declines for somebody else, and what was declined is not accepted any more.
    let cat = club.person("Cat", &[]);
    let next = leads_to(&challenges(&club, &ann, &ben));
    assert_ne!(next, table);
    cat.delete(&format!("/api/v1{next}/seats"), &json!({})).refused(403);
    ben.post(&format!("/api/v1{table}/seats"), &json!({})).refused(409);
    let mut own = Browser::of(&club, &ann);
    assert!(own.get(&next).text().contains("Take the challenge back"));
    let csrf = own.csrf();
    own.post(&next, &format!("csrf={csrf}&act=leave"));
    assert!(!other.get("/today").text().contains("wants to play with you"));
    assert!(own.get(&next).text().contains("You took your challenge back. It was for Ben."));
    assert!(other.get(&next).text().contains("Ann took this challenge back"));
    // Either asks again by one tap, the one who was asked too.
    let again = |browser: &mut Browser, of: &str| {
        let csrf = browser.csrf();
        let number = of.rsplit('/').next().unwrap();
        leads_to(&browser.post("/tables/challenge", &format!("csrf={csrf}&again={number}")))
    };
    let back = again(&mut other, &table);
    let asked = ann.get(&format!("/api/v1{back}")).expect(200);
    assert_eq!((&asked["stage"], &asked["opened_by"]), (&json!("open"), &json!(ben.id)), "{asked}");
    assert!(own.get(&table).text().contains("Ben wants to play again"));
    ben.delete(&format!("/api/v1{back}/seats"), &json!({})).expect(204);
    assert_ne!(again(&mut own, &next), back);
    // Nobody else does.
    let mut third = Browser::of(&club, &dan);
    let csrf = third.csrf();
    let number = table.rsplit('/').next().unwrap();
    assert_eq!(third.post("/tables/challenge", &format!("csrf={csrf}&again={number}")).status, 403);
    // At a table of more the seat is free for others.
    let three = json!({ "game": "multiplayer", "options": { "start": "start3" }, "invite": [ben.id] });
    let table = path(&ann.post("/api/v1/tables", &three).expect(201));
    ben.delete(&format!("{table}/seats"), &json!({})).expect(204);
    cat.post(&format!("{table}/seats"), &json!({})).expect(200);
    assert_eq!(ann.get(&table).expect(200)["stage"], "open");
    assert!(own.get(&table.replace("/api/v1", "")).text().contains("Leave the table to the others"));
    // Such a table is no challenge of one to another: it is closed.
    let three =
        json!({ "game": "multiplayer", "options": { "start": "start3" }, "seat": 0, "invite": [ben.id, cat.id] });
    let page = path(&ann.post("/api/v1/tables", &three).expect(201)).replace("/api/v1", "");
    let shown = own.get(&page).text();
    assert!(shown.contains("Close the table") && !shown.contains("Take the challenge back"), "{shown}");
    let csrf = own.csrf();
    own.post(&page, &format!("csrf={csrf}&act=leave"));
    assert!(own.get(&page).text().contains("You closed this table. You had asked Ben and Cat to play."));
    assert!(other.get(&page).text().contains("Ann closed this table."));
});

both!(what_stands_against_a_challenge_is_read_before_it_is_sent, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let [cat, dan] = pair(&club, ["Cat", "Dan"]);
    let table = begun(&ben, &dan);
    let mut browser = Browser::of(&club, &ann);
    let csrf = browser.csrf();
    let fields = format!("csrf={csrf}&minutes=5&increment_seconds=0&rated=yes&seat=&invite={}", ben.id);
    let tables =
        || ann.get(&format!("/api/v1/tables?person={}", ann.id)).expect(200)["items"].as_array().unwrap().len();
    let told = browser.post("/tables/new/chess", &fields).text();
    assert!(told.contains("one game for points online at a time. Wait for the end of the game Ben – Dan."), "{told}");
    assert!(told.contains("Ben has played for points online today. The next time is tomorrow"), "{told}");
    assert_eq!(tables(), 0, "nothing is opened that would be refused, before that was read");
    let read = told.split("name=\"read\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let read = read.replace("&#39;", "'").replace(' ', "+");
    let opened = leads_to(&browser.post("/tables/new/chess", &format!("{fields}&read={read}")));
    assert_eq!(tables(), 1);
    // On Today it says the same, in the place of the button that would be refused.
    let mut other = Browser::of(&club, &ben);
    let today = other.get("/today").text();
    assert!(today.contains("Ann wants to play with you") && today.contains("No, thank you"), "{today}");
    assert!(!today.contains("Accept and play") && today.contains("You have played for points online today"), "{today}");
    let csrf = other.csrf();
    let refused = other.post(&opened, &format!("csrf={csrf}&act=accept"));
    assert_eq!(refused.status, 409);
    assert!(refused.text().contains("You have played for points online today. The next time is tomorrow"));
    play(&ben, &table, 0, json!({ "kind": "resign" })).expect(200);
    let quick = leads_to(&challenges(&club, &cat, &ben));
    assert!(quick.starts_with("/tables/new/chess?invite="), "{quick}");
    assert!(Browser::of(&club, &cat).get(&quick).text().contains("Ben has played for points online today"));
});

both!(a_game_just_for_fun_is_a_tap_away_too, |club| {
    let [ann, ben] = ["Ann", "Ben"].map(|name| club.person(name, &[]));
    for member in [&ann, &ben] {
        member.post("/api/v1/memberships", &json!({})).expect(201);
    }
    let mut browser = Browser::of(&club, &ann);
    let page = browser.get(&format!("/members/{}", ben.id)).text();
    assert!(page.contains("name=\"rated\" value=\"no\">Play just for fun</button>"), "{page}");
    let csrf = browser.csrf();
    let fun = |browser: &mut Browser, csrf: &str, whom: &Caller| {
        leads_to(&browser.post("/tables/challenge", &format!("csrf={csrf}&person={}&rated=no", whom.id)))
    };
    // Who agrees to the terms first is not led to a game for points by that.
    let first = fun(&mut browser, &csrf, &ben);
    assert_eq!(first, format!("/online-consent?person={0}&rated=no&next=/members/{0}", ben.id));
    let asked = browser.get(&first).text();
    assert!(asked.contains("just for fun") && asked.contains("name=\"rated\" value=\"no\""), "{asked}");
    for player in [&ann, &ben] {
        consent(player);
    }
    let table = fun(&mut browser, &csrf, &ben);
    assert_eq!(ann.get(&format!("/api/v1{table}")).expect(200)["options"]["rated"], false);
    // A game for points is no answer to it.
    assert_ne!(leads_to(&challenges(&club, &ben, &ann)), table);
    assert_eq!(ann.get(&format!("/api/v1{table}")).expect(200)["stage"], "open");
    let mut other = Browser::of(&club, &ben);
    let csrf = other.csrf();
    assert_eq!(fun(&mut other, &csrf, &ann), table);
    assert_eq!(ann.get(&format!("/api/v1{table}")).expect(200)["stage"], "playing");
});

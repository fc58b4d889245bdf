//! One tap to challenge somebody, one to accept: then the game has begun.

use chrono::TimeDelta;
use serde_json::json;

use super::{consent, pair};
use crate::harness::{Answer, Browser, Caller, Club};

fn challenges(club: &Club, who: &Caller, whom: &Caller) -> Answer {
    let mut browser = Browser::of(club, who);
    let csrf = browser.csrf();
    browser.post("/tables/challenge", &format!("csrf={csrf}&person={}", whom.id))
}

fn leads_to(answer: &Answer) -> String {
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
    assert_eq!(leads_to(&other.post(&table, &format!("csrf={csrf}&act=play"))), table);
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
    assert_eq!(first, format!("/online-consent?next=/members/{}", ben.id));
    for member in [&ann, &ben] {
        consent(member);
    }
    let table = leads_to(&challenges(&club, &ann, &ben));
    club.pass(TimeDelta::minutes(2));
    assert_eq!(leads_to(&challenges(&club, &ben, &ann)), table);
    assert_eq!(ann.get(&format!("/api/v1{table}")).expect(200)["stage"], "playing");
    let nobody = challenges(&club, &ann, &ann);
    assert!(nobody.status >= 303, "nobody plays against themself");
});

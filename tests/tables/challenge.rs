//! One tap to challenge somebody, one to accept: then the game has begun.

use chrono::TimeDelta;
use serde_json::json;

use super::{begun, consent, pair, path, play, ready};
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

both!(a_game_is_played_again_by_a_tap_each_with_the_colours_exchanged, |club| {
    club.lets_play_online(9, 9);
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let open = json!({ "game": "chess", "options": { "minutes": 3, "rated": false }, "seat": 0 });
    let table = path(&ann.post("/api/v1/tables", &open).expect(201));
    ben.post(&format!("{table}/seats"), &json!({})).expect(200);
    for player in [&ann, &ben] {
        ready(player, &table, true).expect(200);
    }
    play(&ann, &table, 0, json!({ "kind": "resign" })).expect(200);
    let page = table.replace("/api/v1", "");
    let mut browsers = [Browser::of(&club, &ann), Browser::of(&club, &ben)];
    let again = |browser: &mut Browser, whom: &Caller| {
        let csrf = browser.csrf();
        let number = page.rsplit('/').next().unwrap();
        leads_to(&browser.post("/tables/challenge", &format!("csrf={csrf}&person={}&again={number}", whom.id)))
    };
    assert!(!browsers[1].get(&page).text().contains("wants to play again"));
    // A challenge to another game is not the answer.
    let other = leads_to(&challenges(&club, &ben, &ann));
    assert!(!browsers[0].get(&page).text().contains("wants to play again"));
    let next = again(&mut browsers[0], &ben);
    assert_ne!(next, other);
    assert!(browsers[1].get(&page).text().contains("Ann wants to play again"));
    assert_eq!(again(&mut browsers[1], &ann), next);
    let seen = ann.get(&format!("/api/v1{next}")).expect(200);
    assert_eq!((&seen["stage"], &seen["options"]["minutes"]), (&json!("playing"), &json!(3)), "{seen}");
    assert_eq!((&seen["options"]["rated"], &seen["seats"][1]["person"]["name"]), (&json!(false), &json!("Ann")));
});

both!(the_list_draws_what_is_played_and_says_who_has_the_move_and_a_free_seat_is_one_tap, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let open = json!({ "game": "chess", "options": { "minutes": 10 }, "seat": 0 });
    ann.post("/api/v1/tables", &open).expect(201);
    let free = Browser::of(&club, &ben).get("/tables").text();
    assert!(free.contains("name=\"act\" value=\"play\"") && !free.contains("class=\"mini\""), "{free}");
    let own = Browser::of(&club, &ann).get("/tables").text();
    assert!(!own.contains("name=\"act\" value=\"play\""), "one's own table");
    begun(&ann, &ben);
    let list = Browser::of(&club, &ben).get("/tables").text();
    assert!(list.contains("Has the move: Ann, since") && list.contains("<svg class=\"mini\""), "{list}");
    assert_eq!(list.matches("pieces.svg#white-pawn").count(), 8, "{list}");
    // Every game with a board has its drawing.
    let [cat, dan, eve] = ["Cat", "Dan", "Eve"].map(|name| club.person(name, &[]));
    let three = json!({ "game": "multiplayer", "options": { "start": "start3", "colours": "chosen" }, "seat": 0 });
    let table = super::path(&cat.post("/api/v1/tables", &three).expect(201));
    for other in [&dan, &eve] {
        other.post(&format!("{table}/seats"), &json!({})).expect(200);
    }
    for player in [&cat, &dan, &eve] {
        super::ready(player, &table, true).expect(200);
    }
    let practice = json!({ "game": "party", "options": { "practice": true } });
    let table = super::path(&dan.post("/api/v1/tables", &practice).expect(201));
    super::ready(&dan, &table, true).expect(200);
    let list = Browser::of(&club, &ben).get("/tables").text();
    assert_eq!(list.matches("<svg class=\"mini\"").count(), 3, "{list}");
    assert_eq!(list.matches("<circle class=\"army ").count(), 48, "{list}");
    assert!(list.contains("Has the move: Cat, since") && list.contains("Has the move: Dan, since"), "{list}");
});

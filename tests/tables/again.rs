//! One tap to play the same again, or another game in its place.

use rookery::auth::Role;
use serde_json::json;

use super::challenge::{challenges, leads_to};
use super::{begun, pair, path, play, ready};
use crate::harness::{Browser, Caller};

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
    let limit = "Games for points have a limit each day.";
    assert!(browsers[1].get(&other).text().contains(limit), "it is for points");
    let fun = browsers[0].get(&next).text();
    assert!(fun.contains("The game begins when both are ready.") && !fun.contains(limit), "{fun}");
    assert!(browsers[1].get(&page).text().contains("Ann wants to play again"));
    assert_eq!(again(&mut browsers[1], &ann), next);
    let seen = ann.get(&format!("/api/v1{next}")).expect(200);
    assert_eq!((&seen["stage"], &seen["options"]["minutes"]), (&json!("playing"), &json!(3)), "{seen}");
    assert_eq!((&seen["options"]["rated"], &seen["seats"][1]["person"]["name"]), (&json!(false), &json!("Ann")));
});

both!(any_game_is_played_again_by_a_tap_each, |club| {
    let [ann, ben, cat] = ["Ann", "Ben", "Cat"].map(|name| club.person(name, &[]));
    let again = |who: &Caller, page: &str| {
        let mut browser = Browser::of(&club, who);
        let csrf = browser.csrf();
        leads_to(&browser.post("/tables/challenge", &format!("csrf={csrf}&again={}", &page["/tables/".len()..])))
    };
    let four = path(&ann.post("/api/v1/tables", &json!({ "game": "four", "seat": 0 })).expect(201));
    ben.post(&format!("{four}/seats"), &json!({})).expect(200);
    for player in [&ann, &ben] {
        ready(player, &four, true).expect(200);
    }
    let page = four.replace("/api/v1", "");
    let mut browser = Browser::of(&club, &cat);
    let csrf = browser.csrf();
    let number = &page["/tables/".len()..];
    assert_eq!(
        browser.post("/tables/challenge", &format!("csrf={csrf}&again={number}")).status,
        403,
        "who has not played"
    );
    play(&ann, &four, 0, json!({ "kind": "resign" })).expect(200);
    assert!(Browser::of(&club, &ben).get(&page).text().contains("You won"));
    assert!(Browser::of(&club, &cat).get(&page).text().contains("Won by Ben"));
    let next = again(&ann, &page);
    assert_eq!(again(&ben, &page), next);
    let seen = ann.get(&format!("/api/v1{next}")).expect(200);
    assert_eq!((&seen["stage"], &seen["seats"][1]["person"]["name"]), (&json!("playing"), &json!("Ann")), "{seen}");
    // Three play again when each of them has said so.
    let options = json!({ "start": "start3", "colours": "chosen" });
    let three = path(&ann.post("/api/v1/tables", &json!({ "game": "multiplayer", "options": options })).expect(201));
    for other in [&ben, &cat] {
        other.post(&format!("{three}/seats"), &json!({})).expect(200);
    }
    for player in [&ann, &ben, &cat] {
        ready(player, &three, true).expect(200);
    }
    for _ in 0..2 {
        let seen = ann.get(&three).expect(200);
        let seat = seen["turn"][0].as_i64().unwrap();
        let id = seen["seats"][usize::try_from(seat).unwrap()]["person"]["id"].as_i64().unwrap();
        let mover = [&ann, &ben, &cat].into_iter().find(|one| one.id == id).unwrap();
        play(mover, &three, seen["number"].as_i64().unwrap(), json!({ "kind": "resign" })).expect(200);
    }
    assert_eq!(ann.get(&three).expect(200)["stage"], "ended");
    let page = three.replace("/api/v1", "");
    let next = again(&cat, &page);
    assert_eq!(again(&ann, &page), next);
    assert_eq!(ann.get(&format!("/api/v1{next}")).expect(200)["stage"], "open");
    assert_eq!(again(&ben, &page), next);
    assert_eq!(ann.get(&format!("/api/v1{next}")).expect(200)["stage"], "playing");
});

both!(after_the_game_of_the_day_one_just_for_fun_is_offered_in_place_of_a_refusal, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    play(&ann, &table, 0, json!({ "kind": "resign" })).expect(200);
    let page = table.replace("/api/v1", "");
    let number = &page["/tables/".len()..];
    let mut browsers = [Browser::of(&club, &ben), Browser::of(&club, &ann)];
    let told = browsers[0].get(&page).text();
    assert!(told.contains("<p>You have played for points online today. The next time is tomorrow"), "{told}");
    assert!(!told.contains("Play again</button>") && told.contains("Play again, just for fun</button>"), "{told}");
    let again = |browser: &mut Browser, more: &str| {
        let csrf = browser.csrf();
        leads_to(&browser.post("/tables/challenge", &format!("csrf={csrf}&again={number}{more}")))
    };
    let form = again(&mut browsers[0], "");
    assert!(form.starts_with("/tables/new/chess?"), "for points it is refused: {form}");
    let form = browsers[0].get(&form).text();
    assert!(form.contains("Just for fun you can play now. That is chosen below."), "{form}");
    assert!(
        form.contains("<option value=\"no\" selected") && !form.contains("<option value=\"yes\" selected"),
        "{form}"
    );
    // Sent for points it is shown again, with the other choice; who insists opens such a table.
    let (csrf, asked) =
        (browsers[0].csrf(), format!("minutes=10&increment_seconds=5&rated=yes&seat=&invite={}", ann.id));
    let shown = browsers[0].post("/tables/new/chess", &format!("csrf={csrf}&{asked}")).text();
    assert!(shown.contains("<option value=\"no\" selected"), "{shown}");
    let next = again(&mut browsers[0], "&rated=no");
    let asked = browsers[1].get(&page).text();
    assert!(asked.contains("Ben wants to play again"), "{asked}");
    assert_eq!(again(&mut browsers[1], "&rated=no"), next);
    let seen = ann.get(&format!("/api/v1{next}")).expect(200);
    assert_eq!((&seen["stage"], &seen["options"]["rated"]), (&json!("playing"), &json!(false)), "{seen}");
    assert_eq!(seen["seats"][0]["person"]["name"], "Ben", "the colours are exchanged: {seen}");
});

both!(where_no_chess_can_be_played_another_game_is_offered, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let mona = club.person("Mona", &[Role::Moderator]);
    let table = begun(&ann, &ben);
    play(&ann, &table, 0, json!({ "kind": "resign" })).expect(200);
    mona.ban(&club, ben.id, "2026-11-13");
    let mut browser = Browser::of(&club, &ben);
    let page = browser.get(&table.replace("/api/v1", "")).text();
    assert!(!page.contains("name=\"again\"") && page.contains("Play Four in a row instead"), "{page}");
    let csrf = browser.csrf();
    let next = leads_to(&browser.post("/tables/challenge", &format!("csrf={csrf}&person={}&game=four", ann.id)));
    let seen = ann.get(&format!("/api/v1{next}")).expect(200);
    assert_eq!((&seen["game"], &seen["stage"]), (&json!("four"), &json!("open")), "{seen}");
    let other = Browser::of(&club, &ann).get(&next).text();
    assert!(other.contains("Ben challenges you") || other.contains("Accept and play"), "{other}");
    let unknown = browser.post("/tables/challenge", &format!("csrf={csrf}&person={}&game=go", ann.id));
    assert_eq!(unknown.status, 404);
});

both!(another_game_is_offered_once_what_stands_against_it_has_passed, |club| {
    club.lets_play_online(9, 1);
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let [cat, dan] = pair(&club, ["Cat", "Dan"]);
    let table = begun(&ann, &ben);
    play(&ann, &table, 0, json!({ "kind": "resign" })).expect(200);
    let other = begun(&cat, &dan);
    let mut browser = Browser::of(&club, &ben);
    let mut page = || browser.get(&table.replace("/api/v1", "")).text();
    let against = page();
    assert!(against.contains("<p>The whole club plays one game for points online at a time."), "{against}");
    assert!(!against.contains("Play again</button>"), "{against}");
    play(&cat, &other, 0, json!({ "kind": "resign" })).expect(200);
    let free = page();
    assert!(free.contains("Play again</button>"), "{free}");
    // The script looks again and again: the other one's wish comes, and what stands against a game passes.
    assert!([&against, &free].iter().all(|page| page.contains("<div class=\"over\" data-passes>")), "{free}");
});

both!(before_a_game_is_offered_again_its_table_says_that_it_was_made_void, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    play(&ann, &table, 0, json!({ "kind": "resign" })).expect(200);
    let game = ann.get(&table).expect(200)["game_id"].to_string();
    let page = || Browser::of(&club, &ben).get(&table.replace("/api/v1", "")).text();
    let gone = "This game does not count any more.</strong>";
    assert!(!page().contains(gone), "it counts");
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let error = json!({ "reason": "The board showed two positions", "act": "I.9.10" });
    chief.post(&format!("/api/v1/games/{game}/void"), &error).expect(200);
    let told = page();
    let (before, _) = told.split_once("Play again</button>").expect("the button");
    assert!(before.contains(gone) && before.contains(&format!("href=\"/games/{game}\">Why?</a>")), "{told}");
    assert!(!told.contains("As a game of the club"), "it is told once: {told}");
});

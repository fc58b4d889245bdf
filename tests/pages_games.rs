//! The page of all games, and what a player is told of a game that is worth a cheer.

use rookery::auth::{Role, Visitors};
use serde_json::{Value, json};

use crate::harness::{Browser, Caller, Club};
use crate::sessions::member;

/// A session at 12:40 with a moderator and three members in the room.
fn session(club: &Club) -> [Caller; 4] {
    let may = member(club, "May", &[Role::Moderator]);
    let [ann, ben, cy] = ["Ann", "Ben", "Cy"].map(|name| member(club, name, &[]));
    club.set_time("2026-11-06T12:30:00");
    let may = club.again(&may);
    let session = club.anyone().get("/api/v1/sessions").expect(200)["sessions"][0]["id"].clone();
    let people = json!({ "people": [may.id, ann.id, ben.id, cy.id] });
    may.post(&format!("/api/v1/sessions/{session}/arrivals"), &people).expect(200);
    club.set_time("2026-11-06T12:40:00");
    [may, ann, ben, cy].map(|person| club.again(&person))
}

fn enter(by: &Caller, [white, black]: [&Caller; 2], result: &str, ending: &str) -> Value {
    let game = json!({ "white": white.id, "black": black.id, "result": result, "ending": ending, "insist": true });
    by.post("/api/v1/games", &game).expect(201)["id"].clone()
}

both!(all_games_are_found_by_player_day_and_result, |club| {
    let [may, ann, ben, cy] = session(&club);
    assert!(Browser::of(&club, &ann).get("/games").text().contains("No game yet."));
    let won = enter(&may, [&ann, &ben], "white", "checkmate");
    let drawn = enter(&may, [&cy, &ann], "draw", "draw_agreed");
    let (won, drawn) = (format!("href=\"/games/{won}\""), format!("href=\"/games/{drawn}\""));
    let page = |query: &str| Browser::of(&club, &ben).get(&format!("/games{query}")).text();
    let found = |query: &str| {
        let page = page(query);
        [page.contains(&won), page.contains(&drawn)]
    };
    let all = page("");
    let places = [all.find(&drawn).expect("the draw"), all.find(&won).expect("the win")];
    assert!(places[0] < places[1], "the last entered first: {all}");
    assert!(all.contains("1–0") && all.contains("½–½") && !all.contains("<details open>"), "{all}");
    assert_eq!(found(&format!("?person={}&on=&result=", ben.id)), [true, false]);
    assert_eq!(found(&format!("?person={}", ann.id)), [true, true]);
    assert_eq!(found(&format!("?person={}&result=white", ann.id)), [true, false]);
    assert_eq!(found("?result=draw"), [false, true]);
    assert_eq!(found("?on=2026-11-06"), [true, true]);
    assert_eq!(found("?on=2026-11-05"), [false, false]);
    let chosen = page(&format!("?person={}&on=2026-11-05&result=black", cy.id));
    let option = format!("<option value=\"{}\" selected>Cy<", cy.id);
    for kept in [option.as_str(), "value=\"2026-11-05\"", "\"black\" selected>"] {
        assert!(chosen.contains(kept), "{kept}: {chosen}");
    }
    for wrong in ["?person=x", "?result=won", "?on=yesterday", "?on=10000-01-01"] {
        assert_eq!(Browser::of(&club, &ben).get(&format!("/games{wrong}")).status, 422, "{wrong}");
    }
    for from in ["/sessions", "/"] {
        assert!(Browser::of(&club, &ben).get(from).text().contains("href=\"/games\""), "{from}");
    }

    // For visitors it is what the club's games are.
    assert!(Browser::new(&club).get("/games").text().contains(&won));
    club.lets_visitors_read(Visitors::Leaderboard);
    let outside = Browser::new(&club).get("/games");
    assert!(outside.status == 303 && !Browser::new(&club).get("/").text().contains("href=\"/games\""));
});

both!(older_games_are_found_with_the_same_choice, |club| {
    let [may, ann, ben, cy] = session(&club);
    let first = enter(&may, [&ann, &ben], "white", "checkmate");
    let others = enter(&may, [&cy, &ben], "white", "checkmate");
    for _ in 0..30 {
        enter(&may, [&ann, &ben], "white", "checkmate");
    }
    let mut browser = Browser::of(&club, &ben);
    let query = format!("?person={}&on=2026-11-06&result=white", ann.id);
    let page = browser.get(&format!("/games{query}")).text();
    let link = |game: &Value| format!("href=\"/games/{game}\"");
    assert!(!page.contains(&link(&first)), "{page}");
    let older = page.split("rel=\"next\" href=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a way on");
    let older = older.replace("&#38;", "&").replace("&amp;", "&");
    assert!(older.starts_with(&query), "{older}");
    let page = browser.get(&format!("/games{older}")).text();
    assert!(page.contains(&link(&first)) && !page.contains(&link(&others)), "{page}");
    assert!(!page.contains("rel=\"next\""), "{page}");
});

both!(the_last_game_of_a_player_is_cheered_to_them_alone, |club| {
    let [may, ann, ben, _] = session(&club);
    let cheers = |who: &Caller, game: &Value| {
        let page = Browser::of(&club, &club.again(who)).get(&format!("/games/{game}")).text();
        let told = ["Your first win!", "Your best score yet!", "3 wins in a row!"];
        told.into_iter().filter(|cheer| page.contains(cheer)).collect::<Vec<_>>()
    };
    let none: [&str; 0] = [];
    let first = enter(&ann, [&ann, &ben], "white", "checkmate");
    assert_eq!(cheers(&ann, &first), ["Your first win!"]);
    assert_eq!(cheers(&ben, &first), none, "who lost");
    let today = Browser::of(&club, &ann).get("/today").text();
    assert!(today.contains("<strong>Your first win!</strong>"), "{today}");
    assert!(!Browser::new(&club).get(&format!("/games/{first}")).text().contains("first win"), "a visitor");

    club.set_time("2026-11-06T12:44:00");
    let second = enter(&club.again(&ann), [&ann, &ben], "white", "checkmate");
    assert_eq!(cheers(&ann, &second), ["Your best score yet!"]);
    assert_eq!(cheers(&ann, &first), none, "it is not the last one any more");
    club.set_time("2026-11-06T12:46:00");
    let lost = json!([{ "kind": "deduction", "points": 10 }]);
    club.again(&may).decide(&club, ann.id, &[], lost).expect(201);
    assert_eq!(cheers(&ann, &second), ["Your best score yet!"], "what came after the game is no part of it");
    club.set_time("2026-11-06T12:48:00");
    let third = enter(&club.again(&ann), [&ann, &ben], "white", "checkmate");
    assert_eq!(cheers(&ann, &third), ["3 wins in a row!"], "the strongest alone");
    let mut german = Browser::of(&club, &club.again(&ann));
    german.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    assert!(german.get(&format!("/games/{third}")).text().contains("3 Siege in Folge!"));
});

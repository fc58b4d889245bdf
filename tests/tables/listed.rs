//! The list of tables: the drawing of each, who has the move, and a free seat that is taken by one tap.

use serde_json::json;

use super::{begun, pair};
use crate::harness::{Browser, Caller};

both!(what_has_not_begun_is_drawn_as_it_will_begin, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let cases = [
        ("chess", json!({ "minutes": 10 }), "pieces.svg#white-pawn", 8),
        ("multiplayer", json!({ "start": "start3" }), "<circle class=\"army ", 48),
        ("four", json!({}), "<circle class=\"hole\"", 42),
        ("party", json!({ "swingers": ["NAP", "Azure"], "seats": 2 }), "class=\"man s", 0),
    ];
    for (game, options, man, men) in cases {
        let open = json!({ "game": game, "options": options, "seat": 0 });
        let table = super::path(&ann.post("/api/v1/tables", &open).expect(201));
        let pages = [(&ben, "/tables"), (&ann, "/tables"), (&ann, "/today")];
        for (reader, page) in pages {
            let list = Browser::of(&club, reader).get(page).text();
            assert_eq!(list.matches("<svg class=\"mini\"").count(), 1, "{game} in {page}: {list}");
            assert_eq!(list.matches(man).count(), men, "{game} in {page}: {list}");
        }
        ann.delete(&format!("{table}/seats"), &json!({})).expect(204);
    }
});

both!(the_list_draws_what_is_played_and_says_who_has_the_move_and_a_free_seat_is_one_tap, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let open = json!({ "game": "chess", "options": { "minutes": 10 }, "seat": 0 });
    let unbegun = super::path(&ann.post("/api/v1/tables", &open).expect(201));
    let free = Browser::of(&club, &ben).get("/tables").text();
    assert!(free.contains("name=\"act\" value=\"accept\""), "{free}");
    let own = Browser::of(&club, &ann).get("/tables").text();
    assert!(!own.contains("name=\"act\" value=\"accept\""), "one's own table");
    ann.delete(&format!("{unbegun}/seats"), &json!({})).expect(204);
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
    assert_eq!(list.matches("<svg class=\"mini\"").count(), 2, "practice is for its player alone: {list}");
    assert_eq!(list.matches("<circle class=\"army ").count(), 48, "{list}");
    assert!(list.contains("Has the move: Cat, since") && !list.contains("practice against the computer"), "{list}");
    let listed = |who: &Caller| who.get("/api/v1/tables?game=party&limit=1").expect(200)["items"].clone();
    assert_eq!(listed(&ben), json!([]), "nor is it listed to programs");
    assert_eq!(listed(&dan).as_array().unwrap().len(), 1);
    let own = Browser::of(&club, &dan).get("/tables").text();
    assert_eq!(own.matches("<svg class=\"mini\"").count(), 3, "{own}");
});

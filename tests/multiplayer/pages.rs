//! Chess for several as pages, without scripts: opening, choosing a piece, a move of its moves, offers, the
//! board from one's own seat, ratings.

use serde_json::json;

use super::table::{begun, chosen, does, number, people};
use crate::harness::{Browser, Caller};
use crate::tables::path;

fn page(table: &str) -> String {
    table.replace("/api/v1", "")
}

/// The text between the first two marks.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    text.split_once(from).and_then(|(_, rest)| rest.split_once(to)).map_or("", |(found, _)| found)
}

/// Whether a square is drawn below another.
fn is_below(page: &str, square: &str, other: &str) -> bool {
    let lowest = |square: &str| -> f64 {
        let after = between(page, &format!("data-square=\"{square}\"><polygon points=\""), "\"");
        after.split(' ').filter_map(|point| point.split(',').nth(1)?.parse().ok()).fold(f64::MIN, f64::max)
    };
    lowest(square) > lowest(other)
}

both!(a_table_is_opened_by_its_form_and_what_is_wrong_is_said_in_place, |club| {
    let [ann]: [Caller; 1] = people(&club);
    let mut browser = Browser::of(&club, &ann);
    let csrf = browser.csrf();
    let form = browser.get("/tables/new/multiplayer").text();
    assert!(form.contains("<option value=\"start4\" selected>"), "{form}");
    let days = between(&form, "name=\"days\"", ">");
    assert!(days.contains("max=\"14\"") && days.contains("value=\"3\""), "{days}");
    assert!(form.contains("<fieldset id=\"open-invite\"") && !form.contains("multiple"), "{form}");
    assert!(between(&form, "<details id=\"open-more\">", "</details>").contains("name=\"position\""), "folded: {form}");
    let open = |browser: &mut Browser, fields: &str| {
        browser.post("/tables/new/multiplayer", &format!("csrf={csrf}&seat=&increment_seconds=5&promotion=8&{fields}"))
    };
    let wrong = open(&mut browser, "start=start4&position=nonsense&colours=lot&clock=live&minutes=10");
    assert_eq!(wrong.status, 422);
    assert!(wrong.text().contains("too short for a position. Copy it whole"), "{}", wrong.text());
    assert!(wrong.text().contains("<a href=\"#open-position\">"), "{}", wrong.text());
    let wrong = open(&mut browser, "start=start4&colours=lot&clock=days&days=99").text();
    assert!(
        wrong.contains("id=\"open-days-hint\"><strong class=\"wrong\">99 days are not between 1 and 14"),
        "{wrong}"
    );
    assert!(wrong.contains("<a href=\"#open-days\">"), "{wrong}");
    let opened = open(&mut browser, "start=start3-hex&colours=chosen&clock=days&days=2&rated=yes");
    assert_eq!(opened.status, 303, "{}", opened.text());
    let table = browser.get(opened.header("location").unwrap()).text();
    assert!(table.contains("The game begins when all are ready."), "{table}");
    assert_eq!(table.matches("<polygon").count(), 96, "the board stands there already");
    let tables = ann.get("/api/v1/tables").expect(200);
    let options =
        json!({ "start": "start3-hex", "promotion": "8", "colours": "chosen", "clock": { "days": 2 }, "rated": true });
    assert_eq!(tables["items"][0]["options"], options);
});

both!(colours_that_are_not_drawn_are_taken_by_who_sits_down, |club| {
    let [ann, ben]: [Caller; 2] = people(&club);
    let table = path(
        &ann.post("/api/v1/tables", &json!({ "game": "multiplayer", "options": chosen("start3"), "seat": 0 }))
            .expect(201),
    );
    let mut browser = Browser::of(&club, &ben);
    let list = browser.get("/tables").text();
    assert!(list.contains("Choose your seat") && !list.contains("value=\"accept\""), "{list}");
    let seen = browser.get(&page(&table)).text();
    assert!(seen.contains("value=\"1\">Play as Blue") && seen.contains("value=\"2\">Play as Yellow"), "{seen}");
    let form = format!("csrf={}&act=accept&seat=2", browser.csrf());
    assert_eq!(browser.post(&page(&table), &form).status, 303);
    let seats = ben.get(&table).expect(200)["seats"].clone();
    assert_eq!(seats[2]["person"]["id"], ben.id);
    assert_eq!(seats[2]["ready"], true);
});

both!(a_move_is_chosen_by_piece_and_target_without_scripts, |club| {
    let players: [Caller; 4] = people(&club);
    let table = begun(&players, &chosen("start4"));
    let mut red = Browser::of(&club, &players[0]);
    let csrf = red.csrf();
    let seen = red.get(&page(&table)).text();
    assert!(seen.contains("<a href=\"?from=h2#choice\">"), "{seen}");
    for own in ["aria-label=\"Red king on h1\"", "(you)", " · to move"] {
        assert!(seen.contains(own), "{own}: {seen}");
    }
    assert!(is_below(&seen, "h1", "g14"));
    let chosen = red.get(&format!("{}?from=e1&to=f3", page(&table))).text();
    assert!(chosen.contains("Moves of knight e1"), "{chosen}");
    assert!(chosen.contains("value=\"e1-f3\" required checked>"), "{chosen}");
    let play = |browser: &mut Browser, answers: i64, rest: &str| {
        browser.post(&page(&table), &format!("csrf={csrf}&answers={answers}&{rest}"))
    };
    let refused = play(&mut red, 0, "act=move&text=e1-e5");
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("is not a legal move for Red (rule 4.2)"), "{}", refused.text());
    assert_eq!(play(&mut red, 0, "act=move&text=e1-f3").status, 303);
    let list = red.get(&page(&table)).text();
    assert!(list.contains("<a href=\"?ply=1#sitting\" aria-current=\"true\">Red Ne1-f3</a>"), "{list}");
    // The others see the board from their own seats.
    for (player, own, facing) in [(1, "a7", "n8"), (2, "g14", "h1"), (3, "n8", "a7")] {
        let seen = Browser::of(&club, &players[player]).get(&page(&table)).text();
        assert!(is_below(&seen, own, facing), "{own} is at the bottom");
        assert_eq!(seen.contains("id=\"choice\""), player == 1, "only whose turn it is chooses");
    }
    let first = red.get(&format!("{}?ply=0", page(&table))).text();
    assert!(first.contains("After 0 of 1 moves") && first.contains("Red knight on e1"), "{first}");
    red.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let german = red.get(&page(&table)).text();
    assert!(german.contains("Rot") && german.contains("am Zug") && german.contains("Springer auf f3"), "{german}");
    // German letters stand in the list and are read where a move is typed; records keep the English ones.
    assert!(german.contains(" aria-current=\"true\">Rot Se1-f3</a>"), "{german}");
    let mut blue = Browser::of(&club, &players[1]);
    let own = blue.csrf();
    // A refusal quotes what was typed, whatever its letters.
    let sent = format!("csrf={own}&answers={}&act=move&text=La5-c6", number(&club, &table));
    let refused = blue.post(&page(&table), &sent);
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("La5-c6 names the wrong piece: a knight moves from there"), "{}", refused.text());
    let sent = format!("csrf={own}&answers={}&act=move&text=Sa5-c6", number(&club, &table));
    let played = blue.post(&page(&table), &sent);
    assert_eq!(played.status, 303, "{}", played.text());
    let seen = blue.get(&page(&table)).text();
    assert!(seen.contains("Blue Na5-c6</a>"), "{seen}");
});

both!(days_that_are_left_have_their_letter_in_the_readers_language, |club| {
    let players: [Caller; 2] = people(&club);
    let options = json!({ "start": "start2", "colours": "chosen", "clock": { "days": 2 } });
    let table = begun(&players, &options);
    let mut yellow = Browser::of(&club, &players[1]);
    let seen = yellow.get(&page(&table)).text();
    assert!(seen.contains(">2 d 00:00</span>"), "{seen}");
    yellow.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let seen = yellow.get(&page(&table)).text();
    assert!(seen.contains(">2 T 00:00</span>") && !seen.contains("2 d 00:00"), "{seen}");
});

both!(a_move_that_leaves_the_king_in_check_is_refused_with_that, |club| {
    let players: [Caller; 2] = people(&club);
    // Yellow's rook checks Red's king.
    let table = begun(&players, &chosen("std8 7,yK/8/8/yR,7/8/8/8/rK,6,rR R a-a- - - 0 0"));
    let mut red = Browser::of(&club, &players[0]);
    let csrf = red.csrf();
    let sent = format!("csrf={csrf}&answers={}&act=move&text=Th1-h2", number(&club, &table));
    let refused = red.post(&page(&table), &sent);
    assert_eq!(refused.status, 422);
    let why = "Th1-h2 is no way out: the king of Red is in check, and still would be (rule 4.2).";
    assert!(refused.text().contains(why), "{}", refused.text());
    red.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let german = red.post(&page(&table), &sent).text();
    assert!(german.contains("Th1-h2 hilft nicht: Der König von Rot steht im Schach, auch nach diesem Zug"), "{german}");
});

both!(offers_armies_that_left_and_kings_in_danger_are_shown_and_said, |club| {
    let players: [Caller; 3] = people(&club);
    let position = "std8 1,yR,5,yK/8/8/8/1,bN,5,bK/8/8/rK,7 R aaa- - - 0 0";
    let table = begun(&players, &chosen(position));
    let [ann, ben, cat] = &players;
    let goes = |who: &Caller, text: &str| {
        does(&club, who, &table, json!({ "kind": "move", "move": text })).expect(200);
    };
    goes(ann, "a1-b1");
    does(&club, ann, &table, json!({ "kind": "offer_draw" })).expect(200);
    let seen = Browser::of(&club, ben).get(&page(&table)).text();
    assert!(seen.contains("Ann (Red) offers a draw. It ends in 2 turns."), "{seen}");
    assert!(seen.contains("<div class=\"offer\">"), "at the board: {seen}");
    assert!(seen.contains("value=\"accept_draw\"") && seen.contains("name=\"of\" value=\"R\""), "{seen}");
    goes(ben, "b4-c6");
    let seen = Browser::of(&club, cat).get(&page(&table)).text();
    let why =
        "Yellow can take the king of Red: b8xb1. Nobody broke a rule: after Red last moved, Blue b4-c6 opened the way";
    assert!(seen.contains(why), "{seen}");
    assert!(seen.contains("danger"), "{seen}");
    goes(cat, "b8xb1");
    let seen = Browser::of(&club, ben).get(&page(&table)).text();
    assert!(seen.contains("Red is out: the king is taken"), "{seen}");
    assert!(seen.contains("king taken"), "{seen}");
    assert!(seen.contains("Red is out: the king is taken. It stood on b1."), "{seen}");
    assert!(seen.contains("class=\"fell\""), "where it stood: {seen}");
    let before = Browser::of(&club, ben).get(&format!("{}?ply=2", page(&table))).text();
    assert!(!before.contains("class=\"fell\"") && before.contains(" last\""), "{before}");
    // Looking back, the king in danger is marked where it was in danger, and only there.
    let endangered = |page: &str| page.matches(" danger\" data-square=").count();
    assert!(before.contains(" danger\" data-square=\"b1\"") && endangered(&before) == 1, "{before}");
    let earlier = Browser::of(&club, ben).get(&format!("{}?ply=1", page(&table))).text();
    assert_eq!(endangered(&earlier), 0, "{earlier}");
    let own = Browser::of(&club, ann).get(&page(&table)).text();
    assert!(own.contains("Your king was taken: you are out. Nobody broke a rule: after Red last moved"), "{own}");
    assert!(own.contains("href=\"/multiplayer/rules#rule-4-3\""), "{own}");
    let mut blue = Browser::of(&club, ben);
    let form = format!("csrf={}&answers={}&act=resign", blue.csrf(), number(&club, &table));
    assert_eq!(blue.post(&page(&table), &form).status, 303);
    let seen = club.anyone().send("GET", &page(&table), &[("Accept", "text/html")], b"").text();
    assert!(seen.contains("Yellow wins: nobody else is left"), "{seen}");
    assert!(seen.contains("class=\"struck\"") && seen.contains("belong to nobody now"), "{seen}");
    let list = club.anyone().send("GET", "/tables?game=multiplayer", &[("Accept", "text/html")], b"").text();
    assert!(list.contains("Yellow wins"), "{list}");
});

both!(who_resigns_out_of_turn_leaves_an_army_that_attacks_nothing_at_once, |club| {
    let players: [Caller; 3] = people(&club);
    let [ann, ben, cat] = &players;
    // When Blue's knight has moved, Yellow's rook attacks Red's king, and it is Yellow's turn.
    let table = begun(&players, &chosen("std8 1,yR,5,yK/8/8/8/1,bN,5,bK/8/8/rK,7 R aaa- - - 0 0"));
    for (who, text) in [(ann, "a1-b1"), (ben, "b4-c6")] {
        does(&club, who, &table, json!({ "kind": "move", "move": text })).expect(200);
    }
    let seen = || Browser::of(&club, cat).get(&page(&table)).text();
    let grey = |seen: &str, army: char| seen.contains(&format!("class=\"army {army} gone\" x="));
    let before = seen();
    assert!(before.contains(" danger\" data-square=\"b1\"") && !grey(&before, 'B'), "{before}");
    assert!(before.contains("<span class=\"attacked\">"), "{before}");
    does(&club, ben, &table, json!({ "kind": "resign" })).expect(200);
    let pending = seen();
    assert!(grey(&pending, 'B') && !grey(&pending, 'R') && pending.contains(" danger\""), "{pending}");
    does(&club, ann, &table, json!({ "kind": "resign" })).expect(200);
    let over = seen();
    assert!(over.contains("Yellow wins") && grey(&over, 'R') && !grey(&over, 'Y'), "{over}");
    assert!(!over.contains(" danger\"") && !over.contains("class=\"attacked\""), "{over}");
});

both!(ratings_of_the_games_room_are_pages_too, |club| {
    let players: [Caller; 3] = people(&club);
    let get = |path: &str| club.anyone().send("GET", path, &[("Accept", "text/html")], b"").text();
    assert!(get("/room-ratings").contains("No game of more than two has been rated yet."));
    let table = begun(&players, &chosen("start3"));
    for player in &players[..2] {
        does(&club, player, &table, json!({ "kind": "resign" })).expect(200);
    }
    let list = get("/room-ratings");
    let first = between(&list, "<tbody>", "</tr>");
    assert!(first.contains("Cat") && first.contains(&format!("/room-ratings/{}", players[2].id)), "{list}");
    let history = get(&format!("/room-ratings/{}", players[2].id));
    assert!(history.contains("25.0 ± 8.3") && history.contains(&page(&table)), "{history}");
    assert!(history.contains(">Ann – Ben – Cat<"), "who played: {history}");
    assert_eq!(club.anyone().send("GET", "/room-ratings/999", &[("Accept", "text/html")], b"").status, 404);
});

both!(the_rules_are_a_page_with_drawn_boards_to_which_tables_link_by_number, |club| {
    let mut browser = Browser::new(&club);
    let rules = browser.get("/multiplayer/rules").text();
    assert_eq!(rules.matches("<svg class=\"men\"").count(), 5, "{rules}");
    for rule in ["2-2", "2-3", "4-3", "4-5", "4-6", "4-9", "4-10", "6"] {
        assert!(rules.contains(&format!("id=\"rule-{rule}\"")), "{rule}: {rules}");
    }
    assert!(browser.get("/tables").text().contains("href=\"/multiplayer/rules\""));
    assert!(browser.get("/room-ratings").text().contains("Those who share the point rise"));
    // Who sits down chooses the colour with the seat, and reads which.
    let [ann, _ben, _cat]: [Caller; 3] = people(&club);
    let open = json!({ "game": "multiplayer", "options": chosen("start3"), "seat": 1 });
    let table = ann.post("/api/v1/tables", &open).expect(201)["id"].to_string();
    let seen = browser.get(&format!("/tables/{table}")).text();
    assert!(seen.contains("<strong>Blue</strong>:") && !seen.contains("Seat 2"), "{seen}");
});

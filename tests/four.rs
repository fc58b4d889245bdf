//! Four in a row at a table, through the API and on pages.

use serde_json::{Value, json};

use crate::harness::{Browser, Caller, Club};
use crate::tables::{path, play, ready, replays};

/// A game that has begun: Red and Yellow, and its table.
fn begun(club: &Club, days: i64) -> ([Caller; 2], String) {
    let [ann, ben] = ["Ann", "Ben"].map(|name| club.person(name, &[]));
    let open = json!({ "game": "four", "options": { "days": days }, "seat": 0 });
    let table = path(&ann.post("/api/v1/tables", &open).expect(201));
    ben.post(&format!("{table}/seats"), &json!({})).expect(200);
    ready(&ann, &table, true).expect(200);
    assert_eq!(ready(&ben, &table, true).expect(200)["stage"], "playing");
    ([ann, ben], table)
}

fn drop(player: &Caller, table: &str, answers: i64, column: i64) -> crate::harness::Answer {
    play(player, table, answers, json!({ "kind": "move", "move": column }))
}

both!(four_in_a_row_is_played_to_its_end_and_counts_as_won, |club| {
    let ([ann, ben], table) = begun(&club, 3);
    drop(&ben, &table, 0, 1).refused(409);
    drop(&ann, &table, 0, 8).refused(422);
    for (answers, column) in (0..).zip([1, 2, 1, 2, 1, 2]) {
        drop(if answers % 2 == 0 { &ann } else { &ben }, &table, answers, column).expect(200);
    }
    let last = drop(&ann, &table, 6, 1).expect(200);
    assert_eq!(last["effect"]["ended"]["winner"], 0, "{last}");
    let seen = ben.get(&table).expect(200);
    assert_eq!((&seen["stage"], &seen["outcome"]["ending"]), (&json!("ended"), &json!("line")));
    replays(&club, &table);
    let page = Browser::of(&club, &ben).get(&table["/api/v1".len()..]).text();
    assert!(page.contains("Red wins: four in a line") && page.matches("army R ringed won").count() == 4, "{page}");
    assert!(page.contains("You lost"), "{page}");
    // Each move is a step: the board as it was then, nothing to press on it.
    assert!(page.contains("href=\"?ply=2#turns\">Yellow: Column 2</a>"), "{page}");
    let back = Browser::of(&club, &ben).get(&format!("{}?ply=2", &table["/api/v1".len()..])).text();
    assert!(back.contains("After 2 of 7 moves") && back.contains("Column 1: Red</li>"), "{back}");
    assert!(!back.contains("Column 1: Red, Red</li>") && !back.contains("name=\"move\""), "{back}");
    // Over, it is listed with its last position, in the room and among what a member has played.
    for place in ["/tables?game=four".to_owned(), format!("/members/{}/tables", ann.id)] {
        let list = Browser::of(&club, &ben).get(&place).text();
        assert!(list.contains("<svg class=\"mini\"") && list.matches("ringed won").count() == 4, "{place}: {list}");
    }
});

both!(todays_page_shows_the_board_and_since_when_somebody_has_the_move, |club| {
    let ([ann, ben], table) = begun(&club, 3);
    drop(&ann, &table, 0, 1).expect(200);
    let today = |who: &Caller| Browser::of(&club, who).get("/today").text();
    let (first, second) = (today(&ann), today(&ben));
    for page in [&first, &second] {
        assert!(page.contains("class=\"mini\"") && page.contains("/four.css"), "{page}");
    }
    assert!(first.contains("Has the move: Ben, since "), "{first}");
    assert!(second.contains("Your turn at a table") && !second.contains("id=\"own-tables\""), "{second}");
});

both!(of_a_game_that_was_made_void_nobody_is_told_how_it_ended, |club| {
    let ([ann, ben], table) = begun(&club, 3);
    drop(&ann, &table, 0, 1).expect(200);
    let chief = club.person("Chief", &[rookery::auth::Role::ChiefJustice]);
    let why = json!({ "reason": "The board showed another game" });
    chief.post(&format!("{table}/void"), &why).expect(200);
    let page = Browser::of(&club, &ben).get(&table["/api/v1".len()..]).text();
    assert!(
        page.contains("Void") && !["You won", "You drew", "You lost"].iter().any(|end| page.contains(end)),
        "{page}"
    );
});

both!(four_in_a_row_is_played_by_buttons_and_time_ends_it, |club| {
    let ([ann, ben], table) = begun(&club, 1);
    let place = &table["/api/v1".len()..];
    let mut browser = Browser::of(&club, &ann);
    let (page, csrf) = (browser.get(place).text(), browser.csrf());
    assert_eq!(page.matches("name=\"move\"").count(), 7, "{page}");
    let (players, _) = page.split_once("<div class=\"turns").unwrap();
    assert!(
        players.contains("Yellow</strong> Ben") && players.contains("Tap a column."),
        "who plays is at the board: {page}"
    );
    browser.post(place, &format!("csrf={csrf}&answers=0&act=move&move=4"));
    assert_eq!(ann.get(&table).expect(200)["state"]["board"]["columns"][3], json!([0]));
    assert!(!browser.get(place).text().contains("name=\"move\""), "it is the other one's turn");
    let list = browser.get("/tables?game=four").text();
    assert!(list.contains("<svg class=\"mini\"") && list.contains("Has the move: Ben"), "{list}");
    let list = Browser::of(&club, &ben).get("/tables?game=four").text();
    assert!(list.contains("Your tables") && list.contains("Your move"), "{list}");
    club.pass(chrono::TimeDelta::days(2));
    rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    let seen: Value = ben.get(&table).expect(200);
    assert_eq!((&seen["outcome"]["winner"], &seen["outcome"]["ending"]), (&json!(0), &json!("time")), "{seen}");
});

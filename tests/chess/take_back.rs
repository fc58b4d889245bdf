//! A move taken back by agreement, in a game that is not rated.

use serde_json::json;

use crate::harness::{Browser, Caller, Club};
use crate::tables::{go, pair, path, play, ready, replays};

/// A game that is not rated, begun.
fn friendly(club: &Club) -> ([Caller; 2], String) {
    let [ann, ben] = pair(club, ["Ann", "Ben"]);
    let open = json!({ "game": "chess", "options": { "minutes": 10, "rated": false }, "seat": 0 });
    let table = path(&ann.post("/api/v1/tables", &open).expect(201));
    ben.post(&format!("{table}/seats"), &json!({})).expect(200);
    ready(&ann, &table, true).expect(200);
    ready(&ben, &table, true).expect(200);
    ([ann, ben], table)
}

fn says(kind: &str) -> serde_json::Value {
    json!({ "kind": kind })
}

both!(a_move_is_taken_back_at_a_table_that_does_not_count_and_the_record_has_what_stands, |club| {
    let ([ann, ben], table) = friendly(&club);
    for (number, (mover, text)) in [(&ann, "e4"), (&ben, "e5"), (&ann, "Qh5")].into_iter().enumerate() {
        go(mover, &table, i64::try_from(number).unwrap(), text).expect(200);
    }
    let page = |who: &Caller| Browser::of(&club, who).get(table.trim_start_matches("/api/v1")).text();
    assert!(page(&ann).contains("value=\"ask_take_back\""));
    play(&ann, &table, 3, says("ask_take_back")).expect(200);
    let (white, black) = (page(&ann), page(&ben));
    assert!(white.contains("You ask to take your move back.") && !white.contains("value=\"ask_take_back\""), "{white}");
    assert!(black.contains("Ann asks to take a move back.") && black.contains("Let it be taken back"), "{black}");
    let taken = play(&ben, &table, 4, says("accept_take_back")).expect(200);
    assert_eq!((&taken["effect"]["taken_back"], &taken["effect"]["half_moves"]), (&json!("White"), &json!(1)));
    let again = play(&ben, &table, 4, says("accept_take_back")).expect(200);
    assert_eq!(again, taken, "the same answer again is answered as it was");
    let told = "The move of Ann was taken back.";
    assert!(page(&ann).contains(told) && page(&ben).contains(told), "both are told");
    let white = page(&ann);
    assert!(!white.contains("Qh5") || !white.contains("data-uci=\"d1h5\""), "{white}");
    go(&ann, &table, 5, "Nf3").expect(200);
    assert!(!page(&ben).contains(told), "until somebody moves");
    // Black declines by playing on.
    play(&ann, &table, 6, says("ask_take_back")).expect(200);
    go(&ben, &table, 7, "Nc6").expect(200);
    assert_eq!(play(&ben, &table, 8, says("accept_take_back")).refused(409), ["I.1"]);
    let pgn = club.anyone().get(&format!("{table}/pgn")).text();
    assert!(!pgn.contains("Qh5") && pgn.contains("2. Nf3") && pgn.contains("Nc6"), "{pgn}");
    replays(&club, &table);
});

both!(no_move_is_taken_back_where_the_game_counts, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = crate::tables::begun(&ann, &ben);
    go(&ann, &table, 0, "e4").expect(200);
    let refused = play(&ann, &table, 1, says("ask_take_back"));
    assert!(refused.text().contains("This game counts for points: no move is taken back."), "{}", refused.text());
    assert_eq!(refused.refused(409), ["I.1"]);
    let page = Browser::of(&club, &ann).get(table.trim_start_matches("/api/v1")).text();
    assert!(!page.contains("value=\"ask_take_back\""), "nor is it offered");
    replays(&club, &table);
});

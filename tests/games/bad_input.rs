//! Bad input: each answered with a problem document that says what and where; nothing changed.

use diesel::prelude::*;
use rookery::db::schema::{acts, games, idempotency_keys, ledger, outbox, rating_events};

use super::*;

/// How many rows there are of all that a game could touch.
fn rows(club: &Club) -> Vec<i64> {
    club.write(|tx| {
        let db = &mut *tx.db;
        Ok(vec![
            games::table.count().get_result(db)?,
            rating_events::table.count().get_result(db)?,
            ledger::table.count().get_result(db)?,
            acts::table.count().get_result(db)?,
            outbox::table.count().get_result(db)?,
            idempotency_keys::table.count().get_result(db)?,
        ])
    })
}

both!(bad_input_is_told_what_and_where_and_changes_nothing, |club| {
    let Evening { ann, ben, may } = evening(&club);
    let played = enter(&ann, &game(&ann, &ben));
    let good = with(game(&ann, &ben), json!({ "insist": true }));
    let text = |changes: Value| serde_json::to_vec(&with(good.clone(), changes)).unwrap();
    let (white, black) = (ann.id, ben.id);
    let mut latin = text(json!({}));
    latin.insert(2, 0xe9);
    let long = format!("{{\"moves\": \"{}\"}}", "e4 ".repeat(400_000));
    let deep = "[".repeat(100_000);
    let fen = |fen: &str| text(json!({ "final_position": fen }));
    let pgn = |pgn: &str| text(json!({ "moves": pgn }));
    let at = |at: &str| text(json!({ "played_at": at }));

    // What is sent, the status, and what the answer has to mention.
    let table: Vec<(Vec<u8>, u16, &str)> = vec![
        // Malformed JSON, wrong types, unknown and double members.
        (b"".to_vec(), 400, "The body is empty"),
        (b"{".to_vec(), 400, "cut off at line 1"),
        (b"{\"white\": 1,}".to_vec(), 400, "trailing comma"),
        (b"nonsense".to_vec(), 400, "line 1"),
        (b"[]".to_vec(), 400, "a list was sent; an object is wanted"),
        (deep.into_bytes(), 400, "recursion"),
        (latin, 400, "UTF-8 from byte 2"),
        (text(json!({ "white": "Ann" })), 400, "`white`: \\\"Ann\\\" was sent; a whole number"),
        (text(json!({ "white": 1.5 })), 400, "`white`: 1.5 was sent; a whole number"),
        (text(json!({ "white": 9_223_372_036_854_775_808_u64 })), 400, "to 9223372036854775807 is wanted"),
        (text(json!({ "result": "White" })), 400, "`white`, `draw`, `black`"),
        (text(json!({ "ending": "boredom" })), 400, "`checkmate`"),
        (text(json!({ "ending": null })), 400, "`ending`: This field is missing"),
        (text(json!({ "colour": "white" })), 400, "`colour`: There is no such field"),
        (text(json!({ "online": true })), 400, "`online`: There is no such field"),
        (text(json!({ "clock": { "white": true } })), 400, "`clock.black`: This field is missing"),
        (text(json!({ "clock": [true, true] })), 400, "`clock`: a list was sent; an object is wanted"),
        (text(json!({ "captures": { "white": { "pawns": -1 }, "black": {} } })), 400, "`captures.white.pawns`: -1"),
        (
            text(json!({ "captures": { "white": { "kings": 1 }, "black": {} } })),
            400,
            "`captures.white.kings`: There is no such field",
        ),
        (
            format!("{{\"white\":{white},\"white\":{white},\"black\":{black}}}").into_bytes(),
            400,
            "`white`: This field is there twice",
        ),
        (long.into_bytes(), 413, "1048576"),
        // People.
        (text(json!({ "black": white })), 422, "two players"),
        (text(json!({ "black": 987_654 })), 422, "987654"),
        (text(json!({ "white": -1 })), 422, "-1"),
        (text(json!({ "white": i64::MAX })), 422, "9223372036854775807"),
        // Times, and clocks that are wrong.
        (at("yesterday"), 400, "an instant such as 2026-11-06T12:40:00Z"),
        (at("2026-11-06"), 400, "`played_at`: \\\"2026-11-06\\\" was sent"),
        (at("2026-11-06T12:40:00"), 400, "an instant such as"),
        (at("2026-02-30T12:40:00Z"), 400, "an instant such as"),
        (at("2026-11-06T12:41:01Z"), 422, "future"),
        (at("9999-12-31T23:59:59Z"), 422, "future"),
        (at("+262142-01-01T00:00:00Z"), 422, "262142"),
        (at("-4712-01-01T00:00:00Z"), 422, "4712"),
        (at("1950-01-01T00:00:00Z"), 422, "1970"),
        (text(json!({ "played_at": 1_700_000_000 })), 400, "an instant such as"),
        // PGN, with the move and what was expected.
        (pgn(""), 422, "no game"),
        (pgn("1. e4 e5 2. Ke3 *"), 422, "Ke2"),
        (pgn("1. e4 e5 2. Zz9"), 422, "Move 2. `Zz9`"),
        (pgn("1. e4 {has no end"), 422, "has no end"),
        (pgn("1. e4 (1. d4"), 422, "side line"),
        (pgn("1. e4 e5\n\n[Event \"x\"]\n\n1. d4 *"), 422, "second game"),
        (pgn("1. e4\u{0}e5"), 422, "NUL"),
        (pgn("[Variant \"Atomic\"]\n\n1. e4 *"), 422, "Atomic"),
        (pgn("[FEN \"8/8\"]\n\n1. e4 *"), 422, "FEN"),
        (pgn("1. e4 e5 0-1"), 422, "0-1"),
        (pgn(&"e4 ".repeat(100_000)), 422, "262144"),
        // FEN, impossible and ill-formed.
        (fen(""), 422, "final_position"),
        (fen("8/8/8/8/8/8/8/8 w - - 0 1"), 422, "king"),
        (fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1"), 422, "not a FEN"),
        (fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNP w - - 0 1"), 422, "first or the eighth"),
        (fen("rnbqkbnr/pppppppp/8/8/8/Q7/PPPPPPPP/RNBQKBNR w - - 0 1"), 422, "more pieces"),
        (fen(&"8/".repeat(500)), 422, "too long"),
        (fen("\u{0}"), 422, "final_position"),
        // What does not agree.
        (
            text(json!({ "ending": "checkmate", "final_position": "4k3/8/8/8/8/8/8/4K2R w K - 0 1" })),
            422,
            "not checkmate",
        ),
        (text(json!({ "ending": "draw_agreed" })), 422, "Agreement"),
        (text(json!({ "ending": "forfeit" })), 403, "moderator"),
        (text(json!({ "result": null })), 422, "result"),
        (text(json!({ "captures": { "white": {}, "black": {} } })), 422, "bell"),
        (text(json!({ "timed_game": 99 })), 422, "time limit"),
    ];
    let before = rows(&club);
    let json_headers = [("Content-Type", "application/json"), ("Idempotency-Key", "bad")];
    let mut wrong = Vec::new();
    for (body, status, mention) in table {
        let shown = String::from_utf8_lossy(&body[..body.len().min(160)]).into_owned();
        let answer = ann.send("POST", "/api/v1/games", &json_headers, &body);
        let is_problem = answer.header("content-type") == Some("application/problem+json");
        if answer.status != status || !is_problem || !answer.text().contains(mention) {
            wrong.push(format!("{shown}\n  wanted {status} with {mention}: {} {}\n", answer.status, answer.text()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
    // Around the body.
    let headers: [(&[(&str, &str)], u16); 4] = [
        (&[("Content-Type", "text/plain")], 415),
        (&[], 415),
        (&[("Content-Type", "application/json"), ("Idempotency-Key", "")], 400),
        (&[("Content-Type", "application/json"), ("Idempotency-Key", "caf\u{e9}")], 400),
    ];
    for (headers, status) in headers {
        let answer = ann.send("POST", "/api/v1/games", headers, &text(json!({})));
        assert_eq!(answer.status, status, "{headers:?} {}", answer.text());
    }
    // Paths and queries, and what happens afterwards.
    for path in ["/api/v1/games/x", "/api/v1/games/-1", "/api/v1/games/99999999999999999999", "/api/v1/games/12/pgn"] {
        let answer = ann.get(path);
        assert_eq!(answer.status, 404, "{path} {}", answer.text());
        assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{path}");
    }
    for query in ["limit=0", "limit=201", "after=x", "from=2026", "person=Ann", "from=-4712-01-01T00:00:00Z"] {
        let answer = ann.get(&format!("/api/v1/games?{query}"));
        assert!([400, 422].contains(&answer.status), "{query} {}", answer.text());
        assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{query}");
    }
    let afterwards = [
        ("correction", json!({ "result": "draw", "ending": "resignation", "reason": REASON }), 422),
        ("correction", json!({ "result": "draw", "ending": "draw_agreed", "reason": "\u{0}\u{0}\u{0}" }), 422),
        ("correction", json!({ "result": "draw", "ending": "draw_agreed", "reason": "x".repeat(501) }), 422),
        ("void", json!({ "reason": REASON, "act": "\u{0}" }), 422),
        ("void", json!({ "reason": REASON }), 400),
        ("approval", json!({ "verdict": "perhaps", "reason": REASON }), 400),
        ("restoration", json!({ "reason": REASON, "act": "II.5" }), 409),
    ];
    for (what, body, status) in afterwards {
        let answer = may.post(&format!("/api/v1/games/{played}/{what}"), &body);
        assert_eq!(answer.status, status, "{what} {body} {}", answer.text());
    }
    may.post("/api/v1/games/99999/void", &json!({ "reason": REASON, "act": "II.5" })).expect(404);
    may.post("/api/v1/objections/99999/rematch", &json!({ "outcome": "objector_absent" })).expect(404);
    may.post("/api/v1/timed_games/99999/pause", &json!({})).expect(404);
    assert_eq!(rows(&club), before, "nothing changed");
});

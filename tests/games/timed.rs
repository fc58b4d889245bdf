//! Time: the bell, and limits without a clock (Acts I.5, I.8).

use super::*;

/// White is a queen up.
const QUEEN_UP: &str = "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
/// White has two queens.
const PROMOTED: &str = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPP1PPP/RNBQKBNQ w Qkq - 0 1";

both!(the_bell_is_decided_by_the_captures_in_any_of_three_forms_i_5, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let forms = [
        (json!({ "moves": "1. e4 d5 2. exd5 Qxd5 3. Nc3" }), "draw"),
        (json!({ "final_position": QUEEN_UP }), "white"),
        (json!({ "captures": { "white": { "pawns": 2 }, "black": { "knights": 1 } } }), "black"),
    ];
    for (form, winner) in forms {
        let preview = ann.post("/api/v1/adjudications", &form).expect(200);
        assert_eq!((&preview["answer"], &preview["result"]), (&json!("decided"), &json!(winner)));
        let bell = with(game(&ann, &ben), json!({ "ending": "bell", "result": null, "insist": true }));
        let bell = with(bell, form);
        assert_eq!(ann.post("/api/v1/games", &bell).refused(403), ["I.5"], "a moderator's act");
        let wrong = with(bell.clone(), json!({ "result": if winner == "draw" { "white" } else { "draw" } }));
        assert_eq!(may.post("/api/v1/games", &wrong).refused(422), ["I.5"]);
        let entered = may.post("/api/v1/games", &bell).expect(201);
        assert_eq!((&entered["result"], &entered["ending"]), (&json!(winner), &json!("bell")));
        assert_eq!(entered["adjudication"]["white"], preview["white"], "as in the preview");
    }
    let nothing = with(game(&ann, &ben), json!({ "ending": "bell", "result": null, "insist": true }));
    assert_eq!(may.post("/api/v1/games", &nothing).refused(422), ["I.5"]);
});

both!(an_ambiguous_position_says_what_to_send_t20, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let preview = ann.post("/api/v1/adjudications", &json!({ "final_position": PROMOTED })).expect(200);
    assert_eq!(preview["answer"], "ambiguous");
    assert!(preview["send"].as_str().unwrap().contains("moves"));
    let bell = json!({ "ending": "bell", "result": null, "final_position": PROMOTED });
    let refused = may.post("/api/v1/games", &with(game(&ann, &ben), bell));
    assert!(refused.json["detail"].as_str().unwrap().contains("Send the moves"), "{}", refused.text());
    assert_eq!(refused.refused(422), ["I.5"]);
    let nine = json!({ "captures": { "white": { "pawns": 9 }, "black": {} } });
    assert_eq!(ann.post("/api/v1/adjudications", &nine).expect(200)["answer"], "impossible");
    assert_eq!(ann.post("/api/v1/adjudications", &json!({})).refused(422), ["I.5"]);
    for (over, result) in [
        (json!({ "moves": "1. f3 e5 2. g4 Qh4#" }), "a win for Black"),
        (json!({ "final_position": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" }), "a draw"),
        (json!({ "final_position": "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1" }), "a win for White"),
    ] {
        let preview = ann.post("/api/v1/adjudications", &over);
        assert!(preview.text().contains(result), "{}", preview.text());
        assert_eq!(preview.refused(422), ["I.1"], "the laws ended it, not the bell: {over}");
    }
});

both!(a_time_limit_is_told_to_a_moderator_and_runs_out_i_8, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let request = json!({ "white": ann.id, "black": ben.id, "limit_seconds": 600 });
    assert_eq!(ann.post("/api/v1/timed_games", &request).refused(403), ["III.2"]);
    let started = may.post("/api/v1/timed_games", &request).expect(201);
    let path = format!("/api/v1/timed_games/{}", started["id"]);
    assert_eq!((&started["state"], &started["remaining_seconds"]), (&json!("running"), &json!(600)));
    assert_eq!(started["expires_at"], "2026-11-06T12:50:00Z");
    assert_eq!(may.post("/api/v1/timed_games", &request).refused(409), ["I.8.1"], "one at a time");

    club.set_time("2026-11-06T12:44:00");
    let told = |what: &str| may.post(&format!("{path}/{what}"), &json!({}));
    assert_eq!(told("pause").expect(200)["remaining_seconds"], 360);
    assert_eq!(told("pause").refused(409), ["I.8.1"]);
    club.set_time("2026-11-06T12:49:00");
    let paused = club.anyone().get(&path).expect(200);
    assert_eq!((&paused["state"], &paused["remaining_seconds"]), (&json!("paused"), &json!(360)));
    told("resume").expect(200);
    club.set_time("2026-11-06T12:55:00");
    let may = club.again(&may);
    let expired = club.anyone().get(&path).expect(200);
    assert_eq!((&expired["state"], &expired["remaining_seconds"]), (&json!("expired"), &json!(0)));
    assert_eq!(may.post(&format!("{path}/end"), &json!({})).refused(409), ["I.8.1"]);

    let resigned = with(game(&ann, &ben), json!({ "timed_game": started["id"] }));
    assert_eq!(may.post("/api/v1/games", &resigned).refused(422), ["I.8.2"]);
    let decided = json!({ "ending": "bell", "result": null, "final_position": QUEEN_UP });
    let entered = may.post("/api/v1/games", &with(resigned, decided)).expect(201);
    let closed = club.anyone().get(&path).expect(200);
    assert_eq!((&closed["state"], &closed["game"]), (&json!("ended"), &entered["id"]));
    assert_eq!(closed["ended_at"], "2026-11-06T12:55:00Z");
    assert_eq!(club.anyone().get("/api/v1/timed_games?open=true").expect(200)["items"], json!([]));
});

both!(a_time_limit_is_told_during_a_session_to_who_does_not_play, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let own = json!({ "white": ann.id, "black": may.id, "limit_seconds": 600 });
    assert_eq!(may.post("/api/v1/timed_games", &own).refused(403), ["III.3.5"]);
    for wrong in [0, -1, 14_401, i64::MAX, i64::MIN] {
        let limit = json!({ "white": ann.id, "black": ben.id, "limit_seconds": wrong });
        assert_eq!(may.post("/api/v1/timed_games", &limit).refused(422), ["I.8"], "{wrong}");
    }
    club.set_time("2026-11-06T14:00:00");
    let late = json!({ "white": ann.id, "black": ben.id, "limit_seconds": 600 });
    assert_eq!(club.again(&may).post("/api/v1/timed_games", &late).refused(422), ["0.5"]);
    assert_eq!(club.anyone().get("/api/v1/timed_games").expect(200)["items"], json!([]));
});

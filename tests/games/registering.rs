//! Registering a game: what the Terms ask of it.

use super::*;
use crate::harness::Browser;

both!(a_game_moves_the_leaderboard, |club| {
    let Evening { ann, ben, .. } = evening(&club);
    let answer = ann.post("/api/v1/games", &game(&ann, &ben));
    let location = answer.header("location").unwrap().to_owned();
    let entered = answer.expect(201);
    assert_eq!(location, format!("/api/v1/games/{}", entered["id"]));
    assert_eq!((&entered["state"], &entered["played_at"]), (&json!("rated"), &json!("2026-11-06T12:40:00Z")));
    assert_eq!(entered["white_points"], json!({ "before": 100, "after": 120 }));
    assert_eq!(entered["black_points"], json!({ "before": 100, "after": 100 }), "the floor of II.2");
    assert_eq!((score(&club, &ann), score(&club, &ben)), (Some(120), Some(100)));
    let shown = club.anyone().get(&location).expect(200);
    assert_eq!(shown, with(entered, json!({ "time_penalties": null })));
});

both!(every_act_that_a_game_breaks_is_named_t15, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    may.ban(&club, ben.id, "2026-11-13");
    let order = json!({ "person": ann.id, "reason": "Overran time in four sessions" });
    chief.post("/api/v1/clock_orders", &order).expect(201);
    club.set_time("2026-11-06T13:11:00");
    let (ann, ben) = (club.again(&ann), club.again(&ben));
    let answer = ann.post("/api/v1/games", &with(game(&ann, &ben), json!({ "ending": "stalemate" })));
    assert_eq!(answer.json["breaches"].as_array().unwrap().len(), 5, "a sentence for each");
    assert_eq!(answer.refused(422), ["0.5", "0.6", "II.11", "0.7", "I.1"]);
    let while_it_was_on = json!({ "played_at": "2026-11-06T12:39:00Z" });
    assert_eq!(ann.post("/api/v1/games", &with(game(&ann, &ben), while_it_was_on)).status, 201, "before ban and order");
});

both!(a_ban_is_told_to_who_may_know_of_it_t42, |club| {
    let Evening { may, ann, ben } = evening(&club);
    club.tells_names(false);
    may.ban(&club, ben.id, "2026-11-13");
    club.set_time("2026-11-06T12:41:00");
    let (ann, ben) = (club.again(&ann), club.again(&ben));
    let between = game(&ann, &ben);
    assert_eq!(may.post("/api/v1/games", &between).refused(422), ["0.7"]);
    assert_eq!(ben.post("/api/v1/games", &between).refused(422), ["0.7"], "it is his own");
    let hidden = ann.post("/api/v1/games", &between);
    assert!(!hidden.text().contains("banned"), "{}", hidden.text());
    assert_eq!(hidden.json["breaches"].as_array().unwrap().len(), 1, "{}", hidden.text());
    assert_eq!(hidden.json["detail"], "This game with Ben cannot be entered now. Ask a moderator.");
    assert_eq!(hidden.refused(422), [""; 0]);
    // The page looks at the game in the same way, before and when it is entered.
    for (who, tells) in [(&ann, false), (&may, true)] {
        let mut browser = Browser::of(&club, who);
        let csrf = browser.csrf();
        let players = if tells {
            format!("white={}&black={}", ann.id, ben.id)
        } else {
            format!("mine=white&opponent={}", ben.id)
        };
        for confirmed in ["", "&confirm=yes"] {
            let form = format!("csrf={csrf}&key=k{tells}&{players}&result=white&ending=checkmate{confirmed}");
            let told = browser.post("/games/new", &form).text();
            assert_eq!(told.contains("was banned then"), tells, "{told}");
            assert_eq!(told.contains("cannot be entered now. Ask a moderator."), !tells, "{told}");
        }
    }
});

both!(games_are_played_in_a_session_its_last_second_included_0_5_t1, |club| {
    let Evening { ann, ben, .. } = evening(&club);
    club.set_time("2026-11-06T18:00:00");
    let (ann, ben) = (club.again(&ann), club.again(&ben));
    let played = |at: &str| with(game(&ann, &ben), json!({ "played_at": at }));
    for outside in ["2026-11-06T12:29:59Z", "2026-11-06T13:10:01Z", "2026-11-06T13:10:00-02:00"] {
        assert_eq!(ann.post("/api/v1/games", &played(outside)).refused(422), ["0.5", "0.6"], "{outside}");
    }
    ann.post("/api/v1/games", &played("2026-11-06T13:10:00.999Z")).expect(201);
    ann.post("/api/v1/games", &played("2026-11-06T12:30:00Z")).expect(201);
    assert_eq!(ann.post("/api/v1/games", &played("2026-11-13T12:40:00Z")).refused(422), ["II.4.1"], "to come");
});

both!(a_moderator_is_in_the_room_staff_alone_are_not_0_6_t17, |club| {
    let teacher = club.person("Teacher", &[Role::Staff]);
    let judge = club.person("Judge", &[Role::Justice]);
    let (ann, ben) = (member(&club, "Ann"), member(&club, "Ben"));
    session(&club, "2026-11-06", &[&judge, &teacher, &ann, &ben]);
    let (ann, ben, judge) = (club.again(&ann), club.again(&ben), club.again(&judge));
    ann.post("/api/v1/games", &game(&ann, &ben)).expect(201);
    let register = judge.get("/api/v1/sessions/1/register").expect(200);
    assert!(register.to_string().contains("Judge"));
    judge.post("/api/v1/sessions/1/departures", &json!({ "people": [judge.id] })).expect(200);
    club.set_time("2026-11-06T12:50:00");
    let entered = club.again(&ann).post("/api/v1/games", &game(&ann, &ben));
    assert_eq!(entered.refused(422), ["0.6"], "the teacher is still there");
});

both!(a_playing_moderator_counts_as_present_0_6, |club| {
    let Evening { may, ben, .. } = evening(&club);
    may.post("/api/v1/memberships", &json!({})).expect(201);
    may.post("/api/v1/games", &game(&may, &ben)).expect(201);
});

both!(who_was_removed_has_to_rejoin_0_8, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let ben_id = PersonId(ben.id);
    club.set_time("2026-11-06T12:41:00");
    club.write(move |tx| {
        rookery::members::store::remove(tx, ben_id, None, "II.8", &rookery_messages::Message::verbatim("On request"))
    });
    assert_eq!(ann.post("/api/v1/games", &game(&ann, &ben)).refused(422), ["0.8"]);
    ben.post("/api/v1/memberships", &json!({})).expect(201);
    ann.post("/api/v1/games", &game(&ann, &ben)).expect(201);
    let _ = may;
});

both!(a_guests_game_waits_for_joining_within_the_session_0_12, |club| {
    let Evening { may, ann, .. } = evening(&club);
    let (gil, hal) = (club.person("Gil", &[]), club.person("Hal", &[]));
    let first = enter(&ann, &game(&ann, &gil));
    let both = enter(&may, &game(&gil, &hal));
    let lost = enter(&ann, &game(&hal, &ann));
    assert_eq!(state(&club, first), "awaiting_membership");
    assert_eq!(score(&club, &ann), Some(100));

    club.set_time("2026-11-06T12:45:00");
    gil.post("/api/v1/memberships", &json!({})).expect(201);
    assert_eq!((state(&club, first), state(&club, both)), (json!("rated"), json!("awaiting_membership")));
    assert_eq!((score(&club, &ann), score(&club, &gil)), (Some(120), Some(100)), "and II.2 holds");
    let at = club.write(move |tx| {
        use diesel::prelude::*;
        use rookery::db::schema::rating_events;
        let game = rating_events::table.filter(rating_events::game_id.eq(first));
        Ok(game.select(rating_events::at).first::<chrono::NaiveDateTime>(tx.db)?)
    });
    assert_eq!(at, club.now(), "T13: it stands at the joining");

    club.set_time("2026-11-06T13:10:01");
    rookery::games::closing::run(&club.app.db).unwrap();
    assert_eq!((state(&club, both), state(&club, lost)), (json!("lapsed"), json!("lapsed")));
    let hal = club.again(&hal);
    hal.post("/api/v1/memberships", &json!({})).expect(201);
    assert_eq!(state(&club, lost), "lapsed", "too late");
    let late = with(game(&hal, &ann), json!({ "played_at": "2026-11-06T12:40:00Z" }));
    assert_eq!(hal.post("/api/v1/games", &late).refused(422), ["0.12"]);
});

both!(a_game_is_registered_by_its_players_moderators_and_the_kiosk_ii_4, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let (eve, kiosk) = (member(&club, "Eve"), club.person("Kiosk", &[Role::Kiosk]));
    let [staff, helper] = [vec![Role::Staff], vec![Role::Staff, Role::Justice]].map(|roles| club.person("Sam", &roles));
    let request = with(game(&ann, &ben), json!({ "insist": true }));
    for stranger in [&eve, &staff] {
        let answer = stranger.post("/api/v1/games", &request);
        assert!(answer.text().contains("You can enter your own games"), "{}", answer.text());
        assert_eq!(answer.refused(403), ["II.4"]);
    }
    assert_eq!(club.anyone().post("/api/v1/games", &request).status, 401);
    for by in [&ann, &ben, &may, &helper, &kiosk] {
        by.post("/api/v1/games", &request).expect(201);
    }
});

both!(a_game_entered_after_the_guest_joined_stands_at_the_joining_t13, |club| {
    let Evening { ann, .. } = evening(&club);
    let gil = club.person("Gil", &[]);
    club.set_time("2026-11-06T12:48:00");
    gil.post("/api/v1/memberships", &json!({})).expect(201);
    let entered = with(game(&gil, &ann), json!({ "played_at": "2026-11-06T12:42:00Z" }));
    let entered = ann.post("/api/v1/games", &entered).expect(201);
    assert_eq!((&entered["state"], &entered["white_points"]["before"]), (&json!("rated"), &json!(100)));
});

both!(a_clock_needs_both_players_assent_but_the_ordered_ones_i_7_ii_11, |club| {
    let Evening { ann, ben, .. } = evening(&club);
    let clocked = |white: bool, black: bool| {
        with(game(&ann, &ben), json!({ "clock": { "white": white, "black": black }, "ending": "flag", "insist": true }))
    };
    assert_eq!(ann.post("/api/v1/games", &clocked(true, false)).refused(422), ["I.7.2"]);
    assert_eq!(ann.post("/api/v1/games", &clocked(true, true)).expect(201)["clocked"], true);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let order = json!({ "person": ben.id, "reason": "Overran time in four sessions" });
    chief.post("/api/v1/clock_orders", &order).expect(201);
    ann.post("/api/v1/games", &clocked(true, false)).expect(201);
    assert_eq!(ann.post("/api/v1/games", &game(&ann, &ben)).refused(422), ["II.11"]);
});

both!(the_same_game_is_a_conflict_that_names_the_one_there_t19, |club| {
    let Evening { ann, ben, .. } = evening(&club);
    let first = enter(&ann, &game(&ann, &ben));
    club.set_time("2026-11-06T12:45:00");
    let again = ann.post("/api/v1/games", &game(&ben, &ann));
    assert_eq!(again.json["game"], first, "colours swapped is still the same game");
    assert_eq!(again.refused(409), ["II.4.1"]);
    ben.post("/api/v1/games", &with(game(&ben, &ann), json!({ "insist": true }))).expect(201);
    club.set_time("2026-11-06T12:50:01");
    club.again(&ben).post("/api/v1/games", &game(&ben, &ann)).expect(201);
});

both!(a_retry_is_answered_with_the_same_bytes_and_enters_nothing_again, |club| {
    let Evening { ann, ben, .. } = evening(&club);
    let body = serde_json::to_vec(&game(&ann, &ben)).unwrap();
    let headers = [("Content-Type", "application/json"), ("Idempotency-Key", "game-1")];
    let answers: Vec<_> = std::thread::scope(|scope| {
        let send = || ann.send("POST", "/api/v1/games", &headers, &body);
        let threads: Vec<_> = (0..50).map(|_| scope.spawn(send)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for answer in &answers {
        assert_eq!((answer.status, &answer.body), (201, &answers[0].body));
    }
    assert_eq!(club.anyone().get("/api/v1/games").expect(200)["items"].as_array().unwrap().len(), 1);
    let other = serde_json::to_vec(&with(game(&ann, &ben), json!({ "result": "black" }))).unwrap();
    assert_eq!(ann.send("POST", "/api/v1/games", &headers, &other).status, 422);
});

both!(the_same_game_from_both_players_at_once_is_entered_once, |club| {
    let Evening { ann, ben, .. } = evening(&club);
    let request = game(&ann, &ben);
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let threads = [&ann, &ben].map(|player| scope.spawn(|| player.post("/api/v1/games", &request).status));
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 201], "the second confirms the first (T47)");
});

both!(moves_are_kept_and_given_back_as_pgn, |club| {
    let Evening { ann, ben, .. } = evening(&club);
    let pgn = "[White \"Somebody\"]\n[ECO \"C20\"]\n\n1. f3 {weak} e5 (1... d5 2. d4) 2. g4 $4 Qh4# 0-1";
    let mate = with(game(&ann, &ben), json!({ "moves": pgn, "ending": "checkmate", "result": null }));
    let entered = ann.post("/api/v1/games", &mate).expect(201);
    assert_eq!((&entered["result"], &entered["moves"]), (&json!("black"), &json!(["f3", "e5", "g4", "Qh4#"])));
    assert_eq!(entered["final_position"], "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    let answer = club.anyone().get(&format!("/api/v1/games/{}/pgn", entered["id"]));
    assert!(answer.header("content-type").unwrap().starts_with("application/vnd.chess-pgn"));
    let text = answer.text();
    for line in [
        "[White \"Ann\"]",
        "[Date \"2026.11.06\"]",
        "[UTCDate \"2026.11.06\"]",
        "[Result \"0-1\"]",
        "[ECO \"C20\"]",
        "[Site \"322\"]",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    assert!(text.ends_with("1. f3 e5 2. g4 Qh4# 0-1\n"), "{text}");
    let bare = enter(&ann, &with(game(&ann, &ben), json!({ "insist": true })));
    assert!(club.anyone().get(&format!("/api/v1/games/{bare}/pgn")).text().ends_with("\n1-0\n"));
});

both!(the_site_of_a_game_is_the_clubs_place_where_its_session_has_no_room, |club| {
    // Nobody has said yet when and where the club meets.
    club.with_the_shipped_rulebook();
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let (ann, ben) = (member(&club, "Ann"), member(&club, "Ben"));
    club.set_time("2026-11-07T10:00:00");
    let session = club.again(&chief).post("/api/v1/sessions/now", &json!({})).expect(201);
    assert_eq!(session["room"], "");
    let here = json!({ "people": [ann.id, ben.id] });
    let arrivals = format!("/api/v1/sessions/{}/arrivals", session["id"]);
    club.again(&chief).post(&arrivals, &here).expect(200);
    club.set_time("2026-11-07T10:10:00");
    let chief = club.again(&chief);
    let path = format!("/api/v1/games/{}/pgn", enter(&chief, &game(&ann, &ben)));
    let is_at = |path: &str, site: &str| {
        for file in [path, "/api/v1/exports/games.pgn"] {
            let text = chief.get(file).text();
            assert!(text.contains(&format!("[Site \"{site}\"]")), "{site} in {file}: {text}");
        }
    };
    is_at(&path, "?");
    chief.put("/api/v1/club", &json!({ "name": "Rooks", "place": "Hilltown" })).expect(200);
    is_at(&path, "Hilltown");
    let told = enter(&chief, &with(game(&ben, &ann), json!({ "room": "The hall", "insist": true })));
    is_at(&format!("/api/v1/games/{told}/pgn"), "The hall");
});

both!(lists_are_filtered_and_paged, |club| {
    let Evening { ann, ben, may } = evening(&club);
    let ids: Vec<i64> = (0..3).map(|_| enter(&ann, &with(game(&ann, &ben), json!({ "insist": true })))).collect();
    may.post("/api/v1/memberships", &json!({})).expect(201);
    let other = enter(&may, &game(&may, &ben));
    let found = |query: &str| -> Vec<i64> {
        let page = club.anyone().get(&format!("/api/v1/games?{query}")).expect(200);
        page["items"].as_array().unwrap().iter().map(|game| game["id"].as_i64().unwrap()).collect()
    };
    assert_eq!(found(""), [other, ids[2], ids[1], ids[0]]);
    assert_eq!(found(&format!("person={}", ann.id)), [ids[2], ids[1], ids[0]]);
    assert_eq!(found("state=void"), [0; 0]);
    assert_eq!(found("session=1&state=rated&limit=1"), [other]);
    assert_eq!(found("from=2026-11-06T12:40:00Z&to=2026-11-06T12:40:01Z").len(), 4);
    assert_eq!(found("to=2026-11-06T12:40:00Z"), [0; 0]);
    let first = club.anyone().get("/api/v1/games?limit=3");
    let next = first.header("link").unwrap().trim_start_matches('<').split('>').next().unwrap().to_owned();
    assert_eq!(club.anyone().get(&next).expect(200)["items"][0]["id"], ids[0]);
    club.anyone().get("/api/v1/games?state=lost").expect(400);
    club.anyone().get("/api/v1/games?colour=white").expect(400);
});

both!(a_preview_tells_what_a_coming_game_would_change, |club| {
    let Evening { ann, ben, .. } = evening(&club);
    enter(&ann, &game(&ann, &ben));
    let preview = |query: &str| club.anyone().get(&format!("/api/v1/games/preview?{query}"));
    let pair = format!("white={}&black={}", ann.id, ben.id);
    let told = preview(&pair).expect(200);
    assert_eq!((&told["white_score"], &told["black_score"]), (&json!(120), &json!(100)));
    assert_eq!(told["black"], json!({ "white": -20, "black": 21 }), "II.2 holds White up, not Black");
    let online = preview(&format!("{pair}&online=true")).expect(200);
    assert_eq!(online["white"], json!({ "white": 9, "black": 0 }), "I.9.3");
    let before = told["draw"].clone();
    ann.post(
        "/api/v1/games",
        &with(game(&ann, &ben), json!({ "result": "draw", "ending": "draw_agreed", "insist": true })),
    )
    .expect(201);
    let moved = (score(&club, &ann).unwrap() - 120, score(&club, &ben).unwrap() - 100);
    assert_eq!(before, json!({ "white": moved.0, "black": moved.1 }), "as it then happens");
    assert_eq!(preview(&format!("white={0}&black={0}", ann.id)).refused(422), ["I.1"]);
    assert_eq!(preview("white=1&black=999").refused(422), ["0.12"], "the club knows nobody so");
});

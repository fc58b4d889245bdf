//! Chess for several at a table, over HTTP: seats, colours, clocks, offers, claims, leaving, the end.
//! Numbers are sections of the contract.

use chrono::TimeDelta;
use rookery::auth::Role;
use serde_json::{Value, json};

use crate::harness::{Answer, Caller, Client, Club};
use crate::tables::{go, path, play, ready, replays};

/// The document's own example: Red's king steps before Yellow's rook, Blue's knight leaves the line.
const EXAMPLE: &str = "std8 1,yR,5,yK/8/8/8/1,bN,5,bK/8/8/rK,7 R aaa- - - 0 0";

pub fn people<const N: usize>(club: &Club) -> [Caller; N] {
    std::array::from_fn(|place| club.person(["Ann", "Ben", "Cat", "Dan"][place], &[]))
}

/// A game that has begun; seats in the order of the players.
pub fn begun(players: &[Caller], options: &Value) -> String {
    let open = json!({ "game": "multiplayer", "options": options, "seat": 0 });
    let table = path(&players[0].post("/api/v1/tables", &open).expect(201));
    for player in &players[1..] {
        player.post(&format!("{table}/seats"), &json!({})).expect(200);
    }
    for player in players {
        ready(player, &table, true).expect(200);
    }
    assert_eq!(players[0].get(&table).expect(200)["stage"], "playing");
    table
}

/// Red, Blue, … in the order of the players.
pub fn chosen(start: &str) -> Value {
    json!({ "start": start, "colours": "chosen" })
}

pub fn number(club: &Club, table: &str) -> i64 {
    club.anyone().get(table).expect(200)["number"].as_i64().unwrap()
}

/// Plays as the answer to what is last.
pub fn does(club: &Club, player: &Client, table: &str, what: Value) -> Answer {
    play(player, table, number(club, table), what)
}

fn moves(club: &Club, player: &Client, table: &str, text: &str) -> Value {
    go(player, table, number(club, table), text).expect(200)
}

/// The refusal's rule, nothing having changed.
#[track_caller]
fn rule(club: &Club, player: &Client, table: &str, what: Value) -> (u16, String) {
    let before = club.anyone().get(table).expect(200);
    let answer = does(club, player, table, what);
    assert_eq!(club.anyone().get(table).expect(200), before, "a refusal changes nothing");
    (answer.status, answer.json["rule"].as_str().unwrap_or_default().to_owned())
}

both!(a_king_caught_in_the_shuffle_and_why_4_3, |club| {
    let players: [Caller; 3] = people(&club);
    let table = begun(&players, &chosen(EXAMPLE));
    let [ann, ben, cat] = &players;
    moves(&club, ann, &table, "a1-b1");
    assert_eq!(ann.get(&table).expect(200)["state"]["threats"], json!([]), "the knight stands between");
    moves(&club, ben, &table, "b4-c6");
    let seen = cat.get(&table).expect(200)["state"].clone();
    assert_eq!(seen["threats"], json!([{ "king": "R", "by": "Y" }]));
    let why = json!([{ "move": "b8xb1", "king": "R", "why": "exposed", "since": ["B:b4-c6"] }]);
    assert_eq!(seen["takings"], why);
    let entry = moves(&club, cat, &table, "b8xb1");
    assert_eq!(entry["effect"]["events"], json!(["Y:b8xb1", "R:king_captured"]));
    assert_eq!(entry["effect"]["taken"], why[0], "the log keeps why");
    let seen = ben.get(&table).expect(200);
    assert_eq!((&seen["turn"], &seen["state"]["statuses"]["R"]), (&json!([1]), &json!("king_captured")));
    assert_eq!(rule(&club, ann, &table, json!({ "kind": "resign" })), (409, "4.5".to_owned()));
    does(&club, ben, &table, json!({ "kind": "resign" })).expect(200);
    let seen = ben.get(&table).expect(200);
    assert_eq!(seen["outcome"]["scores"], json!({ "R": "0", "B": "0", "Y": "1" }));
    assert_eq!(
        (&seen["outcome"]["reason"], &seen["outcome"]["result"]),
        (&json!("last_player"), &json!("R 0, B 0, Y 1"))
    );
    replays(&club, &table);
});

both!(turns_go_round_and_what_is_refused_names_its_rule_3_4_2_5_2, |club| {
    // After midnight by the club's clock, and before it in UTC.
    club.set_time("2027-07-06T23:30:00");
    let players: [Caller; 4] = people(&club);
    let table = begun(&players, &chosen("start4"));
    let [red, blue, yellow, green] = &players;
    let a_move = |text: &str| json!({ "kind": "move", "move": text });
    for (who, what, status, rule_) in [
        (blue, a_move("b5-d5"), 409, "3"),
        (red, a_move("d2-d5"), 422, "4.2"),
        (red, a_move("e4"), 422, "5.2"),
        (red, a_move("resign:B"), 422, "5.2"),
        (red, a_move(&"x".repeat(5000)), 422, "5.2"),
        (red, a_move("d2xd4"), 422, "5.2"),
        (red, json!({ "kind": "accept_draw", "of": null }), 409, "4.6"),
        (green, json!({ "kind": "claim", "reason": "repetition" }), 409, "4.8"),
        (green, json!({ "kind": "claim", "reason": "fifty_moves" }), 409, "4.7"),
        (red, json!({ "kind": "dance" }), 422, "5.3"),
        (red, json!({ "kind": "accept_draw", "of": "X" }), 422, "5.3"),
        (red, json!("d2-d4"), 422, "5.3"),
    ] {
        assert_eq!(rule(&club, who, &table, what.clone()), (status, rule_.to_owned()), "{what}");
    }
    for (player, text) in [(red, "d2-d4"), (blue, "b5-d5"), (yellow, "e13-e11"), (green, "m4-k4"), (red, "Ne1-f3")] {
        moves(&club, player, &table, text);
    }
    let seen = blue.get(&table).expect(200);
    assert_eq!((&seen["state"]["turn"], &seen["state"]["last"]), (&json!("B"), &json!(["e1", "f3"])));
    assert!(seen["state"]["moves"].as_array().is_some_and(|moves| moves.contains(&json!("b6-c6"))), "{seen}");
    assert!(red.get(&table).expect(200)["state"]["moves"].is_null(), "only who is awaited gets a list");
    let stranger = club.person("Eve", &[]);
    assert_eq!(go(&stranger, &table, 5, "b6-c6").refused(403), ["I.9"]);
    let mpn = club.anyone().get(&format!("{table}/mpn")).text();
    assert_eq!(mpn.trim(), seen["state"]["position"], "spectators see all there is");
    let pgn4 = club.anyone().get(&format!("{table}/pgn4")).text();
    assert!(pgn4.contains("[Red \"Ann\"]") && pgn4.contains("[Green \"Dan\"]"), "{pgn4}");
    let played = "[Date \"2027.07.07\"]\n[UTCDate \"2027.07.06\"]\n[UTCTime \"23:30:00\"]\n";
    assert!(pgn4.contains(played), "{pgn4}");
    assert!(pgn4.contains("1. d2-d4 .. b5-d5 .. e13-e11 .. m4-k4\n2. Ne1-f3"), "{pgn4}");
    replays(&club, &table);
});

both!(who_resigns_out_of_turn_stays_until_his_turn_and_is_not_asked_4_5, |club| {
    let players: [Caller; 4] = people(&club);
    let table = begun(&players, &chosen("start4"));
    let [red, blue, yellow, green] = &players;
    let left = does(&club, yellow, &table, json!({ "kind": "resign" })).expect(200);
    assert_eq!(left["effect"]["events"], json!(["Y:resign_pending"]));
    let seen = red.get(&table).expect(200);
    assert_eq!((&seen["state"]["turn"], &seen["state"]["statuses"]["Y"]), (&json!("R"), &json!("resign_pending")));
    assert_eq!(rule(&club, yellow, &table, json!({ "kind": "offer_draw" })), (409, "4.6".to_owned()));
    moves(&club, red, &table, "d2-d4");
    let entry = moves(&club, blue, &table, "b4-c4");
    assert_eq!(entry["effect"]["events"], json!(["B:b4-c4", "Y:resigned"]), "his king goes when his turn comes");
    assert_eq!(entry["effect"]["turn"], "G");
    does(&club, green, &table, json!({ "kind": "offer_draw" })).expect(200);
    does(&club, red, &table, json!({ "kind": "accept_draw", "of": "G" })).expect(200);
    does(&club, blue, &table, json!({ "kind": "accept_draw" })).expect(200);
    let outcome = &red.get(&table).expect(200)["outcome"];
    assert_eq!(outcome["reason"], "agreement");
    assert_eq!(outcome["scores"], json!({ "R": "1/3", "B": "1/3", "Y": "0", "G": "1/3" }), "exact parts of the point");
    assert_eq!(does(&club, red, &table, json!({ "kind": "resign" })).status, 409, "the table is over");
    replays(&club, &table);
});

both!(an_offer_lapses_when_its_makers_turn_comes_and_a_refusal_closes_it_4_6, |club| {
    let players: [Caller; 3] = people(&club);
    let table = begun(&players, &chosen("start3"));
    let [red, blue, yellow] = &players;
    let offer = || json!({ "kind": "offer_draw" });
    does(&club, red, &table, offer()).expect(200);
    assert_eq!(rule(&club, red, &table, offer()), (409, "4.6".to_owned()));
    let seen = blue.get(&table).expect(200);
    assert_eq!(seen["state"]["offers"], json!({ "R": { "agreed": [], "turns": 3 } }), "a full circuit");
    does(&club, blue, &table, json!({ "kind": "accept_draw" })).expect(200);
    moves(&club, red, &table, "d2-d4");
    moves(&club, blue, &table, "b4-c4");
    let seen = yellow.get(&table).expect(200);
    assert_eq!(seen["state"]["offers"], json!({ "R": { "agreed": ["B"], "turns": 1 } }));
    moves(&club, yellow, &table, "d13-d12");
    assert_eq!(yellow.get(&table).expect(200)["state"]["offers"], json!({}), "Red's turn has come again");
    assert_eq!(rule(&club, yellow, &table, json!({ "kind": "accept_draw", "of": "R" })), (409, "4.6".to_owned()));
    // Out of turn it lives until the next turn; a refusal closes it; of several, an answer names one.
    does(&club, yellow, &table, offer()).expect(200);
    does(&club, blue, &table, offer()).expect(200);
    assert_eq!(rule(&club, red, &table, json!({ "kind": "accept_draw" })), (409, "4.6".to_owned()));
    does(&club, red, &table, json!({ "kind": "decline_draw", "of": "Y" })).expect(200);
    let seen = red.get(&table).expect(200);
    assert_eq!(seen["state"]["offers"], json!({ "B": { "agreed": [], "turns": 1 } }));
    replays(&club, &table);
});

both!(a_claim_is_verified_from_the_record_by_the_player_who_makes_it_4_8_4_9, |club| {
    let players: [Caller; 3] = people(&club);
    let table = begun(&players, &chosen("start3"));
    let claim = || json!({ "kind": "claim", "reason": "repetition" });
    for round in 0..4 {
        assert_eq!(rule(&club, &players[1], &table, claim()), (409, "4.8".to_owned()), "round {round}");
        let texts = if round % 2 == 0 { ["e1-f3", "a5-c6", "j14-i12"] } else { ["f3-e1", "c6-a5", "i12-j14"] };
        for (player, text) in players.iter().zip(texts) {
            moves(&club, player, &table, text);
        }
    }
    let seen = players[0].get(&table).expect(200);
    assert_eq!((&seen["state"]["repetitions"], &seen["turn"]), (&json!(3), &json!([0])));
    assert_eq!(seen["state"]["claimable"]["B"], json!(["repetition"]));
    does(&club, &players[1], &table, claim()).expect(200);
    let outcome = &players[0].get(&table).expect(200)["outcome"];
    assert_eq!((&outcome["reason"], &outcome["scores"]["Y"]), (&json!("repetition"), &json!("1/3")));
    replays(&club, &table);
});

both!(clocks_run_only_in_ones_own_turn_and_a_flag_takes_the_king_4_11, |club| {
    let players: [Caller; 3] = people(&club);
    let options = json!({ "start": "start3", "colours": "chosen", "clock": { "minutes": 1, "increment_seconds": 2 } });
    let table = begun(&players, &options);
    club.pass(TimeDelta::seconds(10));
    let entry = moves(&club, &players[0], &table, "d2-d4");
    assert_eq!(entry["effect"]["left_ms"], json!({ "R": 52_000, "B": 60_000, "Y": 60_000 }));
    club.pass(TimeDelta::seconds(59));
    assert_eq!(players[2].get(&table).expect(200)["state"]["left_ms"]["B"], 1_000);
    club.pass(TimeDelta::seconds(31));
    assert_eq!(go(&players[1], &table, 1, "b4-c4").refused(409), ["I.9"], "the flag fell before the move came");
    let due = || rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    due(); // Or anybody who looked first.
    let seen = players[2].get(&table).expect(200);
    assert_eq!((&seen["state"]["turn"], &seen["state"]["statuses"]["B"]), (&json!("Y"), &json!("timed_out")));
    assert_eq!(seen["state"]["left_ms"], json!({ "R": 52_000, "B": 0, "Y": 30_000 }), "from the instant it fell");
    club.pass(TimeDelta::seconds(31));
    due(); // Or anybody who looked first.
    let seen = players[0].get(&table).expect(200);
    assert_eq!((&seen["stage"], &seen["outcome"]["scores"]["R"]), (&json!("ended"), &json!("1")));
    assert_eq!(seen["ended_at"], "2026-11-06T12:02:10Z");
    replays(&club, &table);
});

both!(days_are_for_each_turn_and_a_pause_stops_them, |club| {
    let players: [Caller; 2] = people(&club);
    let options = json!({ "start": "start2", "colours": "chosen", "clock": { "days": 2 } });
    let table = begun(&players, &options);
    club.pass(TimeDelta::days(1));
    let [red, yellow] = [club.again(&players[0]), club.again(&players[1])];
    moves(&club, &red, &table, "e2-e4");
    let seen = yellow.get(&table).expect(200);
    assert_eq!(seen["state"]["left_ms"], json!({ "R": 172_800_000, "Y": 172_800_000 }));
    assert_eq!(seen["due_at"], "2026-11-09T12:00:00Z");
    for player in [&red, &yellow] {
        ready(player, &table, false).expect(200);
    }
    club.pass(TimeDelta::days(30));
    let [red, yellow] = [club.again(&red), club.again(&yellow)];
    for player in [&red, &yellow] {
        ready(player, &table, true).expect(200);
    }
    assert_eq!(yellow.get(&table).expect(200)["state"]["left_ms"]["Y"], 172_800_000);
    moves(&club, &yellow, &table, "e7-e5");
    replays(&club, &table);
});

both!(a_justice_has_somebody_leave_out_of_turn_pending_4_11_i_9_6, |club| {
    let players: [Caller; 3] = people(&club);
    let table = begun(&players, &chosen("start3"));
    let jo = club.person("Jo", &[Role::Justice]);
    let rules = |who: &Client, body: Value| who.post(&format!("{table}/rulings"), &body);
    let ruling = json!({ "colour": "Y", "leaves": "timed_out", "reason": "Went home without a word to anybody" });
    assert_eq!(rules(&players[0], ruling.clone()).refused(403), ["III.3"]);
    let bad = json!({ "colour": "Y", "reason": "Went home without a word to anybody" });
    assert_eq!(rules(&jo, bad).refused(422), ["I.9.6"]);
    let entry = rules(&jo, ruling).expect(200);
    assert_eq!(entry["effect"]["events"], json!(["Y:timeout_pending"]));
    let declared = jo.get(&format!("/api/v1/declarations?by={}", jo.id)).expect(200);
    assert_eq!(declared["items"][0]["act"], "I.9.6", "at once, however long the game goes on: {declared}");
    // Anybody who is out of the game does not keep the others from adjourning it.
    for (player, stage) in [(&players[0], "playing"), (&players[1], "adjourned")] {
        assert_eq!(ready(player, &table, false).expect(200)["stage"], stage);
    }
    for (player, stage) in [(&players[1], "adjourned"), (&players[0], "playing")] {
        assert_eq!(ready(player, &table, true).expect(200)["stage"], stage);
    }
    moves(&club, &players[0], &table, "d2-d4");
    let entry = moves(&club, &players[1], &table, "b4-c4");
    assert_eq!(entry["effect"]["events"], json!(["B:b4-c4", "Y:timed_out"]));
    does(&club, &players[0], &table, json!({ "kind": "resign" })).expect(200);
    replays(&club, &table);
});

both!(colours_are_drawn_by_lot_or_chosen_and_nobody_knows_the_lot_before, |club| {
    let players: [Caller; 4] = people(&club);
    let mut met = std::collections::BTreeSet::new();
    for _ in 0..6 {
        let open = json!({ "game": "multiplayer", "options": { "start": "start4-classic" } });
        let table = path(&players[0].post("/api/v1/tables", &open).expect(201));
        let log = club.anyone().get(&format!("{table}/log")).text();
        assert!(!log.contains("seed"), "a player who knows the seed chooses the seat: {log}");
        for player in &players[1..] {
            player.post(&format!("{table}/seats"), &json!({})).expect(200);
        }
        for player in &players {
            ready(player, &table, true).expect(200);
        }
        let seen = players[0].get(&table).expect(200);
        let mut colours: Vec<String> = serde_json::from_value(seen["state"]["colours"].clone()).unwrap();
        let red = colours.iter().position(|colour| colour == "R").unwrap();
        assert_eq!(seen["turn"], json!([red]), "Red begins, wherever he sits");
        met.insert(colours.clone());
        colours.sort();
        assert_eq!(colours, ["B", "G", "R", "Y"]);
        replays(&club, &table);
    }
    assert!(met.len() > 1, "{met:?}");
});

both!(tables_open_only_with_what_the_contract_knows_2_4_11_5_1, |club| {
    let [ann] = people(&club);
    for (options, rule) in [
        (json!({ "start": "start5" }), "5.1"),
        (json!({ "start": "std8 8/8/8/8/8/8/8/8 R a-a- - - 0 0" }), "5.1"),
        (json!({ "start": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" }), "5.1"),
        (json!({ "start": "std8 7,yK/rQ,7/6,rK,1/8/8/8/8/8 R aSa- - - 0 0" }), "5.1"),
        (json!({ "start": "x".repeat(5000) }), "5.1"),
        (json!({ "start": "start2", "promotion": "far" }), "2.2"),
        (json!({ "promotion": "9" }), "2"),
        (json!({ "clock": { "minutes": 0 } }), "4.11"),
        (json!({ "clock": { "minutes": 5, "increment_seconds": 61 } }), "4.11"),
        (json!({ "clock": { "days": 15 } }), "4.11"),
        (json!({ "clock": { "days": 1, "minutes": 1 } }), "2"),
        (json!({ "teams": true }), "2"),
        (json!([]), "2"),
        (json!("start4"), "2"),
    ] {
        let answer = ann.post("/api/v1/tables", &json!({ "game": "multiplayer", "options": options }));
        assert_eq!((answer.status, &answer.json["rule"]), (422, &json!(rule)), "{options}: {}", answer.text());
    }
    for (options, seats) in [
        (json!(null), 4),
        (json!({ "start": "start3-hex" }), 3),
        (json!({ "start": "start2" }), 2),
        (json!({ "start": "start4-byg", "promotion": "far", "clock": { "days": 3 }, "rated": false }), 4),
        (json!({ "start": EXAMPLE }), 3),
    ] {
        let table = ann.post("/api/v1/tables", &json!({ "game": "multiplayer", "options": options })).expect(201);
        assert_eq!(table["seats"].as_array().unwrap().len(), seats, "{table}");
        assert_eq!(table["options"]["rated"], seats > 2 && options["start"] != EXAMPLE && options["rated"] != false);
    }
});

//! Party Chess at a table: over HTTP on both databases, and a long game at the level of its state.

use chrono::{NaiveDateTime, TimeDelta};
use rookery::party::cli;
use rookery::party::rules::{Hall, HallView, Options, tap};
use rookery::party::table::PartyChess;
use rookery::tables::{AnyState, Seat, Step, erased};
use rookery_party_chess::{PieceId, Play, Position, Square};
use serde_json::{Value, json};

use super::CASES;
use super::boards::{Chance, KINDS, modest_shape, random_board};
use super::effort::cases;
use crate::harness::{Answer, Caller, Client, Club};
use crate::tables::{message, path, play, ready, replays, topics};

/// A game of two Offices: Ann holds NAP and is Umpire, Ben holds Blue, Cat has no Office; a seat is free.
pub(super) struct Scene {
    pub ann: Caller,
    pub ben: Caller,
    pub cat: Caller,
    pub table: String,
}

pub(super) fn scene(club: &Club) -> Scene {
    let [ann, ben, cat] = ["Ann", "Ben", "Cat"].map(|name| club.person(name, &[]));
    let options = json!({ "swingers": ["NAP", "Blue"], "seats": 4, "ruleset": "amended" });
    let open = json!({ "game": "party", "options": options, "seat": 0, "invite": [ben.id] });
    let table = path(&ann.post("/api/v1/tables", &open).expect(201));
    ben.post(&format!("{table}/seats"), &json!({})).expect(200);
    cat.post(&format!("{table}/seats"), &json!({})).expect(200);
    for player in [&ann, &ben] {
        assert_eq!(ready(player, &table, true).expect(200)["stage"], "open");
    }
    assert_eq!(ready(&cat, &table, true).expect(200)["stage"], "playing", "the fourth seat may stay empty");
    Scene { ann, ben, cat, table }
}

impl Scene {
    pub fn state(&self) -> Value {
        self.ann.get(&self.table).expect(200)["state"].clone()
    }

    /// Does something as the answer to the last entry.
    pub fn does(&self, who: &Client, deed: Value) -> Answer {
        let number = self.ann.get(&self.table).expect(200)["number"].as_i64().unwrap();
        play(who, &self.table, number, deed)
    }

    pub fn plays(&self, who: &Client, text: &str) -> Answer {
        self.does(who, json!({ "kind": "play", "play": text }))
    }

    pub fn topics(&self, club: &Club, who: &Caller) -> Vec<String> {
        topics(club, who)
    }
}

pub(super) const ARMY: [&str; 5] = ["rook", "rook", "camel", "jester", "pawn"];

both!(a_game_of_party_chess_is_played_and_replays, |club| {
    let scene = scene(&club);
    let Scene { ann, ben, cat, table } = &scene;
    let state = scene.state();
    assert_eq!((&state["turn"], &state["umpire"]), (&json!("NAP"), &json!(0)), "{state}");
    assert_eq!(state["purses"], json!([100, 100, 100, 100]));
    assert_eq!(scene.plays(ben, "pass").refused(409), ["1230.2 §3.B"], "out of turn");
    assert_eq!(scene.plays(cat, "pass").refused(409), ["1230.2 §3.B"], "without an Office");
    assert_eq!(play(ann, table, 7, json!({ "kind": "play", "play": "pass" })).refused(409), ["I.9"], "a stale number");
    let too_dear = json!({ "kind": "army", "army": ["tornado", "rook", "rook", "rook", "rook"] });
    assert_eq!(scene.does(ann, too_dear).refused(422), ["1230.2 §2.B", "G31"]);
    scene.does(ann, json!({ "kind": "army", "army": ARMY })).expect(200);
    scene.does(ben, json!({ "kind": "army", "army": ARMY })).expect(200);
    for wrong in ["8@a1", "1@u1", "99@a1", "1:a1-a2"] {
        let answer = scene.plays(ann, wrong);
        assert_eq!(answer.status, 422, "{wrong}: {}", answer.text());
    }
    let effect = scene.plays(ann, "1@a1").expect(200)["effect"].clone();
    assert_eq!(effect["events"][0]["text"], "1@a1");
    assert_eq!(effect["board"]["order"], json!(["Blue", "NAP"]));
    assert_eq!(effect["board"]["weights"], json!({ "Blue": 0.0, "NAP": 1.0 }));
    // Cat buys a Rook for Blue, without an Office and without a turn (G32).
    let buy = json!({ "kind": "buy", "office": "Blue", "piece": "rook", "from": { "seat": 2 } });
    scene.does(cat, buy.clone()).expect(200);
    assert_eq!(scene.does(cat, buy).refused(409), ["1230.1 §2.D"]);
    assert_eq!((&scene.state()["purses"][2], &scene.state()["treasury"]), (&json!(36), &json!(64)));
    assert_eq!(scene.plays(ben, "8@a9").refused(422), ["1230.2 §6.C", "G13"], "it would attack the King");
    scene.plays(ben, "8@b9").expect(200);
    scene.plays(ann, "pass").expect(200);
    let effect = scene.plays(ben, "8:b9-a9").expect(200)["effect"].clone();
    let check = effect["events"].as_array().unwrap().iter().find(|event| event["event"] == "check");
    let rook = json!({ "id": 8, "owner": "Blue", "kind": "rook", "square": "a9", "hn": 1 });
    assert_eq!(check.unwrap(), &json!({ "event": "check", "office": "NAP", "square": "a1", "by": [rook] }));
    for person in [ann, ben, cat] {
        assert!(scene.topics(&club, person).contains(&"party.check".to_owned()), "a public alert (1230.2 §1.C.iv)");
    }
    let told = message(&club, ann, "party.check");
    assert_eq!(told["what"], "NAP is in Check: its King on a1 is attacked by rook 8 (Blue, a9)", "{told}");
    assert!(scene.topics(&club, ann).contains(&"table.your_turn".to_owned()));
    assert_eq!(scene.plays(ann, "pass").refused(422), ["1230.2 §7", "G14"]);
    scene.plays(ann, "surrender").expect(200);
    replays(&club, table);
});

both!(time_plays_for_who_does_not_and_a_late_player_sits_down, |club| {
    let scene = scene(&club);
    let Scene { ann, table, .. } = &scene;
    scene.does(ann, json!({ "kind": "extend", "days": 5 })).expect(200);
    let judge = club.person("Jo", &[rookery::auth::Role::Justice]);
    let ruling = json!({ "umpire": 3, "reason": "The Umpire has not been seen for weeks" });
    let refused = judge.post(&format!("{table}/rulings"), &ruling);
    assert!(refused.text().contains("Nobody sits on that seat"), "{}", refused.text());
    assert_eq!(refused.refused(422), ["I.9.6", "1230.2 §1.B"]);
    let dan = club.person("Dan", &[]);
    dan.post(&format!("{table}/seats"), &json!({})).expect(200);
    scene.does(ann, json!({ "kind": "found", "office": "Green", "holder": 3 })).expect(200);
    scene.does(&dan, json!({ "kind": "army", "army": ARMY })).expect(200);
    assert_eq!(club.person("Eve", &[]).post(&format!("{table}/seats"), &json!({})).refused(409), ["I.9"]);
    club.pass(TimeDelta::days(5) - TimeDelta::minutes(1));
    rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    assert_eq!(club.anyone().get(table).expect(200)["number"], 3, "the limit was extended");
    club.pass(TimeDelta::days(3) + TimeDelta::minutes(2));
    rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    let seen = club.anyone().get(table).expect(200);
    assert_eq!((&seen["number"], &seen["state"]["turn"]), (&json!(5), &json!("Green")), "two turns have passed");
    replays(&club, table);
    // A justice who does not play names another Umpire.
    let dan = club.again(&dan);
    club.again(&judge).post(&format!("{table}/rulings"), &ruling).expect(200);
    let judge = club.again(&judge);
    let declared = judge.get(&format!("/api/v1/declarations?by={}", judge.id)).expect(200)["items"][0].clone();
    assert_eq!((&declared["exercise"], &declared["act"]), (&json!("ruling"), &json!("I.9.6")), "{declared}");
    let number = table.rsplit('/').next().unwrap();
    assert_eq!(declared["effect"], format!("Is Chess-Umpire at table {number}."), "no name where initials are read");
    assert_eq!(declared["person"]["id"], dan.id);
    let number = dan.get(table).expect(200)["number"].as_i64().unwrap();
    play(&dan, table, number, json!({ "kind": "end", "reason": "the term is over" })).expect(200);
    assert_eq!(dan.get(table).expect(200)["stage"], "ended");
    replays(&club, table);
});

both!(a_tap_is_answered_with_where_a_piece_goes_and_why_not_elsewhere, |club| {
    let scene = scene(&club);
    let Scene { ann, ben, table, .. } = &scene;
    let piece =
        |id, owner: &str, kind: &str, square: &str| json!({ "id": id, "owner": owner, "kind": kind, "square": square });
    let pieces = [piece(1, "NAP", "tornado", "c3"), piece(2, "Blue", "rook", "c5"), piece(3, "NAP", "archer", "k10")];
    let correct = json!({ "kind": "correct", "pieces": pieces, "reason": "a position for a test" });
    scene.does(ann, correct).expect(200);
    let told = message(&club, ben, "party.corrected");
    assert!(
        told["what"].as_str().is_some_and(|what| what.starts_with("Corrected: – → tornado 1 (NAP, c3); ")),
        "{told}"
    );
    assert_eq!(told["reason"], "a position for a test", "everybody at the table hears of it");
    let anyone = club.anyone();
    let reach = anyone.get(&format!("{table}/pieces/1")).expect(200);
    assert_eq!(reach["chain"], json!([{ "to": "c5", "may_stop": true }]));
    let onward = anyone.get(&format!("{table}/pieces/1?path=c5")).expect(200);
    assert!(onward["chain"].as_array().unwrap().len() > 10, "{onward}");
    let refused = anyone.get(&format!("{table}/pieces/3?to=t20")).expect(200)["why_not"].clone();
    assert_eq!(refused["acts"], json!(["1230.15", "G6"]));
    assert_eq!(anyone.get(&format!("{table}/pieces/3?to=k11")).expect(200)["why_not"]["acts"][0], "1230.15");
    assert_eq!(anyone.get(&format!("{table}/pieces/3?to=k14")).expect(200)["why_not"], Value::Null);
    assert_eq!(anyone.get(&format!("{table}/pieces/9")).status, 404);
    assert_eq!(anyone.get(&format!("{table}/pieces/3?to=z1")).status, 422);
});

both!(bad_input_is_refused_with_its_rule_and_nothing_changes, |club| {
    let scene = scene(&club);
    let Scene { ann, ben, table, .. } = &scene;
    for player in [ann, ben] {
        scene.does(player, json!({ "kind": "army", "army": ARMY })).expect(200);
    }
    let before = scene.state();
    let correct = |piece: Value| json!({ "kind": "correct", "pieces": [piece], "reason": "a board for a test" });
    let piece =
        |id, owner: &str, kind: &str, square: &str| json!({ "id": id, "owner": owner, "kind": kind, "square": square });
    for (wrong, told) in [
        (piece(40, "NAP", "dragon", "c3"), "1230.4–1230.21"),
        (piece(40, "NAP", "rook", "u1"), "a1 to t20"),
        (piece(40, "Green", "rook", "c3"), "1230.2 §3.A"),
    ] {
        let answer = scene.does(ann, correct(wrong));
        assert!(answer.status == 422 && answer.text().contains(told), "{}", answer.text());
    }
    let twice = [piece(1, "NAP", "king", "c3"), piece(7, "Blue", "king", "c3")];
    let twice = json!({ "kind": "correct", "pieces": twice, "reason": "a board for a test" });
    assert_eq!(scene.does(ann, twice).refused(422), ["1230.1 §1"], "two pieces on one square");
    assert_eq!(scene.plays(ben, "7@a1").refused(409), ["1230.2 §3.B"], "out of turn");
    assert_eq!(scene.plays(ann, "7@a1").refused(422), ["1230.2 §6.A–C"], "the piece of another");
    assert_eq!(scene.plays(ann, "99@a1").refused(422), ["1230.2 §6"], "no such piece");
    assert_eq!(scene.plays(ann, "1:a1-a2").refused(422), ["1230.2 §6"], "the King is off-board");
    assert_eq!(play(ann, table, 77, json!({ "kind": "play", "play": "1@a1" })).refused(409), ["I.9"], "a stale number");
    assert_eq!(scene.state(), before);
});

both!(analysis_answers_over_http_as_on_the_command_line, |club| {
    let ann = club.person("Ann", &[]);
    let requests = CASES.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["request"].to_string());
    let requests: Vec<String> = requests.filter(|request| !request.contains("perft")).step_by(5).collect();
    let mut lines = Vec::new();
    cli::run(requests.join("\n").as_bytes(), &mut lines).unwrap();
    let told = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let told: Vec<Value> = told.map(|line| serde_json::from_slice(line).unwrap()).collect();
    assert_eq!(told.len(), requests.len());
    for (request, told) in requests.iter().zip(told) {
        let request: Value = serde_json::from_str(request).unwrap();
        let answer = ann.post("/api/v1/analysis/party", &request);
        match told.get("error") {
            None => assert_eq!(answer.expect(200), told),
            Some(_) => assert_eq!(answer.expect(422)["answer"], told),
        }
    }
    // Nobody keeps the service busy by asking.
    let rooks = (1..=60).map(|id| json!({ "id": id, "owner": "Ann", "kind": "rook", "square": null }));
    let position =
        json!({ "ruleset": "strict", "swingers": ["Ann"], "to_play": "Ann", "pieces": rooks.collect::<Vec<_>>() });
    let acts = vec![json!({ "act": "default" }); 20_001];
    let asked = json!({ "op": "replay", "position": position, "acts": acts });
    let refused = ann.post("/api/v1/analysis/party", &asked).expect(422);
    assert_eq!(refused["answer"]["error"]["title"], "too much");
});

/// A game of six Offices and nine players.
fn started(seed: i64, at: NaiveDateTime) -> (Options, Hall) {
    let names = ["NAP", "Azure", "Coral", "Olive", "Plum", "Rust", "Sand", "Teal"];
    let asked = json!({ "swingers": names, "seats": 11, "purse": 2_000 });
    let seats: Vec<Seat> = (0..9).collect();
    let options = erased::asked(&PartyChess, &asked).unwrap().begin(&seats, Some(8), seed).unwrap();
    let hall = Hall::new(&options, seed, at).unwrap();
    (options, hall)
}

/// Something that somebody does, mostly the holder whose turn it is, mostly something that may be done.
fn random_deed(chance: &mut Chance, hall: &Hall) -> (Seat, Value) {
    let position = hall.position();
    let office = chance.pick(hall.offices()).name.clone();
    let seat = chance.below(10) as Seat;
    let kind = *chance.pick(&KINDS);
    let warm = chance.one_in(2);
    let deed = match chance.below(60) {
        0 => json!({ "kind": "buy", "office": office, "piece": kind, "from": { "seat": seat } }),
        1 => {
            json!({ "kind": "pay", "from": { "seat": seat }, "to": { "organisation": "Bank" }, "amount": 1 + chance.below(30), "purpose": "dues" })
        }
        2 => json!({ "kind": "organise", "name": "Bank", "members": [seat, chance.below(10)] }),
        3 => json!({ "kind": "warm", "office": office, "warm": warm }),
        4 => json!({ "kind": "surrender", "office": office }),
        5 => json!({ "kind": "draw", "among": ["heads", "tails"], "purpose": "which" }),
        6 => json!({ "kind": "extend", "days": *chance.pick(&[4, 5, 6, 7, 8, u32::MAX]) }),
        7 if chance.one_in(4) => json!({ "kind": "resign_umpire" }),
        8 => json!({ "kind": "take_umpire" }),
        9 => json!({ "kind": "found", "office": format!("Office {}", chance.below(40)), "holder": seat }),
        10 if chance.one_in(4) => json!({ "kind": "destroy", "office": office, "reason": "by lot" }),
        11 => json!({ "kind": "amend", "amendment": { "rule": 5 + chance.below(3), "repealed": chance.one_in(4) } }),
        12 => json!({ "kind": "appoint", "office": office, "holder": if warm { Value::Null } else { json!(seat) } }),
        13 => json!({ "kind": "correct", "gone": [chance.below(60)], "reason": "swept away" }),
        14 => json!({ "kind": "army", "army": ["jester", "jester", kind, "pawn", "demon"] }),
        _ => {
            let plays = position.legal_plays().unwrap_or_default();
            let lively: Vec<&Play> = plays.iter().filter(|play| **play != Play::Surrender).collect();
            let play = if lively.is_empty() { Play::Surrender } else { (*chance.pick(&lively)).clone() };
            let by = hall.turn().first().copied().unwrap_or(seat);
            return (by, json!({ "kind": "play", "play": position.write_play(&play) }));
        }
    };
    let umpire = HallView::of(hall, None).umpire;
    (if chance.one_in(3) { seat } else { umpire.unwrap_or(seat) }, deed)
}

/// `PARTY_CASES=10` plays 10,000.
#[test]
fn a_long_game_at_a_table_replays_from_its_log_to_the_same_bytes() {
    let noon: NaiveDateTime = "2026-11-06T12:00:00".parse().unwrap();
    let (options, mut hall) = started(5, noon);
    let first = hall.clone();
    let (chance, mut now, mut log) = (&mut Chance::new(11), noon, Vec::new());
    let seen = |hall: &Hall| hall.view(None, noon).json().unwrap();
    let money = |hall: &Hall| {
        let view = HallView::of(hall, None);
        let organisations: i64 = view.organisations.iter().map(|one| one.balance).sum();
        view.purses.iter().sum::<i64>() + organisations + view.treasury
    };
    let (total, mut refused, wanted) = (money(&hall), 0, cases(1_000));
    while (log.len() as u64) < wanted {
        now += TimeDelta::minutes(chance.below(300) as i64);
        if let Some(due) = hall.due().filter(|due| *due <= now) {
            let effect = hall.step(Step::Time, due).unwrap().json().unwrap();
            log.push((None, due, effect));
            continue;
        }
        let (seat, deed) = random_deed(chance, &hall);
        let before = chance.one_in(20).then(|| seen(&hall));
        match hall.step(Step::Play { seat, play: &deed }, now) {
            Ok(effect) => log.push((Some((seat, deed)), now, effect.json().unwrap())),
            Err(refusal) => {
                refused += 1;
                assert!(!refusal.acts.is_empty() || !refusal.errors.is_empty(), "{deed}: {refusal}");
                assert!(before.is_none_or(|before| before == seen(&hall)), "refused, nothing has changed");
            }
        }
        assert_eq!(money(&hall), total, "money is neither made nor lost");
    }
    assert!(refused > 10, "rules were tried, too");
    let end = seen(&hall).to_string();
    let mut again = Hall::new(&options, 5, noon).unwrap();
    assert_eq!(seen(&again), seen(&first));
    for (entry, at, effect) in &log {
        let step = match entry {
            Some((seat, play)) => Step::Play { seat: *seat, play },
            None => Step::Time,
        };
        assert_eq!(again.step(step, *at).unwrap().json().unwrap().to_string(), effect.to_string());
    }
    assert_eq!(seen(&again).to_string(), end);
    // The changes alone, put together, are the board.
    let view: Value = serde_json::from_str(&end).unwrap();
    let position = Position::from_json(&view["position"]).unwrap();
    assert!(position.size() <= 8 * 1024, "a state of {} bytes", position.size());
    let mut pieces = std::collections::BTreeMap::new();
    for (.., effect) in &log {
        let list = |name: &str| effect["board"][name].as_array().cloned().unwrap_or_default();
        list("gone").iter().for_each(|id| drop(pieces.remove(&id.as_u64().unwrap())));
        list("pieces").into_iter().for_each(|piece| drop(pieces.insert(piece["id"].as_u64().unwrap(), piece)));
    }
    let told: Vec<(u64, Value)> = pieces.into_iter().map(|(id, piece)| (id, piece["square"].clone())).collect();
    let stand = view["position"]["pieces"].as_array().unwrap().iter();
    let stand: Vec<(u64, Value)> =
        stand.map(|piece| (piece["id"].as_u64().unwrap(), piece["square"].clone())).collect();
    assert_eq!(told, stand);
}

/// Wherever a piece cannot go it is said why, chains and all, on any board.
#[test]
fn every_square_is_answered() {
    for seed in 0..cases(20) {
        let chance = &mut Chance::new(900 + seed);
        let shape = modest_shape(chance);
        let board = random_board(chance, shape);
        let position = Position::from_json(&board).unwrap();
        let own: Vec<PieceId> = position
            .board()
            .pieces()
            .iter()
            .filter(|piece| Some(piece.owner) == position.to_play())
            .map(|piece| piece.id)
            .collect();
        let Some(id) = own.get(chance.below(own.len().max(1))).copied() else { continue };
        let reach = tap::reach(&position, id, &[]).unwrap();
        for to in Square::all() {
            let goes = reach.plays.iter().any(|play| tap::target(play) == Some(to));
            let begins = reach.steps.iter().any(|(step, _)| *step == to);
            let why_not = tap::why_not(&position, id, &[], to);
            assert!(goes || begins || why_not.is_some(), "piece {id:?} to {to} in {board}");
            assert!(why_not.is_none_or(|why| !goes && !why.acts.is_empty()), "piece {id:?} to {to} in {board}");
        }
    }
}

//! Party Chess: requests and answers from data files, and the engine against a second, plain one.

mod agreement;
mod boards;
mod campaigns;
mod effort;
mod plain;
mod practice;

use rookery_party_chess::analysis;
use serde_json::{Value, json};

use agreement::agrees;
use boards::{Chance, modest_shape, random_board};
use effort::cases;
use plain::Game;

/// An answer that may cost as much as any here needs.
fn answer(request: &Value) -> Value {
    analysis::answer(request, 200_000_000)
}

/// Checks one line: `answer` as far as it is given, `includes`, `excludes` and `count` of the notations of legal plays.
fn fault(case: &Value) -> Option<String> {
    let given = answer(&case["request"]);
    let lists = |notation: &Value| given["notations"].as_array().is_some_and(|notations| notations.contains(notation));
    let each = |name: &str| case[name].as_array().cloned().unwrap_or_default();
    if let Some(expected) = case.get("answer").filter(|expected| !agrees(expected, &given)) {
        return Some(format!("expected {expected}"));
    }
    if let Some(missing) = each("includes").iter().find(|&notation| !lists(notation)) {
        return Some(format!("{missing} is missing"));
    }
    if let Some(extra) = each("excludes").iter().find(|&notation| lists(notation)) {
        return Some(format!("{extra} is not legal"));
    }
    let count = given["notations"].as_array().map(Vec::len);
    case.get("count")
        .filter(|&expected| json!(count) != *expected)
        .map(|expected| format!("{expected} plays, not {count:?}"))
}

fn check_file(text: &str) {
    let cases = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let faults: Vec<String> = cases
        .enumerate()
        .filter_map(|(line, case)| {
            Some(format!(
                "line {}, {} {}: {}\n  {}\n  {}",
                line + 1,
                case["cites"],
                case["says"],
                fault(&case)?,
                case["request"],
                answer(&case["request"])
            ))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn samples() {
    check_file(include_str!("../data/samples.jsonl"));
}

/// One case or more for every rule and every reading of the engine.
#[test]
fn rules_and_readings() {
    check_file(include_str!("../data/cases.jsonl"));
}

/// Compares everything both engines say about a position; gives the legal plays of the plain one.
fn compare(position: &Value) -> Vec<plain::Choice> {
    let game = Game::load(position);
    let legal = game.legal();
    let given = answer(&json!({ "op": "legal", "position": position }));
    let notations: Vec<&str> = legal.iter().map(|(notation, _)| notation.as_str()).collect();
    assert_eq!(json!(notations), given["notations"], "legal plays of {position}");
    for ((notation, next), play) in legal.iter().zip(given["plays"].as_array().unwrap()) {
        let moved = play["type"] == "move" || play["type"] == "capture";
        let demons = if moved { next.demons(&game.list[0]) } else { Vec::new() };
        assert_eq!(
            json!(demons),
            play.get("demon_promotable").unwrap_or(&json!([])).clone(),
            "Demons after {notation} in {position}"
        );
    }
    let check = answer(&json!({ "op": "check", "position": position }));
    let weight = answer(&json!({ "op": "weight", "position": position }));
    for name in &game.list {
        assert_eq!(json!(game.attackers(name)), check["attackers"][name], "attackers of {name} in {position}");
        let plain = game.weight(name).unwrap_or(json!({ "weight": 0, "king_on_board": false }));
        assert!(
            agrees(&plain, &weight["weights"][name]),
            "weight of {name} in {position}:\n{plain}\n{}",
            weight["weights"][name]
        );
    }
    legal
}

/// One request costs a bounded amount of work; one that asks for more is told how much there may be (G36).
#[test]
fn no_request_is_unbounded() {
    let chance = &mut Chance::new(3);
    let shape = boards::Shape { swingers: 4, on_board: 60, off_board: 20, side: 20, tornados: 0, amended: true };
    let crowded = random_board(chance, shape);
    let refused = |request: Value| {
        let error = analysis::answer(&request, 10_000)["error"].clone();
        let detail = error["detail"].as_str().unwrap_or_else(|| panic!("{request} is answered")).to_owned();
        (error["title"].as_str().unwrap().to_owned(), detail)
    };
    let (title, detail) = refused(json!({ "op": "perft", "position": crowded, "depth": 6 }));
    assert!(title == "too much" && detail.contains("more than 10000 sequences"), "{detail}");
    // Whether the King on c1 is attacked takes a look at all chains; none comes there but straight on by b1.
    let squares = ["a3", "f3", "f12", "f14", "h12", "h14", "j12", "j14", "g13"];
    let mut pieces = vec![
        json!({ "id": 1, "owner": "Ann", "kind": "tornado", "square": "a1" }),
        json!({ "id": 2, "owner": "Ann", "kind": "camel", "square": "b2" }),
        json!({ "id": 3, "owner": "Bob", "kind": "pawn", "square": "b1" }),
        json!({ "id": 4, "owner": "Bob", "kind": "king", "square": "c1" }),
    ];
    for (id, square) in (5..).zip(squares) {
        pieces.push(json!({ "id": id, "owner": "Bob", "kind": "harfyblob", "square": square, "hn": 9 }));
    }
    let position = json!({ "ruleset": "strict", "swingers": ["Ann", "Bob"], "to_play": "Ann", "pieces": pieces });
    let searched = json!({ "op": "check", "position": position });
    let unattacked = json!({ "attackers": { "Ann": [], "Bob": [] } });
    assert_eq!(answer(&searched), unattacked);
    assert_eq!(analysis::answer(&searched, 100)["error"]["title"], "too many chains");
    assert_eq!(answer(&searched), unattacked, "the next question has the whole bound");
    let acts = vec![json!({ "act": "default" }); 20_001];
    assert_eq!(refused(json!({ "op": "replay", "position": crowded, "acts": acts })).0, "too much");
    let rooks: Vec<Value> =
        (1..=300).map(|id| json!({ "id": id, "owner": "Ann", "kind": "rook", "square": null })).collect();
    let mut stock = json!({ "ruleset": "strict", "swingers": ["Ann"], "to_play": "Ann", "pieces": rooks });
    let (title, detail) = refused(json!({ "op": "legal", "position": stock }));
    assert!(title == "too much" && detail.starts_with("120002 plays"), "300 × 400 placements: {detail}");
    let position = |member: &str, value: Value| {
        let mut position = json!({ "ruleset": "amended", "swingers": ["Ann"], "to_play": "Ann", "pieces": [] });
        position[member] = value;
        json!({ "op": "check", "position": position })
    };
    let part = json!({ "part": "a", "dirs": "all", "min": 1, "max": 2, "path": "leap" });
    let parts = vec![part; 25];
    let long = "x".repeat(81);
    stock["swingers"] = json!([long]);
    for wrong in [
        position("amendments", vec![json!({ "rule": 5, "value": 8 }); 1_001].into()),
        position("amendments", json!([{ "rule": 5, "parts": parts }])),
        position(
            "amendments",
            json!([{ "rule": 30, "kind": long, "character": "W", "value": 1, "parts": [parts[0]] }]),
        ),
        position("il_nabi", parts.clone().into()),
        position("swingers", json!([long])),
    ] {
        assert_eq!(refused(wrong).0, "bad position");
    }
}

#[test]
fn both_engines_agree_on_random_boards() {
    for seed in 0..cases(150) {
        let chance = &mut Chance::new(seed + 1);
        let shape = modest_shape(chance);
        let mut position = random_board(chance, shape);
        for _ in 0..3 {
            let legal = compare(&position);
            let acting: Vec<&plain::Choice> =
                legal.iter().filter(|(notation, _)| notation.contains(['x', '*', '-', '='])).collect();
            let (notation, next) = if acting.is_empty() { chance.pick(&legal) } else { *chance.pick(&acting) };
            let expected = next.clone().turn_over().save();
            let given = answer(&json!({ "op": "apply", "position": position, "play": notation }));
            assert!(agrees(&json!({ "position": expected }), &given), "{notation} in {position}\n{expected}\n{given}");
            position = given["position"].clone();
        }
    }
}

#[test]
fn both_engines_count_the_same_sequences_of_plays() {
    for seed in 0..cases(6) {
        let chance = &mut Chance::new(500 + seed);
        let shape = boards::Shape {
            swingers: 2 + chance.below(2),
            on_board: 8,
            off_board: 0,
            side: 6,
            tornados: 1,
            amended: chance.one_in(2),
        };
        let position = random_board(chance, shape);
        let given = answer(&json!({ "op": "perft", "position": position, "depth": 2 }));
        assert_eq!(json!(Game::load(&position).perft(2)), given["nodes"], "{position}");
    }
}

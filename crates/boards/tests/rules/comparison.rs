//! The engine beside the plain second implementation, over random games and random positions.
//!
//! `ROOKERY_PLIES` sets how many plies are compared (100,000 without it), half of them from either seed, side by side.

use rookery_boards::Game;
use rookery_boards::analysis::describe;
use serde_json::Value;

use super::chance::Chance;
use super::plain::{Men, Plain, SEATS};

const STARTS: [&str; 7] = ["start2", "start3", "start4", "start4-classic", "start4-by", "start4-byg", "start4-rg"];

const NEEDED: [&str; 15] = [
    "king_captured",
    "checkmated",
    "stalemated",
    "resigned",
    "timed_out",
    "accept",
    "decline",
    "last_player",
    "insufficient_material",
    "agreement",
    "fifty_move",
    "repetition",
    "en passant",
    "castling",
    "promotion",
];

/// Compares half of the plies that are wanted, over games that come of a seed.
fn half(seed: u64) {
    let wanted: usize = std::env::var("ROOKERY_PLIES").ok().and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let mut chance = Chance(seed);
    let mut seen = std::collections::BTreeMap::<String, usize>::new();
    let mut plies = 0;
    for number in 0.. {
        if plies >= wanted.div_ceil(2) {
            break;
        }
        let start = match number % 4 {
            0 => Game::from_text(chance.pick::<&str>(&STARTS)).expect("a start").start().mpn(),
            _ => random_position(&mut chance),
        };
        plies += compare_game(&start, &mut chance, &mut seen);
    }
    println!("{plies} plies compared; met: {seen:?}");
    assert!(
        wanted < 100_000 || NEEDED.iter().all(|what| seen.contains_key(*what)),
        "some rule was never met: {seen:?}"
    );
}

#[test]
fn engine_and_plain_rules_agree() {
    half(20_010_804);
}

#[test]
fn engine_and_plain_rules_agree_in_other_games() {
    half(4_082_001);
}

/// Plays one game on both; returns how many plies were compared.
fn compare_game(start: &str, chance: &mut Chance, seen: &mut std::collections::BTreeMap<String, usize>) -> usize {
    let mut engine = Game::from_text(start).unwrap_or_else(|error| panic!("{start}: {error}"));
    let mut plain = Plain::new(start);
    let mut tokens: Vec<String> = Vec::new();
    let shuffle = chance.below(4) == 0;
    let talk = if chance.below(8) == 0 { 2 } else { 12 };
    let longest = 20 + chance.below(160);
    for ply in 0.. {
        let context = || format!("{start}\nafter {tokens:?}");
        let told = plain.state();
        assert_eq!(Value::Object(describe(&engine.state())), told, "{}", context());
        let legal: Vec<String> = engine.legal().into_iter().map(|(notation, _)| notation).collect();
        assert_eq!(legal, plain.legal(), "{}", context());
        if told["over"] == true || ply >= longest {
            told["events"].as_array().expect("events").iter().for_each(|event| count(event, seen));
            return ply;
        }
        if ply % 8 == 0 {
            let again = Game::from_text(&engine.setup().mpn()).expect("its own position");
            assert_eq!(again.setup(), engine.setup(), "{}", context());
        }
        let token = if chance.below(talk) == 0 {
            random_action(chance)
        } else {
            random_move(&legal, shuffle, &plain.men, chance)
        };
        let accepted = engine.play(&token);
        assert_eq!(accepted.is_ok(), plain.play(&token), "{token} {accepted:?}\n{}", context());
        if accepted.is_ok() {
            note(&token, seen, &plain.men);
        }
        tokens.push(token);
    }
    0
}

fn count(event: &Value, seen: &mut std::collections::BTreeMap<String, usize>) {
    for word in event.as_str().expect("an event").split(':').skip(1).take(1) {
        if !word.contains(['-', 'x']) {
            *seen.entry(word.to_owned()).or_default() += 1;
        }
    }
}

/// Counts what kind of move was made.
fn note(token: &str, seen: &mut std::collections::BTreeMap<String, usize>, after: &Men) {
    let squares: Vec<&str> = token.split(['-', 'x', '=']).collect();
    let &[from, to, ..] = squares.as_slice() else {
        return;
    };
    let cell = |text: &str| (i32::from(text.as_bytes()[0]) - 97, text[1..].parse::<i32>().unwrap_or(0) - 1);
    let (from, to) = (cell(from), cell(to));
    let far = (from.0 - to.0).abs().max((from.1 - to.1).abs());
    let what = match after.man(to) {
        _ if token.contains('=') => "promotion",
        Some((_, 'K')) if far == 2 => "castling",
        Some((_, 'P')) if token.contains('x') && after.last_was_en_passant => "en passant",
        _ => return,
    };
    *seen.entry(what.to_owned()).or_default() += 1;
}

/// A legal move: captures and pawns first as a rule, or only shuffling to and fro.
fn random_move(legal: &[String], shuffle: bool, men: &Men, chance: &mut Chance) -> String {
    let quiet: Vec<&String> = legal.iter().filter(|token| !token.contains(['x', '=']) && !men.is_pawn(token)).collect();
    let lively: Vec<&String> = legal.iter().filter(|token| token.contains(['x', '='])).collect();
    match chance.below(4) {
        _ if shuffle && !quiet.is_empty() => (*chance.pick(&quiet[..quiet.len().min(2)])).clone(),
        0 if !lively.is_empty() => (*chance.pick(&lively)).clone(),
        _ => chance.pick(legal).clone(),
    }
}

fn random_action(chance: &mut Chance) -> String {
    let [seat, other] = [*chance.pick(&SEATS), *chance.pick(&SEATS)];
    let weights = [
        "offer",
        "offer",
        "accept",
        "accept",
        "accept",
        "accept",
        "accept:of",
        "decline",
        "claim",
        "claim",
        "leave",
        "wrong",
    ];
    match *chance.pick(&weights) {
        "offer" => format!("offer:{seat}"),
        "accept" => format!("accept:{seat}"),
        "accept:of" => format!("accept:{seat}:{other}"),
        "decline" if chance.below(3) == 0 => format!("decline:{seat}:{other}"),
        "claim" => format!("claim:{seat}:{}", chance.pick(&["fifty", "repetition"])),
        "leave" => {
            chance.pick(&["resign", "timeout", &format!("resign:{seat}"), &format!("timeout:{seat}")]).to_string()
        }
        _ => chance.pick(&["", "a1-a2", "offer:X", "claim:R", "e4", "accept"]).to_string(),
    }
}

/// A valid position with few men, close to mates, promotions and captures of kings.
fn random_position(chance: &mut Chance) -> String {
    loop {
        let board = *chance.pick(&["std8", "cross14", "cross14:11", "cross14:far"]);
        let side = if board == "std8" { 8 } else { 14 };
        let exists = |file: usize, rank: usize| side == 8 || (3..11).contains(&file) || (3..11).contains(&rank);
        let mut cells = vec!["1".to_owned(); side * side];
        let statuses: String = (0..4).map(|_| *chance.pick(&['a', 'a', 'a', 'a', 'r', 't', 'M', 'S', '-'])).collect();
        for (seat, status) in statuses.chars().enumerate() {
            let letter = SEATS[seat].to_lowercase();
            let mut men = vec!["K"; usize::from("art".contains(status))];
            let (kinds, most) =
                if chance.below(3) == 0 { (["B", "N", "B", "B"], 2) } else { (["P", "Q", "R", "P"], 6) };
            men.extend((0..chance.below(most)).filter(|_| status != '-').map(|_| *chance.pick(&kinds)));
            for kind in men {
                let (file, rank) = (chance.below(side), chance.below(side));
                let place = rank * side + file;
                if exists(file, rank) && cells[place] == "1" {
                    cells[place] = format!("{letter}{kind}");
                }
            }
        }
        let rows: Vec<String> = cells.chunks(side).rev().map(|row| row.join(",")).collect();
        let (turn, fifty) = (*chance.pick(&SEATS), chance.below(4) * 48);
        let text = format!("{board} {} {turn} {statuses} - - {fifty} 0", rows.join("/"));
        if let Ok(game) = Game::from_text(&text) {
            return game.start().mpn();
        }
    }
}

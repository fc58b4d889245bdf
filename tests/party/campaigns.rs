//! A reader that is fed nonsense.

use rookery::party::cli;
use serde_json::Value;

use super::CASES;
use super::boards::Chance;
use super::effort::{asked, cases};

/// The requests of the contract.
const SAMPLES: &str = include_str!("../../crates/party-chess/tests/data/samples.jsonl");

/// Changes some bytes of a request, mostly into others that mean something.
fn mutate(chance: &mut Chance, line: &str) -> Vec<u8> {
    const WORDS: [&str; 26] = [
        "null",
        "0",
        "-1",
        "1e99",
        "255",
        "4294967295",
        "4294967296",
        "\"\"",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"t20\"",
        "\"a0\"",
        "\"é5\"",
        "\"king\"",
        "\"zombie\"",
        "true",
        "\"1:a1xa2\"",
        "\"9@c3\"",
        "\"1:a1-b2~\"",
        "20",
        "\"tornado\"",
        "\"\\u0000\"",
    ];
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..=chance.below(4) {
        if bytes.is_empty() {
            break;
        }
        let place = chance.below(bytes.len());
        match chance.below(5) {
            0 => bytes[place] = chance.below(256) as u8,
            1 => drop(bytes.remove(place)),
            2 => bytes.truncate(place + 1),
            3 => {
                let end = (place + chance.below(20)).min(bytes.len());
                let copy = bytes[place..end].to_vec();
                bytes.splice(place..place, copy);
            }
            _ => {
                let end = (place + chance.below(8)).min(bytes.len());
                bytes.splice(place..end, chance.pick(&WORDS).bytes());
            }
        }
    }
    bytes
}

/// Every line gets exactly one answer, whatever it is, and nothing panics.
#[test]
fn the_reader_survives_nonsense() {
    let requests = [SAMPLES, CASES]
        .iter()
        .flat_map(|text| text.lines())
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["request"].to_string());
    let requests: Vec<String> =
        requests.filter(|request| request.len() < 1_500 && !request.contains("perft")).collect();
    let chance = &mut Chance::new(99);
    let began = std::time::Instant::now();
    let mut lines = 0;
    while lines < cases(3_000) || began.elapsed().as_secs() < asked("PARTY_SECONDS") {
        lines += 1;
        let request = chance.pick(&requests).clone();
        let mut line = mutate(chance, &request);
        line.retain(|&byte| byte != b'\n');
        let blank = line.trim_ascii().is_empty();
        let mut output = Vec::new();
        cli::run(&line[..], &mut output).unwrap();
        let answers: Vec<Value> = output
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).unwrap())
            .collect();
        assert_eq!(answers.len(), usize::from(!blank), "{}", String::from_utf8_lossy(&line));
    }
}

//! Thousands of hostile messages: each is refused as it deserves, nothing changes, nobody else is slowed.

use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::json;
use tungstenite::Message;

use super::socket::Socket;
use super::{begun, go, pair, replays};

/// Messages on one socket: fewer than are heard at once, and than its patience.
const EACH: usize = 20;

/// How many, unless ROOKERY_HOSTILE says otherwise.
fn messages() -> usize {
    std::env::var("ROOKERY_HOSTILE").map_or(600, |number| number.parse().expect("ROOKERY_HOSTILE is a number"))
}

/// A message that somebody should not send, and the status that refuses it: `seated` sits at the table
/// and is not to play.
fn hostile(random: &mut StdRng, number: i64, seated: bool) -> (Message, u64) {
    let text = |value: serde_json::Value| Message::text(value.to_string());
    let letters = |random: &mut StdRng, length: usize| -> String {
        (0..random.random_range(1..length)).map(|_| random.random::<char>()).collect()
    };
    let play = |answers: i64, play: serde_json::Value| json!({ "type": "play", "answers": answers, "play": play });
    let e4 = json!({ "kind": "move", "move": "e4" });
    let not_theirs = if seated { 409 } else { 403 };
    match random.random_range(0..11) {
        0 => (Message::text(format!("\u{1}{}", letters(random, 300))), 400),
        1 => (Message::binary((0..random.random_range(1..300)).map(|_| random.random()).collect::<Vec<u8>>()), 400),
        2 => (Message::text("[".repeat(random.random_range(1..8_000))), 400),
        3 => (text(json!({ "type": letters(random, 20) })), 400),
        4 => (text(json!({ "type": "ready", "ready": "yes" })), 400),
        5 => (text(json!({ "type": "ready", "ready": true, letters(random, 9): 1 })), 400),
        6 => (text(json!({ "type": "play", "answers": letters(random, 9), "play": e4 })), 400),
        7 => (text(play(number, e4)), not_theirs),
        8 => (text(play(random.random_range(number + 1..i64::MAX), e4)), not_theirs),
        9 => (text(play(-random.random_range(1..i64::MAX), json!(letters(random, 500)))), not_theirs),
        _ if seated => (text(play(number, json!({ "kind": letters(random, 12) }))), 422),
        _ => (text(json!({ "type": "talk", "text": "Take the pawn" })), 409),
    }
}

both!(thousands_of_hostile_messages_change_nothing_and_slow_nobody, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    let cat = club.person("Cat", &[]);
    let mut random = StdRng::seed_from_u64(10_000);
    let mut honest = Socket::open(&club.url, &table, &ann, None).unwrap();
    let (mut number, mut times, mut stayed) = (0, Vec::new(), Instant::now());
    for round in 0..messages() / EACH {
        // Not in each round: a ping counts as a message, and a flood of them would close the socket.
        if stayed.elapsed() > Duration::from_secs(10) {
            honest.stay();
            stayed = Instant::now();
        }
        let by = *[&ben, &cat].choose(&mut random).unwrap();
        let seated = by.id == ben.id;
        let mut socket = Socket::open(&club.url, &table, by, Some(number)).unwrap();
        socket.until("table");
        for _ in 0..EACH {
            let (message, status) = hostile(&mut random, number, seated);
            socket.inner.send(message.clone()).unwrap();
            let refused = socket.until("refused");
            assert_eq!(refused["problem"]["status"], status, "{message:?}: {refused}");
        }
        // Larger than any message: the socket is closed.
        let _ = socket.inner.send(Message::text("x".repeat(random.random_range(9_000..60_000))));
        while socket.next().is_some() {}
        if round % 10 == 9 && number < 30 {
            // Knights to and fro by those who may: Black's turn comes and goes between two rounds.
            let knights = ["Nf3", "Nf6", "Nc3", "Nc6", "Ng1", "Ng8", "Nb1", "Nb8"];
            for mover in [&ann, &ben] {
                let began = Instant::now();
                go(mover, &table, number, knights[usize::try_from(number % 8).unwrap()]).expect(200);
                number += 1;
                while honest.until("entry")["entry"]["number"] != number {}
                times.push(began.elapsed());
            }
        }
    }
    assert_eq!(ann.get(&table).expect(200)["number"], number, "nothing but the honest moves");
    times.sort_unstable();
    let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
    eprintln!("{} hostile messages; an honest move took {median:?}, at the most {slowest:?}", messages());
    replays(&club, &table);
});

//! Random games through the socket: each move means what shakmaty says, and each game ends as it says.

use std::collections::HashMap;

use chrono::TimeDelta;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rookery::auth::Role;
use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, EnPassantMode, KnownOutcome, Outcome, Position};

use crate::harness::{Caller, Club};
use crate::tables::socket::Socket;
use crate::tables::{begun, pair, replays};

/// Messages that a socket is sent before another is opened: it is heard that many at once.
const AT_ONCE: usize = 20;

/// How many games, unless ROOKERY_GAMES says otherwise.
fn games() -> u64 {
    std::env::var("ROOKERY_GAMES").map_or(6, |number| number.parse().expect("ROOKERY_GAMES is a number"))
}

/// A player's end of the table, opened again now and then.
struct Hand<'a> {
    player: &'a Caller,
    socket: Socket,
    sent: usize,
}

impl<'a> Hand<'a> {
    fn of(club: &Club, table: &str, player: &'a Caller) -> Hand<'a> {
        Hand { player, socket: Socket::open(&club.url, table, player, None).unwrap(), sent: 0 }
    }

    fn say(&mut self, club: &Club, table: &str, number: i64, text: &str) {
        if self.sent == AT_ONCE {
            (self.socket, self.sent) = (Socket::open(&club.url, table, self.player, Some(number)).unwrap(), 0);
        }
        self.sent += 1;
        self.socket.say(&json!({ "type": "play", "answers": number, "play": { "kind": "move", "move": text } }));
    }

    /// The entry of this number.
    fn told(&mut self, number: i64) -> Value {
        loop {
            let told = self.socket.next().expect("the socket is open");
            assert_ne!(told["type"], "refused", "{told}");
            if told["type"] == "entry" && told["entry"]["number"] == number {
                return told["entry"]["effect"].clone();
            }
        }
    }
}

/// How the laws end a game by themselves; shakmaty knows no history.
fn by_the_laws(position: &Chess, seen: &HashMap<Chess, u32>) -> Option<&'static str> {
    match position.outcome() {
        Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => Some("white"),
        Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => Some("black"),
        Outcome::Known(KnownOutcome::Draw) => Some("draw"),
        Outcome::Unknown if seen[position] >= 5 || position.halfmoves() >= 150 => Some("draw"),
        Outcome::Unknown => None,
    }
}

fn plays_out(club: &Club, players: &[Caller; 2], random: &mut StdRng) {
    let table = begun(&players[0], &players[1]);
    let mut hands = players.each_ref().map(|player| Hand::of(club, &table, player));
    let mut position = Chess::default();
    let mut seen = HashMap::from([(position.clone(), 1)]);
    for number in 0.. {
        let legal = position.legal_moves();
        // Half of the time something is taken, so that the game comes to its end.
        let takes: Vec<_> = legal.iter().copied().filter(|legal| legal.is_capture()).collect();
        let from = if takes.is_empty() || random.random_bool(0.5) { legal.as_slice() } else { takes.as_slice() };
        let chosen = from[random.random_range(0..from.len())];
        let written = SanPlus::from_move(position.clone(), chosen).to_string();
        let side = usize::try_from(number % 2).unwrap();
        hands[side].say(club, &table, number, &written);
        position.play_unchecked(chosen);
        *seen.entry(position.clone()).or_default() += 1;
        let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
        for hand in &mut hands {
            let effect = hand.told(number + 1);
            assert_eq!((&effect["san"], &effect["fen"]), (&json!(written), &json!(fen)));
            assert_eq!(effect["ended"]["result"].as_str(), by_the_laws(&position, &seen), "{fen}: {effect}");
        }
        if by_the_laws(&position, &seen).is_some() {
            break;
        }
    }
    assert_eq!(players[0].get(&table).expect(200)["stage"], "ended");
    replays(club, &table);
}

both!(random_games_through_the_socket_end_as_the_laws_say, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let version = chief.get("/api/v1/online_consent").expect(200)["version"].clone();
    let change = json!({ "replaces": version, "note": "Many games", "rules": { "online_games_a_day": 1_000 } });
    club.pass(TimeDelta::minutes(1));
    chief.post("/api/v1/rulebook/versions", &change).expect(201);
    club.pass(TimeDelta::minutes(1));
    let mut random = StdRng::seed_from_u64(9);
    let mut players = pair(&club, ["Ann", "Ben"]);
    for game in 0..games() {
        if game % 10 == 9 {
            // The day is used up.
            players = pair(&club, ["Ann", "Ben"]);
        }
        plays_out(&club, &players, &mut random);
    }
});

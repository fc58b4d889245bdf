//! Two hundred games at once: how long a move takes to the opponent's screen, and what the service needs;
//! one long game: whether its moves cost more and more.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rookery::auth::Role;
use serde_json::json;
use shakmaty::{Chess, Position};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::harness::{Binary, Caller, Client, Club};
use crate::measure::{Random, goal, mebibytes};

/// Knights to and fro: legal for ever, as long as nobody claims; both sides' four moves.
const MOVES: [&str; 8] = ["Nf3", "Nf6", "Nc3", "Nc6", "Ng1", "Ng8", "Nb1", "Nb8"];

fn socket(url: &str, table: &str, player: &Client) -> WebSocket<TcpStream> {
    let host = url.trim_start_matches("http://");
    let stream = TcpStream::connect(host).unwrap();
    stream.set_nodelay(true).unwrap();
    let mut request = format!("ws://{host}{table}/socket").into_client_request().unwrap();
    let token = format!("Bearer {}", player.token().unwrap());
    request.headers_mut().insert("Authorization", token.parse().unwrap());
    tungstenite::client(request, stream).unwrap().0
}

/// Reads until the entry of this number.
fn until(socket: &mut WebSocket<TcpStream>, number: i64) {
    loop {
        let Message::Text(text) = socket.read().unwrap() else { continue };
        let told: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_ne!(told["type"], "refused", "{told}");
        if told["type"] == "entry" && told["entry"]["number"] == number {
            return;
        }
    }
}

/// Two players move every two seconds, the first time after a pause, until it is over or they have moved thirty times; gives how
/// long each move took to the opponent's screen.
pub fn play(url: &str, table: &str, players: &[Caller; 2], pause: Duration, closed: &AtomicBool) -> Vec<Duration> {
    let mut sockets = [0, 1].map(|player| socket(url, table, &players[player]));
    std::thread::sleep(pause);
    let mut times = Vec::new();
    for number in 0..30_i64 {
        if closed.load(Ordering::Relaxed) {
            break;
        }
        let side = (number % 2) as usize;
        let play = json!({ "type": "play", "answers": number, "play": { "kind": "move", "move": MOVES[(number % 8) as usize] } });
        let began = Instant::now();
        sockets[side].send(Message::text(play.to_string())).unwrap();
        until(&mut sockets[1 - side], number + 1);
        times.push(began.elapsed());
        until(&mut sockets[side], number + 1);
        std::thread::sleep(Duration::from_secs(2));
    }
    times
}

/// Plays `games` with `watching` spectators for a while.
pub fn run(games: usize, watching: usize, span: Duration) {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let club = Club::closed(&database);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let pairs: Vec<_> = (0..games).map(|_| ["White", "Black"].map(|name| club.person(name, &[]))).collect();
    drop(club);
    let service = Binary::start(&database);
    let url = service.url.as_str();
    let held = || mebibytes(service.id(), "VmRSS").unwrap();
    let idle = held();
    let version = many_games(&chief.at(url));
    let tables: Vec<String> =
        pairs.iter().map(|[white, black]| begin(&white.at(url), &black.at(url), &version)).collect();
    let begun = held();
    let most = AtomicU64::new(0);
    let (closed, times) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        scope.spawn(|| watch(url, &tables, watching, &closed));
        std::thread::sleep(Duration::from_secs(1));
        for (place, (pair, table)) in pairs.iter().zip(&tables).enumerate() {
            let (closed, times) = (&closed, &times);
            // No game moves at the same time as its neighbour.
            let pause = Duration::from_millis(2_000 * place as u64 / games as u64);
            scope.spawn(move || {
                let own = play(url, table, pair, pause, closed);
                times.lock().unwrap().extend(own);
            });
        }
        let began = Instant::now();
        while began.elapsed() < span {
            std::thread::sleep(Duration::from_millis(200));
            most.fetch_max(held() as u64, Ordering::Relaxed);
        }
        closed.store(true, Ordering::Relaxed);
    });
    let mut times = times.into_inner().unwrap();
    times.sort_unstable();
    println!("  {games} games, {} players, {watching} spectators, {} moves", 2 * games, times.len());
    let percentile = |of: usize| times[(times.len() * of / 100).min(times.len() - 1)].as_secs_f64() * 1e3;
    println!(
        "  move to the opponent's screen, in ms: half within {:.1}, the slowest {:.1}",
        percentile(50),
        percentile(100)
    );
    goal("99 of 100 moves on the opponent's screen within so many ms", percentile(99), "<=", 50.0);
    println!("  memory in MiB: idle {idle:.0}, with the games begun {begun:.0}");
    goal("MiB more at the most, with everybody there", most.into_inner() as f64 - idle, "<=", 100.0);
}

/// Plays one game of so many half-moves, and compares what its first moves cost with its last.
pub fn long_game(half_moves: usize) {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let club = Club::closed(&database);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let players = ["White", "Black"].map(|name| club.person(name, &[]));
    drop(club);
    let service = Binary::start(&database);
    let players = [0, 1].map(|player| players[player].at(&service.url));
    let table = begin(&players[0], &players[1], &many_games(&chief.at(&service.url)));
    let mut times = Vec::new();
    for (number, text) in long(half_moves).iter().enumerate() {
        let play = json!({ "answers": number, "play": { "kind": "move", "move": text } });
        let began = Instant::now();
        players[number % 2].post(&format!("{table}/plays"), &play).expect(200);
        times.push(began.elapsed());
    }
    let part = times.len() / 5;
    let median = |part: &[Duration]| {
        let mut part = part.to_vec();
        part.sort_unstable();
        part[part.len() / 2].as_secs_f64()
    };
    let last = median(&times[times.len() - part..]);
    // The first few begin with cold caches.
    let first = median(&times[part / 5..part]);
    println!("  a game of {} half-moves: a move costs {:.2} ms at first", times.len(), first * 1e3);
    goal("what a move costs at its end, as a multiple", last / first, "<=", 1.2);
}

/// Moves of a game that goes on: no man is taken where another move is legal, and no position comes too often.
fn long(half_moves: usize) -> Vec<String> {
    let (mut position, mut random) = (Chess::default(), Random(9));
    let mut seen: HashMap<Chess, u32> = HashMap::new();
    let mut written = Vec::new();
    while written.len() < half_moves && position.halfmoves() < 148 {
        let next = |legal: shakmaty::Move| {
            let mut next = position.clone();
            next.play_unchecked(legal);
            next
        };
        let goes_on = |legal: &shakmaty::Move| {
            let next = next(*legal);
            !next.is_game_over() && next.legal_moves().len() > 4 && seen.get(&next).is_none_or(|times| *times < 3)
        };
        let mut legal: Vec<_> = position.legal_moves().into_iter().filter(goes_on).collect();
        // Pawns move when the rule of seventy-five moves comes near.
        let pawns = position.halfmoves() > 120;
        let rank = |legal: &shakmaty::Move| (legal.is_capture(), legal.is_zeroing() != pawns);
        legal.sort_by_key(rank);
        let Some(first) = legal.first() else { break };
        let alike = legal.iter().filter(|&other| rank(other) == rank(first)).count();
        let chosen = legal[random.below(alike as u64) as usize];
        written.push(shakmaty::uci::UciMove::from_standard(chosen).to_string());
        position = next(chosen);
        *seen.entry(position.clone()).or_default() += 1;
    }
    written
}

/// Lets many games be played at once; gives the version of the rulebook that is consented to.
pub fn many_games(chief: &Client) -> serde_json::Value {
    let version = || chief.get("/api/v1/online_consent").expect(200)["version"].clone();
    let change = json!({ "replaces": version(), "note": "Many games", "rules": { "online_games_at_once": 1_000 } });
    chief.post("/api/v1/rulebook/versions", &change).expect(201);
    version()
}

/// Two people join the club and sit down to a game that begins; gives its table's address.
pub fn begin(white: &Client, black: &Client, version: &serde_json::Value) -> String {
    for player in [white, black] {
        player.post("/api/v1/memberships", &json!({})).expect(201);
        player.post("/api/v1/online_consents", &json!({ "version": version })).expect(201);
    }
    let open = json!({ "game": "chess", "options": { "minutes": 60 }, "seat": 0 });
    let table = format!("/api/v1/tables/{}", white.post("/api/v1/tables", &open).expect(201)["id"]);
    black.post(&format!("{table}/seats"), &json!({})).expect(200);
    for player in [white, black] {
        player.put(&format!("{table}/readiness"), &json!({ "ready": true })).expect(200);
    }
    table
}

/// Spectators: they read whatever comes, all by one thread.
fn watch(url: &str, tables: &[String], watching: usize, closed: &AtomicBool) {
    let host = url.trim_start_matches("http://");
    let open = |place: usize| {
        let mut stream = TcpStream::connect(host).unwrap();
        let table = &tables[place % tables.len()];
        write!(stream, "GET {table}/events HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        stream.set_nonblocking(true).unwrap();
        stream
    };
    let mut streams: Vec<TcpStream> = (0..watching).map(open).collect();
    let mut bytes = vec![0; 64 << 10];
    while !closed.load(Ordering::Relaxed) {
        for stream in &mut streams {
            while matches!(stream.read(&mut bytes), Ok(read) if read > 0) {}
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

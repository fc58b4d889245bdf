//! Watching and playing live: events, sockets, reconnecting, and those who mean harm.

use chrono::TimeDelta;
use serde_json::json;
use tungstenite::Message;

use super::socket::Socket;
use super::{begun, go, pair, ready, replays, seated};
use crate::harness::{Browser, Client};

both!(a_move_reaches_the_other_player_on_another_replica_and_a_reconnect_misses_nothing, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    let replica = club.replica();
    let mut white = Socket::open(&club.url, &table, &ann, None).unwrap();
    let mut black = Socket::open(&replica.url, &table, &ben, None).unwrap();
    assert_eq!(white.until("table")["table"]["seat"], 0);
    white.say(&json!({ "type": "play", "answers": 0, "play": { "kind": "move", "move": "e4" } }));
    assert_eq!(black.until("entry")["entry"]["effect"]["san"], "e4");
    assert_eq!(black.until("table")["table"]["turn"], json!([1]));
    black.say(&json!({ "type": "play", "answers": 1, "play": { "kind": "move", "move": "e5" } }));
    drop(white);
    black.until("entry");
    go(&ann, &table, 2, "Nf3").expect(200);
    let mut white = Socket::open(&replica.url, &table, &ann, Some(1)).unwrap();
    let numbers = [white.until("entry"), white.until("entry")].map(|told| told["entry"]["number"].as_i64().unwrap());
    assert_eq!(numbers, [2, 3], "what came after number 1, in order");
    // The same play again, as after an answer that was lost: told as it was, and made once.
    white.until("table");
    white.say(&json!({ "type": "play", "answers": 2, "play": { "kind": "move", "move": "Nf3" } }));
    assert_eq!(white.until("entry")["entry"]["number"], 3);
    white.say(&json!({ "type": "play", "answers": 2, "play": { "kind": "move", "move": "Nc3" } }));
    let refused = white.until("refused");
    assert_eq!((&refused["answers"], &refused["problem"]["number"]), (&json!(2), &json!(3)), "{refused}");
    replays(&club, &table);
});

both!(who_has_left_the_table_is_away_since_then, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    let place = table["/api/v1".len()..].to_owned();
    let mut white = Socket::open(&club.url, &table, &ann, None).unwrap();
    assert_eq!(white.until("table")["table"]["away"], json!([]), "since when, nobody knows who never came");
    let mut black = Socket::open(&club.url, &table, &ben, None).unwrap();
    black.until("table");
    drop(black);
    let away = |white: &mut Socket, is: bool| loop {
        let told = white.until("table")["table"].take();
        let left = told["away"] != json!([]);
        if left == is && (left || told["here"] == json!([0, 1])) {
            return told;
        }
    };
    let told = away(&mut white, true);
    assert_eq!(told["away"], json!([{ "seat": 1, "since": told["now"] }]));
    let page = |club| Browser::of(club, &ann).get(&place).text();
    assert!(page(&club).contains(">not here<"), "this minute");
    club.pass(TimeDelta::minutes(2));
    assert!(page(&club).contains(">not here for 2 minutes<"));
    let _black = Socket::open(&club.url, &table, &ben, None).unwrap();
    away(&mut white, false);
});

both!(who_has_left_the_table_is_no_longer_ready_to_begin_or_to_go_on, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = seated(&ann, &ben);
    let mut white = Socket::open(&club.url, &table, &ann, None).unwrap();
    let mut black = Socket::open(&club.url, &table, &ben, None).unwrap();
    // Says that somebody is ready; then the table's stage, and who is.
    let says = |who: &Client| {
        let told = ready(who, &table, true).expect(200);
        let seats = [0, 1].map(|seat| told["seats"][seat]["ready"] == true);
        (told["stage"].as_str().unwrap_or_default().to_owned(), seats)
    };
    let leaves = |stays: &mut Socket, leaver: Socket| {
        drop(leaver);
        while stays.until("table")["table"]["away"] == json!([]) {}
    };
    assert_eq!(says(&ann), ("open".to_owned(), [true, false]));
    leaves(&mut black, white);
    club.pass(TimeDelta::minutes(2));
    assert_eq!(says(&ben), ("open".to_owned(), [false, true]), "nobody's clock runs behind their back");
    assert_eq!(says(&ann), ("playing".to_owned(), [true, true]), "who says so again is");
    for who in [&ann, &ben] {
        ready(who, &table, false).expect(200);
    }
    white = Socket::open(&club.url, &table, &ann, None).unwrap();
    white.until("table");
    assert_eq!(says(&ben), ("adjourned".to_owned(), [false, true]));
    leaves(&mut white, black);
    club.pass(TimeDelta::seconds(30));
    // A page that is reloaded, or a poor connection, is not leaving.
    assert_eq!(says(&ann).0, "playing");
});

both!(who_watches_sees_at_once_who_comes_and_goes, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    let cat = club.person("Cat", &[]);
    let mut watcher = Socket::open(&club.url, &table, &cat, None).unwrap();
    assert_eq!(watcher.until("table")["table"]["here"], json!([]));
    // At the same moment by the clock, which stands still here.
    let mut sees = |here: serde_json::Value| while watcher.until("table")["table"]["here"] != here {};
    let white = Socket::open(&club.url, &table, &ann, None).unwrap();
    sees(json!([0]));
    drop(white);
    sees(json!([]));
});

both!(hostile_messages_are_refused_and_change_nothing, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    let cat = club.person("Cat", &[]);
    assert!(Socket::open(&club.url, &table, &club.anyone(), None).is_err(), "who has not signed in watches by events");
    let mut sockets = [&cat, &ben].map(|who| Socket::open(&club.url, &table, who, None).unwrap());
    sockets.iter_mut().for_each(|socket| drop(socket.until("table")));
    let (spectator, black) = (0, 1);
    let play = |play| json!({ "type": "play", "answers": 0, "play": play });
    let e4 = json!({ "kind": "move", "move": "e4" });
    for (socket, message, status) in [
        (spectator, play(e4.clone()).to_string(), 403),
        (spectator, json!({ "type": "ready", "ready": false }).to_string(), 403),
        (spectator, json!({ "type": "talk", "text": "Take it" }).to_string(), 409),
        (black, play(json!({ "kind": "move", "move": "e5" })).to_string(), 409),
        (black, play(json!({ "kind": "explode" })).to_string(), 422),
        (black, json!({ "type": "play", "answers": -1, "play": e4 }).to_string(), 409),
        (black, json!({ "type": "rule" }).to_string(), 400),
        (black, json!({ "type": "ready", "ready": true, "table": 7 }).to_string(), 400),
        (black, "\u{0}{".to_owned(), 400),
        (black, "[".repeat(4_000), 400),
    ] {
        sockets[socket].inner.send(Message::text(message.clone())).unwrap();
        assert_eq!(sockets[socket].until("refused")["problem"]["status"], status, "{message}");
    }
    let mut giant = Socket::open(&club.url, &table, &ben, None).unwrap();
    giant.until("table");
    // It may be closed before all of it is sent.
    let _ = giant.inner.send(Message::text("x".repeat(1 << 20)));
    while giant.next().is_some() {}
    let mut flood = Socket::open(&club.url, &table, &cat, None).unwrap();
    flood.until("table");
    for _ in 0..200 {
        if flood.inner.send(Message::text("{}")).is_err() {
            break;
        }
    }
    let mut told = Vec::new();
    while let Some(message) = flood.next() {
        told.push(message["problem"]["status"].as_i64());
    }
    assert!(told.contains(&Some(429)) && told.len() < 100, "{} answers before it was closed", told.len());
    let more: Vec<_> = (0..40).map(|_| Socket::open(&club.url, &table, &cat, None)).collect();
    let open = 1 + more.iter().filter(|socket| socket.is_ok()).count();
    assert!((30..=32).contains(&open), "one person has 32 connections at the most, not {open}");
    let seen = ann.get(&table).expect(200);
    assert_eq!((&seen["number"], &seen["stage"]), (&json!(0), &json!("playing")));
    go(&ann, &table, 0, "e4").expect(200);
    assert_eq!(sockets[black].until("entry")["entry"]["number"], 1, "nobody else was kept waiting");
});

both!(what_was_said_is_told_again_however_much_is_said_elsewhere, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    let say = |who: &Client, table: &str, text: &str| who.post(&format!("{table}/talk"), &json!({ "text": text }));
    say(&ann, &table, "Good luck").expect(201);
    let others = pair(&club, ["Cat", "Dan"]);
    let elsewhere = seated(&others[0], &others[1]);
    let eve = club.person("Eve", &[]);
    for word in 0..20 {
        for who in [&*others[0], &*others[1], &*eve] {
            say(who, &elsewhere, &word.to_string()).expect(201);
        }
    }
    let mut socket = Socket::open(&club.url, &table, &ben, Some(0)).unwrap();
    assert_eq!(socket.until("talk")["talk"]["text"], "Good luck");
});

both!(a_spectator_is_sent_events_from_where_they_left, |club| {
    use std::io::{BufRead, BufReader, Write};
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    go(&ann, &table, 0, "e4").expect(200);
    go(&ben, &table, 1, "c5").expect(200);
    let host = club.url.strip_prefix("http://").unwrap();
    let mut stream = std::net::TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(std::time::Duration::from_secs(120))).unwrap();
    write!(stream, "GET {table}/events HTTP/1.1\r\nHost: {host}\r\nLast-Event-ID: 1\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    let mut ids = |wanted: usize| -> Vec<String> {
        lines.by_ref().filter(|line| line.starts_with("id: ")).take(wanted).collect()
    };
    assert_eq!(ids(1), ["id: 2"]);
    go(&ann, &table, 2, "Nf3").expect(200);
    assert_eq!(ids(1), ["id: 3"]);
    // Where there is nothing to tell it is told that somebody is still there, to players too.
    let mut black = Socket::open(&club.url, &table, &ben, Some(3)).unwrap();
    assert_eq!(black.until("table")["table"]["number"], 3);
    assert_eq!(black.until("here"), json!({ "type": "here" }));
    assert!(lines.any(|line| line == "event: here"));
});

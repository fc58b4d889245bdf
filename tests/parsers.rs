//! Damaged texts for what reads files and lines: games as PGN and FEN, imports, reports of tournaments, lines of Nomic. Each is
//! read or refused, without a panic. And damaged forms with a file, as browsers send them, for what takes files: an
//! exhibit, an import, a report of a tournament, the club's crest.
//!
//! `ROOKERY_FUZZ_SECONDS` runs the first for so long; without it, some thousands of rounds. `ROOKERY_HOSTILE` says how
//! many forms are sent; a few hundred if it is not set.

use std::io::Cursor;
use std::time::{Duration, Instant};

use diesel::prelude::*;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use rookery::db::schema::jobs;
use rookery::exchange::import::{self, Source};
use rookery::games::record::Record;
use rookery_nomic::edition::Edition;
use rookery_nomic::lines;
use rookery_nomic::plays::Thread;
use rookery_pairings::trf::Report;
use serde_json::json;

use crate::court::{Court, filed, step};
use crate::harness::wait_until;
use crate::multiplayer::chance::Chance;
use crate::multiplayer::damage::damaged;

const GAMES: [&str; 3] = [
    "[White \"Ørsted, Ann\"]\n[Black \"Ben Moss\"]\n[Date \"2026.10.02\"]\n[Result \"0-1\"]\n\n1. f3 {weak} e5 (1... d5 2. d4) 2. g4 $4 Qh4# 0-1\n",
    "[Event \"Club night\"]\n[UTCTime \"12:40:00\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 ; a line\n6. d4 1/2-1/2\n",
    "[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n\n1. a8=Q {[%clk 0:05:00] [%eval 9.5]} Kg7 *\n",
];
const POSITIONS: [&str; 3] = [
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "8/P6k/8/8/8/8/7K/8 w - - 99 120",
];
const TABLES: [&str; 4] = [
    "date,time,white,black,result,ending\n2026-10-02,12:40,ann,Ben Moss,1-0,checkmate\n2026-10-16,,cy,ben,½-½,\n",
    "Datum;Weiß;Schwarz;Ergebnis\r\n4.9.2026;Ann;Ben;1:0\r\n11.9.2026;Cy;Ann;Remis\r\n",
    "name\n\"Ørsted, Ann\"\nCy Day\n",
    "white,black,result,date\nAnn,Ben,1-0,04/09/26\n",
];
const REPORTS: [&str; 2] = [
    include_str!("../crates/pairings/tests/data/swiss_5.trf"),
    include_str!("../crates/pairings/tests/data/round_robin.trf"),
];
const LINES: [&str; 8] = [
    "Vote: No (308)",
    "I vote in favour of proposal 301",
    "Rule-change: Repeal Rule 205",
    "Rule-change: Transmute Rule 101",
    "Rule-change: Amend Rule 202 to read: Each player rolls a die and adds as many points.",
    "Judgment: 2.1 No.\norder: Void Proposal 301.",
    "I claim 12 points by rule 206",
    "The game goes on",
];
/// What no text above has, and what ends or begins something in one of them.
const SCRAPS: [&str; 12] =
    ["\"", "{", "}", ")", ";", "\r", "\n\n", "\t", "\u{feff}", "🙂", "31.02.2026", "18446744073709551616"];

const THREADS: [Thread; 4] = [Thread::Voting, Thread::Points, Thread::Discussion, Thread::Drafts];

#[test]
fn damaged_texts_are_read_or_refused() {
    let seconds = std::env::var("ROOKERY_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let others = [&GAMES[..], &POSITIONS[..], &TABLES[..], &LINES[..], &SCRAPS[..]].concat();
    let others: Vec<String> = others.into_iter().map(str::to_owned).collect();
    let mut chance = Chance(11);
    let mut rounds = 0;
    while end.map_or(rounds < 2000, |end| Instant::now() < end) {
        rounds += 1;
        let mut one_of = |texts: &[&str]| {
            let text = *chance.pick(texts);
            damaged(text, &others, &mut chance)
        };
        let (game, position, table) = (one_of(&GAMES), one_of(&POSITIONS), one_of(&TABLES));
        let (report, line) = (one_of(&REPORTS), one_of(&LINES));
        drop(Record::read(Some(&game), None, None));
        if let Ok(record) = Record::read(None, Some(&position), None) {
            let written = record.last_position().expect("a position that was read");
            let again = Record::read(None, Some(&written), None).expect("a position that was written");
            assert_eq!(again.last_position(), Some(written), "{position}");
        }
        for (name, text) in [("games.pgn", game), ("games.csv", table)] {
            let source = Source { name: name.to_owned(), bytes: text.into_bytes() };
            drop(import::read(&[source], chrono_tz::Europe::London, rounds % 2 == 0, &mut |_| {}));
        }
        if let Ok(report) = Report::read(&report) {
            drop(report.write());
        }
        for edition in [Edition::First, Edition::LATEST] {
            for thread in THREADS {
                drop(lines::parse(edition, thread, &line));
            }
        }
    }
}

/// How a form with a file says what it is.
const FORM: &str = "multipart/form-data; boundary=cut";
/// What means something in such a form.
const PIECES: [&str; 12] = [
    "--cut\r\n",
    "--cut--\r\n",
    "\r\n\r\n",
    "\r\n",
    "; filename=\"a\"",
    "; filename*=UTF-8''%ff%",
    "Content-Disposition: form-data; name=\"title\"\r\n",
    "Content-Disposition: attachment\r\n",
    "Content-Length: 99999999999\r\n",
    "Content-Transfer-Encoding: base64\r\n",
    "Content-Type: multipart/mixed; boundary=cut\r\n",
    "; boundary=",
];

/// A form with a file. Each letter is a byte, so that damage meets pictures as it meets texts.
fn form(fields: &[(&str, &str)], name: &str, file: &[u8]) -> String {
    let field = |(name, value): &(&str, &str)| {
        format!("--cut\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let said: String = fields.iter().map(field).collect();
    let head = format!("--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
    let file: String = file.iter().copied().map(char::from).collect();
    format!("{said}{head}{file}\r\n--cut--\r\n")
}

/// What is sent of a text of which each letter is a byte.
fn bytes(text: &str) -> Vec<u8> {
    text.chars().map(|letter| u8::try_from(letter).unwrap_or(b'?')).collect()
}

both!(damaged_forms_with_files_are_taken_or_refused, |club| {
    let rounds: usize = std::env::var("ROOKERY_HOSTILE").map_or(300, |number| number.parse().expect("a number"));
    let court = Court::opened(&club);
    let found = court.may.decide(&club, court.ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(&court.ann, "decision", &found["id"]);
    court.hears(&number);
    let mut picture = Cursor::new(Vec::new());
    let red = DynamicImage::from(RgbImage::from_pixel(40, 20, Rgb([200, 10, 10])));
    red.write_to(&mut picture, ImageFormat::Png).unwrap();

    let exhibit = form(&[("title", "A game"), ("visibility", "public")], "game.pgn", GAMES[0].as_bytes());
    let import = form(&[("text", ""), ("join_unknown", "on")], "games.csv", TABLES[0].as_bytes());
    let report = form(&[("add_guests", "true")], "report.trf", REPORTS[0].as_bytes());
    let forms = [
        (&court.ann, step(&number, "exhibits"), exhibit),
        (&court.chief, "/administration/imports".to_owned(), import),
        (&court.may, "/api/v1/tournaments/report".to_owned(), report),
        (&court.chief, "/club/crest".to_owned(), form(&[], "crest.png", picture.get_ref())),
    ];
    let others: Vec<String> = PIECES.iter().chain(&SCRAPS).map(|text| (*text).to_owned()).collect();
    let mut chance = Chance(23);
    let (mut taken, mut refused) = (0, 0);
    for round in 0..rounds + forms.len() {
        // Each is sent once as it should be.
        let whole = forms.get(round);
        let (by, path, form) = whole.unwrap_or_else(|| chance.pick(&forms));
        let (mut kind, mut sent) = (FORM.to_owned(), bytes(form));
        if whole.is_none() {
            let text = damaged(form, &others, &mut chance);
            sent = if chance.below(2) == 0 { bytes(&text) } else { text.into_bytes() };
            match chance.below(4) {
                0 => kind = damaged(FORM, &others, &mut chance),
                1 => sent.truncate(chance.below(sent.len())),
                _ => {}
            }
            // What no header can have.
            kind.retain(|letter| letter == ' ' || letter.is_ascii_graphic());
        }
        let headers = [("Content-Type", kind.as_str()), ("Accept", "text/html")];
        // On a connection of its own: what is not read to its end may close it.
        let answer = by.at(&club.url).send("POST", path, &headers, &sent);
        let told =
            || format!("{path}, {kind}: {} {}\n{}", answer.status, answer.text(), String::from_utf8_lossy(&sent));
        assert!(answer.status < 500 && answer.status != 429, "{}", told());
        assert!(whole.is_none() || answer.status < 400, "{}", told());
        *(if answer.status < 400 { &mut taken } else { &mut refused }) += 1;
    }
    assert!(taken > rounds / 20 && refused > rounds / 20, "{taken} taken, {refused} refused");
    // What an import does with its file, it does after the answer.
    let states = || -> Vec<(String, bool)> {
        let states = jobs::table.select((jobs::state, jobs::finished_at.is_not_null()));
        club.app.db.read_now(|db| Ok(states.load(db)?)).unwrap()
    };
    wait_until(|| states().iter().all(|(_, ended)| *ended));
    let states = states();
    assert!(!states.is_empty() && states.iter().all(|(state, _)| state != "failed"), "{states:?}");
});

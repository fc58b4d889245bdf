//! Damaged texts for what reads files and lines: games as PGN and FEN, imports, reports of tournaments, lines of Nomic. Each is
//! read or refused, without a panic.
//!
//! `ROOKERY_FUZZ_SECONDS` runs it for so long; without it, some thousands of rounds.

use std::time::{Duration, Instant};

use rookery::exchange::import::{self, Source};
use rookery::games::record::Record;
use rookery_nomic::edition::Edition;
use rookery_nomic::lines;
use rookery_nomic::plays::Thread;
use rookery_pairings::trf::Report;

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

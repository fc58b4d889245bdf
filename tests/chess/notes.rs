//! Notes on the moves of a game that is over, its clocks and its opening, on its page and in its PGN.

use std::io::Write;
use std::ops::ControlFlow;
use std::process::Stdio;

use rookery::auth::Role;
use serde_json::{Value, json};
use shakmaty::{Chess, Position};

use crate::document::python;
use crate::harness::{Browser, Club};
use crate::tables::{begun, go, pair, play};

both!(a_game_that_is_over_is_annotated_move_by_move, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let mona = club.person("Mona", &[Role::Moderator]);
    let table = begun(&ann, &ben);
    for (answers, text) in (0..).zip(["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"]) {
        go(if answers % 2 == 0 { &ann } else { &ben }, &table, answers, text).expect(200);
    }
    let note = |sign: Value, text: &str| json!({ "sign": sign, "text": text });
    assert_eq!(ben.put(&format!("{table}/notes/5"), &note(json!("!"), "Well aimed")).refused(409), ["I.2"]);
    play(&ben, &table, 6, json!({ "kind": "resign" })).expect(200);
    ben.put(&format!("{table}/notes/5"), &note(json!("!?"), "")).expect(200);
    let written = ben.put(&format!("{table}/notes/5"), &note(json!("!"), "Well {aimed}")).expect(200);
    assert_eq!((&written["ply"], &written["sign"], &written["by"]["name"]), (&json!(5), &json!("!"), &json!("Ben")));
    ann.put(&format!("{table}/notes/0"), &note(Value::Null, "A quiet afternoon")).expect(200);
    ann.put(&format!("{table}/notes/7"), &note(json!("?"), "")).refused(422);
    ann.put(&format!("{table}/notes/1"), &note(Value::Null, "")).refused(422);
    let notes = club.anyone().get(&format!("{table}/notes")).expect(200);
    assert_eq!(notes.as_array().map(Vec::len), Some(2), "one of each on a move: {notes}");

    let place = table["/api/v1".len()..].to_owned();
    let mut browser = Browser::of(&club, &ann);
    let page = browser.get(&format!("{place}?ply=5")).text();
    assert!(page.contains("Well {aimed}") && page.contains("Bc4!</a>"), "{page}");
    assert!(page.contains("C50") && page.contains("Italian") && page.contains("class=\"white-left\""), "{page}");
    let german = club.anyone().send("GET", &place, &[("Accept", "text/html"), ("Accept-Language", "de")], b"").text();
    assert!(german.contains("C50") && !german.contains("lang=\"en\">Italian"), "one language on a page: {german}");
    let csrf = browser.csrf();
    let kept = browser.post(&format!("{place}/notes"), &format!("csrf={csrf}&ply=6&sign=%3F&text=Too+slow"));
    assert_eq!(kept.header("location"), Some(&*format!("{place}?ply=6#replay")));
    assert!(browser.get(&format!("{place}?ply=6")).text().contains("Too slow"));

    let pgn = ann.get(&format!("{table}/pgn")).text();
    for wanted in [
        "[ECO \"C50\"]",
        "[Opening \"Italian, Giuoco Piano\"]",
        "{Ann: A quiet afternoon} 1. e4",
        "Bc4 $1 {[%clk",
        "{Ben: Well |aimed|}",
    ] {
        assert!(pgn.split_whitespace().collect::<Vec<_>>().join(" ").contains(wanted), "{wanted}: {pgn}");
    }
    ann.delete(&format!("{table}/notes/5/{}", ben.id), &json!({})).refused(403);
    mona.delete(&format!("{table}/notes/5/{}", ben.id), &json!({})).expect(204);
    ann.delete(&format!("{table}/notes/0/{}", ann.id), &json!({})).expect(204);
    assert_eq!(ann.get(&format!("{table}/notes")).expect(200).as_array().map(Vec::len), Some(1));
});

/// The PGN of a game of ten half-moves with clocks and a note.
fn annotated() -> String {
    let club = Club::on_sqlite();
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    for (answers, text) in (0..).zip(["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "d4", "e5", "dxe5", "Bb4"]) {
        go(if answers % 2 == 0 { &ann } else { &ben }, &table, answers, text).expect(200);
    }
    play(&ann, &table, 10, json!({ "kind": "resign" })).expect(200);
    ben.put(&format!("{table}/notes/10"), &json!({ "sign": "!", "text": "Pins {it}; see \"here\"" })).expect(200);
    ann.get(&format!("{table}/pgn")).text()
}

/// Another program's reader of PGN (python-chess) finds nothing to object to.
#[test]
fn the_pgn_of_a_table_is_read_by_another_program_without_a_warning() {
    let pgn = annotated();
    let script = "import chess.pgn, io, json, logging, sys\n\
        logging.basicConfig(level=logging.WARNING, stream=sys.stdout)\n\
        game = chess.pgn.read_game(io.StringIO(sys.stdin.read()))\n\
        moves = list(game.mainline())\n\
        print(json.dumps([[str(error) for error in game.errors], len(moves), moves[-1].clock(), sorted(moves[-1].nags), game.headers['Result']]))";
    let mut reader =
        python("python").args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    reader.stdin.take().unwrap().write_all(pgn.as_bytes()).unwrap();
    let told = reader.wait_with_output().unwrap();
    let told: Value = serde_json::from_slice(&told.stdout).unwrap_or_else(|_| panic!("{told:?}"));
    assert_eq!(told, json!([[], 10, 600.0, [1], "0-1"]), "{pgn}");
}

/// So does the parser that lichess uses.
#[test]
fn the_pgn_of_a_table_is_read_by_lichess_parser_with_its_clocks() {
    let pgn = annotated();
    let read = pgn_reader::Reader::new(pgn.as_bytes()).read_game(&mut Lichess).unwrap().expect("a game");
    assert_eq!((read.position.fullmoves().get(), read.clocks, read.nags), (6, 10, vec![1]), "{pgn}");
    assert!(read.tags.contains(&"TimeControl".to_owned()) && read.tags.contains(&"Termination".to_owned()), "{pgn}");
}

/// Plays each move, keeps the tags and the signs, counts the clocks.
struct Lichess;

#[derive(Default)]
struct Read {
    tags: Vec<String>,
    position: Chess,
    clocks: usize,
    nags: Vec<u8>,
}

impl pgn_reader::Visitor for Lichess {
    type Tags = Vec<String>;
    type Movetext = Read;
    type Output = Read;

    fn begin_tags(&mut self) -> ControlFlow<Read, Vec<String>> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(&mut self, tags: &mut Vec<String>, name: &[u8], _: pgn_reader::RawTag<'_>) -> ControlFlow<Read> {
        tags.push(String::from_utf8_lossy(name).into_owned());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Vec<String>) -> ControlFlow<Read, Read> {
        ControlFlow::Continue(Read { tags, ..Read::default() })
    }

    fn san(&mut self, read: &mut Read, san: pgn_reader::SanPlus) -> ControlFlow<Read> {
        let played = san.san.to_move(&read.position).expect("legal");
        read.position.play_unchecked(played);
        ControlFlow::Continue(())
    }

    fn nag(&mut self, read: &mut Read, nag: pgn_reader::Nag) -> ControlFlow<Read> {
        read.nags.push(nag.0);
        ControlFlow::Continue(())
    }

    fn comment(&mut self, read: &mut Read, comment: pgn_reader::RawComment<'_>) -> ControlFlow<Read> {
        read.clocks += usize::from(String::from_utf8_lossy(comment.as_bytes()).contains("[%clk "));
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, read: Read) -> Read {
        read
    }
}

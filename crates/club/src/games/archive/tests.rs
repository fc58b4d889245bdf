//! Archives with broken games in them.

use proptest::prelude::*;

use super::super::moves::{MoveFault, tests::games};
use super::super::pgn;
use super::*;

const ARCHIVE: &str = "\u{feff}% season\n\n[Event \"one\"]\n[White \"A\"]\n\n1. e4 e5 1-0\n\n\
[Event \"two\"]\n\n1. e4 e5 {[%clk 1] a comment\n[not a tag]\n\nover lines} 2. Nf7 0-1\n\n\
[Event \"three\"]\n[White B]\n\n1. d4 *\n\
[Event \"four\"]\n\n1. d4 {never closed d5\n\n2. c4 *\n\n\
[Event \"five\"]\n\n1. c4 1/2-1/2\n\n1. Nf3 d5 *\n\n1. g3";

#[test]
fn a_broken_game_does_not_stop_the_next() {
    for archive in [ARCHIVE.to_owned(), ARCHIVE.replace('\n', "\r\n")] {
        let games: Vec<ArchivedGame<'_>> = Archive::new(archive.as_bytes()).collect();
        let lines: Vec<u64> = games.iter().map(|game| game.line).collect();
        assert_eq!(lines, [3, 8, 15, 19, 25, 29, 31]);
        let read: Vec<bool> = games.iter().map(|game| game.moves.is_ok()).collect();
        assert_eq!(read, [true, false, false, false, true, true, true]);
        match &games[1].moves {
            Err(MovesError::Move(broken)) => {
                assert_eq!((broken.number, broken.line, broken.fault), (2, 13, MoveFault::Illegal));
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(games[1].tags().get("Event"), Some("two"));
        assert!(matches!(games[2].moves, Err(MovesError::Tag(16, _))));
        assert!(matches!(games[3].moves, Err(MovesError::OpenComment(21))));
    }
}

#[test]
fn a_game_beyond_the_limit_is_passed_over() {
    let long = format!("1. e4 {{{}}} e5 *\n\n[Event \"next\"]\n\n1. d4 *\n", "x ".repeat(MOST_BYTES));
    let games: Vec<ArchivedGame<'_>> = Archive::new(long.as_bytes()).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].moves, Err(MovesError::TooLarge));
    assert_eq!((games[1].line, games[1].moves.is_ok()), (3, true));
    let just_fits = format!("1. e4 {{{}}} *", "x".repeat(MOST_BYTES - "1. e4 {} *".len()));
    assert!(Archive::new(just_fits.as_bytes()).all(|game| game.moves.is_ok()));
}

#[test]
fn a_comment_is_open_until_its_brace_and_hidden_by_a_semicolon() {
    for (line, is_open) in [
        ("1. e4 {a} e5 {b} d4", [false, false]),
        ("1. e4 {a} e5 {b", [true, true]),
        ("1. e4 e5", [false, true]),
        ("a} 1. e4 {b", [true, true]),
        ("1. e4 } e5", [false, false]),
        ("{a; b} e5", [false, false]),
        ("1. e4 ; to the end {", [false, true]),
        ("a} e4 ; to the end {b", [false, false]),
        ("{a} e4 {b; c", [true, true]),
    ] {
        for (before, is_open) in [false, true].into_iter().zip(is_open) {
            let mut shape = Shape { in_comment: before, ..Shape::default() };
            shape.add(line.as_bytes());
            assert_eq!(shape.in_comment, is_open, "{line}, in a comment before: {before}");
        }
    }
}

#[test]
fn a_result_ends_a_game_also_before_a_remark() {
    let text = "1. e4 1-0\n; good {\n\n1. d4 {a; b} 1/2-1/2\n; 1-0\n\n\n1. c4 *";
    let lines: Vec<u64> = Archive::new(text.as_bytes()).map(|game| game.line).collect();
    assert_eq!(lines, [1, 4, 8]);
}

proptest! {
    #[test]
    fn an_archive_is_its_games(games in prop::collection::vec(games(), 0..5)) {
        let texts = games.iter().map(|moves| pgn::write(&moves.tags, moves, moves.result, false));
        let text = texts.collect::<Vec<_>>().join("\n");
        let read: Vec<_> = Archive::new(text.as_bytes()).collect();
        prop_assert_eq!(read.len(), games.len());
        for (read, game) in read.iter().zip(&games) {
            prop_assert_eq!(read.moves.as_ref().expect("read").played(), game.played());
        }
    }
}

#[test]
fn side_by_side_reads_the_same_games_in_the_same_order() {
    let archive = ARCHIVE.repeat(400);
    let one_by_one: Vec<_> = Archive::new(archive.as_bytes()).map(|game| (game.line, game.moves)).collect();
    let mut together = Vec::new();
    Archive::new(archive.as_bytes()).read_all(|game| (game.line, game.moves), |game| together.push(game));
    assert_eq!(together, one_by_one);
}

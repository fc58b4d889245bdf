//! Adjudications as a table, and random games against a count of what leaves the board.

use proptest::prelude::*;
use shakmaty::Position;

use super::super::moves::tests::games;
use super::super::position::read_position;
use super::*;

fn board(fen: &str) -> Board {
    read_position(fen).unwrap_or_else(|error| panic!("{error}")).board().clone()
}

fn captures(text: &str) -> Captures {
    let mut captures = Captures::default();
    for letter in text.chars() {
        captures.add(Role::from_char(letter).expect("a piece"));
    }
    captures
}

fn decided(answer: Answer) -> Decision {
    match answer {
        Answer::Decided(decision) => decision,
        other => panic!("{other:?}"),
    }
}

/// Those of the house rules that are shipped.
fn values() -> PieceValues {
    PieceValues { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9 }
}

#[test]
fn from_the_moves() {
    for (text, white, black, result) in [
        ("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5 4. Be2", "p", "p", GameResult::Draw),
        ("1. e4 Nf6 2. e5 d5 3. exd6", "p", "", GameResult::White),
        ("1. e4 e5 2. Qh5 Nf6 3. Qxe5 Be7 4. Qxe7 Qxe7", "pb", "q", GameResult::Black),
        // The pawn becomes a queen on g8, taking a knight, and falls as a queen.
        ("1. h4 g5 2. hxg5 h6 3. gxh6 a6 4. h7 a5 5. hxg8=Q Rxg8", "ppn", "q", GameResult::Black),
    ] {
        let moves = Moves::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let found = from_moves(&moves, &values());
        assert_eq!((found.white.captures, found.black.captures), (captures(white), captures(black)), "{text}");
        assert_eq!(found.result, result, "{text}");
        assert_eq!(found.acts, ACTS);
    }
}

#[test]
fn from_a_position() {
    let found = decided(from_position(&board("rnb1kbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR"), &values()));
    assert_eq!((found.white.points, found.black.points, found.result), (10, 1, GameResult::White));
    let dear = PieceValues { pawn: 20, ..values() };
    assert_eq!(
        decided(from_position(&board("rnb1kbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR"), &dear)).result,
        GameResult::Black
    );

    for (fen, says) in [
        ("rnbqkbnr/ppp1pppp/8/8/8/2Q5/1PPPPPPP/RNBQKBNR", "White has 2 queens"),
        ("rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPPP/1RBQKBNR w - - 0 1", ""),
        ("rnbqkbnr/pppppppp/8/8/8/B7/1PPPPPPP/RNBQK1NR", "two bishops on one colour"),
        ("rnbqkbnr/1pppppp1/n7/8/8/8/PPPPPPPP/RNBQKBNR", "Black has 3 knights"),
    ] {
        match from_position(&board(fen), &values()) {
            Answer::Ambiguous { reasons, .. } => {
                let told = explained(&reasons).to_string();
                assert!(!says.is_empty() && told.contains(says), "{fen}: {told}");
            }
            Answer::Decided(_) => assert_eq!(says, "", "{fen}"),
            other => panic!("{fen}: {other:?}"),
        }
    }
    for (fen, says) in [
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3", "White cannot have had 9 pawns"),
        ("4k3/8/8/8/8/QQ6/PPPPPPPP/4K3", "1 of them must have been promoted, and at most 0 of"),
        ("4k3/8/8/8/RRRQQ3/NNNB1B2/PPPPPPPP/4K3", "4 of them must have been promoted, and at most 0 of"),
    ] {
        match from_position(&Board::from_ascii_board_fen(fen.as_bytes()).expect("a board"), &values()) {
            Answer::Impossible { reasons, .. } => {
                let told = explained(&reasons).to_string();
                assert!(told.contains(says), "{told}");
            }
            other => panic!("{fen}: {other:?}"),
        }
    }
}

#[test]
fn from_stated_captures() {
    let few = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3";
    for (white, black, last, says) in [
        ("", "", None, ""),
        ("ppppppppnnbbrrq", "q", None, ""),
        ("qq", "", None, ""),
        ("qqqqqqqqqrrbbnn", "", None, ""),
        ("ppppppppp", "", None, "Black cannot have had 9 pawns"),
        ("qqpppppppp", "", None, "Black cannot have had all these pieces: 1 of them"),
        ("", "nnnbbbppppppp", None, "White cannot have had all these pieces: 2 of them"),
        ("qqqqqqqqqq", "", None, "9 of them must have been promoted"),
        ("qrrbbnn", "qrrbbnn", Some(few), ""),
        ("qrrbbn", "qrrbbnn", Some(few), "1 of the knights of Black are neither"),
        ("qqrrbbnn", "qrrbbnn", Some(few), "Black cannot have had all these pieces: 1 of them"),
        ("qrrbbnnp", "qrrbbnn", Some(few), "Black cannot have had 9 pawns"),
        ("qrrbbnn", "qrrbbnn", Some("4k3/1ppppppp/8/8/8/8/PPPPPPPP/4K3"), "1 of the pawns of Black are gone"),
        ("qqrrbbnn", "qrrbbnn", Some("4k3/1ppppppp/8/8/8/8/PPPPPPPP/4K3"), ""),
        // The two light-squared bishops show that the dark-squared one is gone.
        ("qrrnn", "qrrbbnn", Some("2b1k3/1ppppppp/4b3/8/8/8/PPPPPPPP/4K3"), "1 of the bishops of Black"),
        ("qrrbnn", "qrrbbnn", Some("2b1k3/1ppppppp/4b3/8/8/8/PPPPPPPP/4K3"), ""),
    ] {
        let last = last.map(board);
        match from_stated(&captures(white), &captures(black), last.as_ref(), &values()) {
            Answer::Decided(decision) => {
                assert_eq!(says, "", "{white} and {black} were accepted");
                assert_eq!(decision.white.points, captures(white).points(&values()));
            }
            Answer::Impossible { reasons, .. } => {
                let told = explained(&reasons).to_string();
                assert!(!says.is_empty() && told.contains(says), "{white} and {black}: {told}");
            }
            other => panic!("{other:?}"),
        }
    }
    let most = Captures { pawns: 255, knights: 255, bishops: 255, rooks: 255, queens: 255 };
    assert!(matches!(from_stated(&most, &most, None, &values()), Answer::Impossible { .. }));
}

#[test]
fn answers_are_data() {
    let answer = from_position(&board("rnb1kbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR"), &values());
    let json = serde_json::to_value(&answer).expect("JSON");
    assert_eq!((json["answer"].as_str(), json["result"].as_str()), (Some("decided"), Some("white")));
    assert_eq!(json["white"]["captures"]["queens"], 1);
    let answer = from_position(&board("rnbqkbnr/ppp1pppp/8/8/8/2Q5/1PPPPPPP/RNBQKBNR"), &values());
    let json = serde_json::to_value(&answer).expect("JSON");
    assert_eq!((json["answer"].as_str(), json["reasons"][0]["kind"].as_str()), (Some("ambiguous"), Some("queens")));
}

/// What each side lost, by looking at the board before and after every move; and its promotions.
fn by_looking(moves: &Moves, side: Color) -> (Captures, Captures) {
    let (mut lost, mut promoted) = (Captures::default(), Captures::default());
    let boards: Vec<Board> = moves.positions().map(|position| position.board().clone()).collect();
    for (ply, pair) in boards.windows(2).enumerate() {
        let [before, after] = [&pair[0], &pair[1]].map(|board| Captures::on_board(board, side));
        for kind in KINDS {
            match (moves.turn_of(ply).1 == side, after.of(kind) - before.of(kind)) {
                (false, -1) => lost.add(kind),
                (true, 1) => promoted.add(kind),
                _ => {}
            }
        }
    }
    (lost, promoted)
}

proptest! {
    #[test]
    fn random_games(moves in games()) {
        let exact = from_moves(&moves, &values());
        let (lost_by_black, black_promoted) = by_looking(&moves, Color::Black);
        let (lost_by_white, white_promoted) = by_looking(&moves, Color::White);
        prop_assert_eq!((exact.white.captures, exact.black.captures), (lost_by_black, lost_by_white));

        let last = moves.last().board();
        for last in [Some(last), None] {
            let stated = decided(from_stated(&exact.white.captures, &exact.black.captures, last, &values()));
            prop_assert_eq!(&Decision { source: Source::Moves, ..stated }, &exact);
        }
        match from_position(last, &values()) {
            Answer::Ambiguous { .. } => {
                prop_assert!(white_promoted != Captures::default() || black_promoted != Captures::default());
            }
            Answer::Decided(found) => {
                // T20: the only difference is that a promoted piece, captured since, counts as its pawn.
                for (found, exact, promoted) in [
                    (found.white.captures, exact.white.captures, black_promoted),
                    (found.black.captures, exact.black.captures, white_promoted),
                ] {
                    let all: i32 = KINDS.iter().map(|&kind| promoted.of(kind)).sum();
                    prop_assert_eq!(found.of(Role::Pawn), exact.of(Role::Pawn) + all);
                    for kind in &KINDS[1..] {
                        prop_assert_eq!(found.of(*kind), exact.of(*kind) - promoted.of(*kind));
                    }
                }
            }
            Answer::Impossible { reasons, .. } => prop_assert!(false, "{}", explained(&reasons)),
        }
    }
}

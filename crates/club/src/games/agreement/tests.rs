//! Results and endings against boards, as a table.

use super::super::position::read_position;
use super::*;
use Ending::*;

const MATE: &str = "1. f3 e5 2. g4 Qh4#";
const STALEMATE: &str =
    "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. Qxc7 Rah6 5. h4 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6";
const KINGS: &str = "[FEN \"8/8/4k3/8/8/3Kp3/8/8 w - - 0 50\"]\n\n50. Kxe3";
const OPEN: &str = "1. e4 e5";
const THRICE: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
const NEARLY_THRICE: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";
const TWICE: &str = "1. Nf3 Nf6 2. Ng1 Ng8";
const KNIGHT: &str = "[FEN \"4k2r/8/8/8/8/8/8/4K2N w - - 0 50\"]\n\n50. Ng3";
const LONE_KING: &str = "[FEN \"4k2r/8/8/8/8/8/8/4K3 w - - 0 50\"]\n\n50. Kd2";
const QUIET: &str = "[FEN \"4k2r/8/8/8/8/8/8/4K2R w - - 98 90\"]\n\n90. Rh2";
const LOCKED: &str = "[FEN \"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 50\"]\n\n50. Ke2";

/// Black's king cannot move: no move of theirs completes the fifty.
const ONLY_PAWNS: &str = "[FEN \"7k/p3K3/8/8/8/8/8/1B6 w - - 98 90\"]\n\n90. Kf7";

#[test]
fn results_endings_and_boards() {
    use GameResult::{Black, Draw, White};
    for (text, result, ending, says) in [
        (MATE, Black, Checkmate, ""),
        (MATE, White, Checkmate, "checkmate by the other side: the result is a win for Black"),
        (MATE, Black, Resignation, "the game is over, a win for Black, so the ending is not resignation"),
        (MATE, Draw, Agreement, "The last position is checkmate"),
        (MATE, Black, TimeEnded, "The last position is checkmate"),
        (MATE, Draw, Checkmate, "Checkmate cannot give a draw"),
        (STALEMATE, Draw, Stalemate, ""),
        (STALEMATE, White, Stalemate, "Stalemate cannot give a win for White"),
        (STALEMATE, White, Flag, "The last position is stalemate"),
        (KINGS, Draw, DeadPosition, ""),
        (KINGS, Draw, Agreement, "neither side can mate"),
        (OPEN, White, Checkmate, "not checkmate: the king is not in check"),
        ("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7", White, Checkmate, ""),
        ("1. e4 e5 2. Qh5 Ke7 3. Qxe5", White, Checkmate, ""),
        ("1. e4 d5 2. Bb5", White, Checkmate, "the king in check has a way out"),
        (OPEN, Draw, Stalemate, "not stalemate: the side to move has a legal move"),
        (OPEN, Draw, DeadPosition, "not dead"),
        (LOCKED, Draw, DeadPosition, ""),
        (LOCKED.replace("4k3/", "4k2n/").as_str(), Draw, DeadPosition, "not dead"),
        (LOCKED.replace("4k3/", "4k2r/").as_str(), Draw, DeadPosition, "not dead"),
        (LOCKED.replace("4k3/", "4k2q/").as_str(), Draw, DeadPosition, "not dead"),
        (OPEN, White, Resignation, ""),
        (OPEN, Draw, Resignation, "Resignation cannot give a draw"),
        (OPEN, Draw, Agreement, ""),
        (OPEN, White, Agreement, "Agreement cannot give"),
        (OPEN, White, Unstated, ""),
        (OPEN, Draw, Unstated, ""),
        (MATE, Black, Unstated, ""),
        (MATE, White, Unstated, "checkmate by the other side: the result is a win for Black"),
        (STALEMATE, Draw, Unstated, ""),
        (STALEMATE, White, Unstated, "The last position is stalemate"),
        (OPEN, Black, TimeEnded, ""),
        (OPEN, Draw, TimeEnded, ""),
        (OPEN, Black, Flag, ""),
        (OPEN, Draw, Flag, "A fallen flag cannot give a draw"),
        // Act I.7.5 alone decides: even a lone king wins by the other's flag.
        (LONE_KING, White, Flag, ""),
        (LONE_KING, Draw, Flag, "A fallen flag cannot give a draw"),
        (LONE_KING, Black, Flag, ""),
        (KNIGHT, White, Flag, ""),
        (THRICE, Draw, Repetition, ""),
        (NEARLY_THRICE, Draw, Repetition, ""),
        (TWICE, Draw, Repetition, "this often: 2"),
        (QUIET, Draw, FiftyMoves, ""),
        (OPEN, Draw, FiftyMoves, "pawn move: 0"),
        (ONLY_PAWNS, Draw, FiftyMoves, "pawn move: 49"),
        ("1. e4 e5 1-0", Black, Resignation, "The moves themselves say 1-0"),
        ("1. e4 e5 1-0", White, Resignation, ""),
    ] {
        let moves = Moves::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        match agrees(&moves, result, ending) {
            Ok(()) => assert_eq!(says, "", "{text}: {result:?} by {ending:?} was accepted"),
            Err(told) => {
                assert!(
                    !says.is_empty() && told.to_string().contains(says),
                    "{text}: {result:?} by {ending:?}: {told}"
                );
                assert!(!told.acts().is_empty());
            }
        }
    }
}

#[test]
fn a_position_alone() {
    let last = read_position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").expect("a position");
    assert_eq!(position_agrees(&last, GameResult::Black, Checkmate), Ok(()));
    assert!(position_agrees(&last, GameResult::Draw, Repetition).is_err());
    let open = read_position("4k2r/8/8/8/8/8/8/4K2R w").expect("a position");
    assert_eq!(position_agrees(&open, GameResult::Draw, Repetition), Ok(()));
}

#[test]
fn a_disagreement_names_its_act_and_what_to_put_right() {
    for (text, result, ending, act, field) in [
        (OPEN, GameResult::Draw, Flag, "I.7.5", "ending"),
        (OPEN, GameResult::Draw, Resignation, "I.1", "ending"),
        (OPEN, GameResult::Draw, DeadPosition, "I.1", "ending"),
        (MATE, GameResult::White, Checkmate, "I.1", "result"),
        ("1. e4 e5 1-0", GameResult::Black, Resignation, "I.1", "result"),
    ] {
        let moves = Moves::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let told = agrees(&moves, result, ending).expect_err(text);
        assert_eq!((told.acts(), told.field()), (&[act][..], field), "{told}");
    }
    for result in [GameResult::White, GameResult::Draw, GameResult::Black] {
        assert_eq!(GameResult::won_by(result.winner()), result);
    }
}

//! The board and the clocks, step by step.

use serde_json::{Value, json};

use super::*;
use crate::tables::{AnyStep, erased};

fn start() -> NaiveDateTime {
    "2026-11-06T16:00:00".parse().unwrap()
}

fn asked(options: &Value) -> Result<Options, Refusal> {
    erased::asked(&crate::chess::Chess, options)
}

fn take(board: &mut Board, step: AnyStep<'_>, at: NaiveDateTime) -> Result<Value, Refusal> {
    erased::AnyState::step(board, step, at).map(|effect| effect.json().unwrap())
}

fn view(board: &Board, viewer: Option<Seat>, at: NaiveDateTime) -> Value {
    erased::AnyState::view(board, viewer, at).json().unwrap()
}

/// A game under way, a second a move.
struct Game {
    board: Board,
    now: NaiveDateTime,
}

impl Game {
    fn of(options: Value) -> Game {
        Game { board: Board::new(&asked(&options).unwrap(), start()), now: start() }
    }

    fn try_play(&mut self, seat: Seat, play: Value) -> Result<Value, Refusal> {
        self.now += TimeDelta::seconds(1);
        take(&mut self.board, Step::Play { seat, play: &play }, self.now)
    }

    fn go(&mut self, moves: &str) -> Value {
        let mut effect = Value::Null;
        for text in moves.split_whitespace() {
            let seat = self.board.turn()[0];
            effect = self.try_play(seat, json!({ "kind": "move", "move": text })).unwrap();
        }
        effect
    }

    fn ended(&self) -> Option<(Result_, Ending)> {
        self.board.ended.as_ref().map(|ended| (ended.result, ended.ending))
    }
}

#[test]
fn the_board_ends_the_game_by_itself() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let cases = [
        ("f3 e5 g4 Qh4#".to_owned(), Result_::Black, Ending::Checkmate),
        (
            "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6".to_owned(),
            Result_::Draw,
            Ending::Stalemate,
        ),
        // The first array for the fifth time; nobody has to claim it (FIDE 9.6.1).
        (shuffle.repeat(4), Result_::Draw, Ending::Repetition),
    ];
    for (moves, result, ending) in cases {
        let mut game = Game::of(json!({}));
        game.go(&moves);
        assert_eq!(game.ended(), Some((result, ending)), "{moves}");
        let seat = game.board.position.turn().fold_wb(0, 1);
        assert!(game.try_play(seat, json!({ "kind": "move", "move": "a3" })).is_err(), "{moves}: it is over");
        assert_eq!(game.board.due(), None);
    }
}

#[test]
fn draws_are_claimed_rightly_or_refused() {
    let claim = |reason: &str, announced: Option<&str>| json!({ "kind": "claim", "reason": reason, "move": announced });
    let mut game = Game::of(json!({}));
    game.go("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    assert_eq!(game.try_play(0, claim("repetition", None)).unwrap_err().title, say!("Not your turn"));
    assert!(game.try_play(1, claim("repetition", None)).is_err(), "twice is not three times");
    assert!(game.try_play(1, claim("repetition", Some("e5"))).is_err(), "another position");
    assert!(game.try_play(1, claim("fifty_moves", Some("Ng8"))).is_err());
    game.try_play(1, claim("repetition", Some("Ng8"))).expect("the announced move makes it three (FIDE 9.2.1)");
    assert_eq!(game.ended(), Some((Result_::Draw, Ending::Repetition)));
}

#[test]
fn offers_are_made_once_a_move_answered_and_forgotten() {
    let mut game = Game::of(json!({}));
    let offer = json!({ "kind": "offer_draw" });
    assert!(game.try_play(0, json!({ "kind": "accept_draw" })).is_err(), "nobody offered");
    game.go("e4");
    game.try_play(0, offer.clone()).unwrap();
    assert!(game.try_play(0, json!({ "kind": "accept_draw" })).is_err(), "one's own offer");
    assert!(game.try_play(0, offer.clone()).is_err(), "again and again");
    game.go("e5");
    assert!(game.try_play(1, json!({ "kind": "accept_draw" })).is_err(), "a move declines");
    assert_eq!(view(&game.board, None, game.now)["offer"], Value::Null);
    game.try_play(1, offer).unwrap();
    game.try_play(0, json!({ "kind": "accept_draw" })).unwrap();
    assert_eq!(game.ended(), Some((Result_::Draw, Ending::DrawAgreed)));
}

#[test]
fn a_player_who_offered_a_draw_knows_that_it_stands_or_was_declined_until_they_may_offer_again() {
    let mut game = Game::of(json!({}));
    let seen = |game: &Game, seat: Seat| {
        let view = view(&game.board, Some(seat), game.now);
        (view["may_offer"].clone(), view["offer"].clone(), view["declined"].clone())
    };
    assert_eq!(seen(&game, 0), (json!(true), Value::Null, Value::Null));
    game.try_play(0, json!({ "kind": "offer_draw" })).unwrap();
    for seat in [0, 1] {
        assert_eq!(seen(&game, seat), (json!(false), json!("White"), Value::Null));
    }
    game.try_play(1, json!({ "kind": "decline_draw" })).unwrap();
    assert_eq!(seen(&game, 0), (json!(false), Value::Null, json!("Black")));
    assert_eq!(seen(&game, 1).0, json!(true));
    game.go("e4");
    assert_eq!(seen(&game, 0), (json!(true), Value::Null, Value::Null));
    assert!(view(&game.board, None, game.now)["may_offer"].is_null(), "nobody who watches offers anything");
}

#[test]
fn clocks_follow_from_the_instants_of_the_log_and_a_flag_loses_i_7_5() {
    let mut game = Game::of(json!({ "minutes": 1, "increment_seconds": 2 }));
    assert_eq!(game.board.due(), Some(start() + TimeDelta::minutes(1)));
    assert_eq!(game.go("e4")["left_ms"], json!([61_000, 60_000]), "a second spent, two added");
    assert_eq!(view(&game.board, None, game.now + TimeDelta::milliseconds(1500))["left_ms"], json!([61_000, 58_500]));
    let adjourned = game.now + TimeDelta::seconds(10);
    take(&mut game.board, Step::Adjourned, adjourned).unwrap();
    assert_eq!(game.board.due(), None, "the clocks stand still");
    let resumed = adjourned + TimeDelta::days(3);
    assert_eq!(take(&mut game.board, Step::Resumed, resumed).unwrap()["left_ms"], json!([61_000, 50_000]));
    let due = game.board.due().unwrap();
    assert_eq!(due, resumed + TimeDelta::seconds(50));
    let effect = take(&mut game.board, Step::Time, due).unwrap();
    assert_eq!((&effect["left_ms"], &effect["ended"]["ending"]), (&json!([61_000, 0]), &json!("flag")));
    assert_eq!(game.ended(), Some((Result_::White, Ending::Flag)));
}

#[test]
fn a_flag_loses_whatever_is_left_to_mate_with_i_7_5() {
    let mut game = Game::of(json!({}));
    let lonely = "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1".parse::<Fen>().unwrap();
    game.board.position = lonely.into_position(shakmaty::CastlingMode::Standard).unwrap();
    // Black has a bare king against king and pawn; White's flag falls first after Black's move.
    game.go("Kd5");
    let due = game.board.due().unwrap();
    take(&mut game.board, Step::Time, due).unwrap();
    assert_eq!(game.ended(), Some((Result_::Black, Ending::Flag)));
}

#[test]
fn moves_are_written_either_way_and_castling_is_a_house_rule_i_9_11() {
    let mut game = Game::of(json!({}));
    game.go("e2e4 e7e5 g1f3 Sc6 Lc4 Nf6");
    let refused = game.try_play(0, json!({ "kind": "move", "move": "e1e3" })).unwrap_err();
    assert!(refused.detail.to_string().contains("A king moves one square."), "{}", refused.detail);
    assert_eq!(refused.acts, ["I.1".into()]);
    let mut other = Game { board: game.board.clone(), now: game.now };
    assert_eq!(game.go("0-0")["san"], "O-O");
    assert_eq!(other.go("e1g1")["uci"], "e1g1");
    let mut without = Game::of(json!({ "castling": false }));
    without.go("e4 e5 Nf3 Nc6 Bc4 Nf6");
    let refused = without.try_play(0, json!({ "kind": "move", "move": "O-O" })).unwrap_err();
    assert_eq!(refused.acts, ["I.9.11".into()]);
    assert!(!view(&without.board, Some(0), without.now)["goals"]["e1"].to_string().contains("g1"));
}

#[test]
fn a_pawn_on_the_last_rank_is_refused_with_what_is_missing() {
    let mut game = Game::of(json!({}));
    game.go("a4 b5 axb5 a6 bxa6 Bb7 a7 h6");
    for (written, right) in [("axb8", "axb8=Q"), ("a7b8", "a7b8q")] {
        let refused = game.try_play(0, json!({ "kind": "move", "move": written })).unwrap_err();
        assert!(refused.to_string().contains(right), "{refused}");
    }
    let refused = game.try_play(0, json!({ "kind": "move", "move": "axc8" })).unwrap_err();
    assert!(refused.to_string().contains("A pawn moves one square ahead"), "{refused}");
    let refused = game.try_play(0, json!({ "kind": "move", "move": "Ke2e4" })).unwrap_err();
    assert!(refused.to_string().contains("no legal move"), "{refused}");
    game.go("axb8=N");
}

#[test]
fn a_justice_ends_a_game_only_as_the_laws_of_chess_have_it_i_9_6() {
    let rule = |game: &mut Game, result: &str, ending: &str| {
        let ruling = json!({ "result": result, "ending": ending, "reason": "Both told me so, aloud" });
        take(&mut game.board, Step::Ruling(&ruling), game.now)
    };
    let mut game = Game::of(json!({}));
    game.go("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    for (result, ending) in [
        ("white", "checkmate"),
        ("draw", "stalemate"),
        ("draw", "repetition"),
        ("draw", "fifty_moves"),
        ("draw", "dead_position"),
        ("white", "flag"),
        ("white", "bell"),
        ("draw", "forfeit"),
        ("draw", "resignation"),
    ] {
        let refused = rule(&mut game, result, ending).unwrap_err();
        assert_eq!(refused.acts, ["I.9.6".into()], "{ending}");
    }
    game.go("Ng8");
    rule(&mut game, "draw", "repetition").expect("it stands for the third time");
    let mut game = Game::of(json!({}));
    assert_eq!(rule(&mut game, "black", "forfeit").unwrap()["ended"]["result"], "black");
}

/// Positions reached by all moves to a depth, through the door that judges moves.
fn perft(board: &Board, depth: u32, at: NaiveDateTime) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut found = 0;
    for legal in board.position.legal_moves() {
        let mut next = board.clone();
        let play = json!({ "kind": "move", "move": UciMove::from_standard(legal).to_string() });
        let seat = board.turn()[0];
        take(&mut next, Step::Play { seat, play: &play }, at).unwrap();
        found += if next.ended.is_some() { u64::from(depth == 1) } else { perft(&next, depth - 1, at) };
    }
    found
}

#[test]
fn the_door_that_judges_moves_counts_as_perft_does() {
    // The standard numbers; a position in which the game is over is a leaf only at the last depth.
    for (fen, depth, count) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8_902),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2_039),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 2_812),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 2, 264),
    ] {
        let mut board = Board::new(&asked(&Value::Null).unwrap(), start());
        board.position = fen.parse::<Fen>().unwrap().into_position(shakmaty::CastlingMode::Standard).unwrap();
        assert_eq!(perft(&board, depth, start()), count, "{fen}");
    }
}

#[test]
fn what_is_no_play_changes_nothing() {
    let mut game = Game::of(json!({}));
    let before = view(&game.board, Some(0), start());
    for nonsense in [
        json!(null),
        json!([]),
        json!("e4"),
        json!({}),
        json!({ "kind": "castle" }),
        json!({ "kind": "move" }),
        json!({ "kind": "move", "move": 4 }),
        json!({ "kind": "move", "move": "e5" }),
        json!({ "kind": "move", "move": "" }),
        json!({ "kind": "move", "move": "0000" }),
        json!({ "kind": "move", "move": "ééééééééééééééééééééé" }),
        json!({ "kind": "move", "move": "e4", "more": 1 }),
        json!({ "kind": "resign", "more": 1 }),
    ] {
        assert!(game.try_play(0, nonsense.clone()).is_err(), "{nonsense}");
        assert_eq!(view(&game.board, Some(0), start()), before, "{nonsense}");
    }
    for options in [
        json!({ "minutes": 0 }),
        json!({ "minutes": 181 }),
        json!({ "increment_seconds": 61 }),
        json!([1]),
        json!({ "x": 1 }),
    ] {
        assert!(asked(&options).is_err(), "{options}");
    }
}

/// A game that is not rated.
fn friendly() -> Game {
    Game::of(json!({ "minutes": 1, "increment_seconds": 2, "rated": false }))
}

fn ask() -> Value {
    json!({ "kind": "ask_take_back" })
}

fn allow() -> Value {
    json!({ "kind": "accept_take_back" })
}

#[test]
fn a_move_is_taken_back_by_agreement_and_the_board_is_as_it_was_before_it() {
    let mut game = friendly();
    game.go("e4");
    let before = game.board.fen();
    game.go("e5 Nf3");
    // Black answered nothing yet: only White's last move goes.
    game.try_play(0, ask()).unwrap();
    let taken = game.try_play(1, allow()).unwrap();
    assert_eq!((&taken["taken_back"], &taken["half_moves"]), (&json!("White"), &json!(1)));
    assert_eq!(view(&game.board, None, game.now)["last"], "e7e5");
    assert_eq!(game.board.turn(), [0]);
    // White has moved since: Black's last move and the answer to it go.
    game.go("Nc3");
    game.try_play(1, ask()).unwrap();
    assert_eq!(game.try_play(0, allow()).unwrap()["half_moves"], 2);
    assert_eq!((game.board.fen(), game.board.turn()), (before, vec![1]));
    // It goes on from there, also back to the first array.
    game.try_play(0, ask()).unwrap();
    game.try_play(1, allow()).unwrap();
    assert_eq!(game.board.fen(), Board::new(&asked(&Value::Null).unwrap(), start()).fen());
    assert_eq!(view(&game.board, None, game.now)["last"], Value::Null);
    game.go("d4 d5");
}

#[test]
fn taking_back_gives_no_time_back_and_the_clock_of_the_one_to_move_runs() {
    let mut game = friendly();
    assert_eq!(game.go("e4")["left_ms"], json!([61_000, 60_000]));
    assert_eq!(game.go("e5")["left_ms"], json!([61_000, 61_000]));
    // White thinks for a second while Black asks, and for another before it lets Black take back.
    game.try_play(1, ask()).unwrap();
    assert_eq!(game.try_play(0, allow()).unwrap()["left_ms"], json!([59_000, 61_000]));
    assert_eq!(view(&game.board, None, game.now + TimeDelta::seconds(5))["left_ms"], json!([59_000, 56_000]));
    assert_eq!(game.board.due(), Some(game.now + TimeDelta::seconds(61)));
}

#[test]
fn positions_that_were_taken_back_do_not_count_for_repetition() {
    let mut game = friendly();
    game.go("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(view(&game.board, Some(0), game.now)["claims"], json!(["repetition"]));
    game.try_play(1, ask()).unwrap();
    game.try_play(0, allow()).unwrap();
    assert_eq!(view(&game.board, Some(1), game.now)["claims"], json!([]));
    game.go("Ng8");
    assert_eq!(view(&game.board, Some(0), game.now)["claims"], json!(["repetition"]));
}

#[test]
fn asking_is_answered_once_lapses_with_a_move_and_not_at_a_rated_game() {
    let mut rated = Game::of(json!({}));
    rated.go("e4 e5");
    assert_eq!(rated.try_play(0, ask()).unwrap_err().title, say!("It counts"));
    assert_eq!(view(&rated.board, Some(0), rated.now)["may_ask_back"], false);
    let mut game = friendly();
    let title = |refused: Result<Value, Refusal>| refused.unwrap_err().title;
    assert_eq!(title(game.try_play(0, ask())), say!("Nothing to take back"));
    game.go("e4");
    assert_eq!(title(game.try_play(1, ask())), say!("Nothing to take back"), "Black has made no move");
    assert_eq!(title(game.try_play(1, allow())), say!("Nothing asked"));
    game.try_play(0, ask()).unwrap();
    assert_eq!(title(game.try_play(0, allow())), say!("Nothing asked"), "one's own asking");
    game.go("e5");
    assert_eq!(title(game.try_play(1, allow())), say!("Nothing asked"), "a move declines");
    assert_eq!(title(game.try_play(0, ask())), say!("Asked already"), "once a move");
    game.go("Nf3");
    game.try_play(1, ask()).unwrap();
    assert_eq!(title(game.try_play(0, ask())), say!("Asked already"), "the other side asks");
    let declined = game.try_play(0, json!({ "kind": "decline_take_back" })).unwrap();
    assert_eq!(declined, json!({ "declined_back": "White" }));
    let seen = view(&game.board, Some(1), game.now);
    let [asks, declined, may] = ["asks_back", "declined_back", "may_ask_back"].map(|name| &seen[name]);
    assert_eq!((asks, declined, may), (&Value::Null, &json!("White"), &json!(false)));
    game.go("Nc6");
    assert_eq!(view(&game.board, Some(1), game.now)["declined_back"], Value::Null);
    assert_eq!(view(&game.board, Some(1), game.now)["may_ask_back"], true);
}

//! The player to practise against: whatever it is asked in, its play is legal, and it is not a fool.

use std::sync::Arc;

use rookery_party_chess::{Act, FIRST_ARMY, Play, Position, Refusal, Ruleset, Source, Suite, check_army};
use serde_json::json;

use super::boards::{Chance, modest_shape, random_board};
use super::effort::cases;

/// Its play in a position, and the position after it.
fn plays(position: &Position) -> Option<(Play, Position)> {
    let play = position.practice_play().ok()?;
    assert_eq!(position.practice_play().unwrap(), play, "the same position, the same play");
    match position.play(&play.clone().into()) {
        Ok(next) => Some((play, next)),
        Err(Refusal::TooManyChains) => None,
        Err(refusal) => panic!("{play:?} is refused: {refusal}, in {}", position.to_json()),
    }
}

#[test]
fn it_gives_a_legal_play_in_whatever_position() {
    for seed in 0..cases(150) {
        let chance = &mut Chance::new(9_000 + seed);
        let shape = modest_shape(chance);
        let mut position = Position::from_json(&random_board(chance, shape)).unwrap();
        for _ in 0..6 {
            let Some((play, next)) = plays(&position) else { break };
            assert_eq!(position.read_play(&position.write_play(&play)), Some(play), "and it can be written down");
            position = next;
        }
    }
}

#[test]
fn a_game_against_itself_goes_on_with_pieces_placed_and_taken() {
    let suite = Arc::new(Suite::new(Source::plain(Ruleset::Amended)).unwrap());
    check_army(&suite, &FIRST_ARMY).unwrap();
    let mut position = Position::new(suite, vec!["Ann".into(), "Bob".into()]).unwrap();
    for name in ["Ann", "Bob"] {
        let swinger = position.swinger(name).unwrap();
        position = position.act(&Act::Army(swinger, FIRST_ARMY.to_vec())).unwrap();
    }
    let mut captures = 0;
    for turn in 0..80 {
        let (play, next) = plays(&position).expect("two such armies are soon searched");
        if turn < 2 {
            let king = play.piece().and_then(|id| position.board().find(id)).map(|i| position.board().piece(i).kind);
            assert_eq!(king, Some(rookery_party_chess::Kind::KING), "the King comes first: {play:?}");
        }
        captures += usize::from(!play.capture_squares().is_empty());
        position = next;
    }
    assert!(captures > 0, "nobody ever took anything: {}", position.to_json());
}

#[test]
fn it_takes_what_is_free_and_leaves_what_is_dear() {
    let asked = |pieces: serde_json::Value| {
        let position = json!({ "ruleset": "amended", "swingers": ["Ann", "Bob"], "to_play": "Ann", "pieces": pieces,
            "last_play": {} });
        let position = Position::from_json(&position).unwrap();
        position.write_play(&position.practice_play().unwrap())
    };
    let piece = |id: u32, owner: &str, kind: &str, square: &str| json!({ "id": id, "owner": owner, "kind": kind, "square": square });
    let free = asked(json!([
        piece(1, "Ann", "king", "a1"),
        piece(2, "Ann", "rook", "c5"),
        piece(3, "Bob", "king", "t20"),
        piece(4, "Bob", "camel", "c9"),
    ]));
    assert_eq!(free, "2:c5xc9");
    // The Pawn is defended by a Rook: a Rook for a Pawn is no bargain.
    let dear = asked(json!([
        piece(1, "Ann", "king", "a1"),
        piece(2, "Ann", "rook", "c5"),
        piece(3, "Bob", "king", "t20"),
        piece(4, "Bob", "pawn", "c9"),
        piece(5, "Bob", "rook", "c12"),
    ]));
    assert_ne!(dear, "2:c5xc9");
    // Attacked, it goes or takes.
    let rescued = asked(json!([
        piece(1, "Ann", "king", "a1"),
        piece(2, "Ann", "rook", "c5"),
        piece(3, "Bob", "king", "t20"),
        piece(4, "Bob", "bishop", "f8"),
    ]));
    assert!(rescued.starts_with("2:"), "{rescued}");
}

/// Eight Offices with an army each; everybody who has a turn places a King, then a piece a turn.
fn eight(first_turns: bool) -> Position {
    let source = Source { first_turns, ..Source::plain(Ruleset::Amended) };
    let suite = Arc::new(Suite::new(source).unwrap());
    let mut position = Position::new(suite, super::boards::NAMES.map(str::to_owned).into()).unwrap();
    for name in super::boards::NAMES {
        let swinger = position.swinger(name).unwrap();
        position = position.act(&Act::Army(swinger, FIRST_ARMY.to_vec())).unwrap();
    }
    for _ in 0..40 {
        position = plays(&position).expect("such armies are soon searched").1;
        // What is written down and read again goes on in the same way.
        position = Position::from_json(&position.to_json()).unwrap();
    }
    position
}

#[test]
fn the_eighth_of_eight_never_plays_unless_nobody_is_skipped_before_a_first_turn_1230_2_4_b_iii() {
    let has_played = |position: &Position| {
        let all = position.play_list().iter();
        all.filter(|swinger| position.record(**swinger).is_some()).count()
    };
    assert_eq!(has_played(&eight(false)), 7);
    assert_eq!(has_played(&eight(true)), 8);
}

//! Long random games, and the judge against the generator.

use rookery_party_chess::{Act, Announcement, Kind, Play, Position, Refusal, Square};
use serde_json::json;

use super::answer;
use super::boards::{Chance, Shape, modest_shape, random_board};
use super::effort::{asked, cases};

/// A random legal play, found without listing all where that would take too long, with random Demon promotions.
fn random_announcement(chance: &mut Chance, position: &Position) -> Announcement {
    let plays = position.legal_plays().unwrap_or_else(|_| vec![Play::Surrender]);
    let others: Vec<&Play> =
        plays.iter().filter(|play| !matches!(play, Play::Surrender) || chance.one_in(50)).collect();
    let play = if others.is_empty() { Play::Surrender } else { (*chance.pick(&others)).clone() };
    let demons = position.demons_after(&play).into_iter().filter(|_| chance.one_in(2));
    let with_demons =
        Announcement { demon_promotions: demons.map(|id| (id, Kind::CAMEL)).collect(), play: play.clone() };
    if position.play(&with_demons).is_ok() { with_demons } else { play.into() }
}

/// A random act: mostly plays.
fn random_act(chance: &mut Chance, position: &Position) -> Act {
    let swinger = *chance.pick(position.play_list());
    match chance.below(60) {
        0 => Act::Default,
        1 => Act::Warm(swinger, chance.one_in(2)),
        2 => Act::Buy(swinger, *chance.pick(&[Kind::ROOK, Kind::PAWN, Kind::ECHO, Kind::DEMON, Kind::HARFYBLOB])),
        3 => Act::Surrender(swinger),
        4 => Act::Automatic,
        _ => Act::Play(random_announcement(chance, position)),
    }
}

#[test]
fn a_long_game_replays_from_its_log_to_the_same_bytes() {
    let chance = &mut Chance::new(7);
    let shape = Shape { swingers: 8, on_board: 30, off_board: 20, side: 20, tornados: 1, amended: true };
    let mut board = random_board(chance, shape);
    // Rounds come to the highest number there is, and stay there.
    board["round_count"] = (u32::MAX - 20).into();
    let start = Position::from_json(&board).unwrap();
    let (mut position, mut log, mut lines) = (start.clone(), Vec::new(), Vec::new());
    while log.len() < cases(1_000) as usize {
        let act = random_act(chance, &position);
        if let Ok(next) = position.act(&act) {
            lines.push(position.act_json(&act));
            log.push(act);
            position = next;
        }
    }
    let end = position.to_json().to_string();
    assert_eq!(start.replay(&log).unwrap().to_json().to_string(), end);
    let told = answer(&json!({ "op": "replay", "position": start.to_json(), "acts": lines }));
    assert_eq!(told["position"].to_string(), end, "{}", told["error"]);
    assert_eq!(Position::from_json(&position.to_json()).unwrap().to_json().to_string(), end, "what is written is read");
}

/// The judge, which never lists plays, and the generator draw the same line.
#[test]
fn a_play_is_accepted_exactly_if_it_is_listed() {
    for seed in 0..cases(60) {
        let chance = &mut Chance::new(1_000 + seed);
        let shape = modest_shape(chance);
        let position = Position::from_json(&random_board(chance, shape)).unwrap();
        let legal = position.legal_plays().unwrap();
        for play in &legal {
            assert!(position.play(&play.clone().into()).is_ok(), "{play:?} in {}", position.to_json());
        }
        for _ in 0..400 {
            let piece = chance.pick(position.board().pieces()).id;
            let to = Square::new(chance.below(20) as u16, chance.below(20) as u16).unwrap();
            let promotion = chance.one_in(4).then_some(Kind::ROOK);
            let play = match chance.below(6) {
                0 => Play::Move { piece, to, promotion },
                1 => Play::Capture { piece, to, promotion },
                2 => Play::Shot { piece, at: to },
                3 => Play::Scratch { piece, to },
                4 => Play::Chain { piece, path: vec![to] },
                _ => Play::Placement { piece, to },
            };
            assert_eq!(
                position.play(&play.clone().into()).is_ok(),
                legal.contains(&play),
                "{play:?} in {}",
                position.to_json()
            );
        }
    }
}

/// As many random plays as `PARTY_PLAYS` says, in games of 500 each.
#[test]
fn random_plays_are_carried_out_without_panic() {
    let chance = &mut Chance::new(77);
    let mut played = 0;
    while played < asked("PARTY_PLAYS").max(1_000) {
        let shape = modest_shape(chance);
        let mut position = Position::from_json(&random_board(chance, shape)).unwrap();
        for _ in 0..500 {
            match position.play(&random_announcement(chance, &position)) {
                Ok(next) => position = next,
                Err(Refusal::TooManyChains) => break,
                Err(refusal) => panic!("a listed play is refused: {refusal}, in {}", position.to_json()),
            }
            played += 1;
        }
    }
}

//! The answer to a tap on the board: where a piece may go, and why not elsewhere.

use rookery_messages::say;
use rookery_party_chess::{
    ActRefusal, Announcement, Captures, PieceId, Play, PlayType, Position, Refusal as Against, Square, Swinger,
};
use serde_json::{Value, json};

use super::{quoted, refused, view};
use crate::error::Refusal;

/// Plays of one piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// Legal plays, chains of captures left aside.
    pub plays: Vec<Play>,
    /// Where a chain may go on to after the squares chosen so far, and whether it may stop there.
    pub steps: Vec<(Square, bool)>,
}

/// The position as it would be were it this Swinger's turn.
pub fn on_turn(position: &Position, swinger: Swinger) -> Option<Position> {
    if position.to_play() == Some(swinger) {
        return Some(position.clone());
    }
    let mut asked = position.to_json();
    let name = position.name(swinger);
    let mut order = view::order(position);
    order.sort_by_key(|other| other != name);
    asked["to_play"] = json!(order.first()?);
    asked["swingers"] = json!(order);
    Position::from_json(&asked).ok()
}

/// What a piece of the Swinger on top may do, a Tornado after the squares of `path`.
pub fn reach(position: &Position, piece: PieceId, path: &[Square]) -> Result<Reach, Refusal> {
    let too_many = |_| refused(&ActRefusal::TooManyChains);
    let plays = if path.is_empty() { position.plays_of(piece).map_err(too_many)? } else { Vec::new() };
    let stops = |&to: &Square| {
        let path = path.iter().copied().chain([to]).collect();
        let may_stop = position.play(&Play::Chain { piece, path }.into()).is_ok();
        (to, may_stop)
    };
    let own = |swinger| {
        let mine = |piece: &&rookery_party_chess::Piece| piece.owner == swinger;
        position.board().find(piece).map(|index| position.board().piece(index)).filter(mine)
    };
    let steps = match position.to_play().and_then(own) {
        Some(_) => position.chain_steps(piece, path).iter().map(stops).collect(),
        None => Vec::new(),
    };
    Ok(Reach { plays, steps })
}

/// The square that a play is aimed at.
pub fn target(play: &Play) -> Option<Square> {
    match play {
        Play::Move { to, .. }
        | Play::Scratch { to, .. }
        | Play::Capture { to, .. }
        | Play::Placement { to, .. }
        | Play::Shot { at: to, .. } => Some(*to),
        Play::Chain { path, .. } => path.last().copied(),
        Play::Pass | Play::Surrender => None,
    }
}

/// What kind of play it is, for people: `move`, `capture`, `shot`, `placement`, `scratch`.
pub fn word(play: &Play) -> &'static str {
    match play {
        Play::Shot { .. } => "shot",
        Play::Scratch { .. } => "scratch",
        other => match other.play_type() {
            PlayType::Move => "move",
            PlayType::Capture => "capture",
            PlayType::Placement => "placement",
            PlayType::Pass => "pass",
            PlayType::Surrender => "surrender",
        },
    }
}

/// A square as it was typed.
pub fn square(field: &'static str, text: &str) -> Result<Square, Refusal> {
    let wrong = || {
        Refusal::field(field, say!("{square} is no square; they are a1 to t20.", square = quoted(text)))
            .act("1230.1 §1")
    };
    Square::parse(&text.trim().to_ascii_lowercase()).ok_or_else(wrong)
}

/// Why a piece, a Tornado after the squares of `path`, may not go to a square: the refusal of the play that it would make there.
/// `None` if it may.
pub fn why_not(position: &Position, piece: PieceId, path: &[Square], to: Square) -> Option<Refusal> {
    let board = position.board();
    let found = board.find(piece).map(|index| board.piece(index));
    let captures = found.map(|piece| &position.suite().rule(piece.kind).captures);
    let (capture, shot) = (Play::Capture { piece, to, promotion: None }, Play::Shot { piece, at: to });
    let onward = || Play::Chain { piece, path: path.iter().copied().chain([to]).collect() };
    let meant = match (board.at(to), captures) {
        _ if !path.is_empty() => vec![onward()],
        _ if found.is_some_and(|piece| piece.square.is_none()) => vec![Play::Placement { piece, to }],
        (None, _) => vec![Play::Move { piece, to, promotion: None }, Play::Scratch { piece, to }],
        (Some(_), Some(Captures::Chain)) => vec![onward()],
        // An Archer next to a Cantor captures by moving, too; a CopyCat captures as its victim does.
        (Some(_), Some(Captures::Shots(_))) => vec![shot, capture],
        (Some(_), Some(Captures::Borrowed)) => vec![capture, shot],
        (Some(_), _) => vec![capture],
    };
    let mut first = None;
    for play in meant {
        match position.play(&Announcement::from(play)) {
            Ok(_) | Err(Against::PromotionMissing { .. }) => return None,
            Err(against) => first = first.or(Some(against)),
        }
    }
    first.map(|against| refused(&ActRefusal::Play(against)))
}

/// What a piece may do, as JSON: its legal plays with their notations, and where a chain goes on to.
pub fn told(position: &Position, reach: &Reach) -> Value {
    let plays = reach.plays.iter().map(|play| {
        let mut told = position.play_json(play, &position.demons_after(play));
        told["notation"] = position.write_play(play).into();
        told
    });
    let steps = reach.steps.iter().map(|(square, stops)| json!({ "to": square.to_string(), "may_stop": stops }));
    json!({ "plays": plays.collect::<Vec<_>>(), "chain": steps.collect::<Vec<_>>() })
}

//! What each side has taken, and who is ahead by how much.

use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Position, Role};

use crate::tables::Entry;

/// Each kind: what it is called, how many a side begins with, what it is worth.
const MEN: [(Role, &str, usize, i64); 5] = [
    (Role::Queen, "queen", 1, 9),
    (Role::Rook, "rook", 2, 5),
    (Role::Bishop, "bishop", 2, 3),
    (Role::Knight, "knight", 2, 3),
    (Role::Pawn, "pawn", 8, 1),
];

fn count(position: &Chess, color: Color, role: Role) -> usize {
    (position.board().by_color(color) & position.board().by_role(role)).count()
}

/// What White has taken, and what Black has. A pawn that was promoted is not taken.
pub fn taken(position: &Chess) -> [Vec<&'static str>; 2] {
    [Color::Black, Color::White].map(|lost| {
        let promoted: usize =
            MEN.iter().map(|(role, _, begun, _)| count(position, lost, *role).saturating_sub(*begun)).sum();
        let missing = |(role, name, begun, _): &(Role, &'static str, usize, i64)| {
            let there = count(position, lost, *role) + if *role == Role::Pawn { promoted } else { 0 };
            std::iter::repeat_n(*name, begun.saturating_sub(there))
        };
        MEN.iter().flat_map(missing).collect()
    })
}

/// By how much White is ahead, in pawns.
pub fn ahead(position: &Chess) -> i64 {
    let worth = |color| -> i64 {
        MEN.iter().map(|(role, _, _, worth)| worth * i64::try_from(count(position, color, *role)).unwrap_or(0)).sum()
    };
    worth(Color::White) - worth(Color::Black)
}

/// What was taken, who was ahead and what was left on the clocks after so many half-moves of a game that is over, as a view has them;
/// nothing at its end, where the view itself says so.
pub fn stood_after(moves: &[&Entry], ply: usize, minutes: &Value) -> Option<Value> {
    if ply >= moves.len() {
        return None;
    }
    let left = left_after(moves, ply, minutes)?;
    let Some(entry) = ply.checked_sub(1).and_then(|place| moves.get(place)) else {
        return Some(json!({ "taken": [[], []], "ahead": 0, "left_ms": left }));
    };
    let fen: Fen = entry.effect["fen"].as_str()?.parse().ok()?;
    let position: Chess = fen.into_position(CastlingMode::Standard).ok()?;
    Some(json!({ "taken": taken(&position), "ahead": ahead(&position), "left_ms": left }))
}

/// What was left on the clocks after so many half-moves, in milliseconds. Of a move without clocks nothing is known but what was left
/// before.
pub fn left_after(moves: &[&Entry], ply: usize, minutes: &Value) -> Option<[i64; 2]> {
    let begin = minutes.as_i64()? * 60_000;
    let until = &moves[..ply.min(moves.len())];
    let left = |side: usize| until.iter().rev().find_map(|entry| entry.effect["left_ms"][side].as_i64());
    Some([left(0).unwrap_or(begin), left(1).unwrap_or(begin)])
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    use super::{ahead, taken};

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    #[test]
    fn what_is_missing_was_taken_and_a_promoted_pawn_was_not() {
        assert_eq!(taken(&Chess::default()), [Vec::<&str>::new(), Vec::new()]);
        assert_eq!(ahead(&Chess::default()), 0);
        // White has a second queen for a pawn, and lost a knight; Black lost a rook.
        let position = position("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBQR w KQk - 0 1");
        assert_eq!(taken(&position), [vec!["rook"], vec!["knight"]]);
        assert_eq!(ahead(&position), 10);
    }
}

//! What each side has taken, and who is ahead by how much.

use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Position, Role};

use super::Moved;

/// Each kind: its name, how many a side begins with, its value.
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

/// What was taken, who is ahead and what is left on the clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stood {
    pub left_ms: [i64; 2],
    pub taken: [Vec<&'static str>; 2],
    pub ahead: i64,
}

impl Stood {
    pub fn of(position: &Chess, left_ms: [i64; 2]) -> Stood {
        Stood { left_ms, taken: taken(position), ahead: ahead(position) }
    }

    /// The same after so many half-moves of a game that is over; `None` at its end, where the view itself says so.
    pub fn after(moves: &[Moved], ply: usize, minutes: u32) -> Option<Stood> {
        if ply >= moves.len() {
            return None;
        }
        let position = match ply.checked_sub(1) {
            None => Chess::default(),
            Some(place) => moves[place].fen.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()?,
        };
        Some(Stood::of(&position, left_after(moves, ply, minutes)))
    }
}

/// What was left on the clocks after so many half-moves, in milliseconds. Of a move without clocks nothing is known but what was left
/// before.
pub fn left_after(moves: &[Moved], ply: usize, minutes: u32) -> [i64; 2] {
    let until = &moves[..ply.min(moves.len())];
    until.iter().rev().find_map(|moved| moved.left_ms).unwrap_or([i64::from(minutes) * 60_000; 2])
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

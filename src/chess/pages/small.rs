//! The board in small, for lists.

use shakmaty::Role;
use shakmaty::fen::Fen;

use crate::tables::pages::small::{Man, Small};
use crate::web::assets;

/// The position in which every game begins.
pub(super) const FIRST: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Draws a position.
pub(super) fn drawn(fen: &str) -> Option<Small> {
    let position: Fen = fen.parse().ok()?;
    let pieces = assets::address("pieces.svg")?;
    let mut small = Small::square(8);
    for (square, piece) in &position.as_setup().board {
        let colour = piece.color.fold_wb("white", "black");
        small.men.push(Man {
            x: u32::from(square.file()).into(),
            y: (7 - u32::from(square.rank())).into(),
            size: 1.0,
            class: String::new(),
            picture: Some(format!("{pieces}#{colour}-{}", name(piece.role))),
        });
    }
    Some(small)
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_man_stands_where_the_position_has_it() {
        let small = drawn("8/8/8/4k3/8/8/8/K7 w - - 0 1").unwrap();
        let places: Vec<(f64, f64)> = small.men.iter().map(|man| (man.x, man.y)).collect();
        assert_eq!(places.len(), 2);
        assert!(places.contains(&(0.0, 7.0)) && places.contains(&(4.0, 3.0)), "{places:?}");
        assert!(drawn("nonsense").is_none());
        assert_eq!(drawn(FIRST).unwrap().men.len(), 32);
    }
}

//! A position as a picture and as words: squares for a drawn board, a sentence for anybody who listens.

use shakmaty::{Board, Chess, Color, File, Move, Piece, Position, Rank, Role, Square};

/// One square of the drawing; `x` and `y` count squares from the top left.
#[derive(Debug, PartialEq, Eq)]
pub struct Drawn {
    pub x: u32,
    pub y: u32,
    pub dark: bool,
    /// The last move came from here or went here.
    pub marked: bool,
    /// A king stands here that is attacked, or mated.
    pub check: bool,
    /// `white-knight`.
    pub piece: Option<String>,
    /// Its coordinates, where they stand at the board's edge.
    pub file: Option<char>,
    pub rank: Option<char>,
}

/// The squares of a board in rows from the top, as the side sees it that sits `below`; `last` is the move that led here.
pub fn squares(position: &Chess, last: Option<Move>, below: Color) -> Vec<Drawn> {
    let marked = |square| last.is_some_and(|played| played.from() == Some(square) || shown_goal(played) == square);
    let attacked = position.board().king_of(position.turn()).filter(|_| position.is_check());
    let draw = |y: u32, x: u32| {
        let (file, rank) = below.fold_wb((x, 7 - y), (7 - x, y));
        let square = Square::from_coords(File::new(file), Rank::new(rank));
        Drawn {
            x,
            y,
            dark: square.is_dark(),
            marked: marked(square),
            check: attacked == Some(square),
            piece: position.board().piece_at(square).map(name),
            file: (y == 7).then(|| square.file().char()),
            rank: (x == 0).then(|| square.rank().char()),
        }
    };
    (0..8).flat_map(|y| (0..8).map(move |x| (y, x))).map(|(y, x)| draw(y, x)).collect()
}

/// Where the piece that moved stands afterwards: in castling, the king.
fn shown_goal(played: Move) -> Square {
    match played.castling_side() {
        Some(side) => {
            let rank = played.to().rank();
            Square::from_coords(side.king_to_file(), rank)
        }
        None => played.to(),
    }
}

fn name(piece: Piece) -> String {
    format!("{}-{}", piece.color.fold_wb("white", "black"), role(piece.role))
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// `White: king e1, queen d1, …. Black: king e8, ….`
pub fn read_aloud(position: &Chess) -> String {
    let side = |color, title| format!("{title}: {}.", pieces(position.board(), color).join(", "));
    format!("{} {}", side(Color::White, "White"), side(Color::Black, "Black"))
}

/// King first, pawns last.
fn pieces(board: &Board, color: Color) -> Vec<String> {
    let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let of = |kind: Role| {
        let squares = board.by_piece(kind.of(color)).into_iter();
        squares.map(move |square| format!("{} {square}", role(kind)))
    };
    roles.into_iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::moves::Moves;

    #[test]
    fn castling_marks_where_the_king_went() {
        let moves = Moves::read(b"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *").expect("legal moves");
        let drawn = squares(moves.last(), moves.played().last().copied(), Color::White);
        let marked: Vec<(u32, u32)> = drawn.iter().filter(|square| square.marked).map(|s| (s.x, s.y)).collect();
        assert_eq!(marked, [(4, 7), (6, 7)], "e1 and g1");
        assert_eq!(drawn[62].piece.as_deref(), Some("white-king"));
        assert!(!drawn[0].dark && drawn[56].dark, "a8 is light, a1 dark");
    }

    #[test]
    fn a_king_in_check_or_mate_is_marked_and_no_other() {
        let cases =
            [("1. e4 e5 *", None), ("1. e4 f6 2. Qh5+ *", Some((4, 0))), ("1. f3 e5 2. g4 Qh4# *", Some((4, 7)))];
        for (moves, king) in cases {
            let moves = Moves::read(moves.as_bytes()).expect("legal moves");
            let drawn = squares(moves.last(), None, Color::White);
            let checked: Vec<(u32, u32)> = drawn.iter().filter(|square| square.check).map(|s| (s.x, s.y)).collect();
            assert_eq!(checked, king.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn black_sees_the_board_from_blacks_side() {
        let drawn = squares(&Chess::default(), None, Color::Black);
        assert_eq!(
            (drawn[0].rank, drawn[56].rank, drawn[56].file, drawn[63].file),
            (Some('1'), Some('8'), Some('h'), Some('a'))
        );
        assert_eq!(drawn[59].piece.as_deref(), Some("black-king"), "e8, left of the queen");
        assert!(drawn[56].dark, "h8");
    }

    #[test]
    fn a_position_is_read_king_first() {
        let moves = Moves::read(b"[FEN \"8/8/8/4k3/8/3p4/8/R3K3 w - - 0 1\"]\n\n*").expect("a position");
        assert_eq!(read_aloud(moves.last()), "White: king e1, rook a1. Black: king e5, pawn d3.");
    }
}

//! Why a move cannot be played, in one sentence: what is first wrong with it. Pure.

use rookery_messages::{Message, say};
use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::{Bitboard, Chess, Piece, Position, Role, Square, attacks};

use crate::games::moves::read_san;

/// What is wrong with a move of the side that has the turn, in either notation; `None` if that cannot be told.
pub(super) fn why(position: &Chess, written: &str) -> Option<Message> {
    if let Ok(UciMove::Normal { from, to, .. }) = UciMove::from_ascii(written.as_bytes()) {
        return of_piece(position, from, to).or_else(|| of_king(position, from, to));
    }
    let san = read_san(written.trim_end_matches(['+', '#']).as_bytes()).ok()?;
    if san.to_move(position) == Err(SanError::AmbiguousSan)
        && let San::Normal { to, .. } = san
    {
        let square = to.to_string();
        return Some(say!("More than one piece can go to {square}. Write where it starts.", square));
    }
    match san {
        San::Castle(_) => Some(castling()),
        San::Normal { role, file, rank, to, .. } => {
            // A pawn whose file is not written stays on it.
            let file = file.or_else(|| (role == Role::Pawn).then(|| to.file()));
            let meant = |square: &Square| {
                file.is_none_or(|file| square.file() == file) && rank.is_none_or(|rank| square.rank() == rank)
            };
            let own = position.us() & position.board().by_role(role);
            let meant: Vec<Square> = own.into_iter().filter(meant).collect();
            let held = meant.iter().find(|from| of_piece(position, **from, to).is_none());
            match (held, meant.as_slice()) {
                (Some(from), _) => of_king(position, *from, to),
                (None, [from]) => of_piece(position, *from, to),
                (None, _) => None,
            }
        }
        San::Put { .. } | San::Null => None,
    }
}

fn castling() -> Message {
    say!("You cannot castle there now.")
}

/// Why this piece cannot go there by its own way of moving, check left aside; `None` if it can.
fn of_piece(position: &Chess, from: Square, to: Square) -> Option<Message> {
    let board = position.board();
    let piece = match board.piece_at(from) {
        None => return Some(say!("No piece stands on {square}.", square = from.to_string())),
        Some(piece) if piece.color != position.turn() => {
            return Some(say!("The piece on {square} is not one of yours.", square = from.to_string()));
        }
        Some(piece) => piece,
    };
    if piece.role == Role::King && from.rank() == to.rank() && from.file().distance(to.file()) == 2 {
        return Some(castling());
    }
    if board.color_at(to) == Some(piece.color) {
        return Some(say!("One of your own pieces stands on {square}.", square = to.to_string()));
    }
    if piece.role == Role::Pawn {
        return of_pawn(position, piece, from, to);
    }
    if !attacks::attacks(from, piece, Bitboard::EMPTY).contains(to) {
        return Some(way(piece.role));
    }
    (!attacks::attacks(from, piece, board.occupied()).contains(to)).then(in_the_way)
}

/// How a piece goes, to somebody who tried it otherwise.
fn way(role: Role) -> Message {
    match role {
        Role::Pawn => say!("A pawn moves one square ahead, or two from its first place."),
        Role::Knight => say!("A knight moves two squares ahead and one to the side."),
        Role::Bishop => say!("A bishop moves on diagonals."),
        Role::Rook => say!("A rook moves in straight lines."),
        Role::Queen => say!("A queen moves in straight lines or on diagonals."),
        Role::King => say!("A king moves one square."),
    }
}

fn in_the_way() -> Message {
    say!("A piece stands in the way.")
}

fn of_pawn(position: &Chess, pawn: Piece, from: Square, to: Square) -> Option<Message> {
    let board = position.board();
    if attacks::pawn_attacks(pawn.color, from).contains(to) {
        let takes = board.piece_at(to).is_some() || position.maybe_ep_square() == Some(to);
        return (!takes).then(|| say!("A pawn moves to the side only to take a piece."));
    }
    let rank = |square: Square| i64::from(square.rank());
    let ahead = (rank(to) - rank(from)) * pawn.color.fold_wb(1, -1);
    let is_first = rank(from) == pawn.color.fold_wb(1, 6);
    if from.file() != to.file() || !(ahead == 1 || (ahead == 2 && is_first)) {
        return Some(way(Role::Pawn));
    }
    let path = attacks::between(from, to) | Bitboard::from_square(to);
    (path & board.occupied()).any().then(in_the_way)
}

/// That a move which its piece can make leaves its king in check.
fn of_king(position: &Chess, from: Square, to: Square) -> Option<Message> {
    // What it becomes there is none that a pawn can become.
    if position.legal_moves().iter().any(|legal| legal.from() == Some(from) && legal.to() == to) {
        return None;
    }
    Some(if position.board().role_at(from) == Some(Role::King) {
        say!("Your king would be in check on {square}.", square = to.to_string())
    } else if position.is_check() {
        say!("Your king is in check, and still would be.")
    } else {
        say!("This move would leave your king in check.")
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;

    #[test]
    fn a_move_is_refused_with_what_is_first_wrong_with_it() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        // A black queen on e7 looks along the file at the bishop on e2; a knight on b1 and one on f3.
        const PINNED: &str = "4k3/4q3/8/8/8/5N2/3PB3/1N2K2R w K - 0 1";
        const CHECK: &str = "4k3/8/8/8/7b/8/3P1N2/R3K3 w Q - 0 1";
        const CHECKED: &str = "4k3/8/8/8/7b/8/3P4/RN2K3 w Q - 0 1";
        const PAWNS: &str = "4k3/P7/8/3pP3/8/2p5/2P1P3/4K3 w - d6 0 1";
        for (position, written, said) in [
            (START, "e2e5", "A pawn moves one square ahead, or two from its first place."),
            (START, "e5", "A pawn moves one square ahead, or two from its first place."),
            (START, "e2d3", "A pawn moves to the side only to take a piece."),
            (START, "g1g3", "A knight moves two squares ahead and one to the side."),
            (START, "b1d2", "One of your own pieces stands on d2."),
            (START, "f1f3", "A bishop moves on diagonals."),
            (START, "f1c4", "A piece stands in the way."),
            (START, "a1a4", "A piece stands in the way."),
            (START, "a1b3", "A rook moves in straight lines."),
            (START, "d1e3", "A queen moves in straight lines or on diagonals."),
            (START, "e1e3", "A king moves one square."),
            (START, "e1g1", "You cannot castle there now."),
            (START, "0-0", "You cannot castle there now."),
            (START, "e7e5", "The piece on e7 is not one of yours."),
            (START, "e4e5", "No piece stands on e4."),
            (START, "Qh5", "A piece stands in the way."),
            (PINNED, "e2d3", "This move would leave your king in check."),
            (PINNED, "Bd3", "This move would leave your king in check."),
            (CHECK, "f2d3", "This move would leave your king in check."),
            (CHECKED, "b1c3", "Your king is in check, and still would be."),
            (CHECKED, "e1f2", "Your king would be in check on f2."),
            (PAWNS, "c2c4", "A piece stands in the way."),
            (PAWNS, "c2c3", "A piece stands in the way."),
            (PAWNS, "e5f6", "A pawn moves to the side only to take a piece."),
        ] {
            let position: Chess = position.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            assert_eq!(why(&position, written).map(|why| why.to_string()).as_deref(), Some(said), "{written}");
        }
    }

    #[test]
    fn a_move_that_is_meant_of_two_pieces_says_where_it_starts() {
        let fen = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let said = why(&position, "Nd2").map(|why| why.to_string());
        assert_eq!(said.as_deref(), Some("More than one piece can go to d2. Write where it starts."));
        // Nothing of the pieces is wrong with these.
        for written in ["Ke2e4", "Qh5", "e1e2k", "nonsense", ""] {
            assert_eq!(why(&position, written).map(|why| why.to_string()), None, "{written}");
        }
    }
}

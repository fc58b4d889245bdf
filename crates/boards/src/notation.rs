//! Moves as text: written canonically, read as people and programs write them (5.2).

use rookery_messages::{Value, say};

use super::geometry::{Board, Side};
use super::pieces::{Kind, Move, Special};
use super::position::Position;
use super::refusal::Refusal;
use super::squares::Square;

/// A move as written, before it is known to be one.
#[derive(Debug)]
enum Written {
    Castling(Side),
    Squares {
        piece: Option<Kind>,
        from: Square,
        /// Whether a capture was written; `None` without `-` or `x`.
        captures: Option<bool>,
        victim: Option<Kind>,
        to: Square,
        promotion: Option<Kind>,
    },
}

impl Board {
    /// The squares that a move goes from and to, by its notation; `None` of what names no two squares of this board.
    pub fn ends(self, notation: &str) -> Option<[Square; 2]> {
        match Written::parse(notation, self)? {
            Written::Squares { from, to, .. } => Some([from, to]),
            Written::Castling(_) => None,
        }
    }
}

impl<const W: usize> Position<W> {
    /// The canonical notation: `d2-d4`, `b8xb1`, `c7-c8=Q`.
    pub fn notation(&self, mv: &Move) -> String {
        let board = self.tables.board;
        let sign = if self.victim(mv).is_some() { 'x' } else { '-' };
        let promotion = mv.promotion.map(|kind| format!("={}", kind.letter())).unwrap_or_default();
        format!("{}{sign}{}{promotion}", board.square_name(mv.from), board.square_name(mv.to))
    }

    /// The notation with piece letters and `O-O`, as in PGN4: `Nj14-i12`, `Ni8xRh6`.
    pub fn long_notation(&self, mv: &Move) -> String {
        if let Some(side) = self.side(mv) {
            return ["O-O", "O-O-O"][side as usize].to_owned();
        }
        let letter = |kind: Kind| {
            if kind == Kind::Pawn { String::new() } else { kind.letter().to_string() }
        };
        let plain = self.notation(mv);
        let captured = format!("x{}", self.victim(mv).map(letter).unwrap_or_default());
        letter(mv.kind) + &plain.replacen('x', &captured, 1)
    }

    fn victim(&self, mv: &Move) -> Option<Kind> {
        match mv.special {
            Special::EnPassant { .. } => Some(Kind::Pawn),
            _ => self.man(mv.to).map(|man| man.kind),
        }
    }

    fn side(&self, mv: &Move) -> Option<Side> {
        let Special::Castling { rook_from, .. } = mv.special else {
            return None;
        };
        self.castlings(self.turn).find(|castling| castling.rook == rook_from).map(|castling| castling.side)
    }

    /// The legal move a token names.
    pub fn read_move(&self, token: &str) -> Result<Move, Refusal> {
        let written = Written::parse(token, self.tables.board).ok_or_else(|| {
            Refusal::new(
                "5.2",
                say!("{token} is neither a move on this board nor an action: write d2-d4, b8xb1 or g7-g8=Q", token),
            )
        })?;
        let seat = self.turn;
        let illegal = || Refusal::new("4.2", say!("{token} is not a legal move for {seat}", token, seat));
        let moves = self.legal_moves();
        let (piece, from, captures, victim, to, promotion) = match written {
            Written::Castling(side) => {
                return moves.into_iter().find(|mv| self.side(mv) == Some(side)).ok_or_else(illegal);
            }
            Written::Squares { piece, from, captures, victim, to, promotion } => {
                (piece, from, captures, victim, to, promotion)
            }
        };
        let fits = |mv: &&Move| mv.from == from && mv.to == to;
        let first =
            moves.iter().find(fits).ok_or_else(|| match (self.endangers_king(from, to), self.in_check(seat)) {
                (false, _) => illegal(),
                (true, false) => {
                    Refusal::new("4.2", say!("{token} would put the king of {seat} in check", token, seat))
                }
                (true, true) => {
                    let message =
                        say!("{token} is no way out: the king of {seat} is in check, and still would be", token, seat);
                    Refusal::new("4.2", message)
                }
            })?;
        let taken = self.victim(first);
        if piece.is_some_and(|kind| kind != first.kind) {
            let message =
                say!("{token} names the wrong piece: a {piece} moves from there", token, piece = first.kind.said());
            return Err(Refusal::new("5.2", message));
        }
        if captures.is_some_and(|captures| captures != taken.is_some()) || victim.is_some() && victim != taken {
            let right = Value::moves(self.long_notation(first));
            return Err(Refusal::new(
                "5.2",
                say!("{token} says wrongly what is captured: write {right}", token, right),
            ));
        }
        if promotion.is_none() && first.promotion.is_some() {
            let message = say!("{token} must say what the pawn becomes: =Q, =R, =B or =N", token);
            return Err(Refusal::new("2.2", message));
        }
        moves.iter().filter(fits).find(|mv| mv.promotion == promotion).copied().ok_or_else(|| {
            Refusal::new(
                "2.2",
                say!("{token} cannot promote so: pawns become Q, R, B or N, on their promotion rank", token),
            )
        })
    }
}

impl Written {
    fn parse(token: &str, board: Board) -> Option<Written> {
        let token = token.trim_end_matches(['+', '#']);
        match token {
            "O-O" => return Some(Written::Castling(Side::King)),
            "O-O-O" => return Some(Written::Castling(Side::Queen)),
            _ => {}
        }
        let (piece, rest) = take_kind(token);
        let (from, rest) = take_square(rest, board)?;
        let (captures, rest) = match rest.strip_prefix('x') {
            Some(rest) => (Some(true), rest),
            None => rest.strip_prefix('-').map_or((None, rest), |rest| (Some(false), rest)),
        };
        let (victim, rest) = if captures == Some(true) { take_kind(rest) } else { (None, rest) };
        let (to, rest) = take_square(rest, board)?;
        let letter = rest.strip_prefix('=').unwrap_or(rest);
        let promotion = match letter.chars().next() {
            None if rest.is_empty() => None,
            first => Some(first.and_then(|first| Kind::from_letter(first.to_ascii_uppercase()))?),
        };
        (letter.len() <= 1).then_some(Written::Squares { piece, from, captures, victim, to, promotion })
    }
}

/// A piece letter, if the text begins with one.
fn take_kind(text: &str) -> (Option<Kind>, &str) {
    match text.chars().next().and_then(Kind::from_letter) {
        Some(kind) => (Some(kind), &text[1..]),
        None => (None, text),
    }
}

/// A square's name with as many digits as make one.
fn take_square(text: &str, board: Board) -> Option<(Square, &str)> {
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let (name, rest) = text.split_at_checked(1 + digits)?;
    Some((board.square_named(name)?, rest))
}

#[cfg(test)]
mod tests {
    use crate::{Board, Promotion};

    #[test]
    fn a_notation_tells_where_a_move_begins_and_ends() {
        let board = Board::Cross14(Promotion::Rank8);
        for (notation, ends) in [
            ("d2-d4", Some(["d2", "d4"])),
            ("b8xb7", Some(["b8", "b7"])),
            ("g7-g8=Q", Some(["g7", "g8"])),
            ("Nj14-i12", Some(["j14", "i12"])),
            ("O-O", None),
            ("a1-a2", None),
            ("d2", None),
            ("", None),
        ] {
            let named = board.ends(notation).map(|ends| ends.map(|square| board.square_name(square)));
            assert_eq!(named, ends.map(|ends| ends.map(str::to_owned)), "{notation}");
        }
    }
}

//! Boards of squares in straight files and ranks: the ordinary one and the cross.

use super::geometry::{Board, Line};
use super::players::Seat;
use super::squares::Square;

/// A step: files to the right, ranks upward, as Red sees the board.
pub(super) type Step = (i8, i8);

/// The eight directions of a queen: first the four in which square numbers rise.
pub(super) const DIRECTIONS: [Step; 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

const KNIGHT_STEPS: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

pub(super) fn step(board: Board, from: Square, (right, up): Step) -> Option<Square> {
    let (file, rank) = board.file_and_rank(from);
    board.square_at(file + right, rank + up)
}

/// The squares from the next one to the edge, or to the first missing one.
pub(super) fn ray(board: Board, from: Square, direction: Step) -> Vec<Square> {
    std::iter::successors(step(board, from, direction), |&square| step(board, square, direction)).collect()
}

pub(super) fn lines(board: Board, from: Square) -> Vec<Line> {
    let line = |(right, up)| Line { straight: right == 0 || up == 0, squares: ray(board, from, (right, up)) };
    DIRECTIONS.into_iter().map(line).collect()
}

/// Knights jump over missing squares, but do not land on them.
pub(super) fn knight(board: Board, from: Square) -> Vec<Square> {
    KNIGHT_STEPS.into_iter().filter_map(|jump| step(board, from, jump)).collect()
}

/// The way a player's pawns go.
pub(super) fn forward(seat: Seat) -> Step {
    match seat {
        Seat::Red => (0, 1),
        Seat::Blue => (1, 0),
        Seat::Yellow => (0, -1),
        Seat::Green => (-1, 0),
    }
}

/// The way to the right of a player who looks at the board from his own edge.
fn rightward(seat: Seat) -> Step {
    let (right, up) = forward(seat);
    (up, -right)
}

pub(super) fn pawn_captures(board: Board, seat: Seat, from: Square) -> Vec<Square> {
    let ((ahead, above), (right, across)) = (forward(seat), rightward(seat));
    let diagonals = [(ahead + right, above + across), (ahead - right, above - across)];
    diagonals.into_iter().filter_map(|diagonal| step(board, from, diagonal)).collect()
}

pub(super) fn relative_rank(board: Board, seat: Seat, square: Square) -> i8 {
    let (file, rank) = board.file_and_rank(square);
    match seat {
        Seat::Red => rank + 1,
        Seat::Blue => file + 1,
        Seat::Yellow => board.side() - rank,
        Seat::Green => board.side() - file,
    }
}

pub(super) fn home_row(board: Board, seat: Seat) -> Vec<Square> {
    let (right, up) = rightward(seat);
    let mut edge: Vec<Square> = board.squares().filter(|&square| relative_rank(board, seat, square) == 1).collect();
    edge.sort_by_key(|&square| {
        let (file, rank) = board.file_and_rank(square);
        right * file + up * rank
    });
    edge
}

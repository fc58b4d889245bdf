//! The start positions by name (section 2): the board for two, three or four, and the known arrangements.

use super::geometry::{Board, Promotion};
use super::pieces::{Kind, Piece};
use super::players::{PerSeat, Seat, Status};
use super::setup::Setup;

/// A back rank, from a player's left to his right.
const BACK_RANK: [Kind; 8] =
    [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::Queen, Kind::King, Kind::Bishop, Kind::Knight, Kind::Rook];

/// Names, players, and where the king stands left of the queen: the arrangements differ in nothing else.
const STARTS: [(&str, Board, PerSeat<bool>, PerSeat<bool>); 8] = {
    const CROSS: Board = Board::Cross14(Promotion::Rank8);
    const ALL: PerSeat<bool> = [true; 4];
    [
        ("start2", Board::Std8, [true, false, true, false], [false, false, true, false]),
        ("start3", CROSS, [true, true, true, false], [false; 4]),
        ("start3-hex", Board::Hex96, [true, true, true, false], [false; 4]),
        ("start4", CROSS, ALL, [false; 4]),
        ("start4-classic", CROSS, ALL, [false, true, false, true]),
        ("start4-by", CROSS, ALL, [false, false, true, true]),
        ("start4-byg", CROSS, ALL, [false, false, true, false]),
        ("start4-rg", CROSS, ALL, [true, true, false, false]),
    ]
};

/// The names of all starts.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    STARTS.iter().map(|start| start.0)
}

pub(super) fn named(name: &str) -> Option<Setup> {
    let &(_, board, players, swapped) = STARTS.iter().find(|start| start.0 == name)?;
    let mut setup = Setup::empty(board);
    for seat in Seat::ALL.into_iter().filter(|&seat| players[seat as usize]) {
        setup.statuses[seat as usize] = Status::Active;
        setup.castling[seat as usize] = [true; 2];
        place_army(&mut setup, seat, swapped[seat as usize]);
    }
    Some(setup)
}

fn place_army(setup: &mut Setup, seat: Seat, swapped: bool) {
    let board = setup.board;
    for (square, kind) in board.home_row(seat).into_iter().zip(BACK_RANK) {
        let kind = match kind {
            Kind::Queen if swapped => Kind::King,
            Kind::King if swapped => Kind::Queen,
            kind => kind,
        };
        setup.men[square.0 as usize] = Some(Piece { seat, kind });
        if let Some(before) = board.ahead(seat, square) {
            setup.men[before.0 as usize] = Some(Piece { seat, kind: Kind::Pawn });
        }
    }
}

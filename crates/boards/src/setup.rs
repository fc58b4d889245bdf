//! A position as plain data, whatever its text form, and what makes it a valid one (5.1).

use rookery_messages::say;

use super::geometry::{Board, Side};
use super::pieces::{Kind, Piece};
use super::players::{PerSeat, Seat, Status};
use super::refusal::InvalidPosition;
use super::squares::Square;

/// Any position on any board. `Game::new` checks it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The board.
    pub board: Board,
    /// What stands on each square, by the square's number.
    pub men: Vec<Option<Piece>>,
    /// Who is to move.
    pub turn: Seat,
    /// The status of each player.
    pub statuses: PerSeat<Status>,
    /// Rights to castle on the king's side (rook three squares away) and on the queen's (four).
    pub castling: PerSeat<[bool; 2]>,
    /// The record of each player's last double step, while it may be answered.
    pub en_passant: PerSeat<Option<EnPassant>>,
    /// Turns since the last reset (4.7).
    pub fifty: u32,
    /// Turns since the start; a removed king is a turn.
    pub ply: u32,
}

/// The square a pawn stepped over, and the pawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnPassant {
    /// The square stepped over.
    pub skipped: Square,
    /// Where the pawn stands.
    pub pawn: Square,
}

/// The largest `fifty` and `ply` a position may carry.
pub(super) const MAX_COUNT: u32 = 1_000_000;

impl Setup {
    /// A board without men, Red to move, nobody seated.
    pub fn empty(board: Board) -> Setup {
        Setup {
            board,
            men: vec![None; board.size()],
            turn: Seat::Red,
            statuses: [Status::Absent; 4],
            castling: [[false; 2]; 4],
            en_passant: [None; 4],
            fifty: 0,
            ply: 0,
        }
    }

    /// What stands on a square.
    pub fn man(&self, square: Square) -> Option<Piece> {
        self.men.get(usize::from(square.0)).copied().flatten()
    }

    /// The status of a player.
    pub fn status(&self, seat: Seat) -> Status {
        self.statuses[seat as usize]
    }

    /// Refuses what section 5.1 says cannot be.
    pub(super) fn check(&self) -> Result<(), InvalidPosition> {
        let size = self.board.size();
        if self.men.len() != size {
            return Err(InvalidPosition::new(say!(
                "{board} has {size} squares, not {count}",
                board = self.board.name(),
                size,
                count = self.men.len()
            )));
        }
        let count = |test: fn(Status) -> bool| self.statuses.iter().filter(|&&status| test(status)).count();
        if count(|status| status != Status::Absent) < 2 {
            return Err(InvalidPosition::new(say!("two, three or four players are needed")));
        }
        if count(|status| status == Status::Active) == 0 {
            return Err(InvalidPosition::new(say!("at least one player must be active")));
        }
        Seat::ALL.into_iter().try_for_each(|seat| self.check_army(seat))?;
        if !self.status(self.turn).in_rotation() {
            return Err(InvalidPosition::new(match self.status(self.turn) {
                Status::Absent => say!("{seat} is to move but is absent", seat = self.turn),
                status => say!("{seat} is to move but is {status}", seat = self.turn, status = status.said()),
            }));
        }
        Seat::ALL.into_iter().try_for_each(|seat| self.check_castling(seat))?;
        Seat::ALL.into_iter().try_for_each(|seat| self.check_en_passant(seat))?;
        if self.fifty > MAX_COUNT || self.ply > MAX_COUNT {
            return Err(InvalidPosition::new(say!("fifty and ply go up to {most}", most = MAX_COUNT)));
        }
        Ok(())
    }

    fn check_army(&self, seat: Seat) -> Result<(), InvalidPosition> {
        let status = self.status(seat);
        let army = || self.men.iter().flatten().filter(|man| man.seat == seat);
        if status != Status::Absent && !self.board.has_seat(seat) {
            return Err(InvalidPosition::new(say!("{board} has no seat {seat}", board = self.board.name(), seat)));
        }
        if status == Status::Absent && army().next().is_some() {
            return Err(InvalidPosition::new(say!("{seat} is absent but has pieces", seat)));
        }
        let kings = army().filter(|man| man.kind == Kind::King).count();
        let wanted = usize::from(status.in_rotation());
        if kings != wanted {
            return Err(InvalidPosition::new(say!(
                "{seat} must have {wanted} king(s), has {kings}",
                seat,
                wanted,
                kings
            )));
        }
        Ok(())
    }

    fn check_castling(&self, seat: Seat) -> Result<(), InvalidPosition> {
        let at_home = |square, kind| self.man(square) == Some(Piece { seat, kind });
        for side in Side::ALL.into_iter().filter(|&side| self.castling[seat as usize][side as usize]) {
            let possible = self.board.castlings(seat).into_iter().any(|castling| {
                castling.side == side && at_home(castling.king, Kind::King) && at_home(castling.rook, Kind::Rook)
            });
            if !possible {
                return Err(InvalidPosition::new(match side {
                    Side::King => {
                        say!("{seat} has the right to castle on the k side without king and rook at home", seat)
                    }
                    Side::Queen => {
                        say!("{seat} has the right to castle on the q side without king and rook at home", seat)
                    }
                }));
            }
        }
        Ok(())
    }

    fn check_en_passant(&self, seat: Seat) -> Result<(), InvalidPosition> {
        let Some(EnPassant { skipped, pawn }) = self.en_passant[seat as usize] else {
            return Ok(());
        };
        let step = |from| self.board.ahead(seat, from);
        let wrong = if self.man(pawn) != Some(Piece { seat, kind: Kind::Pawn }) {
            say!("no pawn of that player stands there")
        } else if step(skipped) != Some(pawn) || self.board.relative_rank(seat, pawn) != 4 {
            say!("the pawn cannot have stepped over that square")
        } else if self.man(skipped).is_some() {
            say!("the skipped square is occupied")
        } else if self.turn == seat {
            say!("the record ended when the turn came to its owner")
        } else {
            return Ok(());
        };
        let [skipped, pawn] = [skipped, pawn].map(|square| self.board.square_name(square));
        Err(InvalidPosition::new(say!(
            "bad en passant record {record} of {seat}: {wrong}",
            record = format!("{skipped}:{pawn}"),
            seat,
            wrong
        )))
    }
}

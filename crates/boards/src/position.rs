//! A position on bitboards: making a move, passing the turn, taking a king off.

use super::geometry::Castling;
use super::pieces::{Kind, Move, Piece, Special};
use super::players::{PerSeat, Seat, Status};
use super::refusal::InvalidPosition;
use super::setup::{EnPassant, Setup};
use super::squares::{Square, Squares};
use super::tables::{NONE, Tables};

#[derive(Clone)]
pub(super) struct Position<const W: usize> {
    pub tables: &'static Tables<W>,
    pub armies: PerSeat<Squares<W>>,
    pub kinds: [Squares<W>; 6],
    pub turn: Seat,
    pub statuses: PerSeat<Status>,
    castling: PerSeat<[bool; 2]>,
    pub en_passant: PerSeat<Option<EnPassant>>,
    pub fifty: u32,
    pub ply: u32,
}

impl<const W: usize> Position<W> {
    /// The position of a valid setup on the board of these tables.
    pub fn new(setup: &Setup, tables: &'static Tables<W>) -> Result<Self, InvalidPosition> {
        setup.check()?;
        let mut position = Position {
            tables,
            armies: [Squares::EMPTY; 4],
            kinds: [Squares::EMPTY; 6],
            turn: setup.turn,
            statuses: setup.statuses,
            castling: setup.castling,
            en_passant: setup.en_passant,
            fifty: setup.fifty,
            ply: setup.ply,
        };
        for square in setup.board.squares() {
            if let Some(man) = setup.man(square) {
                position.put(man, square);
            }
        }
        Ok(position)
    }

    pub fn setup(&self) -> Setup {
        Setup {
            board: self.tables.board,
            men: self.tables.board.squares().map(|square| self.man(square)).collect(),
            turn: self.turn,
            statuses: self.statuses,
            castling: self.castling,
            en_passant: self.en_passant,
            fifty: self.fifty,
            ply: self.ply,
        }
    }

    pub fn man(&self, square: Square) -> Option<Piece> {
        let seat = Seat::ALL.into_iter().find(|&seat| self.army(seat).contains(square))?;
        let kind = Kind::ALL.into_iter().find(|&kind| self.kind(kind).contains(square))?;
        Some(Piece { seat, kind })
    }

    #[inline(always)]
    pub fn army(&self, seat: Seat) -> Squares<W> {
        self.armies[seat as usize]
    }

    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> Squares<W> {
        self.kinds[kind as usize]
    }

    #[inline(always)]
    pub fn status(&self, seat: Seat) -> Status {
        self.statuses[seat as usize]
    }

    #[inline(always)]
    pub fn occupied(&self) -> Squares<W> {
        self.armies[0] | self.armies[1] | self.armies[2] | self.armies[3]
    }

    /// The pieces that count against a player: those of the other active players (4.1).
    #[inline(always)]
    pub fn hostile(&self, seat: Seat) -> Squares<W> {
        let mut hostile = Squares::EMPTY;
        for other in Seat::ALL {
            if other != seat && self.status(other) == Status::Active {
                hostile |= self.army(other);
            }
        }
        hostile
    }

    /// The king's square; none once he is out.
    #[inline(always)]
    pub fn king(&self, seat: Seat) -> Option<Square> {
        (self.army(seat) & self.kind(Kind::King)).first()
    }

    pub fn seats_with(&self, test: impl Fn(Status) -> bool) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |&seat| test(self.status(seat)))
    }

    pub fn active(&self) -> impl Iterator<Item = Seat> {
        self.seats_with(|status| status == Status::Active)
    }

    pub fn in_rotation(&self) -> impl Iterator<Item = Seat> {
        self.seats_with(Status::in_rotation)
    }

    /// The ways of castling a player has kept the right to.
    #[inline(always)]
    pub fn castlings(&self, seat: Seat) -> impl Iterator<Item = &'static Castling> + use<W> {
        let rights = self.castling[seat as usize];
        let king = if rights == [false; 2] { None } else { self.king(seat) };
        let all: &'static [Castling] = &self.tables.castlings[seat as usize];
        all.iter().filter(move |castling| rights[castling.side as usize] && king == Some(castling.king))
    }

    #[inline(always)]
    fn put(&mut self, man: Piece, square: Square) {
        self.armies[man.seat as usize].insert(square);
        self.kinds[man.kind as usize].insert(square);
    }

    #[inline(always)]
    fn take(&mut self, man: Piece, square: Square) {
        self.armies[man.seat as usize].remove(square);
        self.kinds[man.kind as usize].remove(square);
    }

    /// Makes a move of the player to move, which must be legal or at least possible. Tells whose king it took.
    ///
    /// The owner of a captured king is out at once (4.3), with the status of reading 6.
    pub fn make(&mut self, mv: &Move) -> Option<Seat> {
        let seat = self.turn;
        let victim = if self.occupied().contains(mv.to) { self.man(mv.to) } else { None };
        let mut resets = self.loses_right(seat, mv) || victim.is_some() || mv.kind == Kind::Pawn;
        if let Some(victim) = victim {
            self.capture(victim, mv.to);
        }
        for record in &mut self.en_passant {
            if record.is_some_and(|record| record.skipped == mv.to) {
                *record = None;
                resets = true;
            }
        }
        self.take(Piece { seat, kind: mv.kind }, mv.from);
        self.put(Piece { seat, kind: mv.promotion.unwrap_or(mv.kind) }, mv.to);
        match mv.special {
            Special::None => {}
            Special::DoubleStep { skipped } => {
                self.en_passant[seat as usize] = Some(EnPassant { skipped, pawn: mv.to });
            }
            Special::EnPassant { pawn } => {
                if let Some(victim) = self.man(pawn) {
                    self.capture(victim, pawn);
                }
            }
            Special::Castling { rook_from, rook_to } => {
                let rook = Piece { seat, kind: Kind::Rook };
                self.take(rook, rook_from);
                self.put(rook, rook_to);
            }
        }
        self.fifty = if resets { 0 } else { self.fifty + 1 };
        self.ply += 1;
        victim.filter(|man| man.kind == Kind::King).map(|man| man.seat)
    }

    fn capture(&mut self, victim: Piece, square: Square) {
        match victim.kind {
            Kind::King => self.goes_out(
                victim.seat,
                match self.status(victim.seat) {
                    Status::Active => Status::KingCaptured,
                    pending => pending.once_king_is_gone(),
                },
            ),
            Kind::Rook => self.lose_rights(victim.seat, |castling| castling.rook == square),
            Kind::Pawn => {
                let record = &mut self.en_passant[victim.seat as usize];
                *record = record.filter(|record| record.pawn != square);
            }
            _ => {}
        }
        self.take(victim, square);
    }

    /// Gives up the castling rights a king's or rook's move costs; tells whether there were any.
    fn loses_right(&mut self, seat: Seat, mv: &Move) -> bool {
        let before = self.castling[seat as usize];
        match mv.kind {
            Kind::King => self.castling[seat as usize] = [false; 2],
            Kind::Rook => self.lose_rights(seat, |castling| castling.rook == mv.from),
            _ => {}
        }
        before != self.castling[seat as usize]
    }

    fn lose_rights(&mut self, seat: Seat, lost: impl Fn(&Castling) -> bool) {
        if self.castling[seat as usize] != [false; 2] {
            for castling in self.castlings(seat).filter(|castling| lost(castling)) {
                self.castling[seat as usize][castling.side as usize] = false;
            }
        }
    }

    fn goes_out(&mut self, seat: Seat, status: Status) {
        self.statuses[seat as usize] = status;
        self.castling[seat as usize] = [false; 2];
    }

    /// The turn of a player whose king is removed from the board (section 3).
    pub fn remove_king(&mut self, seat: Seat, status: Status) {
        if let Some(square) = self.king(seat) {
            self.take(Piece { seat, kind: Kind::King }, square);
        }
        self.goes_out(seat, status);
        self.fifty = 0;
        self.ply += 1;
    }

    /// Gives the turn to the next player in rotation; the seats it reaches or passes lose their en passant record.
    pub fn pass_turn(&mut self) {
        for _ in Seat::ALL {
            self.turn = self.turn.next();
            self.en_passant[self.turn as usize] = None;
            if self.status(self.turn).in_rotation() {
                break;
            }
        }
    }

    /// Why the king of the player to move must be removed now, if so (4.2, 4.4, 4.5, 4.11).
    pub fn removal_due(&self) -> Option<Status> {
        match self.status(self.turn) {
            Status::Active if self.count_legal() > 0 => None,
            Status::Active if self.in_check(self.turn) => Some(Status::Checkmated),
            Status::Active => Some(Status::Stalemated),
            pending => Some(pending.once_king_is_gone()),
        }
    }

    /// The squares of a seat's table entry that stands for "none" or a square.
    #[inline(always)]
    pub fn entry(entry: u8) -> Option<Square> {
        (entry != NONE).then_some(Square(entry))
    }
}

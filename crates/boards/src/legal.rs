//! Legal moves (4.2, 4.3), listed or only counted by the same generator, and perft (section 10).

use super::geometry::Castling;
use super::pieces::{Kind, Move, Special};
use super::players::{Seat, Status};
use super::position::Position;
use super::squares::{Square, Squares};

/// What is done with the legal moves found: they are listed or counted.
trait Collector<const W: usize> {
    /// Moves of a piece that is no pawn.
    fn piece(&mut self, kind: Kind, from: Square, targets: Squares<W>);
    /// A pawn's move, in all its promotions where `promotes`.
    fn pawn(&mut self, from: Square, to: Square, promotes: bool, special: Special);
    fn castle(&mut self, castling: &Castling);
}

struct List(Vec<Move>);

impl<const W: usize> Collector<W> for List {
    fn piece(&mut self, kind: Kind, from: Square, targets: Squares<W>) {
        self.0.extend(targets.map(|to| Move { kind, from, to, promotion: None, special: Special::None }));
    }

    fn pawn(&mut self, from: Square, to: Square, promotes: bool, special: Special) {
        let mv = Move { kind: Kind::Pawn, from, to, promotion: None, special };
        if promotes {
            self.0.extend(Kind::PROMOTIONS.map(|kind| Move { promotion: Some(kind), ..mv }));
        } else {
            self.0.push(mv);
        }
    }

    fn castle(&mut self, castling: &Castling) {
        let special = Special::Castling { rook_from: castling.rook, rook_to: castling.rook_to };
        self.0.push(Move { kind: Kind::King, from: castling.king, to: castling.king_to, promotion: None, special });
    }
}

struct Count(u64);

impl<const W: usize> Collector<W> for Count {
    #[inline(always)]
    fn piece(&mut self, _: Kind, _: Square, targets: Squares<W>) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn pawn(&mut self, _: Square, _: Square, promotes: bool, _: Special) {
        self.0 += if promotes { Kind::PROMOTIONS.len() as u64 } else { 1 };
    }

    fn castle(&mut self, _: &Castling) {
        self.0 += 1;
    }
}

/// What binds the moves of the player to move.
struct Bounds<const W: usize> {
    king: Square,
    own: Squares<W>,
    occupied: Squares<W>,
    hostile: Squares<W>,
    /// Kings of active players: capturing one has its own rule (4.3) and is looked at apart.
    royal: Squares<W>,
    in_check: bool,
    /// Where a piece other than the king may go: a single check must be answered there.
    targets: Squares<W>,
    pinned: Squares<W>,
}

impl<const W: usize> Position<W> {
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut list = List(Vec::with_capacity(64));
        self.collect(&mut list);
        list.0
    }

    pub fn count_legal(&self) -> u64 {
        let mut count = Count(0);
        self.collect(&mut count);
        count.0
    }

    #[inline(always)]
    fn collect(&self, collector: &mut impl Collector<W>) {
        let Some(king) = self.king(self.turn) else {
            return;
        };
        let bounds = self.bounds(king);
        let mut attacked = self.collect_king(&bounds, collector);
        attacked |= self.collect_pieces(&bounds, collector);
        attacked |= self.collect_pawns(&bounds, collector);
        self.collect_en_passant(collector);
        for prey in attacked & bounds.royal {
            self.collect_king_captures(prey, &bounds, collector);
        }
    }

    #[inline(always)]
    fn bounds(&self, king: Square) -> Bounds<W> {
        let (own, occupied, hostile) = (self.army(self.turn), self.occupied(), self.hostile(self.turn));
        let mut checkers = self.leapers(king, hostile);
        let mut pinned = Squares::EMPTY;
        for sniper in self.snipers(king, hostile) {
            let shield = self.tables.between(king, sniper) & occupied;
            if shield.is_empty() {
                checkers.insert(sniper);
            } else if shield.meets(own) && shield.has_one() {
                pinned |= shield;
            }
        }
        let royal = hostile & self.kind(Kind::King);
        let answers = match checkers.first() {
            None => Squares::ALL,
            Some(checker) if checkers.has_one() => self.tables.between(king, checker) | checkers,
            Some(_) => Squares::EMPTY,
        };
        let targets = answers.without(own | royal);
        Bounds { king, own, occupied, hostile, royal, in_check: !checkers.is_empty(), targets, pinned }
    }

    /// Where a piece may go without leaving the line it is pinned on.
    #[inline(always)]
    fn unpinned(&self, from: Square, bounds: &Bounds<W>) -> Squares<W> {
        if bounds.pinned.contains(from) { self.pinned_targets(from, bounds) } else { bounds.targets }
    }

    /// On the hexagonal board a piece can be pinned on two lines that split behind it.
    fn pinned_targets(&self, from: Square, bounds: &Bounds<W>) -> Squares<W> {
        let mut targets = bounds.targets;
        for sniper in self.snipers(bounds.king, bounds.hostile) {
            let line = self.tables.between(bounds.king, sniper);
            if line.contains(from) && (line & bounds.occupied).has_one() {
                targets &= line | Squares::of(sniper);
            }
        }
        targets
    }

    /// Moves of the king and castling. Like its siblings it returns all that is attacked, to see exposed kings.
    #[inline(always)]
    fn collect_king(&self, bounds: &Bounds<W>, collector: &mut impl Collector<W>) -> Squares<W> {
        let attacks = self.tables.king[bounds.king.0 as usize];
        let without_king = bounds.occupied.without(Squares::of(bounds.king));
        let mut safe = attacks.without(bounds.own | bounds.royal);
        for to in safe {
            if self.attacked(to, bounds.hostile, without_king) {
                safe.remove(to);
            }
        }
        collector.piece(Kind::King, bounds.king, safe);
        if !bounds.in_check {
            for castling in self.castlings(self.turn) {
                let is_safe = |square| !self.attacked(square, bounds.hostile, bounds.occupied);
                if !self.tables.between(castling.king, castling.rook).meets(bounds.occupied)
                    && is_safe(castling.rook_to)
                    && is_safe(castling.king_to)
                {
                    collector.castle(castling);
                }
            }
        }
        attacks
    }

    #[inline(always)]
    fn collect_pieces(&self, bounds: &Bounds<W>, collector: &mut impl Collector<W>) -> Squares<W> {
        let mut attacked = Squares::EMPTY;
        let mut of = |kind, attacks: &dyn Fn(Square) -> Squares<W>| {
            for from in self.kind(kind) & bounds.own {
                let reach = attacks(from);
                attacked |= reach;
                collector.piece(kind, from, reach & self.unpinned(from, bounds));
            }
        };
        let (tables, occupied) = (self.tables, bounds.occupied);
        of(Kind::Knight, &|from| tables.knight[from.0 as usize]);
        of(Kind::Bishop, &|from| tables.bishop(from, occupied));
        of(Kind::Rook, &|from| tables.rook(from, occupied));
        of(Kind::Queen, &|from| tables.rook(from, occupied) | tables.bishop(from, occupied));
        attacked
    }

    #[inline(always)]
    fn collect_pawns(&self, bounds: &Bounds<W>, collector: &mut impl Collector<W>) -> Squares<W> {
        let seat = self.turn as usize;
        let (steps, leaps) = (&self.tables.pawn_step[seat], &self.tables.pawn_leap[seat]);
        let (captures, promotion) = (&self.tables.pawn_captures[seat], self.tables.promotion[seat]);
        let prey = bounds.occupied.without(bounds.own);
        let mut attacked = Squares::EMPTY;
        for from in self.kind(Kind::Pawn) & bounds.own {
            let targets = self.unpinned(from, bounds);
            let reach = captures[from.0 as usize] & prey;
            if !reach.is_empty() {
                attacked |= reach;
                for to in reach & targets {
                    collector.pawn(from, to, promotion.contains(to), Special::None);
                }
            }
            let Some(step) = Self::entry(steps[from.0 as usize]) else {
                continue;
            };
            if bounds.occupied.contains(step) {
                continue;
            }
            if targets.contains(step) {
                collector.pawn(from, step, promotion.contains(step), Special::None);
            }
            if let Some(leap) = Self::entry(leaps[from.0 as usize])
                && !bounds.occupied.contains(leap)
                && targets.contains(leap)
            {
                collector.pawn(from, leap, promotion.contains(leap), Special::DoubleStep { skipped: step });
            }
        }
        attacked
    }

    /// Captures en passant (2.2), each tried on the board: two men leave their lines at once.
    #[inline(always)]
    fn collect_en_passant(&self, collector: &mut impl Collector<W>) {
        if self.en_passant != [None; 4] {
            self.try_en_passant(collector);
        }
    }

    fn try_en_passant(&self, collector: &mut impl Collector<W>) {
        let seat = self.turn as usize;
        for record in self.en_passant.into_iter().flatten() {
            let to = record.skipped;
            for from in self.tables.pawn_sources[seat][to.0 as usize] & self.kind(Kind::Pawn) & self.army(self.turn) {
                let special = Special::EnPassant { pawn: record.pawn };
                if self.is_safe(&Move { kind: Kind::Pawn, from, to, promotion: None, special }) {
                    collector.pawn(from, to, self.tables.promotion[seat].contains(to), special);
                }
            }
        }
    }

    /// Captures of an exposed king, judged with the victim's army already inactive (4.3, reading 3).
    #[cold]
    fn collect_king_captures(&self, prey: Square, bounds: &Bounds<W>, collector: &mut impl Collector<W>) {
        for from in self.attackers(prey, bounds.own, bounds.occupied) {
            let Some(man) = self.man(from) else { continue };
            if self.is_safe(&Move { kind: man.kind, from, to: prey, promotion: None, special: Special::None }) {
                if man.kind == Kind::Pawn {
                    let promotes = self.tables.promotion[self.turn as usize].contains(prey);
                    collector.pawn(from, prey, promotes, Special::None);
                } else {
                    collector.piece(man.kind, from, Squares::of(prey));
                }
            }
        }
    }

    /// Does the move leave the mover's king unattacked in the position that results?
    fn is_safe(&self, mv: &Move) -> bool {
        let mut after = self.clone();
        after.make(mv);
        !after.in_check(self.turn)
    }

    /// Whether a move that is not legal is so for the mover's king alone: against armies that give no check it could be made.
    /// Castling needs more than that.
    pub fn endangers_king(&self, from: Square, to: Square) -> bool {
        let mut harmless = self.clone();
        for seat in Seat::ALL {
            if seat != self.turn && self.status(seat) == Status::Active {
                harmless.statuses[seat as usize] = Status::Resigned;
            }
        }
        let is_meant = |mv: &Move| mv.from == from && mv.to == to && !matches!(mv.special, Special::Castling { .. });
        harmless.legal_moves().iter().any(is_meant)
    }

    /// Leaf nodes at a depth: king removals are no plies, ended branches count nothing deeper, no automatic draws.
    ///
    /// `None` once more than `limit` leaves are found.
    pub fn perft(&self, depth: u32, limit: u64) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        self.clone().settled_perft(depth, limit)
    }

    fn settled_perft(mut self, depth: u32, limit: u64) -> Option<u64> {
        while self.active().nth(1).is_some() {
            let moves = if self.status(self.turn) == Status::Active { self.count_legal() } else { 0 };
            if moves > 0 {
                return if depth == 1 { (moves <= limit).then_some(moves) } else { self.perft_below(depth, limit) };
            }
            if let Some(status) = self.removal_due() {
                self.remove_king(self.turn, status);
                self.pass_turn();
            }
        }
        Some(0)
    }

    fn perft_below(&self, depth: u32, limit: u64) -> Option<u64> {
        let mut nodes = 0;
        for mv in self.legal_moves() {
            let mut next = self.clone();
            next.make(&mv);
            next.pass_turn();
            nodes += next.settled_perft(depth - 1, limit - nodes)?;
        }
        Some(nodes)
    }

    /// May the record be used: does an active player who moves before its owner attack the skipped square with a
    /// pawn, pins ignored (4.8, reading 12)?
    pub fn is_usable(&self, owner: Seat) -> bool {
        let Some(record) = self.en_passant[owner as usize] else {
            return false;
        };
        let to_come =
            std::iter::successors(Some(self.turn), |seat| Some(seat.next())).take_while(|&seat| seat != owner);
        to_come.filter(|&seat| self.status(seat) == Status::Active).any(|seat| {
            let sources = self.tables.pawn_sources[seat as usize][record.skipped.0 as usize];
            (sources & self.army(seat)).meets(self.kind(Kind::Pawn))
        })
    }
}

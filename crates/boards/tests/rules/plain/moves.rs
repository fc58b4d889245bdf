//! Where men go, and what a move does to a position.

use super::{Cell, Man, Men, Step, name};

const FORWARD: [Cell; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl Men {
    fn attacks(&self, from: Cell, to: Cell) -> bool {
        let Some((seat, kind)) = self.man(from) else {
            return false;
        };
        let (right, up) = (to.0 - from.0, to.1 - from.1);
        let (x, y) = (right.abs(), up.abs());
        let ahead = FORWARD[seat];
        match kind {
            'N' => x * y == 2,
            'K' => x.max(y) == 1,
            'P' => x == 1 && y == 1 && right * ahead.0 + up * ahead.1 == 1,
            _ => {
                let straight = (x == 0) != (y == 0);
                let diagonal = x == y && x > 0;
                let right_line = straight && "RQ".contains(kind) || diagonal && "BQ".contains(kind);
                right_line
                    && (1..x.max(y)).all(|n| {
                        let between = (from.0 + right.signum() * n, from.1 + up.signum() * n);
                        self.exists(between) && self.man(between).is_none()
                    })
            }
        }
    }

    /// Is the cell attacked by a man of an active player other than this one?
    fn is_attacked(&self, cell: Cell, seat: usize) -> bool {
        let counts = |(other, _): Man| other != seat && self.statuses[other] == 'a';
        self.all_cells().any(|from| self.man(from).is_some_and(counts) && self.attacks(from, cell))
    }

    pub(super) fn in_check(&self, seat: usize) -> bool {
        self.king(seat).is_some_and(|king| self.is_attacked(king, seat))
    }

    /// Distance from the player's own edge, which is 1.
    fn relative_rank(&self, seat: usize, cell: Cell) -> i32 {
        [cell.1 + 1, cell.0 + 1, self.side - cell.1, self.side - cell.0][seat]
    }

    fn must_promote(&self, seat: usize, to: Cell) -> bool {
        match self.board.as_str() {
            "cross14:far" => !self.exists((to.0 + FORWARD[seat].0, to.1 + FORWARD[seat].1)),
            "cross14:11" => self.relative_rank(seat, to) >= 11,
            _ => self.relative_rank(seat, to) >= 8,
        }
    }

    pub fn moves(&self) -> Vec<Step> {
        let seat = self.turn;
        let ahead = FORWARD[seat];
        let mut moves = Vec::new();
        for (from, kind) in self.army(seat) {
            for to in self.all_cells().filter(|&to| self.man(to).is_none_or(|man| man.0 != seat)) {
                let possible = if kind == 'P' {
                    let one = (from.0 + ahead.0, from.1 + ahead.1);
                    let two = (one.0 + ahead.0, one.1 + ahead.1);
                    let skipped = self.records.iter().flatten().any(|record| record.0 == to);
                    self.attacks(from, to) && (self.man(to).is_some() || skipped)
                        || to == one && self.man(to).is_none()
                        || to == two
                            && self.relative_rank(seat, from) == 2
                            && self.exists(one)
                            && self.man(one).is_none()
                            && self.man(two).is_none()
                } else {
                    self.attacks(from, to) || kind == 'K' && self.castling_rook(from, to).is_some()
                };
                if !possible {
                    continue;
                }
                let mut after = self.clone();
                after.make((from, to, None));
                if !after.in_check(seat) {
                    let becomes = if kind == 'P' && self.must_promote(seat, to) { "QRBN" } else { "" };
                    moves.extend(becomes.chars().map(|kind| (from, to, Some(kind))));
                    if becomes.is_empty() {
                        moves.push((from, to, None));
                    }
                }
            }
        }
        moves
    }

    /// The rook of a king's two-square move, if it may castle so.
    fn castling_rook(&self, from: Cell, to: Cell) -> Option<Cell> {
        let seat = self.turn;
        let (right, up) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let along = |n: i32| (from.0 + right * n, from.1 + up * n);
        if to != along(2) || right * up != 0 || self.relative_rank(seat, from) != 1 || self.relative_rank(seat, to) != 1
        {
            return None;
        }
        let rook = (1..).map(along).find(|&cell| self.man(cell).is_some() || !self.exists(cell))?;
        let right =
            [3, 4].into_iter().zip(self.rights[seat]).any(|(far, right)| right && self.is_rook_of(seat, rook, far));
        let safe = (0..3).all(|n| !self.is_attacked(along(n), seat));
        (right && safe).then_some(rook)
    }

    /// Makes a move that is possible; tells whose king it took.
    pub(super) fn make(&mut self, (from, to, becomes): Step) -> Option<usize> {
        let seat = self.turn;
        let (_, kind) = self.man(from).expect("a man that moves");
        let before = self.rights;
        let mut resets = kind == 'P' || self.man(to).is_some();
        if kind == 'K' && (from.0 - to.0).abs().max((from.1 - to.1).abs()) == 2 {
            let rook = self.castling_rook(from, to).expect("a rook to castle with");
            self.set(rook, None);
            self.set(((from.0 + to.0) / 2, (from.1 + to.1) / 2), Some((seat, 'R')));
        }
        self.last_was_en_passant = kind == 'P' && self.man(to).is_none() && self.attacks(from, to);
        if self.last_was_en_passant {
            let (_, pawn) = self.records.iter().flatten().find(|record| record.0 == to).expect("a record");
            self.set(*pawn, None);
        }
        for owner in 0..4 {
            for (side, distance) in [3, 4].into_iter().enumerate() {
                if kind == 'K' && owner == seat
                    || [from, to].into_iter().any(|cell| self.is_rook_of(owner, cell, distance))
                {
                    self.rights[owner][side] = false;
                }
            }
        }
        let taken = self.man(to).filter(|man| man.1 == 'K').map(|man| man.0);
        if let Some(victim) = taken {
            self.statuses[victim] = match self.statuses[victim] {
                'r' => 'R',
                't' => 'T',
                _ => 'C',
            };
        }
        self.set(from, None);
        self.set(to, Some((seat, becomes.unwrap_or(kind))));
        for owner in 0..4 {
            if let Some((skipped, pawn)) = self.records[owner] {
                resets |= skipped == to;
                if skipped == to || self.man(pawn) != Some((owner, 'P')) {
                    self.records[owner] = None;
                }
            }
            if self.king(owner).is_none() {
                self.rights[owner] = [false; 2];
            }
        }
        if kind == 'P' && (from.0 - to.0).abs() + (from.1 - to.1).abs() == 2 && (from.0 == to.0 || from.1 == to.1) {
            self.records[seat] = Some((((from.0 + to.0) / 2, (from.1 + to.1) / 2), to));
        }
        resets |= before[seat] != self.rights[seat];
        self.fifty = if resets { 0 } else { self.fifty + 1 };
        self.ply += 1;
        taken
    }

    /// Is this the rook of that right: a rook in the corner, so far from its king on his home edge?
    fn is_rook_of(&self, seat: usize, rook: Cell, distance: i32) -> bool {
        let Some(king) = self.king(seat) else {
            return false;
        };
        let (right, up) = ((rook.0 - king.0).signum(), (rook.1 - king.1).signum());
        self.man(rook) == Some((seat, 'R'))
            && self.relative_rank(seat, rook) == 1
            && self.relative_rank(seat, king) == 1
            && (rook.0 - king.0).abs() + (rook.1 - king.1).abs() == distance
            && !self.exists((rook.0 + right, rook.1 + up))
    }

    /// Before the turn comes to its owner, will an active player have a pawn that attacks the skipped square?
    pub(super) fn is_usable(&self, owner: usize) -> bool {
        let Some((skipped, _)) = self.records[owner] else {
            return false;
        };
        (0..4).map(|n| (self.turn + n) % 4).take_while(|&seat| seat != owner).any(|seat| {
            self.statuses[seat] == 'a' && self.army(seat).any(|(cell, kind)| kind == 'P' && self.attacks(cell, skipped))
        })
    }

    pub(super) fn notation(&self, (from, to, becomes): Step) -> String {
        let kind = self.man(from).expect("a man that moves").1;
        let captures = self.man(to).is_some() || kind == 'P' && self.attacks(from, to);
        let becomes = becomes.map(|kind| format!("={kind}")).unwrap_or_default();
        format!("{}{}{}{becomes}", name(from), if captures { 'x' } else { '-' }, name(to))
    }
}

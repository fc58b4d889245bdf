//! Attacks on a position: by kind of piece, on a square, on a king.

use super::game::Threat;
use super::pieces::Kind;
use super::players::Seat;
use super::position::Position;
use super::squares::{BySquare, Square, Squares};
use super::tables::{RISING, Tables};

impl<const W: usize> Tables<W> {
    #[inline(always)]
    pub fn rook(&self, from: Square, occupied: Squares<W>) -> Squares<W> {
        match &self.rays {
            Some(rays) => {
                ray::<W, 0>(rays, from, occupied)
                    | ray::<W, 1>(rays, from, occupied)
                    | ray::<W, 4>(rays, from, occupied)
                    | ray::<W, 5>(rays, from, occupied)
            }
            None => self.open(from, self.straight[from.0 as usize], occupied),
        }
    }

    #[inline(always)]
    pub fn bishop(&self, from: Square, occupied: Squares<W>) -> Squares<W> {
        match &self.rays {
            Some(rays) => {
                ray::<W, 2>(rays, from, occupied)
                    | ray::<W, 3>(rays, from, occupied)
                    | ray::<W, 6>(rays, from, occupied)
                    | ray::<W, 7>(rays, from, occupied)
            }
            None => self.open(from, self.diagonal[from.0 as usize], occupied),
        }
    }

    /// Those of the squares to which the way is free, on whatever board.
    fn open(&self, from: Square, squares: Squares<W>, occupied: Squares<W>) -> Squares<W> {
        squares.filter(|&to| !self.between(from, to).meets(occupied)).collect()
    }
}

/// The squares of a ray up to the first man: the ray of that man is what lies beyond.
#[inline(always)]
fn ray<const W: usize, const DIRECTION: usize>(
    rays: &[BySquare<Squares<W>>; 8],
    from: Square,
    occupied: Squares<W>,
) -> Squares<W> {
    let rays = &rays[DIRECTION];
    let ray = rays[from.0 as usize];
    let met = ray & occupied;
    let first = if DIRECTION < RISING { met.first() } else { met.last() };
    first.map_or(ray, |square| ray ^ rays[square.0 as usize])
}

impl<const W: usize> Position<W> {
    /// Sliding pieces among `by` that would see the square if nothing stood between.
    #[inline(always)]
    pub fn snipers(&self, square: Square, by: Squares<W>) -> Squares<W> {
        let [queens, rooks, bishops] = [Kind::Queen, Kind::Rook, Kind::Bishop].map(|kind| self.kind(kind));
        let straight = self.tables.straight[square.0 as usize] & (rooks | queens);
        let diagonal = self.tables.diagonal[square.0 as usize] & (bishops | queens);
        (straight | diagonal) & by
    }

    /// Knights, pawns and kings among `by` that attack the square.
    #[inline(always)]
    pub fn leapers(&self, square: Square, by: Squares<W>) -> Squares<W> {
        let at = square.0 as usize;
        let mut pawns = Squares::EMPTY;
        for seat in Seat::ALL {
            pawns |= self.tables.pawn_sources[seat as usize][at] & self.army(seat);
        }
        let found = (self.tables.knight[at] & self.kind(Kind::Knight))
            | (self.tables.king[at] & self.kind(Kind::King))
            | (pawns & self.kind(Kind::Pawn));
        found & by
    }

    /// The pieces among `by` that attack the square on a board so occupied.
    pub fn attackers(&self, square: Square, by: Squares<W>, occupied: Squares<W>) -> Squares<W> {
        let sliding = self.snipers(square, by).filter(|&sniper| !self.tables.between(square, sniper).meets(occupied));
        self.leapers(square, by) | sliding.collect()
    }

    #[inline(always)]
    pub fn attacked(&self, square: Square, by: Squares<W>, occupied: Squares<W>) -> bool {
        !self.leapers(square, by).is_empty()
            || self.snipers(square, by).any(|sniper| !self.tables.between(square, sniper).meets(occupied))
    }

    /// Is the player's king attacked by a piece of another active player (4.1)?
    pub fn in_check(&self, seat: Seat) -> bool {
        self.king(seat).is_some_and(|king| self.attacked(king, self.hostile(seat), self.occupied()))
    }

    /// Every piece of an active player that attacks another active player's king.
    pub fn threats(&self) -> Vec<Threat> {
        let by_king = self.active().filter_map(|king| Some((king, self.king(king)?)));
        by_king
            .flat_map(|(king, square)| {
                self.attackers(square, self.hostile(king), self.occupied())
                    .filter_map(move |from| Some(Threat { king, by: self.man(from)?.seat, from }))
            })
            .collect()
    }
}

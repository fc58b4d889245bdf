//! Captured pieces by kind, and the house rule's points for them (Act I.5).

use serde::{Deserialize, Serialize};
use shakmaty::{Board, ByRole, Color, Role};

/// What a side has at the start, without its king.
pub(super) const FIRST_ARRAY: Captures = Captures { pawns: 8, knights: 2, bishops: 2, rooks: 2, queens: 1 };

pub(super) const KINDS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The house rule's points for a captured piece.
#[derive(Debug, Clone, Copy)]
pub(in crate::games) struct PieceValues {
    pub(in crate::games) pawn: u16,
    pub(in crate::games) knight: u16,
    pub(in crate::games) bishop: u16,
    pub(in crate::games) rook: u16,
    pub(in crate::games) queen: u16,
}

/// The opponent's pieces that one side has captured, by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "each counts a kind of piece")]
pub struct Captures {
    #[schema(maximum = 255)]
    pub pawns: u8,
    #[schema(maximum = 255)]
    pub knights: u8,
    #[schema(maximum = 255)]
    pub bishops: u8,
    #[schema(maximum = 255)]
    pub rooks: u8,
    #[schema(maximum = 255)]
    pub queens: u8,
}

impl Captures {
    pub(super) fn points(&self, values: &PieceValues) -> u32 {
        let points = [
            (self.pawns, values.pawn),
            (self.knights, values.knight),
            (self.bishops, values.bishop),
            (self.rooks, values.rook),
            (self.queens, values.queen),
        ];
        points.iter().map(|&(count, value)| u32::from(count) * u32::from(value)).sum()
    }

    /// The pieces that a side has on a board.
    pub(super) fn on_board(board: &Board, side: Color) -> Self {
        let ByRole { pawn, knight, bishop, rook, queen, .. } = board.material_side(side);
        Self { pawns: pawn, knights: knight, bishops: bishop, rooks: rook, queens: queen }
    }

    pub(super) fn of(&self, kind: Role) -> i32 {
        match kind {
            Role::Pawn => self.pawns.into(),
            Role::Knight => self.knights.into(),
            Role::Bishop => self.bishops.into(),
            Role::Rook => self.rooks.into(),
            Role::Queen => self.queens.into(),
            Role::King => 0,
        }
    }

    pub(super) fn add(&mut self, kind: Role) {
        let count = match kind {
            Role::Pawn => &mut self.pawns,
            Role::Knight => &mut self.knights,
            Role::Bishop => &mut self.bishops,
            Role::Rook => &mut self.rooks,
            Role::Queen => &mut self.queens,
            Role::King => return,
        };
        *count = count.saturating_add(1);
    }
}

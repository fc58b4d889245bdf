//! The viewer's own pieces beside the board, and what to do with them next.

use super::{Part, Row};
use crate::party::rules::PieceView;

impl Row<'_> {
    /// Whether a piece off the board is told by its number: another there is of its kind, or it has grown.
    pub(super) fn is_numbered(&self, piece: &PieceView) -> bool {
        piece.hn > 1 || self.stock.iter().any(|other| other.kind == piece.kind && other.id != piece.id)
    }
}

impl Part<'_> {
    /// What the viewer does next, as its text is called, where that is to be said: a piece is picked, their King is in Check or still
    /// to be placed, or they practise.
    pub(super) fn hint(&self) -> Option<&'static str> {
        if !self.may_play() || self.at.is_some() {
            return None;
        }
        if let Some(picked) = self.picked.as_ref().filter(|picked| picked.plays && picked.has_way()) {
            return Some(if picked.offers.is_empty() { "square" } else { "again" });
        }
        let row = self.own_row()?;
        if !row.office.check.is_empty() {
            return Some("check");
        }
        match row.stock.iter().any(|piece| piece.kind == "king") {
            true => Some("king"),
            false if !self.practises() => None,
            false => Some(if row.stock.is_empty() { "move" } else { "place" }),
        }
    }
}

//! The Umpire's correction of a piece: choose it by number, see what would change, confirm.

use super::{Part, words};
use crate::party::rules::{OFF_BOARD, PieceView};

/// The forms that correct a piece.
const FORMS: &str = "correct_piece correct_gone";

impl Part<'_> {
    /// The number of the piece that is corrected: of the form that is shown again, asked for by its number, or picked on the board.
    pub(super) fn corrects(&self) -> Option<String> {
        if self.again(FORMS) {
            return Some(self.kept(FORMS, "piece").to_owned());
        }
        let asked = self.seen.asked("correct").filter(|number| number.parse::<u32>().is_ok());
        asked.map(str::to_owned).or_else(|| self.picked.as_ref().map(|picked| picked.piece.id.to_string()))
    }

    /// That piece as the board has it; `None` if there is none of this number yet.
    pub(super) fn corrected(&self) -> Option<&PieceView> {
        let id: u32 = self.corrects()?.parse().ok()?;
        self.pieces.iter().find(|piece| piece.id == id)
    }

    /// The first values of its form: what was typed, or the piece's present values.
    pub(super) fn correction(&self, name: &str) -> String {
        if self.again(FORMS) {
            return self.kept(FORMS, name).to_owned();
        }
        let Some(piece) = self.corrected() else { return String::new() };
        match name {
            "office" => piece.owner.clone(),
            "kind" => piece.kind.clone(),
            "square" => piece.square.clone().unwrap_or_default(),
            "hn" if piece.hn > 1 => piece.hn.to_string(),
            _ => String::new(),
        }
    }

    /// Another piece on the square that this one is put on.
    pub(super) fn occupies(&self) -> Option<&PieceView> {
        let square = Some(self.kept(FORMS, "square")).filter(|_| self.kept(FORMS, "act") == "see_correction")?;
        let own: u32 = self.corrects()?.parse().ok()?;
        self.pieces.iter().find(|piece| piece.square.as_deref() == Some(square) && piece.id != own)
    }

    /// The piece before and after, once the Umpire has asked to see what changes; with the act that does it.
    pub(super) fn changes(&self) -> Option<(String, String, &'static str)> {
        let none = || self.frame.t("party-no-piece").to_string();
        let was = self.corrected().map_or_else(none, |piece| words::piece(self.frame, piece));
        match self.kept(FORMS, "act") {
            "see_gone" => Some((was, none(), "correct_gone")),
            "see_correction" => {
                let typed = |name: &str| Some(self.kept(FORMS, name)).filter(|text| !text.is_empty());
                let is = PieceView {
                    id: self.corrects()?.parse().ok()?,
                    owner: typed("office")?.to_owned(),
                    kind: typed("kind")?.to_owned(),
                    square: typed("square").filter(|square| *square != OFF_BOARD).map(str::to_owned),
                    hn: typed("hn").and_then(|hn| hn.parse().ok()).unwrap_or(1),
                };
                Some((was, words::piece(self.frame, &is), "correct_piece"))
            }
            _ => None,
        }
    }
}

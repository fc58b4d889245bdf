//! Plays as short text: `1:a1-a5`, `1:a1xa5`, `1:a1*a5`, `1:a1xc1xd2-e1`, `1:b2-a1~`, `=rook`, `7@c3`, `pass`, `surrender`.

use std::fmt::Write;

use super::board::PieceId;
use super::definitions::{Captures, Kind};
use super::play::Play;
use super::position::Position;
use super::square::Square;

/// Longest notation worth reading: no chain captures more than 400 pieces.
const MOST_LETTERS: usize = 2_000;

impl Position {
    /// Writes a play that is to be made in this position.
    pub fn write_play(&self, play: &Play) -> String {
        let from = play.piece().and_then(|id| self.board.find(id)).and_then(|index| self.board.piece(index).square);
        let occupied = |square: Square| Some(square) != from && !self.board.is_free(square);
        let start = |PieceId(id): PieceId| match from {
            Some(from) => format!("{id}:{from}"),
            None => format!("{id}:?"),
        };
        let suffix = |promotion: &Option<Kind>| {
            promotion.map_or_else(String::new, |kind| format!("={}", self.suite.rule(kind).name))
        };
        match play {
            Play::Move { piece, to, promotion } => format!("{}-{to}{}", start(*piece), suffix(promotion)),
            Play::Scratch { piece, to } => format!("{}-{to}~", start(*piece)),
            Play::Capture { piece, to, promotion } => format!("{}x{to}{}", start(*piece), suffix(promotion)),
            Play::Shot { piece, at } => format!("{}*{at}", start(*piece)),
            Play::Chain { piece, path } => {
                let mut text = start(*piece);
                for (place, &square) in path.iter().enumerate() {
                    let captured = occupied(square) && !path[..place].contains(&square);
                    // Writing to a String cannot fail.
                    let _ = write!(text, "{}{square}", if captured { 'x' } else { '-' });
                }
                text
            }
            Play::Placement { piece: PieceId(id), to } => format!("{id}@{to}"),
            Play::Pass => "pass".to_owned(),
            Play::Surrender => "surrender".to_owned(),
        }
    }

    /// Reads the notation of a play in this position. None: it is no notation. The play need not be legal, but written again it is
    /// the same text unless it is illegal.
    pub fn read_play(&self, text: &str) -> Option<Play> {
        if text.len() > MOST_LETTERS {
            return None;
        }
        match text {
            "pass" => return Some(Play::Pass),
            "surrender" => return Some(Play::Surrender),
            _ => {}
        }
        if let Some((id, square)) = text.split_once('@') {
            return Some(Play::Placement { piece: read_id(id)?, to: Square::parse(square)? });
        }
        let (id, way) = text.split_once(':')?;
        let piece = read_id(id)?;
        let (way, scratch) = way.strip_suffix('~').map_or((way, false), |way| (way, true));
        let (way, promotion) = match way.split_once('=') {
            Some((way, kind)) => (way, Some(self.suite.kind(kind)?)),
            None => (way, None),
        };
        let mut steps = Vec::new();
        let mut rest = way;
        while let Some(place) = rest.rfind(['-', 'x', '*']) {
            steps.push((rest.as_bytes()[place], Square::parse(&rest[place + 1..])?));
            rest = &rest[..place];
        }
        Square::parse(rest)?;
        steps.reverse();
        let chains = self
            .board
            .find(piece)
            .is_some_and(|index| self.suite.rule(self.board.piece(index).kind).captures == Captures::Chain);
        match steps[..] {
            [(b'-', to)] if scratch && promotion.is_none() => Some(Play::Scratch { piece, to }),
            _ if scratch => None,
            [(b'-', to)] => Some(Play::Move { piece, to, promotion }),
            [(b'*', at)] if promotion.is_none() => Some(Play::Shot { piece, at }),
            [(b'x', to)] if !chains => Some(Play::Capture { piece, to, promotion }),
            [(b'x', _), ..] if promotion.is_none() => {
                Some(Play::Chain { piece, path: steps.into_iter().map(|(_, square)| square).collect() })
            }
            _ => None,
        }
    }
}

/// Reads a piece's number, written plainly.
fn read_id(text: &str) -> Option<PieceId> {
    let id: u32 = text.parse().ok()?;
    (id.to_string() == text).then_some(PieceId(id))
}

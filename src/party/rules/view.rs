//! The view of a table of Party Chess; everything on it is public.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use rookery_messages::{self as messages, Message, say};
use rookery_party_chess::{PieceId, Position, Ruleset, TooManyChains, invented_il_nabi};
use serde::{Deserialize, Serialize, Serializer};

use super::{Hall, Halt, Organisation, Over};
use crate::tables::Seat;

/// What is reckoned from the board after each play.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct WeightsAndAttackers {
    /// By name of the Office (1230.3).
    pub weights: BTreeMap<String, f64>,
    /// The pieces that give Check, by name of the one who is in Check.
    pub attackers: BTreeMap<String, Vec<u32>>,
}

impl WeightsAndAttackers {
    pub fn of(position: &Position) -> Result<WeightsAndAttackers, TooManyChains> {
        let mut standing = WeightsAndAttackers::default();
        for &swinger in position.play_list() {
            let name = position.name(swinger).to_owned();
            let weight = position.weight(swinger)?.map_or(0, |weight| weight.doubled());
            standing.weights.insert(name.clone(), f64::from(weight) / 2.0);
            let attackers: Vec<u32> = position.attackers(swinger)?.into_iter().map(|PieceId(id)| id).collect();
            if !attackers.is_empty() {
                standing.attackers.insert(name, attackers);
            }
        }
        Ok(standing)
    }
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceView {
    pub id: u32,
    pub owner: String,
    pub kind: String,
    /// Nothing: off-board.
    pub square: Option<String>,
    /// A HarfyBlob's Hn; 1 of all others.
    pub hn: u8,
}

/// Where a piece is that stands on no square.
pub const OFF_BOARD: &str = "off-board";

impl PieceView {
    /// `Rook 8 (Blue, a9)`.
    pub fn said(&self) -> Message {
        say!(
            "{kind} {number} ({office}, {square})",
            kind = messages::Value::word("party-kind", &self.kind),
            number = self.number(),
            office = &self.owner,
            square = self.square.as_ref().map_or_else(|| say!(OFF_BOARD).into(), messages::Value::text)
        )
    }

    /// Its number, and its Hn where it has grown.
    pub fn number(&self) -> String {
        if self.hn > 1 { format!("{}, Hn {}", self.id, self.hn) } else { self.id.to_string() }
    }
}

/// All pieces by number.
pub(super) fn pieces(position: &Position) -> BTreeMap<u32, PieceView> {
    let view = |piece: &rookery_party_chess::Piece| PieceView {
        id: piece.id.0,
        owner: position.name(piece.owner).to_owned(),
        kind: position.suite().rule(piece.kind).name.clone(),
        square: piece.square.map(|square| square.to_string()),
        hn: piece.hn,
    };
    position.board().pieces().iter().map(|piece| (piece.id.0, view(piece))).collect()
}

/// The Play List, top first.
pub(super) fn order(position: &Position) -> Vec<String> {
    position.play_list().iter().map(|swinger| position.name(*swinger).to_owned()).collect()
}

/// An Office of Swinger.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OfficeView {
    pub name: String,
    pub holder: Option<Seat>,
    pub armed: bool,
    pub destroyed: bool,
    pub warm: bool,
    pub weight: f64,
    /// The pieces that give it Check.
    pub check: Vec<u32>,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KindView {
    pub name: String,
    pub character: char,
    /// N of 1230.N.
    pub rule: u16,
    pub value: u8,
    /// A$.
    pub cost: u32,
    pub limit: Option<u8>,
    /// A counting rule defines it (1230.1 §3.A).
    pub defined: bool,
}

fn written<S: Serializer>(position: &Position, serializer: S) -> Result<S::Ok, S::Error> {
    position.to_json().serialize(serializer)
}

/// The game's state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HallView {
    /// As the engine's command line reads it.
    #[serde(serialize_with = "written")]
    pub position: Position,
    /// The Play List, top first, and how many Rounds are over.
    #[serde(skip)]
    pub order: Vec<String>,
    #[serde(skip)]
    pub rounds: u32,
    /// In the order of their founding, destroyed ones included.
    pub offices: Vec<OfficeView>,
    pub umpire: Option<Seat>,
    /// The seat for which a computer plays, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computer: Option<Seat>,
    /// The Office whose turn it is.
    pub turn: Option<String>,
    /// The Office that the viewer holds.
    pub own: Option<String>,
    pub announced: DateTime<Utc>,
    /// `None` while no turn runs.
    pub limit: Option<DateTime<Utc>>,
    pub halted: Option<Halt>,
    pub purses: Vec<i64>,
    pub organisations: Vec<Organisation>,
    pub treasury: i64,
    pub kinds: Vec<KindView>,
    /// il-Nabi moves as this service invented it; the historical text is lost.
    pub invented_il_nabi: bool,
    pub ended: Option<Over>,
}

impl HallView {
    pub fn of(hall: &Hall, viewer: Option<Seat>) -> HallView {
        let position = &hall.position;
        let offices = hall.offices.iter().map(|office| {
            let swinger = position.swinger(&office.name).filter(|_| !office.destroyed);
            OfficeView {
                name: office.name.clone(),
                holder: office.holder,
                armed: office.armed,
                destroyed: office.destroyed,
                warm: swinger.is_some_and(|swinger| position.warm_since(swinger).is_some()),
                weight: hall.standing.weights.get(&office.name).copied().unwrap_or_default(),
                check: hall.standing.attackers.get(&office.name).cloned().unwrap_or_default(),
            }
        });
        let source = position.suite().source();
        let kinds = position.suite().kinds().map(|kind| {
            let rule = position.suite().rule(kind);
            KindView {
                name: rule.name.clone(),
                character: rule.character,
                rule: rule.number,
                value: rule.value,
                cost: position.suite().cost(kind),
                limit: rule.limit,
                defined: position.suite().defines(kind),
            }
        });
        HallView {
            position: position.clone(),
            order: order(position),
            rounds: position.round_count(),
            offices: offices.collect(),
            umpire: hall.umpire,
            computer: hall.computer,
            turn: hall.top().map(|office| office.name.clone()),
            own: viewer.and_then(|seat| hall.held_by(seat)).map(|office| office.name.clone()),
            announced: hall.announced,
            limit: hall.halted().is_none().then_some(hall.limit),
            halted: hall.halted(),
            purses: hall.treasury.purses.clone(),
            organisations: hall.treasury.organisations.clone(),
            treasury: hall.treasury.treasury,
            kinds: kinds.collect(),
            invented_il_nabi: source.ruleset == Ruleset::Amended && source.il_nabi == invented_il_nabi(),
            ended: hall.ended.clone(),
        }
    }
}

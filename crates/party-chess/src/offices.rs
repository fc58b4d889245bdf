//! Offices of Swinger: founding and destroying them, first armies and new pieces (1230.1 §2.D, 1230.2 §2–3, readings G31, G32).

use std::fmt;
use std::sync::Arc;

use rookery_messages::{Message, say};

use super::board::{Piece, PieceId, Swinger};
use super::citation::Citation;
use super::definitions::{Kind, Suite, word};
use super::position::{MOST_PIECES, MOST_SWINGERS, Position, TooManyChains, is_name};
use super::refusal::clause;

/// Pieces chosen besides the King.
pub const ARMY_SIZE: usize = 5;

/// Most value of those together.
pub const ARMY_VALUE: u32 = 30;

/// Why an Office cannot do something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OfficeRefusal {
    /// There is an Office of that name already, or the name is empty or too long.
    NameTaken(String),
    /// There are as many Offices as a game may have.
    TooManySwingers,
    /// There are as many pieces as a game may have.
    TooManyPieces,
    /// Not exactly five pieces.
    ArmySize(usize),
    /// The army is worth too much: so much.
    ArmyValue(u32),
    /// No counting rule defines the kind of that name.
    Undefined(String),
    /// More of a kind than its instance limit, the King counted in.
    Limit(String, u8),
    /// A search of Tornado chains passed its bound.
    TooManyChains,
}

impl From<TooManyChains> for OfficeRefusal {
    fn from(_: TooManyChains) -> OfficeRefusal {
        OfficeRefusal::TooManyChains
    }
}

impl OfficeRefusal {
    /// The rule that the refusal rests on.
    pub fn rule(&self) -> Citation {
        match self {
            OfficeRefusal::NameTaken(_) | OfficeRefusal::TooManySwingers => Citation::of("1230.2 §3.F"),
            OfficeRefusal::ArmySize(_) | OfficeRefusal::ArmyValue(_) => Citation::of("1230.2 §2.B").with(&[31]),
            OfficeRefusal::Undefined(_) => Citation::of("1230.1 §3.A").with(&[5]),
            OfficeRefusal::Limit(..) => Citation::of("1230.1 §3.G").with(&[31]),
            OfficeRefusal::TooManyPieces => Citation::of("1230.1 §2.D"),
            OfficeRefusal::TooManyChains => Citation::reading(&[36]),
        }
    }
}

impl OfficeRefusal {
    /// What is wrong, for people.
    pub fn message(&self) -> Message {
        match self {
            OfficeRefusal::NameTaken(name) => {
                say!("There already is an Office of Swinger \"{name}\", or the name is empty or too long.", name)
            }
            OfficeRefusal::TooManySwingers => {
                say!("A game has at most {most} Offices of Swinger.", most = MOST_SWINGERS)
            }
            OfficeRefusal::TooManyPieces => say!("A game has at most {most} pieces.", most = MOST_PIECES),
            OfficeRefusal::ArmySize(count) => {
                say!("{count} pieces besides the King; it must be {size}.", count = *count, size = ARMY_SIZE)
            }
            OfficeRefusal::ArmyValue(value) => {
                say!("The pieces are worth {value}; together at most {most}.", value = *value, most = ARMY_VALUE)
            }
            OfficeRefusal::Undefined(kind) => say!("No rule in force defines {kind}.", kind = word(kind)),
            OfficeRefusal::Limit(kind, limit) => {
                say!(
                    "More pieces of kind {kind} than its instance limit, {limit} for a Swinger.",
                    kind = word(kind),
                    limit = *limit
                )
            }
            OfficeRefusal::TooManyChains => TooManyChains.message(),
        }
    }
}

impl fmt::Display for OfficeRefusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&clause(&self.message()))
    }
}

/// Checks the choice of five pieces that go with the King (1230.2 §2.B, G31).
pub fn check_army(suite: &Suite, army: &[Kind]) -> Result<(), OfficeRefusal> {
    let name = |kind: Kind| suite.rule(kind).name.clone();
    if army.len() != ARMY_SIZE {
        return Err(OfficeRefusal::ArmySize(army.len()));
    }
    for &kind in army {
        if !suite.defines(kind) {
            return Err(OfficeRefusal::Undefined(name(kind)));
        }
        let count = army.iter().chain([&Kind::KING]).filter(|&&other| other == kind).count();
        if let Some(limit) = suite.rule(kind).limit.filter(|limit| count > usize::from(*limit)) {
            return Err(OfficeRefusal::Limit(name(kind), limit));
        }
    }
    let value = army.iter().map(|&kind| u32::from(suite.rule(kind).value)).sum();
    if value > ARMY_VALUE { Err(OfficeRefusal::ArmyValue(value)) } else { Ok(()) }
}

impl Position {
    /// Gives an Office its King and five others, off-board and free (1230.2 §2.B). Pieces that were bought for it before are its own
    /// besides (G32), a King then instead of the one it would get (1230.1 §3.G).
    pub(super) fn grant_army(&mut self, owner: Swinger, army: &[Kind]) -> Result<(), OfficeRefusal> {
        check_army(&self.suite, army)?;
        let king = self.has_room_for(owner, Kind::KING, 0).then_some(Kind::KING);
        king.iter().chain(army).try_for_each(|&kind| self.create(owner, kind).map(|_| ()))
    }

    /// Creates a piece off-board in the possession of a Swinger; what it costs, [`Suite::cost`] says. No play and no turn (G32).
    pub(super) fn create(&mut self, owner: Swinger, kind: Kind) -> Result<PieceId, OfficeRefusal> {
        if !self.suite.defines(kind) {
            return Err(OfficeRefusal::Undefined(self.suite.rule(kind).name.clone()));
        }
        if !self.has_room_for(owner, kind, 0) {
            let rule = self.suite.rule(kind);
            return Err(OfficeRefusal::Limit(rule.name.clone(), rule.limit.unwrap_or_default()));
        }
        if self.board.pieces().len() == MOST_PIECES || self.next_id == u32::MAX {
            return Err(OfficeRefusal::TooManyPieces);
        }
        let id = PieceId(self.next_id);
        self.next_id += 1;
        self.board.add(Piece { id, owner, kind, square: None, hn: 1 });
        Ok(id)
    }

    /// A new Office, with its army if it is chosen already, at the bottom of the list (1230.2 §2.C, §3.F).
    pub(super) fn found(&mut self, name: &str, army: Option<&[Kind]>) -> Result<(), OfficeRefusal> {
        if !is_name(name) || self.swinger(name).is_some() {
            return Err(OfficeRefusal::NameTaken(name.to_owned()));
        }
        if self.names.len() == MOST_SWINGERS {
            return Err(OfficeRefusal::TooManySwingers);
        }
        let swinger = Swinger(self.names.len() as u8);
        Arc::make_mut(&mut self.names).push(name.to_owned());
        self.list.push(swinger);
        self.records.push(None);
        self.warm.push(None);
        if let Some(army) = army {
            self.grant_army(swinger, army)?;
        }
        Ok(self.settle_list()?)
    }

    /// Destroys an Office with all its pieces and its entry in the list (1230.2 §2.D, §3.E).
    pub(super) fn destroy_office(&mut self, swinger: Swinger) -> Result<(), OfficeRefusal> {
        let pieces: Vec<PieceId> =
            self.board.pieces().iter().filter(|piece| piece.owner == swinger).map(|piece| piece.id).collect();
        pieces.into_iter().for_each(|id| self.destroy(id));
        self.list.retain(|&other| other != swinger);
        self.records[swinger.index()] = None;
        self.warm[swinger.index()] = None;
        self.played &= !(1 << swinger.index());
        if self.played != 0 {
            self.close_round();
        }
        Ok(self.settle_list()?)
    }
}

//! What happened in a game, one after the other, and why it ended.

use std::fmt;

use super::action::Claim;
use super::players::{Seat, Status};

/// Something that happened. Written `<seat>:<what>`, the end `end:<reason>`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A move: its canonical notation, and the long one with piece letters (5.2).
    Moved {
        seat: Seat,
        notation: String,
        long: String,
    },
    /// The player's king was removed; that was his turn (section 3).
    Removed {
        seat: Seat,
        status: Status,
    },
    /// The player's king was captured (4.3).
    Taken {
        seat: Seat,
        status: Status,
    },
    /// The player left out of turn; his king stands until his next turn (4.5, 4.11).
    Left {
        seat: Seat,
        status: Status,
    },
    Offered {
        seat: Seat,
    },
    Accepted {
        seat: Seat,
        of: Seat,
    },
    Declined {
        seat: Seat,
        of: Seat,
    },
    Claimed {
        seat: Seat,
        claim: Claim,
    },
    Ended {
        reason: Reason,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Moved { seat, notation, .. } => write!(f, "{seat}:{notation}"),
            Event::Removed { seat, status } | Event::Taken { seat, status } | Event::Left { seat, status } => {
                write!(f, "{seat}:{}", status.name())
            }
            Event::Offered { seat } => write!(f, "{seat}:offer"),
            Event::Accepted { seat, of } => write!(f, "{seat}:accept:{of}"),
            Event::Declined { seat, of } => write!(f, "{seat}:decline:{of}"),
            Event::Claimed { seat, claim } => write!(f, "{seat}:claim:{}", claim.name()),
            Event::Ended { reason } => write!(f, "end:{}", reason.name()),
        }
    }
}

/// Why a game ended (section 6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    LastPlayer,
    InsufficientMaterial,
    Agreement,
    FiftyMove,
    Repetition,
}

impl Reason {
    pub fn name(self) -> &'static str {
        ["last_player", "insufficient_material", "agreement", "fifty_move", "repetition"][self as usize]
    }
}

impl From<Claim> for Reason {
    fn from(claim: Claim) -> Reason {
        match claim {
            Claim::Fifty => Reason::FiftyMove,
            Claim::Repetition => Reason::Repetition,
        }
    }
}

//! The events of a game in order, and why it ended.

use std::fmt;

use rookery_messages::{Message, say};

use super::action::Claim;
use super::players::{Seat, Status};

/// Something that happened. Written `<seat>:<what>`, the end `end:<reason>`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A move: its canonical notation, and the long one with piece letters (5.2).
    Moved {
        /// Who moved.
        seat: Seat,
        /// The canonical notation.
        notation: String,
        /// The long notation, with piece letters.
        long: String,
    },
    /// The player's king was removed; that was his turn (section 3).
    Removed {
        /// Whose king was removed.
        seat: Seat,
        /// The player's status from now on.
        status: Status,
    },
    /// The player's king was captured (4.3).
    Taken {
        /// Whose king was captured.
        seat: Seat,
        /// The player's status from now on.
        status: Status,
    },
    /// The player left out of turn; his king stands until his next turn (4.5, 4.11).
    Left {
        /// Who left.
        seat: Seat,
        /// The player's status until the next turn.
        status: Status,
    },
    /// A draw was offered (4.6).
    Offered {
        /// Who offered.
        seat: Seat,
    },
    /// An offer was agreed to.
    Accepted {
        /// Who agreed.
        seat: Seat,
        /// Who had offered.
        of: Seat,
    },
    /// An offer was turned down.
    Declined {
        /// Who turned it down.
        seat: Seat,
        /// Who had offered.
        of: Seat,
    },
    /// A draw was claimed, and the claim was right (4.9).
    Claimed {
        /// Who claimed.
        seat: Seat,
        /// Which draw.
        claim: Claim,
    },
    /// The game ended (section 6).
    Ended {
        /// Why.
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
    /// One player is left.
    LastPlayer,
    /// Nobody can be mated any more.
    InsufficientMaterial,
    /// All agreed to a draw.
    Agreement,
    /// A draw by the count of turns was claimed.
    FiftyMove,
    /// A draw by repetition was claimed.
    Repetition,
}

impl Reason {
    const ALL: [Reason; 5] =
        [Reason::LastPlayer, Reason::InsufficientMaterial, Reason::Agreement, Reason::FiftyMove, Reason::Repetition];

    /// As it is written in an event.
    pub fn name(self) -> &'static str {
        ["last_player", "insufficient_material", "agreement", "fifty_move", "repetition"][self as usize]
    }

    /// The reason of that name.
    pub fn named(name: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// As it stands within sentences.
    pub(super) fn said(self) -> Message {
        match self {
            Reason::LastPlayer => say!("last_player"),
            Reason::InsufficientMaterial => say!("insufficient_material"),
            Reason::Agreement => say!("agreement"),
            Reason::FiftyMove => say!("fifty_move"),
            Reason::Repetition => say!("repetition"),
        }
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

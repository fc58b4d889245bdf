//! Actions as text: everything a player can say beside a move (5.3).

use std::fmt;

use rookery_messages::say;

use super::players::Seat;
use super::refusal::Refusal;

/// What a player does that is no move. `None` for the seat is the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The player resigns (4.5).
    Resign(Option<Seat>),
    /// The player's time is over (4.11).
    Timeout(Option<Seat>),
    /// The player offers a draw (4.6).
    Offer(Option<Seat>),
    /// Agreeing to the offer of `of`, or to the only one there is.
    Accept {
        /// Who agrees.
        by: Seat,
        /// Who offered.
        of: Option<Seat>,
    },
    /// Turning down the offer of `of`, or the only one there is.
    Decline {
        /// Who turns it down.
        by: Seat,
        /// Who offered.
        of: Option<Seat>,
    },
    /// Claiming a draw (4.9).
    Claim {
        /// Who claims.
        by: Seat,
        /// Which draw.
        claim: Claim,
    },
}

/// A draw that must be claimed and proven (4.7, 4.8, 4.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Too many turns without a capture or a pawn's move (4.7).
    Fifty,
    /// A position that has come up three times (4.8).
    Repetition,
}

impl Claim {
    /// Both, in the order in which a state lists them.
    pub const ALL: [Claim; 2] = [Claim::Fifty, Claim::Repetition];

    /// As it is written in a token.
    pub fn name(self) -> &'static str {
        ["fifty", "repetition"][self as usize]
    }

    /// The claim of that name.
    pub fn named(name: &str) -> Option<Claim> {
        Claim::ALL.into_iter().find(|claim| claim.name() == name)
    }
}

impl Action {
    /// Reads a token that begins with an action's name; `None` if it does not, and so may be a move.
    pub(super) fn parse(token: &str) -> Option<Result<Action, Refusal>> {
        let mut words = token.split(':');
        let name = words.next().unwrap_or_default();
        let form = match name {
            "resign" => "resign[:C]",
            "timeout" => "timeout[:C]",
            "offer" => "offer[:C]",
            "accept" => "accept:C[:O]",
            "decline" => "decline:C[:O]",
            "claim" => "claim:C:fifty or claim:C:repetition",
            _ => return None,
        };
        let words: Vec<&str> = words.collect();
        let seat = |index: usize| words.get(index).map(|word| Seat::parse(word).ok_or(())).transpose();
        let read = || -> Result<Action, ()> {
            let most = if matches!(name, "resign" | "timeout" | "offer") { 1 } else { 2 };
            if words.len() > most {
                return Err(());
            }
            let by = seat(0)?;
            Ok(match name {
                "resign" => Action::Resign(by),
                "timeout" => Action::Timeout(by),
                "offer" => Action::Offer(by),
                "accept" => Action::Accept { by: by.ok_or(())?, of: seat(1)? },
                "decline" => Action::Decline { by: by.ok_or(())?, of: seat(1)? },
                _ => {
                    let claim = words.get(1).and_then(|word| Claim::named(word));
                    Action::Claim { by: by.ok_or(())?, claim: claim.ok_or(())? }
                }
            })
        };
        Some(read().map_err(|()| {
            Refusal::new(
                "5.3",
                say!("{token} is not an action: the form is {form}, C and O one of R B Y G", token, form),
            )
        }))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with = |seat: Option<Seat>| seat.map(|seat| format!(":{seat}")).unwrap_or_default();
        match *self {
            Action::Resign(seat) => write!(f, "resign{}", with(seat)),
            Action::Timeout(seat) => write!(f, "timeout{}", with(seat)),
            Action::Offer(seat) => write!(f, "offer{}", with(seat)),
            Action::Accept { by, of } => write!(f, "accept:{by}{}", with(of)),
            Action::Decline { by, of } => write!(f, "decline:{by}{}", with(of)),
            Action::Claim { by, claim } => write!(f, "claim:{by}:{}", claim.name()),
        }
    }
}

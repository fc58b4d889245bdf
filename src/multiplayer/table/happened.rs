//! What happened on the board, as a table's log keeps it and programs read it: the engine's events as text. Pure.

use std::fmt;

use rookery_boards::{Action, Claim, Event, Reason, Seat as Colour, Status};
use serde::{Deserialize, Serialize};

use super::rules::Letter;

/// An event. Written as the engine writes it: `R:d2-d4`, `Y:resigned`, `B:accept:R`, `end:agreement`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Happened {
    /// A move, by its canonical notation.
    Moved {
        by: Letter,
        notation: String,
    },
    /// A player has another status from now on: has left the game, or lost their king.
    Became {
        who: Letter,
        status: Status,
    },
    Offered {
        by: Letter,
    },
    Accepted {
        by: Letter,
        of: Letter,
    },
    Declined {
        by: Letter,
        of: Letter,
    },
    Claimed {
        by: Letter,
        claim: Claim,
    },
    Ended {
        reason: Reason,
    },
}

impl Happened {
    /// What was done that a step began with, where that was no move.
    pub fn action(&self) -> Option<Action> {
        Some(match *self {
            Happened::Became { who, status: Status::Resigned | Status::ResignPending } => {
                Action::Resign(Some(who.into()))
            }
            Happened::Became { who, status: Status::TimedOut | Status::TimeoutPending } => {
                Action::Timeout(Some(who.into()))
            }
            Happened::Offered { by } => Action::Offer(Some(by.into())),
            Happened::Accepted { by, of } => Action::Accept { by: by.into(), of: Some(of.into()) },
            Happened::Declined { by, of } => Action::Decline { by: by.into(), of: Some(of.into()) },
            Happened::Claimed { by, claim } => Action::Claim { by: by.into(), claim },
            Happened::Moved { .. } | Happened::Became { .. } | Happened::Ended { .. } => return None,
        })
    }

    fn read(text: &str) -> Option<Happened> {
        let mut words = text.splitn(3, ':');
        let (who, what, more) = (words.next()?, words.next()?, words.next());
        if who == "end" {
            return Reason::named(what).filter(|_| more.is_none()).map(|reason| Happened::Ended { reason });
        }
        let by: Letter = Colour::parse(who)?.into();
        Some(match (what, more) {
            ("offer", None) => Happened::Offered { by },
            ("accept", Some(of)) => Happened::Accepted { by, of: Colour::parse(of)?.into() },
            ("decline", Some(of)) => Happened::Declined { by, of: Colour::parse(of)?.into() },
            ("claim", Some(claim)) => Happened::Claimed { by, claim: Claim::named(claim)? },
            (notation, None) => match Status::named(notation) {
                Some(status) => Happened::Became { who: by, status },
                None if notation.contains(['-', 'x']) => Happened::Moved { by, notation: notation.to_owned() },
                None => return None,
            },
            _ => return None,
        })
    }
}

impl From<&Event> for Happened {
    fn from(event: &Event) -> Happened {
        match event {
            Event::Moved { seat, notation, .. } => Happened::Moved { by: (*seat).into(), notation: notation.clone() },
            Event::Removed { seat, status } | Event::Taken { seat, status } | Event::Left { seat, status } => {
                Happened::Became { who: (*seat).into(), status: *status }
            }
            Event::Offered { seat } => Happened::Offered { by: (*seat).into() },
            Event::Accepted { seat, of } => Happened::Accepted { by: (*seat).into(), of: (*of).into() },
            Event::Declined { seat, of } => Happened::Declined { by: (*seat).into(), of: (*of).into() },
            Event::Claimed { seat, claim } => Happened::Claimed { by: (*seat).into(), claim: *claim },
            Event::Ended { reason } => Happened::Ended { reason: *reason },
        }
    }
}

impl fmt::Display for Happened {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Happened::Moved { by, notation } => write!(formatter, "{by}:{notation}"),
            Happened::Became { who, status } => write!(formatter, "{who}:{}", status.name()),
            Happened::Offered { by } => write!(formatter, "{by}:offer"),
            Happened::Accepted { by, of } => write!(formatter, "{by}:accept:{of}"),
            Happened::Declined { by, of } => write!(formatter, "{by}:decline:{of}"),
            Happened::Claimed { by, claim } => write!(formatter, "{by}:claim:{}", claim.name()),
            Happened::Ended { reason } => write!(formatter, "end:{}", reason.name()),
        }
    }
}

impl From<Happened> for String {
    fn from(happened: Happened) -> String {
        happened.to_string()
    }
}

impl TryFrom<String> for Happened {
    type Error = String;

    fn try_from(text: String) -> Result<Happened, String> {
        Happened::read(&text).ok_or_else(|| format!("{text:?} is no event"))
    }
}

#[cfg(test)]
mod tests {
    use rookery_boards::Game;

    use super::*;

    #[test]
    fn an_event_is_read_as_it_is_written() {
        let [red, blue] = [Letter::R, Letter::B];
        for (text, happened, action) in [
            ("R:d2-d4", Happened::Moved { by: red, notation: "d2-d4".to_owned() }, None),
            ("R:g7xg8=Q", Happened::Moved { by: red, notation: "g7xg8=Q".to_owned() }, None),
            ("R:resigned", Happened::Became { who: red, status: Status::Resigned }, Some("resign:R")),
            ("B:resign_pending", Happened::Became { who: blue, status: Status::ResignPending }, Some("resign:B")),
            ("B:timed_out", Happened::Became { who: blue, status: Status::TimedOut }, Some("timeout:B")),
            ("B:king_captured", Happened::Became { who: blue, status: Status::KingCaptured }, None),
            ("R:offer", Happened::Offered { by: red }, Some("offer:R")),
            ("B:accept:R", Happened::Accepted { by: blue, of: red }, Some("accept:B:R")),
            ("B:decline:R", Happened::Declined { by: blue, of: red }, Some("decline:B:R")),
            ("R:claim:fifty", Happened::Claimed { by: red, claim: Claim::Fifty }, Some("claim:R:fifty")),
            ("end:last_player", Happened::Ended { reason: Reason::LastPlayer }, None),
        ] {
            assert_eq!(Happened::try_from(text.to_owned()), Ok(happened.clone()));
            assert_eq!(
                (happened.to_string(), happened.action().map(|action| action.to_string()).as_deref()),
                (text.to_owned(), action)
            );
        }
        for unreadable in
            ["", "R", "R:", "R:accept", "X:offer", "R:dances", "R:claim:all", "end:never", "end:agreement:R"]
        {
            assert!(Happened::try_from(unreadable.to_owned()).is_err(), "{unreadable}");
        }
    }

    #[test]
    fn the_engine_writes_its_events_the_same() {
        let mut game = Game::from_text("start3").unwrap();
        let moved = game.legal()[0].0.clone();
        for token in [moved.as_str(), "offer:R", "accept:B:R", "decline:Y:R", "resign:R", "resign:B", "timeout:Y"] {
            // What is refused on the way happens not.
            let _ = game.play(token);
        }
        let events = game.take_events();
        assert!(events.len() > 5, "{events:?}");
        for event in &events {
            let happened = Happened::from(event);
            assert_eq!(happened.to_string(), event.to_string());
            assert_eq!(Happened::try_from(event.to_string()), Ok(happened));
        }
    }
}

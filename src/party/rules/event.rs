//! The results of a step: events for people to read, and changes of the board.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use rookery_messages::{self as messages, Join, Message, say};
use rookery_party_chess::{Amendment, Part};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Account, Hall, Halt, PieceView, view};
use crate::tables::Seat;

/// Why a play was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Announced by its Swinger.
    Announced,
    /// The time limit expired (1230.2 §4).
    Limit,
    /// The Office is Warm (1230.2 §4.B.i).
    Warm,
    /// By message of a Warm Office (1230.2 §4.B.iv).
    Message,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    Played {
        office: String,
        text: String,
        play: Value,
        why: Why,
    },
    Army {
        office: String,
        army: Vec<String>,
    },
    Paid {
        from: Account,
        to: Account,
        amount: i64,
        purpose: String,
    },
    Bought {
        office: String,
        kind: String,
        piece: u32,
        by: Seat,
    },
    Organised {
        name: String,
        members: Vec<Seat>,
    },
    Holder {
        office: String,
        holder: Option<Seat>,
    },
    Warm {
        office: String,
        warm: bool,
    },
    Founded {
        office: String,
    },
    Destroyed {
        office: String,
        reason: String,
    },
    Umpire {
        umpire: Option<Seat>,
    },
    Amended {
        amendment: Amendment,
    },
    IlNabi {
        il_nabi: Vec<Part>,
    },
    /// The Umpire has made the board, or the Play List, what it ought to be.
    Corrected {
        reason: String,
        pieces: Vec<Correction>,
        /// The Play List before and after, where it is another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<[Vec<String>; 2]>,
    },
    /// The `place` in the seed's sequence that the choice was made with.
    Drawn {
        among: Vec<String>,
        chosen: String,
        purpose: String,
        place: u64,
    },
    Extended {
        until: DateTime<Utc>,
    },
    /// A Swinger has come into Check, its King on this square, by these pieces (1230.2 §7).
    Check {
        office: String,
        square: String,
        by: Vec<PieceView>,
    },
    /// So many Rounds are over.
    Round {
        rounds: u32,
    },
    /// No turn runs from now on (G35), or it runs again.
    Halted {
        why: Option<Halt>,
    },
    Ended {
        reason: String,
    },
}

/// A play as the log tells it: what the engine writes of [`Event::Played`], as far as people read it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToldPlay {
    Move {
        piece: u32,
        to: String,
        /// A Qball that ends on a corner (1230.13 §3.c).
        #[serde(default)]
        scratch: bool,
        promote_to: Option<String>,
    },
    Capture {
        piece: u32,
        to: String,
        #[serde(default)]
        captures: Vec<u32>,
        /// From afar (1230.15 §3).
        #[serde(default)]
        ranged: bool,
        /// Of a chain: the squares where it stops.
        #[serde(default)]
        path: Vec<String>,
        promote_to: Option<String>,
    },
    Placement {
        piece: u32,
        to: String,
    },
    Pass,
    Surrender,
}

impl ToldPlay {
    /// `None` if the log has it in another form.
    pub fn of(play: &Value) -> Option<ToldPlay> {
        ToldPlay::deserialize(play).ok()
    }

    /// The piece that acts.
    pub fn piece(&self) -> Option<u32> {
        match self {
            ToldPlay::Move { piece, .. } | ToldPlay::Capture { piece, .. } | ToldPlay::Placement { piece, .. } => {
                Some(*piece)
            }
            ToldPlay::Pass | ToldPlay::Surrender => None,
        }
    }

    /// The pieces that are captured, in order.
    pub fn captures(&self) -> &[u32] {
        match self {
            ToldPlay::Capture { captures, .. } => captures,
            _ => &[],
        }
    }
}

/// The change of one piece; `None` on a side without such a piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Correction {
    pub was: Option<PieceView>,
    pub is: Option<PieceView>,
}

impl Event {
    /// The sentence that all at the table read after a Check or a correction; `None` for other events.
    pub fn sentence(&self) -> Option<Message> {
        match self {
            Event::Check { office, square, by } => {
                let by = messages::Value::list(Join::Semicolons, by.iter().map(PieceView::said));
                Some(say!("{office} is in Check: its King on {square} is attacked by {by}", office, square, by))
            }
            Event::Corrected { pieces, order, .. } => {
                let piece =
                    |piece: &Option<PieceView>| piece.as_ref().map_or_else(|| Message::verbatim("–"), PieceView::said);
                let change = |was: Message, is: Message| say!("{was} → {is}", was, is);
                let pieces = pieces.iter().map(|one| change(piece(&one.was), piece(&one.is)));
                let list = |offices: &[String]| Message::verbatim(offices.join(", "));
                let order = order.iter().map(|[was, is]| change(list(was), list(is)));
                Some(say!("Corrected: {what}", what = Message::joined(Join::Semicolons, pieces.chain(order))))
            }
            _ => None,
        }
    }
}

/// The effect of a step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    pub events: Vec<Event>,
    /// The changes of the board, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Change>,
    /// When the turn's limit expires, where the state was announced or the limit extended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<DateTime<Utc>>,
}

/// The changes of the board; all of them together make the new board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Pieces as they are now.
    pub pieces: Vec<PieceView>,
    /// Numbers of pieces that have left the game.
    pub gone: Vec<u32>,
    /// The Play List, top first.
    pub order: Vec<String>,
    pub rounds: u32,
    /// The Weights of the Swingers (1230.3).
    pub weights: BTreeMap<String, f64>,
}

impl Hall {
    /// What follows from a step that was taken: automatic plays, Checks, Rounds, the announcement.
    pub(super) fn conclude(&mut self, before: &Hall, mut events: Vec<Event>, at: DateTime<Utc>) -> Effect {
        if !self.is_held_up() {
            self.play_automatically(&mut events);
        }
        let has_changed = self.position != before.position;
        if has_changed {
            self.look_again(before, &mut events);
        }
        if self.halted() != before.halted() && self.ended.is_none() {
            events.push(Event::Halted { why: self.halted() });
        }
        let announces = self.is_announced(before, &events);
        if announces {
            (self.announced, self.limit) = (at, at + super::turn::LIMIT);
        }
        let board = has_changed.then(|| self.change(before));
        let limit = (announces || self.limit != before.limit).then_some(self.limit);
        Effect { events, board, limit: limit.filter(|_| self.halted().is_none()) }
    }

    /// Reckons Weights and Checks again, and notes who has come into Check and which Round is over.
    fn look_again(&mut self, before: &Hall, events: &mut Vec<Event>) {
        match view::WeightsAndAttackers::of(&self.position) {
            Ok(standing) => {
                let new = |(office, _): &(&String, &Vec<u32>)| !before.standing.attackers.contains_key(*office);
                events.extend(standing.attackers.iter().filter(new).map(|(office, by)| self.check(office, by)));
                self.standing = standing;
            }
            Err(_) => self.tangled = true,
        }
        let rounds = self.position.round_count();
        if rounds > before.position.round_count() {
            events.push(Event::Round { rounds });
        }
    }

    fn check(&self, office: &str, by: &[u32]) -> Event {
        let pieces = view::pieces(&self.position);
        let king = self.position.swinger(office).and_then(|swinger| self.position.kings(swinger).next());
        Event::Check {
            office: office.to_owned(),
            square: king.map_or_else(String::new, |square| square.to_string()),
            by: by.iter().filter_map(|id| pieces.get(id).cloned()).collect(),
        }
    }

    fn change(&self, before: &Hall) -> Change {
        let (old, new) = (view::pieces(&before.position), view::pieces(&self.position));
        let gone = old.keys().filter(|id| !new.contains_key(id)).copied().collect();
        let pieces = new.iter().filter(|(id, piece)| old.get(id) != Some(piece)).map(|(_, piece)| piece.clone());
        Change {
            pieces: pieces.collect(),
            gone,
            order: view::order(&self.position),
            rounds: self.position.round_count(),
            weights: self.standing.weights.clone(),
        }
    }
}

//! Offers between the players: a draw, or taking a move back.

use super::Part;
use crate::chess::Chess;
use crate::chess::rules::{Effect, Side, View};
use crate::tables::Seat;
use crate::web::layout::Frame;

/// One thing that can be asked: who asks or has declined, its texts, and the plays that answer.
struct Kind {
    asked: fn(&View) -> Option<Side>,
    declined: fn(&View) -> Option<Side>,
    says: [&'static str; 3],
    answers: [(&'static str, &'static str); 2],
}

const KINDS: [Kind; 2] = [
    Kind {
        asked: |view| view.offer,
        declined: |view| view.declined,
        says: ["chess-offered", "chess-you-offer", "chess-declined"],
        answers: [("accept_draw", "chess-accept"), ("decline_draw", "chess-decline")],
    },
    Kind {
        asked: |view| view.asks_back,
        declined: |view| view.declined_back,
        says: ["chess-asks-back", "chess-you-ask-back", "chess-declined-back"],
        answers: [("accept_take_back", "chess-accept-back"), ("decline_take_back", "chess-decline-back")],
    },
];

/// What stands between the two.
pub(super) struct Offer {
    pub said: String,
    /// The plays with which the viewer answers, and what is written on their buttons.
    pub answers: Vec<(&'static str, String)>,
}

impl Part<'_> {
    /// Who sits on a side.
    fn name(&self, seat: Seat) -> String {
        let chair = self.seen.view.table.seats.iter().find(|chair| chair.seat == seat);
        chair.and_then(|chair| chair.person.as_ref()).map_or_else(String::new, |person| person.name.clone())
    }

    /// What each side asks of the other, or has declined.
    pub(super) fn offers(&self) -> Vec<Offer> {
        let back = match self.seen.log.last().filter(|_| self.runs()).and_then(|last| last.effect_of::<Chess>().ok()) {
            Some(Effect::TakenBack { taken_back, .. }) => Some(taken_back),
            _ => None,
        };
        let taken_back = back.map(|side| {
            let who = self.name(Seat::from(side == Side::Black));
            Offer { said: self.frame.t("chess-taken-back").with("who", who).to_string(), answers: Vec::new() }
        });
        let seat = self.seen.view.seat.filter(|_| self.acts());
        let Some((seat, view)) = seat.zip(self.seen.state) else { return taken_back.into_iter().collect() };
        let [own, other] = if seat == 0 { [Side::White, Side::Black] } else { [Side::Black, Side::White] };
        let who = self.name(1 - seat);
        let say = |key: &'static str| self.frame.t(key).with("who", &who).to_string();
        let offer = |kind: &Kind| {
            let asked = (kind.asked)(view);
            if asked == Some(other) {
                let answers = kind.answers.map(|(act, label)| (act, self.frame.t(label).to_string())).to_vec();
                return Some(Offer { said: say(kind.says[0]), answers });
            }
            let said = if asked == Some(own) {
                say(kind.says[1])
            } else if (kind.declined)(view) == Some(other) {
                say(kind.says[2])
            } else {
                return None;
            };
            Some(Offer { said, answers: Vec::new() })
        };
        KINDS.iter().filter_map(offer).chain(taken_back).collect()
    }
}

/// What an entry of the log says of an offer.
pub(super) fn said(frame: &Frame, effect: &Effect) -> Option<String> {
    let text = match effect {
        Effect::Offered { .. } => "chess-line-offered",
        Effect::Declined { .. } => "chess-line-declined",
        Effect::AsksBack { .. } => "chess-line-asks-back",
        Effect::DeclinedBack { .. } => "chess-line-declined-back",
        Effect::TakenBack { .. } => "chess-line-taken-back",
        Effect::Moved(_) | Effect::Ended { .. } | Effect::Clocks { .. } => return None,
    };
    Some(frame.t(text).to_string())
}

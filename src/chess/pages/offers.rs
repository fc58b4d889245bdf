//! What one side asks of the other at the board: a draw, or to take a move back.

use serde_json::Value;

use super::Part;
use crate::tables::Seat;
use crate::web::layout::Frame;

/// One thing that can be asked: its names in a game's view, in texts, and the plays that answer.
struct Kind {
    asked: &'static str,
    declined: &'static str,
    says: [&'static str; 3],
    answers: [(&'static str, &'static str); 2],
}

const KINDS: [Kind; 2] = [
    Kind {
        asked: "offer",
        declined: "declined",
        says: ["chess-offered", "chess-you-offer", "chess-declined"],
        answers: [("accept_draw", "chess-accept"), ("decline_draw", "chess-decline")],
    },
    Kind {
        asked: "asks_back",
        declined: "declined_back",
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
        let back = self.seen.log.last().filter(|_| self.runs()).and_then(|last| last.effect["taken_back"].as_str());
        let taken_back = back.map(|colour| {
            let who = self.name(Seat::from(colour != "White"));
            Offer { said: self.frame.t("chess-taken-back").with("who", who).to_string(), answers: Vec::new() }
        });
        let seat = self.seen.view.seat.filter(|_| self.acts());
        let Some(seat) = seat else { return taken_back.into_iter().collect() };
        let [own, other] = if seat == 0 { ["White", "Black"] } else { ["Black", "White"] };
        let who = self.name(1 - seat);
        let say = |key: &'static str| self.frame.t(key).with("who", &who).to_string();
        let offer = |kind: &Kind| {
            let has = |what: &str, side: &str| self.seen.state()[what] == *side;
            if has(kind.asked, other) {
                let answers = kind.answers.map(|(act, label)| (act, self.frame.t(label).to_string())).to_vec();
                return Some(Offer { said: say(kind.says[0]), answers });
            }
            let said = if has(kind.asked, own) {
                say(kind.says[1])
            } else if has(kind.declined, other) {
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
pub(super) fn said(frame: &Frame, effect: &Value) -> Option<String> {
    let told = [
        ("offered", "chess-line-offered"),
        ("declined", "chess-line-declined"),
        ("asks_back", "chess-line-asks-back"),
        ("declined_back", "chess-line-declined-back"),
        ("taken_back", "chess-line-taken-back"),
    ];
    let found = told.into_iter().find(|(name, _)| effect[*name].is_string());
    found.map(|(_, key)| frame.t(key).to_string())
}

//! Alerts: what people should look at, and what settles it. The engine decides none of it.

use super::Game;
use crate::bindings::{Force, Role};
use crate::citations::{law, readings};
use crate::proposals::Proposal;
use crate::said::english;
use chrono::{DateTime, Utc};
use rookery_messages::{Message, say};
use serde::Serialize;

/// Something people should look at: the engine does not decide it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Alert {
    /// Since when.
    pub at: DateTime<Utc>,
    /// What it says.
    #[serde(serialize_with = "english")]
    pub text: Message,
    /// What settles it; none: it stands.
    #[serde(skip)]
    pub concern: Option<Concern>,
}

/// What an alert is about, if that can settle it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concern {
    /// A role whose rule has words that nobody has said the meaning of.
    Role(Role),
    /// An open proposal, by its place among all.
    Proposal(usize),
}

impl Game {
    pub(crate) fn alert(&mut self, at: DateTime<Utc>, text: Message) {
        self.alerts.push(Alert { at, text, concern: None });
    }

    /// The same of what can be settled.
    pub(crate) fn alert_of(&mut self, at: DateTime<Utc>, text: Message, concern: Concern) {
        self.alerts.push(Alert { at, text, concern: Some(concern) });
    }

    /// The alerts that nothing has settled yet, the oldest first. What has stopped by the players' own names is told by name
    /// ([`Game::stopped`]).
    pub fn open_alerts(&self) -> impl DoubleEndedIterator<Item = &Alert> {
        self.alerts.iter().filter(|alert| match alert.concern {
            Some(Concern::Role(role)) => !role.has_names() && self.force(role) == Force::Advisory,
            Some(Concern::Proposal(place)) => self.proposals.get(place).is_some_and(Proposal::is_open),
            None => true,
        })
    }

    /// Reading 42: structural alarms. A winner still needs a Judgement.
    pub(crate) fn look_for_impossible_play(&mut self, at: DateTime<Utc>) {
        let mut reasons = Vec::new();
        if self.force(Role::Adoption) == Force::Absent {
            reasons.push(say!("no rule says what adopts a rule-change"));
        }
        if self.seats().is_empty() {
            reasons.push(say!("no player has an allocated day"));
        }
        if self.book.mutable_rules() == 0 {
            reasons.push(say!("no mutable rule is left"));
        }
        for reason in reasons {
            let holder = self.players_of(self.day).join(", ");
            let text = if holder.is_empty() {
                say!(
                    "Play may be impossible: {reason}. It is nobody's day; \
                     a Judgement decides (rule {r215}{readings}).",
                    reason,
                    r215 = law(215),
                    readings = readings(", reading 42")
                )
            } else {
                say!(
                    "Play may be impossible: {reason}. Today's player: {holder}; \
                     a Judgement decides (rule {r215}{readings}).",
                    reason,
                    holder,
                    r215 = law(215),
                    readings = readings(", reading 42")
                )
            };
            if !self.alerts.iter().any(|alert| alert.text == text) {
                self.alert(at, text);
            }
        }
    }
}

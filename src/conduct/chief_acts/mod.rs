//! What the Chief Justice does alone: technical modifications (Act III.5), what the Terms demand
//! (Act II.12), and what nobody else is given the authority for (Act III.4). Each is announced, and
//! the whole Court can undo it.

pub mod actions;
pub mod api;
pub mod pages;
pub mod store;

use chrono::{NaiveDateTime, NaiveTime};
pub use rookery_club::conduct::chief_acts::*;
use rookery_messages::Message;
use serde::Serialize;

use crate::auth::Viewpoint;
use crate::db::Kept;
use crate::http::instant;
use crate::id::PersonId;

/// An act of the Chief Justice alone.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct ChiefAct {
    pub id: ChiefActId,
    pub by: PersonId,
    pub act: Basis,
    pub reason: String,
    /// What was done, in words.
    #[schema(value_type = String)]
    pub effect: Kept,
    #[serde(serialize_with = "instant::utc")]
    pub done_at: NaiveDateTime,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub undone_at: Option<NaiveDateTime>,
    #[schema(value_type = Option<String>)]
    pub undone_by: Option<Kept>,
    pub adjustments: Vec<Adjustment>,
}

impl ChiefAct {
    /// Leaves out what could be matched with a person, for somebody who reads of such acts without names: who was
    /// given or lost points but the reader, and where it was others, the words about it and the time of day.
    pub fn cover(&mut self, reader: Viewpoint) {
        let moved = self.adjustments.len();
        self.adjustments.retain(|adjustment| reader.is(adjustment.person));
        if moved == 0 || !self.adjustments.is_empty() {
            return;
        }
        self.reason.clear();
        for words in [&mut self.effect].into_iter().chain(&mut self.undone_by) {
            *words = Kept::of(Message::verbatim(""));
        }
        for at in [&mut self.done_at].into_iter().chain(&mut self.undone_at) {
            *at = at.date().and_time(NaiveTime::MIN);
        }
    }
}

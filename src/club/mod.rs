//! The club itself: its name and place, its crest and its colour, on every page and on paper.
//!
//! [`Identity`] holds them in memory, by the version that the database owns.

pub mod actions;
pub mod api;
pub mod pages;
pub mod store;

use std::sync::Arc;

pub use rookery_club::club::*;

use arc_swap::ArcSwap;
use lettre::Address;

use crate::db::{Db, versions};
use crate::error::Error;
use rules::Colour;

/// What a club is called that has no name yet.
const UNNAMED: &str = "Rookery";
/// The bar's colour where the club has chosen none.
const BAR: &str = "#103542";

/// Who the club is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Club {
    /// Empty before anybody said so.
    pub name: String,
    pub place: String,
    pub accent: Option<Colour>,
    /// Who answers parents and visitors, and how they are reached; empty before anybody said so.
    pub contact: String,
    pub reach: String,
    pub has_crest: bool,
    /// Raised by every change; part of the addresses of crest and colours.
    pub version: i64,
}

impl Club {
    pub fn is_named(&self) -> bool {
        !self.name.is_empty()
    }

    /// The club's name, or the program's.
    pub fn name(&self) -> &str {
        if self.is_named() { &self.name } else { UNNAMED }
    }

    /// Name and place in a line.
    pub fn in_a_line(&self) -> String {
        if self.place.is_empty() { self.name().to_owned() } else { format!("{}, {}", self.name(), self.place) }
    }

    /// One of its rooms, as `fields::in_room` says it, for somebody who reads of it in a calendar.
    pub fn where_is(&self, room: &str) -> String {
        if self.place.is_empty() { room.to_owned() } else { format!("{room}, {}", self.place) }
    }

    pub fn has_contact(&self) -> bool {
        !(self.contact.is_empty() && self.reach.is_empty())
    }

    /// What is missing for those who have a question: whom to ask, or how to reach them.
    pub fn lacks(&self) -> Option<&'static str> {
        match (self.contact.is_empty(), self.reach.is_empty()) {
            (false, true) => Some("club-lacks-reach"),
            (true, false) => Some("club-lacks-contact"),
            _ => None,
        }
    }

    /// The address that a letter to the club goes to, where it is reached by one.
    pub fn mail(&self) -> Option<&str> {
        Some(self.reach.as_str()).filter(|reach| reach.parse::<Address>().is_ok())
    }

    /// Where its picture is: the crest, or a shield with its initials; `None` if the club is nobody yet.
    pub fn picture(&self) -> Option<String> {
        (self.has_crest || self.is_named()).then(|| format!("/club/{}/crest.img", self.version))
    }

    /// Where the sheet with its colour is.
    pub fn colours(&self) -> Option<String> {
        self.accent.map(|_| format!("/club/{}/colours.css", self.version))
    }

    /// The colour of the bar.
    pub fn bar(&self) -> String {
        self.accent.map_or_else(|| BAR.to_owned(), |accent| rules::bar(accent).to_string())
    }
}

/// Who the club is, as it stands now.
#[derive(Default)]
pub struct Identity {
    now: ArcSwap<(i64, Arc<Club>)>,
}

impl Identity {
    pub fn now(&self) -> Arc<Club> {
        self.now.load().1.clone()
    }

    /// Takes over what was changed, by whichever replica.
    pub fn catch_up(&self, db: &mut Db) -> Result<(), Error> {
        let all = versions(db)?;
        let value = |name: &str| all.get(name).copied().unwrap_or(0);
        let restored = value("restored");
        let held = self.now.load();
        if (held.0, held.1.version) != (restored, value("club")) {
            self.now.store(Arc::new((restored, Arc::new(store::club(db)?))));
        }
        Ok(())
    }
}

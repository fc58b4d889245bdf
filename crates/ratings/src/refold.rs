//! Corrections: redoes the fold from a changed event on, over stored effects, until nothing differs.
//!
//! The store first writes the changes into the log (an event made void, a new one inserted, a
//! result replaced), then hands every event from the first changed one on to [`Refold::push`], in
//! order, with the effect it has on record; it may do so in chunks. What comes back are the effects
//! that are no longer right. Only persons whose score differs from the record are held in memory.
//!
//! ```text
//! let mut refold = Refold::new(changed_ids);
//! 'log: for chunk in events_from(first_changed_place) {
//!     for (event, on_record) in chunk {
//!         corrected.extend(refold.push(&event, &on_record)?);
//!         if refold.is_settled() { break 'log }
//!     }
//! }
//! let ledger_entries = refold.finish()?;
//! ```
//!
//! The effect on record of a changed event:
//! - made void, or its result replaced: as stored, untouched;
//! - inserted, or void until now: [`Effect::unmoved`] with the stored scores just before it;
//! - to move an event or change its persons: make it void and insert another.

use std::collections::BTreeSet;

use hashbrown::HashMap;

use crate::elo::Score;
use crate::fold::{Change, Effect, Event, Place};

/// A correction in progress.
#[derive(Clone, Debug)]
pub struct Refold {
    /// Changed events still to come.
    changed: BTreeSet<i64>,
    /// Persons whose score differs from the record here.
    astray: HashMap<i64, Apart>,
    last: Option<Place>,
}

#[derive(Clone, Copy, Debug)]
struct Apart {
    recorded: Option<Score>,
    actual: Option<Score>,
}

/// An event whose effect on record is wrong, and the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corrected {
    /// The event's id.
    pub event: i64,
    /// What it does.
    pub effect: Effect,
}

/// The stored log does not hang together, so that nothing can be corrected by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BrokenRecord {
    /// An event was read out of order.
    #[error("event {event} comes after one with a later place: the log must be read by time, then id")]
    Unordered {
        /// The event that came too late.
        event: i64,
    },
    /// An effect on record lacks one of the event's persons.
    #[error("event {event} has on record no score of person {person} before it")]
    Unknown {
        /// The event.
        event: i64,
        /// Who is missing in its effect.
        person: i64,
    },
    /// An effect on record does not begin where the one before it ended.
    #[error(
        "event {event} has on record that person {person} had {recorded:?} before it, but the events before it left {expected:?}"
    )]
    Disjoint {
        /// The event.
        event: i64,
        /// Whose score.
        person: i64,
        /// The score before the event by its own effect.
        recorded: Option<Score>,
        /// The score after the person's event before it.
        expected: Option<Score>,
    },
    /// Reading ended before all changed events had come.
    #[error("the log ended, or was left, before the changed event {event} was read")]
    NotReached {
        /// The first of them by id.
        event: i64,
    },
}

impl Refold {
    /// A correction of the events with these ids.
    pub fn new(changed: impl IntoIterator<Item = i64>) -> Self {
        Self { changed: changed.into_iter().collect(), astray: HashMap::new(), last: None }
    }

    /// Takes the next event of the corrected log, with its effect on record; says the right effect
    /// if that differs.
    pub fn push(&mut self, event: &Event, on_record: &Effect) -> Result<Option<Corrected>, BrokenRecord> {
        let place = event.place();
        if self.last.replace(place) >= Some(place) {
            return Err(BrokenRecord::Unordered { event: event.id });
        }
        let changed = self.changed.remove(&event.id);
        if !changed && (event.void || !event.persons().any(|p| self.astray.contains_key(&p))) {
            return Ok(None);
        }
        let effect = self.actual_effect(event, on_record)?;
        for recorded in on_record.changes() {
            let actual = match effect.of(recorded.person) {
                Some(change) => change.after,
                None => self.actual(recorded),
            };
            self.note(recorded.person, recorded.after, actual);
        }
        Ok((effect != *on_record).then_some(Corrected { event: event.id, effect }))
    }

    /// Everything on record from here to the end of the log is right: reading on changes nothing.
    pub fn is_settled(&self) -> bool {
        self.changed.is_empty() && self.astray.is_empty()
    }

    /// How many persons' scores differ from the record at this place.
    pub fn astray(&self) -> usize {
        self.astray.len()
    }

    /// The end of the log: who ends with another score than on record, by person. These are the
    /// ledger's entries of the correction.
    pub fn finish(self) -> Result<Vec<Change>, BrokenRecord> {
        if let Some(&event) = self.changed.first() {
            return Err(BrokenRecord::NotReached { event });
        }
        let mut finals: Vec<Change> = self
            .astray
            .into_iter()
            .map(|(person, apart)| Change { person, before: apart.recorded, after: apart.actual })
            .collect();
        finals.sort_unstable_by_key(|change| change.person);
        Ok(finals)
    }

    /// The event's effect on the actual scores, after checking that the record continues.
    fn actual_effect(&self, event: &Event, on_record: &Effect) -> Result<Effect, BrokenRecord> {
        for recorded in on_record.changes() {
            if let Some(apart) = self.astray.get(&recorded.person)
                && apart.recorded != recorded.before
            {
                return Err(BrokenRecord::Disjoint {
                    event: event.id,
                    person: recorded.person,
                    recorded: recorded.before,
                    expected: apart.recorded,
                });
            }
        }
        let unknown = |person: &i64| on_record.of(*person).is_none();
        if !event.void
            && let Some(person) = event.persons().find(unknown)
        {
            return Err(BrokenRecord::Unknown { event: event.id, person });
        }
        Ok(event.effect(|person| on_record.of(person).and_then(|change| self.actual(change))))
    }

    /// The actual score of a person just before an event, given what it has on record.
    fn actual(&self, recorded: Change) -> Option<Score> {
        match self.astray.get(&recorded.person) {
            Some(apart) => apart.actual,
            None => recorded.before,
        }
    }

    fn note(&mut self, person: i64, recorded: Option<Score>, actual: Option<Score>) {
        if recorded == actual {
            self.astray.remove(&person);
        } else {
            self.astray.insert(person, Apart { recorded, actual });
        }
    }
}

#[cfg(test)]
#[path = "refold_tests.rs"]
mod tests;

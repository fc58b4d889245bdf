//! Deadlines: what is due from whom and by when, in one list, and what happens when it passes.

pub mod api;
pub mod pages;
pub mod sources;

use chrono::NaiveDateTime;
use serde::Serialize;

use crate::auth::{Role, Roles};
use crate::db::Db;
use crate::error::Error;
use crate::http::instant;
use crate::id::PersonId;

crate::words!(
    /// What is due.
    Kind as DeadlineKind {
        /// Of a decision, by whoever made it (Act III.2.4).
        Declaration = "declaration",
        /// From the leaderboard, on the member's request (Act II.8).
        Removal = "removal",
        /// At the next session held (Act I.6).
        Rematch = "rematch",
        /// To a petition (Act III.2.4.3).
        Answer = "answer",
        /// The Court's, in writing (Act III.3.10).
        Opinion = "opinion",
        /// A decision that the Court sent back, to be made anew (Act III.3.8).
        Remand = "remand",
    }
);

/// Something that is due.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Deadline {
    /// The last instant that is in time (T2).
    #[serde(serialize_with = "instant::utc")]
    pub due_at: NaiveDateTime,
    pub kind: Kind,
    /// `noun:id`: `decision:17`.
    pub subject: String,
    /// From whom.
    pub persons: Vec<PersonId>,
    /// Or from whoever holds this role.
    pub role: Option<Role>,
    pub act: &'static str,
    /// What happens by itself when it passes.
    pub then: &'static str,
    pub overdue: bool,
}

impl Deadline {
    /// Whether it is this person's to keep.
    pub fn is_for(&self, person: PersonId, roles: Roles) -> bool {
        let by_role = match self.role {
            Some(Role::Moderator) => roles.may_moderate(),
            Some(role) => roles.holds(role),
            None => false,
        };
        by_role || self.persons.contains(&person)
    }
}

/// Asks what is due at an instant.
type Source = fn(&mut Db, NaiveDateTime) -> Result<Vec<Deadline>, Error>;

/// Everything that has deadlines.
const SOURCES: &[Source] = &[sources::declarations, sources::removals, sources::rematches, sources::cases];

/// All that is due, the soonest first.
pub fn all(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Deadline>, Error> {
    let mut due = Vec::new();
    for source in SOURCES {
        due.extend(source(db, now)?);
    }
    due.sort_by(|one, other| (one.due_at, &one.subject).cmp(&(other.due_at, &other.subject)));
    Ok(due)
}

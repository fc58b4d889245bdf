//! Deadlines: what is due from whom and by when, in one list, and what happens when it passes.

pub mod api;
pub mod pages;
pub mod removals;
mod sources;

use chrono::{NaiveDateTime, TimeDelta};
use chrono_tz::Tz;
use serde::Serialize;

use crate::App;
use crate::auth::{Role, Roles};
use crate::db::Db;
use crate::error::Error;
use crate::http::instant;
use crate::id::PersonId;

crate::words!(
    /// What is due.
    Kind as DeadlineKind {
        /// Of a decision, by the one who made it (Act III.2.4).
        Declaration = "declaration",
        /// From the leaderboard, on the member's request (Act II.8).
        Removal = "removal",
        /// At the next session held (Act I.6).
        Rematch = "rematch",
        /// To a petition (Act III.2.4.3).
        Answer = "answer",
        /// The Court's, in writing (Act III.3.10).
        Opinion = "opinion",
        /// A decision that the Court sent back, to be made again (Act III.3.8).
        Remand = "remand",
        /// To a challenge on a ladder.
        Challenge = "challenge",
        /// A challenge that was accepted, to be played.
        LadderGame = "ladder_game",
        /// To a nomination for an election: to accept or to decline (Act III.2.5).
        Nomination = "nomination",
        /// At a table of the games room.
        Turn = "turn",
        /// In Nomic: a rule-change, on one's day.
        Propose = "propose",
        Vote = "vote",
        /// A Point of Order.
        Judge = "judge",
        /// A Judgement, if one means to.
        Dispute = "dispute",
        /// Whether one agrees with a disputed Judgement.
        Agree = "agree",
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
    /// Or from the one who holds this role.
    pub role: Option<Role>,
    /// By which Act it is due; null if the Terms leave it to a game, as on a ladder.
    pub act: Option<&'static str>,
    /// What happens automatically when it passes.
    pub then: String,
    pub overdue: bool,
    /// The page where it is done, where that is not its subject's.
    #[serde(skip)]
    pub page: Option<String>,
}

/// The time to tell of what is due before `end`: nobody takes a midnight for the end of the day before.
pub fn told_before(end: NaiveDateTime, zone: Tz) -> NaiveDateTime {
    let day = |at: NaiveDateTime| at.and_utc().with_timezone(&zone).date_naive();
    let last = end - TimeDelta::microseconds(1);
    if day(end) == day(last) { end } else { last }
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

    /// The time to tell by clocks of `zone`: whatever is too late at 20:00 is due by 20:00. Of a day's end it is the day's
    /// last minute.
    pub fn told_at(&self, zone: Tz) -> NaiveDateTime {
        told_before(self.end(), zone)
    }

    /// The first instant that is too late.
    pub fn end(&self) -> NaiveDateTime {
        self.due_at + TimeDelta::microseconds(1)
    }

    /// Whether it ends, still open, on the day that it is now by the club's clocks.
    pub fn is_today(&self, now: NaiveDateTime, zone: Tz) -> bool {
        let day = |at: NaiveDateTime| at.and_utc().with_timezone(&zone).date_naive();
        !self.overdue && day(self.due_at) == day(now)
    }
}

/// Asks what is due at an instant.
type Source = fn(&mut Db, NaiveDateTime) -> Result<Vec<Deadline>, Error>;

/// Everything in the club that has deadlines.
fn every_source() -> [Source; 6] {
    [
        sources::declarations,
        sources::removals,
        sources::rematches,
        sources::cases,
        sources::challenges,
        sources::nominations,
    ]
}

/// All that is due in the club, and from this person at tables of the games room; the soonest first.
pub(crate) async fn all(app: &App, person: PersonId) -> Result<Vec<Deadline>, Error> {
    let now = app.clock.now();
    let mut due = Vec::new();
    for live in app.room.lasting(&app.db, person).await? {
        due.extend(sources::at_table(&live, person, now));
    }
    let of_the_club = app.db.read(move |db| {
        let mut due = Vec::new();
        for source in every_source() {
            due.extend(source(db, now)?);
        }
        Ok(due)
    });
    due.extend(of_the_club.await?);
    due.sort_by(|one, other| (one.due_at, &one.subject).cmp(&(other.due_at, &other.subject)));
    Ok(due)
}

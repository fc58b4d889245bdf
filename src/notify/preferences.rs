//! What people want to be told by e-mail, and what they are told whether they want it or not.

use diesel::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Audience, Topic};
use crate::db::{Db, Tx, schema::notification_preferences};
use crate::error::Error;
use crate::id::PersonId;

/// What somebody wants by e-mail, and on devices where they switched messages on; within the service everybody finds everything
/// that is for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Queryable, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Preferences {
    /// What concerns the reader.
    pub personal: bool,
    /// What moderators and justices have to handle.
    pub duties: bool,
    /// The club's news.
    pub club: bool,
    /// One letter a day, of the news that are not read until then; what asks something of the reader, or they are always told,
    /// comes at once.
    #[serde(default)]
    pub digest: bool,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences { personal: true, duties: true, club: false, digest: false }
    }
}

impl Preferences {
    /// Whether a message waits for the letter of the day.
    pub fn let_wait(self, topic: Option<Topic>, audience: Audience) -> bool {
        self.digest && !topic.is_some_and(|topic| topic.cannot_wait() || topic.is_due(audience))
    }

    /// Whether a message goes to its reader by e-mail.
    pub fn want(self, topic: Option<Topic>, audience: Audience) -> bool {
        topic.is_some_and(|topic| topic.is_due(audience))
            || match audience {
                Audience::Person => self.personal,
                Audience::Moderators => self.duties,
                Audience::Everybody => self.club,
            }
    }
}

/// What programs read of the topics that the person concerned is always told (Acts III.2.4, II.9): what they are about.
pub const ALWAYS_TOLD: [&str; 8] =
    ["ban", "clock_order", "decision", "declaration", "judgment", "member", "monitor", "password"];

pub fn preferences(db: &mut Db, person: PersonId) -> Result<Preferences, Error> {
    let stored: Option<Preferences> = notification_preferences::table
        .find(person)
        .select((
            notification_preferences::email_personal,
            notification_preferences::email_duties,
            notification_preferences::email_club,
            notification_preferences::email_digest,
        ))
        .first(db)
        .optional()?;
    Ok(stored.unwrap_or_default())
}

pub fn set_preferences(tx: &mut Tx, person: PersonId, wanted: Preferences) -> Result<(), Error> {
    diesel::delete(notification_preferences::table.find(person)).execute(tx.db)?;
    diesel::insert_into(notification_preferences::table)
        .values((
            notification_preferences::person_id.eq(person),
            notification_preferences::email_personal.eq(wanted.personal),
            notification_preferences::email_duties.eq(wanted.duties),
            notification_preferences::email_club.eq(wanted.club),
            notification_preferences::email_digest.eq(wanted.digest),
        ))
        .execute(tx.db)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use Audience::*;

    #[test]
    fn what_is_declared_about_oneself_cannot_be_turned_off_iii_2_4() {
        let none = Preferences { personal: false, duties: false, club: false, digest: true };
        let table = [
            (Topic::DeclarationPublished, Person, true),
            (Topic::BanTermSet, Person, true),
            (Topic::DecisionMade, Person, true),
            (Topic::GameVoided, Person, false),
            (Topic::DeclarationPublished, Moderators, true),
            (Topic::GameAwaitingApproval, Moderators, false),
            (Topic::SessionCancelled, Everybody, false),
        ];
        for (topic, audience, told) in table {
            assert_eq!(none.want(Some(topic), audience), told, "{topic} to {audience}");
            assert_eq!(none.let_wait(Some(topic), audience), !told && !topic.cannot_wait(), "{topic} to {audience}");
            assert_eq!(Preferences::default().want(Some(topic), audience), audience != Everybody, "{topic}");
        }
    }
}

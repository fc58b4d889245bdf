//! Whether anything but their entry refers to a person: every column that refers to people is asked.

use diesel::prelude::*;
use diesel::sql_types::Text;
use rookery_messages::{Message, say};

use crate::db::{Db, Tx, schema::rating_events, tables::references_to};
use crate::error::Error;
use crate::id::{EventId, PersonId};
use crate::ratings::{bulk, store::Cause};

/// What comes with an entry, or follows from it by itself: an invitation, a time on the leaderboard, notices.
const OF_AN_ENTRY: [(&str, &str); 11] = [
    ("invitations", "person_id"),
    ("memberships", "person_id"),
    ("rating_events", "first_id"),
    ("ledger", "person_id"),
    ("standings", "person_id"),
    ("outside_ratings", "person_id"),
    ("notifications", "person_id"),
    ("notification_marks", "person_id"),
    ("notification_preferences", "person_id"),
    ("outbox", "recipient_id"),
    ("idempotency_keys", "person_id"),
];

/// Places on the register: a struck one is none.
const STAYS: (&str, &str) = ("attendance", "person_id");

#[derive(QueryableByName)]
struct There {
    #[diesel(sql_type = Text)]
    name: String,
}

/// What there is of somebody besides their entry, each kind once.
pub fn besides_the_entry(db: &mut Db, person: PersonId) -> Result<Vec<Message>, Error> {
    let mut references = references_to(db, "people")?;
    references.retain(|(table, column)| !OF_AN_ENTRY.contains(&(table.as_str(), column.as_str())));
    let asked = references.iter().map(|(table, column)| {
        // Who was tapped in by mistake was at no session.
        let stands = if (table.as_str(), column.as_str()) == STAYS { " AND struck_at IS NULL" } else { "" };
        format!("SELECT '{table}' AS name WHERE EXISTS (SELECT 1 FROM {table} WHERE \"{column}\" = {person}{stands})")
    });
    let query = asked.collect::<Vec<_>>().join(" UNION ") + " ORDER BY name";
    let there: Vec<There> = diesel::sql_query(query).load(db)?;
    let mut things = Vec::new();
    for thing in there.iter().map(|there| called(&there.name)) {
        if !things.contains(&thing) {
            things.push(thing);
        }
    }
    Ok(things)
}

/// What the rows of a table are called.
fn called(table: &str) -> Message {
    match table {
        "accounts" | "sign_ins" | "claims" | "security_log" => say!("an account"),
        "roles" => say!("an office"),
        "attendance" => say!("a place on the register"),
        "games" | "timed_games" | "pairings" | "confirmations" | "objections" => say!("a game"),
        "offences" | "bans" | "monitors" | "clock_orders" | "chief_act_adjustments" => say!("a decision about them"),
        "declarations" => say!("a declaration"),
        "cases" | "case_players" | "filing_readers" => say!("a case"),
        "reports" => say!("a report"),
        "notes" => say!("a note"),
        "erasure_requests" | "removal_requests" => say!("a request"),
        _ if table.starts_with("tournament") => say!("a tournament"),
        _ => say!("something else that was done"),
    }
}

/// Makes void that somebody came onto the leaderboard, and what followed from that; whether there was anything.
pub fn void_own_events(tx: &mut Tx, person: PersonId) -> Result<bool, Error> {
    let own = rating_events::table.filter(rating_events::first_id.eq(person));
    let events: Vec<EventId> = own.select(rating_events::id).load(tx.db)?;
    bulk::void_many(tx, &events, &Cause::correction(say!("Entered by mistake"), "II.1"))?;
    Ok(!events.is_empty())
}

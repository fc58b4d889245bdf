//! What a step of a game means to the club: notices to those it concerns, and house rules that follow it.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use rookery_nomic::plays::Made;
use serde_json::{Map, Value, json};

use super::actions::Follow;
use crate::action::{By, perform};
use crate::db::{Db, Tx, schema::people};
use crate::error::Error;
use crate::notify::{self, Topic};
use crate::rulebook::{self, HouseRules};
use crate::tables::{Entry, Table, TableId};

/// Sends the notices that the last entry makes, and lets the house rules follow it.
pub fn stepped(tx: &mut Tx, table: &Table, entry: &Entry) -> Result<(), Error> {
    if entry.effect["made"] == json!(Made::Forfeit) {
        tell_of_leaving(tx, table, entry)?;
    }
    for news in entry.effect["news"].as_array().into_iter().flatten() {
        if let Some(topic) = news["topic"].as_str().and_then(Topic::of).filter(|_| !is_too_late(news, tx.now)) {
            let told = told(table, news);
            let seats: Vec<i64> = news["seats"].as_array().into_iter().flatten().filter_map(Value::as_i64).collect();
            let concerned = table.seats.iter().filter(|chair| seats.contains(&chair.seat));
            for person in concerned.filter_map(|chair| chair.person.as_ref()) {
                notify::enqueue(tx, topic, Some(person.id), &told)?;
            }
        }
        if news["kind"] == "house_rules"
            && let Some(rules) = news["rules"].as_object()
        {
            perform(tx, &By::service("IV.1"), &Follow { table, cause: &news["by"], rules })?;
        }
    }
    Ok(())
}

/// Everybody else at the table hears who has left.
fn tell_of_leaving(tx: &mut Tx, table: &Table, entry: &Entry) -> Result<(), Error> {
    let others = table.seats.iter().filter(|chair| Some(chair.seat) != entry.seat);
    for person in others.filter_map(|chair| chair.person.as_ref()) {
        let told = json!({ "table": table.id, "person": entry.by });
        notify::enqueue(tx, Topic::NomicLeft, Some(person.id), &told)?;
    }
    Ok(())
}

/// Whether it reminds of what is over by now: the service was not there in time.
fn is_too_late(news: &Value, now: NaiveDateTime) -> bool {
    let until = news["until"].as_str().and_then(|until| until.parse::<DateTime<Utc>>().ok());
    news["kind"] == "vote_due" && until.is_some_and(|until| until <= now.and_utc())
}

/// Those of these names that one person in the club goes by, and nobody else; a handle is always one person's.
pub fn called(db: &mut Db, names: &[String]) -> Result<Vec<String>, Error> {
    let mut called: Vec<String> = people::table.filter(people::name.eq_any(names)).select(people::name).load(db)?;
    let all = called.clone();
    called.retain(|name| all.iter().filter(|other| *other == name).count() == 1);
    let handles: Vec<String> = people::table.filter(people::handle.eq_any(names)).select(people::handle).load(db)?;
    Ok([called, handles].concat())
}

/// The table that governs, and the house rules that a game which does can set.
pub fn club_rules(db: &mut Db, now: NaiveDateTime) -> Result<(TableId, Map<String, Value>), Error> {
    let in_force = rulebook::in_force(db, now)?;
    let rules = serde_json::to_value(&in_force)?;
    let open = |name: &str| Some((name.to_owned(), rules.get(name)?.clone()));
    Ok((TableId(in_force.nomic_table), HouseRules::OPEN_TO_NOMIC.into_iter().filter_map(open).collect()))
}

/// What a notice says: the news without whom it is for, and the table.
fn told(table: &Table, news: &Value) -> Value {
    let mut told = news.clone();
    if let Some(members) = told.as_object_mut() {
        members.retain(|name, _| !["kind", "topic", "seats", "not_voted"].contains(&name.as_str()));
        members.insert("table".to_owned(), json!(table.id));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reminder_comes_before_its_time_or_not_at_all() {
        let at =
            |hour| chrono::NaiveDate::from_ymd_opt(2026, 11, 9).and_then(|day| day.and_hms_opt(hour, 0, 0)).unwrap();
        let reminder = json!({ "kind": "vote_due", "proposal": 301, "until": "2026-11-09T20:00:00Z" });
        assert!(!is_too_late(&reminder, at(19)));
        assert!(is_too_late(&reminder, at(20)) && is_too_late(&reminder, at(23)));
        assert!(
            !is_too_late(&json!({ "kind": "proposed", "until": "2026-11-09T20:00:00Z" }), at(23)),
            "it is news all the same"
        );
    }
}

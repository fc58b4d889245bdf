//! What a step of a game means to the club: notices to those it concerns, and house rules that follow it.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use serde_json::{Value, json};

use crate::audit::{self, Entry as Act, Word};
use crate::db::{Db, Tx, schema::people};
use crate::error::Error;
use crate::notify::{self, Topic};
use crate::rulebook;
use crate::tables::{Entry, Table, store::subject};

/// Sends the notices that the last entry makes, and lets the house rules follow it.
pub fn stepped(tx: &mut Tx, table: &Table, entry: &Entry) -> Result<(), Error> {
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
            follow(tx, table, &news["by"], rules)?;
        }
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

/// What a notice says: the news without whom it is for, and the table.
fn told(table: &Table, news: &Value) -> Value {
    let mut told = news.clone();
    if let Some(members) = told.as_object_mut() {
        members.retain(|name, _| !["kind", "topic", "seats", "not_voted"].contains(&name.as_str()));
        members.insert("table".to_owned(), json!(table.id));
    }
    told
}

/// The house rules follow the game that governs them, from now on; what cannot be a house rule is told and left.
fn follow(tx: &mut Tx, table: &Table, by: &Value, rules: &serde_json::Map<String, Value>) -> Result<(), Error> {
    let now = tx.now;
    if rulebook::in_force(tx.db, now)?.nomic_table != table.id.0 {
        return Ok(());
    }
    let cause = match (by["proposal"].as_u64(), by["judgement"].as_str()) {
        (Some(number), _) => format!("rule-change {number}"),
        (None, Some(id)) => format!("Judgement {id}"),
        (None, None) => "its course".to_owned(),
    };
    let note = format!("By {cause} of the game of Nomic at table {}.", table.id);
    let refusal = match rulebook::follow(tx, rules, &note) {
        Ok(_) => return Ok(()),
        Err(Error::Refused(refusal)) => refusal,
        Err(error) => return Err(error),
    };
    let told = json!({ "table": table.id, "cause": cause, "rules": rules, "reason": refusal.detail.to_string(), "acts": refusal.acts });
    for person in table.people() {
        notify::enqueue(tx, Topic::NomicHouseRulesRefused, Some(person), &told)?;
    }
    notify::enqueue(tx, Topic::NomicHouseRulesRefused, None, &told)?;
    audit::record(tx, Act { actor: None, act: Word::NomicHouseRulesRefused, subject: subject(table.id), body: told })
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

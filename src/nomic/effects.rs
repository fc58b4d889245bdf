//! The effects of a step of a game on the club: notices, and house rules that the game governs.

use chrono::NaiveDateTime;
use rookery_nomic::plays::Made;
use serde_json::{Value, json};

use super::actions::Follow;
use super::news::News;
use super::table::{Effect, NewsItem, Notice};
use crate::action::{By, perform};
use crate::db::Tx;
use crate::error::Error;
use crate::notify::{self, Topic};
use crate::tables::{Entry, Table};

/// Sends the notices that a step makes, and lets the house rules follow it.
pub fn stepped(tx: &mut Tx, table: &Table, entry: &Entry, effect: &Effect) -> Result<(), Error> {
    if effect.said.as_ref().is_some_and(|said| said.made == Some(Made::Forfeit)) {
        tell_of_leaving(tx, table, entry)?;
    }
    for NewsItem { news, notice } in &effect.news {
        if let Some(Notice { topic, seats }) = notice.as_ref().filter(|_| !is_too_late(news, tx.now)) {
            let told = told(table, news)?;
            let concerned = table.seats.iter().filter(|chair| seats.contains(&chair.seat));
            for person in concerned.filter_map(|chair| chair.person.as_ref()) {
                notify::enqueue(tx, *topic, Some(person.id), &told)?;
            }
        }
        if let News::HouseRules { by, rules } = news {
            perform(tx, &By::service("IV.1"), &Follow { table, cause: by, rules })?;
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
fn is_too_late(news: &News, now: NaiveDateTime) -> bool {
    matches!(news, News::VoteDue { until, .. } if *until <= now.and_utc())
}

/// What a notice says: the news without whom it is for, and the table.
fn told(table: &Table, news: &News) -> Result<Value, Error> {
    let mut told = serde_json::to_value(news)?;
    let unordered = match news {
        News::Pronounced { unordered, .. } | News::Closed { unordered, .. } => *unordered,
        _ => None,
    };
    if let Some(members) = told.as_object_mut() {
        members.extend(unordered.map(|comes| ("without_orders".to_owned(), json!(comes))));
        members.retain(|name, _| !["kind", "not_voted"].contains(&name.as_str()));
        members.insert("table".to_owned(), json!(table.id));
    }
    Ok(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reminder_comes_before_its_time_or_not_at_all() {
        let at =
            |hour| chrono::NaiveDate::from_ymd_opt(2026, 11, 9).and_then(|day| day.and_hms_opt(hour, 0, 0)).unwrap();
        let (until, not_voted) = (at(20).and_utc(), Vec::new());
        let reminder = News::VoteDue { proposal: 301, until, not_voted: not_voted.clone() };
        assert!(!is_too_late(&reminder, at(19)));
        assert!(is_too_late(&reminder, at(20)) && is_too_late(&reminder, at(23)));
        let proposed = News::Proposed { proposal: 301, by: "Anna".to_owned(), until, not_voted };
        assert!(!is_too_late(&proposed, at(23)), "it is news all the same");
    }
}

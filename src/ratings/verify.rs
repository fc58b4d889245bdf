//! Verifies the ratings: replays the log from its start and compares the result with every derived
//! record.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::{self as messages, Join, Message, say};
use rookery_ratings::fold::{Change, Effect, Fold, Place};

use super::{Outcome, log};
use crate::db::{
    Db,
    schema::{ledger, standings},
};
use crate::error::Error;

/// Rows read at once.
const CHUNK: i64 = 10_000;

/// What was found.
#[derive(Debug, Default)]
pub struct Report {
    pub events: u64,
    pub members: u64,
    pub entries: u64,
    /// Each says where the records part, and what each of them says.
    pub faults: Vec<Message>,
}

/// Replays the whole log: score = fold(log) = what the log has on record = the standings = the sum
/// of the ledger's entries, for every person; and the standings count the games.
pub fn verify(db: &mut Db) -> Result<Report, Error> {
    walk(db, &mut |_| {})
}

/// The same; `tell` hears how many events and entries are done.
pub fn walk(db: &mut Db, tell: &mut dyn FnMut(u64)) -> Result<Report, Error> {
    let mut report = Report::default();
    let (fold, records, mut made) = replay(db, &mut report, tell)?;
    let sums = ledger_sums(db, &mut report, &mut made, tell)?;
    let missed = made.into_iter().filter(|(_, missing)| *missing != 0);
    report.faults.extend(missed.map(|(event, missing)| match missing {
        1.. => say!("event {event}: {entries} entries of the ledger that name it are gone", event, entries = missing),
        _ => say!(
            "event {event}: {entries} entries of the ledger name it that were never made",
            event,
            entries = -missing
        ),
    }));
    type Row = (i64, Option<i64>, i64, i64, i64);
    let columns = (standings::person_id, standings::score, standings::wins, standings::draws, standings::losses);
    let rows: Vec<Row> = standings::table.order(standings::person_id).select(columns).load(db)?;
    let stood: HashMap<i64, Option<i64>> = rows.iter().map(|row| (row.0, row.1)).collect();
    for (person, score, wins, draws, losses) in rows {
        report.members += u64::from(score.is_some());
        let folded = fold.score(person).map(i64::from);
        if folded != score {
            let (stood, folded) = (worth(score), worth(folded));
            report.faults.push(say!(
                "person {person}: the standings say {stood}, the log comes to {folded}",
                person,
                stood,
                folded
            ));
        }
        let sum = sums.get(&person).copied().unwrap_or(0);
        if sum != score.unwrap_or(0) {
            let stood = worth(score);
            report.faults.push(say!(
                "person {person}: the standings say {stood}, the ledger's entries come to {sum}",
                person,
                stood,
                sum
            ));
        }
        let counted = records.get(&person).copied().unwrap_or_default();
        if counted != [wins, draws, losses] {
            report.faults.push(say!(
                "person {person}: the standings count {stood}; the log has {folded}",
                person,
                stood = games([wins, draws, losses]),
                folded = games(counted)
            ));
        }
    }
    for (person, score) in fold.scores() {
        if !stood.contains_key(&person) {
            report.faults.push(say!(
                "person {person}: the log comes to {score}, the standings do not have them",
                person,
                score
            ));
        }
    }
    Ok(report)
}

/// Wins, draws and losses.
type Games = [i64; 3];

/// How many entries of the ledger name each event.
type Entries = BTreeMap<i64, i64>;

fn replay(
    db: &mut Db,
    report: &mut Report,
    tell: &mut dyn FnMut(u64),
) -> Result<(Fold, HashMap<i64, Games>, Entries), Error> {
    let mut made = Entries::new();
    let mut fold = Fold::new();
    let mut records: HashMap<i64, Games> = HashMap::new();
    let mut place = Place { at: NaiveDateTime::MIN, id: i64::MIN };
    loop {
        let rows = match report.events {
            0 => log::first(db, CHUNK)?,
            _ => log::after(db, place, CHUNK)?,
        };
        let Some(last) = rows.last() else { break };
        place = last.place();
        for row in &rows {
            report.events += 1;
            made.insert(row.id.0, row.entries);
            let effect = fold.apply(&row.event()?);
            let recorded = row.effect()?;
            if !row.void && effect != recorded {
                report.faults.push(say!(
                    "event {event} at {when}: on record {recorded}; the fold gives {folded}",
                    event = row.id.0,
                    when = format!("{}Z", row.at),
                    recorded = told(&recorded),
                    folded = told(&effect)
                ));
            }
            let (Some(black), Some(outcome), false) = (row.second_id, row.outcome, row.void) else { continue };
            let (of_white, of_black) = match outcome {
                Outcome::White => (0, 2),
                Outcome::Draw => (1, 1),
                Outcome::Black => (2, 0),
            };
            records.entry(row.first_id.0).or_default()[of_white] += 1;
            records.entry(black.0).or_default()[of_black] += 1;
        }
        tell(report.events);
    }
    Ok((fold, records, made))
}

fn told(effect: &Effect) -> Message {
    let score = |score: Option<i32>| worth(score.map(i64::from));
    let change = |change: Change| {
        let (was, is) = (score(change.before), score(change.after));
        say!("person {person} from {was} to {is}", person = change.person, was, is)
    };
    let changes: Vec<Message> = effect.changes().map(change).collect();
    if changes.is_empty() { say!("no change") } else { Message::joined(Join::And, changes) }
}

fn games([wins, draws, losses]: Games) -> Message {
    say!("{wins} wins, {draws} draws, {losses} losses", wins, draws, losses)
}

fn worth(score: Option<i64>) -> messages::Value {
    score.map_or_else(|| say!("no score").into(), messages::Value::from)
}

/// The sum of everybody's entries; every entry's balance must be the sum up to it.
fn ledger_sums(
    db: &mut Db,
    report: &mut Report,
    made: &mut Entries,
    tell: &mut dyn FnMut(u64),
) -> Result<HashMap<i64, i64>, Error> {
    let mut sums: HashMap<i64, i64> = HashMap::new();
    let mut after = 0;
    loop {
        let rows: Vec<(i64, i64, i64, i64, i64)> = ledger::table
            .filter(ledger::id.gt(after))
            .order(ledger::id)
            .limit(CHUNK)
            .select((ledger::id, ledger::person_id, ledger::delta, ledger::balance, ledger::event_id))
            .load(db)?;
        let Some(last) = rows.last() else { break };
        after = last.0;
        for (id, person, delta, balance, event) in rows {
            report.entries += 1;
            *made.entry(event).or_default() -= 1;
            let sum = sums.entry(person).or_default();
            *sum += delta;
            if *sum != balance {
                let sum = *sum;
                report.faults.push(say!(
                    "ledger entry {entry} of person {person}: its balance is {balance}, the sum {sum}",
                    entry = id,
                    person,
                    balance,
                    sum
                ));
            }
        }
        tell(report.events + report.entries);
    }
    Ok(sums)
}

//! Many new events at once: one walk through the log from the earliest of them on, instead of one
//! for each. What comes out is what posting them one after the other would give, but for the
//! ledger: each new event has its own entries, and a member whose score further events move
//! otherwise than before has one entry more that says so.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_ratings::elo::Score;
use rookery_ratings::fold::{Fold, Place};

use super::log::{self, Row};
use super::store::{Cause, NewEvent, Record, new_row, record_of};
use crate::db::{
    Db, INSERTED_AT_ONCE, Kept, Tx, raise_version,
    schema::{ledger, standings},
    tables,
};
use crate::each;
use crate::error::Error;
use crate::id::{EventId, PersonId};
use crate::rulebook::{self, HouseRules};

/// Rows of the log read at once.
const CHUNK: i64 = 10_000;

#[derive(Insertable)]
#[diesel(table_name = ledger)]
#[diesel(treat_none_as_default_value = false)]
pub(super) struct Entry {
    person_id: PersonId,
    posted_at: NaiveDateTime,
    delta: i64,
    balance: i64,
    event_id: EventId,
    correction: bool,
    cause: Kept,
    acts: String,
}

#[derive(Insertable)]
#[diesel(table_name = standings)]
#[diesel(treat_none_as_default_value = false)]
pub(super) struct StandingRow {
    pub person_id: PersonId,
    pub score: Option<i64>,
    pub wins: i64,
    pub draws: i64,
    pub losses: i64,
    pub version: i64,
}

/// The state of a person during the walk through the log.
#[derive(Clone, Copy, Default)]
struct Account {
    /// The sum of the ledger's entries so far.
    balance: i64,
    games: [i64; 3],
    there: bool,
}

/// Puts events at their places in the log, each under the house rules of its instant (T14), and
/// re-folds what comes after. Events of the same instant keep the order they are given in; `why`
/// tells those whose scores change because an event of somebody else came in before theirs.
pub fn post_many(tx: &mut Tx, mut events: Vec<(NaiveDateTime, NewEvent, Cause)>, why: &Cause) -> Result<(), Error> {
    events.sort_by_key(|event| event.0);
    let Some(&(earliest, ..)) = events.first() else { return Ok(()) };
    let first = tables::reserve_ids(tx, "rating_events", events.len())?;
    let rules = Rules::read(tx.db)?;
    let mut new: Vec<(Row, Cause)> = Vec::with_capacity(events.len());
    for (id, (at, event, cause)) in (first..).zip(events) {
        let row = Row { id: EventId(id), ..new_row(at, event, rules.at(at)) };
        new.push((row, cause));
    }
    let mut accounts = accounts(tx.db)?;
    let old_scores = old_scores(tx.db)?;
    let start = Place { at: earliest, id: i64::MIN };
    let mut fold = fold_before(tx.db, start, &old_scores)?;
    let mut entries = Vec::with_capacity(new.len() * 2);
    walk(tx, start, &mut fold, &mut new, &mut accounts, &mut entries)?;
    // Those whom the new events moved through others' games.
    let last = new.last().map_or(EventId(0), |(row, _)| row.id);
    entries.extend(corrections(tx.now, &fold, &mut accounts, last, why)?);
    let mut named: HashMap<EventId, i64> = HashMap::new();
    entries.iter().for_each(|entry| *named.entry(entry.event_id).or_default() += 1);
    let counted = |(row, _): (Row, Cause)| Row { entries: named.get(&row.id).copied().unwrap_or(0), ..row };
    log::insert_numbered(tx, new.into_iter().map(counted))?;
    insert_entries(tx, &entries)?;
    settle(tx, &fold, &accounts, &old_scores)
}

/// Makes many events void, as though they never happened. Whose score that changes has one entry of the ledger more, for
/// the last of them.
pub fn void_many(tx: &mut Tx, events: &[EventId], why: &Cause) -> Result<(), Error> {
    let mut rows = log::counting(tx.db, events)?;
    rows.sort_by_key(Row::place);
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(()) };
    let (start, last) = (Place { at: first.at, id: i64::MIN }, last.id);
    let mut accounts = accounts(tx.db)?;
    let old_scores = old_scores(tx.db)?;
    for Record { person, wins, draws, losses } in rows.iter().flat_map(|row| record_of(row, -1)) {
        let account = accounts.entry(person.0).or_default();
        account.games = [account.games[0] + wins, account.games[1] + draws, account.games[2] + losses];
        account.there = true;
    }
    let mut fold = fold_before(tx.db, start, &old_scores)?;
    log::make_void(tx, &rows)?;
    walk(tx, start, &mut fold, &mut [], &mut accounts, &mut Vec::new())?;
    let entries = corrections(tx.now, &fold, &mut accounts, last, why)?;
    log::count_entries(tx, last, entries.len())?;
    insert_entries(tx, &entries)?;
    settle(tx, &fold, &accounts, &old_scores)
}

/// An entry of the ledger for everybody whose score is not what their entries come to.
fn corrections(
    now: NaiveDateTime,
    fold: &Fold,
    accounts: &mut BTreeMap<i64, Account>,
    event: EventId,
    why: &Cause,
) -> Result<Vec<Entry>, Error> {
    let mut entries = Vec::new();
    for (&person, account) in accounts {
        let score = fold.score(person).map_or(0, i64::from);
        if score != account.balance {
            entries.push(entry(now, PersonId(person), score - account.balance, score, event, why)?);
            account.balance = score;
            account.there = true;
        }
    }
    Ok(entries)
}

fn insert_entries(tx: &mut Tx, entries: &[Entry]) -> Result<(), Error> {
    for entries in entries.chunks(INSERTED_AT_ONCE) {
        each!(&mut *tx.db, c => diesel::insert_into(ledger::table).values(entries).execute(c))?;
    }
    Ok(())
}

/// The versions of the house rules, for many instants.
struct Rules(Vec<(NaiveDateTime, HouseRules)>);

impl Rules {
    fn read(db: &mut Db) -> Result<Rules, Error> {
        let mut rules = vec![(NaiveDateTime::MIN, HouseRules::default())];
        rules.extend(rulebook::versions(db)?.into_iter().map(|version| (version.published_at, version.rules)));
        Ok(Rules(rules))
    }

    fn at(&self, at: NaiveDateTime) -> &HouseRules {
        let index = self.0.partition_point(|(published, _)| *published <= at).saturating_sub(1);
        &self.0[index].1
    }
}

fn accounts(db: &mut Db) -> Result<BTreeMap<i64, Account>, Error> {
    type Row = (i64, Option<i64>, i64, i64, i64);
    let columns = (standings::person_id, standings::score, standings::wins, standings::draws, standings::losses);
    let rows: Vec<Row> = standings::table.select(columns).load(db)?;
    let account = |(person, score, wins, draws, losses): Row| {
        (person, Account { balance: score.unwrap_or(0), games: [wins, draws, losses], there: false })
    };
    Ok(rows.into_iter().map(account).collect())
}

/// Everybody's score as the standings have it.
fn old_scores(db: &mut Db) -> Result<HashMap<i64, Option<i64>>, Error> {
    Ok(standings::table.select((standings::person_id, standings::score)).load(db)?.into_iter().collect())
}

/// Everybody's score just before a place: the standings, if nothing comes after it.
fn fold_before(db: &mut Db, place: Place, now: &HashMap<i64, Option<i64>>) -> Result<Fold, Error> {
    if log::ends_before(db, place)? {
        let score = |(&person, &score): (&i64, &Option<i64>)| Some((person, Score::try_from(score?).ok()?));
        return Ok(now.iter().filter_map(score).collect());
    }
    let mut fold = Fold::new();
    let mut rows = log::first(db, CHUNK)?;
    loop {
        for row in &rows {
            if row.place() >= place {
                return Ok(fold);
            }
            fold.apply(&row.event()?);
        }
        let Some(last) = rows.last() else { return Ok(fold) };
        rows = log::after(db, last.place(), CHUNK)?;
    }
}

pub(super) fn entry(
    now: NaiveDateTime,
    person: PersonId,
    delta: i64,
    balance: i64,
    event: EventId,
    cause: &Cause,
) -> Result<Entry, Error> {
    Ok(Entry {
        person_id: person,
        posted_at: now,
        delta,
        balance,
        event_id: event,
        correction: cause.correction,
        cause: Kept::of(cause.text.clone()),
        acts: serde_json::to_string(&cause.acts)?,
    })
}

/// Folds the old and the new events together from a place on.
fn walk(
    tx: &mut Tx,
    start: Place,
    fold: &mut Fold,
    new: &mut [(Row, Cause)],
    accounts: &mut BTreeMap<i64, Account>,
    entries: &mut Vec<Entry>,
) -> Result<(), Error> {
    let mut new = new.iter_mut().peekable();
    let mut place = start;
    loop {
        let old = log::after(tx.db, place, CHUNK)?;
        let is_end = old.is_empty();
        for row in &old {
            while let Some((row, cause)) = new.next_if(|(new, _)| new.place() < row.place()) {
                apply_new(tx.now, row, cause, fold, accounts, entries)?;
            }
            let effect = fold.apply(&row.event()?);
            if effect != row.effect()? {
                log::update_effect(tx, row.id.0, &effect)?;
            }
            place = row.place();
        }
        if is_end {
            for (row, cause) in new {
                apply_new(tx.now, row, cause, fold, accounts, entries)?;
            }
            return Ok(());
        }
    }
}

fn apply_new(
    now: NaiveDateTime,
    row: &mut Row,
    cause: &Cause,
    fold: &mut Fold,
    accounts: &mut BTreeMap<i64, Account>,
    entries: &mut Vec<Entry>,
) -> Result<(), Error> {
    let effect = fold.apply(&row.event()?);
    row.set_effect(&effect);
    for change in effect.changes() {
        let account = accounts.entry(change.person).or_default();
        let delta = i64::from(change.delta());
        account.balance += delta;
        account.there = true;
        entries.push(entry(now, PersonId(change.person), delta, account.balance, row.id, cause)?);
    }
    for Record { person, wins, draws, losses } in record_of(row, 1) {
        let account = accounts.entry(person.0).or_default();
        account.games = [account.games[0] + wins, account.games[1] + draws, account.games[2] + losses];
    }
    Ok(())
}

/// Brings the standings up to date.
fn settle(
    tx: &mut Tx,
    fold: &Fold,
    accounts: &BTreeMap<i64, Account>,
    old: &HashMap<i64, Option<i64>>,
) -> Result<(), Error> {
    let version = raise_version(tx, "leaderboard")?;
    let mut added = Vec::new();
    for (&person, account) in accounts.iter().filter(|(_, account)| account.there) {
        let score = fold.score(person).map(i64::from);
        let [wins, draws, losses] = account.games;
        if old.contains_key(&person) {
            diesel::update(standings::table.find(person))
                .set((
                    standings::score.eq(score),
                    standings::wins.eq(wins),
                    standings::draws.eq(draws),
                    standings::losses.eq(losses),
                    standings::version.eq(version),
                ))
                .execute(tx.db)?;
        } else {
            added.push(StandingRow { person_id: PersonId(person), score, wins, draws, losses, version });
        }
    }
    for added in added.chunks(INSERTED_AT_ONCE) {
        each!(&mut *tx.db, c => diesel::insert_into(standings::table).values(added).execute(c))?;
    }
    Ok(())
}

//! Tables in memory: a cache that carries the version the database owns, and wakes those who watch.
//!
//! Every row of `tables` carries the version that last changed it, so a room catches up by reading the
//! rows above its own version and the entries above each table's number, no matter who wrote them. The writer's
//! room does so before its writes are answered; other replicas look a few times a second. A step is then
//! judged from the cached state and costs the same however long the game is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, RwLock};

use chrono::NaiveDateTime;
use rookery_messages::{self as messages, Join, say};
use tokio::sync::watch;

use super::store::{self, VERSION};
use super::{AnyGame, AnyState, Away, Chair, Entry, Seat, Stage, Table, TableId, Talk};
use crate::clock::Clock;
use crate::db::{Database, Db, versions};
use crate::error::{Error, Kind, Refusal};
use crate::id::PersonId;

/// Tables that are kept in memory though nobody watches them.
const KEPT: usize = 500;

/// Tables that one person is looked for at.
const AT_TABLES: usize = 200;

/// Connections that one person may have to all tables (a page that was left counts until a heartbeat finds it gone), that those may have who have not signed in, and all.
const OF_ONE: u32 = 32;
const OF_NOBODY: u32 = 3_000;
const OF_ALL: u32 = 6_000;
/// Sent instead of a version when a table is no longer in memory: clients reconnect.
pub const GONE: i64 = -1;

/// Those who have a connection to a table here, and those seated who had one.
type Present = Arc<Mutex<HashMap<PersonId, Attendance>>>;

/// How many connections somebody has; since when none.
#[derive(Clone, Copy)]
enum Attendance {
    Here(u32),
    Left(NaiveDateTime),
}

/// The cached state of a table at one of its versions.
pub struct Known {
    pub table: Table,
    present: Present,
    /// `None` before the game has begun.
    pub state: Option<Box<dyn AnyState>>,
    pub log: Vec<Arc<Entry>>,
    pub talk: Vec<Arc<Talk>>,
}

impl Known {
    /// An entry of the log, as the viewer may see it now.
    pub fn shown(&self, entry: &Arc<Entry>, viewer: Option<PersonId>) -> Arc<Entry> {
        let seat = viewer.and_then(|person| self.table.seat_of(person));
        let others = self.state.as_deref().filter(|_| seat.is_none() || entry.seat != seat);
        let kept = others.and_then(|state| state.keeps_back(entry));
        kept.map_or_else(|| entry.clone(), |play| Arc::new(Entry { play, ..(**entry).clone() }))
    }

    /// The seats of those who are connected. A replica knows of its own connections only.
    pub fn here(&self) -> Vec<Seat> {
        let is_here = |(seat, attendance)| matches!(attendance, Attendance::Here(_)).then_some(seat);
        self.attendance().into_iter().filter_map(is_here).collect()
    }

    /// Those seated who were connected and are no longer.
    pub fn away(&self) -> Vec<Away> {
        let left = |(seat, attendance)| match attendance {
            Attendance::Here(_) => None,
            Attendance::Left(since) => Some(Away { seat, since }),
        };
        self.attendance().into_iter().filter_map(left).collect()
    }

    /// Those seated who were connected and are no longer, since before this instant.
    fn left(&self, before: NaiveDateTime) -> Vec<PersonId> {
        let present = lock(&self.present);
        let has_left = |person: &PersonId| matches!(present.get(person), Some(Attendance::Left(at)) if *at < before);
        self.table.people().into_iter().filter(has_left).collect()
    }

    fn attendance(&self) -> Vec<(Seat, Attendance)> {
        let present = lock(&self.present);
        let known = |chair: &Chair| Some((chair.seat, *present.get(&chair.person.as_ref()?.id)?));
        self.table.seats.iter().filter_map(known).collect()
    }

    fn number(&self) -> i64 {
        self.log.last().map_or(0, |entry| entry.number)
    }
}

/// What was written for one spectator, for all who know as much and come at the same moment.
pub struct Shared {
    /// The version that it tells of, and the entry and the utterance after which it begins.
    pub of: (i64, i64, i64),
    pub at: NaiveDateTime,
    pub messages: Arc<Vec<Message>>,
}

/// A message of a table, written: its type, the number of its entry, JSON.
pub struct Message {
    pub name: &'static str,
    pub number: Option<i64>,
    pub json: String,
}

/// A table in memory.
pub struct Live {
    known: RwLock<Known>,
    changed: watch::Sender<i64>,
    /// What spectators were told last.
    pub shared: Mutex<Option<Shared>>,
}

impl Live {
    pub fn read<T>(&self, look: impl FnOnce(&Known) -> T) -> T {
        look(&self.known.read().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }

    /// How many connections are told of it: of those who play, and of those who watch.
    pub fn here(&self) -> usize {
        self.changed.receiver_count()
    }

    /// Somebody is connected until this is dropped; those who watch are told of either.
    pub fn arrives(self: &Arc<Live>, person: PersonId, clock: &Clock) -> Presence {
        let present = self.read(|known| known.present.clone());
        let mut all = lock(&present);
        let before = match all.get(&person) {
            Some(Attendance::Here(connections)) => *connections,
            Some(Attendance::Left(_)) | None => 0,
        };
        all.insert(person, Attendance::Here(before + 1));
        drop(all);
        if before == 0 {
            self.tell_of_presence();
        }
        Presence { live: self.clone(), present, person, clock: clock.clone() }
    }

    /// Those who watch are told who is there: what was written for one of them before is out of date.
    fn tell_of_presence(&self) {
        *lock(&self.shared) = None;
        self.changed.send_modify(|_| {});
    }

    /// Tells when the table has changed.
    pub fn changes(&self) -> watch::Receiver<i64> {
        self.changed.subscribe()
    }
}

/// Somebody's connection to a table.
pub struct Presence {
    live: Arc<Live>,
    present: Present,
    person: PersonId,
    clock: Clock,
}

impl Drop for Presence {
    fn drop(&mut self) {
        let sits = self.live.read(|known| known.table.seat_of(self.person).is_some());
        let mut all = lock(&self.present);
        let Some(Attendance::Here(connections)) = all.get_mut(&self.person) else { return };
        *connections -= 1;
        if *connections > 0 {
            return;
        }
        // Nobody asks since when a spectator is away.
        match sits {
            true => all.insert(self.person, Attendance::Left(self.clock.now())),
            false => all.remove(&self.person),
        };
        drop(all);
        self.live.tell_of_presence();
    }
}

/// The games that can be played, and the tables that are in use.
#[derive(Default)]
pub struct Room {
    games: Vec<&'static dyn AnyGame>,
    live: Mutex<HashMap<TableId, Arc<Live>>>,
    /// Every table that has not ended: who neither sits at one nor is asked to costs the database no question.
    unended: Mutex<HashMap<TableId, Table>>,
    /// What all of `live` and `unended` are at, once they were read; held from asking to taking over: older rows must not overtake newer ones.
    seen: Mutex<Option<TableVersions>>,
    /// Held while a table is read into memory.
    opening: Mutex<()>,
    /// Open connections, by person.
    guests: Arc<Mutex<HashMap<Option<PersonId>, u32>>>,
}

/// The versions that tables in memory are at.
#[derive(Clone, Copy, PartialEq)]
struct TableVersions {
    tables: i64,
    /// How often the club was replaced by a backup.
    restored: i64,
    /// How often somebody came to be called otherwise, or was erased.
    names: i64,
}

impl TableVersions {
    fn now(db: &mut Db) -> Result<TableVersions, Error> {
        let all = versions(db)?;
        let value = |name: &str| all.get(name).copied().unwrap_or(0);
        Ok(TableVersions { tables: value(VERSION), restored: value("restored"), names: value("names") })
    }
}

/// An open connection, counted until it ends.
pub struct Guest {
    person: Option<PersonId>,
    guests: Arc<Mutex<HashMap<Option<PersonId>, u32>>>,
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut guests = lock(&self.guests);
        if let Some(count) = guests.get_mut(&self.person) {
            *count -= 1;
            if *count == 0 {
                guests.remove(&self.person);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Room {
    pub fn with(games: Vec<&'static dyn AnyGame>) -> Room {
        Room { games, ..Room::default() }
    }

    pub fn games(&self) -> impl Iterator<Item = &'static dyn AnyGame> {
        self.games.iter().copied()
    }

    /// A game by its name.
    pub fn game(&self, name: &str) -> Result<&'static dyn AnyGame, Refusal> {
        self.games().find(|game| game.name() == name).ok_or_else(|| {
            let names: Vec<&str> = self.games().map(|game| game.name()).collect();
            Refusal::field(
                "game",
                say!(
                    "{name} is not played here; there is: {names}.",
                    name = format!("{name:?}"),
                    names = messages::Value::list(Join::Commas, names)
                ),
            )
        })
    }

    /// Lets somebody connect, unless they or all have too many connections already.
    pub fn admit(&self, person: Option<PersonId>) -> Result<Guest, Refusal> {
        let mut guests = lock(&self.guests);
        let all: u32 = guests.values().sum();
        let count = guests.entry(person).or_default();
        let most = if person.is_some() { OF_ONE } else { OF_NOBODY };
        if *count >= most || all >= OF_ALL {
            let detail = say!("{most} connections are the most; close another one first.", most);
            return Err(Refusal::new(Kind::TooMany(10), say!("Too many connections"), detail));
        }
        *count += 1;
        Ok(Guest { person, guests: self.guests.clone() })
    }

    /// A table's game before its first step; `None` before it has begun.
    pub fn started(&self, table: &Table) -> Result<Option<Box<dyn AnyState>>, Error> {
        let Some(at) = table.started_at else { return Ok(None) };
        Ok(Some(self.game(&table.game)?.start(&table.options, table.seed, at)?))
    }

    /// How a table's game stands by the database, from the cached state and what came since.
    pub fn state(&self, db: &mut Db, table: &Table) -> Result<Box<dyn AnyState>, Error> {
        let live = lock(&self.live).get(&table.id).cloned();
        let cached = live.and_then(|live| {
            live.read(|known| known.state.as_ref().map(|state| (state.copy(), known.number())))
                .filter(|(_, number)| *number <= table.number)
        });
        let (mut state, number) = match cached {
            Some(cached) => cached,
            None => {
                let detail = say!("The game at this table has not begun.");
                let not_begun = || Refusal::conflict(say!("Not as the table stands"), detail).act("I.9");
                (self.started(table)?.ok_or_else(not_begun)?, 0)
            }
        };
        if number < table.number {
            fold(&mut *state, &store::entries_after(db, table.id, number)?)?;
        }
        Ok(state)
    }

    /// A table in memory, read if it is not there yet.
    pub fn live(&self, db: &mut Db, id: TableId) -> Result<Arc<Live>, Error> {
        if let Some(live) = lock(&self.live).get(&id) {
            return Ok(live.clone());
        }
        let _one_at_a_time = lock(&self.opening);
        if let Some(live) = lock(&self.live).get(&id) {
            return Ok(live.clone());
        }
        let known = db.snapshot(|db| {
            let table = store::table(db, id)?;
            let state = self.started(&table)?;
            let mut known = Known { table, present: Present::default(), state, log: Vec::new(), talk: Vec::new() };
            take_over(db, &mut known)?;
            Ok(known)
        })?;
        let (changed, _) = watch::channel(known.table.version);
        let live = Arc::new(Live { known: RwLock::new(known), changed, shared: Mutex::default() });
        // No commit waits for a log to be folded; what came meanwhile is little.
        let _seen = lock(&self.seen);
        db.snapshot(|db| {
            let table = store::table(db, id)?;
            self.refresh(db, &live, table)
        })?;
        let mut all = lock(&self.live);
        if all.len() >= KEPT {
            all.retain(|_, live| live.changed.receiver_count() > 0);
        }
        all.insert(id, live.clone());
        Ok(live)
    }

    /// Reads a table into memory before it is written to, so that the write need not fold its log.
    pub async fn open(self: &Arc<Room>, db: &Database, id: TableId) -> Result<Arc<Live>, Error> {
        if let Some(live) = lock(&self.live).get(&id) {
            return Ok(live.clone());
        }
        let room = self.clone();
        db.ask(move |db| room.live(db, id)).await
    }

    /// Those seated at a table who have left it since before this instant, as far as this replica knows.
    pub fn left(&self, id: TableId, before: NaiveDateTime) -> Vec<PersonId> {
        let live = lock(&self.live).get(&id).cloned();
        live.map_or_else(Vec::new, |live| live.read(|known| known.left(before)))
    }

    /// Whether somebody sits at the table of this number; nobody does where there is none.
    pub async fn seats(self: &Arc<Room>, db: &Database, table: i64, person: PersonId) -> Result<bool, Error> {
        match self.open(db, TableId(table)).await {
            Ok(live) => Ok(live.read(|known| known.table.seat_of(person).is_some())),
            Err(Error::Refused(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The tables at which somebody plays a game whose turns last for days.
    pub async fn lasting(self: &Arc<Room>, db: &Database, person: PersonId) -> Result<Vec<Arc<Live>>, Error> {
        self.seated(db, person, |game, table| table.stage == Stage::Playing && game.lasts(&table.options)).await
    }

    /// The tables at which somebody plays a game of one sitting with others.
    pub async fn sittings(self: &Arc<Room>, db: &Database, person: PersonId) -> Result<Vec<Arc<Live>>, Error> {
        let is_sitting = |game: &dyn AnyGame, table: &Table| {
            table.stage == Stage::Playing && !game.lasts(&table.options) && !game.is_practice(&table.options)
        };
        self.seated(db, person, is_sitting).await
    }

    /// The tables at which somebody sits whose game has not begun, or is adjourned.
    pub async fn at_rest(self: &Arc<Room>, db: &Database, person: PersonId) -> Result<Vec<Arc<Live>>, Error> {
        self.seated(db, person, |_, table| matches!(table.stage, Stage::Open | Stage::Adjourned)).await
    }

    /// The tables that have not begun at which a seat waits for somebody, the last opened first.
    pub fn challenges(&self, person: PersonId) -> Vec<Table> {
        self.unended(|table| table.stage == Stage::Open && table.kept_for(person).is_some())
    }

    /// The tables at which time does something by now, or tells of it; as this replica knows them.
    pub fn due(&self, now: NaiveDateTime) -> Vec<TableId> {
        let is_due = |table: &&Table| {
            matches!(table.stage, Stage::Playing | Stage::Adjourned)
                && [table.due_at, table.warn_at].into_iter().flatten().any(|at| at <= now)
        };
        let mut due: Vec<_> =
            lock(&self.unended).values().filter(is_due).map(|table| (table.due_at, table.id)).collect();
        due.sort_unstable();
        due.into_iter().map(|(_, id)| id).collect()
    }

    async fn seated(
        self: &Arc<Room>,
        db: &Database,
        person: PersonId,
        is_wanted: fn(&dyn AnyGame, &Table) -> bool,
    ) -> Result<Vec<Arc<Live>>, Error> {
        let is_theirs = |table: &Table| {
            table.seat_of(person).is_some() && self.game(&table.game).is_ok_and(|game| is_wanted(game, table))
        };
        let mut found = Vec::new();
        for table in self.unended(is_theirs) {
            found.push(self.open(db, table.id).await?);
        }
        Ok(found)
    }

    /// Tables that have not ended, the last opened first.
    fn unended(&self, is_wanted: impl Fn(&Table) -> bool) -> Vec<Table> {
        let mut found: Vec<Table> = lock(&self.unended).values().filter(|table| is_wanted(table)).cloned().collect();
        found.sort_by_key(|table| std::cmp::Reverse(table.id));
        found.truncate(AT_TABLES);
        found
    }

    /// Takes over what changed since the version that this room is at.
    pub fn catch_up(&self, db: &mut Db) -> Result<(), Error> {
        let mut seen = lock(&self.seen);
        let now = TableVersions::now(db)?;
        let Some(before) = seen.filter(|seen| (now.restored, now.names) == (seen.restored, seen.names)) else {
            // Another club, or people called otherwise: all is read again, and those who watch come again.
            let unended = store::unended(db)?;
            for (_, live) in lock(&self.live).drain() {
                live.changed.send_replace(GONE);
            }
            *lock(&self.unended) = unended.into_iter().map(|table| (table.id, table)).collect();
            *seen = Some(now);
            return Ok(());
        };
        if now.tables == before.tables {
            return Ok(());
        }
        for table in store::changed_since(db, before.tables)? {
            let id = table.id;
            match table.ended_at {
                None => lock(&self.unended).insert(id, table.clone()),
                Some(_) => lock(&self.unended).remove(&id),
            };
            let Some(live) = lock(&self.live).get(&id).cloned() else { continue };
            if let Err(error) = self.refresh(db, &live, table) {
                tracing::error!(%error, "a table could not be refreshed; it will be read again");
                lock(&self.live).retain(|_, other| !Arc::ptr_eq(other, &live));
                live.changed.send_replace(GONE);
            }
        }
        *seen = Some(now);
        Ok(())
    }

    fn refresh(&self, db: &mut Db, live: &Arc<Live>, table: Table) -> Result<(), Error> {
        let (version, over) = (table.version, matches!(table.stage, Stage::Ended | Stage::Archived));
        let id = table.id;
        {
            let mut known = live.known.write().unwrap_or_else(|poisoned| poisoned.into_inner());
            if known.state.is_none() {
                known.state = self.started(&table)?;
            }
            known.table = table;
            take_over(db, &mut known)?;
        }
        live.changed.send_replace(version);
        if over && live.changed.receiver_count() == 0 {
            lock(&self.live).remove(&id);
        }
        Ok(())
    }
}

/// Steps that were taken once are taken again.
fn fold(state: &mut dyn AnyState, log: &[Entry]) -> Result<(), Error> {
    for entry in log {
        state.step(entry.step(), entry.at).map_err(|refusal| {
            Error::internal(format!("entry {} of a table's log is refused when replayed: {refusal}", entry.number))
        })?;
    }
    Ok(())
}

/// Reads what the log and the talk have gained, up to the table's number.
fn take_over(db: &mut Db, known: &mut Known) -> Result<(), Error> {
    if known.number() < known.table.number {
        let news = store::entries_after(db, known.table.id, known.number())?;
        if let Some(state) = &mut known.state {
            fold(&mut **state, &news)?;
        }
        known.log.extend(news.into_iter().map(Arc::new));
    }
    let last = known.talk.last().map_or(0, |talk| talk.id);
    known.talk.extend(store::talk_after(db, known.table.id, last)?.into_iter().map(Arc::new));
    Ok(())
}

//! The sessions that imported games and attendances belong to, and those that are created for them.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{NaiveDate, NaiveDateTime, TimeDelta, TimeZone};
use chrono_tz::Tz;
use rookery_messages::{Message, say};

use super::Against;
use super::people::Register;
use crate::exchange::import::lines::{SessionLine, When};
use crate::exchange::import::plan::KnownSession;
use crate::id::SessionId;
use crate::rulebook::HouseRules;

/// The local day of an instant.
pub fn day(at: NaiveDateTime, zone: Tz) -> NaiveDate {
    zone.from_utc_datetime(&at).date_naive()
}

/// The time on the club's clock at an instant.
pub fn local(at: NaiveDateTime, zone: Tz) -> NaiveDateTime {
    zone.from_utc_datetime(&at).naive_local()
}

/// The instant of a local time; of two, the first; `None` if the clocks skip it.
pub fn instant(local: NaiveDateTime, zone: Tz) -> Option<NaiveDateTime> {
    zone.from_local_datetime(&local).earliest().map(|at| at.naive_utc())
}

/// The sessions that there are, and those that the import adds.
pub struct Places {
    house: HouseRules,
    sessions: Vec<KnownSession>,
    known: usize,
    /// Those that were held, by local day, in order.
    days: BTreeMap<NaiveDate, Vec<usize>>,
    /// Games of a session whose time is not told, so far.
    untimed: HashMap<usize, i64>,
    registers: HashMap<usize, Register>,
    open: HashSet<(usize, usize)>,
}

/// What a line of sessions said.
pub enum Added {
    New,
    Known,
    /// It is there, and was cancelled.
    Cancelled(SessionId, Message),
}

impl Places {
    pub fn new(known: &[KnownSession], house: &HouseRules) -> Places {
        let mut places = Places {
            house: house.clone(),
            sessions: Vec::with_capacity(known.len()),
            known: known.len(),
            days: BTreeMap::new(),
            untimed: HashMap::new(),
            registers: HashMap::new(),
            open: HashSet::new(),
        };
        for session in known {
            places.push(session.clone());
        }
        places
    }

    fn push(&mut self, session: KnownSession) -> usize {
        let index = self.sessions.len();
        if !session.cancelled {
            self.days.entry(day(session.starts_at, self.house.time_zone)).or_default().push(index);
        }
        self.sessions.push(session);
        index
    }

    pub fn get(&self, session: usize) -> &KnownSession {
        &self.sessions[session]
    }

    /// The held session that a time or a day means.
    pub fn find(&self, when: When) -> Result<usize, Against> {
        let zone = self.house.time_zone;
        let date = match when {
            When::At(at) => day(at, zone),
            When::On(date) => date,
        };
        let held = self.days.get(&date).map(Vec::as_slice).unwrap_or_default();
        let found = match when {
            When::At(at) => held.iter().find(|&&session| self.sessions[session].contains(at)),
            When::On(_) => held.first(),
        };
        found.copied().ok_or_else(|| {
            let detail = match (when, held.first().map(|&session| &self.sessions[session])) {
                (When::At(at), Some(other)) => say!(
                    "The club has no session then: {at}. That day's is from {starts_at} to {ends_at}: correct the time.",
                    at = local(at, zone),
                    starts_at = local(other.starts_at, zone).time(),
                    ends_at = local(other.ends_at, zone).time()
                ),
                _ if self.is_cancelled(date) => {
                    say!("The session on {date} was cancelled. Correct the day, or leave the line out.", date)
                }
                (When::At(at), None) => say!("The club has no session then: {at}.", at = local(at, zone)),
                (When::On(_), _) => say!("The club had no session on {date}.", date),
            };
            Against::new("0.5", detail)
        })
    }

    /// Whether a session of that day was cancelled.
    fn is_cancelled(&self, date: NaiveDate) -> bool {
        let mut cancelled = self.sessions.iter().filter(|session| session.cancelled);
        cancelled.any(|session| day(session.starts_at, self.house.time_zone) == date)
    }

    /// The hours, by the house rules, of a session made for the games of a day; `None` if the day has a session already or
    /// its session was cancelled.
    fn hours_on(&self, date: NaiveDate) -> Option<(NaiveDateTime, NaiveDateTime)> {
        let zone = self.house.time_zone;
        let is_taken = self.days.contains_key(&date) || self.is_cancelled(date);
        let local = |time| instant(date.and_time(time), zone);
        if is_taken { None } else { local(self.house.session_start).zip(local(self.house.session_end)) }
    }

    /// The hours of a session that could be made for such a game.
    pub fn could_be_made(&self, when: When) -> Option<(NaiveDateTime, NaiveDateTime)> {
        match when {
            When::On(date) => self.hours_on(date),
            When::At(at) => {
                let (start, end) = self.hours_on(day(at, self.house.time_zone))?;
                Some((start.min(at), end.max(at)))
            }
        }
    }

    /// An instant for a game of which only the day is told: each a second after the one before.
    pub fn next_instant(&mut self, session: usize) -> NaiveDateTime {
        let place = &self.sessions[session];
        let count = self.untimed.entry(session).or_default();
        let at = place.starts_at + TimeDelta::seconds(*count);
        *count += 1;
        at.min(place.ends_at)
    }

    /// Takes a line of sessions.
    pub fn add(&mut self, line: &SessionLine) -> Result<Added, Against> {
        if line.ends_at <= line.starts_at {
            return Err(Against::new("0.5", say!("A session ends after it starts.")));
        }
        if line.ends_at - line.starts_at > TimeDelta::hours(24) {
            return Err(Against::new("0.5", say!("A session is not longer than a day.")));
        }
        let reason = || line.cancel_reason.clone().unwrap_or_else(|| say!("Cancelled in the imported calendar"));
        if let Some(there) = self.sessions.iter_mut().find(|session| session.starts_at == line.starts_at) {
            if there.cancelled == line.cancelled {
                return Ok(Added::Known);
            }
            let (false, Some(id)) = (there.cancelled, there.id) else {
                let detail = say!("The session that starts then was cancelled; hold it again first.");
                return Err(Against::new("0.5", detail));
            };
            there.cancelled = true;
            for held in self.days.values_mut() {
                held.retain(|&session| self.sessions[session].id != Some(id));
            }
            return Ok(Added::Cancelled(id, reason()));
        }
        let overlaps = |session: &&KnownSession| {
            !session.cancelled && session.starts_at <= line.ends_at && line.starts_at <= session.ends_at
        };
        if !line.cancelled
            && let Some(other) = self.sessions.iter().find(overlaps)
        {
            let at = local(other.starts_at, self.house.time_zone);
            let detail = say!("It overlaps the session that starts at {at} by the club's clock.", at);
            return Err(Against::new("0.5", detail));
        }
        self.push(KnownSession {
            id: None,
            starts_at: line.starts_at,
            ends_at: line.ends_at,
            room: line.room.clone().unwrap_or_else(|| self.house.room.clone()),
            extra: line.extra,
            cancelled: line.cancelled,
            cancel_reason: line.cancelled.then(reason),
        });
        Ok(Added::New)
    }

    /// Makes a session for each day on which games were played and none was held: at the house's
    /// hours, and long enough for all of them.
    pub fn make_for(&mut self, games: impl Iterator<Item = When>) -> HashSet<usize> {
        let zone = self.house.time_zone;
        let mut days: BTreeMap<NaiveDate, Option<(NaiveDateTime, NaiveDateTime)>> = BTreeMap::new();
        for when in games {
            match when {
                When::On(date) => drop(days.entry(date).or_default()),
                When::At(at) => {
                    let span = days.entry(day(at, zone)).or_default();
                    *span = Some(span.map_or((at, at), |(first, last)| (first.min(at), last.max(at))));
                }
            }
        }
        let mut made = HashSet::new();
        for (date, span) in days {
            let Some((start, end)) = self.hours_on(date) else { continue };
            let (first, last) = span.unwrap_or((start, end));
            let room = self.house.room.clone();
            let extra = chrono::Datelike::weekday(&date) != self.house.session_weekday;
            made.insert(self.push(KnownSession {
                id: None,
                starts_at: start.min(first),
                ends_at: end.max(last),
                room,
                extra,
                cancelled: false,
                cancel_reason: None,
            }));
        }
        made
    }

    /// Takes sessions back that were made; the numbers of those after them fall accordingly.
    pub fn remove(&mut self, made: &HashSet<usize>) {
        let mut index = 0..;
        self.sessions.retain(|_| index.next().is_none_or(|index| !made.contains(&index)));
    }

    /// Puts somebody on a register; false where they are there since then.
    pub fn arrive(
        &mut self,
        session: usize,
        person: usize,
        arrived_at: NaiveDateTime,
        left_at: Option<NaiveDateTime>,
    ) -> Result<bool, Against> {
        if !self.registers.entry(session).or_default().insert((person, arrived_at)) {
            return Ok(false);
        }
        if left_at.is_none() && !self.open.insert((session, person)) {
            return Err(Against::new("0.9", say!("The person has a stay in this session that is not ended.")));
        }
        Ok(true)
    }

    /// Ids and starts of all sessions, and those that are new.
    pub fn finish(self) -> (Vec<(Option<SessionId>, NaiveDateTime)>, Vec<KnownSession>) {
        let places = self.sessions.iter().map(|session| (session.id, session.starts_at)).collect();
        (places, self.sessions.into_iter().skip(self.known).collect())
    }
}

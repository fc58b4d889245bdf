//! Who is meant by a name, and when they were members.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::NaiveDateTime;
use chrono_tz::Tz;
use rookery_messages::{Join, Value, say};

use super::{Against, in_the_future, places};
use crate::error::quoted;
use crate::exchange::import::lines::MemberLine;
use crate::exchange::import::plan::{KnownPerson, NewMembership, Span};
use crate::games::rules::{MemberStatus, Player, standing_at};
use crate::id::PersonId;
use crate::members::rules::handle_of;

/// Everybody whom the club knows, and whom the import adds.
pub struct People {
    people: Vec<KnownPerson>,
    known: usize,
    handles: HashMap<String, usize>,
    /// By name as it is compared; several may share one.
    names: HashMap<String, Vec<usize>>,
    /// Names as the files have them, once they are found.
    found: HashMap<String, usize>,
    /// Names that nobody was known by, as they are shown.
    strangers: BTreeSet<String>,
    changed: bool,
}

/// Strangers that are remembered: a file with more is no club's next week.
const MOST_STRANGERS: usize = 200;

/// A name as it is compared: without regard to case, spaces, and which half comes first.
fn key(name: &str) -> String {
    display(name).to_lowercase()
}

/// `Ørsted, Ann` is `Ann Ørsted`.
fn display(name: &str) -> String {
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    match name.split_once(',') {
        Some((last, first)) if !first.trim().is_empty() && !last.trim().is_empty() => {
            squeezed(&format!("{first} {last}"))
        }
        _ => squeezed(name),
    }
}

/// Whether two names are written for the same person.
pub fn same(one: &str, other: &str) -> bool {
    key(one) == key(other)
}

/// Whether a name can be a new member's.
fn new_name(name: &str) -> Result<(), Against> {
    let name = display(name);
    if matches!(name.as_str(), "" | "?" | "-" | "N.N." | "NN") {
        return Err(Against::new("0.12", say!("The player is not named.")));
    }
    crate::members::rules::name(&name).map(drop).map_err(|refusal| Against::plain(refusal.detail))
}

/// Somebody whom nobody knows, as a player who joins with the game.
pub fn newcomer(name: &str) -> Result<Player, Against> {
    new_name(name)?;
    let standing = MemberStatus::Member;
    let name = display(name);
    Ok(Player { name, standing, ban: None, tells_ban: true, monitored: false, clock_ordered: false })
}

impl People {
    pub fn new(known: &[KnownPerson]) -> People {
        let mut people = People {
            people: Vec::with_capacity(known.len()),
            known: known.len(),
            handles: HashMap::with_capacity(known.len()),
            names: HashMap::with_capacity(known.len()),
            found: HashMap::new(),
            strangers: BTreeSet::new(),
            changed: false,
        };
        for person in known {
            people.push(person.clone());
        }
        people
    }

    fn push(&mut self, person: KnownPerson) -> usize {
        let index = self.people.len();
        self.handles.insert(person.handle.to_lowercase(), index);
        self.names.entry(key(&person.name)).or_default().push(index);
        self.people.push(person);
        index
    }

    pub fn id(&self, person: usize) -> Option<PersonId> {
        self.people[person].id
    }

    /// Whether somebody never was on the leaderboard.
    pub fn never_joined(&self, person: usize) -> bool {
        self.people[person].memberships.is_empty()
    }

    /// Whether somebody can have joined earlier than they are known to have: nothing happened to them before. Who joined
    /// before the session of a game closed need not have.
    pub fn may_begin(&self, person: usize, at: NaiveDateTime, closes: Option<NaiveDateTime>) -> bool {
        let person = &self.people[person];
        let first = person.memberships.iter().map(|(joined, _)| *joined).min();
        let is_free = |(first, free)| free <= at && at < first && closes.is_none_or(|closes| closes <= first);
        first.zip(person.free_since).is_some_and(is_free)
    }

    /// Puts the beginning of somebody's first time on the leaderboard earlier.
    fn begin(&mut self, person: usize, at: NaiveDateTime) -> Option<NewMembership> {
        let first = self.people[person].memberships.iter_mut().min_by_key(|(joined, _)| *joined)?;
        let began = std::mem::replace(&mut first.0, at);
        Some(NewMembership {
            person,
            joined_at: at,
            removed_at: first.1,
            removal_reason: None,
            removal_act: None,
            first: true,
            ends: false,
            began: Some(began),
        })
    }

    /// Refuses a game of somebody who joined for the first time after it and the session it was played at, unless they join
    /// at it.
    pub fn had_joined(
        &self,
        person: usize,
        at: NaiveDateTime,
        closes: Option<NaiveDateTime>,
        (join_unknown, zone): (bool, Tz),
    ) -> Result<(), Against> {
        let KnownPerson { name, memberships, .. } = &self.people[person];
        let Some(first) = memberships.iter().map(|(joined, _)| *joined).min() else { return Ok(()) };
        if standing_at(memberships, at, closes) != MemberStatus::Guest {
            return Ok(());
        }
        let day = places::day(first, zone);
        let detail = match (self.may_begin(person, at, closes), join_unknown) {
            (true, true) => return Ok(()),
            (true, false) => say!(
                "{name} joined the leaderboard on {day}, after this game. It counts if players join at their first game.",
                name,
                day
            ),
            (false, _) => say!(
                "{name} joined the leaderboard on {day}, after this game. It cannot count: leave the line out.",
                name,
                day
            ),
        };
        Err(Against::new("0.12", detail))
    }

    /// Whom a handle or a name means; `None` if nobody is called so.
    pub fn find(&mut self, written: &str) -> Result<Option<usize>, Against> {
        if let Some(&person) = self.found.get(written) {
            return Ok(Some(person));
        }
        let by_handle = self.handles.get(&written.trim().to_lowercase()).copied();
        let by_name = self.names.get(&key(written)).map(Vec::as_slice).unwrap_or_default();
        let person = match (by_handle, by_name) {
            (Some(person), _) | (None, &[person]) => person,
            (None, []) => {
                if self.strangers.len() < MOST_STRANGERS {
                    self.strangers.insert(display(written));
                }
                return Ok(None);
            }
            (None, several) => {
                let handles: Vec<&str> = several.iter().map(|&index| self.people[index].handle.as_str()).collect();
                return Err(Against::plain(say!(
                    "{count} people are called {name}; write the handle instead: {handles}.",
                    count = several.len(),
                    name = quoted(written),
                    handles = Value::list(Join::Commas, handles)
                )));
            }
        };
        self.found.insert(written.to_owned(), person);
        Ok(Some(person))
    }

    /// A handle made of the name that nobody has.
    fn free_handle(&self, name: &str) -> String {
        let base = handle_of(name);
        let mut numbered = (2_u64..).map(|number| format!("{base}{number}"));
        let is_free = |handle: &String| !self.handles.contains_key(handle);
        Some(base.clone()).filter(is_free).or_else(|| numbered.find(is_free)).unwrap_or(base)
    }

    /// A known person as the player of a game then; anybody who was no member before may join with it.
    pub fn player(
        &self,
        person: usize,
        at: NaiveDateTime,
        closes: Option<NaiveDateTime>,
        now: NaiveDateTime,
        join_unknown: bool,
    ) -> Player {
        let joins = join_unknown && (self.never_joined(person) || self.may_begin(person, at, closes));
        let person = &self.people[person];
        let holds = |spans: &[Span], at: NaiveDateTime| {
            spans.iter().find(|(from, to)| *from <= at && to.is_none_or(|to| at < to)).copied()
        };
        Player {
            name: person.name.clone(),
            standing: if joins { MemberStatus::Member } else { standing_at(&person.memberships, at, closes) },
            ban: holds(&person.bans, at).map(|(_, to)| to),
            tells_ban: true,
            monitored: holds(&person.monitors, at).or(holds(&person.monitors, now)).is_some(),
            clock_ordered: holds(&person.clock_orders, at).is_some(),
        }
    }

    /// A player of a game that stands: joined there and then, if they were no member before. Gives
    /// when the membership in which they played began.
    pub fn take_part(
        &mut self,
        name: &str,
        at: NaiveDateTime,
        closes: Option<NaiveDateTime>,
        join_unknown: bool,
        joining: &mut Vec<NewMembership>,
    ) -> Result<(usize, NaiveDateTime), Against> {
        let person = match self.find(name)? {
            Some(person) => person,
            None => {
                let name = display(name);
                let handle = self.free_handle(&name);
                self.push(KnownPerson { handle, name, ..KnownPerson::default() })
            }
        };
        if join_unknown && self.may_begin(person, at, closes) {
            joining.extend(self.begin(person, at));
        }
        let memberships = &mut self.people[person].memberships;
        if memberships.is_empty() {
            memberships.push((at, None));
            joining.push(NewMembership {
                person,
                joined_at: at,
                removed_at: None,
                removal_reason: None,
                removal_act: None,
                first: true,
                ends: false,
                began: None,
            });
        }
        let during = memberships.iter().find(|(joined, removed)| *joined <= at && removed.is_none_or(|to| at < to));
        let after = memberships.iter().map(|(joined, _)| *joined).filter(|joined| at < *joined).min();
        Ok((person, during.map(|(joined, _)| *joined).or(after).unwrap_or(at)))
    }

    /// Takes a line of members: makes the person known, and adds what is new of the membership.
    pub fn add_membership(
        &mut self,
        line: &MemberLine,
        now: NaiveDateTime,
        zone: Tz,
    ) -> Result<Option<NewMembership>, Against> {
        let handle = line.handle.as_ref().map(|handle| handle.to_lowercase());
        let there = match &handle {
            Some(handle) => self.handles.get(handle).copied(),
            None => self.find(&line.name)?,
        };
        if let (Some(person), Some(handle)) = (there, &handle)
            && !same(&self.people[person].name, &line.name)
        {
            let owner = &self.people[person].name;
            let detail = say!("The handle {handle} is {owner}'s, not {other}'s.", handle, owner, other = &line.name);
            return Err(Against::plain(detail));
        }
        for at in line.joined_at.into_iter().chain(line.removed_at) {
            if at > now {
                return Err(Against::new("II.1", in_the_future(at, zone)));
            }
        }
        let known = there.map(|person| self.people[person].memberships.clone()).unwrap_or_default();
        let mut ends = false;
        let mut is_new = false;
        if let Some(joined) = line.joined_at {
            if line.removed_at.is_some_and(|removed| removed <= joined) {
                return Err(Against::new("II.7", say!("Somebody was removed before they joined.")));
            }
            match known.iter().find(|(other, _)| *other == joined) {
                Some((_, removed)) if *removed == line.removed_at => {}
                Some((_, None)) => ends = true,
                Some(_) => return Err(Against::new("II.7", say!("This membership ended at another time."))),
                None => is_new = true,
            }
            let ended = line.removed_at.unwrap_or(NaiveDateTime::MAX);
            let overlaps = |(from, to): &(NaiveDateTime, Option<NaiveDateTime>)| {
                *from != joined && *from < ended && to.is_none_or(|to| joined < to)
            };
            if let (Some(person), Some(&(began, removed))) = (there, known.iter().find(|&span| overlaps(span))) {
                if joined < began && removed == line.removed_at && self.may_begin(person, joined, None) {
                    self.changed = true;
                    let begun = self.begin(person, joined);
                    self.people[person].free_since = None;
                    return Ok(begun);
                }
                let (name, day) = (self.people[person].name.as_str(), places::day(began, zone));
                let detail = say!("The club has {name} as a member from {day} on. This time overlaps that.", name, day);
                return Err(Against::new("II.1", detail));
            }
        }
        let person = match there {
            Some(person) => person,
            None => {
                new_name(&line.name)?;
                let name = display(&line.name);
                let handle = handle.unwrap_or_else(|| self.free_handle(&name));
                self.push(KnownPerson { handle, name, ..KnownPerson::default() })
            }
        };
        self.changed = there.is_none() || is_new || ends;
        let (true, Some(joined_at)) = (is_new || ends, line.joined_at) else { return Ok(None) };
        self.people[person].free_since = None;
        let memberships = &mut self.people[person].memberships;
        let first = memberships.iter().all(|(other, _)| *other >= joined_at);
        memberships.retain(|(other, _)| *other != joined_at);
        memberships.push((joined_at, line.removed_at));
        Ok(Some(NewMembership {
            person,
            joined_at,
            removed_at: line.removed_at,
            removal_reason: line.removal_reason.clone(),
            removal_act: line.removal_act.clone(),
            first,
            ends,
            began: None,
        }))
    }

    /// The first of the names that nobody was known by.
    pub fn strangers(&self) -> &BTreeSet<String> {
        &self.strangers
    }

    /// Whether the last line said anything new.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    pub fn ids(&self) -> Vec<Option<PersonId>> {
        self.people.iter().map(|person| person.id).collect()
    }

    /// Handles and names of those who are new.
    pub fn added(self) -> Vec<(String, String)> {
        self.people.into_iter().skip(self.known).map(|person| (person.handle, person.name)).collect()
    }
}

/// People on a session's register.
pub type Register = HashSet<(usize, NaiveDateTime)>;

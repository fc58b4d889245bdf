//! Notices grouped for reading: one line for each subject. A notice is marked as read when its reader has acted on the
//! subject, or the subject is closed.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDateTime;
use diesel::prelude::*;

use crate::auth::Actor;
use crate::court::State;
use crate::db::{
    Db,
    schema::{acts, cases, plays, tables},
};
use crate::elections::{self, ElectionId};
use crate::error::Error;
use crate::games::store::confirmations;
use crate::id::PersonId;
use crate::notify::inbox::{self, Notification};
use crate::notify::pages::still_open;
use crate::notify::topics::Asked;
use crate::notify::{Audience, Topic, undone};
use crate::web::places::Thing;

/// What bears on whether notices are still news to somebody, by thing.
#[derive(Debug, Default)]
pub struct Facts {
    /// When the reader last did something about it.
    acted: HashMap<String, NaiveDateTime>,
    /// When it ended.
    over: HashMap<String, NaiveDateTime>,
    /// Elections in which the reader has voted.
    voted: HashSet<String>,
    /// Games that were entered before this instant stand: nobody can dispute them any more (T47).
    disputable_since: NaiveDateTime,
}

impl Facts {
    /// Whether a notice is read by what was done since.
    pub fn settle(&self, notice: &Notification) -> bool {
        let Some(thing) = notice.thing.as_deref().map(whole) else { return false };
        let told = notice.created_at.naive_utc();
        self.acted.get(thing).is_some_and(|acted| *acted >= told)
            // A notice of the end itself is still news.
            || self.over.get(thing).is_some_and(|over| *over > told)
            || (notice.asks_for_a_ballot() && self.voted.contains(thing))
            || (Topic::of(&notice.topic) == Some(Topic::GameEntered) && told < self.disputable_since)
    }
}

/// What a thing is a part of: a proposal's game.
fn whole(thing: &str) -> &str {
    thing.split('/').next().unwrap_or(thing)
}

impl Notification {
    fn asks_for_a_ballot(&self) -> bool {
        Topic::of(&self.topic) == Some(Topic::ElectionOpened)
    }

    /// Whether it waits for its reader: it is about them alone, or asks something of them. One to everybody asks nobody in
    /// particular, except for a ballot.
    fn is_own(&self) -> bool {
        match self.audience {
            Audience::Person => true,
            Audience::Moderators => !self.is_for_others && self.kind_asked().is_some(),
            Audience::Everybody => self.asks_for_a_ballot(),
        }
    }

    /// What it asks of its reader, by its topic.
    fn kind_asked(&self) -> Option<Asked> {
        Topic::of(&self.topic)?.asked()
    }

    /// Whether it asks something of its reader that nobody has done yet.
    fn asks(&self) -> bool {
        (self.is_asked || self.kind_asked().is_some()) && self.waits() && !self.is_for_others
    }

    /// Whether it is known that what it asks is still open. Of the others what was told since may be the end.
    fn is_open(&self) -> bool {
        self.asks() && (self.is_asked || self.kind_asked() != Some(Asked::Elsewhere))
    }

    /// Whether it waits for its reader, and is not read.
    fn waits(&self) -> bool {
        !self.read && self.is_own()
    }

    /// Whether it tells many of what the reader did. One that tells only the reader of their own deed is still news to them.
    fn is_their_own_deed(&self, reader: PersonId) -> bool {
        self.audience != Audience::Person && self.body["by"].as_i64() == Some(reader.0)
    }
}

/// The later of two instants, kept under a name.
fn keep(latest: &mut HashMap<String, NaiveDateTime>, thing: String, at: NaiveDateTime) {
    let kept = latest.entry(thing).or_insert(at);
    *kept = (*kept).max(at);
}

/// What is known of these things and a reader.
fn facts(db: &mut Db, reader: PersonId, things: &HashSet<&str>, now: NaiveDateTime) -> Result<Facts, Error> {
    let mut facts = Facts::default();
    let things: HashSet<&str> = things.iter().copied().map(whole).collect();
    if things.is_empty() {
        return Ok(facts);
    }
    let numbers = |kind: Thing| -> Vec<&str> {
        let of_kind = things.iter().filter(|thing| Thing::of(thing) == Some(kind));
        of_kind.filter_map(|thing| Some(thing.split_once(':')?.1)).collect()
    };
    let own: Vec<(String, NaiveDateTime)> = acts::table
        .filter(acts::subject.eq_any(things.iter().copied()))
        .filter(acts::actor_id.eq(reader))
        .select((acts::subject, acts::at))
        .load(db)?;
    for (thing, at) in own {
        keep(&mut facts.acted, thing, at);
    }
    let at_tables: Vec<i64> = numbers(Thing::Table).into_iter().filter_map(|number| number.parse().ok()).collect();
    if !at_tables.is_empty() {
        let played: Vec<(i64, NaiveDateTime)> = plays::table
            .filter(plays::table_id.eq_any(&at_tables).and(plays::played_by.eq(reader)))
            .select((plays::table_id, plays::at))
            .load(db)?;
        for (table, at) in played {
            keep(&mut facts.acted, format!("table:{table}"), at);
        }
        let ended: Vec<(i64, Option<NaiveDateTime>)> =
            tables::table.filter(tables::id.eq_any(&at_tables)).select((tables::id, tables::ended_at)).load(db)?;
        facts.over.extend(ended.into_iter().filter_map(|(table, at)| Some((format!("table:{table}"), at?))));
    }
    if !numbers(Thing::Game).is_empty() {
        facts.disputable_since = confirmations::disputable_since(db, now)?;
    }
    let of_court = numbers(Thing::Case);
    if !of_court.is_empty() {
        let stand: Vec<(String, State, NaiveDateTime)> = cases::table
            .filter(cases::number.eq_any(of_court))
            .select((cases::number, cases::state, cases::state_at))
            .load(db)?;
        let closed = stand.into_iter().filter(|(_, state, _)| !state.is_open());
        facts.over.extend(closed.map(|(number, _, at)| (format!("case:{number}"), at)));
    }
    for number in numbers(Thing::Election) {
        let Ok(election) = number.parse::<i64>() else { continue };
        if elections::store::has_voted(db, ElectionId(election), reader)? {
            facts.voted.insert(format!("election:{number}"));
        }
    }
    Ok(facts)
}

/// What the actor was told (see [`inbox::list`]), where what was acted on or undone counts as read.
pub fn list(
    db: &mut Db,
    actor: &Actor,
    before: Option<i64>,
    limit: i64,
    now: NaiveDateTime,
) -> Result<Vec<Notification>, Error> {
    let told = inbox::list(db, actor, before, limit)?;
    let mut told = settled(db, actor, told, now)?;
    still_open::ask_of_cases(db, actor, &mut told, now)?;
    Ok(told)
}

/// The same notices, where what was acted on or undone counts as read.
fn settled(
    db: &mut Db,
    actor: &Actor,
    mut told: Vec<Notification>,
    now: NaiveDateTime,
) -> Result<Vec<Notification>, Error> {
    let things = told.iter().filter(|notice| !notice.read).filter_map(|notice| notice.thing.as_deref()).collect();
    let facts = facts(db, actor.person, &things, now)?;
    for notice in told.iter_mut().filter(|notice| !notice.read) {
        notice.read = facts.settle(notice) || notice.is_their_own_deed(actor.person);
    }
    still_open::close(db, actor.person, &mut told)?;
    let undone = undone::of(db, told.iter().map(|notice| (notice.topic.as_str(), &notice.body)))?;
    for (notice, is_undone) in told.iter_mut().zip(undone) {
        notice.is_undone = is_undone;
        notice.read |= is_undone;
    }
    Ok(told)
}

/// Notices not marked as read that are looked through for what was acted on, the newest. Whether they were is found by their
/// bodies, one by one, so the work has a limit.
const LOOKED_THROUGH: i64 = 1_000;

/// What somebody has not read. Of more than `LOOKED_THROUGH` notices, each older one counts as it is, and as a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unread {
    pub notices: i64,
    /// The lines that they make: one for each thing.
    pub lines: i64,
    /// As [`own`] has it.
    pub own: i64,
}

fn counted(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// How much the actor has not read.
pub fn unread(db: &mut Db, actor: &Actor, now: NaiveDateTime) -> Result<Unread, Error> {
    let marked = inbox::unread(db, actor)?;
    if marked == 0 {
        return Ok(Unread { notices: 0, lines: 0, own: 0 });
    }
    let newest = inbox::unmarked(db, actor, LOOKED_THROUGH)?;
    let older = marked.saturating_sub(counted(newest.len()));
    let new = settled(db, actor, newest, now)?.into_iter().filter(|notice| !notice.read);
    let new: Vec<Notification> = new.collect();
    let notices = counted(new.len()).saturating_add(older);
    Ok(Unread { notices, lines: counted(lines(new).len()).saturating_add(older), own: own(db, actor, now)? })
}

/// How many lines wait for the actor: the club's news waits for nobody, and so hides none of them, however much there is.
/// Only the newest `LOOKED_THROUGH` of what could wait are looked through.
pub fn own(db: &mut Db, actor: &Actor, now: NaiveDateTime) -> Result<i64, Error> {
    let told = inbox::unmarked_own(db, actor, LOOKED_THROUGH)?;
    let told = settled(db, actor, told, now)?.into_iter().filter(Notification::waits);
    Ok(counted(lines(told.collect()).len()))
}

/// All that was told of one thing, as one line.
#[derive(Clone, Debug)]
pub struct Line {
    /// The newest one that asks for what is still open, or else that still holds; the newest of all if none does.
    pub newest: Notification,
    /// The others about the same thing, the newest first.
    pub earlier: Vec<Notification>,
}

impl Line {
    /// Adds an earlier one.
    fn add(&mut self, notice: Notification) {
        if self.newest.is_undone && !notice.is_undone {
            let undone = std::mem::replace(&mut self.newest, notice);
            self.earlier.insert(0, undone);
        } else {
            self.earlier.push(notice);
        }
    }

    /// With what is still asked first: it is not folded away below what was told since.
    fn headed(mut self) -> Line {
        let asking = self.earlier.iter().position(Notification::is_open).filter(|_| !self.newest.is_open());
        if let Some(place) = asking {
            let asking = self.earlier.remove(place);
            let newest = std::mem::replace(&mut self.newest, asking);
            self.earlier.insert(0, newest);
        }
        self
    }

    fn all(&self) -> impl Iterator<Item = &Notification> {
        std::iter::once(&self.newest).chain(&self.earlier)
    }

    pub fn is_new(&self) -> bool {
        self.all().any(|notice| !notice.read)
    }

    /// Whether it asks something of its reader that nobody has done yet.
    pub fn asks(&self) -> bool {
        self.all().any(Notification::asks)
    }

    /// Whether it is one of those that [`own`] counts.
    pub fn waits(&self) -> bool {
        self.all().any(Notification::waits)
    }
}

/// Notices by what they are about, in the order of the newest of each.
pub fn lines(notices: Vec<Notification>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for notice in notices {
        let place = notice.thing.as_ref().and_then(|thing| places.get(thing)).copied();
        match place.and_then(|place| lines.get_mut(place)) {
            Some(line) => line.add(notice),
            None => {
                if let Some(thing) = notice.thing.clone() {
                    places.insert(thing, lines.len());
                }
                lines.push(Line { newest: notice, earlier: Vec::new() });
            }
        }
    }
    lines.into_iter().map(Line::headed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notify::inbox::NotificationId;

    fn notice(id: i64, topic: &str, thing: Option<&str>, minute: u32) -> Notification {
        let at: NaiveDateTime = format!("2026-11-06T12:{minute:02}:00").parse().unwrap();
        Notification {
            id: NotificationId(id),
            topic: topic.to_owned(),
            audience: Audience::Person,
            body: serde_json::Value::Null,
            created_at: at.and_utc(),
            read: false,
            thing: thing.map(str::to_owned),
            is_settled: false,
            is_for_others: false,
            is_asked: false,
            is_undone: false,
        }
    }

    #[test]
    fn there_is_one_line_a_thing() {
        let told = vec![
            notice(5, "table.your_turn", Some("table:7"), 9),
            notice(4, "password.changed", None, 8),
            notice(3, "table.your_turn", Some("table:7"), 7),
            notice(2, "game.corrected", Some("game:7"), 6),
            notice(1, "password.changed", None, 5),
        ];
        let lines = lines(told);
        let ids: Vec<(i64, usize, bool)> =
            lines.iter().map(|line| (line.newest.id.0, line.earlier.len(), line.asks())).collect();
        assert_eq!(ids, [(5, 1, true), (4, 0, false), (2, 0, false), (1, 0, false)]);
    }

    #[test]
    fn what_holds_heads_a_line() {
        let told = |id, is_undone| Notification { is_undone, ..notice(id, "", Some("game:7"), 9) };
        let ids = |told: Vec<Notification>| {
            let line = lines(told).remove(0);
            std::iter::once(&line.newest).chain(&line.earlier).map(|notice| notice.id.0).collect::<Vec<_>>()
        };
        assert_eq!(ids(vec![told(4, true), told(3, true), told(2, false), told(1, false)]), [2, 4, 3, 1]);
        assert_eq!(ids(vec![told(3, false), told(2, true), told(1, false)]), [3, 2, 1]);
        assert_eq!(ids(vec![told(2, true), told(1, true)]), [2, 1]);
    }

    #[test]
    fn what_asks_heads_a_line_until_it_is_done() {
        let exhibit = || notice(2, "case.filed_on", Some("case:2026-1"), 9);
        let petition =
            |is_asked, read| Notification { is_asked, read, ..notice(1, "case.filed", Some("case:2026-1"), 8) };
        for (is_asked, read, head, asks) in [(true, false, 1, true), (true, true, 2, false), (false, false, 2, false)] {
            let line = lines(vec![exhibit(), petition(is_asked, read)]).remove(0);
            let found = (line.newest.id.0, line.earlier.len(), line.asks(), line.waits());
            assert_eq!(found, (head, 1, asks, true), "{is_asked} {read}");
        }
        let nomic = |id, topic| notice(id, topic, Some("table:7"), 9);
        let closed = lines(vec![nomic(2, "nomic.closed"), nomic(1, "nomic.pronounced")]).remove(0);
        assert_eq!((closed.newest.id.0, closed.asks()), (2, true), "its page alone knows whether it is open");
        let dispute = lines(vec![notice(1, "game.disputed", Some("game:7"), 9)]).remove(0);
        assert!(dispute.asks(), "also what has time until the next digest");
    }

    #[test]
    fn a_deed_of_ones_own_is_news_where_it_is_told_in_person() {
        let told = |audience| {
            let body = [("by", 7)].into_iter().collect();
            Notification { audience, body, ..notice(1, "password.reset", None, 1) }
        };
        let own = [Audience::Moderators, Audience::Everybody, Audience::Person];
        assert_eq!(own.map(|audience| told(audience).is_their_own_deed(PersonId(7))), [true, true, false]);
        assert!(!told(Audience::Moderators).is_their_own_deed(PersonId(8)));
    }

    #[test]
    fn what_was_done_or_is_over_is_read() {
        let at = |minute| notice(0, "", None, minute).created_at.naive_utc();
        let mut facts = Facts::default();
        facts.acted.insert("table:7".into(), at(10));
        facts.over.insert("case:2026-1".into(), at(10));
        facts.voted.insert("election:2".into());
        let read = |topic, thing, minute| facts.settle(&notice(1, topic, Some(thing), minute));
        assert!(read("table.your_turn", "table:7", 10) && !read("table.your_turn", "table:7", 11));
        assert!(read("nomic.vote_due", "table:7/301", 9), "a proposal's game");
        assert!(read("case.voted", "case:2026-1", 9) && !read("case.decided", "case:2026-1", 10), "its end is news");
        assert!(read("election.opened", "election:2", 12) && !read("election.counted", "election:2", 12));
        assert!(!facts.settle(&notice(1, "password.changed", None, 1)));
        facts.disputable_since = at(10);
        let read = |topic, minute| facts.settle(&notice(1, topic, Some("game:7"), minute));
        assert!(read("game.entered", 9) && !read("game.entered", 10) && !read("game.corrected", 9), "it stands");
    }

    #[test]
    fn the_clubs_news_waits_for_nobody() {
        let told = |audience, topic, is_for_others| {
            let notice = Notification { audience, is_for_others, ..notice(1, topic, None, 1) };
            notice.is_own()
        };
        for (audience, topic, own) in [
            (Audience::Person, "game.entered", true),
            (Audience::Moderators, "declaration.published", false),
            (Audience::Moderators, "game.dispute_to_settle", true),
            (Audience::Everybody, "session.cancelled", false),
            (Audience::Everybody, "election.opened", true),
            (Audience::Everybody, "election.counted", false),
        ] {
            assert_eq!(told(audience, topic, false), own, "{topic} to {audience}");
        }
        assert!(!told(Audience::Moderators, "game.dispute_to_settle", true), "others settle it");
    }
}

//! What elections do by themselves: voting opens, votes are counted, terms end. Once, no matter who runs it and
//! however often; what fell due while the service was down is made up.

use chrono::NaiveDateTime;
use serde_json::json;

use super::count::{self, Count, Standing};
use super::{Election, Phase, store};
use crate::audit::{self, Entry};
use crate::auth::{self, Role, secret};
use crate::conduct::declarations::{Exercise, NewDeclaration, store::publish};
use crate::db::{Database, Db, Tx};
use crate::error::Error;
use crate::id::PersonId;
use crate::members;
use crate::notify;
use crate::rulebook;
use crate::sessions::calendar::deadline;

/// Does what is due; gives how much there was to do.
pub fn run(db: &Database) -> Result<usize, Error> {
    let now = db.clock().now();
    let is_any = db.read_now(|db| Ok(!due(db, now)?.is_empty() || !auth::store::terms_over(db, now)?.is_empty()))?;
    if !is_any {
        return Ok(0);
    }
    let fresh = secret::random::<32>();
    db.write_now(move |tx| {
        let now = tx.now;
        let due = due(tx.db, now)?;
        for election in &due {
            if !store::is_opened(tx.db, election.id)? {
                open(tx, election)?;
            }
            if election.phase(now) == Phase::Counting {
                close(tx, election, &fresh)?;
            }
        }
        Ok(due.len() + end_terms(tx)?)
    })
}

/// Elections whose voting is to be announced, or whose votes are to be counted.
fn due(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Election>, Error> {
    let mut due = Vec::new();
    for election in store::running(db)? {
        let is_due = match election.phase(now) {
            Phase::Voting => !store::is_opened(db, election.id)?,
            phase => phase == Phase::Counting,
        };
        due.extend(is_due.then_some(election));
    }
    Ok(due)
}

fn open(tx: &mut Tx, election: &Election) -> Result<(), Error> {
    store::set_opened(tx, election.id)?;
    let candidates = store::candidates(tx.db, election.id)?;
    let standing: Vec<_> = candidates.iter().filter(|candidate| candidate.stands()).collect();
    let news =
        json!({ "election": election.id, "candidates": standing, "closes_at": election.voting_closes_at.and_utc() });
    tell(tx, "election.opened", election, &news)
}

fn tell(tx: &mut Tx, act: &str, election: &Election, news: &serde_json::Value) -> Result<(), Error> {
    notify::enqueue(tx, act, None, news)?;
    audit::record(tx, Entry { actor: None, act, subject: format!("election:{}", election.id), body: news })
}

/// Counts, publishes the count, and puts the elected into office until the end of the term.
fn close(tx: &mut Tx, election: &Election, fresh: &[u8]) -> Result<(), Error> {
    let now = tx.now;
    let candidates = store::candidates(tx.db, election.id)?;
    let mut standing = Vec::new();
    for candidate in candidates.into_iter().filter(super::Candidate::stands) {
        let membership = members::store::membership_at(tx.db, candidate.person, now)?;
        let member_since = membership.map_or(NaiveDateTime::MAX, |membership| membership.joined_at);
        standing.push(Standing { person: candidate.person, name: candidate.name, member_since });
    }
    let ballots = store::empty_the_box(tx, election.id, fresh)?;
    let counted = count::count(&standing, &ballots, usize::try_from(election.seats).unwrap_or(0));
    let zone = rulebook::in_force(tx.db, election.called_at)?.time_zone;
    let days = u32::try_from(election.term_weeks * 7).unwrap_or(u32::MAX);
    let ends_at = deadline(election.voting_closes_at.and_utc(), days, zone).naive_utc();
    store::set_result(tx, election.id, &counted, ends_at)?;
    seat(tx, election, &counted, ends_at)?;
    let news = json!({ "election": election.id, "result": counted, "term_ends_at": ends_at.and_utc() });
    tell(tx, "election.counted", election, &news)
}

fn seat(tx: &mut Tx, election: &Election, counted: &Count, ends_at: NaiveDateTime) -> Result<(), Error> {
    let reason = format!("Elected (Act III.2.5), election {}", election.id);
    for tally in counted.tallies.iter().filter(|tally| tally.elected) {
        match store::term(tx.db, tally.person)? {
            // Appointed since the nominations: the office has no end, and loses nothing.
            Some(None) => continue,
            Some(Some(_)) => take(tx, tally.person, Role::Moderator, "Elected again")?,
            None => {}
        }
        auth::store::give_term(tx, tally.person, Role::Moderator, ends_at, &reason)?;
        let effect = format!("Moderator until {} UTC", ends_at.format("%Y-%m-%d %H:%M"));
        declare(tx, Exercise::RoleGiven, tally.person, &reason, effect)?;
    }
    Ok(())
}

fn end_terms(tx: &mut Tx) -> Result<usize, Error> {
    let now = tx.now;
    let over = auth::store::terms_over(tx.db, now)?;
    for (person, role) in &over {
        take(tx, *person, *role, "The term is over (Act III.2.5)")?;
    }
    Ok(over.len())
}

fn take(tx: &mut Tx, person: PersonId, role: Role, reason: &str) -> Result<(), Error> {
    auth::store::take_role(tx, person, role, None, reason)?;
    declare(tx, Exercise::RoleTaken, person, reason, format!("No longer {role}"))
}

/// Declares to the club what happened to a person's office.
fn declare(tx: &mut Tx, exercise: Exercise, person: PersonId, reason: &str, effect: String) -> Result<(), Error> {
    let subject = format!("person:{person}");
    let (person, reason) = (Some(person), reason.to_owned());
    let declared = NewDeclaration { exercise, by: None, person, act: "III.2.5".into(), reason, effect, subject };
    publish(tx, &declared)?;
    Ok(())
}

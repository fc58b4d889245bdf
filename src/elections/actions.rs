//! Actions: calling, calling off, opening and counting elections; nominations, candidacies, ballots; the end of terms.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDateTime, Utc};
use rookery_messages::{Message, Value, say};
use serde::Deserialize;
use serde_json::json;

use super::count::{self, Count, CountedCandidate};
use super::rules::{self, Facts, Nomination};
use super::{Candidate, Election, ElectionId, store};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::auth::actions::{PutInOffice, TakeOffice};
use crate::auth::{Role, secret};
use crate::conduct::declarations::{Exercise, NewDeclaration, store::publish};
use crate::db::Tx;
use crate::error::Error;
use crate::http::instant;
use crate::id::PersonId;
use crate::members;
use crate::rulebook;
use crate::sessions::calendar::deadline;

fn subject(id: ElectionId) -> String {
    format!("election:{id}")
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewElection)]
pub struct Call {
    /// Moderators to be elected, 1 to 50.
    pub seats: i64,
    /// How long they are in office.
    pub term_weeks: i64,
    /// The last instant of nominations, some days ahead.
    pub nominations_close_at: DateTime<Utc>,
    /// The last instant of voting, some days after that.
    pub voting_closes_at: DateTime<Utc>,
    /// What it is for, 1 to 1000 characters.
    pub note: String,
}

impl Action for Call {
    type Done = Election;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Election>, Error> {
        let wanted = rules::Call {
            seats: self.seats,
            term_weeks: self.term_weeks,
            nominations_close_at: instant::kept("nominations_close_at", self.nominations_close_at)?,
            voting_closes_at: instant::kept("voting_closes_at", self.voting_closes_at)?,
            note: self.note.trim().to_owned(),
        };
        let now = tx.now;
        let house = rulebook::in_force(tx.db, now)?;
        let another_runs = !store::running(tx.db)?.is_empty();
        rules::call(&wanted, &house, another_runs, now)?;
        let id = store::call(tx, by.somebody()?.person, &wanted, &secret::random::<32>())?;
        let election = store::election(tx.db, id)?;
        Ok(Record::of(Word::ElectionCalled, subject(id), json!(election)).tell(None).done(election))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CallingOff {
    /// Why, 3 to 500 characters.
    pub reason: String,
}

/// Calls an election off before it is counted; what was voted is destroyed.
pub struct CallOff(pub ElectionId, pub CallingOff);

impl Action for CallOff {
    type Done = Election;

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<Election>, Error> {
        let (CallOff(id, CallingOff { reason }), now) = (self, tx.now);
        let reason = rules::call_off(store::election(tx.db, *id)?.phase(now), reason)?;
        store::call_off(tx, *id, &reason)?;
        let record = Record::of(Word::ElectionCalledOff, subject(*id), json!({ "election": id, "reason": reason }));
        Ok(record.tell(None).done(store::election(tx.db, *id)?))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewNomination {
    /// Who should stand; oneself is candidate at once.
    #[schema(value_type = i64)]
    pub person: PersonId,
    /// What oneself says to the voters, at most 1000 characters; empty for anybody else.
    #[serde(default)]
    pub statement: String,
}

/// Nominates a member, or oneself.
pub struct Nominate(pub ElectionId, pub NewNomination);

impl Action for Nominate {
    /// Everybody who was nominated.
    type Done = Vec<Candidate>;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Vec<Candidate>>, Error> {
        let (Nominate(id, NewNomination { person, statement }), now) = (self, tx.now);
        let nominator = by.somebody()?.person;
        let election = store::election(tx.db, *id)?;
        let nominee = members::store::known(tx.db, *person)?;
        let house = rulebook::in_force(tx.db, election.called_at)?;
        let tells_ban = nominator == *person || !members::store::reads_initials(tx.db, by.roles(), now)?;
        let by = store::facts(tx.db, nominator, election.called_at, now)?;
        let of = Facts { tells_ban, ..store::facts(tx.db, *person, election.called_at, now)? };
        let candidates = store::candidates(tx.db, *id)?;
        let earlier = candidates.iter().find(|candidate| candidate.person == *person);
        let nomination = rules::nominate(election.phase(now), &by, &of, earlier, &house, election.called_at)?;
        let is_own = nomination == Nomination::Accepted;
        let statement = rules::said_with(nomination, statement)?;
        store::nominate(tx, *id, *person, nominator, is_own, &statement)?;
        let news = json!({ "election": id, "person": person, "name": nominee.name, "accepted": is_own });
        let record = Record::of(Word::ElectionNominated, subject(*id), news);
        // The nominee is asked, and told by when they answer.
        let asked = json!({ "election": id, "due_at": election.nominations_close_at.and_utc() });
        let record = if is_own { record } else { record.tell_what(Some(*person), asked) };
        Ok(record.done(store::candidates(tx.db, *id)?))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Acceptance {
    /// What one says to the voters, at most 1000 characters.
    #[serde(default)]
    pub statement: String,
}

/// Accepts one's nomination, or changes what one says to the voters.
pub struct Accept(pub ElectionId, pub Acceptance);

impl Action for Accept {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (Accept(id, Acceptance { statement }), now, me) = (self, tx.now, by.somebody()?.person);
        let statement = rules::statement(statement)?;
        let election = store::election(tx.db, *id)?;
        let house = rulebook::in_force(tx.db, election.called_at)?;
        let facts = store::facts(tx.db, me, election.called_at, now)?;
        let candidates = store::candidates(tx.db, *id)?;
        let own = candidates.iter().find(|candidate| candidate.person == me);
        rules::accept(election.phase(now), &facts, own, &house, election.called_at)?;
        store::accept(tx, *id, me, &statement)?;
        Ok(Record::of(Word::ElectionAccepted, subject(*id), json!({ "statement": statement })).done(()))
    }
}

/// Declines one's nomination, or withdraws while nominations are open.
pub struct Withdraw(pub ElectionId);

impl Action for Withdraw {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (Withdraw(id), now, me) = (self, tx.now, by.somebody()?.person);
        let election = store::election(tx.db, *id)?;
        let candidates = store::candidates(tx.db, *id)?;
        let own = candidates.iter().find(|candidate| candidate.person == me);
        rules::withdraw(election.phase(now), own)?;
        store::withdraw(tx, *id, me)?;
        Ok(Record::of(Word::ElectionWithdrawn, subject(*id), json!({})).done(()))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Ballot {
    /// A score of 0 to 5 by each candidate's person number; who is left out gets 0.
    pub scores: BTreeMap<String, i64>,
}

/// Votes, or votes again: only the last ballot counts. It is performed without a key, for nothing is kept of it elsewhere.
pub struct Vote(pub ElectionId, pub Ballot);

impl Action for Vote {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (Vote(id, Ballot { scores }), now, me) = (self, tx.now, by.somebody()?.person);
        let election = store::election(tx.db, *id)?;
        let house = rulebook::in_force(tx.db, election.called_at)?;
        let voter = store::facts(tx.db, me, election.called_at, now)?;
        let candidates = store::candidates(tx.db, *id)?;
        let ballot = rules::vote(election.phase(now), &voter, &candidates, scores, &house, election.called_at)?;
        store::cast(tx, *id, me, &ballot)?;
        // That a ballot was cast is logged; whose it was, and what it says, is not.
        Ok(Record::of(Word::BallotCast, subject(*id), json!({})).unsigned().done(()))
    }
}

/// Announces that voting is open.
pub struct Open<'a>(pub &'a Election);

impl Action for Open<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let election = self.0;
        store::set_opened(tx, election.id)?;
        let candidates = store::candidates(tx.db, election.id)?;
        let standing: Vec<_> = candidates.iter().filter(|candidate| candidate.stands()).collect();
        let closes_at = election.voting_closes_at.and_utc();
        let news = json!({ "election": election.id, "candidates": standing, "closes_at": closes_at });
        Ok(Record::of(Word::ElectionOpened, subject(election.id), news).tell(None).done(()))
    }
}

/// Counts, publishes the count, and puts the elected into office until the end of the term.
pub struct Close<'a>(pub &'a Election);

impl Action for Close<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (election, now) = (self.0, tx.now);
        let candidates = store::candidates(tx.db, election.id)?;
        let mut standing = Vec::new();
        for candidate in candidates.into_iter().filter(Candidate::stands) {
            let membership = members::store::membership_at(tx.db, candidate.person, now)?;
            let member_since = membership.map_or(NaiveDateTime::MAX, |membership| membership.joined_at);
            standing.push(CountedCandidate { person: candidate.person, name: candidate.name, member_since });
        }
        let ballots = store::empty_the_box(tx, election.id, &secret::random::<32>())?;
        let counted = count::count(&standing, &ballots, usize::try_from(election.seats).unwrap_or(0));
        let zone = rulebook::in_force(tx.db, election.called_at)?.time_zone;
        let days = u32::try_from(election.term_weeks * 7).unwrap_or(u32::MAX);
        let ends_at = deadline(election.voting_closes_at.and_utc(), days, zone).naive_utc();
        store::set_result(tx, election.id, &counted, ends_at)?;
        seat(tx, by, election, &counted, ends_at)?;
        let news = json!({ "election": election.id, "result": counted, "term_ends_at": ends_at.and_utc() });
        Ok(Record::of(Word::ElectionCounted, subject(election.id), news).tell(None).done(()))
    }
}

fn seat(tx: &mut Tx, by: &By, election: &Election, counted: &Count, ends_at: NaiveDateTime) -> Result<(), Error> {
    let reason = say!("Elected (Act III.2.5), election {number}", number = election.id.0);
    for tally in counted.tallies.iter().filter(|tally| tally.elected) {
        match store::term(tx.db, tally.person)? {
            // Appointed since the nominations: the office has no end, and loses nothing.
            Some(None) => continue,
            Some(Some(_)) => take(tx, by, tally.person, Role::Moderator, &say!("Elected again"))?,
            None => {}
        }
        let (person, role) = (tally.person, Role::Moderator);
        perform(tx, by, &PutInOffice { person, role, reason: &reason, ends_at: Some(ends_at) })?;
        let until = ends_at.format("%Y-%m-%d %H:%M").to_string();
        let effect = say!("Moderator until {until} UTC", until);
        declare(tx, Exercise::RoleGiven, tally.person, &reason, effect)?;
    }
    Ok(())
}

/// Takes an office whose term is over.
pub struct EndTerm(pub PersonId, pub Role);

impl Action for EndTerm {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        take(tx, by, self.0, self.1, &say!("The term is over (Act III.2.5)")).map(Deed::of_its_parts)
    }
}

fn take(tx: &mut Tx, by: &By, person: PersonId, role: Role, reason: &Message) -> Result<(), Error> {
    perform(tx, by, &TakeOffice { person, role, reason })?;
    let effect = say!("No longer {role}", role = Value::word("role", role));
    declare(tx, Exercise::RoleTaken, person, reason, effect)
}

/// Declares to the club what happened to a person's office.
fn declare(tx: &mut Tx, exercise: Exercise, person: PersonId, reason: &Message, effect: Message) -> Result<(), Error> {
    let subject = person.subject();
    let (person, reason) = (Some(person), reason.clone());
    let declared = NewDeclaration { exercise, by: None, person, act: "III.2.5".into(), reason, effect, subject };
    publish(tx, &declared).map(drop)
}

//! Who may call, nominate, stand and vote (Act III.2.5), as the house rules at the call have it.

use std::collections::BTreeMap;

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::say;

use super::count::{HIGHEST, Scores};
use super::{Candidate, Phase};
use crate::error::Refusal;
use crate::id::PersonId;
use crate::rulebook::HouseRules;

const ACT: &str = "III.2.5";

/// Seats of one election at the most.
const MOST_SEATS: i64 = 50;

/// An election as the Chief Justice wants it.
#[derive(Clone, Debug)]
pub struct Call {
    pub seats: i64,
    pub term_weeks: i64,
    pub nominations_close_at: NaiveDateTime,
    pub voting_closes_at: NaiveDateTime,
    pub note: String,
}

/// Whether an election may be called so.
pub fn call(wanted: &Call, house: &HouseRules, another_runs: bool, now: NaiveDateTime) -> Result<(), Refusal> {
    if !house.elections {
        let detail = "The house rules have no elections: the Chief Justice appoints moderators. Publish house rules with elections on first.";
        return Err(Refusal::conflict(say!("No elections here"), detail).act("III.2").act(ACT));
    }
    if another_runs {
        let detail = "An election is under way; the next is called when it is counted or called off.";
        return Err(Refusal::conflict(say!("An election runs already"), detail).act(ACT));
    }
    let field = |name: &'static str, detail: String| Err(Refusal::field(name, detail).act(ACT));
    if !(1..=MOST_SEATS).contains(&wanted.seats) {
        return field("seats", format!("{} is not between 1 and {MOST_SEATS}.", wanted.seats));
    }
    let longest = i64::from(house.election_longest_term_weeks);
    if !(1..=longest).contains(&wanted.term_weeks) {
        return field(
            "term_weeks",
            format!("{} is not between 1 and {longest}, as the house rules say.", wanted.term_weeks),
        );
    }
    let least = TimeDelta::days(house.election_least_days.into());
    let days = house.election_least_days;
    if wanted.nominations_close_at - now < least {
        return field("nominations_close_at", format!("Nominations are open for {days} days at least."));
    }
    if wanted.voting_closes_at - wanted.nominations_close_at < least {
        return field("voting_closes_at", format!("Voting is open for {days} days at least after the nominations."));
    }
    if wanted.voting_closes_at - now > TimeDelta::days(366) {
        return field("voting_closes_at", "An election is over within a year.".into());
    }
    if !(1..=1000).contains(&wanted.note.chars().count()) || has_controls(&wanted.note) {
        return field("note", "Say what the election is for, in 1 to 1000 characters.".into());
    }
    Ok(())
}

fn has_controls(text: &str) -> bool {
    text.chars().any(|letter| letter.is_control() && letter != '\n')
}

fn must_be(phase: Phase, wanted: Phase) -> Result<(), Refusal> {
    if phase == wanted {
        return Ok(());
    }
    let detail = format!("This election is at {phase}; this is for {wanted} only.");
    Err(Refusal::conflict(say!("Not at this time"), detail).act(ACT))
}

/// What is known of a person at the moment.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    pub person: PersonId,
    /// On the leaderboard since, if on it.
    pub member_since: Option<NaiveDateTime>,
    /// Rated games played before the election was called.
    pub games: i64,
    pub is_banned: bool,
    /// Moderator by appointment, without an end of term.
    pub is_appointed: bool,
}

fn must_be_member(facts: &Facts, weeks: u32, called_at: NaiveDateTime) -> Result<(), Refusal> {
    let since = called_at - TimeDelta::weeks(weeks.into());
    if facts.member_since.is_some_and(|joined| joined <= since) {
        return Ok(());
    }
    let detail = match weeks {
        0 => "This is for members who were on the leaderboard when the election was called.".to_owned(),
        weeks => format!(
            "This is for members who had been on the leaderboard for {weeks} weeks when the election was called."
        ),
    };
    Err(Refusal::invalid(say!("Not eligible"), detail).act(ACT))
}

/// Whether a person may stand for election.
pub fn may_stand(facts: &Facts, house: &HouseRules, called_at: NaiveDateTime) -> Result<(), Refusal> {
    must_be_member(facts, house.candidate_weeks, called_at)?;
    let refused = |detail: String| Err(Refusal::invalid(say!("Not eligible"), detail).act(ACT));
    if facts.games < i64::from(house.candidate_games) {
        return refused(format!(
            "A candidate has played {} rated games; this is {}.",
            house.candidate_games, facts.games
        ));
    }
    if facts.is_banned {
        return refused("Who is banned cannot stand.".into());
    }
    if facts.is_appointed {
        return refused("Who is a moderator without an end of term has nothing to be elected to.".into());
    }
    Ok(())
}

/// A statement of a candidate, trimmed; it may be empty.
pub fn statement(text: &str) -> Result<String, Refusal> {
    let text = text.trim();
    if text.chars().count() <= 1000 && !has_controls(text) {
        return Ok(text.to_owned());
    }
    Err(Refusal::field("statement", say!("A statement is at most 1000 characters of plain text.")).act(ACT))
}

/// What a nomination does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nomination {
    /// The nominee is asked.
    Asked,
    /// Whoever nominates themself has accepted by that.
    Accepted,
}

/// Whether `by` may nominate somebody. `earlier` is what became of a nomination before.
pub fn nominate(
    phase: Phase,
    by: &Facts,
    nominee: &Facts,
    earlier: Option<&Candidate>,
    house: &HouseRules,
    called_at: NaiveDateTime,
) -> Result<Nomination, Refusal> {
    must_be(phase, Phase::Nominations)?;
    must_be_member(by, house.voter_weeks, called_at)?;
    may_stand(nominee, house, called_at)?;
    let is_own = by.person == nominee.person;
    match earlier {
        Some(earlier) if earlier.withdrawn_at.is_some() && !is_own => {
            Err(Refusal::conflict(say!("Declined"), say!("This member declined; only they can stand after all."))
                .act(ACT))
        }
        Some(earlier) if earlier.withdrawn_at.is_none() && (earlier.accepted_at.is_some() || !is_own) => {
            Err(Refusal::conflict(say!("Nominated already"), say!("This member is nominated.")).act(ACT))
        }
        _ if is_own => Ok(Nomination::Accepted),
        _ => Ok(Nomination::Asked),
    }
}

/// Whether a nominee may accept.
pub fn accept(
    phase: Phase,
    facts: &Facts,
    own: Option<&Candidate>,
    house: &HouseRules,
    called_at: NaiveDateTime,
) -> Result<(), Refusal> {
    must_be(phase, Phase::Nominations)?;
    if own.is_none_or(|own| own.withdrawn_at.is_some()) {
        return Err(Refusal::conflict(say!("Not nominated"), say!("Nobody nominated you; nominate yourself.")).act(ACT));
    }
    may_stand(facts, house, called_at)
}

/// Whether a nominee may decline, or a candidate withdraw: while nominations are open.
pub fn withdraw(phase: Phase, own: Option<&Candidate>) -> Result<(), Refusal> {
    must_be(phase, Phase::Nominations)?;
    match own.filter(|own| own.withdrawn_at.is_none()) {
        Some(_) => Ok(()),
        None => Err(Refusal::conflict(say!("Not nominated"), say!("You are not nominated.")).act(ACT)),
    }
}

/// A ballot, checked: every candidate it names stands, and every score is 0 to 5.
pub fn vote(
    phase: Phase,
    voter: &Facts,
    candidates: &[Candidate],
    scores: &BTreeMap<String, i64>,
    house: &HouseRules,
    called_at: NaiveDateTime,
) -> Result<Scores, Refusal> {
    must_be(phase, Phase::Voting)?;
    must_be_member(voter, house.voter_weeks, called_at)?;
    let mut ballot = Scores::new();
    for (person, score) in scores {
        let field = |detail: String| Refusal::field(format!("scores.{person}"), detail).act(ACT);
        let stands = |candidate: &&Candidate| candidate.stands() && candidate.person.0.to_string() == *person;
        let candidate = candidates.iter().find(stands);
        let candidate = candidate.ok_or_else(|| field(format!("{person} is no candidate of this election.")))?;
        let score = u8::try_from(*score).ok().filter(|score| *score <= HIGHEST);
        ballot.insert(candidate.person, score.ok_or_else(|| field(format!("A score is 0 to {HIGHEST}.")))?);
    }
    if ballot.is_empty() {
        return Err(Refusal::field("scores", say!("Give at least one candidate a score.")).act(ACT));
    }
    Ok(ballot)
}

/// Whether an election may be called off, and why it is.
pub fn call_off(phase: Phase, reason: &str) -> Result<String, Refusal> {
    if matches!(phase, Phase::Counted | Phase::CalledOff) {
        return Err(Refusal::conflict(
            say!("Over already"),
            say!("This election is {phase}.", phase = phase.to_string()),
        )
        .act(ACT));
    }
    let reason = reason.trim();
    if (3..=500).contains(&reason.chars().count()) && !has_controls(reason) {
        return Ok(reason.to_owned());
    }
    Err(Refusal::field("reason", say!("Say why, in 3 to 500 characters; all members read it.")).act(ACT))
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;

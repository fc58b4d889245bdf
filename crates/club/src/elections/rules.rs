//! Who may call, nominate, stand and vote (Act III.2.5), as the house rules at the call have it.

use std::collections::BTreeMap;

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::{Message, say};

use super::count::{HIGHEST, Scores};
use super::{Candidate, Phase};
use crate::error::Refusal;
use crate::id::PersonId;
use crate::rulebook::HouseRules;

const ACT: &str = "III.2.5";

/// The most seats of one election.
const MOST_SEATS: i64 = 50;

/// An election as the Chief Justice wants it.
#[derive(Clone, Debug)]
pub struct Call {
    /// Moderators to elect, 1 to 50.
    pub seats: i64,
    /// Weeks in office, 1 to the house rules' `election_longest_term_weeks`.
    pub term_weeks: i64,
    /// The last instant of nominations, `election_least_days` from now or later.
    pub nominations_close_at: NaiveDateTime,
    /// The last instant of voting, as many days later at least, within a year.
    pub voting_closes_at: NaiveDateTime,
    /// What the election is for: 1 to 1000 characters.
    pub note: String,
}

/// Whether an election may be called so; refused with all that is wrong with it.
pub fn call(wanted: &Call, house: &HouseRules, another_runs: bool, now: NaiveDateTime) -> Result<(), Refusal> {
    if !house.elections {
        let detail = say!(
            "The house rules have no elections: the Chief Justice appoints moderators. Publish house rules with elections on first."
        );
        return Err(Refusal::conflict(say!("No elections here"), detail).act("III.2").act(ACT));
    }
    if another_runs {
        let detail = say!("An election is under way; the next is called when it is counted or called off.");
        return Err(Refusal::conflict(say!("An election runs already"), detail).act(ACT));
    }
    Refusal::together(Written::of(wanted).faults(house, now))
}

/// The fields of a call; of a form, those that could be read.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// As in [`Call`]; `None` if no number was written.
    pub seats: Option<i64>,
    /// As in [`Call`]; `None` if no number was written.
    pub term_weeks: Option<i64>,
    /// As in [`Call`]; `None` if no time was written.
    pub nominations_close_at: Option<NaiveDateTime>,
    /// As in [`Call`]; the days of voting are checked if both times are there.
    pub voting_closes_at: Option<NaiveDateTime>,
    /// As in [`Call`].
    pub note: &'a str,
}

impl Written<'_> {
    fn of(call: &Call) -> Written<'_> {
        Written {
            seats: Some(call.seats),
            term_weeks: Some(call.term_weeks),
            nominations_close_at: Some(call.nominations_close_at),
            voting_closes_at: Some(call.voting_closes_at),
            note: &call.note,
        }
    }

    /// All that is wrong with them.
    pub fn faults(&self, house: &HouseRules, now: NaiveDateTime) -> Vec<Refusal> {
        let mut wrong = Vec::new();
        let mut must = |holds: bool, field: &'static str, detail: Message| {
            if !holds {
                wrong.push(Refusal::field(field, detail).act(ACT));
            }
        };
        if let Some(value) = self.seats {
            let (least, most) = (1, MOST_SEATS);
            let detail = say!("{value} is not between {least} and {most}.", value, least, most);
            must((least..=most).contains(&value), "seats", detail);
        }
        let longest = i64::from(house.election_longest_term_weeks);
        if let Some(weeks) = self.term_weeks {
            let detail = say!("{weeks} is not between 1 and {longest}, as the house rules say.", weeks, longest);
            must((1..=longest).contains(&weeks), "term_weeks", detail);
        }
        let (days, least) = (house.election_least_days, TimeDelta::days(house.election_least_days.into()));
        if let Some(close) = self.nominations_close_at {
            let detail = say!("Nominations are open for {days} days at least.", days);
            must(close - now >= least, "nominations_close_at", detail);
        }
        if let Some((nominated, voted)) = self.nominations_close_at.zip(self.voting_closes_at) {
            let detail = say!("The vote has to last at least {days} days after that.", days);
            must(voted - nominated >= least, "voting_closes_at", detail);
        }
        if let Some(voted) = self.voting_closes_at {
            let is_soon = voted - now <= TimeDelta::days(366);
            must(is_soon, "voting_closes_at", say!("An election is over within a year."));
        }
        let is_said = (1..=1000).contains(&self.note.chars().count()) && !has_controls(self.note);
        must(is_said, "note", say!("Say what the election is for, in 1 to 1000 characters."));
        wrong
    }
}

fn has_controls(text: &str) -> bool {
    text.chars().any(|letter| letter.is_control() && letter != '\n')
}

fn must_be(phase: Phase, wanted: Phase) -> Result<(), Refusal> {
    if phase == wanted {
        return Ok(());
    }
    let now = told(phase);
    let detail = match wanted {
        Phase::Nominations => say!("{now}; this is for nominations only.", now),
        _ => say!("{now}; this is for voting only.", now),
    };
    Err(Refusal::conflict(say!("Not at this time"), detail).act(ACT))
}

/// Where an election stands, as the beginning of a sentence.
fn told(phase: Phase) -> Message {
    match phase {
        Phase::Nominations => say!("This election is at nominations"),
        Phase::Voting => say!("This election is at voting"),
        Phase::Counting => say!("This election is at counting"),
        Phase::Counted => say!("This election is counted"),
        Phase::CalledOff => say!("This election is called off"),
    }
}

/// The current facts about a person.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// One who nominates, stands or votes.
    pub person: PersonId,
    /// On the leaderboard since, if on it.
    pub member_since: Option<NaiveDateTime>,
    /// Rated games played before the election was called.
    pub games: i64,
    /// Banned now: may vote, but not stand.
    pub is_banned: bool,
    /// Whether the caller may know that they are banned (T42). A caller who may not can nominate them: a refusal would tell. The
    /// nominee is refused when they accept.
    pub tells_ban: bool,
    /// Moderator by appointment, without an end of term.
    pub is_appointed: bool,
}

fn must_be_member(facts: &Facts, weeks: u32, called_at: NaiveDateTime) -> Result<(), Refusal> {
    let since = called_at - TimeDelta::weeks(weeks.into());
    if facts.member_since.is_some_and(|joined| joined <= since) {
        return Ok(());
    }
    let detail = match weeks {
        0 => say!("This is for members who were on the leaderboard when the election was called."),
        weeks => say!("When the vote was called, you had to be on the leaderboard for {weeks} weeks.", weeks),
    };
    Err(Refusal::invalid(say!("Not eligible"), detail).act(ACT))
}

/// Whether a person may stand for election.
pub fn may_stand(facts: &Facts, house: &HouseRules, called_at: NaiveDateTime) -> Result<(), Refusal> {
    must_be_member(facts, house.candidate_weeks, called_at)?;
    let refused = |detail: Message| Err(Refusal::invalid(say!("Not eligible"), detail).act(ACT));
    if facts.games < i64::from(house.candidate_games) {
        return refused(say!(
            "You need {least} rated games to stand. Here it is {games}.",
            least = house.candidate_games,
            games = facts.games
        ));
    }
    if facts.is_banned && facts.tells_ban {
        return refused(say!("Who is banned cannot stand."));
    }
    if facts.is_appointed {
        return refused(say!("You are a moderator with no last day. So you need no vote."));
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
    /// Nominating oneself is accepting.
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

/// The statement that comes with a nomination, trimmed. Nobody else speaks for a nominee, who says their own words when they accept.
pub fn said_with(nomination: Nomination, text: &str) -> Result<String, Refusal> {
    if nomination == Nomination::Asked && !text.trim().is_empty() {
        return Err(Refusal::field("statement", say!("The nominee speaks to the voters. Leave this empty.")).act(ACT));
    }
    statement(text)
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

/// Whether a person has a vote.
pub fn may_vote(voter: &Facts, house: &HouseRules, called_at: NaiveDateTime) -> Result<(), Refusal> {
    must_be_member(voter, house.voter_weeks, called_at)
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
    may_vote(voter, house, called_at)?;
    let mut ballot = Scores::new();
    for (person, score) in scores {
        let field = |detail: Message| Refusal::field(format!("scores.{person}"), detail).act(ACT);
        let stands = |candidate: &&Candidate| candidate.stands() && candidate.person.0.to_string() == *person;
        let candidate = candidates.iter().find(stands);
        let candidate = candidate.ok_or_else(|| field(say!("{person} is no candidate of this election.", person)))?;
        let score = u8::try_from(*score).ok().filter(|score| *score <= HIGHEST);
        ballot.insert(
            candidate.person,
            score.ok_or_else(|| field(say!("A score is 0 to {highest}.", highest = HIGHEST)))?,
        );
    }
    if ballot.is_empty() {
        return Err(Refusal::field("scores", say!("Give at least one candidate a score.")).act(ACT));
    }
    Ok(ballot)
}

/// Whether an election may be called off, and why it is.
pub fn call_off(phase: Phase, reason: &str) -> Result<String, Refusal> {
    let over = match phase {
        Phase::Counted => Some(say!("This election is counted.")),
        Phase::CalledOff => Some(say!("This election is called off.")),
        Phase::Nominations | Phase::Voting | Phase::Counting => None,
    };
    if let Some(detail) = over {
        return Err(Refusal::conflict(say!("Over already"), detail).act(ACT));
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

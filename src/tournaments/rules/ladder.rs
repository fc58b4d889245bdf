//! Challenges of a ladder: who may challenge whom, by when it is answered and played, and the order that follows.

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use rookery_messages::say;
use rookery_pairings as pairings;
use rookery_pairings::{Climb, Day, Deadlines, Lapse, Number, Refused};

use super::{Challenge, Entering, Facts, Name, results};
use crate::action::Somebody;
use crate::error::Refusal;
use crate::id::PersonId;
use crate::sessions::calendar::last_instant;
use crate::tournaments::actions::{self, AnswerChallenge, EnterResult};
use crate::tournaments::views::Outcome;
use crate::tournaments::{ChallengeId, Format, Score, State};

/// The next state of an answered challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// They play, and this one has White.
    Play { white: PersonId },
    /// The challenged does not want to: the challenger has won.
    Declined,
}

/// A ladder as it stands: the rules of `crates/pairings` over the club's challenges.
pub struct Ladder<'a> {
    facts: &'a Facts,
    rules: pairings::Ladder,
    challenges: Vec<pairings::Challenge>,
}

/// The ladder of a tournament.
pub fn ladder(facts: &Facts) -> Result<Ladder<'_>, Refusal> {
    let Format::Ladder(settings) = facts.format() else {
        let detail = say!("This tournament is no ladder: its players do not challenge one another.");
        return Err(Refusal::conflict(say!("No ladder"), detail));
    };
    let days = |days: i64| u32::try_from(days).unwrap_or(u32::MAX);
    let rules = pairings::Ladder {
        reach: usize::try_from(settings.reach).unwrap_or(usize::MAX),
        to_answer: days(settings.to_answer),
        to_play: days(settings.to_play),
        rest: days(settings.rest),
        climb: if settings.swap { Climb::Swap } else { Climb::Insert },
        lapse: if settings.unanswered_wins { Lapse::Unanswered } else { Lapse::Nothing },
    };
    // In the order in which they were decided; what time decided was so when the day began.
    let mut decided: Vec<&Challenge> = facts.challenges.iter().collect();
    decided.sort_by_key(|challenge| challenge.outcome.map(|(_, at)| at));
    let challenges = decided.into_iter().filter_map(|challenge| counted(facts, challenge)).collect();
    Ok(Ladder { facts, rules, challenges })
}

fn day(date: NaiveDate) -> Day {
    date.signed_duration_since(NaiveDate::default()).num_days()
}

fn date(day: Day) -> NaiveDate {
    let since = chrono::TimeDelta::try_days(day).and_then(|days| NaiveDate::default().checked_add_signed(days));
    since.unwrap_or(NaiveDate::MAX)
}

fn counted(facts: &Facts, challenge: &Challenge) -> Option<pairings::Challenge> {
    let outcome = challenge.outcome.map(|(outcome, at)| {
        let outcome = match outcome {
            Outcome::Won => pairings::Outcome::Won,
            Outcome::Held => pairings::Outcome::Held,
            Outcome::Withdrawn => pairings::Outcome::Withdrawn,
        };
        (outcome, day(facts.day(at)))
    });
    Some(pairings::Challenge {
        challenger: facts.seed(challenge.challenger)?,
        challenged: facts.seed(challenge.challenged)?,
        made: day(facts.day(challenge.made_at)),
        answered: challenge.accepted_at.map(|at| day(facts.day(at))),
        outcome,
    })
}

impl Ladder<'_> {
    /// Those on it, from the top; who withdrew is not on it any more.
    pub fn order(&self) -> Vec<PersonId> {
        let person = |number: Number| {
            let mut players = self.facts.players.iter();
            players.find(|player| player.number == Some(i64::from(number)) && player.withdrawn_from.is_none())
        };
        self.numbers().into_iter().filter_map(person).map(|player| player.person).collect()
    }

    fn numbers(&self) -> Vec<Number> {
        let mut beginning: Vec<Number> =
            self.facts.players.iter().filter_map(|player| self.facts.seed(player.person)).collect();
        beginning.sort_unstable();
        self.rules.order(&beginning, &self.challenges, day(self.facts.today()))
    }

    /// The order without who withdrew.
    fn present(&self) -> Vec<Number> {
        self.order().into_iter().filter_map(|person| self.facts.seed(person)).collect()
    }

    /// Whom somebody may challenge today, the nearest first.
    pub fn may_be_challenged(&self, by: PersonId) -> Vec<PersonId> {
        let higher = self.order().into_iter().rev();
        higher.filter(|other| self.may_challenge(by, *other).is_ok()).collect()
    }

    fn may_challenge(&self, by: PersonId, other: PersonId) -> Result<Deadlines, Refused> {
        let [one, other] = [by, other].map(|person| self.facts.seed(person).unwrap_or(0));
        self.rules.may_challenge(&self.present(), &self.challenges, one, other, day(self.facts.today()))
    }

    /// The last days to answer and to play.
    pub fn deadlines(&self, challenge: &Challenge) -> Option<(NaiveDate, NaiveDate)> {
        let Deadlines { answer_by, play_by } = self.rules.deadlines(&counted(self.facts, challenge)?);
        Some((date(answer_by), date(play_by)))
    }

    /// How a challenge ended, as it was entered or because time ran out.
    pub fn outcome(&self, challenge: &Challenge) -> Option<Outcome> {
        let (outcome, _) = self.rules.outcome(&counted(self.facts, challenge)?, day(self.facts.today()))?;
        Some(match outcome {
            pairings::Outcome::Won => Outcome::Won,
            pairings::Outcome::Held => Outcome::Held,
            pairings::Outcome::Withdrawn => Outcome::Withdrawn,
        })
    }
}

/// The last instants to answer a challenge and to play it.
pub fn due(facts: &Facts, challenge: &Challenge) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let (answer_by, play_by) = ladder(facts).ok()?.deadlines(challenge)?;
    let instant = |day| last_instant(day, facts.zone).and_utc();
    Some((instant(answer_by), instant(play_by)))
}

/// What a challenge waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaited {
    pub challenge: ChallengeId,
    pub due_at: NaiveDateTime,
    /// Whether it was accepted and is to be played.
    pub is_answered: bool,
    /// From whom: the challenged, or both.
    pub persons: Vec<PersonId>,
    /// What happens when nobody does anything.
    pub then: String,
}

/// The challenges of a running ladder that wait for something.
pub fn awaited(facts: &Facts) -> Result<Vec<Awaited>, Refusal> {
    let ladder = ladder(facts)?;
    let open = facts.challenges.iter().filter(|challenge| ladder.outcome(challenge).is_none());
    let awaited = |challenge: &Challenge| {
        let (answer_by, play_by) = due(facts, challenge)?;
        let is_answered = challenge.accepted_at.is_some();
        let then = match (is_answered, ladder.rules.lapse) {
            (false, Lapse::Unanswered) => "The challenger has won.",
            _ => "The challenge falls away.",
        };
        Some(Awaited {
            challenge: challenge.id,
            due_at: if is_answered { play_by } else { answer_by }.naive_utc(),
            is_answered,
            persons: if is_answered {
                vec![challenge.challenger, challenge.challenged]
            } else {
                vec![challenge.challenged]
            },
            then: then.to_owned(),
        })
    };
    Ok(open.filter_map(awaited).collect())
}

/// Somebody challenges somebody higher.
pub fn challenge(facts: &Facts, request: &actions::Challenge, by: Somebody, name: Name<'_>) -> Result<(), Refusal> {
    let ladder = ladder(facts)?;
    if facts.tournament.state != State::Running {
        let detail = say!("Challenges are made while a ladder is going on; this one is not.");
        return Err(Refusal::conflict(say!("Not going on"), detail));
    }
    if facts.keeps_apart(by.person, request.person) {
        let (one, other) = (name(by.person), name(request.person));
        return Err(Refusal::field("person", say!("{one} and {other} do not play each other.", one, other)));
    }
    let called = |number: Number| {
        let mut players = facts.players.iter();
        let player = players.find(|player| player.number == Some(i64::from(number)));
        name(player.map_or(request.person, |player| player.person))
    };
    let absent = |person: PersonId| facts.player(person).is_none_or(|player| player.withdrawn_from.is_some());
    let detail = match ladder.may_challenge(by.person, request.person) {
        Ok(_) => return Ok(()),
        Err(Refused::Themselves) => say!("Nobody challenges themselves: choose somebody who stands higher."),
        Err(Refused::Stranger(_)) => {
            let who = if absent(by.person) { by.person } else { request.person };
            say!("{name} is not on this ladder.", name = name(who))
        }
        Err(Refused::Below) => say!("{name} stands lower: challenge somebody higher.", name = name(request.person)),
        Err(Refused::TooFar { places, most }) => {
            say!("{name} stands {places} places higher; {most} is the most.", name = name(request.person), places, most)
        }
        Err(Refused::Busy(busy)) => {
            say!("{name} has an open challenge, which comes first.", name = called(busy))
        }
        Err(Refused::Resting(again)) => say!(
            "You lost to {name} not long ago: challenge them again from {day} on.",
            name = name(request.person),
            day = date(again)
        ),
    };
    Err(Refusal::field("person", detail))
}

/// A challenge that is open: neither ended nor out of time.
fn open(facts: &Facts, id: ChallengeId) -> Result<(&Challenge, Ladder<'_>), Refusal> {
    let found = facts.challenges.iter().find(|challenge| challenge.id == id);
    let found = found.ok_or_else(|| crate::not_found!("challenge"))?;
    let ladder = ladder(facts)?;
    facts.must_be_open()?;
    if ladder.outcome(found).is_some() {
        let detail = say!("This challenge has ended: it was played, taken back, or its time ran out.");
        return Err(Refusal::conflict(say!("Ended"), detail));
    }
    Ok((found, ladder))
}

/// The challenged player accepts or declines. The one with fewer games with White on the ladder has White; of equals, the one
/// who had Black when the two last played; else the challenged.
pub fn answer(facts: &Facts, id: ChallengeId, request: &AnswerChallenge, by: Somebody) -> Result<Answer, Refusal> {
    let (challenge, _) = open(facts, id)?;
    if by.person != challenge.challenged {
        return Err(crate::not_found!("challenge"));
    }
    if challenge.accepted_at.is_some() {
        let detail = say!("You accepted this challenge already: play it, or resign the game.");
        return Err(Refusal::conflict(say!("Answered already"), detail));
    }
    if !request.accept {
        return Ok(Answer::Declined);
    }
    let balance = |person: PersonId| {
        let played = facts.challenges.iter().filter(|one| [one.challenger, one.challenged].contains(&person));
        let whites = played.filter_map(|one| one.white);
        whites.map(|white| if white == person { 1 } else { -1 }).sum::<i64>()
    };
    let last = facts.challenges.iter().rev().find_map(|one| {
        let both = [one.challenger, one.challenged].contains(&challenge.challenger)
            && [one.challenger, one.challenged].contains(&challenge.challenged);
        one.white.filter(|_| both)
    });
    let challenger_first = match balance(challenge.challenger).cmp(&balance(challenge.challenged)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => last == Some(challenge.challenged),
    };
    Ok(Answer::Play { white: if challenger_first { challenge.challenger } else { challenge.challenged } })
}

/// The challenger takes a challenge back, or a moderator does.
pub fn take_back_challenge(facts: &Facts, id: ChallengeId, by: Somebody) -> Result<(), Refusal> {
    let (challenge, _) = open(facts, id)?;
    if !by.is_or_moderates(challenge.challenger) {
        return Err(crate::not_found!("challenge"));
    }
    if challenge.accepted_at.is_some() && !by.roles.may_moderate() {
        let detail = say!("The challenge was accepted: play it, or resign the game.");
        return Err(Refusal::conflict(say!("Accepted already"), detail));
    }
    Ok(())
}

/// The result of a challenge that was accepted.
pub fn challenge_result(
    facts: &Facts,
    id: ChallengeId,
    request: &EnterResult,
    by: Somebody,
) -> Result<Entering, Refusal> {
    let found = facts.challenges.iter().find(|challenge| challenge.id == id);
    let found = found.ok_or_else(|| crate::not_found!("challenge"))?;
    facts.must_be_open()?;
    let moderates = by.roles.may_moderate();
    if !(moderates || by.roles.kiosk || [found.challenger, found.challenged].contains(&by.person)) {
        let detail = say!("The two players enter this result. So can the desk and a moderator.");
        return Err(Refusal::forbidden(detail, "II.4"));
    }
    let Some(white) = found.white else {
        let detail = say!("This challenge was not accepted yet: a game can be entered once it is.");
        return Err(Refusal::conflict(say!("Not accepted"), detail));
    };
    if !matches!(request.result, None | Some(Score::White | Score::Draw | Score::Black)) {
        let detail = say!("A challenge is played: who does not come lets its time run out. Send white, draw or black.");
        return Err(Refusal::field("result", detail));
    }
    let ended = ladder(facts)?.outcome(found);
    if found.game.is_some() && found.outcome.is_some() {
        let detail =
            say!("A game of the club stands behind this challenge: correct that game, and the ladder follows it.");
        return Err(Refusal::conflict(say!("A game of the club"), detail));
    }
    if (ended.is_some() || request.result.is_none()) && !moderates {
        let detail = say!("This challenge is over. Ask a moderator to change its result.");
        return Err(Refusal::conflict(say!("Ended"), detail));
    }
    let black = if white == found.challenger { found.challenged } else { found.challenger };
    results::entering(facts, request, (white, black))
}

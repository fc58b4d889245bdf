//! Carrying out: challenges on a ladder.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::{AnswerChallenge, Challenge, EnterResult, log};
use crate::db::Tx;
use crate::error::Error;
use crate::members;
use crate::notify;
use crate::ratings::Outcome;
use crate::tournaments::rules::{self, Answer, By, Entering};
use crate::tournaments::store::{self, Close};
use crate::tournaments::{ChallengeId, Score, TournamentId};

impl Challenge {
    pub fn carry_out(&self, tx: &mut Tx, by: By, id: TournamentId) -> Result<ChallengeId, Error> {
        let facts = store::facts(tx.db, id, tx.now)?;
        members::store::known(tx.db, self.person)?;
        let name = store::naming(tx.db, &facts)?;
        rules::challenge(&facts, self, by, &name)?;
        let challenge = store::add_challenge(tx, id, by.person, self.person)?;
        let (answer_by, _) = deadlines(tx, id, challenge)?;
        let told = json!({
            "tournament": id, "title": facts.tournament.name, "challenge": challenge, "by": by.person,
            "due_at": answer_by,
        });
        notify::enqueue(tx, "tournament.challenged", Some(self.person), &told)?;
        log(tx, by, "tournament.challenged", id, json!({ "challenge": challenge, "person": self.person }))?;
        Ok(challenge)
    }
}

impl AnswerChallenge {
    pub fn carry_out(&self, tx: &mut Tx, by: By, id: TournamentId, challenge: ChallengeId) -> Result<(), Error> {
        let facts = store::facts(tx.db, id, tx.now)?;
        let answer = rules::answer(&facts, challenge, self, by)?;
        let topic = match answer {
            Answer::Play { white } => {
                store::accept(tx, challenge, white)?;
                "tournament.challenge_accepted"
            }
            Answer::Declined => {
                store::close_challenge(tx, challenge, Some(Close::Declined), by.person)?;
                "tournament.challenge_declined"
            }
        };
        let (_, play_by) = deadlines(tx, id, challenge)?;
        let told = json!({
            "tournament": id, "title": facts.tournament.name, "challenge": challenge, "by": by.person,
            "due_at": play_by.filter(|_| self.accept),
        });
        let challenger = facts.challenges.iter().find(|one| one.id == challenge).map(|one| one.challenger);
        notify::enqueue(tx, topic, challenger, &told)?;
        log(tx, by, topic, id, told)
    }
}

/// The last instants to answer a challenge and to play it.
type Deadlines = (Option<DateTime<Utc>>, Option<DateTime<Utc>>);

fn deadlines(tx: &mut Tx, id: TournamentId, challenge: ChallengeId) -> Result<Deadlines, Error> {
    let facts = store::facts(tx.db, id, tx.now)?;
    let due = facts.challenges.iter().find(|one| one.id == challenge).and_then(|one| rules::due(&facts, one));
    Ok(due.unzip())
}

/// Takes back one's own challenge, until it is played.
pub fn take_back_challenge(tx: &mut Tx, by: By, id: TournamentId, challenge: ChallengeId) -> Result<(), Error> {
    let facts = store::facts(tx.db, id, tx.now)?;
    rules::take_back_challenge(&facts, challenge, by)?;
    store::close_challenge(tx, challenge, Some(Close::Withdrawn), by.person)?;
    let told = json!({
        "tournament": id, "title": facts.tournament.name, "challenge": challenge, "by": by.person,
    });
    let challenged = facts.challenges.iter().find(|one| one.id == challenge).map(|one| one.challenged);
    notify::enqueue(tx, "tournament.challenge_taken_back", challenged, &told)?;
    log(tx, by, "tournament.challenge_taken_back", id, told)
}

impl EnterResult {
    /// Of a challenge that was accepted.
    pub fn carry_out_challenge(
        &self,
        tx: &mut Tx,
        by: By,
        id: TournamentId,
        challenge: ChallengeId,
    ) -> Result<(), Error> {
        let facts = store::facts(tx.db, id, tx.now)?;
        match rules::challenge_result(&facts, challenge, self, by)? {
            Entering::Write(result) => {
                let close = result.and_then(Score::outcome).map(|outcome| match outcome {
                    Outcome::White => Close::White,
                    Outcome::Draw => Close::Draw,
                    Outcome::Black => Close::Black,
                });
                store::close_challenge(tx, challenge, close, by.person)?;
            }
            Entering::Game { white, black, outcome, ending } => {
                let game = self.game(tx, by, &facts, [white, black], (outcome, ending))?;
                store::link_challenge_game(tx, challenge, game, by.person)?;
            }
        }
        let body = json!({ "challenge": challenge, "result": self.result, "game": self.game });
        log(tx, by, "tournament.result_entered", id, body)
    }
}

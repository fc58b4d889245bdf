//! Actions: challenges on a ladder.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::{AnswerChallenge, Challenge, EnterResult, OfChallenge, On, TakeBackChallenge, record};
use crate::action::{Action, By, Deed};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::Error;
use crate::members;
use crate::notify::Topic;
use crate::ratings::Outcome;
use crate::tournaments::rules::{self, Answer, Entering};
use crate::tournaments::store::{self, Close};
use crate::tournaments::{ChallengeId, Score, TournamentId};

impl Action for On<Challenge> {
    type Done = ChallengeId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<ChallengeId>, Error> {
        let (On(id, asked), by) = (self, by.somebody()?);
        let id = *id;
        let facts = store::facts(tx.db, id, tx.now)?;
        members::store::known(tx.db, asked.person)?;
        let name = store::naming(tx.db, &facts)?;
        rules::challenge(&facts, asked, by, &name)?;
        let challenge = store::add_challenge(tx, id, by.person, asked.person)?;
        let (answer_by, _) = deadlines(tx, id, challenge)?;
        let told = json!({
            "tournament": id, "title": facts.tournament.name, "challenge": challenge, "by": by.person,
            "due_at": answer_by,
        });
        let body = json!({ "challenge": challenge, "person": asked.person });
        let record = record(tx, Word::TournamentChallenged, id, body)?;
        Ok(record.tell_of(Topic::TournamentChallenged, Some(asked.person), told).done(challenge))
    }
}

impl Action for On<OfChallenge<AnswerChallenge>> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (On(id, OfChallenge(challenge, asked)), by) = (self, by.somebody()?);
        let (id, challenge) = (*id, *challenge);
        let facts = store::facts(tx.db, id, tx.now)?;
        let answer = rules::answer(&facts, challenge, asked, by)?;
        let word = match answer {
            Answer::Play { white } => {
                store::accept(tx, challenge, white)?;
                Word::TournamentChallengeAccepted
            }
            Answer::Declined => {
                store::close_challenge(tx, challenge, Some(Close::Declined), by.person)?;
                Word::TournamentChallengeDeclined
            }
        };
        let (_, play_by) = deadlines(tx, id, challenge)?;
        let told = json!({
            "tournament": id, "title": facts.tournament.name, "challenge": challenge, "by": by.person,
            "due_at": play_by.filter(|_| asked.accept),
        });
        let challenger = facts.challenges.iter().find(|one| one.id == challenge).map(|one| one.challenger);
        Ok(record(tx, word, id, told)?.tell(challenger).done(()))
    }
}

/// The last instants to answer a challenge and to play it.
type Deadlines = (Option<DateTime<Utc>>, Option<DateTime<Utc>>);

fn deadlines(tx: &mut Tx, id: TournamentId, challenge: ChallengeId) -> Result<Deadlines, Error> {
    let facts = store::facts(tx.db, id, tx.now)?;
    let due = facts.challenges.iter().find(|one| one.id == challenge).and_then(|one| rules::due(&facts, one));
    Ok(due.unzip())
}

impl Action for On<TakeBackChallenge> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (On(id, TakeBackChallenge(challenge)), by) = (self, by.somebody()?);
        let facts = store::facts(tx.db, *id, tx.now)?;
        rules::take_back_challenge(&facts, *challenge, by)?;
        store::close_challenge(tx, *challenge, Some(Close::Withdrawn), by.person)?;
        let told = json!({
            "tournament": id, "title": facts.tournament.name, "challenge": challenge, "by": by.person,
        });
        let challenged = facts.challenges.iter().find(|one| one.id == *challenge).map(|one| one.challenged);
        Ok(record(tx, Word::TournamentChallengeTakenBack, *id, told)?.tell(challenged).done(()))
    }
}

impl Action for On<OfChallenge<EnterResult>> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (On(id, OfChallenge(challenge, asked)), by) = (self, by.somebody()?);
        let (id, challenge) = (*id, *challenge);
        let facts = store::facts(tx.db, id, tx.now)?;
        match rules::challenge_result(&facts, challenge, asked, by)? {
            Entering::Write(result) => {
                let close = result.and_then(Score::outcome).map(|outcome| match outcome {
                    Outcome::White => Close::White,
                    Outcome::Draw => Close::Draw,
                    Outcome::Black => Close::Black,
                });
                store::close_challenge(tx, challenge, close, by.person)?;
            }
            Entering::Game { white, black, outcome, ending } => {
                let known = facts.challenges.iter().find(|own| own.id == challenge);
                let since = known.and_then(|own| own.accepted_at).unwrap_or(tx.now);
                let game = asked.game(tx, by, &facts, [white, black], (outcome, ending), since)?;
                store::link_challenge_game(tx, challenge, game, by.person)?;
            }
        }
        let body = json!({ "challenge": challenge, "result": asked.result, "game": asked.game });
        let mut record = record(tx, Word::TournamentResultEntered, id, body)?;
        // The players of a game of the club are told of that game; and when a result is cleared, nothing was entered.
        let is_news = asked.result.is_some() && !facts.tournament.settings.rated;
        let players = facts.challenges.iter().filter(|own| own.id == challenge && is_news);
        for player in players.flat_map(|own| [own.challenger, own.challenged]).filter(|player| *player != by.person) {
            let what =
                json!({ "tournament": id, "title": facts.tournament.name, "challenge": challenge, "by": by.person });
            record = record.tell_of(Topic::TournamentChallengePlayed, Some(player), what);
        }
        Ok(record.done(()))
    }
}

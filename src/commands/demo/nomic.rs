//! The demonstration's game of Nomic: some weeks of it, so that there is something to read and to vote on.

use std::sync::Arc;

use chrono::{Datelike, NaiveDateTime, TimeDelta, Timelike};
use serde_json::{Value, json};

use super::tables;
use crate::action::{By, perform};
use crate::db::Database;
use crate::error::Error;
use crate::id::PersonId;
use crate::nomic::table::{NAME, Nomic};
use crate::tables::Room;
use crate::tables::actions::{At, Play};

/// What is proposed, day by day, as long as somebody thinks of something.
const LAWS: [&str; 16] = [
    "Amend Rule 202: replace \"7pm\" with \"8pm\"\nParameters: {\"proposal_window\":{\"cutoff\":\"20:00:00\"}}",
    TREASURY,
    "Repeal Rule 101",
    "Amend Rule 207: replace \"10 points\" with \"5 points\"\nParameters: {\"defeat_penalty\":{\"points\":5}}",
    "Enact: On the first Friday of a month players wear a hat.",
    "Transmute Rule 106",
    "Repeal Rule 211",
    "Enact: A player who quotes Rule 113 by heart may do so again.",
    "Enact: Whoever proposes on a rainy day says so.",
    "Amend Rule 210: append \"Whoever wins bakes a cake.\"\nParameters: {\"win\":{}}",
    "Enact: Before the holidays, every player proposes something kind.",
    "Repeal Rule 115",
    "Enact: The last rule of a month is written in rhyme.",
    "Amend Rule 214: append \"A Judge gives a reason.\"\nParameters: {\"court\":{}}",
    "Enact: Nobody proposes the same thing twice in a month.",
    "Enact: A player whose proposal is defeated three times in a row may choose the biscuits.",
];

/// A question to the court on the day of a proposal, its Judge's answer, and whether somebody disputes that.
const CASES: [(usize, &str, &str, bool); 3] = [
    (
        4,
        "Point of Order: Is Rule 118 heard here?",
        "It is. Whatever no rule forbids is allowed, and this is such a case.",
        false,
    ),
    (
        7,
        "Point of Order: Does a hat count that is only drawn on paper?",
        "A drawn hat is a hat, as long as it is worn on the head.",
        true,
    ),
    (11, "Point of Order: May somebody bake for the winner?", "The rule says who bakes, so nobody else may.", false),
];

/// A quantity of the players' own making, with what changes it.
const TREASURY: &str = r#"Enact: There is a Treasury. A tenth of all points that a player gains goes to it.
Parameters: {"quantities": {"Treasury": {"of": "game", "least": 0}}, "effects": {"tax": {"on": {"gain": "points"}, "changes": [
    {"quantity": "points", "whose": "player", "by": {"share": {"part": -1, "of": 10}}},
    {"quantity": "Treasury", "whose": "player", "by": {"share": {"part": 1, "of": 10}}}]}}}"#;

/// A game that goes on beside the season.
pub struct Playing {
    at: At,
    players: Vec<PersonId>,
    proposed: usize,
}

impl Playing {
    pub fn begin(db: &Database, players: Vec<PersonId>) -> Result<Playing, Error> {
        let room = Arc::new(Room::with(vec![&Nomic]));
        let seated = players.clone();
        let options = json!({ "players": seated.len() });
        let at = db.write_now(move |tx| tables::begun(tx, &room, NAME, options.clone(), 0, &seated))?;
        Ok(Playing { at, players, proposed: 0 })
    }

    /// Players begin to call rules by names, and write beside them.
    fn titles(&self, db: &Database) -> Result<(), Error> {
        self.say(db, 0, "discussion", "Title: Rule 113: How we vote".to_owned())?;
        self.say(db, 1, "discussion", "Note: Rule 113: We read it as a vote each, Yes or No.".to_owned()).map(drop)
    }

    /// Plays on, a rule-change and its votes on every day of the week, until an instant.
    pub fn until(&mut self, db: &Database, end: NaiveDateTime) -> Result<(), Error> {
        loop {
            let at = (db.clock().now() + TimeDelta::days(1)).with_hour(10).unwrap_or(end);
            if at >= end {
                return Ok(());
            }
            db.clock().set(at);
            let day = at.weekday().num_days_from_monday() as usize;
            if day >= self.players.len() {
                continue;
            }
            let Some(law) = LAWS.get(self.proposed) else { continue };
            if self.proposed == 0 {
                self.titles(db)?;
            }
            self.proposed += 1;
            self.say(db, day, "discussion", "Here is what I have been thinking of.".to_owned())?;
            self.say(db, day, "drafts", format!("Rule-change: {law}"))?;
            self.say(db, day, "voting", format!("Rule-change: {law}"))?;
            for player in 0..self.players.len() {
                // Nothing is said after the end: the club is looked at then.
                db.clock().set((at + TimeDelta::minutes(7 * (player as i64 + 1))).min(end));
                let against = self.proposed.is_multiple_of(3) && player == (day + 1) % self.players.len();
                self.say(db, player, "voting", format!("Vote: {}", if against { "No" } else { "Yes" }))?;
            }
            if let Some(case) = CASES.iter().find(|case| case.0 == self.proposed) {
                self.judged(db, day, case, end)?;
            }
        }
    }

    /// A question, and its Judgement by the player of the day before; one that is disputed finds somebody who agrees.
    fn judged(
        &self,
        db: &Database,
        day: usize,
        case: &(usize, &str, &str, bool),
        end: NaiveDateTime,
    ) -> Result<(), Error> {
        let ((_, question, answer, disputed), all) = (*case, self.players.len());
        let (asker, judge) = ((day + 2) % all, (day + all - 1) % all);
        let later = || db.clock().set((db.clock().now() + TimeDelta::minutes(20)).min(end));
        let effect = self.say(db, asker, "voting", question.to_owned())?;
        let point = effect["made"]["point_of_order"].as_str().unwrap_or_default();
        later();
        let effect = self.say(db, judge, "voting", format!("Judgement: {point} {answer}"))?;
        let judgement = effect["made"]["judgement"].as_str().unwrap_or_default();
        if disputed {
            later();
            self.say(db, asker, "voting", format!("Dispute: Judgement {judgement}"))?;
            later();
            self.say(db, day, "voting", format!("I agree with Judgement {judgement}"))?;
        }
        Ok(())
    }

    /// Says something; answers what it came to.
    fn say(&self, db: &Database, player: usize, thread: &str, text: String) -> Result<Value, Error> {
        let play = json!({ "kind": "say", "thread": thread, "text": text });
        let (play, person) = (Play { at: self.at.clone(), answers: -1, play }, self.players[player]);
        db.write_now(move |tx| Ok(perform(tx, &By::oneself(person), &play)?.effect.clone()))
    }
}

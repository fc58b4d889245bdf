//! The demonstration's game of Nomic: some weeks of it, so that there is something to read and to vote on.

use std::sync::Arc;

use chrono::{Datelike, NaiveDateTime, TimeDelta, Timelike};
use serde_json::json;

use super::tables;
use crate::db::Database;
use crate::error::Error;
use crate::id::PersonId;
use crate::nomic::table::{NAME, Nomic};
use crate::tables::Room;
use crate::tables::actions::At;

/// What is proposed, day by day; those that rest of a number find another by then.
const LAWS: [&str; 8] = [
    "Amend Rule 202: replace \"7pm\" with \"8pm\"\nParameters: {\"proposal_window\":{\"cutoff\":\"20:00:00\"}}",
    TREASURY,
    "Repeal Rule 101",
    "Amend Rule 207: replace \"10 points\" with \"5 points\"\nParameters: {\"defeat_penalty\":{\"points\":5}}",
    "Enact: On the first Friday of a month players wear a hat.",
    "Transmute Rule 106",
    "Repeal Rule 211",
    "Enact: A player who quotes Rule 113 by heart may do so again.",
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
        self.say(db, 1, "discussion", "Note: Rule 113: We read it as a vote each, Yes or No.".to_owned())
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
            let law = LAWS[self.proposed % LAWS.len()];
            if self.proposed == 0 {
                self.titles(db)?;
            }
            self.proposed += 1;
            self.say(db, day, "discussion", "Here is what I have been thinking of.".to_owned())?;
            self.say(db, day, "drafts", format!("Rule-change: {law}"))?;
            self.say(db, day, "voting", format!("Rule-change: {law}"))?;
            for player in 0..self.players.len() {
                db.clock().set(at + TimeDelta::minutes(7 * (player as i64 + 1)));
                let against = self.proposed.is_multiple_of(3) && player == (day + 1) % self.players.len();
                self.say(db, player, "voting", format!("Vote: {}", if against { "No" } else { "Yes" }))?;
            }
            if self.proposed == 4 {
                self.say(
                    db,
                    (day + 2) % self.players.len(),
                    "voting",
                    "Point of Order: Is Rule 118 heard here?".into(),
                )?;
            }
        }
    }

    fn say(&self, db: &Database, player: usize, thread: &str, text: String) -> Result<(), Error> {
        let play = json!({ "kind": "say", "thread": thread, "text": text });
        let (at, person) = (self.at.clone(), self.players[player]);
        db.write_now(move |tx| tables::played(tx, &at, person, -1, &play))
    }
}

//! A game of Nomic that has gone on for a year, so that its pages have something to show.

use std::sync::Arc;

use chrono::{Datelike, NaiveDateTime, TimeDelta};
use rookery::action::{By, perform};
use rookery::clock::Clock;
use rookery::db::Database;
use rookery::id::PersonId;
use rookery::nomic::table::{NAME, Nomic};
use rookery::tables::actions::{At, NewTable, OpenTable, Play, SayReady, Sit};
use rookery::tables::{Room, TableId};
use serde_json::{Value, json};

const PLAYERS: i64 = 5;
const DAYS: i64 = 365;

/// What players count beside points: a tax on what they gain, and wages.
const TREASURY: &str = r#"{"quantities": {"Treasury": {"of": "game"}, "Gold": {"of": "players"}}, "effects": {
    "tax": {"on": {"gain": "points"}, "changes": [{"quantity": "points", "by": {"share": {"part": -1, "of": 10}}},
        {"quantity": "Treasury", "by": {"share": {"part": 1, "of": 10}}}]},
    "wages": {"on": "turn", "changes": [{"quantity": "Gold", "by": {"exactly": 1}}]}}}"#;

struct Year {
    db: Database,
    room: Arc<Room>,
    table: TableId,
}

/// Plays the year that ends at `end`, among the first people of the club; gives the table.
pub fn play(database: &str, end: NaiveDateTime) -> TableId {
    let mut at = end - TimeDelta::days(DAYS);
    let db = Database::open(database, 1, Clock::at(at), Arc::new(|_| {})).unwrap();
    let room = Arc::new(Room::with(vec![&Nomic]));
    let here = room.clone();
    let opened = db.write_now(move |tx| {
        // Nobody reaches the goal, so that the game lasts.
        let beginning = json!({ "parameters": { "win": { "points": 1_000_000 } } });
        let options = json!({ "players": PLAYERS, "beginning": beginning });
        let invite = (2..=PLAYERS).map(PersonId).collect();
        let new = NewTable { options, seat: Some(0), invite, ..NewTable::of(NAME) };
        let table = perform(tx, &By::oneself(PersonId(1)), &OpenTable { room: here.clone(), new, seed: 0 })?;
        let at = At::table(&here, table);
        for person in 2..=PLAYERS {
            perform(tx, &By::oneself(PersonId(person)), &Sit { at: at.clone(), seat: None })?;
        }
        for person in 1..=PLAYERS {
            let ready = SayReady { at: at.clone(), ready: true, until: None };
            perform(tx, &By::oneself(PersonId(person)), &ready)?;
        }
        Ok(table)
    });
    let year = Year { db, room, table: opened.unwrap() };
    let mut law = 0;
    while at < end {
        let weekday = i64::from(at.weekday().num_days_from_monday());
        if weekday < PLAYERS {
            law = year.day(at, weekday, law);
        }
        at += TimeDelta::days(1);
    }
    year.table
}

impl Year {
    /// A rule-change with its votes, talk, and on Tuesdays a Point of Order for Monday's player; gives the rule-change's number.
    fn day(&self, at: NaiveDateTime, turn: i64, last: u64) -> u64 {
        self.db.clock().set(at);
        let draft = match last {
            0 => format!("Enact: There is a Treasury, and everybody has Gold.\nParameters: {TREASURY}"),
            1..308 => "Enact: Players shall follow Rule 203 and Rule 113.".to_owned(),
            _ => format!("Amend Rule {last} to read: As on {at}, players shall follow Rule 203 and Rule 113."),
        };
        let proposed = self.say(turn, "voting", &format!("Rule-change: {draft}"));
        for player in 0..PLAYERS {
            self.say(player, "voting", "Vote: Yes");
            self.say(player, "discussion", "A word about the rules, and another about the weather.");
        }
        if turn == 1 {
            let raised = self.say(2, "voting", "Point of Order: Does Rule 118 permit a word about the weather?");
            let point = raised["point_of_order"].as_str().unwrap_or_default();
            self.say(0, "voting", &format!("Judgement: {point} Whatever is not prohibited is permitted."));
        }
        proposed["proposal"].as_u64().unwrap_or(last)
    }

    fn say(&self, player: i64, thread: &str, text: &str) -> Value {
        let play = json!({ "kind": "say", "thread": thread, "text": text });
        let play = Play { at: At::table(&self.room, self.table), answers: -1, play };
        let entry = self.db.write_now(move |tx| perform(tx, &By::oneself(PersonId(player + 1)), &play)).unwrap();
        entry.effect["made"].clone()
    }
}

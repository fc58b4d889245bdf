//! A game of Party Chess in the demonstration's games room, some Rounds old.

use std::sync::Arc;

use chrono::{NaiveDateTime, TimeDelta};
use rand::seq::IndexedRandom;
use rookery_party_chess::{Play, PlayType, Position};
use serde_json::{Value, json};

use super::season::Season;
use super::tables;
use crate::error::Error;
use crate::id::PersonId;
use crate::party::rules::Hall;
use crate::party::table::{NAME, PartyChess};
use crate::tables::actions::At;
use crate::tables::{Room, store};

/// Turns that have been played.
const TURNS: usize = 60;
const ARMIES: [[&str; 5]; 4] = [
    ["rook", "bishop", "jester", "camel", "harfyblob"],
    ["tornado", "camel", "pawn", "jester", "archer"],
    ["copycat", "echo", "zombie", "bouncyball", "archer"],
    ["kamikaze", "qball", "il-nabi", "cantor", "demon"],
];

impl Season<'_> {
    /// Four hold Offices, a fifth buys a piece; the last turn ended a few hours ago.
    pub(super) fn party(&mut self, now: NaiveDateTime) -> Result<(), Error> {
        let room = Arc::new(Room::with(vec![&PartyChess]));
        let ids: Vec<PersonId> = self.members.iter().skip(2).take(5).map(|member| member.id).collect();
        let mut at = now - TimeDelta::hours(2 * TURNS as i64 + 30);
        self.db.clock().set(at);
        let seated = ids.clone();
        let table = self.write(move |tx| tables::begun(tx, &room, NAME, json!({}), 4, &seated))?;
        for (person, army) in ids.iter().zip(ARMIES) {
            self.party_deed(&table, *person, json!({ "kind": "army", "army": army }))?;
        }
        if let Some(patron) = ids.get(4) {
            let buy = json!({ "kind": "buy", "office": "NAP", "piece": "rook", "from": { "seat": 4 } });
            self.party_deed(&table, *patron, buy)?;
        }
        for _ in 0..TURNS {
            at += TimeDelta::hours(2);
            self.db.clock().set(at);
            let (here, people) = (table.clone(), ids.clone());
            let (person, position) = self.write(move |tx| {
                let table = store::table(tx.db, here.id)?;
                let state = here.room.state(tx.db, &table)?;
                let seat = state.turn().first().and_then(|seat| usize::try_from(*seat).ok());
                let hall = state.of::<Hall>().ok_or_else(|| Error::internal("no game of Party Chess"))?;
                let position = hall.position().clone();
                Ok((seat.and_then(|seat| people.get(seat).copied()), position))
            })?;
            let Some(person) = person else { break };
            let play = self.party_play(&position);
            let play = json!({ "kind": "play", "play": position.write_play(&play) });
            self.party_deed(&table, person, play)?;
        }
        self.db.clock().set(now);
        Ok(())
    }

    /// Pieces are brought onto the board first; then captures before moves.
    fn party_play(&mut self, position: &Position) -> Play {
        let plays = position.legal_plays().unwrap_or_default();
        for wanted in [PlayType::Placement, PlayType::Capture, PlayType::Move, PlayType::Pass] {
            let of_type: Vec<&Play> = plays.iter().filter(|play| play.play_type() == wanted).collect();
            if let Some(play) = of_type.choose(&mut self.random) {
                return (*play).clone();
            }
        }
        Play::Surrender
    }

    fn party_deed(&self, at: &At, by: PersonId, deed: Value) -> Result<(), Error> {
        let at = at.clone();
        self.write(move |tx| {
            let number = store::table(tx.db, at.id)?.number;
            tables::played(tx, &at, by, number, &deed)
        })
    }
}

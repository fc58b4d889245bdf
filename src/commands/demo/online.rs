//! The games room of the demonstration: a game that was played, one that is being played, a table that
//! waits for somebody.

use std::sync::Arc;

use chrono::{NaiveDateTime, TimeDelta};
use serde_json::json;

use super::season::Season;
use crate::chess::{self, Chess};
use crate::error::Error;
use crate::id::PersonId;
use crate::tables::store::{self, NewTable};
use crate::tables::{Room, TableId};

/// A trap that schools teach, to its mate.
const PLAYED: &str = "e4 e5 Nf3 Nc6 Bc4 d6 Nc3 Bg4 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#";
const BEING_PLAYED: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6";

impl Season<'_> {
    /// What was played online after the last session; it leaves out what the Terms do not let begin.
    pub(super) fn online(&self, after: NaiveDateTime, now: NaiveDateTime) -> Result<(), Error> {
        let room = Arc::new(Room::with(vec![Box::new(Chess)]));
        let [_, _, moderator, member, fifth, sixth, seventh, ..] = self.members.as_slice() else { return Ok(()) };
        let games = [
            (after, [sixth.id, seventh.id], PLAYED),
            (now - TimeDelta::minutes(6), [member.id, fifth.id], BEING_PLAYED),
        ];
        for (at, players, moves) in games {
            match self.online_game(&room, at, players, moves) {
                Ok(()) | Err(Error::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        self.db.clock().set(now);
        self.table(&room, moderator.id, None).map(drop)
    }

    fn online_game(
        &self,
        room: &Arc<Room>,
        at: NaiveDateTime,
        [white, black]: [PersonId; 2],
        moves: &str,
    ) -> Result<(), Error> {
        self.db.clock().set(at);
        let table = self.table(room, white, Some(black))?;
        let playing = room.clone();
        self.write(move |tx| {
            store::take_seat(tx, &playing, table, black, None)?;
            for player in [white, black] {
                let now = tx.now;
                let version = chess::store::consent(tx.db, player, now)?.version;
                chess::store::give_consent(tx, player, version)?;
                store::set_ready(tx, &playing, table, player, true)?;
            }
            Ok(())
        })?;
        for (number, text) in moves.split(' ').enumerate() {
            let seconds = 5 + (i64::try_from(number).unwrap_or(0) * 7) % 30;
            self.db.clock().set(self.db.clock().now() + TimeDelta::seconds(seconds));
            let (room, play) = (room.clone(), json!({ "kind": "move", "move": text }));
            let mover = if number % 2 == 0 { white } else { black };
            let answers = i64::try_from(number).map_err(Error::internal)?;
            self.write(move |tx| store::play(tx, &room, table, mover, answers, &play).map(drop))?;
        }
        Ok(())
    }

    /// A table that White opened.
    fn table(&self, room: &Arc<Room>, white: PersonId, invited: Option<PersonId>) -> Result<TableId, Error> {
        let room = room.clone();
        self.write(move |tx| {
            let game = room.game(chess::NAME)?;
            let options = game.options(&json!({ "minutes": 90, "increment_seconds": 30 }))?;
            store::open(
                tx,
                game,
                white,
                &NewTable { options, seed: 1, seat: 0, invited: invited.into_iter().collect() },
            )
        })
    }
}

//! Chess for several in the demonstration: a game that was played and rated, one that four are in the midst of.

use std::sync::Arc;

use chrono::{NaiveDateTime, TimeDelta};
use serde_json::{Value, json};

use super::season::Season;
use super::tables;
use crate::error::Error;
use crate::id::PersonId;
use crate::multiplayer::table::rules::Sitting;
use crate::multiplayer::table::{Multiplayer, NAME};
use crate::tables::{AnyState, Room, store};

/// What three played until two had had enough: moves, and who gave up.
const PLAYED: &str = "d2-d4 b6-d6 j14-i12 e1-f3 a5-c6 g13-g12 d4-d5 resign:B i12-g11 f3-e5 resign:Y";
/// Green has resigned, Blue is in check and Yellow's king will be taken unless he is quick.
const BEING_PLAYED: &str = "h2-h4 b9-d9 h13-h11 m5-k5 g1xk5 a8xf13 g14xf13 n6xj2 i1xb8 a7xb8 i14xd9 j2xh4 k5xm7 \
    b7-c7 d9xk2 n8xm7 k1xk2 resign:G a6-e10 i13-i11 k2xk13 e10-d9 h14xm9 k13xj13 d9-g6 m9xm8 j13xg13";

impl Season<'_> {
    /// What several played together; the second game goes on.
    pub(super) fn several(&self, now: NaiveDateTime) -> Result<(), Error> {
        let [one, two, three, four, ..] = self.members.as_slice() else { return Ok(()) };
        let room = Arc::new(Room::with(vec![&Multiplayer]));
        let (people, three) = ([one.id, two.id, three.id, four.id], [four.id, three.id, two.id]);
        self.play_together(&room, now - TimeDelta::hours(5), &three, "start3", PLAYED)?;
        self.play_together(&room, now - TimeDelta::hours(2), &people, "start4", BEING_PLAYED)?;
        self.db.clock().set(now);
        Ok(())
    }

    fn play_together(
        &self,
        room: &Arc<Room>,
        at: NaiveDateTime,
        people: &[PersonId],
        start: &str,
        tokens: &'static str,
    ) -> Result<(), Error> {
        self.db.clock().set(at);
        let options = json!({ "start": start, "colours": "chosen", "clock": { "days": 3 } });
        let (room, people) = (room.clone(), people.to_vec());
        let (opening, seated) = (room.clone(), people.clone());
        let at = self.write(move |tx| tables::begun(tx, &opening, NAME, options.clone(), 1, &seated))?;
        for token in tokens.split_whitespace() {
            self.db.clock().set(self.db.clock().now() + TimeDelta::seconds(20));
            let (at, play, people) = (at.clone(), meant(token), people.clone());
            let colour = token.strip_prefix("resign:").map(str::to_owned);
            self.write(move |tx| {
                let known = store::table(tx.db, at.id)?;
                let state = at.room.state(tx.db, &known)?;
                let seat = match &colour {
                    Some(colour) => seat_of(&*state, colour),
                    None => state.turn().first().and_then(|seat| usize::try_from(*seat).ok()),
                };
                let who = seat.and_then(|seat| people.get(seat)).copied();
                let who = who.ok_or_else(|| Error::internal(format!("nobody is awaited before {token}")))?;
                tables::played(tx, &at, who, known.number, &play)
            })?;
        }
        Ok(())
    }
}

/// The play that a token stands for.
fn meant(token: &str) -> Value {
    match token.strip_prefix("resign:") {
        Some(_) => json!({ "kind": "resign" }),
        None => json!({ "kind": "move", "move": token }),
    }
}

fn seat_of(state: &dyn AnyState, colour: &str) -> Option<usize> {
    let letters = state.of::<Sitting>()?.letters();
    letters.iter().position(|own| own.to_string() == colour)
}

//! One tap to a game of chess: a challenge is a table for two, with the time that is usual here or that of a game that the two
//! have played, at which the challenger is ready; whoever is challenged sits down by one tap, and it begins.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::web::Data;
use rookery_messages::say;

use super::game_page;
use crate::App;
use crate::action::{Action, By, Deed, perform, performed};
use crate::auth::Actor;
use crate::chess::{self, rules::Options};
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::id::PersonId;
use crate::tables::actions::{Accept, At, NewTable, OpenTable, SayReady};
use crate::tables::store;
use crate::tables::{Room, TableId, erased};
use crate::web::typed::{Fields, see};

/// Minutes each, and seconds that a move adds, where nobody says otherwise.
pub const USUAL: (u32, u32) = (10, 5);

/// Challenges a member. Where the terms of the game are still to be agreed to, that comes first; where something stands against the
/// challenger's playing now, the form that opens a table says what.
pub(super) async fn challenge(app: Data<App>, actor: Actor, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let (now, by) = (app.clock.now(), actor.person);
    let other = form.0.number("person")?.map(PersonId);
    let other = other.ok_or_else(|| Refusal::field("person", say!("Say whom you challenge.")))?;
    let game = game_page(chess::NAME)?;
    let asked =
        app.db.read(move |db| Ok((game.asks_first(db, by, now)?, game.against(db, by, now)?.is_empty()))).await?;
    match asked {
        (Some(first), _) => return Ok(see(format!("{first}?next=/members/{}", other.0))),
        (None, false) => return Ok(see(format!("/tables/new/{}?invite={}", chess::NAME, other.0))),
        (None, true) => {}
    }
    let again = form.0.number("again")?.map(TableId);
    let challenge = Challenge { room: app.room.clone(), whom: other, again, seed: rand::random() };
    Ok(see(format!("/tables/{}", performed(&app, &actor, challenge).await?)))
}

/// Challenges somebody: the challenger is ready at a table that is opened for the two. A challenge that stands is not made again, and
/// one by the other is accepted.
struct Challenge {
    room: Arc<Room>,
    whom: PersonId,
    /// A game of the two that is to be played again, with the colours exchanged.
    again: Option<TableId>,
    seed: i64,
}

impl Action for Challenge {
    type Done = TableId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<TableId>, Error> {
        let (person, room) = (by.somebody()?.person, &self.room);
        let mut challenge = |of: PersonId, to: PersonId| -> Result<Option<TableId>, Error> {
            let mut kept = store::kept_for(tx.db, to)?.into_iter();
            Ok(kept.find(|table| table.game == chess::NAME && table.opened_by == of).map(|table| table.id))
        };
        if let Some(standing) = challenge(person, self.whom)? {
            return Ok(Deed::of_its_parts(standing));
        }
        if let Some(standing) = challenge(self.whom, person)? {
            perform(tx, by, &Accept(At::table(room, standing)))?;
            return Ok(Deed::of_its_parts(standing));
        }
        let before = self.again.map(|table| store::table(tx.db, table)).transpose()?;
        let before = before.filter(|table| table.game == chess::NAME);
        let seat = before.as_ref().and_then(|table| table.seat_of(self.whom));
        let options = match before {
            Some(table) => table.options,
            None => erased(&Options { minutes: USUAL.0, increment_seconds: USUAL.1, ..Options::default() })?,
        };
        let new = NewTable { options, seat, invite: vec![self.whom], ..NewTable::of(chess::NAME) };
        let id = perform(tx, by, &OpenTable { room: room.clone(), new, seed: self.seed })?;
        perform(tx, by, &SayReady { at: At::table(room, id), ready: true, until: None })?;
        Ok(Deed::of_its_parts(id))
    }
}

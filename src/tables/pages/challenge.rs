//! Challenges to chess, by one tap: a table for two is opened, with the usual time or that of a game that the two have played, and
//! the challenger is ready at it. The other one sits down by one tap, and the game begins.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::web::Data;
use rookery_messages::say;

use super::game_page;
use crate::App;
use crate::action::{Action, By, Deed, perform, performed};
use crate::auth::Actor;
use crate::chess::{self, rules::Options};
use crate::db::{Db, Tx};
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::id::PersonId;
use crate::tables::actions::{Accept, At, NewTable, OpenTable, SayReady};
use crate::tables::store;
use crate::tables::{Room, Table, TableId, erased};
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
    let again = form.0.number("again")?.map(TableId);
    let asked = app.db.read(move |db| {
        let opening = match played(db, again, by, other)? {
            Some(before) => opening(&before, other),
            None => format!("/tables/new/{}?invite={}", chess::NAME, other.0),
        };
        Ok((game.asks_first(db, by, now)?, game.against(db, by, now)?.is_empty(), opening))
    });
    match asked.await? {
        (Some(first), _, _) => {
            let next = again.map_or_else(|| format!("/members/{}", other.0), |table| format!("/tables/{table}"));
            return Ok(see(format!("{first}?next={next}")));
        }
        (None, false, opening) => return Ok(see(opening)),
        (None, true, _) => {}
    }
    let challenge = Challenge { room: app.room.clone(), whom: other, again, seed: rand::random() };
    Ok(see(format!("/tables/{}", performed(&app, &actor, challenge).await?)))
}

/// The game of chess that these two are to play again: one that they have played to its end.
fn played(db: &mut Db, again: Option<TableId>, by: PersonId, other: PersonId) -> Result<Option<Table>, Error> {
    let table = again.map(|table| store::table(db, table)).transpose()?;
    let of_both = |table: &Table| [by, other].iter().all(|one| table.seat_of(*one).is_some());
    Ok(table.filter(|table| table.game == chess::NAME && table.ended_at.is_some() && of_both(table)))
}

/// Where a table is opened for the same two, with the time of the game before and the colours exchanged.
fn opening(before: &Table, other: PersonId) -> String {
    let (options, seat) = (&before.options, before.seat_of(other).unwrap_or_default());
    let rated = if options["rated"] == false { "no" } else { "yes" };
    let [minutes, increment] = ["minutes", "increment_seconds"].map(|name| options[name].as_i64().unwrap_or_default());
    let time = format!("minutes={minutes}&increment_seconds={increment}&rated={rated}");
    format!("/tables/new/{}?invite={}&seat={seat}&{time}", chess::NAME, other.0)
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
        let before = played(tx.db, self.again, person, self.whom)?;
        // To play again is to play by the same terms: a challenge with others is no answer to it.
        let alike = |table: &Table| before.as_ref().is_none_or(|before| before.options == table.options);
        let mut challenge = |of: PersonId, to: PersonId| -> Result<Option<TableId>, Error> {
            let mut kept = store::kept_for(tx.db, to)?.into_iter();
            let fits = |table: &Table| table.game == chess::NAME && table.opened_by == of && alike(table);
            Ok(kept.find(fits).map(|table| table.id))
        };
        if let Some(standing) = challenge(person, self.whom)? {
            return Ok(Deed::of_its_parts(standing));
        }
        if let Some(standing) = challenge(self.whom, person)? {
            perform(tx, by, &Accept(At::table(room, standing)))?;
            return Ok(Deed::of_its_parts(standing));
        }
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

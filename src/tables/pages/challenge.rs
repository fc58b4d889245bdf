//! One tap to a game of chess: a challenge is a table for two, with the time that is usual here, at which the challenger
//! is ready; whoever is challenged sits down by one tap, and it begins.

use actix_web::HttpResponse;
use actix_web::web::Data;
use rookery_messages::say;
use serde_json::json;

use super::game_page;
use crate::App;
use crate::auth::Actor;
use crate::chess;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::id::PersonId;
use crate::tables::api::{self, OpenRequest};
use crate::tables::store;
use crate::tables::{Room, TableId};
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
    let (room, seed) = (app.room.clone(), rand::random());
    let id = app.db.write(move |tx| table(tx, &room, by, other, seed)).await?;
    Ok(see(format!("/tables/{id}")))
}

/// The table of a challenge: the one that stands; that by which the other challenged the challenger, and it is accepted; or a new one.
fn table(tx: &mut Tx, room: &Room, by: PersonId, other: PersonId, seed: i64) -> Result<TableId, Error> {
    let mut challenge = |of: PersonId, to: PersonId| -> Result<Option<TableId>, Error> {
        let mut kept = store::kept_for(tx.db, to)?.into_iter();
        Ok(kept.find(|table| table.game == chess::NAME && table.opened_by == of).map(|table| table.id))
    };
    if let Some(standing) = challenge(by, other)? {
        return Ok(standing);
    }
    if let Some(standing) = challenge(other, by)? {
        store::accept(tx, room, standing, by)?;
        return Ok(standing);
    }
    let options = json!({ "minutes": USUAL.0, "increment_seconds": USUAL.1 });
    let request = OpenRequest { game: chess::NAME.to_owned(), options, seat: None, invite: vec![other], name: None };
    let id = api::open_table(tx, room, by, &request, seed)?;
    store::set_ready(tx, room, id, by, true, None)?;
    Ok(id)
}

//! Party Chess against the computer, one tap away.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use rookery_party_chess::FIRST_ARMY;
use serde_json::{Value, json};

use crate::App;
use crate::auth::Actor;
use crate::db::Tx;
use crate::error::Error;
use crate::http::Form;
use crate::id::PersonId;
use crate::party::table::NAME;
use crate::tables::api::{self, OpenRequest};
use crate::tables::store::{self, Filter};
use crate::tables::{Room, Stage, TableId};
use crate::web::layout::Frame;
use crate::web::typed::{Fields, see};

/// Tables of Party Chess at which one is looked for.
const AT_TABLES: i64 = 50;

/// The button that begins it, where the page is another's.
#[derive(Template)]
#[template(path = "party_practise.html")]
pub struct Button<'a> {
    pub frame: &'a Frame,
}

/// Leads to the reader's practice table: the one that goes on, or a new one, begun and with a first army.
pub async fn practise(app: Data<App>, frame: Frame, actor: Actor, _: Form<Fields>) -> Result<HttpResponse, Error> {
    let own = frame.t("party-practice-own").to_string();
    let options = json!({ "practice": true, "swingers": [own, frame.t("table-computer").to_string()] });
    let (room, person, seed) = (app.room.clone(), actor.person, rand::random());
    let id = app.db.write(move |tx| table(tx, &room, person, &options, seed)).await?;
    Ok(see(format!("/tables/{id}")))
}

fn table(tx: &mut Tx, room: &Room, person: PersonId, options: &Value, seed: i64) -> Result<TableId, Error> {
    let own = Filter { game: Some(NAME.to_owned()), stage: Some(Stage::Playing), person: Some(person) };
    let mut running = store::list(tx.db, &own, None, AT_TABLES)?.into_iter();
    if let Some(table) = running.find(|table| table.options["practice"] == true) {
        return Ok(table.id);
    }
    let request =
        OpenRequest { game: NAME.to_owned(), options: options.clone(), seat: None, invite: Vec::new(), name: None };
    let id = api::open_table(tx, room, person, &request, seed)?;
    store::set_ready(tx, room, id, person, true, None)?;
    let number = store::table(tx.db, id)?.number;
    let suite = super::primer::suite()?;
    let army: Vec<&str> = FIRST_ARMY.iter().map(|kind| suite.rule(*kind).name.as_str()).collect();
    store::play(tx, room, id, person, number, &json!({ "kind": "army", "army": army }))?;
    Ok(id)
}

//! Handlers of the forms at a table: plays and rulings of its game, and what all tables share.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use serde_json::Value;

use super::door::Act;
use super::erased::AnyPage;
use super::{game_page, opening, table_page};
use crate::App;
use crate::action::performed;
use crate::auth::{Actor, Power};
use crate::error::Error;
use crate::http::Form;
use crate::id::PersonId;
use crate::rulebook;
use crate::tables::actions::{
    Accept, At, Invite, Leave, MakeVoid, Mute, Play, Rule, Say, SayReady, Sit, Unname, performed_at,
};
use crate::tables::{Stage, TableId, rules};
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, own_path};
use crate::web::typed::{Fields, Typed, see};

pub(super) async fn act(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    id: Path<TableId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, fields) = (*id, form.0);
    let live = app.room.open(&app.db, id).await?;
    let (game, stage) = live.read(|known| (known.table.game.clone(), known.table.stage));
    let game = game_page(&game)?;
    let done = match game.act(&fields) {
        Ok(Some(Act::Look(form))) => return table_page(&app, frame, id, Typed::again(form, fields)).await,
        Ok(Some(Act::Play(play))) => played(&app, &actor, id, &fields, play).await,
        Ok(Some(Act::Rule(ruling))) => ruled(&app, &actor, id, ruling).await,
        Ok(None) => done(&app, &actor, game, id, stage, &fields).await,
        Err(error) => Err(error),
    };
    match done {
        // Elsewhere than at the table only a challenge is answered.
        Ok(None) => Ok(match fields.some("next") {
            Some(next) => see_done(own_path(Some(next)), Done::ChallengeDeclined),
            None => see(format!("/tables/{id}")),
        }),
        Ok(Some(first)) => Ok(see(format!("{first}?table={id}&next=/tables/{id}"))),
        Err(error) => {
            let act = fields.text("act").to_owned();
            table_page(&app, frame, id, Typed::refused(&act, fields, error)?).await
        }
    }
}

/// Handles the actions that all tables share; returns the page, where there is one, that has to be answered
/// before.
async fn done(
    app: &App,
    actor: &Actor,
    game: &'static dyn AnyPage,
    id: TableId,
    stage: Stage,
    fields: &Fields,
) -> Result<Option<&'static str>, Error> {
    let (now, person) = (app.clock.now(), actor.person);
    let act = fields.text("act");
    let begins = act == "accept" || (act == "ready" && stage == Stage::Open);
    if begins && let Some(first) = app.db.read(move |db| game.asks_first(db, person, now)).await? {
        return Ok(Some(first));
    }
    match act {
        "sit" => {
            let seat = fields.number("seat")?;
            performed_at(app, actor, id, |at| Sit { at, seat }).await.map(drop)
        }
        "accept" => {
            let seat = fields.number("seat")?;
            performed_at(app, actor, id, |at| Accept { at, seat }).await
        }
        "invite" => performed(app, actor, Invite { id, people: opening::invited(fields).collect() }).await,
        "leave" => performed_at(app, actor, id, Leave).await,
        "ready" => performed_at(app, actor, id, |at| SayReady { at, ready: true, until: None }).await,
        "pause" => {
            let zone = app.db.read(move |db| Ok(rulebook::in_force(db, now)?.time_zone)).await?;
            let until = fields.has("until").then(|| fields.instant("until", zone)).transpose()?;
            let until = until.map(|until| until.naive_utc());
            performed_at(app, actor, id, |at| SayReady { at, ready: false, until }).await
        }
        "talk" => performed_at(app, actor, id, |at| Say { at, text: fields.text("text").to_owned() }).await.map(drop),
        act @ ("mute" | "unmute") => {
            performed(app, actor, Mute { whom: PersonId(fields.somebody("person")?), mute: act == "mute" }).await
        }
        "unname" => {
            actor.must(Power::Moderator)?;
            performed(app, actor, Unname(id)).await
        }
        "void" => {
            actor.must(Power::ChiefJustice)?;
            let void = MakeVoid { at: At::table(&app.room, id), reason: fields.text("text").to_owned() };
            performed(app, actor, void).await
        }
        other => Err(rules::nothing_done(other).into()),
    }?;
    Ok(None)
}

async fn played(
    app: &App,
    actor: &Actor,
    id: TableId,
    fields: &Fields,
    play: Value,
) -> Result<Option<&'static str>, Error> {
    let answers = fields.number("answers")?.unwrap_or(-1);
    performed_at(app, actor, id, |at| Play { at, answers, play }).await?;
    Ok(None)
}

async fn ruled(app: &App, actor: &Actor, id: TableId, ruling: Value) -> Result<Option<&'static str>, Error> {
    actor.must(Power::Justice)?;
    performed_at(app, actor, id, |at| Rule { at, ruling }).await?;
    Ok(None)
}

//! The Chief Justice's acts over HTTP: technical modifications, mandated acts, breaches of secrecy.

use actix_web::web::{Data, Path};

use super::actions::{ActAlone, AnswerBreach};
use super::store;
use super::{ChiefAct, ChiefActId};
use crate::App;
use crate::action::api::once;
use crate::auth::{Actor, Viewpoint};
use crate::conduct::secrecy::Consequences;
use crate::error::Error;
use crate::http::{Answer, Body, Page, PageRequest, Params, problem::Problem};
use crate::routes;

routes! {
    GET "/api/v1/chief_acts" => list, Insider;
    POST "/api/v1/chief_acts" => add, ChiefJustice;
    GET "/api/v1/chief_acts/{id}" => one, Insider;
    POST "/api/v1/breaches_of_secrecy" => breach, ChiefJustice;
}

/// What the Chief Justice did alone, newest first. Where the club reads of it without names (`public_initials`), only
/// those concerned, those who moderate, and staff read whose points it moved, and when on that day.
#[utoipa::path(get, path = "/api/v1/chief_acts", tag = "chief_justice", params(PageRequest),
    responses((status = 200, body = Page<ChiefAct>)))]
async fn list(app: Data<App>, reader: Viewpoint, Params(page): Params<PageRequest>) -> Result<Page<ChiefAct>, Error> {
    let (before, limit, now) = (page.after()?, page.limit()?, app.clock.now());
    let read = app.db.read(move |db| {
        let rows = store::list(db, before, limit + 1)?;
        store::as_read_by(db, rows, reader, now)
    });
    Ok(Page::of(read.await?, limit, |act| act.id.0))
}

/// One act of the Chief Justice.
#[utoipa::path(get, path = "/api/v1/chief_acts/{id}", tag = "chief_justice", params(("id" = i64, Path)),
    responses((status = 200, body = ChiefAct), (status = 304), (status = 404, body = Problem)))]
async fn one(app: Data<App>, reader: Viewpoint, id: Path<ChiefActId>) -> Result<Answer, Error> {
    let now = app.clock.now();
    let read = app.db.read(move |db| {
        let act = store::chief_act(db, *id)?;
        store::as_read_by(db, vec![act], reader, now)
    });
    Ok(Answer::ok(&read.await?.pop())?.tagged())
}

/// Does a technical modification (Act III.5), what the Terms demand (Act II.12), or what nobody else
/// may (Act III.4); it is announced at once, and the whole Court can undo it.
#[utoipa::path(post, path = "/api/v1/chief_acts", tag = "chief_justice", request_body = ActAlone,
    responses((status = 201, body = ChiefAct), (status = 403, body = Problem), (status = 422, body = Problem)))]
async fn add(app: Data<App>, actor: Actor, body: Body<ActAlone>) -> Result<Answer, Error> {
    once(&app, &actor, body, |tx, id| {
        Answer::created(format!("/api/v1/chief_acts/{id}"), &store::chief_act(tx.db, id)?)
    })
    .await
}

/// Answers a breach of the secrecy of evidence (Act I.9.5): all roles go at once, and the Chief Justice may
/// ban. The last administrator keeps that one role until there is another to look after the host.
#[utoipa::path(post, path = "/api/v1/breaches_of_secrecy", tag = "chief_justice", request_body = AnswerBreach,
    responses((status = 201, body = Consequences), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn breach(app: Data<App>, actor: Actor, body: Body<AnswerBreach>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, consequences| {
        Answer::created(format!("/api/v1/people/{}/roles", consequences.person), &consequences)
    })
    .await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(list, one, add, breach))]
pub struct Docs;

//! The Chief Justice's acts over HTTP: technical modifications, mandated acts, breaches of secrecy.

use actix_web::web::{Data, Path};
use chrono::{NaiveDate, NaiveDateTime};
use serde::Deserialize;

use super::store::{self, NewChiefAct};
use super::{Adjustment, Basis, ChiefAct, ChiefActId, rules};
use crate::App;
use crate::auth::{Actor, Viewpoint};
use crate::conduct::decisions::Finding;
use crate::conduct::secrecy::{self, Breach, Consequences};
use crate::db::{Db, Tx};
use crate::error::Error;
use crate::http::{self, Answer, Body, Page, PageRequest, Params, problem::Problem};
use crate::id::PersonId;
use crate::members;
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
        as_read_by(db, rows, reader, now)
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
        as_read_by(db, vec![act], reader, now)
    });
    Ok(Answer::ok(&read.await?.pop())?.tagged())
}

/// Acts as somebody reads them: where the club reads of them without names, as [`ChiefAct::cover`] has it.
pub(super) fn as_read_by(
    db: &mut Db,
    mut acts: Vec<ChiefAct>,
    reader: Viewpoint,
    now: NaiveDateTime,
) -> Result<Vec<ChiefAct>, Error> {
    if members::store::reads_initials(db, reader.roles, now)? {
        acts.iter_mut().for_each(|act| act.cover(reader));
    }
    Ok(acts)
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChiefActRequest {
    /// `III.5`: a technical modification. `II.12`: what the Terms demand. `III.4`: what nobody else may do.
    act: Basis,
    /// 16 to 2000 characters; public.
    reason: String,
    /// What is done, 3 to 500 characters; public.
    effect: String,
    /// Of scores, by technical modification.
    #[serde(default)]
    adjustments: Vec<Adjustment>,
}

/// Does a technical modification (Act III.5), what the Terms demand (Act II.12), or what nobody else
/// may (Act III.4); it is announced at once, and the whole Court can undo it.
#[utoipa::path(post, path = "/api/v1/chief_acts", tag = "chief_justice", request_body = ChiefActRequest,
    responses((status = 201, body = ChiefAct), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn add(app: Data<App>, actor: Actor, body: Body<ChiefActRequest>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let id = make(tx, actor.person, request)?;
        Answer::created(format!("/api/v1/chief_acts/{id}"), &store::chief_act(tx.db, id)?)
    })
    .await
}

/// Does what a request asks, where the Chief Justice may.
pub(super) fn make(tx: &mut Tx, by: PersonId, request: &ChiefActRequest) -> Result<ChiefActId, Error> {
    let now = tx.now;
    let mut on_the_board = Vec::new();
    for adjustment in &request.adjustments {
        if members::store::membership_at(tx.db, adjustment.person, now)?.is_some() {
            on_the_board.push(adjustment.person);
        }
    }
    let (reason, effect) = (request.reason.trim(), request.effect.trim());
    let adjusted: Vec<PersonId> = request.adjustments.iter().map(|adjustment| adjustment.person).collect();
    let name = members::store::naming(tx.db, &adjusted)?;
    rules::chief_act(request.act, reason, effect, &request.adjustments, &on_the_board, &name)?;
    let new = NewChiefAct {
        act: request.act,
        reason: reason.to_owned(),
        effect: effect.to_owned(),
        adjustments: request.adjustments.clone(),
    };
    store::add(tx, by, &new)
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BreachRequest {
    #[schema(value_type = i64)]
    person: PersonId,
    /// 16 to 500 characters; public.
    reason: String,
    /// A ban through this Friday, if there is to be one (T41).
    ban_until: Option<NaiveDate>,
    /// Needed for a ban (Act III.2.3).
    finding: Option<Finding>,
}

/// Answers a breach of the secrecy of evidence (Act I.9.5): all roles go at once, and the Chief Justice may
/// ban. The last administrator keeps that one role until there is another to look after the host.
#[utoipa::path(post, path = "/api/v1/breaches_of_secrecy", tag = "chief_justice", request_body = BreachRequest,
    responses((status = 201, body = Consequences), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn breach(app: Data<App>, actor: Actor, body: Body<BreachRequest>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        members::store::known(tx.db, request.person).map_err(|error| error.at("person"))?;
        let reason = crate::conduct::rules::reason("reason", &request.reason, "I.9.5")?;
        let breach =
            Breach { person: request.person, reason, ban_until: request.ban_until, finding: request.finding.clone() };
        let consequences = secrecy::answer(tx, &actor, &breach)?;
        Answer::created(format!("/api/v1/people/{}/roles", request.person), &consequences)
    })
    .await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(list, one, add, breach))]
pub struct Docs;

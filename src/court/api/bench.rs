//! Leave, panel, hearing, withdrawal, en banc.

use actix_web::web::{Data, Path};

use super::super::actions::{
    AskEnBanc, DecideEnBanc, Empanel, Numbered, OpenHearing, Panel, Reason, SayOnLeave, Withdraw, Word,
};
use super::stands;
use crate::App;
use crate::action::api::{each_time, once};
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{Answer, Body, problem::Problem};

/// Grants or refuses leave to appeal: the Chief Justice alone, or justices together (Act III.3.6, T32).
#[utoipa::path(post, path = "/api/v1/cases/{number}/leave", tag = "court", request_body = Word,
    params(("number" = String, Path)),
    responses((status = 200, body = Numbered), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn leave(
    app: Data<App>,
    actor: Actor,
    number: Path<String>,
    body: Body<Word>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|word| SayOnLeave(number.into_inner(), word)), stands).await
}

/// Picks the panel, or another one while nobody has voted (Acts III.3.5, III.3.7, T36). Afterwards only the
/// seat of a justice who left office, or came into a conflict, is filled, and the bench votes again.
#[utoipa::path(post, path = "/api/v1/cases/{number}/panel", tag = "court", request_body = Panel,
    params(("number" = String, Path)),
    responses((status = 200, body = Numbered), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn panel(
    app: Data<App>,
    actor: Actor,
    number: Path<String>,
    body: Body<Panel>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|panel| Empanel(number.into_inner(), panel)), stands).await
}

/// Opens the hearing; for the presiding justice.
#[utoipa::path(post, path = "/api/v1/cases/{number}/hearing", tag = "court", params(("number" = String, Path)),
    responses((status = 200, body = Numbered), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn hearing(app: Data<App>, actor: Actor, number: Path<String>) -> Result<Answer, Error> {
    each_time(&app, &actor, OpenHearing(number.into_inner()), stands).await
}

/// Takes the petition back, before any verdict.
#[utoipa::path(post, path = "/api/v1/cases/{number}/withdrawal", tag = "court", request_body = Reason,
    params(("number" = String, Path)),
    responses((status = 200, body = Numbered), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn withdrawal(
    app: Data<App>,
    actor: Actor,
    number: Path<String>,
    body: Body<Reason>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|reason| Withdraw(number.into_inner(), reason)), stands).await
}

/// Asks that the whole Court hear the case again: a party or the decider (Act III.3.9, T38).
#[utoipa::path(post, path = "/api/v1/cases/{number}/en_banc", tag = "court", request_body = Reason,
    params(("number" = String, Path)),
    responses((status = 200, body = Numbered), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn ask_en_banc(
    app: Data<App>,
    actor: Actor,
    number: Path<String>,
    body: Body<Reason>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|reason| AskEnBanc(number.into_inner(), reason)), stands).await
}

/// Accepts or declines to have the case heard en banc (Act III.3.9.1).
#[utoipa::path(post, path = "/api/v1/cases/{number}/en_banc_leave", tag = "court", request_body = Word,
    params(("number" = String, Path)),
    responses((status = 200, body = Numbered), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn decide_en_banc(
    app: Data<App>,
    actor: Actor,
    number: Path<String>,
    body: Body<Word>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|word| DecideEnBanc(number.into_inner(), word)), stands).await
}

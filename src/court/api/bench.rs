//! Leave, panel, hearing, withdrawal, en banc.

use actix_web::web::{Data, Path};
use serde::Deserialize;

use super::super::store::{self, By};
use super::{Numbered, stands};
use crate::App;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{self, Answer, Body, problem::Problem};
use crate::id::PersonId;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Word {
    granted: bool,
    /// Needed to refuse, 16 to 2000 characters.
    #[serde(default)]
    reason: String,
}

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
    let by = By::from(&actor);
    http::create(&app.db, by.person, body, move |tx, word| {
        store::leave(tx, &number, &by, word.granted, &word.reason)?;
        stands(tx, &number)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Panel {
    /// As many as the house rules say; the first presides unless the Chief Justice sits.
    #[schema(value_type = Vec<i64>)]
    justices: Vec<PersonId>,
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
    let by = By::from(&actor);
    http::create(&app.db, by.person, body, move |tx, panel| {
        store::empanel(tx, &number, &by, &panel.justices)?;
        stands(tx, &number)
    })
    .await
}

/// Opens the hearing; for the presiding justice.
#[utoipa::path(post, path = "/api/v1/cases/{number}/hearing", tag = "court", params(("number" = String, Path)),
    responses((status = 200, body = Numbered), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn hearing(app: Data<App>, actor: Actor, number: Path<String>) -> Result<Answer, Error> {
    let by = By::from(&actor);
    app.db
        .write(move |tx| {
            store::open_hearing(tx, &number, &by)?;
            stands(tx, &number)
        })
        .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WithdrawalReason)]
pub(super) struct Reason {
    #[serde(default)]
    reason: String,
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
    let by = By::from(&actor);
    http::create(&app.db, by.person, body, move |tx, body| {
        store::withdraw(tx, &number, &by, &body.reason)?;
        stands(tx, &number)
    })
    .await
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
    let by = By::from(&actor);
    http::create(&app.db, by.person, body, move |tx, body| {
        store::ask_en_banc(tx, &number, &by, &body.reason)?;
        stands(tx, &number)
    })
    .await
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
    let by = By::from(&actor);
    http::create(&app.db, by.person, body, move |tx, word| {
        store::decide_en_banc(tx, &number, &by, word.granted, &word.reason)?;
        stands(tx, &number)
    })
    .await
}

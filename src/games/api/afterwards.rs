//! Approving, correcting, voiding and restoring a game over HTTP.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};
use serde::Deserialize;

use crate::App;
use crate::auth::Actor;
use crate::db::Tx;
use crate::error::Error;
use crate::games::record::Stated;
use crate::games::rules::afterwards::reason;
use crate::games::store::{self, Correction, Ruling};
use crate::games::{Authority, Ending};
use crate::http::{Answer, Body, Seen, etag};
use crate::id::GameId;
use crate::ratings::Outcome;

crate::words!(
    /// A moderator's answer to a monitored player's game.
    Verdict {
        Approve = "approve",
        Refuse = "refuse",
    }
);

/// A moderator's answer, and why.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ApprovalRequest {
    verdict: Verdict,
    reason: String,
}

/// What the game's result should have been, and why (T24).
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CorrectionRequest {
    /// May be left out where the captures decide it.
    result: Option<Outcome>,
    ending: Ending,
    /// Where they were miscounted at the bell.
    captures: Option<Stated>,
    reason: String,
}

/// Why a game is voided or restored, and by which Act.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RulingRequest {
    reason: String,
    /// `II.5`, `0.11`, `I.9.10`, …
    act: String,
}

/// Changes a game if it still is as the caller saw it (`If-Match`), and shows it as it is then.
pub(super) async fn change<F>(app: &App, request: &HttpRequest, id: GameId, change: F) -> Result<Answer, Error>
where
    F: Fn(&mut Tx) -> Result<(), Error> + Send + 'static,
{
    let seen = Seen::by(request);
    app.db
        .write(move |tx| {
            seen.must_hold(|| Ok(etag(&serde_json::to_vec(&store::one(tx.db, id)?)?)))?;
            change(tx)?;
            Ok(Answer::ok(&store::one(tx.db, id)?)?.tagged())
        })
        .await
}

/// Approves a monitored player's game, or refuses to; by a moderator who did not play in it.
#[utoipa::path(post, path = "/api/v1/games/{id}/approval", tag = "games", params(("id" = i64, Path,)),
    request_body = ApprovalRequest, responses((status = 200, body = store::GameDetail), (status = 403), (status = 409), (status = 412)))]
pub async fn approval(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<GameId>,
    body: Body<ApprovalRequest>,
) -> Result<Answer, Error> {
    let (by, why) = (Authority::from(&actor), reason(&body.value.reason, "III.2.4")?);
    let (id, verdict) = (*id, body.value.verdict);
    change(&app, &request, id, move |tx| match verdict {
        Verdict::Approve => store::approve(tx, id, &by, &why),
        Verdict::Refuse => store::refuse(tx, id, &by, &why),
    })
    .await
}

/// Corrects a result; by a moderator who did not play in the game, published with the reason (T24).
#[utoipa::path(post, path = "/api/v1/games/{id}/correction", tag = "games", params(("id" = i64, Path,)),
    request_body = CorrectionRequest, responses((status = 200, body = store::GameDetail), (status = 403), (status = 409), (status = 412)))]
pub async fn correction(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<GameId>,
    body: Body<CorrectionRequest>,
) -> Result<Answer, Error> {
    let (by, why) = (Authority::from(&actor), reason(&body.value.reason, "III.2.4")?);
    let CorrectionRequest { result, ending, captures, .. } = body.value;
    let (id, correction) = (*id, Correction { result, ending, captures });
    change(&app, &request, id, move |tx| store::correct(tx, id, &by, &correction, &why)).await
}

/// Voids a game: it is undone as though it never happened. By the Chief Justice, or by a moderator
/// who did not play in it.
#[utoipa::path(post, path = "/api/v1/games/{id}/void", tag = "games", params(("id" = i64, Path,)),
    request_body = RulingRequest, responses((status = 200, body = store::GameDetail), (status = 403), (status = 409), (status = 412)))]
pub async fn void(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<GameId>,
    body: Body<RulingRequest>,
) -> Result<Answer, Error> {
    let (id, by, RulingRequest { reason, act }) = (*id, Authority::from(&actor), body.value);
    change(&app, &request, id, move |tx| {
        let ruling = Ruling::read(tx, &reason, &act)?;
        store::void(tx, id, &by, &ruling)
    })
    .await
}

/// Restores a void game to where it stood; by those who may void it.
#[utoipa::path(post, path = "/api/v1/games/{id}/restoration", tag = "games", params(("id" = i64, Path,)),
    request_body = RulingRequest, responses((status = 200, body = store::GameDetail), (status = 403), (status = 409), (status = 412)))]
pub async fn restoration(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<GameId>,
    body: Body<RulingRequest>,
) -> Result<Answer, Error> {
    let (id, by, RulingRequest { reason, act }) = (*id, Authority::from(&actor), body.value);
    change(&app, &request, id, move |tx| {
        let ruling = Ruling::read(tx, &reason, &act)?;
        store::restore(tx, id, &by, &ruling)
    })
    .await
}

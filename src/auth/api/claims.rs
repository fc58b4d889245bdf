//! Claims over HTTP: who says that the club knows them already.

use actix_web::web::{Data, Path};
use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::App;
use crate::action::api::each_time;
use crate::auth::Actor;
use crate::auth::actions::{ConfirmClaim, DeclineClaim, WaitingClaim};
use crate::auth::store::{self, Claim};
use crate::error::Error;
use crate::http::Answer;
use crate::id::PersonId;
use crate::members;

/// Somebody says that they are a person whom the club knows and who has no account.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ClaimLine {
    /// The number that was shown to the person who made it. Ask them for it: others may have made a claim too.
    pub id: i64,
    #[schema(value_type = i64)]
    pub person: PersonId,
    pub name: String,
    /// The name that was typed: the person's, or nearly. Null of claims that an earlier version kept.
    pub typed_name: Option<String>,
    pub made_at: DateTime<Utc>,
}

/// What waits for a moderator.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Claims {
    /// Oldest first.
    pub claims: Vec<ClaimLine>,
}

/// The accounts that wait for a moderator to say whose they are.
#[utoipa::path(get, path = "/api/v1/claims", tag = "accounts", responses((status = 200, body = Claims)))]
pub(crate) async fn claims(app: Data<App>) -> Result<Answer, Error> {
    let claims = app
        .db
        .read(|db| {
            let waiting = store::claims(db, None)?;
            let people: Vec<PersonId> = waiting.iter().map(|claim| claim.person).collect();
            let name = members::store::naming(db, &people)?;
            let line = |claim: Claim| ClaimLine {
                id: claim.id,
                person: claim.person,
                name: name(claim.person),
                typed_name: claim.name,
                made_at: claim.made_at.and_utc(),
            };
            Ok(waiting.into_iter().map(line).collect())
        })
        .await?;
    Answer::ok(&Claims { claims })
}

/// Confirms that somebody is whom they say, having asked them: their account opens, with the password that they chose.
#[utoipa::path(post, path = "/api/v1/claims/{id}/confirmation", tag = "accounts", params(("id" = i64, Path)),
    responses((status = 204), (status = 404), (status = 409)))]
pub(crate) async fn confirm_claim(app: Data<App>, actor: Actor, id: Path<i64>) -> Result<Answer, Error> {
    let claim = WaitingClaim { id: *id, person: None };
    let confirming = ConfirmClaim { claim, joins: members::api::join_if_possible };
    each_time(&app, &actor, confirming, |_, ()| Ok(Answer::nothing())).await
}

/// Says that somebody is not whom they say: nothing is kept of it but a line in the log.
#[utoipa::path(delete, path = "/api/v1/claims/{id}", tag = "accounts", params(("id" = i64, Path)),
    responses((status = 204), (status = 404)))]
pub(crate) async fn decline_claim(app: Data<App>, actor: Actor, id: Path<i64>) -> Result<Answer, Error> {
    let declining = DeclineClaim(WaitingClaim { id: *id, person: None });
    each_time(&app, &actor, declining, |_, ()| Ok(Answer::nothing())).await
}

//! One's own account: who I am, my password, my authenticator.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use chrono::NaiveDateTime;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::audit::{self, Entry};
use crate::auth::secret::{self, Code};
use crate::auth::store::{self, Account, CodeKind};
use crate::auth::{Actor, Roles, SignIn, accounts, browser, sign_in, totp};
use crate::error::{Error, Refusal};
use crate::http::{Answer, Body};
use crate::id::PersonId;

/// Who the caller is, and what they may do now.
#[derive(Serialize, utoipa::ToSchema)]
pub struct MeAnswer {
    pub person: PersonId,
    pub handle: String,
    pub name: String,
    pub email: Option<String>,
    /// The powers that hold now.
    pub roles: Roles,
    /// Whether signing in needs a code.
    pub second_factor: bool,
    /// Whether one is advised: to everybody with powers. Where the club requires it, powers rest
    /// until it is set up.
    pub second_factor_advised: bool,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordRequest {
    pub current_password: String,
    pub new_password: String,
    /// Whether other browsers and programs stay signed in; they do not if this is not said.
    #[serde(default)]
    pub keep_other_sign_ins: bool,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EnrolRequest {
    pub password: String,
}

/// What the authenticator app has to be told, once.
#[derive(Serialize, utoipa::ToSchema)]
pub struct EnrolAnswer {
    /// In base32, to type.
    pub secret: String,
    /// `otpauth://totp/…`, to scan.
    pub address: String,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmRequest {
    /// The six digits that the authenticator shows.
    pub code: String,
}

/// Codes that each stand in once for a lost authenticator; shown once.
#[derive(Serialize, utoipa::ToSchema)]
pub struct RecoveryAnswer {
    pub recovery_codes: Vec<String>,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LiftRequest {
    pub password: String,
    /// Six digits, or a recovery code.
    pub code: String,
}

/// Codes that are given with an authenticator.
const RECOVERY_CODES: usize = 8;

async fn account(app: &App, person: PersonId) -> Result<(Account, Roles), Error> {
    let read = app.db.read(move |db| Ok((store::account(db, person)?, store::roles(db, person)?))).await?;
    let (account, roles) = read;
    Ok((account.ok_or_else(|| Refusal::not_found("account"))?, roles))
}

/// Who I am.
#[utoipa::path(get, path = "/api/v1/me", tag = "accounts", responses((status = 200, body = MeAnswer), (status = 401)))]
pub async fn me(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    let (account, held) = account(&app, actor.person).await?;
    let answer = MeAnswer {
        person: account.person,
        second_factor: account.second_factor().is_some(),
        second_factor_advised: account.second_factor().is_none() && held.have_powers(),
        handle: account.handle,
        name: account.name,
        email: account.email,
        roles: actor.roles,
    };
    Ok(Answer::ok(&answer)?.tagged())
}

/// Changes my password; my other sign-ins end unless they are kept.
#[utoipa::path(put, path = "/api/v1/me/password", tag = "accounts", request_body = PasswordRequest,
    responses((status = 204), (status = 401), (status = 422), (status = 429)))]
pub async fn change_password(
    app: Data<App>,
    request: HttpRequest,
    actor: Actor,
    sign_in: SignIn,
    body: Body<PasswordRequest>,
) -> Result<Answer, Error> {
    let asked = body.value;
    accounts::confirm(&app, &actor, &asked.current_password, &browser::from(&request, &app)).await?;
    accounts::change_password(&app, &actor, sign_in.id, &asked.new_password, asked.keep_other_sign_ins).await?;
    Ok(Answer::nothing())
}

/// Begins to set up an authenticator; it demands nothing until it is confirmed.
#[utoipa::path(post, path = "/api/v1/me/totp", tag = "accounts", request_body = EnrolRequest,
    responses((status = 201, body = EnrolAnswer), (status = 401), (status = 409)))]
pub async fn enrol(
    app: Data<App>,
    request: HttpRequest,
    actor: Actor,
    body: Body<EnrolRequest>,
) -> Result<HttpResponse, Error> {
    accounts::confirm(&app, &actor, &body.value.password, &browser::from(&request, &app)).await?;
    let key = secret::random::<{ totp::SECRET }>();
    let person = actor.person;
    let handle = app
        .db
        .write(move |tx| {
            let account = store::account(tx.db, person)?.ok_or_else(|| Refusal::not_found("account"))?;
            if account.second_factor().is_some() {
                let detail = "An authenticator is set up already; lift it first (DELETE /api/v1/me/totp).";
                return Err(Refusal::conflict("Authenticator already set up", detail).into());
            }
            store::set_totp(tx, person, Some(&key))?;
            Ok(account.handle)
        })
        .await?;
    let unmade = || Error::internal("an authenticator's secret could not be made");
    let answer = EnrolAnswer {
        secret: totp::base32(&key).ok_or_else(unmade)?,
        address: totp::address(&key, &handle).ok_or_else(unmade)?,
    };
    Ok(HttpResponse::Created().insert_header(("Cache-Control", "no-store")).json(answer))
}

/// Confirms the authenticator with its first code; from now on signing in needs one.
#[utoipa::path(put, path = "/api/v1/me/totp", tag = "accounts", request_body = ConfirmRequest,
    responses((status = 200, body = RecoveryAnswer), (status = 409), (status = 422)))]
pub async fn confirm(app: Data<App>, actor: Actor, body: Body<ConfirmRequest>) -> Result<HttpResponse, Error> {
    let codes: Vec<Code> = std::iter::repeat_with(accounts::fresh_code).take(RECOVERY_CODES).collect();
    let recovery_codes = codes.iter().map(|code| code.as_str().to_owned()).collect();
    let person = actor.person;
    app.db
        .write(move |tx| {
            let account = store::account(tx.db, person)?.ok_or_else(|| Refusal::not_found("account"))?;
            let Some(key) = account.totp_secret.filter(|_| account.totp_confirmed_at.is_none()) else {
                let detail = "No authenticator is being set up; begin with POST /api/v1/me/totp.";
                return Err(Refusal::conflict("Nothing to confirm", detail).into());
            };
            let step = totp::step(&key, &body.value.code, tx.now, account.totp_last_step);
            let wrong = "These are not the six digits that the authenticator shows now; check the clock of its device.";
            let step = step.ok_or_else(|| Refusal::field("code", wrong))?;
            store::use_totp_step(tx, person, step)?;
            store::confirm_totp(tx, person)?;
            sign_in::recovery_codes(tx, person, &codes)?;
            record(tx, person, "second_factor.set_up")
        })
        .await?;
    Ok(HttpResponse::Ok().insert_header(("Cache-Control", "no-store")).json(RecoveryAnswer { recovery_codes }))
}

/// Lifts the authenticator.
#[utoipa::path(delete, path = "/api/v1/me/totp", tag = "accounts", request_body = LiftRequest,
    responses((status = 204), (status = 401), (status = 409)))]
pub async fn lift(
    app: Data<App>,
    request: HttpRequest,
    actor: Actor,
    body: Body<LiftRequest>,
) -> Result<Answer, Error> {
    let from = browser::from(&request, &app);
    accounts::confirm(&app, &actor, &body.value.password, &from).await?;
    let person = actor.person;
    let decided = app
        .db
        .write(move |tx| {
            let account = store::account(tx.db, person)?.ok_or_else(|| Refusal::not_found("account"))?;
            if account.second_factor().is_none() {
                return Err(Refusal::conflict("No authenticator", "No authenticator is set up.").into());
            }
            if let Err(refusal) = sign_in::second_factor(tx, &account, Some(&body.value.code))? {
                sign_in::count_failure(tx, &account, &from)?;
                return Ok(Err(refusal));
            }
            store::set_totp(tx, person, None)?;
            store::end_codes(tx, CodeKind::Recovery, Some(person))?;
            record(tx, person, "second_factor.lifted").map(Ok)
        })
        .await?;
    decided.map_err(Error::from)?;
    Ok(Answer::nothing())
}

fn record(tx: &mut crate::db::Tx, person: PersonId, act: &str) -> Result<(), Error> {
    let at: NaiveDateTime = tx.now;
    let entry = Entry {
        actor: Some(person),
        act,
        subject: format!("person:{person}"),
        body: serde_json::json!({ "at": at.and_utc() }),
    };
    audit::record(tx, entry)
}

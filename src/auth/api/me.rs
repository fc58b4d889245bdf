//! One's own account: who I am, my password, my authenticator.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::action;
use crate::auth::actions::ConfirmAuthenticator;
use crate::auth::store::{self, Account};
use crate::auth::{Actor, Roles, SignIn, accounts, browser, second_factor};
use crate::error::Error;
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
    /// Whether powers rest since the password was reset, until an authenticator or a justice confirms who this is.
    pub powers_rest: bool,
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

/// The caller's password once more, for what only its owner may do.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnPassword {
    pub password: String,
}

/// The secret for the authenticator app, shown once.
#[derive(Serialize, utoipa::ToSchema)]
pub struct EnrolAnswer {
    /// In base32, to type.
    pub secret: String,
    /// `otpauth://totp/…`, to scan.
    pub address: String,
}

/// Recovery codes for a lost authenticator, each valid once; shown only once.
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

async fn account(app: &App, person: PersonId) -> Result<(Account, Roles), Error> {
    let read = app.db.read(move |db| Ok((store::account(db, person)?, store::roles(db, person)?))).await?;
    let (account, roles) = read;
    Ok((account.ok_or_else(|| crate::not_found!("account"))?, roles))
}

/// Who I am.
#[utoipa::path(get, path = "/api/v1/me", tag = "accounts", responses((status = 200, body = MeAnswer), (status = 304), (status = 401)))]
pub(crate) async fn me(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    let (account, held) = account(&app, actor.person).await?;
    let answer = MeAnswer {
        person: account.person,
        powers_rest: actor.powers_rest && held.have_powers(),
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
pub(crate) async fn change_password(
    app: Data<App>,
    request: HttpRequest,
    actor: Actor,
    sign_in: SignIn,
    body: Body<PasswordRequest>,
) -> Result<Answer, Error> {
    let PasswordRequest { current_password, new_password, keep_other_sign_ins } = body.value;
    let (passwords, from) = ((current_password.as_str(), new_password.as_str()), browser::from(&request, &app));
    accounts::change_password(&app, &actor, &sign_in, passwords, keep_other_sign_ins, &from).await?;
    Ok(Answer::nothing())
}

/// Begins to set up an authenticator; it demands nothing until it is confirmed.
#[utoipa::path(post, path = "/api/v1/me/totp", tag = "accounts", request_body = OwnPassword,
    responses((status = 201, body = EnrolAnswer), (status = 401), (status = 409)))]
pub(crate) async fn enrol(
    app: Data<App>,
    request: HttpRequest,
    actor: Actor,
    body: Body<OwnPassword>,
) -> Result<HttpResponse, Error> {
    let from = browser::from(&request, &app);
    let begun = second_factor::begin(&app, &actor, &body.value.password, &from).await?;
    let answer = EnrolAnswer { secret: begun.secret, address: begun.address };
    Ok(HttpResponse::Created().insert_header(("Cache-Control", "no-store")).json(answer))
}

/// Confirms the authenticator with its first code; from now on signing in needs one.
#[utoipa::path(put, path = "/api/v1/me/totp", tag = "accounts", request_body = ConfirmAuthenticator,
    responses((status = 200, body = RecoveryAnswer), (status = 409), (status = 422)))]
pub(crate) async fn confirm(
    app: Data<App>,
    actor: Actor,
    body: Body<ConfirmAuthenticator>,
) -> Result<HttpResponse, Error> {
    let recovery_codes = action::performed(&app, &actor, body.value).await?;
    Ok(HttpResponse::Ok().insert_header(("Cache-Control", "no-store")).json(RecoveryAnswer { recovery_codes }))
}

/// Lifts the authenticator.
#[utoipa::path(delete, path = "/api/v1/me/totp", tag = "accounts", request_body = LiftRequest,
    responses((status = 204), (status = 401), (status = 409)))]
pub(crate) async fn lift(
    app: Data<App>,
    request: HttpRequest,
    actor: Actor,
    body: Body<LiftRequest>,
) -> Result<Answer, Error> {
    let from = browser::from(&request, &app);
    second_factor::lift(&app, &actor, &body.value.password, body.value.code, from).await?;
    Ok(Answer::nothing())
}

/// Where the caller is signed in.
#[derive(Serialize, utoipa::ToSchema)]
pub struct SignInsAnswer {
    /// The latest first.
    pub sign_ins: Vec<SignInLine>,
}

#[derive(Serialize, utoipa::ToSchema)]
pub struct SignInLine {
    pub id: i64,
    pub started_at: DateTime<Utc>,
    /// When its token was last renewed.
    pub last_used_at: DateTime<Utc>,
    /// The network address it began from.
    pub address: String,
    /// Whether this request belongs to it.
    pub this_one: bool,
}

/// The caller's sign-ins that hold, in browsers and programs.
#[utoipa::path(get, path = "/api/v1/me/sign-ins", tag = "accounts",
    responses((status = 200, body = SignInsAnswer), (status = 401)))]
pub(crate) async fn sign_ins(app: Data<App>, actor: Actor, own: SignIn) -> Result<Answer, Error> {
    let (person, now) = (actor.person, app.clock.now());
    let open = app.db.read(move |db| store::open_sign_ins(db, person, now)).await?;
    let line = |open: store::OpenSignIn| SignInLine {
        id: open.id,
        started_at: open.started_at.and_utc(),
        last_used_at: open.refreshed_at.and_utc(),
        this_one: open.id == own.id,
        address: open.address,
    };
    Answer::ok(&SignInsAnswer { sign_ins: open.into_iter().map(line).collect() })
}

/// Ends one of the caller's sign-ins, such as that of a lost phone.
#[utoipa::path(delete, path = "/api/v1/me/sign-ins/{id}", tag = "accounts", params(("id" = i64, Path)),
    request_body = OwnPassword, responses((status = 204), (status = 401), (status = 404), (status = 422)))]
pub(crate) async fn end_sign_in(
    app: Data<App>,
    request: HttpRequest,
    actor: Actor,
    id: Path<i64>,
    body: Body<OwnPassword>,
) -> Result<Answer, Error> {
    accounts::end_sign_in(&app, &actor, *id, &body.value.password, &browser::from(&request, &app)).await?;
    Ok(Answer::nothing())
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EmailRequest {
    pub password: String,
    /// Null or left out: no letters are sent from now on.
    pub email: Option<String>,
    /// Six digits, or a recovery code, where there is an authenticator.
    pub code: Option<String>,
}

/// Changes the e-mail address of my account.
#[utoipa::path(put, path = "/api/v1/me/email", tag = "accounts", request_body = EmailRequest,
    responses((status = 204), (status = 401), (status = 409), (status = 422)))]
pub(crate) async fn change_email(
    app: Data<App>,
    request: HttpRequest,
    actor: Actor,
    body: Body<EmailRequest>,
) -> Result<Answer, Error> {
    let EmailRequest { password, email, code } = body.value;
    let from = browser::from(&request, &app);
    accounts::change_email(&app, &actor, &password, email.as_deref(), code, from).await?;
    Ok(Answer::nothing())
}

//! Signing up, in and out.

use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde::{Deserialize, Serialize};

use super::me::OwnPassword;
use crate::App;
use crate::auth::accounts::Opened;
use crate::auth::actions::{Joins, Wishes};
use crate::auth::sign_in::{self as door, Attempt, Presenter, SignedIn};
use crate::auth::store::CodeKind;
use crate::auth::throttle::{FORGOTTEN, Limit, Scope};
use crate::auth::tokens::ACCESS;
use crate::auth::{Actor, SignIn, accounts, browser, resets, rules};
use crate::error::Error;
use crate::http::{Answer, Body, problem};
use crate::id::PersonId;
use crate::members;

/// Somebody who wants an account.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAccountRequest {
    /// The code of the invitation, of the room, or of the setup link.
    pub code: String,
    /// 2 to 32 of a–z, 0–9, dot, dash, underscore; a letter first. Made of the name if not said.
    pub handle: Option<String>,
    /// Whom an invitation is for keeps the name that the club has, and gives one that looks like it.
    pub name: String,
    pub email: Option<String>,
    /// 8 to 200 characters, and not easily guessed.
    pub password: String,
    /// Whether to join the leaderboard at once.
    pub join_leaderboard: Option<bool>,
    /// Whether one is the person of this name, or nearly, whom the club knows already; a moderator confirms it.
    pub is_me: Option<bool>,
    /// The answer to a challenge: see `signIn`.
    pub proof: Option<String>,
}

/// An account that waits for a moderator to say that it is the person whom the club knows.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ClaimAnswer {
    /// What tells the claim from those of others: say it to the moderator.
    pub number: i64,
    /// What to sign in with once it was confirmed. Null where only a part of the name was sent: it would tell the rest. The
    /// moderator tells it.
    pub handle: Option<String>,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignInRequest {
    /// A handle or an e-mail address.
    pub handle: String,
    pub password: String,
    /// With an authenticator: its six digits, or a recovery code.
    pub code: Option<String>,
    /// The `device` of an earlier sign-in: to such a caller the wrong tries of others mean nothing.
    pub device: Option<String>,
    /// The answer to a challenge: see the operation.
    pub proof: Option<String>,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RefreshRequest {
    pub refresh_token: String,
}

/// The tokens of a sign-in.
#[derive(Serialize, utoipa::ToSchema)]
pub struct TokensAnswer {
    pub person: PersonId,
    /// Send it as `Authorization: Bearer`.
    pub access_token: String,
    /// `Bearer`.
    pub token_type: &'static str,
    /// Seconds that the access token is good for.
    pub expires_in: i64,
    /// Valid for one use within 30 days; reusing an old one ends the sign-in, which ends after 90 days at the
    /// latest.
    pub refresh_token: Option<String>,
    /// Say it at the next sign-in from the same device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChoosePasswordRequest {
    /// The code that an administrator gave.
    pub code: String,
    pub new_password: String,
}

fn tokens(builder: &mut HttpResponseBuilder, signed_in: SignedIn) -> HttpResponse {
    builder.insert_header((header::CACHE_CONTROL, "no-store")).json(TokensAnswer {
        person: signed_in.person,
        access_token: signed_in.access,
        token_type: "Bearer",
        expires_in: ACCESS.num_seconds(),
        refresh_token: signed_in.refresh,
        device: signed_in.device,
    })
}

/// Says what the throttle leaves, as the `RateLimit` fields do.
pub fn limit_headers(answer: &mut HttpResponse, limit: Limit) {
    let policy = format!("\"sign-in\";q={};w={}", Scope::Pair.free(), FORGOTTEN.num_seconds());
    let left = format!("\"sign-in\";r={};t={}", limit.remaining, limit.wait.unwrap_or(0));
    for (name, value) in [("ratelimit-policy", policy), ("ratelimit", left)] {
        if let Ok(value) = header::HeaderValue::from_str(&value) {
            answer.headers_mut().insert(header::HeaderName::from_static(name), value);
        }
    }
}

/// Makes the first Chief Justice, who also runs the host.
///
/// The code is the last part of the link that the service prints when it starts.
#[utoipa::path(post, path = "/api/v1/setup", tag = "accounts", request_body = NewAccountRequest,
    responses((status = 201, body = TokensAnswer), (status = 422)))]
pub(crate) async fn set_up(
    app: Data<App>,
    request: HttpRequest,
    body: Body<NewAccountRequest>,
) -> Result<HttpResponse, Error> {
    opened(&app, &request, body.value, &[CodeKind::FirstChiefJustice]).await
}

/// Signs up with an invitation or a join code, and signs in.
///
/// Where the club knows somebody of this name, or nearly this name (a slip, another order, or some of its words), who has no
/// account yet, a join code is answered 409 with the member `is_it_you`. Asked again with `is_me` it is answered 202: the
/// account opens once a moderator has confirmed it; with `is_me` false a name that is nearly the same is somebody else's.
/// After many wrong codes the next tries bring a proof of work, as at `POST /api/v1/tokens`.
#[utoipa::path(post, path = "/api/v1/accounts", tag = "accounts", request_body = NewAccountRequest,
    responses((status = 201, body = TokensAnswer), (status = 202, body = ClaimAnswer), (status = 409), (status = 422),
        (status = 429)))]
pub(crate) async fn sign_up(
    app: Data<App>,
    request: HttpRequest,
    body: Body<NewAccountRequest>,
) -> Result<HttpResponse, Error> {
    opened(&app, &request, body.value, &[CodeKind::Invitation, CodeKind::JoinCode]).await
}

async fn opened(
    app: &App,
    request: &HttpRequest,
    new: NewAccountRequest,
    kinds: &'static [CodeKind],
) -> Result<HttpResponse, Error> {
    let handle = new.handle.as_deref().unwrap_or_default();
    let account = rules::new_account(handle, &new.name, new.email.as_deref(), &new.password)?;
    let mut from = browser::from(request, app);
    from.proof = new.proof;
    let wishes = Wishes {
        joins: new.join_leaderboard.unwrap_or(false).then_some(members::api::join_if_possible as Joins),
        is_known: new.is_me,
    };
    match accounts::sign_up(app, new.code, account, wishes, from, kinds).await? {
        Opened::SignedIn(signed_in) => Ok(tokens(&mut HttpResponse::Created(), *signed_in)),
        Opened::Claimed(number, handle) => Ok(HttpResponse::Accepted().json(ClaimAnswer { number, handle })),
    }
}

/// Signs in with handle or e-mail address and password.
///
/// After too many wrong passwords a device that signed in before (`device`) is answered 429 and waits as `Retry-After`
/// says; the `RateLimit` header says how many tries are left. Other callers are answered 429 with the member
/// `proof_of_work`, `{"challenge": "…", "bits": 18}`, while somebody guesses passwords: for this handle, from this address,
/// or everywhere. They find a number such that the SHA-256 hash of the text `challenge.number` begins with so many zero
/// bits, and send that text as `proof` with the next try. Each challenge is good for one try within ten minutes.
#[utoipa::path(post, path = "/api/v1/tokens", tag = "accounts", request_body = SignInRequest,
    responses((status = 200, body = TokensAnswer), (status = 401), (status = 429)))]
pub(crate) async fn sign_in(app: Data<App>, request: HttpRequest, body: Body<SignInRequest>) -> HttpResponse {
    let SignInRequest { handle, password, code, device, proof } = body.value;
    let mut from = browser::from(&request, &app);
    from.device = device.or(from.device);
    from.proof = proof;
    let answer = door::sign_in(&app, Attempt { login: handle, password, code }, from).await;
    let mut response = match answer.result {
        Ok(signed_in) => tokens(&mut HttpResponse::Ok(), signed_in),
        Err(Error::Refused(refusal)) => problem::refused(&refusal),
        Err(error) => HttpResponse::from_error(error),
    };
    limit_headers(&mut response, answer.limit);
    response
}

/// Turns a refresh token into new tokens.
///
/// Each refresh token is good once. Using an older one again ends the sign-in, since nobody can
/// tell its owner from a thief.
#[utoipa::path(post, path = "/api/v1/tokens/refresh", tag = "accounts", request_body = RefreshRequest,
    responses((status = 200, body = TokensAnswer), (status = 401)))]
pub(crate) async fn refresh(app: Data<App>, body: Body<RefreshRequest>) -> Result<HttpResponse, Error> {
    let signed_in = door::refresh(&app, &body.value.refresh_token, Presenter::Program).await?;
    Ok(tokens(&mut HttpResponse::Ok(), signed_in))
}

/// Signs out: the sign-in that this request belongs to ends, its tokens with it.
#[utoipa::path(delete, path = "/api/v1/tokens/current", tag = "accounts", responses((status = 204), (status = 401)))]
pub(crate) async fn sign_out(app: Data<App>, actor: Actor, sign_in: SignIn) -> Result<Answer, Error> {
    door::sign_out(&app, actor.person, sign_in.id).await?;
    Ok(Answer::nothing())
}

/// Signs out everywhere at once.
#[utoipa::path(delete, path = "/api/v1/tokens", tag = "accounts", request_body = OwnPassword,
    responses((status = 204), (status = 401), (status = 422)))]
pub(crate) async fn sign_out_everywhere(
    app: Data<App>,
    request: HttpRequest,
    actor: Actor,
    body: Body<OwnPassword>,
) -> Result<Answer, Error> {
    accounts::sign_out_everywhere(&app, &actor, &body.value.password, &browser::from(&request, &app)).await?;
    Ok(Answer::nothing())
}

/// Chooses a new password with the code that an administrator or another office holder gave, or that came by e-mail. The
/// powers of an office holder rest then: see `POST /api/v1/people/{id}/password-reset`.
#[utoipa::path(post, path = "/api/v1/password-resets", tag = "accounts", request_body = ChoosePasswordRequest,
    responses((status = 204), (status = 422)))]
pub(crate) async fn choose_password(
    app: Data<App>,
    request: HttpRequest,
    body: Body<ChoosePasswordRequest>,
) -> Result<Answer, Error> {
    let from = browser::from(&request, &app);
    resets::choose(&app, body.value.code, &body.value.new_password, &from).await?;
    Ok(Answer::nothing())
}

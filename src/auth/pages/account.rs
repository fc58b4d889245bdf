//! One's own account: address and password, the authenticator, where one is signed in.

use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use chrono_tz::Tz;
use serde::Deserialize;

use crate::App;
use crate::action::performed;
use crate::auth::actions::ConfirmAuthenticator;
use crate::auth::second_factor::{self, Begun};
use crate::auth::store::{self, Account, OpenSignIn};
use crate::auth::{Actor, SignIn, accounts, browser};
use crate::error::Error;
use crate::http::Form;
use crate::rulebook;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::qr::Qr;
use crate::web::typed::{Fields, Typed, see};

const HERE: &str = "/me/account";

#[derive(Template)]
#[template(path = "me/account.html")]
struct AccountPage {
    frame: Frame,
    zone: Tz,
    account: Account,
    /// An authenticator that is being set up, and its address as a code to scan.
    begun: Option<(Begun, Qr)>,
    sign_ins: Vec<OpenSignIn>,
    /// The sign-in of this browser.
    own: i64,
    typed: Typed,
}

async fn page(app: &App, frame: Frame, actor: &Actor, own: &SignIn, typed: Typed) -> Result<HttpResponse, Error> {
    let (person, now) = (actor.person, app.clock.now());
    let (zone, account, sign_ins) = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            let account = store::account(db, person)?.ok_or_else(|| crate::not_found!("account"))?;
            Ok((zone, account, store::open_sign_ins(db, person, now)?))
        })
        .await?;
    let begun = Begun::of(&account).and_then(|begun| Some((Qr::of(&begun.address)?, begun)));
    let begun = begun.map(|(qr, begun)| (begun, qr));
    let status = typed.status();
    let mut answer = render(status, &AccountPage { frame, zone, account, begun, sign_ins, own: own.id, typed })?;
    // It may show a secret.
    answer.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    Ok(answer)
}

pub(crate) async fn account(app: Data<App>, frame: Frame, actor: Actor, own: SignIn) -> Result<HttpResponse, Error> {
    page(&app, frame, &actor, &own, Typed::default()).await
}

#[derive(Deserialize)]
pub struct EmailForm {
    password: String,
    email: String,
    code: Option<String>,
}

pub(crate) async fn change_email(
    app: Data<App>,
    request: HttpRequest,
    frame: Frame,
    actor: Actor,
    own: SignIn,
    form: Form<EmailForm>,
) -> Result<HttpResponse, Error> {
    let kept = Fields::from(vec![("email".to_owned(), form.0.email.clone())]);
    let EmailForm { password, email, code } = form.0;
    let from = browser::from(&request, &app);
    match accounts::change_email(&app, &actor, &password, Some(&email), code, from).await {
        Ok(()) => Ok(see_done(HERE, Done::Saved)),
        Err(error) => page(&app, frame, &actor, &own, Typed::refused("email", kept, error)?).await,
    }
}

#[derive(Deserialize)]
pub struct PasswordForm {
    current_password: String,
    new_password: String,
    keep: Option<String>,
}

pub(crate) async fn change_password(
    app: Data<App>,
    request: HttpRequest,
    frame: Frame,
    actor: Actor,
    own: SignIn,
    form: Form<PasswordForm>,
) -> Result<HttpResponse, Error> {
    let PasswordForm { current_password, new_password, keep } = form.0;
    let (keeps_others, from) = (keep.is_some(), browser::from(&request, &app));
    let kept = Fields::from(keep.map(|keep| vec![("keep".to_owned(), keep)]).unwrap_or_default());
    let passwords = (current_password.as_str(), new_password.as_str());
    match accounts::change_password(&app, &actor, &own, passwords, keeps_others, &from).await {
        Ok(()) => Ok(see_done(HERE, Done::Password)),
        Err(error) => page(&app, frame, &actor, &own, Typed::refused("password", kept, error)?).await,
    }
}

#[derive(Deserialize)]
pub struct BeginForm {
    password: String,
}

/// Begins to set up an authenticator; the page then shows its code until it is confirmed.
pub(crate) async fn begin(
    app: Data<App>,
    request: HttpRequest,
    frame: Frame,
    actor: Actor,
    own: SignIn,
    form: Form<BeginForm>,
) -> Result<HttpResponse, Error> {
    let from = browser::from(&request, &app);
    match second_factor::begin(&app, &actor, &form.0.password, &from).await {
        Ok(_) => Ok(see("/me/account#authenticator")),
        Err(error) => page(&app, frame, &actor, &own, Typed::refused("begin", Fields::default(), error)?).await,
    }
}

#[derive(Template)]
#[template(path = "me/recovery.html")]
struct RecoveryPage {
    frame: Frame,
    codes: Vec<String>,
}

pub(crate) async fn confirm(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    own: SignIn,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let confirming = ConfirmAuthenticator { code: form.0.text("code").to_owned() };
    match performed(&app, &actor, confirming).await {
        Ok(codes) => {
            let mut answer = render(actix_web::http::StatusCode::OK, &RecoveryPage { frame, codes })?;
            answer.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
            Ok(answer)
        }
        Err(error) => page(&app, frame, &actor, &own, Typed::refused("confirm", Fields::default(), error)?).await,
    }
}

#[derive(Deserialize)]
pub struct LiftForm {
    password: String,
    code: String,
}

pub(crate) async fn lift(
    app: Data<App>,
    request: HttpRequest,
    frame: Frame,
    actor: Actor,
    own: SignIn,
    form: Form<LiftForm>,
) -> Result<HttpResponse, Error> {
    let (LiftForm { password, code }, from) = (form.0, browser::from(&request, &app));
    match second_factor::lift(&app, &actor, &password, code, from).await {
        Ok(()) => Ok(see_done(HERE, Done::AuthenticatorOff)),
        Err(error) => page(&app, frame, &actor, &own, Typed::refused("lift", Fields::default(), error)?).await,
    }
}

#[derive(Deserialize)]
pub struct EndForm {
    #[serde(default)]
    password: String,
}

pub(crate) async fn end_sign_in(
    app: Data<App>,
    request: HttpRequest,
    frame: Frame,
    actor: Actor,
    own: SignIn,
    id: Path<i64>,
    form: Form<EndForm>,
) -> Result<HttpResponse, Error> {
    let from = browser::from(&request, &app);
    match accounts::end_sign_in(&app, &actor, *id, &form.0.password, &from).await {
        Ok(()) => Ok(see_done(HERE, Done::SignInEnded)),
        Err(error) => page(&app, frame, &actor, &own, Typed::refused("sign-ins", Fields::default(), error)?).await,
    }
}

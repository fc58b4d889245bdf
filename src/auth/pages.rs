//! Signing in, out and up in a browser; without a script.

mod account;
mod cards;
mod invitations;
mod joining;
mod language;
mod list;
mod people;
mod security;

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use askama::Template;
use rookery_messages::say;
use serde::Deserialize;

use super::proof::Challenge;
use super::sign_in::{self, CallerOrigin, FirstStep, SignedIn};
use super::{Actor, SignIn, accounts, api, browser, resets, tries};
use crate::App;
use crate::error::{Error, Kind, Refusal};
use crate::http::cookies::give;
use crate::http::{Form, Params, problem};
use crate::routes;
use crate::web::assets;
use crate::web::done::{Done, see_done};
use crate::web::form::{Wrong, see};
use crate::web::layout::{Frame, own_path, render};

routes! {
    GET "/sign-in" => sign_in_form, Anyone;
    POST "/sign-in" => sign_in, Anyone;
    GET "/sign-out" => sign_out_form, Caller;
    POST "/sign-out" => sign_out, Caller;
    POST "/language" => language::choose, Anyone;
    GET "/setup/{code}" => joining::set_up_form, Anyone;
    POST "/setup/{code}" => joining::set_up, Anyone;
    GET "/join" => joining::join_form, Anyone;
    POST "/join" => joining::join, Anyone;
    GET "/reset" => reset_form, Anyone;
    POST "/reset" => reset, Anyone;
    GET "/me/account" => account::account, SignedIn;
    POST "/me/account/email" => account::change_email, SignedIn;
    POST "/me/account/password" => account::change_password, SignedIn;
    POST "/me/account/authenticator" => account::begin, SignedIn;
    POST "/me/account/authenticator/confirm" => account::confirm, SignedIn;
    POST "/me/account/authenticator/lift" => account::lift, SignedIn;
    POST "/me/account/sign-ins/{id}/end" => account::end_sign_in, SignedIn;
    GET "/invitations" => invitations::invitations, Host;
    POST "/invitations" => invitations::invite, Host;
    POST "/invitations/cards" => cards::cards, Host;
    GET "/people/list" => list::form, Moderator;
    POST "/people/list" => list::add, Moderator;
    GET "/people" => people::people, Host;
    POST "/people" => people::add_guest, Moderator;
    GET "/people/{id}" => people::person, Host;
    POST "/people/{id}/invitation" => invitations::invite_one, Host;
    POST "/people/{id}/claims/{claim}/confirm" => people::confirm_claim, Moderator;
    POST "/people/{id}/claims/{claim}/decline" => people::decline_claim, Moderator;
    POST "/people/{id}/name" => people::rename, Moderator;
    POST "/people/{id}/membership" => people::join, Moderator;
    POST "/people/{id}/roles" => people::give, Insider;
    POST "/people/{id}/roles/taking" => people::take, Insider;
    POST "/people/{id}/sign-ins/end" => people::end_sign_ins, Administrator;
    POST "/people/{id}/removal" => people::remove_entry, Moderator;
    POST "/people/{id}/erasure" => people::ask_erasure, Administrator;
    POST "/people/{id}/password" => people::reset, Administrator;
    POST "/people/{id}/password/code" => people::hand_over_code, Moderator;
    POST "/people/{id}/powers" => people::confirm_powers, Moderator;
    POST "/people/{id}/notes" => people::note, Moderator;
    POST "/people/{id}/notes/{note}/withdraw" => people::withdraw_note, Moderator;
    POST "/invitations/{id}/withdraw" => invitations::withdraw, Host;
    GET "/administration/security" => security::security, Administrator;
}

/// Ends the sign-in that this browser had before: its cookies hold another from now on.
async fn end_before(app: &App, request: &HttpRequest) -> Result<(), Error> {
    let before = {
        let extensions = request.extensions();
        extensions.get::<Actor>().map(|actor| actor.person).zip(extensions.get::<SignIn>().map(|own| own.id))
    };
    match before {
        Some((person, sign_in)) => sign_in::sign_out(app, person, sign_in).await,
        None => Ok(()),
    }
}

async fn see_signed_in(
    app: &App,
    request: &HttpRequest,
    frame: &Frame,
    place: &str,
    signed_in: &SignedIn,
) -> Result<HttpResponse, Error> {
    end_before(app, request).await?;
    language::keep(app, signed_in.person, frame.language).await?;
    let mut answer = see(place);
    give(&mut answer, &browser::cookies(signed_in));
    Ok(answer)
}

#[derive(Template)]
#[template(path = "auth/sign_in.html")]
struct SignInPage {
    frame: Frame,
    login: String,
    next: String,
    /// What the browser has to work out before the next try.
    work: Option<Challenge>,
    wrong: Wrong,
}

impl SignInPage {
    /// What does the work.
    fn script(&self) -> Option<&'static str> {
        self.work.as_ref().and_then(|_| assets::address("door.js"))
    }
}

/// The second step, for those with an authenticator.
#[derive(Template)]
#[template(path = "auth/sign_in_code.html")]
struct CodePage {
    frame: Frame,
    /// What says that the password was right.
    halfway: String,
    next: String,
    wrong: Wrong,
}

#[derive(Deserialize)]
struct NextQuery {
    next: Option<String>,
}

/// Either step: handle and password, or what the first step gave and the code.
#[derive(Deserialize)]
struct SignInForm {
    #[serde(default)]
    login: String,
    #[serde(default)]
    password: String,
    halfway: Option<String>,
    proof: Option<String>,
    #[serde(default)]
    code: String,
    next: Option<String>,
}

/// Where somebody goes who has signed in: where they were sent from, else to their own day.
fn onward(next: Option<&str>) -> &str {
    next.map_or("/today", |next| own_path(Some(next)))
}

async fn sign_in_form(frame: Frame, query: Params<NextQuery>) -> Result<HttpResponse, Error> {
    let next = onward(query.0.next.as_deref()).to_owned();
    render(StatusCode::OK, &SignInPage { frame, login: String::new(), next, work: None, wrong: Wrong::default() })
}

async fn sign_in(
    app: Data<App>,
    request: HttpRequest,
    frame: Frame,
    form: Form<SignInForm>,
) -> Result<HttpResponse, Error> {
    let SignInForm { login, password, halfway, proof, code, next } = form.0;
    let next = onward(next.as_deref()).to_owned();
    let from = CallerOrigin { proof, ..browser::from(&request, &app) };
    if let Some(halfway) = halfway {
        return match sign_in::second_step(&app, halfway.clone(), code, from).await {
            Ok(signed_in) => see_signed_in(&app, &request, &frame, &next, &signed_in).await,
            Err(error) => second_step_again(frame, halfway, next, Wrong::of(error)?),
        };
    }
    if let Err(missing) = typed_in(&login, &password) {
        return first_step_again(frame, login, next, Wrong::of(missing.into())?);
    }
    let answer = sign_in::first_step(&app, &login, &password, from).await;
    let mut answered = match answer.result {
        Ok(FirstStep::SignedIn(signed_in)) => return see_signed_in(&app, &request, &frame, &next, &signed_in).await,
        Ok(FirstStep::Halfway(halfway)) => {
            let halfway = halfway.as_str().to_owned();
            return render(StatusCode::OK, &CodePage { frame, halfway, next, wrong: Wrong::default() });
        }
        Err(error) => first_step_again(frame, login, next, Wrong::of(error)?)?,
    };
    api::limit_headers(&mut answered, answer.limit);
    Ok(answered)
}

/// Empty fields are refused before any look-up, which reveals nothing about accounts.
fn typed_in(login: &str, password: &str) -> Result<(), Refusal> {
    let mut missing = Vec::new();
    if login.trim().is_empty() {
        missing.push(Refusal::field("login", say!("Write your handle or e-mail address.")));
    }
    if password.is_empty() {
        missing.push(Refusal::field("password", say!("Write your password.")));
    }
    Refusal::together(missing)
}

fn first_step_again(frame: Frame, login: String, next: String, wrong: Wrong) -> Result<HttpResponse, Error> {
    let work = work_asked(&wrong);
    refused(&wrong, &SignInPage { frame, login, next, work, wrong: wrong.clone() })
}

/// The proof that a refusal asks for.
fn work_asked(wrong: &Wrong) -> Option<Challenge> {
    let asked = wrong.refusal("").and_then(|refusal| refusal.more.get(tries::PROOF_OF_WORK));
    asked.and_then(|asked| Challenge::deserialize(asked).ok())
}

/// The code again, where another can still let in; else the way begins again.
fn second_step_again(frame: Frame, halfway: String, next: String, wrong: Wrong) -> Result<HttpResponse, Error> {
    let refusal = wrong.refusal("");
    let only_the_code = refusal
        .is_some_and(|refusal| refusal.more.contains_key("second_factor") || matches!(refusal.kind, Kind::TooMany(_)));
    if only_the_code {
        return refused(&wrong, &CodePage { frame, halfway, next, wrong: wrong.clone() });
    }
    first_step_again(frame, String::new(), next, wrong)
}

fn refused(wrong: &Wrong, page: &impl Template) -> Result<HttpResponse, Error> {
    let mut answered = render(wrong.status(), page)?;
    if let Some(refusal) = wrong.refusal("") {
        problem::retry_after(answered.headers_mut(), refusal.kind);
    }
    Ok(answered)
}

#[derive(Template)]
#[template(path = "auth/sign_out.html")]
struct SignOutPage {
    frame: Frame,
    wrong: Wrong,
}

#[derive(Deserialize)]
struct SignOutForm {
    everywhere: Option<String>,
    /// Asked for where all sign-ins are to end.
    #[serde(default)]
    password: String,
}

async fn sign_out_form(frame: Frame) -> Result<HttpResponse, Error> {
    render(StatusCode::OK, &SignOutPage { frame, wrong: Wrong::default() })
}

async fn sign_out(
    app: Data<App>,
    request: HttpRequest,
    frame: Frame,
    actor: Actor,
    own: SignIn,
    form: Form<SignOutForm>,
) -> Result<HttpResponse, Error> {
    let everywhere = form.0.everywhere.is_some();
    if everywhere {
        let from = browser::from(&request, &app);
        if let Err(error) = accounts::sign_out_everywhere(&app, &actor, &form.0.password, &from).await {
            let wrong = Wrong::of(error)?;
            return render(wrong.status(), &SignOutPage { frame, wrong });
        }
    } else {
        sign_in::sign_out(&app, actor.person, own.id).await?;
    }
    let mut answer = see_done("/", if everywhere { Done::SignedOutEverywhere } else { Done::SignedOut });
    give(&mut answer, &browser::no_cookies());
    answer.headers_mut().insert(browser::CLEAR_SITE_DATA, browser::KEPT_PAGES);
    Ok(answer)
}

#[derive(Template)]
#[template(path = "auth/reset.html")]
struct ResetPage {
    frame: Frame,
    code: String,
    wrong: Wrong,
}

#[derive(Deserialize)]
struct CodeQuery {
    code: Option<String>,
}

#[derive(Deserialize)]
struct ResetForm {
    code: String,
    new_password: String,
}

async fn reset_form(frame: Frame, query: Params<CodeQuery>) -> Result<HttpResponse, Error> {
    render(StatusCode::OK, &ResetPage { frame, code: query.0.code.unwrap_or_default(), wrong: Wrong::default() })
}

async fn reset(
    app: Data<App>,
    request: HttpRequest,
    frame: Frame,
    form: Form<ResetForm>,
) -> Result<HttpResponse, Error> {
    let from = browser::from(&request, &app);
    match resets::choose(&app, form.0.code.clone(), &form.0.new_password, &from).await {
        Ok(()) => Ok(see_done("/sign-in", Done::Password)),
        Err(error) => {
            let wrong = Wrong::of(error)?;
            render(wrong.status(), &ResetPage { frame, code: form.0.code, wrong })
        }
    }
}

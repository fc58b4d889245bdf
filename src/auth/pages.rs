//! Signing in, out and up in a browser; without a script.

mod account;
mod invitations;
mod language;
mod people;
mod security;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use askama::Template;
use rookery_messages::say;
use serde::Deserialize;

use super::proof::Challenge;
use super::sign_in::{self, FirstStep, From, SignedIn};
use super::store::{self, CodeKind};
use super::{Actor, SignIn, accounts, api, browser, resets, rules, setup, tries};
use crate::App;
use crate::error::{Error, Kind, Refusal};
use crate::http::cookies::give;
use crate::http::{Form, Params, problem};
use crate::members;
use crate::routes;
use crate::web::assets;
use crate::web::catalogue::Text;
use crate::web::done::{Done, see_done};
use crate::web::form::{Wrong, see};
use crate::web::layout::{Frame, own_path, render};

routes! {
    GET "/sign-in" => sign_in_form, Anyone;
    POST "/sign-in" => sign_in, Anyone;
    GET "/sign-out" => sign_out_form, Caller;
    POST "/sign-out" => sign_out, Caller;
    POST "/language" => language::choose, Anyone;
    GET "/setup/{code}" => set_up_form, Anyone;
    POST "/setup/{code}" => set_up, Anyone;
    GET "/join" => join_form, Anyone;
    POST "/join" => join, Anyone;
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
    GET "/people" => people::people, Host;
    POST "/people" => people::add_guest, Moderator;
    GET "/people/{id}" => people::person, Host;
    POST "/people/{id}/name" => people::rename, Moderator;
    POST "/people/{id}/membership" => people::join, Moderator;
    POST "/people/{id}/roles" => people::give, Insider;
    POST "/people/{id}/roles/taking" => people::take, Insider;
    POST "/people/{id}/sign-ins/end" => people::end_sign_ins, Administrator;
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
#[template(path = "sign_in.html")]
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
#[template(path = "sign_in_code.html")]
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
    let from = From { proof, ..browser::from(&request, &app) };
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

/// What was left empty is told before anything is looked up; it tells nothing about accounts.
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
    let asked = wrong.refusal("").and_then(|refusal| refusal.more.get(tries::PROOF_OF_WORK));
    let work = asked.and_then(|asked| Challenge::deserialize(asked).ok());
    refused(&wrong, &SignInPage { frame, login, next, work, wrong: wrong.clone() })
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
#[template(path = "sign_out.html")]
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
        if let Err(error) = accounts::confirm(&app, &actor, "password", &form.0.password, &from).await {
            let wrong = Wrong::of(error)?;
            return render(wrong.status(), &SignOutPage { frame, wrong });
        }
        sign_in::sign_out_everywhere(&app, actor.person, actor.person).await?;
    } else {
        sign_in::sign_out(&app, actor.person, own.id).await?;
    }
    let mut answer = see_done("/", if everywhere { Done::SignedOutEverywhere } else { Done::SignedOut });
    give(&mut answer, &browser::no_cookies());
    answer.headers_mut().insert(browser::CLEAR_SITE_DATA, browser::KEPT_PAGES);
    Ok(answer)
}

/// Both ways to an account: the setup link and the codes.
#[derive(Template)]
#[template(path = "join.html")]
struct JoinPage {
    frame: Frame,
    /// Whether the account is the first Chief Justice's.
    first: bool,
    code: String,
    handle: String,
    name: String,
    email: String,
    wrong: Wrong,
}

impl JoinPage {
    fn heading(&self) -> Text<'static> {
        self.frame.t(if self.first { "join-first" } else { "join" })
    }

    fn empty(frame: Frame, first: bool, code: String) -> JoinPage {
        let nothing = String::new;
        JoinPage { frame, first, code, handle: nothing(), name: nothing(), email: nothing(), wrong: Wrong::default() }
    }
}

#[derive(Deserialize)]
struct JoinForm {
    code: String,
    handle: String,
    name: String,
    email: Option<String>,
    password: String,
}

#[derive(Deserialize)]
struct CodeQuery {
    code: Option<String>,
}

async fn set_up_form(app: Data<App>, frame: Frame, code: Path<String>) -> Result<HttpResponse, Error> {
    if !setup::is_open(&app, code.clone()).await? {
        let detail = say!(
            "This link does not work any more: it was used, or the service was started again and printed a new one."
        );
        return Err(Refusal::new(Kind::NotFound, say!("Setup link void"), detail).into());
    }
    render(StatusCode::OK, &JoinPage::empty(frame, true, code.into_inner()))
}

async fn set_up(
    app: Data<App>,
    request: HttpRequest,
    frame: Frame,
    code: Path<String>,
    form: Form<JoinForm>,
) -> Result<HttpResponse, Error> {
    let form = JoinForm { code: code.into_inner(), ..form.0 };
    open(&app, &request, frame, form, &[CodeKind::FirstChiefJustice]).await
}

/// The form; whom an invitation is for finds their name in it.
async fn join_form(app: Data<App>, frame: Frame, query: Params<CodeQuery>) -> Result<HttpResponse, Error> {
    let code = query.0.code.unwrap_or_default();
    let (typed, now) = (code.clone(), app.clock.now());
    let invited = app.db.read(move |db| {
        let person = store::code(db, &typed, now)?.and_then(|code| code.person_id);
        person.map(|person| members::store::known(db, person)).transpose()
    });
    let mut page = JoinPage::empty(frame, false, code);
    if let Some(person) = invited.await? {
        (page.handle, page.name) = (person.handle, person.name);
    }
    render(StatusCode::OK, &page)
}

async fn join(app: Data<App>, request: HttpRequest, frame: Frame, form: Form<JoinForm>) -> Result<HttpResponse, Error> {
    open(&app, &request, frame, form.0, &[CodeKind::Invitation, CodeKind::JoinCode]).await
}

async fn open(
    app: &App,
    request: &HttpRequest,
    frame: Frame,
    form: JoinForm,
    kinds: &'static [CodeKind],
) -> Result<HttpResponse, Error> {
    let email = form.email.unwrap_or_default();
    let mut wrong = Vec::new();
    Refusal::keep(rules::code_given(&form.code), &mut wrong);
    let account = rules::new_account(&form.handle, &form.name, Some(&email), &form.password);
    wrong.extend(account.as_ref().err().cloned());
    let opened = match (Refusal::together(wrong), account) {
        (Ok(()), Ok(account)) => {
            accounts::sign_up(app, form.code.clone(), account, browser::from(request, app), kinds).await
        }
        (Err(refusal), _) | (_, Err(refusal)) => Err(refusal.into()),
    };
    let first = kinds.contains(&CodeKind::FirstChiefJustice);
    let wrong = match opened {
        Ok(signed_in) => {
            end_before(app, request).await?;
            language::keep(app, signed_in.person, frame.language).await?;
            let mut answer = see_done(if first { "/start" } else { "/me" }, Done::SignedUp);
            give(&mut answer, &browser::cookies(&signed_in));
            return Ok(answer);
        }
        Err(error) => Wrong::of(error)?,
    };
    let JoinForm { code, handle, name, .. } = form;
    render(wrong.status(), &JoinPage { frame, first, code, handle, name, email, wrong })
}

#[derive(Template)]
#[template(path = "reset.html")]
struct ResetPage {
    frame: Frame,
    code: String,
    wrong: Wrong,
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

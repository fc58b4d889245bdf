//! Both ways to an account on pages: the setup link, and the codes by which people join.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use rookery_messages::say;
use serde::Deserialize;

use super::{CodeQuery, end_before, language, refused, work_asked};
use crate::App;
use crate::auth::accounts::{self, Opened};
use crate::auth::actions::{Joins, Wishes};
use crate::auth::proof::Challenge;
use crate::auth::rules::IS_IT_YOU;
use crate::auth::sign_in::CallerOrigin;
use crate::auth::store::{self, CodeKind, StoredCode};
use crate::auth::{browser, rules, setup, tries};
use crate::error::{Error, Kind, Refusal};
use crate::http::cookies::give;
use crate::http::{Form, Params};
use crate::members;
use crate::web::assets;
use crate::web::catalogue::Text;
use crate::web::done::{Done, see_done};
use crate::web::form::Wrong;
use crate::web::layout::{Frame, render};

/// The codes by which people join.
const JOINS: &[CodeKind] = &[CodeKind::Invitation, CodeKind::JoinCode];

#[derive(Template)]
#[template(path = "auth/join.html")]
struct JoinPage {
    frame: Frame,
    /// Whether the account is the first Chief Justice's.
    first: bool,
    /// Whether the code alone is asked for: it may be for somebody, whom nobody asks for their name then.
    code_first: bool,
    /// Whether the code is known to be right, so that nobody has to type it.
    has_code: bool,
    /// Whom the code is for, by the name that the club has.
    invited: Option<String>,
    typed: JoinForm,
    /// Whether the code of the link lets nobody in any more, while the reader is in.
    is_over: bool,
    /// Whether the club knows somebody of this name, or nearly.
    asks_who: bool,
    /// What the browser has to work out before the next try.
    work: Option<Challenge>,
    wrong: Wrong,
}

impl JoinPage {
    fn heading(&self) -> Text<'static> {
        self.frame.t(if self.first { "join-first" } else { "join" })
    }

    /// A page never contains a password, so it must be typed again even if nothing was wrong with
    /// it. What is wrong with it says what is right, so nothing stands beside that.
    fn password_hint(&self) -> String {
        match (self.wrong.at("password").is_empty(), self.typed.password.is_empty()) {
            (false, _) => String::new(),
            (true, false) => self.frame.t("password-again").to_string(),
            (true, true) => self.frame.t("password-hint").to_string(),
        }
    }

    /// What does the work.
    fn script(&self) -> Option<&'static str> {
        self.work.as_ref().and_then(|_| assets::address("door.js"))
    }

    /// Whether what can be left out was filled in, or was wrong.
    fn shows_more(&self) -> bool {
        let given = |text: &Option<String>| text.as_deref().is_some_and(|text| !text.is_empty());
        given(&self.typed.handle)
            || given(&self.typed.email)
            || ["handle", "email"].iter().any(|field| !self.wrong.at(field).is_empty())
    }

    fn fresh(frame: Frame, first: bool, code: String) -> JoinPage {
        let typed = JoinForm { code, leaderboard: Some("yes".to_owned()), ..JoinForm::default() };
        JoinPage {
            frame,
            first,
            code_first: false,
            has_code: first,
            invited: None,
            typed,
            is_over: false,
            asks_who: false,
            work: None,
            wrong: Wrong::default(),
        }
    }
}

#[derive(Default, Deserialize)]
pub struct JoinForm {
    code: String,
    name: String,
    handle: Option<String>,
    email: Option<String>,
    password: String,
    leaderboard: Option<String>,
    is_me: Option<String>,
    /// The name that was asked about before.
    asked: Option<String>,
    /// Whom the code is for, as the page said that brought this form.
    invited: Option<String>,
    proof: Option<String>,
}

/// What there is to do for somebody who said that the club knows them.
#[derive(Template)]
#[template(path = "auth/join_waits.html")]
struct WaitsPage {
    frame: Frame,
    /// What the moderator asks for.
    number: i64,
    /// What to sign in with then, for those who know the whole name.
    handle: Option<String>,
}

pub(crate) async fn set_up_form(app: Data<App>, frame: Frame, code: Path<String>) -> Result<HttpResponse, Error> {
    if !setup::is_open(&app, code.clone()).await? {
        let detail = say!(
            "This link does not work. It was mistyped, used already, or it is more than a week old. If nobody used it, start the service again: it prints one that works."
        );
        return Err(Refusal::new(Kind::NotFound, say!("No setup link"), detail).into());
    }
    render(StatusCode::OK, &JoinPage::fresh(frame, true, code.into_inner()))
}

pub(crate) async fn set_up(
    app: Data<App>,
    request: HttpRequest,
    frame: Frame,
    code: Path<String>,
    form: Form<JoinForm>,
) -> Result<HttpResponse, Error> {
    let form = JoinForm { code: code.into_inner(), ..form.0 };
    open(&app, &request, frame, form, &[CodeKind::FirstChiefJustice]).await
}

/// Whom a code is for, by name.
async fn invited(app: &App, kept: Option<&StoredCode>) -> Result<Option<String>, Error> {
    match kept.and_then(|kept| kept.person_id) {
        Some(person) => Ok(Some(app.db.read(move |db| members::store::known(db, person)).await?.name)),
        None => Ok(None),
    }
}

/// The form; whom an invitation is for finds their name in it.
pub(crate) async fn join_form(
    app: Data<App>,
    request: HttpRequest,
    frame: Frame,
    query: Params<CodeQuery>,
) -> Result<HttpResponse, Error> {
    let code = query.0.code.unwrap_or_default();
    let mut page = JoinPage::fresh(frame, false, code.clone());
    page.code_first = true;
    if rules::code_given(&code).is_err() {
        return render(StatusCode::OK, &page);
    }
    match tries::code(&app, &code, JOINS, &browser::from(&request, &app)).await {
        Ok(kept) => {
            (page.code_first, page.has_code) = (false, true);
            page.invited = invited(&app, Some(&kept)).await?;
            render(StatusCode::OK, &page)
        }
        Err(error) => {
            let wrong = Wrong::of(error)?;
            // Who has joined and opens their card again did nothing wrong: they are in.
            if page.frame.is_a_person() && !wrong.at("code").is_empty() {
                page.is_over = true;
                page.typed.code.clear();
                return render(StatusCode::OK, &page);
            }
            again(page, wrong)
        }
    }
}

/// The page once more, with what was wrong.
fn again(mut page: JoinPage, wrong: Wrong) -> Result<HttpResponse, Error> {
    page.work = work_asked(&wrong);
    // The proof goes with the whole form.
    page.code_first &= page.work.is_none();
    page.asks_who = wrong.refusal("").is_some_and(|refusal| refusal.more.contains_key(IS_IT_YOU))
        || page.typed.asked.as_deref().is_some_and(|asked| asked == page.typed.name);
    page.wrong = wrong.clone();
    refused(&wrong, &page)
}

pub(crate) async fn join(
    app: Data<App>,
    request: HttpRequest,
    frame: Frame,
    form: Form<JoinForm>,
) -> Result<HttpResponse, Error> {
    open(&app, &request, frame, form.0, JOINS).await
}

async fn open(
    app: &App,
    request: &HttpRequest,
    frame: Frame,
    mut form: JoinForm,
    kinds: &'static [CodeKind],
) -> Result<HttpResponse, Error> {
    let from = CallerOrigin { proof: form.proof.clone(), ..browser::from(request, app) };
    let mut wrong = Vec::new();
    Refusal::keep(rules::code_given(&form.code), &mut wrong);
    let mut kept = None;
    if wrong.is_empty() && form.proof.is_none() {
        // The code says whom it is for, and all that is wrong is told at once; but a proof of work is spent on a form that
        // can be taken.
        match tries::code(app, &form.code, kinds, &from).await {
            Ok(found) => kept = Some(found),
            Err(Error::Refused(refusal)) => wrong.push(*refusal),
            Err(error) => return Err(error),
        }
    }
    let invited = invited(app, kept.as_ref()).await?;
    if let Some(name) = &invited {
        if form.name.trim().is_empty() {
            form.name.clone_from(name);
        }
        Refusal::keep(rules::is_invited(name, &form.name), &mut wrong);
    }
    let (handle, email) = (form.handle.as_deref().unwrap_or_default(), form.email.as_deref());
    let account = rules::new_account(handle, &form.name, email, &form.password);
    wrong.extend(account.as_ref().err().cloned());
    if !wrong.is_empty()
        && kept.is_some()
        && invited.is_none()
        && let Ok(name) = rules::called(&form.name)
        && app.db.read(move |db| store::is_anothers(db, &name)).await?
    {
        wrong.insert(0, Refusal::field("name", members::handles::somebody_elses().detail));
    }
    // Where the code was not looked up, as beside a proof of work, the form comes back as it was: with the name that it had.
    let shown = if kept.is_some() { invited } else { form.invited.clone() };
    let joins: Option<Joins> = form.leaderboard.as_ref().map(|_| members::api::join_if_possible as Joins);
    let is_known = form.is_me.as_ref().map(|said| said == "yes");
    let wishes = Wishes { joins, is_known };
    let opened = match (Refusal::together(wrong), account) {
        (Ok(()), Ok(account)) => accounts::sign_up(app, form.code.clone(), account, wishes, from, kinds).await,
        (Err(refusal), _) | (_, Err(refusal)) => Err(refusal.into()),
    };
    let first = kinds.contains(&CodeKind::FirstChiefJustice);
    let wrong = match opened {
        Ok(Opened::SignedIn(signed_in)) => {
            end_before(app, request).await?;
            language::keep(app, signed_in.person, frame.language).await?;
            let mut answer = see_done(if first { "/start" } else { "/today" }, Done::SignedUp);
            give(&mut answer, &browser::cookies(&signed_in));
            return Ok(answer);
        }
        Ok(Opened::Claimed(number, handle)) => {
            return render(StatusCode::ACCEPTED, &WaitsPage { frame, number, handle });
        }
        Err(error) => Wrong::of(error)?,
    };
    let mut page = JoinPage::fresh(frame, first, String::new());
    page.has_code = first || (!form.code.trim().is_empty() && wrong.at("code").is_empty());
    page.invited = shown.filter(|_| page.has_code);
    page.typed = form;
    again(page, wrong)
}

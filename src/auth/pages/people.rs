//! People, for administrators and moderators: who holds which role, notes, new passwords.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono_tz::Tz;
use rookery_messages::say;
use serde::Deserialize;

use crate::App;
use crate::action::pages::sent;
use crate::action::performed;
use crate::auth::actions::{
    ConfirmClaim, ConfirmPowers, DeclineClaim, GiveRequest, GiveRole, HandOver, HandOverCode, SignOutEverywhere,
    TakeRole, WaitingClaim,
};
use crate::auth::resets::{self, CodeDelivery};
use crate::auth::secret::Code;
use crate::auth::store::{self, Claim, RoleEntry};
use crate::auth::{Actor, Role, Roles, accounts};
use crate::error::{Error, Refusal};
use crate::http::{Form, IfMatch, Params};
use crate::id::{PersonId, SessionId};
use crate::members::actions::erasure::{AskErasureFor, RemoveEntry};
use crate::members::actions::{AddGuest, AddNote, GiveName, Join, NewNote, Rename, WithdrawNote};
use crate::members::api as members_api;
use crate::members::store::{Listed, Note};
use crate::members::{self, NoteId, Person, erasure};
use crate::web::done::{Done, see_done};
use crate::web::form::chosen;
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};
use crate::{conduct, ratings, rulebook, sessions};

/// People on a page of the list.
const ROWS: usize = 100;

#[derive(Template)]
#[template(path = "auth/people.html")]
struct PeoplePage {
    frame: Frame,
    query: String,
    people: Vec<Listed>,
    /// Who holds which role, as the page begins with.
    holders: Vec<(Role, Vec<(PersonId, String)>)>,
    next: Option<i64>,
    /// How many have no account: cards can be printed for them.
    uninvited: usize,
    typed: Typed,
}

#[derive(Default, Deserialize)]
pub struct PeopleQuery {
    q: Option<String>,
    after: Option<i64>,
}

pub(crate) async fn people(app: Data<App>, frame: Frame, which: Params<PeopleQuery>) -> Result<HttpResponse, Error> {
    list_page(&app, frame, which.0, Typed::default()).await
}

async fn list_page(app: &App, frame: Frame, which: PeopleQuery, typed: Typed) -> Result<HttpResponse, Error> {
    let query = chosen(which.q.as_deref()).unwrap_or_default().to_owned();
    let after = which.after;
    let page = app
        .db
        .read(move |db| {
            let text = Some(query.as_str()).filter(|query| !query.is_empty());
            let mut people = members::store::list(db, false, text, after, ROWS as i64 + 1)?;
            let next = (people.len() > ROWS).then(|| people[ROWS - 1].id.0);
            people.truncate(ROWS);
            let mut holders = Vec::new();
            for role in Role::ALL {
                let held = store::holders(db, *role)?;
                let names = members::store::names(db, &held)?;
                let named = held.into_iter().map(|person| (person, names.get(&person).cloned().unwrap_or_default()));
                holders.push((*role, named.collect::<Vec<_>>()));
            }
            let uninvited = store::without_account(db)?.len();
            Ok(PeoplePage { frame, query, people, holders, next, uninvited, typed })
        })
        .await?;
    render(page.typed.status(), &page)
}

#[derive(Template)]
#[template(path = "auth/person.html")]
struct PersonPage {
    frame: Frame,
    zone: Tz,
    person: Person,
    has_account: bool,
    second_factor: bool,
    /// Whether they are on the leaderboard.
    is_member: bool,
    /// Whether they are monitored (Act II.10): for who gives them an office.
    is_monitored: bool,
    /// Whether others may ask that they be erased.
    may_be_asked_for: bool,
    held: Roles,
    log: Vec<RoleEntry>,
    notes: Vec<Note>,
    /// Those who say that they are this person.
    claims: Vec<Claim>,
    roles: &'static [Role],
    /// A code for a new password, shown this once.
    reset: Option<(String, String)>,
    /// Whether a new password was asked for of somebody with powers, whose code is handed over.
    is_asked: bool,
    /// Whether their powers rest since then.
    rest: bool,
    /// The session whose register is taken now, for those who take it.
    register: Option<SessionId>,
    typed: Typed,
}

async fn page(
    app: &App,
    frame: Frame,
    id: PersonId,
    reset: Option<(String, String)>,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let (now, moderates, appoints) = (app.clock.now(), frame.roles.may_moderate(), frame.roles.chief_justice);
    let page = app
        .db
        .read(move |db| {
            let account = store::account(db, id)?;
            let held = store::roles(db, id)?;
            Ok(PersonPage {
                frame,
                zone: rulebook::in_force(db, now)?.time_zone,
                person: members::store::known(db, id)?,
                second_factor: account.as_ref().is_some_and(|account| account.second_factor().is_some()),
                may_be_asked_for: account.is_none() && !erasure::store::is_settled(db, id)?,
                has_account: account.is_some(),
                is_member: ratings::store::score(db, id)?.is_some(),
                is_monitored: appoints && conduct::store::monitored_at(db, id, now)?.is_some(),
                is_asked: held.have_powers() && store::open_reset(db, id, now)?.is_some(),
                register: if moderates { sessions::store::on_register(db, now)? } else { None },
                rest: account.is_some_and(|account| account.powers_rest_since.is_some()),
                held,
                log: store::role_log(db, id)?,
                notes: if moderates { members::store::notes(db, id, now)? } else { Vec::new() },
                claims: store::claims(db, Some(id))?,
                roles: Role::ALL,
                reset,
                typed,
            })
        })
        .await?;
    let mut answer = render(page.typed.status(), &page)?;
    if page.reset.is_some() {
        answer.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    }
    Ok(answer)
}

pub(crate) async fn person(app: Data<App>, frame: Frame, id: Path<PersonId>) -> Result<HttpResponse, Error> {
    page(&app, frame, *id, None, Typed::default()).await
}

/// Back to the person, or the person's page with what was typed and what was wrong with it.
async fn answer(
    app: &App,
    frame: Frame,
    id: PersonId,
    done: Result<Done, Error>,
    (form, fields): (&str, Fields),
) -> Result<HttpResponse, Error> {
    match done {
        Ok(done) => Ok(see_done(format!("/people/{id}"), done)),
        Err(error) => page(app, frame, id, None, Typed::refused(form, fields, error)?).await,
    }
}

/// The role that a form names, and why.
fn role(fields: &Fields) -> Result<(Role, String), Refusal> {
    let chosen = fields.some("role").ok_or_else(|| Refusal::field("role", say!("Choose a role.")))?;
    let role = chosen.parse().map_err(|wrong| Refusal::field("role", wrong))?;
    Ok((role, fields.text("reason").to_owned()))
}

pub(crate) async fn give(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<i64>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let person = PersonId(*id);
    let done = match role(&form.0) {
        Ok((Role::ChiefJustice, reason)) if actor.roles.chief_justice => {
            performed(&app, &actor, HandOver { person, reason }).await.map(drop)
        }
        Ok((role, reason)) => performed(&app, &actor, GiveRole(person, GiveRequest { role, reason })).await,
        Err(refusal) => Err(refusal.into()),
    };
    answer(&app, frame, person, done.map(|()| Done::Appointed), ("give", form.0)).await
}

pub(crate) async fn take(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<i64>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let person = PersonId(*id);
    let done = match role(&form.0) {
        Ok((role, reason)) => performed(&app, &actor, TakeRole { person, role, reason }).await,
        Err(refusal) => Err(refusal.into()),
    };
    answer(&app, frame, person, done.map(|()| Done::Dismissed), ("take", form.0)).await
}

pub(crate) async fn reset(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<PersonId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (person, lost) = (*id, form.0.has("lost_authenticator"));
    match resets::ask(&app, &actor, person, lost).await {
        Ok(CodeDelivery::Code(code, _)) => code_page(&app, frame, person, &code).await,
        Ok(CodeDelivery::Mailed(_)) => Ok(see_done(format!("/people/{person}"), Done::ResetMailed)),
        Ok(CodeDelivery::Held(_)) => Ok(see_done(format!("/people/{person}"), Done::ResetHeld)),
        Err(error) => page(&app, frame, person, None, Typed::refused("reset", form.0, error)?).await,
    }
}

/// The person's page with a code for a new password.
async fn code_page(app: &App, frame: Frame, person: PersonId, code: &Code) -> Result<HttpResponse, Error> {
    let shown = (code.as_str().to_owned(), accounts::link(app, "/reset", code.as_str()));
    page(app, frame, person, Some(shown), Typed::default()).await
}

/// Shows the code of a new password to the person who hands it over.
pub(crate) async fn hand_over_code(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<PersonId>,
) -> Result<HttpResponse, Error> {
    match performed(&app, &actor, HandOverCode(*id)).await {
        Ok((code, _)) => code_page(&app, frame, *id, &code).await,
        Err(error) => page(&app, frame, *id, None, Typed::refused("code", Fields::default(), error)?).await,
    }
}

pub(crate) async fn end_sign_ins(app: Data<App>, actor: Actor, id: Path<i64>) -> Result<HttpResponse, Error> {
    let person = PersonId(*id);
    performed(&app, &actor, SignOutEverywhere(person)).await?;
    Ok(see_done(format!("/people/{person}"), Done::PersonSignedOut))
}

/// Asks for somebody without an account that they be erased; it is answered on the page of such requests.
pub(crate) async fn ask_erasure(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<PersonId>,
) -> Result<HttpResponse, Error> {
    let person = *id;
    match performed(&app, &actor, AskErasureFor(person)).await {
        Ok(_) => Ok(see_done("/administration/erasures", Done::Asked)),
        Err(error) => page(&app, frame, person, None, Typed::refused("erasure", Fields::default(), error)?).await,
    }
}

/// Takes somebody out who was entered by mistake.
pub(crate) async fn remove_entry(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<PersonId>,
) -> Result<HttpResponse, Error> {
    let person = *id;
    match performed(&app, &actor, RemoveEntry(person)).await {
        Ok(()) => Ok(see_done("/people", Done::EntryRemoved)),
        Err(error) => page(&app, frame, person, None, Typed::refused("removal", Fields::default(), error)?).await,
    }
}

pub(crate) async fn confirm_powers(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<i64>,
) -> Result<HttpResponse, Error> {
    let person = PersonId(*id);
    let done = performed(&app, &actor, ConfirmPowers(person)).await;
    answer(&app, frame, person, done.map(|()| Done::PowersConfirmed), ("powers", Fields::default())).await
}

/// A moderator has asked who it is.
pub(crate) async fn confirm_claim(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    which: Path<(PersonId, i64)>,
) -> Result<HttpResponse, Error> {
    let (person, id) = *which;
    let claim = WaitingClaim { id, person: Some(person) };
    let confirming = ConfirmClaim { claim, joins: members_api::join_if_possible };
    let done = performed(&app, &actor, confirming).await;
    answer(&app, frame, person, done.map(|()| Done::ClaimConfirmed), ("claim", Fields::default())).await
}

pub(crate) async fn decline_claim(
    app: Data<App>,
    actor: Actor,
    which: Path<(PersonId, i64)>,
) -> Result<HttpResponse, Error> {
    let (person, id) = *which;
    performed(&app, &actor, DeclineClaim(WaitingClaim { id, person: Some(person) })).await?;
    Ok(see_done(format!("/people/{person}"), Done::ClaimDeclined))
}

pub(crate) async fn rename(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<PersonId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let person = *id;
    let asked = Rename { name: form.0.text("name").to_owned(), same_name: Some(form.0.has("same_name")) };
    let done = performed(&app, &actor, GiveName(person, asked, IfMatch::default())).await;
    answer(&app, frame, person, done.map(|_| Done::Saved), ("rename", form.0)).await
}

pub(crate) async fn note(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<PersonId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let person = *id;
    let note = NewNote { text: form.0.text("text").to_owned(), ends_at: None };
    let done = sent(&app, &actor, &form.0, AddNote(person, note), |_| "").await;
    answer(&app, frame, person, done.map(|_| Done::Saved), ("note", form.0)).await
}

pub(crate) async fn withdraw_note(
    app: Data<App>,
    actor: Actor,
    which: Path<(PersonId, NoteId)>,
) -> Result<HttpResponse, Error> {
    let (person, note) = *which;
    performed(&app, &actor, WithdrawNote(note)).await?;
    Ok(see_done(format!("/people/{person}"), Done::Withdrawn))
}

/// Puts somebody on the leaderboard who asked for it at the desk (Act II.1).
pub(crate) async fn join(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<PersonId>,
) -> Result<HttpResponse, Error> {
    let person = *id;
    let done = performed(&app, &actor, Join { person: Some(person) }).await;
    answer(&app, frame, person, done.map(|_| Done::MemberAdded), ("join", Fields::default())).await
}

/// Makes somebody known who has no account.
pub(crate) async fn add_guest(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let guest = AddGuest { name: form.0.text("name").to_owned(), same_name: Some(form.0.has("same_name")) };
    match sent(&app, &actor, &form.0, guest, |guest| format!("/people/{}", guest.id)).await {
        Ok(place) => Ok(see_done(place, Done::Guest)),
        Err(error) => list_page(&app, frame, PeopleQuery::default(), Typed::refused("guest", form.0, error)?).await,
    }
}

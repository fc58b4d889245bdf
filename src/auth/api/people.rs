//! What people with powers do to accounts: roles, invitations, resets, keys.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use chrono::{DateTime, NaiveDateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::action;
use crate::action::api::{each_time, once};
use crate::auth::actions::{
    ConfirmPowers, GiveRequest, GiveRole, HandOver, HandOverCode, Invite, IssuedCode, RotateKeys, SignOutEverywhere,
    TakeRole, WithdrawCode, holder,
};
use crate::auth::resets::{self, CodeDelivery};
use crate::auth::secret::Code;
use crate::auth::store::{self, CodeKind, RoleEntry, StoredCode};
use crate::auth::{Actor, Role, Roles, accounts};
use crate::db::{Db, Kept};
use crate::error::{Error, Refusal};
use crate::http::{Answer, Body, Page, PageRequest, Params};
use crate::id::PersonId;

/// The roles of a person, and how they came and went.
#[derive(Serialize, utoipa::ToSchema)]
pub struct RolesAnswer {
    pub person: PersonId,
    pub held: Roles,
    /// Newest first.
    pub log: Vec<RoleLine>,
}

#[derive(Serialize, utoipa::ToSchema)]
pub struct RoleLine {
    pub role: Role,
    pub given_at: DateTime<Utc>,
    /// Null: the service did, when the club was set up.
    pub given_by: Option<PersonId>,
    #[schema(value_type = String)]
    pub given_reason: Kept,
    /// The end of an elected moderator's term.
    pub ends_at: Option<DateTime<Utc>>,
    pub taken_at: Option<DateTime<Utc>>,
    pub taken_by: Option<PersonId>,
    #[schema(value_type = Option<String>)]
    pub taken_reason: Option<Kept>,
}

impl From<RoleEntry> for RoleLine {
    fn from(entry: RoleEntry) -> RoleLine {
        RoleLine {
            role: entry.role,
            given_at: entry.given_at.and_utc(),
            given_by: entry.given_by,
            given_reason: entry.given_reason,
            ends_at: entry.ends_at.map(|at| at.and_utc()),
            taken_at: entry.taken_at.map(|at| at.and_utc()),
            taken_by: entry.taken_by,
            taken_reason: entry.taken_reason,
        }
    }
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReasonRequest {
    pub reason: String,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetRequest {
    /// Whether the person's authenticator is lost: then it is lifted as well.
    #[serde(default)]
    pub lost_authenticator: bool,
}

/// A code that is shown this once.
#[derive(Serialize, utoipa::ToSchema)]
pub struct CodeAnswer {
    pub id: Option<i64>,
    pub code: String,
    /// Where it is used in a browser.
    pub link: String,
    pub expires_at: DateTime<Utc>,
}

/// A code by which people may sign up; the code itself is not kept.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Invitation {
    pub id: i64,
    pub kind: CodeKind,
    pub person: Option<PersonId>,
    pub uses_left: i64,
    pub created_by: Option<PersonId>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl From<StoredCode> for Invitation {
    fn from(code: StoredCode) -> Invitation {
        Invitation {
            id: code.id,
            kind: code.kind,
            person: code.person_id,
            uses_left: code.uses_left,
            created_by: code.created_by,
            created_at: code.created_at.and_utc(),
            expires_at: code.expires_at.and_utc(),
        }
    }
}

#[derive(Serialize, utoipa::ToSchema)]
pub struct KeyAnswer {
    pub id: i64,
}

/// The roles a person holds and held, with who gave and took them and why.
#[utoipa::path(get, path = "/api/v1/people/{id}/roles", tag = "roles", params(("id" = i64, Path)),
    responses((status = 200, body = RolesAnswer), (status = 304), (status = 404)))]
pub(crate) async fn roles(app: Data<App>, id: Path<i64>) -> Result<Answer, Error> {
    let person = PersonId(*id);
    let read = app.db.read(move |db| {
        holder(db, person)?;
        answered(db, person)
    });
    Ok(Answer::ok(&read.await?)?.tagged())
}

fn answered(db: &mut Db, person: PersonId) -> Result<RolesAnswer, Error> {
    let log = store::role_log(db, person)?.into_iter().map(RoleLine::from).collect();
    Ok(RolesAnswer { person, held: store::roles(db, person)?, log })
}

/// Gives a role. The Chief Justice appoints moderators and justices (III.2, III.3), administrators
/// make administrators, either of them staff and the kiosk.
#[utoipa::path(post, path = "/api/v1/people/{id}/roles", tag = "roles", params(("id" = i64, Path)),
    request_body = GiveRequest, responses((status = 201, body = RolesAnswer), (status = 403), (status = 404), (status = 409)))]
pub(crate) async fn give(
    app: Data<App>,
    actor: Actor,
    id: Path<i64>,
    body: Body<GiveRequest>,
) -> Result<Answer, Error> {
    let person = PersonId(*id);
    once(&app, &actor, body.map(|asked| GiveRole(person, asked)), move |tx, ()| {
        Answer::created(format!("/api/v1/people/{person}/roles"), &answered(tx.db, person)?)
    })
    .await
}

/// Takes a role: it is gone at once. Everybody may give up one of their own.
#[utoipa::path(delete, path = "/api/v1/people/{id}/roles/{role}", tag = "roles",
    params(("id" = i64, Path), ("role" = Role, Path)), request_body = ReasonRequest,
    responses((status = 204), (status = 403), (status = 404), (status = 409)))]
pub(crate) async fn take(
    app: Data<App>,
    actor: Actor,
    path: Path<(i64, String)>,
    body: Body<ReasonRequest>,
) -> Result<Answer, Error> {
    let (id, role) = path.into_inner();
    let role: Role = role.parse().map_err(|detail| Refusal::field("role", detail))?;
    let taking = TakeRole { person: PersonId(id), role, reason: body.value.reason };
    each_time(&app, &actor, taking, |_, ()| Ok(Answer::nothing())).await
}

/// Hands the chair over: the Chief Justice's role passes to somebody else, in one step.
#[utoipa::path(post, path = "/api/v1/chief-justice", tag = "roles", request_body = HandOver,
    responses((status = 201, body = RolesAnswer), (status = 403), (status = 404), (status = 409)))]
pub(crate) async fn hand_over(app: Data<App>, actor: Actor, body: Body<HandOver>) -> Result<Answer, Error> {
    once(&app, &actor, body, |tx, next| {
        Answer::created(format!("/api/v1/people/{next}/roles"), &answered(tx.db, next)?)
    })
    .await
}

fn no_store(builder: &mut actix_web::HttpResponseBuilder, answer: &CodeAnswer) -> HttpResponse {
    builder.insert_header(("Cache-Control", "no-store")).json(answer)
}

/// A new password that was asked for somebody with powers.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ResetAnswer {
    /// How its code comes to the person: by a letter to their e-mail address, or handed over by another office holder.
    pub code_comes_by: CodeComesBy,
    pub expires_at: DateTime<Utc>,
}

crate::words!(
    /// How a code reaches its owner.
    CodeComesBy { Letter = "letter", OfficeHolder = "office_holder" }
);

/// Resets a person's password: gives a one-time code with which they choose a new one. The old
/// password and every sign-in end at once; the person is told.
///
/// Of somebody with powers the code is not shown (202): it goes to their e-mail address, or a moderator or justice other
/// than the caller hands it over. Nothing ends before it is used. Then their powers rest until they sign in with the
/// authenticator that they had before, or a justice confirms who they are. They and all justices are told.
#[utoipa::path(post, path = "/api/v1/people/{id}/password-reset", tag = "accounts", params(("id" = i64, Path)),
    request_body = ResetRequest, responses((status = 201, body = CodeAnswer), (status = 202, body = ResetAnswer),
        (status = 403), (status = 404)))]
pub(crate) async fn reset_password(
    app: Data<App>,
    actor: Actor,
    id: Path<i64>,
    body: Body<ResetRequest>,
) -> Result<HttpResponse, Error> {
    // Not by Idempotency-Key: its stored answer would keep the code.
    let person = PersonId(*id);
    let (code_comes_by, until) = match resets::ask(&app, &actor, person, body.value.lost_authenticator).await? {
        CodeDelivery::Code(code, expires_at) => return Ok(reset_code(&app, &code, expires_at)),
        CodeDelivery::Mailed(until) => (CodeComesBy::Letter, until),
        CodeDelivery::Held(until) => (CodeComesBy::OfficeHolder, until),
    };
    Ok(HttpResponse::Accepted().json(ResetAnswer { code_comes_by, expires_at: until.and_utc() }))
}

fn reset_code(app: &App, code: &Code, expires_at: NaiveDateTime) -> HttpResponse {
    let answer = CodeAnswer {
        id: None,
        link: accounts::link(app, "/reset", code.as_str()),
        code: code.as_str().to_owned(),
        expires_at: expires_at.and_utc(),
    };
    no_store(&mut HttpResponse::Created(), &answer)
}

/// Ends every sign-in of a person, in browsers and programs; their password stays. For a phone that was lost or taken.
#[utoipa::path(delete, path = "/api/v1/people/{id}/sign-ins", tag = "accounts", params(("id" = i64, Path)),
    responses((status = 204), (status = 403), (status = 404)))]
pub(crate) async fn end_sign_ins(app: Data<App>, actor: Actor, id: Path<i64>) -> Result<Answer, Error> {
    each_time(&app, &actor, SignOutEverywhere(PersonId(*id)), |_, ()| Ok(Answer::nothing())).await
}

/// Gives the code of a new password that an administrator asked for, of somebody with powers, to a moderator or justice
/// who has that person before their eyes and hands it over.
#[utoipa::path(post, path = "/api/v1/people/{id}/password-reset/code", tag = "accounts", params(("id" = i64, Path)),
    responses((status = 201, body = CodeAnswer), (status = 403), (status = 404)))]
pub(crate) async fn hand_over_code(app: Data<App>, actor: Actor, id: Path<i64>) -> Result<HttpResponse, Error> {
    let (code, expires_at) = action::performed(&app, &actor, HandOverCode(PersonId(*id))).await?;
    Ok(reset_code(&app, &code, expires_at))
}

/// Confirms who somebody is whose powers rest since their password was reset: they have them again.
///
/// A justice does it, other than the person and the one who asked for the code; a moderator where no such justice is in office.
#[utoipa::path(post, path = "/api/v1/people/{id}/powers", tag = "accounts", params(("id" = i64, Path)),
    responses((status = 204), (status = 403), (status = 404), (status = 409)))]
pub(crate) async fn confirm_powers(app: Data<App>, actor: Actor, id: Path<i64>) -> Result<Answer, Error> {
    each_time(&app, &actor, ConfirmPowers(PersonId(*id)), |_, ()| Ok(Answer::nothing())).await
}

/// The invitations and join codes that still let somebody in.
#[utoipa::path(get, path = "/api/v1/invitations", tag = "accounts", params(PageRequest),
    responses((status = 200, body = Page<Invitation>)))]
pub(crate) async fn invitations(app: Data<App>, page: Params<PageRequest>) -> Result<Page<Invitation>, Error> {
    let (limit, after, now) = (page.0.limit()?, page.0.after()?, app.clock.now());
    let rows = app.db.read(move |db| store::open_codes(db, now, after, limit + 1)).await?;
    Ok(Page::of(rows.into_iter().map(Invitation::from).collect(), limit, |row: &Invitation| row.id))
}

/// Makes an invitation or a join code. The code is shown this once; only its hash is kept.
#[utoipa::path(post, path = "/api/v1/invitations", tag = "accounts", request_body = Invite,
    responses((status = 201, body = CodeAnswer), (status = 403), (status = 422)))]
pub(crate) async fn invite(app: Data<App>, actor: Actor, body: Body<Invite>) -> Result<HttpResponse, Error> {
    // Not by Idempotency-Key: its stored answer would keep the code.
    let IssuedCode { id, code, expires_at } = action::performed(&app, &actor, body.value).await?;
    let answer =
        CodeAnswer { id: Some(id), link: accounts::link(&app, "/join", &code), code, expires_at: expires_at.and_utc() };
    Ok(no_store(&mut HttpResponse::Created(), &answer))
}

/// Withdraws an invitation or join code.
#[utoipa::path(delete, path = "/api/v1/invitations/{id}", tag = "accounts", params(("id" = i64, Path)),
    responses((status = 204), (status = 404)))]
pub(crate) async fn withdraw(app: Data<App>, actor: Actor, id: Path<i64>) -> Result<Answer, Error> {
    each_time(&app, &actor, WithdrawCode(*id), |_, ()| Ok(Answer::nothing())).await
}

/// Makes a new key that signs access tokens.
#[utoipa::path(post, path = "/api/v1/signing-keys", tag = "accounts", request_body = RotateKeys,
    responses((status = 201, body = KeyAnswer), (status = 403)))]
pub(crate) async fn rotate_key(app: Data<App>, actor: Actor, body: Body<RotateKeys>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, id| Answer::created("/api/v1/signing-keys".into(), &KeyAnswer { id })).await
}

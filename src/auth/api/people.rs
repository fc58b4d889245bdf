//! What people with powers do to accounts: roles, invitations, resets, keys.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use rookery_messages::say;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::action::api::{once, performed};
use crate::audit::{self, Entry};
use crate::auth::actions::{GiveRequest, GiveRole, HandOver, TakeRole, holder};
use crate::auth::resets::{self, Asked};
use crate::auth::rules;
use crate::auth::secret::Code;
use crate::auth::security_log::{self, Happened, SecurityEvent};
use crate::auth::store::{self, CodeKind, NewCode, RoleEntry, StoredCode};
use crate::auth::{Actor, Role, Roles, accounts, keys, secret, sign_in};
use crate::clock::later;
use crate::db::{Db, Tx};
use crate::error::{Error, Refusal};
use crate::http::{Answer, Body, Page, PageRequest, Params, create};
use crate::id::PersonId;
use crate::sessions;

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
    /// Nobody: the service did, when the club was set up.
    pub given_by: Option<PersonId>,
    pub given_reason: String,
    /// The end of an elected moderator's term.
    pub ends_at: Option<DateTime<Utc>>,
    pub taken_at: Option<DateTime<Utc>>,
    pub taken_by: Option<PersonId>,
    pub taken_reason: Option<String>,
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

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InviteRequest {
    /// `invitation`, for one person; or `join_code`, for everybody in the room.
    pub kind: CodeKind,
    /// For an invitation: somebody the club knows who has no account yet.
    pub person: Option<PersonId>,
    /// For a join code: how many may sign up with it, 1 to 200; 30 if not said.
    pub uses: Option<i64>,
    /// Days it is good for, 1 to 30; until the end of the next session if not said.
    pub days: Option<i64>,
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

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RotateRequest {
    /// Whether the old keys may have leaked: then their tokens end at once, and everybody's program
    /// refreshes.
    #[serde(default)]
    pub at_once: bool,
}

#[derive(Serialize, utoipa::ToSchema)]
pub struct KeyAnswer {
    pub id: i64,
}

/// The roles a person holds and held, with who gave and took them and why.
#[utoipa::path(get, path = "/api/v1/people/{id}/roles", tag = "roles", params(("id" = i64, Path)),
    responses((status = 200, body = RolesAnswer), (status = 304), (status = 404)))]
pub async fn roles(app: Data<App>, id: Path<i64>) -> Result<Answer, Error> {
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
pub async fn give(app: Data<App>, actor: Actor, id: Path<i64>, body: Body<GiveRequest>) -> Result<Answer, Error> {
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
pub async fn take(
    app: Data<App>,
    actor: Actor,
    path: Path<(i64, String)>,
    body: Body<ReasonRequest>,
) -> Result<Answer, Error> {
    let (id, role) = path.into_inner();
    let role: Role = role.parse().map_err(|detail| Refusal::field("role", detail))?;
    let taking = TakeRole { person: PersonId(id), role, reason: body.value.reason };
    performed(&app, &actor, taking, |_, ()| Ok(Answer::nothing())).await
}

/// Hands the chair over: the Chief Justice's role passes to somebody else, in one step.
#[utoipa::path(post, path = "/api/v1/chief-justice", tag = "roles", request_body = HandOver,
    responses((status = 201, body = RolesAnswer), (status = 403), (status = 404), (status = 409)))]
pub async fn hand_over(app: Data<App>, actor: Actor, body: Body<HandOver>) -> Result<Answer, Error> {
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
    /// How a code comes to whom it is for.
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
pub async fn reset_password(
    app: Data<App>,
    actor: Actor,
    id: Path<i64>,
    body: Body<ResetRequest>,
) -> Result<HttpResponse, Error> {
    // Not by Idempotency-Key: its stored answer would keep the code.
    let person = PersonId(*id);
    let (code_comes_by, until) = match resets::ask(&app, actor.person, person, body.value.lost_authenticator).await? {
        Asked::Code(code, expires_at) => return Ok(reset_code(&app, &code, expires_at)),
        Asked::Mailed(until) => (CodeComesBy::Letter, until),
        Asked::Held(until) => (CodeComesBy::OfficeHolder, until),
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
pub async fn end_sign_ins(app: Data<App>, actor: Actor, id: Path<i64>) -> Result<Answer, Error> {
    sign_in::sign_out_everywhere(&app, actor.person, PersonId(*id)).await?;
    Ok(Answer::nothing())
}

/// Gives the code of a new password that an administrator asked for, of somebody with powers, to a moderator or justice
/// who has that person before their eyes and hands it over.
#[utoipa::path(post, path = "/api/v1/people/{id}/password-reset/code", tag = "accounts", params(("id" = i64, Path)),
    responses((status = 201, body = CodeAnswer), (status = 403), (status = 404)))]
pub async fn hand_over_code(app: Data<App>, actor: Actor, id: Path<i64>) -> Result<HttpResponse, Error> {
    let (code, expires_at) = handed_over(&app, &actor, PersonId(*id)).await?;
    Ok(reset_code(&app, &code, expires_at))
}

/// The code that an office holder hands over, and until when it is good.
pub async fn handed_over(app: &App, actor: &Actor, person: PersonId) -> Result<(Code, NaiveDateTime), Error> {
    let code = accounts::fresh_code();
    let (kept, by) = (code.clone(), actor.clone());
    let expires_at = app.db.write(move |tx| resets::hand_over(tx, &by, person, &kept)).await?;
    Ok((code, expires_at))
}

/// Confirms who somebody is whose powers rest since their password was reset: they have them again.
///
/// A justice does it, other than the person and the one who asked for the code; a moderator where no such justice is in office.
#[utoipa::path(post, path = "/api/v1/people/{id}/powers", tag = "accounts", params(("id" = i64, Path)),
    responses((status = 204), (status = 403), (status = 404), (status = 409)))]
pub async fn confirm_powers(app: Data<App>, actor: Actor, id: Path<i64>) -> Result<Answer, Error> {
    let person = PersonId(*id);
    app.db.write(move |tx| resets::confirm_by_justice(tx, &actor, person)).await?;
    Ok(Answer::nothing())
}

/// The invitations and join codes that still let somebody in.
#[utoipa::path(get, path = "/api/v1/invitations", tag = "accounts", params(PageRequest),
    responses((status = 200, body = Page<Invitation>)))]
pub async fn invitations(app: Data<App>, page: Params<PageRequest>) -> Result<Page<Invitation>, Error> {
    let (limit, after, now) = (page.0.limit()?, page.0.after()?, app.clock.now());
    let rows = app.db.read(move |db| store::open_codes(db, now, after, limit + 1)).await?;
    Ok(Page::of(rows.into_iter().map(Invitation::from).collect(), limit, |row: &Invitation| row.id))
}

/// A code that was made; only its hash is kept.
pub struct Made {
    pub id: i64,
    pub code: String,
    pub expires_at: NaiveDateTime,
}

/// Makes an invitation or a join code.
pub async fn make(app: &App, actor: &Actor, asked: InviteRequest) -> Result<Made, Error> {
    let join_code = match asked.kind {
        CodeKind::Invitation => false,
        CodeKind::JoinCode => true,
        _ => {
            return Err(Refusal::field(
                "kind",
                say!("Make invitation or join_code here. Other codes are made elsewhere."),
            )
            .into());
        }
    };
    let terms = rules::code_terms(join_code, asked.uses, asked.days)?;
    if join_code && asked.person.is_some() {
        return Err(Refusal::field(
            "person",
            say!("A join code is for everybody. To ask one person, make an invitation."),
        )
        .into());
    }
    let code = accounts::spoken_code();
    let (kept, by) = (code.clone(), actor.person);
    let (id, expires_at) = app
        .db
        .write(move |tx| {
            if let Some(person) = asked.person {
                holder(tx.db, person)?;
                if store::account(tx.db, person)?.is_some() {
                    return Err(
                        Refusal::conflict(say!("Account already there"), say!("This person has an account.")).into()
                    );
                }
                // A newer invitation takes the place of the one before.
                store::end_codes(tx, CodeKind::Invitation, Some(person))?;
            }
            let expires_at = terms.ends(tx.now, next_session_ends(tx)?);
            let new = NewCode { kind: asked.kind, person: asked.person, uses: terms.uses, by: Some(by), expires_at };
            let id = store::add_code(tx, &kept, new)?;
            let body = serde_json::json!({ "kind": asked.kind, "uses": terms.uses, "person": asked.person });
            let entry = Entry { actor: Some(by), act: "invitation.made", subject: format!("invitation:{id}"), body };
            audit::record(tx, entry)?;
            let made = Happened { person: asked.person, by: Some(by), ..Happened::of(SecurityEvent::CodeMade) };
            security_log::note(tx, made)?;
            Ok((id, expires_at))
        })
        .await?;
    Ok(Made { id, code: code.as_str().to_owned(), expires_at })
}

/// When the next session ends that begins from now on.
fn next_session_ends(tx: &mut Tx) -> Result<Option<NaiveDateTime>, Error> {
    let now = tx.now;
    sessions::store::ensure_calendar(tx, later(now, TimeDelta::days(rules::MOST_DAYS)))?;
    Ok(sessions::store::next_held_after(tx.db, now)?.map(|session| session.ends_at))
}

/// Makes an invitation or a join code. The code is shown this once; only its hash is kept.
#[utoipa::path(post, path = "/api/v1/invitations", tag = "accounts", request_body = InviteRequest,
    responses((status = 201, body = CodeAnswer), (status = 403), (status = 422)))]
pub async fn invite(app: Data<App>, actor: Actor, body: Body<InviteRequest>) -> Result<HttpResponse, Error> {
    // Not by Idempotency-Key: its stored answer would keep the code.
    let Made { id, code, expires_at } = make(&app, &actor, body.value).await?;
    let answer =
        CodeAnswer { id: Some(id), link: accounts::link(&app, "/join", &code), code, expires_at: expires_at.and_utc() };
    Ok(no_store(&mut HttpResponse::Created(), &answer))
}

/// Withdraws an invitation or join code.
#[utoipa::path(delete, path = "/api/v1/invitations/{id}", tag = "accounts", params(("id" = i64, Path)),
    responses((status = 204), (status = 404)))]
pub async fn withdraw(app: Data<App>, actor: Actor, id: Path<i64>) -> Result<Answer, Error> {
    let id = *id;
    app.db
        .write(move |tx| {
            if !store::withdraw_code(tx, id)? {
                return Err(crate::not_found!("open invitation").into());
            }
            let entry = Entry {
                actor: Some(actor.person),
                act: "invitation.withdrawn",
                subject: format!("invitation:{id}"),
                body: serde_json::json!({}),
            };
            audit::record(tx, entry)
        })
        .await?;
    Ok(Answer::nothing())
}

/// Makes a new key that signs access tokens.
#[utoipa::path(post, path = "/api/v1/signing-keys", tag = "accounts", request_body = RotateRequest,
    responses((status = 201, body = KeyAnswer), (status = 403)))]
pub async fn rotate_key(app: Data<App>, actor: Actor, body: Body<RotateRequest>) -> Result<Answer, Error> {
    let fresh = secret::random::<32>();
    create(&app.db, actor.person, body, move |tx, asked| {
        let id = keys::rotate(tx, Some(&actor), &fresh, asked.at_once)?;
        Answer::created("/api/v1/signing-keys".into(), &KeyAnswer { id })
    })
    .await
}

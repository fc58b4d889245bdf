//! People, memberships and what is noted about them, over HTTP.

pub mod lists;
pub mod outside_ratings;

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};
use chrono::NaiveDateTime;
use serde::{Deserialize, Serialize};

pub use super::actions::join_if_possible;
use super::actions::{
    AddGuest, AddNote, AskRemoval, GiveName, Join, NewNote, Remove, Rename, WithdrawNote, WithdrawRequest,
};
use super::removal::{self, Lapsed};
use super::rules;
use super::store::{self, Facts, Listed, Note, Request};
use super::{Membership, NoteId, Person, RemovalRequestId};
use crate::App;
use crate::action::api::{each_time, once};
use crate::auth::{Actor, Power, Viewpoint};
use crate::conduct::decisions::store::OwedPenalty;
use crate::conduct::decisions::veil::{self, Veil};
use crate::db::Db;
use crate::error::Error;
use crate::http::{Answer, Body, IfMatch, Page, PageRequest, Params, problem::Problem};
use crate::id::PersonId;
use crate::ratings::history::ScorePoint;
use crate::routes;

routes! {
    GET "/api/v1/members" => list, Club;
    GET "/api/v1/members/{id}" => one, Club;
    POST "/api/v1/people" => add_guest, Desk;
    PATCH "/api/v1/people/{id}" => rename, Moderator;
    POST "/api/v1/memberships" => join, Join, OneselfOrDesk;
    GET "/api/v1/people/{id}/notes" => notes, Moderator;
    POST "/api/v1/people/{id}/notes" => add_note, Moderator;
    DELETE "/api/v1/notes/{id}" => withdraw_note, Moderator;
    GET "/api/v1/lapsed_members" => lapsed, Moderator;
    POST "/api/v1/removals" => remove, ChiefJustice;
    GET "/api/v1/removal_requests" => requests, SignedIn;
    POST "/api/v1/removal_requests" => ask, SignedIn;
    DELETE "/api/v1/removal_requests/{id}" => withdraw, SignedIn, Own;
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct MembersQuery {
    /// The `next` of the page before.
    after: Option<String>,
    /// Rows wanted, 1 to 200; 50 if not said.
    limit: Option<i64>,
    /// Part of the name; for those who moderate and administrators, of the handle too.
    search: Option<String>,
    /// Everybody the club knows, guests and former members too.
    everybody: Option<bool>,
}

/// Members, or for who has signed in everybody the club knows, in the order they became known.
#[utoipa::path(get, path = "/api/v1/members", tag = "members", params(MembersQuery),
    responses((status = 200, body = Page<Listed>), (status = 422, body = Problem)))]
async fn list(app: Data<App>, reader: Viewpoint, Params(wanted): Params<MembersQuery>) -> Result<Page<Listed>, Error> {
    let page = PageRequest { after: wanted.after, limit: wanted.limit };
    let (after, limit) = (page.after()?, page.limit()?);
    let search = wanted.search.map(|text| rules::text("search", &text, 1, 80)).transpose()?;
    let members_only = reader.person.is_none() || !wanted.everybody.unwrap_or(false);
    let rows =
        app.db.read(move |db| store::list_for(db, reader, members_only, search.as_deref(), after, limit + 1)).await?;
    Ok(Page::of(rows, limit, |row| row.id.0))
}

/// The facts about a person, with the time penalties that wait for their next game (Act I.2.1).
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FactSheet {
    #[serde(flatten)]
    pub facts: Facts,
    /// The score after each event that counts, oldest first; see `/api/v1/members/{id}/scores`.
    pub history: Vec<ScorePoint>,
    /// For the person, those who moderate and staff where decisions are read without names (`public_initials`).
    pub time_penalties: Vec<OwedPenalty>,
}

/// The facts about a person.
pub fn fact_sheet(db: &mut Db, id: PersonId, veil: &Veil, now: NaiveDateTime) -> Result<FactSheet, Error> {
    Ok(FactSheet {
        facts: store::facts(db, id, veil.reader, now)?,
        history: veil::scores(db, id, veil)?,
        time_penalties: veil.owed_penalties(db, &[id])?,
    })
}

/// The page of facts about one person.
#[utoipa::path(get, path = "/api/v1/members/{id}", tag = "members", params(("id" = i64, Path)),
    responses((status = 200, body = FactSheet), (status = 304), (status = 404, body = Problem)))]
async fn one(app: Data<App>, reader: Viewpoint, id: Path<PersonId>) -> Result<Answer, Error> {
    let now = app.clock.now();
    let read = app.db.read(move |db| {
        let veil = Veil::before(db, reader, now)?;
        fact_sheet(db, *id, &veil, now)
    });
    let sheet = read.await?;
    Ok(Answer::ok(&sheet)?.tagged())
}

/// Makes somebody known who has no account, so that they can be on the register, play and join.
#[utoipa::path(post, path = "/api/v1/people", tag = "members", request_body = AddGuest,
    responses((status = 201, body = Person), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn add_guest(app: Data<App>, actor: Actor, body: Body<AddGuest>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, guest| Answer::created(format!("/api/v1/members/{}", guest.id), &guest)).await
}

/// Gives a person another name. Answers with an entity tag of the person for `If-Match`.
#[utoipa::path(patch, path = "/api/v1/people/{id}", tag = "members", request_body = Rename,
    params(("id" = i64, Path)),
    responses((status = 200, body = Person), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 412, body = Problem)))]
async fn rename(
    app: Data<App>,
    actor: Actor,
    id: Path<PersonId>,
    request: HttpRequest,
    body: Body<Rename>,
) -> Result<Answer, Error> {
    each_time(&app, &actor, GiveName(*id, body.value, IfMatch::by(&request)), |_, person| {
        Ok(Answer::ok(&person)?.etag(person.etag()))
    })
    .await
}

/// Puts a student on the leaderboard at the initial score (Acts II.1, II.7). Games of this session
/// that waited for that are rated now (Act 0.12).
#[utoipa::path(post, path = "/api/v1/memberships", tag = "members", request_body = Join,
    responses((status = 201, body = Membership), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn join(app: Data<App>, actor: Actor, body: Body<Join>) -> Result<Answer, Error> {
    if body.value.person.is_some_and(|person| person != actor.person) {
        actor.must(Power::Desk)?;
    }
    once(&app, &actor, body, |_, joined| Answer::created(format!("/api/v1/members/{}", joined.person), &joined)).await
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Notes {
    notes: Vec<Note>,
}

/// The notes on a person that stand, newest first; for moderators.
#[utoipa::path(get, path = "/api/v1/people/{id}/notes", tag = "members", params(("id" = i64, Path)),
    responses((status = 200, body = Notes), (status = 404, body = Problem)))]
async fn notes(app: Data<App>, id: Path<PersonId>) -> Result<Answer, Error> {
    let now = app.clock.now();
    let notes = app
        .db
        .read(move |db| {
            store::known(db, *id)?;
            store::notes(db, *id, now)
        })
        .await?;
    Answer::ok(&Notes { notes })
}

/// A note that was made.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Noted {
    id: NoteId,
}

/// Notes something on a person, for moderators' eyes, to an end date if one is given.
#[utoipa::path(post, path = "/api/v1/people/{id}/notes", tag = "members", request_body = NewNote,
    params(("id" = i64, Path)),
    responses((status = 201, body = Noted), (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn add_note(app: Data<App>, actor: Actor, id: Path<PersonId>, body: Body<NewNote>) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|note| AddNote(*id, note)), move |_, note| {
        Answer::created(format!("/api/v1/people/{id}/notes"), &Noted { id: note })
    })
    .await
}

/// Withdraws a note.
#[utoipa::path(delete, path = "/api/v1/notes/{id}", tag = "members", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
async fn withdraw_note(app: Data<App>, actor: Actor, id: Path<NoteId>) -> Result<Answer, Error> {
    each_time(&app, &actor, WithdrawNote(*id), |_, ()| Ok(Answer::nothing())).await
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct LapsedMembers {
    members: Vec<Lapsed>,
}

/// Lapsed members who can be removed (Act II.7), and why.
#[utoipa::path(get, path = "/api/v1/lapsed_members", tag = "members",
    responses((status = 200, body = LapsedMembers)))]
async fn lapsed(app: Data<App>) -> Result<Answer, Error> {
    let now = app.clock.now();
    let members = app.db.read(move |db| removal::lapsed(db, now)).await?;
    Answer::ok(&LapsedMembers { members })
}

/// Removes a member who has lapsed (Act II.7) or asked for it (Act II.8).
#[utoipa::path(post, path = "/api/v1/removals", tag = "members", request_body = Remove,
    responses((status = 201, body = Membership), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn remove(app: Data<App>, actor: Actor, body: Body<Remove>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, left| Answer::created(format!("/api/v1/members/{}", left.person), &left)).await
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Requests {
    requests: Vec<Request>,
}

/// Requests to be removed that wait: all of them for the Chief Justice, one's own otherwise.
#[utoipa::path(get, path = "/api/v1/removal_requests", tag = "members",
    responses((status = 200, body = Requests)))]
async fn requests(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    let mut requests = app.db.read(store::requests).await?;
    if !actor.roles.chief_justice {
        requests.retain(|request| request.person == actor.person);
    }
    Answer::ok(&Requests { requests })
}

/// Asks to be removed from the leaderboard; due within the days that the house rules give (Act II.8, T2). While the
/// member is banned or a party to an open case the request waits, and its days begin when that has passed (II.8.1, T44).
#[utoipa::path(post, path = "/api/v1/removal_requests", tag = "members", request_body = AskRemoval,
    responses((status = 201, body = Request), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn ask(app: Data<App>, actor: Actor, body: Body<AskRemoval>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, request| Answer::created("/api/v1/removal_requests".to_owned(), &request)).await
}

/// Withdraws one's own request.
#[utoipa::path(delete, path = "/api/v1/removal_requests/{id}", tag = "members", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
async fn withdraw(app: Data<App>, actor: Actor, id: Path<RemovalRequestId>) -> Result<Answer, Error> {
    each_time(&app, &actor, WithdrawRequest(*id), |_, ()| Ok(Answer::nothing())).await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(
    list,
    one,
    add_guest,
    rename,
    join,
    notes,
    add_note,
    withdraw_note,
    lapsed,
    remove,
    requests,
    ask,
    withdraw
))]
pub struct Docs;

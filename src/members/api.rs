//! People, memberships and what is noted about them, over HTTP.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};
use chrono::{DateTime, NaiveDateTime, Utc};
use rookery_messages::say;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::actions::Remove;
use super::removal::{self, Lapsed};
use super::rules;
use super::store::{self, Facts, Listed, Note, Request};
use super::{Membership, NoteId, Person, RemovalRequestId, handles};
use crate::App;
use crate::action::api::once;
use crate::audit::{self, Entry};
use crate::auth::{Actor, Power, Viewpoint};
use crate::conduct::decisions::store::OwedPenalty;
use crate::conduct::decisions::veil::{self, Veil};
use crate::court;
use crate::db::{Db, Tx};
use crate::error::{Error, Refusal};
use crate::games;
use crate::http::{self, Answer, Body, Page, PageRequest, Params, Seen, instant, problem::Problem};
use crate::id::PersonId;
use crate::notify;
use crate::ratings::history::ScorePoint;
use crate::routes;
use crate::rulebook;
use crate::sessions;

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
struct Wanted {
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
#[utoipa::path(get, path = "/api/v1/members", tag = "members", params(Wanted),
    responses((status = 200, body = Page<Listed>), (status = 422, body = Problem)))]
async fn list(app: Data<App>, reader: Viewpoint, Params(wanted): Params<Wanted>) -> Result<Page<Listed>, Error> {
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

/// What the club tells of a person.
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

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// 1 to 80 characters. One that looks like somebody else's needs `same_name`.
    pub name: String,
    /// A moderator says that this is another person than the one who is called so already.
    pub same_name: Option<bool>,
}

/// Makes somebody known who has no account, so that they can be on the register, play and join.
#[utoipa::path(post, path = "/api/v1/people", tag = "members", request_body = NewGuest,
    responses((status = 201, body = Person), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub async fn add_guest(app: Data<App>, actor: Actor, body: Body<NewGuest>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        sessions::store::desk_open(tx, &actor)?;
        let name = rules::name(&request.name)?;
        let theirs = store::namesake(tx.db, &name, None)?;
        handles::must_be_told_apart(theirs.as_deref(), actor.roles.may_moderate(), request.same_name == Some(true))?;
        let (id, handle) = store::add_guest(tx, &name)?;
        let told = json!({ "name": name, "handle": handle, "same_name": theirs.is_some() });
        log(tx, actor.person, "person.added", id, told)?;
        Answer::created(format!("/api/v1/members/{id}"), &store::known(tx.db, id)?)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// 1 to 80 characters. One that looks like somebody else's needs `same_name`.
    pub name: String,
    /// That both are to be called so, who are two people.
    pub same_name: Option<bool>,
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
    give_name(&app, &actor, *id, body.value, Seen::by(&request)).await
}

/// Gives a person another name if they still are as the caller saw them.
pub async fn give_name(app: &App, actor: &Actor, id: PersonId, asked: Rename, seen: Seen) -> Result<Answer, Error> {
    let (by, moderates) = (actor.person, actor.roles.may_moderate());
    app.db
        .write(move |tx| {
            let before = store::known(tx.db, id)?;
            let tag = |person: &Person| format!("\"{}\"", person.version);
            seen.must_hold(|| Ok(tag(&before)))?;
            let name = rules::name(&asked.name)?;
            if name != before.name {
                let theirs = store::namesake(tx.db, &name, Some(id))?;
                handles::must_be_told_apart(theirs.as_deref(), moderates, asked.same_name == Some(true))?;
                store::rename(tx, id, &name)?;
                let told = json!({ "before": before.name, "after": name, "same_name": theirs.is_some() });
                log(tx, by, "person.renamed", id, told)?;
            }
            let after = store::known(tx.db, id)?;
            Ok(Answer::ok(&after)?.etag(tag(&after)))
        })
        .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Who joins; the caller, if not said. Another person's joining is for the desk.
    #[schema(value_type = Option<i64>)]
    pub person: Option<PersonId>,
}

/// Puts a student on the leaderboard at the initial score (Acts II.1, II.7). Games of this session
/// that waited for that are rated now (Act 0.12).
#[utoipa::path(post, path = "/api/v1/memberships", tag = "members", request_body = Join,
    responses((status = 201, body = Membership), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub async fn join(app: Data<App>, actor: Actor, body: Body<Join>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let person = request.person.unwrap_or(actor.person);
        if person != actor.person {
            actor.must(Power::Desk)?;
            sessions::store::desk_open(tx, &actor)?;
        }
        store::known(tx.db, person)?;
        let again = may_join(tx, person)?;
        put_on_leaderboard(tx, person, actor.person, again)?;
        let now = tx.now;
        let membership = store::membership_at(tx.db, person, now)?;
        Answer::created(format!("/api/v1/members/{person}"), &membership)
    })
    .await
}

/// Whether somebody may join, and has been on the leaderboard before.
fn may_join(tx: &mut Tx, person: PersonId) -> Result<bool, Error> {
    let now = tx.now;
    let zone = rulebook::in_force(tx.db, now)?.time_zone;
    Ok(rules::join(&standing(tx.db, person, now)?, zone)?)
}

fn put_on_leaderboard(tx: &mut Tx, person: PersonId, by: PersonId, again: bool) -> Result<(), Error> {
    let now = tx.now;
    store::join(tx, person, now)?;
    games::rate_waiting(tx, person)?;
    let act = if again { "member.rejoined" } else { "member.joined" };
    log(tx, by, act, person, json!({ "acts": [if again { "II.7" } else { "II.1" }] }))
}

/// Puts somebody on the leaderboard who asked for it with their account; who may not join has the account alone.
pub fn join_if_possible(tx: &mut Tx, person: PersonId, by: PersonId) -> Result<(), Error> {
    match may_join(tx, person) {
        Ok(again) => put_on_leaderboard(tx, person, by, again),
        Err(Error::Refused(_)) => Ok(()),
        Err(error) => Err(error),
    }
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

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewNote {
    /// 1 to 2000 characters.
    pub text: String,
    /// From when on it is no longer shown; never, if not said.
    pub ends_at: Option<DateTime<Utc>>,
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
pub async fn add_note(app: Data<App>, actor: Actor, id: Path<PersonId>, body: Body<NewNote>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        store::known(tx.db, *id)?;
        let text = rules::text("text", &request.text, 1, 2000)?;
        let ends_at = instant::kept_if_any("ends_at", request.ends_at)?;
        if ends_at.is_some_and(|ends| ends <= tx.now) {
            return Err(Refusal::field("ends_at", say!("A note ends in the future, or has no end.")).into());
        }
        let note = store::add_note(tx, *id, actor.person, &text, ends_at)?;
        log(tx, actor.person, "note.added", *id, json!({ "note": note, "ends_at": ends_at }))?;
        Answer::created(format!("/api/v1/people/{id}/notes"), &Noted { id: note })
    })
    .await
}

/// Withdraws a note.
#[utoipa::path(delete, path = "/api/v1/notes/{id}", tag = "members", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
pub async fn withdraw_note(app: Data<App>, actor: Actor, id: Path<NoteId>) -> Result<Answer, Error> {
    app.db
        .write(move |tx| {
            let Some(person) = store::withdraw_note(tx, *id)? else {
                return Err(crate::not_found!("note").into());
            };
            log(tx, actor.person, "note.withdrawn", person, json!({ "note": *id }))?;
            Ok(Answer::nothing())
        })
        .await
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct LapsedMembers {
    members: Vec<Lapsed>,
}

/// Who may be removed for having lapsed (Act II.7), and why.
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
    let place = format!("/api/v1/members/{}", body.value.person);
    once(&app, &actor, body, move |_, membership| Answer::created(place.clone(), &membership)).await
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

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// Why, if the member wishes to say; at most 1000 characters.
    pub reason: Option<String>,
}

/// Asks to be removed from the leaderboard; due within the days that the house rules give (Act II.8, T2). While the
/// member is banned or a party to an open case the request waits, and its days begin when that has passed (II.8.1, T44).
#[utoipa::path(post, path = "/api/v1/removal_requests", tag = "members", request_body = Ask,
    responses((status = 201, body = Request), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub async fn ask(app: Data<App>, actor: Actor, body: Body<Ask>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let now = tx.now;
        let house = rulebook::in_force(tx.db, now)?;
        let standing = standing(tx.db, actor.person, now)?;
        rules::must_be_member(&standing)?;
        if let Some(open) = store::open_request(tx.db, actor.person)? {
            let detail = match open.due_at.map(|due| due.and_utc().with_timezone(&house.time_zone).naive_local()) {
                Some(due) => say!("You have asked already; it is due by {due} by the club's clock.", due),
                None => say!("You have asked already; it waits until your ban or your case is over."),
            };
            return Err(Refusal::conflict(say!("Asked already"), detail).act("II.8").with("request", open.id).into());
        }
        let reason = rules::text("reason", request.reason.as_deref().unwrap_or_default(), 0, 1000)?;
        let due = removal::due(&house, now);
        let waits = rules::must_be_free(&standing, house.time_zone).is_err();
        let id = store::ask(tx, actor.person, &reason, due, waits)?;
        let due = Some(due.and_utc()).filter(|_| !waits);
        log(tx, actor.person, "removal.requested", actor.person, json!({ "request": id, "due_at": due }))?;
        let told = json!({ "removal_request": id, "person": actor.person, "due_at": due });
        notify::enqueue(tx, "removal.requested", None, &told)?;
        Answer::created("/api/v1/removal_requests".to_owned(), &store::request(tx.db, id)?)
    })
    .await
}

/// Withdraws one's own request.
#[utoipa::path(delete, path = "/api/v1/removal_requests/{id}", tag = "members", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
pub async fn withdraw(app: Data<App>, actor: Actor, id: Path<RemovalRequestId>) -> Result<Answer, Error> {
    app.db
        .write(move |tx| {
            let open = store::request(tx.db, *id)?.filter(|request| request.person == actor.person);
            let Some(open) = open else { return Err(crate::not_found!("request").into()) };
            store::withdraw(tx, open.id)?;
            log(tx, actor.person, "removal.withdrawn", actor.person, json!({ "request": open.id }))?;
            Ok(Answer::nothing())
        })
        .await
}

fn standing(db: &mut Db, person: PersonId, now: NaiveDateTime) -> Result<rules::Standing, Error> {
    let open_case = court::store::open_case_of(db, person)?;
    store::standing(db, person, open_case, now)
}

fn log(tx: &mut Tx, actor: PersonId, act: &str, person: PersonId, body: serde_json::Value) -> Result<(), Error> {
    audit::record(tx, Entry { actor: Some(actor), act, subject: format!("person:{person}"), body })
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

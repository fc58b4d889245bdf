//! Tables over HTTP: opening them, sitting down, playing, talking, and the log.

pub mod live;

use std::sync::Arc;

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, Responder};
use chrono::{DateTime, NaiveDateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::actions::{
    At, Invite, Leave, MakeVoid, Mute, NewTable, OpenTable, Play, Rule, Say, SayReady, Sit, Unname, performed_at,
};
use super::erased::{self, Own};
use super::store::{self, Filter, Record};
use super::{Away, Entry, Person, Seat, Stage, Table, TableId, Talk};
use crate::App;
use crate::action::api::once;
use crate::action::performed;
use crate::auth::Actor;
use crate::db::Db;
use crate::error::Error;
use crate::http::{Answer, Body, Page, PageRequest, Params, instant, problem::Problem};
use crate::id::PersonId;
use crate::members;
use crate::routes;

routes! {
    GET "/api/v1/tables" => list, Club;
    POST "/api/v1/tables" => open, Insider;
    GET "/api/v1/tables/{id}" => one, Club;
    POST "/api/v1/tables/{id}/invitations" => invite, Insider;
    POST "/api/v1/tables/{id}/seats" => sit, Insider;
    DELETE "/api/v1/tables/{id}/seats" => leave, SignedIn, Seated;
    PUT "/api/v1/tables/{id}/readiness" => ready, SignedIn, Seated;
    POST "/api/v1/tables/{id}/plays" => play, SignedIn, Seated;
    POST "/api/v1/tables/{id}/rulings" => rule, Justice, NotAPlayer;
    POST "/api/v1/tables/{id}/void" => void, ChiefJustice;
    DELETE "/api/v1/tables/{id}/name" => unname, Moderator;
    GET "/api/v1/me/mutes" => muted, SignedIn;
    PUT "/api/v1/me/mutes/{person}" => mute, SignedIn;
    DELETE "/api/v1/me/mutes/{person}" => unmute, SignedIn;
    GET "/api/v1/tables/{id}/talk" => heard, Club;
    POST "/api/v1/tables/{id}/talk" => say, Insider;
    GET "/api/v1/members/{id}/tables" => record, Club;
    GET "/api/v1/tables/{id}/log" => log, Club;
    GET "/api/v1/tables/{id}/replay" => replay, Club;
    GET "/api/v1/tables/{id}/events" => live::events, Club;
    GET "/api/v1/tables/{id}/socket" => live::socket, Insider;
}

/// A table, as the caller sees it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct TableView {
    #[serde(flatten)]
    pub table: Table,
    /// The seat that the caller has.
    #[schema(value_type = Option<i64>)]
    pub seat: Option<Seat>,
    /// Seats that are awaited.
    #[schema(value_type = Vec<i64>)]
    pub turn: Vec<Seat>,
    /// Seats whose people are connected to the table. Not everybody is known of: where several replicas run, each knows its own.
    #[schema(value_type = Vec<i64>)]
    pub here: Vec<Seat>,
    /// Those seated who were connected and are no longer, since when. What was before this process began is not known.
    pub away: Vec<Away>,
    /// The instant of this view: clocks show the time left then.
    #[serde(serialize_with = "instant::utc")]
    pub now: NaiveDateTime,
    /// The game's state, as the caller may see it: each game has its own.
    #[serde(serialize_with = "erased::written")]
    #[schema(value_type = Option<Object>)]
    pub state: Option<Arc<dyn Own>>,
}

impl TableView {
    /// What somebody sees of a table in memory.
    pub fn of(known: &super::room::Known, viewer: Option<PersonId>, now: NaiveDateTime) -> TableView {
        let table = known.table.clone();
        let seat = viewer.and_then(|person| table.seat_of(person));
        let turn = match (&known.state, table.stage) {
            (Some(state), Stage::Playing) => state.turn(),
            _ => Vec::new(),
        };
        // A game that was made void while it was played stands as it stood then.
        let at = table.ended_at.map_or(now, |ended| ended.min(now));
        TableView {
            turn,
            here: known.here(),
            away: known.away(),
            state: known.state.as_ref().map(|state| state.view(seat, at).into()),
            seat,
            now,
            table,
        }
    }
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct TablesQuery {
    game: Option<String>,
    stage: Option<Stage>,
    /// Tables that this person sits at.
    #[param(value_type = Option<i64>)]
    person: Option<PersonId>,
    after: Option<String>,
    /// 1 to 200; 50 if not said.
    limit: Option<i64>,
}

/// Tables, the last opened first; archived ones where `stage` asks for them. Where somebody only practises, they alone are told.
#[utoipa::path(get, path = "/api/v1/tables", tag = "tables", params(TablesQuery),
    responses((status = 200, body = Page<Table>), (status = 422, body = Problem)))]
async fn list(app: Data<App>, actor: Option<Actor>, Params(which): Params<TablesQuery>) -> Result<Page<Table>, Error> {
    let page = PageRequest { after: which.after, limit: which.limit };
    let (before, limit) = (page.after()?, page.limit()?);
    let filter = Filter { game: which.game, stage: which.stage, person: which.person };
    let (room, reader) = (app.room.clone(), actor.map(|actor| actor.person));
    let rows = app.db.read(move |db| store::listed(db, &room, &filter, reader, before, limit + 1)).await?;
    Ok(Page::of(rows, limit, |table| table.id.0))
}

/// Opens a table and sits down at it.
#[utoipa::path(post, path = "/api/v1/tables", tag = "tables", request_body = NewTable,
    responses((status = 201, body = Table), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn open(app: Data<App>, actor: Actor, body: Body<NewTable>) -> Result<Answer, Error> {
    let body = body.map(|new| OpenTable { room: app.room.clone(), new, seed: rand::random() });
    once(&app, &actor, body, |tx, id| Answer::created(format!("/api/v1/tables/{id}"), &store::table(tx.db, id)?)).await
}

/// One table as the caller sees it.
#[utoipa::path(get, path = "/api/v1/tables/{id}", tag = "tables", params(("id" = i64, Path)),
    responses((status = 200, body = TableView), (status = 404, body = Problem)))]
async fn one(app: Data<App>, actor: Option<Actor>, id: Path<TableId>) -> Result<Answer, Error> {
    let live = app.room.open(&app.db, *id).await?;
    let viewer = actor.map(|actor| actor.person);
    Answer::ok(&live.read(|known| TableView::of(known, viewer, app.clock.now())))
}

/// The table as the caller sees it after a change.
async fn after(app: &App, id: TableId, person: PersonId) -> Result<Answer, Error> {
    let live = app.room.open(&app.db, id).await?;
    Answer::ok(&live.read(|known| TableView::of(known, Some(person), app.clock.now())))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct TableInviteRequest {
    /// For whom free seats are kept.
    #[schema(value_type = Vec<i64>)]
    invite: Vec<PersonId>,
}

/// Invites more people to a table that the caller has opened, while it has free seats and its game has not begun.
#[utoipa::path(post, path = "/api/v1/tables/{id}/invitations", tag = "tables", params(("id" = i64, Path)),
    request_body = TableInviteRequest,
    responses((status = 200, body = TableView), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn invite(
    app: Data<App>,
    actor: Actor,
    id: Path<TableId>,
    body: Body<TableInviteRequest>,
) -> Result<Answer, Error> {
    performed(&app, &actor, Invite { id: *id, people: body.value.invite }).await?;
    after(&app, *id, actor.person).await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct SeatRequest {
    /// One that is kept for the caller, or the first that is free, if not said.
    #[schema(value_type = Option<i64>)]
    seat: Option<Seat>,
}

/// Sits down at a table whose game has not begun, or has seats left that are taken later.
#[utoipa::path(post, path = "/api/v1/tables/{id}/seats", tag = "tables", params(("id" = i64, Path)),
    request_body = SeatRequest,
    responses((status = 200, body = TableView), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn sit(app: Data<App>, actor: Actor, id: Path<TableId>, body: Body<SeatRequest>) -> Result<Answer, Error> {
    performed(&app, &actor, Sit { at: At::table(&app.room, *id), seat: body.value.seat }).await?;
    after(&app, *id, actor.person).await
}

/// Leaves a table whose game has not begun, or gives back the seat there that is kept for the caller: that declines a challenge.
#[utoipa::path(delete, path = "/api/v1/tables/{id}/seats", tag = "tables", params(("id" = i64, Path)),
    responses((status = 204), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn leave(app: Data<App>, actor: Actor, id: Path<TableId>) -> Result<Answer, Error> {
    performed(&app, &actor, Leave(At::table(&app.room, *id))).await?;
    Ok(Answer::nothing())
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ReadyRequest {
    ready: bool,
    /// With `ready` false in the midst of a game: when it is to go on by itself, within 60 days. Not said: when
    /// somebody who asked before says, or in two weeks.
    until: Option<DateTime<Utc>>,
}

/// Says that the caller is ready, or no longer.
///
/// When everybody seated is ready the game begins, or goes on; when nobody is in the midst of a game,
/// it is adjourned, until everybody is ready again or the time comes that was agreed on. A player who has not asked for it and says
/// there that they are ready says no to it: then nobody asks for it any more. Who was connected to a game of one sitting and
/// has been gone for a minute is no longer ready. Chess begins only between members who are not banned and have consented to the
/// terms of online play (Act I.9.4), one game at a time and one a day of each (Acts I.9.1, I.9.2).
#[utoipa::path(put, path = "/api/v1/tables/{id}/readiness", tag = "tables", params(("id" = i64, Path)),
    request_body = ReadyRequest,
    responses((status = 200, body = TableView), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn ready(app: Data<App>, actor: Actor, id: Path<TableId>, body: Body<ReadyRequest>) -> Result<Answer, Error> {
    let ready = body.value.ready;
    let until = instant::kept_if_any("until", body.value.until)?;
    performed_at(&app, &actor, *id, |at| SayReady { at, ready, until }).await?;
    after(&app, *id, actor.person).await
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct PlayRequest {
    /// The number of the log that the play answers: the table's `number` as the caller knew it. Where plays are
    /// messages, as in Nomic, the same message after that number is a repeat; below 0, none is.
    answers: i64,
    /// The game's own; of chess `{"kind": "move", "move": "e4"}`, `resign`, `offer_draw`, `accept_draw`,
    /// `decline_draw`, `claim`; and where it is not rated `ask_take_back`, `accept_take_back`, `decline_take_back`.
    #[schema(value_type = Object)]
    play: Value,
}

/// Plays. A play answers the last entry of the log; one that came too late is refused with the
/// `number` of the log's last entry, and a repeated one gets the same answer again.
#[utoipa::path(post, path = "/api/v1/tables/{id}/plays", tag = "tables", params(("id" = i64, Path)),
    request_body = PlayRequest,
    responses((status = 200, body = Entry), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn play(app: Data<App>, actor: Actor, id: Path<TableId>, body: Body<PlayRequest>) -> Result<Answer, Error> {
    let PlayRequest { answers, play } = body.value;
    Answer::ok(&performed_at(&app, &actor, *id, |at| Play { at, answers, play }).await?)
}

/// A justice, watching, rules on a game: of chess `result`, `ending` and `reason`, in accordance with
/// the laws of chess (Act I.9.6). It is declared, and can be petitioned against (Act I.9.7).
#[utoipa::path(post, path = "/api/v1/tables/{id}/rulings", tag = "tables", params(("id" = i64, Path)),
    request_body = Object,
    responses((status = 200, body = Entry), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn rule(app: Data<App>, actor: Actor, id: Path<TableId>, body: Body<Value>) -> Result<Answer, Error> {
    Answer::ok(&performed_at(&app, &actor, *id, |at| Rule { at, ruling: body.value }).await?)
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct VoidRequest {
    /// The error, 16 to 500 characters; public.
    reason: String,
}

/// Makes a game null and void after an error that would jeopardise the leaderboard (Act I.9.10), while
/// it is played or afterwards. It is declared, and can be petitioned against.
#[utoipa::path(post, path = "/api/v1/tables/{id}/void", tag = "tables", params(("id" = i64, Path)),
    request_body = VoidRequest,
    responses((status = 200, body = TableView), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn void(app: Data<App>, actor: Actor, id: Path<TableId>, body: Body<VoidRequest>) -> Result<Answer, Error> {
    performed(&app, &actor, MakeVoid { at: At::table(&app.room, *id), reason: body.value.reason }).await?;
    after(&app, *id, actor.person).await
}

/// Removes an improper name of a table.
#[utoipa::path(delete, path = "/api/v1/tables/{id}/name", tag = "tables", params(("id" = i64, Path)),
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn unname(app: Data<App>, actor: Actor, id: Path<TableId>) -> Result<Answer, Error> {
    performed(&app, &actor, Unname(*id)).await?;
    Ok(Answer::nothing())
}

/// The talk at a table.
#[utoipa::path(get, path = "/api/v1/tables/{id}/talk", tag = "tables", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<Talk>), (status = 304), (status = 404, body = Problem)))]
async fn heard(app: Data<App>, id: Path<TableId>) -> Result<Answer, Error> {
    let talk = app.db.read(move |db| {
        store::table(db, *id)?;
        store::talk_after(db, *id, 0)
    });
    Ok(Answer::ok(&talk.await?)?.tagged())
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct TalkRequest {
    /// 1 to 500 characters.
    text: String,
}

/// Says something at a table. While a game is played only those seated and those who moderate do:
/// anybody who plays has no help (Act I.2).
#[utoipa::path(post, path = "/api/v1/tables/{id}/talk", tag = "tables", params(("id" = i64, Path)),
    request_body = TalkRequest,
    responses((status = 201, body = Talk), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
async fn say(app: Data<App>, actor: Actor, id: Path<TableId>, body: Body<TalkRequest>) -> Result<Answer, Error> {
    let body = body.map(|talk| Say { at: At::table(&app.room, *id), text: talk.text });
    once(&app, &actor, body, move |_, said| Answer::created(format!("/api/v1/tables/{id}/talk"), &said)).await
}

/// Those whose talk at tables the caller does not want to read. Pages leave it out; programs do with it what their users want.
#[utoipa::path(get, path = "/api/v1/me/mutes", tag = "tables", responses((status = 200, body = Vec<Person>)))]
async fn muted(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    Answer::ok(&app.db.read(move |db| store::muted(db, actor.person)).await?)
}

/// Mutes somebody for the caller, at every table; nobody else reads less, and nobody is told. Doing it again changes nothing.
#[utoipa::path(put, path = "/api/v1/me/mutes/{person}", tag = "tables", params(("person" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn mute(app: Data<App>, actor: Actor, whom: Path<PersonId>) -> Result<Answer, Error> {
    performed(&app, &actor, Mute { whom: *whom, mute: true }).await?;
    Ok(Answer::nothing())
}

/// Lets the caller read somebody's talk again.
#[utoipa::path(delete, path = "/api/v1/me/mutes/{person}", tag = "tables", params(("person" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
async fn unmute(app: Data<App>, actor: Actor, whom: Path<PersonId>) -> Result<Answer, Error> {
    performed(&app, &actor, Mute { whom: *whom, mute: false }).await?;
    Ok(Answer::nothing())
}

/// What somebody has played at tables, and how it went, game by game. The tables are those of `GET /api/v1/tables?person=`.
#[utoipa::path(get, path = "/api/v1/members/{id}/tables", tag = "tables", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<Record>), (status = 404, body = Problem)))]
async fn record(app: Data<App>, id: Path<PersonId>) -> Result<Answer, Error> {
    let (person, room) = (*id, app.room.clone());
    let record = move |db: &mut Db| {
        members::store::known(db, person)?;
        store::record(db, &room, person)
    };
    Answer::ok(&app.db.read(record).await?)
}

/// A table's whole log, a line of JSON each: the table first, then its entries in order. The one who folds
/// it by the game's rules comes to the same effects; what chance is drawn from is told once it has ended.
#[utoipa::path(get, path = "/api/v1/tables/{id}/log", tag = "tables", params(("id" = i64, Path)),
    responses((status = 200, content_type = "application/jsonl", body = String), (status = 404, body = Problem)))]
async fn log(app: Data<App>, id: Path<TableId>) -> Result<impl Responder, Error> {
    let id = *id;
    let room = app.room.clone();
    let lines = app.db.read(move |db| db.snapshot(|db| store::given_out(db, &room, id))).await?;
    let name = format!("attachment; filename=\"table-{id}.jsonl\"");
    let mut answer = HttpResponse::Ok();
    answer.content_type("application/jsonl").insert_header(("Content-Disposition", name));
    Ok(answer.body(lines))
}

/// What folding a table's log again came to.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Replayed {
    pub entries: usize,
    /// Numbers of entries that came out otherwise than recorded: there must be none.
    pub wrong: Vec<i64>,
}

pub(super) async fn replayed(app: &App, id: TableId) -> Result<Replayed, Error> {
    let room = app.room.clone();
    let replay = move |db: &mut Db| {
        let (table, log) = (store::table(db, id)?, store::entries_after(db, id, 0)?);
        Ok(Replayed { entries: log.len(), wrong: store::replay(&room, &table, &log)? })
    };
    app.db.read(replay).await
}

/// Folds a table's log from its beginning and compares what each entry comes to with the record.
#[utoipa::path(get, path = "/api/v1/tables/{id}/replay", tag = "tables", params(("id" = i64, Path)),
    responses((status = 200, body = Replayed), (status = 404, body = Problem)))]
async fn replay(app: Data<App>, id: Path<TableId>) -> Result<Answer, Error> {
    Answer::ok(&replayed(&app, *id).await?)
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(
    list,
    open,
    one,
    invite,
    sit,
    leave,
    ready,
    play,
    rule,
    void,
    unname,
    heard,
    say,
    muted,
    mute,
    unmute,
    record,
    log,
    replay,
    live::events,
    live::socket
))]
pub struct Docs;

//! Games of Nomic over HTTP: threads, rulebook, points, deadlines, and what a draft would do. The table
//! itself (seats, readiness, watching) is at `/api/v1/tables/{id}`.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, Responder};
use chrono::{DateTime, Utc};
use rookery_messages::say;
use rookery_nomic::bindings::Role;
use rookery_nomic::documents::Note;
use rookery_nomic::plays::{Play, Thread};
use rookery_nomic::rulebook::Rule;
use rookery_nomic::secrets::SEALED;
use rookery_nomic::{Game, lines};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::actions::Say;
use super::archive::{Format, JudgementsQuery};
use super::deadlines::{self, Deadline};
use super::explaining::{self, Explained};
use super::table::{NAME, Nomic, NomicState};
use super::{archive, history, pages};
use crate::App;
use crate::action::api::once;
use crate::auth::Actor;
use crate::config::host_of;
use crate::error::{Error, Refusal};
use crate::fields::word;
use crate::http::calendar::{escaped, line, utc};
use crate::http::{Answer, Body, Page, PageRequest, Params, instant, problem::Problem};
use crate::id::PersonId;
use crate::routes;
use crate::tables::actions::At;
use crate::tables::{Entry, Table, TableId};
use crate::web::catalogue::Language;

routes! {
    GET "/api/v1/nomic_games/{id}" => one, Club;
    POST "/api/v1/nomic_games/{id}/plays" => play, SignedIn, Seated;
    GET "/api/v1/nomic_games/{id}/threads/{thread}" => thread, Club;
    GET "/api/v1/nomic_games/{id}/rules" => rules, Club;
    GET "/api/v1/nomic_games/{id}/rules/{label}" => rule, Club;
    GET "/api/v1/nomic_games/{id}/points" => points, Club;
    GET "/api/v1/nomic_games/{id}/quantities" => quantities, Club;
    GET "/api/v1/nomic_games/{id}/judgements" => judgements, Club;
    GET "/api/v1/nomic_games/{id}/records" => records, Club;
    GET "/api/v1/nomic_games/{id}/document" => document, Club;
    GET "/api/v1/nomic_games/{id}/deadlines" => due, Club;
    GET "/api/v1/nomic_games/{id}/deadlines.ics" => due_as_calendar, Club;
    POST "/api/v1/nomic_games/{id}/explanations" => explanation, Insider;
    GET "/api/v1/nomic_games/{id}/log" => log, Club;
}

/// A game as somebody finds it now.
pub struct FoundGame {
    pub table: Table,
    pub game: Game,
    /// What the viewer goes by in the game, if they play.
    pub viewer: Option<String>,
}

/// A game of Nomic that has begun, with everything done that was due by now.
pub(crate) async fn found(app: &App, id: TableId, viewer: Option<PersonId>) -> Result<FoundGame, Error> {
    let live = app.room.open(&app.db, id).await?;
    let now = app.clock.now();
    live.read(|known| {
        let table = known.table.clone();
        if table.game != NAME {
            return Err(crate::not_found!("game of Nomic").into());
        }
        let Some(standing) = known.state.as_deref().and_then(|state| state.of::<NomicState>()) else {
            let detail = say!("The game at this table begins when all are ready.");
            return Err(Refusal::conflict(say!("Not begun"), detail).act("I.9").into());
        };
        // A table that was made void stands as it stood: its days do not go on.
        let game = standing.seen_at(table.ended_at.map_or(now, |ended| ended.min(now)));
        let seat = viewer.and_then(|person| table.seat_of(person)).and_then(|seat| usize::try_from(seat).ok());
        let viewer = seat.and_then(|seat| game.players.get(seat)).map(|player| player.name.clone());
        let game = game.seen_by(viewer.as_deref());
        Ok(FoundGame { table, game, viewer })
    })
}

/// The whole game as it stands: rules by number, proposals with their tallies and who has not voted, Points
/// of Order, totals, bindings, and with a seat what one may do oneself.
#[utoipa::path(get, path = "/api/v1/nomic_games/{id}", tag = "nomic", params(("id" = i64, Path, description = "The table's.")),
    responses((status = 200, body = Object), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn one(app: Data<App>, actor: Option<Actor>, id: Path<TableId>) -> Result<Answer, Error> {
    let found = found(&app, *id, actor.map(|actor| actor.person)).await?;
    Answer::ok(&explaining::view(&found.game, found.viewer.as_deref()))
}

/// Plays: a line in a thread as players write it by hand, `{"kind": "say", "thread": "voting", "text": "Vote: Yes"}`,
/// or the play that it stands for, such as `{"kind": "vote", "yes": true}`.
///
/// A message is kept whatever it says. One that does not count is void: `effect` says why, and it uses nothing up.
#[utoipa::path(post, path = "/api/v1/nomic_games/{id}/plays", tag = "nomic", params(("id" = i64, Path)),
    request_body = Object,
    responses((status = 201, body = Entry), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn play(app: Data<App>, actor: Actor, id: Path<TableId>, body: Body<Play>) -> Result<Answer, Error> {
    let id = *id;
    app.room.open(&app.db, id).await?;
    let thread = word(&lines::thread_of(&body.value));
    let body = body.map(|play| Say { at: At::table(&app.room, id), play });
    once(&app, &actor, body, move |_, entry| {
        Answer::created(format!("/api/v1/nomic_games/{id}/threads/{thread}"), &entry)
    })
    .await
}

/// A message in a thread.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = NomicMessage)]
struct Message {
    /// In the whole log of messages, from 1.
    number: i64,
    at: DateTime<Utc>,
    /// Null: the game itself.
    author: Option<String>,
    line: String,
    /// Why it does not count, if it does not.
    #[schema(value_type = Option<Object>)]
    void: Value,
    why: Option<String>,
    /// SHA-256 over this message and the hash of the one before; empty from the first vote on that is secret until it
    /// is counted.
    hash: String,
}

/// A thread, the oldest message first: `voting`, `points`, `discussion` or `drafts`. Nothing in it is ever
/// edited or deleted (rule 212).
#[utoipa::path(get, path = "/api/v1/nomic_games/{id}/threads/{thread}", tag = "nomic",
    params(("id" = i64, Path), ("thread" = String, Path), PageRequest),
    responses((status = 200, body = Page<Message>), (status = 404, body = Problem)))]
async fn thread(
    app: Data<App>,
    path: Path<(TableId, String)>,
    Params(page): Params<PageRequest>,
) -> Result<Page<Message>, Error> {
    let (id, thread) = path.into_inner();
    let thread: Thread = serde_json::from_value(json!(thread)).map_err(|_| crate::not_found!("thread of this game"))?;
    let (after, limit) = (page.after()?.unwrap_or(0), page.limit()?);
    let found = found(&app, id, None).await?;
    let messages = (1_i64..).zip(found.game.messages.iter());
    let messages = messages.filter(|(number, message)| message.thread == thread && *number > after);
    let shown = messages.take(usize::try_from(limit).unwrap_or(0) + 1).map(|(number, message)| Message {
        number,
        at: message.at,
        author: message.author.clone(),
        line: message.line.clone(),
        void: json!(message.void),
        why: message.void.as_ref().map(|void| explaining::told(&found.game.why(void))),
        hash: message.hash.clone(),
    });
    Ok(Page::of(shown.collect(), limit, |message| message.number))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Instants {
    /// The rules as they were then; as they are now if not said.
    at: Option<DateTime<Utc>>,
    /// Also what changed since then, word by word.
    since: Option<DateTime<Utc>>,
}

/// The rulebook at any instant since the game began: every rule with its number, whether it is in effect, since when and by what;
/// with `since` also the differences between the two instants.
#[utoipa::path(get, path = "/api/v1/nomic_games/{id}/rules", tag = "nomic", params(("id" = i64, Path), Instants),
    responses((status = 200, body = Object), (status = 304), (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn rules(app: Data<App>, id: Path<TableId>, Params(instants): Params<Instants>) -> Result<Answer, Error> {
    let found = found(&app, *id, None).await?;
    let in_game = |field, at: Option<DateTime<Utc>>| {
        let at = instant::kept_if_any(field, at)?;
        at.map(|at| super::log::in_game(&found, field, at)).transpose()
    };
    let at = in_game("at", instants.at)?.unwrap_or(found.game.now);
    let changes = in_game("since", instants.since)?.map(|since| history::changes(&found.game, since, at));
    Ok(Answer::ok(&json!({ "at": at, "rules": history::rules_at(&found.game, at), "changes": changes }))?.tagged())
}

/// A rule by its number, now or the last that it had: everything that happened to it with what changed word
/// by word, the invoked Judgements that are about it, and what people noted beside it.
#[utoipa::path(get, path = "/api/v1/nomic_games/{id}/rules/{label}", tag = "nomic",
    params(("id" = i64, Path), ("label" = u32, Path)),
    responses((status = 200, body = Object), (status = 304), (status = 404, body = Problem)))]
async fn rule(app: Data<App>, path: Path<(TableId, u32)>) -> Result<Answer, Error> {
    let (id, label) = path.into_inner();
    let found = found(&app, id, None).await?;
    let rule = history::rule(&found.game, label).ok_or_else(|| crate::not_found!("rule of this game"))?;
    let (notes, see) = beside(&found, rule)?;
    let roles: Vec<Role> = found.game.bindings.roles_of(&rule.id).collect();
    let answer = json!({
        "id": rule.id, "now": rule.current(), "history": history::history(rule),
        "precedents": history::precedents(&found.game, rule), "roles": roles,
        "notes": notes, "see": see,
    });
    Ok(Answer::ok(&answer)?.tagged())
}

/// What people noted beside a rule in the document that the game began with, and the numbers that the rules which it
/// is to be compared with have now.
pub fn beside(found: &FoundGame, rule: &Rule) -> Result<(Vec<Note>, Vec<u32>), Error> {
    let document = found.table.options_of::<Nomic>()?.beginning.rules();
    let Ok(document) = document else { return Ok((Vec::new(), Vec::new())) };
    let (notes, links) = document.beside(&rule.id);
    let see = links.iter().filter_map(|id| found.game.book.rule(id)).map(|rule| rule.current().label).collect();
    Ok((notes, see))
}

/// Every point with the rule that it was made under and the proposal, Judgement or claim that it is for, the
/// oldest first, and the totals that they come to.
#[utoipa::path(get, path = "/api/v1/nomic_games/{id}/points", tag = "nomic", params(("id" = i64, Path)),
    responses((status = 200, body = Object), (status = 304), (status = 404, body = Problem)))]
async fn points(app: Data<App>, id: Path<TableId>) -> Result<Answer, Error> {
    let found = found(&app, *id, None).await?;
    let totals: serde_json::Map<String, Value> =
        found.game.players.iter().map(|player| (player.name.clone(), json!(player.total))).collect();
    Ok(Answer::ok(&json!({ "totals": totals, "entries": found.game.ledger }))?.tagged())
}

/// What rules of the players' own count beside points: who has how much, what changes it, and everything that was done,
/// the oldest first.
#[utoipa::path(get, path = "/api/v1/nomic_games/{id}/quantities", tag = "nomic", params(("id" = i64, Path)),
    responses((status = 200, body = Object), (status = 304), (status = 404, body = Problem)))]
async fn quantities(app: Data<App>, id: Path<TableId>) -> Result<Answer, Error> {
    let game = found(&app, *id, None).await?.game;
    let declared = &game.bindings.parameters.quantities;
    let answer = json!({
        "quantities": declared, "held": game.accounts_by(declared), "effects": game.effects(), "deeds": game.accounts.deeds,
    });
    Ok(Answer::ok(&answer)?.tagged())
}

/// Judgements with their questions, the newest first: those about a rule, by a judge, with a word in them, of an outcome.
#[utoipa::path(get, path = "/api/v1/nomic_games/{id}/judgements", tag = "nomic",
    params(("id" = i64, Path), JudgementsQuery),
    responses((status = 200, body = Object), (status = 304), (status = 404, body = Problem)))]
async fn judgements(
    app: Data<App>,
    id: Path<TableId>,
    Params(asked): Params<JudgementsQuery>,
) -> Result<Answer, Error> {
    let game = found(&app, *id, None).await?.game;
    let asks_for_a_page = asked.limit.is_some() || asked.after.is_some();
    let limit = usize::try_from(PageRequest { after: None, limit: asked.limit }.limit()?).unwrap_or(0);
    let all = archive::judgements(&game, &asked);
    let wrong = || Refusal::field("after", say!("This is no cursor of this list: use the `next` of a page."));
    let first = archive::begins(&all, asked.after.as_deref()).ok_or_else(wrong)?;
    // Programs that are older than the pages ask for none, and get all.
    let end = if asks_for_a_page { all.len().min(first + limit) } else { all.len() };
    let next = all[first..end].last().filter(|_| end < all.len()).map(|one| one.id);
    Ok(Answer::ok(&json!({ "judgements": &all[first..end], "next": next }))?.tagged())
}

/// How everybody has voted, proposed and judged so far.
#[utoipa::path(get, path = "/api/v1/nomic_games/{id}/records", tag = "nomic", params(("id" = i64, Path)),
    responses((status = 200, body = Object), (status = 304), (status = 404, body = Problem)))]
async fn records(app: Data<App>, id: Path<TableId>) -> Result<Answer, Error> {
    let game = found(&app, *id, None).await?.game;
    Ok(Answer::ok(&json!({ "records": archive::records(&game) }))?.tagged())
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Written {
    /// `text`, `markdown` or `json`; text, if not said.
    #[serde(default)]
    #[param(value_type = Option<String>, pattern = "^(text|markdown|json)$")]
    format: Format,
    /// The rules as they were then; as they are now if not said.
    at: Option<DateTime<Utc>>,
}

/// The rules of any instant since the game began as a file: those in effect as text or Markdown, or all of them as the
/// JSON that a game can begin with. That also says, as `enforced`, what the service does by these rules, so that the next
/// game does the same; points and quantities start over there.
#[utoipa::path(get, path = "/api/v1/nomic_games/{id}/document", tag = "nomic", params(("id" = i64, Path), Written),
    responses((status = 200, content((String = "text/plain"), (String = "text/markdown"), (Object = "application/json"))),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn document(
    app: Data<App>,
    request: HttpRequest,
    id: Path<TableId>,
    Params(asked): Params<Written>,
) -> Result<impl Responder, Error> {
    let found = found(&app, *id, None).await?;
    let at = instant::kept_if_any("at", asked.at)?;
    let at = at.map(|at| super::log::in_game(&found, "at", at)).transpose()?;
    // What was enforced then is in no version of a rule.
    let then = match at {
        Some(at) => Some(super::log::as_of(&app, *id, at).await?),
        None => None,
    };
    let (game, at) = (then.as_ref().unwrap_or(&found.game), at.unwrap_or(found.game.now));
    let written = match asked.format {
        Format::Json => as_json(&found, game)?,
        format => {
            let title = found.table.name.clone().unwrap_or_else(|| format!("Nomic {}", *id));
            archive::written(game, &title, at, format, &pages::document_words(Language::of(&request), game))
        }
    };
    let (media, ending) = asked.format.media();
    let name = format!("attachment; filename=\"rules-{}-{}.{ending}\"", *id, at.format("%Y-%m-%d"));
    let mut answer = HttpResponse::Ok();
    answer.content_type(media).insert_header(("Content-Disposition", name));
    Ok(answer.body(written))
}

/// The document that a game began with, with what came of it.
fn as_json(found: &FoundGame, game: &Game) -> Result<String, Error> {
    let initial = found.table.options_of::<Nomic>()?.beginning.rules();
    let initial = initial.map_err(|bad| Error::internal(format!("a game without its document of rules: {bad}")))?;
    Ok(initial.with_rules_of(game).to_text())
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct DeadlinesQuery {
    /// Only what this player has to do; a name of the game.
    player: Option<String>,
    /// The language that a calendar is written in: `en`, `de`, or one that the club brought. Without it, the reader's.
    language: Option<String>,
}

fn due_to(game: &Game, player: Option<&String>) -> Vec<Deadline> {
    let mut due = deadlines::of(game);
    due.retain(|due| player.is_none_or(|player| due.players.contains(player)));
    due
}

/// What is due, from whom and by when, and what happens when nobody acts; the soonest first.
#[utoipa::path(get, path = "/api/v1/nomic_games/{id}/deadlines", tag = "nomic",
    params(("id" = i64, Path), DeadlinesQuery),
    responses((status = 200, body = Vec<Deadline>), (status = 404, body = Problem)))]
async fn due(app: Data<App>, id: Path<TableId>, Params(whose): Params<DeadlinesQuery>) -> Result<Answer, Error> {
    let found = found(&app, *id, None).await?;
    Answer::ok(&due_to(&found.game, whose.player.as_ref()))
}

/// The same as a calendar to subscribe to.
#[utoipa::path(get, path = "/api/v1/nomic_games/{id}/deadlines.ics", tag = "nomic",
    params(("id" = i64, Path), DeadlinesQuery),
    responses((status = 200, content_type = "text/calendar", body = String), (status = 404, body = Problem)))]
async fn due_as_calendar(
    app: Data<App>,
    request: HttpRequest,
    id: Path<TableId>,
    Params(whose): Params<DeadlinesQuery>,
) -> Result<impl Responder, Error> {
    let found = found(&app, *id, None).await?;
    let host = host_of(&app.config.url);
    let mut calendar = String::new();
    let chosen = whose.language.as_deref().and_then(Language::tagged);
    let language = chosen.unwrap_or_else(|| Language::of(&request));
    let name = found.table.name.as_deref().map_or_else(|| "Nomic".to_owned(), |name| format!("Nomic: {name}"));
    for text in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Rookery//Nomic//EN"] {
        line(&mut calendar, text);
    }
    line(&mut calendar, &format!("X-WR-CALNAME:{}", escaped(&name)));
    for due in due_to(&found.game, whose.player.as_ref()) {
        let kind = due.kind.as_str();
        line(&mut calendar, "BEGIN:VEVENT");
        line(&mut calendar, &format!("UID:nomic-{id}-{kind}-{}@{host}", escaped(&due.about.to_string())));
        line(&mut calendar, &format!("DTSTAMP:{}", utc(found.game.now.naive_utc())));
        line(&mut calendar, &format!("DTSTART:{}", utc(due.at.naive_utc())));
        let summary = language.word("nomic-due", kind).with("about", &due.about).to_string();
        line(&mut calendar, &format!("SUMMARY:{}", escaped(&format!("Nomic: {summary}"))));
        let rule = due.rule.map(|rule| language.t("nomic-rule").with("number", rule).to_string());
        let then = language.word("nomic-then", due.then_word(&found.game)).to_string();
        let told = [Some(language.listed(&due.players)).filter(|names| !names.is_empty()), Some(then), rule];
        let told = told.into_iter().flatten().collect::<Vec<_>>().join("\n");
        line(&mut calendar, &format!("DESCRIPTION:{}", escaped(&told)));
        line(&mut calendar, "END:VEVENT");
    }
    line(&mut calendar, "END:VCALENDAR");
    Ok(HttpResponse::Ok().content_type("text/calendar; charset=utf-8").body(calendar))
}

/// A draft to be explained.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = NomicDraft)]
#[serde(deny_unknown_fields)]
struct DraftRequest {
    /// As it would be submitted: `Rule-change: Repeal Rule 205`.
    draft: String,
}

/// What would happen if a draft were adopted: its number, what it needs, the rules and references that it
/// touches before and after, the number of mutable rules and the most there may be, what bars it, the points
/// of every possible count and whether the proposer would win by them, what rests on no rule any more (`without`) or goes
/// on by another one (`goes_on`), whom it names as new players and whether they are members, whose weekday it makes void,
/// whose votes it weighs though no player has the name, which rules about what it sets keep their words (`beside`), whether
/// it sets a quorum of nobody (`quorum_of_nobody`), and whether it may be submitted now. Nothing is kept of it.
#[utoipa::path(post, path = "/api/v1/nomic_games/{id}/explanations", tag = "nomic", params(("id" = i64, Path)),
    request_body = DraftRequest,
    responses((status = 200, body = Object), (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn explanation(
    app: Data<App>,
    actor: Actor,
    id: Path<TableId>,
    body: Body<DraftRequest>,
) -> Result<Answer, Error> {
    let found = found(&app, *id, Some(actor.person)).await?;
    let Explained { game, club } = explaining::draft(&app, &found, &body.value.draft).await?;
    Answer::ok(&Explained { game: explaining::for_readers(game), club })
}

/// The game's log as `rookery nomic` reads it: a line that begins it, then every play in order. A program
/// that replays it comes to the same game; votes that are secret until they are counted stand in it once they are.
#[utoipa::path(get, path = "/api/v1/nomic_games/{id}/log", tag = "nomic", params(("id" = i64, Path)),
    responses((status = 200, content_type = "application/jsonl", body = String), (status = 404, body = Problem)))]
async fn log(app: Data<App>, id: Path<TableId>) -> Result<impl Responder, Error> {
    let (found, events) = super::log::events(&app, *id).await?;
    let sealed = found.game.sealed_messages();
    let beginning = found.table.options_of::<Nomic>()?.beginning;
    let mut lines = vec![serde_json::to_string(&beginning)?];
    for (entry, mut event) in events {
        let said = entry.effect_of::<Nomic>()?.said;
        if said.is_some_and(|said| sealed.binary_search(&said.message).is_ok()) {
            event.play = Play::Say { thread: Thread::Voting, text: SEALED.to_owned() };
        }
        lines.push(serde_json::to_string(&event)?);
    }
    let body = lines.join("\n") + "\n";
    Ok(HttpResponse::Ok().content_type("application/jsonl; charset=utf-8").body(body))
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(
    one,
    play,
    thread,
    rules,
    rule,
    points,
    quantities,
    judgements,
    records,
    document,
    due,
    due_as_calendar,
    explanation,
    log,
))]
pub struct Docs;

//! A game of Nomic as pages: today, the rules, the threads, the court, and a rule-change in the making. All
//! of them are made from the game in memory. A game is opened, and seats are taken, in the games room.

mod at_table;
mod parts;

pub use at_table::NomicPage;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::Value;

use super::api::{Found, explained, found, played};
use super::engine::court::PointOfOrder;
use super::engine::game::Alert;
use super::engine::plays::{Play, Thread};
use super::engine::rulebook::{Cause, RuleStatus};
use super::{history, table};
use crate::App;
use crate::auth::Actor;
use crate::error::{Error, Refusal};
use crate::http::{Form, Params, instant};
use crate::id::PersonId;
use crate::routes;
use crate::rulebook::diff::Words;
use crate::tables::{TableId, store as tables};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed, see};
use parts::{Ballot, Chart, Due, Line, Piece, Posted, Preview, Score};

routes! {
    GET "/nomic/{id}" => today, Anyone;
    POST "/nomic/{id}" => say, SignedIn;
    GET "/nomic/{id}/rules" => rules, Anyone;
    GET "/nomic/{id}/rules/{label}" => rule, Anyone;
    GET "/nomic/{id}/threads" => threads, Anyone;
    GET "/nomic/{id}/court" => court, Anyone;
    GET "/nomic/{id}/draft" => drafting, SignedIn;
    POST "/nomic/{id}/draft" => draft, SignedIn;
}

/// Messages that a page of a thread shows, points and alerts that a day's does.
const SHOWN: usize = 50;
const LATEST: usize = 10;

/// What every page of a game shows around its own part.
struct Around {
    id: TableId,
    /// Which of the pages it is.
    here: &'static str,
    zone: chrono_tz::Tz,
    viewer: Option<String>,
}

impl Around {
    fn of(found: &Found, here: &'static str) -> Around {
        let zone = found.game.bindings.parameters.timezone.zone;
        Around { id: found.table.id, here, zone, viewer: found.viewer.clone() }
    }

    fn is_me(&self, name: &str) -> bool {
        self.viewer.as_deref() == Some(name)
    }

    fn moment(&self, frame: &Frame, at: &DateTime<Utc>) -> String {
        frame.language.moment(&at.with_timezone(&self.zone))
    }
}

#[derive(Template)]
#[template(path = "nomic/today.html")]
struct TodayPage {
    frame: Frame,
    around: Around,
    day: String,
    turn_of: String,
    circuit: u32,
    status: &'static str,
    winner: Option<String>,
    due: Vec<Due>,
    ballots: Vec<Ballot>,
    scores: Vec<Score>,
    chart: Option<Chart>,
    posted: Vec<Posted>,
    alerts: Vec<Alert>,
    /// Whether a seat that the game gained bears the reader's name.
    may_join: bool,
    typed: Typed,
}

async fn today(app: Data<App>, frame: Frame, id: Path<TableId>) -> Result<HttpResponse, Error> {
    today_page(&app, frame, *id, Typed::default()).await
}

async fn today_page(app: &App, frame: Frame, id: TableId, typed: Typed) -> Result<HttpResponse, Error> {
    let live = app.room.open(&app.db, id).await?;
    if live.read(|known| known.state.is_none() && known.table.game == table::NAME) {
        // Seats are taken in the games room.
        return Ok(see(format!("/tables/{id}")));
    }
    let found = found(app, id, frame.person.map(PersonId)).await?;
    let (game, around) = (&found.game, Around::of(&found, "today"));
    let free = |seat: usize| found.table.seats.get(seat).is_some_and(|chair| chair.person.is_none());
    let named = game.players.iter().enumerate();
    let may_join = found.viewer.is_none()
        && named.into_iter().any(|(seat, player)| free(seat) && Some(&player.name) == frame.name.as_ref());
    let page = TodayPage {
        day: frame.language.date(&game.now.with_timezone(&around.zone)),
        turn_of: game.players_of(game.day).join(", "),
        circuit: game.circuit(),
        status: parts::status(game),
        winner: game.winner().map(str::to_owned),
        due: parts::due(&found, &frame, &around),
        ballots: parts::ballots(&found),
        scores: parts::scores(game, &frame),
        chart: Chart::of(game),
        posted: parts::posted(game, &frame, &around, LATEST),
        alerts: game.alerts.iter().rev().take(LATEST).cloned().collect(),
        may_join,
        around,
        frame,
        typed,
    };
    render(page.typed.status(), &page)
}

/// What a form does: a line in a thread, or a seat.
async fn say(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    id: Path<TableId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, fields) = (*id, form.0);
    let back = match fields.text("back") {
        page @ ("threads" | "court") => format!("/nomic/{id}/{page}"),
        _ => format!("/nomic/{id}"),
    };
    match done(&app, &actor, id, &fields).await {
        Ok(()) => Ok(see(back)),
        Err(error) => today_page(&app, frame, id, Typed::refused("say", fields, error)?).await,
    }
}

async fn done(app: &App, actor: &Actor, id: TableId, fields: &Fields) -> Result<(), Error> {
    let (room, person) = (app.room.clone(), actor.person);
    app.room.open(&app.db, id).await?;
    if fields.text("act") == "join" {
        return app.db.write(move |tx| tables::take_seat(tx, &room, id, person, None)).await.map(drop);
    }
    let thread: Thread = serde_json::from_value(Value::from(fields.text("thread")))
        .map_err(|_| Refusal::field("thread", "The threads are voting, points, discussion and drafts."))?;
    let text = [fields.text("before"), fields.text("text")].join(" ").trim().to_owned();
    if text.is_empty() {
        return Err(Refusal::field("text", "Write something first.").into());
    }
    let play = Play::Say { thread, text };
    let entry = app.db.write(move |tx| played(tx, &room, id, person, &play)).await?;
    match entry.effect["why"].as_str() {
        // It stays in its thread all the same; whoever wrote it reads why it does not count.
        Some(why) => Err(Refusal::invalid("Void", format!("This message is void: {why}.")).into()),
        None => Ok(()),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    at: Option<DateTime<Utc>>,
}

/// A rule as the page of all shows it.
struct Stated {
    label: u32,
    immutable: bool,
    in_effect: bool,
    text: Vec<Vec<Piece>>,
    since: String,
    /// The proposal that made it so.
    by: Option<u32>,
}

#[derive(Template)]
#[template(path = "nomic/rules.html")]
struct RulesPage {
    frame: Frame,
    around: Around,
    rules: Vec<Stated>,
    /// The instant, where another than now is asked for.
    at: Option<String>,
    /// Instants at which the rules changed, the newest first.
    changed: Vec<(String, String)>,
}

async fn rules(app: Data<App>, frame: Frame, id: Path<TableId>, asked: Params<At>) -> Result<HttpResponse, Error> {
    let at = instant::kept_if_any("at", asked.0.at)?.map(|at| at.and_utc());
    let found = found(&app, *id, frame.person.map(PersonId)).await?;
    let around = Around::of(&found, "rules");
    let rules = history::rules_at(&found.game, at.unwrap_or(found.game.now));
    let stated = |rule: history::Stated<'_>| Stated {
        label: rule.label,
        immutable: rule.immutable,
        in_effect: rule.status == RuleStatus::InEffect,
        text: parts::linked(rule.text),
        since: around.moment(&frame, &rule.since),
        by: if let Cause::Proposal { number } = rule.cause { Some(*number) } else { None },
    };
    let rules = rules.into_iter().map(stated).collect();
    let mut instants: Vec<DateTime<Utc>> = found
        .game
        .book
        .rules
        .iter()
        .flat_map(|rule| rule.versions.iter().map(|version| version.effective_at))
        .collect();
    instants.sort_unstable();
    instants.dedup();
    let changed = instants.iter().rev().take(LATEST);
    let changed = changed.map(|at| (at.format("%Y-%m-%dT%H:%M:%SZ").to_string(), around.moment(&frame, at))).collect();
    let at = at.map(|at| around.moment(&frame, &at));
    render(StatusCode::OK, &RulesPage { frame, around, rules, at, changed })
}

/// A version of a rule: when, by what, and what it changed.
struct Told {
    when: String,
    by: String,
    label: u32,
    is_first: bool,
    words: Vec<Words>,
}

#[derive(Template)]
#[template(path = "nomic/rule.html")]
struct RulePage<'a> {
    frame: Frame,
    around: Around,
    label: u32,
    immutable: bool,
    in_effect: bool,
    text: Vec<Vec<Piece>>,
    /// The newest first.
    history: Vec<Told>,
    precedents: Vec<history::Precedent<'a>>,
}

async fn rule(app: Data<App>, frame: Frame, path: Path<(TableId, u32)>) -> Result<HttpResponse, Error> {
    let (id, label) = path.into_inner();
    let found = found(&app, id, frame.person.map(PersonId)).await?;
    let rule = history::rule(&found.game, label).ok_or_else(|| Refusal::not_found("rule of this game"))?;
    let (around, now) = (Around::of(&found, "rules"), rule.current());
    let told = |change: history::Change<'_>| {
        let (when, by) = (around.moment(&frame, &change.to.since), parts::cause(&frame, change.to.cause));
        Told { when, by, label: change.to.label, is_first: change.from.is_none(), words: change.words }
    };
    let page = RulePage {
        label: now.label,
        immutable: now.immutable,
        in_effect: now.status == RuleStatus::InEffect,
        text: parts::linked(&now.text),
        history: history::history(rule).into_iter().rev().map(told).collect(),
        precedents: history::precedents(&found.game, rule),
        frame: frame.clone(),
        around,
    };
    render(StatusCode::OK, &page)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    thread: Option<Thread>,
}

#[derive(Template)]
#[template(path = "nomic/threads.html")]
struct ThreadsPage {
    frame: Frame,
    around: Around,
    thread: &'static str,
    /// The newest first.
    lines: Vec<Line>,
    /// Older ones that the page leaves to the interface for programs.
    older: usize,
}

impl ThreadsPage {
    fn is_here(&self, name: &str) -> bool {
        self.thread == name
    }
}

async fn threads(app: Data<App>, frame: Frame, id: Path<TableId>, asked: Params<Which>) -> Result<HttpResponse, Error> {
    let thread = asked.0.thread.unwrap_or(Thread::Voting);
    let found = found(&app, *id, frame.person.map(PersonId)).await?;
    let around = Around::of(&found, "threads");
    let messages: Vec<_> = found.game.messages.iter().filter(|message| message.thread == thread).collect();
    let older = messages.len().saturating_sub(SHOWN);
    let lines = messages.into_iter().rev().take(SHOWN).map(|message| Line::of(message, &frame, &around)).collect();
    render(StatusCode::OK, &ThreadsPage { thread: parts::name(thread), lines, older, frame, around })
}

#[derive(Template)]
#[template(path = "nomic/court.html")]
struct CourtPage {
    frame: Frame,
    around: Around,
    /// The newest first.
    points: Vec<PointOfOrder>,
}

impl CourtPage {
    fn is_judge(&self, point: &PointOfOrder) -> bool {
        point.judge.is_some() && point.judge == self.around.viewer
    }

    fn is(&self, point: &PointOfOrder, state: &str) -> bool {
        parts::key(&point.state) == state
    }

    fn word(&self, kind: &str, state: &impl serde::Serialize) -> String {
        self.frame.word(kind, parts::key(state)).to_string()
    }
}

async fn court(app: Data<App>, frame: Frame, id: Path<TableId>) -> Result<HttpResponse, Error> {
    let found = found(&app, *id, frame.person.map(PersonId)).await?;
    let points = found.game.points_of_order.iter().rev().take(SHOWN).cloned().collect();
    render(StatusCode::OK, &CourtPage { around: Around::of(&found, "court"), frame, points })
}

#[derive(Template)]
#[template(path = "nomic/draft.html")]
struct DraftPage {
    frame: Frame,
    around: Around,
    text: String,
    preview: Option<Preview>,
    typed: Typed,
}

async fn drafting(app: Data<App>, frame: Frame, id: Path<TableId>) -> Result<HttpResponse, Error> {
    let found = found(&app, *id, frame.person.map(PersonId)).await?;
    let (around, text) = (Around::of(&found, "draft"), "Rule-change: ".to_owned());
    render(StatusCode::OK, &DraftPage { frame, around, text, preview: None, typed: Typed::default() })
}

async fn draft(app: Data<App>, frame: Frame, id: Path<TableId>, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let text = fields.text("text").to_owned();
    let found = found(&app, *id, frame.person.map(PersonId)).await?;
    let around = Around::of(&found, "draft");
    let (preview, typed) = match explained(&app, &found, &text).await {
        Ok(answer) => (Some(Preview::of(&answer)), Typed::again("draft", fields)),
        Err(error) => (None, Typed::refused("draft", fields, error)?),
    };
    render(typed.status(), &DraftPage { frame, around, text, preview, typed })
}

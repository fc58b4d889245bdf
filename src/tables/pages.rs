//! Tables as pages: the games room, opening a table, and one table to play at and to watch. All of it
//! works by forms; what is a game's own comes through the `door`.

pub mod calls;
pub mod challenge;
pub mod door;
mod history;
mod offer;
mod opening;
pub mod own;
mod replay;
pub mod small;
mod standing;

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::NaiveDateTime;
use serde::Deserialize;
use serde_json::Value;

use super::actions::{Accept, At, Invite, Leave, MakeVoid, Mute, Play, Rule, Say, SayReady, Sit, Unname, performed_at};
use super::api::TableView;
use super::store::{self, Filter};
use super::{Chair, Entry, Game, Kind, Person, Seat, Stage, Table, TableId, Talk, rules};
use crate::action::performed;
use crate::auth::{Actor, Power};
use crate::error::{Error, Refusal};
use crate::http::{Form, Page, PageRequest, Params};
use crate::id::PersonId;
use crate::routes;
use crate::rulebook;
use crate::web::assets;
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, own_path, render};
use crate::web::typed::{Fields, Typed, see};
use crate::{App, GAMES};
use door::{Act, GamePage, Reason, Seen};
use offer::Offer;
use standing::Standing;

routes! {
    GET "/tables" => list, Club;
    GET "/tables/calls" => calls::page, Club;
    GET "/tables/new/{game}" => opening::opening, Insider;
    POST "/tables/new/{game}" => opening::open, Insider;
    POST "/tables/challenge" => challenge::challenge, Insider;
    GET "/tables/{id}" => one, Club;
    POST "/tables/{id}" => act, Insider;
    GET "/tables/{id}/replay" => replay::replay, Club;
    GET "/members/{id}/tables" => history::history, Club;
}

/// What is said by one tap: what it looks like, what it means.
const REACTIONS: [(&str, &str); 5] = [
    ("👍", "table-reaction-good"),
    ("👏", "table-reaction-bravo"),
    ("😮", "table-reaction-wow"),
    ("😅", "table-reaction-oops"),
    ("🤝", "table-reaction-thanks"),
];

/// Entries of the log that a page shows, the last ones; all of them are in the file.
const WRITTEN: usize = 200;

/// Every game's part of the pages, by the game's name.
fn games() -> impl Iterator<Item = (&'static str, &'static dyn GamePage)> {
    GAMES.iter().map(|(game, page)| (game.name(), *page))
}

fn game_page(name: &str) -> Result<&'static dyn GamePage, Refusal> {
    let found = games().find(|(game, _)| *game == name);
    found.map(|(_, page)| page).ok_or_else(|| crate::not_found!("page of this game"))
}

/// Every game's rules, likewise.
fn rules_of(name: &str) -> Result<&'static dyn Game, Refusal> {
    let found = GAMES.iter().map(|(game, _)| *game).find(|game| game.name() == name);
    found.ok_or_else(|| crate::not_found!("game"))
}

/// What the table is called, if it is, and who sits there, in a line; of their own tables nobody reads their own name.
fn names(frame: &Frame, table: &Table, reader: Option<PersonId>) -> String {
    let people = people(frame, table, reader);
    table.name.as_ref().map_or_else(|| people.clone(), |name| format!("{name}: {people}"))
}

/// Everybody seated but the reader; until the game is over for whom seats are kept, and how many are empty.
fn people(frame: &Frame, table: &Table, reader: Option<PersonId>) -> String {
    let asked = table.asked();
    let is_theirs = asked.iter().any(|person| frame.is(&person.id.0));
    // Whom a challenge was for that came to nothing is for those two.
    let is_shown = |person: &Person| table.seat_of(person.id).is_some() || (table.came_to_nothing() && is_theirs);
    let others = asked.iter().filter(|person| Some(person.id) != reader && is_shown(person));
    let names = others.map(|person| person.name.as_str()).collect::<Vec<_>>().join(" – ");
    let (kept, empty) = awaited(frame, table);
    let waits =
        (!kept.is_empty()).then(|| frame.t("table-waits-for").with("who", frame.language.listed(&kept)).to_string());
    let empty = (empty > 0).then(|| frame.t("table-free").count("seats", empty).to_string());
    if names.is_empty() && waits.is_none() && empty.is_none() {
        return frame.t("table-alone").to_string();
    }
    [Some(names).filter(|names| !names.is_empty()), waits, empty].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// For whom free seats of a table that has not begun are kept, and how many others are free. Names are for those who have signed in.
fn awaited(frame: &Frame, table: &Table) -> (Vec<String>, usize) {
    let free = table.seats.iter().filter(|chair| chair.person.is_none() && table.ended_at.is_none());
    let names = frame.person.is_some() && table.stage == Stage::Open;
    let named = |chair: &Chair| match chair.invited.is_some_and(|invited| frame.is(&invited.0)) {
        true => Some(frame.t("table-waits-for-you").to_string()),
        false => chair.kept_for.clone(),
    };
    let kept: Vec<String> = free.clone().filter(|_| names).filter_map(named).collect();
    let empty = free.count() - kept.len();
    (kept, empty)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    game: Option<String>,
    stage: Option<Stage>,
    /// Only where the reader sits.
    mine: Option<bool>,
    after: Option<String>,
}

#[derive(Template)]
#[template(path = "tables/list.html")]
struct ListPage {
    frame: Frame,
    now: NaiveDateTime,
    dates: Dates,
    /// By what the reader can do there: see [`small::Row::part`].
    parts: Vec<(&'static str, Vec<small::Row>)>,
    /// Where older tables begin.
    next: Option<String>,
    styles: Vec<&'static str>,
    game: Option<String>,
    archived: bool,
    mine: bool,
}

impl ListPage {
    /// The games: name, title.
    fn games(&self) -> Vec<(&'static str, String)> {
        games().map(|(name, game)| (name, game.title(self.frame.language))).collect()
    }

    /// The games for somebody who never saw them: name, title, what each is.
    fn offered(&self) -> Vec<(&'static str, String, String)> {
        games().map(|(name, game)| (name, game.title(self.frame.language), game.about(&self.frame))).collect()
    }

    fn is_of(&self, game: &str) -> bool {
        self.game.as_deref() == Some(game)
    }

    fn title(&self, table: &Table) -> String {
        game_page(&table.game).map_or_else(|_| table.game.clone(), |game| game.title(self.frame.language))
    }

    fn terms(&self, table: &Table) -> String {
        game_page(&table.game).map_or_else(|_| String::new(), |game| game.terms(&self.frame, &table.options))
    }

    /// Stage, or how it ended and for whom.
    fn stands(&self, table: &Table) -> String {
        match (&table.outcome, game_page(&table.game)) {
            (Some(outcome), Ok(game)) if outcome["void"] != true => {
                let seat = self.frame.person.and_then(|person| table.seat_of(PersonId(person)));
                let end = standing::ended(&self.frame, table, seat);
                end.into_iter().chain([game.outcome(&self.frame, outcome)]).collect::<Vec<_>>().join(" · ")
            }
            (Some(_), _) => self.frame.t("table-void").to_string(),
            (None, _) if table.came_to_nothing() => standing::never_begun(&self.frame, table),
            (None, _) => self.frame.word("table-stage", table.stage).to_string(),
        }
    }
}

async fn list(app: Data<App>, frame: Frame, which: Params<Which>) -> Result<HttpResponse, Error> {
    let (now, which) = (app.clock.now(), which.0);
    let page = PageRequest { after: which.after, limit: None };
    let (before, limit) = (page.after()?, page.limit()?);
    let reader = frame.person.filter(|_| which.mine == Some(true)).map(PersonId);
    let filter = Filter { game: which.game.clone(), stage: which.stage, person: reader };
    let (room, viewer) = (app.room.clone(), frame.person.map(PersonId));
    let read = app.db.read(move |db| {
        let rows = store::listed(db, &room, &filter, viewer, before, limit + 1)?;
        let kept = viewer.map(|viewer| store::kept_for(db, viewer)).transpose()?.unwrap_or_default();
        Ok((rulebook::in_force(db, now)?.time_zone, rows, kept))
    });
    let (zone, rows, kept) = read.await?;
    let dates = Dates { zone, language: frame.language };
    let mut tables = Page::of(rows, limit, |table| table.id.0);
    let archived = which.stage == Some(Stage::Archived);
    // Who is challenged sees that, whichever tables they look at.
    tables.items.retain(|table| kept.iter().all(|kept| kept.id != table.id));
    tables.items.extend(kept);
    let parts = small::parts(small::rows(&app, &frame, tables.items).await?);
    let mut styles = vec!["table.css"];
    // Each once: games share some.
    for name in games().flat_map(|(_, game)| game.files()).filter(|name| name.ends_with(".css")) {
        if !styles.contains(name) {
            styles.push(name);
        }
    }
    let styles = styles.into_iter().filter_map(assets::address).collect();
    let (next, mine) = (tables.next, reader.is_some());
    let game = which.game;
    render(StatusCode::OK, &ListPage { frame, now, dates, parts, next, styles, game, archived, mine })
}

/// An entry of the log as a page shows it.
struct Written {
    number: i64,
    at: String,
    who: String,
    what: String,
}

#[derive(Template)]
#[template(path = "tables/one.html")]
struct TablePage {
    frame: Frame,
    view: TableView,
    title: String,
    terms: String,
    standing: Standing,
    /// What the seats are called.
    seats: Vec<String>,
    /// The game's own.
    part: String,
    log: Vec<Written>,
    talk: Vec<Arc<Talk>>,
    /// Whose talk the viewer does not want to read.
    muted: Vec<Person>,
    typed: Typed,
    /// Whether the viewer may take a seat of a game that is played.
    may_sit: bool,
    /// What the viewer may do about a free seat of one that has not begun.
    offer: Option<Offer>,
    /// Whom the viewer, who opened it, may still invite; nobody where no seat is free.
    members: Vec<(i64, String)>,
    /// Who said no, and is not asked again.
    declined: Vec<String>,
    /// What stands against its beginning now.
    against: Vec<Reason>,
    /// Whom it waits for, before it begins or goes on.
    waits_for: String,
    /// Where the viewer agrees to the game's terms before they say that they are ready.
    asks_first: Option<&'static str>,
    /// Whether the viewer still takes part in it.
    plays: bool,
    /// Whether the game is one that people break off and go on with later.
    adjourns: bool,
    styles: Vec<&'static str>,
    scripts: Vec<&'static str>,
}

impl TablePage {
    fn stage(&self, stage: Stage) -> bool {
        self.view.table.stage == stage
    }

    fn names(&self) -> String {
        names(&self.frame, &self.view.table, None)
    }

    fn seat(&self, seat: &Seat) -> &str {
        usize::try_from(*seat).ok().and_then(|seat| self.seats.get(seat)).map_or("", String::as_str)
    }

    /// For whom a seat is kept until the table has ended, as far as the viewer may know: names are for those who have signed in.
    fn empty(&self, chair: &Chair) -> String {
        let kept = chair.invited.is_some() && self.view.table.ended_at.is_none();
        match chair.kept_for.as_ref().filter(|_| self.frame.person.is_some()) {
            Some(name) if kept => self.frame.t("table-kept-for").with("name", name).to_string(),
            None if kept => self.frame.t("table-kept").to_string(),
            _ => self.frame.t("table-empty").to_string(),
        }
    }

    fn is_ready(&self) -> bool {
        self.view.table.seats.iter().any(|chair| Some(chair.seat) == self.view.seat && chair.ready)
    }

    /// Whether the viewer says whether they are ready.
    fn may_be_ready(&self) -> bool {
        let asked = match self.view.table.stage {
            Stage::Open | Stage::Adjourned => true,
            Stage::Playing => self.adjourns,
            Stage::Ended | Stage::Archived => false,
        };
        asked && self.plays
    }

    /// What the viewer's leaving is called: a challenge of one to another is taken back, and with the last one a table ends.
    fn leaving(&self) -> &'static str {
        let table = &self.view.table;
        let challenges = table.seats.len() == 2 && table.seats.iter().any(|chair| chair.kept_for.is_some());
        match (table.people().len() == 1, challenges) {
            (true, true) => "table-withdraw",
            (true, false) => "table-close",
            (false, _) => "table-leave",
        }
    }

    /// Whether the viewer is to play: the browser's tab says so.
    fn is_awaited(&self) -> bool {
        self.stage(Stage::Playing) && self.view.seat.is_some_and(|seat| self.view.turn.contains(&seat))
    }

    fn may_talk(&self) -> bool {
        let plays = self.view.seat.is_some() || self.frame.roles.may_moderate();
        let runs = matches!(self.view.table.stage, Stage::Playing | Stage::Adjourned);
        !self.stage(Stage::Archived) && (plays || !runs)
    }

    /// The utterances that the viewer wants to read.
    fn heard(&self) -> impl Iterator<Item = &Arc<Talk>> {
        self.talk.iter().filter(|said| !self.is_muted(&said.by))
    }

    fn is_muted(&self, person: &Person) -> bool {
        self.muted.iter().any(|muted| muted.id == person.id)
    }

    /// Ids of the muted, for the script.
    fn muted(&self) -> String {
        self.muted.iter().map(|person| person.id.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// Those who have said something here, the viewer apart.
    fn talkers(&self) -> Vec<&Person> {
        let mut talkers: Vec<&Person> = Vec::new();
        for said in &self.talk {
            if self.frame.person != Some(said.by.id.0) && !talkers.contains(&&said.by) {
                talkers.push(&said.by);
            }
        }
        talkers
    }

    /// What the page shows the table at; the script fetches its parts again when that has changed.
    fn key(&self) -> String {
        let table = &self.view.table;
        let seat =
            |chair: &Chair| format!("[{},{}]", chair.person.as_ref().map_or(0, |person| person.id.0), chair.ready);
        let seats: Vec<String> = table.seats.iter().map(seat).collect();
        format!("[{},\"{}\",[{}]]", table.number, table.stage, seats.join(","))
    }

    /// Why the game is void, if it is.
    fn void(&self) -> Option<&str> {
        self.view.table.outcome.as_ref()?["void_reason"].as_str()
    }

    /// Says that the game was not rated, where it should have been.
    fn unrated(&self) -> Option<String> {
        let outcome = self.view.table.outcome.as_ref()?;
        outcome["unrated"].is_object().then(|| self.frame.said(rules::not_counted()))
    }

    /// Which act was refused.
    fn refusal(&self) -> Option<&Refusal> {
        self.typed.refusal(self.typed.form())
    }
}

async fn one(app: Data<App>, frame: Frame, id: Path<TableId>) -> Result<HttpResponse, Error> {
    table_page(&app, frame, *id, Typed::default()).await
}

async fn table_page(app: &App, mut frame: Frame, id: TableId, typed: Typed) -> Result<HttpResponse, Error> {
    // What is refused may have been sent by another page.
    frame.about = Some(format!("/tables/{id}"));
    let (now, viewer) = (app.clock.now(), frame.person.map(PersonId));
    let live = app.room.open(&app.db, id).await?;
    let (view, log, talk, named, plays) = live.read(|known| {
        let view = TableView::of(known, viewer, now);
        let named = known.state.as_ref().map(|state| state.names()).unwrap_or_default();
        let plays = |seat| known.state.as_ref().is_none_or(|state| state.plays(seat));
        let plays = view.seat.is_some_and(plays);
        let log: Vec<_> = known.log.iter().map(|entry| known.shown(entry, viewer)).collect();
        (view, log, known.talk.clone(), named, plays)
    });
    let game = game_page(&view.table.game)?;
    let rules_of = app.room.game(&view.table.game)?;
    let adjourns = rules_of.adjourns();
    let gained = usize::try_from(rules_of.seats(&view.table.options)).is_ok_and(|seats| view.table.seats.len() > seats);
    let meant = match gained {
        true => {
            let table = view.table.clone();
            app.db.ask(move |db| store::meant(db, &table, &named)).await?
        }
        false => HashMap::new(),
    };
    let sits = |person| {
        let seat = match &frame.name {
            Some(name) if gained => rules::join(&view.table, person, name, &meant),
            _ => rules::take(&view.table, person, None, rules_of.fewest(&view.table.options)),
        };
        view.table.stage != Stage::Open && view.seat.is_none() && seat.is_ok()
    };
    let may_sit = viewer.is_some_and(sits);
    let mut members = opening::not_asked(app, &view.table, viewer);
    let page = app.db.read(move |db| {
        let offer = Offer::of(db, &frame, &view.table, now)?;
        let against = offer::against(db, game, &frame, &view.table, now)?;
        let declined = if members.is_empty() { Vec::new() } else { store::seats::declined(db, view.table.id)? };
        members.retain(|(id, _)| declined.iter().all(|person| person.id.0 != *id));
        let waits_for = waits_for(&frame, &view, rules_of);
        let zone = rulebook::in_force(db, now)?.time_zone;
        let seen = Seen { frame: &frame, viewer, view: &view, log: &log, typed: &typed };
        let (part, standing) = (game.part(db, &seen)?, Standing::of(db, &seen, game, &zone, now)?);
        let sits = view.seat.and(viewer).filter(|_| view.table.stage == Stage::Open);
        let asks_first = sits.map(|player| game.asks_first(db, player, now)).transpose()?.flatten();
        let muted = viewer.map(|viewer| store::muted(db, viewer)).transpose()?.unwrap_or_default();
        let last = &log[log.len().saturating_sub(WRITTEN)..];
        let files = |kind: &str| {
            let own = game.files().iter().filter(|name| name.ends_with(kind));
            own.filter_map(|name| assets::address(name)).collect()
        };
        Ok(TablePage {
            title: game.title(frame.language),
            terms: game.terms(&frame, &view.table.options),
            standing,
            seats: view.table.seats.iter().map(|chair| game.seat_at(&frame, &view, chair.seat)).collect(),
            log: last.iter().map(|entry| written(&frame, &zone, game, &view.table, entry)).collect(),
            styles: files(".css"),
            scripts: files(".js"),
            part,
            may_sit,
            offer,
            members,
            declined: declined.into_iter().map(|person| person.name).collect(),
            against,
            waits_for,
            asks_first,
            plays,
            adjourns,
            talk,
            muted,
            typed,
            frame,
            view,
        })
    });
    let mut page = page.await?;
    page.styles.insert(0, assets::address("table.css").unwrap_or_default());
    page.scripts.extend(["replay.js", "table.js"].map(|name| assets::address(name).unwrap_or_default()));
    page.scripts.extend(assets::address("people.js").filter(|_| !page.members.is_empty()));
    render(page.typed.status(), &page)
}

/// Whom a game waits for that begins, or goes on, when they are ready.
fn waits_for(frame: &Frame, view: &TableView, game: &dyn Game) -> String {
    let table = &view.table;
    let seated = || table.seats.iter().filter_map(|chair| Some((chair, chair.person.as_ref()?)));
    let named = |(chair, person): (&Chair, &Person)| match Some(chair.seat) == view.seat {
        true => frame.t("table-waits-for-you").to_string(),
        false => person.name.clone(),
    };
    let mut awaited: Vec<String> = seated().filter(|(chair, _)| !chair.ready).map(named).collect();
    if table.stage == Stage::Open {
        let (kept, empty) = self::awaited(frame, table);
        let fewest = usize::try_from(game.fewest(&table.options)).unwrap_or(0);
        let is_for_all = game.waits_for_all(&table.options);
        let more = if is_for_all { empty } else { fewest.saturating_sub(seated().count()) };
        awaited.extend(kept.into_iter().filter(|_| is_for_all));
        awaited.extend((more > 0).then(|| frame.t("table-waits-for-more").count("players", more).to_string()));
    }
    frame.language.listed(&awaited)
}

fn written(frame: &Frame, zone: &chrono_tz::Tz, game: &dyn GamePage, table: &Table, entry: &Entry) -> Written {
    let person = entry.by.and_then(|by| {
        let seated = table.seats.iter().filter_map(|chair| chair.person.as_ref());
        seated.into_iter().find(|person| person.id == by).map(|person| person.name.clone())
    });
    let who = match entry.kind {
        Kind::Play if entry.by.is_none() => frame.t("table-computer").to_string(),
        Kind::Play => person.unwrap_or_default(),
        kind => frame.word("table-kind", kind).to_string(),
    };
    let at = entry.at.and_utc().with_timezone(zone);
    let at = format!("{}, {}", frame.language.short_date(&at), at.format("%H:%M:%S"));
    Written { number: entry.number, at, who, what: game.line(frame, zone, entry) }
}

async fn act(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    id: Path<TableId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, fields) = (*id, form.0);
    let live = app.room.open(&app.db, id).await?;
    let (game, stage) = live.read(|known| (known.table.game.clone(), known.table.stage));
    let game = game_page(&game)?;
    let done = match game.act(&fields) {
        Ok(Some(Act::Look(form))) => return table_page(&app, frame, id, Typed::again(form, fields)).await,
        Ok(Some(Act::Play(play))) => played(&app, &actor, id, &fields, play).await,
        Ok(Some(Act::Rule(ruling))) => ruled(&app, &actor, id, ruling).await,
        Ok(None) => done(&app, &actor, game, id, stage, &fields).await,
        Err(error) => Err(error),
    };
    match done {
        // Elsewhere than at the table only a challenge is answered.
        Ok(None) => Ok(match fields.some("next") {
            Some(next) => see_done(own_path(Some(next)), Done::ChallengeDeclined),
            None => see(format!("/tables/{id}")),
        }),
        Ok(Some(first)) => Ok(see(format!("{first}?table={id}&next=/tables/{id}"))),
        Err(error) => {
            let act = fields.text("act").to_owned();
            table_page(&app, frame, id, Typed::refused(&act, fields, error)?).await
        }
    }
}

/// Does what can be done at every table; gives the page, where there is one, that has to be answered before.
async fn done(
    app: &App,
    actor: &Actor,
    game: &'static dyn GamePage,
    id: TableId,
    stage: Stage,
    fields: &Fields,
) -> Result<Option<&'static str>, Error> {
    let (now, person) = (app.clock.now(), actor.person);
    let act = fields.text("act");
    let begins = act == "accept" || (act == "ready" && stage == Stage::Open);
    if begins && let Some(first) = app.db.read(move |db| game.asks_first(db, person, now)).await? {
        return Ok(Some(first));
    }
    match act {
        "sit" => performed_at(app, actor, id, |at| Sit { at, seat: None }).await.map(drop),
        "accept" => performed_at(app, actor, id, Accept).await,
        "invite" => performed(app, actor, Invite { id, people: opening::invited(fields).collect() }).await,
        "leave" => performed_at(app, actor, id, Leave).await,
        "ready" => performed_at(app, actor, id, |at| SayReady { at, ready: true, until: None }).await,
        "pause" => {
            let zone = app.db.read(move |db| Ok(rulebook::in_force(db, now)?.time_zone)).await?;
            let until = fields.has("until").then(|| fields.instant("until", zone)).transpose()?;
            let until = until.map(|until| until.naive_utc());
            performed_at(app, actor, id, |at| SayReady { at, ready: false, until }).await
        }
        "talk" => performed_at(app, actor, id, |at| Say { at, text: fields.text("text").to_owned() }).await.map(drop),
        act @ ("mute" | "unmute") => {
            performed(app, actor, Mute { whom: PersonId(fields.somebody("person")?), mute: act == "mute" }).await
        }
        "unname" => {
            actor.must(Power::Moderator)?;
            performed(app, actor, Unname(id)).await
        }
        "void" => {
            actor.must(Power::ChiefJustice)?;
            let void = MakeVoid { at: At::table(&app.room, id), reason: fields.text("text").to_owned() };
            performed(app, actor, void).await
        }
        other => Err(rules::nothing_done(other).into()),
    }?;
    Ok(None)
}

async fn played(
    app: &App,
    actor: &Actor,
    id: TableId,
    fields: &Fields,
    play: Value,
) -> Result<Option<&'static str>, Error> {
    let answers = fields.number("answers")?.unwrap_or(-1);
    performed_at(app, actor, id, |at| Play { at, answers, play }).await?;
    Ok(None)
}

async fn ruled(app: &App, actor: &Actor, id: TableId, ruling: Value) -> Result<Option<&'static str>, Error> {
    actor.must(Power::Justice)?;
    performed_at(app, actor, id, |at| Rule { at, ruling }).await?;
    Ok(None)
}

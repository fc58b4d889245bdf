//! Tables as pages: what they share, and the page of one table, to play at and to watch. All of it
//! works by forms; a game's own parts come through the `door`.

mod acting;
mod called;
pub mod calls;
pub mod challenge;
pub mod door;
pub mod erased;
mod history;
mod list;
mod offer;
mod opening;
pub mod own;
mod replay;
pub mod small;
mod standing;

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;

use super::api::TableView;
use super::{AnyGame, Chair, Entry, Kind, Person, Seat, Stage, Table, TableId, Talk, marks, rules, store};
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::routes;
use crate::rulebook;
use crate::web::assets;
use crate::web::catalogue::{Language, begun};
use crate::web::layout::{About, Frame, render};
use crate::web::typed::Typed;
use crate::{App, every_game};
pub use called::{Called, Mentioned};
use door::{Primer, Reason, Seen};
use erased::AnyPage;
use offer::Offer;
use standing::TableStatus;

routes! {
    GET "/tables" => list::list, Club;
    GET "/tables/calls" => calls::page, Club;
    GET "/tables/new/{game}" => opening::opening, Insider;
    POST "/tables/new/{game}" => opening::open, Insider;
    POST "/tables/challenge" => challenge::challenge, Insider;
    GET "/tables/{id}" => one, Club;
    POST "/tables/{id}" => acting::act, Insider;
    GET "/tables/{id}/replay" => replay::replay, Club;
    GET "/members/{id}/tables" => history::history, Club;
}

/// Talk by one tap: its symbol and its meaning.
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
fn games() -> impl Iterator<Item = (&'static str, &'static dyn AnyPage)> {
    every_game().iter().map(|(game, page)| (game.name(), *page))
}

fn game_page(name: &str) -> Result<&'static dyn AnyPage, Refusal> {
    let found = games().find(|(game, _)| *game == name);
    found.map(|(_, page)| page).ok_or_else(|| crate::not_found!("page of this game"))
}

/// What people call a game, by its name.
pub fn title(language: Language, name: &str) -> Option<String> {
    game_page(name).ok().map(|game| game.title(language))
}

/// Every game's rules.
fn rules_of(name: &str) -> Result<&'static dyn AnyGame, Refusal> {
    let found = every_game().iter().map(|(game, _)| *game).find(|game| game.name() == name);
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
    let (kept, empty) = awaited(frame, table, Seat::MAX);
    let begins = names.is_empty() && table.name.is_none();
    let waits =
        (!kept.is_empty()).then(|| frame.t("table-waits-for").with("who", frame.language.listed(&kept)).to_string());
    let empty = (empty > 0).then(|| frame.t("table-free").count("seats", empty).to_string());
    if names.is_empty() && waits.is_none() && empty.is_none() {
        return begun_with(begins, frame.t("table-alone").to_string());
    }
    let parts = [Some(names).filter(|names| !names.is_empty()), waits, empty];
    begun_with(begins, parts.into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

/// With a capital letter where a line begins with it.
fn begun_with(begins: bool, text: String) -> String {
    if begins { begun(&text) } else { text }
}

/// For whom free seats of a table that has not begun, among so many first ones, are kept, and how many others of them are free. Names are
/// for those who have signed in.
fn awaited(frame: &Frame, table: &Table, first: Seat) -> (Vec<String>, usize) {
    let is_free = |chair: &&Chair| chair.seat < first && chair.person.is_none() && table.ended_at.is_none();
    let free = table.seats.iter().filter(is_free);
    let names = frame.person.is_some() && table.stage == Stage::Open;
    let named = |chair: &Chair| match chair.invited.is_some_and(|invited| frame.is(&invited.0)) {
        true => Some(frame.t("table-waits-for-you").to_string()),
        false => chair.kept_for.clone(),
    };
    let kept: Vec<String> = free.clone().filter(|_| names).filter_map(named).collect();
    let empty = free.count() - kept.len();
    (kept, empty)
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
    /// What is read first, until the game begins.
    primer: Option<Primer>,
    standing: TableStatus,
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
    /// Whom the viewer, who opened it, may still invite; empty if no seat is free.
    members: Vec<(i64, String)>,
    /// Who said no, and is not asked again.
    declined: Vec<String>,
    /// Why it cannot begin now.
    against: Vec<Reason>,
    /// Who is not ready yet, before it begins or goes on.
    waits_for: String,
    /// Where the viewer agrees to the game's terms before they say that they are ready.
    asks_first: Option<&'static str>,
    /// Whether the viewer still takes part in it.
    plays: bool,
    /// Whether the game can be adjourned.
    adjourns: bool,
    /// Whether it is played in one sitting: who is away is missed.
    is_sitting: bool,
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

    fn is_own(&self, seat: &Seat) -> bool {
        self.view.seat == Some(*seat)
    }

    fn absence(&self, seat: &Seat) -> String {
        door::absence(&self.frame, &self.view, *seat)
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
            (false, _) if table.seats.len() > 2 && self.frame.is(&table.opened_by.0) => "table-leave-others",
            (false, _) => "table-leave",
        }
    }

    /// Whether the viewer's seat is kept for them until they leave it.
    fn is_kept(&self) -> bool {
        let table = &self.view.table;
        self.stage(Stage::Open) && table.seats.len() > 2 && self.view.seat.is_some_and(|seat| table.is_kept(seat))
    }

    /// Whether the viewer is to play: the browser's tab says so.
    fn is_awaited(&self) -> bool {
        self.stage(Stage::Playing) && self.view.seat.is_some_and(|seat| self.view.turn.contains(&seat))
    }

    /// The secret of forms that only people send: the kiosk sits at no table and says nothing.
    fn csrf(&self) -> Option<&str> {
        self.frame.csrf.as_deref().filter(|_| self.frame.is_a_person())
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
        marks::why_void(self.view.table.outcome.as_ref()?)
    }

    /// Says that the game was not rated, where it should have been.
    fn unrated(&self) -> Option<String> {
        let outcome = self.view.table.outcome.as_ref()?;
        marks::is_unrated(outcome).then(|| self.frame.said(marks::not_counted()))
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
    frame.about = Some(About::Place(format!("/tables/{id}")));
    let (now, viewer) = (app.clock.now(), frame.person.filter(|_| frame.is_a_person()).map(PersonId));
    let live = app.room.open(&app.db, id).await?;
    let (view, log, talk, named, playing) = live.read(|known| {
        let view = TableView::of(known, viewer, now);
        let named = known.state.as_ref().map(|state| state.names()).unwrap_or_default();
        let plays = |seat: &Seat| known.state.as_ref().is_none_or(|state| state.plays(*seat));
        let playing: Vec<Seat> = view.table.seats.iter().map(|chair| chair.seat).filter(plays).collect();
        let log: Vec<_> = known.log.iter().map(|entry| known.shown(entry, viewer)).collect();
        (view, log, known.talk.clone(), named, playing)
    });
    let plays = view.seat.is_some_and(|seat| playing.contains(&seat));
    let game = game_page(&view.table.game)?;
    let rules_of = app.room.game(&view.table.game)?;
    let (adjourns, is_sitting) = (rules_of.adjourns(), !rules_of.lasts(&view.table.options));
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
        let waits_for = waits_for(&frame, &view, rules_of, &playing);
        let zone = rulebook::in_force(db, now)?.time_zone;
        let state = view.state.as_deref();
        let seen = Seen { frame: &frame, viewer, view: &view, state, log: &log, typed: &typed };
        let from = log.len().saturating_sub(WRITTEN);
        let (part, lines) = game.shown(db, &seen, &zone, from)?;
        let standing = TableStatus::of(db, &seen, game, &zone, now)?;
        let sits = view.seat.and(viewer).filter(|_| view.table.stage == Stage::Open);
        let asks_first = sits.map(|player| game.asks_first(db, player, now)).transpose()?.flatten();
        let muted = viewer.map(|viewer| store::muted(db, viewer)).transpose()?.unwrap_or_default();
        let files = |kind: &str| {
            let own = game.files().iter().filter(|name| name.ends_with(kind));
            own.filter_map(|name| assets::address(name)).collect()
        };
        Ok(TablePage {
            title: game.title(frame.language),
            terms: game.terms(&frame, &view.table.options),
            primer: game.primer().filter(|_| view.table.stage == Stage::Open),
            standing,
            seats: view.table.seats.iter().map(|chair| game.seat_at(&frame, &view, chair.seat)).collect(),
            log: log[from..].iter().zip(lines).map(|(entry, what)| written(&seen, &zone, entry, what)).collect(),
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
            is_sitting,
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

/// Whom a game waits for that begins, or goes on, when they are ready: of those who are `playing`.
fn waits_for(frame: &Frame, view: &TableView, game: &dyn AnyGame, playing: &[Seat]) -> String {
    let table = &view.table;
    let seated = || table.seats.iter().filter_map(|chair| Some((chair, chair.person.as_ref()?)));
    let named = |(chair, person): (&Chair, &Person)| match Some(chair.seat) == view.seat {
        true => frame.t("table-waits-for-you").to_string(),
        false => person.name.clone(),
    };
    let mut awaited: Vec<String> =
        seated().filter(|(chair, _)| !chair.ready && playing.contains(&chair.seat)).map(named).collect();
    if table.stage == Stage::Open {
        let fewest = game.fewest(&table.options);
        let (kept, _) = self::awaited(frame, table, fewest);
        let more = usize::try_from(fewest).unwrap_or(0).saturating_sub(seated().count() + kept.len());
        awaited.extend(kept);
        awaited.extend((more > 0).then(|| frame.t("table-waits-for-more").count("players", more).to_string()));
    }
    frame.language.listed(&awaited)
}

fn written(seen: &Seen<'_>, zone: &chrono_tz::Tz, entry: &Entry, what: String) -> Written {
    let (frame, table) = (seen.frame, &seen.view.table);
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
    Written { number: entry.number, at, who, what }
}

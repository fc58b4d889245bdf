//! Evidence of online games as pages: what was gathered in a game, one piece with its redaction and its
//! releases, and to the member concerned who saw what.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use rookery_messages::say;

use super::actions::{NewRelease, Release};
use super::api::{self, Gatherings, PieceView};
use super::redaction::{Area, Cover, MOST};
use super::store::{self, Look, Piece};
use super::{EvidenceId, RedactionId};
use crate::App;
use crate::action::{Somebody, performed};
use crate::auth::{Actor, Role};
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::id::PersonId;
use crate::routes;
use crate::rulebook;
use crate::tables::pages::{Called, Mentioned};
use crate::tables::{Table, TableId, store as tables};
use crate::web::assets;
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

routes! {
    GET "/tables/{id}/evidence" => of_table, Insider;
    GET "/evidence/{id}" => one, ChiefJustice;
    POST "/evidence/{id}" => redact, ChiefJustice;
    POST "/redactions/{id}" => release, ChiefJustice;
    GET "/me/evidence" => own, SignedIn;
}

#[derive(Template)]
#[template(path = "evidence/table.html")]
struct TablePage {
    frame: Frame,
    dates: Dates,
    table: Table,
    called: Called,
    seen: Gatherings,
}

impl TablePage {
    /// Whether it reveals something about somebody other than the reader, who may reveal their own data.
    fn is_of_others(&self) -> bool {
        self.seen.items.iter().any(|piece| !self.frame.is(&piece.person.0))
    }

    fn name(&self, person: &PersonId) -> &str {
        let seated = self.table.seats.iter().filter_map(|chair| chair.person.as_ref());
        seated.into_iter().find(|other| other.id == *person).map_or("", |person| person.name.as_str())
    }
}

async fn of_table(app: Data<App>, frame: Frame, actor: Actor, id: Path<TableId>) -> Result<HttpResponse, Error> {
    let (id, now, viewer, language) = (*id, app.clock.now(), Somebody::from(&actor), frame.language);
    let reader = frame.viewpoint;
    let (dates, called, table, seen) = app
        .db
        .read(move |db| {
            let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language };
            let called = Mentioned::default().tables([id]).called(db, reader, dates, now)?;
            Ok((dates, called, tables::table(db, id)?, api::seen(db, id, viewer)?))
        })
        .await?;
    render(StatusCode::OK, &TablePage { frame, dates, table, called, seen })
}

#[derive(Template)]
#[template(path = "evidence/one.html")]
struct OnePage {
    frame: Frame,
    dates: Dates,
    table: TableId,
    called: Called,
    piece: PieceView,
    /// Why it cannot be looked at, if so.
    closed: Option<Refusal>,
    /// Moderators and justices: a copy is released to one of them.
    officers: Vec<(PersonId, String)>,
    typed: Typed,
    script: &'static str,
}

impl OnePage {
    fn name(&self, person: &PersonId) -> &str {
        self.officers.iter().find(|(id, _)| id == person).map_or("", |(_, name)| name.as_str())
    }

    fn is_picture(&self) -> bool {
        self.piece.kind == super::Source::Screen
    }
}

async fn one(app: Data<App>, frame: Frame, actor: Actor, id: Path<EvidenceId>) -> Result<HttpResponse, Error> {
    one_page(&app, frame, &actor, *id, Typed::default()).await
}

async fn one_page(app: &App, frame: Frame, actor: &Actor, id: EvidenceId, typed: Typed) -> Result<HttpResponse, Error> {
    let (now, viewer, language, safe) = (app.clock.now(), Somebody::from(actor), frame.language, app.safe.clone());
    let reader = frame.viewpoint;
    let (dates, table, called, piece, closed, officers) = app
        .db
        .read(move |db| {
            let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language };
            let table = store::piece(db, id)?.table;
            let called = Mentioned::default().tables([table]).called(db, reader, dates, now)?;
            let piece = api::seen(db, table, viewer)?.items.into_iter().find(|piece| piece.id == id);
            let piece = piece.ok_or_else(|| crate::not_found!("evidence"))?;
            let closed = store::closed(db, &safe, id)?;
            let players = tables::table(db, table)?.people();
            Ok((dates, table, called, piece, closed, officers(rulebook::holders(db, now)?, &players)))
        })
        .await?;
    let script = assets::address("evidence.js").unwrap_or_default();
    let page = OnePage { frame, dates, table, called, piece, closed, officers, typed, script };
    render(page.typed.status(), &page)
}

/// Those to whom a copy may be released, each once: neither who played, nor the Chief Justice, who sees all (Act I.9.5).
fn officers(holders: Vec<rulebook::Holder>, players: &[PersonId]) -> Vec<(PersonId, String)> {
    let mut officers: Vec<(PersonId, String)> = Vec::new();
    for holder in holders {
        let judges = matches!(holder.role, Role::Moderator | Role::Justice) && !players.contains(&holder.person);
        if judges && officers.iter().all(|(person, _)| *person != holder.person) {
            officers.push((holder.person, holder.name));
        }
    }
    officers
}

/// `10 20 300 40`, a line each: x, y, width, height.
fn areas(text: &str) -> Result<Vec<Area>, Refusal> {
    let wrong = |line: &str| {
        let line = format!("{line:?}");
        Refusal::field("areas", say!("{line} is no area: give x, y, width and height in pixels, a line each.", line))
    };
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let numbers: Result<Vec<u32>, _> = line.split_whitespace().map(str::parse).collect();
            match numbers.as_deref() {
                Ok([x, y, width, height]) => Ok(Area { x: *x, y: *y, width: *width, height: *height }),
                _ => Err(wrong(line)),
            }
        })
        .collect()
}

/// `1 4 5`, or `1-4`.
fn lines(text: &str) -> Result<Vec<usize>, Refusal> {
    let wrong = |part: &str| {
        let part = format!("{part:?}");
        Refusal::field("lines", say!("{part} is no line: give numbers, or 4-9.", part))
    };
    let mut lines = Vec::new();
    for part in text.split([' ', ',', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (from, to): (usize, usize) = (from.parse().map_err(|_| wrong(part))?, to.parse().map_err(|_| wrong(part))?);
        // Read as nothing, it would leave bare what somebody meant to cover.
        if from > to {
            return Err(wrong(part));
        }
        // One more than a redaction takes says that they are too many; a million are not written out.
        let room = (MOST + 1).saturating_sub(lines.len());
        lines.extend((from..=to).take(room));
    }
    Ok(lines)
}

async fn redact(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    id: Path<EvidenceId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, fields) = (*id, form.0);
    match redacted(&app, &actor, id, &fields).await {
        Ok(()) => Ok(see_done(format!("/evidence/{id}"), Done::Redacted)),
        Err(error) => one_page(&app, frame, &actor, id, Typed::refused("redact", fields, error)?).await,
    }
}

async fn redacted(app: &App, actor: &Actor, id: EvidenceId, fields: &Fields) -> Result<(), Error> {
    let cover = Cover { areas: areas(fields.text("areas"))?, lines: lines(fields.text("lines"))? };
    performed(app, actor, api::burnt(app, id, cover).await?).await.map(drop)
}

async fn release(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    id: Path<RedactionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, fields) = (*id, form.0);
    let piece = app.db.read(move |db| store::piece_of(db, id)).await?.id;
    match released(&app, &actor, id, &fields).await {
        Ok(()) => Ok(see_done(format!("/evidence/{piece}"), Done::Released)),
        Err(error) => one_page(&app, frame, &actor, piece, Typed::refused("release", fields, error)?).await,
    }
}

async fn released(app: &App, actor: &Actor, id: RedactionId, fields: &Fields) -> Result<(), Error> {
    let to = fields.number("to")?.map(PersonId).ok_or_else(|| Refusal::field("to", say!("Say to whom.")))?;
    let new = NewRelease { to, reason: fields.text("reason").to_owned() };
    performed(app, actor, Release(id, new)).await.map(drop)
}

#[derive(Template)]
#[template(path = "evidence/own.html")]
struct OwnPage {
    frame: Frame,
    dates: Dates,
    gathered: Vec<Piece>,
    views: Vec<Look>,
    called: Called,
}

async fn own(app: Data<App>, frame: Frame, actor: Actor) -> Result<HttpResponse, Error> {
    let (now, language, person, reader) = (app.clock.now(), frame.language, actor.person, frame.viewpoint);
    let page = app
        .db
        .read(move |db| {
            let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language };
            let views = store::views(db, person)?;
            let mentioned = Mentioned::default().tables(views.iter().map(|view| view.table));
            let called = mentioned.called(db, reader, dates, now)?;
            Ok((dates, store::gathered_of(db, person)?, views, called))
        })
        .await?;
    let (dates, gathered, views, called) = page;
    render(StatusCode::OK, &OwnPage { frame, dates, gathered, views, called })
}

//! The form that opens a table, for every game.

use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use rookery_messages::{Join, Message, say};

use super::door::{Primer, Reason};
use super::erased::AnyPage;
use super::game_page;
use crate::App;
use crate::action::performed;
use crate::auth::{Actor, Viewpoint};
use crate::error::{Error, Refusal};
use crate::http::{Params, upload};
use crate::id::PersonId;
use crate::members;
use crate::tables::actions::{NewTable, OpenTable};
use crate::tables::{Seat, Stage, Table, TableId, rules};
use crate::web::assets;
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed, see};

/// Bytes of a file by which a table is opened.
const LARGEST_FILE: usize = 256 << 10;

/// Members that can be invited.
const OFFERED: usize = 1_000;

#[derive(Template)]
#[template(path = "tables/new.html")]
struct OpeningPage {
    frame: Frame,
    title: String,
    about: String,
    /// What is read first, where most have never seen the game.
    primer: Option<Primer>,
    /// The game's own fields.
    fields: String,
    /// Another way to play it.
    besides: String,
    seats: Vec<String>,
    others: Seat,
    /// What the list of whom seats are kept for is called.
    invites: String,
    members: Vec<(i64, String)>,
    /// What looks for one of them.
    script: &'static str,
    takes_file: bool,
    /// Why the reader, or somebody they invite, cannot play now.
    against: Vec<Reason>,
    /// Whether nothing does where it is just for fun, which is chosen then.
    is_fun_free: bool,
    /// The same as the form sends it back: that it was read.
    read: String,
    typed: Typed,
}

/// A field's name and what is to be in it.
type Filled = (&'static str, String);

/// Why the reader cannot play now with the members whom the form invites, and the fields that make it a game for fun if that can be played.
/// Who is named twice counts once, and an unknown number is for the form's own check to refuse.
async fn against(
    app: &App,
    name: &str,
    reader: Viewpoint,
    fields: &Fields,
) -> Result<(Vec<Reason>, Vec<Filled>), Error> {
    let (now, game) = (app.clock.now(), game_page(name)?);
    let Some(person) = reader.person else { return Ok((Vec::new(), Vec::new())) };
    // A form that is not filled in yet asks for what is usual.
    let options = game.options(fields).or_else(|_| game.usual())?;
    let invited: Vec<PersonId> = invited(fields).collect();
    let read = app.db.read(move |db| {
        let known = members::store::names(db, &invited)?;
        let mut people = vec![person];
        for one in invited {
            if known.contains_key(&one) && !people.contains(&one) {
                people.push(one);
            }
        }
        let against = game.against(db, &options, &people, reader, now)?;
        let mut for_fun = Vec::new();
        if let Some(fun) = game.for_fun(&options)?.filter(|_| !against.is_empty())
            && game.against(db, &fun, &people, reader, now)?.is_empty()
        {
            let own = game.filled(&options)?;
            for_fun.extend(game.filled(&fun)?.into_iter().filter(|field| !own.contains(field)));
        }
        Ok((against, for_fun))
    });
    read.await
}

/// Whom somebody may invite to a table that they have opened: nobody where no seat is free.
pub(super) fn not_asked(app: &App, table: &Table, viewer: Option<PersonId>) -> Vec<(i64, String)> {
    if table.stage != Stage::Open || viewer != Some(table.opened_by) || table.free().is_empty() {
        return Vec::new();
    }
    let asked = table.asked();
    members(app).into_iter().filter(|(id, _)| asked.iter().all(|one| one.id.0 != *id)).collect()
}

/// Everybody on the leaderboard, by name.
fn members(app: &App) -> Vec<(i64, String)> {
    let lines = app.board.page(0, OFFERED).items.into_iter();
    let mut members: Vec<(i64, String)> = lines.filter_map(|line| Some((line.id?, line.name))).collect();
    members.sort_by(|one, other| one.1.cmp(&other.1));
    members
}

pub(super) fn invited(fields: &Fields) -> impl Iterator<Item = PersonId> {
    fields.numbers("invite").into_iter().map(PersonId)
}

/// Reasons as one text, by which a form says that they were read.
fn as_read(against: &[Reason]) -> String {
    Message::joined(Join::Sentences, against.iter().map(|(_, detail)| detail.clone())).to_string()
}

async fn opening_page(app: &App, frame: Frame, name: &str, typed: Typed) -> Result<HttpResponse, Error> {
    let game = game_page(name)?;
    let (against, for_fun) = against(app, name, frame.viewpoint, typed.fields()).await?;
    let is_fun_free = !for_fun.is_empty();
    // Only a game for fun can be played: the form chooses it.
    let typed = for_fun.iter().fold(typed, |typed, (field, text)| typed.filled("open", field, text));
    let mut members = members(app);
    members.retain(|(id, _)| !frame.is(id));
    let page = OpeningPage {
        script: assets::address("people.js").unwrap_or_default(),
        title: game.title(frame.language),
        about: game.about(&frame),
        primer: game.primer(),
        fields: game.opening(&frame, &typed)?,
        besides: game.besides_opening(&frame)?,
        seats: match game.asks_seat() {
            true => game.seats(&frame, &typed),
            false => Vec::new(),
        },
        others: game.others(),
        invites: game.invites(&frame),
        takes_file: game.takes_file().is_some(),
        read: as_read(&against),
        against,
        is_fun_free,
        members,
        frame,
        typed,
    };
    render(page.typed.status(), &page)
}

/// The form, filled in as a link asks: whom to invite, with which options.
pub(super) async fn opening(
    app: Data<App>,
    frame: Frame,
    game: Path<String>,
    asked: Params<Fields>,
) -> Result<HttpResponse, Error> {
    let typed = if asked.0.is_empty() { Typed::default() } else { Typed::again("open", asked.0) };
    opening_page(&app, frame, &game, typed).await
}

pub(super) async fn open(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    game: Path<String>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, Error> {
    let (name, game) = (&*game, game_page(&game)?);
    let (mut fields, file): (Fields, _) = upload::with_file(&request, payload).await?;
    let taken = match (game.takes_file(), file) {
        (Some(field), Some((_, bytes))) => take_file(&mut fields, field, &bytes),
        _ => Ok(()),
    };
    // The reasons against it are shown before anybody is invited.
    let (against, _) = against(&app, name, frame.viewpoint, &fields).await?;
    if !against.is_empty() && fields.text("read") != as_read(&against) {
        return opening_page(&app, frame, name, Typed::again("open", fields)).await;
    }
    let opened = match taken {
        Ok(()) => opened(&app, &actor, name, game, &fields).await,
        Err(refusal) => Err(refusal.into()),
    };
    match opened {
        Ok(id) => Ok(see(format!("/tables/{id}"))),
        Err(error) => {
            let typed = Typed::refused("open", fields, error)?.called(|field| game.called(&frame, field));
            opening_page(&app, frame, name, typed).await
        }
    }
}

/// Puts a file's text where it could have been pasted.
fn take_file(fields: &mut Fields, field: &'static str, bytes: &[u8]) -> Result<(), Refusal> {
    if fields.has(field) {
        return Err(Refusal::field(field, say!("Choose a file or paste its text, not both.")));
    }
    if bytes.len() > LARGEST_FILE {
        let detail = say!("The file has {bytes} bytes; {most} are the most.", bytes = bytes.len(), most = LARGEST_FILE);
        return Err(Refusal::field(field, detail));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        Refusal::field(field, say!("The file is not a text in UTF-8, from byte {byte} on.", byte = error.valid_up_to()))
    })?;
    fields.set(field, text);
    Ok(())
}

/// Opens the table. The person who opens it is ready, where the game has nothing to ask first: the last one whom it needs sits down, and it
/// begins.
async fn opened(
    app: &App,
    actor: &Actor,
    name: &str,
    game: &'static dyn AnyPage,
    fields: &Fields,
) -> Result<TableId, Error> {
    let (now, person) = (app.clock.now(), actor.person);
    let (options, seat) = (game.options(fields)?, game.own_seat(fields)?);
    let rules_of = app.room.game(name)?;
    let terms = rules_of.options(&options)?;
    rules::seat_on_page(seat, rules_of.seats(&terms))?;
    let ready = app.db.read(move |db| game.asks_first(db, person, now)).await?.is_none();
    let new = NewTable {
        game: name.to_owned(),
        options,
        seat,
        invite: invited(fields).collect(),
        name: fields.some("name").map(str::to_owned),
        ready,
    };
    performed(app, actor, OpenTable { room: app.room.clone(), new, seed: rand::random() }).await
}

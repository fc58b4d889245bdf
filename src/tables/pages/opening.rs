//! The form that opens a table, whatever is played at it.

use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use rookery_messages::{Message, say};

use super::door::GamePage;
use super::game_page;
use crate::App;
use crate::action::performed;
use crate::auth::Actor;
use crate::error::{Error, Refusal};
use crate::http::{Params, upload};
use crate::id::PersonId;
use crate::tables::actions::{NewTable, OpenTable};
use crate::tables::{Seat, TableId, rules};
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
    /// The game's own fields.
    fields: String,
    /// Another way to play it.
    besides: String,
    seats: Vec<String>,
    others: Seat,
    members: Vec<(i64, String)>,
    takes_file: bool,
    /// What stands against the reader's playing now, each reason with its Act.
    against: Vec<(&'static str, Message)>,
    typed: Typed,
}

async fn opening_page(
    app: &App,
    frame: Frame,
    game: &'static dyn GamePage,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let against = match frame.person.map(PersonId) {
        Some(reader) => app.db.read(move |db| game.against(db, reader, now)).await?,
        None => Vec::new(),
    };
    let lines = app.board.page(0, OFFERED).items.into_iter();
    let mut members: Vec<(i64, String)> = lines.filter_map(|line| Some((line.id?, line.name))).collect();
    members.sort_by(|one, other| one.1.cmp(&other.1));
    let page = OpeningPage {
        title: game.title(&frame),
        about: game.about(&frame),
        fields: game.opening(&frame, &typed)?,
        besides: game.besides_opening(&frame)?,
        seats: (0..=game.others()).map(|seat| game.seat(&frame, seat)).collect(),
        others: game.others(),
        takes_file: game.takes_file().is_some(),
        against,
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
    opening_page(&app, frame, game_page(&game)?, typed).await
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
    let opened = match taken {
        Ok(()) => opened(&app, &actor, name, game, &fields).await,
        Err(refusal) => Err(refusal.into()),
    };
    match opened {
        Ok(id) => Ok(see(format!("/tables/{id}"))),
        Err(error) => {
            let typed = Typed::refused("open", fields, error)?.called(|field| game.called(&frame, field));
            opening_page(&app, frame, game, typed).await
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

async fn opened(app: &App, actor: &Actor, name: &str, game: &dyn GamePage, fields: &Fields) -> Result<TableId, Error> {
    let (options, seat) = (game.options(fields)?, fields.number("seat")?);
    let rules_of = app.room.game(name)?;
    rules::seat_on_page(seat, rules_of.seats(&rules_of.options(&options)?))?;
    let new = NewTable {
        game: name.to_owned(),
        options,
        seat,
        invite: fields.numbers("invite").into_iter().map(PersonId).collect(),
        name: fields.some("name").map(str::to_owned),
    };
    performed(app, actor, OpenTable { room: app.room.clone(), new, seed: rand::random() }).await
}

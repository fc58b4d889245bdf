//! Imports and exports over HTTP.

use std::io::{ErrorKind, Write};
use std::time::Duration;

use actix_web::http::header;
use actix_web::web::{self, Bytes, Data, Path};
use actix_web::{HttpResponse, rt};
use futures_util::StreamExt;
use serde::Deserialize;
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;

use super::export::{self, File};
use super::import::{Options, Source};
use super::jobs::{self, Import, ImportId};
use crate::App;
use crate::auth::{Actor, Power};
use crate::error::{Error, Kind, Refusal};
use crate::http::{Answer, Params, problem::Problem};
use crate::routes;

routes! {
    POST "/api/v1/imports" => import, ChiefJustice;
    GET "/api/v1/imports/{id}" => one, ChiefJustice;
    GET "/api/v1/exports/{file}" => export_file, SignedIn, PublicOrModerator;
    GET "/api/v1/me/data" => mine, SignedIn;
}

/// Bytes that a file to import may have.
const LARGEST: usize = 256 << 20;
/// A file up to this size is imported before the answer.
const SMALL: usize = 64 << 10;
/// Bytes of an export that are sent at once.
const PIECE: usize = 64 << 10;
/// Exports are written so many at a time; whoever comes later waits for a turn.
static TURNS: Semaphore = Semaphore::const_new(4);
/// How long whoever asked for an export may take none of it.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// The file's name: `.csv` or `.pgn` says what it is.
    name: Option<String>,
    /// Unknown players become members at their first game; otherwise their games are refused.
    #[serde(default)]
    join_unknown: bool,
    /// Sessions are added on the days of games that were played in none.
    #[serde(default)]
    make_sessions: bool,
    /// The good lines are entered though others are refused.
    #[serde(default)]
    skip_refused: bool,
    /// Tells what would come of it, and changes nothing.
    #[serde(default)]
    dry_run: bool,
}

/// Imports a file of sessions, attendance, results, members or events (CSV), or of games (PGN), all
/// of it or nothing. A small one is done when the answer comes; a large one goes on, see its Location.
#[utoipa::path(post, path = "/api/v1/imports", tag = "exchange", params(Wanted),
    request_body(content = String, content_type = "text/csv"),
    responses((status = 201, body = Import), (status = 202, body = Import), (status = 400, body = Problem),
        (status = 403, body = Problem), (status = 413, body = Problem)))]
async fn import(
    app: Data<App>,
    actor: Actor,
    Params(wanted): Params<Wanted>,
    mut payload: web::Payload,
) -> Result<Answer, Error> {
    let Wanted { name, join_unknown, make_sessions, skip_refused, dry_run } = wanted;
    let options = Options { join_unknown, make_sessions, skip_refused, dry_run };
    let name = name.unwrap_or_else(|| "file".into());
    if name.is_empty() || name.len() > 255 || name.contains('\0') {
        return Err(Refusal::field("name", "A name of 1 to 255 bytes is needed.").into());
    }
    let mut bytes = Vec::new();
    while let Some(piece) = payload.next().await {
        let piece = piece.map_err(|error| Refusal::new(Kind::Malformed, "Not all of it arrived", error.to_string()))?;
        if bytes.len() + piece.len() > LARGEST {
            let detail = format!("A file may have {LARGEST} bytes; split this one.");
            return Err(Refusal::invalid("Too large", detail).into());
        }
        bytes.extend_from_slice(&piece);
    }
    let is_small = bytes.len() <= SMALL;
    let (by, called) = (actor.person, name.clone());
    let id = app.db.write(move |tx| jobs::add(tx, by, &called, options)).await?;
    let db = app.db.clone();
    let work = web::block(move || jobs::run(&db, id, by, Source { name, bytes }, options));
    if is_small {
        work.await.map_err(Error::internal)?;
    } else {
        rt::spawn(work);
    }
    let answer = Answer::created(format!("/api/v1/imports/{id}"), &found(&app, id).await?)?;
    Ok(Answer { status: if is_small { 201 } else { 202 }, ..answer })
}

async fn found(app: &App, id: ImportId) -> Result<Import, Error> {
    let import = app.db.read(move |db| jobs::find(db, id)).await?;
    import.ok_or_else(|| Refusal::not_found("import").into())
}

/// How far an import is, and what came of it.
#[utoipa::path(get, path = "/api/v1/imports/{id}", tag = "exchange", params(("id" = i64, Path)),
    responses((status = 200, body = Import), (status = 304), (status = 404, body = Problem)))]
async fn one(app: Data<App>, id: Path<ImportId>) -> Result<Answer, Error> {
    Ok(Answer::ok(&found(&app, *id).await?)?.tagged())
}

/// A file of the club: `games.pgn`, `games.csv`, `sessions.csv`, `ledger.csv` and `club.json` for anybody
/// signed in; `members.csv`, `attendance.csv` and `events.csv` for those who moderate.
#[utoipa::path(get, path = "/api/v1/exports/{file}", tag = "exchange", params(("file" = String, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 403, body = Problem),
        (status = 404, body = Problem)))]
async fn export_file(app: Data<App>, actor: Actor, name: Path<String>) -> Result<HttpResponse, Error> {
    let file: File = name.parse().map_err(|_| Refusal::not_found("export"))?;
    if !file.is_public() {
        actor.must(Power::Moderator)?;
    }
    let turn = TURNS.acquire().await.map_err(Error::internal)?;
    let (sender, mut pieces) = mpsc::channel::<Result<Bytes, Error>>(5);
    // A place is kept for the word that it was cut short.
    let last = sender.clone().try_reserve_owned().map_err(Error::internal)?;
    let db = app.db.clone();
    rt::spawn(web::block(move || {
        let _turn = turn;
        let mut output = Pieces { sender, waiting: Vec::with_capacity(PIECE), patience: PATIENCE };
        // A connection of its own: it takes as long as whoever asked, and those that pages read by are few.
        let own = db.connector().open();
        let written = own.and_then(|mut own| own.snapshot(|db| export::write(db, file, &mut output)));
        let written = written.and_then(|()| output.flush().map_err(Error::internal));
        if let Err(error) = written {
            tracing::warn!(%error, %file, "an export was cut short");
            // Whoever asked sees the answer break off, not end.
            drop(last.send(Err(error)));
        }
    }));
    let stream = futures_util::stream::poll_fn(move |context| pieces.poll_recv(context));
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, file.media_type()))
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\"")))
        .streaming(stream))
}

/// Everything that the club keeps about the caller, in one document.
#[utoipa::path(get, path = "/api/v1/me/data", tag = "exchange", responses((status = 200, body = Object), (status = 401)))]
async fn mine(app: Data<App>, actor: Actor) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let person = actor.person;
    let data = app.db.read(move |db| super::mine::gather(db, person, now)).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"rookery-my-data.json\""))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(data))
}

/// Sends what is written to it, in pieces, from a thread that may block.
struct Pieces {
    sender: mpsc::Sender<Result<Bytes, Error>>,
    waiting: Vec<u8>,
    patience: Duration,
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let piece = Bytes::from(std::mem::replace(&mut self.waiting, Vec::with_capacity(PIECE)));
        // Made within the runtime, whose timer it needs.
        let given = Handle::current().block_on(async { timeout(self.patience, self.sender.send(Ok(piece))).await });
        match given {
            Ok(sent) => sent.map_err(|_| ErrorKind::BrokenPipe.into()),
            Err(_) => Err(ErrorKind::TimedOut.into()),
        }
    }
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(import, one, export_file, mine))]
pub struct Docs;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_takes_none_of_an_export_is_not_waited_for() {
        let (sender, _pieces) = mpsc::channel(1);
        let written = rt::System::new().block_on(async {
            let writing = web::block(move || {
                let mut output = Pieces { sender, waiting: Vec::new(), patience: Duration::from_millis(20) };
                output.write_all(&[0; PIECE])?;
                output.write_all(&[0; PIECE])
            });
            writing.await.unwrap()
        });
        assert_eq!(written.unwrap_err().kind(), ErrorKind::TimedOut);
    }
}

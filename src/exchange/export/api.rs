//! Exports over HTTP: a file that is written while it comes, or made ready first and kept for an hour.

use std::io::{ErrorKind, Write};
use std::time::Duration;

use actix_web::body::SizedStream;
use actix_web::http::header;
use actix_web::web::{self, Bytes, Data, Path};
use actix_web::{HttpResponse, HttpResponseBuilder, rt};
use futures_util::stream::{poll_fn, try_unfold};
use rookery_messages::say;
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;

use super::File;
use super::jobs::{self, Export, State};
use crate::App;
use crate::auth::security_log::{self, Happened, SecurityEvent};
use crate::auth::{Actor, Power, Viewpoint};
use crate::conduct::decisions::veil::Veil;
use crate::error::{Error, Refusal};
use crate::http::{Answer, problem::Problem};
use crate::jobs::background::{self, JobId};
use crate::routes;

routes! {
    GET "/api/v1/exports/{file}" => stream, Insider, PublicOrModerator;
    POST "/api/v1/exports/{file}" => make_ready, Insider, PublicOrModerator;
    GET "/api/v1/exports/{file}/{id}" => one, Insider, Own;
    GET "/api/v1/exports/{file}/{id}/content" => content, Insider, Own;
}

/// Bytes of an export that are sent at once.
const PIECE: usize = 64 << 10;
/// So many are streamed at a time; anybody who comes later waits for a turn.
static TURNS: Semaphore = Semaphore::const_new(4);
/// So many are made ready at a time: they wait for nobody who reads.
static MAKERS: Semaphore = Semaphore::const_new(2);
/// The timeout of a download from which the client reads nothing.
const PATIENCE: Duration = Duration::from_secs(60);

/// The file of a name, if the caller may have it.
pub(super) fn wanted(actor: &Actor, name: &str) -> Result<File, Error> {
    let file: File = name.parse().map_err(|_| crate::not_found!("export"))?;
    if !file.is_public() {
        actor.must(Power::Moderator)?;
    }
    Ok(file)
}

/// A file of the club: `games.pgn`, `games.csv`, `sessions.csv`, `ledger.csv` and `club.json` for anybody signed in, with
/// what they may know; `members.csv`, `attendance.csv` and `events.csv` for those who moderate, who read people's handles
/// there; everybody else reads names.
#[utoipa::path(get, path = "/api/v1/exports/{file}", tag = "exchange", params(("file" = String, Path)),
    responses((status = 200, content((String = "text/csv"), (String = "application/x-chess-pgn"),
        (Object = "application/json"))), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn stream(app: Data<App>, actor: Actor, reader: Viewpoint, name: Path<String>) -> Result<HttpResponse, Error> {
    let (file, now) = (wanted(&actor, &name)?, app.clock.now());
    downloaded(&app, &actor, file).await?;
    let turn = TURNS.acquire().await.map_err(Error::internal)?;
    let (sender, mut pieces) = mpsc::channel::<Result<Bytes, Error>>(5);
    // A place is kept for the word that it was cut short.
    let last = sender.clone().try_reserve_owned().map_err(Error::internal)?;
    let db = app.db.clone();
    rt::spawn(web::block(move || {
        let _turn = turn;
        let mut output = Pieces { sender, waiting: Vec::with_capacity(PIECE), patience: PATIENCE };
        // A separate connection: it lasts as long as the client reads, and the pool for pages is small.
        let own = db.connector().open();
        let written = own.and_then(|mut own| {
            own.snapshot(|db| {
                let veil = Veil::before(db, reader, now)?;
                super::write(db, file, Some(&veil), &mut output, &mut || {})
            })
        });
        let written = written.and_then(|()| output.flush().map_err(Error::internal));
        if let Err(error) = written {
            tracing::warn!(%error, %file, "an export was cut short");
            // The client sees that the answer was cut off, not that it ended.
            drop(last.send(Err(error)));
        }
    }));
    let told = poll_fn(move |context| pieces.poll_recv(context));
    Ok(attachment(file).streaming(told))
}

/// Writes down who took a file along.
async fn downloaded(app: &App, actor: &Actor, file: File) -> Result<(), Error> {
    let taken = Happened { detail: file.as_str(), ..Happened::to(actor.person, SecurityEvent::Downloaded) };
    app.db.write(move |tx| security_log::note(tx, taken)).await
}

/// An answer that a browser saves under the file's name.
fn attachment(file: File) -> HttpResponseBuilder {
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::CONTENT_TYPE, file.media_type()))
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\"")));
    answer
}

/// Starts preparing a file as a background job; if the caller has the same one under way, answers with that
/// one.
pub(super) async fn begin(app: &App, actor: &Actor, reader: Viewpoint, name: &str) -> Result<Export, Error> {
    let (file, by, db) = (wanted(actor, name)?, actor.person, app.db.clone());
    // The caller may have disconnected by now: a stored job runs all the same.
    let begun = rt::spawn(async move {
        let (export, is_new) = db.write(move |tx| jobs::add(tx, by, file)).await?;
        if is_new {
            let id = export.id;
            rt::spawn(background::run_in_turn(db, id, &MAKERS, move |db| jobs::make(db, id, file, reader)));
        }
        Ok(export)
    });
    begun.await.map_err(Error::internal)?
}

/// An export of the caller's that they may still have.
pub(super) async fn found(app: &App, actor: &Actor, id: JobId) -> Result<Export, Error> {
    let (by, now) = (actor.person, app.clock.now());
    let export = app.db.read(move |db| jobs::find(db, id, by, now)).await?;
    let export = export.ok_or_else(|| crate::not_found!("export"))?;
    wanted(actor, export.file.as_str())?;
    Ok(export)
}

/// The same by its address, which says what file it is.
async fn addressed(app: &App, actor: &Actor, which: Path<(String, JobId)>) -> Result<Export, Error> {
    let (name, id) = which.into_inner();
    let export = found(app, actor, id).await?;
    if export.file.as_str() != name {
        return Err(crate::not_found!("export").into());
    }
    Ok(export)
}

/// Has a file made ready, for clubs whose files are long in the writing: see its Location for how far it is. It is
/// kept for an hour, for the person who asked.
#[utoipa::path(post, path = "/api/v1/exports/{file}", tag = "exchange", params(("file" = String, Path)),
    responses((status = 202, body = Export), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn make_ready(app: Data<App>, actor: Actor, reader: Viewpoint, name: Path<String>) -> Result<Answer, Error> {
    let export = begin(&app, &actor, reader, &name).await?;
    Ok(Answer { status: 202, ..Answer::created(export.place(), &export)? })
}

/// How far a file is that is made ready.
#[utoipa::path(get, path = "/api/v1/exports/{file}/{id}", tag = "exchange",
    params(("file" = String, Path), ("id" = i64, Path)),
    responses((status = 200, body = Export), (status = 304), (status = 404, body = Problem)))]
async fn one(app: Data<App>, actor: Actor, which: Path<(String, JobId)>) -> Result<Answer, Error> {
    Ok(Answer::ok(&addressed(&app, &actor, which).await?)?.tagged())
}

/// A file that was made ready.
#[utoipa::path(get, path = "/api/v1/exports/{file}/{id}/content", tag = "exchange",
    params(("file" = String, Path), ("id" = i64, Path)),
    responses((status = 200, content((String = "text/csv"), (String = "application/x-chess-pgn"),
        (Object = "application/json"))), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn content(app: Data<App>, actor: Actor, which: Path<(String, JobId)>) -> Result<HttpResponse, Error> {
    let export = addressed(&app, &actor, which).await?;
    if export.state != State::Ready {
        return Err(
            Refusal::conflict(say!("Not ready"), say!("The file is not ready; its page says how far it is.")).into()
        );
    }
    downloaded(&app, &actor, export.file).await?;
    let (db, id) = (app.db.clone(), export.id);
    // A piece at a time: anybody who takes it slowly holds nothing up meanwhile.
    let pieces = try_unfold(0, move |number| {
        let db = db.clone();
        async move {
            let piece = db.read(move |db| jobs::piece(db, id, number)).await?;
            Ok::<_, Error>(piece.map(|bytes| (Bytes::from(bytes), number + 1)))
        }
    });
    let length = u64::try_from(export.bytes).map_err(Error::internal)?;
    Ok(attachment(export.file).body(SizedStream::new(length, pieces)))
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
#[openapi(paths(stream, make_ready, one, content))]
pub struct Docs;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_takes_none_of_an_export_is_not_waited_for() {
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

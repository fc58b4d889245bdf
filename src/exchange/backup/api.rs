//! Backups over HTTP: which there are, and one more.

use actix_web::rt;
use actix_web::web::{self, Data};
use rookery_messages::say;

use super::kept::{self, Backups, Folder};
use crate::App;
use crate::auth::Actor;
use crate::auth::security_log::{self, Happened, SecurityEvent};
use crate::db::{self, Tx};
use crate::error::{Error, Refusal};
use crate::http::{Answer, problem::Problem};
use crate::routes;

routes! {
    GET "/api/v1/backups" => list, Administrator;
    POST "/api/v1/backups" => make, Administrator;
}

/// The folder that backups are kept in, if the operator has named one.
fn folder(app: &App) -> Option<Folder> {
    app.config.backups.as_ref().map(Folder::new)
}

/// The state of backups, with the list of files in the folder.
pub(super) async fn all(app: &App) -> Result<Backups, Error> {
    let now = app.clock.now();
    let known = app.db.read(move |db| kept::known(db, now)).await?;
    let Some(folder) = folder(app) else { return Ok(known) };
    let listed = web::block(move || folder.list()).await.map_err(Error::internal)?;
    match listed {
        Ok(kept) => Ok(Backups { kept, ..known }),
        Err(error) => {
            let failed = known.failed.or_else(|| Some(db::Kept::of(kept::why(&error))));
            Ok(Backups { failed, ..known })
        }
    }
}

/// Starts a backup in the background; while one is being made, no other starts.
pub(super) async fn begin(app: &App, actor: &Actor) -> Result<(), Error> {
    let Some(folder) = folder(app) else {
        let detail = say!(
            "The operator has named no folder for backups: set ROOKERY_BACKUPS, or run `rookery backup FILE` on the host."
        );
        return Err(Refusal::conflict(say!("No folder for backups"), detail).into());
    };
    let by = actor.person;
    let claim = move |tx: &mut Tx| {
        let is_claimed = kept::claim(tx)?;
        if is_claimed {
            security_log::note(tx, Happened { by: Some(by), ..Happened::of(SecurityEvent::BackupMade) })?;
        }
        Ok(is_claimed)
    };
    if app.db.write(claim).await? {
        let db = app.db.clone();
        rt::spawn(web::block(move || {
            if let Err(error) = folder.make(&db) {
                tracing::error!(%error, "a backup failed");
            }
        }));
    }
    Ok(())
}

/// When the club was last backed up, and the backups that the service keeps in its folder: the newest of each of seven days
/// and four weeks, none older than thirty days.
#[utoipa::path(get, path = "/api/v1/backups", tag = "exchange",
    responses((status = 200, body = Backups), (status = 403, body = Problem)))]
async fn list(app: Data<App>) -> Result<Answer, Error> {
    Answer::ok(&all(&app).await?)
}

/// Makes a backup now, and restores it into a throw-away database, to prove that it can be restored. It goes on after
/// the answer; while one is made, no other begins.
#[utoipa::path(post, path = "/api/v1/backups", tag = "exchange",
    responses((status = 202, body = Backups), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn make(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    begin(&app, &actor).await?;
    Ok(Answer { status: 202, ..Answer::ok(&all(&app).await?)? })
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(list, make))]
pub struct Docs;

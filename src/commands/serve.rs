//! `serve`: the club over HTTP, until somebody stops it.

use std::net::TcpListener;
use std::time::Duration;

use actix_web::dev::Server;

use super::console;
use crate::audit::Checkpoints;
use crate::clock::Clock;
use crate::config::Config;
use crate::error::Error;
use crate::service::server::{self, STOPPING};
use crate::{App, auth, jobs};

/// How long a service that was told to stop may live, whatever it waits for.
const LAST: Duration = Duration::from_millis(STOPPING * 1000 + 1500);

/// Takes the address that is served on.
pub fn listen(config: &Config) -> Result<TcpListener, Error> {
    let refused = |error: std::io::Error| {
        Error::Setting(format!(
            "ROOKERY_LISTEN: cannot listen on {}: {error}; it is an address of this machine and a free port, as in 127.0.0.1:8080",
            config.listen
        ))
    };
    TcpListener::bind(&config.listen).map_err(refused)
}

/// Serves a club whose database is up to date, with the work that is begun beside it.
pub fn serve(config: Config, listener: TcpListener, work: impl FnOnce(&App)) -> Result<(), Error> {
    let url = config.url.clone();
    let checkpoints = config.checkpoints_folder().map(Checkpoints::in_folder);
    if let Some(checkpoints) = &checkpoints {
        checkpoints.are_writable().map_err(|error| match error {
            Error::Unavailable(why) => {
                Error::Setting(format!("ROOKERY_CHECKPOINTS: {why}; it is a folder that the service may write to"))
            }
            error => error,
        })?;
    }
    let app = App::open(config, Clock::System)?;
    console::tell(format_args!("Rookery is at {url}"))?;
    if let Some(link) = auth::setup::first_link(&app)? {
        console::tell(format_args!("To become the first Chief Justice, open {link} (it works once, for a week)"))?;
    }
    let system = actix_web::rt::System::new();
    let served = system.block_on(async {
        work(&app);
        until_told_to_stop(server::serve(app.clone(), listener)?).await
    });
    // To drop it would be to wait for all that is still under way: mail servers, a database that does not answer.
    std::mem::forget(system);
    served.map_err(|error| Error::Unavailable(error.to_string()))?;
    match checkpoints.map_or(Ok(0), |checkpoints| jobs::sign(&app.db, &checkpoints)) {
        // Those that do not reach the database have been told of.
        Ok(_) | Err(Error::Away(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Serves until a signal ends the process; a deadline for the shutdown begins then.
async fn until_told_to_stop(server: Server) -> std::io::Result<()> {
    let handle = server.handle();
    tokio::select! {
        ended = server => ended,
        () = told_to_stop() => {
            std::thread::spawn(|| {
                std::thread::sleep(LAST);
                tracing::warn!("stopped with work under way; what was not answered happened or did not");
                std::process::exit(0);
            });
            handle.stop(true).await;
            Ok(())
        }
    }
}

#[cfg(unix)]
async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    match (signal(SignalKind::terminate()), signal(SignalKind::interrupt())) {
        (Ok(mut terminate), Ok(mut interrupt)) => {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        }
        (Err(error), _) | (_, Err(error)) => {
            tracing::error!(%error, "signals cannot be heard");
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(not(unix))]
async fn told_to_stop() {
    drop(tokio::signal::ctrl_c().await);
}

//! What the service does by itself, again and again while it runs.

use std::time::Duration;

use actix_web::{rt, web};

use crate::db::Database;
use crate::sessions;

/// How often sessions that have closed are looked for.
const CLOSING: Duration = Duration::from_secs(20);

/// Starts the work of this replica; any number of replicas may do the same work.
pub fn start(db: &Database) {
    rt::spawn(closings(db.clone()));
}

async fn closings(db: Database) {
    loop {
        let database = db.clone();
        match web::block(move || sessions::closing::run(&database)).await {
            Ok(Ok(0)) => {}
            Ok(Ok(settled)) => tracing::info!(settled, "sessions settled"),
            Ok(Err(error)) => tracing::error!(%error, "closing of sessions failed; it will be tried again"),
            Err(error) => tracing::error!(%error, "closing of sessions was cut short; it will be tried again"),
        }
        tokio::time::sleep(CLOSING).await;
    }
}

//! A database server, or the SQLite file in its place, as one process uses it for reading: a pool and its last known
//! health.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web;

use super::readers::{Lookout, Readers};
use super::untyped::{Given, Query};
use super::{Connector, Db, Health};
use crate::error::Error;

/// How long a look may keep silent before the server counts as away.
const SILENCE: Duration = Duration::from_secs(5);

/// Cheap to clone.
#[derive(Clone)]
pub struct Server {
    connector: Connector,
    readers: Readers,
    lookout: Arc<tokio::sync::Mutex<Lookout>>,
    health: Arc<Health>,
}

impl Server {
    /// `told` is what the log says when it does not answer, and when it does again.
    pub fn open(connector: Connector, readers: u32, told: [&'static str; 2]) -> Server {
        let health = Arc::new(Health::new(told));
        Server {
            readers: Readers::open(connector.clone(), readers, health.clone()),
            connector,
            lookout: Arc::default(),
            health,
        }
    }

    pub fn connector(&self) -> &Connector {
        &self.connector
    }

    pub fn readers(&self) -> &Readers {
        &self.readers
    }

    pub fn health(&self) -> &Arc<Health> {
        &self.health
    }

    /// Asks one query, off the async threads.
    pub async fn ask(&self, query: Query) -> Result<Given, Error> {
        self.health.must_answer()?;
        let readers = self.readers.clone();
        tokio::select! {
            biased;
            answer = web::block(move || query(&mut *readers.get()?)) => answer.map_err(Error::internal)?,
            away = self.health.until_away() => Err(away),
        }
    }

    /// Reads a snapshot on a separate connection at intervals, which also shows whether the server answers.
    pub async fn look<T, F>(&self, query: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: Fn(&mut Db) -> Result<T, Error> + Send + 'static,
    {
        let (lookout, connector, health) = (self.lookout.clone(), self.connector.clone(), self.health.clone());
        let look = async {
            // Kept until the query is answered, also when nobody waits for that any more.
            let mut lookout = lookout.lock_owned().await;
            web::block(move || {
                let read = lookout.read(&connector, &health, query);
                // While the next look waits: what an older one found never hides what a newer one did.
                match &read {
                    Err(Error::Away(why)) => health.is_silent(why),
                    _ => health.answers(),
                }
                read
            })
            .await
        };
        let Ok(looked) = tokio::time::timeout(SILENCE, look).await else {
            let why = "a query was not answered";
            self.health.is_silent(why);
            return Err(Error::Away(why.into()));
        };
        looked.map_err(Error::internal)?
    }
}

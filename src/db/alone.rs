//! The lock that lets only one service run on an SQLite file.

use std::fs::{File, TryLockError};

use super::Connector;
use crate::error::Error;

/// Held for as long as a service runs. The system lets go of it when the process ends, however it ends. Commands beside
/// the service do not ask for it.
#[must_use = "the database is this service's own for as long as this is held"]
pub struct Alone {
    _lock: Option<File>,
}

impl Alone {
    /// Refuses where another service has the file. Any number of services may share a PostgreSQL database.
    pub fn on(connector: &Connector) -> Result<Alone, Error> {
        let Some(database) = connector.file() else { return Ok(Alone { _lock: None }) };
        // A link leads to the same club.
        let database = database.canonicalize().unwrap_or_else(|_| database.to_owned());
        let mut path = database.as_os_str().to_owned();
        path.push(".lock");
        let path = std::path::PathBuf::from(path);
        let failed = |error: std::io::Error| {
            Error::Setting(format!(
                "ROOKERY_DATABASE: {} cannot be written: {error}; name a file in a folder that is there and that the service may write to",
                path.display()
            ))
        };
        let mut options = File::options();
        options.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Alone { _lock: Some(file) }),
            Err(TryLockError::WouldBlock) => Err(Error::Unavailable(format!(
                "another service is running on {}; one SQLite file is served by one service (several share a PostgreSQL database)",
                database.display()
            ))),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}

//! `backup` and `restore`: the whole club to a file and back, while it is served.

use std::path::PathBuf;

use crate::audit::Checkpoints;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Backend, Connector, Database, migrate};
use crate::error::Error;
use crate::exchange::backup;

#[derive(clap::Args)]
pub struct BackupArguments {
    /// Where to write the backup; a file there is replaced once the new one is whole.
    file: PathBuf,
}

#[derive(clap::Args)]
pub struct RestoreArguments {
    /// A file that `backup` wrote, from either kind of database.
    file: PathBuf,
    /// Put it in the place of a club that is there.
    #[arg(long)]
    replace: bool,
}

pub fn backup(config: &Config, arguments: &BackupArguments) -> Result<(), Error> {
    let (mut db, now) = (super::open(config)?, Clock::System.now());
    if let Some(checkpoints) = config.checkpoints_folder().map(Checkpoints::in_folder) {
        db.snapshot(|db| checkpoints.write(db, now))?;
    }
    let contents = backup::write(&mut db, now, &arguments.file)?;
    backup::note_made(&mut db, now)?;
    println!("{}: {} rows of {} tables", arguments.file.display(), contents.rows, contents.tables);
    Ok(())
}

pub fn restore(config: &Config, arguments: RestoreArguments) -> Result<(), Error> {
    let connector = Connector::parse(&config.database)?;
    if connector.backend() == Backend::Sqlite {
        migrate(&mut connector.open()?)?;
    } else {
        super::open(config)?;
    }
    let db = Database::open(&config.database, 1, Clock::System, std::sync::Arc::new(|_| {}))?;
    let RestoreArguments { file, replace } = arguments;
    let contents = db.write_now(move |tx| backup::restore(tx, &file, replace))?;
    if let Some(checkpoints) = config.checkpoints_folder().map(Checkpoints::in_folder) {
        db.read_now(|snapshot| checkpoints.restored(snapshot, Clock::System.now()))?;
    }
    println!("restored {} rows of {} tables, as they were at {}Z", contents.rows, contents.tables, contents.made_at);
    Ok(())
}

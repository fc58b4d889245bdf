//! `backup` and `restore`: the whole club to a file while it is served, and back while it is not.

use std::path::PathBuf;
use std::process::ExitCode;

use super::console::tell;
use crate::audit::Checkpoints;
use crate::auth::security_log::SecurityEvent;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Alone, Backend, Connector, migrate};
use crate::error::Error;
use crate::exchange::backup::{self, Manner, Restored, erased};

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
    /// Restore it although something of it is broken, as far as that can be done.
    #[arg(long)]
    force: bool,
}

/// Backs the club up; ends with status 1 where only force can restore what was written.
pub fn backup(config: &Config, arguments: &BackupArguments) -> Result<ExitCode, Error> {
    let (mut db, now) = (super::open(config)?, Clock::System.now());
    let signed = match config.checkpoints_folder().map(Checkpoints::in_folder) {
        Some(checkpoints) => db.snapshot(|db| checkpoints.write(db, now)).and_then(|_| checkpoints.note(&mut db)),
        None => Ok(()),
    };
    let Restored { contents, faults, .. } = backup::write(&mut db, now, &arguments.file)?;
    super::for_changes(config)?.write_now(move |tx| {
        backup::note_made(tx.db, now)?;
        super::noted(tx, SecurityEvent::BackupMade, "")
    })?;
    tell(format_args!("{}: {} rows of {} tables", arguments.file.display(), contents.rows, contents.tables))?;
    for fault in &faults {
        tell(format_args!("FAULT {fault}"))?;
    }
    if !faults.is_empty() {
        tell("What was backed up is broken: `rookery check` says where. Only `restore --force` restores it.")?;
        return Ok(ExitCode::FAILURE);
    }
    // Of a sound log, what cannot be signed is the folder's fault.
    signed.map(|()| ExitCode::SUCCESS)
}

pub fn restore(config: &Config, arguments: RestoreArguments) -> Result<(), Error> {
    let connector = Connector::parse(&config.database)?;
    let _alone = Alone::without_a_service(&connector)?;
    if connector.backend() == Backend::Sqlite {
        migrate(&mut connector.open()?)?;
    } else {
        super::open(config)?;
    }
    let db = super::for_changes(config)?;
    let RestoreArguments { file, replace, force } = arguments;
    let erased = erased::known(&file, config.backups.as_deref())?;
    let Restored { contents, erased_again, faults } = db.write_now(move |tx| {
        let restored = backup::restore(tx, &file, Manner { replace, force }, &erased)?;
        let of = format!("{}Z", restored.contents.made_at.format("%Y-%m-%dT%H:%M:%S"));
        super::noted(tx, SecurityEvent::Restored, &of)?;
        // What a backup has noted of the last one is of one before itself.
        backup::note_made(tx.db, restored.contents.made_at)?;
        Ok(restored)
    })?;
    let signed = match config.checkpoints_folder().map(Checkpoints::in_folder) {
        Some(checkpoints) => db.read_now(|snapshot| checkpoints.restored(snapshot, Clock::System.now())),
        None => Ok(()),
    };
    let (rows, tables, made_at) = (contents.rows, contents.tables, contents.made_at);
    tell(format_args!("restored {rows} rows of {tables} tables, as they were at {made_at}Z"))?;
    match erased_again {
        0 => {}
        1 => tell("1 person who was erased since is erased again")?,
        people => tell(format_args!("{people} people who were erased since are erased again"))?,
    }
    for fault in &faults {
        tell(format_args!("FAULT {fault}"))?;
    }
    match signed {
        // The reason why its act log is not signed was printed above.
        Err(_) if !faults.is_empty() => Ok(()),
        signed => signed,
    }
}

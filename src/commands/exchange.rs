//! `import` and `export`: a season from files, and the club to files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use rookery_messages::{Message, Value, say};

use super::console::{self, Output};
use crate::auth::security_log::SecurityEvent;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Database, Db};
use crate::error::{Error, Refusal};
use crate::exchange::export::{self, File};
use crate::exchange::import::{self, Options, Source};
use crate::{fields, files, games, rulebook};

#[derive(clap::Args)]
pub struct ImportArguments {
    /// CSV files (sessions, attendance, results, members, events: their headers tell which) and PGN
    /// archives. All of them together are entered, or none, unless refused lines are skipped.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    options: Options,
}

#[derive(clap::Args)]
pub struct ExportArguments {
    /// What to write: games.pgn, games.csv, members.csv, sessions.csv, attendance.csv, events.csv,
    /// ledger.csv or club.json; all of them where none is named.
    files: Vec<File>,
    /// The folder to write into, made if it is not there; `-` writes one file to standard output.
    #[arg(long, default_value = ".")]
    to: PathBuf,
}

/// What is wrong with a file or folder that the command was given.
fn unusable(what: Message, path: &Path) -> impl FnOnce(std::io::Error) -> Error {
    move |error| {
        let detail = say!("{path}: {error}.", path = Value::text(path.display()), error = Value::text(error));
        Refusal::invalid(what, detail).into()
    }
}

/// Imports; ends with status 1 where anything was refused.
pub fn import(config: &Config, arguments: ImportArguments) -> Result<ExitCode, Error> {
    let ImportArguments { files, options } = arguments;
    super::prepare(config)?;
    let db = Database::open(&config.database, 1, Clock::System, Arc::new(|_| {}))?;
    let mut sources = Vec::new();
    for file in files {
        let bytes = std::fs::read(&file).map_err(unusable(say!("Cannot be read"), &file))?;
        sources.push(Source { name: file.display().to_string(), bytes });
    }
    let now = db.clock().now();
    let zone = db.read_now(|db| Ok(rulebook::in_force(db, now)?.time_zone))?;
    let mut tell = |read: u64| console::aside(format_args!("\r{read} lines and games read"));
    let season = Arc::new(import::read(&sources, zone, options.month_first, &mut tell)?);
    drop(sources);
    let next = if options.dry_run { "trying them out" } else { "entering them" };
    console::aside(format_args!("\r{} lines and games read; {next}\n", season.read));
    let report = import::enter(&db, &season, options, None)?;
    for refused in &report.refused {
        let acts: Vec<String> = refused.acts.iter().map(ToString::to_string).collect();
        let acts = if acts.is_empty() { String::new() } else { format!(" ({})", acts.join(", ")) };
        console::tell(format_args!("{}:{}: {}{acts}", refused.file, refused.line, refused.detail))?;
    }
    let verb = match (report.entered, options.dry_run) {
        (true, _) => "entered",
        (false, true) => "would be entered",
        (false, false) => "would have been entered, nothing was",
    };
    console::tell(format_args!(
        "{verb}: {} games, {} people, {} memberships, {} sessions, {} stays, {} other events; {} known already; {} refused",
        report.games,
        report.people,
        report.memberships,
        report.sessions,
        report.stays,
        report.events,
        report.known,
        report.refused.len()
    ))?;
    if let Some(room) = &report.usual_room {
        console::tell(format_args!("sessions that name no room get the usual one: {}", fields::in_room(room)))?;
    }
    if report.entered {
        console::aside("settling the sessions that have closed\n");
        games::closing::run(&db)?;
    }
    Ok(if report.refused.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Exports, all files from one snapshot.
pub fn export(config: &Config, arguments: ExportArguments) -> Result<(), Error> {
    let ExportArguments { mut files, to } = arguments;
    if files.is_empty() {
        files = File::ALL.to_vec();
    }
    let to_output = to.as_os_str() == "-";
    if to_output && files.len() != 1 {
        let detail = say!("Only one file can be written to standard output: name it.");
        return Err(Refusal::invalid(say!("Too many files"), detail).into());
    }
    if !to_output {
        files::create_folder(&to).map_err(unusable(say!("Cannot be made"), &to))?;
    }
    let mut db = super::open(config)?;
    db.snapshot(|db| {
        for &file in &files {
            if to_output {
                let mut output = std::io::BufWriter::new(Output::lock());
                write(db, file, &mut output)?;
                output.flush().map_err(console::unusable)?;
                continue;
            }
            let path = to.join(file.as_str());
            let failed = || unusable(say!("Cannot be written"), &path);
            let mut output = std::io::BufWriter::new(files::create(&path).map_err(failed())?);
            write(db, file, &mut output)?;
            output.flush().map_err(failed())?;
            console::tell(path.display())?;
        }
        Ok(())
    })?;
    super::for_changes(config)?.write_now(move |tx| {
        files.iter().try_for_each(|file| super::noted(tx, SecurityEvent::Downloaded, file.as_str()))
    })
}

/// Progress is printed after so many entries.
const TELLING: i64 = 10_000;

/// Writes a file; of a long one it tells how far it is.
fn write(db: &mut Db, file: File, output: &mut dyn Write) -> Result<(), Error> {
    let entries = export::length(db, file)?;
    let mut written = 0;
    export::write(db, file, None, output, &mut || {
        written += 1;
        if written % TELLING == 0 {
            console::aside(format_args!("\r{file}: {written} of {entries} entries"));
        }
    })?;
    if written >= TELLING {
        console::aside(format_args!("\r{file}: {written} of {entries} entries\n"));
    }
    Ok(())
}

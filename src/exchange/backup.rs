//! Backups: the whole club in one file, which either backend can restore.
//!
//! The file is gzip over lines of JSON: a header, then for each table its description and its rows,
//! each an array in the order of the columns; the last line counts the rows and seals all before
//! it. It is read in one snapshot of the running club, and restored in one transaction.

pub mod api;
pub mod erased;
pub mod kept;
pub mod pages;
mod restore;

use std::collections::BTreeSet;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use chrono::NaiveDateTime;
use diesel::prelude::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use rookery_messages::{Message, Value, say};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use restore::restore;

use crate::db::{Connector, Db, PROGRAM, Tx, applied, migrate, set_setting, setting, tables};
use crate::error::{Error, Refusal};
use crate::files;
use crate::hex::hex;

/// The form of the file that this version writes and reads.
const FORMAT: u32 = 1;
/// The table whose rows are of no use after an hour, and should not outlive it: files that wait to be downloaded.
const PASSING: &str = "job_pieces";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    rookery_backup: u32,
    made_at: NaiveDateTime,
    /// The migrations the club had run: a version that has all of them can restore it.
    migrations: Vec<String>,
    /// The version of the service that made it; older ones did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    program: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seal {
    rows: i64,
    /// SHA-256, in hexadecimal, of every line before this one.
    sha256: String,
}

/// What a backup holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    pub made_at: NaiveDateTime,
    pub tables: usize,
    pub rows: i64,
}

/// What was restored, and what is broken about it all the same.
#[derive(Debug)]
pub struct Restored {
    pub contents: Contents,
    /// How many people in it were erased since, and are erased again.
    pub erased_again: usize,
    pub faults: Vec<Message>,
}

/// How a backup is restored.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manner {
    /// In the place of a club that is there.
    pub replace: bool,
    /// Also where something of it is broken: as much of it as can be.
    pub force: bool,
}

fn unusable(file: &Path, detail: impl Into<Value>) -> Error {
    let detail: Value = detail.into();
    let detail = say!("{file}: {detail}", file = Value::text(file.display()), detail);
    Refusal::invalid(say!("Unusable backup"), detail).into()
}

fn io(file: &Path) -> impl Fn(std::io::Error) -> Error {
    move |error| unusable(file, files::why(&error))
}

/// The folder that a file is in.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes lines and hashes them on the way.
struct Sealing<W: Write> {
    output: W,
    hash: Sha256,
}

impl<W: Write> Sealing<W> {
    fn line(&mut self, line: &[u8]) -> std::io::Result<()> {
        self.hash.update(line);
        self.hash.update(b"\n");
        self.output.write_all(line)?;
        self.output.write_all(b"\n")
    }

    fn json(&mut self, value: &impl Serialize) -> std::io::Result<()> {
        self.line(&serde_json::to_vec(value)?)
    }
}

fn hexadecimal(hash: Sha256) -> String {
    hex(&hash.finalize()[..])
}

/// Where in `settings` it is kept when a backup was last made.
const MADE: &str = "backup";

/// When the club was last backed up, as far as it knows.
pub fn last(db: &mut Db) -> Result<Option<NaiveDateTime>, Error> {
    Ok(setting(db, MADE)?.and_then(|text| text.parse().ok()))
}

/// Writes down that the club was backed up at an instant.
pub fn note_made(db: &mut Db, at: NaiveDateTime) -> Result<(), Error> {
    set_setting(db, MADE, &at.format("%Y-%m-%dT%H:%M:%S").to_string())
}

/// Writes the club into a file, which appears under its name only once it is whole and was read back. What is wrong
/// with the club itself, so that the backup can be restored by force alone, is given with its contents.
pub fn write(db: &mut Db, now: NaiveDateTime, file: &Path) -> Result<Restored, Error> {
    let partial = PathBuf::from(format!("{}.partial", file.display()));
    let written = write_to(db, now, &partial).and_then(|written| {
        let tried = try_out(&partial, now)?;
        if tried.contents != written {
            return Err(unusable(&partial, say!("what was read back is not what was written")));
        }
        std::fs::rename(&partial, file).map_err(io(file))?;
        Ok(tried)
    });
    if written.is_err() {
        // The first error is the one to report.
        drop(std::fs::remove_file(&partial));
    }
    written
}

/// Tries a backup by restoring it into a database that is thrown away. People who were erased since do not matter
/// there.
fn try_out(file: &Path, now: NaiveDateTime) -> Result<Restored, Error> {
    let beside = folder_of(file);
    let folder = tempfile::tempdir_in(beside).map_err(io(beside))?;
    let mut db = Connector::parse(&format!("sqlite:{}", folder.path().join("tried.sqlite").display()))?.open()?;
    migrate(&mut db)?;
    let manner = Manner { replace: false, force: true };
    db.transaction(|db| restore(&mut Tx { db, now }, file, manner, &BTreeSet::new()))
}

fn write_to(db: &mut Db, now: NaiveDateTime, file: &Path) -> Result<Contents, Error> {
    let output = BufWriter::new(files::create(file).map_err(io(file))?);
    let mut sealing = Sealing { output: GzEncoder::new(output, Compression::fast()), hash: Sha256::new() };
    let contents = db.snapshot(|db| {
        let header = Header {
            rookery_backup: FORMAT,
            made_at: now,
            migrations: applied(db)?,
            program: Some(PROGRAM.to_owned()),
        };
        sealing.json(&header).map_err(io(file))?;
        let tables = tables::tables(db)?;
        let mut rows = 0;
        for table in &tables {
            sealing.json(table).map_err(io(file))?;
            if table.name == PASSING {
                continue;
            }
            let written = tables::each_row(db, table, |row| {
                // A newline in a JSON text is always escaped; PostgreSQL may put one between values.
                sealing.line(row.as_bytes()).map_err(io(file))
            });
            rows += written.map_err(|error| match error {
                Error::Database(error) => unusable(
                    file,
                    say!(
                        "table {table} cannot be read: {error}; `rookery check` says where it is damaged",
                        table = &table.name,
                        error = Value::text(error)
                    ),
                ),
                other => other,
            })?;
        }
        Ok(Contents { made_at: now, tables: tables.len(), rows })
    })?;
    let seal = Seal { rows: contents.rows, sha256: hexadecimal(std::mem::take(&mut sealing.hash)) };
    sealing.json(&seal).map_err(io(file))?;
    let mut output = sealing.output.finish().map_err(io(file))?;
    output.flush().map_err(io(file))?;
    output.get_ref().sync_all().map_err(io(file))?;
    Ok(contents)
}

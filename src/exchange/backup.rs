//! Backups: the whole club in one file, which either backend can restore.
//!
//! The file is gzip over lines of JSON: a header, then for each table its description and its rows,
//! each an array in the order of the columns; the last line counts the rows and seals all before
//! it. It is read in one snapshot of the running club, and restored in one transaction.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use chrono::NaiveDateTime;
use diesel::prelude::*;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::audit;
use crate::db::tables::{self, Table};
use crate::db::{Db, Tx, applied, raise_version, schema};
use crate::error::{Error, Refusal};

/// The form of the file that this version writes and reads.
const FORMAT: u32 = 1;
/// Tables whose rows are of no use after an hour, and should not outlive it: files that wait to be downloaded.
const PASSING: [&str; 2] = ["exports", "export_pieces"];
/// Rows put into the database at once.
const BATCH: usize = 1_000;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    rookery_backup: u32,
    made_at: NaiveDateTime,
    /// The migrations the club had run: the same ones are needed to restore it.
    migrations: Vec<String>,
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

fn unusable(file: &Path, detail: impl std::fmt::Display) -> Error {
    Refusal::invalid("Unusable backup", format!("{}: {detail}", file.display())).into()
}

fn io(file: &Path) -> impl Fn(std::io::Error) -> Error {
    move |error| unusable(file, error)
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
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Where in `settings` it is kept when a backup was last made.
const MADE: &str = "backup";

/// When the club was last backed up, as far as it knows.
pub fn last(db: &mut Db) -> Result<Option<NaiveDateTime>, Error> {
    use schema::settings;
    let stored: Option<String> = settings::table.find(MADE).select(settings::value).first(db).optional()?;
    Ok(stored.and_then(|text| text.parse().ok()))
}

/// Writes down that the club was backed up at an instant.
pub fn note_made(db: &mut Db, at: NaiveDateTime) -> Result<(), Error> {
    use schema::settings;
    let value = at.format("%Y-%m-%dT%H:%M:%S").to_string();
    let updated = diesel::update(settings::table.find(MADE)).set(settings::value.eq(&value)).execute(db)?;
    if updated == 0 {
        diesel::insert_into(settings::table)
            .values((settings::name.eq(MADE), settings::value.eq(&value)))
            .execute(db)?;
    }
    Ok(())
}

/// Writes the club into a file, which appears under its name only once it is whole and was read back.
pub fn write(db: &mut Db, now: NaiveDateTime, file: &Path) -> Result<Contents, Error> {
    let partial = PathBuf::from(format!("{}.partial", file.display()));
    let written = write_to(db, now, &partial).and_then(|written| {
        let read = read(&partial, &mut |_| Ok(()), &mut |_, _| Ok(()))?;
        if read != written {
            return Err(unusable(&partial, "what was read back is not what was written"));
        }
        std::fs::rename(&partial, file).map_err(io(file))?;
        Ok(written)
    });
    if written.is_err() {
        // The error that is told is the one that mattered.
        drop(std::fs::remove_file(&partial));
    }
    written
}

/// A new file that only its owner may read: hashes of passwords are in it.
fn create(file: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

fn write_to(db: &mut Db, now: NaiveDateTime, file: &Path) -> Result<Contents, Error> {
    let output = BufWriter::new(create(file).map_err(io(file))?);
    let mut sealing = Sealing { output: GzEncoder::new(output, Compression::fast()), hash: Sha256::new() };
    let contents = db.snapshot(|db| {
        let header = Header { rookery_backup: FORMAT, made_at: now, migrations: applied(db)? };
        sealing.json(&header).map_err(io(file))?;
        let tables = tables::tables(db)?;
        let mut rows = 0;
        for table in &tables {
            sealing.json(table).map_err(io(file))?;
            if PASSING.contains(&table.name.as_str()) {
                continue;
            }
            rows += tables::each_row(db, table, |row| {
                // A newline in a JSON text is always escaped; PostgreSQL may put one between values.
                sealing.line(row.as_bytes()).map_err(io(file))
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

/// Reads a backup through, checking form and seal; tables and rows go to `table` and `row`.
fn read(
    file: &Path,
    begin: &mut dyn FnMut(&Header) -> Result<(), Error>,
    row: &mut dyn FnMut(&Table, &str) -> Result<(), Error>,
) -> Result<Contents, Error> {
    let input = BufReader::new(File::open(file).map_err(io(file))?);
    let mut input = BufReader::new(GzDecoder::new(input));
    let mut hash = Sha256::new();
    let mut line = String::new();
    let mut next = |line: &mut String| -> Result<bool, Error> {
        line.clear();
        let read =
            input.read_line(line).map_err(|error| unusable(file, format!("it is damaged or no backup: {error}")))?;
        if line.ends_with('\n') {
            line.pop();
        }
        Ok(read > 0)
    };
    next(&mut line)?;
    let header: Header = serde_json::from_str(&line)
        .map_err(|_| unusable(file, "it is no backup of this service: `rookery backup FILE` writes one"))?;
    if header.rookery_backup != FORMAT {
        return Err(unusable(file, format!("its form is {}, this version reads {FORMAT}", header.rookery_backup)));
    }
    begin(&header)?;
    let mut contents = Contents { made_at: header.made_at, tables: 0, rows: 0 };
    let mut table: Option<Table> = None;
    loop {
        hash.update(line.as_bytes());
        hash.update(b"\n");
        if !next(&mut line)? {
            return Err(unusable(file, "it is cut off: the seal at its end is missing"));
        }
        if line.starts_with('[') {
            let Some(table) = &table else { return Err(unusable(file, "it has rows before the first table")) };
            contents.rows += 1;
            row(table, &line)?;
        } else if let Ok(described) = serde_json::from_str::<Table>(&line) {
            contents.tables += 1;
            table = Some(described);
        } else {
            break;
        }
    }
    let seal: Seal =
        serde_json::from_str(&line).map_err(|_| unusable(file, "a line is neither table, row nor seal"))?;
    // Reading on to the end checks the sums that gzip itself writes there.
    let follows = next(&mut line)? || !input.into_inner().into_inner().fill_buf().map_err(io(file))?.is_empty();
    if follows {
        return Err(unusable(file, "something follows the seal at its end: it was changed or damaged"));
    }
    if seal.rows != contents.rows || seal.sha256 != hexadecimal(hash) {
        return Err(unusable(file, "its contents do not match its seal: it was changed or damaged"));
    }
    Ok(contents)
}

/// Puts a backup in the place of what the database holds: all of it, or nothing is changed. What
/// was read before the seal was found broken is rolled back with the transaction.
pub fn restore(tx: &mut Tx, file: &Path, replace: bool) -> Result<Contents, Error> {
    let people: i64 = schema::people::table.count().get_result(tx.db)?;
    if people > 0 && !replace {
        return Err(Refusal::conflict(
            "Not empty",
            format!("The database holds a club of {people} people. To put the backup in its place, say --replace."),
        )
        .into());
    }
    let tables = tables::tables(tx.db)?;
    let known = applied(tx.db)?;
    let board = crate::db::version(tx.db, "leaderboard")?;
    let restored = crate::db::version(tx.db, "restored")?;
    tables::clear(tx, &tables)?;
    let mut begin = |header: &Header| match header.migrations == known {
        true => Ok(()),
        false => Err(unusable(
            file,
            format!(
                "it was made with other migrations ({}) than this database has ({}); use the version of the service that made it",
                header.migrations.join(", "),
                known.join(", ")
            ),
        )),
    };
    let mut waiting = Waiting { file, tables: &tables, table: None, rows: String::new(), count: 0 };
    let contents = read(file, &mut begin, &mut |table, row| waiting.add(tx, table, row))?;
    waiting.put(tx)?;
    if contents.tables != tables.len() {
        return Err(unusable(file, format!("it has {} tables, not {}", contents.tables, tables.len())));
    }
    tables::settle_ids(tx, &tables)?;
    announce(tx, board, restored)?;
    if let Err(broken) = audit::verify(tx.db, &audit::Kept::default())? {
        return Err(unusable(file, format!("the act log in it is broken: {}", broken.detail)));
    }
    Ok(contents)
}

/// Rows read and not yet put into the database.
struct Waiting<'a> {
    file: &'a Path,
    tables: &'a [Table],
    table: Option<Table>,
    rows: String,
    count: usize,
}

impl Waiting<'_> {
    fn add(&mut self, tx: &mut Tx, table: &Table, row: &str) -> Result<(), Error> {
        if self.table.as_ref() != Some(table) {
            self.put(tx)?;
            if !self.tables.contains(table) {
                return Err(unusable(self.file, format!("table {} is not made like this one's", table.name)));
            }
            self.table = Some(table.clone());
        }
        self.rows.push(if self.count == 0 { '[' } else { ',' });
        self.rows.push_str(row);
        self.count += 1;
        if self.count == BATCH { self.put(tx) } else { Ok(()) }
    }

    fn put(&mut self, tx: &mut Tx) -> Result<(), Error> {
        if let (Some(table), true) = (&self.table, self.count > 0) {
            self.rows.push(']');
            tables::put_rows(tx, table, &self.rows).map_err(|error| {
                unusable(self.file, format!("rows of table {} cannot be read: {error}", table.name))
            })?;
        }
        self.rows.clear();
        self.count = 0;
        Ok(())
    }
}

/// Lets every replica know that all it keeps in memory is another club's now.
fn announce(tx: &mut Tx, board: i64, restored: i64) -> Result<(), Error> {
    use schema::{standings, versions};
    let after = board.max(crate::db::version(tx.db, "leaderboard")?);
    diesel::update(versions::table.find("leaderboard")).set(versions::value.eq(after)).execute(tx.db)?;
    diesel::update(versions::table.find("restored")).set(versions::value.eq(restored)).execute(tx.db)?;
    raise_version(tx, "restored")?;
    let version = raise_version(tx, "leaderboard")?;
    diesel::update(standings::table).set(standings::version.eq(version)).execute(tx.db)?;
    Ok(())
}

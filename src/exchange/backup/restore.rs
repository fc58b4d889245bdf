//! Restoring a backup: it replaces what the database holds.
//!
//! A backup of an older version is loaded into that version's tables, and then the later migrations are run. A
//! damaged backup is refused, or, by force, restored as far as possible with a report of the damage.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use diesel::prelude::*;
use flate2::bufread::GzDecoder;
use rookery_messages::{Join, Message, Value, say};
use sha2::{Digest, Sha256};

use super::erased::{self, Erased};
use super::kept;
use super::{Contents, FORMAT, Header, Manner, Restored, Seal, hexadecimal, io, unusable};
use crate::audit;
use crate::db::schema::{people, standings, versions};
use crate::db::tables::{self, Table};
use crate::db::{PROGRAM, Tx, applied, finish, go_back, raise_version, unknown, version};
use crate::error::{Error, Refusal};
use crate::jobs::background;
use crate::members::handles::ERASED;
use crate::timekeeping;

/// Rows put into the database at once.
const BATCH: usize = 1_000;
/// The most rejected rows that are reported one by one.
const TOLD: usize = 20;

/// Puts a backup in the place of what the database holds: all of it, or nothing is changed. What
/// was read before the seal was found broken is rolled back with the transaction. People who were erased since are erased
/// again: those that the replaced database lists, and those given.
pub fn restore(tx: &mut Tx, file: &Path, manner: Manner, erased: &BTreeSet<Erased>) -> Result<Restored, Error> {
    let people: i64 = people::table.count().get_result(tx.db)?;
    if people > 0 && !manner.replace {
        // Who was erased, or came by an import that was undone, is a number that the records need, and nobody.
        let is_somebody = people::handle.not_like(format!("{ERASED}-%"));
        let people: i64 = people::table.filter(is_somebody).count().get_result(tx.db)?;
        return Err(Refusal::conflict(
            say!("Not empty"),
            say!(
                "The database holds a club of {people} people. To put the backup in its place, say --replace: what was done \
                 since the backup is lost then.",
                people
            ),
        )
        .into());
    }
    let (board, restored) = (version(tx.db, "leaderboard")?, version(tx.db, "restored")?);
    let mut gone = erased::of(tx.db)?;
    gone.extend(erased.iter().cloned());
    let mut filling = Filling {
        file,
        tx,
        force: manner.force,
        tables: Vec::new(),
        table: None,
        rows: Vec::new(),
        faults: Faults::default(),
    };
    let contents = read(&mut filling)?;
    filling.put()?;
    let Filling { tables, faults, .. } = filling;
    if contents.tables != tables.len() {
        return Err(unusable(
            file,
            say!("it has {tables} tables, not {wanted}", tables = contents.tables, wanted = tables.len()),
        ));
    }
    finish(tx)?;
    let tables = tables::tables(tx.db)?;
    tables::settle_ids(tx, &tables)?;
    announce(tx, board, restored)?;
    background::forget_restored(tx)?;
    kept::forget_restored(tx)?;
    timekeeping::store::forget(tx)?;
    audit::forget_signed(tx.db)?;
    let mut faults = faults.told();
    if let Err(broken) = audit::verify(tx.db, &audit::Kept::default())? {
        faults.push(say!("the act log in it is broken: {detail}", detail = &broken.detail));
    }
    if !manner.force && !faults.is_empty() {
        let faults = Value::list(Join::Semicolons, faults);
        return Err(unusable(file, say!("{faults}; --force restores it all the same", faults)));
    }
    let erased_again = erased::erase_again(tx, &gone)?;
    Ok(Restored { contents, erased_again, faults })
}

/// Reads a backup through, checking form and seal; tables and rows go into the database.
fn read(filling: &mut Filling) -> Result<Contents, Error> {
    let file = filling.file;
    let input = BufReader::new(File::open(file).map_err(io(file))?);
    let mut input = BufReader::new(GzDecoder::new(input));
    let mut hash = Sha256::new();
    let mut line = String::new();
    let mut next = |line: &mut String| -> Result<bool, Error> {
        line.clear();
        let read = input
            .read_line(line)
            .map_err(|error| unusable(file, say!("it is damaged or no backup: {error}", error = Value::text(error))))?;
        if line.ends_with('\n') {
            line.pop();
        }
        Ok(read > 0)
    };
    next(&mut line)?;
    let header: Header = serde_json::from_str(&line)
        .map_err(|_| unusable(file, say!("it is no backup of this service: `rookery backup FILE` writes one")))?;
    if header.rookery_backup != FORMAT {
        let detail = say!("its form is {form}, this version reads {own}", form = header.rookery_backup, own = FORMAT);
        return Err(unusable(file, detail));
    }
    filling.begin(&header)?;
    let mut contents = Contents { made_at: header.made_at, tables: 0, rows: 0 };
    let mut table: Option<Table> = None;
    loop {
        hash.update(line.as_bytes());
        hash.update(b"\n");
        if !next(&mut line)? {
            return Err(unusable(file, say!("it is cut off: the seal at its end is missing")));
        }
        if line.starts_with('[') {
            let Some(table) = &table else { return Err(unusable(file, say!("it has rows before the first table"))) };
            contents.rows += 1;
            filling.add(table, &line)?;
        } else if let Ok(described) = serde_json::from_str::<Table>(&line) {
            contents.tables += 1;
            table = Some(described);
        } else {
            break;
        }
    }
    let seal: Seal =
        serde_json::from_str(&line).map_err(|_| unusable(file, say!("a line is neither table, row nor seal")))?;
    // Reading on to the end checks the sums that gzip itself writes there.
    let follows = next(&mut line)? || !input.into_inner().into_inner().fill_buf().map_err(io(file))?.is_empty();
    if follows {
        return Err(unusable(file, say!("something follows the seal at its end: it was changed or damaged")));
    }
    if seal.rows != contents.rows || seal.sha256 != hexadecimal(hash) {
        filling.faults.add(say!("its contents do not match its seal: it was changed or damaged"));
    }
    Ok(contents)
}

/// What is broken: the first of it, and how much more there is.
#[derive(Default)]
struct Faults {
    first: Vec<Message>,
    more: usize,
}

impl Faults {
    fn add(&mut self, fault: Message) {
        if self.first.len() < TOLD {
            self.first.push(fault);
        } else {
            self.more += 1;
        }
    }

    fn told(mut self) -> Vec<Message> {
        if self.more > 0 {
            self.first.push(say!("{more} more of the kind", more = self.more));
        }
        self.first
    }
}

/// A database that is being filled, and the rows that were read and are not yet in it.
struct Filling<'a, 'db> {
    file: &'a Path,
    tx: &'a mut Tx<'db>,
    force: bool,
    tables: Vec<Table>,
    table: Option<Table>,
    rows: Vec<String>,
    faults: Faults,
}

impl Filling<'_, '_> {
    /// Empties the tables; those of an older version's backup are made as that version had them.
    fn begin(&mut self, header: &Header) -> Result<(), Error> {
        let strange = unknown(self.tx.db, header.migrations.clone())?;
        if !strange.is_empty() {
            let by = match &header.program {
                Some(program) => say!("Rookery {program}", program),
                None => say!("another version"),
            };
            let detail = say!(
                "{by} made it. This version, {own}, does not know all of its tables ({strange}). Restore it with that version or a newer one",
                by,
                own = PROGRAM,
                strange = Value::list(Join::Commas, strange)
            );
            return Err(unusable(self.file, detail));
        }
        self.tables = tables::tables(self.tx.db)?;
        if header.migrations == applied(self.tx.db)? {
            return tables::clear(self.tx, &self.tables);
        }
        go_back(self.tx, &header.migrations)?;
        self.tables = tables::tables(self.tx.db)?;
        Ok(())
    }

    fn add(&mut self, table: &Table, row: &str) -> Result<(), Error> {
        if self.table.as_ref() != Some(table) {
            self.put()?;
            if !self.tables.contains(table) {
                return Err(unusable(
                    self.file,
                    say!("table {table} is not made like this one's", table = &table.name),
                ));
            }
            self.table = Some(table.clone());
        }
        self.rows.push(row.to_owned());
        if self.rows.len() == BATCH { self.put() } else { Ok(()) }
    }

    fn put(&mut self) -> Result<(), Error> {
        let (Some(table), false) = (self.table.clone(), self.rows.is_empty()) else { return Ok(()) };
        let rows = std::mem::take(&mut self.rows);
        let refused = |error: Error| {
            let error = Value::text(error);
            unusable(self.file, say!("rows of table {table} cannot be put in: {error}", table = &table.name, error))
        };
        match (put(self.tx, &table, &rows), self.force) {
            (Ok(()), _) => return Ok(()),
            (Err(error), false) => return Err(refused(error)),
            (Err(_), true) => {}
        }
        for row in &rows {
            if let Err(error) = put(self.tx, &table, std::slice::from_ref(row)) {
                self.faults.add(say!(
                    "a row of table {table} was left out, {row}: {error}",
                    table = &table.name,
                    row,
                    error = Value::text(error)
                ));
            }
        }
        Ok(())
    }
}

/// Puts rows in, all of them or none.
fn put(tx: &mut Tx, table: &Table, rows: &[String]) -> Result<(), Error> {
    let (rows, now) = (format!("[{}]", rows.join(",")), tx.now);
    tx.db.transaction(|db| tables::put_rows(&mut Tx { db, now }, table, &rows)).map(drop)
}

/// Lets every replica know that all it keeps in memory is another club's now.
fn announce(tx: &mut Tx, board: i64, restored: i64) -> Result<(), Error> {
    let after = board.max(version(tx.db, "leaderboard")?);
    diesel::update(versions::table.find("leaderboard")).set(versions::value.eq(after)).execute(tx.db)?;
    diesel::update(versions::table.find("restored")).set(versions::value.eq(restored)).execute(tx.db)?;
    raise_version(tx, "restored")?;
    let raised = raise_version(tx, "leaderboard")?;
    diesel::update(standings::table).set(standings::version.eq(raised)).execute(tx.db)?;
    Ok(())
}

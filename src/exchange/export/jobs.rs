//! Exports as jobs: the row says how far each is, whichever replica is asked, and its pieces wait for the one who asked.

use std::cell::Cell;
use std::io::Write;

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use serde::Serialize;

use super::File;
use crate::auth::Viewpoint;
use crate::clock::later;
use crate::conduct::decisions::veil::Veil;
use crate::db::{
    Database, Db, Tx,
    schema::{export_pieces, exports},
};
use crate::error::Error;
use crate::id::PersonId;

crate::id!(
    /// A file that somebody asked to be made ready.
    ExportId
);

crate::words!(
    /// How far an export is.
    State as ExportState {
        UnderWay = "under_way",
        /// It can be taken.
        Ready = "ready",
        /// It was cut short.
        Failed = "failed",
    }
);

/// Bytes that are kept in one row; how far it is, is written down with each.
pub const PIECE: usize = 1 << 20;
/// After so long without a word, the replica that made it ready is taken for dead.
const ABANDONED: TimeDelta = TimeDelta::minutes(5);
/// So long after it is ready, the one who asks again is given the same.
const FRESH: TimeDelta = TimeDelta::minutes(1);
/// How long a file waits to be taken. It has people's names in it: not longer than it is of use.
const KEPT: TimeDelta = TimeDelta::hours(1);

/// An export, as the one who asked for it can look at it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Export {
    pub id: ExportId,
    pub file: File,
    pub state: State,
    /// Lines of CSV, games of an archive, items of JSON: how many the file will have.
    pub entries: i64,
    pub entries_written: i64,
    /// How large it is so far.
    pub bytes: i64,
    pub created_at: chrono::DateTime<chrono::Utc>,
    pub finished_at: Option<chrono::DateTime<chrono::Utc>>,
}

impl Export {
    /// How far it is.
    pub fn per_cent(&self) -> i64 {
        match self.entries {
            ..=0 => 0,
            entries => (100 * self.entries_written / entries).min(100),
        }
    }

    /// Where programs look at it; its content is beneath.
    pub fn place(&self) -> String {
        format!("/api/v1/exports/{}/{}", self.file, self.id)
    }

    /// Until when it is kept, once it is ready.
    pub fn kept_until(&self) -> NaiveDateTime {
        later(self.finished_at.unwrap_or(self.created_at).naive_utc(), KEPT)
    }

    fn is_kept(&self, now: NaiveDateTime) -> bool {
        self.finished_at.is_none() || now < self.kept_until()
    }
}

type Row = (ExportId, File, State, i64, i64, i64, NaiveDateTime, Option<NaiveDateTime>);
type Columns = (
    exports::id,
    exports::file,
    exports::state,
    exports::entries,
    exports::entries_written,
    exports::bytes,
    exports::created_at,
    exports::finished_at,
);

const COLUMNS: Columns = (
    exports::id,
    exports::file,
    exports::state,
    exports::entries,
    exports::entries_written,
    exports::bytes,
    exports::created_at,
    exports::finished_at,
);

fn export(row: Row) -> Export {
    let (id, file, state, entries, entries_written, bytes, created_at, finished_at) = row;
    let (created_at, finished_at) = (created_at.and_utc(), finished_at.map(|at| at.and_utc()));
    Export { id, file, state, entries, entries_written, bytes, created_at, finished_at }
}

/// An export that somebody asked for; nothing where it is not theirs, or was kept for long enough.
pub fn find(db: &mut Db, id: ExportId, by: PersonId, now: NaiveDateTime) -> Result<Option<Export>, Error> {
    let row: Option<Row> =
        exports::table.find(id.0).filter(exports::asked_by.eq(by)).select(COLUMNS).first(db).optional()?;
    Ok(row.map(export).filter(|export| export.is_kept(now)))
}

/// What somebody asked for and can still have, the last first.
pub fn of(db: &mut Db, by: PersonId, now: NaiveDateTime) -> Result<Vec<Export>, Error> {
    let rows: Vec<Row> =
        exports::table.filter(exports::asked_by.eq(by)).order(exports::id.desc()).select(COLUMNS).load(db)?;
    Ok(rows.into_iter().map(export).filter(|export| export.is_kept(now)).collect())
}

/// A piece of a file that is ready; nothing after the last.
pub fn piece(db: &mut Db, id: ExportId, number: i64) -> Result<Option<Vec<u8>>, Error> {
    let of = export_pieces::table.filter(export_pieces::export_id.eq(id).and(export_pieces::number.eq(number)));
    Ok(of.select(export_pieces::bytes).first(db).optional()?)
}

/// Writes down that a file was asked for; gives whether it is a new export. While the same person's of the same file is
/// under way, and for a moment after, they are given that one: a request may come twice. An earlier one makes room.
pub fn add(tx: &mut Tx, by: PersonId, file: File) -> Result<(Export, bool), Error> {
    fail_abandoned(tx)?;
    let same = exports::asked_by.eq(by).and(exports::file.eq(file));
    let row: Option<Row> = exports::table.filter(same).select(COLUMNS).first(tx.db).optional()?;
    let is_fresh = |export: &Export| match export.state {
        State::UnderWay => true,
        State::Ready => export.finished_at.is_some_and(|at| tx.now < later(at.naive_utc(), FRESH)),
        State::Failed => false,
    };
    if let Some(fresh) = row.map(export).filter(is_fresh) {
        return Ok((fresh, false));
    }
    diesel::delete(exports::table.filter(same)).execute(tx.db)?;
    let row: Row = diesel::insert_into(exports::table)
        .values((
            exports::asked_by.eq(by),
            exports::file.eq(file),
            exports::state.eq(State::UnderWay),
            exports::created_at.eq(tx.now),
            exports::told_at.eq(tx.now),
        ))
        .returning(COLUMNS)
        .get_result(tx.db)?;
    Ok((export(row), true))
}

/// Writes down that somebody still means to make a file ready.
pub fn waits(tx: &mut Tx, id: ExportId) -> Result<(), Error> {
    diesel::update(exports::table.find(id.0)).set(exports::told_at.eq(tx.now)).execute(tx.db)?;
    Ok(())
}

/// Makes a file ready, writing down how far it is.
pub fn run(db: &Database, id: ExportId, file: File, reader: Viewpoint) {
    let made = make(db, id, file, reader);
    if let Err(error) = &made {
        tracing::error!(%error, export = id.0, "an export failed");
    }
    let state = if made.is_ok() { State::Ready } else { State::Failed };
    if let Err(error) = db.write_now(move |tx| end(tx, id, state)) {
        tracing::error!(%error, export = id.0, "the end of an export could not be written down");
    }
}

fn make(db: &Database, id: ExportId, file: File, reader: Viewpoint) -> Result<(), Error> {
    let now = db.write_now(|tx| Ok(tx.now))?;
    // A connection of its own: it takes long, and those that pages read by are few.
    db.connector().open()?.snapshot(|snapshot| {
        let veil = Veil::before(snapshot, reader, now)?;
        let entries = super::length(snapshot, file)?;
        let written = Cell::new(0);
        let mut pieces = Pieces { db, id, entries, written: &written, number: 0, waiting: Vec::with_capacity(PIECE) };
        // How many there will be is told before the first of them.
        pieces.keep()?;
        super::write(snapshot, file, Some(&veil), &mut pieces, &mut || written.set(written.get() + 1))?;
        pieces.keep()
    })
}

/// Keeps what is written to it as pieces, each of which tells how far the export is.
struct Pieces<'a> {
    db: &'a Database,
    id: ExportId,
    entries: i64,
    written: &'a Cell<i64>,
    number: i64,
    waiting: Vec<u8>,
}

impl Pieces<'_> {
    /// Keeps what waits, and writes down how far it is.
    fn keep(&mut self) -> Result<(), Error> {
        let bytes = std::mem::replace(&mut self.waiting, Vec::with_capacity(PIECE));
        let length = i64::try_from(bytes.len()).map_err(Error::internal)?;
        let (id, entries, written, number) = (self.id, self.entries, self.written.get(), self.number);
        self.number += i64::from(length > 0);
        self.db.write_now(move |tx| {
            let far = (
                exports::entries.eq(entries),
                exports::entries_written.eq(written),
                exports::bytes.eq(exports::bytes + length),
                exports::told_at.eq(tx.now),
            );
            let under_way = exports::table.find(id.0).filter(exports::state.eq(State::UnderWay));
            if diesel::update(under_way).set(far).execute(tx.db)? == 0 {
                return Err(Error::Unavailable("nobody waits for this file any longer".into()));
            }
            if length > 0 {
                let piece = (
                    export_pieces::export_id.eq(id),
                    export_pieces::number.eq(number),
                    export_pieces::bytes.eq(&bytes),
                );
                diesel::insert_into(export_pieces::table).values(piece).execute(tx.db)?;
            }
            Ok(())
        })
    }
}

impl Write for Pieces<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= PIECE {
            self.keep().map_err(std::io::Error::other)?;
        }
        Ok(bytes.len())
    }

    /// What waits is kept with the next piece, or at the end.
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Ends an export that is under way; of one that failed nothing is kept.
fn end(tx: &mut Tx, id: ExportId, state: State) -> Result<(), Error> {
    let under_way = exports::table.find(id.0).filter(exports::state.eq(State::UnderWay));
    diesel::update(under_way).set((exports::state.eq(state), exports::finished_at.eq(tx.now))).execute(tx.db)?;
    if state == State::Ready {
        // Of what was foreseen the reader may not have known all.
        diesel::update(exports::table.find(id.0)).set(exports::entries.eq(exports::entries_written)).execute(tx.db)?;
    }
    if state == State::Failed {
        diesel::delete(export_pieces::table.filter(export_pieces::export_id.eq(id))).execute(tx.db)?;
    }
    Ok(())
}

/// Exports whose replica went away under them have failed.
pub fn fail_abandoned(tx: &mut Tx) -> Result<usize, Error> {
    let silent = exports::state.eq(State::UnderWay).and(exports::told_at.lt(later(tx.now, -ABANDONED)));
    let abandoned: Vec<ExportId> = exports::table.filter(silent).select(exports::id).load(tx.db)?;
    for id in &abandoned {
        end(tx, *id, State::Failed)?;
    }
    Ok(abandoned.len())
}

/// Files that have waited long enough are kept no longer.
pub fn forget(tx: &mut Tx) -> Result<usize, Error> {
    let old = exports::finished_at.lt(later(tx.now, -KEPT));
    Ok(diesel::delete(exports::table.filter(old)).execute(tx.db)?)
}

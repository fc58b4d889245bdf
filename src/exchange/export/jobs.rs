//! Exports as jobs; the finished file is stored in pieces for the person who asked.

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
    schema::{job_pieces, jobs},
};
use crate::error::Error;
use crate::id::PersonId;
use crate::jobs::background::{self, End, Job, JobId, Kind};

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
/// For this long after it is ready, the same person is given the same file again.
const FRESH: TimeDelta = TimeDelta::minutes(1);
/// How long a file waits to be taken. It has people's names in it: not longer than it is of use.
const KEPT: TimeDelta = TimeDelta::hours(1);

/// An export, as the person who asked for it sees it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Export {
    pub id: JobId,
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
    fn of(job: &Job) -> Result<Export, Error> {
        Ok(Export {
            id: job.id,
            file: background::word(&job.about)?,
            state: background::word(&job.state)?,
            entries: job.entries,
            entries_written: job.entries_done,
            bytes: job.bytes,
            created_at: job.created_at.and_utc(),
            finished_at: job.finished_at.map(|at| at.and_utc()),
        })
    }

    /// How far it is.
    pub fn per_cent(&self) -> i64 {
        background::per_cent(self.entries_written, self.entries)
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

    /// Whether the one who asks for the same file is given this one.
    fn is_fresh(&self, now: NaiveDateTime) -> bool {
        match self.state {
            State::UnderWay => true,
            State::Ready => self.finished_at.is_some_and(|at| now < later(at.naive_utc(), FRESH)),
            State::Failed => false,
        }
    }
}

/// An export that somebody asked for; `None` if it is not theirs, or was kept for long enough.
pub fn find(db: &mut Db, id: JobId, by: PersonId, now: NaiveDateTime) -> Result<Option<Export>, Error> {
    Ok(of(db, by, now)?.into_iter().find(|export| export.id == id))
}

/// What somebody asked for and can still have, the last first.
pub fn of(db: &mut Db, by: PersonId, now: NaiveDateTime) -> Result<Vec<Export>, Error> {
    let mut exports = background::of(db, Kind::Export, by)?.iter().map(Export::of).collect::<Result<Vec<_>, _>>()?;
    exports.retain(|export| export.is_kept(now));
    Ok(exports)
}

/// A piece of a file that is ready; `None` after the last.
pub fn piece(db: &mut Db, id: JobId, number: i64) -> Result<Option<Vec<u8>>, Error> {
    let of = job_pieces::table.filter(job_pieces::job_id.eq(id).and(job_pieces::number.eq(number)));
    Ok(of.select(job_pieces::bytes).first(db).optional()?)
}

/// Writes down that a file was asked for; returns whether it is a new export. While the same person's of the same file is
/// under way, and for a moment after, they are given that one: a request may come twice. An earlier one makes room.
pub fn add(tx: &mut Tx, by: PersonId, file: File) -> Result<(Export, bool), Error> {
    let now = tx.now;
    background::fail_abandoned(tx)?;
    let fresh = of(tx.db, by, now)?.into_iter().find(|export| export.file == file && export.is_fresh(now));
    if let Some(fresh) = fresh {
        return Ok((fresh, false));
    }
    let earlier = jobs::kind.eq(Kind::Export).and(jobs::asked_by.eq(by)).and(jobs::about.eq(file));
    diesel::delete(jobs::table.filter(earlier)).execute(tx.db)?;
    let id = background::add(tx, Kind::Export, by, file.as_str(), "{}", State::UnderWay.as_str())?;
    let export = find(tx.db, id, by, now)?.ok_or_else(|| crate::not_found!("export"))?;
    Ok((export, true))
}

/// Makes a file ready.
pub fn make(db: &Database, id: JobId, file: File, reader: Viewpoint) -> Result<End, Error> {
    let now = db.write_now(|tx| Ok(tx.now))?;
    // A separate connection: an export takes long, and the pool for pages is small.
    db.connector().open()?.snapshot(|snapshot| {
        let veil = Veil::before(snapshot, reader, now)?;
        let entries = super::length(snapshot, file)?;
        let written = Cell::new(0);
        let mut pieces = Pieces { db, id, entries, written: &written, number: 0, waiting: Vec::with_capacity(PIECE) };
        // The total is reported before the first entry.
        pieces.keep()?;
        super::write(snapshot, file, Some(&veil), &mut pieces, &mut || written.set(written.get() + 1))?;
        // Of what was foreseen the reader may not have known all.
        pieces.entries = written.get();
        pieces.keep()
    })?;
    Ok((State::Ready.as_str(), None))
}

/// Keeps what is written to it as pieces, each of which tells how far the export is.
struct Pieces<'a> {
    db: &'a Database,
    id: JobId,
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
                jobs::entries.eq(entries),
                jobs::entries_done.eq(written),
                jobs::bytes.eq(jobs::bytes + length),
                jobs::told_at.eq(tx.now),
            );
            let under_way = jobs::table.find(id.0).filter(jobs::finished_at.is_null());
            if diesel::update(under_way).set(far).execute(tx.db)? == 0 {
                return Err(Error::Unavailable("nobody waits for this file any longer".into()));
            }
            if length > 0 {
                let piece = (job_pieces::job_id.eq(id), job_pieces::number.eq(number), job_pieces::bytes.eq(&bytes));
                diesel::insert_into(job_pieces::table).values(piece).execute(tx.db)?;
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

/// Files that have waited long enough are kept no longer.
pub fn forget(tx: &mut Tx) -> Result<usize, Error> {
    let old = jobs::finished_at.lt(later(tx.now, -KEPT));
    Ok(diesel::delete(jobs::table.filter(jobs::kind.eq(Kind::Export)).filter(old)).execute(tx.db)?)
}

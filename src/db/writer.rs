//! The writer: one thread, one connection, many waiting writes in one commit.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Instant;

use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::prelude::*;
use diesel::result::DatabaseErrorKind;

use super::{Connector, Db, Meters, Tx};
use crate::clock::Clock;
use crate::error::{Error, Kind, Refusal};

/// Runs on the writer's connection after every commit, before its writes are answered.
pub type OnCommit = Arc<dyn Fn(&mut Db) + Send + Sync>;

/// Writes that may wait; one more is told to come back.
const QUEUE: usize = 4096;
/// Writes that share one commit at the most.
const BATCH: usize = 256;

pub struct Writer {
    queue: SyncSender<Box<dyn Job>>,
    meters: Meters,
}

/// How a job's savepoint ended.
enum Ran {
    /// It was released, or rolled back with the job's own refusal.
    Whole,
    /// The job panicked: nothing is known of the transaction any more.
    Panicked,
    /// The connection is gone: nothing was committed.
    Lost,
}

trait Job: Send {
    fn run(&mut self, db: &mut Db, clock: &Clock) -> Ran;
    /// Gives the answer, which is `failure` where the transaction came to nothing.
    fn answer(self: Box<Self>, failure: Option<Error>);
}

struct Write<T, F, A> {
    change: F,
    answer: A,
    result: Option<Result<T, Error>>,
}

impl<T, F, A> Job for Write<T, F, A>
where
    T: Send,
    F: Fn(&mut Tx) -> Result<T, Error> + Send,
    A: FnOnce(Result<T, Error>) + Send,
{
    fn run(&mut self, db: &mut Db, clock: &Clock) -> Ran {
        let change = &self.change;
        let result = catch_unwind(AssertUnwindSafe(|| db.transaction(|db| change(&mut Tx { db, now: clock.now() }))));
        match result {
            Err(_) => Ran::Panicked,
            Ok(Err(Error::Database(error))) if is_lost(&error) => Ran::Lost,
            Ok(result) => {
                self.result = Some(result);
                Ran::Whole
            }
        }
    }

    fn answer(self: Box<Self>, failure: Option<Error>) {
        let result = match (failure, self.result) {
            // A refusal stands whatever became of the transaction: it changed nothing.
            (_, Some(Err(refusal))) => Err(refusal),
            (Some(failure), _) => Err(failure),
            (None, Some(result)) => result,
            (None, None) => Err(Error::Internal("a write was answered before it ran".into())),
        };
        (self.answer)(result);
    }
}

fn is_lost(error: &diesel::result::Error) -> bool {
    use diesel::result::Error as Diesel;
    matches!(
        error,
        Diesel::BrokenTransactionManager
            | Diesel::DatabaseError(DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand, _)
    )
}

impl Writer {
    pub fn start(connector: Connector, clock: Clock, on_commit: OnCommit, meters: Meters) -> Result<Writer, Error> {
        let (queue, jobs) = sync_channel(QUEUE);
        let counted = meters.clone();
        std::thread::Builder::new()
            .name("writer".into())
            .spawn(move || serve(&jobs, &connector, &clock, &on_commit, &counted))
            .map_err(Error::internal)?;
        Ok(Writer { queue, meters })
    }

    pub fn submit<T, F, A>(&self, change: F, answer: A) -> Result<(), Error>
    where
        T: Send + 'static,
        F: Fn(&mut Tx) -> Result<T, Error> + Send + 'static,
        A: FnOnce(Result<T, Error>) + Send + 'static,
    {
        let job = Box::new(Write { change, answer, result: None });
        self.meters.queue.inc();
        self.queue.try_send(job).map_err(|error| {
            self.meters.queue.dec();
            match error {
                TrySendError::Full(_) => {
                    let detail = "Too many changes are waiting; send this one again in a second.";
                    Refusal::new(Kind::TooMany(1), "Busy", detail).into()
                }
                TrySendError::Disconnected(_) => Error::Unavailable("the writer has stopped".into()),
            }
        })
    }
}

fn serve(jobs: &Receiver<Box<dyn Job>>, connector: &Connector, clock: &Clock, on_commit: &OnCommit, meters: &Meters) {
    let mut connection: Option<Db> = None;
    while let Ok(first) = jobs.recv() {
        let mut batch = vec![first];
        while batch.len() < BATCH
            && let Ok(job) = jobs.try_recv()
        {
            batch.push(job);
        }
        let (began, writes) = (Instant::now(), u32::try_from(batch.len()).unwrap_or(u32::MAX));
        commit(batch, &mut connection, connector, clock, on_commit);
        meters.commit.observe(began.elapsed().as_secs_f64());
        meters.batch.observe(writes.into());
        meters.queue.dec_by(writes.into());
    }
}

/// Commits a batch, starting it over without a job that panicked and once more on a fresh
/// connection when the old one was lost before its commit.
fn commit(
    mut batch: Vec<Box<dyn Job>>,
    connection: &mut Option<Db>,
    connector: &Connector,
    clock: &Clock,
    on_commit: &OnCommit,
) {
    let mut may_reconnect = true;
    while !batch.is_empty() {
        let Some(db) = open(connection, connector) else {
            return fail(batch, "the database cannot be reached");
        };
        match run(&mut batch, db, clock) {
            Outcome::Ran => {
                let committed = commit_transaction(db);
                match committed {
                    Ok(()) => {
                        if catch_unwind(AssertUnwindSafe(|| on_commit(db))).is_err() {
                            tracing::error!("refreshing the caches after a commit panicked");
                        }
                        batch.into_iter().for_each(|job| job.answer(None));
                    }
                    Err(error) => {
                        *connection = None;
                        fail(batch, &format!("the commit was not confirmed: {error}"));
                    }
                }
                return;
            }
            Outcome::Panicked(index) => {
                *connection = None;
                batch.remove(index).answer(Some(Error::Internal("a write panicked".into())));
            }
            Outcome::Lost if may_reconnect => {
                *connection = None;
                may_reconnect = false;
            }
            Outcome::Lost => {
                *connection = None;
                return fail(batch, "the connection to the database was lost");
            }
        }
    }
}

enum Outcome {
    Ran,
    Panicked(usize),
    Lost,
}

fn run(batch: &mut [Box<dyn Job>], db: &mut Db, clock: &Clock) -> Outcome {
    if db.begin_write().is_err() {
        return Outcome::Lost;
    }
    for (index, job) in batch.iter_mut().enumerate() {
        match job.run(db, clock) {
            Ran::Whole => {}
            Ran::Panicked => return Outcome::Panicked(index),
            Ran::Lost => return Outcome::Lost,
        }
    }
    Outcome::Ran
}

fn open<'a>(connection: &'a mut Option<Db>, connector: &Connector) -> Option<&'a mut Db> {
    if connection.is_none() {
        match connector.open() {
            Ok(db) => *connection = Some(db),
            Err(error) => tracing::error!(%error, "cannot open the writer's connection"),
        }
    }
    connection.as_mut()
}

fn fail(batch: Vec<Box<dyn Job>>, why: &str) {
    tracing::error!(why, writes = batch.len(), "a batch of writes failed");
    batch.into_iter().for_each(|job| job.answer(Some(Error::Unavailable(why.to_owned()))));
}

fn commit_transaction(db: &mut Db) -> QueryResult<()> {
    crate::each!(db, c => AnsiTransactionManager::commit_transaction(c))
}

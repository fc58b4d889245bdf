//! The writer: one thread, one connection, many waiting writes in one commit. No write waits for long: if the lock
//! among replicas is not granted soon, or the database cannot write, the request is refused.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error as Diesel};
use rookery_messages::say;

use super::schema::versions;
use super::untyped::{Change, Given};
use super::wal::Copier;
use super::{Connector, Db, Health, Meters, Tx, changes};
use crate::clock::Clock;
use crate::error::{Error, Kind, Refusal};

/// Runs on the writer's connection after every commit, before its writes are answered.
pub type OnCommit = Arc<dyn Fn(&mut Db) + Send + Sync>;

/// The longest queue of writes; one more is refused with a time to retry.
const QUEUE: usize = 4096;
/// The most writes in one commit.
const BATCH: usize = 256;
/// How long nothing is written before a trial shows whether it could be; and after a failure.
const QUIET: Duration = Duration::from_secs(10);
const AGAIN: Duration = Duration::from_millis(500);
/// The counter that a trial raises.
const TRIAL: &str = "trial";

pub struct Writer {
    queue: SyncSender<Job>,
    meters: Meters,
}

/// A write that waits for its turn, seen by who waits for its answer.
pub struct Turn(Arc<AtomicBool>);

impl Turn {
    /// Gives it up where it has not come; whether it was.
    pub fn give_up(&self) -> bool {
        !self.0.swap(true, Ordering::Relaxed)
    }
}

/// How a job's savepoint ended.
enum Ran {
    /// It was released, or rolled back with the job's own refusal.
    Whole,
    /// The job panicked: nothing is known of the transaction any more.
    Panicked,
    /// The database refused a statement for no reason that a job foresees.
    Faulty(Error),
    /// The connection is gone: nothing was committed.
    Lost,
}

/// Sends the answer to who waits for it.
type Answer = Box<dyn FnOnce(Result<Given, Error>) + Send>;

/// A change and who waits for its answer.
struct Job {
    change: Change,
    answer: Answer,
    result: Option<Result<Given, Error>>,
    /// Its turn came or was given up, whichever was first.
    taken: Arc<AtomicBool>,
}

impl Job {
    /// Its turn has come; whether anybody still waits for it.
    fn begin(&self) -> bool {
        !self.taken.swap(true, Ordering::Relaxed)
    }

    fn run(&mut self, db: &mut Db, clock: &Clock) -> Ran {
        let change = &self.change;
        let result = catch_unwind(AssertUnwindSafe(|| db.transaction(|db| change(&mut Tx { db, now: clock.now() }))));
        match result {
            Err(_) => Ran::Panicked,
            Ok(_) if db.is_lost() => Ran::Lost,
            Ok(Err(error @ Error::Database(Diesel::DatabaseError(DatabaseErrorKind::Unknown, _)))) => {
                Ran::Faulty(error)
            }
            Ok(result) => {
                self.result = Some(result.map_err(only_read));
                Ran::Whole
            }
        }
    }

    /// Sends the answer, which is `failure` if the transaction was rolled back.
    fn answer(self, failure: Option<Error>) {
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

/// A read-only database, such as a standby of PostgreSQL, accepts no changes.
fn only_read(error: Error) -> Error {
    match error {
        Error::Database(Diesel::DatabaseError(DatabaseErrorKind::ReadOnlyTransaction, why)) => {
            Error::Away(why.message().to_owned())
        }
        error => error,
    }
}

impl Writer {
    pub fn start(
        connector: Connector,
        clock: Clock,
        on_commit: OnCommit,
        meters: Meters,
        health: Arc<Health>,
    ) -> Result<Writer, Error> {
        let (queue, jobs) = sync_channel(QUEUE);
        let copier = Copier::start(&connector)?;
        let desk = Desk { connector, connection: None, copier, clock, on_commit, meters: meters.clone(), health };
        std::thread::Builder::new().name("writer".into()).spawn(move || desk.serve(&jobs)).map_err(Error::internal)?;
        Ok(Writer { queue, meters })
    }

    pub fn submit(&self, change: Change, answer: Answer) -> Result<Turn, Error> {
        let turn = Turn(Arc::default());
        let job = Job { change, answer, result: None, taken: turn.0.clone() };
        self.meters.queue.inc();
        self.queue.try_send(job).map_err(|error| {
            self.meters.queue.dec();
            match error {
                TrySendError::Full(_) => {
                    let detail = say!("Too many changes are waiting; send this one again in a second.");
                    Refusal::new(Kind::TooMany(1), say!("Busy"), detail).into()
                }
                TrySendError::Disconnected(_) => Error::Away("the writer has stopped".into()),
            }
        })?;
        Ok(turn)
    }
}

/// Where the writer's thread sits.
struct Desk {
    connector: Connector,
    connection: Option<Db>,
    /// Of an SQLite file.
    copier: Option<Copier>,
    clock: Clock,
    on_commit: OnCommit,
    meters: Meters,
    health: Arc<Health>,
}

impl Desk {
    fn serve(mut self, jobs: &Receiver<Job>) {
        loop {
            let quiet = if self.health.refuses_changes() { AGAIN } else { QUIET };
            match jobs.recv_timeout(quiet) {
                Ok(first) => self.write(first, jobs),
                Err(RecvTimeoutError::Timeout) => self.try_out(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Writes what waits, together.
    fn write(&mut self, first: Job, jobs: &Receiver<Job>) {
        let waiting: Vec<Job> = std::iter::once(first).chain(jobs.try_iter().take(BATCH - 1)).collect();
        let began = Instant::now();
        let mut answered = waiting.len();
        let batch: Vec<Job> = waiting.into_iter().filter(|job| job.begin()).collect();
        if !batch.is_empty() {
            let writes = u32::try_from(batch.len()).unwrap_or(u32::MAX);
            self.health.begins_to_write();
            if let Err((batch, why)) = self.commit(batch) {
                // Those that came meanwhile would wait as long, in vain. What is sent once more upon an answer is tried.
                let late: Vec<Job> = jobs.try_iter().collect();
                answered += late.len();
                // Set before the answers are sent, so that readiness agrees with them.
                self.health.takes_no_changes(&why);
                fail(batch, &why);
                fail(late.into_iter().filter(|job| job.begin()), &why);
            } else if let (Some(copier), Some(db)) = (&self.copier, &mut self.connection) {
                copier.look(db);
            }
            self.meters.commit.observe(began.elapsed().as_secs_f64());
            self.meters.batch.observe(writes.into());
        }
        self.meters.queue.dec_by(i64::try_from(answered).unwrap_or(i64::MAX));
    }

    /// Commits a batch, starting it over without a job that panicked and once more on a fresh connection when the old
    /// one was lost before its commit; or gives it back with why nothing can be written.
    fn commit(&mut self, mut batch: Vec<Job>) -> Result<(), (Vec<Job>, String)> {
        let mut may_reconnect = true;
        while !batch.is_empty() {
            let outcome = self.run(&mut batch);
            if !matches!(outcome, Outcome::Committed) {
                self.connection = None;
            }
            match outcome {
                Outcome::Committed => {
                    self.health.wrote();
                    batch.into_iter().for_each(|job| job.answer(None));
                    return Ok(());
                }
                // Its own fault, or the disk's: whether anything can be written tells which.
                Outcome::Faulty(index, error) => {
                    if let Outcome::Failed(_) | Outcome::Lost = self.raise_trial() {
                        self.connection = None;
                        return Err((batch, error.to_string()));
                    }
                    batch.remove(index).answer(Some(error));
                }
                Outcome::Panicked(index) => {
                    batch.remove(index).answer(Some(Error::Internal("a write panicked".into())));
                }
                Outcome::Lost if may_reconnect => may_reconnect = false,
                Outcome::Lost => return Err((batch, "the connection to the database was lost".to_owned())),
                Outcome::Failed(why) => return Err((batch, why)),
            }
        }
        self.health.wrote();
        Ok(())
    }

    fn run(&mut self, batch: &mut [Job]) -> Outcome {
        let db = match begin(&mut self.connection, &self.connector) {
            Ok(db) => db,
            Err(outcome) => return outcome,
        };
        let rows = match changes::rows(db) {
            Ok(rows) => rows,
            Err(error) => return Outcome::Failed(error.to_string()),
        };
        for (index, job) in batch.iter_mut().enumerate() {
            match job.run(db, &self.clock) {
                Ran::Whole => {}
                Ran::Panicked => return Outcome::Panicked(index),
                Ran::Faulty(error) => return Outcome::Faulty(index, error),
                Ran::Lost => return Outcome::Lost,
            }
        }
        if let Err(error) = changes::count(db, rows).and_then(|_| commit_transaction(db)) {
            return Outcome::Failed(format!("the commit was not confirmed: {error}"));
        }
        if catch_unwind(AssertUnwindSafe(|| (self.on_commit)(db))).is_err() {
            tracing::error!("refreshing the caches after a commit panicked");
        }
        Outcome::Committed
    }

    /// Writes for the sake of writing: so readiness tells of a full disk, or of a replica that keeps its turn, though
    /// nobody changes anything.
    fn try_out(&mut self) {
        self.health.begins_to_write();
        let tried = match self.raise_trial() {
            Outcome::Lost => {
                self.connection = None;
                self.raise_trial()
            }
            tried => tried,
        };
        match tried {
            Outcome::Failed(why) => {
                self.connection = None;
                self.health.takes_no_changes(&why);
            }
            Outcome::Lost | Outcome::Panicked(_) | Outcome::Faulty(..) => {
                self.connection = None;
                self.health.takes_no_changes("the connection to the database was lost");
            }
            Outcome::Committed => self.health.wrote(),
        }
    }

    fn raise_trial(&mut self) -> Outcome {
        let db = match begin(&mut self.connection, &self.connector) {
            Ok(db) => db,
            Err(outcome) => return outcome,
        };
        let first = (versions::name.eq(TRIAL), versions::value.eq(1));
        let raised = crate::each!(db, c => diesel::insert_into(versions::table)
            .values(first)
            .on_conflict(versions::name)
            .do_update()
            .set(versions::value.eq(versions::value + 1))
            .execute(c));
        match raised.and_then(|_| commit_transaction(db)) {
            Ok(()) => Outcome::Committed,
            Err(_) if db.is_lost() => Outcome::Lost,
            Err(error) => Outcome::Failed(format!("a trial could not be written: {error}")),
        }
    }
}

/// Begins a transaction, on a connection that is opened where there is none.
fn begin<'a>(connection: &'a mut Option<Db>, connector: &Connector) -> Result<&'a mut Db, Outcome> {
    let db = match connection {
        Some(db) => db,
        None => connection.insert(connector.open_for_writing().map_err(|error| Outcome::Failed(error.to_string()))?),
    };
    match db.begin_write() {
        Ok(()) => Ok(db),
        Err(_) if db.is_lost() => Err(Outcome::Lost),
        // Another replica keeps its turn, or the disk is not there to be written.
        Err(error) => Err(Outcome::Failed(format!("no transaction could be begun: {error}"))),
    }
}

/// What came of a transaction.
enum Outcome {
    Committed,
    /// Of this job.
    Panicked(usize),
    /// Of this job, with what the database said.
    Faulty(usize, Error),
    /// The connection went before the commit.
    Lost,
    Failed(String),
}

/// Answers that nothing could be written, and why.
fn fail(jobs: impl IntoIterator<Item = Job>, why: &str) {
    jobs.into_iter().for_each(|job| job.answer(Some(Error::Away(why.to_owned()))));
}

fn commit_transaction(db: &mut Db) -> QueryResult<()> {
    crate::each!(db, c => AnsiTransactionManager::commit_transaction(c))
}

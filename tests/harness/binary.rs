//! The binary itself as a process of its own, which can be killed at any moment.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::Client;

/// How much longer a service may take to answer on a database that a killed one left behind than thrice what it took
/// before: on a laden machine all starts are slow.
const PATIENCE: Duration = Duration::from_secs(10);

/// How the service ends where a setting cannot be, such as an address that is taken.
const UNUSABLE: i32 = 2;

/// One replica.
pub struct Binary {
    pub url: String,
    /// From its start to its first answer.
    pub took: Duration,
    database: String,
    listen: String,
    /// Settings beyond those that all tests have.
    settings: Vec<(&'static str, String)>,
    /// The command that runs it with limits, if any.
    limits: Vec<String>,
    /// Where its log goes, if not where the tests' own goes.
    log: Option<PathBuf>,
    process: Child,
    /// What it says goes somewhere as long as it lives.
    _said: BufReader<ChildStdout>,
}

/// An address that nobody listens on.
fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

impl Binary {
    /// Starts a replica on a free port and waits until it answers.
    pub fn start(database: &str) -> Binary {
        Binary::start_somewhere(database, None, &[], &[])
    }

    /// [`Binary::start`], with further settings.
    pub fn start_with(database: &str, settings: &[(&'static str, String)]) -> Binary {
        Binary::start_somewhere(database, None, settings, &[])
    }

    /// [`Binary::start_with`], begun by a command that sets limits and then becomes the service, such as `taskset -c 0`.
    pub fn start_within(database: &str, settings: &[(&'static str, String)], limits: &[String]) -> Binary {
        Binary::start_somewhere(database, None, settings, limits)
    }

    /// [`Binary::start`], with a file to log to.
    pub fn start_logging(database: &str, log: &Path) -> Binary {
        Binary::start_logging_with(database, log, &[])
    }

    /// [`Binary::start_logging`], with further settings.
    pub fn start_logging_with(database: &str, log: &Path, settings: &[(&'static str, String)]) -> Binary {
        Binary::start_somewhere(database, Some(log), settings, &[])
    }

    /// Somebody may take the port before the service does: then it says so and ends, and another is tried.
    fn start_somewhere(
        database: &str,
        log: Option<&Path>,
        settings: &[(&'static str, String)],
        limits: &[String],
    ) -> Binary {
        let mut tries = (0..10).filter_map(|_| Binary::try_at(database, &free_address(), log, settings, limits));
        tries.next().unwrap_or_else(|| panic!("the service on {database} ended at its start, ten times"))
    }

    /// A replica that listens there; none, where it ended at its start because it cannot.
    fn try_at(
        database: &str,
        listen: &str,
        log: Option<&Path>,
        settings: &[(&'static str, String)],
        limits: &[String],
    ) -> Option<Binary> {
        let began = Instant::now();
        let command: Vec<&str> = limits.iter().map(String::as_str).chain(["sh"]).collect();
        // What the system sends to a process that writes beyond its limit would end it: it is to meet the error.
        let mut process = Command::new(command[0])
            .args(&command[1..])
            .args(["-c", "trap '' XFSZ; exec \"$0\""])
            .arg(env!("CARGO_BIN_EXE_rookery"))
            .stderr(log.map_or_else(Stdio::inherit, |log| std::fs::File::create(log).unwrap().into()))
            .env("ROOKERY_DATABASE", database)
            .env("ROOKERY_LISTEN", listen)
            // Replicas know each other's tokens by it.
            .env("ROOKERY_URL", "http://localhost:8080")
            .env("ROOKERY_REQUESTS_PER_MINUTE", "0")
            .env("RUST_LOG", "error")
            .envs(settings.iter().map(|(name, value)| (name, value)))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // It says its first word when it listens, and nothing where it cannot.
        let mut said = BufReader::new(process.stdout.take().unwrap());
        if said.read_line(&mut String::new()).unwrap() == 0 {
            let ended = process.wait().unwrap();
            assert_eq!(ended.code(), Some(UNUSABLE), "the service on {database} ended at its start");
            return None;
        }
        let url = format!("http://{listen}");
        let leaderboard = Client::new(&url, None).get("/api/v1/leaderboard");
        assert_eq!(leaderboard.status, 200, "{}", leaderboard.text());
        let took = began.elapsed();
        let (database, listen, log) = (database.to_owned(), listen.to_owned(), log.map(Path::to_owned));
        let (settings, limits) = (settings.to_vec(), limits.to_vec());
        Some(Binary { url, took, database, listen, settings, limits, log, process, _said: said })
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Sends it a signal: `STOP`, `CONT`, `TERM`.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name, &self.id().to_string()]).status().unwrap();
        assert!(sent.success(), "{name}");
    }

    /// How it ended; nothing while it lives.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.process.try_wait().unwrap()
    }

    /// Ends it without a word (SIGKILL).
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Kills it and starts it again on the same port.
    pub fn restart(&mut self) {
        self.kill();
        let again = Binary::try_at(&self.database, &self.listen, self.log.as_deref(), &self.settings, &self.limits);
        let again = again.unwrap_or_else(|| panic!("{} was taken meanwhile", self.listen));
        let (before, took) = (self.took, again.took);
        assert!(
            took < PATIENCE + 3 * before,
            "the service on {} took {took:?} to answer, {before:?} before",
            self.database
        );
        *self = again;
    }
}

impl Drop for Binary {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

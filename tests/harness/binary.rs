//! The binary itself as a process of its own, which can be killed at any moment.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::Client;

/// How long a service may take to answer on a database that a killed one left behind.
const PATIENCE: Duration = Duration::from_secs(10);

/// One replica.
pub struct Binary {
    pub url: String,
    /// From its start to its first answer.
    pub took: Duration,
    database: String,
    listen: String,
    /// Where its log goes, if not where the tests' own goes.
    log: Option<PathBuf>,
    process: Child,
}

/// An address that nobody listens on.
fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

impl Binary {
    /// Starts a replica on a free port and waits until it answers.
    pub fn start(database: &str) -> Binary {
        Binary::start_at(database.to_owned(), free_address(), None)
    }

    /// [`Binary::start`], with a file to log to.
    pub fn start_logging(database: &str, log: &Path) -> Binary {
        Binary::start_at(database.to_owned(), free_address(), Some(log.to_owned()))
    }

    fn start_at(database: String, listen: String, log: Option<PathBuf>) -> Binary {
        let began = Instant::now();
        // What the system sends to a process that writes beyond its limit would end it: it is to meet the error.
        let mut process = Command::new("sh")
            .args(["-c", "trap '' XFSZ; exec \"$0\""])
            .arg(env!("CARGO_BIN_EXE_rookery"))
            .stderr(log.as_ref().map_or_else(Stdio::inherit, |log| std::fs::File::create(log).unwrap().into()))
            .env("ROOKERY_DATABASE", &database)
            .env("ROOKERY_LISTEN", &listen)
            .env("ROOKERY_REQUESTS_PER_MINUTE", "0")
            .env("RUST_LOG", "error")
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while TcpStream::connect(&listen).is_err() {
            assert!(process.try_wait().unwrap().is_none(), "the service on {database} ended at its start");
            assert!(began.elapsed() < PATIENCE, "the service on {database} does not answer");
            std::thread::sleep(Duration::from_millis(1));
        }
        let url = format!("http://{listen}");
        let leaderboard = Client::new(&url, None).get("/api/v1/leaderboard");
        assert_eq!(leaderboard.status, 200, "{}", leaderboard.text());
        Binary { url, took: began.elapsed(), database, listen, log, process }
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
        *self = Binary::start_at(self.database.clone(), self.listen.clone(), self.log.clone());
    }
}

impl Drop for Binary {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

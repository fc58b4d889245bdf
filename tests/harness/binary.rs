//! The binary itself as a process of its own, which can be killed at any moment.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
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
    process: Child,
}

impl Binary {
    /// Starts a replica on a free port and waits until it answers.
    pub fn start(database: &str) -> Binary {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let listen = listener.local_addr().unwrap().to_string();
        drop(listener);
        Binary::start_at(database.to_owned(), listen)
    }

    fn start_at(database: String, listen: String) -> Binary {
        let began = Instant::now();
        let mut process = Command::new(env!("CARGO_BIN_EXE_rookery"))
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
        Binary { url, took: began.elapsed(), database, listen, process }
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Ends it without a word (SIGKILL).
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Kills it and starts it again on the same port.
    pub fn restart(&mut self) {
        self.kill();
        *self = Binary::start_at(self.database.clone(), self.listen.clone());
    }
}

impl Drop for Binary {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

//! The leaderboard's first page and a member's rank over HTTP, beside the same of a sorted set in Redis, in one run. Needs
//! `redis-server`, which no script of this project installs.

use std::cell::Cell;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::harness::Binary;
use crate::load::{self, get};
use crate::measure::{Random, Ratio};
use crate::reads::{CONNECTIONS, LEADERBOARD, anybody};
use crate::seed::{CHUNK, Scratch, members};

/// The sorted set.
const BOARD: &str = "board";

/// Section `redis`.
pub fn run(count: usize, rounds: usize, span: Duration) {
    let scratch = Scratch::new();
    let Some(redis) = Redis::start(&scratch) else {
        return println!("  NOT RUN: there is no redis-server on this machine");
    };
    redis.fill(count);
    let database = scratch.sqlite();
    members(&database, count);
    let service = Binary::start_with(&database, &[("ROOKERY_REQUESTS_PER_MINUTE", "100000000".to_owned())]);
    println!("{count} members, {CONNECTIONS} connections, {}", redis.version);
    let first_page = || load::run(&service.url, CONNECTIONS, span, 200, |_, _| get(LEADERBOARD)).per_second;
    for (what, words, values) in [
        ("ZREVRANGE of 50", &["ZREVRANGE", BOARD, "0", "49"][..], 50),
        ("ZREVRANGE of 50 with scores", &["ZREVRANGE", BOARD, "0", "49", "WITHSCORES"][..], 100),
    ] {
        let command = command(words);
        let range = || redis.run(span, values, |_, _| command.clone());
        compare(&format!("first page of the leaderboard / {what}"), Some(1.0), rounds, first_page, range);
    }
    let standing = |connection: usize, turn: usize| {
        get(&format!("/api/v1/members/{}/standing?limit=1", anybody(count, connection, turn)))
    };
    let rank = |connection: usize, turn: usize| {
        command(&["ZREVRANK", BOARD, &format!("member{}", anybody(count, connection, turn))])
    };
    compare(
        "rank of any member, with their line of the leaderboard / ZREVRANK",
        None,
        rounds,
        || load::run(&service.url, CONNECTIONS, span, 200, standing).per_second,
        || redis.run(span, 1, rank),
    );
}

/// Compares answers a second, beside the goal where there is one.
fn compare(what: &str, wanted: Option<f64>, rounds: usize, ours: impl Fn() -> f64, theirs: impl Fn() -> f64) {
    let (own, other) = (Cell::new(0.0), Cell::new(0.0));
    let note = |best: &Cell<f64>, rate: f64| {
        best.set(f64::max(best.get(), rate));
        rate
    };
    let ratio = Ratio::alternate(rounds, || note(&own, ours()), || note(&other, theirs()));
    match wanted {
        Some(wanted) => ratio.tell(what, ">=", wanted),
        None => println!("  {what}: {:.2}; it has no goal", ratio.median()),
    }
    println!("    up to {:.0}/s and {:.0}/s", own.get(), other.get());
}

/// A server of its own, which keeps nothing; it ends with this value.
struct Redis {
    address: SocketAddr,
    version: String,
    process: Child,
}

impl Redis {
    /// None where there is no such program.
    fn start(scratch: &Scratch) -> Option<Redis> {
        let version = Command::new("redis-server").arg("--version").output().ok()?;
        let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let port = address.port().to_string();
        let process = Command::new("redis-server")
            .args(["--bind", "127.0.0.1", "--port", &port, "--save", "", "--appendonly", "no", "--dir"])
            .arg(scratch.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let redis = Redis { address, version, process };
        let listens = (0..500).any(|_| {
            std::thread::sleep(Duration::from_millis(20));
            TcpStream::connect(address).is_ok()
        });
        assert!(listens, "redis-server does not listen on {address}");
        Some(redis)
    }

    /// As many members as the club has, with scores like theirs.
    fn fill(&self, count: usize) {
        let (mut line, mut random) = (Line::open(self.address), Random(7));
        let ids: Vec<usize> = (1..=count).collect();
        for ids in ids.chunks(CHUNK) {
            let mut words = vec!["ZADD".to_owned(), BOARD.to_owned()];
            for id in ids {
                let score = 100 + (0..4).map(|_| random.below(500)).sum::<u64>();
                words.extend([score.to_string(), format!("member{id}")]);
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            assert_eq!(line.ask(&command(&words)), 1);
        }
    }

    /// Answers a second, each of so many values.
    fn run(&self, span: Duration, values: usize, command: impl Fn(usize, usize) -> Vec<u8> + Sync) -> f64 {
        let ask = |line: &mut Line, connection: usize, turn: usize| {
            let command = command(connection, turn);
            let asked = Instant::now();
            let told = line.ask(&command);
            let took = asked.elapsed();
            assert_eq!(told, values);
            took
        };
        load::run_with(CONNECTIONS, span, || Line::open(self.address), ask).per_second
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// A command as Redis hears it.
fn command(words: &[&str]) -> Vec<u8> {
    let mut command = format!("*{}\r\n", words.len());
    for word in words {
        write!(command, "${}\r\n{word}\r\n", word.len()).unwrap();
    }
    command.into_bytes()
}

/// A connection to Redis.
struct Line {
    stream: BufReader<TcpStream>,
    told: Vec<u8>,
}

impl Line {
    fn open(address: SocketAddr) -> Line {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Line { stream: BufReader::new(stream), told: Vec::new() }
    }

    /// Gives how many values came.
    fn ask(&mut self, command: &[u8]) -> usize {
        self.stream.get_mut().write_all(command).unwrap();
        self.values()
    }

    /// Reads an answer: a number, a text, nothing, or a list of answers.
    fn values(&mut self) -> usize {
        self.told.clear();
        self.stream.read_until(b'\n', &mut self.told).unwrap();
        let (kind, number) = (self.told.first().copied(), self.told.get(1..).unwrap_or_default());
        let number = std::str::from_utf8(number).ok().and_then(|number| number.trim().parse::<i64>().ok());
        let number = number.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&self.told)));
        match (kind, usize::try_from(number)) {
            (Some(b':'), _) => 1,
            (_, Err(_)) => 0,
            (Some(b'*'), Ok(length)) => (0..length).map(|_| self.values()).sum(),
            (_, Ok(length)) => {
                self.told.resize(length + 2, 0);
                self.stream.read_exact(&mut self.told).unwrap();
                1
            }
        }
    }
}

//! A caller that asks as fast as it is answered: plain HTTP/1.1 on connections that stay open.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Barrier;
use std::time::{Duration, Instant};

/// One connection.
pub struct Connection {
    stream: BufReader<TcpStream>,
    body: Vec<u8>,
}

impl Connection {
    pub fn open(url: &str) -> Connection {
        Connection::try_open(url).unwrap()
    }

    /// [`Connection::open`] to a service that may be gone.
    pub fn try_open(url: &str) -> io::Result<Connection> {
        let stream = TcpStream::connect(url.trim_start_matches("http://"))?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream: BufReader::new(stream), body: Vec::new() })
    }

    /// Sends a request as it stands and gives the status; the body is kept until the next.
    pub fn ask(&mut self, request: &[u8]) -> u16 {
        self.try_ask(request).unwrap()
    }

    /// [`Connection::ask`] of a service that may be gone, or answer with what is no answer.
    pub fn try_ask(&mut self, request: &[u8]) -> io::Result<u16> {
        self.stream.get_mut().write_all(request)?;
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|status| status.parse::<u16>().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("no status line: {line:?}")))?;
        let mut length: usize = 0;
        loop {
            line.clear();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if line == "\r\n" {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().map_err(io::Error::other)?;
            }
        }
        self.body.resize(length, 0);
        self.stream.read_exact(&mut self.body)?;
        Ok(status)
    }

    pub fn body(&self) -> &[u8] {
        &self.body
    }
}

/// A request that only looks.
pub fn get(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").into_bytes()
}

/// The same by somebody who is signed in.
pub fn get_as(token: &str, path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n").into_bytes()
}

/// Answers of one run.
pub struct Served {
    pub per_second: f64,
    /// How long each took.
    pub times: Vec<Duration>,
}

/// Asks on some connections at once, each with its own requests, for a while. `request` is given the
/// connection's number and how often it has asked; every answer must have the status.
pub fn run(
    url: &str,
    connections: usize,
    span: Duration,
    expected: u16,
    request: impl Fn(usize, usize) -> Vec<u8> + Sync,
) -> Served {
    let ask = |connection: &mut Connection, number: usize, turn: usize| {
        let request = request(number, turn);
        let asked = Instant::now();
        let status = connection.ask(&request);
        let took = asked.elapsed();
        assert_eq!(status, expected, "{}", String::from_utf8_lossy(connection.body()));
        took
    };
    run_with(connections, span, || Connection::open(url), ask)
}

/// The same with connections of another kind. `ask` is given one with its number and how often it has asked, and says how long the
/// answer took.
pub fn run_with<C>(
    connections: usize,
    span: Duration,
    open: impl Fn() -> C + Sync,
    ask: impl Fn(&mut C, usize, usize) -> Duration + Sync,
) -> Served {
    let ready = Barrier::new(connections);
    let began = Instant::now();
    let asking = |number: usize| {
        let mut connection = open();
        let mut times = Vec::new();
        ready.wait();
        let began = Instant::now();
        while began.elapsed() < span {
            let took = ask(&mut connection, number, times.len());
            times.push(took);
        }
        times
    };
    let times: Vec<Duration> = std::thread::scope(|scope| {
        let asking = &asking;
        let callers: Vec<_> = (0..connections).map(|number| scope.spawn(move || asking(number))).collect();
        callers.into_iter().flat_map(|caller| caller.join().unwrap()).collect()
    });
    Served { per_second: times.len() as f64 / began.elapsed().as_secs_f64(), times }
}

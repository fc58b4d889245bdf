//! The leaderboard and a member's standing over HTTP, against a server that does nothing but send the same bytes.

use std::cell::Cell;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use actix_web::http::header;
use actix_web::web::{self, Bytes};
use actix_web::{App, HttpResponse, HttpServer};

use crate::harness::Binary;
use crate::load::{self, Connection, get};
use crate::measure::{Random, Ratio, goal, mebibytes, seconds_run};
use crate::seed::{self, Scratch};

pub const LEADERBOARD: &str = "/api/v1/leaderboard";
pub const CONNECTIONS: usize = 8;

/// The id of some member for each turn of a connection, the same in each run.
pub fn anybody(members: usize, connection: usize, turn: usize) -> u64 {
    let seed = (connection * 1_000_003 + turn + 1) as u64;
    Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)).below(members as u64) + 1
}

/// What a caller of one path gets: answers a second, and answers a second of the server's own running time.
struct Asked {
    per_second: f64,
    per_second_run: f64,
}

fn ask(url: &str, process: u32, span: Duration, path: impl Fn(usize, usize) -> String + Sync) -> Asked {
    let run = || seconds_run(process).unwrap_or(f64::NAN);
    let before = run();
    let served = load::run(url, CONNECTIONS, span, 200, |connection, turn| get(&path(connection, turn)));
    Asked { per_second: served.per_second, per_second_run: served.times.len() as f64 / (run() - before) }
}

/// Compares two paths of two servers by answers a second and by running time.
fn compare(what: &str, wanted: f64, rounds: usize, of: impl Fn() -> Asked, to: impl Fn() -> Asked) {
    let (of_run, to_run) = (Cell::new(Vec::new()), Cell::new(Vec::new()));
    let note = |into: &Cell<Vec<f64>>, asked: Asked| {
        let mut noted = into.take();
        noted.push(asked.per_second_run);
        into.set(noted);
        asked.per_second
    };
    let best = Cell::new(0.0);
    let ratio = Ratio::alternate(
        rounds,
        || note(&of_run, of()),
        || {
            let rate = note(&to_run, to());
            best.set(f64::max(best.get(), rate));
            rate
        },
    );
    ratio.tell(what, ">=", wanted);
    let median = |mut run: Vec<f64>| {
        run.sort_by(f64::total_cmp);
        run[run.len() / 2]
    };
    let (of, to) = (median(of_run.take()), median(to_run.take()));
    goal("the same by the server's own running time", of / to, ">=", wanted);
    println!(
        "    {:.1} µs an answer, {:.1} µs of what it is compared with; up to {:.0}/s",
        1e6 / of,
        1e6 / to,
        best.get()
    );
}

/// Sections `leaderboard` and `standing`: at each number of members.
pub fn run(members: &[usize], rounds: usize, span: Duration) {
    for &members in members {
        let scratch = Scratch::new();
        let database = scratch.sqlite();
        seed::members(&database, members);
        // Requests are counted, as they are of a club; none is refused.
        let service = Binary::start_with(&database, &[("ROOKERY_REQUESTS_PER_MINUTE", "100000000".to_owned())]);
        let process = service.id();
        println!("{members} members");
        goal("start to first answer, ms", service.took.as_secs_f64() * 1e3, "<=", 1_000.0);
        let plain = Static::start(&service.url);
        compare(
            "cached leaderboard / static handler",
            0.9,
            rounds,
            || ask(&service.url, process, span, |_, _| LEADERBOARD.into()),
            || ask(&plain.url, plain.process.id(), span, |_, _| LEADERBOARD.into()),
        );
        let standing =
            |connection: usize, turn: usize| format!("/api/v1/members/{}/standing", anybody(members, connection, turn));
        compare(
            "rank and page around any member / cached leaderboard",
            0.7,
            rounds,
            || ask(&service.url, process, span, standing),
            || ask(&service.url, process, span, |_, _| LEADERBOARD.into()),
        );
    }
}

/// Section `held`: what the members of a leaderboard take in memory.
pub fn held(members: usize) {
    let (few, many) = (Scratch::new(), Scratch::new());
    let resident = |scratch: &Scratch, members: usize| {
        let database = scratch.sqlite();
        seed::members(&database, members);
        let service = Binary::start(&database);
        let now = mebibytes(service.id(), "VmRSS");
        (now, mebibytes(service.id(), "VmHWM"), service.took)
    };
    let ((Some(empty), ..), (Some(full), Some(peak), took)) = (resident(&few, 10), resident(&many, members)) else {
        return println!("  this system does not tell how much memory a process has");
    };
    println!(
        "{members} ranked members held: {empty:.0} MiB without, {full:.0} MiB with them, {peak:.0} MiB at most; ready after {} ms",
        took.as_millis()
    );
    goal("growth of resident memory, MB", (full - empty) * 1.048_576, "<=", 137.0);
}

/// Sections `idle`: a club of ordinary size.
pub fn idle(members: usize, games: usize) {
    let scratch = Scratch::new();
    let database = scratch.sqlite();
    seed::history(&database, members, games);
    let mut took: Vec<Duration> = (0..9).map(|_| Binary::start(&database).took).collect();
    took.sort_unstable();
    let service = Binary::start(&database);
    std::thread::sleep(Duration::from_secs(2));
    let resident = mebibytes(service.id(), "VmRSS").unwrap_or(f64::NAN);
    let mut connection = Connection::open(&service.url);
    for _ in 0..1000 {
        connection.ask(&get(LEADERBOARD));
    }
    let after = mebibytes(service.id(), "VmRSS").unwrap_or(f64::NAN);
    println!("idle, with {members} members and {games} games");
    goal("resident memory, MiB", resident, "<=", 40.0);
    goal("the same after 1000 answers, MiB", after, "<=", 40.0);
    goal("start to first answer, ms (median of 9)", took[4].as_secs_f64() * 1e3, "<=", 300.0);
    println!("    slowest {} ms", took[8].as_millis());
}

/// The server to compare with, in a process of its own.
struct Static {
    url: String,
    process: Child,
}

impl Static {
    /// Serves what the service answers now.
    fn start(service: &str) -> Static {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["static-server", service])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Static { url: url.trim().to_owned(), process }
    }
}

impl Drop for Static {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// Serves one path with as many workers as the service has by default.
pub fn serve_static(service: &str) {
    let mut connection = Connection::open(service);
    connection.ask(&get(LEADERBOARD));
    let body = Bytes::copy_from_slice(connection.body());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    println!("http://{}", listener.local_addr().unwrap());
    let server = HttpServer::new(move || {
        let body = body.clone();
        let answer = move || {
            let answer =
                HttpResponse::Ok().insert_header((header::CONTENT_TYPE, "application/json")).body(body.clone());
            std::future::ready(answer)
        };
        App::new().route(LEADERBOARD, web::get().to(answer))
    });
    actix_web::rt::System::new().block_on(server.workers(2).listen(listener).unwrap().run()).unwrap();
}

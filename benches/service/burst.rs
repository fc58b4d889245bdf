//! A session's burst against a small machine: results come in while pages are open that keep themselves current, and while others
//! play at tables.
//!
//! `taskset`, which needs no rights, keeps the service on one core and all who ask on the others, where there are any. Where systemd
//! lets a user limit memory (`systemd-run --user --scope`), the service gets 256 MB and no swap; the section looks at its control
//! group whether that holds. Elsewhere nothing limits it, and the section says so. Either way the most that was ever resident
//! (`VmHWM`) is held against the same number: it counts the mapped files, too, so only the cache of the disk, which is given back
//! when it is needed, would come on top. `prlimit` limits addresses, of which threads take many that they never use, so it would
//! measure something else.

use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rookery::auth::Role;

use crate::clubs::{self, First};
use crate::harness::{self, Binary, Club};
use crate::load::Connection;
use crate::measure::{Random, goal, mebibytes};
use crate::seed::Scratch;
use crate::tables;
use crate::writes;

/// What the service may take, in bytes.
const MEMORY: u64 = 256_000_000;
/// People who ask at once at the most, besides those whose leaderboard has changed.
const CALLERS: usize = 64;
/// How often Today asks for calls to tables, how often for its own lists, and how often another page asks for calls
/// (`assets/fresh.js`).
const TODAY_CALLS: Duration = Duration::from_secs(2);
const TODAY_LISTS: Duration = Duration::from_secs(4);
const CALLS: Duration = Duration::from_secs(10);

/// How much comes at once.
pub struct Burst {
    pub members: usize,
    pub games: usize,
    pub results: usize,
    /// A third each: leaderboards of visitors, leaderboards of members, Today.
    pub pages: usize,
    /// Two at each table, which both move in turn.
    pub sockets: usize,
    pub span: Duration,
}

/// How long answers took, and what went wrong.
#[derive(Default)]
struct Tally {
    times: Vec<Duration>,
    errors: Vec<String>,
}

impl Tally {
    /// Asks on a connection of its own, as a proxy does. The time counts from the moment at which the answer was wanted.
    fn ask(&mut self, url: &str, request: &[u8], expected: u16, wanted: Instant) {
        let status = Connection::try_open(url).and_then(|mut connection| connection.try_ask(request));
        let what = String::from_utf8_lossy(request).lines().next().unwrap_or_default().to_owned();
        match status {
            Ok(status) if status == expected => self.times.push(wanted.elapsed()),
            Ok(status) => self.errors.push(format!("{what}: {status}")),
            Err(error) => self.errors.push(format!("{what}: {error}")),
        }
    }

    fn add(&mut self, other: Tally) {
        self.times.extend(other.times);
        self.errors.extend(other.errors);
    }

    /// The time that this share did not exceed, in milliseconds.
    fn percentile(&mut self, share: f64) -> f64 {
        if self.times.is_empty() {
            return f64::NAN;
        }
        writes::percentile(&mut self.times, share).as_secs_f64() * 1e3
    }
}

/// Section `burst`.
pub fn run(burst: &Burst) {
    let Some(cores) = cores() else { return println!("  this system does not say which cores a process may use") };
    let (own, rest) = cores.split_first().expect("a core to run on");
    let scratch = Scratch::new();
    let first = First::make(&scratch, burst.members, burst.games);
    let club = Club::closed(&first.database);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let pairs: Vec<[harness::Caller; 2]> =
        (0..burst.sockets / 2).map(|_| ["White", "Black"].map(|name| club.person(name, &[]))).collect();
    drop(club);
    // Requests are counted, as they are of a club; none is refused.
    let settings = [("ROOKERY_REQUESTS_PER_MINUTE", "100000000".to_owned())];
    let service = Binary::start_within(&first.database, &settings, &limits(*own));
    let is_limited = limit(service.id()) == Some(MEMORY);
    let url = service.url.as_str();
    let version = tables::many_games(&chief.at(url));
    let boards: Vec<String> =
        pairs.iter().map(|[white, black]| tables::begin(&white.at(url), &black.at(url), &version)).collect();
    let before = mebibytes(service.id(), "VmRSS").unwrap_or(f64::NAN);

    run_on(if rest.is_empty() { &cores[..] } else { rest });
    let (visits, next, closed) = (schedule(burst), AtomicUsize::new(0), AtomicBool::new(false));
    let (mut results, mut asked) = (Tally::default(), Tally::default());
    let (mut watched, mut moved) = (Tally::default(), Tally::default());
    let began = Instant::now();
    let call = || {
        let (mut results, mut asked) = (Tally::default(), Tally::default());
        while let Some(visit) = visits.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (request, expected) = visit.what.request(&first);
            std::thread::sleep(visit.at.saturating_sub(began.elapsed()));
            let tally = if expected == 201 { &mut results } else { &mut asked };
            tally.ask(url, &request, expected, began + visit.at);
        }
        (results, asked)
    };
    std::thread::scope(|scope| {
        let (call, first, closed) = (&call, &first, &closed);
        let callers: Vec<_> = (0..CALLERS).map(|_| scope.spawn(call)).collect();
        let mut random = Random(31);
        let watchers: Vec<_> = (0..burst.pages * 2 / 3)
            .map(|place| {
                let member = (place % 2 == 1).then(|| first.members[place]);
                let pause = Duration::from_micros(random.below(burst.span.as_micros() as u64 / 10));
                scope.spawn(move || watch(url, first, member, pause, closed))
            })
            .collect();
        let players: Vec<_> = pairs
            .iter()
            .zip(&boards)
            .enumerate()
            .map(|(place, (pair, board))| {
                // No game moves at the same time as its neighbour.
                let pause = Duration::from_millis(2_000 * place as u64 / pairs.len() as u64);
                scope.spawn(move || tables::play(url, board, pair, pause, closed))
            })
            .collect();
        std::thread::sleep(burst.span.saturating_sub(began.elapsed()));
        closed.store(true, Ordering::Relaxed);
        for caller in callers {
            let (entered, read) = caller.join().unwrap();
            results.add(entered);
            asked.add(read);
        }
        watchers.into_iter().for_each(|watcher| watched.add(watcher.join().unwrap()));
        for player in players {
            // It says itself what broke it off.
            let errors = vec!["a game was broken off".to_owned()];
            let tally = player.join().map(|times| Tally { times, errors: Vec::new() });
            moved.add(tally.unwrap_or(Tally { times: Vec::new(), errors }));
        }
    });
    run_on(&cores);

    println!(
        "{} results, {} open pages and {} sockets within {:.0} s, in a club of {} members and {} games",
        burst.results,
        burst.pages,
        burst.sockets,
        burst.span.as_secs_f64(),
        burst.members,
        burst.games
    );
    println!(
        "  the service has one core of {}; {}",
        cores.len(),
        if is_limited {
            "systemd limits its memory to 256 MB"
        } else {
            "nothing could limit its memory here: it is only measured"
        }
    );
    let mut all = Tally::default();
    for (what, mut tally) in [
        ("results", results),
        ("Today, and calls to tables", asked),
        ("leaderboards that had changed", watched),
        ("moves on the opponent's screen", moved),
    ] {
        let (half, most) = (tally.percentile(0.5), tally.percentile(0.99));
        println!("    {what}: {} answers, p50 {half:.1} ms, p99 {most:.1} ms", tally.times.len());
        all.add(tally);
    }
    let half = all.percentile(0.5);
    println!("  p50 {half:.1} ms of {} answers; it has no goal of its own", all.times.len());
    goal("p99, ms", all.percentile(0.99), "<=", 100.0);
    goal("errors", all.errors.len() as f64, "<=", 0.0);
    for error in all.errors.iter().take(3) {
        println!("    {error}");
    }
    let most = mebibytes(service.id(), "VmHWM").unwrap_or(f64::NAN);
    goal("most resident memory, MB", most * 1.048_576, "<=", MEMORY as f64 / 1e6);
    println!("    {before:.0} MiB before the burst");
}

/// What is asked for at a moment of its own.
enum What {
    /// A moderator enters how a pair has played.
    Result(usize),
    Today(usize),
    /// The line of calls to tables, on the page at this address.
    Calls(usize, &'static str),
}

struct Visit {
    at: Duration,
    what: What,
}

impl What {
    /// A request, and the status of its answer.
    fn request(&self, first: &First) -> (Vec<u8>, u16) {
        let member = |member: usize| first.token(first.members[member]);
        match *self {
            What::Result(result) => {
                let pair = result % (first.members.len() / 2);
                let players = (first.members[2 * pair].0, first.members[2 * pair + 1].0);
                (writes::request(&first.token(first.moderator), players, &format!("result-{result}")), 201)
            }
            What::Today(reader) => (request("/today", "text/html", Some(&member(reader))), 200),
            What::Calls(reader, at) => {
                (request(&format!("/tables/calls?at={at}"), "text/html", Some(&member(reader))), 200)
            }
        }
    }
}

/// All but the leaderboards, which are fetched when they have changed; spread over the span by chance from a seed.
fn schedule(burst: &Burst) -> Vec<Visit> {
    let (mut random, end) = (Random(29), burst.span);
    let mut moment = |within: Duration| Duration::from_micros(random.below(within.as_micros() as u64));
    let mut visits: Vec<Visit> =
        (0..burst.results).map(|result| Visit { at: moment(burst.span), what: What::Result(result) }).collect();
    let from = |first: Duration, pause: Duration| {
        std::iter::successors(Some(first), move |at| Some(*at + pause)).take_while(move |at| *at < end)
    };
    for reader in 0..burst.pages / 3 {
        let opened = moment(burst.span / 10);
        visits.extend(from(opened, TODAY_LISTS).map(|at| Visit { at, what: What::Today(reader) }));
        visits.extend(
            from(opened + TODAY_CALLS, TODAY_CALLS).map(|at| Visit { at, what: What::Calls(reader, "/today") }),
        );
    }
    // Those whose leaderboard is open, as `run` has them.
    for reader in (0..burst.pages * 2 / 3).filter(|place| place % 2 == 1) {
        let opened = moment(burst.span / 10);
        visits.extend(from(opened + CALLS, CALLS).map(|at| Visit { at, what: What::Calls(reader, "/") }));
    }
    visits.sort_by_key(|visit| visit.at);
    visits
}

/// An open leaderboard (`assets/live.js`): once it is told of a change, it fetches the page after a random time of up to two seconds.
/// Changes in that time need no fetch of their own. The first event counts as a change.
fn watch(url: &str, first: &First, member: Option<clubs::Caller>, pause: Duration, closed: &AtomicBool) -> Tally {
    std::thread::sleep(pause);
    let mut random = Random(pause.as_micros() as u64 | 1);
    let mut tally = Tally::default();
    let fetch = |path: &str, accept: &str| {
        let token = member.map(|member| first.token(member));
        request(path, accept, token.as_deref())
    };
    let mut follow = || -> io::Result<()> {
        let mut stream = BufReader::new(TcpStream::connect(url.trim_start_matches("http://"))?);
        stream.get_ref().set_read_timeout(Some(Duration::from_millis(50)))?;
        stream.get_mut().write_all(&fetch("/api/v1/leaderboard/changes", "text/event-stream"))?;
        let (mut line, mut due) = (Vec::new(), None);
        while !closed.load(Ordering::Relaxed) {
            match stream.read_until(b'\n', &mut line) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(_) => {
                    if line.starts_with(b"data: ") {
                        due.get_or_insert_with(|| Instant::now() + Duration::from_micros(random.below(2_000_000)));
                    }
                    line.clear();
                }
                // Nothing yet; what was read of a line stays.
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => return Err(error),
            }
            if due.take_if(|due| *due <= Instant::now()).is_some() {
                tally.ask(url, &fetch("/", "text/html"), 200, Instant::now());
            }
        }
        Ok(())
    };
    if let Err(error) = follow() {
        tally.errors.push(format!("the leaderboard's changes: {error}"));
    }
    tally
}

/// A request as a browser sends it.
fn request(path: &str, accept: &str, token: Option<&str>) -> Vec<u8> {
    let token = token.map_or_else(String::new, |token| format!("Authorization: Bearer {token}\r\n"));
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{token}Accept: {accept}\r\nAccept-Encoding: gzip\r\n\r\n")
        .into_bytes()
}

/// The cores that this process may use, which the system lists as `0-3,7`.
fn cores() -> Option<Vec<usize>> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    let mut cores = Vec::new();
    for part in list.trim().split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (from, to): (usize, usize) = (from.parse().ok()?, to.parse().ok()?);
        cores.extend(from..=to);
    }
    Some(cores)
}

/// The thread that this is called on, and those that it starts later, run on these cores only.
fn run_on(cores: &[usize]) {
    let list: Vec<String> = cores.iter().map(|core| core.to_string()).collect();
    let process = std::process::id().to_string();
    let set = Command::new("taskset").args(["-p", "-c", &list.join(","), &process]).stdout(Stdio::null()).status();
    assert!(set.is_ok_and(|status| status.success()), "taskset");
}

/// The command that the service is started by: on one core and, where systemd lets this user, with so much memory.
fn limits(core: usize) -> Vec<String> {
    let memory = format!("MemoryMax={MEMORY}");
    let systemd = ["systemd-run", "--user", "--scope", "--quiet", "--collect", "-p", &memory, "-p", "MemorySwapMax=0"];
    let mut trial = Command::new(systemd[0]);
    trial.args(&systemd[1..]).arg("true").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let may = trial.status().is_ok_and(|status| status.success());
    let own = if may { &systemd[..] } else { &[] };
    let core = core.to_string();
    own.iter().copied().chain(["taskset", "-c", &core]).map(str::to_owned).collect()
}

/// What the control group of a process lets it take, in bytes; none where that has no limit of its own.
fn limit(process: u32) -> Option<u64> {
    let groups = std::fs::read_to_string(format!("/proc/{process}/cgroup")).ok()?;
    let group = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    std::fs::read_to_string(format!("/sys/fs/cgroup{group}/memory.max")).ok()?.trim().parse().ok()
}

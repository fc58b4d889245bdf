//! Many small clubs on one machine, each with a server and a database of its own: what they need while nothing happens and on a
//! Friday, and what ten thousand of them would, beside the estimate on paper (`docs/scale.md`).

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use rookery::auth::tokens::{self, SigningKey};
use rookery::auth::{Refresh, Role, store};
use rookery::clock::Clock;
use rookery::db::schema::memberships;
use rookery::db::{Connector, Db, Tx};
use rookery::error::Error;
use rookery::id::PersonId;
use rookery::sessions;

use crate::harness::{Binary, Club, put_down};
use crate::load::Connection;
use crate::measure::{Random, mebibytes, mebibytes_of, seconds_used, written};
use crate::seed::{self, Scratch};
use crate::writes;

/// A club of ordinary size: each member plays once on a Friday.
const MEMBERS: usize = 60;
const GAMES: usize = 1_000;
const RESULTS: usize = MEMBERS / 2;

/// Clubs that the whole is reckoned for, and what part of them may meet in the same hour.
const MANY: f64 = 10_000.0;
const PARTS: [f64; 4] = [0.0, 0.05, 0.25, 1.0];
const HOUR: f64 = 3_600.0;

/// People who ask at once at the most.
const CALLERS: usize = 32;
/// What a start needs is over by then.
const SETTLED: Duration = Duration::from_secs(2);

/// What one club needs.
struct Needs {
    /// MiB that it shares with no other.
    memory: f64,
    /// Part of a core while nothing happens.
    idle: f64,
    /// Seconds of a core for what people ask for on a Friday.
    friday: f64,
}

/// The estimate of `docs/scale.md`.
const PAPER: Needs = Needs { memory: 24.0, idle: 0.001, friday: 0.12 };

/// Section `clubs`: so many clubs, idle for a while, and then with a Friday pressed into as long a while.
pub fn run(count: usize, span: Duration) {
    let scratch = Scratch::new();
    let first = First::make(&scratch, MEMBERS, GAMES);
    let clubs: Vec<Binary> =
        (0..count).map(|number| Binary::start(&first.copy(&scratch.path().join(format!("{number}.sqlite"))))).collect();
    std::thread::sleep(SETTLED);
    let Some(begun) = Sum::of(&clubs) else { return println!("  this system does not tell what a process needs") };
    let waited = Instant::now();
    std::thread::sleep(span);
    let (idle, waited) = (Sum::of(&clubs).unwrap(), waited.elapsed());
    let asked = Instant::now();
    let mut times = first.friday(&clubs, span);
    let (played, asked) = (Sum::of(&clubs).unwrap(), asked.elapsed());

    let file = std::fs::metadata(scratch.path().join("0.sqlite")).unwrap().len();
    println!(
        "{count} clubs of {MEMBERS} members and {GAMES} games ({:.1} MiB a database); a Friday within {:.0} s is {} requests, as many \
         as of {:.0} clubs within an hour",
        file as f64 / f64::from(1 << 20),
        asked.as_secs_f64(),
        times.len(),
        count as f64 * HOUR / asked.as_secs_f64()
    );
    let clubs = count as f64;
    for (when, sum) in [("idle", &idle), ("after the Friday", &played)] {
        println!(
            "  {when}, MiB a club: resident {:.1}; by its part of what several have {:.1}; its own {:.1}",
            sum.resident / clubs,
            sum.by_part / clubs,
            sum.own / clubs
        );
    }
    let milliseconds = |share: f64, times: &mut [Duration]| writes::percentile(times, share).as_secs_f64() * 1e3;
    println!(
        "  answers on the Friday: p50 {:.1} ms, p99 {:.1} ms",
        milliseconds(0.5, &mut times),
        milliseconds(0.99, &mut times)
    );
    println!(
        "  written by an idle club: {:.2} KiB/s",
        (idle.written - begun.written) * 1024.0 / clubs / waited.as_secs_f64()
    );
    let at_rest = (idle.used - begun.used) / clubs / waited.as_secs_f64();
    let measured = Needs {
        memory: played.own / clubs,
        idle: at_rest,
        friday: (played.used - idle.used) / clubs - at_rest * asked.as_secs_f64(),
    };
    for (what, paper, found, unit) in [
        ("memory of its own", PAPER.memory, measured.memory, "MiB"),
        ("processor while idle", PAPER.idle * 1e3, measured.idle * 1e3, "ms a second"),
        ("processor on a Friday", PAPER.friday * 1e3, measured.friday * 1e3, "ms"),
    ] {
        println!("  {what}: {found:.2} {unit}; on paper {paper:.2}; estimate / measured {:.2}", paper / found);
    }
    let shared = (played.resident - played.own) / clubs;
    println!("  {MANY} clubs, on machines that each hold the program once ({shared:.0} MiB):");
    for (whose, needs) in [("measured", &measured), ("on paper", &PAPER)] {
        let cores = PARTS.map(|part| {
            let cores = MANY * (needs.idle + part * needs.friday / HOUR);
            format!("{cores:.1} where {:.0} % meet", part * 100.0)
        });
        println!("    {whose}: {:.0} GiB; cores: {}", MANY * needs.memory / 1024.0, cores.join(", "));
    }
}

/// What all clubs together need.
struct Sum {
    resident: f64,
    by_part: f64,
    own: f64,
    /// Seconds of a core since they began.
    used: f64,
    /// MiB since they began.
    written: f64,
}

impl Sum {
    fn of(clubs: &[Binary]) -> Option<Sum> {
        let all = |of: fn(u32) -> Option<f64>| clubs.iter().map(|club| of(club.id())).sum::<Option<f64>>();
        Some(Sum {
            resident: all(|process| mebibytes(process, "VmRSS"))?,
            by_part: all(|process| mebibytes_of(process, "Pss:"))?,
            own: all(|process| mebibytes_of(process, "Private_"))?,
            used: all(seconds_used)?,
            written: all(written)?,
        })
    }
}

/// What somebody asks for.
enum What {
    Today(usize),
    Leaderboard(usize),
    /// A moderator enters how a pair has played.
    Result(usize),
}

struct Visit {
    at: Duration,
    club: usize,
    what: What,
}

/// Everybody opens Today and the leaderboard once, and each pair's result comes in; spread over a while by chance from a seed.
fn schedule(clubs: usize, span: Duration) -> Vec<Visit> {
    let mut random = Random(23);
    let mut visits = Vec::new();
    for club in 0..clubs {
        let pages = (0..MEMBERS).map(What::Today).chain((0..MEMBERS).map(What::Leaderboard));
        for what in pages.chain((0..RESULTS).map(What::Result)) {
            let at = Duration::from_micros(random.below(span.as_micros() as u64));
            visits.push(Visit { at, club, what });
        }
    }
    visits.sort_by_key(|visit| visit.at);
    visits
}

/// Somebody, and their sign-in.
pub type Caller = (PersonId, i64);

/// The club that all others are copies of: on a Friday, everybody there and signed in.
pub struct First {
    pub database: String,
    issuer: String,
    key: SigningKey,
    pub moderator: Caller,
    pub members: Vec<Caller>,
}

impl First {
    pub fn make(scratch: &Scratch, members: usize, games: usize) -> First {
        let database = scratch.sqlite();
        seed::history(&database, members, games);
        let club = Club::closed(&database);
        let moderator = PersonId(club.person("Mona", &[Role::Moderator]).id);
        let now = club.now();
        let (from, to) = (now - TimeDelta::minutes(10), now + TimeDelta::minutes(50));
        let count = members as i64;
        let (key, moderator, members) = club.write(move |tx| {
            let session = sessions::store::add(tx, from, to, "322", true)?;
            put_down(tx, session, moderator, from, moderator)?;
            let mut members = Vec::new();
            for id in 1..=count {
                let person = PersonId(id);
                let joined = (memberships::person_id.eq(id), memberships::joined_at.eq(seed::at(id)));
                diesel::insert_into(memberships::table).values(joined).execute(tx.db)?;
                put_down(tx, session, person, from, moderator)?;
                store::open_account(tx, person, None, "none")?;
                members.push(signed_in(tx, person)?);
            }
            let key = store::signing_key(tx.db)?.expect("a key");
            Ok((key, signed_in(tx, moderator)?, members))
        });
        First { database, issuer: club.app.config.url.clone(), key, moderator, members }
    }

    /// The same club once more, at another place.
    fn copy(&self, file: &Path) -> String {
        let file = file.display();
        match Connector::parse(&self.database).unwrap().open().unwrap() {
            Db::Sqlite(mut connection) => connection.batch_execute(&format!("VACUUM INTO '{file}'")).unwrap(),
            Db::Postgres(_) => unreachable!("the club is a file"),
        }
        format!("sqlite:{file}")
    }

    /// How long each answer took from the moment at which it was wanted, also where the callers before were not done.
    fn friday(&self, clubs: &[Binary], span: Duration) -> Vec<Duration> {
        let (visits, next) = (schedule(clubs.len(), span), AtomicUsize::new(0));
        let began = Instant::now();
        let call = || {
            let mut times = Vec::new();
            while let Some(visit) = visits.get(next.fetch_add(1, Ordering::Relaxed)) {
                let (request, expected) = self.request(&visit.what);
                std::thread::sleep(visit.at.saturating_sub(began.elapsed()));
                // A phone's connection has closed since it last asked.
                let mut connection = Connection::open(&clubs[visit.club].url);
                let status = connection.ask(&request);
                assert_eq!(status, expected, "{}", String::from_utf8_lossy(connection.body()));
                times.push(began.elapsed().saturating_sub(visit.at));
            }
            times
        };
        std::thread::scope(|scope| {
            let callers: Vec<_> = (0..CALLERS).map(|_| scope.spawn(call)).collect();
            callers.into_iter().flat_map(|caller| caller.join().unwrap()).collect()
        })
    }

    /// A request, and the status of its answer.
    fn request(&self, what: &What) -> (Vec<u8>, u16) {
        match *what {
            What::Today(member) => (page("/today", &self.token(self.members[member])), 200),
            What::Leaderboard(member) => (page("/", &self.token(self.members[member])), 200),
            What::Result(pair) => {
                let players = (self.members[2 * pair].0, self.members[2 * pair + 1].0);
                (writes::request(&self.token(self.moderator), players, &format!("pair-{pair}")), 201)
            }
        }
    }

    /// A token of this moment: it lasts some minutes only.
    pub fn token(&self, (person, sign_in): Caller) -> String {
        tokens::issue(&self.key, &self.issuer, person, sign_in, Clock::System.now(), tokens::ACCESS).unwrap()
    }
}

fn signed_in(tx: &mut Tx, person: PersonId) -> Result<Caller, Error> {
    let account = store::account(tx.db, person)?.expect("an account");
    let new = store::NewSignIn { person, generation: account.generation, device: b"a phone", address: "192.0.2.1" };
    Ok((person, store::start_sign_in(tx, &new, &Refresh::new())?))
}

/// A page as a browser asks for it, packed.
pub fn page(path: &str, token: &str) -> Vec<u8> {
    format!(
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nAccept: text/html\r\n\
         Accept-Encoding: gzip\r\n\r\n"
    )
    .into_bytes()
}

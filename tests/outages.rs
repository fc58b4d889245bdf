//! When something else dies: a replica that hangs, a database that is away, a full disk, a wrong setting.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use diesel::prelude::*;
use rookery::clock::Clock;
use rookery::db::schema::{games, people};
use rookery::db::{Connector, Database, Unready, migrate};
use rookery::error::Error;
use rookery::id::PersonId;
use serde_json::{Value, json};

use crate::harness::postgres::Own;
use crate::harness::{self, Answer, Binary, Client, Club, fresh_postgres, wait_until};

fn game(players: (PersonId, PersonId)) -> Value {
    json!({ "white": players.0, "black": players.1, "result": "white", "ending": "resignation", "insist": true })
}

/// A refusal of a program, with when to try again.
#[track_caller]
fn is_unavailable(answer: &Answer) {
    assert_eq!((answer.status, &answer.json["type"]), (503, &json!("/problems/unavailable")), "{}", answer.text());
    assert!(answer.header("retry-after").is_some_and(|seconds| seconds.parse::<u32>().is_ok()));
    // The same words stand on a page, for people.
    assert!(!answer.text().contains("Idempotency-Key"), "{}", answer.text());
}

/// The value of a figure.
fn figure(anyone: &Client, name: &str) -> String {
    let told = anyone.get("/metrics");
    assert_eq!(told.status, 200, "{}", told.text());
    let text = told.text();
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("no {name} in {text}")).to_owned()
}

#[derive(QueryableByName)]
struct Held {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    held: i64,
}

/// Whether somebody is in the middle of a write to this database. A service that only runs holds a shared lock.
fn is_written_to(database: &str) -> bool {
    let asked = "SELECT count(*) AS held FROM pg_locks WHERE locktype = 'advisory' AND granted \
                 AND mode = 'ExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let mut db = Connector::parse(database).unwrap().open().unwrap();
    diesel::sql_query(asked).get_result::<Held>(&mut db).unwrap().held > 0
}

/// One of two replicas is stopped in the middle of a write. The other says so, and writes as soon as the first one's
/// session is ended; the first finds its write undone when it goes on, and nothing is lost or done twice.
#[test]
fn a_replica_that_hangs_holds_the_others_up_for_seconds_only() {
    const CLIENTS: usize = 4;
    let database = fresh_postgres();
    let (caller, pairs) = Club::closed(&database).in_session(CLIENTS + 1);
    let (hangs, lives) = (Binary::start(&database), Binary::start(&database));
    let registered = Mutex::new(Vec::new());
    let closed = AtomicBool::new(false);
    let register = |caller: &Client, key: &str, players: (PersonId, PersonId), is_stopped: bool| {
        let headers = [("Content-Type", "application/json"), ("Idempotency-Key", key)];
        let sent = caller.try_send("POST", "/api/v1/games", &headers, game(players).to_string().as_bytes());
        // A replica that goes on drops whom it kept waiting: they ask again.
        let Ok(answer) = sent else { return false };
        if answer.status == 201 {
            registered.lock().unwrap().push((key.to_owned(), answer.json["id"].as_i64().unwrap()));
            return true;
        }
        // A request that it was reading when it was stopped is late when it goes on.
        if is_stopped && answer.status == 408 {
            assert_eq!(answer.json["type"], "/problems/too-slow");
        } else {
            is_unavailable(&answer);
        }
        false
    };
    std::thread::scope(|scope| {
        for (client, &players) in pairs.iter().take(CLIENTS).enumerate() {
            let caller = caller.at(&hangs.url);
            let (register, closed) = (&register, &closed);
            scope.spawn(move || {
                for number in 0.. {
                    let key = format!("client {client} game {number}");
                    while !register(&caller, &key, players, true) {
                        std::thread::sleep(Duration::from_millis(20));
                    }
                    if closed.load(Ordering::Relaxed) {
                        return;
                    }
                }
            });
        }
        wait_until(|| {
            std::thread::sleep(Duration::from_millis(50));
            hangs.signal("STOP");
            // What was sent to the server before is done by now, and what is begun stays so.
            std::thread::sleep(Duration::from_millis(100));
            let hangs_in_a_write = is_written_to(&database) && is_written_to(&database);
            if !hangs_in_a_write {
                hangs.signal("CONT");
            }
            hangs_in_a_write
        });
        let patient = caller.at(&lives.url).impatient();
        wait_until(|| register(&patient, "while the other hangs", pairs[CLIENTS], false));
        assert_eq!(patient.get("/readyz").status, 204);
        hangs.signal("CONT");
        closed.store(true, Ordering::Relaxed);
    });
    let caller = caller.at(&hangs.url);
    let mut told: Vec<i64> = Vec::new();
    for (key, id) in registered.into_inner().unwrap() {
        let headers = [("Content-Type", "application/json"), ("Idempotency-Key", key.as_str())];
        let players =
            if key.starts_with("while") { pairs[CLIENTS] } else { pairs[key[7..8].parse::<usize>().unwrap()] };
        let again = caller.send("POST", "/api/v1/games", &headers, game(players).to_string().as_bytes());
        assert_eq!(again.expect(201)["id"], id, "{key}");
        told.push(id);
    }
    told.sort_unstable();
    let read = |db: &mut rookery::db::Db| Ok(games::table.order(games::id).select(games::id).load::<i64>(db)?);
    let stored = another(&database).read_now(read).unwrap();
    assert_eq!(stored, told, "games stored and games acknowledged");
}

/// A second handle on a database, as another process has one.
fn another(url: &str) -> Database {
    Database::open(url, 1, Clock::System, std::sync::Arc::new(|_| {})).unwrap()
}

fn add(name: &'static str) -> impl Fn(&mut rookery::db::Tx) -> Result<PersonId, Error> + Send + 'static {
    move |tx| rookery::members::store::add_person(tx, name, name)
}

/// Somebody keeps the turn among writers; the others are refused soon, know it, and go on by themselves.
fn the_turn_is_kept(url: &str, is_taken_away: bool) {
    migrate(&mut Connector::parse(url).unwrap().open().unwrap()).unwrap();
    let (hangs, waits) = (another(url), another(url));
    let ((begun, begins), (go_on, goes_on)) = (channel(), channel::<()>());
    let goes_on = Mutex::new(goes_on);
    std::thread::scope(|scope| {
        let hung = scope.spawn(|| {
            hangs.write_now(move |tx| {
                let person = add("hung")(tx)?;
                // Where it runs again there is nothing to wait for any more.
                let _ = begun.send(());
                let _ = goes_on.lock().unwrap().recv();
                add("hung too")(tx)?;
                Ok(person)
            })
        });
        begins.recv().unwrap();
        let refused = waits.write_now(add("waits"));
        assert!(matches!(refused, Err(Error::Away(_))), "{refused:?}");
        assert_eq!(waits.health().is_ready(), Err(Unready::TakesNoChanges));
        if !is_taken_away {
            drop(go_on);
            hung.join().unwrap().unwrap();
            wait_until(|| waits.health().is_ready().is_ok());
            waits.write_now(add("waits")).unwrap();
            return;
        }
        wait_until(|| waits.health().is_ready().is_ok());
        waits.write_now(add("waits")).unwrap();
        drop(go_on);
        hung.join().unwrap().unwrap();
    });
    let names = |db: &mut rookery::db::Db| Ok(people::table.order(people::name).select(people::name).load(db)?);
    let names: Vec<String> = waits.read_now(names).unwrap();
    assert_eq!(names, ["hung", "hung too", "waits"], "each once");
}

#[test]
fn a_turn_that_somebody_keeps_is_taken_away_on_postgres() {
    the_turn_is_kept(&fresh_postgres(), true);
}

#[test]
fn a_turn_that_somebody_keeps_is_told_of_on_sqlite() {
    let folder = harness::folder();
    the_turn_is_kept(&format!("sqlite:{}", folder.path().join("club.sqlite").display()), false);
}

/// A change that waits behind another for too long is given up, and is not done later either.
#[test]
fn a_change_that_was_given_up_is_not_done_later() {
    let folder = harness::folder();
    let url = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    migrate(&mut Connector::parse(&url).unwrap().open().unwrap()).unwrap();
    let db = another(&url);
    let ((begun, begins), (go_on, goes_on)) = (channel(), channel::<()>());
    let goes_on = Mutex::new(goes_on);
    std::thread::scope(|scope| {
        let slow = scope.spawn(|| {
            db.write_now(move |tx| {
                let _ = begun.send(());
                let _ = goes_on.lock().unwrap().recv();
                add("slow")(tx)
            })
        });
        begins.recv().unwrap();
        let given_up = actix_web::rt::System::new().block_on(db.write(add("given up")));
        assert!(matches!(given_up, Err(Error::Away(_))), "{given_up:?}");
        drop(go_on);
        slow.join().unwrap().unwrap();
    });
    db.write_now(add("later")).unwrap();
    let names = |db: &mut rookery::db::Db| Ok(people::table.order(people::name).select(people::name).load(db)?);
    let names: Vec<String> = db.read_now(names).unwrap();
    assert_eq!(names, ["later", "slow"]);
}

#[test]
fn a_service_outlives_its_postgres_and_says_so_meanwhile() {
    let mut postgres = Own::start();
    let (caller, pairs) = Club::closed(&postgres.url).in_session(1);
    let folder = harness::folder();
    let log = folder.path().join("log");
    let mut service = Binary::start_logging(&postgres.url, &log);
    let caller = caller.at(&service.url).impatient();
    let anyone = Client::new(&service.url, None).impatient();
    assert_eq!(anyone.get("/readyz").status, 204);
    caller.post("/api/v1/games", &game(pairs[0])).expect(201);
    for round in 1..=2 {
        postgres.stop();
        // A change that is refused may be noticed before the silence is.
        wait_until(|| figure(&anyone, "rookery_database_answers") == "0");
        for _ in 0..20 {
            is_unavailable(&anyone.get("/readyz"));
            is_unavailable(&caller.get("/api/v1/me"));
            is_unavailable(&caller.get("/api/v1/sessions"));
            is_unavailable(&caller.post("/api/v1/games", &game(pairs[0])));
            assert_eq!(caller.get("/healthz").status, 204);
            assert_eq!(figure(&anyone, "rookery_database_answers"), "0");
        }
        let page = anyone.send("GET", "/rulebook", &[("Accept", "text/html"), ("Accept-Language", "de")], b"");
        assert_eq!((page.status, page.header("retry-after").is_some()), (503, true));
        assert!(page.text().contains("Warte ein paar Sekunden"), "{}", page.text());
        postgres.start_again();
        wait_until(|| anyone.get("/readyz").status == 204);
        caller.get("/api/v1/me").expect(200);
        caller.get("/api/v1/sessions").expect(200);
        caller.post("/api/v1/games", &game(pairs[0])).expect(201);
        assert_eq!(figure(&anyone, "rookery_database_answers"), "1");
        let log = std::fs::read_to_string(&log).unwrap();
        assert!((1..=2 * round).contains(&log.lines().count()), "not a line for each request and job: {log}");
        assert!(log.contains("the database does not answer"), "{log}");
    }
    postgres.stop();
    service.signal("TERM");
    wait_until(|| service.ended().is_some());
    assert_eq!(service.ended().unwrap().code(), Some(0));
}

/// The network takes everything and delivers nothing, so that no connection ends.
#[test]
fn a_postgres_that_no_longer_answers_is_told_of_until_it_does() {
    let postgres = Own::start();
    let (caller, pairs) = Club::closed(&postgres.url).in_session(1);
    let (network, database) = postgres.by_relay();
    let folder = harness::folder();
    let mut service = Binary::start_logging(&database, &folder.path().join("log"));
    let (caller, anyone) = (caller.at(&service.url).impatient(), Client::new(&service.url, None).impatient());
    caller.post("/api/v1/games", &game(pairs[0])).expect(201);
    network.cut();
    is_unavailable(&caller.get("/api/v1/me"));
    is_unavailable(&anyone.get("/readyz"));
    for _ in 0..5 {
        is_unavailable(&caller.get("/api/v1/sessions"));
        is_unavailable(&caller.post("/api/v1/games", &game(pairs[0])));
        assert_eq!(figure(&anyone, "rookery_database_answers"), "0");
    }
    network.mend();
    wait_until(|| anyone.get("/readyz").status == 204);
    caller.get("/api/v1/me").expect(200);
    caller.post("/api/v1/games", &game(pairs[0])).expect(201);
    network.cut();
    service.signal("TERM");
    wait_until(|| service.ended().is_some());
    assert_eq!(service.ended().unwrap().code(), Some(0));
}

/// The file may grow no more, as on a full disk; then there is room again.
#[test]
fn a_full_disk_is_told_of_and_heals_by_itself() {
    let folder = harness::folder();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let (caller, pairs) = Club::closed(&database).in_session(1);
    let service = Binary::start_logging(&database, &folder.path().join("log"));
    let (caller, anyone) = (caller.at(&service.url).impatient(), Client::new(&service.url, None).impatient());
    let limit = |bytes: &str| {
        let id = service.id().to_string();
        let set = Command::new("prlimit").args(["--pid", &id, &format!("--fsize={bytes}:unlimited")]).status().unwrap();
        assert!(set.success(), "prlimit");
    };
    caller.post("/api/v1/games", &game(pairs[0])).expect(201);
    limit("4096");
    is_unavailable(&caller.post("/api/v1/games", &game(pairs[0])));
    is_unavailable(&anyone.get("/readyz"));
    assert_eq!(figure(&anyone, "rookery_database_takes_changes"), "0");
    assert_eq!(figure(&anyone, "rookery_database_answers"), "1");
    caller.get("/api/v1/me").expect(200);
    limit("unlimited");
    wait_until(|| anyone.get("/readyz").status == 204);
    caller.post("/api/v1/games", &game(pairs[0])).expect(201);
}

/// The binary with these variables, until it ends: its status and what it says.
fn run(variables: &[(&str, &str)], arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .env_remove("RUST_LOG")
        .env("ROOKERY_LISTEN", "127.0.0.1:0")
        .envs(variables.iter().copied())
        .args(arguments)
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_wrong_setting_is_told_in_one_line_by_its_name() {
    let folder = harness::folder();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for (name, value, right) in [
        ("ROOKERY_READ_DATABASE", "sqlite:copy.sqlite", "postgres://USER@HOST/NAME"),
        ("ROOKERY_READERS", "0", "1"),
        ("ROOKERY_READERS", "many", "from 1 to 500"),
        ("ROOKERY_WORKERS", "many", "from 1 to 256"),
        ("ROOKERY_TRUSTED_PROXY", "nginx", "as in 127.0.0.1"),
        ("ROOKERY_WORKERS", "0", "1"),
        ("ROOKERY_URL", "nonsense", "https://club.example.org"),
        ("ROOKERY_URL", "https://club.example.org/rookery", "without a path"),
        ("ROOKERY_DISCORD", "nonsense", "https://discord.com/api/webhooks/"),
        ("ROOKERY_SMTP", "http://user:secret@host", "smtps://"),
        ("ROOKERY_MAIL_FROM", "nobody", "Chess club <club@example.org>"),
        ("ROOKERY_EVIDENCE_KEY", "5ec4e7", "64 hexadecimal digits"),
        ("ROOKERY_REQUESTS_PER_MINUTE", "-1", "from 0 to"),
        ("ROOKERY_WEBHOOKS_TO_PRIVATE_ADDRESSES", "perhaps", "true or false"),
        ("ROOKERY_REQUIRE_SECOND_FACTOR", "perhaps", "true or false"),
        ("ROOKERY_LISTEN", "nonsense", "127.0.0.1:8080"),
        ("ROOKERY_LISTEN", &address, "127.0.0.1:8080"),
        ("ROOKERY_CHECKPOINTS", file.to_str().unwrap(), "may write"),
        ("ROOKERY_DATABASE", "mysql://user:secret@host", "sqlite:PATH"),
        ("ROOKERY_DATABASE", "sqlite:/nowhere/at/all/club.sqlite", "in a folder that is there"),
        ("RUST_LOG", "rookery=loud", "debug"),
        ("ROOKERY_LOG", "xml", "text, json"),
        ("ROOKERY_SETTINGS", "/nowhere/rookery.conf", "a line NAME=VALUE"),
    ] {
        let (status, said) = run(&[("ROOKERY_DATABASE", &database), (name, value)], &[]);
        assert_eq!(status, Some(2), "{name}={value}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with(&format!("rookery: {name}: ")) && said.contains(right), "{said}");
        assert!(!said.contains("secret") && !said.contains("5ec4e7"), "a secret is not repeated: {said}");
    }
    let (status, said) = run(&[("ROOKERY_DATABASE", &database)], &["--readers", "0"]);
    assert!(status == Some(2) && said.starts_with("rookery: ROOKERY_READERS: "), "a flag is one too: {said}");
}

fn start(database: &str, log: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_rookery"))
        .args(["--database", database, "--listen", "127.0.0.1:0"])
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(log).unwrap())
        .spawn()
        .unwrap()
}

#[test]
fn an_sqlite_file_is_served_by_one_service() {
    let folder = harness::folder();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let log = |number: usize| folder.path().join(format!("log{number}"));
    // All at once, on a file that none of them has made yet.
    let mut services: Vec<Child> = (0..3).map(|number| start(&database, &log(number))).collect();
    let alive = |services: &mut Vec<Child>| -> Vec<usize> {
        let states: Vec<bool> = services.iter_mut().map(|service| service.try_wait().unwrap().is_none()).collect();
        states.iter().enumerate().filter(|(_, alive)| **alive).map(|(number, _)| number).collect()
    };
    wait_until(|| alive(&mut services).len() <= 1);
    let [serves] = alive(&mut services)[..] else { panic!("none of them serves") };
    for other in (0..3).filter(|number| *number != serves) {
        assert_eq!(services[other].wait().unwrap().code(), Some(1));
        let said = std::fs::read_to_string(log(other)).unwrap();
        assert!(said.contains("another service is running on"), "{said}");
    }
    let link = folder.path().join("link.sqlite");
    std::os::unix::fs::symlink(folder.path().join("club.sqlite"), &link).unwrap();
    let (status, said) = run(&[("ROOKERY_DATABASE", &format!("sqlite:{}", link.display()))], &[]);
    assert_eq!(status, Some(1), "a link leads to the same club: {said}");
    assert!(said.contains("another service is running on"), "{said}");
    let backup = folder.path().join("club.backup");
    wait_until(|| run(&[("ROOKERY_DATABASE", &database)], &["check"]).0 == Some(0));
    let (status, said) = run(&[("ROOKERY_DATABASE", &database)], &["backup", backup.to_str().unwrap()]);
    assert_eq!((status, backup.is_file()), (Some(0), true), "commands work beside it: {said}");
    services[serves].kill().unwrap();
    services[serves].wait().unwrap();
    let next = Binary::start(&database);
    assert_eq!(Client::new(&next.url, None).get("/readyz").status, 204, "a service that was killed keeps nobody out");
}

//! Registering games over HTTP, against the same transaction with nothing around it.

use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use chrono::NaiveDateTime;
use diesel::Connection as _;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use rookery::action::{By, Somebody, perform};
use rookery::auth::Roles;
use rookery::clock::Clock;
use rookery::db::{Connector, Db, Tx};
use rookery::error::Error;
use rookery::games::record::Record;
use rookery::games::{Ending, NewGame};
use rookery::id::PersonId;
use rookery::ratings::Outcome;
use serde_json::json;

use crate::harness::{Binary, Caller, Club, postgres};
use crate::load::{self, Connection};
use crate::measure::{Ratio, goal};
use crate::seed::Scratch;

const CONNECTIONS: usize = 64;
const GAMES: &str = "/api/v1/games";

type Pair = (PersonId, PersonId);

/// A request that changes something.
fn post(path: &str, token: &str, key: &str, body: &str) -> Vec<u8> {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nIdempotency-Key: {key}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// The time that this share of a number of tries did not exceed.
pub fn percentile(times: &mut [Duration], share: f64) -> Duration {
    times.sort_unstable();
    times[((times.len() - 1) as f64 * share) as usize]
}

/// A moderator enters a game.
pub fn request(token: &str, (white, black): Pair, key: &str) -> Vec<u8> {
    let game = json!({ "white": white, "black": black, "result": "white", "ending": "resignation", "insist": true });
    post(GAMES, token, key, &game.to_string())
}

/// Desks of one club that register games over HTTP.
struct Desks {
    service: Binary,
    token: String,
    pairs: Vec<Pair>,
    /// So that no key comes twice.
    rounds: AtomicUsize,
    times: RefCell<Vec<Duration>>,
    best: Cell<f64>,
}

impl Desks {
    fn open(database: &str, moderator: &Caller, pairs: Vec<Pair>) -> Desks {
        Desks {
            service: Binary::start(database),
            token: moderator.token().expect("somebody signed in").to_owned(),
            pairs,
            rounds: AtomicUsize::new(0),
            times: RefCell::default(),
            best: Cell::default(),
        }
    }

    fn request(&self, connection: usize, key: &str) -> Vec<u8> {
        request(&self.token, self.pairs[connection], key)
    }

    /// Games a second.
    fn register(&self, span: Duration) -> f64 {
        let round = self.rounds.fetch_add(1, Ordering::Relaxed);
        let (token, pairs) = (&self.token, &self.pairs);
        let served = load::run(&self.service.url, CONNECTIONS, span, 201, |connection, turn| {
            request(token, pairs[connection], &format!("{round}-{connection}-{turn}"))
        });
        self.times.borrow_mut().extend(served.times);
        self.best.set(self.best.get().max(served.per_second));
        served.per_second
    }

    /// Gives the time that 99 of 100 games did not exceed.
    fn tell_times(&self) -> Duration {
        let mut times = self.times.borrow_mut();
        let (half, most) = (percentile(&mut times, 0.5), percentile(&mut times, 0.99));
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "    p50 {:.1} ms, p99 {:.1} ms; up to {:.0} games/s",
            milliseconds(half),
            milliseconds(most),
            self.best.get()
        );
        goal("p99 / p50", most.as_secs_f64() / half.as_secs_f64(), "<=", 5.0);
        most
    }
}

/// Section `register-sqlite`.
pub fn sqlite(rounds: usize, span: Duration) {
    let (served, bare) = (Scratch::new(), Scratch::new());
    let (moderator, pairs) = Club::closed(&served.sqlite()).in_session(CONNECTIONS);
    let desks = Desks::open(&served.sqlite(), &moderator, pairs);
    let (moderator, pairs) = Club::closed(&bare.sqlite()).in_session(CONNECTIONS);
    let mut loops = Loop::open(&bare.sqlite(), PersonId(moderator.id), pairs);
    println!("{CONNECTIONS} connections, SQLite, synchronous = FULL");
    let ratio = Ratio::alternate(rounds, || desks.register(span), || loops.register(span));
    ratio.tell("games over HTTP / a bare loop of the same transaction", ">=", 0.6);
    let most = desks.tell_times();
    goal("games/s", desks.best.get(), ">=", 5_000.0);
    goal("p99, ms", most.as_secs_f64() * 1e3, "<=", 25.0);
    println!("    the bare loop: up to {:.0} games/s", loops.best);
}

/// One thread, one connection, one transaction a game; the games come from nowhere.
struct Loop {
    db: Db,
    by: By,
    pairs: Vec<Pair>,
    best: f64,
}

impl Loop {
    fn open(database: &str, moderator: PersonId, pairs: Vec<Pair>) -> Loop {
        let db = Connector::parse(database).unwrap().open().unwrap();
        let roles = Roles { moderator: true, ..Roles::default() };
        let by = By::from(Somebody { person: moderator, roles });
        Loop { db, by, pairs, best: 0.0 }
    }

    fn register(&mut self, span: Duration) -> f64 {
        let began = Instant::now();
        let mut games = 0;
        while began.elapsed() < span {
            let (white, black) = self.pairs[games % self.pairs.len()];
            let now = Clock::System.now();
            let game = NewGame {
                white,
                black,
                result: Some(Outcome::White),
                ending: Ending::Resignation,
                played_at: now,
                room: None,
                began_at: None,
                online: false,
                clock: None,
                record: Record::default(),
                timed_game: None,
                rematch_of: None,
                import_key: None,
                insist: true,
            };
            let enter = |db: &mut Db| perform(&mut Tx { db, now }, &self.by, &game).map(drop);
            self.db.transaction::<_, Error, _>(enter).unwrap();
            games += 1;
        }
        let rate = games as f64 / began.elapsed().as_secs_f64();
        self.best = self.best.max(rate);
        rate
    }
}

/// Section `register-postgres`.
pub fn postgres(rounds: usize, span: Duration) {
    let served = postgres::fresh_durable_database();
    let (moderator, pairs) = Club::closed(&served).in_session(CONNECTIONS);
    let desks = Desks::open(&served, &moderator, pairs);
    // Both on databases of their own, so that neither finds the other's games among its own.
    let scratch = Scratch::new();
    let (bare, script) = (postgres::fresh_durable_database(), scratch.path().join("game.sql"));
    std::fs::write(&script, record(&bare)).unwrap();
    println!("{CONNECTIONS} connections, PostgreSQL, fsync = on");
    let best = Cell::new(0.0);
    let bench = || {
        let rate = pgbench(&bare, &script, span);
        best.set(f64::max(best.get(), rate));
        rate
    };
    let ratio = Ratio::alternate(rounds, || desks.register(span), bench);
    ratio.tell("games over HTTP / pgbench with the same statements", ">=", 0.7);
    desks.tell_times();
    println!("    pgbench: up to {:.0} games/s", best.get());
}

fn run(database: &str, sql: &str) {
    match Connector::parse(database).unwrap().open().unwrap() {
        Db::Postgres(mut connection) => connection.batch_execute(sql).unwrap(),
        Db::Sqlite(_) => unreachable!("a postgres URL opens PostgreSQL"),
    }
}

/// Changes a setting of the whole server; its processes take a moment to hear of it.
fn set(database: &str, what: &str) {
    run(database, &format!("ALTER SYSTEM {what}"));
    run(database, "SELECT pg_reload_conf()");
    std::thread::sleep(Duration::from_millis(500));
}

/// Registers one game while PostgreSQL writes down its statements, and makes a script for pgbench of
/// them: the same statements in the same order, in a transaction of their own.
fn record(database: &str) -> String {
    let club = Club::closed(database);
    // Ids that occur nowhere else, so that they can be told in what is written down.
    run(database, "SELECT setval('people_id_seq', 1000000), setval('games_id_seq', 2000000)");
    let (moderator, pairs) = club.in_session(CONNECTIONS);
    run(database, "SELECT setval('rating_events_id_seq', 3000000)");
    run(database, "INSERT INTO acts SELECT 4000000, now(), NULL, 'bench', 'bench', '{}', ''");
    drop(club);
    let desks = Desks::open(database, &moderator, pairs);
    let mut connection = Connection::open(&desks.service.url);
    // The first game's statements are prepared besides, the second's only run.
    assert_eq!(connection.ask(&desks.request(0, "first")), 201);
    set(database, "SET log_statement = 'all'");
    let before = postgres::durable_log().len();
    assert_eq!(connection.ask(&desks.request(0, "recorded")), 201, "{}", String::from_utf8_lossy(connection.body()));
    set(database, "RESET log_statement");
    let log = postgres::durable_log().split_off(before);
    let given = |table: &str, variable: &'static str| (last_id(database, table).to_string(), variable);
    let ids = [
        given("games", ":game_id"),
        given("rating_events", ":event_id"),
        given("acts", "(SELECT max(id) + 1 FROM acts)"),
    ];
    script(&statements(&log), desks.pairs[0], &ids)
}

fn last_id(database: &str, table: &str) -> i64 {
    #[derive(diesel::QueryableByName)]
    struct Last {
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        id: i64,
    }
    let mut db = Connector::parse(database).unwrap().open().unwrap();
    diesel::sql_query(format!("SELECT max(id) AS id FROM {table}")).get_result::<Last>(&mut db).unwrap().id
}

/// The writer's statements and their parameters, from taking its turn to its commit.
fn statements(log: &str) -> Vec<(String, Vec<Option<String>>)> {
    let writer = log.lines().find(|line| line.contains("pg_advisory_xact_lock")).and_then(process).unwrap_or_default();
    let mut found: Vec<(String, Vec<Option<String>>)> = Vec::new();
    for line in log.lines().filter(|line| process(line) == Some(writer)) {
        if let Some((_, statement)) = line.split_once("LOG:  ") {
            let sql = statement.split_once(": ").map_or(statement, |(_, sql)| sql);
            found.push((sql.to_owned(), Vec::new()));
        } else if let Some((_, told)) = line.split_once("DETAIL:  ")
            && let (Some((_, told)), Some(last)) = (told.split_once("arameters: "), found.last_mut())
        {
            last.1 = parameters(told);
        }
    }
    let is = |sql: &str, word: &str| sql.trim_end_matches(';').eq_ignore_ascii_case(word);
    let begin = found.iter().rposition(|(sql, _)| sql.contains("pg_advisory_xact_lock")).unwrap_or(0);
    let commit = found[begin..].iter().position(|(sql, _)| is(sql, "commit")).map_or(found.len(), |end| begin + end);
    let within = found.drain(begin..commit);
    within.filter(|(sql, _)| !sql.contains("SAVEPOINT")).collect()
}

/// The process that a line of the log is of: `… [123] LOG: …`.
fn process(line: &str) -> Option<&str> {
    Some(line.split_once('[')?.1.split_once(']')?.0)
}

/// `$1 = 'one', $2 = NULL`, with quotes doubled.
fn parameters(told: &str) -> Vec<Option<String>> {
    let mut rest = told;
    let mut found = Vec::new();
    while let Some((_, value)) = rest.split_once(" = ") {
        if let Some(after) = value.strip_prefix("NULL") {
            found.push(None);
            rest = after;
            continue;
        }
        let mut text = String::new();
        let mut letters = value.char_indices().skip(1).peekable();
        rest = "";
        while let Some((at, letter)) = letters.next() {
            if letter == '\'' && letters.next_if(|next| next.1 == '\'').is_none() {
                rest = &value[at + 1..];
                break;
            }
            text.push(letter);
        }
        found.push(Some(text));
    }
    found
}

/// The script: ids that the database gave out are taken from its answers, players are drawn.
fn script(statements: &[(String, Vec<Option<String>>)], recorded: Pair, ids: &[(String, &str)]) -> String {
    assert!(statements.len() > 10, "nothing was recorded");
    let times = statements.iter().flat_map(|(_, parameters)| parameters.iter().flatten());
    let recorded_at = times.filter_map(|value| timestamp(value)).max().expect("a time");
    let mut script = format!(
        "\\set pair random(0, {})\n\\set white {} + 2 * :pair\n\\set black :white + 1\n\\set key random(1, 9000000000000000)\nBEGIN;\n",
        CONNECTIONS - 1,
        recorded.0
    );
    for (sql, parameters) in statements {
        let mut sql = sql.clone();
        // The service waits for its turn for so long only; pgbench sends one statement at a time, and waits.
        if let Some(lock) = sql.split(';').find(|one| one.contains("pg_advisory_xact_lock")) {
            sql = lock.trim().to_owned();
        }
        for (index, value) in parameters.iter().enumerate().rev() {
            let value = value.as_ref().map_or("NULL".to_owned(), |value| literal(value, recorded, ids, recorded_at));
            sql = sql.replace(&format!("${}", index + 1), &value);
        }
        if sql.contains("pg_advisory_xact_lock") {
            // Read once the lock is held: the time rises from game to game, as the service's does.
            sql += ", clock_timestamp() AT TIME ZONE 'UTC' AS now";
        }
        if sql.starts_with("INSERT INTO \"acts\"") {
            // It is sealed to the last act, which is another one each time.
            let seal = parameters.iter().flatten().next_back().expect("the seal of the act before");
            sql = sql.replace(
                &literal(seal, recorded, ids, recorded_at),
                "(SELECT hash FROM acts ORDER BY id DESC LIMIT 1)",
            );
        }
        let answers = |of: &str| sql.starts_with(&format!("INSERT INTO \"{of}\"")) && sql.contains("RETURNING");
        let end = if sql.contains("pg_advisory_xact_lock") {
            " \\gset\n"
        } else if answers("games") {
            " \\gset game_\n"
        } else if answers("rating_events") {
            " \\gset event_\n"
        } else {
            ";\n"
        };
        write!(script, "{}{end}", sql.trim_end_matches(';')).unwrap();
    }
    script + "COMMIT;\n"
}

/// A parameter as SQL: players, ids, the key and the time are the script's variables, also within a text.
fn literal(value: &str, (white, black): Pair, ids: &[(String, &str)], recorded_at: NaiveDateTime) -> String {
    if let Some(at) = timestamp(value) {
        return format!("(:now::timestamp + interval '{} seconds')", (at - recorded_at).as_seconds_f64());
    }
    let variables = [(white.to_string(), ":white"), (black.to_string(), ":black"), ("recorded".to_owned(), ":key")];
    let mut variables: Vec<(String, &str)> = variables.into();
    variables.extend(ids.iter().cloned());
    if let Some((_, name)) = variables.iter().find(|(text, name)| text == value && *name != ":key") {
        return (*name).to_owned();
    }
    // A list of ids has a type of its own: a text that is put together of parts has none that it could be read as.
    let ids_of = |list: &str| -> Option<Vec<i64>> {
        list.strip_prefix('{')?.strip_suffix('}')?.split(',').map(|id| id.parse().ok()).collect()
    };
    if let Some(list) = ids_of(value) {
        let list = list.iter().map(|id| literal(&id.to_string(), (white, black), ids, recorded_at));
        return format!("ARRAY[{}]::bigint[]", list.collect::<Vec<_>>().join(", "));
    }
    // pgbench takes a colon before a word for a variable, also in quotes.
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('\'', "''").replace(':', "\\072");
    let mut text = format!("E'{}'", quoted(value));
    for (value, name) in &variables {
        text = text.replace(value.as_str(), &format!("' || {name} || E'"));
    }
    text
}

fn timestamp(value: &str) -> Option<NaiveDateTime> {
    NaiveDateTime::parse_from_str(value, "%Y-%m-%d %H:%M:%S%.f").ok()
}

/// Transactions a second.
fn pgbench(database: &str, script: &std::path::Path, span: Duration) -> f64 {
    let seconds = span.as_secs().max(1).to_string();
    let output = Command::new(postgres::programs().join("pgbench"))
        .args(["--no-vacuum", "--protocol=prepared", "--jobs=2", "--time", &seconds])
        .args(["--client", &CONNECTIONS.to_string(), "--file"])
        .arg(script)
        .arg(database)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    let rate = told.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
    rate.unwrap_or_else(|| panic!("{told}{}", String::from_utf8_lossy(&output.stderr)))
}

//! A private PostgreSQL for the test run: on a free port, gone with the process that started it.

use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use diesel::connection::SimpleConnection;
use rookery::db::{Connector, Db, migrate};

use super::Relay;

/// Reads a line that never comes; when its writer dies, stops the server and removes its files. Of a server that may be
/// started again somebody else removes them.
const KEEPER: &str = r#"
"$1/postgres" -D "$2" -p "$4" >>"$2/log" 2>&1 &
server=$!
read -r _
kill -INT $server
wait $server
test "$3" = again || rm -rf "$2"
"#;

/// How often is looked whether a server takes connections, twenty times a second: a laden machine has two minutes.
const LOOKS: usize = 2_400;

/// What every server is set to.
const SETTINGS: &str = "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nmax_connections = 300\n\
    shared_buffers = 64MB\ntimezone = 'Asia/Kathmandu'\n";
/// Nothing is kept when the machine goes down.
const FORGETFULLY: &str = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\nwal_level = minimal\n\
    max_wal_senders = 0\nmax_wal_size = 256MB\nautovacuum = off\n";
/// As a club's own waits for the disk.
const DURABLY: &str = "fsync = on\n";

struct Server {
    port: u16,
    keeper: Child,
}

/// For tests: forgetful and fast.
static SERVER: OnceLock<Server> = OnceLock::new();
/// For measurements: waits for the disk as a club's does.
static DURABLE: OnceLock<Server> = OnceLock::new();
static DATABASES: AtomicU64 = AtomicU64::new(0);

/// The folder of the newest PostgreSQL's programs.
pub fn programs() -> PathBuf {
    let mut found: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .filter(|bin| bin.join("initdb").exists())
        .collect();
    found.sort();
    found.pop().expect("PostgreSQL is not installed: run scripts/test, which installs it")
}

/// PostgreSQL refuses to run as root: then its own user runs it.
fn as_postgres(command: &mut Command) -> &mut Command {
    let id = |flag: &str, name: &str| -> Option<u32> {
        let output = Command::new("id").args([flag, name]).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    };
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if let (true, Some(user), Some(group)) = (root, id("-u", "postgres"), id("-g", "postgres")) {
        command.uid(user).gid(group);
    }
    command
}

fn folder(durable: bool) -> PathBuf {
    let number = std::process::id();
    if durable {
        std::env::temp_dir().join(format!("rookery-durable-postgres-{number}"))
    } else {
        super::place().join(format!("rookery-postgres-{number}"))
    }
}

fn start(durable: bool) -> Server {
    let folder = folder(durable);
    prepare(&folder, durable);
    let server = Server::on_a_free_port(&folder, "once");
    server.run("postgres", "CREATE DATABASE template");
    let mut db = Connector::parse(&server.url("template")).unwrap().open().unwrap();
    migrate(&mut db).unwrap();
    drop(db);
    server.run("postgres", "CREATE DATABASE open TEMPLATE template");
    super::open_to_visitors(&mut Connector::parse(&server.url("open")).unwrap().open().unwrap());
    server
}

/// Makes a server's folder, in the place of one that a killed process of the same number has left.
fn prepare(folder: &Path, durable: bool) {
    drop(std::fs::remove_dir_all(folder));
    let settings = if durable { DURABLY } else { FORGETFULLY };
    let made = as_postgres(&mut Command::new(programs().join("initdb")))
        .args(["--auth=trust", "--username=club", "--no-sync", "--encoding=UTF8", "--locale=C", "-D"])
        .arg(folder)
        .current_dir("/")
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    append(&folder.join("postgresql.conf"), &[SETTINGS, settings].concat());
}

/// Starts a server that ends with this process, `once` or to be started `again`.
fn keep(folder: &Path, how_often: &str, port: u16) -> Child {
    as_postgres(&mut Command::new("sh"))
        .args(["-c", KEEPER, "keeper"])
        .arg(programs())
        .arg(folder)
        .arg(how_often)
        .arg(port.to_string())
        .current_dir("/")
        .stdin(Stdio::piped())
        .spawn()
        .unwrap()
}

fn append(file: &Path, text: &str) {
    let old = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, old + text).unwrap();
}

/// What a server has said.
fn log(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("log")).unwrap_or_default()
}

impl Server {
    /// Somebody may take the port before the server does: then another is tried.
    fn on_a_free_port(folder: &Path, how_often: &str) -> Server {
        let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut tries = (0..10).filter_map(|_| Server::on(folder, how_often, free()));
        tries.next().unwrap_or_else(|| panic!("PostgreSQL did not start: {}", log(folder)))
    }

    /// A server that listens there and takes connections; none, where it cannot.
    fn on(folder: &Path, how_often: &str, port: u16) -> Option<Server> {
        let before = log(folder).len();
        let mut server = Server { port, keeper: keep(folder, how_often, port) };
        // Its own word, since on its port somebody else may answer.
        let is_ready = || {
            let told = std::fs::read_to_string(folder.join("postmaster.pid")).unwrap_or_default();
            told.lines().nth(7).is_some_and(|status| ["ready", "standby"].contains(&status.trim()))
        };
        for _ in 0..LOOKS {
            if log(folder)[before..].contains("could not create any TCP/IP sockets") {
                // The server has ended; its keeper ends without taking the folder away.
                server.keeper.kill().unwrap();
                server.keeper.wait().unwrap();
                return None;
            }
            if is_ready() && Connector::parse(&server.url("postgres")).unwrap().open().is_ok() {
                return Some(server);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("PostgreSQL did not start: {}", log(folder));
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://club@127.0.0.1:{}/{database}", self.port)
    }

    fn run(&self, database: &str, sql: &str) {
        match Connector::parse(&self.url(database)).unwrap().open().unwrap() {
            Db::Postgres(mut connection) => connection.batch_execute(sql).unwrap(),
            Db::Sqlite(_) => unreachable!("a postgres URL opens PostgreSQL"),
        }
    }

    fn fresh_database(&self, template: &str) -> String {
        let name = format!("club{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        self.run("postgres", &format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy"));
        self.url(&name)
    }
}

/// The URL of a new, migrated database.
pub fn fresh_database() -> String {
    SERVER.get_or_init(|| start(false)).fresh_database("template")
}

/// A database that goes with the club that a test made it for: hundreds of them would fill a disk.
pub struct Passing {
    pub url: String,
}

impl Drop for Passing {
    fn drop(&mut self) {
        let Some((server, name)) = self.url.rsplit_once('/') else { return };
        if let Ok(Db::Postgres(mut connection)) = Connector::parse(&format!("{server}/postgres")).unwrap().open() {
            drop(connection.batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)")));
        }
    }
}

/// A new database of a club where people from outside read everything.
pub fn open_database() -> Passing {
    Passing { url: SERVER.get_or_init(|| start(false)).fresh_database("open") }
}

/// What the server of [`fresh_durable_database`] has to say.
pub fn durable_log() -> String {
    log(&folder(true))
}

/// [`fresh_database`] on a server that waits for the disk at each commit.
pub fn fresh_durable_database() -> String {
    DURABLE.get_or_init(|| start(true)).fresh_database("template")
}

/// A server of a test's own, with one migrated database, that can be stopped and started again.
pub struct Own {
    server: Server,
    folder: PathBuf,
    pub url: String,
}

impl Own {
    pub fn start() -> Own {
        Own::with("")
    }

    /// One that a standby can follow.
    pub fn main() -> Own {
        Own::with("wal_level = replica\nmax_wal_senders = 4\n")
    }

    fn folder() -> PathBuf {
        let number = DATABASES.fetch_add(1, Ordering::Relaxed);
        super::place().join(format!("rookery-own-postgres-{}-{number}", std::process::id()))
    }

    fn with(settings: &str) -> Own {
        let folder = Own::folder();
        prepare(&folder, false);
        append(&folder.join("postgresql.conf"), settings);
        let server = Server::on_a_free_port(&folder, "again");
        server.run("postgres", "CREATE DATABASE club");
        let url = server.url("club");
        migrate(&mut Connector::parse(&url).unwrap().open().unwrap()).unwrap();
        Own { server, folder, url }
    }

    /// A standby of it, which follows from now on.
    pub fn standby(&self) -> Own {
        let folder = Own::folder();
        let copied = as_postgres(&mut Command::new(programs().join("pg_basebackup")))
            .args([
                "--write-recovery-conf",
                "--checkpoint=fast",
                "--no-sync",
                "--dbname",
                &self.server.url("postgres"),
                "-D",
            ])
            .arg(&folder)
            .current_dir("/")
            .output()
            .unwrap();
        assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
        let server = Server::on_a_free_port(&folder, "again");
        let url = server.url("club");
        Own { server, folder, url }
    }

    /// Says something to the server itself.
    pub fn run(&self, sql: &str) {
        self.server.run("postgres", sql);
    }

    /// A way to it that can be cut, and its URL by that way.
    pub fn by_relay(&self) -> (Relay, String) {
        let relay = Relay::to(self.server.port);
        let url = format!("postgres://club@127.0.0.1:{}/club", relay.port);
        (relay, url)
    }

    /// Ends the server and all its connections.
    pub fn stop(&mut self) {
        drop(self.server.keeper.stdin.take());
        self.server.keeper.wait().unwrap();
    }

    pub fn start_again(&mut self) {
        let port = self.server.port;
        self.server =
            Server::on(&self.folder, "again", port).unwrap_or_else(|| panic!("port {port} was taken meanwhile"));
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        self.stop();
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

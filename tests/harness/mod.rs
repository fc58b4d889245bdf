//! A club for a test: a fresh database, the service on a free port, people who call it.

mod binary;
mod browser;
mod client;
pub mod postgres;
mod receivers;
mod relay;

use std::any::Any;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Once};
use std::time::Duration;

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rookery::App;
use rookery::action::{By, Somebody, perform};
use rookery::auth::actions::{PutInOffice, TakeOffice};
use rookery::auth::{Refresh, Role, Roles, Visitors, store, tokens};
use rookery::clock::Clock;
use rookery::config::Config;
use rookery::db::{Connector, Db, Tx, migrate};
use rookery::error::Error;
use rookery::id::{PersonId, SessionId};
use rookery::members::actions::erasure::Erase;
use rookery::notify::{Channel, worker};
use rookery::rulebook::{self, Rulebook};
use rookery::sessions::actions::PutDown;
use rookery::{members, sessions};
use rookery_messages::Message;
use serde_json::json;

pub use binary::Binary;
pub use browser::Browser;
pub use client::{Answer, Client};
pub use postgres::fresh_database as fresh_postgres;
pub use receivers::{MailServer, Received, Receiver};
pub use relay::Relay;

/// Erases somebody, by themself, whatever bars it.
pub fn erased(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    let by = Somebody { person, roles: Roles::default() };
    perform(tx, &by.into(), &Erase { person, particulars: json!({}) })
}

/// Runs a test on SQLite and on PostgreSQL.
macro_rules! both {
    ($(#[$meta:meta])* $name:ident, |$club:ident| $body:block) => {
        $(#[$meta])*
        fn $name($club: $crate::harness::Club) $body

        mod $name {
            #[test]
            fn sqlite() {
                super::$name($crate::harness::Club::on_sqlite());
            }
            #[test]
            fn postgres() {
                super::$name($crate::harness::Club::on_postgres());
            }
        }
    };
}

/// A club with nobody in it yet, at noon on Friday 6 November 2026 (a session begins at 12:30).
pub struct Club {
    pub app: App,
    pub url: String,
    server: Option<(actix_web::dev::ServerHandle, std::thread::JoinHandle<()>)>,
    /// Where its database is: goes with the club.
    home: Option<Box<dyn Any + Send + Sync>>,
}

/// Somebody holds a role from now on.
pub fn put_in_office(tx: &mut Tx, person: PersonId, role: Role) -> Result<(), Error> {
    perform(tx, &By::upkeep(), &PutInOffice { person, role, reason: &Message::verbatim("for a test"), ends_at: None })
}

/// Somebody holds a role no longer.
pub fn take_office(tx: &mut Tx, person: PersonId, role: Role) -> Result<(), Error> {
    perform(tx, &By::upkeep(), &TakeOffice { person, role, reason: &Message::verbatim("for a test") })
}

/// Friday 6 November 2026, 12:00 in London and in UTC.
pub fn friday_noon() -> NaiveDateTime {
    "2026-11-06T12:00:00".parse().unwrap()
}

static NAMES: AtomicU64 = AtomicU64::new(1);

/// Kibibytes that memory must have left to keep clubs in.
const ROOM: u64 = 2 << 20;

/// How long a sign-in and a session last that a closed club is filled with: the long tests take an hour and more of the machine's clock.
const LONG: TimeDelta = TimeDelta::hours(8);

/// Where tests keep their files: in memory where there is room, since nobody pulls a test's plug and each commit would
/// wait for the disk.
pub fn place() -> &'static Path {
    static PLACE: LazyLock<PathBuf> = LazyLock::new(|| {
        let memory = Path::new("/dev/shm");
        let told = Command::new("df").args(["-k", "--output=avail"]).arg(memory).output();
        let left =
            told.ok().and_then(|told| String::from_utf8(told.stdout).ok()?.lines().next_back()?.trim().parse().ok());
        if left.is_some_and(|left: u64| left > ROOM) { memory.into() } else { std::env::temp_dir() }
    });
    &PLACE
}

/// A folder for a test's files.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(place()).unwrap()
}

/// Asks again and again until it is so. A test that waits in vain is ended by who runs it.
pub fn wait_until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A migrated database: each club on SQLite begins as a copy of it.
static TEMPLATE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = folder();
    let file = folder.path().join("template.sqlite");
    let mut db = Connector::parse(&format!("sqlite:{}", file.display())).unwrap().open().unwrap();
    migrate(&mut db).unwrap();
    open_to_visitors(&mut db);
    // The last connection leaves all of it in the file.
    drop(db);
    std::fs::read(file).unwrap()
});

/// Puts somebody on a session's register who is there to its end.
pub fn put_down(
    tx: &mut Tx,
    session: SessionId,
    person: PersonId,
    arrived_at: NaiveDateTime,
    by: PersonId,
) -> Result<(), Error> {
    let by = By::from(Somebody { person: by, roles: Roles::default() });
    perform(tx, &by, &PutDown { session, person, arrived_at, left_at: None })
}

/// Lets people from outside read everything, and everybody with names, in the club's first version of its rulebook: most
/// tests read as anybody who is at hand. Tests of what visitors and members read say what the club lets them.
pub fn open_to_visitors(db: &mut Db) {
    let now = "2000-01-01T00:00:00".parse().unwrap();
    let mut book = Rulebook::shipped();
    book.rules.visitors = Visitors::Everything;
    book.rules.public_initials = false;
    rulebook::publish(&mut Tx { db, now }, &book, None, &rookery_messages::Message::verbatim("For tests")).unwrap();
}

impl Club {
    pub fn on_sqlite() -> Club {
        let folder = folder();
        let file = folder.path().join("club.sqlite");
        std::fs::write(&file, TEMPLATE.as_slice()).unwrap();
        let mut club = Club::open(&format!("sqlite:{}", file.display()));
        club.home = Some(Box::new(folder));
        club
    }

    pub fn on_postgres() -> Club {
        let database = postgres::open_database();
        let mut club = Club::open(&database.url);
        club.home = Some(Box::new(database));
        club
    }

    /// A service on a database that is migrated.
    pub fn open(database: &str) -> Club {
        Club::with(Config { evidence_key: Some("5a".repeat(32)), ..Config::embedded(database) })
    }

    /// A service on a database that is migrated, with these settings.
    pub fn with(config: Config) -> Club {
        Club::serve(App::open(config, Clock::at(friday_noon())).unwrap(), true)
    }

    /// A club on the machine's clock that nobody is served: to fill a database that [`Binary`] will serve.
    pub fn closed(database: &str) -> Club {
        migrate(&mut Connector::parse(database).unwrap().open().unwrap()).unwrap();
        let app = App::open(Config::embedded(database), Clock::System).unwrap();
        Club { app, url: String::new(), server: None, home: None }
    }

    /// A session under way with a moderator and pairs of members in the room.
    pub fn in_session(&self, pairs: usize) -> (Caller, Vec<(PersonId, PersonId)>) {
        let now = self.now();
        let moderator = self.person("Mona", &[Role::Moderator]);
        let overseer = PersonId(moderator.id);
        let lasts = if self.server.is_some() { TimeDelta::minutes(50) } else { LONG };
        let pairs = self.write(move |tx| {
            let (from, to) = (now - TimeDelta::minutes(10), now + lasts);
            let session = sessions::store::add(tx, from, to, "322", true)?;
            put_down(tx, session, overseer, from, overseer)?;
            let mut member = |name: String| {
                let person = members::store::add_person(tx, &name, &name)?;
                members::store::join(tx, person, from)?;
                put_down(tx, session, person, from, overseer)?;
                Ok::<PersonId, Error>(person)
            };
            (0..pairs).map(|pair| Ok((member(format!("white{pair}"))?, member(format!("black{pair}"))?))).collect()
        });
        (moderator, pairs)
    }

    /// Another replica on the same database, with the same clock.
    pub fn replica(&self) -> Club {
        Club::serve(App::open((*self.app.config).clone(), self.app.clock.clone()).unwrap(), true)
    }

    /// The same club, served with other settings.
    pub fn reopened(self, config: Config) -> Club {
        self.served_anew(config, true)
    }

    /// The same club, served with other settings and without what the service does by itself.
    pub fn quiet(self, config: Config) -> Club {
        self.served_anew(config, false)
    }

    /// The same club, which does nothing by itself: what is due is done when a test does it, and by nobody else.
    pub fn still(self) -> Club {
        let config = (*self.app.config).clone();
        self.quiet(config)
    }

    fn served_anew(mut self, config: Config, jobs: bool) -> Club {
        if let Some((server, thread)) = self.server.take() {
            drop(server.stop(false));
            thread.join().unwrap();
        }
        let mut club = Club::serve(App::open(config, self.app.clock.clone()).unwrap(), jobs);
        club.home = self.home.take();
        club
    }

    /// A service that does nothing by itself.
    pub fn idle(app: App) -> Club {
        Club::serve(app, false)
    }

    fn serve(app: App, jobs: bool) -> Club {
        // What the service calls an error of its own is shown with the test that fails.
        static LOG: Once = Once::new();
        LOG.call_once(|| tracing_subscriber::fmt().with_max_level(tracing::Level::ERROR).with_test_writer().init());
        // What the service would do first by itself, at a time of its own.
        if app.watch.is_right(&app.clock) {
            rookery::games::closing::run(&app.db).unwrap();
        }
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let served = app.clone();
        let (sender, receiver) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                if jobs {
                    rookery::jobs::start(&served);
                }
                let server = rookery::service::server::serve(served, listener).unwrap();
                sender.send(server.handle()).unwrap();
                server.await.unwrap();
            });
        });
        Club { app, url, server: receiver.recv().ok().map(|server| (server, thread)), home: None }
    }

    /// Takes back that people from outside read everything: no version of the rulebook was published yet.
    pub fn with_the_shipped_rulebook(&self) {
        use rookery::db::{raise_version, schema::house_rules};
        self.write(|tx| {
            diesel::delete(house_rules::table).execute(tx.db)?;
            raise_version(tx, "leaderboard")
        });
    }

    /// Publishes what people from outside may read.
    pub fn lets_visitors_read(&self, visitors: Visitors) {
        self.write(move |tx| {
            let mut book = rulebook::version_at(tx.db, tx.now)?;
            book.rules.visitors = visitors;
            rulebook::publish(tx, &book, None, &rookery_messages::Message::verbatim("For a test"))
        });
    }

    /// Publishes how many online games a member may play in a day (Act I.9.2).
    pub fn lets_play_online(&self, a_day: u32, at_once: u32) {
        self.write(move |tx| {
            let mut book = rulebook::version_at(tx.db, tx.now)?;
            book.rules.online_games_a_day = a_day;
            book.rules.online_games_at_once = at_once;
            rulebook::publish(tx, &book, None, &rookery_messages::Message::verbatim("For a test"))
        });
    }

    /// Publishes whether the club reads cases and declarations with names.
    pub fn tells_names(&self, names: bool) {
        self.write(move |tx| {
            let mut book = rulebook::version_at(tx.db, tx.now)?;
            book.rules.public_initials = !names;
            rulebook::publish(tx, &book, None, &rookery_messages::Message::verbatim("For a test"))
        });
    }

    pub fn now(&self) -> NaiveDateTime {
        self.app.clock.now()
    }

    pub fn set_time(&self, instant: &str) {
        self.app.clock.set(instant.parse().unwrap());
    }

    pub fn pass(&self, span: TimeDelta) {
        self.app.clock.set(self.now() + span);
    }

    /// Writes straight to the database, for what no endpoint offers.
    pub fn write<T: Send + 'static>(&self, change: impl Fn(&mut Tx) -> Result<T, Error> + Send + 'static) -> T {
        self.app.db.write_now(change).unwrap()
    }

    /// Delivers what is to be told within the service; what its own worker has claimed meanwhile is waited for.
    pub fn deliver(&self) {
        use rookery::db::schema::outbox;
        wait_until(|| {
            while worker::run(&self.app.db, &self.app.couriers, Channel::InApp).unwrap().delivered > 0 {}
            let waiting = outbox::delivered_at.is_null().and(outbox::failed_at.is_null());
            let waiting = outbox::table.filter(outbox::channel.eq(Channel::InApp).and(waiting)).count();
            self.app.db.read_now(move |db| Ok(waiting.get_result::<i64>(db)? == 0)).unwrap()
        });
    }

    /// A caller without an account.
    pub fn anyone(&self) -> Client {
        Client::new(&self.url, None)
    }

    /// A person with an account and these roles, not a member; signed in.
    pub fn person(&self, name: &str, roles: &[Role]) -> Caller {
        let handle = format!("{}{}", name.to_lowercase().replace(' ', "."), NAMES.fetch_add(1, Ordering::Relaxed));
        let (name, roles) = (name.to_owned(), roles.to_vec());
        let person = self.write(move |tx| {
            let person = rookery::members::store::add_person(tx, &handle, &name)?;
            // No password has this hash: such an account signs in by the token below.
            store::open_account(tx, person, None, "none")?;
            for role in &roles {
                put_in_office(tx, person, *role)?;
            }
            Ok(person)
        });
        self.sign_in(person)
    }

    /// Signs somebody in who has an account.
    pub fn sign_in(&self, person: PersonId) -> Caller {
        self.sign_in_for(person, self.now())
    }

    /// The same with a token of another instant, with which somebody reads then and changes nothing.
    pub fn sign_in_for(&self, person: PersonId, at: NaiveDateTime) -> Caller {
        let issuer = self.app.config.url.clone();
        let good_for = if self.server.is_some() { tokens::ACCESS } else { LONG };
        let token = self.write(move |tx| {
            let account = store::account(tx.db, person)?.expect("an account");
            let new = store::NewSignIn {
                person,
                generation: account.generation,
                device: b"a test's device",
                address: "192.0.2.1",
            };
            let sign_in = store::start_sign_in(tx, &new, &Refresh::new())?;
            let key = store::signing_key(tx.db)?.expect("a key");
            tokens::issue(&key, &issuer, person, sign_in, at, good_for)
        });
        Caller { id: person.0, client: Client::new(&self.url, Some(token)) }
    }

    /// The same person with a fresh token, after time has passed.
    pub fn again(&self, caller: &Caller) -> Caller {
        self.sign_in(PersonId(caller.id))
    }
}

impl Drop for Club {
    fn drop(&mut self) {
        drop(self.server.take().map(|(server, _)| server.stop(false)));
        drop(self.home.take());
    }
}

/// A signed-in person.
pub struct Caller {
    pub id: i64,
    client: Client,
}

impl std::ops::Deref for Caller {
    type Target = Client;
    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Caller {
    /// A decision by this moderator on an offence of this moment, with these sanctions.
    pub fn decide(&self, club: &Club, accused: i64, games: &[i64], sanctions: serde_json::Value) -> Answer {
        let offence = serde_json::json!({
            "accused": accused, "act": "I.2", "what": "Moved pieces while the other looked away",
            "happened_at": club.now().and_utc(), "games": games, "insist": true,
        });
        let finding = serde_json::json!({ "mind": "intent", "why": "Admitted it when asked about it" });
        let reasons = "Three people saw it and told the same story";
        self.post(
            "/api/v1/decisions",
            &serde_json::json!({ "offence": offence, "reasons": reasons, "finding": finding, "sanctions": sanctions }),
        )
    }

    /// Bans a member through a Friday.
    #[track_caller]
    pub fn ban(&self, club: &Club, person: i64, until: &str) -> serde_json::Value {
        self.decide(club, person, &[], serde_json::json!([{ "kind": "ban", "until": until }])).expect(201)
    }
}
